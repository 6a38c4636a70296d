import { deleteConsoleOf } from '../console/shared-repository.ts';
import type { Env } from '../env.ts';
import { forgetDirectory, forgetKeyGuard } from '../guards/call-guard.ts';
import { deleteKeys } from '../keys/keys-of-partner.ts';
import { guardOfKey } from '../keys/mint-key.ts';
import { reduceToRecord } from '../partners/shared-repository.ts';
import {
  CALLS_OF_BLANKING,
  callsOfFinishing,
  eraseAthletesOfPartners,
  finishErasures,
} from '../privacy/finish-erasures.ts';
import type { AthleteDatabase } from '../storage/athlete-databases.ts';
import { type Calls, calls, mapCalls } from '../storage/call-budget.ts';
import type { Database } from '../storage/database.ts';
import { STEP_ROWS } from '../storage/delete-some.ts';
import { selectHomeRegions } from '../storage/partner.ts';
import { deleteDeliveriesOfPartners } from '../webhooks/shared-repository.ts';
import {
  deleteRowsOfPartner,
  deleteRowsOfPartners,
  deleteShardsOfPartners,
  selectDuePartners,
  selectPurgedPartners,
  selectSomeKeys,
} from './partner-rows-repository.ts';

/** Partners that are purged together, so that their athletes are searched for once. */
const PAGE_PARTNERS = 20;
/** Keys that one step removes: each costs two messages to its guard. */
const STEP_KEYS = 25;

export interface PurgeStep {
  readonly athletes: number;
  readonly rows: number;
  readonly keys: number;
  readonly partners: number;
  readonly isDone: boolean;
}

const NOTHING = { athletes: 0, rows: 0, keys: 0, partners: 0, isDone: false };

const CALLS_OF_KEYS = calls({ d1Queries: 15, subrequests: 6 + 2 * STEP_KEYS });

/** Returns the most calls that one step makes: in one athlete database, or for some keys of a partner. */
export function callsOfPurgingPartners(env: Pick<Env, 'athleteDatabases'>): Calls {
  const finishing = callsOfFinishing(env);
  const deletions = calls({ d1Queries: 6, subrequests: 1 });
  return mapCalls((name) =>
    Math.max(CALLS_OF_BLANKING[name] + finishing[name] + deletions[name], CALLS_OF_KEYS[name]),
  );
}

/** Partners whose purge is in progress, and purged ones whose athletes a restore could bring back. */
interface Page {
  readonly due: readonly string[];
  readonly purged: readonly string[];
}

/**
 * Begins to purge partners whose 30 days after termination are over, and returns a function that takes the next bounded
 * step: their athletes in every shard with all their data, then keys with their KV records and guards, directories,
 * clients, webhooks, kept answers and usage; last, the partner's row is reduced to the operator's record. After an interruption the next
 * run continues. A partner that fails is left to the next run while the others continue; the last step then throws.
 *
 * Also searches for athletes of partners purged earlier, for as long as a restore of a database could bring them back.
 */
export function beginPurgingPartners(
  env: Env,
  registry: Database,
  homes: readonly AthleteDatabase[],
  nowMs: number,
): () => Promise<PurgeStep> {
  let page: Page | null = null;
  let homesLeft: AthleteDatabase[] = [];
  let partnersLeft: string[] = [];
  const faults: unknown[] = [];

  const purgeNext = async (partnerId: string): Promise<PurgeStep> => {
    try {
      const { isOver, ...step } = await purgePartner(env, registry, partnerId, nowMs);
      if (isOver) partnersLeft.shift();
      return step;
    } catch (fault) {
      faults.push(fault);
      partnersLeft.shift();
      return NOTHING;
    }
  };

  return async () => {
    if (page === null) {
      page = await readPage(registry, nowMs);
      partnersLeft = [...page.due];
      if (partnersLeft.length + page.purged.length === 0) return { ...NOTHING, isDone: true };
      // Each run begins with another database, so that a large one does not delay the others forever.
      const first = nowMs % homes.length;
      homesLeft = [...homes.slice(first), ...homes.slice(0, first)];
      return NOTHING;
    }
    const [home] = homesLeft;
    if (home) {
      const { isOver, ...step } = await purgeHome(env, registry, home.db, page);
      if (isOver) homesLeft.shift();
      return step;
    }
    const [partnerId] = partnersLeft;
    const step = partnerId === undefined ? NOTHING : await purgeNext(partnerId);
    if (partnersLeft.length > 0) return step;
    if (faults.length > 0) throw faults[0];
    const isDone = page.due.length < PAGE_PARTNERS;
    page = null;
    return { ...step, isDone };
  };
}

