import { and, eq, inArray, isNull, lt, or } from 'drizzle-orm';
import type { Database } from '../storage/database.ts';
import { apiKeys, partners } from '../storage/registry-schema.ts';

/** Selects a key by the hash of its secret, and its partner. */
export function selectKeyByHash(db: Database, hash: string) {
  const owner = db.select({ id: apiKeys.partnerId }).from(apiKeys).where(eq(apiKeys.hash, hash));
  // Two statements, not a join: a batch returns rows by column name, and both tables have an `id`.
  return [
    db.select().from(apiKeys).where(eq(apiKeys.hash, hash)),
    db.select().from(partners).where(inArray(partners.id, owner)),
  ] as const;
}

/** Sets the last use of a key, unless a later one is stored. */
export function updateLastUse(db: Database, keyId: string, atMs: number) {
  const isOlder = or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, atMs));
  return db
    .update(apiKeys)
    .set({ lastUsedAt: atMs })
    .where(and(eq(apiKeys.id, keyId), isOlder));
}
