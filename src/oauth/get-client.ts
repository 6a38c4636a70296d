import { type PartnerContext, registryOf } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import type { ClientRow } from '../storage/registry-schema.ts';
import { selectOwnClient } from './repository.ts';

/** One client of the caller's environment. Anyone else's is as unknown as one that never existed. */
export async function getClient(ctx: PartnerContext, clientId: string): Promise<ClientRow | Failure> {
  const registry = registryOf(ctx);
  const { partnerId, environment } = ctx.principal;
  const [[client]] = await registry.batch([selectOwnClient(registry, partnerId, environment, clientId)]);
  return client ?? fail('client_not_found');
}
