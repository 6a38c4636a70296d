import { MINUTE_MS, SECOND_MS } from '../clock.ts';
import { type PartnerContext, registryOf } from '../http/context.ts';
import { type Failure, fail, isFailure } from '../http/errors.ts';
import { ofOwnEnvironment } from '../http/own-environment.ts';
import type { Attempt } from '../storage/athlete-schema.ts';
import type { EventRow } from '../storage/events-schema.ts';
import { newId } from '../storage/ids.ts';
import { ownWebhook, selectWebhookOfPartner, TESTS_PER_MIN, takeTest } from './repository.ts';
import { sendEvent } from './send-event.ts';

/**
 * Sends `webhook.test` to an active webhook now, and returns the attempt. Rejects more than ten a minute. The event is not
 * stored: it reaches no other webhook and not the feed, and it is not tried again.
 */
export async function testWebhook(ctx: PartnerContext, webhookId: string): Promise<Attempt | Failure> {
  const registry = registryOf(ctx);
  const own = ownWebhook(ctx, webhookId);
  const [{ meta }, [found]] = await registry.batch([
    takeTest(registry, own, ctx.nowMs),
    selectWebhookOfPartner(registry, own),
  ]);
  const webhook = ofOwnEnvironment(ctx, found, 'webhook_not_found');
  if (isFailure(webhook)) return webhook;
  if (webhook.status === 'disabled') return fail('webhook_disabled');
  if (meta.changes === 0) return refuseTest(ctx, webhook.testedAt[0] ?? ctx.nowMs);
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

/** Returns the 429 of a webhook whose tests of the last minute began at `oldestMs`. */
function refuseTest({ nowMs, rateLimits }: PartnerContext, oldestMs: number): Failure {
  const waitMs = oldestMs + MINUTE_MS - nowMs;
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / SECOND_MS));
  const windowSeconds = MINUTE_MS / SECOND_MS;
  rateLimits.set('webhook-tests', {
    budget: TESTS_PER_MIN,
    windowSeconds,
    remaining: 0,
    resetSeconds: retryAfterSeconds,
  });
  const message = `A webhook can be tested ${TESTS_PER_MIN} times a minute.`;
  return fail('rate_limited', { message, retryAfterSeconds });
}
