import { askInGroups } from '../storage/athlete-databases.ts';
import type { Database } from '../storage/database.ts';
import type { AthleteAddress } from '../storage/ids.ts';
import { type PartnerShardRow, selectPartnerShards } from '../storage/partner-shards.ts';
import type { PartnerContext } from './context.ts';
import { homeDatabaseOfPartner, openShard, shardsOfPartner } from './partner-shards.ts';

/** Up to this many shards are queried in parallel, in one round. */
export const ASKED_TOGETHER_MAX = 5;

/** Sorts after every ULID. */
const NO_END = '~';
/** The number of shards with a known end queried before knowing whether one fills the page. */
const SETTLED_AT_ONCE = 2;

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
      const last = row?.state === 'settled' ? row.lastUlid : NO_END;
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
  return waiting.slice(0, Math.max(taking, Math.min(taking + SETTLED_AT_ONCE, ASKED_TOGETHER_MAX)));
}
