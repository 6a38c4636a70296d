import * as z from 'zod/mini';
import { described, documented } from '../http/openapi-metadata.ts';
import { between, instant } from '../http/wire-fields.ts';
import { withheldSchema } from '../http/withheld-schema.ts';

export const FullPrescription = documented(
  z.object({
    carb_g_per_hr: z.number(),
    sodium_mg_per_hr: z.number(),
    fluid_ml_per_hr: z.number(),
    total_carb_g: z.number(),
    total_sodium_mg: z.number(),
    total_fluid_ml: z.number(),
    calculated_at: instant,
  }),
  {
    id: 'Prescription',
    description: 'A recommendation for human consideration, not a command.',
  },
);

const range = z.object({ min: z.number(), max: z.number() });

const teaserFields = {
  carb_g_per_hr_range: range,
  sodium_mg_per_hr_range: range,
  fluid_ml_per_hr_range: range,
  calculated_at: instant,
};

const TeaserPrescription = documented(z.object(teaserFields), {
  id: 'TeaserPrescription',
  description: 'Ranges that contain the numbers. No upper end is above a personal ceiling.',
});

export const anyPrescription = z.union([FullPrescription, TeaserPrescription]);

const bareTeaser = documented(
  z.object({ ...teaserFields, tier: z.literal('teaser'), subscribe_url: z.url() }),
  { id: 'BareTeaserPrescription' },
);

/** The answer of the bare POST: the prescription itself, without an envelope. */
export const barePrescription = z.union([
  FullPrescription,
  bareTeaser,
  withheldSchema(FullPrescription, ['calculated_at'], {
    id: 'WrittenPrescription',
    description: 'As a token with `prescriptions:create` and without `prescriptions:read` sees it.',
  }),
  withheldSchema(bareTeaser, ['calculated_at', 'tier', 'subscribe_url'], {
    id: 'WrittenTeaserPrescription',
    description: 'The same in teaser tier.',
  }),
]);

export const Safety = documented(
  z.object({
    max_safe_fluid_ml_per_hr: described(z.number(), 'Drinking more than this is dangerous for this person.'),
    max_safe_sodium_mg_per_hr: z.number(),
    confidence_score: described(
      between(0, 1),
      'The probability that the numbers are within ±30 % of a full laboratory work-up.',
    ),
    not_instructions: z.literal(true),
    warnings: z.array(
      z.object({
        code: z.string(),
        severity: z.enum(['info', 'caution', 'danger']),
        message: z.string(),
      }),
    ),
    requires_human_review: z.boolean(),
  }),
  {
    id: 'Safety',
    description: 'Personal, computed, the same in every tier. It must be shown with the numbers.',
  },
);

const attribution = z.object({ text: z.string(), url: z.url() });

/** Members of every answer for one athlete that depend on the athlete's tier. */
export const tierFields = {
  tier: z.enum(['teaser', 'full']),
  attribution: z.optional(attribution),
  subscribe_url: described(z.optional(z.url()), 'Teaser tier only.'),
};

const explanationStep = z.object({
  term: z.string(),
  value: z.union([z.number(), z.string(), z.boolean(), z.null()]),
  unit: z.nullable(z.string()),
  note: z.string(),
  source: described(z.string(), 'A citation, or `engineering choice`.'),
});

const quantityExplanation = z.object({
  steps: z.array(explanationStep),
  bound_by: described(z.nullable(z.string()), 'The cap that decided the value.'),
});

export const rates = z.object({
  carb_g_per_hr: z.number(),
  sodium_mg_per_hr: z.number(),
  fluid_ml_per_hr: z.number(),
});

export const Explanation = documented(
  z.object({
    sweat_rate: quantityExplanation,
    carbohydrate: quantityExplanation,
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
    description: 'The steps that made each number, with value, unit and source.',
  },
);

export const Envelope = documented(
  z.object({
    prescription: anyPrescription,
    safety: Safety,
    tier: z.enum(['teaser', 'full']),
    engine_version: z.string(),
    stale: z.boolean(),
    missing_fields: z.array(z.string()),
    explanation: z.optional(Explanation),
    attribution: z.optional(attribution),
    subscribe_url: z.optional(z.url()),
  }),
  { id: 'PrescriptionEnvelope' },
);

const problem = z.object({ pointer: z.string(), code: z.string(), message: z.string() });

export const BatchAnswer = documented(
  z.object({
    results: z.array(
      z.union([
        Envelope,
        z.object({
          error: z.looseObject({
            type: z.string(),
            code: z.string(),
            message: z.string(),
            errors: z.optional(z.array(problem)),
          }),
        }),
      ]),
    ),
  }),
  { id: 'BatchAnswer' },
);

export const prescriptionExample = {
  carb_g_per_hr: 60,
  sodium_mg_per_hr: 310,
  fluid_ml_per_hr: 340,
  total_carb_g: 210,
  total_sodium_mg: 1113,
  total_fluid_ml: 1204,
  calculated_at: '2026-11-21T09:30:00.000Z',
};

export const safetyExample = {
  max_safe_fluid_ml_per_hr: 530,
  max_safe_sodium_mg_per_hr: 780,
  confidence_score: 0.58,
  not_instructions: true,
  warnings: [
    {
      code: 'SODIUM_UNMEASURED',
      severity: 'info',
      message: 'Your sweat sodium is an estimate. A sweat test would make the sodium number more your own.',
    },
  ],
  requires_human_review: false,
};

export const envelopeExample = {
  prescription: prescriptionExample,
  safety: safetyExample,
  tier: 'full',
  engine_version: '1.0.0',
  stale: false,
  missing_fields: ['sweat_rate_ml_per_hr', 'sweat_sodium_mg_per_l'],
};
