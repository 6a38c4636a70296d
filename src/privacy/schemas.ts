import * as z from 'zod';
import { Activity } from '../activities/schemas.ts';
import { Athlete, athleteExample } from '../athletes/schemas.ts';
import { Feedback } from '../feedback/schemas.ts';
import { docs } from '../http/documentation.ts';
import { instant } from '../http/wire-fields.ts';
import { Learned } from '../learning/schemas.ts';
import { Connection } from '../oauth/schemas.ts';
import { Explanation, FullPrescription } from '../prescriptions/schemas.ts';
import { AccessLogEntry } from '../products/schemas.ts';
import { SweatTest } from '../sweat-tests/schemas.ts';
import { ATHLETE_TABLES } from './athlete-tables.ts';

export const ErasureReceipt = z
  .object({
    id: z.string(),
    deleted: z.literal(true),
    deleted_at: instant,
    completed_at: instant.nullable().register(docs, {
      description:
        'Null where there was so much that the rest is removed in the background, within the hour as a rule.',
    }),
    records: z
      .object(Object.fromEntries(ATHLETE_TABLES.map(({ receiptName }) => [receiptName, z.int().min(0)])))
      .register(docs, { description: 'How many records of each kind the athlete had.' }),
  })
  .register(docs, { id: 'ErasureReceipt' });

export const receiptExample = {
  id: 'ath_t001jcc9q0x8v5n3m1t7k2b6h4dz',
  deleted: true,
  deleted_at: '2026-11-21T09:30:00.000Z',
  completed_at: '2026-11-21T09:30:00.000Z',
  records: Object.fromEntries(
    ATHLETE_TABLES.map(({ receiptName }) => [receiptName, receiptName === 'activities' ? 124 : 0]),
  ),
};

const ExportedActivity = Activity.omit({
  prescription_stale: true,
  tier: true,
  attribution: true,
  subscribe_url: true,
  coverage: true,
})
  .extend({
    prescription: FullPrescription.nullable(),
    engine_version: z.string().nullable(),
    missing_fields: z.array(z.string()).nullable(),
    explanation: Explanation.nullable(),
    products: z.array(
      z.object({
        product_id: z.string(),
        brand: z.string().nullable(),
        name: z.string().nullable(),
        servings: z.number(),
        attached_at: instant,
      }),
    ),
    feedback: Feedback.nullable(),
  })
  .register(docs, { id: 'ExportedActivity' });

export const AthleteExport = z
  .object({
    export_version: z
      .int()
      .register(docs, { description: 'Changes with the meaning of a member, not with additions.' }),
    generated_at: instant,
    athlete: Athlete,
    activities: z
      .array(ExportedActivity)
      .register(docs, { description: 'With the full numbers, whatever the tier.' }),
    sweat_tests: z
      .array(
        SweatTest.omit({ tier: true, attribution: true, subscribe_url: true }).register(docs, {
          id: 'ExportedSweatTest',
        }),
      )
      .register(docs, { description: 'Oldest first.' }),
    learned: Learned.shape.data.describe('What is believed today of every quantity that can be learned.'),
    product_access_log: z.array(AccessLogEntry).register(docs, { description: 'Newest first.' }),
    connections: z
      .array(Connection)
      .register(docs, { description: 'Applications that the athlete connected, revoked ones too.' }),
    used_subscribe_links: z.array(z.object({ expires_at: instant, used_at: instant })),
    kept_answers: z
      .array(z.object({ resource_id: z.string(), expires_at: instant, body: z.unknown() }))
      .register(docs, { description: 'Answers that an `Idempotency-Key` would repeat within its 24 hours.' }),
    complete: z.literal(true).register(docs, {
      description: 'The last member. An export without it was cut off and is not whole: ask again.',
    }),
  })
  .register(docs, { id: 'AthleteExport' });

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
  complete: true,
};
