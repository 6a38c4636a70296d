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
