import { explain, prescribe } from '../engine/prescribe.ts';
import type { PartnerContext, Tier } from '../http/context.ts';
import { type Failure, fail, isFailure } from '../http/errors.ts';
import { engineInput } from '../records/engine-input.ts';
import { learnedStateOf } from '../records/learned-state.ts';
import { readActivity } from '../records/read-activity.ts';
import { upsertPrescription } from './repository.ts';
import { numbersOf, type PrescriptionNumbers } from './wire.ts';

/**
 * Calculates the prescription of an activity from its parameters and the athlete's profile of this moment,
 * and stores it over any earlier one, with the explanation: the inputs of today are gone tomorrow.
 */
export async function calculatePrescription(
  ctx: PartnerContext,
  athleteId: string,
  activityId: string,
): Promise<{ readonly numbers: PrescriptionNumbers; readonly tier: Tier } | Failure> {
  const bundle = await readActivity(ctx, athleteId, activityId);
  if (isFailure(bundle)) return bundle;
  const input = engineInput(bundle.athlete, bundle.activity, learnedStateOf(bundle.learned));
  const numbers = numbersOf(prescribe(input), ctx.nowMs);
  const row = {
    ...numbers,
    activityId,
    athleteId,
    fingerprint: bundle.fingerprint,
    explanation: explain(input),
  };
  const [written] = await bundle.db.batch([upsertPrescription(bundle.db, ctx.principal.partnerId, row)]);
  // The activity or its athlete was deleted between the read and the write.
  if (written.meta.changes === 0) return fail('activity_not_found');
  return { numbers, tier: bundle.athlete.tier };
}
