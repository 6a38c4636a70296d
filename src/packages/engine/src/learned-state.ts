/** Holds the learned state of one athlete, which prescriptions read. */

import type { ClothingAfter, EnergyLevel, GiComfort, HydrationFeel, Urinated } from './names.ts';
import type { EngineActivity, Note, Rates, SingleSportType, Weather } from './types.ts';

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

/** Both sweat filters, with the counts that determine how far they are trusted. */
export interface LearnedSweat {
  /** From all evidence. */
  readonly all: SweatBelief;
  /** From weighings, and from answers only downward. */
  readonly weighed: SweatBelief;
  readonly observations: number;
  readonly weighings: Readonly<Record<SweatSport, number>>;
  readonly answers: Readonly<Record<SweatSport, number>>;
  /** Readings by wearables so far. */
  readonly wearables: number;
  /** Weighings on a scale so far of which nobody said whether the athlete urinated. */
  readonly unnoted: number;
  /** End of the latest weighing that taught, milliseconds since 1970. No hour is weighed twice. */
  readonly weighedUntilMs: number | null;
  /** End of the latest usable weighing, also of one whose hours another had weighed. */
  readonly usableUntilMs: number | null;
  /** Latest session, milliseconds since 1970. Drift counts from here. */
  readonly updatedAtMs: number | null;
  /**
   * The profile's means for foot, bike and swim before any session: the baseline for the guard on scale
   * readings.
   */
  readonly priorMean: readonly [foot: number, bike: number, swim: number];
  readonly lastAnswer: string | null;
  /** Consecutive identical answers so far. */
  readonly sameAnswers: number;
}

/** One learned quantity: a normal belief. `observations` 0 means the profile's prior. */
export interface LearnedLatent {
  readonly mean: number;
  readonly variance: number;
  readonly observations: number;
  readonly updatedAtMs: number | null;
}

/** A report of drinking that may dilute the blood. */
interface DrinkingAlarm {
  readonly severity: 'caution' | 'danger';
  readonly rateMlPerHr: number;
}

/**
 * Everything learned about an athlete. Plain data, stored as JSON and produced only as a fold over history,
 * so equal histories give equal states.
 */
export interface LearnedState {
  readonly sweat: LearnedSweat;
  /** Carbohydrate tolerance on foot and on the bike, g/h, 25–130. */
  readonly runCarbToleranceGPerHr: LearnedLatent;
  readonly bikeCarbToleranceGPerHr: LearnedLatent;
  /**
   * Highest recorded rates answered good or excellent, g/h, on rides and in all other sports that train the
   * gut.
   */
  readonly practisedCarbGPerHr: { readonly foot: number; readonly bike: number };
  /** Natural logarithm of the personal carbohydrate need, ±0.35. */
  readonly carbNeedLn: LearnedLatent;
  /**
   * Natural logarithm of sweat sodium concentration relative to 920 mg/L, ±0.8. Changed only by lab values.
   */
  readonly sweatSodiumLn: LearnedLatent;
  /** Sessions for which drinking remains limited after a dangerous report. */
  readonly cautiousSessionsLeft: number;
  /** Dangerous reports within 30 days of the latest event, at most the latest ten. */
  readonly overdrinkAtMs: readonly number[];
  /** Alarm from the latest session. Null if it raised none. */
  readonly lastAlarm: DrinkingAlarm | null;
  /** True once a low rate was answered with poor gut comfort. */
  readonly giHistory: boolean;
  /** Consecutive latest sessions with good gut comfort or better. */
  readonly goodGutStreak: number;
}

/**
 * Smallest standard deviation of a learned multiplier with and without weighings (O'Neal 2014: runners misjudge
 * losses by half).
 */
const SD_FLOOR = { weighed: 0.06, answersOnly: 0.14 } as const;
/** Answers in one sport before its multiplier counts as learned. */
const ANSWERS_TO_KNOW = 3;

/** Returns whether any session was weighed, in any sport. */
export function hasWeighing(sweat: LearnedSweat): boolean {
  return sweat.weighings.foot + sweat.weighings.bike + sweat.weighings.swim > 0;
}

