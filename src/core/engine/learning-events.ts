/** Defines the events that teach, and the record of what each one changed. */

import type { LearnedState } from './learned-state.ts';
import type { EnergyLevel, GiComfort, HydrationFeel } from './names.ts';
import type { EngineActivity, Note, Rates, SingleSportType, Weather } from './types.ts';

export type { EnergyLevel, GiComfort, HydrationFeel } from './names.ts';

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
  readonly urineMl: number | null;
}

/** A sweat test: weighed before and after, with all intake and urine recorded. */
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
  readonly fluidMl: number;
  readonly foodG: number | null;
  readonly urineMl: number | null;
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
