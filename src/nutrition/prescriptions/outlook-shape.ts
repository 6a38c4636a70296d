import type { Estimate, Intake, ProjectedEnd, Projection, Rates, ShownRange } from '@musette/engine/types';
import * as z from 'zod/mini';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { toWire } from '#platform/http/wire-case.ts';
import { roundTo } from '#platform/http/wire-fields.ts';
import type { PrescribedLeg, ShownNumbers } from '#platform/storage/prescription-columns.ts';
import { wireFieldName } from '../records/athlete-fields.ts';
import { type Derivation, UNAVAILABLE } from './derivation.ts';
import { rates } from './explanation-shape.ts';

export const range = documented(z.object({ min: z.number(), max: z.number() }), { id: 'Range' });

const rateRange = documented(
  z.object({
    ...range.shape,
    would_need_up_to: described(
      z.number(),
      'Where a laboratory might put the rate; at least `max`. Above `max_safe_fluid_ml_per_hr` or `max_safe_sodium_mg_per_hr` it is no permission: add the missing field first.',
    ),
  }),
  { id: 'RateRange', description: 'From `min` to `max`, which never exceeds the ceiling.' },
);

const estimate = documented(z.object({ value: z.number(), low: z.number(), high: z.number() }), {
  id: 'Estimate',
  description: 'A value with its 80% range: the true value lies inside in four of five cases.',
});

/** Change of weight at unchanged body water. */
export const steadyWaterMass = described(
  z.nullable(z.number()),
  'Body mass change at unchanged body water: food eaten, less burned fuel. Who has lost less has gained water. Null for athletes whose weight must not be shown.',
);

const endFields = {
  body_mass_change_percent: described(
    z.nullable(estimate),
    'Null for athletes whose weight must not be shown.',
  ),
  plasma_sodium_mmol_per_l: described(z.nullable(estimate), 'Plasma sodium at the end. Null in pregnancy.'),
};

/**
 * Members of a calculation besides its numbers and safety data: ranges, projection, intake, drivers and legs.
 */
export const outlookFields = {
  ranges: described(
    z.nullable(
      z.object({ carb_g_per_hr: rateRange, sodium_mg_per_hr: rateRange, fluid_ml_per_hr: rateRange }),
    ),
    'The range in which a full lab work-up would put each number in four of five cases. A missing field widens it. `max` is capped at the ceiling in `safety`, `would_need_up_to` is not. Null in teaser tier.',
  ),
  projection: described(
    z.nullable(
      z.object({
        ...endFields,
        steady_water_mass_change_percent: steadyWaterMass,
        by_thirst: described(
          z.object(endFields),
          'The end if thirst corrects the plan after the fourth hour, and decides alone from the tenth. Show these ranges first.',
        ),
      }),
    ),
    'The expected state at the end of the session if the plan is followed exactly, regardless of thirst. Null in teaser tier.',
  ),
  intake: described(
    z.nullable(
      z.object({
        drink_carb_g_per_l: z.nullable(z.number()),
        drink_sodium_mg_per_l: z.nullable(z.number()),
        food_carb_g_per_hr: z.number(),
      }),
    ),
    'One way to reach the numbers: a drink with at most 80 g of carbohydrate per litre, and the rest as gels or food with plain water. The values per litre are null if nothing is drunk. Null in teaser tier, and if `explanation_unavailable` gives a reason.',
  ),
  drivers: described(
    z.nullable(z.array(z.object({ field: z.string(), narrows_by: rates }))),
    'Missing fields that would narrow the ranges, most helpful first, each with the share by which it would narrow each range. Null in teaser tier, and if `explanation_unavailable` gives a reason.',
  ),
  explanation_unavailable: described(
    z.nullable(z.enum(UNAVAILABLE)),
    'Why `explanation`, `drivers` and `intake` of a stored prescription are null: it was calculated by another version of the engine, or it is more than 90 days old and its inputs have changed since. Recalculate to get them back. Null if they are present, and in teaser tier.',
  ),
  legs: described(
    z.nullable(z.array(z.object({ type: z.string(), duration_min: z.number(), ...rates.shape }))),
    'The numbers of each leg of a multi-sport activity. Null for a single sport and in teaser tier.',
  ),
};

