import { placeOfEvent } from '#platform/storage/event-id.ts';

/** An attempt to deliver an event. */
export interface Attempt {
  readonly atMs: number;
  /** Null if the receiver did not answer. */
  readonly statusCode: number | null;
  readonly durationMs: number;
}

/** The delivery of one event to one webhook. */
export interface Delivery {
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
