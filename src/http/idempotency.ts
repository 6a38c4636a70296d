import { and, eq, lte, type SQL, sql } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import { DAY_MS } from '../clock.ts';
import type { Environment } from '../env.ts';
import { ConstraintViolation, type Database } from '../storage/database.ts';
import { sha256Hex } from '../storage/digest.ts';
import { insertWhere } from '../storage/guarded-insert.ts';
import { idempotencyKeys } from '../storage/idempotency-schema.ts';
import type { Answer } from './answer.ts';
import { databaseOfPartner, type PartnerContext, registryOf } from './context.ts';
import { type Failure, fail } from './errors.ts';

const KEPT_MS = DAY_MS;
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;
const ATTEMPTS_MAX = 3;

/** The idempotency claim of a request: its owner, and the hashes of its key and of what it asks for. */
export interface Claim {
  readonly partnerId: string;
  readonly environment: Environment;
  readonly keyHash: string;
  readonly requestHash: string;
  readonly nowMs: number;
}

/** A creation that is about to be written. Its answer is complete before anything is. */
export interface Creation {
  readonly answer: Answer;
  readonly resourceId: string;
  /** The athlete whose data is in the answer, which is erased with the athlete; null if there is none. */
  readonly athleteId: string | null;
  /** An answer that shows a secret is not stored; replaying its request is a 409. */
  readonly showsSecret: boolean;
  /** The condition of the first write, if any; the claim is written under the same one. */
  readonly onlyWhere: SQL | null;
}

type StoredAnswer = typeof idempotencyKeys.$inferSelect;

type Written =
  | { readonly outcome: 'written' }
  /** The condition did not hold; nothing was written and the key is still free. */
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'repeated'; readonly answer: Answer | Failure };

/**
 * Reads the claim of a request's `Idempotency-Key`: null if none was sent, a 422 if it is malformed. Requests are the same
 * if method, path, body and the caller's scopes are; the order of members and white space do not count.
 */
export async function readClaim(
  ctx: PartnerContext,
  request: {
    readonly method: string;
    readonly path: string;
    readonly body: unknown;
    readonly headers: Headers;
  },
): Promise<Claim | null | Failure> {
  const key = request.headers.get('idempotency-key');
  if (key === null) return null;
  if (!IDEMPOTENCY_KEY.test(key)) return malformedKey();
  const { partnerId, environment, scopes } = ctx.principal;
  // A stored answer shows what its first caller may see, so a caller with other scopes makes another request.
  const view = scopes === null ? '' : `\n${[...scopes].sort().join(' ')}`;
  const [keyHash, requestHash] = await Promise.all([
    sha256Hex(key),
    sha256Hex(`${request.method} ${request.path}\n${canonicalJson(request.body)}${view}`),
  ]);
  return { partnerId, environment, keyHash, requestHash, nowMs: ctx.nowMs };
}

/** Returns the 422 of a malformed key. A pointer cannot name a header, so it is that of the whole request: empty. */
function malformedKey(): Failure {
  const message = 'Idempotency-Key must have 1 to 255 visible ASCII characters';
  return fail('validation_failed', {
    message: `${message}.`,
    problems: [{ pointer: '', code: 'invalid_idempotency_key', message }],
  });
}

/** Selects the first answer to this claim, for the batch in which a verb reads. Without a claim it finds nothing. */
export function selectFirstAnswer(db: Database, claim: Claim | null) {
  return db
    .select()
    .from(idempotencyKeys)
    .where(isClaimed(claim ?? NO_CLAIM));
}

/** Returns the answer to replay instead of acting, or null if the claim is new or its first answer has expired. */
export function replayedAnswer(
  claim: Claim | null,
  stored: StoredAnswer | undefined,
): Answer | Failure | null {
  if (claim === null || stored === undefined || stored.expiresAt <= claim.nowMs) return null;
  if (stored.requestHash !== claim.requestHash) return fail('idempotency_key_reused');
  if (stored.answer === null) {
    return fail('secret_already_shown', { details: { resource_id: stored.resourceId } });
  }
  // Only insertClaim() writes this column.
  const answer = JSON.parse(stored.answer) as Answer;
  return { ...answer, headers: { ...answer.headers, 'Idempotent-Replayed': 'true' } };
}

/**
 * Writes a creation in one batch. With a claim, the batch also stores the answer under a unique key: of any number of
 * simultaneous requests one writes, and the others replay its answer.
 *
 * @param writes the first one carries `creation.onlyWhere`, the others depend on it
 */
