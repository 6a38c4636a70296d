import type { PartnerContext } from '../http/context.ts';
import { type Failure, fail, isFailure } from '../http/errors.ts';
import { contextOfOtherEnvironment } from '../http/own-environment.ts';
import { homeDatabaseOfPartner } from '../http/partner-shards.ts';
import type { DeliveryRow } from '../storage/athlete-schema.ts';
import { homeShard } from '../storage/placement.ts';
import { restartDelivery, selectDelivery } from './deliveries-repository.ts';
import { getWebhook } from './get-webhook.ts';
import { sendMessages } from './queue-messages.ts';

/** Makes a delivery due again, with the same `webhook-id` and all its attempts before it. */
export async function redeliver(
  ctx: PartnerContext,
  webhookId: string,
  deliveryId: string,
): Promise<DeliveryRow | Failure> {
  const webhook = await getWebhook(ctx, webhookId);
  if (isFailure(webhook)) return webhook;
  if (webhook.status === 'disabled') return fail('webhook_disabled');
  const { partnerId, environment, shards } = ctx.principal;
  const home = homeDatabaseOfPartner(ctx);
  const [[delivery]] = await home.batch([
    restartDelivery(home, { partnerId, deliveryId }, webhookId, ctx.nowMs),
  ]);
  if (!delivery)
    return fail((await isElsewhere(ctx, deliveryId)) ? 'environment_mismatch' : 'delivery_not_found');
  const message = {
    kind: 'attempt',
    partnerId,
    environment,
    shard: homeShard(shards),
    webhookId,
    deliveryId,
  } as const;
  ctx.waitUntil(sendMessages(ctx.env, [message]).catch(() => undefined));
  return delivery;
}

/** Returns whether a delivery belongs to the partner's other environment. */
async function isElsewhere(ctx: PartnerContext, deliveryId: string): Promise<boolean> {
  const other = await contextOfOtherEnvironment(ctx);
  const home = homeDatabaseOfPartner(other);
  const [[delivery]] = await home.batch([
    selectDelivery(home, { partnerId: ctx.principal.partnerId, deliveryId }),
  ]);
  return delivery !== undefined;
}
