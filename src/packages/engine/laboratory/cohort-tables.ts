/**
 * Measures what the ceiling costs and whom it protects in cohorts of long races, and how far these figures
 * move with what is assumed about a cohort.
 */

import { RandomSource } from '@musette/basics/random-source';
import { endSodiumMmolPerL, massChangeKg } from '../src/balance.ts';
import { planCeiling, SYMPTOMS_MMOL_PER_L } from '../src/ceiling.ts';
import { type EventPlan, type PlanInput, planEvent } from '../src/plan.ts';
import { medianEnd, steadyWaterMass } from '../src/projection.ts';
import {
  COHORTS,
  type Cohort,
  IRONMAN,
  input,
  MAN_161,
  person,
  race,
  SLOW_MARATHON,
  SPARTATHLON,
  WOMAN_161,
} from './cohorts.ts';
import type { ChangedFigure, ChangedTable } from './information-table.ts';

/** Returns the tables of the own number, of the ceiling's window, and of their sensitivity. */
export function cohortTables(seed: number): readonly ChangedTable[] {
  return [ownNumberTable(seed), windowTable(seed), sensitivityTable(seed)];
}

/** The assumptions about a cohort with its event. */
interface Assumptions {
  /** Median, L/h. */
  readonly sweatLPerHr: number;
  /** Standard deviation of ln sweat sodium: the mixes draw 920 ± 320 mg/L. */
  readonly saltLn: number;
  /** Sodium drunk, as a share of the planned concentration. */
  readonly sodiumShare: number;
  /** Urine of kidneys that keep water, as a share of the least that the engine counts on. */
  readonly urineShare: number;
}

function assumptionsOf({ sweatLPerHr }: Pick<Cohort, 'sweatLPerHr'>): Assumptions {
  return { sweatLPerHr, saltLn: 0.35, sodiumShare: 1, urineShare: 1 };
}

/** Spread of ln sweat rate (coefficient of variation .32) and of plasma sodium, mmol/L. */
const SWEAT_LN = Math.sqrt(Math.log(1 + 0.32 ** 2));
const PLASMA_SD = 1.2;
const DRAWN = 20_000;
/** Loss that finishers may have, water as a share of body mass. */
const FINISHERS_LOSS_SHARE = 0.05;
const WINDOW_HOURS = 12;

interface Shares {
  /** Blood sodium below 130 mmol/L, or another threshold. */
  readonly dilute: number;
  /** Of all: dilute, and not heavier than at the start. */
  readonly missedByStart: number;
  /** Of all: dilute, and not above the athlete's own number. */
  readonly missedByNumber: number;
  /** The people whose need lies above the ceiling. */
  readonly dry: number;
}

/** Lets a cohort whose kidneys keep water drink the ceiling. */
function sharesAt(
  plan: EventPlan,
  maxLPerHr: number,
  assumed: Assumptions,
  seed: number,
  { belowMmolPerL = SYMPTOMS_MMOL_PER_L, lossShare = FINISHERS_LOSS_SHARE } = {},
): Shares {
  const random = new RandomSource(seed);
  const { hours, body, planningFuel, carbGPerHr } = plan;
  const sodiumMgPerHr = (assumed.sodiumShare * plan.sodiumMgPerHr * maxLPerHr) / plan.fluidLPerHr;
  const steady = steadyWaterMass(plan, carbGPerHr, body.massKg);
  const spareLPerHr = (planningFuel.metabolicWaterL + lossShare * body.massKg) / hours;
  const count = { dilute: 0, missedByStart: 0, missedByNumber: 0, dry: 0 };
  for (let index = 0; index < DRAWN; index++) {
    const balance = {
      ...plan.balance,
      urineLPerHr: assumed.urineShare * plan.countedUrineLPerHr,
      sweatLPerHr: assumed.sweatLPerHr * Math.exp(random.normal(0, SWEAT_LN)),
      sweatSodiumMgPerL: plan.balance.sweatSodiumMgPerL * Math.exp(random.normal(0, assumed.saltLn)),
    };
    const plasma = endSodiumMmolPerL(balance, maxLPerHr, sodiumMgPerHr) + random.normal(0, PLASMA_SD);
    if (balance.sweatLPerHr + balance.breathLPerHr + balance.urineLPerHr - spareLPerHr > maxLPerHr) {
      count.dry += 1;
    }
    if (plasma >= belowMmolPerL) continue;
    const changeKg = massChangeKg(balance, { fluidLPerHr: maxLPerHr, carbGPerHr }, planningFuel.gasLossKg);
    const changePercent = (100 * changeKg) / body.massKg;
    count.dilute += 1;
    if (changePercent <= 0) count.missedByStart += 1;
    if (changePercent <= steady) count.missedByNumber += 1;
  }
  const share = (each: number): number => (100 * each) / DRAWN;
  return {
    dilute: share(count.dilute),
    missedByStart: share(count.missedByStart),
    missedByNumber: share(count.missedByNumber),
    dry: share(count.dry),
  };
}

function ceilingOver(plan: EventPlan, windowHours: number): number {
  return planCeiling(plan.ceilingInput, windowHours).maxLPerHr;
}

