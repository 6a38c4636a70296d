import type { Environment } from '../env.ts';
import { type Answer, created } from '../http/answer.ts';
import type { PartnerContext } from '../http/context.ts';
import { createInRegistry } from '../http/create-in-registry.ts';
import { type Failure, fail } from '../http/errors.ts';
import type { Claim, Replayed } from '../http/idempotency.ts';
import { regionNotAssigned } from '../http/partner-region.ts';
import type { Region } from '../regions.ts';
import { insertKey, mayTakeKey } from './insert-key.ts';
import { addressOfKey } from './key-address.ts';
import type { ApiKeyWithSecret } from './key-shape.ts';
import { mintedKeyToWire } from './key-shape.ts';
import { mintKey } from './mint-key.ts';
import { projectLater } from './project-key.ts';

type NewKey = Answer<ApiKeyWithSecret, 201>;

/** Creates a key of the caller's environment, whose guard lives in a region of the partner, by default its home region. */
export async function createKey(
  ctx: PartnerContext,
  input: {
    readonly name: string;
    readonly environment: Environment;
    readonly region: Region | undefined;
  },
  claim: Claim | null,
): Promise<NewKey | Replayed | Failure> {
  const { partnerId, environment, regions } = ctx.principal;
  if (input.environment !== environment) {
    return fail('environment_mismatch', { message: 'A key manages keys of its own environment only.' });
  }
  const region = input.region ?? regions[0];
  if (region === undefined || !regions.includes(region)) return regionNotAssigned(regions);
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
