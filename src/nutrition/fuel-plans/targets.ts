import { totalsOf } from '@musette/engine/prescribe';
import { type ActivityDetails, isStale } from '../records/read-activity.ts';

/** The target amounts and ceilings of a plan, from the prescription. */
export interface PlanTargets {
  readonly hours: number;
  readonly carbG: number;
  readonly sodiumMg: number;
  readonly fluidMl: number;
  readonly carbGPerHr: number;
  readonly sodiumMgPerHr: number;
  readonly fluidMlPerHr: number;
  readonly maxFluidMlPerHr: number;
  readonly maxSodiumMgPerHr: number;
  /** True if the activity has changed since the calculation: the old rates then apply to the new duration. */
  readonly isStale: boolean;
}

/**
 * Returns the targets of an activity; null before its first calculation. If the activity has changed since, the
 * stored rates apply to its new duration, because the old totals could be too much for a shortened session.
 */
export function targetsOf(details: ActivityDetails): PlanTargets | null {
  const { activity, prescription } = details;
  if (prescription === null) return null;
  const hours = activity.durationMin / 60;
  const stale = isStale(details);
  const { carbG, sodiumMg, fluidMl } = stale
    ? totalsOf(prescription, { ...prescription, durationMin: activity.durationMin })
    : {
        carbG: prescription.totalCarbG,
        sodiumMg: prescription.totalSodiumMg,
        fluidMl: prescription.totalFluidMl,
      };
  return {
    hours,
    carbG,
    sodiumMg,
    fluidMl,
    carbGPerHr: prescription.carbGPerHr,
    sodiumMgPerHr: prescription.sodiumMgPerHr,
    fluidMlPerHr: prescription.fluidMlPerHr,
    maxFluidMlPerHr: prescription.maxSafeFluidMlPerHr,
    maxSodiumMgPerHr: prescription.maxSafeSodiumMgPerHr,
    isStale: stale,
  };
}
