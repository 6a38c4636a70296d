/** Measures the engine's output over the synthetic population: warnings, plasma sodium, alarms, gaps. */

import { RandomSource } from '@musette/basics/random-source';
import { lossesLPerHr } from '../src/balance.ts';
import { gradeDrinking } from '../src/drinking-alarm.ts';
import type { WarningCode } from '../src/names.ts';
import { type PlanInput, planEvent } from '../src/plan.ts';
import { prescribe } from '../src/prescribe.ts';
import { shownLevel } from '../src/sweat.ts';
import { type EngineActivity, type EngineAthlete, UNKNOWN_ATHLETE } from '../src/types.ts';
import type { Opponent, WarningRule } from '../src/warning-rules.ts';
import { WARNINGS, type Warning, type WarningParameters } from '../src/warnings.ts';
import { drawPerson, drawSession } from './population.ts';

/** Figures of the synthetic population. */
interface PopulationFigures {
  readonly people: number;
  readonly withoutCautionOrDanger: number;
  readonly withDanger: number;
  /** Pairs of warnings that contradict each other. */
  readonly contradictoryPairs: number;
  readonly shareOfCode: ReadonlyMap<WarningCode, number>;
  /** Plans of 2 h or more. */
  readonly endSodiumIn135To145: number;
  readonly endSodiumBelow135: number;
  /** Average adults, 95 min or more: share with 380–680 mg sodium per litre drunk. */
  readonly averageDrinkIn380To680: number;
  /**
   * Athletes with 1500 mg/L or more measured, above 4 h: share that keeps half of the loss, 142.5 mmol/L or
   * the ceiling.
   */
  readonly saltyKept: number;
  readonly saltyTried: number;
}

/** Counts pairs of warnings that contradict each other. */
export function contradictions(warnings: readonly Warning[]): number {
  const isRaised = (opponent: Opponent): boolean =>
    warnings.some(({ code, severity }) => opponent === code || opponent === `${code} ${severity}`);
  return warnings.flatMap(opponentsOf).filter(isRaised).length;
}

function opponentsOf<Code extends WarningCode>(warning: Warning<Code>): readonly Opponent[] {
  const rule: WarningRule<WarningParameters[Code]> = WARNINGS[warning.code];
  return rule.contradicts?.(warning) ?? [];
}

/** Accumulates counts over the population. */
class Tally {
  readonly codes = new Map<WarningCode, number>();
  calm = 0;
  danger = 0;
  pairs = 0;
  long = 0;
  normal = 0;
  low = 0;
  drinks = 0;
  inBand = 0;
  salty = 0;
  kept = 0;

  countAnswer(input: PlanInput): void {
    const { safety, projection } = prescribe(input);
    const codes = safety.warnings.map(({ code }) => code);
    for (const code of new Set(codes)) this.codes.set(code, (this.codes.get(code) ?? 0) + 1);
    if (safety.warnings.every(({ severity }) => severity === 'info')) this.calm += 1;
    if (safety.warnings.some(({ severity }) => severity === 'danger')) this.danger += 1;
    this.pairs += contradictions(safety.warnings);
    if (input.activity.durationMin < LONG_FROM_MIN) return;
    const end = projection.plasmaSodiumMmolPerL?.value ?? 140;
    this.long += 1;
    if (end >= 135 && end <= 145) this.normal += 1;
    if (end < 135) this.low += 1;
  }

  /** Counts the drink of an athlete of average sweat and salt. */
  countDrink(input: PlanInput): void {
    const { rates, intake } = prescribe(input);
    if (input.activity.durationMin < DRINK_FROM_MIN || rates.fluidMlPerHr <= 0) return;
    const concentration = intake.drinkSodiumMgPerL ?? 0;
    this.drinks += 1;
    if (concentration >= 380 && concentration <= 680) this.inBand += 1;
  }

  /** Counts whether a salty sweater keeps half of the loss, 142.5 mmol/L or the ceiling. */
  countSalty(input: PlanInput): void {
    const { sodium, sodiumMgPerHr } = planEvent(input);
    const end = prescribe(input).projection.plasmaSodiumMmolPerL?.value ?? 140;
    const isKept =
      sodiumMgPerHr >= 0.5 * sodium.lossMgPerHr - 1e-6 ||
      end >= 142.5 ||
      sodiumMgPerHr >= 0.95 * sodium.maxSafeMgPerHr - 1e-6;
    this.salty += 1;
    if (isKept) this.kept += 1;
  }
}

/** Minutes from which plasma sodium, the drink of an average athlete, and salty sweat are counted. */
const LONG_FROM_MIN = 120;
const DRINK_FROM_MIN = 95;
const SALTY_ABOVE_MIN = 240;

/** Measures warnings, plasma sodium and drinks over synthetic people. */
export function populationFigures(people: number, seed: number): PopulationFigures {
  const random = new RandomSource(seed);
  const tally = new Tally();
  for (let index = 0; index < people; index++) {
    const { stated, truth } = drawPerson(random);
    const activity = drawSession(random).stated;
    tally.countAnswer({ activity, athlete: stated, learned: null });
    tally.countDrink({ activity, athlete: { ...truth, ...AVERAGE_SWEAT }, learned: null });
    if (activity.durationMin > SALTY_ABOVE_MIN) {
      const sweatSodiumMgPerL = 1500 + 800 * random.uniform();
      tally.countSalty({
        activity,
        athlete: { ...stated, sweatSodiumMgPerL, health: UNKNOWN_ATHLETE.health },
        learned: null,
      });
    }
  }
  return {
    people,
    withoutCautionOrDanger: tally.calm / people,
    withDanger: tally.danger / people,
    contradictoryPairs: tally.pairs,
    shareOfCode: new Map([...tally.codes].map(([code, count]) => [code, count / people])),
    endSodiumIn135To145: tally.normal / tally.long,
    endSodiumBelow135: tally.low / tally.long,
    averageDrinkIn380To680: tally.inBand / tally.drinks,
    saltyKept: tally.kept / tally.salty,
    saltyTried: tally.salty,
  };
}

