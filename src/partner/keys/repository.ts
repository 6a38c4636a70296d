import { and, desc, eq, gt, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Environment } from '#platform/env.ts';
import type { Database } from '#platform/storage/database.ts';
import { ofPartner } from '#platform/storage/partner.ts';
import { apiKeys } from '#platform/storage/registry-schema.ts';
import { isOneOf } from '#platform/storage/statements.ts';

/** Selects a key of this partner in either environment. */
export function selectKey(db: Database, partnerId: string, keyId: string) {
  return db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.id, keyId), eq(apiKeys.partnerId, partnerId)));
}

/** Selects a page of keys, newest first. Identifiers sort by creation time. */
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

/** Ends a key if its successor was written in the same batch. */
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

/** Builds the condition that the key is active, for use in any statement. */
export function isUnrotated(keyId: string): SQL {
  return sql`EXISTS (SELECT 1 FROM api_keys AS subject WHERE subject.id = ${keyId} AND subject.status = 'active')`;
}

/** Selects this partner's usable keys in both environments, at most 25 of each. */
export function selectUsableKeys(db: Database, partnerId: string, nowMs: number) {
  return db
    .select()
    .from(apiKeys)
    .where(
      and(
        ...ofPartner(partnerId),
        or(eq(apiKeys.status, 'active'), and(eq(apiKeys.status, 'rotated'), gt(apiKeys.expiresAt, nowMs))),
      ),
    );
}

/** Deletes keys of any partner. */
export function removeKeys(db: Database, keyIds: readonly string[]) {
  return db.delete(apiKeys).where(isOneOf(apiKeys.id, keyIds));
}
