import { and, asc, eq, getTableColumns, gt, gte, type SQL, sql } from 'drizzle-orm';
import type { Environment } from '#platform/env.ts';
import type { Database } from '#platform/storage/database.ts';
import { positionBefore } from '#platform/storage/event-id.ts';
import type { EventType } from '#platform/storage/event-types.ts';
import { eventStore, events } from '#platform/storage/events-schema.ts';
import { announcedEngine } from '#platform/storage/registry-schema.ts';
import { isOneOf } from '#platform/storage/statements.ts';

/**
 * Rows that a filtered page examines in each store, so that a rare type does not read a month of events in
 * one go.
 */
const EXAMINED_MAX = 2000;

export interface EventFilter {
  readonly partnerId: string;
  readonly environment: Environment;
  readonly types: readonly EventType[] | null;
  readonly athleteId: string | undefined;
  readonly fromMs: number | null;
  readonly limit: number;
}

/** Selects the next events of a store after a position in it, in commit order. */
export function selectEvents(db: Database, filter: EventFilter, after: number) {
  const { types, fromMs, limit } = filter;
  const examined = db
    .select(getTableColumns(events))
    .from(events)
    .where(isNext(filter, after))
    .orderBy(asc(events.sequence))
    .limit(examinedMax(filter))
    .as('examined');
  return db
    .select()
    .from(examined)
    .where(
      and(
        types === null ? undefined : isOneOf(examined.type, types),
        fromMs === null ? undefined : gte(examined.createdAt, fromMs),
      ),
    )
    .orderBy(asc(examined.sequence))
    .limit(limit);
}

/**
 * Selects the facts behind a position in a store: its name, its epoch, and how far the rows for a page reach.
 */
export function selectReach(db: Database, store: string, filter: EventFilter, after: number) {
  const examined = db
    .select({ sequence: events.sequence })
    .from(events)
    .where(isNext(filter, after))
    .orderBy(asc(events.sequence))
    .limit(examinedMax(filter))
    .as('examined');
  return db
    .select({
      store: sql<string>`${store}`.as('store'),
      epoch: sql<
        string | null
      >`(SELECT ${eventStore.epoch} FROM ${eventStore} WHERE ${eventStore.id} = 1)`.as('epoch'),
      counted: sql<number>`coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'events'), 0)`.as(
        'counted',
      ),
      reached: sql<number | null>`max(${examined.sequence})`.as('reached'),
      examined: sql<number>`count(*)`.as('examined_rows'),
    })
    .from(examined);
}

/** Returns the most rows that one page examines in a store. */
export function examinedMax({
  types,
  fromMs,
  limit,
}: Pick<EventFilter, 'types' | 'fromMs' | 'limit'>): number {
  return types === null && fromMs === null ? limit : EXAMINED_MAX;
}

function isNext(filter: EventFilter, after: number): SQL | undefined {
  const { partnerId, environment, athleteId, fromMs } = filter;
  const isOwn = and(eq(events.partnerId, partnerId), eq(events.environment, environment));
  return and(
    // An athlete's own index serves it. The plus keeps SQLite from reading all of the partner's events.
    athleteId === undefined
      ? isOwn
      : and(
          eq(events.athleteId, athleteId),
          sql`+${events.partnerId} = ${partnerId}`,
          sql`+${events.environment} = ${environment}`,
        ),
    // One combined bound. With two, SQLite would use only one in its index and read the month before `from`.
    gt(events.sequence, fromMs === null ? after : sql`max(${after}, ${positionBefore(fromMs)})`),
  );
}

/** Stores the engine version that partners were notified about. */
export function storeAnnounced(registry: Database, version: string) {
  return registry
    .insert(announcedEngine)
    .values({ id: 1, version })
    .onConflictDoUpdate({ target: announcedEngine.id, set: { version } });
}
