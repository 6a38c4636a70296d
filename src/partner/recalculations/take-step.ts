import type { Env } from '#platform/env.ts';
import { wakeDispatchers } from '#platform/guards/call-dispatcher.ts';
import { noteEvents } from '#platform/http/note-news.ts';
import { requireAthleteDatabase } from '#platform/storage/athlete-databases.ts';
import { type Calls, calls } from '#platform/storage/call-budget.ts';
import { type Database, openDatabase, type StorageMeter } from '#platform/storage/database.ts';
import { parseAthleteId } from '#platform/storage/ids.ts';
import { noteEvent, type RecordedEvent } from '#platform/storage/record-events.ts';
import type { RecalculationRow } from '#platform/storage/registry-schema.ts';
import type { Subscriber } from '#platform/storage/subscriber.ts';
import { type Found, recalculateActivities } from './recalculate-activities.ts';
import type { InstanceTask } from './recalculations.ts';
import {
  markRunning,
  moveOn,
  nextAthletes,
  selectNextActivities,
  selectReach,
  theseAthletes,
} from './repository.ts';
import { endRecalculation } from './shared-repository.ts';

/** Activities that are read, calculated and written together: about 1.3 MB of rows. */
export const ROUND_ACTIVITIES = 250;
/** Athletes whose activities a round looks for. */
const ROUND_ATHLETES = 100;
/** Rounds per step: up to 2,000 activities, and at least 500 if there are that many. */
export const STEP_ROUNDS = 8;
/** Sorts after every activity of an athlete. */
const AFTER_ALL = { afterActivity: '~', afterAt: Number.MAX_SAFE_INTEGER } as const;
const BEFORE_ALL = { afterAthlete: '', afterActivity: '', afterAt: 0 } as const;

/**
 * The most calls per step. A round reads a page (2 queries) and the inputs (4), writes at most 10 statements
 * of prescriptions and one of events with its subscribers, all twice if another write conflicts, and advances
 * the place (1). At the end the partner is read (1), news is noted, and the dispatchers of ten webhooks in
 * two stores are woken.
 */
export const CALLS_OF_STEP: Calls = calls({
  d1Queries: 4 + STEP_ROUNDS * 27,
  subrequests: 23 + STEP_ROUNDS * 6,
});

/** The stores and the clock of a step. */
export interface StepPlace {
  readonly env: Pick<Env, 'registry' | 'athleteDatabases' | 'dispatchers' | 'isLocal'>;
  readonly meter: StorageMeter;
  readonly nowMs: number;
}

/** A step in progress, with the events that it has recorded. */
interface Step extends StepPlace {
  readonly recorded: RecordedEvent[];
}

/**
 * Takes the next step of a recalculation: at most 2,000 activities, page by page. Each page is written with
 * its progress in the row, so an interruption repeats at most one page. Then wakes the webhooks. Returns
 * whether this instance has nothing left to do.
 */
export async function takeStep(place: StepPlace, task: InstanceTask): Promise<{ readonly isOver: boolean }> {
  const recorded: RecordedEvent[] = [];
  const wanting: Subscriber[] = [];
  const onRecorded = (found: readonly Subscriber[]) => wanting.push(...found);
  const outcome = await takeRounds({ ...place, recorded, meter: { ...place.meter, onRecorded } }, task);
  await wakeDispatchers(place.env, wanting);
  await noteEvents(place.env, place.meter, recorded, place.nowMs).catch(() => undefined);
  return outcome;
}

async function takeRounds(place: Step, task: InstanceTask): Promise<{ readonly isOver: boolean }> {
  const registry = openDatabase(place.env.registry, place.meter);
  const worked = { id: task.recalculationId, instance: task.instance };
  const [[begun]] = await registry.batch([markRunning(registry, worked, place.nowMs)]);
  if (!begun) return { isOver: true };
  let row: RecalculationRow = begun;
  for (let round = 0; round < STEP_ROUNDS; round++) {
    const [shard] = row.shards;
    if (shard === undefined) {
      await registry.batch(endRecalculation(registry, row.id, 'done', place.nowMs));
      noteEvent({ principal: row, ...place }, 'recalculation.finished', null);
      return { isOver: true };
    }
    const moved = await takeRound(place, registry, row, shard);
    // Cancelled, or advanced by another instance. The next step finds out which.
    if (!moved) return { isOver: false };
    row = moved;
  }
  return { isOver: false };
}

/**
 * Works on the next page of a shard. Returns the row with the new place, or nothing if it was no longer at
 * this place.
 */
async function takeRound(
  { env, meter, nowMs, recorded }: Step,
  registry: Database,
  row: RecalculationRow,
  shard: string,
): Promise<RecalculationRow | undefined> {
  const db = requireAthleteDatabase(env, meter, { environment: row.environment, shard });
  const page = await readPage(db, row, shard);
  const outcomes = await recalculateActivities(db, row, page.found, { nowMs, recorded });
  const move = {
    ...page.next,
    calculated: row.calculated + outcomes.calculated,
    unchanged: row.unchanged + outcomes.unchanged,
    failed: row.failed + outcomes.failed,
  };
  const [[moved]] = await registry.batch([moveOn(registry, row, move, nowMs)]);
  return moved;
}

interface Page {
  readonly found: readonly Found[];
  /** The place after the page. */
  readonly next: Pick<RecalculationRow, 'shards' | 'afterAthlete' | 'afterActivity' | 'afterAt'>;
}

async function readPage(db: Database, row: RecalculationRow, shard: string): Promise<Page> {
  const among =
    row.athleteIds === null
      ? nextAthletes(row, ROUND_ATHLETES)
      : theseAthletes(namedIn(shard, row.athleteIds, row.afterAthlete));
  const [[reach], found] = await db.batch([
    selectReach(db, among),
    selectNextActivities(db, row, among, ROUND_ACTIVITIES),
  ]);
  const { shards } = row;
  const last = found.at(-1);
  if (last && found.length === ROUND_ACTIVITIES) {
    const { athleteId: afterAthlete, id: afterActivity, effectiveAt: afterAt } = last;
    return { found, next: { shards, afterAthlete, afterActivity, afterAt } };
  }
  if (reach && reach.last !== null && reach.count === ROUND_ATHLETES) {
    return { found, next: { shards, afterAthlete: reach.last, ...AFTER_ALL } };
  }
  return { found, next: { shards: shards.slice(1), ...BEFORE_ALL } };
}

/** Returns the next of the named athletes in a shard. */
function namedIn(shard: string, athleteIds: readonly string[], from: string): readonly string[] {
  const own = athleteIds.filter((id) => id >= from && parseAthleteId(id)?.shard === shard);
  return own.slice(0, ROUND_ATHLETES);
}
