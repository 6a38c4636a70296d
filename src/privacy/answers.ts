import * as z from 'zod/mini';
import { FullActivity } from '../activities/answers.ts';
import { Athlete, athleteExample } from '../athletes/answers.ts';
import { Event } from '../events/answers.ts';
import { described, describedCopy, documented } from '../http/openapi-metadata.ts';
import { instant } from '../http/wire-fields.ts';
import { Feedback, Learned, SweatTest } from '../learning/answers.ts';
import { Connection } from '../oauth/answers.ts';
import { Explanation, FullPrescription, outlookFields, rates } from '../prescriptions/answers.ts';
import { AccessLogEntry } from '../products/answers.ts';
import { ATHLETE_TABLES } from './athlete-tables.ts';

export const ErasureReceipt = documented(
  z.object({
    id: z.string(),
    deleted: z.literal(true),
    deleted_at: instant,
    completed_at: described(
      z.nullable(instant),
      'Null if there were so many records that the rest is removed in the background, usually within an hour.',
    ),
    records: described(
      z.object(
        Object.fromEntries(ATHLETE_TABLES.map(({ receiptName }) => [receiptName, z.int().check(z.gte(0))])),
      ),
      'The number of records of each kind that the athlete had.',
    ),
  }),
  { id: 'ErasureReceipt' },
);

export const receiptExample = {
  id: 'ath_tc001jcc9q0x8v5n3m1t7k2b6h4dz',
  deleted: true,
  deleted_at: '2026-11-21T09:30:00.000Z',
  completed_at: '2026-11-21T09:30:00.000Z',
  records: Object.fromEntries(
    ATHLETE_TABLES.map(({ receiptName }) => [receiptName, receiptName === 'activities' ? 124 : 0]),
  ),
};

/** An answer of any operation. */
const anyJson = documented(z.unknown(), { override: { type: 'object', additionalProperties: true } });

const ExportedActivity = documented(
  z.extend(z.omit(FullActivity, { prescription_stale: true, tier: true, coverage: true }), {
    prescription: z.nullable(FullPrescription),
    engine_version: z.nullable(z.string()),
    missing_fields: z.nullable(z.array(z.string())),
    ...outlookFields,
    legs: described(
      z.nullable(z.array(z.object({ type: z.string(), duration_min: z.number(), ...rates.shape }))),
      'What was prescribed for each leg. Null for a single sport and for calculations before legs were stored.',
    ),
    explanation: z.nullable(Explanation),
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
    export_version: described(z.int(), 'Changes with the meaning of a member, not with additions.'),
    generated_at: instant,
    athlete: Athlete,
    activities: described(z.array(ExportedActivity), 'With the full numbers, whatever the tier.'),
    sweat_tests: described(
      z.array(
        documented(z.omit(SweatTest, { tier: true, attribution: true, subscribe_url: true }), {
          id: 'ExportedSweatTest',
        }),
      ),
      'Oldest first.',
    ),
    learned: describedCopy(Learned.shape.data, 'The present estimate of every quantity that can be learned.'),
    product_access_log: described(z.array(AccessLogEntry), 'Newest first.'),
    connections: described(z.array(Connection), 'Applications that the athlete connected, revoked ones too.'),
    used_subscribe_links: z.array(z.object({ expires_at: instant, used_at: instant })),
    kept_answers: described(
      z.array(z.object({ resource_id: z.string(), expires_at: instant, body: anyJson })),
      'Answers that a retry with the same `Idempotency-Key` would replay within its 24 hours.',
    ),
    events: described(z.array(Event), 'What was reported of the athlete in the last 30 days, oldest first.'),
    complete: described(
      z.literal(true),
      'The last member. An export without it was cut off and is incomplete: retry.',
    ),
  }),
  { id: 'AthleteExport' },
);

export const exportExample = {
  export_version: 1,
  generated_at: '2026-11-21T09:30:00.000Z',
  athlete: athleteExample,
  activities: [],
  sweat_tests: [],
  learned: [],
  product_access_log: [],
  connections: [],
  used_subscribe_links: [],
  kept_answers: [],
  events: [],
  complete: true,
};
