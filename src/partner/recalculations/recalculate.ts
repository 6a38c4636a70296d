import {
  calculationUs,
  type Prescribed,
  prescribeActivity,
} from '#nutrition/prescriptions/prescription-row.ts';
import { upsertPrescriptions } from '#nutrition/prescriptions/prescriptions.ts';
import { type ActivityDetails, toActivityDetails } from '#nutrition/records/read-activity.ts';
import { MINUTE_MS } from '#platform/clock.ts';
import { noteEvents } from '#platform/http/change-hints.ts';
import { inTurn } from '#platform/http/heavy-work.ts';
import { requireAthleteDatabase } from '#platform/storage/athlete-databases.ts';
import type { ActivityRow } from '#platform/storage/athlete-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import { parseAthleteId } from '#platform/storage/ids.ts';
import type { JobContext, JobStep } from '#platform/storage/job.ts';
import { noteEvent, type RecordedEvent, type Reporter } from '#platform/storage/record-events.ts';
import type { RecalculationRow } from '#platform/storage/registry-schema.ts';
import { sendAll } from '#platform/storage/statements.ts';
import { writtenIds } from '#platform/storage/write-many.ts';
import {
  claimDue,
  moveOn,
  nextAthletes,
  selectInputs,
  selectNextActivities,
  selectReach,
  theseAthletes,
} from './repository.ts';
import { completeRecalculation, failExhausted } from './shared-repository.ts';

/** Activities that are read, calculated and written together: about 1.3 MB of rows. */
const PAGE_ACTIVITIES = 250;
/** Athletes whose activities a page looks for. */
const PAGE_ATHLETES = 100;
/** Pages per step: up to 2,000 activities, and at least 500 if there are that many. */
const STEP_PAGES = 8;
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
export async function recalculateNext(ctx: JobContext): Promise<JobStep> {
  const { registry, nowMs } = ctx;
  const [, , [claimed]] = await registry.batch([
    ...failExhausted(registry, nowMs),
    claimDue(registry, nowMs, nowMs + LEASE_MS),
  ]);
  if (!claimed) return { counts: {}, isDone: true };
  const recorded: RecordedEvent[] = [];
  const activities = await takePages({ ...ctx, recorded }, claimed);
  await noteEvents(ctx.env, ctx.meter, recorded, nowMs).catch(() => undefined);
  return { counts: { activities }, isDone: false };
}

interface StepInProgress extends JobContext {
  readonly recorded: RecordedEvent[];
}

/** Takes the pages of a step, and ends the recalculation after the last one. Returns the number of activities. */
async function takePages(step: StepInProgress, claimed: RecalculationRow): Promise<number> {
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
  { env, meter, registry, nowMs, recorded }: StepInProgress,
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

function namedIn(shard: string, athleteIds: readonly string[], from: string): readonly string[] {
  const own = athleteIds.filter((id) => id >= from && parseAthleteId(id)?.shard === shard);
  return own.slice(0, PAGE_ATHLETES);
}

/** Read and write rounds. An activity that conflicts with another write is tried a second time. */
const ATTEMPTS = 2;

/** Outcomes of activities. Each activity has exactly one. */
type Outcomes = Pick<RecalculationRow, 'calculated' | 'unchanged' | 'failed'>;

interface Found {
  readonly id: string;
  readonly athleteId: string;
}

/**
 * Calculates and stores the prescriptions of activities in one database, with at most two batches to read and
 * two to write. Skips current ones: all of them with `onlyStale`, otherwise those calculated since the
 * recalculation began, so that a repetition after an interruption neither calculates nor counts twice. Does
 * not count an activity that was deleted meanwhile. If a calculation throws, only its activity fails.
 */
async function recalculateActivities(
  db: Database,
  row: RecalculationRow,
  found: readonly Found[],
  { nowMs, recorded }: Pick<Reporter, 'nowMs' | 'recorded'>,
): Promise<Outcomes> {
  const total = { calculated: 0, unchanged: 0, failed: 0 };
  let open = found;
  for (let attempt = 1; attempt <= ATTEMPTS && open.length > 0; attempt++) {
    const plans = await planAll(db, row, open, nowMs);
    const prescribed = plans.flatMap(({ plan }) => (typeof plan === 'string' ? [] : plan));
    const reporter = { principal: row, nowMs, ...(recorded && { recorded }) };
    const written = writtenIds(
      await sendAll(db, upsertPrescriptions(db, reporter, prescribed)),
      'activityId',
    );
    for (const { plan } of plans) {
      if (typeof plan === 'string') total[plan] += 1;
      else if (written.has(plan.activity.id)) total.calculated += 1;
    }
    const left = prescribed.filter(({ activity }) => !written.has(activity.id));
    open = left.map(({ activity: { id, athleteId } }) => ({ id, athleteId }));
  }
  return { ...total, failed: total.failed + open.length };
}

interface PlannedActivity {
  /** The prescription to store, or the outcome of an activity that needs none. */
  readonly plan: Prescribed | keyof Outcomes;
}

async function planAll(
  db: Database,
  row: RecalculationRow,
  found: readonly Found[],
  nowMs: number,
): Promise<readonly PlannedActivity[]> {
  const [athletes, activities, stored, learned] = await db.batch(selectInputs(db, row.partnerId, found));
  const athleteById = new Map(athletes.map((each) => [each.id, each]));
  const storedById = new Map(stored.map((each) => [each.activityId, each]));
  const learnedById = new Map(learned.map((each) => [each.athleteId, each]));
  const planOf = async (activity: ActivityRow): Promise<PlannedActivity[]> => {
    const athlete = athleteById.get(activity.athleteId);
    if (!athlete) return [];
    const details = await toActivityDetails(athlete, activity, { learned: learnedById.get(athlete.id) });
    const present = storedById.get(activity.id);
    const isCurrent = present?.fingerprint === details.fingerprint;
    if (isCurrent && present.calculatedAt >= (row.startedAt ?? row.createdAt))
      return [{ plan: 'calculated' }];
    if (isCurrent && row.onlyStale) return [{ plan: 'unchanged' }];
    return [{ plan: await calculate(details, nowMs) }];
  };
  const owner = { keyId: row.id, environment: row.environment };
  return inTurn(
    owner,
    async (pace) => {
      const plans: PlannedActivity[] = [];
      for (const activity of activities) {
        plans.push(...(await planOf(activity)));
        await pace.spend(calculationUs(activity));
      }
      return plans;
    },
    'as long as it takes',
  );
}

/**
 * Calculates a prescription. An exception is a bug in the calculation and must not stop the other athletes'
 * calculations.
 */
async function calculate(details: ActivityDetails, nowMs: number): Promise<Prescribed | 'failed'> {
  try {
    return await prescribeActivity(details, nowMs);
  } catch {
    return 'failed';
  }
}
