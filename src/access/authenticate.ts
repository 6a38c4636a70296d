import { eq, inArray } from 'drizzle-orm';
import { DAY_MS } from '../clock.ts';
import { isOverAddressLimit } from '../guards/address-limit.ts';
import { isSuspect, noteFailure, noteLookup, noteLookupEnd } from '../guards/suspect-addresses.ts';
import { type RequestContext, registryOf } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import { describeFault } from '../http/log.ts';
import { challenge } from '../http/scopes.ts';
import { sha256Hex } from '../storage/digest.ts';
import {
  type KeyRecord,
  projectKey,
  readKeyRecord,
  TERMINATION_GRACE_MS,
  writeKeyRecord,
} from '../storage/key-projection.ts';
import { apiKeys, partners } from '../storage/registry-schema.ts';
import type { AccessGrant, VerifyAccessToken } from './access-grant.ts';
import { isAccessToken } from './access-token.ts';
import { environmentOfSecret } from './key-secret.ts';
import { isKnownKey, mayProjectKey, mayProjectKeyAgain, recallKey, rememberKey } from './known-keys.ts';

/** For how long an expired key is still told apart from one that never existed. */
const EXPIRED_REMEMBERED_MS = 90 * DAY_MS;
const ADDRESS_RETRY_SECONDS = 60;

/**
 * Who the Authorization header names: the key's record or an athlete's grant, or why it is neither. Form and checksum are
 * checked before anything is looked up; then this isolate's memory is asked, then KV, and where KV misses or fails
 * the registry, so a key works from its first second and without KV.
 * The record may be two minutes old: `admit` asks the key's guard, which is never old.
 */
export async function authenticate(
  ctx: RequestContext,
  authorization: string | undefined,
  address: string | undefined,
  verifyAccessToken: VerifyAccessToken,
): Promise<KeyRecord | AccessGrant | Failure> {
  if (authorization === undefined || authorization.trim() === '') return fail('missing_authorization');
  const secret = /^Bearer +(\S+)\s*$/i.exec(authorization)?.[1];
  if (secret === undefined) return refuseAddress(ctx, address, noBearer());
  if (isAccessToken(secret)) {
    const grant = await verifyAccessToken(ctx, secret);
    return grant ? identifyGrant(ctx, grant) : refuseToken(ctx, address);
  }
  const environment = environmentOfSecret(secret);
  if (environment === null) return refuseAddress(ctx, address, fail('invalid_api_key'));

  const hash = await sha256Hex(secret);
  const projected = recallKey(ctx, hash) ?? (await readFromKv(ctx, hash));
  if (!projected) return authenticateByRegistry(ctx, hash, address);
  const dead = invalidReason(projected, ctx.nowMs);
  identifyLog(ctx, projected);
  return dead ? refuseAddress(ctx, address, dead) : projected;
}

/** The refusal of a header that holds something else than one bearer credential. Repeats nothing of it: it may be a secret. */
export function noBearer(): Failure {
  return fail('invalid_api_key', {
    message: 'The Authorization header must be the word Bearer, a space and the API key, and nothing else.',
  });
}

function identifyGrant(ctx: RequestContext, grant: AccessGrant): AccessGrant {
  ctx.log.partnerId = grant.partnerId;
  ctx.log.keyId = grant.connectionId;
  ctx.log.environment = grant.environment;
  return grant;
}

function refuseToken(ctx: RequestContext, address: string | undefined): Promise<Failure> {
  const headers = { 'WWW-Authenticate': challenge('invalid_token') };
  return refuseAddress(ctx, address, fail('invalid_token', { headers }));
}

/** Returns why a key record is not a valid key any more, or null if it is valid. */
function invalidReason(record: KeyRecord, nowMs: number): Failure | null {
  if (record.status === 'revoked' || isPurged(record.partner, nowMs)) return fail('invalid_api_key');
  return record.expiresAt !== null && nowMs >= record.expiresAt ? expiredKey(record.expiresAt, nowMs) : null;
}

/** Keys end with their partner's grace, whether or not the purge has run yet. */
function isPurged({ status, terminatedAt }: KeyRecord['partner'], nowMs: number): boolean {
  return status === 'purged' || (terminatedAt !== null && nowMs >= terminatedAt + TERMINATION_GRACE_MS);
}

/** A key past its end is `expired` for 90 days and unknown after. */
export function expiredKey(expiresAtMs: number | null, nowMs: number): Failure {
  const isForgotten = expiresAtMs !== null && nowMs >= expiresAtMs + EXPIRED_REMEMBERED_MS;
  return fail(isForgotten ? 'invalid_api_key' : 'expired_api_key');
}