/** Useful decimal places. */
const DECIMALS = { massPercent: 1, sodiumMmolPerL: 1 } as const;
const STEADY_DECIMALS = 2;

type ShownFields = { [Name in keyof typeof outlookFields]: z.output<(typeof outlookFields)[Name]> };

type ShownOutlook = Omit<ShownFields, 'legs'>;

/** The members of a hidden outlook. */
export const NO_OUTLOOK = {
  ranges: null,
  projection: null,
  intake: null,
  drivers: null,
  explanation_unavailable: null,
};

/**
 * Maps the ranges, projection, intake and drivers of a calculation to the members of the envelope. Each is written out,
 * because `toWire` took as long as the engine.
 */
export function outlookToWire(
  { ranges, projection }: Pick<ShownNumbers, 'ranges' | 'projection'>,
  { intake, drivers, unavailable }: Pick<Derivation, 'intake' | 'drivers' | 'unavailable'>,
): ShownOutlook {
  return {
    ranges: ratesToWire({
      carbGPerHr: rangeToWire(ranges.carbGPerHr),
      sodiumMgPerHr: rangeToWire(ranges.sodiumMgPerHr),
      fluidMlPerHr: rangeToWire(ranges.fluidMlPerHr),
    }),
    projection: {
      ...endToWire(projection),
      steady_water_mass_change_percent: projection.steadyWaterMassChangePercent,
      by_thirst: endToWire(projection.byThirst),
    },
    intake: intake && intakeToWire(intake),
    drivers:
      drivers?.map(({ field, narrowsBy }) => ({
        field: wireFieldName(field),
        narrows_by: ratesToWire(narrowsBy),
      })) ?? null,
    explanation_unavailable: unavailable,
  };
}

/** Maps the three rates, or a range of each. */
function ratesToWire<Each>({ carbGPerHr, sodiumMgPerHr, fluidMlPerHr }: Readonly<Record<keyof Rates, Each>>) {
  return { carb_g_per_hr: carbGPerHr, sodium_mg_per_hr: sodiumMgPerHr, fluid_ml_per_hr: fluidMlPerHr };
}

function rangeToWire({ min, max, wouldNeedUpTo }: ShownRange) {
  return { min, max, would_need_up_to: wouldNeedUpTo };
}

function endToWire({ bodyMassChangePercent, plasmaSodiumMmolPerL }: ProjectedEnd) {
  return { body_mass_change_percent: bodyMassChangePercent, plasma_sodium_mmol_per_l: plasmaSodiumMmolPerL };
}

function intakeToWire({ drinkCarbGPerL, drinkSodiumMgPerL, foodCarbGPerHr }: Intake) {
  return {
    drink_carb_g_per_l: drinkCarbGPerL,
    drink_sodium_mg_per_l: drinkSodiumMgPerL,
    food_carb_g_per_hr: foodCarbGPerHr,
  };
}

/** Rounds the projected end as shown. */
export function shownProjection(projection: Projection): Projection {
  const { steadyWaterMassChangePercent, byThirst } = projection;
  return {
    ...shownEnd(projection),
    steadyWaterMassChangePercent: shownSteadyMass(steadyWaterMassChangePercent),
    byThirst: shownEnd(byThirst),
  };
}

/** Rounds the change of weight at unchanged body water as shown. */
export function shownSteadyMass(percent: number | null): number | null {
  return percent === null ? null : roundTo(percent, STEADY_DECIMALS);
}

/** Maps the legs of a multi-sport calculation. Null for a single sport. */
export function legsToWire(legs: readonly PrescribedLeg[] | null): ShownFields['legs'] {
  return legs === null ? null : legs.map((leg) => toWire(leg));
}

function shownEnd({ bodyMassChangePercent, plasmaSodiumMmolPerL }: ProjectedEnd): ProjectedEnd {
  return {
    bodyMassChangePercent:
      bodyMassChangePercent && shownEstimate(bodyMassChangePercent, DECIMALS.massPercent),
    plasmaSodiumMmolPerL:
      plasmaSodiumMmolPerL && shownEstimate(plasmaSodiumMmolPerL, DECIMALS.sodiumMmolPerL),
  };
}

function shownEstimate({ value, low, high }: Estimate, decimals: number) {
  return { value: roundTo(value, decimals), low: roundTo(low, decimals), high: roundTo(high, decimals) };
}