const whole = (value: number): string => value.toFixed(0);
const signed = (value: number, digits: number): string => value.toFixed(digits).replace('-', '−');

function ownNumberTable(seed: number): ChangedTable {
  const shares = (cohort: Cohort, windowHours = WINDOW_HOURS): string => {
    const plan = planEvent(cohort.event);
    const { dilute, missedByStart, missedByNumber } = sharesAt(
      plan,
      ceilingOver(plan, windowHours),
      assumptionsOf(cohort),
      seed,
    );
    return [dilute, missedByStart, missedByNumber].map(whole).join(', ');
  };
  const figure = (cohort: Cohort, before: string, specified: string): ChangedFigure => [
    cohort.name,
    before,
    specified,
    shares(cohort),
  ];
  const end = ({ event }: Pick<Cohort, 'event'>): string => endAtStartWeight(planEvent(event)).toFixed(1);
  return {
    title: "The athlete's own number",
    text: 'First, blood sodium, mmol/L, of a median sweater who ends at the weight of the start, in the bare balance. Then shares of cohorts, %: everybody drinks the ceiling and the kidneys keep water: below 130 mmol/L without a rule, then those that "heavier than at the start" and the own number miss. Whoever is dilute without having gained water can have lost it only as salt, so the last two figures follow the assumed spread of salt and the sodium that is drunk (see the sensitivity below).',
    figures: [
      ['at the weight of the start: Ironman', '', '134.5', end(IRONMAN)],
      ['… 161 km', '', '132.6', end(MAN_161)],
      ['… 24 h', '', '131.8', end({ event: DAY_OF_RUNNING })],
      figure(IRONMAN, '14, 4, 2', '7, 2, 1'),
      figure(MAN_161, '23, 7, 4', '23, 7, 4'),
      figure(SPARTATHLON, '36, 23, 12', '36, 23, 12'),
      ['161 km man, window of 16 h', '', '–, –, 3', shares(MAN_161, 16)],
      ['Spartathlon, window of 16 h', '', '–, –, 9', shares(SPARTATHLON, 16)],
    ],
  };
}

/** A runner of 24 h whose plan loses as much as the document says. */
const DAY_OF_RUNNING = input(
  race({ type: 'run', durationMin: 1440, distanceKm: 190 }, [12, 70]),
  person('male', 60, 45, 5),
);

/** Plasma sodium, mmol/L, if someone drinks as much as keeps the body mass of the start. */
function endAtStartWeight(plan: EventPlan): number {
  const { balance, planningFuel, hours, carbGPerHr } = plan;
  const lost = balance.sweatLPerHr + balance.breathLPerHr + balance.urineLPerHr;
  const fluidLPerHr = lost + planningFuel.gasLossKg / hours - carbGPerHr / 1000;
  return endSodiumMmolPerL(balance, fluidLPerHr, (plan.sodiumMgPerHr * fluidLPerHr) / plan.fluidLPerHr);
}

const WINDOWS = [8, 12, 16, 24] as const;
/** Ceiling, ml/h; share below 130 mmol/L, %; finishers whose need lies above it, %. */
const SPECIFIED: readonly (readonly [Cohort, before: string, ...windows: string[]])[] = [
  [IRONMAN, '743; 14; 16', '773; 18; 14', '683; 6; 20', '681; 6; 21', '681; 6; 21'],
  [MAN_161, '570; 24; 36', '570; 24; 36', '570; 23; 36', '537; 16; 42', '475; 7; 53'],
  [WOMAN_161, '473; 30; 30', '473; 30; 30', '473; 30; 30', '426; 17; 41', '378; 7; 52'],
  [SPARTATHLON, '590; 35; 36', '590; 35; 36', '590; 35; 36', '557; 27; 43', '489; 13; 57'],
];

function windowTable(seed: number): ChangedTable {
  const rows = SPECIFIED.flatMap(([cohort, ...specified]) => {
    const plan = planEvent(cohort.event);
    const measured = WINDOWS.map((hours) => {
      const maxLPerHr = ceilingOver(plan, hours);
      const { dilute, dry } = sharesAt(plan, maxLPerHr, assumptionsOf(cohort), seed);
      return [1000 * maxLPerHr, dilute, dry].map(whole).join('; ');
    });
    return [
      [`${cohort.name}, specified`, ...specified],
      ['… measured', '', ...measured],
    ];
  });
  const planned = (cohort: Cohort) => WINDOWS.map((hours) => signed(plannedLoss(cohort.event, hours), 1));
  return {
    title: 'The ceiling by the hours without a check',
    text: `Ceiling, ml/h; share below 130 mmol/L at that ceiling, %; share of finishers, %, whose need for a loss of 5 % of mass as water lies above it. Engine 4 uses 12 h. Bodies and weather, which the document does not state, are those that give its ceilings. The median sweat of each cohort, ${COHORTS.map(({ name, sweatLPerHr }) => `${name} ${sweatLPerHr.toFixed(2)}`).join(', ')} L/h, is the one that reproduces the finishers' column; the shares below 130 follow from it. Last, the change of mass of the plan itself, %, the marathon of 5 h of a woman of 62 kg (share below 135 mmol/L; need for a loss of 3 %), and what p .70 instead of .50 for the kidneys takes from the ceiling of 161 km.`,
    head: ['cohort', 'engine 3', '8 h', '12 h', '16 h', '24 h'],
    figures: [
      ...rows,
      ['plan of 161 km, specified', '', '', '−3.8', '−4.1', ''],
      ['… measured', '', ...planned(MAN_161)],
      ['plan of the Spartathlon, specified', '', '', '−5.2', '−6.6', ''],
      ['… measured', '', ...planned(SPARTATHLON)],
      ['marathon of 5 h, specified', '542; 19; 1', '', '499; 8; 2', '', ''],
      ['… measured', '', '', slowMarathon(seed), '', ''],
      ['p .70 in 161 km, specified', '', '', '−9', '', ''],
      ['… measured', '', '', byRetention(), '', ''],
    ],
  };
}

