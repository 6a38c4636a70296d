import { isOnFoot } from '../course/legs.ts';
import type { Leg, Request, Vessel } from './model.ts';
import type { Pour } from './parts.ts';

/** Bottles up to this size are only filled whole; from the larger size on, in steps. */
export const WHOLE_UP_TO_ML = 400;
const STEPS_FROM_ML = 1000;
const LARGE_STEP_ML = 250;

/** Returns the steps in which a bottle is filled during the session, by eye. */
export function fillStepOf({ volumeMl }: Vessel): number {
  if (volumeMl >= STEPS_FROM_ML) return LARGE_STEP_ML;
  return volumeMl <= WHOLE_UP_TO_ML ? volumeMl : volumeMl / 2;
}

/** Returns the bottles of a leg: the athlete's, or what people carry. */
export function carriedIn(leg: Leg, { legs, vessels, runVessels }: Request): readonly Vessel[] {
  if (legs.length > 1 && isOnFoot(leg)) return runVessels ?? [];
  return vessels ?? leg.usualVessels;
}

/** Returns whether people carry flasks rather than bottles, and drink at the station. */
export function carriesFlasks(leg: Pick<Leg, 'type'>): boolean {
  return isOnFoot(leg) || leg.type === 'ski';
}

export type DrunkPart = Pick<Pour, 'vessel' | 'filledMl' | 'volumeMl' | 'fromMin' | 'toMin'>;

/** Divides a volume among bottles that are drunk one after the other, at one rate. */
export function oneAfterTheOther(
  wantedMl: number,
  vessels: readonly Vessel[],
  stepOf: (vessel: Vessel) => number,
  { fromMin, toMin }: { readonly fromMin: number; readonly toMin: number },
): readonly DrunkPart[] {
  const parts: DrunkPart[] = [];
  const minuteOf = (ml: number) => Math.round(fromMin + ((toMin - fromMin) * ml) / wantedMl);
  let doneMl = 0;
  for (const vessel of vessels) {
    const steps = Math.ceil((wantedMl - doneMl) / stepOf(vessel) - 1e-9);
    const filledMl = Math.min(vessel.volumeMl, steps * stepOf(vessel));
    const volumeMl = Math.min(wantedMl - doneMl, filledMl);
    if (volumeMl <= 0) continue;
    const from = minuteOf(doneMl);
    doneMl += volumeMl;
    parts.push({ vessel, filledMl, volumeMl, fromMin: from, toMin: Math.max(from + 1, minuteOf(doneMl)) });
  }
  return parts;
}
