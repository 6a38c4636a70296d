import { forgetRefusal } from '../access/admit.ts';
import { forgetKey } from '../access/known-keys.ts';
import { callKeyGuard } from '../guards/call-guard.ts';
import type { PartnerContext } from '../http/context.ts';
import { type Failure, isFailure } from '../http/errors.ts';
import { settleKey } from '../storage/key-settlement.ts';
import { findKey } from './find-key.ts';

/**
 * Revokes a key at once; null when done, also if it was revoked before. The guard comes first: every request calls it,
 * so from then on the key is rejected whatever fails, and the guard's alarm writes the revocation to the registry and KV
 * if this request is interrupted.
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
