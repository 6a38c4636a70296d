import { sql } from 'drizzle-orm';
import { forgetAdmissions } from '#platform/access/admit.ts';
import { displayParts, newKeySecret } from '#platform/access/credentials.ts';
import { forgetKey } from '#platform/access/find-key.ts';
import { HOUR_MS } from '#platform/clock.ts';
import type { Environment } from '#platform/env.ts';
import { callKeyGuard, endAtKeyGuard } from '#platform/guards/call-guard.ts';
import type { ObjectAddress } from '#platform/guards/call-object.ts';
import type { KeyActivity } from '#platform/guards/key-activity.ts';
import { type Answer, created } from '#platform/http/answer.ts';
import {
  type PartnerContext,
  type RequestContext,
  registryOf,
  untilAdmitted,
} from '#platform/http/context.ts';
import { type Failure, fail, isFailure, refuseInactive } from '#platform/http/errors.ts';
import { type Claim, createInRegistry, type Replayed } from '#platform/http/idempotency.ts';
import type { PageRequest } from '#platform/http/pagination.ts';
import { ofOwnEnvironment } from '#platform/http/request-identifiers.ts';
import type { GuardRegion } from '#platform/regions.ts';
import { sha256Hex } from '#platform/storage/cryptography.ts';
import { StorageUnavailable } from '#platform/storage/database.ts';
import { newId } from '#platform/storage/ids.ts';
import { selectPartner } from '#platform/storage/partner.ts';
import { noteEvent, recordEvents } from '#platform/storage/record-events.ts';
import type { KeyRow, PartnerRow } from '#platform/storage/registry-schema.ts';
import { type ApiKeyWithSecret, type MintedKey, mintedKeyToWire } from './key-shape.ts';
import { endRotatedKey, isUnrotated, selectKey, selectKeys } from './repository.ts';
import { insertKey, mayTakeKey } from './shared-repository.ts';

type NewKey = Answer<ApiKeyWithSecret, 201>;

/**
 * Creates a key in the caller's environment. Its guard lives in `region`, by default the partner's home
 * region.
 */
export async function createKey(
  ctx: PartnerContext,
  input: {
    readonly name: string;
    readonly environment: Environment;
    readonly region: GuardRegion | undefined;
  },
  claim: Claim | null,
): Promise<NewKey | Replayed | Failure> {
  const { partnerId, environment, regions, keyId: createdBy } = ctx.principal;
  if (input.environment !== environment) {
    return fail('environment_mismatch', { message: 'A key can manage only keys of its own environment.' });
  }
  const [homeRegion] = regions;
  const region = input.region ?? homeRegion;
  if (region === undefined) throw new Error('a partner must have a home region');
  return createInRegistry(ctx, claim, async (registry) => {
    const minted = await mintKey({ partnerId, environment, name: input.name, region, createdBy }, ctx.nowMs);
    const body = mintedKeyToWire(minted, ctx.nowMs);
    const answer: NewKey = created(addressOfKey(ctx, minted.row.id), body);
    const onlyWhere = mayTakeKey(partnerId, environment, ctx.nowMs);
    return {
      creation: { answer, resourceId: minted.row.id, athleteId: null, showsSecret: true, onlyWhere },
      write: insertKey(registry, minted.row, onlyWhere),
      events: [{ type: 'key.created', data: { keyId: minted.row.id } }],
      refusal: 'key_limit_reached',
      afterwards: () => projectLater(ctx, minted.row),
    };
  });
}

/** Reads the keys of the caller's environment, newest first, including ended ones. */
export async function listKeys(ctx: PartnerContext, page: PageRequest): Promise<readonly KeyRow[]> {
  const { partnerId, environment } = ctx.principal;
  const db = registryOf(ctx);
  const [rows] = await db.batch([selectKeys(db, partnerId, environment, page)]);
  return rows;
}

/**
 * Reads one of the caller's keys, with its partner. Returns `environment_mismatch` for a key of the partner's
 * other environment, and `key_not_found` for another partner's key, as if it never existed.
 */
export async function findKey(
  ctx: PartnerContext,
  keyId: string,
): Promise<{ readonly key: KeyRow; readonly partner: PartnerRow } | Failure> {
  const { partnerId } = ctx.principal;
  const db = registryOf(ctx);
  const [[key], [partner]] = await db.batch([selectKey(db, partnerId, keyId), selectPartner(db, partnerId)]);
  if (!partner) return fail('key_not_found');
  const found = ofOwnEnvironment(ctx, key, 'key_not_found');
  return isFailure(found) ? found : { key: found, partner };
}

/** Reads from a key's guard what it noted of its requests. Throws StorageUnavailable. */
export function readActivity(ctx: PartnerContext, key: KeyRow): Promise<KeyActivity> {
  return callKeyGuard(ctx.env, guardOfKey(key), (guard) => guard.activity());
}

/** After a rotation, the old key keeps working for this long, so that servers can switch one by one. */
const ROTATION_GRACE_MS = 72 * HOUR_MS;

/**
 * Replaces a key. The old one works for another 72 hours. The old key's guard is called first. If a later
 * step fails, either both keys are as answered, or the guard sees in the registry that the old key was not
 * rotated and clears its expiry. The guard also knows about a revocation that was interrupted before it
 * reached the registry.
 */
