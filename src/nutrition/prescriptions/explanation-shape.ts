import type { Explanation as Calculated } from '@musette/engine/types';
import type { Texts } from '@musette/languages/texts';
import * as z from 'zod/mini';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { toWire } from '#platform/http/wire-case.ts';
import { type FluidLimit, fluidLimitFields } from './fluid-limit-shape.ts';
import { withPhrases } from './phrases.ts';

const explanationStep = documented(
  z.object({
    term: z.string(),
    value: z.union([z.number(), z.string(), z.boolean(), z.null()]),
    unit: z.nullable(z.string()),
    note: z.string(),
    source: described(z.string(), 'A citation, or `engineering choice`.'),
  }),
  { id: 'ExplanationStep' },
);

const quantityExplanation = documented(
  z.object({
    steps: z.array(explanationStep),
    bound_by: described(z.nullable(z.string()), 'The cap that set the value.'),
  }),
  { id: 'QuantityExplanation' },
);

export const rates = documented(
  z.object({
    carb_g_per_hr: z.number(),
    sodium_mg_per_hr: z.number(),
    fluid_ml_per_hr: z.number(),
  }),
  { id: 'Rates' },
);

export const Explanation = documented(
  z.object({
    sweat_rate: quantityExplanation,
    carbohydrate: quantityExplanation,
    balance: quantityExplanation,
    fluid: quantityExplanation,
    sodium: quantityExplanation,
    max_safe_fluid: quantityExplanation,
    max_safe_sodium: quantityExplanation,
    confidence: quantityExplanation,
    legs: z.nullable(
      z.array(
        z.object({
          type: z.string(),
          duration_min: z.number(),
          rates,
          max_safe_fluid_ml_per_hr: z.number(),
          ...fluidLimitFields,
          sweat_rate: quantityExplanation,
          carbohydrate: quantityExplanation,
          fluid: quantityExplanation,
          sodium: quantityExplanation,
          advice: z.array(z.string()),
        }),
      ),
    ),
    advice: z.array(z.string()),
  }),
  {
    id: 'Explanation',
    description: 'The steps that led to each number, with value, unit and source.',
  },
);

export type Explanation = z.output<typeof Explanation>;

/**
 * Renders an explanation, either fresh or restored from storage, with each note as a phrase.
 *
 * @param limit what the fluid ceiling of the event means, which holds for those of its legs
 */
export function explanationToWire(
  explanation: Calculated,
  { fluid_limit_kind, fluid_limit_text }: FluidLimit,
  texts: Texts,
): Explanation {
  const { legs, ...whole } = withPhrases(explanation, texts);
  const limit = { fluidLimitKind: fluid_limit_kind, fluidLimitText: fluid_limit_text };
  return toWire({ ...whole, legs: legs?.map((leg) => ({ ...leg, ...limit })) ?? null });
}
