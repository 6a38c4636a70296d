import type { Product } from './catalogue-copy.ts';

/** How a product is taken, which decides when and where one can take it. */
export type Form = 'drink' | 'gel' | 'solid' | 'capsule';

const FORMS: Readonly<Record<Product['category'], Form>> = {
  gel: 'gel',
  isotonic_gel: 'gel',
  chew: 'solid',
  bar: 'solid',
  waffle: 'solid',
  drink_mix: 'drink',
  ready_to_drink: 'drink',
  electrolyte_drink: 'drink',
  electrolyte_tablet: 'drink',
  electrolyte_capsule: 'capsule',
  electrolyte_chew: 'solid',
  caffeine_chew: 'solid',
  real_food: 'solid',
};

export function formOf(product: Product): Form {
  // Juice and the like: food that is drunk.
  if (product.category === 'real_food' && product.volumeMl !== null) return 'drink';
  return FORMS[product.category];
}

/**
 * The fluid that one serving brings, ml: the water it is mixed with, or its own volume where it is drunk.
 * The water inside gels and solids is left out of account, but for isotonic gels, which are mostly water.
 * Null where a drink's water is not known.
 */
export function fluidMlOf(product: Product): number | null {
  if (formOf(product) === 'drink') return product.mixWaterMl ?? product.volumeMl;
  return product.category === 'isotonic_gel' ? product.volumeMl : 0;
}

export function isPlainWater(product: Product): boolean {
  return (
    formOf(product) === 'drink' && product.carbG === 0 && product.sodiumMg === 0 && product.caffeineMg === 0
  );
}

/** The share of a product's carbohydrate that is absorbed as glucose; null where the ratio is not known. */
export function glucoseShareOf({
  glucoseFructoseRatio,
}: Pick<Product, 'glucoseFructoseRatio'>): number | null {
  const match = /^(\d+(?:\.\d+)?):(\d+(?:\.\d+)?)$/.exec(glucoseFructoseRatio ?? '');
  if (!match) return null;
  const [glucose, fructose] = [Number(match[1]), Number(match[2])];
  return glucose + fructose > 0 ? glucose / (glucose + fructose) : null;
}

/** As people call it: with its brand, but for what everybody has at home. */
export function displayNameOf({ brand, name }: Pick<Product, 'brand' | 'name'>): string {
  return brand === 'Generic' ? name : `${brand} ${name}`;
}

/** What can be attached of one product. */
export const SERVINGS_MIN = 0.25;
export const SERVINGS_MAX = 50;

/** A product and how many servings of it. */
export interface Portion {
  readonly product: Product;
  readonly servings: number;
}
