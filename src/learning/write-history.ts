import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { LearningEvent, LearningStep } from '../engine/learning.ts';
import { ENGINE_VERSION } from '../engine/prescribe.ts';
import type { EngineProfile } from '../records/engine-input.ts';
import {
  type AthleteRow,
  athletes,
  feedback,
  type LearnedStateRow,
  learnedStates,
  sweatTests,
} from '../storage/athlete-schema.ts';
import type { Database } from '../storage/database.ts';
import { insertWhere, overwriteAllBut } from '../storage/guarded-insert.ts';
import { existsAthlete, isLiveAthlete } from '../storage/live-athlete.ts';
import type { History } from './history.ts';
import { refold } from './refold.ts';
import { updateSteps } from './repository.ts';

/** A new history, folded, and the statements that store it in one batch. */
export interface HistoryWrite {
  /** Of every event that was folded, by its identifier. */
  readonly steps: ReadonlyMap<string, LearningStep>;
  readonly learned: LearnedStateRow;
  /**
   * The batch's first statement: it takes the history, if that is still the one that was read and `condition` holds.
   * Its `meta.changes` is 0 where not, and then nothing of the batch is written.
   */
  readonly take: ReturnType<typeof takeHistory>;
  /** What `take` needs, for a claim that must be written under the same condition. */
  readonly condition: SQL;
  /** The condition that every other statement of the batch carries: the history was taken. */
  readonly taken: SQL;
  /** Brings the stored events up to date. They hold no row that is not there yet. */
  readonly updates: ReturnType<typeof updateSteps>;
}

/**
 * Folds an athlete's history anew, with these events in the place of those that were read, and plans its write.
 *
 * @param change what else must still be as it was read, such as the revision of an activity; and the profile to fold
 * with, where it is the profile that changes
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
    updates: [
      ...updateSteps(db, feedback, stepsOf('feedback'), taken),
      ...updateSteps(db, sweatTests, stepsOf('sweat_test'), taken),
    ],
  };
}

/** The profile is part of what is folded, so its revision counts like that of the history. */
function isAsRead(athlete: AthleteRow, history: History, onlyWhere: SQL): SQL {
  const isUnchanged = and(
    isLiveAthlete(athlete.partnerId, athlete.id),
    eq(athletes.revision, athlete.revision),
  );
  return sql`${existsAthlete(isUnchanged)} AND (SELECT revision FROM learned_states WHERE athlete_id = ${athlete.id}) IS ${history.revision} AND ${onlyWhere}`;
}

function takeHistory(db: Database, learned: LearnedStateRow, condition: SQL) {
  return insertWhere(db, learnedStates, learned, condition).onConflictDoUpdate({
    target: learnedStates.athleteId,
    set: overwriteAllBut(learnedStates, 'athlete_id'),
  });
}

/** What this event taught, as the columns of its row. Throws where it was not folded: that is a bug. */
export function taughtBy(
  steps: ReadonlyMap<string, LearningStep>,
  eventId: string,
): { changes: LearningStep['changes']; remarks: LearningStep['remarks']; stateAfter: LearningStep['state'] } {
  const step = steps.get(eventId);
  if (!step) throw new Error('an event was not folded');
  return { changes: step.changes, remarks: step.remarks, stateAfter: step.state };
}
