import type { PartnerContext } from '../http/context.ts';
import { type Failure, isFailure } from '../http/errors.ts';
import type { Attempt } from '../storage/athlete-schema.ts';
import type { EventRow } from '../storage/events-schema.ts';
import { newId } from '../storage/ids.ts';
import { getWebhook } from './get-webhook.ts';
import { sendEvent } from './send-event.ts';

/**
 * Sends `webhook.test` to a webhook now, disabled or not, and returns the attempt. The event is not stored: it reaches no
 * other webhook and not the feed, and it is not tried again.
 */
export async function testWebhook(ctx: PartnerContext, webhookId: string): Promise<Attempt | Failure> {
  const webhook = await getWebhook(ctx, webhookId);
  if (isFailure(webhook)) return webhook;
  const { partnerId, environment } = webhook;
  const event: EventRow = {
    id: newId('evt', ctx.nowMs),
    // The event is in no store.
    sequence: 0,
    ...{ partnerId, environment },
    type: 'webhook.test',
    athleteId: null,
    data: { webhookId },
    createdAt: ctx.nowMs,
  };
  return sendEvent(ctx.env, webhook, event, ctx.nowMs);
}
