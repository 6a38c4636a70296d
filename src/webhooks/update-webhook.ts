import { type PartnerContext, registryOf } from '../http/context.ts';
import { type Failure, isFailure } from '../http/errors.ts';
import { ofOwnEnvironment } from '../http/own-environment.ts';
import { homeDatabaseOfPartner } from '../http/partner-shards.ts';
import { presentFields } from '../records/present-fields.ts';
import type { WebhookRow } from '../storage/registry-schema.ts';
import type { WebhookFields } from './create-webhook.ts';
import { endPending } from './deliveries-repository.ts';
import { DISABLING, enabling, ownWebhook, selectWebhookOfPartner, updateOwnWebhook } from './repository.ts';
import { refreshSubscriptions } from './subscriptions.ts';
import { refuseAddress } from './webhook-address.ts';

type WebhookChanges = { readonly [Name in keyof WebhookFields]?: WebhookFields[Name] | undefined } & {
  readonly status?: WebhookRow['status'] | undefined;
};

/**
 * Changes the provided fields of a webhook. Disabling it ends its pending deliveries; enabling it again
 * begins with the events from then on.
 */
export async function updateWebhook(
  ctx: PartnerContext,
  webhookId: string,
  { status, ...fields }: WebhookChanges,
): Promise<WebhookRow | Failure> {
  const refusal = refuseAddress(ctx.env, fields.url);
  if (refusal) return refusal;
  const registry = registryOf(ctx);
  const own = ownWebhook(ctx, webhookId);
  const changes = { ...presentFields(fields), ...changesOfStatus(status, ctx.nowMs) };
  const isChange = Object.keys(changes).length > 0;
  const [[known], [changed] = []] = await registry.batch([
    selectWebhookOfPartner(registry, own),
    ...(isChange ? [updateOwnWebhook(registry, own, changes)] : []),
  ]);
  const webhook = ofOwnEnvironment(ctx, changed ?? known, 'webhook_not_found');
  if (isFailure(webhook)) return webhook;
  if (status === 'disabled') {
    const home = homeDatabaseOfPartner(ctx);
    await home.batch([endPending(home, own.partnerId, webhookId)]);
  }
  if (isChange) refreshSubscriptions(ctx);
  return webhook;
}

function changesOfStatus(status: WebhookRow['status'] | undefined, nowMs: number) {
  if (status === undefined) return {};
  return status === 'active' ? enabling(nowMs) : DISABLING;
}
