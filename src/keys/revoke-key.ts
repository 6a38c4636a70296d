import { forgetAdmissions } from '../access/admit.ts';
import { forgetKey } from '../access/known-keys.ts';
import { endAtKeyGuard } from '../guards/call-guard.ts';
import { type PartnerContext, untilAdmitted } from '../http/context.ts';
import { type Failure, isFailure } from '../http/errors.ts';
import { StorageUnavailable } from '../storage/database.ts';
import { noteEvent } from '../storage/record-events.ts';
import { findKey } from './find-key.ts';
import { guardOfKey } from './guard-of-key.ts';

/**
 * Revokes a key at once. Returns null when done, even if it was revoked before. Its guard marks it first, so whatever
 * fails afterwards the key is rejected, then brings that to the registry and KV, and answers when no isolate holds a
 * lease of the key any more. Throws StorageUnavailable if the registry or KV did not take it: the guard's alarm repeats
 * that.
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
