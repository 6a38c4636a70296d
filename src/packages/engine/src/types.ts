/**
 * Defines the engine's inputs and outputs.
 *
 * `null` always means "not provided": the engine uses a stated default and reports the gap in
 * `missingFields`, in `drivers` and in wider ranges. Within the ranges given here every function is total: no
 * throw, no NaN.
 */

import { type EngineMembers, engineMembers, PROFILE_FIELDS, SESSION_FIELDS } from './input-fields.ts';
import type { ActivityType, SingleSportType, StepMeasure } from './names.ts';
import type { Note } from './notes.ts';

export {
  type ActivityType,
  MULTI_SPORT_TYPES,
  type MultiSportType,
  RACE_FORMATS,
  type RaceFormat,
  SINGLE_SPORT_TYPES,
  type SingleSportType,
} from './names.ts';
export type { Note } from './notes.ts';

/** Sex as used in the physiology. */
export type Sex = 'female' | 'male';

/** Air temperature −40–60 °C, relative humidity 0–100 %; `shade` is night or full shade. */
export interface Weather {
  readonly temperatureC: number;
  readonly humidityPercent: number;
  readonly shade: boolean;
}

/** Weather from this minute of the event until the next entry or the end. */
export interface WeatherHour extends Weather {
  readonly atMin: number;
}

/** Constant weather for the whole event, or an hourly forecast, earliest first. */
export type EventWeather = Weather | readonly WeatherHour[];

/** One step of a structured session, with repetitions written out. */
export interface EffortStep {
  readonly durationMin: number;
  readonly measure: StepMeasure;
  readonly value: number;
}

/** One leg of a multi-sport activity, 1–2880 min, .1–2000 km. */
export interface Segment {
  readonly type: SingleSportType;
  readonly durationMin: number;
  readonly intensityLevel: number | null;
  /** Sets the effort of the leg. Not used for row, ski, lift and other. */
  readonly distanceKm: number | null;
}

/** A session or race, 1–2880 min. */
export interface EngineActivity extends EngineMembers<typeof SESSION_FIELDS> {
  readonly type: ActivityType;
  readonly durationMin: number;
  readonly weather: EventWeather | null;
  /** Only for multi-sport types, 2–10 legs. Null means the type's usual split. */
  readonly segments: readonly Segment[] | null;
  /** Steps of a structured session, which set the intensity if no level is provided. */
  readonly steps: readonly EffortStep[] | null;
}

/** The parts of an athlete used in the calculation. `sex` is null if unspecified. */
export interface EngineAthlete extends EngineMembers<typeof PROFILE_FIELDS> {
  /** Full years on the activity's day, 5–130. */
  readonly ageYears: number | null;
  /** Body mass on the record before its last change, kg. */
  readonly formerMassKg: number | null;
}

export type HealthFlags = EngineAthlete['health'];

/** A session of which nothing is known but its type and minutes. */
export const UNKNOWN_SESSION: Omit<EngineActivity, 'type' | 'durationMin'> = {
  ...engineMembers(SESSION_FIELDS, {}),
  weather: null,
  segments: null,
  steps: null,
};

/** An athlete with an empty profile. */
export const UNKNOWN_ATHLETE: EngineAthlete = {
  ...engineMembers(PROFILE_FIELDS, {}),
  ageYears: null,
  formerMassKg: null,
};

/** The three rates of an answer. */
export interface Rates {
  readonly carbGPerHr: number;
  readonly sodiumMgPerHr: number;
  readonly fluidMlPerHr: number;
}

/** The three rates over the whole session. */
export interface Totals {
  readonly carbG: number;
  readonly sodiumMg: number;
  readonly fluidMl: number;
}

/** A closed range. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/** A range to follow, and the upper end of the rates that a full lab work-up might give. */
export interface ShownRange extends Range {
  /** At least `max`, which ends at the ceiling. Above the ceiling it does not permit drinking. */
  readonly wouldNeedUpTo: number;
}

