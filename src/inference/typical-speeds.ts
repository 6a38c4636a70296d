/**
 * Holds typical speeds, to turn a distance into an estimated duration.
 *
 * Engineering choice throughout: moving-average speeds of recreational athletes on ordinary courses at
 * intensity level 5, rounded. They only fill a missing duration; a stated one always wins.
 */
import type { SingleSportType } from '../engine/types.ts';

/** Kilometres per hour at intensity level 5, with where the figure comes from. */
export const TYPICAL_SPEED_KM_PER_HR: Readonly<Record<SingleSportType, { value: number; origin: string }>> = {
  run: { value: 10, origin: 'engineering choice: 6:00 min/km, so that level 7 gives a 3:33 marathon' },
  trail_run: { value: 7.5, origin: 'engineering choice: hilly ground, a quarter slower than road' },
  treadmill_run: { value: 10, origin: 'engineering choice: as road running' },
  bike: { value: 26, origin: 'engineering choice: rolling road ride' },
  indoor_bike: { value: 30, origin: 'engineering choice: virtual courses without stops' },
  swim: { value: 2.8, origin: 'engineering choice: 2:09 min per 100 m, pauses at the wall included' },
  open_water_swim: { value: 2.8, origin: 'engineering choice: as pool swimming' },
  row: { value: 11, origin: 'engineering choice: 2:44 min per 500 m on the machine' },
  ski: { value: 11, origin: 'engineering choice: classic technique on prepared tracks' },
  hike: { value: 4, origin: 'engineering choice: marked path with ascent and pauses' },
  walk: { value: 5, origin: 'engineering choice: brisk level walking' },
  lift: { value: 5, origin: 'engineering choice: no meaning, never used for a real session' },
  other: { value: 8, origin: 'engineering choice: between walking and running' },
};

/** Fraction of VO2max at levels 1–9; speed is taken as proportional to it. */
const OXYGEN_UPTAKE_FRACTION = [0.38, 0.45, 0.52, 0.58, 0.64, 0.7, 0.76, 0.83, 0.9] as const;
const REFERENCE_FRACTION = 0.64;
/** Air resistance makes cycling speed grow more slowly than effort (engineering choice: square root). */
const CYCLING_EXPONENT = 0.5;

/** Estimated minutes for `km` kilometres; at least 1, at most 2880 (the longest activity). Level null means 5. */
export function estimatedMinutes(type: SingleSportType, km: number, level: number | null): number {
  const fraction = OXYGEN_UPTAKE_FRACTION[(level ?? 5) - 1] ?? REFERENCE_FRACTION;
  const exponent = type === 'bike' || type === 'indoor_bike' ? CYCLING_EXPONENT : 1;
  const speed = TYPICAL_SPEED_KM_PER_HR[type].value * (fraction / REFERENCE_FRACTION) ** exponent;
  return clampMinutes((km / speed) * 60);
}

/** Whole minutes inside the range that an activity may have. */
export function clampMinutes(minutes: number): number {
  return Math.min(2880, Math.max(1, Math.round(minutes)));
}
