import { ENGINE_VERSION, type PrescribeInput, prescribe } from '@musette/engine/prescribe';
import { logError } from '#platform/log-line.ts';
import type { PrescriptionRow, PrescriptionSummary } from '#platform/storage/athlete-schema.ts';
import { packedLegs, packedNumbers } from '#platform/storage/prescription-columns.ts';
import { engineInput } from '../records/engine-input.ts';
import { type ActivityDetails, isStale } from '../records/read-activity.ts';
import { learnedStateOf } from '../records/read-athlete.ts';
import { restoreInputs, storeInputs } from '../records/stored-inputs.ts';
import { type Derivation, derivationOf, prescriberFor, type Unavailable } from './derivation.ts';
import { numbersOf, type PrescriptionNumbers } from './prescription-shape.ts';

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
export const EXPLAINED_LEG_US = 100;

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

/**
 * Recalculates a stored prescription: from today's rows if its inputs are unchanged, else from its stored
 * inputs. If the numbers differ from the stored ones, the explanation would not match, so it is omitted and
 * logged. The engine was changed without a new version, or the inputs are damaged.
 *
 * @param requestId for the log
 */
export async function deriveAgain(
  details: Prescribed,
  withExplanation: boolean,
  requestId: string,
): Promise<Derivation> {
  const { prescription } = details;
  if (prescription.engineVersion !== ENGINE_VERSION) return without('engine_changed');
  const input = await inputOf(details).catch(() => 'damaged' as const);
  if (input === null) return without('aged');
  if (input !== 'damaged') {
    const { result, explanation } = (await prescriberFor(withExplanation))(input);
    if (isShownAlike(numbersOf(result, prescription.calculatedAt), prescription)) {
      return derivationOf(input, result, explanation);
    }
  }
  logMismatch(requestId, input === 'damaged');
  return without('engine_changed');
}

/** Returns the input of a prescription. Null if it is no longer known. */
async function inputOf(details: Prescribed): Promise<PrescribeInput | null> {
  const { athlete, activity, learned, prescription } = details;
  if (!isStale(details)) return engineInput(athlete, activity, learnedStateOf(learned));
  return prescription.inputs && restoreInputs(prescription.inputs);
}

/** Returns whether two calculations show the same numbers. */
export function isShownAlike(again: PrescriptionNumbers, stored: PrescriptionNumbers): boolean {
  const shown = (numbers: PrescriptionNumbers) =>
    JSON.stringify([packedNumbers.pack(numbers), numbers.legs && packedLegs.pack(numbers.legs)]);
  return shown(again) === shown(stored);
}

function without(unavailable: Unavailable): Derivation {
  return { intake: null, drivers: null, explanation: null, input: null, unavailable };
}

function logMismatch(requestId: string, isDamaged: boolean): void {
  const inputs = isDamaged ? 'damaged' : 'readable';
  logError('explanation_mismatch', { request_id: requestId, engine_version: ENGINE_VERSION, inputs });
}
