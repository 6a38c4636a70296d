import { and, eq, gt, lte, ne, type SQL, sql } from 'drizzle-orm';
import { partnerShards, productsSeen } from '#platform/storage/athlete-schema.ts';
import { isOneOf } from '#platform/storage/conditions.ts';
import type { Database } from '#platform/storage/database.ts';
import { deleteSome } from '#platform/storage/delete-some.ts';
import { ends } from '#platform/storage/ends-schema.ts';
import { events, suspensions } from '#platform/storage/events-schema.ts';
import { idempotencyKeys } from '#platform/storage/idempotency-schema.ts';
import type { AthleteAddress } from '#platform/storage/ids.ts';
import { deleteSomeEvents } from '#platform/storage/purge-events.ts';
import {
  apiKeys,
  oauthClients,
  partners,
  recalculations,
  usage,
  webhooks,
} from '#platform/storage/registry-schema.ts';
import { endSubscribersOf } from '#platform/storage/subscribers.ts';
import { USAGE } from '#platform/storage/usage.ts';
import { isLeftIn, isOverIn } from '../partners/shared-repository.ts';
import { RESTORABLE_MS } from './old-rows-repository.ts';

const IDEMPOTENCY = {
  table: idempotencyKeys,
  key: [idempotencyKeys.partnerId, idempotencyKeys.environment, idempotencyKeys.keyHash],
} as const;
const PRODUCTS_SEEN = {
  table: productsSeen,
  key: [productsSeen.partnerId, productsSeen.productId],
} as const;

/** Selects terminated partners whose data an athlete database must remove now, longest overdue first. */
export function selectDueIn(registry: Database, home: AthleteAddress, nowMs: number, limit: number) {
  return selectDue(registry, nowMs, limit, isLeftIn('athletes', home));
}

/** Selects terminated partners whose data each of these databases has removed, longest overdue first. */
export function selectDueEverywhere(
  registry: Database,
  databases: readonly string[],
  nowMs: number,
  limit: number,
) {
  return selectDue(registry, nowMs, limit, isOverIn('athletes', databases));
}

function selectDue(registry: Database, nowMs: number, limit: number, onlyWhere: SQL) {
  return (
    registry
      .select({ id: partners.id })
      .from(partners)
      // A literal status lets SQLite use the partial index.
      .where(and(sql`${partners.status} = 'terminated'`, lte(partners.purgeAfter, nowMs), onlyWhere))
      .orderBy(partners.purgeAfter)
      .limit(limit)
  );
}

/** Selects purged partners whose athletes a restore could still bring back. */
export function selectPurgedPartners(registry: Database, nowMs: number) {
  return registry
    .select({ id: partners.id })
    .from(partners)
    .where(gt(partners.purgedAt, nowMs - RESTORABLE_MS));
}

/** Selects some keys of a partner, including ended ones. */
export function selectSomeKeys(registry: Database, partnerId: string, limit: number) {
  return registry
    .select({ id: apiKeys.id, hash: apiKeys.hash, region: apiKeys.region })
    .from(apiKeys)
    .where(eq(apiKeys.partnerId, partnerId))
    .limit(limit);
}

/** Builds the statements that remove some rows of these partners from an athlete database. */
export function deleteRowsOfPartners(db: Database, partnerIds: readonly string[]) {
  return [
    deleteSome(db, IDEMPOTENCY, isOneOf(idempotencyKeys.partnerId, partnerIds)),
    deleteSome(db, PRODUCTS_SEEN, isOneOf(productsSeen.partnerId, partnerIds)),
    deleteSomeEvents(db, isOneOf(events.partnerId, partnerIds)),
    db.delete(suspensions).where(isOneOf(suspensions.partnerId, partnerIds)),
  ] as const;
}

/** Removes the records of ends of these partners and of their keys, webhooks and members. */
export function deleteEndsOf(db: Database, partnerIds: readonly string[]) {
  return db.delete(ends).where(isOneOf(ends.partnerId, partnerIds));
}

/** Removes the list of shards from the home shards of these partners. */
export function deleteShardsOfPartners(db: Database, partnerIds: readonly string[]) {
  return db.delete(partnerShards).where(isOneOf(partnerShards.partnerId, partnerIds));
}

/**
 * Builds the statements that remove some rows of a partner from the registry: kept answers, clients, events,
 * usage, recalculations, and all of its webhooks.
 */
export function deleteRowsOfPartner(registry: Database, partnerId: string) {
  return [
    deleteSome(registry, IDEMPOTENCY, eq(idempotencyKeys.partnerId, partnerId)),
    deleteSome(
      registry,
      { table: oauthClients, key: [oauthClients.clientId] },
      eq(oauthClients.partnerId, partnerId),
    ),
    deleteSomeEvents(registry, sql`${events.partnerId} = ${partnerId}`),
    deleteSome(registry, USAGE, eq(usage.partnerId, partnerId)),
    deleteSome(
      registry,
      { table: recalculations, key: [recalculations.id] },
      eq(recalculations.partnerId, partnerId),
    ),
    registry.delete(webhooks).where(eq(webhooks.partnerId, partnerId)),
    endSubscribersOf(registry, [partnerId]),
    // Includes the ends of webhooks.
    deleteEndsOf(registry, [partnerId]),
    registry.delete(suspensions).where(eq(suspensions.partnerId, partnerId)),
  ] as const;
}

/** Stores how many products were shown to a partner's athletes. */
export function updateProductsSeen(registry: Database, partnerId: string, count: number, nowMs: number) {
  return registry
    .update(partners)
    .set({ productsSeen: count, productsCountedAt: nowMs })
    .where(and(eq(partners.id, partnerId), ne(partners.status, 'purged')));
}
