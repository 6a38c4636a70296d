import { and, desc, eq, gte, lt } from 'drizzle-orm';
import { databaseOfAthlete, type PartnerContext } from '../http/context.ts';
import { mergeRows, readFromShards } from '../http/partner-shards.ts';
import { type ProductAccessRow, productAccessLog } from '../storage/athlete-schema.ts';
import type { Database } from '../storage/database.ts';
import { isOlderThan } from '../storage/row-order.ts';

/** Range, athlete and page of an access log listing. */
export interface AccessLogFilter {
  readonly fromMs: number | null;
  readonly beforeMs: number | null;
  readonly athleteId: string | undefined;
  readonly after: { readonly at: number; readonly id: string } | null;
  readonly limit: number;
}

/** Lists the caller's own product accesses of all shards, newest first; those of one athlete are all in its shard. */
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
    (one, other) => one.at > other.at || (one.at === other.at && one.id > other.id),
    filter.limit,
  );
}

/** Selects a partner's product accesses, newest first. */
export function selectAccessLog(db: Database, partnerId: string, filter: AccessLogFilter) {
  const { fromMs, beforeMs, athleteId, after, limit } = filter;
  const { at, id } = productAccessLog;
  return db
    .select()
    .from(productAccessLog)
    .where(
      and(
        eq(productAccessLog.partnerId, partnerId),
        athleteId === undefined ? undefined : eq(productAccessLog.athleteId, athleteId),
        fromMs === null ? undefined : gte(at, fromMs),
        // Rows after the cursor lie below this bound already, and SQLite's index would use only one of two
        // bounds.
        beforeMs === null || after !== null ? undefined : lt(at, beforeMs),
        after === null ? undefined : isOlderThan([at, id], { atMs: after.at, id: after.id }),
      ),
    )
    .orderBy(desc(at), desc(id))
    .limit(limit);
}
