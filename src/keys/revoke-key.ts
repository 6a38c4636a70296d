import { forgetRefusal } from '../access/admit.ts';
import { forgetKey } from '../access/known-keys.ts';
import { callKeyGuard } from '../guards/call-guard.ts';
import type { PartnerContext } from '../http/context.ts';
import { type Failure, isFailure } from '../http/errors.ts';
import { settleKey } from '../storage/key-settlement.ts';
import { findKey } from './find-key.ts';

/**
 * Ends a key at once; null when done, also where it was dead before. Its guard is told first, and every
 * request asks the guard, so from there on the key is dead whatever fails; the guard's alarm carries the
 * end to the registry and KV should this request not get that far.
 */
export async function revokeKey(ctx: PartnerContext, keyId: string): Promise<Failure | null> {
  const found = await findKey(ctx, keyId);
  if (isFailure(found)) return found;
  const { revokedAtMs } = await callKeyGuard(ctx.env, keyId, (guard) => guard.revoke(keyId));
  forgetRefusal(keyId);
  forgetKey(ctx.env, keyId);
  await settleKey(ctx.env, ctx.log, keyId, revokedAtMs);
  return null;
}
