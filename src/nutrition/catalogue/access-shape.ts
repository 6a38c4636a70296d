import * as z from 'zod/mini';
import { documented } from '#platform/http/openapi-metadata.ts';
import { instant, isoInstant } from '#platform/http/wire-fields.ts';
import type { ProductAccessRow } from '#platform/storage/athlete-schema.ts';

export const AccessLogEntry = documented(
  z.object({
    id: z.string(),
    partner_id: z.string(),
    athlete_id: z.string(),
    query: z.string(),
    at: instant,
    result_count: z.int(),
  }),
  { id: 'ProductAccess' },
);

export type AccessLogEntry = z.output<typeof AccessLogEntry>;

/** Maps a row of the access log to the wire. */
export function accessToWire(row: ProductAccessRow): AccessLogEntry {
  return {
    id: row.id,
    partner_id: row.partnerId,
    athlete_id: row.athleteId,
    query: row.query,
    at: isoInstant(row.at),
    result_count: row.resultCount,
  };
}
