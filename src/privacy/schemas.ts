import * as z from 'zod';
import { instant } from '../http/wire-fields.ts';
import { ATHLETE_TABLES } from './athlete-tables.ts';

export const ErasureReceipt = z
  .object({
    id: z.string(),
    deleted: z.literal(true),
    deleted_at: instant,
    completed_at: instant
      .nullable()
      .describe(
        'Null where there was so much that the rest is removed in the background, within the hour as a rule.',
      ),
    records: z
      .object(Object.fromEntries(ATHLETE_TABLES.map(({ receiptName }) => [receiptName, z.int().min(0)])))
      .describe('How many records of each kind the athlete had.'),
  })
  .meta({ id: 'ErasureReceipt' });

export const receiptExample = {
  id: 'ath_t001jcc9q0x8v5n3m1t7k2b6h4dz',
  deleted: true,
  deleted_at: '2026-11-21T09:30:00.000Z',
  completed_at: '2026-11-21T09:30:00.000Z',
  records: Object.fromEntries(
    ATHLETE_TABLES.map(({ receiptName }) => [receiptName, receiptName === 'activities' ? 124 : 0]),
  ),
};
