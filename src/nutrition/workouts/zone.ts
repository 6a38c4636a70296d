import type { Intensity } from './workout.ts';

/** Middles of numbered zones, in percent of FTP (Coggan) and of threshold heart rate and pace (Friel). */
const MIDDLES = {
  percent_ftp: [50, 65, 83, 98, 113, 135, 170],
  percent_threshold_hr: [75, 87, 92, 97, 101, 104, 108],
  percent_threshold_pace: [72, 82, 91, 98, 102, 107, 115],
} as const;

/**
 * Returns the middle of a zone, because the athlete's own limits are unknown here. Null if there is no such
 * zone.
 */
export function zoneIntensity(kind: keyof typeof MIDDLES, zone: number): Intensity | null {
  const value = MIDDLES[kind][zone - 1];
  return value === undefined ? null : { kind, value };
}

/** Usual threshold heart rate as a share of the maximum, to convert percentages (engineering choice). */
export const THRESHOLD_FRACTION_OF_MAX_HR = 0.9;
