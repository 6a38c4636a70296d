/**
 * Learns sweat rate from answers and, in `learning-weighings.ts`, from weighings, with two filters over foot, bike, swim and the bias of the
 * athlete's answers. One uses all evidence. The other uses weighings, and answers only if they indicate less
 * sweat (SCIENCE §10).
 */

import { answer, boundMeans, limitVariances, matrix, type VarianceLimits } from './beliefs.ts';
import type { Body } from './effort.ts';
import type { HydrationFeel, LearnedSweat, SweatBelief, SweatSport } from './learned-state.ts';
import { DAY_MS } from './numbers.ts';
import { priorSweat, SWEAT_INDEX, SWEAT_LN_LIMIT, SWEAT_SD, sweatSportOf } from './personal.ts';
import type { EventPlan } from './plan.ts';
import type { EngineAthlete } from './types.ts';

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
/** Variance to which drift grows before a weighing that narrows nothing. */
const UNNOTED_VARIANCE = 0.28 ** 2;
/** Range of loss that each answer represents, % of body mass, and its middle. */
export const ANSWERS: Readonly<Record<HydrationFeel, { low: number; high: number; middle: number }>> = {
  over_hydrated: { low: Number.NEGATIVE_INFINITY, high: -0.5, middle: -1 },
  well_hydrated: { low: -0.5, high: 1.5, middle: 0.6 },
  slightly_dehydrated: { low: 1.5, high: 3, middle: 2.2 },
  dehydrated: { low: 3, high: Number.POSITIVE_INFINITY, middle: 3.6 },
};
/** Spread of a perceived loss, % of body mass, and the factors that widen it. */
export const FEELING = {
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
    unnoted: 0,
    weighedUntilMs: null,
    usableUntilMs: null,
    updatedAtMs: null,
    priorMean: [belief.mean[0], belief.mean[1], belief.mean[2]],
    lastAnswer: null,
    sameAnswers: 0,
  };
}

/** Widens the belief by the time since the last session. */
export function driftTo(sweat: LearnedSweat, atMs: number): LearnedSweat {
  return drifted(sweat, atMs, () => [LARGEST_VARIANCE, LARGEST_VARIANCE, LARGEST_VARIANCE]);
}

/** Widens the belief before a weighing of unknown urine, which must not cost more certainty than a profile has. */
export function driftToUnnoted(sweat: LearnedSweat, atMs: number): LearnedSweat {
  return drifted(sweat, atMs, ({ covariance }) => [
    Math.max(UNNOTED_VARIANCE, covariance[0][0]),
    Math.max(UNNOTED_VARIANCE, covariance[1][1]),
    Math.max(UNNOTED_VARIANCE, covariance[2][2]),
  ]);
}

function drifted(
  sweat: LearnedSweat,
  atMs: number,
  limitsOf: (belief: SweatBelief) => VarianceLimits,
): LearnedSweat {
  const days =
    sweat.updatedAtMs === null ? 0 : Math.min(DRIFT.days, Math.max(0, atMs - sweat.updatedAtMs) / DAY_MS);
  const shared = (days * DRIFT.shared ** 2) / DRIFT.days;
  const own = (days * DRIFT.own ** 2) / DRIFT.days;
  const widened = (belief: SweatBelief): SweatBelief => ({
    mean: belief.mean,
    covariance: limitVariances(
      matrix((row, column) => {
        const current = belief.covariance[row][column];
        return row === 3 || column === 3 ? current : current + shared + (row === column ? own : 0);
      }),
      limitsOf(belief),
    ),
  });
  return {
    ...sweat,
    all: widened(sweat.all),
    weighed: widened(sweat.weighed),
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

/** Returns the sweat rates expected by a belief, L/h, by sport, and their sum. */
export function expectedSweat(belief: SweatBelief, { averagePersonLPerHr }: SweatSession) {
  const foot = averagePersonLPerHr.foot * Math.exp(belief.mean[0]);
  const bike = averagePersonLPerHr.bike * Math.exp(belief.mean[1]);
  const swim = averagePersonLPerHr.swim * Math.exp(belief.mean[2]);
  return { foot, bike, swim, sum: foot + bike + swim };
}

/** Returns whether the mean of the session's sport falls. */
export function falls({ sport }: SweatSession, before: SweatBelief, after: SweatBelief): boolean {
  const index = SWEAT_INDEX[sport];
  return after.mean[index] < before.mean[index];
}

/** Returns what counts an answer towards those given in a row. */
export function countedAnswer(sweat: LearnedSweat, feel: HydrationFeel) {
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
  const all = updated(sweat.all);
  const isAllKept = noted || falls(session, sweat.all, all);
  const weighed = updated(sweat.weighed);
  const isWeighedKept = falls(session, sweat.weighed, weighed);
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
