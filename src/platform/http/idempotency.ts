import type { SQL } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import { isObject, memberOf } from '../members.ts';
import type { idempotencyKeys } from '../storage/common-schema.ts';
import { sha256Hex } from '../storage/cryptography.ts';
import { ConstraintViolation, type Database } from '../storage/database.ts';
import type { ReportedEvent } from '../storage/event-types.ts';
import { selectPartner } from '../storage/partner.ts';
import { recordAny } from '../storage/record-events.ts';
import type { PartnerRow } from '../storage/registry-schema.ts';
import type { BatchItems } from '../storage/statements.ts';
import type { Answer, SuccessStatus } from './answer.ts';
import { type PartnerContext, registryOf } from './context.ts';
import type { ErrorCode } from './error-codes.ts';
import { type Failure, fail, isFailure, refuseInactive } from './errors.ts';
import { homeDatabaseOfPartner } from './partner-shards.ts';
import {
  type Claim,
  claimedRow,
  deleteExpired,
  freeReserved,
  insertClaim,
  reserve,
  selectFirstAnswer,
} from './shared-repository.ts';

export { type Claim, selectFirstAnswer };

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;
const ATTEMPTS_MAX = 3;

/**
 * The stored response to an earlier request with the same `Idempotency-Key`. Its body may not match the current schema,
 * because another version of the service may have written it.
 */
export interface Replayed
  extends Pick<Answer, 'headers' | 'entityTag' | 'languages' | 'locale' | 'units' | 'tiers'> {
  readonly status: SuccessStatus;
  readonly replayedBody: unknown;
}

/** A success of any route. */
export type Success = Answer | Replayed;

/** Returns the body of a success, new or stored. */
export function bodyOf(success: Success): unknown {
  return 'replayedBody' in success ? success.replayedBody : success.body;
}

/** A resource about to be created. Its response is complete before anything is written. */
interface Creation<Made extends Answer = Answer> {
  readonly answer: Made;
  readonly resourceId: string;
  /** The athlete whose data is in the response. Erasing the athlete erases the stored response. Null if there is none. */
  readonly athleteId: string | null;
  /** A response that shows a secret is not stored, and a retry is rejected (409). */
  readonly showsSecret: boolean;
  /** The response to store, if this caller may not see all of it. */
  readonly storedAnswer?: Answer;
  /** Returns the part of a stored response that this caller may currently see. Absent if that is all of it. */
  readonly show?: (stored: Replayed) => Promise<Replayed>;
  /** The condition of the first write, if any. The claim is written under the same condition. */
  readonly onlyWhere: SQL | null;
}

type StoredAnswer = typeof idempotencyKeys.$inferSelect;

/**
 * Reads the claim of a request's `Idempotency-Key`. Null if the header is missing, a 422 if it is malformed. Requests are
 * the same if method, path, query and body are, regardless of member order and white space.
 */
export async function readClaim(
  ctx: PartnerContext,
  request: {
    readonly method: string;
    readonly path: string;
    readonly query: unknown;
    readonly body: unknown;
    readonly headers: Headers;
  },
): Promise<Claim | null | Failure> {
  const key = request.headers.get('idempotency-key');
  if (key === null) return null;
  if (!IDEMPOTENCY_KEY.test(key)) return malformedKey();
  const { partnerId, environment, keyId, athleteId } = ctx.principal;
  // A token's keys belong to its connection, so an athlete's application and the partner cannot share one. No key
  // contains a line break.
  const owned = athleteId === null ? key : `${keyId}\n${key}`;
  const parameters = canonicalJson(request.query);
  const query = parameters === '{}' ? '' : `?${parameters}`;
  const [keyHash, requestHash] = await Promise.all([
    sha256Hex(owned),
    sha256Hex(`${request.method} ${request.path}${query}\n${canonicalJson(request.body)}`),
  ]);
  return { partnerId, environment, keyHash, requestHash, nowMs: ctx.nowMs };
}

/**
 * Returns the failure for a malformed key. A JSON Pointer cannot name a header, so the pointer is empty, which means the
 * whole request.
 */
function malformedKey(): Failure {
  const message = 'Idempotency-Key must have 1 to 255 visible ASCII characters';
  return fail('validation_failed', {
    message: `${message}.`,
    problems: [{ pointer: '', code: 'invalid_idempotency_key', message }],
  });
}

/** Returns the response to replay or the failure to return. Null if the claim is new or its first response has expired. */
export function replayedAnswer(
  claim: Claim | null,
  stored: StoredAnswer | undefined,
): Replayed | Failure | null {
  if (claim === null || stored === undefined || stored.expiresAt <= claim.nowMs) return null;
  if (stored.requestHash !== claim.requestHash) return fail('idempotency_key_reused');
  if (stored.answer === null) {
    return fail('secret_already_shown', { details: { resource_id: stored.resourceId } });
  }
  // insertClaim wrote this text.
  const { body: replayedBody, ...answer } = JSON.parse(stored.answer) as Answer;
  return { ...answer, replayedBody, headers: { ...answer.headers, 'Idempotent-Replayed': 'true' } };
}

