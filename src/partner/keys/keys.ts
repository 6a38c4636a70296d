import { sql } from 'drizzle-orm';
import { forgetAdmissions } from '#platform/access/admit.ts';
import { forgetKey } from '#platform/access/known-keys.ts';
import { HOUR_MS } from '#platform/clock.ts';
import type { Environment } from '#platform/env.ts';
import { endAtKeyGuard } from '#platform/guards/call-guard.ts';
import { type Answer, created } from '#platform/http/answer.ts';
import {
  type PartnerContext,
  type RequestContext,
  registryOf,
  untilAdmitted,
} from '#platform/http/context.ts';
import { createInRegistry } from '#platform/http/create-in-registry.ts';
import { type Failure, fail, isFailure } from '#platform/http/errors.ts';
import type { Claim, Replayed } from '#platform/http/idempotency.ts';
import { ofOwnEnvironment } from '#platform/http/own-environment.ts';
import type { PageRequest } from '#platform/http/pagination.ts';
import type { GuardRegion } from '#platform/regions.ts';
import { StorageUnavailable } from '#platform/storage/database.ts';
import { selectPartner } from '#platform/storage/partner.ts';
import { noteEvent, recordEvents } from '#platform/storage/record-events.ts';
import type { KeyRow, PartnerRow } from '#platform/storage/registry-schema.ts';
import { type ApiKeyWithSecret, mintedKeyToWire } from './key-shape.ts';
import { guardOfKey, type MintedKey, mintKey, projectLater } from './mint-key.ts';
import { endRotatedKey, isUnrotated, selectKey, selectKeys } from './repository.ts';
import { insertKey, mayTakeKey } from './shared-repository.ts';

type NewKey = Answer<ApiKeyWithSecret, 201>;

/** Creates a key of the caller's environment, whose guard lives in `region`, by default the partner's home region. */
export async function createKey(
  ctx: PartnerContext,
  input: {
    readonly name: string;
    readonly environment: Environment;
    readonly region: GuardRegion | undefined;
  },
  claim: Claim | null,
): Promise<NewKey | Replayed | Failure> {
  const { partnerId, environment, regions } = ctx.principal;
  if (input.environment !== environment) {
    return fail('environment_mismatch', { message: 'A key manages keys of its own environment only.' });
  }
  const [homeRegion] = regions;
  const region = input.region ?? homeRegion;
  if (region === undefined) throw new Error('a partner must have a home region');
  return createInRegistry(ctx, claim, async (registry) => {
    const minted = await mintKey({ partnerId, environment, name: input.name, region }, ctx.nowMs);
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

/** Reads the keys of the caller's environment, ended ones too, newest first. */
export async function listKeys(ctx: PartnerContext, page: PageRequest): Promise<readonly KeyRow[]> {
  const { partnerId, environment } = ctx.principal;
  const db = registryOf(ctx);
  const [rows] = await db.batch([selectKeys(db, partnerId, environment, page)]);
  return rows;
}

/**
 * Reads one of the caller's keys, with its partner. A key manages keys of its own environment: a key of the
 * partner's other environment is a mismatch; another partner's key is a 404, like one that never existed.
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

/** Time for which the old key works alongside the new one, so that not all servers need to switch at once. */
const ROTATION_GRACE_MS = 72 * HOUR_MS;

/**
 * Replaces a key, which works for 72 hours more. The old key's guard is called first: if a later step fails,
 * either both keys are as answered or the guard finds the old key unrotated in the registry and clears its
 * expiry. The guard also knows a revocation that was interrupted before it reached the registry.
 */
export async function rotateKey(ctx: PartnerContext, keyId: string): Promise<MintedKey | Failure> {
  const found = await findKey(ctx, keyId);
  if (isFailure(found)) return found;
  const refusal = refuseRotation(found.key);
  if (refusal) return refusal;

  const { partnerId, environment, name, region } = found.key;
  const expiresAt = ctx.nowMs + ROTATION_GRACE_MS;
  const successor = await mintKey({ partnerId, environment, name, region }, ctx.nowMs);
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
  // A revoked key must not lead to a new one.
  return key.status === 'revoked' ? revoked() : null;
}

function revoked(): Failure {
  return fail('key_not_found', { message: 'This key was revoked.' });
}

/** Finds out why the write's condition did not hold: a conflict with another request, or the limit. */
async function rotationFailure(ctx: PartnerContext, keyId: string): Promise<Failure> {
  const now = await findKey(ctx, keyId);
  if (isFailure(now)) return now;
  if (now.partner.status !== 'active') return fail('partner_terminated');
  return refuseRotation(now.key) ?? fail('key_limit_reached');
}

/**
 * Revokes a key at once. Returns null when done, even if it was revoked before. Its guard marks it first, so
 * the key is rejected even if a later step fails; it then updates the registry and KV, and answers when no
 * isolate holds a lease of the key any longer. Throws StorageUnavailable if the registry or KV was not
 * updated: the guard's alarm retries that.
 */
export async function revokeKey(ctx: PartnerContext, keyId: string): Promise<Failure | null> {
  const found = await findKey(ctx, keyId);
  if (isFailure(found)) return found;
  await untilAdmitted(ctx);
  const { isSettled } = await endAtKeyGuard(ctx.env, guardOfKey(found.key), (guard) => guard.revoke(keyId));
  forgetAdmissions(ctx.env, keyId);
  forgetKey(ctx.env, keyId);
  // The guard records it.
  noteEvent(ctx, 'key.revoked', null);
  if (!isSettled) throw new StorageUnavailable('the registry or KV did not take a revocation');
  return null;
}

/** Returns the address of a key's record, readable by any key of the same partner and environment. */
export function addressOfKey(ctx: RequestContext, keyId: string): string {
  return `${ctx.env.baseUrl}/v1/partner/api-keys/${keyId}`;
}
