/** The whole session's minutes: as stated, else from its distance at a typical speed. */
import type { ActivityType, SingleSportType } from '../engine/types.ts';
import type { Quantity } from './quantities.ts';
import type { IntensityReading } from './read-intensity.ts';
import { kilometresOf, minutesOf } from './read-legs.ts';
import type { ReadText } from './read-text.ts';
import { familyOf } from './sport-family.ts';
import { clampMinutes, estimatedMinutes } from './typical-speeds.ts';

export interface StatedAmount {
  readonly durationMin: number | null;
  readonly distanceKm: number | null;
}

/** Returns the largest stated duration and distance outside sets: the first part that states any decides, title before tags before description. */
export function statedAmount(texts: readonly ReadText[], sport: SingleSportType | null): StatedAmount {
  for (const { quantities } of texts) {
    let durationMin: number | null = null;
    let distanceKm: number | null = null;
    for (const quantity of quantities) {
      if (quantity.role !== 'session') continue;
      // "10 km 150m": beside another amount, metres are climb.
      if (quantity.measure.kind === 'minutes_or_metres' && quantities.some(isClear)) continue;
      const minutes = minutesOf(quantity, sport);
      const km = kilometresOf(quantity, sport);
      if (minutes !== null) durationMin = Math.max(durationMin ?? 0, minutes);
      if (km !== null) distanceKm = Math.max(distanceKm ?? 0, km);
    }
    if (durationMin !== null || distanceKm !== null) return { durationMin, distanceKm };
  }
  return { durationMin: null, distanceKm: null };
}

function isClear({ role, measure }: Quantity): boolean {
  return role === 'session' && (measure.kind === 'duration' || measure.kind === 'distance');
}

/** Returns whole minutes 1–2880 of a session of one sport, or null if neither time nor distance is stated. */
export function sessionMinutes(
  type: SingleSportType,
  stated: StatedAmount,
  intensity: IntensityReading,
): number | null {
  if (stated.durationMin !== null && stated.durationMin >= 1) return clampMinutes(stated.durationMin);
  const event = intensity.event;
  const sameSport = event !== null && familyOf(event.type) === familyOf(type);
  if (stated.distanceKm !== null) return estimatedMinutes(type, stated.distanceKm, intensity.level);
  if (sameSport && event.hours !== null) return clampMinutes(event.hours * 60);
  if (sameSport && event.km !== null) return estimatedMinutes(type, event.km, intensity.level);
  return null;
}

/** Returns the usual finish time of a named multi-sport race, in whole minutes. */
export function eventMinutes(type: ActivityType, intensity: IntensityReading): number | null {
  const event = intensity.event;
  if (event === null || event.hours === null || familyOf(event.type) !== familyOf(type)) return null;
  return clampMinutes(event.hours * 60);
}
