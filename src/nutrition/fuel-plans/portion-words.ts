import { plainName } from '@musette/files/text-reader';
import { massText, servingsText, weighedText } from '@musette/languages/amounts';
import type { Texts } from '@musette/languages/texts';
import type { Product } from '../catalogue/catalogue-copy.ts';
import { genericIdOf } from '../catalogue/generic-foods.ts';
import { isUncounted, nameOf, shortNameOf } from './names.ts';

/** Formats an amount of a product to buy or carry: `2 × Maurten Gel 100`, `120 g Maurten Drink Mix 160`. */
export function amountText(portion: Counted, texts: Texts, name: string = lineOf(portion, texts)): string {
  const { product, servings } = portion;
  const { paper } = texts.plan;
  const count = { count: servings, amount: servingsText(servings) };
  if (genericIdOf(product) === 'salt') return paper.pinches(count);
  if (product.massG !== null && (isUncounted(product) || isPowder(product))) {
    return `${weighedText(product.massG * servings, texts.language)} ${name}`;
  }
  return isUncounted(product) ? name : `${count.amount} × ${name}`;
}

/** Formats the same by the product's short name, for lists of what is carried. */
export function shortAmountText(portion: Counted, texts: Texts): string {
  const { product } = portion;
  return amountText(portion, texts, plainName(shortNameOf(product, texts)) ?? product.id);
}

/** Formats food at the moment of eating: a single piece has no number. */
export function eatenText(
  portion: Counted,
  texts: Texts,
  name: string = shortNameOf(portion.product, texts),
): string {
  const { product, servings } = portion;
  if (isUncounted(product) && product.massG !== null) return `${massText(product.massG * servings)} ${name}`;
  const amount = servingsText(servings);
  if (amount === '1' || isUncounted(product)) return name;
  return servings < 1 ? `${amount} ${name}` : `${amount} × ${name}`;
}

/** Formats cups at a station: `1½ cups of water`. */
export function cupsText({ product, servings }: Counted, texts: Texts): string {
  const drink = uncapitalized(shortNameOf(product, texts), texts);
  return texts.plan.paper.cups({ count: servings, amount: servingsText(servings), drink });
}

/** Writes a noun within a sentence: with a lower-case letter, except in German. */
export function uncapitalized(words: string, { language }: Texts): string {
  return language === 'de' ? words : words.charAt(0).toLocaleLowerCase(language) + words.slice(1);
}

interface Counted {
  readonly product: Product;
  readonly servings: number;
}

/** Returns whether a product is a powder that is weighed, not a tablet. */
function isPowder({ category, mixWaterMl }: Product): boolean {
  return mixWaterMl !== null && category !== 'electrolyte_tablet';
}

/** Returns the everyday name of a product on one line. */
function lineOf({ product }: Pick<Counted, 'product'>, texts: Texts): string {
  return plainName(nameOf(product, texts)) ?? product.id;
}
