import type { Product } from '../../catalogue/catalogue-copy.ts';
import { genericIdOf } from '../../catalogue/generic-foods.ts';
import { fluidMlOf, isPlainWater, type Portion } from '../portions.ts';
import { type PlanItem, WATER_SERVING_ML } from './stations.ts';

/** Something to buy, with whole packs where a serving is a pack. */
export interface ShoppingItem extends Omit<PlanItem, 'fluidMl'> {
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

/** Lists what a plan needs, each product once. */
export function shoppingListOf(portions: readonly Portion[]): readonly ShoppingItem[] {
  return portions.map(({ product, servings }) => {
    if (isPlainWater(product)) {
      const volumeMl = servings * (fluidMlOf(product) ?? 0);
      return { product: null, generic: 'water', servings: volumeMl / WATER_SERVING_ML, packs: null };
    }
    const packs = SOLD_BY_SERVING.has(product.category) ? Math.ceil(servings - 1e-9) : null;
    return { product, generic: genericIdOf(product), servings, packs };
  });
}
