import { type PartnerContext, registryOf } from '../http/context.ts';
import type { PageRequest } from '../http/pagination.ts';
import type { ClientRow } from '../storage/registry-schema.ts';
import { selectOwnClients } from './repository.ts';

/**
 * Lists the caller's clients, newest first.
 */
export async function listClients(ctx: PartnerContext, page: PageRequest): Promise<readonly ClientRow[]> {
  const registry = registryOf(ctx);
  const { partnerId, environment } = ctx.principal;
  const [rows] = await registry.batch([selectOwnClients(registry, partnerId, environment, page)]);
  return rows;
}
