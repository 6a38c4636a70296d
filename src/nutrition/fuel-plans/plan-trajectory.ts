import type { Dose, Followed } from '#core/engine/trajectory.ts';
import { trajectoryToWire } from '../prescriptions/show-trajectory.ts';
import type { Trajectory } from '../prescriptions/trajectory-shape.ts';
import { engineInput } from '../records/engine-input.ts';
import { learnedStateOf } from '../records/learned-state.ts';
import type { ActivityDetails } from '../records/read-activity.ts';
import type { FuelPlan } from './fuel-plan.ts';
import type { Mark, PlannedItem } from './plan/marks.ts';
import type { Situation } from './plan/replan.ts';
import { isPoured } from './portions.ts';

/**
 * Projects a plan over its session: intake by item, sipped or at once. The rest of a session starts now, with the intake so
 * far spread evenly over the time until now. Null while the prescription is stale.
 */
export function trajectoryOfPlan(
  { athlete, activity, learned }: ActivityDetails,
  plan: FuelPlan,
  situation: Situation | null,
): Trajectory | null {
  if (plan.targets.isStale) return null;
  const input = engineInput(athlete, activity, learnedStateOf(learned));
  return trajectoryToWire(input, plan.numbers, followedPlan(plan, situation));
}

/** Lists what is taken when a plan, or the rest of one, is followed exactly. */
export function followedPlan({ marks, rows, durationMin }: FuelPlan, situation: Situation | null): Followed {
  const doses = marks.flatMap((mark, index) =>
    dosesOf(mark, marks[index + 1]?.atMin ?? durationMin, durationMin),
  );
  return {
    fromMin: situation?.atMin ?? 0,
    taken: situation?.taken ?? null,
    endMin: durationMin,
    doses,
    rowMinutes: rows.map(({ atMin }) => Math.round(atMin)),
  };
}

/** Drinks that are carried are sipped until the next mark; the rest is taken at once. */
function dosesOf({ atMin, items }: Mark, nextMin: number, endMin: number): readonly Dose[] {
  const fromMin = Math.min(atMin, endMin);
  return items.map((item) => {
    const { product, servings, fluidMl } = item;
    return {
      fromMin,
      toMin: isSipped(item) ? Math.max(fromMin, Math.min(nextMin, endMin)) : fromMin,
      fluidMl,
      sodiumMg: (product.sodiumMg ?? 0) * servings,
      carbG: (product.carbG ?? 0) * servings,
    };
  });
}

function isSipped({ product, stop }: PlannedItem): boolean {
  return stop === null && isPoured(product);
}
