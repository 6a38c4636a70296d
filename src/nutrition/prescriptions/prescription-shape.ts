import { ENGINE_VERSION, type PrescribeResult } from '@musette/engine/prescribe';
import * as z from 'zod/mini';
import { requireFinite } from '#platform/finite.ts';
import { exactly } from '#platform/http/answer.ts';
import type { Tier } from '#platform/http/context.ts';
import { documented } from '#platform/http/openapi-metadata.ts';
import { withheldSchema } from '#platform/http/scopes.ts';
import { instant, isoInstant } from '#platform/http/wire-fields.ts';
import type { PrescriptionSummary } from '#platform/storage/athlete-schema.ts';
import type { PrescribedLeg } from '#platform/storage/prescription-columns.ts';
import { range, shownProjection } from './outlook-shape.ts';

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
    description: 'A recommendation for a person to consider, not an instruction.',
  },
);

export type FullPrescription = z.output<typeof FullPrescription>;

const teaserNumbers = {
  carb_g_per_hr_range: range,
  sodium_mg_per_hr_range: range,
  fluid_ml_per_hr_range: range,
  calculated_at: instant,
};

export const TeaserPrescription = documented(z.object(teaserNumbers), {
  id: 'TeaserPrescription',
  description: 'Ranges that contain the numbers. The upper end never exceeds the personal ceiling.',
});

export type TeaserPrescription = z.output<typeof TeaserPrescription>;

export const anyPrescription = z.union([FullPrescription, TeaserPrescription]);

const bareTeaser = documented(
  z.object({ ...teaserNumbers, tier: z.literal('teaser'), subscribe_url: z.url() }),
  { id: 'BareTeaserPrescription' },
);

export type BareTeaserPrescription = z.output<typeof bareTeaser>;

/** Members of the bare prescription that are shown even without `prescriptions:read`. */
export const BARE_ALWAYS_SHOWN = ['calculated_at', 'tier', 'subscribe_url'] as const;

/** The answer of the bare POST: the prescription without an envelope. */
export const barePrescription = z.union([
  FullPrescription,
  bareTeaser,
  withheldSchema(FullPrescription, BARE_ALWAYS_SHOWN, {
    id: 'WrittenPrescription',
    description: 'The view of a token with `prescriptions:create` but without `prescriptions:read`.',
  }),
  withheldSchema(bareTeaser, BARE_ALWAYS_SHOWN, {
    id: 'WrittenTeaserPrescription',
    description: 'The same view in teaser tier.',
  }),
]);

export type BarePrescription = z.output<typeof barePrescription>;

export const prescriptionExample: FullPrescription = {
  carb_g_per_hr: 70,
  sodium_mg_per_hr: 430,
  fluid_ml_per_hr: 770,
  total_carb_g: 245,
  total_sodium_mg: 1510,
  total_fluid_ml: 2700,
  calculated_at: '2026-11-21T09:30:00.000Z',
};

/** The rounded numbers of a calculation, as stored and shown (CONTRACT §6). */
export type PrescriptionNumbers = Omit<PrescriptionSummary, 'activityId' | 'athleteId' | 'fingerprint'>;

/**
 * Returns the rounded numbers of a calculation: full numbers in every tier, so that an upgrade shows them
 * immediately.
 */
export function numbersOf(result: PrescribeResult, calculatedAt: number): PrescriptionNumbers {
  const { rates, totals } = result.rounded;
  requireFinite(
    [result.rounded, result.safety.confidenceScore, result.projection, result.caffeine],
    'a result',
  );
  return {
    engineVersion: ENGINE_VERSION,
    calculatedAt,
    durationMin: Math.round(60 * result.diagnostics.hours),
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
    ranges: result.rounded.ranges,
    projection: shownProjection(result.projection),
    caffeine: result.caffeine,
    warnings: result.safety.warnings,
    missingFields: result.missingFields,
    legs: legsOf(result),
  };
}

/** Returns the legs of a multi-sport calculation as shown. Null for a single sport. */
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

/** Maps the numbers of a prescription to the wire for full tier. */
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

/** Maps a prescription to the wire for teaser tier: ranges instead of numbers. */
export function teaserPrescription(numbers: PrescriptionNumbers): TeaserPrescription {
  return exactly({ ...teaserRanges(numbers), calculated_at: isoInstant(numbers.calculatedAt) });
}

/** Returns the ranges that teaser tier shows instead of the numbers. */
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

/** Returns the grid cell that contains the value, its upper end capped at the personal ceiling. */
function gridRange(value: number, grid: number, ceiling: number): { min: number; max: number } {
  const min = Math.floor(value / grid) * grid;
  return { min, max: Math.min(min + grid, ceiling) };
}
