import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm';
import type { Environment } from '../env.ts';
import type { Database } from '../storage/database.ts';
import { insertWhere } from '../storage/guarded-insert.ts';
import { apiKeys, partners } from '../storage/registry-schema.ts';
import type { KeyRow } from './wire.ts';

/**
 * Usable keys a partner may have per environment. Bounds what a leaked key can breed before it is noticed;
 * a key per service, stage and region with one of each in rotation stays well below it.
 */
export const USABLE_KEYS_MAX = 25;

/** A key of this partner, of either environment. */
export function selectKey(db: Database, partnerId: string, keyId: string) {
  return db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.id, keyId), eq(apiKeys.partnerId, partnerId)));
}

/** Newest first; identifiers sort by creation. */
export function selectKeys(
  db: Database,
  partnerId: string,
  environment: Environment,
  page: { readonly afterId: string | null; readonly limit: number },
) {
  return db
    .select()
    .from(apiKeys)
    .where(
      and(
        eq(apiKeys.partnerId, partnerId),
        eq(apiKeys.environment, environment),
        page.afterId === null ? undefined : lt(apiKeys.id, page.afterId),
      ),
    )
    .orderBy(desc(apiKeys.id))
    .limit(page.limit);
}

export function selectPartner(db: Database, partnerId: string) {
  return db.select().from(partners).where(eq(partners.id, partnerId));
}

/**
 * That one more key may be made: the partner is active and has fewer usable keys than it may have. Part of
 * the INSERT itself, so that no number of simultaneous requests gets past it.
 */
export function mayTakeKey(partnerId: string, environment: Environment, nowMs: number): SQL {
  return sql`EXISTS (SELECT 1 FROM partners WHERE id = ${partnerId} AND status = 'active')
    AND (SELECT count(*) FROM api_keys WHERE partner_id = ${partnerId} AND environment = ${environment}
      AND (status = 'active' OR (status = 'rotated' AND expires_at > ${nowMs}))) < ${USABLE_KEYS_MAX}`;
}

/** Writes the key where `condition` holds; `meta.changes` is 0 otherwise. */
export function insertKey(db: Database, row: KeyRow, condition: SQL) {
  return insertWhere(db, apiKeys, row, condition);
}

/** Ends a key whose successor was written in the same batch; nothing happens where it was not. */
export function endRotatedKey(db: Database, keyId: string, successorId: string, expiresAtMs: number) {
  return db
    .update(apiKeys)
    .set({ status: 'rotated', expiresAt: expiresAtMs, rotatedTo: successorId })
    .where(
      and(
        eq(apiKeys.id, keyId),
        isUnrotated(keyId),
        sql`EXISTS (SELECT 1 FROM api_keys AS successor WHERE successor.id = ${successorId})`,
      ),
    );
}

/** That the key is active, as a condition that any statement can carry. */
export function isUnrotated(keyId: string): SQL {
  return sql`EXISTS (SELECT 1 FROM api_keys AS subject WHERE subject.id = ${keyId} AND subject.status = 'active')`;
}
