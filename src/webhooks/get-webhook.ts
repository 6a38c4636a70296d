import { type PartnerContext, registryOf } from '../http/context.ts';
import type { Failure } from '../http/errors.ts';
import { ofOwnEnvironment } from '../http/own-environment.ts';
import type { WebhookRow } from '../storage/registry-schema.ts';
import { ownWebhook, selectWebhookOfPartner } from './repository.ts';

/** Returns a webhook of the caller's partner and environment; `webhook_not_found` for another partner's. */
export async function getWebhook(ctx: PartnerContext, webhookId: string): Promise<WebhookRow | Failure> {
  const registry = registryOf(ctx);
  const [[webhook]] = await registry.batch([selectWebhookOfPartner(registry, ownWebhook(ctx, webhookId))]);
  return ofOwnEnvironment(ctx, webhook, 'webhook_not_found');
}
