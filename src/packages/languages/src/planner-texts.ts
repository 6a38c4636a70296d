import type { Hours } from './phrasing.ts';
import type { MeasuredText, Text } from './text.ts';

/** A number's name and unit. */
export interface LabelledText {
  readonly label: string;
  readonly unit: string;
}

/** Sports, sexes and fields of the planner, as named in the URL and on the wire. */
type SportName = 'run' | 'trail_run' | 'bike' | 'triathlon' | 'hike' | 'row' | 'ski' | 'open_water_swim';
type RaceFormatName = 'sprint' | 'olympic' | '70.3' | 'ironman';
type SexName = 'female' | 'male' | 'unspecified';
type DialName =
  | 'duration_min'
  | 'intensity_level'
  | 'temperature_c'
  | 'humidity_percent'
  | 'age_years'
  | 'height_cm'
  | 'body_mass_kg'
  | 'fitness_level';
type TickName = 'is_race_event' | 'shade' | 'heat_acclimatized' | 'gi_history';
type MeasureName =
  | 'distance_km'
  | 'elevation_gain_m'
  | 'altitude_m'
  | 'pack_kg'
  | 'average_power_w'
  | 'sweat_rate_ml_per_hr'
  | 'sweat_sodium_mg_per_l'
  | 'usual_carb_g_per_hr'
  | 'vo2max_ml_per_kg_min'
  | 'ftp_w';
/** Fields without a control in the planner that may narrow its numbers most. */
type OtherField = 'birth_year' | 'thermal_stress_level' | 'weather';

interface Guess<Figure extends number> {
  readonly label: string;
  readonly figures: Readonly<Record<Figure, string>>;
}

/** Texts of the planner's form. */
export interface ControlTexts {
  readonly form: string;
  readonly session: string;
  readonly weather: string;
  readonly you: string;
  /** Says that the person is fictional and invites readers to enter their own figures. */
  readonly madeUp: string;
  readonly measured: string;
  /** Says that conditions and medication also change the numbers, and that only the API takes them. */
  readonly health: string;
  readonly calculate: string;
  readonly notKnown: string;
  readonly sex: string;
  readonly sports: Readonly<Record<SportName, string>>;
  /** The courses of a triathlon. */
  readonly raceFormat: { readonly label: string; readonly names: Readonly<Record<RaceFormatName, string>> };
  readonly sexes: Readonly<Record<SexName, string>>;
  readonly dials: Readonly<Record<DialName, LabelledText>>;
  /** Nine levels, from a stroll to all out. */
  readonly intensities: readonly string[];
  /** Nine levels, from untrained to world class. */
  readonly fitness: readonly string[];
  readonly ticks: Readonly<Record<TickName, string>>;
  readonly guesses: {
    readonly sweat_level: Guess<2 | 4 | 5 | 6 | 8>;
    readonly saltiness_level: Guess<2 | 5 | 8>;
    readonly carb_tolerance_g_per_hr: Guess<30 | 45 | 60 | 75 | 90 | 120>;
  };
  readonly measures: Readonly<Record<MeasureName, LabelledText>>;
  readonly others: Readonly<Record<OtherField, string>>;
  /** Says that a value was outside the planner's bounds. */
  readonly bounds: Text<{ readonly from: string; readonly to: string }>;
}

/** Names of the prescribed quantities. */
interface Quantities {
  readonly carbohydrate: string;
  readonly fluid: string;
  readonly sodium: string;
}

/** Texts of the planner's result: numbers, plan, and the reason for each number. */
export interface PlannerTexts extends Hours {
  readonly controls: ControlTexts;
  readonly quantities: Quantities;
  readonly everyHour: string;
  readonly perHour: string;
  readonly limit: Text<{ readonly amount: string }>;
  readonly shortLimit: Text<{ readonly amount: number | string }>;
  readonly range: Text<{ readonly from: number; readonly to: number; readonly unit: string }>;
  readonly rangeToLimit: Text<{ readonly from: number; readonly unit: string }>;
  /** The honest end of a range above its limit, and the field that would raise the limit. */
  readonly mayNeed: Text<{
    readonly upTo: number;
    readonly limit: number;
    readonly unit: string;
    readonly field: string;
  }>;
  readonly total: Text<{ readonly amount: string }>;
  readonly litres: Text<{ readonly value: number }>;
  readonly during: string;
  readonly nothing: string;
  readonly lanes: Readonly<Record<'drink' | 'water' | 'gel' | 'food' | 'capsule', string>>;
  readonly strength: MeasuredText<{ readonly gPerL: number }>;
  readonly until: Text<{ readonly time: string }>;
  /** Joins the items of a list. */
  readonly list: (parts: readonly string[]) => string;
  readonly asList: string;
  readonly sum: Text<{ readonly carbG: number; readonly targetG: number }>;
  readonly thirst: string;
  readonly review: string;
  readonly confidence: Text<{ readonly percent: number }>;
  readonly driver: Text<{ readonly field: string; readonly what: string; readonly percent: number }>;
  readonly failed: string;
  readonly tooMany: string;
  readonly outOfDate: string;
  readonly announced: Text<{ readonly carbG: number; readonly fluid: string; readonly limit: string }>;
  readonly why: WhyTexts;
}

interface Liters {
  readonly sweat: string;
  readonly cautious: string;
}

/** Explanations of the numbers, each in a sentence or two that a runner understands. */
export interface WhyTexts {
  readonly heading: string;
  readonly titles: Quantities & { readonly limit: string };
  readonly steps: string;
  readonly carbohydrate: {
    readonly target: Text<{ readonly duration: string; readonly guidelineG: number }>;
    readonly legs: string;
    readonly practised: Text<{ readonly grams: number }>;
    readonly assumed: Text<{ readonly grams: number; readonly targetG: number }>;
    readonly giHistory: Text<{ readonly grams: number }>;
    readonly demand: string;
    readonly untrained: Text<{ readonly grams: number }>;
    readonly absolute: Text<{ readonly grams: number }>;
    readonly young: string;
    readonly drink: string;
    readonly none: string;
  };
  readonly fluid: {
    readonly share: Text<{ readonly sweat: string; readonly percent: number }>;
    readonly loss: Text<{ readonly sweat: string }>;
    readonly plasma: Text<{ readonly sweat: string }>;
    readonly carrier: string;
    readonly short: string;
    /** The separator of two sentences: a space, or nothing in Japanese. */
    readonly gap: string;
    readonly gut: string;
    readonly limit: MeasuredText<{ readonly limitMl: number }>;
    readonly losses: Text<{ readonly sweat: string }>;
    readonly noGain: string;
    readonly none: string;
    readonly other: string;
  };
  readonly limit: {
    readonly unknownSex: string;
    readonly mass: Text<Liters>;
    readonly plasma: Text<Liters>;
    readonly symptoms: Text<Liters>;
    readonly gut: string;
    readonly floor: string;
    readonly other: string;
  };
  readonly sodium: {
    readonly practice: MeasuredText<{ readonly mgPerL: number }>;
    readonly need: string;
    readonly measured: string;
    readonly losses: string;
    readonly drink: string;
    readonly limit: string;
    readonly none: string;
  };
}
