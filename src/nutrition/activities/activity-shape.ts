import type { Texts } from '@musette/languages/texts';
import * as z from 'zod/mini';
import { entityTag, exactly, type TagPart } from '#platform/http/answer.ts';
import type { PartnerContext } from '#platform/http/context.ts';
import { ErrorBody } from '#platform/http/error-codes.ts';
import { described, documented, EXAMPLE_ATHLETE_ID } from '#platform/http/openapi-metadata.ts';
import type { Scope } from '#platform/http/route.ts';
import { maySee, withheldSchema, withhold } from '#platform/http/scopes.ts';
import { allReadable, instant, isoInstant, isoInstantOrNull } from '#platform/http/wire-fields.ts';
import { isoLocalOrNull } from '#platform/local-time.ts';
import type { ActivityRow } from '#platform/storage/athlete-schema.ts';
import { exampleIdOf } from '#platform/storage/ids.ts';
import { catalogueOf } from '../catalogue/catalogue-copy.ts';
import { activityProductsToWire } from '../fuel-plans/activity-products.ts';
import { AttachedProduct, Coverage, emptyCoverageExample } from '../fuel-plans/coverage-shape.ts';
import { Feedback, feedbackToWire, maySeeFeedback } from '../learning/feedback-shape.ts';
import {
  anyPrescription,
  FullPrescription,
  fullPrescription,
  prescriptionExample,
  TeaserPrescription,
  teaserPrescription,
} from '../prescriptions/prescription-shape.ts';
import { Safety, safetyExample, safetyToWire } from '../prescriptions/safety-shape.ts';
import { teaserFields, teaserMembers, tierFields } from '../prescriptions/tier-shape.ts';
import {
  activityFields,
  activityType,
  durationMin,
  optionalActivityFields,
} from '../records/activity-fields.ts';
import { showFields } from '../records/columns-of-fields.ts';
import { type ActivityDetails, isStale, tagPartsOf } from '../records/read-activity.ts';
import { dayWithoutTime, momentOf } from '../records/schedule.ts';

const activityShape = {
  id: z.string(),
  athlete_id: z.string(),
  type: activityType,
  duration_min: durationMin,
  ...allReadable(optionalActivityFields),
  scheduled_at: described(
    z.nullable(z.string()),
    'UTC, or as sent: a local time if no time zone is known, or a day without a time. Null if it has no date.',
  ),
  scheduled_date: described(z.nullable(z.string()), 'The day, if it was sent without a time. Else null.'),
  scheduled_local: described(
    z.nullable(z.string()),
    'The local time, if the time zone or a sent offset other than `Z` tells it. A time that clocks skip is moved forward.',
  ),
  time_zone: described(
    z.nullable(z.string()),
    "The activity's own time zone or, if it was sent none, the athlete's at that time.",
  ),
  safety: described(z.nullable(Safety), 'Null if `prescription` is.'),
  prescription_stale: described(
    z.nullable(z.boolean()),
    'True if a recalculation today would use different inputs. False before the first calculation. Null for a token without `prescriptions:read`.',
  ),
  products: described(
    z.nullable(z.array(AttachedProduct)),
    'Null for a token without `activities:read` and `products:read`.',
  ),
  feedback: described(
    z.nullable(Feedback),
    'Null if there is none, and for a token without `activities:read` and `profile:read`.',
  ),
  created_at: instant,
  updated_at: instant,
};

const WITHHELD_PRESCRIPTION =
  'Null before the first calculation, and for a token without `prescriptions:read`.';

export const FullActivity = documented(
  z.object({
    ...activityShape,
    prescription: described(z.nullable(FullPrescription), WITHHELD_PRESCRIPTION),
    tier: z.literal('full'),
    coverage: described(
      z.nullable(Coverage),
      'Null for a token without `activities:read`, `products:read` and `prescriptions:read`.',
    ),
  }),
  { id: 'FullActivity' },
);

export type FullActivity = z.output<typeof FullActivity>;

const TeaserActivity = documented(
  z.object({
    ...activityShape,
    prescription: described(z.nullable(TeaserPrescription), WITHHELD_PRESCRIPTION),
    ...teaserFields,
    coverage: described(z.null(), 'Full tier only.'),
  }),
  { id: 'TeaserActivity' },
);

export const Activity = documented(z.discriminatedUnion('tier', [FullActivity, TeaserActivity]), {
  id: 'Activity',
  description: "A training session or race, in the shape of the athlete's tier.",
});

export type Activity = z.output<typeof Activity>;

export const ActivityResults = documented(
  z.object({
    results: described(
      z.array(
        z.union([
          z.object({ status: z.enum(['created', 'updated', 'unchanged']), activity: Activity }),
          ErrorBody,
        ]),
      ),
      'One result per item, in order.',
    ),
  }),
  { id: 'ActivityResults' },
);

export const DeletionResults = documented(
  z.object({
    results: described(
      z.array(z.union([z.object({ status: z.enum(['deleted', 'absent']) }), ErrorBody])),
      'One result per item, in order.',
    ),
  }),
  { id: 'DeletionResults' },
);

