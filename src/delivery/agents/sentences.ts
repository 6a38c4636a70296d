import { milligramsText, type NumberFormat, numberFormat } from '@musette/languages/amounts';
import type { Language } from '@musette/languages/languages';
import type { Texts } from '@musette/languages/texts';
import * as z from 'zod/mini';
import type { Safety } from '#nutrition/prescriptions/safety-shape.ts';
import { type Camelized, fromWire } from '#platform/http/wire-case.ts';

/**
 * Sentences for assistants, built from figures, enumerations, identifiers and the service's own texts. User-written
 * names, titles and notes appear only as data in structured fields, because an assistant could mistake them for
 * instructions.
 */
export type Sentences = readonly (string | false)[];

/**
 * Returns the writer of a tool's text. It reads only the members that the text mentions, so an answer may gain others.
 * For an answer of another shape, the text only refers to the structured content and contains no number.
 */
export function textOf<Schema extends z.ZodMiniType>(
  schema: Schema,
  say: (answer: Camelized<z.output<Schema>>, texts: Texts) => Sentences,
): (answer: unknown, texts: Texts) => string {
  return (answer, texts) => {
    const read = z.safeParse(schema, answer);
    if (!read.success) return texts.assistant.readStructured();
    return say(fromWire(read.data), texts).filter(Boolean).join(' ');
  };
}

/** An answer parsed by its schema, in camel case. */
export type Read<Schema extends z.ZodMiniType> = Camelized<z.output<Schema>>;

/** Returns the ceilings, warnings and disclaimer, which must accompany every dose. */
export function saySafety(safety: Read<typeof Safety>, texts: Texts): Sentences {
  const { plan, assistant } = texts;
  const list = safety.warnings
    .filter(({ audience }) => audience === 'everyone')
    .map(({ severity, message }) => `(${severityOf(texts, severity)}) ${message}`)
    .join(' ');
  return [
    safety.fluidLimitKind === 'planning_limit' && safety.fluidLimitText,
    plan.drawing.ceilings({
      fluid: texts.measures.sheetLimit(safety.maxSafeFluidMlPerHr),
      sodium: milligramsText(safety.maxSafeSodiumMgPerHr),
      confidencePercent: Math.round(safety.confidenceScore * 100),
    }),
    list === '' ? assistant.noWarnings() : assistant.warnings({ list }),
    safety.assumed !== null && safety.assumed,
    safety.requiresHumanReview && plan.drawing.review(),
    plan.drawing.disclaimer(),
  ];
}

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
function severityOf({ assistant }: Texts, severity: string): string {
  return wordOf(assistant.severities, severity);
}

function wordOf(words: Readonly<Record<string, string>>, code: string): string {
  return (Object.hasOwn(words, code) ? words[code] : undefined) ?? code;
}

/** Amounts per hour or for a whole session. */
interface Amounts<Amount> {
  readonly carbG: Amount;
  readonly sodiumMg: Amount;
  readonly fluidMl: Amount;
}

/** Formats amounts with their units, using `write` and, for fluid, `writeFluid`. */
export function amountsOf<Amount>(
  { carbG, sodiumMg, fluidMl }: Amounts<Amount>,
  write: (amount: Amount) => string,
  writeFluid: (ml: Amount) => string,
) {
  return { carb: `${write(carbG)} g`, sodium: `${write(sodiumMg)} mg`, fluid: writeFluid(fluidMl) };
}
