import { ENGINE_VERSION } from '@musette/engine/prescribe';
import type { Texts } from '@musette/languages/texts';
import * as z from 'zod/mini';
import { exactly } from '#platform/http/answer.ts';
import type { Tier } from '#platform/http/context.ts';
import { ErrorBody } from '#platform/http/error-codes.ts';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { withheldSchema } from '#platform/http/scopes.ts';
import { wireFieldName } from '../records/athlete-fields.ts';
import { caffeineMember, caffeineToWire, teaserCaffeine } from './caffeine-shape.ts';
import type { Derivation } from './derivation.ts';
import { Explanation, explanationToWire } from './explanation-shape.ts';
import { legsToWire, NO_OUTLOOK, outlookFields, outlookToWire } from './outlook-shape.ts';
import {
  anyPrescription,
  FullPrescription,
  fullPrescription,
  type PrescriptionNumbers,
  prescriptionExample,
  TeaserPrescription,
  teaserPrescription,
} from './prescription-shape.ts';
import { Safety, safetyExample, safetyToWire } from './safety-shape.ts';
import { type Showing, teaserFields, teaserMembers, tierFields } from './tier-shape.ts';
import { type Trajectory, trajectoryMember } from './trajectory-shape.ts';

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
    caffeine: caffeineMember.full,
    explanation: described(
      z.optional(z.nullable(Explanation)),
      'With `include=explanation`. Null if `explanation_unavailable` gives a reason.',
    ),
    trajectory: trajectoryMember.full,
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
    explanation_unavailable: hidden,
    legs: hidden,
    caffeine: caffeineMember.teaser,
    trajectory: trajectoryMember.teaser,
  }),
  { id: 'TeaserPrescriptionEnvelope' },
);

type TeaserEnvelope = z.output<typeof TeaserEnvelope>;

export const Envelope = documented(z.discriminatedUnion('tier', [FullEnvelope, TeaserEnvelope]), {
  id: 'PrescriptionEnvelope',
  description: "A prescription with its safety data, in the shape of the athlete's tier.",
});

export type Envelope = z.output<typeof Envelope>;

/** Members of the envelope that are shown even without `prescriptions:read`. */
export const ENVELOPE_ALWAYS_SHOWN = [
  'tier',
  'engine_version',
  'stale',
  'attribution',
  'subscribe_url',
] as const;

export const WrittenEnvelope = withheldSchema(
  z.object({
    prescription: anyPrescription,
    ...tierFields,
    ...envelopeFields,
    ...outlookFields,
    caffeine: caffeineMember.either,
  }),
  ENVELOPE_ALWAYS_SHOWN,
  {
    id: 'WrittenEnvelope',
    description:
      'The envelope as seen by a token with `prescriptions:create` but without `prescriptions:read`.',
  },
);

export type WrittenEnvelope = z.output<typeof WrittenEnvelope>;

export const BatchAnswer = documented(
  z.object({
    results: z.array(z.union([Envelope, ErrorBody])),
  }),
  { id: 'BatchAnswer' },
);

