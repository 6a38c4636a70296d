/**
 * The engine's whole vocabulary: what goes in and what comes out.
 *
 * `null` always means "not known"; the engine decides on a cautious default and says so through
 * `missingFields`, a lower confidence and a `PROFILE_MISSING_…` warning. Ranges are those that the
 * wire contract admits (§4, §5); inside them every function here is total: no throw, no NaN.
 */

export const SINGLE_SPORT_TYPES = [
  'run',
  'trail_run',
  'treadmill_run',
  'bike',
  'indoor_bike',
  'swim',
  'open_water_swim',
  'row',
  'ski',
  'hike',
  'walk',
  'lift',
  'other',
] as const;
export const MULTI_SPORT_TYPES = ['triathlon', 'duathlon', 'brick'] as const;

export type SingleSportType = (typeof SINGLE_SPORT_TYPES)[number];
export type MultiSportType = (typeof MULTI_SPORT_TYPES)[number];
export type ActivityType = SingleSportType | MultiSportType;

export type Sex = 'female' | 'male';

/** Air temperature −40–60 °C, relative humidity 0–100 %; `shade` is night or full shade. */
export interface Weather {
  readonly temperatureC: number;
  readonly humidityPercent: number;
  readonly shade: boolean;
}

/** One leg of a multi-sport activity, 1–2880 min. */
export interface Segment {
  readonly type: SingleSportType;
  readonly durationMin: number;
  readonly intensityLevel: number | null;
}

/** A session or race. Levels are integers 1–9, duration 1–2880 min, power 0–2000 W, altitude −500–9000 m. */
export interface EngineActivity {
  readonly type: ActivityType;
  readonly durationMin: number;
  readonly intensityLevel: number | null;
  readonly thermalStressLevel: number | null;
  readonly isRaceEvent: boolean;
  readonly weather: Weather | null;
  readonly averagePowerW: number | null;
  readonly altitudeM: number | null;
  /** Only for multi-sport types, 2–10 legs; null means the type's usual split. */
  readonly segments: readonly Segment[] | null;
}

/** Conditions that change advice. They may lower a number or ask for human review, never raise a number. */
export interface HealthFlags {
  readonly pregnant: boolean;
  readonly hypertension: boolean;
  readonly kidneyDisease: boolean;
  readonly heartFailure: boolean;
  readonly diuretics: boolean;
  readonly diabetesTreated: boolean;
  readonly nsaidOnRaceDay: boolean;
  readonly redsOrEatingDisorder: boolean;
}

/** The part of an athlete that the science reads. `sex` is null when unspecified. */
export interface EngineAthlete {
  readonly sex: Sex | null;
  /** Full years on the activity's day, 5–130. */
  readonly ageYears: number | null;
  readonly bodyMassKg: number | null;
  readonly heightCm: number | null;
  readonly fitnessLevel: number | null;
  readonly vo2maxMlPerKgMin: number | null;
  readonly ftpW: number | null;
  readonly sweatLevel: number | null;
  readonly saltinessLevel: number | null;
  /** Measured sweat rate, 100–4000 ml/h. */
  readonly sweatRateMlPerHr: number | null;
  /** Measured sweat sodium concentration, 200–2500 mg/l. */
  readonly sweatSodiumMgPerL: number | null;
  readonly carbToleranceGPerHr: number | null;
  readonly usualCarbGPerHr: number | null;
  readonly heatAcclimatized: boolean | null;
  readonly giHistory: boolean | null;
  readonly health: HealthFlags;
}

export type WarningSeverity = 'info' | 'caution' | 'danger';

/** A stable code with a message that an athlete understands. */
export interface Warning {
  readonly code: string;
  readonly severity: WarningSeverity;
  readonly message: string;
}

export interface Rates {
  readonly carbGPerHr: number;
  readonly sodiumMgPerHr: number;
  readonly fluidMlPerHr: number;
}

export interface Totals {
  readonly carbG: number;
  readonly sodiumMg: number;
  readonly fluidMl: number;
}

export interface Safety {
  readonly maxSafeFluidMlPerHr: number;
  readonly maxSafeSodiumMgPerHr: number;
  /** Probability 0–1 that the numbers are within ±30 % of a full laboratory work-up. */
  readonly confidenceScore: number;
  readonly warnings: readonly Warning[];
  readonly requiresHumanReview: boolean;
}

/** One step of the making of a number; `source` is a citation or `engineering choice`. */
export interface ExplanationStep {
  readonly term: string;
  readonly value: number | string | boolean | null;
  readonly unit: string | null;
  readonly note: string;
  readonly source: string;
}

export interface QuantityExplanation {
  readonly steps: readonly ExplanationStep[];
  /** The cap that decided the final value, or null when none did. */
  readonly boundBy: string | null;
}

export interface LegExplanation {
  readonly type: SingleSportType;
  readonly durationMin: number;
  readonly rates: Rates;
  readonly maxSafeFluidMlPerHr: number;
  readonly carbohydrate: QuantityExplanation;
  readonly fluid: QuantityExplanation;
  readonly sodium: QuantityExplanation;
  readonly advice: readonly string[];
}

export interface Explanation {
  readonly sweatRate: QuantityExplanation;
  readonly carbohydrate: QuantityExplanation;
  readonly fluid: QuantityExplanation;
  readonly sodium: QuantityExplanation;
  readonly maxSafeFluid: QuantityExplanation;
  readonly maxSafeSodium: QuantityExplanation;
  readonly confidence: QuantityExplanation;
  /** Multi-sport only. */
  readonly legs: readonly LegExplanation[] | null;
  /** Race-day and transition advice in sentences. */
  readonly advice: readonly string[];
}
