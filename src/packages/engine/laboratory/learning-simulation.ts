/**
 * Simulates athletes of every answering style over many sessions each, to measure how fast and how safely
 * the engine learns.
 */

import { RandomSource } from '@musette/basics/random-source';
import { endSodiumMmolPerL, fuelOf, massChangeKg } from '../src/balance.ts';
import { allowedGainShare } from '../src/ceiling.ts';
import { timeAverage } from '../src/draft-event.ts';
import { resolveBody } from '../src/effort.ts';
import type { LearnedState, SweatSport } from '../src/learned-state.ts';
import {
  type ClothingAfter,
  type FeedbackEvent,
  type HydrationFeel,
  initialState,
  learnFrom,
  type Urinated,
} from '../src/learning.ts';
import { DAY_MS } from '../src/numbers.ts';
import { personalSweat, sweatSportOf } from '../src/personal.ts';
import { type EventPlan, planEvent } from '../src/plan.ts';
import { finalFuel } from '../src/projection.ts';
import { type EngineActivity, type EngineAthlete, UNKNOWN_ATHLETE, UNKNOWN_SESSION } from '../src/types.ts';
import { drawPerson, drawSession } from './population.ts';

/** The way a synthetic athlete answers, weighs and drinks. */
interface AnsweringStyle {
  readonly label: string;
  /** Share of sessions that are weighed. */
  readonly weighedShare: number;
  /** Systematic error of the perceived loss, % of body mass. */
  readonly biasPercent: number;
  /** Share of answers that are "well" by habit. */
  readonly habitualWell: number;
  readonly intake: 'noted' | 'forgotten';
  /** Intake: the plan times this share, or a share of true sweat (thirst). */
  readonly drinks: { readonly of: 'plan' | 'sweat' | 'ceiling'; readonly share: number };
  /** Urine passed before the second weighing, L, and what is said about it: its volume, an answer or nothing. */
  readonly urineL: number;
  readonly saysUrine: Urinated | 'volume' | null;
  /** Sweat that the clothes hold on the second scale, kg and as a share of it, and what is said about them. */
  readonly wetKg: number;
  readonly wetShare: number;
  readonly saysClothing: ClothingAfter | null;
  /** Share of weighings whose questions are answered at all. */
  readonly answeredShare: number;
  /** Amount by which the scale reads low afterwards, kg, and its random error, kg sd. */
  readonly scaleLowKg: number;
  readonly scaleSdKg: number;
  /** ln difference of the true multiplier: foot above, bike below by this. */
  readonly sportsApart: number;
  /** ln change of the true multiplier at the middle session. */
  readonly changeAtMiddle: number;
  /** The only answer ever given. */
  readonly always?: HydrationFeel;
  /** Instead of a scale, a device that reads sweat as this share of what it is. */
  readonly deviceShare?: number;
}

const HONEST: AnsweringStyle = {
  label: 'honest and noted',
  weighedShare: 0,
  biasPercent: 0,
  habitualWell: 0,
  intake: 'noted',
  drinks: { of: 'plan', share: 1 },
  urineL: 0,
  saysUrine: 'no',
  wetKg: 0,
  wetShare: 0,
  saysClothing: 'dry',
  answeredShare: 1,
  scaleLowKg: 0,
  scaleSdKg: 0,
  sportsApart: 0,
  changeAtMiddle: 0,
};
/** Neither question is answered. */
const UNANSWERED = { saysUrine: null, saysClothing: null } as const;
/** Error of a bathroom scale and wet clothes, kg, as the filter expects. */
const SCALE_SD_KG = 0.14;
const APART = Math.log(1.28);
const CHANGE = Math.log(1.25);

