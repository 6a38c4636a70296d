import * as z from 'zod/mini';
import { documented } from '#platform/http/openapi-metadata.ts';
import type { PostOutcome } from '#platform/http/outgoing.ts';
import { instant, isoInstant, isoInstantOrNull } from '#platform/http/wire-fields.ts';
import { locationOfEvent } from '#platform/storage/event-id.ts';
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

export const attemptExample: DeliveryAttempt = {
  at: '2026-11-21T09:31:02.114Z',
  outcome: 'answered',
  status_code: 204,
  duration_ms: 87,
};

export const deliveryExample: Delivery = {
  id: 'dlv_01kajz9c2m0c00000000002vqg',
  event_id: 'evt_01kajz9c2m0c00000000002vqg',
  type: 'athlete.updated',
  status: 'delivered',
  outcome: 'answered',
  attempts: [attemptExample],
  next_attempt_at: null,
};

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

/** An attempt to deliver an event. */
export interface Attempt {
  readonly atMs: number;
  readonly outcome: PostOutcome['outcome'];
  /** Null if nothing answered. */
  readonly statusCode: number | null;
  readonly durationMs: number;
}

export type DeliveryStatus = z.output<typeof deliveryStatus>;

/** The delivery of one event to one webhook. */
export interface DeliveryRecord {
  readonly id: string;
  readonly eventId: string;
  readonly type: string;
  readonly status: DeliveryStatus;
  readonly attempts: readonly Attempt[];
  readonly nextAttemptAt: number | null;
}

/** Returns whether a receiver accepted an event. */
export function isAccepted({ statusCode }: Attempt): boolean {
  return statusCode !== null && statusCode >= 200 && statusCode < 300;
}

/** Statuses below 500 with which a receiver says that it is unavailable, whatever the event. */
const UNAVAILABLE: readonly number[] = [408, 425, 429];

/**
 * Returns whether a receiver refused an event: a redirect, or a status of the range of 400 that does not mean
 * that the receiver is unavailable.
 */
export function isRefusal(attempt: Attempt): attempt is Attempt & { readonly statusCode: number } {
  const { statusCode } = attempt;
  return statusCode !== null && statusCode < 500 && !isAccepted(attempt) && !UNAVAILABLE.includes(statusCode);
}

/**
 * Returns the identifier of an event's delivery: the event's with another prefix, because a webhook has one
 * delivery per event.
 */
export function deliveryIdOf(eventId: string): string {
  return eventId.replace(/^evt_/, 'dlv_');
}

/** Returns the identifier of a delivery's event. */
export function eventIdOf(deliveryId: string): string {
  return deliveryId.replace(/^dlv_/, 'evt_');
}

/**
 * Reads the position of a delivery's event. Returns null if the text identifies neither a delivery nor an event.
 */
export function positionOfDelivery(id: string): ReturnType<typeof locationOfEvent> {
  return locationOfEvent(eventIdOf(id));
}
