import { and, eq, getTableColumns, gt, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '#platform/storage/database.ts';
import {
  eventStore,
  events,
  type SubscriberRow,
  subscribers,
  suspensions,
} from '#platform/storage/events-schema.ts';
import { isOneOf } from '#platform/storage/statements.ts';
import type { OwnWebhook, Subscriber } from '#platform/storage/subscriber.ts';
import { isSubscriber } from '#platform/storage/subscribers.ts';

/** Selects a dispatcher's subscriber. */
export function selectSubscriber(store: Database, own: Subscriber) {
  return store.select().from(subscribers).where(isSubscriber(own));
}

/** Selects the time since which a partner is suspended, if it is. */
export function selectSuspension(store: Database, { partnerId }: Subscriber) {
  return store
    .select({ suspendedAt: suspensions.suspendedAt })
    .from(suspensions)
    .where(and(eq(suspensions.partnerId, partnerId), isNotNull(suspensions.suspendedAt)));
}

/** Selects the epoch of a store's sequences. */
export function selectEpoch(store: Database) {
  return store.select({ epoch: eventStore.epoch }).from(eventStore).where(eq(eventStore.id, 1));
}

/** Selects the partner's events after a position, in commit order. */
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

/** Selects the partner's events of these types, each within its part of the store, in commit order. */
export function selectEventsOfLanes(
  store: Database,
  { partnerId, environment }: Subscriber,
  lanes: readonly { readonly type: string; readonly after: number; readonly upTo: number }[],
  limit: number,
) {
  const ranges = lanes.map(({ type, after, upTo }) => [type, after, upTo]);
  return store
    .select(getTableColumns(events))
    .from(sql`json_each(${JSON.stringify(ranges)}) AS lane`)
    .crossJoin(events)
    .where(
      and(
        eq(events.partnerId, partnerId),
        eq(events.environment, environment),
        sql`${events.sequence} > lane.value ->> 1`,
        sql`${events.sequence} <= lane.value ->> 2`,
        sql`${events.type} = lane.value ->> 0`,
      ),
    )
    .orderBy(events.sequence)
    .limit(limit);
}

/** Selects the partner's events at these positions. */
export function selectEventsAt(
  store: Database,
  { partnerId, environment }: Pick<Subscriber, 'partnerId' | 'environment'>,
  sequences: readonly number[],
) {
  return store
    .select()
    .from(events)
    .where(
      and(
        isOneOf(events.sequence, sequences),
        sql`+${events.partnerId} = ${partnerId}`,
        sql`+${events.environment} = ${environment}`,
      ),
    )
    .orderBy(events.sequence);
}

/** Stores the position of a dispatcher, and when its receiver last accepted each type of event. */
export function acknowledge(
  store: Database,
  own: Subscriber,
  { acknowledged, acceptedAt }: Pick<SubscriberRow, 'acknowledged' | 'acceptedAt'>,
) {
  return store.update(subscribers).set({ acknowledged, acceptedAt }).where(isSubscriber(own));
}

/** Deletes the row of a deleted webhook. */
export function deleteEnded(store: Database, own: Subscriber) {
  return store.delete(subscribers).where(and(isSubscriber(own), eq(subscribers.status, 'deleted')));
}

/** Selects the next subscribers of a store, and whether each should be woken: it is behind and its partner is not suspended. */
export function selectSubscribersAfter(store: Database, after: OwnWebhook, limit: number) {
  const head = sql<number>`coalesce((SELECT max(events.sequence) FROM events
    WHERE events.partner_id = ${subscribers.partnerId} AND events.environment = ${subscribers.environment}), 0)`;
  return store
    .select({
      partnerId: subscribers.partnerId,
      environment: subscribers.environment,
      webhookId: subscribers.webhookId,
      store: subscribers.store,
      region: subscribers.region,
      resumeAt: subscribers.resumeAt,
      version: subscribers.version,
      status: subscribers.status,
      acknowledged: subscribers.acknowledged,
      // Named in full, because a column alone would be read as one of the inner table.
      isBehind: sql<number>`${subscribers.acknowledged} < ${head} AND NOT EXISTS (SELECT 1 FROM suspensions
        WHERE suspensions.partner_id = subscribers.partner_id AND suspensions.suspended_at IS NOT NULL)`.as(
        'is_behind',
      ),
    })
    .from(subscribers)
    .where(
      sql`(${subscribers.partnerId}, ${subscribers.environment}, ${subscribers.webhookId})
        > (${after.partnerId}, ${after.environment}, ${after.webhookId})`,
    )
    .orderBy(subscribers.partnerId, subscribers.environment, subscribers.webhookId)
    .limit(limit);
}

/** A dispatcher's position, as reported by itself and as stored. */
interface DispatcherPosition extends Pick<Subscriber, 'partnerId' | 'environment'> {
  readonly acknowledged: number;
  readonly position: number;
}

/** Counts the dispatchers that have not reached an event older than this time. */
export function selectLate(store: Database, positions: readonly DispatcherPosition[], beforeMs: number) {
  // A new dispatcher has no position before its first batch. The store knows where it starts.
  const reported = positions.map(({ partnerId, environment, acknowledged, position }) => [
    partnerId,
    environment,
    Math.max(acknowledged, position),
  ]);
  const firstAfter = sql`(SELECT events.created_at FROM events WHERE events.partner_id = json_each.value ->> 0
    AND events.environment = json_each.value ->> 1 AND events.sequence > json_each.value ->> 2
    ORDER BY events.sequence LIMIT 1)`;
  return store
    .select({ late: sql<number>`count(*)` })
    .from(sql`json_each(${JSON.stringify(reported)})`)
    .where(sql`${firstAfter} < ${beforeMs}`);
}

/** Selects the subscribers of these partners in a store. */
export function selectSubscribersOf(store: Database, partnerIds: readonly string[]) {
  return store.select().from(subscribers).where(isOneOf(subscribers.partnerId, partnerIds));
}

/** Selects when a webhook's receiver last accepted the events of a store, by type. */
export function selectAcceptedAt(store: Database, own: OwnWebhook) {
  return store.select({ acceptedAt: subscribers.acceptedAt }).from(subscribers).where(isSubscriber(own));
}
