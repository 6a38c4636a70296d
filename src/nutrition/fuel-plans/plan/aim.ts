import type { PlanTargets } from '../targets.ts';
import type { FedLeg } from './leg-mix.ts';
import type { Stop } from './stops.ts';

/** What the search compares mixes with. */
export interface Aim {
  readonly legs: readonly FedLeg[];
  readonly targets: PlanTargets;
  /** Beyond 6 h something real or savoury belongs to a plan. */
  readonly isLong: boolean;
  /** Whether food is what is left during a session: two kinds go further than one. */
  readonly isLeft: boolean;
  /** Whether all food is real: a hike. */
  readonly isRealFood: boolean;
  /** Stations that hand out broth, far enough apart for a cup each. */
  readonly broths: readonly Stop[];
  /** Whether stations hand out real food where solids are eaten. */
  readonly isRealHanded: boolean;
  /** What doses of caffeine bring whatever is chosen. */
  readonly doses: { readonly sodiumMg: number; readonly glucoseG: number };
}
