import { and, eq, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { DAY_MS } from '../clock.ts';
import type { Environment } from '../env.ts';
import { idempotencyKeys } from '../storage/common-schema.ts';
import type { Database } from '../storage/database.ts';
import { insertWhere } from '../storage/statements.ts';

const RETAINED_MS = DAY_MS;

/** A request's claim to an idempotency key: its owner, the hash of key and connection, and the hash of the request. */
export interface Claim {
  readonly partnerId: string;
  readonly environment: Environment;
  readonly keyHash: string;
  readonly requestHash: string;
  readonly nowMs: number;
}

/** Selects the first response to this claim, for a verb's read batch. Finds nothing without a claim. */
export function selectFirstAnswer(db: Database, claim: Claim | null) {
  return db
    .select()
    .from(idempotencyKeys)
    .where(isClaimed(claim ?? NO_CLAIM));
}

/** Takes a claim's key for a resource if `onlyWhere` is met. Violates the primary key if another request has it. */
export function insertClaim(db: Database, row: typeof idempotencyKeys.$inferInsert, onlyWhere: SQL | null) {
  return insertWhere(db, idempotencyKeys, row, onlyWhere ?? sql`1`);
}

/** Builds the row that takes a claim's key for a resource, without a response. */
export function claimedRow(claim: Claim, resourceId: string) {
  const { partnerId, environment, keyHash, requestHash, nowMs } = claim;
  return { partnerId, environment, keyHash, requestHash, resourceId, expiresAt: nowMs + RETAINED_MS };
}

/**
 * Builds the batch that reserves a claim's key for a resource written elsewhere. Its third result is the row that has the
 * key: this request's or an earlier one's.
 */
export function reserve(db: Database, claim: Claim, resourceId: string) {
  return [
    deleteExpired(db, claim),
    db.insert(idempotencyKeys).values(claimedRow(claim, resourceId)).onConflictDoNothing(),
    selectFirstAnswer(db, claim),
  ] as const;
}

/** Frees the key that a request had reserved for this resource, unless a response is stored with it. */
export function freeReserved(db: Database, claim: Claim, resourceId: string) {
  return db
    .delete(idempotencyKeys)
    .where(
      and(
        isClaimed(claim),
        eq(idempotencyKeys.requestHash, claim.requestHash),
        eq(idempotencyKeys.resourceId, resourceId),
        isNull(idempotencyKeys.answer),
      ),
    );
}

/** Removes the row with a claim's key if it has expired. */
export function deleteExpired(db: Database, claim: Claim) {
  return db.delete(idempotencyKeys).where(and(isClaimed(claim), lte(idempotencyKeys.expiresAt, claim.nowMs)));
}

/**
 * Replaces a missing claim. Its index look-up finds nothing, so a verb's batch always has the same shape.
 */
const NO_CLAIM = { partnerId: '', environment: 'test', keyHash: '' } as const;

/** Builds the condition that a row has this claim's key. */
export function isClaimed({
  partnerId,
  environment,
  keyHash,
}: Pick<Claim, 'partnerId' | 'environment' | 'keyHash'>): SQL | undefined {
  return and(
    eq(idempotencyKeys.partnerId, partnerId),
    eq(idempotencyKeys.environment, environment),
    eq(idempotencyKeys.keyHash, keyHash),
  );
}
