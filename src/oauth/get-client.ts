import { type PartnerContext, registryOf } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import type { ClientRow } from '../storage/registry-schema.ts';
import { ownClient, selectOwnClient } from './repository.ts';

/** Returns a client of the caller's partner and environment; `client_not_found` for any other. */
export async function getClient(ctx: PartnerContext, clientId: string): Promise<ClientRow | Failure> {
  const registry = registryOf(ctx);
  const [[client]] = await registry.batch([selectOwnClient(registry, ownClient(ctx, clientId))]);
  return client ?? fail('client_not_found');
}
