import { sql } from 'drizzle-orm';
import { type PartnerContext, registryOf } from '../http/context.ts';
import { type Failure, isFailure } from '../http/errors.ts';
import { ofOwnEnvironment } from '../http/own-environment.ts';
import type { WebhookRow } from '../storage/registry-schema.ts';
import { ownWebhook, selectWebhookOfPartner, updateOwnWebhook } from './repository.ts';
import { encryptSecret, newWebhookSecret, ROTATION_GRACE_MS } from './webhook-secret.ts';

/** Replaces a webhook's secret. The one before also signs for 24 hours; an older one ends at once. */
export async function rotateSecret(
  ctx: PartnerContext,
  webhookId: string,
): Promise<{ readonly webhook: WebhookRow; readonly secret: string } | Failure> {
  const registry = registryOf(ctx);
  const secret = newWebhookSecret();
  const own = ownWebhook(ctx, webhookId);
  const [[changed], [known]] = await registry.batch([
    updateOwnWebhook(registry, own, {
      secret: await encryptSecret(ctx.env, webhookId, secret),
      previousSecret: sql`secret`,
      previousSecretUntil: ctx.nowMs + ROTATION_GRACE_MS,
    }),
    selectWebhookOfPartner(registry, own),
  ]);
  const webhook = ofOwnEnvironment(ctx, changed ?? known, 'webhook_not_found');
  return isFailure(webhook) ? webhook : { webhook, secret };
}
