import { CHANGE_HINT_MS } from '#platform/http/change-hints.ts';
import { databaseOfAthlete, type PartnerContext, registryOf } from '#platform/http/context.ts';
import { type Failure, fail } from '#platform/http/errors.ts';
import {
  ASKED_TOGETHER_MAX,
  homeDatabaseOfPartner,
  openShard,
  shardsOfPartner,
} from '#platform/http/partner-shards.ts';
import { askInGroups } from '#platform/storage/athlete-databases.ts';
import type { Database } from '#platform/storage/database.ts';
import { CLOCK_SKEW_MS, namedEvent, REGISTRY_STORE } from '#platform/storage/event-id.ts';
import type { EventRow } from '#platform/storage/events-schema.ts';
import { parseAthleteId } from '#platform/storage/ids.ts';
import {
  noteChangeHint,
  noteEpoch,
  type PartnerShardRow,
  selectPartnerShards,
} from '#platform/storage/partner-shards.ts';
import { homeShard } from '#platform/storage/placement.ts';
import { sendAll } from '#platform/storage/statements.ts';
import { type FeedPosition, identifyEpochs, type StorePositions } from './feed-position.ts';
import { type EventFilter, examinedMax, selectEvents, selectReach } from './repository.ts';

/** Shards with change hints that one page reads: two rounds of the reads that an invocation may make in parallel. */
const ASKED_MAX = 2 * ASKED_TOGETHER_MAX;

interface EventsRead {
  readonly rows: readonly EventRow[];
  readonly position: FeedPosition;
  readonly hasMore: boolean;
}

/**
 * Reads the next events of the caller's stores after a position, at most `limit` in total. Each store's
 * sequence is the order of its commits, so an event recorded later never precedes a position. For a partner with
 * many shards, pages read those with change hints in rounds. Returns `cursor_expired` if a store was rebuilt or
 * restored to a point before the position, because the position then belongs to another epoch.
 */
export async function listEvents(
  ctx: PartnerContext,
  filter: Filter,
  before: FeedPosition,
): Promise<EventsRead | Failure> {
  if (filter.athleteId !== undefined) {
    const shard = parseAthleteId(filter.athleteId)?.shard ?? '';
    const db = databaseOfAthlete(ctx, filter.athleteId);
    const pages = db ? [await readStore(ctx, db, shard, filter, before)] : [];
    return conclude(ctx, filter, before, { pages, turn: [], rows: null });
  }
  const registry = registryOf(ctx);
  const [ofRegistry, ofShards] = await Promise.all([
    readStore(ctx, registry, REGISTRY_STORE, filter, before),
    readShards(ctx, filter, before),
  ]);
  return conclude(ctx, filter, before, { ...ofShards, pages: [ofRegistry, ...ofShards.pages] });
}

/** Results of a page: the stores that every page reads, and the shards read in rounds. */
interface Read {
  readonly pages: readonly StorePage[];
  readonly turn: readonly StorePage[];
  /** The home shard's knowledge of the others. Null if one athlete's events are read. */
  readonly rows: readonly PartnerShardRow[] | null;
  /** The round of this page, if the partner has many shards. */
  readonly round?: Round;
}

interface Round {
  readonly atMs: number;
  readonly lastAtMs: number;
  /** The shard that comes next in the round. Null if the round ends with this page. */
  readonly following: string | null;
  readonly checked: readonly StorePage[];
}

async function readShards(ctx: PartnerContext, filter: Filter, before: FeedPosition): Promise<Read> {
  const known = [...new Set(shardsOfPartner(ctx))];
  const home = homeShard(known);
  const read = (shard: string) => readStore(ctx, openShard(ctx, shard), shard, filter, before);
  const first = known.length > ASKED_TOGETHER_MAX ? [] : known.filter((shard) => shard !== home);
  const [{ page, rows }, ...others] = await Promise.all([
    readHome(ctx, home, filter, before),
    ...first.map(read),
  ]);
  const unknown = rows.map(({ shard }) => shard).filter((shard) => !known.includes(shard));
  const all = [...known, ...unknown];
  if (known.length + unknown.length <= ASKED_TOGETHER_MAX) {
    return { pages: [page, ...others, ...(await askInGroups(unknown, read))], turn: [], rows };
  }
  const rest = all.filter((shard) => shard !== home && !first.includes(shard)).sort();
  const pages = [page, ...others];
  return { pages, rows, ...(await readInTurn(rest, rows, before, ctx.nowMs, read)) };
}

