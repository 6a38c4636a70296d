import { type ActivityBundle, readBundle } from '../activities/read-bundle.ts';
import type { PartnerContext } from '../http/context.ts';
import { type Failure, fail, isFailure } from '../http/errors.ts';

type Calculated = ActivityBundle & { readonly prescription: NonNullable<ActivityBundle['prescription']> };

/** The most recently calculated prescription of an activity, with its activity and athlete. */
export async function getPrescription(
  ctx: PartnerContext,
  athleteId: string,
  activityId: string,
  withExplanation: boolean,
): Promise<Calculated | Failure> {
  const bundle = await readBundle(ctx, athleteId, activityId, { withExplanation });
  if (isFailure(bundle)) return bundle;
  const { prescription } = bundle;
  return prescription === null ? fail('prescription_not_found') : { ...bundle, prescription };
}
