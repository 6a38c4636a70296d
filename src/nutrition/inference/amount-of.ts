/** Converts an amount for a sport: minutes or kilometres. */
import type { SingleSportType } from '#core/engine/types.ts';
import type { Quantity } from './quantities.ts';

/**
 * Returns the minutes of a quantity. "45m" is minutes except in the water from 100 on, and "154m" is climb.
 */
export function minutesOf({ measure }: Quantity, sport: SingleSportType | null): number | null {
  if (measure.kind === 'duration') return measure.minutes;
  if (measure.kind !== 'minutes_or_metres' || metresLikely(measure.value, sport)) return null;
  return measure.value > LONGEST_ODD_MINUTES && measure.value % 5 !== 0 ? null : measure.value;
}

/** Longer durations are usually round numbers. */
const LONGEST_ODD_MINUTES = 100;

/** Returns the kilometres of a quantity, or null. */
export function kilometresOf({ measure }: Quantity, sport: SingleSportType | null): number | null {
  if (measure.kind === 'distance') return measure.km;
  if (measure.kind !== 'minutes_or_metres' || !metresLikely(measure.value, sport)) return null;
  return measure.value / 1000;
}

function metresLikely(value: number, sport: SingleSportType | null): boolean {
  const inWater = sport === 'swim' || sport === 'open_water_swim' || sport === 'row';
  return inWater ? value >= 100 : value >= 300;
}
