import * as z from 'zod/mini';
import { ENGINE_VERSION } from '../engine/prescribe.ts';
import type { WarningCode } from '../engine/warning-codes.ts';
import { ErrorBody } from '../http/error-answers.ts';
import { described, documented } from '../http/openapi-metadata.ts';
import { between, instant } from '../http/wire-fields.ts';
import { withheldSchema } from '../http/withheld-schema.ts';
import { ENGLISH } from '../languages/en/index.ts';

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

export type FullPrescription = z.output<typeof FullPrescription>;

const range = documented(z.object({ min: z.number(), max: z.number() }), { id: 'Range' });

const teaserNumbers = {
  carb_g_per_hr_range: range,
  sodium_mg_per_hr_range: range,
  fluid_ml_per_hr_range: range,
  calculated_at: instant,
};

export const TeaserPrescription = documented(z.object(teaserNumbers), {
  id: 'TeaserPrescription',
  description: 'Ranges that contain the numbers. An upper end is never above the personal ceiling.',
});

export type TeaserPrescription = z.output<typeof TeaserPrescription>;

export const anyPrescription = z.union([FullPrescription, TeaserPrescription]);

const bareTeaser = documented(
  z.object({ ...teaserNumbers, tier: z.literal('teaser'), subscribe_url: z.url() }),
  { id: 'BareTeaserPrescription' },
);

export type BareTeaserPrescription = z.output<typeof bareTeaser>;

/** Members of the bare prescription that a token without `prescriptions:read` sees too. */
export const BARE_ALWAYS_SHOWN = ['calculated_at', 'tier', 'subscribe_url'] as const;

/** The answer of the bare POST: the prescription itself, without an envelope. */
export const barePrescription = z.union([
  FullPrescription,
  bareTeaser,
  withheldSchema(FullPrescription, BARE_ALWAYS_SHOWN, {
    id: 'WrittenPrescription',
    description: 'The view of a token that has `prescriptions:create` but not `prescriptions:read`.',
  }),
  withheldSchema(bareTeaser, BARE_ALWAYS_SHOWN, {
    id: 'WrittenTeaserPrescription',
    description: 'The same view in teaser tier.',
  }),
]);

export type BarePrescription = z.output<typeof barePrescription>;

/** Members of a warning beside its code. */
export const warningFields = {
  severity: documented(z.enum(['info', 'caution', 'danger']), {
    id: 'WarningSeverity',
    description: 'How serious it is.',
  }),
  message: described(
    z.string(),
    "Words for the athlete, with the athlete's own figures. Show them as they are.",
  ),
};

const warningCodes = Object.keys(ENGLISH.warnings).filter(
  (name): name is WarningCode => name in ENGLISH.warnings,
);

const Warning = documented(
  z.object({
    code: documented(z.enum(warningCodes), {
      id: 'WarningCode',
      description: 'Stable; its meaning never changes. Later versions may add codes.',
    }),
    ...warningFields,
  }),
  { id: 'Warning' },
);

export const Safety = documented(
  z.object({
    max_safe_fluid_ml_per_hr: described(
      z.number(),
      'Planning limit, not a threshold of harm. If people like this athlete drank exactly this, thirsty or not, for the whole event, or in longer events for any 12 hours without once checking weight or urine, fewer than 1 in 20 would dilute their blood to 130 mmol/L, where symptoms begin. Up to 4 hours it is stricter: fewer than 1 in 40 below 135. Beyond 12 hours it no longer protects someone who sweats little and never checks: the weight rule of `VERY_LONG_EVENT` does.',
    ),
    max_safe_sodium_mg_per_hr: described(z.number(), 'Planning limit for sodium.'),
    confidence_score: described(
      between(0, 1),
      'Expected share of the three numbers that a full laboratory work-up would leave within 30 %.',
    ),
    not_instructions: z.literal(true),
    warnings: z.array(Warning),
    requires_human_review: z.boolean(),
  }),
  {
    id: 'Safety',
    description: 'Calculated for the athlete and the same in every tier. It must be shown with the numbers.',
  },
);

export type Safety = z.output<typeof Safety>;