export async function createOnce(
  db: Database,
  claim: Claim | null,
  creation: Creation,
  writes: readonly [BatchItem<'sqlite'>, ...BatchItem<'sqlite'>[]],
): Promise<Written> {
  if (claim === null) {
    const [first] = await db.batch(writes);
    return { outcome: changesOf(first) === 0 ? 'refused' : 'written' };
  }
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const results = await db.batch([insertClaim(db, claim, creation), ...writes]).catch(nullIfClaimed);
    if (results) return { outcome: changesOf(results[0]) === 0 ? 'refused' : 'written' };
    const [[stored]] = await db.batch([selectFirstAnswer(db, claim)]);
    const answer = replayedAnswer(claim, stored);
    if (answer) return { outcome: 'repeated', answer };
    // The conflicting row has expired, or was just removed: delete it, then retry.
    await db.batch([deleteExpired(db, claim)]);
  }
  return { outcome: 'repeated', answer: fail('temporarily_unavailable') };
}

/**
 * Reserves the idempotency key of a registry resource in the partner's athlete database too, which holds the claims on
 * everything else: one key makes one resource, an athlete or an API key. Runs beside the verb's first read of the registry,
 * so it adds no round trip. Returns null if the request may go on, or the 422 of a key that another request has used.
 */
export async function reserveKey(ctx: PartnerContext, claim: Claim | null): Promise<Failure | null> {
  if (claim === null) return null;
  const db = databaseOfPartner(ctx);
  const { partnerId, environment, keyHash, requestHash, nowMs } = claim;
  const [, , [holder]] = await db.batch([
    deleteExpired(db, claim),
    db
      .insert(idempotencyKeys)
      .values({
        partnerId,
        environment,
        keyHash,
        requestHash,
        resourceId: RESERVED,
        expiresAt: nowMs + KEPT_MS,
      })
      .onConflictDoNothing(),
    selectFirstAnswer(db, claim),
  ]);
  return holder && holder.requestHash !== requestHash ? fail('idempotency_key_reused') : null;
}

/** Releases the key that a refused request had reserved, unless the same request succeeded at the same time. */
export async function freeReservedKey(ctx: PartnerContext, claim: Claim | null): Promise<void> {
  if (claim === null) return;
  const registry = registryOf(ctx);
  const [[stored]] = await registry.batch([selectFirstAnswer(registry, claim)]);
  if (replayedAnswer(claim, stored)) return;
  const db = databaseOfPartner(ctx);
  await db.batch([
    db
      .delete(idempotencyKeys)
      .where(
        and(
          isClaimed(claim),
          eq(idempotencyKeys.requestHash, claim.requestHash),
          eq(idempotencyKeys.resourceId, RESERVED),
        ),
      ),
  ]);
}

function insertClaim(db: Database, claim: Claim, creation: Creation) {
  const { partnerId, environment, keyHash, requestHash, nowMs } = claim;
  const { resourceId, athleteId, answer, showsSecret } = creation;
  return insertWhere(
    db,
    idempotencyKeys,
    {
      partnerId,
      environment,
      keyHash,
      requestHash,
      resourceId,
      athleteId,
      answer: showsSecret ? null : JSON.stringify(answer),
      expiresAt: nowMs + KEPT_MS,
    },
    creation.onlyWhere ?? sql`1`,
  );
}

function deleteExpired(db: Database, claim: Claim) {
  return db.delete(idempotencyKeys).where(and(isClaimed(claim), lte(idempotencyKeys.expiresAt, claim.nowMs)));
}

/** The resource id of a reserved key in an athlete database: resource and answer are in the registry. */
const RESERVED = '';

/** A claim that matches no row, so that a verb's batch has one shape with and without a claim. */
const NO_CLAIM = { partnerId: '', environment: 'test', keyHash: '' } as const;

function isClaimed({
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

/** Returns null for the conflict of a claim that was taken first; rethrows every other fault. */
function nullIfClaimed(cause: unknown): null {
  if (cause instanceof ConstraintViolation && cause.uniqueColumns?.includes('idempotency_keys.')) return null;
  throw cause;
}

/** Returns the number of rows that a write of a batch changed. Throws if the result is not one of a write: that is a bug. */
function changesOf(result: unknown): number {
  if (typeof result === 'object' && result !== null && 'meta' in result) {
    const { meta } = result;
    if (typeof meta === 'object' && meta !== null && 'changes' in meta && typeof meta.changes === 'number') {
      return meta.changes;
    }
  }
  throw new Error('the first write of a creation must tell how many rows it changed');
}

/** Serializes JSON with sorted members, so that two spellings of one body have one hash. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
