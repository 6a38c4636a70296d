import type { SingleSportType } from '#core/engine/types.ts';

/** A leg while its amounts are still being collected. */
export interface DraftLeg {
  type: SingleSportType;
  durationMin: number | null;
  distanceKm: number | null;
  intensityLevel: number | null;
  /** A number without a unit, which the other legs' numbers explain. */
  bare: number | null;
  /** The number of times that a set repeats this leg; 1 outside of sets. */
  repeats: number;
  readonly stated: boolean;
  /** A sign or word joins it to the leg before it. */
  readonly isJoined: boolean;
}
