import { finish, type Work } from '#platform/http/heavy-work.ts';
import type { Product } from '../../catalogue/catalogue-copy.ts';
import { formOf, isPoured, type Portion } from '../portions.ts';
import { keepCeilings } from './keep-ceilings.ts';
import { layOutFood } from './lay-out-food.ts';
import { addTo, type Layout, type Taken } from './layout.ts';
import { type Mark, toMarks } from './marks.ts';
import { momentsFor, momentsOf } from './moments.ts';
import type { PlanLeg } from './plan-legs.ts';
import { momentsToDrink, pourDrinks } from './pour-drinks.ts';
import { NO_TERRAIN, type Terrain } from './terrain.ts';

/** Time to lay out many portions, rounded up from what the longest sessions take. */
const LAYOUT_US = 5000;
/** Servings that are left by rounding errors only. */
const SERVINGS_EPSILON = 1e-6;

/**
 * Spreads the portions over the legs: food evenly along the legs' shares of its quantity, food and drink only in
 * sports that allow them, and all drinks together along the course of the fluid, in mouthfuls, with water first where
 * something is eaten. No hour exceeds a ceiling if a move can prevent it. The marks add up to exactly the portions.
 *
 * @param doses portions of caffeine with their minutes, which stay as far as there are servings of them
 */
export function schedule(...given: Parameters<typeof scheduleInSteps>): readonly Mark[] {
  return finish(scheduleInSteps(...given));
}

/** Does the same in steps, for a turn that pauses between them. */
export function* scheduleInSteps(
  portions: readonly Portion[],
  legs: readonly PlanLeg[],
  terrain: Terrain = NO_TERRAIN,
  doses: readonly Taken[] = [],
): Work<readonly Mark[]> {
  const layout: Layout = new Map();
  const free = withoutDoses(layout, portions, doses);
  const moments = momentsOf(legs, terrain);
  const food = free.filter(({ product }) => !isPoured(product));
  const isDose = (product: Product) => doses.some((dose) => dose.product === product);
  layOutFood(layout, food, legs, moments, isDose);
  const drinks = free.filter(({ product }) => isPoured(product));
  const toDrink = momentsToDrink(drinks, momentsFor('drink', legs, moments));
  pourDrinks(layout, drinks, toDrink);
  const minutesFor = (product: Product) =>
    (isPoured(product) ? toDrink : momentsFor(formOf(product), legs, moments)).map(({ atMin }) => atMin);
  yield LAYOUT_US;
  yield* keepCeilings(layout, { endMin: legs.at(-1)?.endMin ?? 0, ...ceilingsOf(legs), minutesFor, isDose });
  return toMarks(layout);
}

/** Lays out doses as far as the portions allow, and returns the remaining portions. */
function withoutDoses(
  layout: Layout,
  portions: readonly Portion[],
  doses: readonly Taken[],
): readonly Portion[] {
  return portions.flatMap((portion) => {
    let { servings } = portion;
    for (const dose of doses.filter(({ product }) => product === portion.product)) {
      if (dose.servings > servings + SERVINGS_EPSILON) continue;
      addTo(layout, dose);
      servings -= dose.servings;
    }
    return servings > SERVINGS_EPSILON ? [{ ...portion, servings }] : [];
  });
}

/** Returns the hourly limits of these legs. */
function ceilingsOf(legs: readonly PlanLeg[]) {
  return {
    maxFluidMlPerHr: Math.max(0, ...legs.map(({ maxFluidMlPerHr }) => maxFluidMlPerHr)),
    maxSodiumMgPerHr: Math.max(0, ...legs.map(({ maxSodiumMgPerHr }) => maxSodiumMgPerHr)),
  };
}
