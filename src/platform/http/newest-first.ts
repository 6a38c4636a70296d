import { askInGroups } from '../storage/athlete-databases.ts';
import type { Database } from '../storage/database.ts';
import type { AthleteAddress } from '../storage/ids.ts';
import { type PartnerShardRow, selectPartnerShards } from '../storage/partner-shards.ts';
import type { PartnerContext } from './context.ts';
import { homeDatabaseOfPartner, openShard, shardsOfPartner } from './partner-shards.ts';

/** A partner with fewer shards has all of them asked at once, which takes one round. */
export const ASKED_TOGETHER_MAX = 5;

/** After every ULID. */
const NO_END = '~';
/** Shards with a known end that are asked before it is known that one does not fill the page. */
const SETTLED_AT_ONCE = 2;

/** A shard, with the ULIDs between which all of the partner's athletes in it are. */
interface Window {
  readonly shard: string;
  readonly first: string;
  readonly last: string;
}

/** What one shard answered, and the ULIDs of the athletes among it, newest first. */
interface Answered<Result> {
  readonly result: Result;
  readonly ulids: readonly string[];
}

/**
 * Asks a partner's many shards for the next athletes before a ULID, newest first: only those whose athletes were created
 * in the time that the page is about. A partner fills its shards one after the other, so they are one or two, beside the
 * shards that take new athletes.
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
  // The first page is about the shards that take athletes, so they need not wait for what the home shard knows.
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

/** Returns the window of each shard, the newest end first. A shard without a row may hold any athletes. */
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

/** Returns the last ULID of a page that the answers fill already; null if more are needed. */
function oldestShown(answers: readonly Answered<unknown>[], limit: number): string | null {
  const ulids = answers.flatMap((answer) => answer.ulids).sort();
  return ulids.at(-limit) ?? null;
}

/** Returns the shards to ask next: those that may hold athletes newer than the oldest shown, else the newest ones. */
function nextOf(waiting: readonly Window[], oldest: string | null): readonly Window[] {
  if (oldest !== null) return waiting.filter(({ last }) => last > oldest);
  const taking = waiting.filter(({ last }) => last === NO_END).length;
  return waiting.slice(0, Math.max(taking, Math.min(taking + SETTLED_AT_ONCE, ASKED_TOGETHER_MAX)));
}
