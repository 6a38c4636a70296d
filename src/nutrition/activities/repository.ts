import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import { type ActivityRow, activities, feedback } from '#platform/storage/athlete-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import { whereAthleteIsLive } from '#platform/storage/live-athlete.ts';
import { type Reporter, recordEach, updateRecorded } from '#platform/storage/record-events.ts';
import { insertWhere, isOneOf } from '#platform/storage/statements.ts';
import { inRow, insertMany } from '#platform/storage/write-many.ts';
import type { PrescriptionGuard } from '../prescriptions/prescriptions.ts';
import type { ActivityDetails } from '../records/read-activity.ts';
import { ofActivity, reportActivityChange } from '../records/report-changes.ts';

/** Inserts the activity if its athlete is live and `condition` holds. Otherwise `meta.changes` is 0. */
export function insertActivity(db: Database, partnerId: string, row: ActivityRow, condition: SQL = sql`1`) {
  const isLive = whereAthleteIsLive(partnerId, row.athleteId);
  return insertWhere(db, activities, row, sql`${isLive} AND ${condition}`);
}

/** Builds the condition that an athlete has no time zone. */
export function hasNoTimeZone(athleteId: string): SQL {
  return sql`(SELECT time_zone FROM athletes WHERE id = ${athleteId}) IS NULL`;
}

/**
 * Inserts activities and returns their identifiers. Skips those whose athlete is not live, and those whose
 * `external_id` another request has used in the meantime.
 */
export function insertActivities(db: Database, partnerId: string, rows: readonly ActivityRow[]) {
  const guard = { condition: whereAthleteIsLive(partnerId, inRow('athlete_id')) };
  return insertMany(db, activities, rows, guard).map((insert) =>
    insert.onConflictDoNothing().returning({ id: activities.id }),
  );
}

/** Records the creation of each activity whose row exists, after the insertion. */
export function recordCreations(db: Database, reporter: Reporter, rows: readonly ActivityRow[]) {
  const reported = rows.map((activity) => ({
    event: { type: 'activity.created', data: ofActivity(activity) } as const,
    proof: { id: activity.id },
  }));
  return recordEach(
    db,
    reporter,
    reported,
    (proof) => sql`EXISTS (SELECT 1 FROM ${activities} WHERE ${activities.id} = ${proof('id')})`,
  );
}

/** An activity updated by a batch, before and after. */
interface ActivityChange {
  readonly before: ActivityRow;
  readonly after: ActivityDetails;
}

/**
 * Updates activities and returns their identifiers. Skips those changed since the read, by revision, and
 * those with other feedback. Records the events of the rest.
 *
 * @param alongside writes that belong to the updates, under `whereToBeUpdated`
 */
export function updateActivities(
  db: Database,
  reporter: Reporter,
  changes: readonly ActivityChange[],
  alongside: readonly BatchItem<'sqlite'>[],
) {
  const { partnerId } = reporter.principal;
  const values = changes.map(({ after: { feedback } }) =>
    feedback === null ? {} : { feedback_id: feedback.id },
  );
  const reported = changes.flatMap(({ before, after: { activity, feedback } }) => {
    const { athleteId, revision } = activity;
    const proof = {
      id: activity.id,
      athlete_id: athleteId,
      revision,
      ...(feedback && { feedback_id: feedback.id }),
    };
    return reportActivityChange(before, activity).map((event) => ({ event, proof }));
  });
  const rows = changes.map(({ after }) => after.activity);
  return updateRecorded(db, reporter, { table: activities, rows, values, reported, alongside }, (value) =>
    isAsRead(partnerId, value),
  );
}

/**
 * Writes a prescription under the same conditions as `updateActivities`, so that a batch writes both or
 * neither. Holds until the update.
 */
export function whereToBeUpdated(partnerId: string): PrescriptionGuard {
  return (value) =>
    sql`EXISTS (SELECT 1 FROM ${activities} WHERE ${activities.id} = ${value('activity_id')} AND ${isAsRead(partnerId, value)})`;
}

/**
 * Builds the condition that an activity is unchanged since it was read. `value` returns a value of that read
 * by name.
 */
function isAsRead(partnerId: string, value: (name: string) => SQL): SQL {
  const condition = and(
    eq(activities.athleteId, value('athlete_id')),
    sql`${activities.revision} = ${value('revision')} - 1`,
    sql`(SELECT id FROM feedback WHERE activity_id = ${activities.id}) IS ${value('feedback_id')}`,
    whereAthleteIsLive(partnerId, value('athlete_id')),
  );
  return condition ?? sql`1`;
}

/**
 * Deletes activities that have no feedback and whose athlete is live. Returns their identifiers and
 * records an event for each.
 */
export function deleteWithoutFeedback(db: Database, reporter: Reporter, rows: readonly ActivityRow[]) {
  const isFree = and(
    hasNoFeedback(sql`${activities.id}`),
    whereAthleteIsLive(reporter.principal.partnerId, sql`${activities.athleteId}`),
  );
  const ids = rows.map(({ id }) => id);
  const reported = rows.map((activity) => ({
    event: { type: 'activity.deleted', data: ofActivity(activity) } as const,
    proof: { id: activity.id },
  }));
  return [
    ...recordEach(
      db,
      reporter,
      reported,
      (proof) =>
        sql`EXISTS (SELECT 1 FROM ${activities} WHERE ${activities.id} = ${proof('id')} AND ${isFree})`,
    ),
    db
      .delete(activities)
      .where(and(isOneOf(activities.id, ids), isFree))
      .returning({ id: activities.id }),
  ];
}

/**
 * Updates the activity if it is unchanged since this row was read and `condition` holds. Returns the new row,
 * if any.
 */
export function updateActivity(
  db: Database,
  partnerId: string,
  activity: ActivityRow,
  changes: Partial<ActivityRow>,
  condition?: SQL,
) {
  return db
    .update(activities)
    .set({ ...changes, revision: sql`${activities.revision} + 1` })
    .where(and(isCurrent(partnerId, activity), condition))
    .returning();
}

/**
 * Deletes the activity and, by cascade, its other rows, if it is unchanged since the read and `condition`
 * holds.
 */
export function deleteActivity(db: Database, partnerId: string, activity: ActivityRow, condition: SQL) {
  return db
    .delete(activities)
    .where(and(isCurrent(partnerId, activity), condition))
    .returning({ id: activities.id });
}

function isCurrent(partnerId: string, { id, athleteId, revision }: ActivityRow): SQL | undefined {
  return and(
    eq(activities.id, id),
    eq(activities.athleteId, athleteId),
    eq(activities.revision, revision),
    whereAthleteIsLive(partnerId, athleteId),
  );
}

/** Builds the condition that the activity has no feedback, so that nothing was learned from it. */
export function hasNoFeedback(activityId: string | SQL): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM feedback WHERE activity_id = ${activityId})`;
}

/** Updates the time of feedback after its session was moved. */
export function moveFeedback(db: Database, feedbackId: string, sessionAt: number, condition: SQL) {
  return db
    .update(feedback)
    .set({ sessionAt })
    .where(and(eq(feedback.id, feedbackId), condition));
}

/** Selects this athlete's activity with an `external_id`. */
export function selectHolder(db: Database, athleteId: string, externalId: string) {
  return db
    .select({ id: activities.id })
    .from(activities)
    .where(and(eq(activities.athleteId, athleteId), eq(activities.externalId, externalId)));
}
