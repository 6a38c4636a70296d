import type { Catalogue } from '#nutrition/catalogue/catalogue-copy.ts';
import { requestOfActivity } from '#nutrition/fuel-plans/fuel-plan.ts';
import { planFuel } from '#nutrition/fuel-plans/plan/plan.ts';
import { targetsOf } from '#nutrition/fuel-plans/targets.ts';
import { toActivityDetails } from '#nutrition/records/read-activity.ts';
import type { ActivityProductRow } from '#platform/storage/athlete-schema.ts';
import type { SimulatedAthlete } from './simulate-athlete.ts';

/**
 * Suggests products for the athlete's race and returns them as attached, so that the race has a fuel plan.
 */
export async function planRace(
  catalogue: Catalogue,
  { athlete, activities, prescriptions, learned }: SimulatedAthlete,
  nowMs: number,
): Promise<readonly ActivityProductRow[]> {
  const race = activities.find(({ isRaceEvent }) => isRaceEvent === true);
  const prescription = prescriptions.find(({ activityId }) => activityId === race?.id);
  if (race === undefined || prescription === undefined) return [];
  const details = await toActivityDetails(athlete, race, { prescription, learned });
  const targets = targetsOf(details);
  if (targets === null) return [];
  const request = requestOfActivity(
    { details, catalogue, targets, prescription },
    { caffeine: null, suggest: true },
  );
  return Object.entries(planFuel(request).supply).map(([productId, { mustUse }], position) => ({
    activityId: race.id,
    productId,
    athleteId: athlete.id,
    servings: mustUse,
    attachedAt: nowMs,
    position,
  }));
}
