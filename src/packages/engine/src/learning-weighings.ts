/**
 * Learns sweat rate from weighings, by what was answered about urine and clothes (SCIENCE §10). What nobody answered errs
 * to one side and never averages out.
 */

import { boundMeans, measure } from './beliefs.ts';
import type {
  ClothingAfter,
  HydrationFeel,
  LearnedSweat,
  MassSource,
  SweatBelief,
  Urinated,
  Vector4,
} from './learned-state.ts';
import {
  ANSWER_FROM_HOURS,
  ANSWERS,
  countedAnswer,
  expectedSweat,
  FEELING,
  falls,
  type SweatSession,
} from './learning-sweat.ts';
import { SWEAT_LN_LIMIT } from './personal.ts';

/** What is known of the urine between two weigh-ins. */
export type UrineEvidence = Urinated | 'measured' | 'unknown';

/** Urine of a whole session that the plan and the ceiling take off a weighed rate, L, and its error, kg. */
interface AssumedUrine {
  readonly planL: number;
  readonly ceilingL: number;
  readonly sdKg: number;
}

const NO_URINE: AssumedUrine = { planL: 0, ceilingL: 0, sdKg: 0 };
/** By answer (recalled: people pass 250–400 ml at once); without one, reached over these hours. */
const URINE = {
  once: { planL: 0.35, ceilingL: 0.45, sdKg: 0.15 },
  more: { planL: 0.7, ceilingL: 0.9, sdKg: 0.3 },
  unknown: { planL: 0.1, ceilingL: 0.25, sdKg: 0 },
  unknownOverHours: 2,
} as const;
/** Minimum share of a weighed sweat rate that counts without an answer, and minimum rate. */
const LEAST_COUNTED = { share: 0.8, lPerHr: 0.05 } as const;
/**
 * Sweat that wet clothes hold back from the scale, as a share of the weighed rate and at most litres, for plan and
 * ceiling, and its error, kg. Recalled: clothes hold .1–.4 kg and then drip.
 */
const WET_CLOTHES = {
  plan: { share: 0.25, mostL: 0.3 },
  ceiling: { share: 0.15, mostL: 0.15 },
  sdKg: 0.2,
} as const;

function assumedUrine(urine: UrineEvidence, hours: number): AssumedUrine {
  if (urine === 'measured' || urine === 'no') return NO_URINE;
  const assumed: AssumedUrine = URINE[urine];
  if (urine !== 'unknown') return assumed;
  const reached = Math.min(1, hours / URINE.unknownOverHours);
  return { ...assumed, planL: assumed.planL * reached, ceilingL: assumed.ceilingL * reached };
}

/** A weighed sweat rate as plan and ceiling read it, L/h, with the error of its circumstances, kg. */
interface Reading {
  readonly planLPerHr: number;
  readonly ceilingLPerHr: number;
  readonly sdKg: number;
}

/** Returns how a weighed rate reads with what was answered about urine and clothes. */
function readingOf({ sweatLPerHr, urine }: WeighedSweat, hours: number, clothing: ClothingAfter): Reading {
  const { planL, ceilingL, sdKg } = assumedUrine(urine, hours);
  const least = Math.min(sweatLPerHr, LEAST_COUNTED.lPerHr);
  const leastOfCeiling = urine === 'unknown' ? Math.max(least, LEAST_COUNTED.share * sweatLPerHr) : least;
  const planLPerHr = Math.max(least, sweatLPerHr - planL / hours);
  const ceilingLPerHr = Math.max(leastOfCeiling, sweatLPerHr - ceilingL / hours);
  if (clothing === 'dry') return { planLPerHr, ceilingLPerHr, sdKg };
  const { plan, ceiling } = WET_CLOTHES;
  return {
    planLPerHr: planLPerHr + Math.min(plan.share * planLPerHr, plan.mostL / hours),
    ceilingLPerHr: ceilingLPerHr + Math.min(ceiling.share * ceilingLPerHr, ceiling.mostL / hours),
    sdKg: Math.hypot(sdKg, WET_CLOTHES.sdKg),
  };
}

/**
 * Maximum by which one weighed session raises the sweat rate behind the ceiling above the profile's, ln (×
 * 1.49), because scales err.
 */
const SCALE_GUARD_LN = 0.4;

/** Limits how much one weighed session raises the sweat rate behind the ceiling. */
function withScaleGuard(after: SweatBelief, before: SweatBelief, sweat: LearnedSweat): SweatBelief {
  const guarded = (index: 0 | 1 | 2): number =>
    Math.min(after.mean[index], Math.max(before.mean[index], sweat.priorMean[index] + SCALE_GUARD_LN));
  return { ...after, mean: [guarded(0), guarded(1), guarded(2), after.mean[3]] };
}

