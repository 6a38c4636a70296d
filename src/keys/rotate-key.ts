import { sql } from 'drizzle-orm';
import { HOUR_MS } from '../clock.ts';
import { endAtKeyGuard } from '../guards/call-guard.ts';
import { type PartnerContext, registryOf, untilAdmitted } from '../http/context.ts';
import { type Failure, fail, isFailure } from '../http/errors.ts';
import { recordEvents } from '../storage/record-events.ts';
import type { KeyRow } from '../storage/registry-schema.ts';
import { findKey } from './find-key.ts';
import { guardOfKey } from './guard-of-key.ts';
import { insertKey, mayTakeKey } from './insert-key.ts';
import { type MintedKey, mintKey } from './mint-key.ts';
import { projectLater } from './project-key.ts';
import { endRotatedKey, isUnrotated } from './repository.ts';

/** Time for which the old key works alongside the new one, so that not all servers need to switch at once. */
export const ROTATION_GRACE_MS = 72 * HOUR_MS;

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
