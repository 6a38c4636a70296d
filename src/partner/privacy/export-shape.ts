import type { LearnedState } from '@musette/engine/learn';
import type { Texts } from '@musette/languages/texts';
import * as z from 'zod/mini';
import { activityFieldsToWire, FullActivity } from '#nutrition/activities/activity-shape.ts';
import { Athlete, athleteExample, athleteToWire } from '#nutrition/athletes/athlete-shape.ts';
import { AccessLogEntry } from '#nutrition/catalogue/access-log.ts';
import { catalogueOf } from '#nutrition/catalogue/catalogue-copy.ts';
import { Feedback, feedbackToWire } from '#nutrition/learning/feedback-shape.ts';
import { Learned } from '#nutrition/learning/learned-shape.ts';
import { SweatTest } from '#nutrition/learning/sweat-test-shape.ts';
import { OwnProduct } from '#nutrition/own-products/own-product-shape.ts';
import { caffeineMember, caffeineToWire } from '#nutrition/prescriptions/caffeine-shape.ts';
import { Explanation, explanationToWire, rates } from '#nutrition/prescriptions/explanation-shape.ts';
import { NO_OUTLOOK, outlookFields, outlookToWire } from '#nutrition/prescriptions/outlook-shape.ts';
import { deriveAgain } from '#nutrition/prescriptions/prescription-row.ts';
import { FullPrescription, prescriptionToWire } from '#nutrition/prescriptions/prescription-shape.ts';
import { safetyToWire } from '#nutrition/prescriptions/safety-shape.ts';
import { wireFieldName } from '#nutrition/records/athlete-fields.ts';
import { toActivityDetails } from '#nutrition/records/read-activity.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { described, describedCopy, documented } from '#platform/http/openapi-metadata.ts';
import { toWire } from '#platform/http/wire-case.ts';
import { instant, isoInstant } from '#platform/http/wire-fields.ts';
import { memberOf } from '#platform/members.ts';
import type { AthleteRow, LearnedStateRow, usedSubscribeLinks } from '#platform/storage/athlete-schema.ts';
import type { idempotencyKeys } from '#platform/storage/common-schema.ts';
import { withNumbers } from '#platform/storage/prescription-columns.ts';
import { Event } from '../events/event-shape.ts';
import { Connection } from '../oauth/connection-shape.ts';
import { PageSession } from '../page-sessions/session-shape.ts';
import type { ExportedActivity as StoredActivity } from './export-queries.ts';

/** An answer of any operation. */
const anyJson = documented(z.unknown(), { override: { type: 'object', additionalProperties: true } });

const ExportedAthlete = documented(
  z.extend(Athlete, {
    former_mass_kg: z.nullable(z.number()),
  }),
  { id: 'ExportedAthlete' },
);

const ExportedActivity = documented(
  z.extend(z.omit(FullActivity, { prescription_stale: true, tier: true, coverage: true }), {
    prescription: z.nullable(FullPrescription),
    engine_version: z.nullable(z.string()),
    missing_fields: z.nullable(z.array(z.string())),
    ...outlookFields,
    legs: described(
      z.nullable(z.array(z.object({ type: z.string(), duration_min: z.number(), ...rates.shape }))),
      'Prescription for each leg. Null for a single sport and for calculations made before legs were stored.',
    ),
    planned_caffeine: caffeineMember.full,
    explanation: described(
      z.nullable(Explanation),
      'Null before the first calculation. If `explanation_unavailable` is set, it gives the reason.',
    ),
    products: z.array(
      z.object({
        product_id: z.string(),
        brand: z.nullable(z.string()),
        name: z.nullable(z.string()),
        servings: z.number(),
        attached_at: instant,
      }),
    ),
    feedback: z.nullable(Feedback),
  }),
  { id: 'ExportedActivity' },
);

