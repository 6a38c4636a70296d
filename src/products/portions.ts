import type { Product } from './catalogue-copy.ts';

/** Form of a product, which decides when in a session it can be taken. */
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

/** Returns the form in which a product is taken. */
export function formOf(product: Product): Form {
  // Juices are food that is drunk.
  if (product.category === 'real_food' && product.volumeMl !== null) return 'drink';
  return FORMS[product.category];
}

/**
 * Returns the fluid of one serving, ml: the water that it is mixed with, or the volume of a drink. The water
 * in gels and solids does not count, except in isotonic gels, which are mostly water. Null if a drink's water
 * is not known.
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

/**
 * Returns the share of a product's carbohydrate that is absorbed as glucose, 0–1; null if the ratio is not
 * known.
 */
export function glucoseShareOf({
  glucoseFructoseRatio,
}: Pick<Product, 'glucoseFructoseRatio'>): number | null {
  const match = /^(\d+(?:\.\d+)?):(\d+(?:\.\d+)?)$/.exec(glucoseFructoseRatio ?? '');
  if (!match) return null;
  const [glucose, fructose] = [Number(match[1]), Number(match[2])];
  return glucose + fructose > 0 ? glucose / (glucose + fructose) : null;
}

/** Returns a product's everyday name: with its brand, unless everybody has it at home. */
export function displayNameOf({ brand, name }: Pick<Product, 'brand' | 'name'>): string {
  return brand === 'Generic' ? name : `${brand} ${name}`;
}

/** Servings of one product that can be attached. */
export const SERVINGS_MIN = 0.25;
export const SERVINGS_MAX = 50;

/** A product and how many servings of it. */
export interface Portion {
  readonly product: Product;
  readonly servings: number;
}
