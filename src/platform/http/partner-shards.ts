import type { BatchResponse } from 'drizzle-orm/batch';
import type { Region } from '../regions.ts';
import { askInGroups, requireAthleteDatabase } from '../storage/athlete-databases.ts';
import type { Database } from '../storage/database.ts';
import type { AthleteAddress } from '../storage/ids.ts';
import { type PartnerShardRow, selectPartnerShards } from '../storage/partner-shards.ts';
import { homeShard, type ShardList } from '../storage/placement.ts';
import { asResponse, type BatchItems } from '../storage/statements.ts';
import type { PartnerContext, Principal } from './context.ts';
import { type Failure, invalid } from './errors.ts';

/** Shard lists that this isolate wrote or read. Callers' records may have older lists. */
const newerLists = new Map<string, ShardList>();
const NEWER_LISTS_MAX = 10_000;

type Owner = Pick<Principal, 'partnerId' | 'environment'>;

function keyOfList({ partnerId, environment }: Owner): string {
  return `${partnerId} ${environment}`;
}

/**
 * Returns the caller's shards in order of first use. The list is at least as new as the caller's record.
 */
export function shardsOfPartner({ principal }: PartnerContext): ShardList {
  const newer = newerLists.get(keyOfList(principal));
  // The list only grows, so the longer one is newer.
  return newer !== undefined && newer.length > principal.shards.length ? newer : principal.shards;
}

/** Remembers a partner's shard list in this isolate until its keys' records have it too. */
export function rememberShards(owner: Owner, shards: ShardList): void {
  if (newerLists.size >= NEWER_LISTS_MAX) newerLists.clear();
  newerLists.set(keyOfList(owner), shards);
}

/**
 * Opens the partner's home shard, which never changes. It stores Idempotency-Key reservations, so a retry finds them
 * wherever the athlete was placed, and the names of shards that a caller's record may lack.
 */
export function homeDatabaseOfPartner(ctx: PartnerContext): Database {
  return openShard(ctx, homeShard(ctx.principal.shards));
}

/** Opens a shard of the caller's environment. Throws Error if its binding is missing. */
export function openShard(ctx: PartnerContext, shard: string): Database {
  return requireAthleteDatabase(ctx.env, ctx.log, { environment: ctx.principal.environment, shard });
}

/**
 * Reads one batch from each of the partner's shards in parallel and returns the results. The home shard's batch also lists
 * the shards in use. Any that the caller's record lacks are read afterwards, so none is missed. Fails if a shard does not
 * respond.
 */
export async function readFromShards<Queries extends BatchItems>(
  ctx: PartnerContext,
  queriesFor: (db: Database, address: AthleteAddress) => Queries,
): Promise<readonly BatchResponse<Queries>[]> {
  const { partnerId, environment } = ctx.principal;
  const known = [...new Set(shardsOfPartner(ctx))];
  const [home, ...others] = known;
  let announced: readonly string[] = [];
  const read = async (shard: string): Promise<BatchResponse<Queries>> => {
    const db = openShard(ctx, shard);
    const queries = queriesFor(db, { environment, shard });
    if (shard !== home) return db.batch(queries);
    const [rows, ...results] = await db.batch([selectPartnerShards(db, partnerId), ...queries]);
    announced = rows.map((row) => row.shard);
    return asResponse<Queries>(results, queries.length);
  };
  const results = await askInGroups(home === undefined ? [] : [home, ...others], read);
  const unknown = announced.filter((shard) => !known.includes(shard));
  return [...results, ...(await askInGroups(unknown, read))];
}

/** Lists all of the partner's shards, including those that the caller's record lacks. */
export async function listShards(ctx: PartnerContext): Promise<readonly string[]> {
  const home = homeDatabaseOfPartner(ctx);
  const [announced] = await home.batch([selectPartnerShards(home, ctx.principal.partnerId)]);
  return [...new Set([...shardsOfPartner(ctx), ...announced.map(({ shard }) => shard)])];
}

/**
 * Returns the subset of these shards that the partner uses. Queries the home shard only for names missing from the caller's
 * record, because the partner may have just started using them.
 */
export async function knownAmong(ctx: PartnerContext, shards: readonly string[]): Promise<readonly string[]> {
  const known = shardsOfPartner(ctx);
  const all = shards.every((shard) => known.includes(shard)) ? known : await listShards(ctx);
  return shards.filter((shard) => all.includes(shard));
}

