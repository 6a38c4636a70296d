import type { Work } from '@musette/basics/work';
import {
  initialState,
  inOrder,
  type LearnedState,
  type LearningEvent,
  type LearningStep,
  learnFrom,
  reachesBack,
  supersededWeighings,
} from '@musette/engine/learn';
import { ENGINE_VERSION } from '@musette/engine/prescribe';
import { and, asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { charge } from '#platform/access/admit.ts';
import type { PartnerContext } from '#platform/http/context.ts';
import { type Failure, fail, RequestRefused } from '#platform/http/errors.ts';
import type { AthleteDatabase } from '#platform/storage/athlete-databases.ts';
import {
  type ActivityRow,
  type AthleteRow,
  athletes,
  feedback,
  type LearnedStateRow,
  learnedStates,
  sweatTests,
} from '#platform/storage/athlete-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import type { ReportedEvent } from '#platform/storage/event-types.ts';
import type { JobStep } from '#platform/storage/job.ts';
import { existsAthlete, isLiveAthlete } from '#platform/storage/live-athlete.ts';
import { retryOnConflict } from '#platform/storage/optimistic-write.ts';
import { recordAny } from '#platform/storage/record-events.ts';
import { isOneOf, selectEngineVersions } from '#platform/storage/statements.ts';
import { type EngineProfile, toEngineAthlete } from '../records/engine-input.ts';
import { stateWithEvidence } from '../records/read-athlete.ts';
import {
  BEGINNING,
  compareWithRunning,
  type History,
  historyOf,
  type LearningWork,
  learnInTurn,
  type Moment,
  selectHistory,
} from './history.ts';
import {
  deleteEvidence,
  isActivityAsRead,
  packTaught,
  type Taught,
  takeHistory,
  updateSteps,
} from './repository.ts';

/** Result of an attempt that read only part of a history of which all must be refolded. */
export const PARTIAL = Symbol('only the whole history tells what this change teaches');

/**
 * Returns whether only the whole history tells what a change teaches: an older engine folded it, or one of these events
 * may share hours with a weighing before the part that was read.
 *
 * @param events those of the part before and after the change
 */
export function isPartial(history: History, from: Moment, events: readonly LearningEvent[]): boolean {
  return (
    from !== BEGINNING && (history.isOutdated || events.some((event) => reachesBack(event, history.before)))
  );
}

/** Sessions and sweat tests that are learned from again, per unit of the key's budget. */
const EVENTS_PER_UNIT = 100;
/** The cost of a change to a history, for the reference. */
export const RELEARNING_COST = '1 unit per started 100 later sessions and sweat tests that teach again';

/**
 * Charges learning again from these histories, which only the stored data tells. Call it after the read and before the
 * refold.
 *
 * @throws RequestRefused with 429 if too few units are left
 */
export async function chargeRefold(ctx: PartnerContext, ...histories: readonly History[]): Promise<void> {
  const events = histories.reduce((sum, history) => sum + history.events.length, 0);
  const refusal = await charge(ctx, Math.ceil(events / EVENTS_PER_UNIT));
  if (refusal) throw new RequestRefused(refusal);
}

/**
 * Reads an athlete's history from a moment on, changes it and writes it. Retries on each conflict.
 *
 * @param attempt reads from this moment; returns null if another write came first
 */
export async function changeHistory<Result>(
  athleteId: string,
  from: Moment,
  attempt: (from: Moment) => Promise<Result | Failure | typeof PARTIAL | null>,
): Promise<Result | Failure> {
  const result = await retryOnConflict(async () => {
    const recent = await attempt(from);
    return recent === PARTIAL ? attempt(BEGINNING) : recent;
  }, athleteId);
  if (result === PARTIAL) throw new Error('the whole history was read and still counts as a part');
  return result ?? fail('temporarily_unavailable');
}

/**
 * Removes a row of evidence and stores what the rest of the history teaches without it. Returns null if
 * another write came first.
 */
export async function removeEvidence(
  ctx: PartnerContext,
  db: Database,
  athlete: AthleteRow,
  history: History,
  evidence: {
    readonly table: typeof feedback | typeof sweatTests;
    readonly id: string;
    readonly events: readonly ReportedEvent[];
  },
): Promise<'deleted' | null> {
  const { table, id, events } = evidence;
  await chargeRefold(ctx, history);
  const others = history.events.filter((event) => event.id !== id);
  const write = await writeHistory(ctx, db, athlete, history, others);
  const [{ meta }] = await db.batch([
    write.take,
    deleteEvidence(db, table, id, write.taken),
    ...recordAny(db, ctx, [...events, ...write.learnedEvents]),
    ...write.updates,
  ]);
  return meta.changes > 0 ? 'deleted' : null;
}

/** The result of a refold, with the statements that store it in one batch. */
export interface HistoryWrite {
  /** The changes and remarks of every folded event, by identifier. */
  readonly taught: ReadonlyMap<string, Taught>;
  readonly learned: LearnedStateRow;
  /**
   * The batch's first statement: claims the history if it is unchanged since the read. Otherwise its
   * `meta.changes` is 0 and the batch writes nothing.
   */
  readonly take: ReturnType<typeof takeHistory>;
  /** The condition of `take`, for an idempotency claim that must be written under the same condition. */
  readonly condition: SQL;
  /** The condition of every other statement in the batch: the history was claimed. */
  readonly taken: SQL;
  /** The events to record if the learned state changed. Empty otherwise. */
  readonly learnedEvents: readonly ReportedEvent[];
  /** Statements that update each stored event that now teaches something else. */
  readonly updates: ReturnType<typeof updateSteps>;
}

/**
 * Refolds an athlete's history with these events instead of the stored ones, in a turn if they are many, and builds the
 * statements that store it.
 *
 * @param change `activity`: writes only if it, too, is unchanged since the read, because feedback teaches from its
 * fields; `profile`: the changed profile to fold with instead of the athlete's
 */
export function writeHistory(
  ctx: Refolding,
  db: Database,
  athlete: AthleteRow,
  history: History,
  events: readonly LearningEvent[],
  change: HistoryChange = {},
): Promise<HistoryWrite> {
  const work = writeInSteps(db, athlete, history, events, ctx.nowMs, change);
  return learnInTurn({ ...ctx, costUs: foldsUs(events) }, work);
}

/** The owner and the time of a refold. The context of a request has both. */
type Refolding = Omit<LearningWork, 'costUs'> & { readonly nowMs: number };

interface HistoryChange {
  readonly activity?: ActivityRow;
  readonly profile?: EngineProfile;
}

/** Does the same in steps, for a turn that covers more. */
export function* writeInSteps(
  db: Database,
  athlete: AthleteRow,
  history: History,
  events: readonly LearningEvent[],
  nowMs: number,
  change: HistoryChange = {},
): Work<HistoryWrite> {
  const { steps, state } = yield* refold(change.profile ?? athlete, history.before, events);
  const taught = withStatesToStore(steps, history.eventsSinceState);
  const revision = crypto.randomUUID();
  const learned = {
    athleteId: athlete.id,
    revision,
    engineVersion: ENGINE_VERSION,
    state,
    lastAt: lastOf(events) ?? history.beforeAt,
    eventsSinceState: (history.eventsSinceState + steps.size) % EVENTS_PER_STATE,
    updatedAt: nowMs,
  };
  const condition = isAsRead(athlete, history, change.activity);
  const taken = sql`EXISTS (SELECT 1 FROM learned_states WHERE athlete_id = ${athlete.id} AND revision = ${revision})`;
  const kindOf = new Map(history.events.map((event) => [event.id, event.kind]));
  const changedOf = (kind: LearningEvent['kind']) =>
    new Map([...taught].filter(([id, each]) => kindOf.get(id) === kind && !isStored(history, id, each)));
  return {
    taught,
    learned,
    take: takeHistory(db, learned, condition),
    condition,
    taken,
    learnedEvents: learnedEventsOf(athlete.id, history.state, stateWithEvidence(state)),
    updates: [
      ...updateSteps(db, feedback, changedOf('feedback'), taken),
      ...updateSteps(db, sweatTests, changedOf('sweat_test'), taken),
    ],
  };
}

/** Events between stored states, so that a change refolds few events before its own. */
export const EVENTS_PER_STATE = 16;

/** Returns what events taught, in order, with the states to store. */
export function withStatesToStore(
  steps: ReadonlyMap<string, LearningStep>,
  eventsSinceState: number,
): ReadonlyMap<string, Taught> {
  return new Map(
    [...steps].map(([id, { changes, remarks, state }], index) => {
      const storesState = (eventsSinceState + index + 1) % EVENTS_PER_STATE === 0;
      return [id, { changes, remarks, stateAfter: storesState ? state : null }];
    }),
  );
}

function lastOf(events: readonly LearningEvent[]): number | null {
  return events.length === 0 ? null : Math.max(...events.map(({ atMs }) => atMs));
}

/** Returns whether a row already stores these changes and remarks. Rows from another engine are always rewritten. */
function isStored({ taught, isOutdated }: History, id: string, now: Taught): boolean {
  const stored = taught.get(id);
  return (
    stored !== undefined &&
    !isOutdated &&
    JSON.stringify(packTaught(stored)) === JSON.stringify(packTaught(now))
  );
}

function learnedEventsOf(
  athleteId: string,
  before: LearnedState | null,
  after: LearnedState | null,
): readonly ReportedEvent[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  return [
    { type: 'athlete.learned', data: { athleteId } },
    { type: 'prescription.stale', data: { athleteId, reason: 'learned' } },
  ];
}

/** Builds the condition that the inputs of the fold, history, profile and activity, are unchanged since the read. */
function isAsRead(athlete: AthleteRow, history: History, activity: ActivityRow | undefined): SQL {
  const isActivityUnchanged = activity ? isActivityAsRead(activity) : sql`1`;
  const isUnchanged = and(
    isLiveAthlete(athlete.partnerId, athlete.id),
    eq(athletes.revision, athlete.revision),
  );
  return sql`${existsAthlete(isUnchanged)} AND (SELECT revision FROM learned_states WHERE athlete_id = ${athlete.id}) IS ${history.revision} AND ${isActivityUnchanged}`;
}

/**
 * Returns what was learned from an event, as columns of its row. Throws if it was not folded, which is a bug.
 */
export function taughtBy(taught: ReadonlyMap<string, Taught>, eventId: string): Taught {
  const found = taught.get(eventId);
  if (!found) throw new Error('the event was not folded');
  return found;
}

/** The result of folding events: what each taught, and the final state. */
interface Refolded {
  /** Keyed by event identifier. */
  readonly steps: ReadonlyMap<string, LearningStep>;
  /** Null before any event. */
  readonly state: LearnedState | null;
}

/**
 * Folds these events in steps, in the order of their sessions, onto the state before the first (null: none). Each uses
 * the athlete's age on its own day, so that stored results do not change as time passes.
 */
export function* refold(
  profile: EngineProfile,
  before: LearnedState | null,
  events: readonly LearningEvent[],
): Work<Refolded> {
  const steps = new Map<string, LearningStep>();
  let state = before;
  const ordered = inOrder(events);
  const superseded = supersededWeighings(({ atMs }) => toEngineAthlete(profile, atMs), ordered);
  for (const event of ordered) {
    const athlete = toEngineAthlete(profile, event.atMs);
    const step = learnFrom(athlete, state ?? initialState(athlete), event, superseded.has(event));
    steps.set(event.id, step);
    state = step.state;
    yield foldUs(event);
  }
  return { steps, state };
}

/** Time to fold an event and to compare what it taught, and again for each leg of its session (measured, rounded up). */
const EVENT_US = 100;
const LEG_US = 10;

/** Returns the time to fold events. */
export function foldsUs(events: readonly LearningEvent[]): number {
  return events.reduce((sum, event) => sum + foldUs(event), 0);
}

function foldUs(event: LearningEvent): number {
  const legs = event.kind === 'feedback' ? (event.activity.segments?.length ?? 0) : 0;
  return EVENT_US + LEG_US * legs;
}

/** Athletes refolded per step. */
const STEP_ATHLETES = 6;

/**
 * Refolds the histories of up to six athletes whose learned state was folded by an older engine. Leaves
 * states from a newer engine: this isolate then runs the version that a deployment is replacing, and folding
 * back and forth would change what was learned. Skips a history that changes in the meantime: that change
 * refolds all of it, or the next run does.
 */
export async function refoldOutdated({ db, environment }: AthleteDatabase, nowMs: number): Promise<JobStep> {
  const [versions] = await db.batch([selectEngineVersions(db, learnedStates)]);
  const older = versions.map(({ version }) => version).filter((version) => compareWithRunning(version) < 0);
  if (older.length === 0) return { counts: {}, isDone: true };
  const [outdated] = await db.batch([selectOutdated(db, older)]);
  for (const athlete of outdated) {
    const { partnerId } = athlete;
    const reporter = { principal: { partnerId, environment, keyId: partnerId }, nowMs };
    const work = { ...reporter, patience: 'as long as it takes' } as const;
    const history = await historyOf(work, await db.batch(selectHistory(db, athlete.id, BEGINNING)));
    const { take, learnedEvents, updates } = await writeHistory(work, db, athlete, history, history.events);
    await db.batch([take, ...recordAny(db, reporter, learnedEvents), ...updates]);
  }
  return { counts: { athletes: outdated.length }, isDone: outdated.length < STEP_ATHLETES };
}

/** Selects live athletes whose learned state was folded by one of these engines. */
export function selectOutdated(db: Database, versions: readonly string[]) {
  return db
    .select(getTableColumns(athletes))
    .from(learnedStates)
    .innerJoin(athletes, eq(athletes.id, learnedStates.athleteId))
    .where(and(isOneOf(learnedStates.engineVersion, versions), eq(athletes.status, 'live')))
    .orderBy(asc(learnedStates.engineVersion), asc(learnedStates.athleteId))
    .limit(STEP_ATHLETES);
}