/** Styles of the learning table. */
export const ANSWERING_STYLES: readonly AnsweringStyle[] = [
  HONEST,
  { ...HONEST, label: 'feels drier than is (+.7 %)', biasPercent: 0.7 },
  { ...HONEST, label: 'feels less dry (−.7 %)', biasPercent: -0.7 },
  { ...HONEST, label: 'always "well", follows the plan', habitualWell: 1 },
  { ...HONEST, label: '80 % "well" by habit', habitualWell: 0.8 },
  {
    ...HONEST,
    label: 'intake forgotten, drank 65 %',
    intake: 'forgotten',
    drinks: { of: 'plan', share: 0.65 },
  },
  { ...HONEST, label: 'drinks to thirst, noted', drinks: { of: 'sweat', share: 0.55 } },
  { ...HONEST, label: 'two sports × and ÷ 1.28, all weighed', weighedShare: 1, sportsApart: APART },
  { ...HONEST, label: 'acclimatises × 1.25, all weighed', weighedShare: 1, changeAtMiddle: CHANGE },
  { ...HONEST, label: 'detrains ÷ 1.25, all weighed', weighedShare: 1, changeAtMiddle: -CHANGE },
  { ...HONEST, label: 'detrains ÷ 1.25, answers only', changeAtMiddle: -CHANGE },
  { ...HONEST, label: '20 % weighed', weighedShare: 0.2 },
  { ...HONEST, label: 'all weighed', weighedShare: 1 },
  { ...HONEST, label: 'all weighed, urine noted', weighedShare: 1, saysUrine: 'volume' },
  {
    ...HONEST,
    label: 'all weighed, urine noted, scale ± .14 kg',
    weighedShare: 1,
    saysUrine: 'volume',
    scaleSdKg: SCALE_SD_KG,
  },
  { ...HONEST, label: 'all weighed, nothing answered', weighedShare: 1, ...UNANSWERED },
  { ...HONEST, label: 'all weighed, forgets .3 L of urine', weighedShare: 1, urineL: 0.3, ...UNANSWERED },
  { ...HONEST, label: 'all weighed, scale 1 kg low', weighedShare: 1, scaleLowKg: 1 },
  { ...HONEST, label: 'all weighed, scale 2 kg low', weighedShare: 1, scaleLowKg: 2 },
  {
    ...HONEST,
    label: 'drinks 1.3 × the ceiling, says "well"',
    habitualWell: 1,
    drinks: { of: 'ceiling', share: 1.3 },
  },
  { ...HONEST, label: 'feels drier than is (+1 %)', biasPercent: 1 },
  { ...HONEST, label: 'feels less dry (−1 %)', biasPercent: -1 },
];

/** Styles that no answer or device may harm much: whom a floor or a filter protects. Last, for comparison, an honest one. */
export const PROTECTED_STYLES: readonly AnsweringStyle[] = [
  { ...HONEST, label: 'always "over-hydrated"', always: 'over_hydrated' },
  { ...HONEST, label: 'device reads 40 % high', weighedShare: 1, deviceShare: 1.4 },
  { ...HONEST, label: 'device reads 40 % low', weighedShare: 1, deviceShare: 0.6 },
  { ...HONEST, label: 'device reads true', weighedShare: 1, deviceShare: 1 },
  HONEST,
];

/**
 * Spread of the hidden truth, ln: between athletes, days, sessions; of intake; of perception, % of body mass.
 */
const TRUTH = { athlete: 0.28, day: 0.1, session: 0.1, drunk: 0.15, feltPercent: 1 } as const;
const CARELESS_SHARE = 0.1;
const SESSIONS = 40;
const DAYS_APART = 3;
/** Sessions after which the report shows the error. */
export const REPORTED_AFTER = [0, 1, 3, 5, 10, 20, 40] as const;

/** Error and safety of one style. */
interface LearningOutcome {
  readonly label: string;
  /** Mean relative error of the sweat multiplier after n sessions, from 0 on. */
  readonly error: readonly number[];
  /**
   * Share of sessions in which drinking the ceiling gains more than allowed or ends below 135, at minimum
   * urine output.
   */
  readonly ceilingUnsafe: number;
  /** The same over the first twenty sessions. */
  readonly ceilingUnsafeIn20: number;
  readonly fluidAboveSweat: number;
  /** Share whose plan for an Ironman, after the last session, truly ends below −5 % of body mass. */
  readonly ironmanDry: number;
  /** Share whose ceiling in that Ironman is unsafe. */
  readonly ironmanUnsafe: number;
}