export async function rotateKey(ctx: PartnerContext, keyId: string): Promise<MintedKey | Failure> {
  const found = await findKey(ctx, keyId);
  if (isFailure(found)) return found;
  const refusal = refuseRotation(found.key);
  if (refusal) return refusal;

  const { partnerId, environment, name, region } = found.key;
  const expiresAt = ctx.nowMs + ROTATION_GRACE_MS;
  const createdBy = ctx.principal.keyId;
  const successor = await mintKey({ partnerId, environment, name, region, createdBy }, ctx.nowMs);
  await untilAdmitted(ctx);
  const isExpirySet = await endAtKeyGuard(ctx.env, guardOfKey(found.key), (guard) =>
    guard.expireAt(keyId, expiresAt),
  );
  if (!isExpirySet) return revoked();

  const db = registryOf(ctx);
  const mayRotate = sql`${isUnrotated(keyId)} AND ${mayTakeKey(partnerId, environment, ctx.nowMs)}`;
  const [inserted] = await db.batch([
    insertKey(db, successor.row, mayRotate),
    endRotatedKey(db, keyId, successor.row.id, expiresAt),
    recordEvents(db, ctx, [{ type: 'key.rotated', data: { keyId } }]),
  ]);
  if (inserted.meta.changes === 0) return rotationFailure(ctx, keyId);
  projectLater(ctx, found.key);
  projectLater(ctx, successor.row);
  return successor;
}

function refuseRotation(key: KeyRow): Failure | null {
  if (key.rotatedTo !== null) return fail('key_already_rotated', { details: { resource_id: key.rotatedTo } });
  // A revoked key must not produce a new one.
  return key.status === 'revoked' ? revoked() : null;
}

function revoked(): Failure {
  return fail('key_not_found', { message: 'This key was revoked.' });
}

/** Finds out why the conditional write did nothing: a conflicting request, or the limit. */
async function rotationFailure(ctx: PartnerContext, keyId: string): Promise<Failure> {
  const now = await findKey(ctx, keyId);
  if (isFailure(now)) return now;
  if (now.partner.status !== 'active') return refuseInactive(now.partner.status);
  return refuseRotation(now.key) ?? fail('key_limit_reached');
}

/**
 * Revokes a key immediately. Returns null on success, even if it was already revoked. The guard marks the key
 * first, so it is rejected even if a later step fails. The guard then updates the registry and KV and answers
 * once no isolate holds a lease on the key. Throws StorageUnavailable if the registry or KV was not updated;
 * the guard's alarm retries.
 */
export async function revokeKey(ctx: PartnerContext, keyId: string): Promise<Failure | null> {
  const found = await findKey(ctx, keyId);
  if (isFailure(found)) return found;
  await untilAdmitted(ctx);
  await endKey(ctx, found.key);
  return null;
}

/**
 * Ends a key at its guard, then records who did it. Throws StorageUnavailable if the registry or KV was not updated; the
 * guard's alarm retries.
 */
export async function endKey(
  { env, nowMs, recorded }: RequestContext,
  key: KeyRow,
  record: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  const { id, partnerId, environment } = key;
  const { isReconciled } = await endAtKeyGuard(env, guardOfKey(key), (guard) => guard.revoke(id));
  forgetAdmissions(env, id);
  forgetKey(env, id);
  noteEvent({ principal: { partnerId, environment }, nowMs, recorded }, 'key.revoked', null);
  await record();
  if (!isReconciled) throw new StorageUnavailable('the registry or KV did not store a revocation');
}

/** Returns the URL of a key's record, readable by any key of the same partner and environment. */
export function addressOfKey(ctx: RequestContext, keyId: string): string {
  return `${ctx.env.baseUrl}/v1/partner/api-keys/${keyId}`;
}

/** Creates a key and its secret without storing them. */
export async function mintKey(
  {
    partnerId,
    environment,
    name,
    region,
    createdBy,
  }: {
    readonly partnerId: string;
    readonly environment: Environment;
    readonly name: string;
    readonly region: GuardRegion;
    readonly createdBy: string;
  },
  nowMs: number,
): Promise<MintedKey> {
  const secret = newKeySecret(environment);
  const row: KeyRow = {
    id: newId('key', nowMs),
    partnerId,
    environment,
    name,
    hash: await sha256Hex(secret),
    ...displayParts(secret),
    status: 'active',
    createdAt: nowMs,
    expiresAt: null,
    revokedAt: null,
    rotatedTo: null,
    lastUsedAt: null,
    region,
    createdBy,
  };
  return { row, secret };
}

/** Returns the identifier of a key's guard. */
export function guardOfKey({ id, region }: Pick<KeyRow, 'id' | 'region'>): ObjectAddress {
  return { name: id, region };
}

/**
 * Lets the guard of a key that is already in the registry write its KV record, after the answer. A failure
 * only costs the key's first requests a registry look-up, which then writes KV. Failing the request instead
 * would lose a secret that is shown only once.
 */
export function projectLater(ctx: RequestContext, key: Pick<KeyRow, 'id' | 'region'>): void {
  const projecting = callKeyGuard(ctx.env, guardOfKey(key), (guard) => guard.project(key.id));
  ctx.waitUntil(projecting.catch(() => undefined));
}
