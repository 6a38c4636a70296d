import type { FeedbackEvent, LearnedState, LearningEvent, SweatTestEvent } from '../engine/learning.ts';
import { ENGINE_VERSION } from '../engine/prescribe.ts';
import { toEngineActivity } from '../records/engine-input.ts';
import { selectLearned } from '../records/learned-state.ts';
import type { ActivityRow, FeedbackRow, LearnedStateRow, SweatTestRow } from '../storage/athlete-schema.ts';
import { type Database, StorageUnavailable } from '../storage/database.ts';
import { compareWithRunning } from './engine-order.ts';
import {
  type Moment,
  selectActivitiesOfFeedbackFrom,
  selectFeedbackBefore,
  selectFeedbackFrom,
  selectSweatTestBefore,
  selectSweatTestsFrom,
} from './repository.ts';

export type { Moment } from './repository.ts';

/** A moment before any session: a history from here is complete. */
export const BEGINNING = Number.MIN_SAFE_INTEGER;

/** A moment after any session: a history from here has no events. */
export const END = Number.MAX_SAFE_INTEGER;

/** An athlete's evidence from some moment on, and what had been learned before it. */
export interface History {
  /** Changes with every write to the history; null if there never was any evidence. */
  readonly revision: string | null;
  /** The state after the last event before that moment; null if there is none. */
  readonly before: LearnedState | null;
  readonly events: readonly LearningEvent[];
  /** The state learned from all of it. */
  readonly state: LearnedState | null;
  /** True if another version of the engine folded the stored states: only a complete history may be refolded. */
  readonly isOutdated: boolean;
}

/** The columns of feedback that teach. Notes are not among them: free text never becomes a number. */
export type FeedbackEvidence = Omit<
  FeedbackRow,
  | 'athleteId'
  | 'revision'
  | 'notes'
  | 'sodiumMg'
  | 'changes'
  | 'remarks'
  | 'stateAfter'
  | 'createdAt'
  | 'updatedAt'
>;
/** The columns of a sweat test that teach. */
export type SweatTestEvidence = Omit<
  SweatTestRow,
  'athleteId' | 'changes' | 'remarks' | 'stateAfter' | 'createdAt'
>;

/** Builds the queries whose rows `historyOf` takes, to spread into a batch. */
export function selectHistory(db: Database, athleteId: string, from: Moment) {
  return [
    selectLearned(db, athleteId),
    selectFeedbackBefore(db, athleteId, from),
    selectSweatTestBefore(db, athleteId, from),
    selectFeedbackFrom(db, athleteId, from),
    selectActivitiesOfFeedbackFrom(db, athleteId, from),
    selectSweatTestsFrom(db, athleteId, from),
  ] as const;
}

/**
 * Builds the queries whose rows `wholeHistoryOf` takes: those of `selectHistory` that can find rows if it
 * starts at the beginning.
 */
export function selectWholeHistory(db: Database, athleteId: string) {
  return [
    selectLearned(db, athleteId),
    selectFeedbackFrom(db, athleteId, BEGINNING),
    selectActivitiesOfFeedbackFrom(db, athleteId, BEGINNING),
    selectSweatTestsFrom(db, athleteId, BEGINNING),
  ] as const;
}

/** Builds the complete history from the rows of `selectWholeHistory`. */
export function wholeHistoryOf([learned, feedback, activities, tests]: WholeHistoryRows): History {
  return historyOf([learned, [], [], feedback, activities, tests]);
}

type WholeHistoryRows = readonly [
  readonly LearnedStateRow[],
  readonly FeedbackEvidence[],
  readonly ActivityRow[],
  readonly SweatTestEvidence[],
];

type Position = { readonly atMs: number; readonly id: string; readonly stateAfter: LearnedState };
type HistoryRows = readonly [
  readonly LearnedStateRow[],
  readonly Position[],
  readonly Position[],
  readonly FeedbackEvidence[],
  readonly ActivityRow[],
  readonly SweatTestEvidence[],
];

/**
 * Builds the history from the rows of `selectHistory`. Throws StorageUnavailable if a newer engine folded it: a retry
 * reaches the version of the service that has it.
 */
export function historyOf(rows: HistoryRows): History {
  const [[learned], [lastFeedback], [lastTest], feedback, activities, tests] = rows;
  if (learned && compareWithRunning(learned.engineVersion) > 0) {
    throw new StorageUnavailable('a newer engine has folded this history');
  }
  const activityById = new Map(activities.map((activity) => [activity.id, activity]));
  return {
    revision: learned?.revision ?? null,
    state: learned?.state ?? null,
    before: later(lastFeedback, lastTest)?.stateAfter ?? null,
    events: [
      ...feedback.map((row) => {
        const activity = activityById.get(row.activityId);
        if (!activity) throw new Error('feedback without its activity');
        return feedbackEvent(row, activity);
      }),
      ...tests.map(sweatTestEvent),
    ],
    isOutdated: learned !== undefined && learned.engineVersion !== ENGINE_VERSION,
  };
}

function later(left: Position | undefined, right: Position | undefined): Position | undefined {
  if (!left || !right) return left ?? right;
  if (left.atMs !== right.atMs) return left.atMs > right.atMs ? left : right;
  return left.id > right.id ? left : right;
}

export function feedbackEvent(row: FeedbackEvidence, activity: ActivityRow): FeedbackEvent {
  return {
    kind: 'feedback',
    id: row.id,
    atMs: row.sessionAt,
    activity: toEngineActivity(activity),
    prescribed: row.prescribed,
    giComfort: row.giComfort,
    energyLevel: row.energyLevel,
    hydrationFeel: row.hydrationFeel,
    carbsGrams: row.carbsGrams,
    fluidMl: row.fluidMl,
    bodyMassBeforeKg: row.bodyMassBeforeKg,
    bodyMassAfterKg: row.bodyMassAfterKg,
    urineMl: row.urineMl,
  };
}

export function sweatTestEvent({ testedAt, ...row }: SweatTestEvidence): SweatTestEvent {
  return {
    kind: 'sweat_test',
    id: row.id,
    atMs: testedAt,
    type: row.type,
    durationMin: row.durationMin,
    intensityLevel: row.intensityLevel,
    thermalStressLevel: row.thermalStressLevel,
    weather: row.weather,
    bodyMassBeforeKg: row.bodyMassBeforeKg,
    bodyMassAfterKg: row.bodyMassAfterKg,
    fluidMl: row.fluidMl,
    foodG: row.foodG,
    urineMl: row.urineMl,
    sweatSodiumMgPerL: row.sweatSodiumMgPerL,
  };
}
