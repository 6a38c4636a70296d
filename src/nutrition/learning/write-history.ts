import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { LearnedState, LearningEvent, LearningStep } from '#core/engine/learning.ts';
import { ENGINE_VERSION } from '#core/engine/prescribe.ts';
import type { Work } from '#platform/http/heavy-work.ts';
import {
  type ActivityRow,
  type AthleteRow,
  athletes,
  feedback,
  type LearnedStateRow,
  sweatTests,
} from '#platform/storage/athlete-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import type { ReportedEvent } from '#platform/storage/event-types.ts';
import { existsAthlete, isLiveAthlete } from '#platform/storage/live-athlete.ts';
import type { EngineProfile } from '../records/engine-input.ts';
import { settled } from '../records/read-athlete.ts';
import { type History, type LearningWork, learnInTurn } from './history.ts';
import { foldsUs, refold } from './refold.ts';
import { isActivityAsRead, packTaught, type Taught, takeHistory, updateSteps } from './repository.ts';

/** The result of a refold, with the statements that store it in one batch. */
export interface HistoryWrite {
  /** The lesson of every folded event, by identifier. */
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
  readonly lessons: readonly ReportedEvent[];
  /** Statements that update each stored event whose lesson has changed. */
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
  const taught = keepStates(steps, history.sinceKept);
  const revision = crypto.randomUUID();
  const learned = {
    athleteId: athlete.id,
    revision,
    engineVersion: ENGINE_VERSION,
    state,
    lastAt: lastOf(events) ?? history.beforeAt,
    sinceKept: (history.sinceKept + steps.size) % KEPT_EVERY,
    updatedAt: nowMs,
  };
  const condition = isAsRead(athlete, history, change.activity);
  const taken = sql`EXISTS (SELECT 1 FROM learned_states WHERE athlete_id = ${athlete.id} AND revision = ${revision})`;
  const kept = new Map(history.events.map((event) => [event.id, event.kind]));
  const changedOf = (kind: LearningEvent['kind']) =>
    new Map([...taught].filter(([id, each]) => kept.get(id) === kind && !isStored(history, id, each)));
  return {
    taught,
    learned,
    take: takeHistory(db, learned, condition),
    condition,
    taken,
    lessons: lessonsOf(athlete.id, history.state, settled(state)),
    updates: [
      ...updateSteps(db, feedback, changedOf('feedback'), taken),
      ...updateSteps(db, sweatTests, changedOf('sweat_test'), taken),
    ],
  };
}

/** Events between stored states, so that a change refolds few events before its own. */
export const KEPT_EVERY = 16;

/** Returns what events taught, in order, with the states to store. */
export function keepStates(
  steps: ReadonlyMap<string, LearningStep>,
  sinceKept: number,
): ReadonlyMap<string, Taught> {
  return new Map(
    [...steps].map(([id, { changes, remarks, state }], index) => {
      const isKept = (sinceKept + index + 1) % KEPT_EVERY === 0;
      return [id, { changes, remarks, stateAfter: isKept ? state : null }];
    }),
  );
}

function lastOf(events: readonly LearningEvent[]): number | null {
  return events.length === 0 ? null : Math.max(...events.map(({ atMs }) => atMs));
}

/** Returns whether a row already stores this lesson. Rows from another engine are always rewritten. */
function isStored({ taught, isOutdated }: History, id: string, now: Taught): boolean {
  const stored = taught.get(id);
  return (
    stored !== undefined &&
    !isOutdated &&
    JSON.stringify(packTaught(stored)) === JSON.stringify(packTaught(now))
  );
}

function lessonsOf(
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
