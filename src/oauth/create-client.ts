import { type Answer, created, exactly } from '../http/answer.ts';
import type { PartnerContext } from '../http/context.ts';
import { createInRegistry } from '../http/create-in-registry.ts';
import type { Failure } from '../http/errors.ts';
import type { Claim, Replayed } from '../http/idempotency.ts';
import { newId } from '../storage/ids.ts';
import type { ClientRow } from '../storage/registry-schema.ts';
import { newClientSecret } from './client-secret.ts';
import type { NewClient } from './client-shape.ts';
import { clientToWire } from './client-shape.ts';
import { refuseLoopback } from './redirect-uri.ts';
import { insertClient, whereClientIsAllowed } from './repository.ts';

/** Fields of a client that its partner sets and can change. */
export interface ClientFields {
  readonly name: string;
  readonly redirectUris: string[];
  readonly allowedScopes: string[];
}

/** Fields of a new client. Whether it has a secret never changes. */
type NewClientFields = ClientFields & { readonly public?: boolean | undefined };

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
      write: insertClient(registry, client, onlyWhere),
      refusal: 'client_limit_reached',
    };
  });
}
