import * as z from 'zod/mini';
import { documented } from '#platform/http/openapi-metadata.ts';
import { instant, isoInstant, isoInstantOrNull } from '#platform/http/wire-fields.ts';
import type { Attempt, Delivery as DeliveryRow } from './delivery.ts';
import { deliveryStatus } from './requests.ts';

export const DeliveryAttempt = documented(
  z.object({
    at: instant,
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
    attempts: z.array(DeliveryAttempt),
    next_attempt_at: z.nullable(instant),
  }),
  { id: 'WebhookDelivery' },
);

export type Delivery = z.output<typeof Delivery>;

export const attemptExample = {
  at: '2026-11-21T09:31:02.114Z',
  status_code: 204,
  duration_ms: 87,
} satisfies DeliveryAttempt;

export const deliveryExample = {
  id: 'dlv_01kajz9c2m0c00000000002vqg',
  event_id: 'evt_01kajz9c2m0c00000000002vqg',
  type: 'athlete.updated',
  status: 'delivered',
  attempts: [attemptExample],
  next_attempt_at: null,
} satisfies Delivery;

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
