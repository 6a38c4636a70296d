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

/** Answer to "how was your gut?". */
export type GiComfort = 'excellent' | 'good' | 'fair' | 'poor';
/** Answer to "how did your energy last?". */
export type EnergyLevel = 'surplus' | 'adequate' | 'low' | 'bonked';
/** Answer to "how hydrated did you feel at the end?". */
export type HydrationFeel = 'over_hydrated' | 'well_hydrated' | 'slightly_dehydrated' | 'dehydrated';

/** Fields that lower the ceiling when missing. */
export type UncertaintyField = 'mass' | 'intensity' | 'heat' | 'fitness' | 'sex' | 'age';
