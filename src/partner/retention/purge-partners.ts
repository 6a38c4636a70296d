import { ENVIRONMENTS, type Env } from '#platform/env.ts';
import { forgetDirectory, forgetKeyGuard } from '#platform/guards/call-guard.ts';
import { athleteDatabaseNames } from '#platform/storage/athlete-databases.ts';
import type { Database } from '#platform/storage/database.ts';
import {
  type Counts,
  type HomeJobContext,
  inTurn,
  type Job,
  type JobContext,
  type JobStep,
} from '#platform/storage/job.ts';
import { selectHomeRegions } from '#platform/storage/partner.ts';
import { STEP_ROWS } from '#platform/storage/statements.ts';
import { endSubscribersOf } from '#platform/storage/subscribers.ts';
import { deleteConsoleOf } from '../console/shared-repository.ts';
import { guardOfKey } from '../keys/keys.ts';
import { deleteKeys } from '../keys/keys-of-partner.ts';
import { finishTermination, readPartnersToNotify } from '../partners/end-access.ts';
import { deleteEnds, recordEnds, reduceToRecord } from '../partners/shared-repository.ts';
import { eraseAthletesOfPartners, finishErasures } from '../privacy/erase-athlete.ts';
import {
  deleteEndsOf,
  deleteRowsOfPartner,
  deleteRowsOfPartners,
  deleteShardsOfPartners,
  selectDueEverywhere,
  selectDueIn,
  selectPurgedPartners,
  selectSomeKeys,
} from './repository.ts';

/**
 * Begins to finish terminations that were interrupted before every key had been notified, and returns a
 * function that takes the next bounded step: one partner. Tries every partner of a page. If one fails, the
 * last step throws and the next run retries. Tokens are ended by each athlete database's own job.
 */
export const beginFinishingTerminations: Job<JobContext>['begin'] = (ctx) => {
  let takeStep: (() => Promise<JobStep>) | null = null;
  return async () => {
    if (takeStep) return takeStep();
    const page = await readPartnersToNotify(ctx);
    takeStep = inTurn(page, ctx.nowMs, async (partner) => {
      await finishTermination(ctx, partner);
      return { counts: { partners: 1 }, isDone: true };
    });
    return { counts: {}, isDone: page.length === 0 };
  };
};

/** Partners that are read at a time. A database searches for the athletes of all of them once. */
const PAGE_PARTNERS = 20;

/**
 * Partners whose purge is due in this database, and purged ones whose athletes a restore could bring back.
 */
interface Page {
  readonly due: readonly string[];
  readonly purged: readonly string[];
}

/**
 * Begins to erase from one database the athletes of partners terminated more than 30 days ago, with all their
 * data and the partners' rows there, and returns a function that takes the next bounded step. Records in the
 * registry that this database is done. Also searches for athletes of partners purged earlier, as long as a
 * restore could bring them back.
 */
export const beginErasingAthletes: Job<HomeJobContext>['begin'] = (ctx) => {
  let page: Page | null = null;
  return async () => {
    if (page === null) {
      page = await readPage(ctx);
      return { counts: {}, isDone: page.due.length + page.purged.length === 0 };
    }
    const { counts, isOver } = await purgePage(ctx, page);
    if (!isOver) return { counts, isDone: false };
    const { due } = page;
    const { registry, home } = ctx;
    if (due.length > 0) await registry.batch([recordEnds(registry, 'athletes', home, due)]);
    page = null;
    return { counts, isDone: due.length < PAGE_PARTNERS };
  };
};

async function readPage({ registry, home, nowMs }: HomeJobContext): Promise<Page> {
  const [due, purged] = await registry.batch([
    selectDueIn(registry, home, nowMs, PAGE_PARTNERS),
    selectPurgedPartners(registry, nowMs),
  ]);
  return { due: due.map(({ id }) => id), purged: purged.map(({ id }) => id) };
}

