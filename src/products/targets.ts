import { type ActivityDetails, isStale } from '../records/read-activity.ts';

/** What an activity should bring in all, and what it must not exceed: from the stored prescription. */
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
  /** The activity has changed since the calculation: rates of then, duration of today. */
  readonly isStale: boolean;
}

/**
 * The targets of an activity, or null before its first calculation. Where the activity was changed since,
 * the stored rates run over today's duration: yesterday's totals could be too much for a shortened day.
 */
export function targetsOf(bundle: ActivityDetails): PlanTargets | null {
  const { activity, prescription } = bundle;
  if (prescription === null) return null;
  const hours = activity.durationMin / 60;
  const stale = isStale(bundle);
  return {
    hours,
    carbG: stale ? Math.round(prescription.carbGPerHr * hours) : prescription.totalCarbG,
    sodiumMg: stale ? Math.round(prescription.sodiumMgPerHr * hours) : prescription.totalSodiumMg,
    fluidMl: stale ? Math.round(prescription.fluidMlPerHr * hours) : prescription.totalFluidMl,
    carbGPerHr: prescription.carbGPerHr,
    sodiumMgPerHr: prescription.sodiumMgPerHr,
    fluidMlPerHr: prescription.fluidMlPerHr,
    maxFluidMlPerHr: prescription.maxSafeFluidMlPerHr,
    maxSodiumMgPerHr: prescription.maxSafeSodiumMgPerHr,
    isStale: stale,
  };
}