/** Simulates athletes of one style: sessions of the population, planned and learned from as stated. */
export function simulateLearning(
  athletes: number,
  seed: number,
  style: AnsweringStyle,
  sessions = SESSIONS,
): LearningOutcome {
  const random = new RandomSource(seed);
  const error = new Array<number>(sessions + 1).fill(0);
  let unsafe = 0;
  let unsafeIn20 = 0;
  let above = 0;
  let dry = 0;
  let ironmanUnsafe = 0;
  for (let index = 0; index < athletes; index++) {
    const { truth } = drawPerson(random);
    const athlete = statedBody(truth);
    const body = resolveBody(athlete);
    const ownLn = random.normal(0, TRUTH.athlete);
    let state = initialState(athlete);
    for (let session = 0; session <= sessions; session++) {
      const changed = session > sessions / 2 ? style.changeAtMiddle : 0;
      const trueLn = {
        foot: ownLn + style.sportsApart + changed,
        bike: ownLn - style.sportsApart + changed,
        swim: ownLn + changed,
      };
      for (const sport of ['foot', 'bike'] as const) {
        const used = personalSweat(athlete, body, state, sport).ln;
        error[session] = (error[session] ?? 0) + Math.abs(Math.exp(used - trueLn[sport]) - 1) / 2;
      }
      if (session === sessions) {
        const ironman = ironmanOf(athlete, state, trueLn);
        if (ironman.isDry) dry += 1;
        if (ironman.isCeilingUnsafe) ironmanUnsafe += 1;
        break;
      }
      const { stated: activity, truth: lived } = drawSession(random);
      const plan = planEvent({ activity, athlete, learned: state });
      const event = planEvent({ activity: lived, athlete, learned: null });
      const noise = random.normal(0, TRUTH.day) + random.normal(0, TRUTH.session);
      const sweat = timeAverage(event.legs, event.hours, (leg) => {
        return leg.sweat.averagePersonLPerHr * Math.exp(trueLn[sweatSportOf(leg.sport)] + noise);
      });
      if (isCeilingUnsafe(plan, event, sweat)) {
        unsafe += 1;
        if (session < sessions / 2) unsafeIn20 += 1;
      }
      if (plan.fluidLPerHr > sweat) above += 1;
      state = learnFrom(athlete, state, report(random, style, { plan, event, sweat, session })).state;
    }
  }
  const all = athletes * sessions;
  return {
    label: style.label,
    error: error.map((sum) => sum / athletes),
    ceilingUnsafe: unsafe / all,
    ceilingUnsafeIn20: unsafeIn20 / (all / 2),
    fluidAboveSweat: above / all,
    ironmanDry: dry / athletes,
    ironmanUnsafe: ironmanUnsafe / athletes,
  };
}

const IRONMAN: EngineActivity = {
  ...UNKNOWN_SESSION,
  type: 'triathlon',
  durationMin: 720,
  isRaceEvent: true,
  weather: { temperatureC: 24, humidityPercent: 60, shade: false },
};
const DRY_PERCENT = -5;

/** The Ironman as it was, with the true sweat, at the plan and at the ceiling of a learned state. */
function ironmanOf(
  athlete: EngineAthlete,
  learned: LearnedState,
  trueLn: Readonly<Record<SweatSport, number>>,
): { readonly isDry: boolean; readonly isCeilingUnsafe: boolean } {
  const plan = planEvent({ activity: IRONMAN, athlete, learned });
  const sweatLPerHr = timeAverage(
    plan.legs,
    plan.hours,
    (leg) => leg.sweat.averagePersonLPerHr * Math.exp(trueLn[sweatSportOf(leg.sport)]),
  );
  const changeKg = massChangeKg({ ...plan.balance, sweatLPerHr }, plan, finalFuel(plan).gasLossKg);
  const event = planEvent({ activity: IRONMAN, athlete, learned: null });
  return {
    isDry: (100 * changeKg) / plan.body.massKg < DRY_PERCENT,
    isCeilingUnsafe: isCeilingUnsafe(plan, event, sweatLPerHr),
  };
}

/** A profile with body and fitness, nothing measured. */
function statedBody(truth: EngineAthlete): EngineAthlete {
  return {
    ...UNKNOWN_ATHLETE,
    sex: truth.sex,
    ageYears: truth.ageYears,
    bodyMassKg: truth.bodyMassKg,
    heightCm: truth.heightCm,
    fitnessLevel: truth.fitnessLevel,
    heatAcclimatized: false,
  };
}

/**
 * True if drinking the ceiling gains more than allowed or ends below 135, at the minimum assumed urine
 * output.
 */
