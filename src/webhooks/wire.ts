import { isoInstant, isoInstantOrNull } from '../http/wire-fields.ts';
import type { Attempt, DeliveryRow } from '../storage/athlete-schema.ts';
import type { WebhookRow } from '../storage/registry-schema.ts';
import type { Delivery, DeliveryAttempt, Webhook } from './answers.ts';
import { isPreviousSecretLive } from './webhook-secret.ts';

/** Maps a webhook to its wire form, without its secrets. */
export function webhookToWire(webhook: WebhookRow, nowMs: number): Webhook {
  return {
    id: webhook.id,
    environment: webhook.environment,
    url: webhook.url,
    events: webhook.events,
    description: webhook.description,
    status: webhook.status,
    disabled_reason: webhook.disabledReason,
    secret_expires_at: isPreviousSecretLive(webhook, nowMs)
      ? isoInstantOrNull(webhook.previousSecretUntil)
      : null,
    created_at: isoInstant(webhook.createdAt),
  };
}

/** Maps a delivery to its wire form. */
export function deliveryToWire(delivery: DeliveryRow): Delivery {
  return {
    id: delivery.id,
    event_id: delivery.eventId,
    type: delivery.type,
    status: delivery.status,
    attempts: delivery.attempts.map(attemptToWire),
    next_attempt_at: isoInstantOrNull(delivery.nextAttemptAt),
  };
}

/** Maps an attempt to its wire form. */
export function attemptToWire({ atMs, statusCode, durationMs }: Attempt): DeliveryAttempt {
  return { at: isoInstant(atMs), status_code: statusCode, duration_ms: durationMs };
}
