import { databaseOfAthlete, type PartnerContext, registryOf } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import { readFromShards } from '../http/partner-shards.ts';
import type { Position } from '../storage/cursor.ts';
import type { Database } from '../storage/database.ts';
import { namedEvent, REGISTRY_STORE } from '../storage/event-id.ts';
import type { EventRow } from '../storage/events-schema.ts';
import { parseAthleteId } from '../storage/ids.ts';
import { EVENTS_KEPT_MS } from '../storage/purge-events.ts';
import { type EventFilter, examinedMax, selectEvents, selectReach } from './repository.ts';

/** A place in one store: everything up to this sequence was read, as long as the store counts in this epoch. */
export interface Place {
  readonly epoch: string;
  readonly sequence: number;
}

/** Places by the name of their store. */
export type Places = ReadonlyMap<string, Place>;

/** Encodes places as a position for a cursor, with the time at which they were read. */
export function toPosition(places: Places, nowMs: number): Position {
  return [nowMs, ...[...places].flatMap(([store, { epoch, sequence }]) => [store, epoch, sequence])];
}

/** Reads the places of a position; null if it is older than events are kept. */
export function toPlaces([readAt, ...parts]: Position, nowMs: number): Places | null {
  if (typeof readAt !== 'number' || readAt < nowMs - EVENTS_KEPT_MS) return null;
  const places = new Map<string, Place>();
  for (let index = 0; index + 2 < parts.length; index += 3) {
    const [store, epoch, sequence] = parts.slice(index, index + 3);
    places.set(String(store), { epoch: String(epoch), sequence: Number(sequence) });
  }
  return places;
}

export interface EventsRead {
  readonly rows: readonly EventRow[];
  readonly places: Places;
  readonly hasMore: boolean;
}

/** The next events of one store. */
interface StorePage {
  readonly store: string;
  readonly epoch: string;
  readonly after: number;
  /** The place up to which rows were examined. */
  readonly reached: number;
  readonly isCutOff: boolean;
  readonly rows: readonly EventRow[];
}

/**
 * Reads the next events of all of the caller's stores after these places, at most `limit` together. Each store's
 * sequence is the order of its commits, so no event that is recorded later can lie before a place. Returns
 * `cursor_expired` if a place was counted by another store: one that was rebuilt, or is older than the place.
 */
export async function listEvents(
  ctx: PartnerContext,
  filter: Omit<EventFilter, 'partnerId' | 'environment'>,
  after: Places,
): Promise<EventsRead | Failure> {
  const { partnerId, environment } = ctx.principal;
  const ofStore = { ...filter, partnerId, environment, limit: filter.limit + 1 };
  const queriesOf = (db: Database, store: string) => {
    const sequence = after.get(store)?.sequence ?? 0;
    return [selectReach(db, store, ofStore, sequence), selectEvents(db, ofStore, sequence)] as const;
  };
  const results = await readStores(ctx, filter.athleteId, queriesOf);
  const pages: StorePage[] = [];
  for (const [[reach], rows] of results) {
    if (!reach) throw new Error('an aggregate must return a row');
    const { store, counted, reached, examined } = reach;
    const epoch = reach.epoch ?? '';
    const known = after.get(store);
    if (known && (known.epoch !== epoch || known.sequence > counted)) return fail('cursor_expired');
    const from = known?.sequence ?? 0;
    pages.push({
      store,
      epoch,
      after: from,
      reached: reached ?? from,
      isCutOff: examined === examinedMax(ofStore),
      rows: rows.map((row) => namedEvent(store, row)),
    });
  }
  return mergePages(pages, after, filter.limit);
}

type StoreQueries = readonly [ReturnType<typeof selectReach>, ReturnType<typeof selectEvents>];

/**
 * Reads from every store, or from that of one athlete: the registry and five shards at once, which use all
 * connections.
 */
async function readStores(
  ctx: PartnerContext,
  athleteId: string | undefined,
  queriesOf: (db: Database, store: string) => StoreQueries,
) {
  if (athleteId !== undefined) {
    const db = databaseOfAthlete(ctx, athleteId);
    return db ? [await db.batch(queriesOf(db, parseAthleteId(athleteId)?.shard ?? ''))] : [];
  }
  const registry = registryOf(ctx);
  const [ofRegistry, ofShards] = await Promise.all([
    registry.batch(queriesOf(registry, REGISTRY_STORE)),
    readFromShards(ctx, (db, { shard }) => queriesOf(db, shard)),
  ]);
  return [ofRegistry, ...ofShards];
}

/**
 * Merges pages by time without ever leaving the order of a store, and advances each place past the shown
 * rows.
 */
function mergePages(pages: readonly StorePage[], before: Places, limit: number): EventsRead {
  const shown = new Map(pages.map(({ store }) => [store, 0]));
  const rows: EventRow[] = [];
  while (rows.length < limit) {
    const next = earliestOf(pages, shown);
    if (next === null) break;
    rows.push(next.row);
    shown.set(next.store, (shown.get(next.store) ?? 0) + 1);
  }
  const places = new Map<string, Place>(before);
  let hasMore = false;
  for (const page of pages) {
    const count = shown.get(page.store) ?? 0;
    const isAllShown = count === page.rows.length;
    const lastShown = page.rows[count - 1]?.sequence ?? page.after;
    places.set(page.store, { epoch: page.epoch, sequence: isAllShown ? page.reached : lastShown });
    hasMore ||= !isAllShown || page.isCutOff;
  }
  return { rows, places, hasMore };
}

function earliestOf(pages: readonly StorePage[], shown: ReadonlyMap<string, number>) {
  let earliest: { readonly store: string; readonly row: EventRow } | null = null;
  for (const { store, rows } of pages) {
    const row = rows[shown.get(store) ?? 0];
    if (row && (earliest === null || row.createdAt < earliest.row.createdAt)) earliest = { store, row };
  }
  return earliest;
}