/**
 * Returns the smallest standard deviation of ln sweat rate that this evidence supports: .06 with weighings,
 * .14 with answers only.
 */
export function floorOfSweatSd(sweat: LearnedSweat): number {
  return hasWeighing(sweat) ? SD_FLOOR.weighed : SD_FLOOR.answersOnly;
}

/** Returns whether a weighing or three answers in this sport were learned from. */
export function isSweatKnown(sweat: LearnedSweat, sport: SweatSport): boolean {
  return sweat.weighings[sport] > 0 || sweat.answers[sport] >= ANSWERS_TO_KNOW;
}

export type { ClothingAfter, EnergyLevel, GiComfort, HydrationFeel, Urinated } from './names.ts';

/** The instrument that measured body mass before and after. */
export type MassSource = 'scale' | 'wearable';

/** An athlete's report after a session. Every answer may be missing. */
export interface FeedbackEvent {
  readonly kind: 'feedback';
  readonly id: string;
  /** Time of the session, milliseconds since 1970. */
  readonly atMs: number;
  readonly activity: EngineActivity;
  /** Stored prescription of the session. Null if today's engine must calculate it. */
  readonly prescribed: Rates | null;
  readonly giComfort: GiComfort | null;
  readonly energyLevel: EnergyLevel | null;
  readonly hydrationFeel: HydrationFeel | null;
  readonly carbsGrams: number | null;
  readonly fluidMl: number | null;
  readonly bodyMassBeforeKg: number | null;
  readonly bodyMassAfterKg: number | null;
  readonly source: MassSource;
  readonly urineMl: number | null;
  readonly urinated: Urinated | null;
  readonly clothingAfter: ClothingAfter | null;
  /** True if only the day of the session is known. */
  readonly isDayOnly: boolean;
}

/** A sweat test: weighed before and after, with all intake recorded. */
export interface SweatTestEvent {
  readonly kind: 'sweat_test';
  readonly id: string;
  readonly atMs: number;
  readonly type: SingleSportType;
  readonly durationMin: number;
  readonly intensityLevel: number | null;
  readonly thermalStressLevel: number | null;
  readonly weather: Weather | null;
  readonly bodyMassBeforeKg: number;
  readonly bodyMassAfterKg: number;
  readonly source: MassSource;
  readonly fluidMl: number;
  readonly foodG: number | null;
  readonly urineMl: number | null;
  readonly urinated: Urinated | null;
  /** Dry if not answered: the form of a test asks for it. */
  readonly clothingAfter: ClothingAfter | null;
  readonly sweatSodiumMgPerL: number | null;
}

/** One event of a history. */
export type LearningEvent = FeedbackEvent | SweatTestEvent;

/** Names of the learned quantities, as stored and shown. */
export type LearnedParameter =
  | 'sweat_rate_multiplier'
  | 'bike_sweat_rate_multiplier'
  | 'swim_sweat_rate_multiplier'
  | 'answer_bias_percent'
  | 'run_carb_tolerance'
  | 'bike_carb_tolerance'
  | 'practised_run_carb'
  | 'practised_bike_carb'
  | 'carb_need_multiplier'
  | 'sweat_sodium';

/** One change made by an event, in the unit shown to athletes. */
export interface LearnedChange {
  readonly parameter: LearnedParameter;
  readonly before: number;
  readonly after: number;
  readonly unit: string;
  readonly reason: Note;
}

/** Result of folding one event: the state after it, and the record of its changes. */
export interface LearningStep {
  readonly state: LearnedState;
  readonly changes: readonly LearnedChange[];
  /** Observations that changed no number. */
  readonly remarks: readonly Note[];
}

/** Sweat rate of a weighed session. */
export interface SweatTestResult {
  readonly sweatRateMlPerHr: number;
  readonly standardErrorMlPerHr: number;
  /** False if the test is too short or its result implausible. It then teaches nothing. */
  readonly usable: boolean;
}
