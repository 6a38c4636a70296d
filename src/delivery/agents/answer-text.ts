import * as z from 'zod/mini';
import { milligramsText, volumeText } from '#core/languages/amounts.ts';
import type { Texts } from '#core/languages/texts.ts';
import type { Safety } from '#nutrition/prescriptions/safety-shape.ts';
import { type Camelized, fromWire } from '#platform/http/wire-case.ts';
import { severityOf } from './words.ts';

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
    .map(({ severity, message }) => `(${severityOf(texts, severity)}) ${message}`)
    .join(' ');
  return [
    plan.drawing.ceilings({
      fluid: volumeText(safety.maxSafeFluidMlPerHr),
      sodium: milligramsText(safety.maxSafeSodiumMgPerHr),
      confidencePercent: Math.round(safety.confidenceScore * 100),
    }),
    list === '' ? assistant.noWarnings() : assistant.warnings({ list }),
    safety.requiresHumanReview && plan.drawing.review(),
    plan.drawing.disclaimer(),
  ];
}
