import { projectPartner } from '../guards/project-partner.ts';
import { type RequestContext, registryOf } from '../http/context.ts';
import { sendMail } from '../http/send-mail.ts';
import { recordEvents } from '../storage/record-events.ts';
import type { WebhookRow } from '../storage/registry-schema.ts';
import { endPending } from './deliveries-repository.ts';
import { REGISTRY_STORE, sendMessages } from './queue-messages.ts';
import { disableActive, updateEventTypes } from './repository.ts';
import type { Subscription } from './subscriptions.ts';

type Reason = 'gone' | 'failing';

const BECAUSE: Readonly<Record<Reason, string>> = {
  gone: 'Its receiver answered 410 (Gone).',
  failing: 'No attempt to reach it has succeeded for five days.',
};

/**
 * Disables a webhook whose receiver rejects events, once: reports `webhook.disabled` to the partner's other
 * webhooks and the feed, ends pending deliveries, and mails the partner's contact.
 */
export async function disableWebhook(
  ctx: RequestContext,
  subscription: Subscription,
  webhook: WebhookRow,
  reason: Reason,
): Promise<void> {
  const { partner, partnerId, environment, home } = subscription;
  const registry = registryOf(ctx);
  const reporter = { principal: { partnerId, environment }, nowMs: ctx.nowMs };
  const own = { partnerId, environment, webhookId: webhook.id };
  const [disabled] = await registry.batch([
    disableActive(registry, own, webhook, reason),
    recordEvents(registry, reporter, [{ type: 'webhook.disabled', data: { webhookId: webhook.id, reason } }]),
    updateEventTypes(registry, partnerId, environment),
  ]);
  if (disabled.meta.changes === 0) return;
  sendMail(ctx, {
    to: partner.contactEmail,
    subject: 'A Musette webhook was disabled',
    text: `Musette has disabled your ${environment} webhook ${webhook.id}. ${BECAUSE[reason]}\n\nEvents since then are in GET /v1/events. Enable the webhook with PATCH /v1/webhooks/${webhook.id} and {"status": "active"}; it then gets the events from that moment on.\n`,
  });
  await home.batch([endPending(home, partnerId, webhook.id)]);
  await projectPartner(ctx.env, ctx.log, partnerId);
  await sendMessages(ctx.env, [{ kind: 'sweep', partnerId, environment, store: REGISTRY_STORE }]);
}