async function readPage(registry: Database, nowMs: number): Promise<Page> {
  const [due, purged] = await registry.batch([
    selectDuePartners(registry, nowMs, PAGE_PARTNERS),
    selectPurgedPartners(registry, nowMs),
  ]);
  return { due: due.map(({ id }) => id), purged: purged.map(({ id }) => id) };
}

type PartOfPurge = PurgeStep & { readonly isOver: boolean };

/** Takes one step of erasing these partners' athletes in one database, with the idempotency keys there. */
async function purgeHome(
  env: Env,
  registry: Database,
  db: Database,
  { due, purged }: Page,
): Promise<PartOfPurge> {
  const begun = await eraseAthletesOfPartners(db, [...due, ...purged]);
  const finished = await finishErasures(env, registry, db);
  const [answers, seen, reported, sent] = await db.batch([
    ...deleteRowsOfPartners(db, due),
    ...deleteDeliveriesOfPartners(db, due),
    deleteShardsOfPartners(db, due),
  ]);
  const changes = [answers, seen, reported, sent].map(({ meta }) => meta.changes);
  const rows = changes.reduce((sum, one) => sum + one, finished.rows);
  const areFewLeft = Math.max(...changes) < STEP_ROWS;
  const isOver = begun.athletes === 0 && finished.isDone && areFewLeft;
  return { ...NOTHING, athletes: begun.athletes, rows, isOver };
}

/** Takes one step of purging a partner, whose athletes are erased, from the registry, KV and the guards. */
async function purgePartner(
  env: Env,
  registry: Database,
  partnerId: string,
  nowMs: number,
): Promise<PartOfPurge> {
  const keys = await purgeKeys(env, registry, partnerId);
  if (keys === STEP_KEYS) return { ...NOTHING, keys, isOver: false };
  // Done before the partner's row is reduced, because the next run finds them by it.
  const [[home]] = await registry.batch([selectHomeRegions(registry, [partnerId])]);
  for (const environment of ['test', 'live'] as const) {
    if (!home) break;
    await forgetDirectory(env, { partnerId, environment, homeRegion: home.homeRegion });
  }
  const [answers, clients, reported, counts, recalculated, , , , , , audited, reduced] = await registry.batch(
    [
      ...deleteRowsOfPartner(registry, partnerId),
      ...deleteConsoleOf(registry, partnerId),
      reduceToRecord(registry, partnerId, nowMs),
    ],
  );
  const removed = [answers, clients, reported, counts, recalculated, audited];
  const rows = removed.reduce((sum, { meta }) => sum + meta.changes, 0);
  // If nothing was removed and the row was not reduced, another run did it or the next one must check.
  const isOver = reduced.meta.changes > 0 || rows === 0;
  return { ...NOTHING, rows, keys, partners: reduced.meta.changes, isOver };
}

/**
 * Purges some keys of the partner, ended ones too. The registry deletes them last: until then the next step finds them.
 */
async function purgeKeys(env: Env, registry: Database, partnerId: string): Promise<number> {
  const [keys] = await registry.batch([selectSomeKeys(registry, partnerId, STEP_KEYS)]);
  // The guard is emptied first, because its alarm would restore the key's KV record.
  await Promise.all(keys.map((key) => forgetKeyGuard(env, guardOfKey(key))));
  await deleteKeys(env, registry, keys);
  return keys.length;
}
