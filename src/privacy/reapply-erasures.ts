import { DAY_MS, MINUTE_MS } from '../clock.ts';
import type { AthleteDatabase } from '../storage/athlete-databases.ts';
import { type Calls, calls } from '../storage/call-budget.ts';
import type { Database } from '../storage/database.ts';
import { sha256Hex } from '../storage/digest.ts';
import {
  blankAthletes,
  deleteCreationAnswers,
  noteMissing,
  recordApplied,
  recordSearched,
  selectLedger,
  selectLiveIdsAfter,
  selectMissing,
  selectUnapplied,
} from './repository.ts';

const LEDGER_PAGE = 2000;
/** Missing erasures that are searched for at once. */
const SOUGHT_MAX = 4000;
const SEARCH_PAGE = 2000;
const SEARCH_PAGES_MAX = 5;
/** A step that has found so many reads no further page. */
const FOUND_ENOUGH = 500;
/** Sorts after every SHA-256 in hexadecimal. */
const AFTER_EVERY_HASH = 'g';
/** Longer than a request takes from its ledger row to the athlete's: younger rows are still its own business. */
const OWN_BUSINESS_MS = MINUTE_MS;

/** The most calls that one step makes: a page of the ledger, or the pages of a search and what they find. */
export const CALLS_OF_REAPPLYING: Calls = calls({
  d1Queries: 6 + SEARCH_PAGES_MAX,
  subrequests: 5 + SEARCH_PAGES_MAX,
});

/**
 * Begins to erase again whom a restored database has brought back, and returns what takes the next bounded step:
 * first the ledger is compared, then the missing are searched for. `isDone` once nothing is missing.
 */
export function beginReapplying(
  registry: Database,
  home: AthleteDatabase,
  nowMs: number,
): () => Promise<Reapplied> {
  let place: LedgerPlace | null = null;
  let isCompared = false;
  return async () => {
    if (isCompared) return eraseMissing(registry, home, nowMs);
    place = await compareLedger(registry, home, place, nowMs);
    isCompared = place === null;
    return { erasedAgain: 0, isDone: false };
  };
}

interface Reapplied {
  readonly erasedAgain: number;
  readonly isDone: boolean;
}

/** A place in a shard's ledger, which is read from its newest row back. */
interface LedgerPlace {
  readonly erasedAt: number;
  readonly idHash: string;
}

/**
 * One bounded step of comparing the registry's ledger with a shard, from its newest row back: what a restore undoes
 * is the newest. A page's rows that the shard has not seen are marked in the ledger, and no later comparison reads
 * them again, so any run can go on. Reads back a day at least, then to a page of which nothing is missing.
 *
 * @returns the place to go on from, or null where the comparison is over
 */
async function compareLedger(
  registry: Database,
  home: AthleteDatabase,
  after: LedgerPlace | null,
  nowMs: number,
): Promise<LedgerPlace | null> {
  const from = after ?? { erasedAt: nowMs - OWN_BUSINESS_MS, idHash: AFTER_EVERY_HASH };
  const [page] = await registry.batch([selectLedger(registry, home, from, LEDGER_PAGE)]);
  const last = page.at(-1);
  if (!last) return null;
  const hashes = page.map(({ idHash }) => idHash);
  const [unseen] = await home.db.batch([selectUnapplied(home.db, hashes)]);
  const missing = unseen.map(({ idHash }) => idHash);
  if (missing.length > 0) await registry.batch([noteMissing(registry, missing)]);
  if (page.length < LEDGER_PAGE) return null;
  // A day back in any case: one that was cut off before it began may lie behind later ones.
  return missing.length === 0 && last.erasedAt < nowMs - DAY_MS ? null : last;
}

/**
 * One bounded step of erasing again whom a restored database has brought back. Whom a missing hash names can only
 * be found by hashing the shard's athletes, some pages a step; how far that has come is kept in the ledger, so any
 * run can go on. `isDone` once nothing that `compareLedger` marked is missing.
 */
async function eraseMissing(registry: Database, home: AthleteDatabase, nowMs: number): Promise<Reapplied> {
  const [missing] = await registry.batch([selectMissing(registry, home, SOUGHT_MAX)]);
  const [first] = missing;
  if (!first) return { erasedAgain: 0, isDone: true };
  const hashes = new Set(missing.map(({ idHash }) => idHash));
  const { db } = home;
  // One that went missing later has been searched for less far.
  const { found, searchedTo } = await search(db, hashes, first.searchedTo);
  if (found.length > 0) {
    await db.batch([blankAthletes(db, found), deleteCreationAnswers(db, found)]);
  }
  // Applied is noted once the whole shard was searched: until then each run finds the hash missing and goes on.
  if (searchedTo === null) await db.batch([recordApplied(db, [...hashes], nowMs)]);
  await registry.batch([recordSearched(registry, [...hashes], searchedTo)]);
  return { erasedAgain: found.length, isDone: false };
}

/** Live athletes whom these hashes name, in the next pages of a shard. `searchedTo` is null after the last one. */
async function search(
  db: Database,
  hashes: ReadonlySet<string>,
  afterId: string,
): Promise<{ readonly found: readonly string[]; readonly searchedTo: string | null }> {
  const found: string[] = [];
  let searchedTo = afterId;
  for (let pages = 0; pages < SEARCH_PAGES_MAX && found.length < FOUND_ENOUGH; pages++) {
    const [page] = await db.batch([selectLiveIdsAfter(db, searchedTo, SEARCH_PAGE)]);
    const named = await Promise.all(
      page.map(async ({ id }) => (hashes.has(await sha256Hex(id)) ? id : null)),
    );
    found.push(...named.filter((id) => id !== null));
    const last = page.at(-1);
    if (!last || page.length < SEARCH_PAGE) return { found, searchedTo: null };
    searchedTo = last.id;
  }
  return { found, searchedTo };
}
