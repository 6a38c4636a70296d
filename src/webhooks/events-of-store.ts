import { and, eq, gt } from 'drizzle-orm';
import type { Database } from '../storage/database.ts';
import { placeOfEvent } from '../storage/event-id.ts';
import { eventStore, events } from '../storage/events-schema.ts';
import { placeBefore } from '../storage/place-before.ts';
import type { Subscriber } from './subscriptions.ts';

/** Selects the epoch of a store's sequences. */
export function selectEpoch(store: Database) {
  return store.select({ epoch: eventStore.epoch }).from(eventStore).where(eq(eventStore.id, 1));
}

/** Selects a sequence that surely precedes all events from this time on. */
export function selectPlaceBefore(store: Database, atMs: number) {
  return store
    .select({ sequence: placeBefore(atMs).as('sequence') })
    .from(eventStore)
    .where(eq(eventStore.id, 1));
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

/** Selects one of the partner's events of this store. */
export function selectEvent(store: Database, { partnerId, environment }: Subscriber, eventId: string) {
  const { sequence, createdAt } = placeOfEvent(eventId) ?? { sequence: 0, createdAt: 0 };
  return store
    .select()
    .from(events)
    .where(
      and(
        eq(events.sequence, sequence),
        // The identifiers of others, and of a store before it was restored, name no event here.
        eq(events.createdAt, createdAt),
        eq(events.partnerId, partnerId),
        eq(events.environment, environment),
      ),
    );
}