/** Reads the home shard's events and its knowledge of the partner's shards. */
async function readHome(ctx: PartnerContext, home: string, filter: Filter, before: FeedPosition) {
  const db = homeDatabaseOfPartner(ctx);
  const queries = queriesOf(ctx, db, home, filter, before);
  const [rows, ...results] = await db.batch([selectPartnerShards(db, ctx.principal.partnerId), ...queries]);
  return { page: pageOf(home, filter, before, results), rows };
}

/** Reads the next shards of the round: those with change hints since the last round, or new to the reader. */
async function readInTurn(
  shards: readonly string[],
  rows: readonly PartnerShardRow[],
  before: FeedPosition,
  nowMs: number,
  read: (shard: string) => Promise<StorePage>,
): Promise<Pick<Read, 'turn' | 'round'>> {
  const atMs = before.next === '' ? nowMs : before.roundAtMs;
  const changeHintUntil = new Map(rows.map((row) => [row.shard, row.changeHintUntil ?? 0]));
  const mayHaveChanged = (shard: string) =>
    !before.positions.has(shard) ||
    (before.isNextPending && shard === before.next) ||
    (changeHintUntil.get(shard) ?? 0) >= before.lastRoundAtMs - CLOCK_SKEW_MS;
  const waiting = shards.filter((shard) => shard >= before.next && mayHaveChanged(shard));
  const asked = waiting.slice(0, ASKED_MAX);
  const quiet = shards.filter((shard) => !asked.includes(shard) && before.positions.has(shard));
  // A change hint may be lost, so a round's spare reads check a few other shards.
  const spare = Math.max(0, ASKED_TOGETHER_MAX - asked.length);
  const rotated = [...quiet.filter((shard) => shard > before.checked), ...quiet];
  const checked = [...new Set(rotated)].slice(0, spare);
  const pages = await askInGroups([...asked, ...checked], read);
  return {
    turn: pages.slice(0, asked.length),
    round: {
      atMs,
      lastAtMs: before.lastRoundAtMs,
      following: waiting[ASKED_MAX] ?? null,
      checked: pages.slice(asked.length),
    },
  };
}

/** Builds the page and the next position from the results. */
async function conclude(
  ctx: PartnerContext,
  { limit }: Filter,
  before: FeedPosition,
  read: Read,
): Promise<EventsRead | Failure> {
  const asked = [...read.pages, ...read.turn, ...(read.round?.checked ?? [])];
  const isCounted = ({ store, counted }: StorePage) => (before.positions.get(store) ?? 0) <= counted;
  const epochs = new Map([
    ...(read.rows ?? []).flatMap(({ shard, epoch }) => (epoch === null ? [] : [[shard, epoch] as const])),
    ...asked.map(({ store, epoch }) => [store, epoch] as const),
  ]);
  if (read.rows) {
    const keeping = keepEpochs(ctx, read.rows, asked);
    // Keeps the epochs even if every page reads all stores, in case the partner gets many shards later.
    if (read.round) await keeping;
    else ctx.waitUntil(keeping.catch(() => undefined));
  }
  if (before.epochs !== null) {
    const isSame = before.epochs === (await identify(epochs, before.positions.keys()));
    if (!isSame || !asked.every(isCounted)) return fail('cursor_expired');
  }
  const shown = showPages(read.pages, read.turn, limit);
  const positions = new Map([...before.positions, ...shown.positions]);
  const position = {
    ...before,
    ...(read.round && nextRound(read.round, read.turn, shown.unfinished)),
    epochs: await identify(epochs, positions.keys()),
    positions,
  };
  if (read.round) await noteMissed(ctx, read.round.checked);
  const isRoundOver = position.next === '';
  return { rows: shown.rows, position, hasMore: shown.hasMore || !isRoundOver };
}

function identify(epochs: ReadonlyMap<string, string>, stores: Iterable<string>): Promise<string> {
  return identifyEpochs(new Map([...stores].map((store) => [store, epochs.get(store) ?? ''])));
}

/** Returns where a round continues: at the first shard that has more, or after the shards just read. */
function nextRound(
  { atMs, lastAtMs, following, checked }: Round,
  turn: readonly StorePage[],
  unfinished: string | null,
) {
  const next = unfinished ?? following ?? '';
  const isOver = next === '';
  return {
    next,
    isNextPending: unfinished !== null,
    roundAtMs: isOver ? 0 : atMs,
    lastRoundAtMs: isOver ? atMs : lastAtMs,
    ...(turn.length + checked.length === 0 ? {} : { checked: checked.at(-1)?.store ?? '' }),
  };
}

