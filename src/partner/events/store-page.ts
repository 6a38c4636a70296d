import type { PartnerContext } from '#platform/http/context.ts';
import type { Database } from '#platform/storage/database.ts';
import { namedEvent } from '#platform/storage/event-id.ts';
import type { EventRow } from '#platform/storage/events-schema.ts';
import type { Places } from './feed-position.ts';
import { type EventFilter, examinedMax, selectEvents, selectReach } from './repository.ts';

/** The next events of one store. */
export interface StorePage {
  readonly store: string;
  readonly epoch: string;
  /** The last sequence that the store has assigned to an event of any partner. */
  readonly counted: number;
  readonly after: number;
  /** The last examined place. */
  readonly reached: number;
  readonly isCutOff: boolean;
  readonly rows: readonly EventRow[];
}

/** The filters of a reader of events. */
export type Filter = Omit<EventFilter, 'partnerId' | 'environment'>;

/** Builds the queries of a store's next events. `pageOf` reads their results. */
export function queriesOf(
  { principal: { partnerId, environment } }: PartnerContext,
  db: Database,
  store: string,
  filter: Filter,
  before: { readonly places: Places },
) {
  const ofStore = { ...filter, partnerId, environment, limit: filter.limit + 1 };
  const sequence = before.places.get(store) ?? 0;
  return [selectReach(db, store, ofStore, sequence), selectEvents(db, ofStore, sequence)] as const;
}

/** Reads the next events of a store after its place. */
export async function readStore(
  ctx: PartnerContext,
  db: Database,
  store: string,
  filter: Filter,
  before: { readonly places: Places },
): Promise<StorePage> {
  return pageOf(store, filter, before, await db.batch(queriesOf(ctx, db, store, filter, before)));
}

type Results = readonly [Awaited<ReturnType<typeof selectReach>>, Awaited<ReturnType<typeof selectEvents>>];

/** Makes a page from the results of `queriesOf`. */
export function pageOf(
  store: string,
  filter: Filter,
  before: { readonly places: Places },
  [[reach], rows]: Results,
): StorePage {
  if (!reach) throw new Error('an aggregate must return a row');
  const after = before.places.get(store) ?? 0;
  return {
    store,
    epoch: reach.epoch ?? '',
    counted: reach.counted,
    after,
    reached: reach.reached ?? after,
    isCutOff: reach.examined === examinedMax({ ...filter, limit: filter.limit + 1 }),
    rows: rows.map((row) => namedEvent(store, row)),
  };
}

/**
 * Shows the next rows: first those of the stores that every page reads, by time, then those of the others,
 * store by store. Stops after the first shard that has more, so that all earlier shards in the round are
 * finished.
 */
export function showPages(always: readonly StorePage[], turn: readonly StorePage[], limit: number) {
  const merged = mergePages(always, limit);
  const rows = [...merged.rows];
  const places = new Map(merged.places);
  for (const page of turn) {
    const own = page.rows.slice(0, limit - rows.length);
    rows.push(...own);
    const isFinished = own.length === page.rows.length;
    const sequence = isFinished ? page.reached : (own.at(-1)?.sequence ?? page.after);
    places.set(page.store, sequence);
    if (!isFinished || page.isCutOff) return { rows, places, hasMore: true, unfinished: page.store };
  }
  return { rows, places, hasMore: merged.hasMore, unfinished: null };
}

/**
 * Merges pages by time while keeping the order within each store, and advances each place past the shown
 * rows.
 */
function mergePages(pages: readonly StorePage[], limit: number) {
  const shown = new Map(pages.map(({ store }) => [store, 0]));
  const rows: EventRow[] = [];
  while (rows.length < limit) {
    const next = earliestOf(pages, shown);
    if (next === null) break;
    rows.push(next.row);
    shown.set(next.store, (shown.get(next.store) ?? 0) + 1);
  }
  const places = new Map<string, number>();
  let hasMore = false;
  for (const page of pages) {
    const count = shown.get(page.store) ?? 0;
    const isAllShown = count === page.rows.length;
    const lastShown = page.rows[count - 1]?.sequence ?? page.after;
    places.set(page.store, isAllShown ? page.reached : lastShown);
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
