import type { Product } from '../../catalogue/catalogue-copy.ts';
import { formOf, isPoured, type Portion } from '../portions.ts';
import { keepCeilings } from './keep-ceilings.ts';
import { layOutFood } from './lay-out-food.ts';
import type { Layout } from './layout.ts';
import { type Mark, toMarks } from './marks.ts';
import { momentsFor, momentsOf } from './moments.ts';
import type { PlanLeg } from './plan-legs.ts';
import { momentsToDrink, pourDrinks } from './pour-drinks.ts';
import { NO_TERRAIN, type Terrain } from './terrain.ts';

/**
 * Spreads the portions over the legs: food evenly along the legs' shares of its quantity, food and drink only in
 * sports that allow them, and all drinks together along the course of the fluid, in mouthfuls, with water first where
 * something is eaten. No hour is above a ceiling where a move can prevent it. The marks add up to exactly the portions.
 */
export function schedule(
  portions: readonly Portion[],
  legs: readonly PlanLeg[],
  terrain: Terrain = NO_TERRAIN,
): readonly Mark[] {
  const layout: Layout = new Map();
  const moments = momentsOf(legs, terrain);
  const food = portions.filter(({ product }) => !isPoured(product));
  layOutFood(layout, food, legs, moments);
  const drinks = portions.filter(({ product }) => isPoured(product));
  const toDrink = momentsToDrink(drinks, momentsFor('drink', legs, moments));
  pourDrinks(layout, drinks, toDrink);
  const minutesFor = (product: Product) =>
    (isPoured(product) ? toDrink : momentsFor(formOf(product), legs, moments)).map(({ atMin }) => atMin);
  keepCeilings(layout, { endMin: legs.at(-1)?.endMin ?? 0, ...ceilingsOf(legs), minutesFor });
  return toMarks(layout);
}

/** Returns what no hour of these legs may exceed. */
function ceilingsOf(legs: readonly PlanLeg[]) {
  return {
    maxFluidMlPerHr: Math.max(0, ...legs.map(({ maxFluidMlPerHr }) => maxFluidMlPerHr)),
    maxSodiumMgPerHr: Math.max(0, ...legs.map(({ maxSodiumMgPerHr }) => maxSodiumMgPerHr)),
  };
}