/** Average sweat rate and sodium, nothing measured. */
const AVERAGE_SWEAT: Partial<EngineAthlete> = {
  sweatLevel: 5,
  saltinessLevel: 5,
  sweatRateMlPerHr: null,
  sweatSodiumMgPerL: null,
  heatAcclimatized: false,
  health: UNKNOWN_ATHLETE.health,
};

/** Figures of the alarm after a report. */
interface AlarmFigures {
  /** Share of ordinary drinkers (300–500 ml/h, not weighed) whose report raises an alarm. */
  readonly falseAlarms: number;
  /** Share of weighed gains of 2 % or more that are graded dangerous. */
  readonly gainsCaught: number;
  /** Share of reports of 3 L in 5 h at 50 kg that raise an alarm. */
  readonly cohortFlagged: number;
  /** The same if the displayed thermal stress level is 5 or below. */
  readonly coolCohortFlagged: number;
}

/** Measures how often the alarm after a report is right. */
export function alarmFigures(people: number, seed: number): AlarmFigures {
  const random = new RandomSource(seed);
  let falseAlarms = 0;
  let caught = 0;
  let flagged = 0;
  const cool = { tried: 0, flagged: 0 };
  for (let index = 0; index < people; index++) {
    const { stated, truth } = drawPerson(random);
    const activity = drawSession(random).stated;
    const plan = planEvent({ activity, athlete: stated, learned: null });
    const massKg = truth.bodyMassKg ?? plan.body.massKg;
    const fluidLPerHr = 0.3 + 0.2 * random.uniform();
    if (
      gradeDrinking(plan, {
        fluidLPerHr,
        massKg,
        gainedKg: null,
        carbGPerHr: plan.carbGPerHr,
        feel: null,
      }) !== null
    )
      falseAlarms += 1;
    const gainedKg = massKg * (0.02 + 0.02 * random.uniform());
    const drunk = lossesLPerHr(plan.balance) + gainedKg / plan.hours;
    if (
      gradeDrinking(plan, {
        fluidLPerHr: drunk,
        massKg,
        gainedKg,
        carbGPerHr: plan.carbGPerHr,
        feel: null,
      }) === 'danger'
    )
      caught += 1;
    const cohort = planEvent({
      activity: { ...activity, type: 'run', durationMin: 300 },
      athlete: { ...stated, bodyMassKg: 50 },
      learned: null,
    });
    const { carbGPerHr } = cohort;
    const report = { fluidLPerHr: 0.6, massKg: 50, gainedKg: null, carbGPerHr, feel: null };
    const isFlagged = gradeDrinking(cohort, report) !== null;
    const isCool = shownLevel(cohort.longest.environment.thermalLevel) <= 5;
    if (isFlagged) flagged += 1;
    if (isCool) cool.tried += 1;
    if (isCool && isFlagged) cool.flagged += 1;
  }
  return {
    falseAlarms: falseAlarms / people,
    gainsCaught: caught / people,
    cohortFlagged: flagged / people,
    coolCohortFlagged: cool.flagged / cool.tried,
  };
}

const GAP_FIELDS = [
  'bodyMassKg',
  'intensityLevel',
  'thermalStressLevel',
  'fitnessLevel',
  'sex',
  'ageYears',
] as const;
type GapField = (typeof GAP_FIELDS)[number];

/** Effect of one missing field on the fluid ceiling. */
interface GapFigure {
  readonly field: GapField;
  /** Share whose fluid ceiling is higher without the field than with its true value. */
  readonly loosened: number;
  readonly loosenedUnder50Kg: number;
}

/** Counts how often one missing field raises the fluid ceiling above that of the true value. */
export function gapFigures(people: number, seed: number): GapFigure[] {
  return GAP_FIELDS.map((field) => {
    const random = new RandomSource(seed);
    const tally = { all: 0, loosened: 0, light: 0, lightLoosened: 0 };
    for (let index = 0; index < people; index++) {
      const { truth, stated } = drawPerson(random);
      const drawn = drawSession(random).truth;
      const athlete: EngineAthlete = { ...stated, ...bodyOf(truth) };
      // Heat can be left out only of a session that has a level.
      const activity: EngineActivity =
        field === 'thermalStressLevel'
          ? { ...drawn, weather: null, thermalStressLevel: drawn.thermalStressLevel ?? 5 }
          : drawn;
      const known = planEvent({ activity, athlete, learned: null }).ceiling.maxLPerHr;
      const without =
        field === 'intensityLevel' || field === 'thermalStressLevel'
          ? planEvent({ activity: { ...activity, [field]: null }, athlete, learned: null })
          : planEvent({ activity, athlete: { ...athlete, [field]: null }, learned: null });
      const isLooser = without.ceiling.maxLPerHr > known * (1 + 1e-9);
      tally.all += 1;
      if (isLooser) tally.loosened += 1;
      if ((truth.bodyMassKg ?? 0) < 50) {
        tally.light += 1;
        if (isLooser) tally.lightLoosened += 1;
      }
    }
    return {
      field,
      loosened: tally.loosened / tally.all,
      loosenedUnder50Kg: tally.light === 0 ? 0 : tally.lightLoosened / tally.light,
    };
  });
}

function bodyOf({ sex, ageYears, bodyMassKg, heightCm, fitnessLevel, heatAcclimatized }: EngineAthlete) {
  return { sex, ageYears, bodyMassKg, heightCm, fitnessLevel, heatAcclimatized };
}
