import { eq, inArray } from 'drizzle-orm';
import { DAY_MS } from '../clock.ts';
import { environmentOfSecret } from '../keys/key-secret.ts';
import { isOverAddressLimit } from '../limits/address-limit.ts';
import { isAccessToken } from '../oauth/token-prefix.ts';
import { sha256Hex } from '../storage/digest.ts';
import {
  type KeyRecord,
  projectKey,
  readKeyRecord,
  TERMINATION_GRACE_MS,
  writeKeyRecord,
} from '../storage/key-projection.ts';
import { apiKeys, partners } from '../storage/registry-schema.ts';
import { type AccessGrant, askAccessGrant } from './access-grant.ts';
import { type RequestContext, registryOf } from './context.ts';
import { type Failure, fail } from './errors.ts';
import { challenge } from './reach.ts';

/** For how long an expired key is still told apart from one that never existed. */
const EXPIRED_REMEMBERED_MS = 90 * DAY_MS;
const ADDRESS_RETRY_SECONDS = 60;

/**
 * Who the Authorization header names: the key's record or an athlete's grant, or why it is neither. Form and checksum are
 * checked before anything is looked up; a KV miss asks the registry, so a key works from its first second.
 * The record may be a minute old: `admit` asks the key's guard, which is never old.
 */
export async function authenticate(
  ctx: RequestContext,
  authorization: string | undefined,
  address: string | undefined,
): Promise<KeyRecord | AccessGrant | Failure> {
  if (authorization === undefined || authorization.trim() === '') return fail('missing_authorization');
  const secret = /^Bearer +(\S+)\s*$/i.exec(authorization)?.[1] ?? '';
  if (isAccessToken(secret)) return authenticateToken(ctx, secret, address);
  const environment = environmentOfSecret(secret);
  if (environment === null) return refuseAddress(ctx, address, fail('invalid_api_key'));

  const hash = await sha256Hex(secret);
  const projected = await readKeyRecord(ctx.env.apiKeys, hash);
  const record = projected ?? (await readFromRegistry(ctx, hash, address));
  if ('failure' in record) return record;
  identifyLog(ctx, record);

  const dead = deathOf(record, ctx.nowMs);
  return dead ? refuseAddress(ctx, address, dead) : record;
}

/** An athlete's token: who gave it to whom, or why it is no valid token. */
async function authenticateToken(
  ctx: RequestContext,
  token: string,
  address: string | undefined,
): Promise<AccessGrant | Failure> {
  const grant = await askAccessGrant(ctx, token);
  if (!grant) {
    const headers = { 'WWW-Authenticate': challenge('invalid_token') };
    return refuseAddress(ctx, address, fail('invalid_token', { headers }));
  }
  ctx.log.partnerId = grant.partnerId;
  ctx.log.keyId = grant.connectionId;
  ctx.log.environment = grant.environment;
  return grant;
}

/** Why a key record is no longer a valid key, or null while it is. */
function deathOf(record: KeyRecord, nowMs: number): Failure | null {
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

async function readFromRegistry(
  ctx: RequestContext,
  hash: string,
  address: string | undefined,
): Promise<KeyRecord | Failure> {
  // Asked before the registry: guessed keys must not reach the database.
  const shielded = await overAddressBudget(ctx, address);
  if (shielded) return shielded;
  const db = registryOf(ctx);
  const owner = db.select({ id: apiKeys.partnerId }).from(apiKeys).where(eq(apiKeys.hash, hash));
  // Two statements, not a join: a batch returns rows by column name, and both tables have an `id`.
  const [[key], [partner]] = await db.batch([
    db.select().from(apiKeys).where(eq(apiKeys.hash, hash)),
    db.select().from(partners).where(inArray(partners.id, owner)),
  ]);
  if (!key || !partner) return fail('invalid_api_key');
  const record = projectKey(key, partner);
  // Where KV takes no write the next request asks the registry again; this one has its answer. A dead key is
  // not brought back into KV: the purge may be just about to forget it everywhere.
  if (!deathOf(record, ctx.nowMs)) {
    ctx.waitUntil(writeKeyRecord(ctx.env.apiKeys, hash, record).catch(() => undefined));
  }
  return record;
}

/** The refusal of a failed authentication, or a 429 where this address has failed too often. */
export async function refuseAddress(
  ctx: RequestContext,
  address: string | undefined,
  failure: Failure,
): Promise<Failure> {
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
