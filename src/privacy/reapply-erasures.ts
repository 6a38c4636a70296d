import { DAY_MS } from '../clock.ts';
import type { AthleteDatabase } from '../storage/athlete-databases.ts';
import type { Database } from '../storage/database.ts';
import { sha256Hex } from '../storage/digest.ts';
import {
  blankAthletes,
  deleteCreationAnswers,
  type LedgerRow,
  noteApplied,
  noteSearched,
  selectLedger,
  selectLiveIdsAfter,
  selectUnapplied,
} from './repository.ts';

const LEDGER_PAGE = 500;
const SEARCH_PAGE = 1000;
/** Sorts after every SHA-256 in hexadecimal. */
const AFTER_EVERY_HASH = 'g';
/** Longer than a request takes from its ledger row to the athlete's: younger rows are still its own business. */
const OWN_BUSINESS_MS = 60_000;

/**
 * One bounded step of erasing again whom a restored database has brought back. What a restore undoes is the
 * newest, so the ledger is compared from its newest row back to a page of which nothing is missing. Whom a
 * missing hash names can only be found by hashing the shard's athletes, a page a step; how far that has come
 * is kept in the ledger, so any run can go on. `isDone` once nothing is missing.
 */
export async function reapplyErasures(
  registry: Database,
  home: AthleteDatabase,
  nowMs: number,
): Promise<{ readonly erasedAgain: number; readonly isDone: boolean }> {
  const missing = await unapplied(registry, home, nowMs);
  if (missing.length === 0) return { erasedAgain: 0, isDone: true };
  const hashes = new Set(missing.map(({ idHash }) => idHash));
  // One that went missing later has been searched for less far.
  const searchedTo = missing.map((row) => row.searchedTo ?? '').sort()[0] ?? '';
  const { db } = home;
  const [page] = await db.batch([selectLiveIdsAfter(db, searchedTo, SEARCH_PAGE)]);
  const named = await Promise.all(page.map(async ({ id }) => (hashes.has(await sha256Hex(id)) ? id : null)));
  const found = named.filter((id) => id !== null);
  if (found.length > 0) {
    await db.batch([blankAthletes(db, found), deleteCreationAnswers(db, found)]);
  }
  const last = page.length === SEARCH_PAGE ? page.at(-1) : undefined;
  // Applied is noted once the whole shard was searched: until then each run finds the hash missing and goes on.
  if (!last) await db.batch([noteApplied(db, [...hashes], nowMs)]);
  await registry.batch([noteSearched(registry, [...hashes], last?.id ?? null)]);
  return { erasedAgain: found.length, isDone: false };
}

/** Ledger rows of this shard that its database has not seen, from the newest back. */
async function unapplied(
  registry: Database,
  home: AthleteDatabase,
  nowMs: number,
): Promise<readonly LedgerRow[]> {
  let after = { erasedAt: nowMs - OWN_BUSINESS_MS, idHash: AFTER_EVERY_HASH };
  const missing: LedgerRow[] = [];
  for (;;) {
    const [page] = await registry.batch([selectLedger(registry, home, after, LEDGER_PAGE)]);
    if (page.length === 0) return missing;
    const [unseen] = await home.db.batch([
      selectUnapplied(
        home.db,
        page.map(({ idHash }) => idHash),
      ),
    ]);
    const hashes = new Set(unseen.map(({ idHash }) => idHash));
    missing.push(...page.filter(({ idHash }) => hashes.has(idHash)));
    const last = page.at(-1);
    if (!last || page.length < LEDGER_PAGE) return missing;
    // A day back in any case: one that was cut off before it began may lie behind later ones.
    if (unseen.length === 0 && last.erasedAt < nowMs - DAY_MS) return missing;
    after = last;
  }
}