/** Error of unnoted urine, kg, which grows with each such weighing, because it never averages out. */
const UNNOTED_SD_KG = 0.25;
/** Noise of a weighed session: day to day, and scale and clothes in litres of sweat. Smith 2021 cited. */
const WEIGHING = { dayVariance: 0.02, scaleL: 0.14, clipSd: 3, shortestHours: 0.5 } as const;
/**
 * Noise of a wearable's reading, ln: from session to session, and a share that grows with each reading, because
 * its own error never averages out.
 */
const WEARABLE = { sd: 0.35, ownSd: 0.25 } as const;
/** Returns whether a weighed sweat rate is plausible: half an hour or more, 0.1–4 L/h. */
export function isBelievable(sweatLPerHr: number, hours: number): boolean {
  return hours >= WEIGHING.shortestHours && sweatLPerHr >= 0.1 && sweatLPerHr <= 4;
}

/**
 * Returns the standard error of one measured sweat rate, L/h: a scale's with the variation from day to day (Smith
 * 2021, cited), or a wearable's, including its own error.
 */
export function sweatErrorLPerHr(source: MassSource, sweatLPerHr: number, hours: number): number {
  if (source === 'wearable') return Math.hypot(WEARABLE.sd, WEARABLE.ownSd) * sweatLPerHr;
  return scaleErrorLPerHr(sweatLPerHr, hours);
}

function scaleErrorLPerHr(sweatLPerHr: number, hours: number): number {
  return Math.sqrt(WEIGHING.dayVariance * sweatLPerHr ** 2 + (WEIGHING.scaleL / hours) ** 2);
}

/** The evidence of one weighing. */
export interface WeighedSweat {
  /** As measured. Urine that was not measured counts as none. */
  readonly sweatLPerHr: number;
  readonly urine: UrineEvidence;
  /** Null if nobody said. */
  readonly clothing: ClothingAfter | null;
  readonly fluidLPerHr: number;
  readonly feel: HydrationFeel | null;
  /** True for a test, which is done with care. A session's scale may be wrong. */
  readonly isTest: boolean;
  readonly source: MassSource;
}

/** A weighed rate that updates a belief: L/h, and the variance of its logarithm. */
interface MeasuredRate {
  readonly sweatLPerHr: number;
  readonly noiseVariance: number;
  /** The answer that came with it, if it teaches the bias of the athlete's answers. */
  readonly feel: HydrationFeel | null;
}

/**
 * Learns from a weighed session, in both filters. What nobody answered errs to one side and never averages out, so a
 * weighing in unknown clothes lowers the plan only as far as wet clothes cannot explain it, and one of unknown
 * urine raises no ceiling and narrows nothing.
 */
export function learnWeighing(
  sweat: LearnedSweat,
  session: SweatSession,
  weighed: WeighedSweat,
): LearnedSweat {
  const answered = weighed.feel === null ? {} : countedAnswer(sweat, weighed.feel);
  const learned = { ...sweat, ...answered, observations: sweat.observations + 1 };
  if (weighed.source === 'wearable') return learnReading(learned, session, weighed);
  return weighed.urine === 'unknown'
    ? learnUnnoted(learned, session, weighed)
    : learnNoted(learned, session, weighed);
}

/** Learns from a wearable, which only ever lowers the weighed filter. */
function learnReading(sweat: LearnedSweat, session: SweatSession, weighed: WeighedSweat): LearnedSweat {
  const wearables = sweat.wearables + 1;
  const { sweatLPerHr, feel } = weighed;
  const noiseVariance = WEARABLE.sd ** 2 + wearables * WEARABLE.ownSd ** 2;
  const rate = { sweatLPerHr, noiseVariance, feel };
  const all = measuredRate(sweat.all, session, weighed, rate);
  const counted = measuredRate(sweat.weighed, session, weighed, rate);
  return { ...sweat, all, weighed: lower(session, counted, sweat.weighed), wearables };
}

/** Learns from a weighing whose urine is known, which counts in full. */
function learnNoted(sweat: LearnedSweat, session: SweatSession, weighed: WeighedSweat): LearnedSweat {
  const read = readingOf(weighed, session.hours, weighed.clothing ?? 'dry');
  const { feel } = weighed;
  const noiseVariance = noiseOf(session, read.sdKg);
  const counted = measuredRate(sweat.weighed, session, weighed, {
    sweatLPerHr: read.ceilingLPerHr,
    noiseVariance,
    feel,
  });
  return {
    ...sweat,
    all: planReading(sweat.all, session, weighed, { feel, ownSdKg: 0 }),
    weighed: weighed.isTest ? counted : withScaleGuard(counted, sweat.weighed, sweat),
    weighings: { ...sweat.weighings, [session.sport]: sweat.weighings[session.sport] + 1 },
  };
}