/** What KV says of a key; null where it has no record or does not answer, for then the registry decides. */
async function readFromKv(ctx: RequestContext, hash: string): Promise<KeyRecord | null> {
  try {
    const record = await readKeyRecord(ctx.env.apiKeys, hash);
    if (record && !invalidReason(record, ctx.nowMs)) rememberKey(ctx, hash, record);
    return record;
  } catch (cause) {
    ctx.log.fault = describeFault(cause);
    return null;
  }
}

/**
 * What the registry says of a key that KV does not have, and its way back into memory and KV.
 *
 * KV misses a key for a minute or more wherever it was asked for before it had it, so a miss alone is no failed
 * authentication: only what the registry does not know, or knows to be dead, is counted. A living key costs its
 * caller nothing, in however many isolates it is new, so no number of them can spend its address's budget.
 *
 * Guessed keys still must not reach the database in number. An address that has failed in this isolate within a
 * minute, or looks up 25 other keys at this moment, pays before the registry is asked; the limiter's refusal is then
 * the answer. So an address gets at most 25 unpaid look-ups of an isolate, once, before all else comes out of the
 * 100 that its location allows. A key that this isolate has found alive before is looked up unpaid even so: others
 * behind its address cannot lock it out.
 */
async function authenticateByRegistry(
  ctx: RequestContext,
  hash: string,
  address: string | undefined,
): Promise<KeyRecord | Failure> {
  const isPaid = !isKnownKey(ctx, hash) && isSuspect(address, hash, ctx.nowMs);
  if (isPaid) {
    const limited = await overAddressBudget(ctx, address);
    if (limited) return limited;
  } else {
    noteLookup(address, hash, ctx.nowMs);
  }
  const record = await readFromRegistry(ctx, hash).finally(() => noteLookupEnd(address, hash));
  if (record) identifyLog(ctx, record);
  const dead = record && invalidReason(record, ctx.nowMs);
  if (record && !dead) {
    rememberKey(ctx, hash, record);
    bringToKv(ctx, hash, record);
    return record;
  }
  const failure = dead ?? fail('invalid_api_key');
  if (!isPaid) return refuseAddress(ctx, address, failure);
  noteFailure(address, ctx.nowMs);
  return failure;
}

async function readFromRegistry(ctx: RequestContext, hash: string): Promise<KeyRecord | null> {
  const db = registryOf(ctx);
  const owner = db.select({ id: apiKeys.partnerId }).from(apiKeys).where(eq(apiKeys.hash, hash));
  // Two statements, not a join: a batch returns rows by column name, and both tables have an `id`.
  const [[key], [partner]] = await db.batch([
    db.select().from(apiKeys).where(eq(apiKeys.hash, hash)),
    db.select().from(partners).where(inArray(partners.id, owner)),
  ]);
  return key && partner ? projectKey(key, partner) : null;
}

/**
 * Writes a living key's record to KV after the answer, however many requests miss it at once: KV takes one write a second
 * of a name, and shows it only after a minute. A dead key is not brought back: the purge may be just about to forget it
 * everywhere.
 */
function bringToKv(ctx: RequestContext, hash: string, record: KeyRecord): void {
  if (!mayProjectKey(ctx, hash)) return;
  ctx.waitUntil(writeKeyRecord(ctx.env.apiKeys, hash, record).catch(() => mayProjectKeyAgain(ctx, hash)));
}

/** The refusal of a failed authentication, or a 429 where this address has failed too often. */
export async function refuseAddress(
  ctx: RequestContext,
  address: string | undefined,
  failure: Failure,
): Promise<Failure> {
  noteFailure(address, ctx.nowMs);
  return (await overAddressBudget(ctx, address)) ?? failure;
}

/** Counts one failed attempt of this address and says whether it had too many. Approximate, per location. */
async function overAddressBudget(ctx: RequestContext, address: string | undefined): Promise<Failure | null> {
  if (!(await isOverAddressLimit(ctx.env.failedAuthentications, address))) return null;
  return fail('rate_limited', {
    message: 'Too many failed authentications from this address.',
    retryAfterSeconds: ADDRESS_RETRY_SECONDS,
  });
}

function identifyLog(ctx: RequestContext, record: KeyRecord): void {
  ctx.log.partnerId = record.partnerId;
  ctx.log.keyId = record.keyId;
  ctx.log.environment = record.environment;
}
