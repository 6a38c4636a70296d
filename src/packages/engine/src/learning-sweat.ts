/**
 * Learns sweat rate from weighings and answers, with two filters over foot, bike, swim and the bias of the
 * athlete's answers. One uses all evidence. The other uses weighings, and answers only if they indicate less
 * sweat (SCIENCE §10).
 */

import { answer, boundMeans, limitVariances, matrix, measure } from './beliefs.ts';
import type { Body } from './effort.ts';
import type {
  HydrationFeel,
  LearnedSweat,
  MassSource,
  SweatBelief,
  SweatSport,
  Vector4,
} from './learned-state.ts';
import { DAY_MS } from './numbers.ts';
import { priorSweat, SWEAT_INDEX, SWEAT_LN_LIMIT, SWEAT_SD, sweatSportOf } from './personal.ts';
import type { EventPlan } from './plan.ts';
import type { EngineAthlete } from './types.ts';

/** Assumed urine if none was recorded: up to this volume, reached over these hours (recalled). */
const ABSENT_URINE = { l: 0.25, overHours: 2 } as const;
/** Minimum share of a weighed sweat rate that counts, and minimum rate. */
const LEAST_COUNTED = { share: 0.8, lPerHr: 0.05 } as const;

/** Returns the sweat rate, L/h, that the ceiling may rely on from a weighing without recorded urine. */
export function sweatWithoutUrineNoted(sweatLPerHr: number, hours: number): number {
  const urineLPerHr = (ABSENT_URINE.l * Math.min(1, hours / ABSENT_URINE.overHours)) / hours;
  return Math.max(LEAST_COUNTED.lPerHr, LEAST_COUNTED.share * sweatLPerHr, sweatLPerHr - urineLPerHr);
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

/**
 * Standard deviations of the prior at σ .28: shared between sports, and specific to each; bias of answers, % of
 * body mass.
 */
const PRIOR = { shared: 0.235, own: { foot: 0.15, bike: 0.15, swim: 0.25 }, bias: 0.8 } as const;
/**
 * Drift over 60 days, ln: shared and sport-specific. Longer breaks drift no further
 * (season, fitness, heat).
 */
const DRIFT = { days: 60, shared: 0.15, own: 0.08 } as const;
const LARGEST_VARIANCE = 0.4 ** 2;
/** Noise of a weighed session: day to day, and scale and clothes in litres of sweat. Smith 2021 cited. */
const WEIGHING = { dayVariance: 0.02, scaleL: 0.14, clipSd: 3, shortestHours: 0.5 } as const;
/**
 * Noise of a wearable's reading, ln: from session to session, and a share that grows with each reading, because
 * its own error never averages out.
 */
const WEARABLE = { sd: 0.35, ownSd: 0.25 } as const;
/** Range of loss that each answer represents, % of body mass, and its middle. */
const ANSWERS: Readonly<Record<HydrationFeel, { low: number; high: number; middle: number }>> = {
  over_hydrated: { low: Number.NEGATIVE_INFINITY, high: -0.5, middle: -1 },
  well_hydrated: { low: -0.5, high: 1.5, middle: 0.6 },
  slightly_dehydrated: { low: 1.5, high: 3, middle: 2.2 },
  dehydrated: { low: 3, high: Number.POSITIVE_INFINITY, middle: 3.6 },
};
/** Spread of a perceived loss, % of body mass, and the factors that widen it. */
const FEELING = {
  sd: 1.2,
  intakeShareNotNoted: 0.35,
  drunkShareNotNoted: 0.85,
  notNotedFactor: 1.6,
  perSameAnswer: 0.7,
  sameAnswersCounted: 10,
  carelessShare: 0.1,
  carelessLikelihood: 0.25,
  largestStep: 0.15,
} as const;
/** Minimum session hours for answers to count. */
export const ANSWER_FROM_HOURS = 0.75;

/** Returns the belief before any session, identical in both filters. */
export function initialSweat(athlete: EngineAthlete, body: Body): LearnedSweat {
  const sports = ['foot', 'bike', 'swim'] as const;
  const priors = sports.map((sport) => priorSweat(athlete, body, sport));
  const scale = (index: number): number => (priors[index]?.standardDeviation ?? 0) / SWEAT_SD.none;
  const belief: SweatBelief = {
    mean: [priors[0]?.ln ?? 0, priors[1]?.ln ?? 0, priors[2]?.ln ?? 0, 0],
    covariance: matrix((row, column) => {
      if (row === 3 || column === 3) return row === column ? PRIOR.bias ** 2 : 0;
      const own = row === column ? PRIOR.own[sports[row]] ** 2 : 0;
      return (PRIOR.shared ** 2 + own) * scale(row) * scale(column);
    }),
  };
  return {
    all: belief,
    weighed: belief,
    observations: 0,
    weighings: { foot: 0, bike: 0, swim: 0 },
    answers: { foot: 0, bike: 0, swim: 0 },
    wearables: 0,
    updatedAtMs: null,
    priorMean: [belief.mean[0], belief.mean[1], belief.mean[2]],
    lastAnswer: null,
    sameAnswers: 0,
  };
}

/** Widens the belief by the time since the last session. */
export function driftTo(sweat: LearnedSweat, atMs: number): LearnedSweat {
  const days =
    sweat.updatedAtMs === null ? 0 : Math.min(DRIFT.days, Math.max(0, atMs - sweat.updatedAtMs) / DAY_MS);
  const shared = (days * DRIFT.shared ** 2) / DRIFT.days;
  const own = (days * DRIFT.own ** 2) / DRIFT.days;
  const drifted = (belief: SweatBelief): SweatBelief => ({
    mean: belief.mean,
    covariance: limitVariances(
      matrix((row, column) => {
        const current = belief.covariance[row][column];
        return row === 3 || column === 3 ? current : current + shared + (row === column ? own : 0);
      }),
      LARGEST_VARIANCE,
    ),
  });
  return {
    ...sweat,
    all: drifted(sweat.all),
    weighed: drifted(sweat.weighed),
    updatedAtMs: Math.max(atMs, sweat.updatedAtMs ?? atMs),
  };
}

/** One session as filter input: sweat rate of an average person by learned sport. */
export interface SweatSession {
  readonly hours: number;
  readonly massKg: number;
  /** Average person's sweat rate over the event's hours, L/h, by sport. 0 for sports not in the session. */
  readonly averagePersonLPerHr: Readonly<Record<SweatSport, number>>;
  /** Sport of the longest leg. */
  readonly sport: SweatSport;
}

/** Maps a finished calculation to filter input. `massKg` is the body mass on that day. */
export function sweatSessionOf(plan: EventPlan, massKg: number): SweatSession {
  const rates = { foot: 0, bike: 0, swim: 0 };
  for (const leg of plan.legs) {
    rates[sweatSportOf(leg.sport)] += (leg.sweat.averagePersonLPerHr * leg.hours) / plan.hours;
  }
  return {
    hours: plan.hours,
    massKg,
    averagePersonLPerHr: rates,
    sport: sweatSportOf(plan.longest.sport),
  };
}

/** Sweat rates expected by the belief, L/h, by sport, and their sum. */
function expectedSweat(belief: SweatBelief, { averagePersonLPerHr }: SweatSession) {
  const foot = averagePersonLPerHr.foot * Math.exp(belief.mean[0]);
  const bike = averagePersonLPerHr.bike * Math.exp(belief.mean[1]);
  const swim = averagePersonLPerHr.swim * Math.exp(belief.mean[2]);
  return { foot, bike, swim, sum: foot + bike + swim };
}

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
  return Math.sqrt(WEIGHING.dayVariance * sweatLPerHr ** 2 + (WEIGHING.scaleL / hours) ** 2);
}