/**
 * Learns from a weighing of unknown urine: the means of the plan, and those of the ceiling by the upper end of the
 * reading, only if they fall. No spread narrows.
 */
function learnUnnoted(sweat: LearnedSweat, session: SweatSession, weighed: WeighedSweat): LearnedSweat {
  const unnoted = sweat.unnoted + 1;
  const ownSdKg = UNNOTED_SD_KG * Math.sqrt(unnoted);
  const all = planReading(sweat.all, session, weighed, { feel: null, ownSdKg });
  const { ceilingLPerHr, sdKg } = readingOf(weighed, session.hours, weighed.clothing ?? 'dry');
  const counted = measuredRate(sweat.weighed, session, weighed, {
    sweatLPerHr: ceilingLPerHr + scaleErrorLPerHr(ceilingLPerHr, session.hours),
    noiseVariance: noiseOf(session, Math.hypot(sdKg, ownSdKg)),
    feel: null,
  });
  const { mean } = lower(session, counted, sweat.weighed);
  return {
    ...sweat,
    all: { mean: all.mean, covariance: sweat.all.covariance },
    weighed: { mean, covariance: sweat.weighed.covariance },
    unnoted,
  };
}

/**
 * Updates the plan's belief by a weighing. In unknown clothes a fall counts only as far as wet clothes do not explain
 * it: if they explain all of it, the means stay.
 */
function planReading(
  belief: SweatBelief,
  session: SweatSession,
  weighed: WeighedSweat,
  { feel, ownSdKg }: { readonly feel: HydrationFeel | null; readonly ownSdKg: number },
): SweatBelief {
  const as = (clothing: ClothingAfter): SweatBelief => {
    const { planLPerHr, sdKg } = readingOf(weighed, session.hours, clothing);
    const noiseVariance = noiseOf(session, Math.hypot(sdKg, ownSdKg));
    return measuredRate(belief, session, weighed, { sweatLPerHr: planLPerHr, noiseVariance, feel });
  };
  const dry = as(weighed.clothing ?? 'dry');
  if (weighed.clothing !== null || !falls(session, belief, dry)) return dry;
  const wet = as('wet');
  return falls(session, belief, wet) ? wet : { mean: belief.mean, covariance: wet.covariance };
}

/** Variance of ln sweat of one weighing: day to day, scale, and its circumstances, kg, over the session's sweat. */
function noiseOf({ averagePersonLPerHr: rates, hours }: SweatSession, sdKg: number): number {
  const averageL = hours * (rates.foot + rates.bike + rates.swim);
  return WEIGHING.dayVariance + (Math.hypot(WEIGHING.scaleL, sdKg) / averageL) ** 2;
}

function lower(session: SweatSession, after: SweatBelief, before: SweatBelief): SweatBelief {
  return falls(session, before, after) ? after : before;
}

/** Updates a belief by a measured rate of the whole session, and by the answer that came with it. */
function measuredRate(
  belief: SweatBelief,
  session: SweatSession,
  { fluidLPerHr }: WeighedSweat,
  { sweatLPerHr, noiseVariance, feel }: MeasuredRate,
): SweatBelief {
  const { hours, massKg } = session;
  const expected = expectedSweat(belief, session);
  const direction: Vector4 = [
    expected.foot / expected.sum,
    expected.bike / expected.sum,
    expected.swim / expected.sum,
    0,
  ];
  const after = measure(belief, {
    direction,
    // The surprise concerns the whole sweat rate. The direction distributes it over the sports.
    value: dotLn(direction, belief.mean) + Math.log(sweatLPerHr / expected.sum),
    noiseVariance,
    clipSd: WEIGHING.clipSd,
  });
  const lossPercent = (100 * (sweatLPerHr - fluidLPerHr) * hours) / massKg;
  const withAnswer =
    feel === null || hours < ANSWER_FROM_HOURS
      ? after
      : measure(after, {
          direction: [0, 0, 0, 1],
          value: ANSWERS[feel].middle - lossPercent,
          noiseVariance: FEELING.sd ** 2,
          clipSd: WEIGHING.clipSd,
        });
  return boundMeans(withAnswer, SWEAT_LN_LIMIT);
}

function dotLn(direction: Vector4, mean: Vector4): number {
  return direction[0] * mean[0] + direction[1] * mean[1] + direction[2] * mean[2];
}
