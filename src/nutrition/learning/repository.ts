import type { Course } from '@musette/basics/courses';
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNotNull,
  lt,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { HOUR_MS } from '#platform/clock.ts';
import { requireFinite } from '#platform/finite.ts';
import {
  activities,
  activityOutline,
  type FeedbackRow,
  feedback,
  type LearnedStateRow,
  learnedStates,
  prescriptions,
  type SweatTestRow,
  sweatTests,
} from '#platform/storage/athlete-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import { decodedLater } from '#platform/storage/drizzle-internals.ts';
import { packState } from '#platform/storage/packed.ts';
import { insertWhere, isOlderThan, overwriteAllBut } from '#platform/storage/statements.ts';
import { packedChanges, packedRemarks } from '#platform/storage/taught-columns.ts';
import { chunksOf } from '#platform/storage/write-many.ts';

/** A moment before any session: a history from here is complete. */
export const BEGINNING = Number.MIN_SAFE_INTEGER;

/** A time in milliseconds, or a subquery for one, which returns no row if it is missing. */
export type Moment = number | SQL<number>;

export function selectActivity(db: Database, athleteId: string, activityId: string) {
  return db
    .select(activityOutline)
    .from(activities)
    .where(and(eq(activities.id, activityId), eq(activities.athleteId, athleteId)));
}

/** No clock on Earth is further behind UTC. */
const BEHIND_UTC_MAX_MS = 12 * HOUR_MS;

/**
 * Builds a subquery for the earliest time that feedback on an activity had or gets: planned, stored, or reported as its start.
 * Returns no row if the activity is missing.
 */
export function sinceFeedbackOf(
  athleteId: string,
  activityId: string,
  startedAt: string | null,
): SQL<number> {
  const earliest = startedAt === null ? activities.effectiveAt : Date.parse(startedAt) - BEHIND_UTC_MAX_MS;
  return sql`(SELECT min(${activities.effectiveAt}, coalesce((SELECT session_at FROM feedback WHERE activity_id = ${activityId}), ${activities.effectiveAt}), ${earliest}) FROM ${activities} WHERE ${activities.id} = ${activityId} AND ${activities.athleteId} = ${athleteId})`;
}

/** Builds the condition that the activity is unchanged since the read: feedback teaches from its fields. */
export function isActivityAsRead({ id, revision }: { readonly id: string; readonly revision: number }): SQL {
  return sql`EXISTS (SELECT 1 FROM activities WHERE id = ${id} AND revision = ${revision})`;
}

/** Selects the numbers shown by this activity's prescription. */
export function selectPrescribedNumbers(db: Database, athleteId: string, activityId: string) {
  return db
    .select({ numbers: prescriptions.numbers })
    .from(prescriptions)
    .where(and(eq(prescriptions.activityId, activityId), eq(prescriptions.athleteId, athleteId)));
}

export function selectFeedback(db: Database, athleteId: string, activityId: string) {
  return db
    .select()
    .from(feedback)
    .where(and(eq(feedback.activityId, activityId), eq(feedback.athleteId, athleteId)));
}

/** Writes the feedback over any earlier one on its activity, if `condition` holds. */
export function upsertFeedback(db: Database, row: FeedbackRow, condition: SQL) {
  return insertWhere(db, feedback, row, condition).onConflictDoUpdate({
    target: feedback.activityId,
    set: overwriteAllBut(feedback, 'activity_id'),
  });
}

export function selectSweatTest(db: Database, athleteId: string, id: string) {
  return db
    .select()
    .from(sweatTests)
    .where(and(eq(sweatTests.id, id), eq(sweatTests.athleteId, athleteId)));
}

/** Builds a subquery for the time of a sweat test. Returns no row if the test is missing. */
export function timeOfSweatTest(athleteId: string, id: string): SQL<number> {
  return sql`(SELECT effective_at FROM sweat_tests WHERE id = ${id} AND athlete_id = ${athleteId})`;
}

interface SweatTestPage {
  readonly after: { readonly atMs: number; readonly id: string } | null;
  readonly limit: number;
}

/** Selects a page of sweat tests, newest test first, then newest identifier. */
export function selectSweatTests(db: Database, athleteId: string, { after, limit }: SweatTestPage) {
  return db
    .select()
    .from(sweatTests)
    .where(
      and(
        eq(sweatTests.athleteId, athleteId),
        after === null ? undefined : isOlderThan([sweatTests.effectiveAt, sweatTests.id], after),
      ),
    )
    .orderBy(desc(sweatTests.effectiveAt), desc(sweatTests.id))
    .limit(limit);
}

/** Writes a sweat test, over the one that it replaces, if `condition` holds. */
export function writeSweatTest(db: Database, row: SweatTestRow, condition: SQL) {
  return insertWhere(db, sweatTests, row, condition).onConflictDoUpdate({
    target: sweatTests.id,
    set: overwriteAllBut(sweatTests, 'id'),
  });
}