/** Change of mass of the plan, %, with its fluid below the ceiling of a window. */
function plannedLoss(event: PlanInput, windowHours: number): number {
  const plan = planEvent(event);
  const cutLPerHr = Math.max(0, plan.fluidLPerHr - 0.95 * ceilingOver(plan, windowHours));
  return medianEnd(plan).massPercent - (100 * cutLPerHr * plan.hours) / plan.body.massKg;
}

function slowMarathon(seed: number): string {
  const plan = planEvent(SLOW_MARATHON.event);
  const { maxLPerHr } = plan.ceiling;
  const strict = { belowMmolPerL: 135, lossShare: 0.03 };
  const { dilute, dry } = sharesAt(plan, maxLPerHr, assumptionsOf(SLOW_MARATHON), seed, strict);
  return [1000 * maxLPerHr, dilute, dry].map(whole).join('; ');
}

function byRetention(): string {
  const { ceilingInput, ceiling } = planEvent(MAN_161.event);
  const retention = { ...ceilingInput.retention, inEvent: 0.7 };
  return signed(1000 * (planCeiling({ ...ceilingInput, retention }).maxLPerHr - ceiling.maxLPerHr), 0);
}

/** Urine of an ordinary athlete, as a share of the least that the engine counts on. */
const USUAL_URINE = 5 / 3;

function sensitivityTable(seed: number): ChangedTable {
  const row = (name: string, change: (assumed: Assumptions, cohort: Cohort) => Assumptions): string[] => [
    name,
    ...COHORTS.map((cohort) => {
      const plan = planEvent(cohort.event);
      const assumed = change(assumptionsOf(cohort), cohort);
      const shares = sharesAt(plan, plan.ceiling.maxLPerHr, assumed, seed);
      const { dilute, missedByStart, missedByNumber, dry } = shares;
      return `${[dilute, missedByStart, missedByNumber].map(whole).join(', ')}; ${whole(dry)}`;
    }),
  ];
  return {
    title: 'How far these shares move with the cohort',
    text: 'At the ceiling of 12 h, %: below 130 mmol/L, missed by "heavier than at the start", missed by the own number; finishers whose need lies above the ceiling. One assumption changes at a time. The reported losses are those of Speedy 2001, Hoffman and Glace 2002, and the Spartathlon. Pahnke 2006 measured a variation of 61 % in lost sodium, which makes .46 for its concentration. The last row but one comes nearest to the document for those whom the two rules miss in the Spartathlon, but then no longer to its finishers: no cohort gives both.',
    head: ['assumed', ...COHORTS.map(({ name }) => name)],
    figures: [
      row('as above', (assumed) => assumed),
      row('sweat as the engine predicts', (assumed, { event }) => ({
        ...assumed,
        sweatLPerHr: planEvent(event).balance.sweatLPerHr,
      })),
      row('sweat by reported losses', (assumed, { sweatByLossLPerHr }) => ({
        ...assumed,
        sweatLPerHr: sweatByLossLPerHr,
      })),
      row('sweat 10 % lower', (assumed) => ({ ...assumed, sweatLPerHr: 0.9 * assumed.sweatLPerHr })),
      row('sweat 10 % higher', (assumed) => ({ ...assumed, sweatLPerHr: 1.1 * assumed.sweatLPerHr })),
      row('everybody equally salty', (assumed) => ({ ...assumed, saltLn: 0 })),
      row('salt ± .46 ln (Pahnke 2006)', (assumed) => ({ ...assumed, saltLn: 0.46 })),
      row('no urine at all', (assumed) => ({ ...assumed, urineShare: 0 })),
      row('.9 of the planned sodium', (assumed) => ({ ...assumed, sodiumShare: 0.9 })),
      row('half of the planned sodium', (assumed) => ({ ...assumed, sodiumShare: 0.5 })),
      row('sweat 16 % higher, a fifth of the sodium, usual urine', (assumed) => ({
        ...assumed,
        sweatLPerHr: 1.16 * assumed.sweatLPerHr,
        sodiumShare: 0.2,
        urineShare: USUAL_URINE,
      })),
      row('plain water', (assumed) => ({ ...assumed, sodiumShare: 0 })),
    ],
  };
}
