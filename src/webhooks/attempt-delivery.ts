import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../clock.ts';
import { type RequestContext, registryOf } from '../http/context.ts';
import { requireAthleteDatabase } from '../storage/athlete-databases.ts';
import type { Attempt, DeliveryRow } from '../storage/athlete-schema.ts';
import type { Database } from '../storage/database.ts';
import { namedEvent } from '../storage/event-id.ts';
import type { WebhookRow } from '../storage/registry-schema.ts';
import { claimDelivery, deleteClaimed, settleDelivery } from './deliveries-repository.ts';
import { disableWebhook } from './disable-webhook.ts';
import { selectEvent } from './events-of-store.ts';
import { type AttemptMessage, sendMessages } from './queue-messages.ts';
import { updateFailingSince } from './repository.ts';
import { isTaken, sendEvent } from './send-event.ts';
import { openStore, readSubscription, type Subscription } from './subscriptions.ts';

/** Attempts that a delivery shows: those of its schedule, and of as many again after `redeliver`. */
const ATTEMPTS_SHOWN = 20;
/** The status with which a receiver rejects all further events. */
const GONE = 410;

/** Claims a delivery that is due; null if it is not due or another message has claimed it. */
export async function claim(ctx: RequestContext, message: AttemptMessage): Promise<DeliveryRow | null> {
  const home = openHome(ctx, message);
  const [[claimed]] = await home.batch([claimDelivery(home, message, ctx.nowMs)]);
  return claimed ?? null;
}

/** Sends a claimed delivery once, and stores the outcome. An interrupted attempt becomes due again. */
export async function attemptDelivery(
  ctx: RequestContext,
  message: AttemptMessage,
  claimed: DeliveryRow,
): Promise<void> {
  const home = openHome(ctx, message);
  const store = openStore(ctx, message, claimed.store);
  const [subscription, [[event]]] = await Promise.all([
    readSubscription(ctx, message),
    store.batch([selectEvent(store, message, claimed.eventId)]),
  ]);
  const webhook = subscription?.webhooks.find(({ id }) => id === claimed.webhookId);
  if (!event) {
    await home.batch([deleteClaimed(home, claimed)]);
  } else if (!subscription || !webhook) {
    await home.batch([settleDelivery(home, claimed, { ...claimed, status: 'failed', nextAttemptAt: null })]);
  } else {
    const attempt = await sendEvent(ctx.env, webhook, namedEvent(claimed.store, event), ctx.nowMs);
    logAttempt(webhook, attempt);
    await settle(ctx, message, claimed, attempt);
    await judgeWebhook(ctx, subscription, webhook, attempt);
  }
}

/** Stores an attempt, and sends a message for the next one if it is soon. */
async function settle(
  ctx: RequestContext,
  message: AttemptMessage,
  claimed: DeliveryRow,
  attempt: Attempt,
): Promise<void> {
  const home = openHome(ctx, message);
  const attempts = [...claimed.attempts, attempt].slice(-ATTEMPTS_SHOWN);
  if (isTaken(attempt)) {
    const delivered = { status: 'delivered', attempts, failures: 0, nextAttemptAt: null } as const;
    await home.batch([settleDelivery(home, claimed, delivered)]);
    return;
  }
  const failures = claimed.failures + 1;
  const delayMs = retryAfterMs(failures);
  const next =
    delayMs === null
      ? ({ status: 'failed', nextAttemptAt: null } as const)
      : ({ status: 'pending', nextAttemptAt: ctx.nowMs + attempt.durationMs + delayMs } as const);
  await home.batch([settleDelivery(home, claimed, { ...next, attempts, failures })]);
  if (delayMs !== null && delayMs <= QUEUED_DELAY_MAX_MS) {
    await sendMessages(ctx.env, [message], Math.ceil(delayMs / SECOND_MS));
  }
}

/** Stores when a webhook begins to fail or succeeds again, and disables one that is gone or has failed for too long. */
async function judgeWebhook(
  ctx: RequestContext,
  subscription: Subscription,
  webhook: WebhookRow,
  attempt: Attempt,
): Promise<void> {
  const { failingSince } = webhook;
  const registry = registryOf(ctx);
  const own = { ...subscription, webhookId: webhook.id };
  if (isTaken(attempt)) {
    if (failingSince !== null) await registry.batch([updateFailingSince(registry, own, null)]);
  } else if (attempt.statusCode === GONE) {
    await disableWebhook(ctx, subscription, webhook, 'gone');
  } else if (hasFailedTooLong(failingSince, ctx.nowMs)) {
    await disableWebhook(ctx, subscription, webhook, 'failing');
  } else if (failingSince === null) {
    await registry.batch([updateFailingSince(registry, own, ctx.nowMs)]);
  }
}

function openHome(ctx: RequestContext, { environment, shard }: AttemptMessage): Database {
  return requireAthleteDatabase(ctx.env, ctx.log, { environment, shard });
}

function logAttempt({ id, partnerId, environment }: WebhookRow, { statusCode, durationMs }: Attempt): void {
  const line = { event: 'webhook_attempt', webhook_id: id, partner_id: partnerId, environment };
  // biome-ignore lint/suspicious/noConsole: the platform collects the log from the console
  console.log(JSON.stringify({ ...line, status: statusCode, duration_ms: durationMs }));
}

/** Time between a failed attempt and the next (Standard Webhooks 1.0.0, "Deliverability and reliability"). */
const RETRY_AFTER_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

/**
 * The longest delay for which the queue holds a message (its limit is 12 hours); the cron sends later
 * attempts.
 */
const QUEUED_DELAY_MAX_MS = 30 * MINUTE_MS;

/** Time without a success after which a webhook is disabled. */
const FAILING_MAX_MS = 5 * DAY_MS;

/** Returns the time until the attempt after so many failed ones; null if there is none. */
function retryAfterMs(failures: number): number | null {
  return RETRY_AFTER_MS[failures - 1] ?? null;
}

/** Returns whether a webhook has failed for so long that it is disabled. */
function hasFailedTooLong(failingSince: number | null, nowMs: number): boolean {
  return failingSince !== null && nowMs - failingSince >= FAILING_MAX_MS;
}