export const envelopeExample: FullEnvelope = {
  prescription: prescriptionExample,
  safety: safetyExample,
  tier: 'full',
  engine_version: ENGINE_VERSION,
  stale: false,
  missing_fields: ['sweat_rate_ml_per_hr', 'sweat_sodium_mg_per_l', 'saltiness_level'],
  ranges: {
    carb_g_per_hr: { min: 59, max: 84, would_need_up_to: 84 },
    sodium_mg_per_hr: { min: 270, max: 680, would_need_up_to: 680 },
    fluid_ml_per_hr: { min: 520, max: 780, would_need_up_to: 780 },
  },
  projection: {
    body_mass_change_percent: { value: -2.3, low: -6.1, high: 0.1 },
    plasma_sodium_mmol_per_l: { value: 142.3, low: 136.6, high: 152.4 },
    steady_water_mass_change_percent: -0.61,
    by_thirst: {
      body_mass_change_percent: { value: -2.3, low: -6.1, high: 0.1 },
      plasma_sodium_mmol_per_l: { value: 142.3, low: 136.6, high: 152.4 },
    },
  },
  intake: { drink_carb_g_per_l: 80, drink_sodium_mg_per_l: 560, food_carb_g_per_hr: 8 },
  drivers: [
    {
      field: 'sweat_rate_ml_per_hr',
      narrows_by: { carb_g_per_hr: 0, sodium_mg_per_hr: 0.026, fluid_ml_per_hr: 0.328 },
    },
    {
      field: 'sweat_sodium_mg_per_l',
      narrows_by: { carb_g_per_hr: 0, sodium_mg_per_hr: 0.234, fluid_ml_per_hr: 0 },
    },
    {
      field: 'saltiness_level',
      narrows_by: { carb_g_per_hr: 0, sodium_mg_per_hr: 0.121, fluid_ml_per_hr: 0 },
    },
    {
      field: 'carb_tolerance_g_per_hr',
      narrows_by: { carb_g_per_hr: 0.031, sodium_mg_per_hr: 0, fluid_ml_per_hr: 0 },
    },
  ],
  explanation_unavailable: null,
  legs: null,
  caffeine: null,
};

interface Enveloped {
  readonly numbers: PrescriptionNumbers;
  readonly derived: Derivation;
  readonly isStale: boolean;
}

/** An envelope without the optional explanation and trajectory. */
export type BareEnvelope = Omit<FullEnvelope, 'explanation' | 'trajectory'> | TeaserEnvelope;

/** Maps a prescription to its envelope in the shape of the tier: numbers, safety data, tier and staleness. */
export async function envelopeToWire(
  ctx: Showing,
  prescription: Enveloped & { readonly tier: Tier; readonly athleteId: string | null },
  texts: Texts,
): Promise<BareEnvelope> {
  if (prescription.tier === 'full') return fullEnvelopeToWire(prescription, texts);
  const { numbers } = prescription;
  return exactly({
    prescription: teaserPrescription(numbers),
    safety: safetyToWire(numbers, texts),
    tier: prescription.tier,
    ...aboutCalculation(prescription),
    ...NO_OUTLOOK,
    legs: null,
    caffeine: teaserCaffeine(numbers.caffeine, texts),
    ...(await teaserMembers(ctx, prescription.athleteId)),
  });
}

/** Maps a prescription to the full-tier envelope. */
export function fullEnvelopeToWire(
  prescription: Enveloped,
  texts: Texts,
): Omit<FullEnvelope, 'explanation' | 'trajectory'> {
  const { numbers, derived } = prescription;
  return exactly({
    prescription: fullPrescription(numbers),
    safety: safetyToWire(numbers, texts),
    tier: 'full',
    ...aboutCalculation(prescription),
    ...outlookToWire(numbers, derived),
    legs: legsToWire(numbers.legs),
    caffeine: caffeineToWire(numbers.caffeine, texts),
  });
}

function aboutCalculation({ numbers, isStale }: Pick<Enveloped, 'numbers' | 'isStale'>) {
  return {
    engine_version: numbers.engineVersion,
    stale: isStale,
    missing_fields: numbers.missingFields.map(wireFieldName),
  };
}

/**
 * Adds the requested explanation to a full-tier envelope. Its steps contain the exact numbers, which only
 * subscribers see. Null if it cannot be recalculated.
 */
export function withExplanation(
  envelope: BareEnvelope,
  { explanation }: Pick<Derivation, 'explanation'>,
  texts: Texts,
): Envelope {
  if (envelope.tier === 'teaser') return envelope;
  const { safety } = envelope;
  return exactly({ ...envelope, explanation: explanation && explanationToWire(explanation, safety, texts) });
}

/** Adds a trajectory to an envelope. Null in teaser tier, because it would reveal the numbers. */
export function withTrajectory(envelope: Envelope, trajectory: Trajectory | null): Envelope {
  if (envelope.tier === 'teaser') return exactly({ ...envelope, trajectory: null });
  return exactly({ ...envelope, trajectory });
}
