import { STEP_ROWS } from '#platform/storage/delete-some.ts';
import type { Counts, HomePlace, Job } from '#platform/storage/job.ts';
import { endSubscribersOf } from '#platform/storage/subscribers.ts';
import { recordEnds } from '../partners/shared-repository.ts';
import { eraseAthletesOfPartners, finishErasures } from '../privacy/finish-erasures.ts';
import {
  deleteEndsOf,
  deleteRowsOfPartners,
  deleteShardsOfPartners,
  selectDueIn,
  selectPurgedPartners,
} from './partner-rows-repository.ts';

/** Partners that are purged together, so that their athletes are searched for only once. */
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
export const beginErasingAthletes: Job<HomePlace>['begin'] = (place) => {
  let page: Page | null = null;
  return async () => {
    if (page === null) {
      page = await readPage(place);
      return { counts: {}, isDone: page.due.length + page.purged.length === 0 };
    }
    const { counts, isOver } = await purgePage(place, page);
    if (!isOver) return { counts, isDone: false };
    const { due } = page;
    const { registry, home } = place;
    if (due.length > 0) await registry.batch([recordEnds(registry, 'athletes', home, due)]);
    page = null;
    return { counts, isDone: due.length < PAGE_PARTNERS };
  };
};

async function readPage({ registry, home, nowMs }: HomePlace): Promise<Page> {
  const [due, purged] = await registry.batch([
    selectDueIn(registry, home, nowMs, PAGE_PARTNERS),
    selectPurgedPartners(registry, nowMs),
  ]);
  return { due: due.map(({ id }) => id), purged: purged.map(({ id }) => id) };
}

async function purgePage(
  { env, registry, home: { db } }: HomePlace,
  { due, purged }: Page,
): Promise<{ readonly counts: Counts; readonly isOver: boolean }> {
  const begun = await eraseAthletesOfPartners(db, [...due, ...purged]);
  const finished = await finishErasures(env, registry, db);
  const [answers, seen, reported] = await db.batch([
    ...deleteRowsOfPartners(db, due),
    deleteShardsOfPartners(db, due),
    deleteEndsOf(db, due),
    // Their dispatchers delete them with their deliveries.
    endSubscribersOf(db, due),
  ]);
  const changes = [answers, seen, reported].map(({ meta }) => meta.changes);
  const rows = changes.reduce((sum, one) => sum + one, finished.counts.rows ?? 0);
  const areFewLeft = Math.max(...changes) < STEP_ROWS;
  return {
    counts: { athletes: begun.athletes, rows },
    isOver: begun.athletes === 0 && finished.isDone && areFewLeft,
  };
}
