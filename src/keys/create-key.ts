import type { Environment } from '../env.ts';
import { type Answer, created } from '../http/answer.ts';
import type { PartnerContext } from '../http/context.ts';
import { createInRegistry } from '../http/create-in-registry.ts';
import type { Failure } from '../http/errors.ts';
import type { Claim } from '../http/idempotency.ts';
import { keyOfOtherEnvironment } from './find-key.ts';
import { insertKey, mayTakeKey } from './insert-key.ts';
import { addressOfKey } from './key-address.ts';
import { mintKey } from './mint-key.ts';
import { projectNewKey } from './project-key.ts';
import { mintedKeyToWire } from './wire.ts';

/** Creates a key of the caller's environment. Its guard is created near its first caller, so not from here. */
export async function createKey(
  ctx: PartnerContext,
  input: { readonly name: string; readonly environment: Environment },
  claim: Claim | null,
): Promise<Answer | Failure> {
  const { partnerId, environment } = ctx.principal;
  if (input.environment !== environment) return keyOfOtherEnvironment();
  return createInRegistry(ctx, claim, async (registry, partner) => {
    const minted = await mintKey(partnerId, environment, input.name, ctx.nowMs);
    const answer = created(addressOfKey(ctx, minted.row.id), mintedKeyToWire(minted, ctx.nowMs));
    const onlyWhere = mayTakeKey(partnerId, environment, ctx.nowMs);
    return {
      creation: { answer, resourceId: minted.row.id, athleteId: null, showsSecret: true, onlyWhere },
      write: insertKey(registry, minted.row, onlyWhere),
      refusal: 'key_limit_reached',
      afterwards: () => projectNewKey(ctx, minted.row, partner),
    };
  });
}
