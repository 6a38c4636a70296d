import type { SingleSportType } from '#core/engine/types.ts';

/** A leg while its amounts are still being collected. */
export interface DraftLeg {
  type: SingleSportType;
  durationMin: number | null;
  distanceKm: number | null;
  intensityLevel: number | null;
  /** A number without a unit, explained by the numbers of other legs. */
  bare: number | null;
  /** Number of times that a set repeats this leg, 1 outside of sets. */
  repeats: number;
  readonly stated: boolean;
  /** True if a sign or word joins it to the preceding leg. */
  readonly isJoined: boolean;
}