/** Builds a subquery for the earlier of a moment and the test that has an `external_id`, which a new test replaces. */
export function sinceTestOf(athleteId: string, externalId: string | null, atMs: number): Moment {
  if (externalId === null) return atMs;
  return sql`min(${atMs}, coalesce((SELECT effective_at FROM sweat_tests WHERE athlete_id = ${athleteId} AND external_id = ${externalId}), ${atMs}))`;
}

type EvidenceTable = typeof feedback | typeof sweatTests;

export function deleteEvidence(db: Database, table: EvidenceTable, id: string, condition: SQL) {
  return db.delete(table).where(and(eq(table.id, id), condition));
}

/**
 * Builds a subquery for the moment from which to read a history that changes at `moment`: that moment if it
 * follows all events, so that the learned state applies, else the last stored state before it.
 */
function startOf(athleteId: string, moment: Moment): SQL<number> {
  const lastStateBefore = (table: EvidenceTable, time: SQLWrapper) =>
    sql`coalesce((SELECT max(${time}) FROM ${table} WHERE ${table.athleteId} = ${athleteId} AND ${table.stateAfter} IS NOT NULL AND ${time} < ${moment}), ${BEGINNING})`;
  return sql`(CASE WHEN ${moment} IS NULL THEN NULL
    WHEN ${moment} > (SELECT last_at FROM learned_states WHERE athlete_id = ${athleteId}) THEN ${moment}
    ELSE max(${lastStateBefore(feedback, feedback.sessionAt)}, ${lastStateBefore(sweatTests, sweatTests.effectiveAt)}) END)`;
}

/** Selects the moment of a change, for an athlete with a history. */
export function selectMoment(db: Database, athleteId: string, moment: Moment) {
  return db
    .select({ moment: sql<number | null>`${moment}`.as('moment') })
    .from(learnedStates)
    .where(eq(learnedStates.athleteId, athleteId));
}

/** The members of a learned state that say when it last changed, as paths in its column. */
const CHANGED_AT = [
  '$.sweat.updatedAtMs',
  '$.runCarbToleranceGPerHr.updatedAtMs',
  '$.bikeCarbToleranceGPerHr.updatedAtMs',
  '$.carbNeedLn.updatedAtMs',
  '$.sweatSodiumLn.updatedAtMs',
];

/**
 * Selects the moments of the sessions and tests that last changed the learned state. The state has their positions in the
 * history, by the local clock.
 */
export function selectMomentsOfChanges(db: Database, athleteId: string) {
  const positions = sql`(SELECT value FROM learned_states, json_each(json_extract(state, ${sql.join(
    CHANGED_AT.map((path) => sql`${path}`),
    sql`, `,
  )})) WHERE athlete_id = ${athleteId})`;
  const sessions = db
    .select({
      position: sql<number>`${feedback.sessionAt}`.as('position'),
      // A reported start comes first. An activity without a schedule took place when it was created.
      atMs: sql<
        number | null
      >`coalesce(CAST(round(1000 * unixepoch(json_extract(${feedback.actual}, '$.startedAt'), 'subsec')) AS INTEGER), ${activities.scheduledAt}, iif(${activities.scheduledLocal} IS NULL AND ${activities.scheduledSent} IS NULL, ${activities.createdAt}, NULL))`.as(
        'at_ms',
      ),
    })
    .from(feedback)
    .innerJoin(activities, eq(activities.id, feedback.activityId))
    .where(and(eq(feedback.athleteId, athleteId), sql`${feedback.sessionAt} IN ${positions}`));
  const tests = db
    .select({
      position: sql<number>`${sweatTests.effectiveAt}`.as('position'),
      atMs: sql<number | null>`${sweatTests.testedAt}`.as('at_ms'),
    })
    .from(sweatTests)
    .where(and(eq(sweatTests.athleteId, athleteId), sql`${sweatTests.effectiveAt} IN ${positions}`));
  return sessions.unionAll(tests);
}

const feedbackPosition = { atMs: feedback.sessionAt, id: feedback.id, stateAfter: feedback.stateAfter };
const sweatTestPosition = {
  atMs: sweatTests.effectiveAt,
  id: sweatTests.id,
  stateAfter: sweatTests.stateAfter,
};

/** Selects the last feedback on a session before the moment that has a stored state, with that state. */
export function selectFeedbackBefore(db: Database, athleteId: string, moment: Moment) {
  return db
    .select(feedbackPosition)
    .from(feedback)
    .where(
      and(eq(feedback.athleteId, athleteId), isNotNull(feedback.stateAfter), lt(feedback.sessionAt, moment)),
    )
    .orderBy(desc(feedback.sessionAt), desc(feedback.id))
    .limit(1);
}

/** Selects the last sweat test before the moment that has a stored state, with that state. */
export function selectSweatTestBefore(db: Database, athleteId: string, moment: Moment) {
  return db
    .select(sweatTestPosition)
    .from(sweatTests)
    .where(
      and(
        eq(sweatTests.athleteId, athleteId),
        isNotNull(sweatTests.stateAfter),
        lt(sweatTests.effectiveAt, moment),
      ),
    )
    .orderBy(desc(sweatTests.effectiveAt), desc(sweatTests.id))
    .limit(1);
}

