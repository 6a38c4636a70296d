import { type NumberFormat, numberFormat } from '#core/languages/number-format.ts';
import type { Language } from '#core/languages/tags.ts';
import type { Texts } from '#core/languages/texts.ts';

const formats = new Map<Language, NumberFormat>();

/** Formats a number in a language, with at most three decimals. */
export function figure({ language }: Texts, value: number): string {
  const format = formats.get(language) ?? numberFormat(language);
  formats.set(language, format);
  return format(value);
}

/** Returns the name of an activity type, or its code if it has no name yet. */
export function sportOf({ plan, assistant }: Texts, type: string): string {
  return wordOf({ ...plan.sports, ...assistant.multiSports }, type);
}

/** Returns the name of a product category, or its code if it has no name yet. */
export function categoryOf({ plan }: Texts, category: string): string {
  return wordOf(plan.categories, category);
}

/** Returns the name of a severity, or its code if it has no name yet. */
export function severityOf({ assistant }: Texts, severity: string): string {
  return wordOf(assistant.severities, severity);
}

function wordOf(words: Readonly<Record<string, string>>, code: string): string {
  return (Object.hasOwn(words, code) ? words[code] : undefined) ?? code;
}

/** Amounts per hour or for a whole session. */
export interface Amounts<Amount> {
  readonly carbG: Amount;
  readonly sodiumMg: Amount;
  readonly fluidMl: Amount;
}

/** Formats amounts with their units, using `write`. */
export function amountsOf<Amount>(
  { carbG, sodiumMg, fluidMl }: Amounts<Amount>,
  write: (amount: Amount) => string,
) {
  return { carb: `${write(carbG)} g`, sodium: `${write(sodiumMg)} mg`, fluid: `${write(fluidMl)} ml` };
}
