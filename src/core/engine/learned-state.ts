/** Holds the learned state of one athlete, which prescriptions read. */

/**
 * Sports that share one learned sweat multiplier: on foot (with ski and lift), cycling and rowing, swimming.
 */
export type SweatSport = 'foot' | 'bike' | 'swim';

/** Foot, bike, swim (logarithms of sweat multipliers), answer bias (% of body mass). */
export type Vector4 = readonly [number, number, number, number];
/** Covariance of the four. */
export type Matrix4 = readonly [Vector4, Vector4, Vector4, Vector4];

/** A normal belief over the four. */
export interface SweatBelief {
  readonly mean: Vector4;
  readonly covariance: Matrix4;
}

/** Both filters over sweat, with the counts that decide how far they are trusted. */
export interface LearnedSweat {
  /** From all evidence. */
  readonly all: SweatBelief;
  /** From weighings, and from answers only downward. */
  readonly weighed: SweatBelief;
  readonly observations: number;
  readonly weighings: Readonly<Record<SweatSport, number>>;
  readonly answers: Readonly<Record<SweatSport, number>>;
  /** Latest session, milliseconds since 1970; drift counts from here. */
  readonly updatedAtMs: number | null;
  /** The profile's means of foot, bike and swim before any session: what the scale's guard measures from. */
  readonly priorMean: readonly [foot: number, bike: number, swim: number];
  readonly lastAnswer: string | null;
  /** Consecutive identical answers before the next one. */
  readonly sameAnswers: number;
}

/** One learned quantity: a normal belief. `observations` 0 means the profile's prior counts. */
export interface LearnedLatent {
  readonly mean: number;
  readonly variance: number;
  readonly observations: number;
  readonly updatedAtMs: number | null;
}

/** A report of drinking that may dilute the blood. */
export interface DrinkingAlarm {
  readonly severity: 'caution' | 'danger';
  readonly rateMlPerHr: number;
}

/**
 * Everything learned about an athlete. Plain data, stored as JSON; produced only as a fold over history, so
 * equal histories give equal states.
 */
export interface LearnedState {
  readonly sweat: LearnedSweat;
  /** Carbohydrate tolerance on foot and on the bike, g/h, 25–130. */
  readonly runCarbToleranceGPerHr: LearnedLatent;
  readonly bikeCarbToleranceGPerHr: LearnedLatent;
  /** Highest noted doses that were answered good or excellent, g/h, on rides and in all other sports that teach a gut. */
  readonly practisedCarbGPerHr: { readonly foot: number; readonly bike: number };
  /** Logarithm of the personal carbohydrate need, ±0.35. */
  readonly carbNeedLn: LearnedLatent;
  /** Logarithm of sweat sodium relative to 920 mg/L, ±0.8; moves only by laboratory values. */
  readonly sweatSodiumLn: LearnedLatent;
  /** Sessions for which drinking stays held back after a dangerous report. */
  readonly cautiousSessionsLeft: number;
  /** Dangerous reports within 30 days of the latest event, the latest ten. */
  readonly overdrinkAtMs: readonly number[];
  /** The latest session's alarm, null if it raised none. */
  readonly lastAlarm: DrinkingAlarm | null;
  /** True once a low dose was answered with a poor gut. */
  readonly giHistory: boolean;
  /** Consecutive latest sessions with at least good gut comfort. */
  readonly goodGutStreak: number;
}

/**
 * Smallest standard deviation of a learned multiplier with and without weighings (O'Neal 2014: runners
 * misjudge losses by half; sizes: engineering choice).
 */
const SD_FLOOR = { weighed: 0.06, answersOnly: 0.14 } as const;
/** Answers in one sport from which its multiplier counts as learned. Engineering choice. */
const ANSWERS_TO_KNOW = 3;

/** Returns whether any sport was ever weighed. */
export function hasWeighing(sweat: LearnedSweat): boolean {
  return sweat.weighings.foot + sweat.weighings.bike + sweat.weighings.swim > 0;
}

/**
 * Returns the smallest standard deviation of ln sweat that this evidence supports: .06 weighed, .14 by
 * answers only.
 */
export function floorOfSweatSd(sweat: LearnedSweat): number {
  return hasWeighing(sweat) ? SD_FLOOR.weighed : SD_FLOOR.answersOnly;
}

/** Returns whether a weighing or three answers in this sport were learned from. */
export function isSweatKnown(sweat: LearnedSweat, sport: SweatSport): boolean {
  return sweat.weighings[sport] > 0 || sweat.answers[sport] >= ANSWERS_TO_KNOW;
}