export const attribution = documented(z.object({ text: z.string(), url: z.url() }), {
  id: 'Attribution',
  description: 'Where the data comes from: show it near the data.',
});

/** Members of an answer for an athlete in teaser tier. */
export const teaserFields = {
  tier: z.literal('teaser'),
  attribution,
  subscribe_url: described(z.url(), 'Where the athlete subscribes.'),
};

/** Members of every answer for one athlete that depend on the athlete's tier. */
export const tierFields = {
  tier: documented(z.enum(['teaser', 'full']), { id: 'Tier', description: 'The tier of the athlete.' }),
  attribution: z.optional(attribution),
  subscribe_url: described(z.optional(z.url()), 'Teaser tier only.'),
};

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
    bound_by: described(z.nullable(z.string()), 'The cap that decided the value.'),
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

const estimate = documented(z.object({ value: z.number(), low: z.number(), high: z.number() }), {
  id: 'Estimate',
  description: 'A value with the range that holds it in four of five cases.',
});

/** The body at the end of a session. */
const endFields = {
  body_mass_change_percent: described(
    z.nullable(estimate),
    'Null for athletes whose mass must not be shown.',
  ),
  plasma_sodium_mmol_per_l: estimate,
};

/** Members of a calculation beside its numbers and safety data: ranges, projection, intake, drivers and legs. */
export const outlookFields = {
  ranges: described(
    z.nullable(z.object({ carb_g_per_hr: range, sodium_mg_per_hr: range, fluid_ml_per_hr: range })),
    'The range in which a full laboratory work-up would put each number in four of five cases, up to the ceiling in `safety`. The explanation has the end before that cut. Null in teaser tier.',
  ),
  projection: described(
    z.nullable(
      z.object({
        ...endFields,
        by_thirst: described(
          z.object(endFields),
          'The same if thirst corrects the plan after the fourth hour. Show these ranges first.',
        ),
      }),
    ),
    'The expected state at the end of the session if the plan is followed exactly, whatever the body says. Null in teaser tier.',
  ),
  intake: described(
    z.nullable(
      z.object({
        drink_carb_g_per_l: z.nullable(z.number()),
        drink_sodium_mg_per_l: z.nullable(z.number()),
        food_carb_g_per_hr: z.number(),
      }),
    ),
    'A way to take the numbers: a drink with at most 80 g of carbohydrate per litre, the rest as gels or food with plain water. The values per litre are null if nothing is drunk. Null in teaser tier.',
  ),
  drivers: described(
    z.nullable(z.array(z.object({ field: z.string(), narrows_by: rates }))),
    'Fields that would narrow the ranges if they were known, most helpful first, each with the share by which it narrows each range. Null in teaser tier.',
  ),
  legs: described(
    z.nullable(z.array(z.object({ type: z.string(), duration_min: z.number(), ...rates.shape }))),
    'The numbers of each leg of a multi-sport activity. Null for a single sport and in teaser tier.',
  ),
};

const envelopeFields = {
  safety: Safety,
  engine_version: z.string(),
  stale: z.boolean(),
  missing_fields: z.array(z.string()),
};

export const FullEnvelope = documented(
  z.object({
    prescription: FullPrescription,
    tier: z.literal('full'),
    ...envelopeFields,
    ...outlookFields,
    explanation: described(z.optional(Explanation), 'With `include=explanation`.'),
  }),
  { id: 'FullPrescriptionEnvelope' },
);

export type FullEnvelope = z.output<typeof FullEnvelope>;

const hidden = described(z.null(), 'Full tier only.');

const TeaserEnvelope = documented(
  z.object({
    prescription: TeaserPrescription,
    ...teaserFields,
    ...envelopeFields,
    ranges: hidden,
    projection: hidden,
    intake: hidden,
    drivers: hidden,
    legs: hidden,
  }),
  { id: 'TeaserPrescriptionEnvelope' },
);

export type TeaserEnvelope = z.output<typeof TeaserEnvelope>;

export const Envelope = documented(z.discriminatedUnion('tier', [FullEnvelope, TeaserEnvelope]), {
  id: 'PrescriptionEnvelope',
  description: 'A prescription with its safety data, in the shape of the tier of its athlete.',
});

