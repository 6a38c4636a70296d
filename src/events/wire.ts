import { toWire } from '../http/wire-case.ts';
import { isoInstant } from '../http/wire-fields.ts';
import type { EventRow } from '../storage/events-schema.ts';
import type { Event } from './answers.ts';

/** Maps an event to the wire, without its place in a store. */
export function eventToWire({ id, type, createdAt, environment, data }: EventRow): Event {
  return { id, type, created_at: isoInstant(createdAt), environment, data: toWire(data) };
}
