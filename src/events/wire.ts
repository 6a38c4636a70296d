import { toWire } from '../http/wire-case.ts';
import { isoInstant } from '../http/wire-fields.ts';
import type { EventRow } from '../storage/events-schema.ts';
import type { Event } from './answers.ts';

/** The members of an event without the tie between its type and its data, as its row has them. */
interface Untied extends Omit<Event, 'data'> {
  readonly data: object;
}

/** Maps an event to the wire, without its place in a store. */
export function eventToWire({ id, type, createdAt, environment, data }: EventRow): Event {
  return tied({ id, type, created_at: isoInstant(createdAt), environment, data: toWire<object>(data) });
}

/**
 * Takes the data of an event for those of its type. Two columns cannot say so: `ReportedEvent` does, of which every row
 * is made (`src/storage/record-events.ts`).
 */
function tied(event: Untied): Event {
  return event as Event;
}
