import { type PrescribeInput, prescribe } from '#core/engine/prescribe.ts';
import type { PrescriptionRow, PrescriptionSummary } from '#platform/storage/athlete-schema.ts';
import { engineInput } from '../records/engine-input.ts';
import type { ActivityDetails } from '../records/read-activity.ts';
import { learnedStateOf } from '../records/read-athlete.ts';
import { storeInputs } from '../records/stored-inputs.ts';
import { numbersOf } from './prescription-shape.ts';

/** A prescription with its calculation inputs. */
export type CalculatedPrescription = PrescriptionSummary & Pick<PrescriptionRow, 'inputs'>;

/** An activity with a prescription just calculated from it. */
export type Prescribed = ActivityDetails & { readonly prescription: CalculatedPrescription };

/**
 * Time to calculate a session, and again for each leg. Rounded up from five times what they take once the code is warm: 10 µs
 * a session and 1 µs a leg, or 20 µs a leg with the steps of its numbers.
 */
const SESSION_US = 60;
const LEG_US = 10;
const EXPLAINED_LEG_US = 100;

/** Returns the longest time that calculating a session takes, in microseconds. */
export function calculationUs(
  { segments }: { readonly segments?: readonly unknown[] | null | undefined },
  withExplanation = false,
): number {
  return SESSION_US + (withExplanation ? EXPLAINED_LEG_US : LEG_US) * (segments?.length ?? 1);
}

/** Calculates a prescription and returns everything to store. */
export async function calculateRow(
  input: PrescribeInput,
  owner: Pick<PrescriptionRow, 'activityId' | 'athleteId' | 'fingerprint'>,
  calculatedAtMs: number,
): Promise<CalculatedPrescription> {
  return { ...numbersOf(prescribe(input), calculatedAtMs), ...owner, inputs: await storeInputs(input) };
}

/** Returns the columns of a prescription just calculated. */
export function rowOf(calculated: CalculatedPrescription): PrescriptionRow {
  const { activityId, athleteId, fingerprint, engineVersion, calculatedAt } = calculated;
  const { warnings, missingFields, legs, inputs } = calculated;
  const about = { activityId, athleteId, fingerprint, engineVersion, calculatedAt };
  return { ...about, numbers: calculated, warnings, missingFields, legs, inputs };
}

/**
 * Calculates the prescription of an activity from its fields, the athlete's current profile and learned
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
