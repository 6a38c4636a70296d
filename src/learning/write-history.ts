import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { LearnedState, LearningEvent, LearningStep } from '../engine/learning.ts';
import { ENGINE_VERSION } from '../engine/prescribe.ts';
import type { EngineProfile } from '../records/engine-input.ts';
import {
  type AthleteRow,
  athletes,
  feedback,
  type LearnedStateRow,
  sweatTests,
} from '../storage/athlete-schema.ts';
import type { Database } from '../storage/database.ts';
import type { ReportedEvent } from '../storage/event-types.ts';
import { existsAthlete, isLiveAthlete } from '../storage/live-athlete.ts';
import type { History } from './history.ts';
import { refold } from './refold.ts';
import { takeHistory, updateSteps } from './repository.ts';

/** The result of a refold, with the statements that store it in one batch. */
export interface HistoryWrite {
  /** The step of every folded event, by its identifier. */
  readonly steps: ReadonlyMap<string, LearningStep>;
  readonly learned: LearnedStateRow;
  /**
   * The batch's first statement: claims the history if it is unchanged since it was read. Otherwise its
   * `meta.changes` is 0 and the batch writes nothing.
   */
  readonly take: ReturnType<typeof takeHistory>;
  /** The condition of `take`, for an idempotency claim that must be written under the same one. */
  readonly condition: SQL;
  /** The condition of every other statement of the batch: the history was claimed. */
  readonly taken: SQL;
  /** The events to record if the learned state changed; empty if it did not. */
  readonly lessons: readonly ReportedEvent[];
  /** Statements that update what was learned from each stored event. */
  readonly updates: ReturnType<typeof updateSteps>;
}

/**
 * Refolds an athlete's history with these events in place of those that were read, and builds the statements
 * that store it.
 *
 * @param change `onlyWhere`: a further condition, such as the revision of an activity; `profile`: the changed
 * profile to fold with, instead of the athlete's
 */
export function writeHistory(
  db: Database,
  athlete: AthleteRow,
  history: History,
  events: readonly LearningEvent[],
  nowMs: number,
  change: { readonly onlyWhere?: SQL; readonly profile?: EngineProfile } = {},
): HistoryWrite {
  const { steps, state: refolded } = refold(change.profile ?? athlete, history.before, events);
  const revision = crypto.randomUUID();
  const learned = {
    athleteId: athlete.id,
    revision,
    engineVersion: ENGINE_VERSION,
    state: refolded,
    updatedAt: nowMs,
  };
  const condition = isAsRead(athlete, history, change.onlyWhere ?? sql`1`);
  const taken = sql`EXISTS (SELECT 1 FROM learned_states WHERE athlete_id = ${athlete.id} AND revision = ${revision})`;
  const kept = new Map(history.events.map((event) => [event.id, event.kind]));
  const stepsOf = (kind: LearningEvent['kind']) =>
    new Map([...steps].filter(([id]) => kept.get(id) === kind));
  return {
    steps,
    learned,
    take: takeHistory(db, learned, condition),
    condition,
    taken,
    lessons: lessonsOf(athlete.id, history.state, refolded),
    updates: [
      ...updateSteps(db, feedback, stepsOf('feedback'), taken),
      ...updateSteps(db, sweatTests, stepsOf('sweat_test'), taken),
    ],
  };
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

/**
 * Builds the condition that the inputs of the fold, history and profile, are unchanged since they were read.
 */
function isAsRead(athlete: AthleteRow, history: History, onlyWhere: SQL): SQL {
  const isUnchanged = and(
    isLiveAthlete(athlete.partnerId, athlete.id),
    eq(athletes.revision, athlete.revision),
  );
  return sql`${existsAthlete(isUnchanged)} AND (SELECT revision FROM learned_states WHERE athlete_id = ${athlete.id}) IS ${history.revision} AND ${onlyWhere}`;
}

/**
 * Returns what was learned from an event, as columns of its row. Throws if it was not folded: that is a bug.
 */
export function taughtBy(
  steps: ReadonlyMap<string, LearningStep>,
  eventId: string,
): { changes: LearningStep['changes']; remarks: LearningStep['remarks']; stateAfter: LearningStep['state'] } {
  const step = steps.get(eventId);
  if (!step) throw new Error('the event was not folded');
  return { changes: step.changes, remarks: step.remarks, stateAfter: step.state };
}
