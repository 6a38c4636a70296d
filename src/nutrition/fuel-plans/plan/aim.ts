import type { PlanTargets } from '../targets.ts';
import type { FedLeg } from './leg-mix.ts';
import type { Stop } from './stops.ts';

/** Goals that the search compares mixes with. */
export interface Aim {
  readonly legs: readonly FedLeg[];
  readonly targets: PlanTargets;
  /** Whether the plan needs something real or savoury: beyond 6 h. */
  readonly isLong: boolean;
  /** Whether only leftovers of a running session are used: two kinds last longer than one. */
  readonly isLeft: boolean;
  /** Whether all food is real: a hike. */
  readonly isRealFood: boolean;
  /** Stations that hand out broth, far enough apart for a cup each. */
  readonly broths: readonly Stop[];
  /** Whether stations hand out real food where solids are eaten. */
  readonly isRealHanded: boolean;
  /** Contribution of the caffeine doses, whatever else is chosen. */
  readonly doses: { readonly sodiumMg: number; readonly glucoseG: number };
}