const {
  athleteId: _athlete,
  revision: _revision,
  notes: _notes,
  sodiumMg: _sodium,
  createdAt: _created,
  updatedAt: _updated,
  ...feedbackEvidence
} = getTableColumns(feedback);

/** Selects the feedback of a history from the moment on: the columns that teach, and what was taught. */
export function selectFeedbackFrom(db: Database, athleteId: string, moment: Moment) {
  const rows = db
    .select(feedbackEvidence)
    .from(feedback)
    .where(and(eq(feedback.athleteId, athleteId), gte(feedback.sessionAt, startOf(athleteId, moment))))
    .orderBy(asc(feedback.sessionAt), asc(feedback.id));
  return decodedLater(db, rows);
}

const {
  athleteId: _activityAthlete,
  revision: _activityRevision,
  externalId: _externalId,
  name: _name,
  scheduledAt: _scheduledAt,
  scheduledLocal: _scheduledLocal,
  timeZone: _timeZone,
  timeZoneSource: _timeZoneSource,
  effectiveAt: _effectiveAt,
  vessels: _vessels,
  runVessels: _runVessels,
  refills: _refills,
  caffeine: _caffeine,
  createdAt: _createdAt,
  updatedAt: _updatedAt,
  ...session
} = getTableColumns(activities);

/** The columns of an activity from which its feedback teaches, with the day of one without a time. Stations and points take most bytes of a row, and teach nothing. */
const teaching = {
  ...session,
  course: sql<Pick<
    Course,
    'distanceKm' | 'elevationGainM'
  > | null>`json_remove(${activities.course}, '$.aidStations', '$.waypoints', '$.points')`
    .mapWith(activities.course)
    .as('course'),
};

/** Selects the activities of the rows from `selectFeedbackFrom`. */
export function selectActivitiesOfFeedbackFrom(db: Database, athleteId: string, moment: Moment) {
  const withFeedback = db
    .select({ id: feedback.activityId })
    .from(feedback)
    .where(and(eq(feedback.athleteId, athleteId), gte(feedback.sessionAt, startOf(athleteId, moment))));
  const rows = db.select(teaching).from(activities).where(inArray(activities.id, withFeedback));
  return decodedLater(db, rows);
}

const {
  athleteId: _testAthlete,
  testedAt: _testedAt,
  testedLocal: _testedLocal,
  timeZone: _testZone,
  createdAt: _testCreated,
  ...sweatTestEvidence
} = getTableColumns(sweatTests);

/** Selects the sweat tests of a history from the moment on: the columns that teach, and what was taught. */
export function selectSweatTestsFrom(db: Database, athleteId: string, moment: Moment) {
  const rows = db
    .select(sweatTestEvidence)
    .from(sweatTests)
    .where(and(eq(sweatTests.athleteId, athleteId), gte(sweatTests.effectiveAt, startOf(athleteId, moment))))
    .orderBy(asc(sweatTests.effectiveAt), asc(sweatTests.id));
  return decodedLater(db, rows);
}

/**
 * Characters of JSON per parameter. D1 accepts 2 MB; a row has some 150 characters, and every sixteenth 700.
 */
const CHUNK_CHARACTERS = 500_000;

/** Updates what was learned from these rows, some thousands per statement. Skips missing rows. */
export function updateSteps(
  db: Database,
  table: EvidenceTable,
  taught: ReadonlyMap<string, Taught>,
  condition: SQL,
) {
  const texts = [...taught].map(([id, each]) =>
    JSON.stringify(requireFinite({ id, ...packTaught(each) }, 'a change')),
  );
  return chunksOf(texts, CHUNK_CHARACTERS).map((chunk) => {
    const value = (name: string) => sql`json_each.value ->> ${sql.raw(`'$.${name}'`)}`;
    return db
      .update(table)
      .set({ changes: value('changes'), remarks: value('remarks'), stateAfter: value('state') })
      .from(sql`json_each(${chunk})`)
      .where(and(eq(table.id, value('id')), condition));
  });
}

/** The changes and remarks of an event, as columns of its row. */
export type Taught = Pick<FeedbackRow, 'changes' | 'remarks' | 'stateAfter'>;

/** Packs the changes and remarks of an event for storage. */
export function packTaught({ changes, remarks, stateAfter }: Taught) {
  return {
    changes: packedChanges.pack(changes),
    remarks: packedRemarks.pack(remarks),
    state: stateAfter && packState(stateAfter),
  };
}

/** Writes the state of an athlete's history if `condition` holds. Otherwise `meta.changes` is 0. */
export function takeHistory(db: Database, learned: LearnedStateRow, condition: SQL) {
  return insertWhere(db, learnedStates, learned, condition).onConflictDoUpdate({
    target: learnedStates.athleteId,
    set: overwriteAllBut(learnedStates, 'athlete_id'),
  });
}
