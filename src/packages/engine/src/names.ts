/**
 * Defines the closed lists of names in the engine's input and output: sports, answers, fields that may be
 * missing.
 */

/** Single-sport activity types. */
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
/** Multi-sport activity types. */
export const MULTI_SPORT_TYPES = ['triathlon', 'duathlon', 'brick'] as const;

/** Type of a single-sport activity or leg. */
export type SingleSportType = (typeof SINGLE_SPORT_TYPES)[number];
/** Type of a multi-sport activity. */
export type MultiSportType = (typeof MULTI_SPORT_TYPES)[number];
/** Type of any activity. */
export type ActivityType = SingleSportType | MultiSportType;

/** Courses of a triathlon. */
export const RACE_FORMATS = ['sprint', 'olympic', '70.3', 'ironman'] as const;
export type RaceFormat = (typeof RACE_FORMATS)[number];

/** Measures for the intensity of a step. */
export const STEP_MEASURES = [
  'level',
  'percentFtp',
  'powerW',
  'percentThresholdHr',
  'percentThresholdPace',
] as const;
export type StepMeasure = (typeof STEP_MEASURES)[number];

/** Answer to "how was your gut?". */
export type GiComfort = 'excellent' | 'good' | 'fair' | 'poor';
/** Answer to "how did your energy last?". */
export type EnergyLevel = 'surplus' | 'adequate' | 'low' | 'bonked';
/** Answer to "how hydrated did you feel at the end?". */
export type HydrationFeel = 'over_hydrated' | 'well_hydrated' | 'slightly_dehydrated' | 'dehydrated';

/** Answers to "did you urinate between the two weigh-ins?". */
export const URINATED = ['no', 'once', 'more'] as const;
export type Urinated = (typeof URINATED)[number];
/** Answers to "what were you weighed in afterwards?": towelled dry, or in clothes with sweat in them. */
export const CLOTHING_AFTER = ['dry', 'wet'] as const;
export type ClothingAfter = (typeof CLOTHING_AFTER)[number];

/** Fields that lower the ceiling when missing. */
export const UNCERTAINTY_FIELDS = ['mass', 'intensity', 'heat', 'fitness', 'sex', 'age'] as const;
export type UncertaintyField = (typeof UNCERTAINTY_FIELDS)[number];

/** Meanings of a fluid limit: a stated risk in events below 8 h, a limit for planning from 8 h. */
export const FLUID_LIMIT_KINDS = ['risk_limit', 'planning_limit'] as const;
export type FluidLimitKind = (typeof FLUID_LIMIT_KINDS)[number];

/** Ways to drink and eat through an event. */
export const SCENARIOS = ['planned', 'thirst', 'ceiling', 'nothing'] as const;

/** Reasons why no gut training is planned, in order of precedence. */
export const GUT_TRAINING_REASONS = [
  'eating_disorder',
  'pregnant',
  'glp1_drug',
  'under_16',
  'nothing_to_train',
  'too_late',
] as const;
/** A reason why no weeks are planned. */
export type GutTrainingReason = (typeof GUT_TRAINING_REASONS)[number];

/** Every warning code, in the order of the interface document. Codes are stored and never removed. */
export const WARNING_CODES = [
  'EAH_RISK_LONG_SLOW',
  'INPUT_NEEDED',
  'EAH_PLAN_EXCEEDS_SAFE',
  'EAH_OVERDRINK_REPORTED',
  'NSAID_RISK',
  'HEAT_CAUTION',
  'HEAT_BLACK_FLAG',
  'HEAT_EXTREME',
  'HEAT_UNACCLIMATISED',
  'HEAT_HARD_EFFORT',
  'COLD_LOW_FLUID',
  'COLD_IMMERSION',
  'DEHYDRATION_LARGE',
  'SWEAT_EXCEEDS_GUT',
  'HEAT_FLUID_LOSS',
  'DRINK_TO_THIRST',
  'SODIUM_UNMEASURED',
  'CARB_ABOVE_TOLERANCE',
  'CARB_HIGH_UNTRAINED',
  'CARB_CONCENTRATED',
  'GI_HISTORY',
  'INTAKE_NOT_NEEDED',
  'MOUTH_RINSE_OPTION',
  'YOUTH',
  'OLDER_ADULT',
  'PREGNANCY',
  'MEDICAL_SODIUM',
  'MEDICAL_FLUID',
  'DIABETES',
  'EATING_DISORDER_REDS',
  'VERY_LONG_EVENT',
  'ALTITUDE',
  'MASS_MISSING',
  'DATA_OUT_OF_RANGE',
  'CONFLICTING_INPUT',
  'EAH_SYMPTOMS',
  'GLP1',
  'SGLT2',
  'MASS_UNLIKELY',
  'CARB_TOLERANCE_UNLIKELY',
  'ASSUMED',
] as const;
export type WarningCode = (typeof WARNING_CODES)[number];
