import type { Product } from '../../catalogue/catalogue-copy.ts';
import { genericIdOf } from '../../catalogue/generic-foods.ts';
import { fluidMlOf, isPlainWater } from '../portions.ts';

/** Ingredients of a litre of a drink, except water. */
export interface Drink {
  /** The ingredient with most of the carbohydrate; plain water if there are none. */
  readonly product: Product;
  readonly parts: readonly { readonly product: Product; readonly servingsPerL: number }[];
}

/** Units in which an ingredient is measured: a pinch is half a gram of table salt, a serving one of the label. */
export const MEASURES = ['scoop', 'sachet', 'tablet', 'g', 'ml', 'pinch', 'serving'] as const;

/** The amount of an ingredient for a bottle, as people measure it. */
export interface Measure {
  readonly unit: (typeof MEASURES)[number];
  readonly amount: number;
}

/** An ingredient of a bottle, other than water. */
export interface Ingredient {
  readonly product: Product;
  readonly servings: number;
  readonly measure: Measure;
}

/** The content of a bottle. */
export interface Contents {
  readonly ingredients: readonly Ingredient[];
  readonly carbG: number;
  readonly sodiumMg: number;
}

const ML_PER_L = 1000;
const EPSILON = 1e-6;

/** Returns a product as a drink of the strength of its label. */
export function drinkOf(product: Product): Drink {
  const fluidMl = fluidMlOf(product) ?? 0;
  if (isPlainWater(product) || fluidMl === 0) return { product, parts: [] };
  return { product, parts: [{ product, servingsPerL: ML_PER_L / fluidMl }] };
}

/** Returns the ingredients of this volume of a drink. */
export function ingredientsOf({ parts }: Drink, fillMl: number): Contents {
  const ingredients = parts.map(({ product, servingsPerL }) => {
    const servings = (servingsPerL * fillMl) / ML_PER_L;
    return { product, servings, measure: measureOf(product, servings) };
  });
  return { ingredients, ...amountsOf(ingredients) };
}

/** Adds up carbohydrate and sodium of ingredients. */
export function amountsOf(
  ingredients: readonly Pick<Ingredient, 'product' | 'servings'>[],
): Omit<Contents, 'ingredients'> {
  const sum = (figure: (product: Product) => number | null) =>
    ingredients.reduce((total, { product, servings }) => total + servings * (figure(product) ?? 0), 0);
  return { carbG: sum(({ carbG }) => carbG), sodiumMg: sum(({ sodiumMg }) => sodiumMg) };
}

/** Returns servings as people measure them: tablets and sachets in halves, scoops if they are halves too, else grams. */
export function measureOf(product: Product, servings: number): Measure {
  if (product.category === 'electrolyte_tablet') return { unit: 'tablet', amount: servings };
  if (genericIdOf(product) === 'salt') return { unit: 'pinch', amount: servings };
  if (product.mixWaterMl === null) {
    const volumeMl = fluidMlOf(product);
    return volumeMl === null
      ? { unit: 'serving', amount: servings }
      : { unit: 'ml', amount: volumeMl * servings };
  }
  const pack = packOf(product);
  const amount = servings * (pack?.perServing ?? 0);
  if (pack !== null && Math.abs(2 * amount - Math.round(2 * amount)) < EPSILON) {
    return { unit: pack.unit, amount: Math.round(2 * amount) / 2 };
  }
  if (product.massG === null) return { unit: 'serving', amount: servings };
  return { unit: 'g', amount: product.massG * servings };
}

/** A scoop or sachet, and how many of them a serving has. */
interface Pack {
  readonly unit: 'scoop' | 'sachet';
  readonly perServing: number;
}

const PACK = /^(\d+) (scoop|sachet|stick|packet|pouch)/;

/** Reads the pack of a product from the label of its serving; null if it is sold by weight. */
export function packOf({ servingLabel }: Product): Pack | null {
  const [, count, name] = PACK.exec(servingLabel) ?? [];
  if (count === undefined || name === undefined) return null;
  return { unit: name === 'scoop' ? 'scoop' : 'sachet', perServing: Number(count) };
}
