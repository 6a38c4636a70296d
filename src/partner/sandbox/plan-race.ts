import type { Catalogue } from '#nutrition/catalogue/catalogue-copy.ts';
import { genericIdOf } from '#nutrition/catalogue/generic-foods.ts';
import { limitsOfAthlete } from '#nutrition/fuel-plans/limits-of-athlete.ts';
import { planLegs } from '#nutrition/fuel-plans/plan/plan-legs.ts';
import { suggestProducts } from '#nutrition/fuel-plans/plan/suggest-plan.ts';
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
  const targets = race && targetsOf(await toActivityDetails(athlete, race, { prescription, learned }));
  if (!race || !targets) return [];
  const legs = planLegs(race, targets, prescription?.legs ?? null);
  const limits = limitsOfAthlete(athlete, race);
  const { choice } = suggestProducts(catalogue.visible, legs, targets, limits);
  // Food without a brand cannot be attached as a product.
  const bought = choice.portions.filter(({ product }) => genericIdOf(product) === null);
  return bought.map(({ product, servings }, position) => ({
    activityId: race.id,
    productId: product.id,
    athleteId: athlete.id,
    servings,
    attachedAt: nowMs,
    position,
  }));
}
