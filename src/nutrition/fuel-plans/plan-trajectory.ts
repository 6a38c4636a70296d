import type { Followed } from '@musette/engine/trajectory';
import { trajectoryToWire } from '../prescriptions/show-trajectory.ts';
import type { Trajectory } from '../prescriptions/trajectory-shape.ts';
import { engineInput } from '../records/engine-input.ts';
import type { ActivityDetails } from '../records/read-activity.ts';
import { learnedStateOf } from '../records/read-athlete.ts';
import type { FuelPlan } from './fuel-plan.ts';

/** The amounts taken before the rest of a session begins. */
interface Situation {
  readonly atMin: number;
  readonly taken: NonNullable<Followed['taken']>;
}

/**
 * Projects a plan over its session: intake by item, sipped or at once. The rest of a session starts now, with the intake so
 * far spread evenly over the time until now. Null while the prescription is stale, and for a plan
 * with less than half of a target: whoever follows it eats or drinks something else as well.
 */
export function trajectoryOfPlan(
  { athlete, activity, learned }: ActivityDetails,
  plan: FuelPlan,
  situation: Situation | null,
): Trajectory | null {
  if (plan.targets.isStale || (situation === null && isFarBelow(plan))) return null;
  const input = engineInput(athlete, activity, learnedStateOf(learned));
  return trajectoryToWire(input, plan.numbers, followedPlan(plan, situation));
}

/** A plan further below a target than this shows its note first, and no trajectory, percent. */
const FAR_BELOW = -50;

function isFarBelow({ view }: FuelPlan): boolean {
  return Object.values(view.off).some((percent) => percent !== null && percent < FAR_BELOW);
}

/** Lists what is taken when a plan, or the rest of one, is followed exactly. */
export function followedPlan(
  { view, durationMin }: Pick<FuelPlan, 'view' | 'durationMin'>,
  situation: Situation | null,
): Followed {
  return {
    fromMin: situation?.atMin ?? 0,
    taken: situation?.taken ?? null,
    endMin: durationMin,
    doses: view.doses,
    rowMinutes: view.rows.map(({ atMin }) => Math.max(0, Math.round(atMin))),
  };
}