/** The evidence of one weighing. */
interface WeighedSweat {
  /** As measured. Missing urine counts as none. */
  readonly sweatLPerHr: number;
  /** Rate that the ceiling may rely on: assumes some urine if none was recorded. */
  readonly countedSweatLPerHr: number;
  readonly fluidLPerHr: number;
  readonly feel: HydrationFeel | null;
  /** True for a test, which is done with care. A session's scale may be wrong. */
  readonly isTest: boolean;
  readonly source: MassSource;
}

/**
 * Learns from a weighed session, in both filters; a wearable can only lower the weighed one. An answer that comes
 * with it teaches the bias of this athlete's answers.
 */
export function learnWeighing(
  sweat: LearnedSweat,
  session: SweatSession,
  weighed: WeighedSweat,
): LearnedSweat {
  const { averagePersonLPerHr: rates, hours } = session;
  const average = rates.foot + rates.bike + rates.swim;
  const isWearable = weighed.source === 'wearable';
  const noiseVariance = isWearable
    ? WEARABLE.sd ** 2 + (sweat.wearables + 1) * WEARABLE.ownSd ** 2
    : WEIGHING.dayVariance + (WEIGHING.scaleL / (hours * average)) ** 2;
  const updated = (belief: SweatBelief, sweatLPerHr: number): SweatBelief => {
    const lossPercent = (100 * (sweatLPerHr - weighed.fluidLPerHr) * hours) / session.massKg;
    const expected = expectedSweat(belief, session);
    const direction: Vector4 = [
      expected.foot / expected.sum,
      expected.bike / expected.sum,
      expected.swim / expected.sum,
      0,
    ];
    const mixed = dotLn(direction, belief.mean);
    const after = measure(belief, {
      direction,
      // The surprise concerns the whole sweat rate. The direction distributes it over the sports.
      value: mixed + Math.log(sweatLPerHr / expected.sum),
      noiseVariance,
      clipSd: WEIGHING.clipSd,
    });
    const withAnswer =
      weighed.feel === null || hours < ANSWER_FROM_HOURS
        ? after
        : measure(after, {
            direction: [0, 0, 0, 1],
            value: ANSWERS[weighed.feel].middle - lossPercent,
            noiseVariance: FEELING.sd ** 2,
            clipSd: WEIGHING.clipSd,
          });
    return boundMeans(withAnswer, SWEAT_LN_LIMIT);
  };
  const counted = updated(sweat.weighed, weighed.countedSweatLPerHr);
  const index = SWEAT_INDEX[session.sport];
  const lowered = counted.mean[index] < sweat.weighed.mean[index] ? counted : sweat.weighed;
  const guarded = weighed.isTest ? counted : withScaleGuard(counted, sweat.weighed, sweat);
  return {
    ...sweat,
    all: updated(sweat.all, weighed.sweatLPerHr),
    weighed: isWearable ? lowered : guarded,
    observations: sweat.observations + 1,
    ...(isWearable
      ? { wearables: sweat.wearables + 1 }
      : { weighings: { ...sweat.weighings, [session.sport]: sweat.weighings[session.sport] + 1 } }),
    ...(weighed.feel === null ? {} : countedAnswer(sweat, weighed.feel)),
  };
}

