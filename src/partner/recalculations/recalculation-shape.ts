import * as z from 'zod/mini';
import type { RequestContext } from '#platform/http/context.ts';
import { described, describedCopy, documented } from '#platform/http/openapi-metadata.ts';
import { instant, isoInstant, isoInstantOrNull } from '#platform/http/wire-fields.ts';
import { RECALCULATION_STATUSES, type RecalculationRow } from '#platform/storage/registry-schema.ts';

const count = z.int().check(z.gte(0));

export const Recalculation = documented(
  z.object({
    id: described(z.string(), 'Identifies the recalculation.'),
    status: described(
      z.enum(RECALCULATION_STATUSES),
      '`queued` and `running` are followed by `done`, `cancelled`, or `failed` if the service gave up.',
    ),
    matched: describedCopy(
      count,
      'Activities found so far. Always the sum of the three counts. Grows while it runs.',
    ),
    calculated: describedCopy(count, 'Activities whose prescription was calculated since the start.'),
    unchanged: describedCopy(
      count,
      'Activities whose prescription was already current. Always 0 with `only: "all"`.',
    ),
    failed: describedCopy(
      count,
      'Activities that changed twice during calculation or could not be calculated.',
    ),
    created_at: describedCopy(instant, 'When it was requested.'),
    started_at: describedCopy(z.nullable(instant), 'When it started running. Null while `queued`.'),
    finished_at: describedCopy(z.nullable(instant), 'When it ended. Null until then.'),
  }),
  { id: 'Recalculation', description: 'A recalculation of stored prescriptions, with its progress.' },
);

export type Recalculation = z.output<typeof Recalculation>;

export const recalculationExample: Recalculation = {
  id: 'rcl_01jcc9q0x8v5n3m1t7k2b6h4dz',
  status: 'running',
  matched: 4250,
  calculated: 4210,
  unchanged: 40,
  failed: 0,
  created_at: '2026-11-21T09:30:00.000Z',
  started_at: '2026-11-21T09:30:00.412Z',
  finished_at: null,
};

/** The example of a recalculation that was just requested. */
export const queuedExample: Recalculation = {
  ...recalculationExample,
  status: 'queued',
  matched: 0,
  calculated: 0,
  unchanged: 0,
  started_at: null,
};

/** Returns the URL for reading the progress of a recalculation. */
export function addressOfRecalculation(ctx: RequestContext, id: string): string {
  return `${ctx.env.baseUrl}/v1/recalculations/${id}`;
}

/** Maps a recalculation to its wire form. */
export function recalculationToWire(row: RecalculationRow): Recalculation {
  const { id, status, calculated, unchanged, failed } = row;
  return {
    id,
    status,
    matched: calculated + unchanged + failed,
    calculated,
    unchanged,
    failed,
    created_at: isoInstant(row.createdAt),
    started_at: isoInstantOrNull(row.startedAt),
    finished_at: isoInstantOrNull(row.finishedAt),
  };
}
