import type { Product } from '../catalogue/catalogue-copy.ts';

/** Form of a product, which decides when in a session it can be taken. */
export type Form = 'drink' | 'gel' | 'chew' | 'solid' | 'capsule';

const FORMS: Readonly<Record<Product['category'], Form>> = {
  gel: 'gel',
  isotonic_gel: 'gel',
  chew: 'chew',
  bar: 'solid',
  waffle: 'solid',
  drink_mix: 'drink',
  ready_to_drink: 'drink',
  electrolyte_drink: 'drink',
  electrolyte_tablet: 'drink',
  electrolyte_capsule: 'capsule',
  electrolyte_chew: 'chew',
  caffeine_chew: 'chew',
  real_food: 'solid',
};

/** Bottles are filled at home in steps of this size, ml: the marks of a kitchen jug. */
export const FILL_STEP_ML = 50;

/**
 * Whether half a serving keeps for later, because its pack can be closed again. An opened sachet leaks in the pocket; a
 * bag, a wrapper or a tube is folded or pushed shut. Of drinks only tablets have halves, because the others are measured
 * in millilitres. Engineering choice.
 */
const KEEPS_WHEN_HALVED: Readonly<Record<Product['category'], boolean>> = {
  gel: false, // a torn sachet
  isotonic_gel: false, // a torn sachet
  chew: true, // several pieces in a bag
  bar: true, // a wrapper
  waffle: true, // a wrapper
  drink_mix: true, // powder that is weighed
  ready_to_drink: true, // a bottle with a cap
  electrolyte_drink: true, // powder that is weighed
  electrolyte_tablet: true, // breaks in two; its tube closes
  electrolyte_capsule: false, // spills when it is opened
  electrolyte_chew: true, // several pieces in a tube
  caffeine_chew: false, // one piece is one dose
  real_food: true, // a peel, a box or a bag
};

/** Returns the smallest part of a pack that can be taken now while the rest keeps: half a serving or a whole one. */
export function pieceOf({ category }: Product): number {
  return KEEPS_WHEN_HALVED[category] ? 0.5 : 1;
}

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

/**
 * Returns a product's everyday name: with its brand, unless the name says it or everybody has it at home. A word on which
 * both agree is not repeated: GU Energy and Energy Gel are GU Energy Gel.
 */
export function displayNameOf({ brand, name }: Pick<Product, 'brand' | 'name'>): string {
  // Own products may have no brand.
  if (brand === '' || brand === 'Generic' || name.startsWith(`${brand} `)) return name;
  const [first = '', ...rest] = name.split(' ');
  return brand.endsWith(` ${first}`) ? [brand, ...rest].join(' ') : `${brand} ${name}`;
}

/** Most products of an activity; more is a mistake. Engineering choice. */
export const ATTACHED_MAX = 100;
/** Servings of one product that can be attached: as little as a plan may suggest. */
export const SERVINGS_MIN = 0.01;
export const SERVINGS_MAX = 50;
/** Decimals of the servings that a plan shows, so that a mouthful of a large bottle is one. */
export const SERVINGS_DECIMALS = 4;

/** A product and how many servings of it. */
export interface Portion {
  readonly product: Product;
  readonly servings: number;
}
