import type { PrescribeResult } from '../engine/prescribe.ts';
import { ENGINE_VERSION } from '../engine/prescribe.ts';
import type { Explanation } from '../engine/types.ts';
import type { Env } from '../env.ts';
import { exactly } from '../http/answer.ts';
import type { Tier } from '../http/context.ts';
import { isoInstant } from '../http/wire-fields.ts';
import type { Texts } from '../languages/texts.ts';
import { subscribeUrl } from '../records/subscribe-link.ts';
import { wireFieldName } from '../records/wire-field-name.ts';
import type { PrescribedLeg, PrescriptionSummary } from '../storage/athlete-schema.ts';
import type {
  Envelope,
  FullEnvelope,
  FullPrescription,
  Safety,
  TeaserEnvelope,
  TeaserPrescription,
} from './answers.ts';
import {
  explanationToWire,
  legsToWire,
  NO_OUTLOOK,
  outlookOf,
  outlookToWire,
  warningsToWire,
} from './outlook-wire.ts';

/** The numbers of a calculation as they are stored and shown, rounded (CONTRACT §6). */
export type PrescriptionNumbers = Omit<PrescriptionSummary, 'activityId' | 'athleteId' | 'fingerprint'>;

/** Returns the rounded numbers of a calculation: the full ones in every tier, so that an upgrade shows them at once. */
export function numbersOf(result: PrescribeResult, calculatedAt: number): PrescriptionNumbers {
  const { rates, totals } = result.rounded;
  return {
    engineVersion: ENGINE_VERSION,
    calculatedAt,
    carbGPerHr: rates.carbGPerHr,
    sodiumMgPerHr: rates.sodiumMgPerHr,
    fluidMlPerHr: rates.fluidMlPerHr,
    totalCarbG: totals.carbG,
    totalSodiumMg: totals.sodiumMg,
    totalFluidMl: totals.fluidMl,
    maxSafeFluidMlPerHr: result.rounded.maxSafeFluidMlPerHr,
    maxSafeSodiumMgPerHr: result.rounded.maxSafeSodiumMgPerHr,
    confidenceScore: Math.round(result.safety.confidenceScore * 1000) / 1000,
    requiresHumanReview: result.safety.requiresHumanReview,
    warnings: [...result.safety.warnings],
    missingFields: result.missingFields.map(wireFieldName),
    outlook: outlookOf(result),
    legs: legsOf(result),
  };
}

/** Returns the legs of a multi-sport calculation as they are shown; null for a single sport. */
export function legsOf({ rounded: { legs } }: Pick<PrescribeResult, 'rounded'>): PrescribedLeg[] | null {
  if (legs.length === 0) return null;
  return legs.map(({ type, durationMin, rates }) => ({ type, durationMin, ...rates }));
}

/** Maps a prescription without its safety data to the wire: numbers in full tier, ranges in teaser tier. */
export function prescriptionToWire(
  numbers: PrescriptionNumbers,
  tier: Tier,
): FullPrescription | TeaserPrescription {
  return tier === 'full' ? fullPrescription(numbers) : teaserPrescription(numbers);
}

/** Maps the numbers of a prescription to the wire, as full tier shows them. */
export function fullPrescription(numbers: PrescriptionNumbers): FullPrescription {
  return {
    carb_g_per_hr: numbers.carbGPerHr,
    sodium_mg_per_hr: numbers.sodiumMgPerHr,
    fluid_ml_per_hr: numbers.fluidMlPerHr,
    total_carb_g: numbers.totalCarbG,
    total_sodium_mg: numbers.totalSodiumMg,
    total_fluid_ml: numbers.totalFluidMl,
    calculated_at: isoInstant(numbers.calculatedAt),
  };
}

/** Width of the ranges in teaser tier (CONTRACT §6). */
const TEASER_GRID = { carbG: 30, sodiumMg: 300, fluidMl: 250 } as const;

/** Maps a prescription to the wire as teaser tier shows it: ranges in place of the numbers. */
export function teaserPrescription(numbers: PrescriptionNumbers): TeaserPrescription {
  return exactly({ ...teaserRanges(numbers), calculated_at: isoInstant(numbers.calculatedAt) });
}

