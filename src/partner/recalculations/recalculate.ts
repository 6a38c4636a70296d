import { MINUTE_MS } from '#platform/clock.ts';
import { noteEvents } from '#platform/http/change-hints.ts';
import { requireAthleteDatabase } from '#platform/storage/athlete-databases.ts';
import type { Database } from '#platform/storage/database.ts';
import { parseAthleteId } from '#platform/storage/ids.ts';
import type { JobStep, Place } from '#platform/storage/job.ts';
import { noteEvent, type RecordedEvent } from '#platform/storage/record-events.ts';
import type { RecalculationRow } from '#platform/storage/registry-schema.ts';
import { type Found, recalculateActivities } from './recalculate-activities.ts';
import {
  claimDue,
  moveOn,
  nextAthletes,
  selectNextActivities,
  selectReach,
  theseAthletes,
} from './repository.ts';
import { completeRecalculation, failExhausted } from './shared-repository.ts';

/** Activities that are read, calculated and written together: about 1.3 MB of rows. */
export const PAGE_ACTIVITIES = 250;
/** Athletes whose activities a page looks for. */
const PAGE_ATHLETES = 100;
/** Pages per step: up to 2,000 activities, and at least 500 if there are that many. */
export const STEP_PAGES = 8;
/** The lease of a worker, much longer than a step takes. A worker without progress for this long is lost. */
const LEASE_MS = 10 * MINUTE_MS;
/** Sorts after every activity of an athlete. */
const AFTER_ALL = { afterActivity: '~', afterAt: Number.MAX_SAFE_INTEGER } as const;
const BEFORE_ALL = { afterAthlete: '', afterActivity: '', afterAt: 0 } as const;

/**
 * Takes the next step of the recalculation that has waited longest: at most 2,000 activities, page by page.
 * Each page is written with its progress in the row, and only if the row is still unfinished and at the same
 * position. So an interruption repeats at most one page, a cancellation takes effect with the next page, and
 * of two workers one stops. `isDone` is true if no recalculation waits for a worker.
 */
export async function recalculateNext(place: Place): Promise<JobStep> {
  const { registry, nowMs } = place;
  const [, , [claimed]] = await registry.batch([
    ...failExhausted(registry, nowMs),
    claimDue(registry, nowMs, nowMs + LEASE_MS),
  ]);
  if (!claimed) return { counts: {}, isDone: true };
  const recorded: RecordedEvent[] = [];
  const activities = await takePages({ ...place, recorded }, claimed);
  await noteEvents(place.env, place.meter, recorded, nowMs).catch(() => undefined);
  return { counts: { activities }, isDone: false };
}

/** A step in progress, with the events that it has recorded. */
interface Step extends Place {
  readonly recorded: RecordedEvent[];
}

/** Takes the pages of a step, and ends the recalculation after the last one. Returns the number of activities. */
async function takePages(step: Step, claimed: RecalculationRow): Promise<number> {
  const { registry, nowMs } = step;
  let row = claimed;
  for (let pagesLeft = STEP_PAGES - 1; pagesLeft >= 0; pagesLeft--) {
    const [shard] = row.shards;
    if (shard === undefined) {
      await registry.batch(completeRecalculation(registry, row.id, nowMs));
      noteEvent({ principal: row, ...step }, 'recalculation.finished', null);
      break;
    }
    // With its last page, a step lets the next one begin.
    const moved = await takePage(step, row, shard, pagesLeft === 0 ? nowMs : nowMs + LEASE_MS);
    if (!moved) break;
    row = moved;
  }
  return countOf(row) - countOf(claimed);
}

function countOf({ calculated, unchanged, failed }: RecalculationRow): number {
  return calculated + unchanged + failed;
}

/**
 * Works on the next page of a shard. Returns the row with its new position, or nothing if the row has ended
 * or was no longer at this position.
 */
async function takePage(
  { env, meter, registry, nowMs, recorded }: Step,
  row: RecalculationRow,
  shard: string,
  dueAt: number,
): Promise<RecalculationRow | undefined> {
  const db = requireAthleteDatabase(env, meter, { environment: row.environment, shard });
  const page = await readPage(db, row, shard);
  const outcomes = await recalculateActivities(db, row, page.found, { nowMs, recorded });
  const move = {
    ...page.next,
    dueAt,
    calculated: row.calculated + outcomes.calculated,
    unchanged: row.unchanged + outcomes.unchanged,
    failed: row.failed + outcomes.failed,
  };
  const [[moved]] = await registry.batch([moveOn(registry, row, move)]);
  return moved;
}

interface Page {
  readonly found: readonly Found[];
  /** The position after the page. */
  readonly next: Pick<RecalculationRow, 'shards' | 'afterAthlete' | 'afterActivity' | 'afterAt'>;
}

async function readPage(db: Database, row: RecalculationRow, shard: string): Promise<Page> {
  const among =
    row.athleteIds === null
      ? nextAthletes(row, PAGE_ATHLETES)
      : theseAthletes(namedIn(shard, row.athleteIds, row.afterAthlete));
  const [[reach], found] = await db.batch([
    selectReach(db, among),
    selectNextActivities(db, row, among, PAGE_ACTIVITIES),
  ]);
  const { shards } = row;
  const last = found.at(-1);
  if (last && found.length === PAGE_ACTIVITIES) {
    const { athleteId: afterAthlete, id: afterActivity, effectiveAt: afterAt } = last;
    return { found, next: { shards, afterAthlete, afterActivity, afterAt } };
  }
  if (reach && reach.last !== null && reach.count === PAGE_ATHLETES) {
    return { found, next: { shards, afterAthlete: reach.last, ...AFTER_ALL } };
  }
  return { found, next: { shards: shards.slice(1), ...BEFORE_ALL } };
}

/** Returns the next of the named athletes in a shard. */
function namedIn(shard: string, athleteIds: readonly string[], from: string): readonly string[] {
  const own = athleteIds.filter((id) => id >= from && parseAthleteId(id)?.shard === shard);
  return own.slice(0, PAGE_ATHLETES);
}