function dotLn(direction: Vector4, mean: Vector4): number {
  return direction[0] * mean[0] + direction[1] * mean[1] + direction[2] * mean[2];
}

function countedAnswer(sweat: LearnedSweat, feel: HydrationFeel) {
  return { lastAnswer: feel, sameAnswers: sweat.lastAnswer === feel ? sweat.sameAnswers + 1 : 0 };
}

/** An answer with the amount drunk. */
export interface FeltSession {
  readonly feel: HydrationFeel;
  /** Recorded intake, L/h. Null if only the prescription is known. */
  readonly notedLPerHr: number | null;
  readonly prescribedLPerHr: number;
}

/** Learns from an answer. `moved` is false if neither filter used it. */
export function learnAnswer(
  sweat: LearnedSweat,
  session: SweatSession,
  felt: FeltSession,
): { readonly sweat: LearnedSweat; readonly moved: boolean } {
  const counted = { ...sweat, ...countedAnswer(sweat, felt.feel) };
  const noted = felt.notedLPerHr !== null;
  const drunkLPerHr = felt.notedLPerHr ?? FEELING.drunkShareNotNoted * felt.prescribedLPerHr;
  const percentPerLPerHr = (100 * session.hours) / session.massKg;
  const intakeSd = noted ? 0 : FEELING.intakeShareNotNoted * felt.prescribedLPerHr * percentPerLPerHr;
  const same = Math.min(FEELING.sameAnswersCounted, counted.sameAnswers);
  const noiseSd =
    Math.hypot(FEELING.sd, intakeSd) *
    (1 + FEELING.perSameAnswer * same) *
    (noted ? 1 : FEELING.notNotedFactor);
  const index = SWEAT_INDEX[session.sport];
  const updated = (belief: SweatBelief): SweatBelief => {
    const expected = expectedSweat(belief, session);
    const { low, high } = ANSWERS[felt.feel];
    return boundMeans(
      answer(belief, {
        direction: [
          percentPerLPerHr * expected.foot,
          percentPerLPerHr * expected.bike,
          percentPerLPerHr * expected.swim,
          1,
        ],
        expected: percentPerLPerHr * (expected.sum - drunkLPerHr) + belief.mean[3],
        low,
        high,
        noiseSd,
        carelessShare: FEELING.carelessShare,
        carelessLikelihood: FEELING.carelessLikelihood,
        limited: index,
        largestStep: FEELING.largestStep,
      }),
      SWEAT_LN_LIMIT,
    );
  };
  const falls = (before: SweatBelief, after: SweatBelief): boolean => after.mean[index] < before.mean[index];
  const all = updated(sweat.all);
  const isAllKept = noted || falls(sweat.all, all);
  const weighed = updated(sweat.weighed);
  const isWeighedKept = falls(sweat.weighed, weighed);
  const moved = isAllKept || isWeighedKept;
  return {
    sweat: {
      ...counted,
      all: isAllKept ? all : sweat.all,
      weighed: isWeighedKept ? weighed : sweat.weighed,
      observations: sweat.observations + (moved ? 1 : 0),
      answers: moved
        ? { ...sweat.answers, [session.sport]: sweat.answers[session.sport] + 1 }
        : sweat.answers,
    },
    moved,
  };
}