/**
 * Keeps the epochs of stores that the home shard does not know, so that a page need not ask each store for
 * its own.
 */
async function keepEpochs(
  ctx: PartnerContext,
  rows: readonly PartnerShardRow[],
  asked: readonly StorePage[],
): Promise<void> {
  const home = homeDatabaseOfPartner(ctx);
  const known = new Map(rows.map(({ shard, epoch }) => [shard, epoch]));
  const notes = asked
    .filter(({ store, epoch }) => store !== REGISTRY_STORE && known.get(store) !== epoch)
    .map(({ store, epoch }) => noteEpoch(home, ctx.principal.partnerId, store, epoch));
  await sendAll(home, notes);
}

/** Notes change hints of shards that had events without one. The next round reads them. */
async function noteMissed(ctx: PartnerContext, checked: readonly StorePage[]): Promise<void> {
  const home = homeDatabaseOfPartner(ctx);
  const notes = checked
    .filter(({ rows, reached, after }) => rows.length > 0 || reached > after)
    .map(({ store }) => noteChangeHint(home, ctx.principal.partnerId, store, ctx.nowMs + CHANGE_HINT_MS));
  await sendAll(home, notes);
}

interface StorePage {
  readonly store: string;
  readonly epoch: string;
  /** The last sequence that the store has assigned to an event of any partner. */
  readonly counted: number;
  readonly after: number;
  /** The last examined position. */
  readonly reached: number;
  readonly isCutOff: boolean;
  readonly rows: readonly EventRow[];
}

type Filter = Omit<EventFilter, 'partnerId' | 'environment'>;

/** Builds the queries of a store's next events. `pageOf` reads their results. */
function queriesOf(
  { principal: { partnerId, environment } }: PartnerContext,
  db: Database,
  store: string,
  filter: Filter,
  before: { readonly positions: StorePositions },
) {
  const ofStore = { ...filter, partnerId, environment, limit: filter.limit + 1 };
  const sequence = before.positions.get(store) ?? 0;
  return [selectReach(db, store, ofStore, sequence), selectEvents(db, ofStore, sequence)] as const;
}

async function readStore(
  ctx: PartnerContext,
  db: Database,
  store: string,
  filter: Filter,
  before: { readonly positions: StorePositions },
): Promise<StorePage> {
  return pageOf(store, filter, before, await db.batch(queriesOf(ctx, db, store, filter, before)));
}

type Results = readonly [Awaited<ReturnType<typeof selectReach>>, Awaited<ReturnType<typeof selectEvents>>];

function pageOf(
  store: string,
  filter: Filter,
  before: { readonly positions: StorePositions },
  [[reach], rows]: Results,
): StorePage {
  if (!reach) throw new Error('an aggregate must return a row');
  const after = before.positions.get(store) ?? 0;
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
function showPages(always: readonly StorePage[], turn: readonly StorePage[], limit: number) {
  const merged = mergePages(always, limit);
  const rows = [...merged.rows];
  const positions = new Map(merged.positions);
  for (const page of turn) {
    const own = page.rows.slice(0, limit - rows.length);
    rows.push(...own);
    const isFinished = own.length === page.rows.length;
    const sequence = isFinished ? page.reached : (own.at(-1)?.sequence ?? page.after);
    positions.set(page.store, sequence);
    if (!isFinished || page.isCutOff) return { rows, positions, hasMore: true, unfinished: page.store };
  }
  return { rows, positions, hasMore: merged.hasMore, unfinished: null };
}

/**
 * Merges pages by time while keeping the order within each store, and advances each position past the shown
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
  const positions = new Map<string, number>();
  let hasMore = false;
  for (const page of pages) {
    const count = shown.get(page.store) ?? 0;
    const isAllShown = count === page.rows.length;
    const lastShown = page.rows[count - 1]?.sequence ?? page.after;
    positions.set(page.store, isAllShown ? page.reached : lastShown);
    hasMore ||= !isAllShown || page.isCutOff;
  }
  return { rows, positions, hasMore };
}

function earliestOf(pages: readonly StorePage[], shown: ReadonlyMap<string, number>) {
  let earliest: { readonly store: string; readonly row: EventRow } | null = null;
  for (const { store, rows } of pages) {
    const row = rows[shown.get(store) ?? 0];
    if (row && (earliest === null || row.createdAt < earliest.row.createdAt)) earliest = { store, row };
  }
  return earliest;
}
