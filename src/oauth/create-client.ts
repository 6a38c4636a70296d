import { type PartnerContext, registryOf } from '../http/context.ts';
import { newId } from '../storage/ids.ts';
import { type ClientRow, oauthClients } from '../storage/registry-schema.ts';
import { newClientSecret } from './client-secret.ts';

export interface ClientFields {
  readonly name: string;
  readonly redirectUris: string[];
  readonly allowedScopes: string[];
}

/** A new client of the caller's environment. Its secret exists only here and in the one answer that shows it. */
export async function createClient(
  ctx: PartnerContext,
  fields: ClientFields,
): Promise<{ readonly client: ClientRow; readonly secret: string }> {
  const { partnerId, environment } = ctx.principal;
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
  const registry = registryOf(ctx);
  await registry.batch([registry.insert(oauthClients).values(client)]);
  return { client, secret };
}