/** Runs `act` in each of the partner's shards, five at a time. */
export async function inEachShard<Result>(
  ctx: PartnerContext,
  act: (db: Database) => Promise<Result>,
): Promise<Result[]> {
  return askInGroups(await listShards(ctx), (shard) => act(openShard(ctx, shard)));
}

/** Merges the pages of several shards into the first `limit` rows of all, ordered by `isBefore`. */
export function mergeRows<Row>(
  pages: readonly (readonly Row[])[],
  isBefore: (one: Row, other: Row) => boolean,
  limit: number,
): Row[] {
  return pages
    .flat()
    .sort((one, other) => (isBefore(one, other) ? -1 : 1))
    .slice(0, limit);
}

/** Returns a 422 for a `region` that the partner does not have. */
export function regionNotAssigned(regions: readonly Region[]): Failure {
  return invalid({
    pointer: '/region',
    code: 'invalid_value',
    message: `must be one of your regions: ${regions.join(', ')}`,
  });
}

/** Up to this many shards are queried in parallel, in one round. */
export const ASKED_TOGETHER_MAX = 5;

/** Sorts after every ULID. */
const NO_END = '~';
/** The number of shards with a known end queried before knowing whether one fills the page. */
const MEASURED_AT_ONCE = 2;

/** A shard and the range of ULIDs of the partner's athletes in it. */
interface Window {
  readonly shard: string;
  readonly first: string;
  readonly last: string;
}

/** One shard's result and the ULIDs of its athletes, newest first. */
interface Answered<Result> {
  readonly result: Result;
  readonly ulids: readonly string[];
}

/**
 * Finds the next athletes before a ULID, newest first, across a partner's many shards. Queries only shards with athletes
 * created in the page's time range. A partner fills its shards one after the other, so these are one or two, plus the
 * shards open to new athletes.
 */
export async function askNewestFirst<Result>(
  ctx: PartnerContext,
  { before, limit }: { readonly before: string | null; readonly limit: number },
  ask: (db: Database, address: AthleteAddress) => Promise<Answered<Result>>,
): Promise<readonly Result[]> {
  const { partnerId, environment } = ctx.principal;
  const home = homeDatabaseOfPartner(ctx);
  const known = shardsOfPartner(ctx);
  const askEach = (shards: readonly string[]) =>
    askInGroups(shards, (shard) => ask(openShard(ctx, shard), { environment, shard }));
  // The first page comes from the shards open to new athletes, so these need not wait for the home shard.
  const likely = before === null ? [...new Set(known)].slice(1).slice(1 - ASKED_TOGETHER_MAX) : [];
  const [[rows], answered] = await Promise.all([
    home.batch([selectPartnerShards(home, partnerId)]),
    askEach(likely),
  ]);
  const answers = [...answered];
  let waiting = windowsOf(known, rows).filter(
    ({ shard, first }) => !likely.includes(shard) && (before === null || first < before),
  );
  while (waiting.length > 0) {
    const wave = nextOf(waiting, oldestShown(answers, limit));
    if (wave.length === 0) break;
    waiting = waiting.filter((window) => !wave.includes(window));
    answers.push(...(await askEach(wave.map(({ shard }) => shard))));
  }
  return answers.map(({ result }) => result);
}

/** Returns each shard's window, the newest end first. A shard without a row may contain any athletes. */
function windowsOf(known: readonly string[], rows: readonly PartnerShardRow[]): readonly Window[] {
  const byShard = new Map(rows.map((row) => [row.shard, row]));
  return [...new Set([...known, ...byShard.keys()])]
    .map((shard) => {
      const row = byShard.get(shard);
      const last = row?.state === 'measured' ? row.lastUlid : NO_END;
      return { shard, first: row?.firstUlid ?? '', last };
    })
    .sort((one, other) => (one.last < other.last ? 1 : -1));
}

/** Returns the last ULID of the page if the results fill it, or null if more are needed. */
function oldestShown(answers: readonly Answered<unknown>[], limit: number): string | null {
  const ulids = answers.flatMap((answer) => answer.ulids).sort();
  return ulids.at(-limit) ?? null;
}

/** Returns the shards to query next: any that may contain athletes newer than the oldest shown, otherwise the newest. */
function nextOf(waiting: readonly Window[], oldest: string | null): readonly Window[] {
  if (oldest !== null) return waiting.filter(({ last }) => last > oldest);
  const taking = waiting.filter(({ last }) => last === NO_END).length;
  return waiting.slice(0, Math.max(taking, Math.min(taking + MEASURED_AT_ONCE, ASKED_TOGETHER_MAX)));
}
