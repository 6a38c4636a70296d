import { ENGINE_VERSION, type PrescribeInput } from '#core/engine/prescribe.ts';
import { logError } from '#platform/log-line.ts';
import { packedLegs, packedNumbers } from '#platform/storage/prescription-columns.ts';
import { engineInput } from '../records/engine-input.ts';
import { isStale } from '../records/read-activity.ts';
import { learnedStateOf } from '../records/read-athlete.ts';
import { restoreInputs } from '../records/stored-inputs.ts';
import { type Derivation, derivationOf, type Unavailable } from './derivation.ts';
import { prescriberFor } from './prescriber.ts';
import type { Prescribed } from './prescription-row.ts';
import { numbersOf, type PrescriptionNumbers } from './prescription-shape.ts';

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
