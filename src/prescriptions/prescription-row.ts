import { type PrescribeInput, prescribeAndExplain } from '../engine/prescribe.ts';
import { engineInput } from '../records/engine-input.ts';
import { learnedStateOf } from '../records/learned-state.ts';
import type { ActivityDetails } from '../records/read-activity.ts';
import type { PrescriptionRow } from '../storage/athlete-schema.ts';
import { numbersOf } from './prescription-shape.ts';
import { compressExplanation } from './stored-explanation.ts';

/** An activity with a prescription that was just calculated from it. */
export type Prescribed = ActivityDetails & { readonly prescription: PrescriptionRow };

/** Time to calculate and explain a session, and more for each of its legs (measured, rounded up). */
const SESSION_US = 600;
const LEG_US = 400;

/** Returns the time that the calculation of a session takes at most, in microseconds. */
export function calculationUs({
  segments,
}: {
  readonly segments?: readonly unknown[] | null | undefined;
}): number {
  return SESSION_US + LEG_US * (segments?.length ?? 1);
}

/** Calculates a prescription and returns all of its stored columns. */
export async function calculateRow(
  input: PrescribeInput,
  owner: Pick<PrescriptionRow, 'activityId' | 'athleteId' | 'fingerprint'>,
  calculatedAtMs: number,
): Promise<PrescriptionRow> {
  const { result, explanation } = prescribeAndExplain(input);
  return {
    ...numbersOf(result, calculatedAtMs),
    ...owner,
    explanation: await compressExplanation(explanation),
  };
}

/**
 * Calculates the prescription of an activity from its fields, the athlete's current profile and the learned
 * state.
 */
export async function prescribeActivity(
  details: ActivityDetails,
  calculatedAtMs: number,
): Promise<Prescribed> {
  const { athlete, activity, learned, fingerprint } = details;
  const input = engineInput(athlete, activity, learnedStateOf(learned));
  const owner = { activityId: activity.id, athleteId: athlete.id, fingerprint };
  return { ...details, prescription: await calculateRow(input, owner, calculatedAtMs) };
}
