import type { Product } from '../../catalogue/catalogue-copy.ts';
import { genericIdOf } from '../../catalogue/generic-foods.ts';
import { isPlainWater, type Portion } from '../portions.ts';
import type { Fill } from './bottles.ts';
import type { Mark } from './marks.ts';
import type { PlanItem } from './stations.ts';
import type { Stop } from './stops.ts';

/** Something to buy, with whole packs where a serving is a pack. */
export interface ShoppingItem extends Omit<PlanItem, 'fluidMl'> {
  readonly product: Product;
  /** Null if a pack holds many servings or its size is unknown. */
  readonly packs: number | null;
}

/** Categories whose serving is sold as one pack. */
const SOLD_BY_SERVING: ReadonlySet<Product['category']> = new Set([
  'gel',
  'isotonic_gel',
  'bar',
  'waffle',
] satisfies readonly Product['category'][]);

/** Returns the portions to buy or bring: without food, cups and ready drinks of stations. */
export function boughtOf(
  portions: readonly Portion[],
  marks: readonly Mark[],
  fills: readonly Fill[],
): readonly Portion[] {
  const handed = new Map<Product, number>();
  const add = ({ product, servings }: Portion) => handed.set(product, (handed.get(product) ?? 0) + servings);
  for (const item of marks.flatMap(({ items }) => items)) if (item.stop !== null) add(item);
  for (const { stop, ingredients } of fills) {
    if (stop.kind !== 'aid') continue;
    for (const one of ingredients)
      if (one.product.mixWaterMl === null && isOffered(one.product, stop)) add(one);
  }
  return portions
    .map(({ product, servings }) => ({ product, servings: servings - (handed.get(product) ?? 0) }))
    .filter(({ servings }) => servings > SERVINGS_EPSILON);
}

function isOffered(product: Product, { offers }: Stop): boolean {
  const generic = genericIdOf(product);
  return generic !== null && offers.has(generic);
}

/** Servings that are left by rounding errors only. */
const SERVINGS_EPSILON = 1e-6;

/** Lists what a plan needs, each product once. Water comes from the tap. */
export function shoppingListOf(portions: readonly Portion[]): readonly ShoppingItem[] {
  return portions
    .filter(({ product }) => !isPlainWater(product))
    .map(({ product, servings }) => {
      const packs = SOLD_BY_SERVING.has(product.category) ? Math.ceil(servings - 1e-9) : null;
      return { product, generic: genericIdOf(product), servings, packs };
    });
}
