import { sql } from 'drizzle-orm';
import { type PartnerContext, registryOf } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import type { WebhookRow } from '../storage/registry-schema.ts';
import { ownWebhook, updateOwnWebhook } from './repository.ts';
import { encryptSecret, newWebhookSecret, ROTATION_GRACE_MS } from './webhook-secret.ts';

/** Replaces a webhook's secret. The one before also signs for 24 hours; an older one ends at once. */
export async function rotateSecret(
  ctx: PartnerContext,
  webhookId: string,
): Promise<{ readonly webhook: WebhookRow; readonly secret: string } | Failure> {
  const registry = registryOf(ctx);
  const secret = newWebhookSecret();
  const [[webhook]] = await registry.batch([
    updateOwnWebhook(registry, ownWebhook(ctx, webhookId), {
      secret: await encryptSecret(ctx.env, webhookId, secret),
      previousSecret: sql`secret`,
      previousSecretUntil: ctx.nowMs + ROTATION_GRACE_MS,
    }),
  ]);
  return webhook ? { webhook, secret } : fail('webhook_not_found');
}
