import { and, eq, type SQL, sql } from 'drizzle-orm';
import {
  type AthleteRow,
  athletes,
  type ProductAccessRow,
  productAccessLog,
  productsSeen,
} from '#platform/storage/athlete-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import { existsAthlete, isLiveAthlete } from '#platform/storage/live-athlete.ts';
import { insertWhere } from '#platform/storage/statements.ts';

/** Inserts the log row of an access if `condition` holds. Otherwise `meta.changes` is 0. */
export function insertAccess(db: Database, row: ProductAccessRow, condition: SQL) {
  return insertWhere(db, productAccessLog, row, condition);
}

/** Builds the condition that an athlete is this partner's, live and, unless `tier` is null, of this tier. */
export function whereTierIs(
  tier: AthleteRow['tier'] | null,
  { partnerId, athleteId }: { readonly partnerId: string; readonly athleteId: string },
): SQL {
  const isOfTier = tier === null ? undefined : eq(athletes.tier, tier);
  return existsAthlete(and(isLiveAthlete(partnerId, athleteId), isOfTier));
}

/** Removes the log row of an access that was refused. */
export function deleteAccess(db: Database, { partnerId, id }: Pick<ProductAccessRow, 'partnerId' | 'id'>) {
  return db
    .delete(productAccessLog)
    .where(and(eq(productAccessLog.partnerId, partnerId), eq(productAccessLog.id, id)));
}

/** Inserts the marks, skipping those already stored for this day. */
export function insertSeen(
  db: Database,
  partnerId: string,
  { productIds, day }: { readonly productIds: readonly string[]; readonly day: number },
) {
  return (
    db
      .insert(productsSeen)
      // The condition tells SQLite that ON does not belong to a join.
      .select(sql`SELECT ${partnerId}, value, ${day} FROM json_each(${JSON.stringify(productIds)}) WHERE 1`)
      .onConflictDoUpdate({
        target: [productsSeen.partnerId, productsSeen.productId],
        set: { day: sql`excluded.day` },
        setWhere: sql`excluded.day > ${productsSeen.day}`,
      })
  );
}
