import { type PartnerContext, registryOf } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import type { WebhookRow } from '../storage/registry-schema.ts';
import { ownWebhook, selectOwnWebhook } from './repository.ts';

/** Returns a webhook of the caller's partner and environment; `webhook_not_found` for any other. */
export async function getWebhook(ctx: PartnerContext, webhookId: string): Promise<WebhookRow | Failure> {
  const registry = registryOf(ctx);
  const [[webhook]] = await registry.batch([selectOwnWebhook(registry, ownWebhook(ctx, webhookId))]);
  return webhook ?? fail('webhook_not_found');
}
