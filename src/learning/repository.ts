import { and, asc, desc, eq, getTableColumns, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { LearningStep } from '../engine/learning.ts';
import { activities, feedback, sweatTests } from '../storage/athlete-schema.ts';
import type { Database } from '../storage/database.ts';
import { chunksOf } from '../storage/json-chunks.ts';

/** A moment in milliseconds, or a subquery that gives one (or nothing, where what it asks for is not there). */
export type Moment = number | SQL<number>;

const feedbackPosition = { atMs: feedback.sessionAt, id: feedback.id, stateAfter: feedback.stateAfter };
const testPosition = { atMs: sweatTests.testedAt, id: sweatTests.id, stateAfter: sweatTests.stateAfter };

/** The last feedback on a session before the moment, with the state after it. */
export function selectFeedbackBefore(db: Database, athleteId: string, moment: Moment) {
  return db
    .select(feedbackPosition)
    .from(feedback)
    .where(and(eq(feedback.athleteId, athleteId), lt(feedback.sessionAt, moment)))
    .orderBy(desc(feedback.sessionAt), desc(feedback.id))
    .limit(1);
}

export function selectTestBefore(db: Database, athleteId: string, moment: Moment) {
  return db
    .select(testPosition)
    .from(sweatTests)
    .where(and(eq(sweatTests.athleteId, athleteId), lt(sweatTests.testedAt, moment)))
    .orderBy(desc(sweatTests.testedAt), desc(sweatTests.id))
    .limit(1);
}

const {
  athleteId: _athlete,
  revision: _revision,
  notes: _notes,
  sodiumMg: _sodium,
  changes: _changes,
  remarks: _remarks,
  stateAfter: _state,
  createdAt: _created,
  updatedAt: _updated,
  ...feedbackEvidence
} = getTableColumns(feedback);

/** What teaches in the feedback on sessions at or after the moment. */
export function selectFeedbackFrom(db: Database, athleteId: string, moment: Moment) {
  return db
    .select(feedbackEvidence)
    .from(feedback)
    .where(and(eq(feedback.athleteId, athleteId), gte(feedback.sessionAt, moment)))
    .orderBy(asc(feedback.sessionAt), asc(feedback.id));
}

export function selectActivitiesOfFeedbackFrom(db: Database, athleteId: string, moment: Moment) {
  const withFeedback = db
    .select({ id: feedback.activityId })
    .from(feedback)
    .where(and(eq(feedback.athleteId, athleteId), gte(feedback.sessionAt, moment)));
  return db.select().from(activities).where(inArray(activities.id, withFeedback));
}

const {
  athleteId: _testAthlete,
  changes: _testChanges,
  remarks: _testRemarks,
  stateAfter: _testState,
  createdAt: _testCreated,
  ...testEvidence
} = getTableColumns(sweatTests);

export function selectTestsFrom(db: Database, athleteId: string, moment: Moment) {
  return db
    .select(testEvidence)
    .from(sweatTests)
    .where(and(eq(sweatTests.athleteId, athleteId), gte(sweatTests.testedAt, moment)))
    .orderBy(asc(sweatTests.testedAt), asc(sweatTests.id));
}

/** D1 takes 2 MB a parameter; a step is about 1.5 kB, so this many characters are some 300 steps. */
const CHUNK_CHARACTERS = 500_000;

/** Writes what each of these rows now teaches, some hundred rows a statement. Rows that are not there stay so. */
export function updateSteps(
  db: Database,
  table: typeof feedback | typeof sweatTests,
  steps: ReadonlyMap<string, LearningStep>,
  condition: SQL,
) {
  const texts = [...steps].map(([id, step]) => stepJson(id, step));
  return chunksOf(texts, CHUNK_CHARACTERS).map((chunk) => {
    const value = (name: string) => sql`json_each.value ->> ${sql.raw(`'$.${name}'`)}`;
    return db
      .update(table)
      .set({ changes: value('changes'), remarks: value('remarks'), stateAfter: value('state') })
      .from(sql`json_each(${chunk})`)
      .where(and(eq(table.id, value('id')), condition));
  });
}

function stepJson(id: string, { changes, remarks, state }: LearningStep): string {
  return JSON.stringify({ id, changes, remarks, state });
}
