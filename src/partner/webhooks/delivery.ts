import type { Posted } from '#platform/http/post-json.ts';
import { placeOfEvent } from '#platform/storage/event-id.ts';

/** An attempt to deliver an event. */
export interface Attempt {
  readonly atMs: number;
  readonly outcome: Posted['outcome'];
  /** Null if nothing answered. */
  readonly statusCode: number | null;
  readonly durationMs: number;
}

/** The delivery of one event to one webhook. */
export interface DeliveryRecord {
  readonly id: string;
  readonly eventId: string;
  readonly type: string;
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly attempts: readonly Attempt[];
  readonly nextAttemptAt: number | null;
}

/** Returns whether a receiver accepted an event. */
export function isTaken({ statusCode }: Attempt): boolean {
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
  return statusCode !== null && statusCode < 500 && !isTaken(attempt) && !UNAVAILABLE.includes(statusCode);
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
 * Reads the place of a delivery's event. Returns null if the text identifies neither a delivery nor an event.
 */
export function placeOfDelivery(id: string): ReturnType<typeof placeOfEvent> {
  return placeOfEvent(eventIdOf(id));
}