/**
 * Ranges that contain the rates of a full lab work-up in four of five cases. An end may exceed the ceiling,
 * which assumes less sweat until it is known.
 */
export interface RateRanges<Each extends Range = Range> {
  readonly carbGPerHr: Each;
  readonly sodiumMgPerHr: Each;
  readonly fluidMlPerHr: Each;
}

/** A value with the ends of its 80 % range. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** Body mass and plasma sodium at the end of the event, as shown. */
export interface ProjectedEnd {
  /** Negative for a loss. Null for an athlete whose weight must not be shown. */
  readonly bodyMassChangePercent: Estimate | null;
  /** Null in pregnancy, whose normal value is lower and not modelled. */
  readonly plasmaSodiumMmolPerL: Estimate | null;
}

/** The state at the end of the event if the plan is followed exactly, and if thirst guides the drinking. */
export interface Projection extends ProjectedEnd {
  /**
   * Body mass change at unchanged body water: food eaten, less burned fuel. Who has lost less has gained
   * water. Null for an athlete whose weight must not be shown.
   */
  readonly steadyWaterMassChangePercent: number | null;
  readonly byThirst: ProjectedEnd;
}

/** Split of the rates into drink and food. Values per litre are null if nothing is drunk. */
export interface Intake {
  readonly drinkCarbGPerL: number | null;
  readonly drinkSodiumMgPerL: number | null;
  readonly foodCarbGPerHr: number;
}

/** Fields that could narrow the estimates: athlete fields, then activity fields. */
export type DriverField =
  | 'bodyMassKg'
  | 'sex'
  | 'ageYears'
  | 'fitnessLevel'
  | 'sweatLevel'
  | 'sweatRateMlPerHr'
  | 'saltinessLevel'
  | 'sweatSodiumMgPerL'
  | 'carbToleranceGPerHr'
  | 'usualCarbGPerHr'
  | 'intensityLevel'
  | 'averagePowerW'
  | 'distanceKm'
  | 'raceFormat'
  | 'thermalStressLevel'
  | 'weather';

/** The share (0–1) by which knowing one field as well as possible would narrow each quantity. */
export interface Driver {
  readonly field: DriverField;
  readonly narrowsBy: Rates;
}

/**
 * One step in the calculation of a number. `source` says whether direction or value is cited, recalled or a
 * choice.
 */
export interface ExplanationStep {
  readonly term: string;
  readonly value: number | string | boolean | null;
  readonly unit: string | null;
  readonly note: Note;
  readonly source: string;
}

/** The steps of one quantity, in calculation order. */
export interface QuantityExplanation {
  readonly steps: readonly ExplanationStep[];
  /** The cap that set the final value. Null if none did. */
  readonly boundBy: string | null;
}

/** The steps of one leg's numbers, and its advice. */
export interface LegExplanation {
  readonly type: SingleSportType;
  readonly durationMin: number;
  readonly rates: Rates;
  readonly maxSafeFluidMlPerHr: number;
  readonly sweatRate: QuantityExplanation;
  readonly carbohydrate: QuantityExplanation;
  readonly fluid: QuantityExplanation;
  readonly sodium: QuantityExplanation;
  readonly advice: readonly Note[];
}

/** The steps of every number of an answer. */
export interface Explanation {
  readonly sweatRate: QuantityExplanation;
  readonly carbohydrate: QuantityExplanation;
  readonly balance: QuantityExplanation;
  readonly fluid: QuantityExplanation;
  readonly sodium: QuantityExplanation;
  readonly maxSafeFluid: QuantityExplanation;
  readonly maxSafeSodium: QuantityExplanation;
  readonly confidence: QuantityExplanation;
  /** Multi-sport only. */
  readonly legs: readonly LegExplanation[] | null;
  /** Race-day and transition advice. */
  readonly advice: readonly Note[];
}