/**
 * Writes a creation in one batch and returns its response. With a claim, the batch also stores the response under a key
 * that can be used only once: of simultaneous requests, one writes and the others replay its response. Returns null if
 * `creation.onlyWhere` was not met: nothing was written and the key is still free.
 *
 * @param writes the first write is conditional on `creation.onlyWhere`, the others depend on it
 */
export async function createOnce<Made extends Answer>(
  db: Database,
  claim: Claim | null,
  creation: Creation<Made>,
  writes: BatchItems,
): Promise<Made | Replayed | Failure | null> {
  if (claim === null) {
    const [first] = await db.batch(writes);
    return changesOf(first) === 0 ? null : creation.answer;
  }
  const { resourceId, athleteId, storedAnswer = creation.answer, showsSecret, onlyWhere } = creation;
  const row = {
    ...claimedRow(claim, resourceId),
    athleteId,
    answer: showsSecret ? null : JSON.stringify(storedAnswer),
  };
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const results = await db.batch([insertClaim(db, row, onlyWhere), ...writes]).catch(nullIfClaimed);
    if (results) return changesOf(results[0]) === 0 ? null : creation.answer;
    const [[stored]] = await db.batch([selectFirstAnswer(db, claim)]);
    const answer = replayedAnswer(claim, stored);
    if (answer) return isFailure(answer) || !creation.show ? answer : creation.show(answer);
    // The conflicting claim has expired or was just removed. Clear it and retry.
    await db.batch([deleteExpired(db, claim)]);
  }
  return fail('temporarily_unavailable');
}

/** Returns null for the constraint violation when another request took the key first. Rethrows any other fault. */
function nullIfClaimed(cause: unknown): null {
  if (cause instanceof ConstraintViolation && cause.uniqueColumns?.includes('idempotency_keys.')) return null;
  throw cause;
}

/** Returns the number of rows changed by a statement of a batch. Throws if the statement was not a write (a bug). */
function changesOf(result: unknown): number {
  const changes = memberOf(memberOf(result, 'meta'), 'changes');
  if (typeof changes === 'number') return changes;
  throw new Error('the first write of a creation must report the number of rows it changed');
}

/** Serializes JSON with sorted members, so equivalent bodies have the same hash. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    isObject(member) && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}

/** A partner's registry resource about to be created: an API key, an OAuth client or a recalculation. */
interface RegistryCreation<Made extends Answer> {
  readonly creation: Creation<Made>;
  readonly write: BatchItem<'sqlite'>;
  /** Events of the write. */
  readonly events?: readonly ReportedEvent[];
  /** The failure if the write's condition is not met. */
  readonly refusal: ErrorCode;
  /** Runs once the resource is written, but not for a replay. */
  readonly afterwards?: () => void;
}

/**
 * Creates a resource of an active partner in the registry, once per claim. Reads the partner and the first response, then
 * replays that response or writes the result of `prepare`.
 */
export async function createInRegistry<Made extends Answer>(
  ctx: PartnerContext,
  claim: Claim | null,
  prepare: (registry: Database, partner: PartnerRow) => Promise<RegistryCreation<Made>>,
): Promise<Made | Replayed | Failure> {
  const registry = registryOf(ctx);
  const [[[partner], [stored]], taken] = await Promise.all([
    registry.batch([selectPartner(registry, ctx.principal.partnerId), selectFirstAnswer(registry, claim)]),
    reserveKey(ctx, claim),
  ]);
  if (partner?.status !== 'active') return refuse(ctx, claim, refuseInactive(partner?.status));
  const repeated = taken ?? replayedAnswer(claim, stored);
  if (repeated) return repeated;
  const { creation, write, events = [], refusal, afterwards } = await prepare(registry, partner);
  const answer = await createOnce(registry, claim, creation, [write, ...recordAny(registry, ctx, events)]);
  if (answer === null) return refuse(ctx, claim, fail(refusal));
  if (answer === creation.answer) afterwards?.();
  return answer;
}

/** Frees the reserved key so the request can be retried, and returns the failure. */
async function refuse(ctx: PartnerContext, claim: Claim | null, refusal: Failure): Promise<Failure> {
  if (claim !== null) await freeReservedKey(ctx, claim);
  return refusal;
}

/** Marks a row of the home shard as a reservation whose resource and response are in the registry. */
const RESERVED = '';

/**
 * Also reserves a registry claim's key in the partner's home shard, which stores the reservations of athletes, so that
 * one key creates one resource of any kind. Runs in parallel with the verb's first registry read, so it costs no extra
 * round trip. Returns null if the request may continue.
 */
async function reserveKey(ctx: PartnerContext, claim: Claim | null): Promise<Failure | null> {
  if (claim === null) return null;
  const home = homeDatabaseOfPartner(ctx);
  const [, , [holder]] = await home.batch(reserve(home, claim, RESERVED));
  return holder && holder.requestHash !== claim.requestHash ? fail('idempotency_key_reused') : null;
}

/** Frees the key that a failed request had reserved, unless the same request succeeded concurrently. */
async function freeReservedKey(ctx: PartnerContext, claim: Claim): Promise<void> {
  const registry = registryOf(ctx);
  const [[stored]] = await registry.batch([selectFirstAnswer(registry, claim)]);
  if (replayedAnswer(claim, stored)) return;
  const home = homeDatabaseOfPartner(ctx);
  await home.batch([freeReserved(home, claim, RESERVED)]);
}
