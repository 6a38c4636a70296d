import * as z from 'zod/mini';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { instant } from '#platform/http/wire-fields.ts';
import { ATHLETE_TABLES } from './athlete-tables.ts';

export const ErasureReceipt = documented(
  z.object({
    id: z.string(),
    deleted: z.literal(true),
    deleted_at: instant,
    completed_at: described(
      z.nullable(instant),
      'Null if there are so many records that the rest is removed in the background, usually within an hour.',
    ),
    records: described(
      z.object(
        Object.fromEntries(ATHLETE_TABLES.map(({ receiptName }) => [receiptName, z.int().check(z.gte(0))])),
      ),
      "Number of the athlete's records of each kind.",
    ),
  }),
  { id: 'ErasureReceipt' },
);

export const receiptExample = {
  id: 'ath_tc00001jcc9q0x8v5n3m1t7k2b6h4dz',
  deleted: true,
  deleted_at: '2026-11-21T09:30:00.000Z',
  completed_at: '2026-11-21T09:30:00.000Z',
  records: Object.fromEntries(
    ATHLETE_TABLES.map(({ receiptName }) => [receiptName, receiptName === 'activities' ? 124 : 0]),
  ),
} satisfies z.output<typeof ErasureReceipt>;
