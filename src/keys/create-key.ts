import type { Environment } from '../env.ts';
import { type Answer, created } from '../http/answer.ts';
import { type PartnerContext, registryOf } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import {
  type Claim,
  createOnce,
  freeReservedKey,
  replayedAnswer,
  reserveKey,
  selectFirstAnswer,
} from '../http/idempotency.ts';
import { keyOfOtherEnvironment } from './find-key.ts';
import { insertKey, mayTakeKey } from './insert-key.ts';
import { addressOfKey } from './key-address.ts';
import { mintKey } from './mint-key.ts';
import { projectNewKey } from './project-key.ts';
import { selectPartner } from './repository.ts';
import { mintedKeyToWire } from './wire.ts';

/** A new key of the caller's environment. Its guard comes to be near whoever first uses the key. */
export async function createKey(
  ctx: PartnerContext,
  input: { readonly name: string; readonly environment: Environment },
  claim: Claim | null,
): Promise<Answer | Failure> {
  const { partnerId, environment } = ctx.principal;
  if (input.environment !== environment) return keyOfOtherEnvironment();
  const db = registryOf(ctx);
  const [[[partner], [stored]], taken] = await Promise.all([
    db.batch([selectPartner(db, partnerId), selectFirstAnswer(db, claim)]),
    reserveKey(ctx, claim),
  ]);
  if (partner?.status !== 'active') return refuse(ctx, claim, 'partner_terminated');
  if (taken) return taken;
  const repeated = replayedAnswer(claim, stored);
  if (repeated) return repeated;

  const minted = await mintKey(partnerId, environment, input.name, ctx.nowMs);
  const answer = created(addressOfKey(ctx, minted.row.id), mintedKeyToWire(minted, ctx.nowMs));
  const onlyWhere = mayTakeKey(partnerId, environment, ctx.nowMs);
  const written = await createOnce(
    db,
    claim,
    { answer, resourceId: minted.row.id, athleteId: null, showsSecret: true, onlyWhere },
    [insertKey(db, minted.row, onlyWhere)],
  );
  if (written.outcome === 'repeated') return written.answer;
  if (written.outcome === 'refused') return refuse(ctx, claim, 'key_limit_reached');
  await projectNewKey(ctx, minted.row, partner);
  return answer;
}

async function refuse(
  ctx: PartnerContext,
  claim: Claim | null,
  code: 'partner_terminated' | 'key_limit_reached',
): Promise<Failure> {
  await freeReservedKey(ctx, claim);
  return fail(code);
}
