import { finish, type Work } from '@musette/basics/work';
import type { FeedbackEvent, LearnedState, LearningEvent, SweatTestEvent } from '@musette/engine/learn';
import { ENGINE_VERSION } from '@musette/engine/prescribe';
import { inTurn, LIGHT_US, type Patience, type WorkOwner } from '#platform/http/heavy-work.ts';
import type {
  ActualSession,
  FeedbackRow,
  LearnedStateRow,
  SweatTestRow,
} from '#platform/storage/athlete-schema.ts';
import { type Database, StorageUnavailable } from '#platform/storage/database.ts';
import type { StoredRows } from '#platform/storage/drizzle-internals.ts';
import { asDone } from '../records/actual.ts';
import { type TeachingSession, toEngineActivity } from '../records/engine-input.ts';
import { selectLearned, stateWithEvidence } from '../records/read-athlete.ts';
import { dayWithoutTime, type Schedule } from '../records/schedule.ts';
import {
  BEGINNING,
  type Moment,
  selectActivitiesOfFeedbackFrom,
  selectFeedbackBefore,
  selectFeedbackFrom,
  selectMoment,
  selectMomentsOfChanges,
  selectSweatTestBefore,
  selectSweatTestsFrom,
  type Taught,
} from './repository.ts';

export { BEGINNING, type Moment, selectMomentsOfChanges, type Taught };

/** A moment after any session: a history from here has no events. */
export const END = Number.MAX_SAFE_INTEGER;

/** An athlete's evidence from a stored state onwards, and what had been learned before it. */
export interface History {
  /** Changes with every write to the history. Null if there was never any evidence. */
  readonly revision: string | null;
  /** The state before the events. Null if there is none. */
  readonly before: LearnedState | null;
  /** The time of the last event before them. Null if there is none. */
  readonly beforeAt: number | null;
  /** Events between the last stored state and these: 0 unless these follow all others. */
  readonly eventsSinceState: number;
  readonly events: readonly LearningEvent[];
  /** The changes and remarks of each event, as stored. */
  readonly taught: ReadonlyMap<string, Taught>;
  /** The state learned from everything. */
  readonly state: LearnedState | null;
  /**
   * True if another engine version folded the stored states. Only a complete history may then be refolded.
   */
  readonly isOutdated: boolean;
}

/** The columns of feedback that teach. Notes are excluded: free text never becomes a number. */
export type FeedbackEvidence = Omit<
  FeedbackRow,
  'athleteId' | 'revision' | 'notes' | 'sodiumMg' | keyof Taught | 'createdAt' | 'updatedAt'
>;
/** The columns of a sweat test that teach. */
export type SweatTestEvidence = Omit<SweatTestRow, NotTeaching | keyof Taught>;

type NotTeaching = 'athleteId' | 'externalId' | 'testedAt' | 'testedLocal' | 'timeZone' | 'createdAt';

/** Builds the queries for `historyOf`, to spread into a batch. */
export function selectHistory(db: Database, athleteId: string, from: Moment) {
  return [
    selectLearned(db, athleteId),
    selectMoment(db, athleteId, from),
    selectFeedbackBefore(db, athleteId, from),
    selectSweatTestBefore(db, athleteId, from),
    selectFeedbackFrom(db, athleteId, from),
    selectActivitiesOfFeedbackFrom(db, athleteId, from),
    selectSweatTestsFrom(db, athleteId, from),
  ] as const;
}

/**
 * Builds the queries for `wholeHistoryOf`: those of `selectHistory` that can find rows from the beginning.
 */
export function selectWholeHistory(db: Database, athleteId: string) {
  return [
    selectLearned(db, athleteId),
    selectFeedbackFrom(db, athleteId, BEGINNING),
    selectActivitiesOfFeedbackFrom(db, athleteId, BEGINNING),
    selectSweatTestsFrom(db, athleteId, BEGINNING),
  ] as const;
}

