import type { FoodNames, Texts } from '@musette/languages/texts';
import { isOwnProductId } from '#platform/storage/ids.ts';
import type { Product } from '../catalogue/catalogue-copy.ts';
import { genericIdOf } from '../catalogue/generic-foods.ts';
import { shortProductName } from '../catalogue/product-names.ts';
import { displayNameOf } from './portions.ts';

/** Maps the catalogue's names of unbranded foods to our texts. */
const PLAIN_FOODS: ReadonlyMap<string, keyof FoodNames> = new Map([
  ['Apple (medium)', 'apple'],
  ['Banana (medium)', 'banana'],
  ['Boiled Potato', 'boiled_potato'],
  ['Fig Bar Cookies', 'fig_bar'],
  ['Gummy Bears', 'gummy_bears'],
  ['Honey', 'honey'],
  ['Maple Syrup', 'maple_syrup'],
  ['Medjool Date', 'dates'],
  ['Orange (medium)', 'orange'],
  ['Orange Juice', 'orange_juice'],
  ['Pinch of Table Salt in Water', 'table_salt'],
  ['Pinch of Table Sugar in Water', 'table_sugar'],
  ['Pretzels, salted', 'pretzels'],
  ['Raisins', 'raisins'],
  ['Table Salt in Water', 'table_salt'],
  ['Table Sugar in Water', 'table_sugar'],
  ['Water', 'water'],
  ['Water by the Litre', 'water'],
  ['Watermelon', 'watermelon'],
  ['White Rice, cooked', 'rice'],
]);

/** Foods that come in handfuls, slices and spoons: nobody counts raisins. */
const UNCOUNTED: ReadonlySet<keyof FoodNames> = new Set([
  'fruit',
  'gummy_bears',
  'honey',
  'maple_syrup',
  'pretzels',
  'raisins',
  'rice',
  'salted_potato',
  'watermelon',
]);

/** Returns the key of the everyday name of an unbranded food; undefined for other products. */
function plainKeyOf(product: Product): keyof FoodNames | undefined {
  return genericIdOf(product) ?? (product.brand === 'Generic' ? PLAIN_FOODS.get(product.name) : undefined);
}

/** Returns whether an amount of a food is a weight, or has no number if the weight is unknown. */
export function isUncounted(product: Product): boolean {
  const key = plainKeyOf(product);
  return key !== undefined && UNCOUNTED.has(key);
}

/** Returns the translated everyday name of an unbranded food; null for other products. */
function plainNameOf(product: Product, { plan: { foods } }: Pick<Texts, 'plan'>): string | null {
  const key = plainKeyOf(product);
  return key === undefined ? null : foods[key];
}

/**
 * Returns the name of a product, as its label has it: a shop sells it with and without caffeine. Unbranded foods are
 * translated. A product of the athlete's own has another name in texts for assistants.
 */
export function nameOf(product: Product, texts: Pick<Texts, 'plan'>): string {
  return texts.plan.ownNames?.get(product.id) ?? plainNameOf(product, texts) ?? displayNameOf(product);
}

/** The word that stands for a category in the name of an own product. */
const WORDS: Readonly<Record<Product['category'], keyof Texts['assistant']['formats']>> = {
  gel: 'gel',
  isotonic_gel: 'gel',
  chew: 'chew',
  bar: 'bar',
  waffle: 'bar',
  drink_mix: 'drink',
  ready_to_drink: 'drink',
  electrolyte_drink: 'drink',
  electrolyte_tablet: 'tablet',
  electrolyte_capsule: 'capsule',
  electrolyte_chew: 'chew',
  caffeine_chew: 'chew',
  real_food: 'real_food',
};

/**
 * Numbers the athlete's own products in this list, and names each by its number and kind: `own product 1 (drink)`. An
 * assistant could mistake what a person wrote for an instruction.
 */
export function numberedNames(
  products: readonly Pick<Product, 'id' | 'category'>[],
  { assistant }: Pick<Texts, 'assistant'>,
): ReadonlyMap<string, string> {
  const own = new Map<string, Product['category']>();
  for (const { id, category } of products) if (isOwnProductId(id) && !own.has(id)) own.set(id, category);
  return new Map(
    [...own].map(([id, category], index) => [
      id,
      assistant.ownProduct({ number: index + 1, form: assistant.formats[WORDS[category]] }),
    ]),
  );
}

/** Returns the name of a product in at most 18 columns. Unbranded foods are translated. */
export function shortNameOf(product: Product, texts: Texts): string {
  return plainNameOf(product, texts) ?? shortProductName(product);
}
