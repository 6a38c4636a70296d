import type { LearnedChange, LearnedState } from '../engine/learning.ts';
import { initialState, learnedValues } from '../engine/learning.ts';
import type { Tier } from '../http/context.ts';
import { isoInstantOrNull } from '../http/wire-fields.ts';
import { toEngineAthlete } from '../records/engine-input.ts';
import type { AthleteRow } from '../storage/athlete-schema.ts';

/** Decimals that a person would read, by unit. */
const DECIMALS: Readonly<Record<string, number>> = { '×': 3, 'g/h': 1, 'mg/L': 0 };

function shown(value: number, unit: string): number {
  const scale = 10 ** (DECIMALS[unit] ?? 3);
  return Math.round(value * scale) / scale;
}

/** What an event moved and what was noticed beside it. What is learned is what a subscription buys: null in teaser tier. */
export function taughtToWire(
  { changes, remarks }: { readonly changes: readonly LearnedChange[]; readonly remarks: readonly string[] },
  tier: Tier,
): { learned: unknown; remarks: unknown } {
  if (tier === 'teaser') return { learned: null, remarks: null };
  return {
    learned: changes.map(({ parameter, before, after, unit, reason }) => ({
      parameter,
      before: shown(before, unit),
      after: shown(after, unit),
      unit,
      reason,
    })),
    remarks,
  };
}

/** Every quantity that can be learned: what is believed of it today, and after how many observations. */
export function learnedToWire(athlete: AthleteRow, state: LearnedState | null, nowMs: number): unknown[] {
  const believed = state ?? initialState(toEngineAthlete(athlete, nowMs));
  return learnedValues(believed).map(
    ({ parameter, mean, standardDeviation, unit, observations, updatedAtMs }) => ({
      parameter,
      mean: shown(mean, unit),
      standard_deviation: shown(standardDeviation, unit),
      unit,
      observations,
      updated_at: isoInstantOrNull(updatedAtMs),
    }),
  );
}
