import { MINUTE_MS } from '#platform/clock.ts';
import { databaseOfAthlete, type PartnerContext, registryOf } from '#platform/http/context.ts';
import { type Failure, fail } from '#platform/http/errors.ts';
import { ASKED_TOGETHER_MAX } from '#platform/http/newest-first.ts';
import { homeDatabaseOfPartner, openShard, shardsOfPartner } from '#platform/http/partner-shards.ts';
import { askInGroups } from '#platform/storage/athlete-databases.ts';
import { REGISTRY_STORE } from '#platform/storage/event-id.ts';
import type { EventRow } from '#platform/storage/events-schema.ts';
import { parseAthleteId } from '#platform/storage/ids.ts';
import {
  noteEpoch,
  noteNews,
  type PartnerShardRow,
  selectPartnerShards,
} from '#platform/storage/partner-shards.ts';
import { homeShard } from '#platform/storage/placement.ts';
import { type FeedPosition, identifyEpochs } from './feed-position.ts';
import { type Filter, pageOf, queriesOf, readStore, type StorePage, showPages } from './store-page.ts';

/** Shards with news that one page asks: two rounds of what an invocation may ask at once. */
const ASKED_MAX = 2 * ASKED_TOGETHER_MAX;
/** More than the clocks of two writers differ. */
const CLOCK_SKEW_MS = MINUTE_MS;
const NEWS_MS = 10 * MINUTE_MS;

export interface EventsRead {
  readonly rows: readonly EventRow[];
  readonly position: FeedPosition;
  readonly hasMore: boolean;
}

/**
 * Reads the next events of the caller's stores after a position, at most `limit` together. Each store's sequence is the
 * order of its commits, so no event that is recorded later can lie before a place. Of a partner with many shards a page
 * asks those with news, in turn. Returns `cursor_expired` if a place was counted by another store: one that was rebuilt,
 * or is older than the place.
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

/** What a page has read: stores that every page asks, and shards that are asked in turn. */
interface Read {
  readonly pages: readonly StorePage[];
  readonly turn: readonly StorePage[];
  /** What the home shard knows of the others; null if one athlete's events are read. */
  readonly rows: readonly PartnerShardRow[] | null;
  /** The round that this page is part of, if the partner has many shards. */
  readonly round?: Round;
}

interface Round {
  readonly atMs: number;
  readonly lastAtMs: number;
  /** The shard after the last that was asked, whose turn is next; null if the round ends with this page. */
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

/** Reads the home shard's events, with what it knows of the partner's shards. */
async function readHome(ctx: PartnerContext, home: string, filter: Filter, before: FeedPosition) {
  const db = homeDatabaseOfPartner(ctx);
  const queries = queriesOf(ctx, db, home, filter, before);
  const [rows, ...results] = await db.batch([selectPartnerShards(db, ctx.principal.partnerId), ...queries]);
  return { page: pageOf(home, filter, before, results), rows };
}

/** Asks the shards whose turn it is: those with news since the last round, or that the reader has not read yet. */
async function readInTurn(
  shards: readonly string[],
  rows: readonly PartnerShardRow[],
  before: FeedPosition,
  nowMs: number,
  read: (shard: string) => Promise<StorePage>,
): Promise<Pick<Read, 'turn' | 'round'>> {
  const atMs = before.next === '' ? nowMs : before.roundAtMs;
  const newsUntil = new Map(rows.map((row) => [row.shard, row.newsUntil ?? 0]));
  const hasNews = (shard: string) =>
    !before.places.has(shard) ||
    (before.isNextPending && shard === before.next) ||
    (newsUntil.get(shard) ?? 0) >= before.lastRoundAtMs - CLOCK_SKEW_MS;
  const waiting = shards.filter((shard) => shard >= before.next && hasNews(shard));
  const asked = waiting.slice(0, ASKED_MAX);
  const quiet = shards.filter((shard) => !asked.includes(shard) && before.places.has(shard));
  // A note of news may be lost, so what a round leaves free is used to look at a few others.
  const spare = Math.max(0, ASKED_TOGETHER_MAX - asked.length);
  const inOrder = [...quiet.filter((shard) => shard > before.checked), ...quiet];
  const checked = [...new Set(inOrder)].slice(0, spare);
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

/** Makes the page and the next position of what was read. */
async function conclude(
  ctx: PartnerContext,
  { limit }: Filter,
  before: FeedPosition,
  read: Read,
): Promise<EventsRead | Failure> {
  const asked = [...read.pages, ...read.turn, ...(read.round?.checked ?? [])];
  const isCounted = ({ store, counted }: StorePage) => (before.places.get(store) ?? 0) <= counted;
  const epochs = new Map([
    ...(read.rows ?? []).flatMap(({ shard, epoch }) => (epoch === null ? [] : [[shard, epoch] as const])),
    ...asked.map(({ store, epoch }) => [store, epoch] as const),
  ]);
  if (read.rows) {
    const keeping = keepEpochs(ctx, read.rows, asked);
    // Where every page asks all stores, the epochs are there in case the partner comes to have many.
    if (read.round) await keeping;
    else ctx.waitUntil(keeping.catch(() => undefined));
  }
  if (before.epochs !== null) {
    const isSame = before.epochs === (await identify(epochs, before.places.keys()));
    if (!isSame || !asked.every(isCounted)) return fail('cursor_expired');
  }
  const shown = showPages(read.pages, read.turn, limit);
  const places = new Map([...before.places, ...shown.places]);
  const position = {
    ...before,
    ...(read.round && nextRound(read.round, read.turn, shown.unfinished)),
    epochs: await identify(epochs, places.keys()),
    places,
  };
  if (read.round) await noteMissed(ctx, read.round.checked);
  const isRoundOver = position.next === '';
  return { rows: shown.rows, position, hasMore: shown.hasMore || !isRoundOver };
}

function identify(epochs: ReadonlyMap<string, string>, stores: Iterable<string>): Promise<string> {
  return identifyEpochs(new Map([...stores].map((store) => [store, epochs.get(store) ?? ''])));
}

/** Returns how a round goes on: at the first shard that has more, or with the one after those that were asked. */
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

/** Keeps the epochs of stores that the home shard does not know, so that a page need not ask every store for its own. */
async function keepEpochs(
  ctx: PartnerContext,
  rows: readonly PartnerShardRow[],
  asked: readonly StorePage[],
): Promise<void> {
  const home = homeDatabaseOfPartner(ctx);
  const known = new Map(rows.map(({ shard, epoch }) => [shard, epoch]));
  const [query, ...queries] = asked
    .filter(({ store, epoch }) => store !== REGISTRY_STORE && known.get(store) !== epoch)
    .map(({ store, epoch }) => noteEpoch(home, ctx.principal.partnerId, store, epoch));
  if (query) await home.batch([query, ...queries]);
}

/** Notes news of shards that had some although no note said so. The next round asks them. */
async function noteMissed(ctx: PartnerContext, checked: readonly StorePage[]): Promise<void> {
  const home = homeDatabaseOfPartner(ctx);
  const [query, ...queries] = checked
    .filter(({ rows, reached, after }) => rows.length > 0 || reached > after)
    .map(({ store }) => noteNews(home, ctx.principal.partnerId, store, ctx.nowMs + NEWS_MS));
  if (query) await home.batch([query, ...queries]);
}
