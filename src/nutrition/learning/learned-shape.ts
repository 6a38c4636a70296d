import * as z from 'zod/mini';
import { initialState, type LearnedState, learnedValues } from '#core/engine/learning.ts';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { instant, isoInstantOrNull } from '#platform/http/wire-fields.ts';
import type { AthleteRow } from '#platform/storage/athlete-schema.ts';
import { tierFields } from '../prescriptions/tier-shape.ts';
import { toEngineAthlete } from '../records/engine-input.ts';
import { parameter, rounded } from './taught-shape.ts';

export const Learned = documented(
  z.object({
    data: described(
      z.array(
        z.object({
          parameter,
          mean: z.number(),
          standard_deviation: described(
            z.nullable(z.number()),
            'Null for a practised dose, which is recorded, not estimated.',
          ),
          unit: z.string(),
          observations: described(
            z.int().check(z.gte(0)),
            'Sessions or tests behind the estimate. 0 means it comes from the profile or the average.',
          ),
          updated_at: described(z.nullable(instant), 'Time of the session with the latest evidence.'),
        }),
      ),
      'Empty in teaser tier.',
    ),
    ...tierFields,
  }),
  { id: 'Learned' },
);

export type Learned = z.output<typeof Learned>;

/** Returns the current estimate of every learnable quantity, with its number of observations. */
export function learnedToWire(
  athlete: AthleteRow,
  state: LearnedState | null,
  nowMs: number,
): Learned['data'] {
  const known = toEngineAthlete(athlete, nowMs);
  return learnedValues(known, state ?? initialState(known)).map(
    ({ parameter, mean, standardDeviation, unit, observations, updatedAtMs }) => ({
      parameter,
      mean: rounded(mean, unit),
      standard_deviation: standardDeviation === null ? null : rounded(standardDeviation, unit),
      unit,
      observations,
      updated_at: isoInstantOrNull(updatedAtMs),
    }),
  );
}

export const learnedExample = {
  data: [
    quantity('sweat_rate_multiplier', 1.21, 0.267, '×', 1),
    quantity('swim_sweat_rate_multiplier', 1.105, 0.276, '×', 0),
    quantity('run_carb_tolerance', 80.6, 14.7, 'g/h', 1),
    quantity('bike_carb_tolerance', 77.8, 18, 'g/h', 0),
    quantity('practised_run_carb', 59, null, 'g/h', 1),
    quantity('practised_bike_carb', 0, null, 'g/h', 0),
    quantity('carb_need_multiplier', 0.923, 0.147, '×', 1),
    quantity('sweat_sodium', 846, 254, 'mg/L', 0),
  ],
  tier: 'full',
} satisfies Learned;

type Quantity = Learned['data'][number];

function quantity(
  name: Quantity['parameter'],
  mean: number,
  deviation: number | null,
  unit: string,
  observations: number,
): Quantity {
  return {
    parameter: name,
    mean,
    standard_deviation: deviation,
    unit,
    observations,
    updated_at: observations === 0 ? null : '2026-11-29T08:00:00.000Z',
  };
}
