/** The closed lists of words that the engine reads and writes: sports, answers, fields that may be missing. */

/** Activity types of one sport. */
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
/** Activity types of several sports. */
export const MULTI_SPORT_TYPES = ['triathlon', 'duathlon', 'brick'] as const;

/** Type of an activity or leg of one sport. */
export type SingleSportType = (typeof SINGLE_SPORT_TYPES)[number];
/** Type of an activity of several sports. */
export type MultiSportType = (typeof MULTI_SPORT_TYPES)[number];
/** Type of any activity. */
export type ActivityType = SingleSportType | MultiSportType;

/** Answer to "how was your gut?". */
export type GiComfort = 'excellent' | 'good' | 'fair' | 'poor';
/** Answer to "how did your energy last?". */
export type EnergyLevel = 'surplus' | 'adequate' | 'low' | 'bonked';
/** Answer to "how hydrated did you feel at the end?". */
export type HydrationFeel = 'over_hydrated' | 'well_hydrated' | 'slightly_dehydrated' | 'dehydrated';

/** Fields whose absence lowers the ceiling. */
export type UncertaintyField = 'mass' | 'intensity' | 'heat' | 'fitness' | 'sex' | 'age';
