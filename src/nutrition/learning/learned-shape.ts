import { initialState, type LearnedChange, type LearnedState, learnedValues } from '@musette/engine/learn';
import type { Note } from '@musette/engine/types';
import { plainNote } from '@musette/engine/types';
import { noteText, type Texts } from '@musette/languages/texts';
import * as z from 'zod/mini';
import type { Tier } from '#platform/http/context.ts';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { isoMoment } from '#platform/local-time.ts';
import type { AthleteRow } from '#platform/storage/athlete-schema.ts';
import { roundLearned } from '#platform/storage/taught-columns.ts';
import { tierFields } from '../prescriptions/tier-shape.ts';
import { toEngineAthlete } from '../records/engine-input.ts';

/** Reasons why feedback or a test changed no quantity. The last one appears only if no other applies. */
const NOT_LEARNED_CODES = [
  'weighing_not_usable',
  'weighed_without_fluid',
  'session_too_short_for_feeling',
  'intake_not_noted',
  'poor_gut_at_low_dose',
  'ate_less_than_planned',
  'nothing_learned',
] as const;

interface NotLearned {
  readonly code: (typeof NOT_LEARNED_CODES)[number];
  readonly message: string;
}

/** Returns why an event changed no quantity, as text for the athlete. Empty if it changed one. */
function whyNotLearned(
  { changes, remarks }: { readonly changes: readonly LearnedChange[]; readonly remarks: readonly Note[] },
  texts: Texts,
): NotLearned[] {
  if (changes.length > 0) return [];
  const reasons = remarks.flatMap((remark) => {
    const code = NOT_LEARNED_CODES.find((known) => remark.code === known);
    return code === undefined ? [] : [reason(code, texts)];
  });
  return reasons.length > 0 ? reasons : [reason('nothing_learned', texts)];
}

function reason(code: NotLearned['code'], texts: Texts): NotLearned {
  return { code, message: noteText(texts, plainNote(code)) };
}

export const parameter = z.enum([
  'sweat_rate_multiplier',
  'bike_sweat_rate_multiplier',
  'swim_sweat_rate_multiplier',
  'answer_bias_percent',
  'run_carb_tolerance',
  'bike_carb_tolerance',
  'practised_run_carb',
  'practised_bike_carb',
  'carb_need_multiplier',
  'sweat_sodium',
]);

/** Members of every answer about evidence: what it taught. */
export const taughtFields = {
  learned: described(
    z.nullable(
      z.array(
        z.object({
          parameter,
          before: z.number(),
          after: z.number(),
          unit: z.string(),
          reason: described(z.string(), 'The reason, as text for the athlete or coach.'),
        }),
      ),
    ),
    'The quantities that changed, with the values before and after. Recomputed when the history changes. Null in teaser tier.',
  ),
  not_learned: described(
    z.nullable(
      z.array(
        z.object({
          code: described(z.enum(NOT_LEARNED_CODES), 'The reason as a stable code.'),
          message: described(z.string(), 'The reason as text for the athlete.'),
        }),
      ),
    ),
    'Why no quantity changed. Empty if `learned` is not. Null in teaser tier.',
  ),
  remarks: described(
    z.nullable(z.array(z.string())),
    'Other observations, and why a quantity did not change. Null in teaser tier.',
  ),
};

type Taught = { [Name in keyof typeof taughtFields]: z.output<(typeof taughtFields)[Name]> };

/**
 * Returns the quantities that an event changed, or why it changed none, and its remarks. Null in teaser tier.
 */
export function taughtToWire(
  { changes, remarks }: { readonly changes: readonly LearnedChange[]; readonly remarks: readonly Note[] },
  tier: Tier,
  texts: Texts,
): Taught {
  if (tier === 'teaser') return { learned: null, not_learned: null, remarks: null };
  return {
    learned: changes.map(({ parameter, before, after, unit, reason }) => ({
      parameter,
      before: roundLearned(before, parameter),
      after: roundLearned(after, parameter),
      unit,
      reason: noteText(texts, reason),
    })),
    not_learned: whyNotLearned({ changes, remarks }, texts),
    remarks: remarks.map((remark) => noteText(texts, remark)),
  };
}

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
          updated_at: described(
            z.nullable(z.string()),
            'Start of the session with the latest evidence: UTC, or the local time as sent if no time zone is known.',
          ),
        }),
      ),
      'Empty in teaser tier.',
    ),
    ...tierFields,
  }),
  { id: 'Learned' },
);

export type Learned = z.output<typeof Learned>;

/** The time of a session of the history. */
interface DatedPosition {
  /** Its local clock, which the learned state has. */
  readonly position: number;
  /** Null if only the local time is known. */
  readonly atMs: number | null;
}

/**
 * Returns the current estimate of every learnable quantity, with its number of observations.
 *
 * @param moments of the latest evidence, in any order
 */
export function learnedToWire(
  athlete: AthleteRow,
  state: LearnedState | null,
  moments: readonly DatedPosition[],
  nowMs: number,
): Learned['data'] {
  const known = toEngineAthlete(athlete, nowMs);
  // Sorted, so that the last of several sessions at one local time counts.
  const instants = new Map(
    moments
      .toSorted((one, other) => (one.atMs ?? 0) - (other.atMs ?? 0))
      .map(({ position, atMs }) => [position, atMs]),
  );
  return learnedValues(known, state ?? initialState(known)).map(
    ({ parameter, mean, standardDeviation, unit, observations, updatedAtMs }) => ({
      parameter,
      mean: roundLearned(mean, parameter),
      standard_deviation: standardDeviation === null ? null : roundLearned(standardDeviation, parameter),
      unit,
      observations,
      updated_at:
        updatedAtMs === null
          ? null
          : isoMoment({ atMs: instants.get(updatedAtMs) ?? null, localMs: updatedAtMs }),
    }),
  );
}

export const learnedExample: Learned = {
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
};

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
