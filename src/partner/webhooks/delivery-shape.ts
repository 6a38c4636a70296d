import * as z from 'zod/mini';
import { documented } from '#platform/http/openapi-metadata.ts';
import { instant, isoInstant, isoInstantOrNull } from '#platform/http/wire-fields.ts';
import type { Attempt, DeliveryRecord } from './delivery.ts';
import { deliveryStatus } from './requests.ts';

const OUTCOMES = ['answered', 'unreachable', 'too_slow'] as const;

export const DeliveryAttempt = documented(
  z.object({
    at: instant,
    outcome: z.enum(OUTCOMES),
    status_code: z.nullable(z.int()),
    duration_ms: z.int(),
  }),
  { id: 'DeliveryAttempt', description: 'An attempt to send an event. The response itself is not kept.' },
);

export type DeliveryAttempt = z.output<typeof DeliveryAttempt>;

export const Delivery = documented(
  z.object({
    id: z.string(),
    event_id: z.string(),
    type: z.string(),
    status: deliveryStatus,
    outcome: z.nullable(z.enum(OUTCOMES)),
    attempts: z.array(DeliveryAttempt),
    next_attempt_at: z.nullable(instant),
  }),
  { id: 'WebhookDelivery' },
);

export type Delivery = z.output<typeof Delivery>;

export const attemptExample = {
  at: '2026-11-21T09:31:02.114Z',
  outcome: 'answered',
  status_code: 204,
  duration_ms: 87,
} satisfies DeliveryAttempt;

export const deliveryExample = {
  id: 'dlv_01kajz9c2m0c00000000002vqg',
  event_id: 'evt_01kajz9c2m0c00000000002vqg',
  type: 'athlete.updated',
  status: 'delivered',
  outcome: 'answered',
  attempts: [attemptExample],
  next_attempt_at: null,
} satisfies Delivery;

/** Maps a delivery to its wire form. */
export function deliveryToWire(delivery: DeliveryRecord): Delivery {
  return {
    id: delivery.id,
    event_id: delivery.eventId,
    type: delivery.type,
    status: delivery.status,
    outcome: delivery.attempts.at(-1)?.outcome ?? null,
    attempts: delivery.attempts.map(attemptToWire),
    next_attempt_at: isoInstantOrNull(delivery.nextAttemptAt),
  };
}

/** Maps an attempt to its wire form. */
export function attemptToWire({ atMs, outcome, statusCode, durationMs }: Attempt): DeliveryAttempt {
  return { at: isoInstant(atMs), outcome, status_code: statusCode, duration_ms: durationMs };
}
