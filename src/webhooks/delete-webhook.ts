import { type PartnerContext, registryOf } from '../http/context.ts';
import { type Failure, fail, isFailure } from '../http/errors.ts';
import { ofOwnEnvironment } from '../http/own-environment.ts';
import { homeDatabaseOfPartner } from '../http/partner-shards.ts';
import { deleteOfWebhook } from './deliveries-repository.ts';
import { deleteOwnWebhook, ownWebhook, selectWebhookOfPartner } from './repository.ts';
import { refreshSubscriptions } from './subscriptions.ts';

/**
 * Deletes a webhook, so that nothing more is read for it, then its deliveries. An attempt that is under way
 * may still arrive. Returns `webhook_not_found` for a webhook that is already deleted, after it has deleted
 * what an interrupted deletion may have left; deliveries that a concurrent sweep adds end with their
 * retention.
 */
export async function deleteWebhook(ctx: PartnerContext, webhookId: string): Promise<Failure | null> {
  const registry = registryOf(ctx);
  const own = ownWebhook(ctx, webhookId);
  const [[known], { meta }] = await registry.batch([
    selectWebhookOfPartner(registry, own),
    deleteOwnWebhook(registry, own),
  ]);
  const refusal = known && ofOwnEnvironment(ctx, known, 'webhook_not_found');
  if (refusal && isFailure(refusal)) return refusal;
  const home = homeDatabaseOfPartner(ctx);
  await home.batch(deleteOfWebhook(home, own.partnerId, webhookId));
  if (meta.changes === 0) return fail('webhook_not_found');
  refreshSubscriptions(ctx);
  return null;
}
