import { exactly } from '../http/answer.ts';
import type { PartnerContext } from '../http/context.ts';
import type { Scope } from '../http/route.ts';
import { maySee, withhold } from '../http/scopes.ts';
import { isoInstant, isoInstantOrNull } from '../http/wire-fields.ts';
import type { Texts } from '../languages/texts.ts';
import { feedbackToWire, maySeeFeedback } from '../learning/wire.ts';
import { fullPrescription, safetyToWire, teaserMembers, teaserPrescription } from '../prescriptions/wire.ts';
import { activityProductsToWire } from '../products/activity-products.ts';
import { activityFields } from '../records/activity-fields.ts';
import { showFields } from '../records/columns-of-fields.ts';
import { type ActivityDetails, isStale } from '../records/read-activity.ts';
import type { ActivityRow } from '../storage/athlete-schema.ts';
import { ACTIVITY_ALWAYS_SHOWN, type Activity, type WrittenActivity } from './answers.ts';

type ActivityFields = Pick<Activity, 'id' | 'athlete_id' | keyof typeof activityFields>;

/** Maps an activity to the wire, with its prescription inline, as far as the caller may see that. */
export async function activityToWire(
  ctx: PartnerContext,
  details: ActivityDetails,
  texts: Texts,
): Promise<Activity> {
  const { athlete, activity, feedback } = details;
  const { tier } = athlete;
  const seesPrescription = maySee(ctx.principal, 'prescriptions:read');
  const prescription = seesPrescription ? details.prescription : null;
  const { products, coverage } = await activityProductsToWire(ctx, details, texts);
  const shared = {
    ...activityFieldsToWire(activity),
    safety: prescription && safetyToWire(prescription, texts),
    prescription_stale: seesPrescription ? isStale(details) : null,
    products,
    feedback: feedback && maySeeFeedback(ctx) ? feedbackToWire(feedback, tier, texts) : null,
    created_at: isoInstant(activity.createdAt),
    updated_at: isoInstant(activity.updatedAt),
  };
  if (tier === 'full') {
    return exactly({
      ...shared,
      prescription: prescription && fullPrescription(prescription),
      tier,
      coverage,
    });
  }
  const shown = { prescription: prescription && teaserPrescription(prescription), tier, coverage: null };
  return exactly({ ...shared, ...shown, ...(await teaserMembers(ctx, athlete.id)) });
}

/** Maps an activity to the wire for a caller who may write it: without `activities:read`, without the fields of it. */
export async function writtenActivityToWire(
  ctx: PartnerContext,
  details: ActivityDetails,
  texts: Texts,
): Promise<Activity | WrittenActivity> {
  const whole = await activityToWire(ctx, details, texts);
  return maySee(ctx.principal, 'activities:read') ? whole : withhold(whole, ACTIVITY_ALWAYS_SHOWN);
}

const ALWAYS_SHOWN = ['id', 'athlete_id', 'tier', 'attribution', 'subscribe_url', 'created_at', 'updated_at'];
const MORE_SCOPES: Readonly<Record<string, readonly Scope[]>> = {
  prescription: ['prescriptions:read'],
  safety: ['prescriptions:read'],
  prescription_stale: ['prescriptions:read'],
  products: ['activities:read', 'products:read'],
  coverage: ['activities:read', 'products:read', 'prescriptions:read'],
  feedback: ['activities:read', 'profile:read'],
};

/** Returns the scopes that a token needs to see a member of an activity's answer: those by which `activityToWire` decides. */
export function scopesOfMember(member: string): readonly Scope[] {
  if (ALWAYS_SHOWN.includes(member)) return [];
  return (Object.hasOwn(MORE_SCOPES, member) && MORE_SCOPES[member]) || ['activities:read'];
}

/** Maps an activity's identifiers and the fields that the partner set to the wire. */
export function activityFieldsToWire(activity: ActivityRow): ActivityFields {
  const columns = { ...activity, scheduledAt: isoInstantOrNull(activity.scheduledAt) };
  return exactly({
    id: activity.id,
    athlete_id: activity.athleteId,
    ...showFields<Pick<Activity, keyof typeof activityFields>>(activityFields, columns),
  });
}
