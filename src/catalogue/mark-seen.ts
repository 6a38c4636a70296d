import { sql } from 'drizzle-orm';
import { DAY_MS } from '../clock.ts';
import type { PartnerContext } from '../http/context.ts';
import { productsSeen } from '../storage/athlete-schema.ts';
import type { Database } from '../storage/database.ts';

/**
 * Marks, after the answer, products as shown today to one of the partner's athletes. The nightly count reads the marks. One
 * that is lost with its isolate or a failing database is made when the partner shows the product to the next athlete.
 */
export function markSeen(ctx: PartnerContext, db: Database, productIds: readonly string[]): void {
  if (productIds.length === 0) return;
  ctx.waitUntil(
    db
      .batch([
        insertSeen(db, ctx.principal.partnerId, {
          productIds,
          day: Math.floor(ctx.nowMs / DAY_MS),
        }),
      ])
      .catch(() => undefined),
  );
}

/** Inserts the marks, and writes none that is there for this day. */
function insertSeen(
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