/** Returns the ranges that teaser tier shows in place of the numbers. */
export function teaserRanges(
  numbers: Pick<
    PrescriptionNumbers,
    'carbGPerHr' | 'sodiumMgPerHr' | 'fluidMlPerHr' | 'maxSafeFluidMlPerHr' | 'maxSafeSodiumMgPerHr'
  >,
) {
  return {
    carb_g_per_hr_range: gridRange(numbers.carbGPerHr, TEASER_GRID.carbG, Number.POSITIVE_INFINITY),
    sodium_mg_per_hr_range: gridRange(
      numbers.sodiumMgPerHr,
      TEASER_GRID.sodiumMg,
      numbers.maxSafeSodiumMgPerHr,
    ),
    fluid_ml_per_hr_range: gridRange(numbers.fluidMlPerHr, TEASER_GRID.fluidMl, numbers.maxSafeFluidMlPerHr),
  };
}

/** Returns the grid cell that contains the value, with its upper end capped at the personal ceiling. */
function gridRange(value: number, grid: number, ceiling: number): { min: number; max: number } {
  const min = Math.floor(value / grid) * grid;
  return { min, max: Math.min(min + grid, ceiling) };
}

/** Maps the safety data to the wire: the same in every tier. */
export function safetyToWire(numbers: PrescriptionNumbers, texts: Texts): Safety {
  return {
    max_safe_fluid_ml_per_hr: numbers.maxSafeFluidMlPerHr,
    max_safe_sodium_mg_per_hr: numbers.maxSafeSodiumMgPerHr,
    confidence_score: numbers.confidenceScore,
    not_instructions: true,
    warnings: warningsToWire(numbers.warnings, texts),
    requires_human_review: numbers.requiresHumanReview,
  };
}

/** What the members around a prescription need of a request. */
export interface Showing {
  readonly env: Pick<Env, 'baseUrl' | 'signingSecret'>;
  readonly nowMs: number;
}

/** Returns the members that teaser tier adds to an answer: the attribution and a subscribe link. Empty in full tier. */
export async function teaserExtras(
  ctx: Showing,
  tier: Tier,
  athleteId: string | null,
): Promise<Partial<TeaserMembers>> {
  return tier === 'full' ? {} : teaserMembers(ctx, athleteId);
}

type TeaserMembers = Pick<TeaserEnvelope, 'attribution' | 'subscribe_url'>;

/** Returns the attribution and the subscribe link of an answer in teaser tier. */
export async function teaserMembers(ctx: Showing, athleteId: string | null): Promise<TeaserMembers> {
  return exactly({
    ...attributionOf(ctx),
    subscribe_url:
      athleteId === null ? `${ctx.env.baseUrl}/subscribe` : await subscribeUrl(ctx.env, ctx.nowMs, athleteId),
  });
}

/** Returns the attribution member of an answer. */
export function attributionOf(ctx: Showing): Pick<TeaserMembers, 'attribution'> {
  return { attribution: { text: 'Powered by Musette', url: ctx.env.baseUrl } };
}

/** A prescription with what its envelope says of it. */
interface Enveloped {
  readonly numbers: PrescriptionNumbers;
  readonly isStale: boolean;
}

/** An envelope before the explanation that a caller may ask for. */
export type BareEnvelope = Omit<FullEnvelope, 'explanation'> | TeaserEnvelope;

/** Maps a prescription to its envelope in the shape of a tier: numbers, safety data, tier and staleness. */
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
    ...(await teaserMembers(ctx, prescription.athleteId)),
  });
}

/** Maps a prescription to the envelope of full tier. */
export function fullEnvelopeToWire(prescription: Enveloped, texts: Texts): Omit<FullEnvelope, 'explanation'> {
  const { numbers } = prescription;
  return exactly({
    prescription: fullPrescription(numbers),
    safety: safetyToWire(numbers, texts),
    tier: 'full',
    ...aboutCalculation(prescription),
    ...outlookToWire(numbers.outlook),
    legs: legsToWire(numbers.legs),
  });
}

function aboutCalculation({ numbers, isStale }: Enveloped) {
  return { engine_version: numbers.engineVersion, stale: isStale, missing_fields: numbers.missingFields };
}

/** Adds an explanation to an envelope of full tier: its steps contain the exact numbers, which only a subscription shows. */
export function withExplanation(
  envelope: BareEnvelope,
  explanation: Explanation | null,
  texts: Texts,
): Envelope {
  if (explanation === null || envelope.tier === 'teaser') return envelope;
  return exactly({ ...envelope, explanation: explanationToWire(explanation, texts) });
}