/** Builds the rows of a complete history from those of `selectWholeHistory`. */
export function wholeHistoryRows([learned, ...evidence]: WholeHistoryRows): HistoryRows {
  return [learned, [], [], [], ...evidence];
}

type EvidenceRows = readonly [
  StoredRows<FeedbackEvidence & Taught>,
  StoredRows<ReportedSession & { readonly id: string }>,
  StoredRows<SweatTestEvidence & Taught>,
];
type WholeHistoryRows = readonly [readonly LearnedStateRow[], ...EvidenceRows];

type Position = { readonly atMs: number; readonly id: string; readonly stateAfter: LearnedState | null };
export type HistoryRows = readonly [
  readonly LearnedStateRow[],
  readonly { readonly moment: number | null }[],
  readonly Position[],
  readonly Position[],
  ...EvidenceRows,
];

/** Time to decode a row, measured with ten legs and the weather of two days, and rounded up. */
const ROW_US = 30;
const ROWS_AT_ONCE = 50;

/**
 * Builds histories from their rows of `selectHistory`: in a turn if there are many. Throws StorageUnavailable if a newer
 * engine built a stored state. A retry should reach the newer deployment.
 */
export function historiesOf(
  work: Omit<LearningWork, 'costUs'>,
  all: readonly HistoryRows[],
): Promise<readonly History[]> {
  const costUs = ROW_US * all.reduce((sum, rows) => sum + countOf(rows), 0);
  return learnInTurn({ ...work, costUs }, eachHistory(all));
}

/** Builds one history, like `historiesOf`. */
export async function historyOf(work: Omit<LearningWork, 'costUs'>, rows: HistoryRows): Promise<History> {
  const [history] = await historiesOf(work, [rows]);
  if (!history) throw new Error('the rows of a history are one');
  return history;
}

/** The owner of work on histories, and the most that it takes. The context of a request has an owner. */
export interface LearningWork {
  readonly principal: WorkOwner;
  readonly patience?: Patience;
  readonly costUs: number;
}

/** Does work on histories: in a turn if it takes long. */
export async function learnInTurn<Result>(
  { principal, patience, costUs }: LearningWork,
  work: Work<Result>,
): Promise<Result> {
  return costUs <= LIGHT_US ? finish(work) : inTurn(principal, (pace) => pace.run(work), patience);
}

function countOf([, , , , feedback, activities, tests]: HistoryRows): number {
  return feedback.count + activities.count + tests.count;
}

function* eachHistory(all: readonly HistoryRows[]): Work<readonly History[]> {
  const histories: History[] = [];
  for (const rows of all) histories.push(yield* decodedHistory(rows));
  return histories;
}

function* decodedHistory(rows: HistoryRows): Work<History> {
  const [[learned], [changed], [lastFeedback], [lastTest], ...stored] = rows;
  if (learned && compareWithRunning(learned.engineVersion) > 0) {
    throw new StorageUnavailable('a newer engine has folded this history');
  }
  const [feedback, activities, tests] = [
    yield* decoded(stored[0]),
    yield* decoded(stored[1]),
    yield* decoded(stored[2]),
  ];
  const activityById = new Map(activities.map((activity) => [activity.id, activity]));
  const events = [
    ...feedback.map((row) => {
      const activity = activityById.get(row.activityId);
      if (!activity) throw new Error('feedback without its activity');
      return feedbackEvent(row, activity);
    }),
    ...tests.map(sweatTestEvent),
  ];
  const { isAfter, ...start } = startOf(learned, changed?.moment ?? null, later(lastFeedback, lastTest));
  return {
    ...start,
    revision: learned?.revision ?? null,
    state: stateWithEvidence(learned?.state ?? null),
    // Events at the moment of the stored state may come before it.
    events: events.filter(isAfter),
    taught: new Map([...feedback, ...tests].map((row) => [row.id, row])),
    isOutdated: learned !== undefined && learned.engineVersion !== ENGINE_VERSION,
  };
}

