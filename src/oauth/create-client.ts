import { type SQL, sql } from 'drizzle-orm';
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
import { insertWhere } from '../storage/guarded-insert.ts';
import { newId } from '../storage/ids.ts';
import { type ClientRow, oauthClients } from '../storage/registry-schema.ts';
import { newClientSecret } from './client-secret.ts';
import { refuseLoopback } from './redirect-uri.ts';
import { selectActivePartner } from './repository.ts';
import { clientToWire } from './wire.ts';

/** Fields of a client that its partner sets. */
export interface ClientFields {
  readonly name: string;
  readonly redirectUris: string[];
  readonly allowedScopes: string[];
}

/**
 * Clients that a partner may have per environment. Bounds the names that a leaked key can put before
 * athletes; an application per product, platform and stage stays well below it.
 */
const CLIENTS_MAX = 50;

/**
 * Creates a client in the caller's environment, at most 50 of them. Its secret exists only here and in the
 * one answer that shows it.
 */
export async function createClient(
  ctx: PartnerContext,
  fields: ClientFields,
  claim: Claim | null,
): Promise<Answer | Failure> {
  const { partnerId, environment } = ctx.principal;
  const loopback = refuseLoopback(environment, fields.redirectUris);
  if (loopback) return loopback;
  const registry = registryOf(ctx);
  const [[[partner], [stored]], taken] = await Promise.all([
    registry.batch([selectActivePartner(registry, partnerId), selectFirstAnswer(registry, claim)]),
    reserveKey(ctx, claim),
  ]);
  if (!partner) return refuse(ctx, claim, 'partner_terminated');
  const repeated = taken ?? replayedAnswer(claim, stored);
  if (repeated) return repeated;
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
  const onlyWhere = whereClientIsAllowed(partnerId, environment);
  const written = await createOnce(
    registry,
    claim,
    { answer, resourceId: client.clientId, athleteId: null, showsSecret: true, onlyWhere },
    [insertWhere(registry, oauthClients, client, onlyWhere)],
  );
  if (written.outcome === 'repeated') return written.answer;
  return written.outcome === 'refused' ? refuse(ctx, claim, 'client_limit_reached') : answer;
}

/** Frees the reserved idempotency key, so that the same request can be retried, and returns the refusal. */
async function refuse(
  ctx: PartnerContext,
  claim: Claim | null,
  code: 'partner_terminated' | 'client_limit_reached',
): Promise<Failure> {
  await freeReservedKey(ctx, claim);
  return fail(code);
}

/**
 * Holds while the partner is active and below its limit. Part of the INSERT, so concurrent requests cannot
 * exceed it.
 */
function whereClientIsAllowed(partnerId: string, environment: Environment): SQL {
  return sql`EXISTS (SELECT 1 FROM partners WHERE id = ${partnerId} AND status = 'active')
    AND (SELECT count(*) FROM oauth_clients WHERE partner_id = ${partnerId} AND environment = ${environment}
      AND status = 'active') < ${CLIENTS_MAX}`;
}
