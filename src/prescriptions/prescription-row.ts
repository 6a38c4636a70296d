import { explain, type PrescribeInput, prescribe } from '../engine/prescribe.ts';
import type { Explanation } from '../engine/types.ts';
import type { PrescribedLeg, PrescriptionRow } from '../storage/athlete-schema.ts';
import { numbersOf } from './wire.ts';

/** Calculates a prescription and returns all columns that are stored of it. */
export function calculateRow(
  input: PrescribeInput,
  owner: Pick<PrescriptionRow, 'activityId' | 'athleteId' | 'fingerprint'>,
  calculatedAtMs: number,
): PrescriptionRow {
  const explanation = explain(input);
  return {
    ...numbersOf(prescribe(input), calculatedAtMs),
    ...owner,
    legs: prescribedLegs(explanation),
    explanation,
  };
}

/** Returns the sport, time and unrounded rates of each leg of a multi-sport calculation; null for a single sport. */
export function prescribedLegs({ legs }: Pick<Explanation, 'legs'>): PrescribedLeg[] | null {
  return legs?.map(({ type, durationMin, rates }) => ({ type, durationMin, ...rates })) ?? null;
}