function* decoded<Row>({ count, decode }: StoredRows<Row>): Work<readonly Row[]> {
  const rows: Row[] = [];
  while (rows.length < count) {
    const next = decode(rows.length, rows.length + ROWS_AT_ONCE);
    rows.push(...next);
    yield ROW_US * next.length;
  }
  return rows;
}

/** Returns where the events of a history start: after all others, or after a stored state. */
function startOf(
  learned: LearnedStateRow | undefined,
  moment: number | null,
  stored: Position | undefined,
): Pick<History, 'before' | 'beforeAt' | 'eventsSinceState'> & {
  readonly isAfter: (event: LearningEvent) => boolean;
} {
  const lastAt = learned?.lastAt ?? null;
  if (learned && moment !== null && lastAt !== null && moment > lastAt) {
    return {
      before: learned.state,
      beforeAt: lastAt,
      eventsSinceState: learned.eventsSinceState,
      isAfter: () => true,
    };
  }
  const isAfter = ({ atMs, id }: LearningEvent) =>
    stored === undefined || atMs > stored.atMs || (atMs === stored.atMs && id > stored.id);
  return { before: stored?.stateAfter ?? null, beforeAt: stored?.atMs ?? null, eventsSinceState: 0, isAfter };
}

function later(left: Position | undefined, right: Position | undefined): Position | undefined {
  if (!left || !right) return left ?? right;
  if (left.atMs !== right.atMs) return left.atMs > right.atMs ? left : right;
  return left.id > right.id ? left : right;
}

/** The session of feedback, and whether it was sent with a time. */
export type ReportedSession = TeachingSession & Pick<Schedule, 'scheduledSent'>;

export function feedbackEvent(row: FeedbackEvidence, activity: ReportedSession): FeedbackEvent {
  return {
    kind: 'feedback',
    id: row.id,
    atMs: row.sessionAt,
    activity: toEngineActivity(asDone(activity, row.actual)),
    prescribed: row.prescribed,
    giComfort: row.giComfort,
    energyLevel: row.energyLevel,
    hydrationFeel: row.hydrationFeel,
    carbsGrams: row.carbsGrams,
    fluidMl: row.fluidMl,
    bodyMassBeforeKg: row.bodyMassBeforeKg,
    bodyMassAfterKg: row.bodyMassAfterKg,
    source: row.source,
    urineMl: row.urineMl,
    urinated: row.urinated,
    clothingAfter: row.clothingAfter,
    isDayOnly: isDayOnly(activity, row.actual),
  };
}

/** Returns whether only the day of a session is known, neither planned nor reported with a time. */
export function isDayOnly(activity: Pick<Schedule, 'scheduledSent'>, done: ActualSession | null): boolean {
  return dayWithoutTime(activity) !== null && done?.startedAt === undefined;
}

export function sweatTestEvent({ effectiveAt, ...row }: SweatTestEvidence): SweatTestEvent {
  return {
    kind: 'sweat_test',
    id: row.id,
    atMs: effectiveAt,
    type: row.type,
    durationMin: row.durationMin,
    intensityLevel: row.intensityLevel,
    thermalStressLevel: row.thermalStressLevel,
    weather: row.weather,
    bodyMassBeforeKg: row.bodyMassBeforeKg,
    bodyMassAfterKg: row.bodyMassAfterKg,
    source: row.source,
    fluidMl: row.fluidMl,
    foodG: row.foodG,
    urineMl: row.urineMl,
    urinated: row.urinated,
    clothingAfter: row.clothingAfter,
    sweatSodiumMgPerL: row.sweatSodiumMgPerL,
  };
}

/**
 * Compares an engine version with the running one, number by number: negative if it is older, positive if it
 * is newer. It can be newer during a deployment, in isolates of the outgoing version.
 */
export function compareWithRunning(version: string): number {
  return version.localeCompare(ENGINE_VERSION, 'en', { numeric: true });
}
