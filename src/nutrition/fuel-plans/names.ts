import type { FoodNames } from '#core/languages/plan-texts.ts';
import type { Texts } from '#core/languages/texts.ts';
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

/** Returns the name of a product. Unbranded foods are translated; no name says that it has no caffeine. */
export function nameOf(product: Product, texts: Pick<Texts, 'plan'>): string {
  return plainNameOf(product, texts) ?? displayNameOf(product).replace(' (caffeine-free)', '');
}

/** Returns the name of a product in at most 18 columns. Unbranded foods are translated. */
export function shortNameOf(product: Product, texts: Texts): string {
  return plainNameOf(product, texts) ?? shortProductName(product);
}
