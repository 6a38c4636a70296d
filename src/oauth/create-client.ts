import { type SQL, sql } from 'drizzle-orm';
import type { Environment } from '../env.ts';
import { type Answer, created, exactly } from '../http/answer.ts';
import type { PartnerContext } from '../http/context.ts';
import { createInRegistry } from '../http/create-in-registry.ts';
import type { Failure } from '../http/errors.ts';
import type { Claim, Replayed } from '../http/idempotency.ts';
import { insertWhere } from '../storage/guarded-insert.ts';
import { newId } from '../storage/ids.ts';
import { wherePartnerIsActive } from '../storage/partner.ts';
import { type ClientRow, oauthClients } from '../storage/registry-schema.ts';
import { newClientSecret } from './client-secret.ts';
import type { NewClient } from './client-shape.ts';
import { clientToWire } from './client-shape.ts';
import { refuseLoopback } from './redirect-uri.ts';

/** Fields of a client that its partner sets and can change. */
export interface ClientFields {
  readonly name: string;
  readonly redirectUris: string[];
  readonly allowedScopes: string[];
}

/** Fields of a new client. Whether it has a secret never changes. */
type NewClientFields = ClientFields & { readonly public?: boolean | undefined };

/**
 * Clients that a partner may have per environment. Bounds the names that a leaked key can show to athletes;
 * one application per product, platform and stage stays well below it.
 */
const CLIENTS_MAX = 50;

type Created = Answer<NewClient, 201>;

/**
 * Creates a client in the caller's environment, at most 50 of them. Its secret exists only here and in the
 * one answer that shows it; a public client has none.
 */
export async function createClient(
  ctx: PartnerContext,
  { public: isPublic = false, ...fields }: NewClientFields,
  claim: Claim | null,
): Promise<Created | Replayed | Failure> {
  const { partnerId, environment } = ctx.principal;
  const loopback = refuseLoopback(environment, fields.redirectUris);
  if (loopback) return loopback;
  return createInRegistry(ctx, claim, async (registry) => {
    const secret = isPublic ? null : await newClientSecret(environment);
    const client: ClientRow = {
      ...fields,
      clientId: newId('cli', ctx.nowMs),
      partnerId,
      environment,
      secretHash: secret?.hash ?? '',
      status: 'active',
      createdAt: ctx.nowMs,
      updatedAt: ctx.nowMs,
      secretRotatedAt: null,
      isPublic,
    };
    const address = `${ctx.env.baseUrl}/v1/oauth/clients/${client.clientId}`;
    const shown = clientToWire(client);
    const body: NewClient = secret ? exactly({ ...shown, client_secret: secret.text }) : shown;
    const answer: Created = created(address, body);
    const onlyWhere = whereClientIsAllowed(partnerId, environment);
    return {
      creation: { answer, resourceId: client.clientId, athleteId: null, showsSecret: !isPublic, onlyWhere },
      write: insertWhere(registry, oauthClients, client, onlyWhere),
      refusal: 'client_limit_reached',
    };
  });
}

/**
 * Builds the condition that the partner is active and below its limit. Part of the INSERT, so concurrent requests
 * cannot exceed it.
 */
function whereClientIsAllowed(partnerId: string, environment: Environment): SQL {
  return sql`${wherePartnerIsActive(partnerId)}
    AND (SELECT count(*) FROM oauth_clients WHERE partner_id = ${partnerId} AND environment = ${environment}
      AND status = 'active') < ${CLIENTS_MAX}`;
}
