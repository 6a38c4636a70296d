import { sql } from 'drizzle-orm';
import { type Answer, created } from '../http/answer.ts';
import { type PartnerContext, registryOf } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import {
  type Claim,
  freeReservedKey,
  repeatedAnswer,
  reserveKey,
  selectFirstAnswer,
  writeOnce,
} from '../http/idempotency.ts';
import { insertWhere } from '../storage/guarded-insert.ts';
import { newId } from '../storage/ids.ts';
import { type ClientRow, oauthClients } from '../storage/registry-schema.ts';
import { newClientSecret } from './client-secret.ts';
import { clientToWire } from './wire.ts';

export interface ClientFields {
  readonly name: string;
  readonly redirectUris: string[];
  readonly allowedScopes: string[];
}

/** A new client of the caller's environment. Its secret exists only here and in the one answer that shows it. */
export async function createClient(
  ctx: PartnerContext,
  fields: ClientFields,
  claim: Claim | null,
): Promise<Answer | Failure> {
  const { partnerId, environment } = ctx.principal;
  const registry = registryOf(ctx);
  if (claim) {
    const [[[stored]], taken] = await Promise.all([
      registry.batch([selectFirstAnswer(registry, claim)]),
      reserveKey(ctx, claim),
    ]);
    const repeated = taken ?? repeatedAnswer(claim, stored);
    if (repeated) return repeated;
  }
  const { secret, hash } = await newClientSecret(environment);
  const client: ClientRow = {
    ...fields,
    clientId: newId('cli', ctx.nowMs),
    partnerId,
    environment,
    secretHash: hash,
    status: 'active',
    createdAt: ctx.nowMs,
    updatedAt: ctx.nowMs,
    secretRotatedAt: null,
  };
  const address = `${ctx.env.baseUrl}/v1/oauth/clients/${client.clientId}`;
  const answer = created(address, { ...clientToWire(client), client_secret: secret });
  const onlyWhere = sql`EXISTS (SELECT 1 FROM partners WHERE id = ${partnerId} AND status = 'active')`;
  const written = await writeOnce(
    registry,
    claim,
    { answer, resourceId: client.clientId, athleteId: null, showsSecret: true, onlyWhere },
    [insertWhere(registry, oauthClients, client, onlyWhere)],
  );
  if (written.outcome === 'repeated') return written.answer;
  if (written.outcome === 'written') return answer;
  await freeReservedKey(ctx, claim);
  return fail('partner_terminated');
}
