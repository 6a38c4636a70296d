import { and, desc, eq, gt, lt } from 'drizzle-orm';
import { MINUTE_MS } from '../clock.ts';
import type { Database } from '../storage/database.ts';
import { eventStore, events } from '../storage/events-schema.ts';
import { idsFrom } from '../storage/ids.ts';
import type { Subscriber } from './subscriptions.ts';

/**
 * Longer than any request takes from reading its clock to its commit, so sequences of events that far apart
 * are in order.
 */
const COMMITTED_WITHIN_MS = MINUTE_MS;

/** Selects the epoch of a store's sequences. */
export function selectEpoch(store: Database) {
  return store.select({ epoch: eventStore.epoch }).from(eventStore).where(eq(eventStore.id, 1));
}

/**
 * Selects the last event that surely precedes all events from this time on; none if there is none. Of events
 * closer to each other in time, the order of identifiers is not that of sequences.
 */
export function selectEventBefore(store: Database, { partnerId, environment }: Subscriber, atMs: number) {
  return store
    .select({ sequence: events.sequence })
    .from(events)
    .where(
      and(
        eq(events.partnerId, partnerId),
        eq(events.environment, environment),
        lt(events.id, idsFrom('evt', atMs - COMMITTED_WITHIN_MS)),
      ),
    )
    .orderBy(desc(events.id))
    .limit(1);
}

/** Selects the partner's events after a position, in the order of their commits. */
export function selectEventsAfter(
  store: Database,
  { partnerId, environment }: Subscriber,
  sequence: number,
  limit: number,
) {
  return store
    .select()
    .from(events)
    .where(
      and(
        eq(events.partnerId, partnerId),
        eq(events.environment, environment),
        gt(events.sequence, sequence),
      ),
    )
    .orderBy(events.sequence)
    .limit(limit);
}

/** Selects one of the partner's events. */
export function selectEvent(store: Database, { partnerId, environment }: Subscriber, eventId: string) {
  return store
    .select()
    .from(events)
    .where(and(eq(events.partnerId, partnerId), eq(events.environment, environment), eq(events.id, eventId)));
}
