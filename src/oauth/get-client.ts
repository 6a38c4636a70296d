import { type PartnerContext, registryOf } from '../http/context.ts';
import type { Failure } from '../http/errors.ts';
import { ofOwnEnvironment } from '../http/own-environment.ts';
import type { ClientRow } from '../storage/registry-schema.ts';
import { ownClient, selectClientOfPartner } from './repository.ts';

/** Returns a client of the caller's partner and environment; `client_not_found` for another partner's. */
export async function getClient(ctx: PartnerContext, clientId: string): Promise<ClientRow | Failure> {
  const registry = registryOf(ctx);
  const [[client]] = await registry.batch([selectClientOfPartner(registry, ownClient(ctx, clientId))]);
  return ofOwnEnvironment(ctx, client, 'client_not_found');
}
