import { DAY_MS } from '../clock.ts';
import type { PartnerContext } from '../http/context.ts';
import type { Database } from '../storage/database.ts';
import { insertSeen } from './shared-repository.ts';

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
