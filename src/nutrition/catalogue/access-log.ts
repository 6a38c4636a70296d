import { and, desc, eq, gte, lt, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { databaseOfAthlete, type PartnerContext } from '#platform/http/context.ts';
import { documented } from '#platform/http/openapi-metadata.ts';
import { mergeRows, readFromShards } from '#platform/http/partner-shards.ts';
import { instant, isoInstant } from '#platform/http/wire-fields.ts';
import { type ProductAccessRow, productAccessLog } from '#platform/storage/athlete-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import { idsFrom } from '#platform/storage/ids.ts';

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

/** Range, athlete and page of an access log listing. */
interface AccessLogFilter {
  readonly fromMs: number | null;
  readonly beforeMs: number | null;
  readonly athleteId: string | undefined;
  readonly afterId: string | null;
  readonly limit: number;
}

/**
 * Lists the caller's product accesses from all shards, newest first. Those for one athlete are all in its
 * shard.
 */
export async function listAccessLog(
  ctx: PartnerContext,
  filter: AccessLogFilter,
): Promise<readonly ProductAccessRow[]> {
  const { partnerId } = ctx.principal;
  if (filter.athleteId !== undefined) {
    const db = databaseOfAthlete(ctx, filter.athleteId);
    if (!db) return [];
    const [rows] = await db.batch([selectAccessLog(db, partnerId, filter)]);
    return rows;
  }
  const pages = await readFromShards(ctx, (db) => [selectAccessLog(db, partnerId, filter)] as const);
  return mergeRows(
    pages.map(([rows]) => rows),
    (one, other) => one.id > other.id,
    filter.limit,
  );
}

/** Selects a partner's product accesses, newest first: identifiers sort by time. */
export function selectAccessLog(db: Database, partnerId: string, filter: AccessLogFilter) {
  const { fromMs, beforeMs, athleteId, afterId, limit } = filter;
  const { id } = productAccessLog;
  return db
    .select()
    .from(productAccessLog)
    .where(
      and(
        // The plus keeps SQLite from reading all of the partner's accesses to find those of one athlete.
        athleteId === undefined
          ? eq(productAccessLog.partnerId, partnerId)
          : sql`${productAccessLog.athleteId} = ${athleteId} AND +${productAccessLog.partnerId} = ${partnerId}`,
        fromMs === null ? undefined : gte(id, idsFrom('acc', fromMs)),
        // Rows after the cursor are below this bound already, and SQLite's index would use only one of two
        // bounds.
        beforeMs === null || afterId !== null ? undefined : lt(id, idsFrom('acc', beforeMs)),
        afterId === null ? undefined : lt(id, afterId),
      ),
    )
    .orderBy(desc(id))
    .limit(limit);
}
