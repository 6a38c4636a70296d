import { type NumberFormat, numberFormat } from '#core/languages/number-format.ts';
import type { Language } from '#core/languages/tags.ts';
import type { Texts } from '#core/languages/texts.ts';

const formats = new Map<Language, NumberFormat>();

/** Returns a number in the digits of a language, at most three decimals. */
export function figure({ language }: Texts, value: number): string {
  const format = formats.get(language) ?? numberFormat(language);
  formats.set(language, format);
  return format(value);
}

/** Names a type of activity; one that has no word yet by its code. */
export function sportOf({ plan, assistant }: Texts, type: string): string {
  return wordOf({ ...plan.sports, ...assistant.multiSports }, type);
}

/** Names a form of food; one that has no word yet by its code. */
export function categoryOf({ plan }: Texts, category: string): string {
  return wordOf(plan.categories, category);
}

/** Names how serious a warning is; a severity that has no word yet by its code. */
export function severityOf({ assistant }: Texts, severity: string): string {
  return wordOf(assistant.severities, severity);
}

interface Taken {
  readonly name: string;
  readonly servings: number;
  readonly fluidMl: number;
}

/** Says how much of something a plan has at one time: water by its volume and in words, the rest in servings. */
export function takenInWords(texts: Texts, { name, servings, fluidMl }: Taken): string {
  if (name === texts.plan.foods.water) return texts.plan.forms.waterMl({ amountMl: fluidMl });
  const volume = fluidMl > 0 ? ` (${figure(texts, fluidMl)} ml)` : '';
  return `${figure(texts, servings)} × ${name}${volume}`;
}

function wordOf(words: Readonly<Record<string, string>>, code: string): string {
  return (Object.hasOwn(words, code) ? words[code] : undefined) ?? code;
}

/** Amounts of one kind of answer: for each hour, or of a whole session. */
export interface Amounts<Amount> {
  readonly carbG: Amount;
  readonly sodiumMg: Amount;
  readonly fluidMl: Amount;
}

/** Writes amounts with their units, each by `write`. */
export function amountsOf<Amount>(
  { carbG, sodiumMg, fluidMl }: Amounts<Amount>,
  write: (amount: Amount) => string,
) {
  return { carb: `${write(carbG)} g`, sodium: `${write(sodiumMg)} mg`, fluid: `${write(fluidMl)} ml` };
}
