import type { PartnerContext, Tier } from '../http/context.ts';
import { type Failure, fail, isFailure } from '../http/errors.ts';
import { engineInput } from '../records/engine-input.ts';
import { learnedStateOf } from '../records/learned-state.ts';
import { readActivity } from '../records/read-activity.ts';
import { calculateRow } from './prescription-row.ts';
import { upsertPrescription } from './repository.ts';
import type { PrescriptionNumbers } from './wire.ts';

/**
 * Calculates the prescription of an activity from its fields and the athlete's present profile, and stores it over any
 * earlier one, with its legs and explanation, because later the inputs may have changed.
 */
export async function calculatePrescription(
  ctx: PartnerContext,
  athleteId: string,
  activityId: string,
): Promise<{ readonly numbers: PrescriptionNumbers; readonly tier: Tier } | Failure> {
  const details = await readActivity(ctx, athleteId, activityId);
  if (isFailure(details)) return details;
  const { db, athlete, activity, learned, fingerprint } = details;
  const input = engineInput(athlete, activity, learnedStateOf(learned));
  const row = calculateRow(input, { activityId, athleteId, fingerprint }, ctx.nowMs);
  const [written] = await db.batch([upsertPrescription(db, ctx.principal.partnerId, row)]);
  // The activity or its athlete was deleted between the read and the write.
  if (written.meta.changes === 0) return fail('activity_not_found');
  return { numbers: row, tier: athlete.tier };
}
