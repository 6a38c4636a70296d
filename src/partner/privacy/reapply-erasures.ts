import { DAY_MS, MINUTE_MS } from '#platform/clock.ts';
import type { AthleteDatabase } from '#platform/storage/athlete-databases.ts';
import { sha256Hex } from '#platform/storage/cryptography.ts';
import type { Database } from '#platform/storage/database.ts';
import type { JobStep } from '#platform/storage/job.ts';
import {
  blankAthletes,
  deleteCreationAnswers,
  markMissing,
  recordApplied,
  recordSearched,
  reportErasures,
  selectLedger,
  selectLiveIdsAfter,
  selectMissing,
  selectUnapplied,
} from './repository.ts';

const LEDGER_PAGE = 2000;
/** Missing erasures per search. */
const SOUGHT_MAX = 4000;
const SEARCH_PAGE = 2000;
const SEARCH_PAGES_MAX = 5;
/** A step stops reading pages once it has found this many athletes. */
const FOUND_ENOUGH = 500;
/** Sorts after every SHA-256 in hexadecimal. */
const AFTER_EVERY_HASH = 'g';
/**
 * Longer than a request takes from its ledger row to the athlete's row. A younger ledger row may be in
 * progress.
 */
const IN_PROGRESS_MS = MINUTE_MS;

/**
 * Begins to reapply erasures that the restore of a database has undone. Returns the function that takes the
 * next bounded step. The first steps compare the ledger, later ones search for the missing erasures. `isDone`
 * is true once none is missing.
 */
export function beginReapplying(
  registry: Database,
  home: AthleteDatabase,
  nowMs: number,
): () => Promise<JobStep> {
  let position: LedgerPosition | null = null;
  let isCompared = false;
  return async () => {
    if (isCompared) return eraseMissing(registry, home, nowMs);
    position = await compareLedger(registry, home, position, nowMs);
    isCompared = position === null;
    return { counts: {}, isDone: false };
  };
}

/** A position in a shard's ledger, which is read backwards from its newest row. */
interface LedgerPosition {
  readonly erasedAt: number;
  readonly idHash: string;
}

/**
 * Takes one bounded step of comparing the registry's ledger with a shard, from the newest row backwards,
 * because a restore undoes the newest. Rows that the shard has not applied are marked in the ledger and
 * excluded from later comparisons, so that any run can continue. Reads back at least a day, then to a page
 * with nothing missing.
 *
 * @returns the position to continue from, or null once the comparison is complete
 */
async function compareLedger(
  registry: Database,
  home: AthleteDatabase,
  after: LedgerPosition | null,
  nowMs: number,
): Promise<LedgerPosition | null> {
  const from = after ?? { erasedAt: nowMs - IN_PROGRESS_MS, idHash: AFTER_EVERY_HASH };
  const [page] = await registry.batch([selectLedger(registry, home, from, LEDGER_PAGE)]);
  const last = page.at(-1);
  if (!last) return null;
  const hashes = page.map(({ idHash }) => idHash);
  const [unseen] = await home.db.batch([selectUnapplied(home.db, hashes)]);
  const missing = unseen.map(({ idHash }) => idHash);
  if (missing.length > 0) await registry.batch([markMissing(registry, missing)]);
  if (page.length < LEDGER_PAGE) return null;
  // Reads back at least a day, because an erasure interrupted before it began may be older than applied ones.
  return missing.length === 0 && last.erasedAt < nowMs - DAY_MS ? null : last;
}

/**
 * Takes one bounded step of reapplying missing erasures. An athlete can be found by its hash only by hashing
 * the shard's athletes, some pages per step. The ledger keeps the progress, so that any run can continue.
 * `isDone` is true once nothing marked by `compareLedger` is missing.
 */
async function eraseMissing(registry: Database, home: AthleteDatabase, nowMs: number): Promise<JobStep> {
  const [missing] = await registry.batch([selectMissing(registry, home, SOUGHT_MAX)]);
  const [first] = missing;
  if (!first) return { counts: {}, isDone: true };
  const hashes = new Set(missing.map(({ idHash }) => idHash));
  const { db } = home;
  // The least advanced search comes first, because a later marked erasure has been searched for less.
  const { found, searchedTo } = await search(db, hashes, first.searchedTo);
  if (found.length > 0) {
    const report = reportErasures(db, home.environment, found, nowMs);
    await db.batch([report, blankAthletes(db, found), deleteCreationAnswers(db, found)]);
  }
  // Recorded as applied only after searching the whole shard. Until then each run finds the hash missing and
  // continues.
  if (searchedTo === null) await db.batch([recordApplied(db, [...hashes], nowMs)]);
  await registry.batch([recordSearched(registry, [...hashes], searchedTo)]);
  return { counts: { athletes: found.length }, isDone: false };
}

/**
 * Searches the next pages of a shard for live athletes with these hashes. `searchedTo` is null after the last
 * page.
 */
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
