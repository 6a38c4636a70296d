import { SESSION_MAX_MIN } from '@musette/engine/fields';
import type { ActivityType, MultiSportType, SingleSportType } from '@musette/engine/types';

/** Sports that are weighed as one. The setting decides which member of the family it was. */
export type Family = 'run' | 'bike' | 'swim' | 'row' | 'ski' | 'foot' | 'lift' | 'other' | 'multi';

const FAMILY: Readonly<Record<ActivityType, Family>> = {
  run: 'run',
  trail_run: 'run',
  treadmill_run: 'run',
  bike: 'bike',
  indoor_bike: 'bike',
  swim: 'swim',
  open_water_swim: 'swim',
  row: 'row',
  ski: 'ski',
  hike: 'foot',
  walk: 'foot',
  lift: 'lift',
  other: 'other',
  triathlon: 'multi',
  duathlon: 'multi',
  brick: 'multi',
};

/** Returns the family of an activity type. */
export function familyOf(type: ActivityType): Family {
  return FAMILY[type];
}

/** Returns whether a type has legs of several sports. */
export function isMultiSport(type: ActivityType): type is MultiSportType {
  return familyOf(type) === 'multi';
}

/** Returns a single sport as it is, and `other` for a type of several sports. */
export function toSingleSport(type: ActivityType): SingleSportType {
  return isMultiSport(type) ? 'other' : type;
}

/**
 * Returns whether a sport joined to another makes a session multi-sport. "Run + core" stays a run unless both
 * have a time.
 */
export function isEndurance(family: Family): boolean {
  return family !== 'lift' && family !== 'other' && family !== 'multi' && family !== 'foot';
}

// Holds typical speeds for estimating a duration from a distance.
//
// Engineering choice throughout: moving-average speeds of recreational athletes on ordinary courses at
// intensity level 5, rounded. They only fill in a missing duration. A stated one always wins.

/** Kilometres per hour at intensity level 5. */
const TYPICAL_SPEED_KM_PER_HR: Readonly<Record<SingleSportType, number>> = {
  // 6:00 min/km, so that level 7 gives a 3:33 marathon
  run: 10,
  // Hilly ground, a quarter slower than road
  trail_run: 7.5,
  treadmill_run: 10,
  // Rolling road ride
  bike: 26,
  // Virtual courses without stops
  indoor_bike: 30,
  // 2:09 min per 100 m, pauses at the wall included
  swim: 2.8,
  open_water_swim: 2.8,
  // 2:44 min per 500 m on the machine
  row: 11,
  // Classic technique on prepared tracks
  ski: 11,
  // Marked path with ascent and pauses
  hike: 4,
  // Brisk level walking
  walk: 5,
  // Meaningless: strength training has no distance
  lift: 5,
  // Between walking and running
  other: 8,
};

/** Fraction of VO2max at levels 1–9. Speed is assumed proportional to it. */
const OXYGEN_UPTAKE_FRACTION = [0.38, 0.45, 0.52, 0.58, 0.64, 0.7, 0.76, 0.83, 0.9] as const;
const REFERENCE_FRACTION = 0.64;
/** Air resistance makes cycling speed grow more slowly than effort (engineering choice: square root). */
const CYCLING_EXPONENT = 0.5;

/** Estimates the minutes for `km` kilometres, at least 1 and at most the longest session. Level null means 5. */
export function estimatedMinutes(type: SingleSportType, km: number, level: number | null): number {
  return clampMinutes(typicalMinutes(type, km, level));
}

/** Estimates the minutes for `km` kilometres, unrounded, for the steps of a workout. Level null means 5. */
export function typicalMinutes(type: SingleSportType, km: number, level: number | null): number {
  const fraction = OXYGEN_UPTAKE_FRACTION[(level ?? 5) - 1] ?? REFERENCE_FRACTION;
  const exponent = type === 'bike' || type === 'indoor_bike' ? CYCLING_EXPONENT : 1;
  const speed = TYPICAL_SPEED_KM_PER_HR[type] * (fraction / REFERENCE_FRACTION) ** exponent;
  return (km / speed) * 60;
}

/** Returns whole minutes inside the range that an activity may have. */
export function clampMinutes(minutes: number): number {
  return Math.min(SESSION_MAX_MIN, Math.max(1, Math.round(minutes)));
}
