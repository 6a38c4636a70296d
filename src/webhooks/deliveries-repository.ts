import { and, desc, eq, lt, lte, type SQL, sql } from 'drizzle-orm';
import { MINUTE_MS, SECOND_MS } from '../clock.ts';
import { type DeliveryRow, deliveries, webhookPositions } from '../storage/athlete-schema.ts';
import { isOneOf } from '../storage/conditions.ts';
import type { Database } from '../storage/database.ts';
import { deleteSome } from '../storage/delete-some.ts';
import { selectPartnerShards } from '../storage/partner-shards.ts';
import { insertMany } from '../storage/write-many.ts';

/** Time after which an unfinished attempt counts as lost: four times as long as one may take. */
export const ATTEMPT_LEASE_MS = MINUTE_MS;
/** A message may arrive a little before its time: queues count whole seconds. */
const EARLY_MS = 2 * SECOND_MS;

/** A delivery of one of a partner's webhooks. */
export interface OwnDelivery {
  readonly partnerId: string;
  readonly deliveryId: string;
}

export type PositionRow = typeof webhookPositions.$inferSelect;

/** Selects how far the partner's webhooks have read each store, and the shards that it has begun to use. */
export function selectProgress(home: Database, partnerId: string) {
  return [
    home.select().from(webhookPositions).where(eq(webhookPositions.partnerId, partnerId)),
    selectPartnerShards(home, partnerId),
  ] as const;
}

/** Inserts deliveries, except for those that another sweep has made. */
export function insertDeliveries(home: Database, rows: readonly DeliveryRow[]) {
  return insertMany(home, deliveries, rows).map((insert) => insert.onConflictDoNothing());
}

/**
 * Advances positions; a sweep that was overtaken changes nothing. Positions since another enabling of the webhook, or in
 * another epoch, have no order, also not that of the clocks: the last one written counts, and a sweep that does not find its
 * own begins anew.
 */
export function advancePositions(home: Database, rows: readonly PositionRow[]) {
  return insertMany(home, webhookPositions, rows).map((insert) =>
    insert.onConflictDoUpdate({
      target: [webhookPositions.partnerId, webhookPositions.webhookId, webhookPositions.store],
      set: {
        epoch: sql`excluded.epoch`,
        activeSince: sql`excluded.active_since`,
        sequence: sql`excluded.sequence`,
      },
      setWhere: sql`excluded.active_since <> ${webhookPositions.activeSince}
        OR excluded.epoch <> ${webhookPositions.epoch} OR excluded.sequence > ${webhookPositions.sequence}`,
    }),
  );
}

/** Selects a partner's deliveries whose next attempt is due, the longest waiting first. */
export function selectDue(home: Database, partnerId: string, nowMs: number, limit: number) {
  return home
    .select({ id: deliveries.id, webhookId: deliveries.webhookId })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.partnerId, partnerId),
        lte(deliveries.nextAttemptAt, nowMs),
        sql`${deliveries.status} = 'pending'`,
      ),
    )
    .orderBy(deliveries.nextAttemptAt)
    .limit(limit);
}

function isDelivery({ partnerId, deliveryId }: OwnDelivery): SQL | undefined {
  return and(eq(deliveries.id, deliveryId), eq(deliveries.partnerId, partnerId));
}

/**
 * Claims a delivery that is due, for the time that an attempt may take. Of several messages for it, only one
 * gets the row. If the attempt does not end, the delivery becomes due again.
 */
export function claimDelivery(home: Database, own: OwnDelivery, nowMs: number) {
  return home
    .update(deliveries)
    .set({ nextAttemptAt: nowMs + ATTEMPT_LEASE_MS })
    .where(
      and(isDelivery(own), eq(deliveries.status, 'pending'), lte(deliveries.nextAttemptAt, nowMs + EARLY_MS)),
    )
    .returning();
}

/** Stores the outcome of an attempt, unless the delivery was claimed or restarted meanwhile. */
export function settleDelivery(
  home: Database,
  claimed: DeliveryRow,
  outcome: Pick<DeliveryRow, 'status' | 'attempts' | 'failures' | 'nextAttemptAt'>,
) {
  return home.update(deliveries).set(outcome).where(isStillClaimed(claimed));
}

/** Deletes a claimed delivery whose event is no longer there. */
export function deleteClaimed(home: Database, claimed: DeliveryRow) {
  return home.delete(deliveries).where(isStillClaimed(claimed));
}

function isStillClaimed({ id, partnerId, nextAttemptAt }: DeliveryRow): SQL | undefined {
  return and(isDelivery({ partnerId, deliveryId: id }), sql`${deliveries.nextAttemptAt} = ${nextAttemptAt}`);
}

/** Selects a delivery of the partner. */
export function selectDelivery(home: Database, own: OwnDelivery) {
  return home.select({ id: deliveries.id }).from(deliveries).where(isDelivery(own));
}

/** Makes a delivery due now, with all its attempts before it. */
export function restartDelivery(home: Database, own: OwnDelivery, webhookId: string, nowMs: number) {
  return home
    .update(deliveries)
    .set({ status: 'pending', failures: 0, nextAttemptAt: nowMs })
    .where(and(isDelivery(own), eq(deliveries.webhookId, webhookId)))
    .returning();
}

/** Ends the pending deliveries of a disabled webhook. */
export function endPending(home: Database, partnerId: string, webhookId: string) {
  return home
    .update(deliveries)
    .set({ status: 'failed', nextAttemptAt: null })
    .where(
      and(
        eq(deliveries.partnerId, partnerId),
        eq(deliveries.webhookId, webhookId),
        eq(deliveries.status, 'pending'),
      ),
    );
}

/** Selects a page of a webhook's deliveries, newest first. */
export function selectDeliveries(
  home: Database,
  partnerId: string,
  webhookId: string,
  page: {
    readonly status: DeliveryRow['status'] | undefined;
    readonly afterId: string | null;
    readonly limit: number;
  },
) {
  return home
    .select()
    .from(deliveries)
    .where(
      and(
        eq(deliveries.partnerId, partnerId),
        eq(deliveries.webhookId, webhookId),
        page.status === undefined ? undefined : eq(deliveries.status, page.status),
        page.afterId === null ? undefined : lt(deliveries.id, page.afterId),
      ),
    )
    .orderBy(desc(deliveries.id))
    .limit(page.limit);
}

const ROWS = { table: deliveries, key: [deliveries.id] } as const;

/** Deletes some of a webhook's deliveries, and its positions. Retention deletes what is left. */
export function deleteOfWebhook(home: Database, partnerId: string, webhookId: string) {
  return [
    deleteSome(
      home,
      ROWS,
      sql`${deliveries.partnerId} = ${partnerId} AND ${deliveries.webhookId} = ${webhookId}`,
    ),
    home
      .delete(webhookPositions)
      .where(and(eq(webhookPositions.partnerId, partnerId), eq(webhookPositions.webhookId, webhookId))),
  ] as const;
}

/** Deletes some deliveries of athletes' events. */
export function deleteOfAthletes(home: Database, athleteHashes: readonly string[]) {
  return deleteSome(
    home,
    ROWS,
    sql`${isOneOf(deliveries.athleteHash, athleteHashes)} AND ${deliveries.athleteHash} IS NOT NULL`,
  );
}
