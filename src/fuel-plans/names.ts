import type { Product } from '../catalogue/catalogue-copy.ts';
import { genericIdOf } from '../catalogue/generic-foods.ts';
import { shortProductName } from '../catalogue/short-name.ts';
import type { Texts } from '../languages/texts.ts';
import { displayNameOf } from './portions.ts';

/** Returns the name of a product; of a food without a brand, in the language of the texts. */
export function nameOf(product: Product, texts: Texts): string {
  const generic = genericIdOf(product);
  return generic === null ? displayNameOf(product) : texts.plan.foods[generic];
}

/** Returns the name of a product in at most 18 columns; of a food without a brand, in the language of the texts. */
export function shortNameOf(product: Product, texts: Texts): string {
  const generic = genericIdOf(product);
  return generic === null ? shortProductName(product) : texts.plan.foods[generic];
}