function isCeilingUnsafe(plan: EventPlan, event: EventPlan, sweatLPerHr: number): boolean {
  const { hours, body, ceiling } = plan;
  const balance = { ...event.balance, sweatLPerHr, urineLPerHr: plan.countedUrineLPerHr };
  const lost = sweatLPerHr + balance.breathLPerHr + balance.urineLPerHr;
  const gainKg =
    (ceiling.maxLPerHr + plan.planningCarbGPerHr / 1000 - lost) * hours - event.planningFuel.gasLossKg;
  const allowedKg = allowedGainShare(plan.input.athlete.health, hours) * body.massKg;
  const end = endSodiumMmolPerL(balance, ceiling.maxLPerHr, plan.credited.mgPerL * ceiling.maxLPerHr);
  return gainKg > allowedKg + 1e-9 || end < 135;
}

const FEELS: readonly HydrationFeel[] = [
  'over_hydrated',
  'well_hydrated',
  'slightly_dehydrated',
  'dehydrated',
];

interface Lived {
  /** The session as stated. */
  readonly plan: EventPlan;
  /** The session as it was. */
  readonly event: EventPlan;
  readonly sweat: number;
  readonly session: number;
}

function report(random: RandomSource, style: AnsweringStyle, lived: Lived): FeedbackEvent {
  const { plan, sweat, session } = lived;
  const wanted =
    style.drinks.share * { plan: plan.fluidLPerHr, sweat, ceiling: plan.ceiling.maxLPerHr }[style.drinks.of];
  const drunk = wanted * Math.exp(random.normal(0, TRUTH.drunk));
  const isWeighed = random.uniform() < style.weighedShare;
  const fluidMl = drunk * 1000 * plan.hours;
  const massKg = plan.body.massKg;
  return {
    kind: 'feedback',
    id: `session ${session}`,
    atMs: session * DAYS_APART * DAY_MS,
    activity: plan.input.activity,
    prescribed: null,
    giComfort: null,
    energyLevel: null,
    hydrationFeel: answerOf(random, style, (100 * (sweat - drunk) * plan.hours) / massKg),
    carbsGrams: plan.carbGPerHr * plan.hours,
    fluidMl: style.intake === 'noted' || isWeighed ? fluidMl : null,
    bodyMassBeforeKg: isWeighed ? massKg : null,
    bodyMassAfterKg: isWeighed ? massAfter(random, style, lived, drunk) : null,
    source: style.deviceShare === undefined ? 'scale' : 'wearable',
    ...saidOf(style, isWeighed && (style.answeredShare === 1 || random.uniform() < style.answeredShare)),
    isDayOnly: false,
  };
}

/** What is said of a weighing. */
function saidOf({ saysUrine, urineL, saysClothing }: AnsweringStyle, isAnswered: boolean) {
  return {
    urineMl: isAnswered && saysUrine === 'volume' ? 1000 * urineL : null,
    urinated: isAnswered && saysUrine !== 'volume' ? saysUrine : null,
    clothingAfter: isAnswered ? saysClothing : null,
  };
}

function answerOf(random: RandomSource, style: AnsweringStyle, lossPercent: number): HydrationFeel {
  const habit = random.uniform();
  const careless = random.uniform();
  const any = Math.floor(4 * random.uniform());
  if (style.always !== undefined) return style.always;
  const felt = lossPercent + style.biasPercent + random.normal(0, TRUTH.feltPercent);
  if (habit < style.habitualWell) return 'well_hydrated';
  if (careless < CARELESS_SHARE) return FEELS[any] ?? 'well_hydrated';
  if (felt < -0.5) return 'over_hydrated';
  if (felt < 1.5) return 'well_hydrated';
  return felt < 3 ? 'slightly_dehydrated' : 'dehydrated';
}

/** Weight on the scale after the session, kg, after breath and gas loss and urine passed before. */
function massAfter(
  random: RandomSource,
  style: AnsweringStyle,
  { plan, event, sweat }: Lived,
  drunkLPerHr: number,
): number {
  const fuel = fuelOf({
    massKg: plan.body.massKg,
    metabolicRateW: event.metabolicRateW,
    fractionOfVo2max: event.fractionOfVo2max,
    hours: plan.hours,
    intakeGPerHr: plan.carbGPerHr,
  });
  const change =
    (drunkLPerHr + plan.carbGPerHr / 1000 - (style.deviceShare ?? 1) * sweat - event.balance.breathLPerHr) *
      plan.hours -
    fuel.gasLossKg;
  const scaleKg = random.normal(0, style.scaleSdKg) - style.scaleLowKg;
  const heldKg = style.wetKg + style.wetShare * sweat * plan.hours;
  return plan.body.massKg + change - style.urineL + heldKg + scaleKg;
}
