import type { Product } from '../../catalogue/catalogue-copy.ts';
import { formOf } from '../portions.ts';

/** Servings of each product by minute, of a timeline that is being laid out. */
export type Layout = Map<number, Map<Product, number>>;

/** Servings of a product that are taken at a minute. */
export interface Taken {
  readonly atMin: number;
  readonly product: Product;
  readonly servings: number;
}

/** Servings that are left by rounding errors of sums only. */
const EPSILON = 1e-6;

/** Adds servings to a minute, or takes them away if they are negative. */
export function addTo(layout: Layout, { atMin, product, servings }: Taken): void {
  const there = layout.get(atMin) ?? new Map<Product, number>();
  const sum = (there.get(product) ?? 0) + servings;
  if (sum > EPSILON) there.set(product, sum);
  else there.delete(product);
  if (there.size > 0) layout.set(atMin, there);
  else layout.delete(atMin);
}

/** Returns whether something at this minute needs a drink with it: anything but a capsule. */
export function hasFood(layout: Layout, atMin: number): boolean {
  return [...(layout.get(atMin)?.keys() ?? [])].some((product) => formOf(product) !== 'capsule');
}
