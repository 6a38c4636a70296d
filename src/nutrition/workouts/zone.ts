import type { Intensity } from './workout.ts';

/** Middles of the zones that devices and platforms number, in percent of FTP (Coggan) and of threshold heart rate and pace (Friel). */
const MIDDLES = {
  percent_ftp: [50, 65, 83, 98, 113, 135, 170],
  percent_threshold_hr: [75, 87, 92, 97, 101, 104, 108],
  percent_threshold_pace: [72, 82, 91, 98, 102, 107, 115],
} as const;

/** Returns the middle of a zone, as the athlete's own limits are not known here; null for a number that is not a zone. */
export function zoneIntensity(kind: keyof typeof MIDDLES, zone: number): Intensity | null {
  const value = MIDDLES[kind][zone - 1];
  return value === undefined ? null : { kind, value };
}

/**
 * Usual heart rate at threshold as a share of the maximum, to convert percentages between the two
 * (engineering choice).
 */
export const THRESHOLD_FRACTION_OF_MAX_HR = 0.9;