/**
 * Members of an activity that are shown even without `activities:read`: all except the fields that a request
 * sets.
 */
const ACTIVITY_ALWAYS_SHOWN = [
  'id',
  'athlete_id',
  'prescription',
  'safety',
  'prescription_stale',
  'tier',
  'attribution',
  'subscribe_url',
  'products',
  'coverage',
  'feedback',
  'created_at',
  'updated_at',
] as const;

/** The members before any is withheld, the same in both tiers. */
const writtenShape = {
  ...activityShape,
  prescription: z.nullable(anyPrescription),
  ...tierFields,
  coverage: z.nullable(Coverage),
};

export const WrittenActivity = withheldSchema(z.object(writtenShape), ACTIVITY_ALWAYS_SHOWN, {
  id: 'WrittenActivity',
  description: 'An activity as seen by a token with `activities:write` but without `activities:read`.',
});

export type WrittenActivity = z.output<typeof WrittenActivity>;

export const activityExample: FullActivity = {
  id: exampleIdOf('act'),
  athlete_id: EXAMPLE_ATHLETE_ID,
  type: 'run',
  duration_min: 210,
  intensity_level: 7,
  thermal_stress_level: null,
  is_race_event: true,
  name: 'City marathon',
  scheduled_at: '2026-11-29T08:00:00.000Z',
  scheduled_date: null,
  scheduled_local: '2026-11-29T09:00:00',
  time_zone: 'Europe/Berlin',
  external_id: null,
  weather: { temperature_c: 24, humidity_percent: 65, shade: false },
  average_power_w: null,
  distance_km: 42.2,
  elevation_gain_m: 120,
  altitude_m: null,
  pack_kg: null,
  race_format: null,
  segments: null,
  steps: null,
  course: {
    distance_km: 42.195,
    elevation_gain_m: 120,
    aid_stations: [{ km: 10, name: 'Bridge', offers: ['water', 'sports_drink'] }],
    points: null,
  },
  vessels: [{ kind: 'flask', volume_ml: 500, count: 1 }],
  run_vessels: null,
  refills: null,
  caffeine: null,
  prescription: prescriptionExample,
  safety: safetyExample,
  prescription_stale: false,
  tier: 'full',
  products: [],
  coverage: emptyCoverageExample,
  feedback: null,
  created_at: '2026-11-21T09:30:00.000Z',
  updated_at: '2026-11-21T09:30:00.000Z',
};

type ActivityFields = Pick<
  Activity,
  'id' | 'athlete_id' | 'scheduled_date' | 'scheduled_local' | keyof typeof activityFields
>;

/** Maps an activity to the wire, with its prescription inline if the caller may see it. */
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

/** Maps an activity to the wire for a caller who may write it. Its fields require `activities:read`. */
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

/** Returns the scopes required to see a member of an activity's answer, as in `activityToWire`. */
export function scopesOfMember(member: string): readonly Scope[] {
  if (ALWAYS_SHOWN.includes(member)) return [];
  return (Object.hasOwn(MORE_SCOPES, member) && MORE_SCOPES[member]) || ['activities:read'];
}

/** Maps an activity's identifiers and the partner's fields to the wire. */
export function activityFieldsToWire(activity: ActivityRow): ActivityFields {
  const moment = momentOf(activity);
  // A local time is returned as it was sent.
  const scheduledAt = isoInstantOrNull(activity.scheduledAt) ?? activity.scheduledSent;
  const columns = { ...activity, scheduledAt };
  return exactly({
    id: activity.id,
    athlete_id: activity.athleteId,
    ...showFields<Pick<Activity, keyof typeof activityFields>>(activityFields, columns),
    scheduled_date: dayWithoutTime(activity),
    scheduled_local: moment && isoLocalOrNull(moment),
  });
}

/**
 * Computes the entity tag of an activity as the caller sees it: its own fields and prescription, the sources
 * of its products and their coverage (servings, the diet that warnings read, facts), and its
 * feedback with what was learned from it, which any change to the athlete's history may change.
 */
export async function activityTag(ctx: PartnerContext, details: ActivityDetails): Promise<string> {
  const catalogueVersion = details.products.length === 0 ? null : (await catalogueOf(ctx)).version;
  return entityTag(activityTagParts(details, catalogueVersion, ctx.principal.scopes));
}

/**
 * Returns the parts of that tag. `catalogueVersion` is null without products, `scopes` if all are granted.
 */
export function activityTagParts(
  details: ActivityDetails,
  catalogueVersion: string | null,
  scopes: readonly string[] | null,
): readonly TagPart[] {
  const { products, athlete, feedback, learned } = details;
  const attached = products.map(
    ({ productId, servings, own }) => `${productId}*${servings}${own === null ? '' : JSON.stringify(own)}`,
  );
  const taught = feedback === null ? [] : [feedback.id, feedback.revision, learned?.revision ?? null];
  return [
    ...tagPartsOf(details),
    catalogueVersion,
    JSON.stringify(athlete.diet),
    ...attached,
    ...taught,
    // Two tokens that see different members must not share a cached answer.
    ...(scopes === null ? [] : [[...scopes].sort().join(' ')]),
  ];
}