export type Envelope = z.output<typeof Envelope>;

/** Members of the envelope that a token without `prescriptions:read` sees too. */
export const ENVELOPE_ALWAYS_SHOWN = [
  'tier',
  'engine_version',
  'stale',
  'attribution',
  'subscribe_url',
] as const;

export const WrittenEnvelope = withheldSchema(
  z.object({ prescription: anyPrescription, ...tierFields, ...envelopeFields, ...outlookFields }),
  ENVELOPE_ALWAYS_SHOWN,
  {
    id: 'WrittenEnvelope',
    description:
      'The envelope as a token that has `prescriptions:create` but not `prescriptions:read` sees it.',
  },
);

export type WrittenEnvelope = z.output<typeof WrittenEnvelope>;

export const BatchAnswer = documented(
  z.object({
    results: z.array(z.union([Envelope, ErrorBody])),
  }),
  { id: 'BatchAnswer' },
);

export const prescriptionExample = {
  carb_g_per_hr: 70,
  sodium_mg_per_hr: 430,
  fluid_ml_per_hr: 770,
  total_carb_g: 245,
  total_sodium_mg: 1510,
  total_fluid_ml: 2700,
  calculated_at: '2026-11-21T09:30:00.000Z',
} satisfies FullPrescription;

export const safetyExample = {
  max_safe_fluid_ml_per_hr: 880,
  max_safe_sodium_mg_per_hr: 1160,
  confidence_score: 0.846,
  not_instructions: true,
  warnings: [
    {
      code: 'HEAT_CAUTION',
      severity: 'caution',
      message:
        'Hot conditions: start slower, use shade and cooling, stop if you feel chilled, dizzy or confused.',
    },
    {
      code: 'SWEAT_EXCEEDS_GUT',
      severity: 'info',
      message:
        'You may sweat about 1.1 litres an hour, more than a stomach takes in at this effort. Do not try to replace it all: pace and cooling do more.',
    },
  ],
  requires_human_review: false,
} satisfies Safety;

export const envelopeExample = {
  prescription: prescriptionExample,
  safety: safetyExample,
  tier: 'full',
  engine_version: ENGINE_VERSION,
  stale: false,
  missing_fields: ['sweat_rate_ml_per_hr', 'sweat_sodium_mg_per_l', 'saltiness_level'],
  ranges: {
    carb_g_per_hr: { min: 57, max: 86 },
    sodium_mg_per_hr: { min: 260, max: 720 },
    fluid_ml_per_hr: { min: 460, max: 780 },
  },
  projection: {
    body_mass_change_percent: { value: -2.4, low: -6.1, high: 0 },
    plasma_sodium_mmol_per_l: { value: 142.5, low: 136.7, high: 152.6 },
    by_thirst: {
      body_mass_change_percent: { value: -2.4, low: -6.1, high: 0 },
      plasma_sodium_mmol_per_l: { value: 142.5, low: 136.7, high: 152.6 },
    },
  },
  intake: { drink_carb_g_per_l: 80, drink_sodium_mg_per_l: 560, food_carb_g_per_hr: 8 },
  drivers: [
    {
      field: 'sweat_rate_ml_per_hr',
      narrows_by: { carb_g_per_hr: 0, sodium_mg_per_hr: 0.035, fluid_ml_per_hr: 0.328 },
    },
    {
      field: 'sweat_sodium_mg_per_l',
      narrows_by: { carb_g_per_hr: 0, sodium_mg_per_hr: 0.17, fluid_ml_per_hr: 0 },
    },
    {
      field: 'saltiness_level',
      narrows_by: { carb_g_per_hr: 0, sodium_mg_per_hr: 0.09, fluid_ml_per_hr: 0 },
    },
    {
      field: 'carb_tolerance_g_per_hr',
      narrows_by: { carb_g_per_hr: 0.031, sodium_mg_per_hr: 0, fluid_ml_per_hr: 0 },
    },
  ],
  legs: null,
} satisfies FullEnvelope;