export const AthleteExport = documented(
  z.object({
    export_version: described(z.int(), 'Changes when a member changes meaning, not with additions.'),
    generated_at: instant,
    athlete: ExportedAthlete,
    activities: described(z.array(ExportedActivity), 'With full numbers in every tier.'),
    sweat_tests: described(
      z.array(
        documented(z.omit(SweatTest, { tier: true, attribution: true, subscribe_url: true }), {
          id: 'ExportedSweatTest',
        }),
      ),
      'Oldest first.',
    ),
    learned: describedCopy(Learned.shape.data, 'Current estimate of every quantity that can be learned.'),
    wearables: z.int().check(z.gte(0)),
    unnoted: z.int().check(z.gte(0)),
    weighed_until: z.nullable(z.string()),
    products: described(z.array(OwnProduct), 'The athlete’s own products, oldest first.'),
    product_access_log: described(z.array(AccessLogEntry), 'Newest first.'),
    connections: described(
      z.array(Connection),
      'Applications that the athlete connected, including revoked ones.',
    ),
    used_subscribe_links: z.array(z.object({ expires_at: instant, used_at: instant })),
    page_sessions: described(
      z.array(PageSession),
      'Sessions of the pages for athletes, including those that expired within the last hour, without secrets.',
    ),
    kept_answers: described(
      z.array(z.object({ resource_id: z.string(), expires_at: instant, body: anyJson })),
      'Responses that a retry with the same `Idempotency-Key` would replay within 24 hours.',
    ),
    events: described(z.array(Event), 'Events of the athlete in the last 30 days, oldest first.'),
    complete: described(
      z.literal(true),
      'Always the last member. An export without it was cut off, so retry.',
    ),
  }),
  { id: 'AthleteExport' },
);

export const exportExample: z.output<typeof AthleteExport> = {
  export_version: 1,
  generated_at: '2026-11-21T09:30:00.000Z',
  athlete: { ...athleteExample, former_mass_kg: 60 },
  activities: [],
  sweat_tests: [],
  learned: [],
  wearables: 0,
  unnoted: 0,
  weighed_until: null,
  products: [],
  product_access_log: [],
  connections: [],
  used_subscribe_links: [],
  page_sessions: [],
  kept_answers: [],
  events: [],
  complete: true,
};

/** Maps an athlete to the wire with what only an export shows. */
export function exportedAthleteToWire(
  athlete: AthleteRow,
  learned: LearnedState | null,
): z.output<typeof ExportedAthlete> {
  return { ...athleteToWire(athlete, learned), former_mass_kg: athlete.formerMassKg };
}

/** The athlete whose data is exported, and the texts of the export. */
export interface Exported {
  readonly athlete: AthleteRow;
  readonly learned: LearnedStateRow | null;
  readonly texts: Texts;
}

/** Maps an activity with everything stored about it to its wire form, with full numbers in every tier. */
export async function exportedActivityToWire(
  ctx: RequestContext,
  { athlete, learned, texts }: Exported,
  { activity, prescription: stored, products, feedback }: StoredActivity,
) {
  const { athleteId } = activity;
  const prescription = stored && { ...withNumbers(stored), athleteId, inputs: stored.inputs };
  const details = await toActivityDetails(athlete, activity, { prescription, learned });
  const derived = prescription && (await deriveAgain({ ...details, prescription }, true, ctx.requestId));
  const safety = prescription && safetyToWire(prescription, texts);
  return {
    ...activityFieldsToWire(activity),
    prescription: prescription && prescriptionToWire(prescription, 'full'),
    safety,
    engine_version: prescription?.engineVersion ?? null,
    missing_fields: prescription?.missingFields.map(wireFieldName) ?? null,
    ...(derived ? outlookToWire(prescription, derived) : NO_OUTLOOK),
    legs: toWire(prescription?.legs ?? null),
    planned_caffeine: caffeineToWire(prescription?.caffeine ?? null, texts),
    explanation:
      derived?.explanation && safety ? explanationToWire(derived.explanation, safety, texts) : null,
    products: await productsToWire(ctx, products),
    feedback: feedback && feedbackToWire(feedback, 'full', texts),
    created_at: isoInstant(activity.createdAt),
    updated_at: isoInstant(activity.updatedAt),
  };
}

/**
 * Maps the attached products to their wire form, by name, because the catalogue's figures are not personal
 * data.
 */
async function productsToWire(ctx: RequestContext, products: StoredActivity['products']) {
  if (products.length === 0) return [];
  const catalogue = await catalogueOf(ctx);
  return products.map(({ productId, own, servings, attachedAt }) => ({
    product_id: productId,
    brand: (own ?? catalogue.byId.get(productId))?.brand ?? null,
    name: (own ?? catalogue.byId.get(productId))?.name ?? null,
    servings,
    attached_at: isoInstant(attachedAt),
  }));
}

export function usedLinkToWire(link: typeof usedSubscribeLinks.$inferSelect) {
  return { expires_at: isoInstant(link.expiresAtS * 1000), used_at: isoInstant(link.usedAt) };
}

export function storedAnswerToWire({ resourceId, expiresAt, answer }: typeof idempotencyKeys.$inferSelect) {
  const stored: unknown = answer === null ? null : JSON.parse(answer);
  const body = memberOf(stored, 'body') ?? null;
  return { resource_id: resourceId, expires_at: isoInstant(expiresAt), body };
}
