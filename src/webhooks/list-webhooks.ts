import { type PartnerContext, registryOf } from '../http/context.ts';
import type { PageRequest } from '../http/pagination.ts';
import type { WebhookRow } from '../storage/registry-schema.ts';
import { selectOwnWebhooks } from './repository.ts';

/** Lists the caller's webhooks, newest first. */
export async function listWebhooks(ctx: PartnerContext, page: PageRequest): Promise<readonly WebhookRow[]> {
  const registry = registryOf(ctx);
  const { partnerId, environment } = ctx.principal;
  const [rows] = await registry.batch([selectOwnWebhooks(registry, partnerId, environment, page)]);
  return rows;
}