async function purgePage(
  { env, registry, home: { db } }: HomeJobContext,
  { due, purged }: Page,
): Promise<{ readonly counts: Counts; readonly isOver: boolean }> {
  const begun = await eraseAthletesOfPartners(db, [...due, ...purged]);
  const finished = await finishErasures(env, registry, db);
  const removals = deleteRowsOfPartners(db, due);
  const results = await db.batch([
    ...removals,
    deleteShardsOfPartners(db, due),
    deleteEndsOf(db, due),
    // Their dispatchers delete them with their deliveries.
    endSubscribersOf(db, due),
  ]);
  const changes = results.slice(0, removals.length).map(({ meta }) => meta.changes);
  const rows = changes.reduce((sum, one) => sum + one, finished.counts.rows ?? 0);
  const areFewLeft = Math.max(...changes) < STEP_ROWS;
  return {
    counts: { athletes: begun.athletes, rows },
    isOver: begun.athletes === 0 && finished.isDone && areFewLeft,
  };
}

/** Keys that one step removes. Each costs two messages to its guard. */
const STEP_KEYS = 25;

/**
 * Begins to purge partners whose athletes every database has erased (`purge-athletes-of-partners`), and
 * returns a function that takes the next bounded step. Removes keys with their KV records and guards,
 * directories, clients, webhooks, stored answers and usage, and finally reduces the partner's row to the
 * operator's record. After an interruption the next run continues. A partner that fails waits for the next
 * run while the others continue; the last step then throws.
 */
export const beginPurgingPartners: Job<JobContext>['begin'] = ({ env, registry, nowMs }) => {
  let takeStep: (() => Promise<JobStep>) | null = null;
  let isLastPage = false;
  return async () => {
    if (takeStep === null) {
      const names = athleteDatabaseNames(env);
      const [due] = await registry.batch([selectDueEverywhere(registry, names, nowMs, PAGE_PARTNERS)]);
      if (due.length === 0) return { counts: {}, isDone: true };
      isLastPage = due.length < PAGE_PARTNERS;
      takeStep = inTurn(due, nowMs, ({ id }) => purgePartner(env, registry, id, nowMs));
    }
    const step = await takeStep();
    if (!step.isDone) return step;
    takeStep = null;
    return { ...step, isDone: isLastPage };
  };
};

/** Takes one step of purging a partner, whose athletes are erased, from the registry, KV and the guards. */
async function purgePartner(
  env: Env,
  registry: Database,
  partnerId: string,
  nowMs: number,
): Promise<JobStep> {
  const keys = await purgeKeys(env, registry, partnerId);
  if (keys === STEP_KEYS) return { counts: { keys }, isDone: false };
  // Comes before reducing the partner's row, by which the next run finds it.
  const [[home]] = await registry.batch([selectHomeRegions(registry, [partnerId])]);
  for (const environment of ENVIRONMENTS) {
    if (!home) break;
    await forgetDirectory(env, { partnerId, environment, homeRegion: home.homeRegion });
  }
  const removals = [
    ...deleteRowsOfPartner(registry, partnerId),
    ...deleteConsoleOf(registry, partnerId),
  ] as const;
  const results = await registry.batch([
    ...removals,
    reduceToRecord(registry, partnerId, nowMs),
    deleteEnds(registry, partnerId),
    endSubscribersOf(registry, [partnerId]),
  ]);
  const changes = results.map(({ meta }) => meta.changes);
  const rows = changes.slice(0, removals.length).reduce((sum, one) => sum + one, 0);
  const partners = changes[removals.length] ?? 0;
  // If nothing was removed and the row was not reduced, another run did it or the next one must check.
  return { counts: { rows, keys, partners }, isDone: partners > 0 || rows === 0 };
}

/**
 * Purges some keys of the partner, including ended ones. The registry deletes them last, so until then the
 * next step finds them.
 */
async function purgeKeys(env: Env, registry: Database, partnerId: string): Promise<number> {
  const [keys] = await registry.batch([selectSomeKeys(registry, partnerId, STEP_KEYS)]);
  // The guard is emptied first, because its alarm would restore the key's KV record.
  await Promise.all(keys.map((key) => forgetKeyGuard(env, guardOfKey(key))));
  await deleteKeys(env, registry, keys);
  return keys.length;
}
