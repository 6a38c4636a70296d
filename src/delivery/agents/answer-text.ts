import * as z from 'zod/mini';
import type { Texts } from '#core/languages/texts.ts';
import type { Safety } from '#nutrition/prescriptions/safety-shape.ts';
import { type Camelized, fromWire } from '#platform/http/wire-case.ts';
import { severityOf } from './words.ts';

/**
 * The paragraphs that assistants read. Each is made of figures, enumerations, identifiers and the service's own texts:
 * what users wrote (names, titles, notes) appears only as data in structured fields, because an assistant could take it
 * for an instruction.
 */
export type Sentences = readonly (string | false)[];

/**
 * Makes the text of a tool's answer from the few members that it mentions, so that an answer may gain others.
 * For an answer of another shape the text only refers to the structured content and contains no number.
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

/** An answer as it is read, by its schema. */
export type Read<Schema extends z.ZodMiniType> = Camelized<z.output<Schema>>;

/** Says ceilings, warnings and the disclaimer, which belong beside every dose. */
export function saySafety(safety: Read<typeof Safety>, texts: Texts): Sentences {
  const { plan, assistant } = texts;
  const list = safety.warnings
    .map(({ severity, message }) => `(${severityOf(texts, severity)}) ${message}`)
    .join(' ');
  return [
    plan.drawing.ceilings({
      fluidMl: safety.maxSafeFluidMlPerHr,
      sodiumMg: safety.maxSafeSodiumMgPerHr,
      confidencePercent: Math.round(safety.confidenceScore * 100),
    }),
    list === '' ? assistant.noWarnings() : assistant.warnings({ list }),
    safety.requiresHumanReview && plan.drawing.review(),
    plan.drawing.disclaimer(),
  ];
}
