import { and, eq, lte, type SQL, sql } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import type { Environment } from '../env.ts';
import { ConstraintViolation, type Database } from '../storage/database.ts';
import { sha256Hex } from '../storage/digest.ts';
import { insertWhere } from '../storage/guarded-insert.ts';
import { idempotencyKeys } from '../storage/idempotency-schema.ts';
import type { Answer } from './answer.ts';
import { databaseOfPartner, type PartnerContext, registryOf } from './context.ts';
import { type Failure, fail } from './errors.ts';

const KEPT_MS = 24 * 3_600_000;
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;
const ATTEMPTS_MAX = 3;

/** A request that may be repeated without acting twice: whose it is, its key and what it asked for, hashed. */
export interface Claim {
  readonly partnerId: string;
  readonly environment: Environment;
  readonly keyHash: string;
  readonly requestHash: string;
  readonly nowMs: number;
}

/** What a creation is about to do. Its answer is complete before anything is written. */
export interface Creation {
  readonly answer: Answer;
  readonly resourceId: string;
  /** Whose data is in the answer: the kept answer is erased with this athlete. Null where nobody's is. */
  readonly athleteId: string | null;
  /** Where the answer shows a secret it is not kept, and a repetition is told so (409). */
  readonly showsSecret: boolean;
  /** The condition that the first write carries, if any; the claim is written under the same one. */
  readonly onlyWhere: SQL | null;
}

type StoredAnswer = typeof idempotencyKeys.$inferSelect;

type Written =
  | { readonly outcome: 'written' }
  /** The condition did not hold; nothing was written and the key is still free. */
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'repeated'; readonly answer: Answer | Failure };

/**
 * The claim that a request's `Idempotency-Key` makes; null where none was sent, a 422 where it is malformed.
 * The same request is the same method, path and body, from a caller who may see the same; the order of members and
 * white space do not count.
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
  // A kept answer shows what its first caller may see, so a caller who may see something else made another request.
  const view = scopes === null ? '' : `\n${[...scopes].sort().join(' ')}`;
  const [keyHash, requestHash] = await Promise.all([
    sha256Hex(key),
    sha256Hex(`${request.method} ${request.path}\n${canonicalJson(request.body)}${view}`),
  ]);
  return { partnerId, environment, keyHash, requestHash, nowMs: ctx.nowMs };
}

/** A header is no place that a pointer can name, so the pointer is the whole request's: empty. */
function malformedKey(): Failure {
  const message = 'Idempotency-Key must have 1 to 255 visible ASCII characters';
  return fail('validation_failed', {
    message: `${message}.`,
    problems: [{ pointer: '', code: 'invalid_idempotency_key', message }],
  });
}

/** The first answer to this claim, for the batch in which a verb reads. Finds nothing where there is no claim. */
export function selectFirstAnswer(db: Database, claim: Claim | null) {
  return db
    .select()
    .from(idempotencyKeys)
    .where(isClaimed(claim ?? NO_CLAIM));
}

/** What to answer instead of acting, or null where the claim is new or its first answer is too old to count. */
export function replayedAnswer(
  claim: Claim | null,
  stored: StoredAnswer | undefined,
): Answer | Failure | null {
  if (claim === null || stored === undefined || stored.expiresAt <= claim.nowMs) return null;
  if (stored.requestHash !== claim.requestHash) return fail('idempotency_key_reused');
  if (stored.answer === null) {
    return fail('secret_already_shown', { details: { resource_id: stored.resourceId } });
  }
  // What is stored is what keepable() wrote.
  const answer = JSON.parse(stored.answer) as Answer;
  return { ...answer, headers: { ...answer.headers, 'Idempotent-Replayed': 'true' } };
}

/**
 * Writes a creation in one batch. With a claim, the batch also keeps the answer, under a key that can be
 * taken once: of any number of simultaneous requests one writes, and the others find its answer here.
 *
 * @param writes the first one carries `creation.onlyWhere`, the others hang on it
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
    const results = await db.batch([insertClaim(db, claim, creation), ...writes]).catch(nullWhereClaimed);
    if (results) return { outcome: changesOf(results[0]) === 0 ? 'refused' : 'written' };
    const [[stored]] = await db.batch([selectFirstAnswer(db, claim)]);
    const answer = replayedAnswer(claim, stored);
    if (answer) return { outcome: 'repeated', answer };
    // What is in the way has expired (or just went): clear it, then try again.
    await db.batch([deleteExpired(db, claim)]);
  }
  return { outcome: 'repeated', answer: fail('temporarily_unavailable') };
}

/**
 * Takes the key of a claim on a resource of the registry in the partner's athlete database too, where the claims on
 * everything else are: one key makes one thing, an athlete or an API key. Sent beside the verb's first read of the
 * registry, it costs no round, and the claims on athletes' data cost nothing more. Null where the same request may go on.
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

/** Frees the key that a refused request had reserved, unless the same request succeeded beside it. */
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

/** In an athlete database: the resource is in the registry, and the answer is kept there. */
const RESERVED = '';

/** Where no claim is: an index look-up that finds nothing, so that a verb's batch has one shape. */
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

/** Null for the refusal that means "somebody was first"; every other fault goes on. */
function nullWhereClaimed(cause: unknown): null {
  if (cause instanceof ConstraintViolation && cause.uniqueColumns?.includes('idempotency_keys.')) return null;
  throw cause;
}

/** How many rows a statement of a batch changed. Throws where the result is not one of a write: that is a bug. */
function changesOf(result: unknown): number {
  if (typeof result === 'object' && result !== null && 'meta' in result) {
    const { meta } = result;
    if (typeof meta === 'object' && meta !== null && 'changes' in meta && typeof meta.changes === 'number') {
      return meta.changes;
    }
  }
  throw new Error('the first write of a creation must tell how many rows it changed');
}

/** JSON with sorted members, so that two spellings of one body have one hash. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
