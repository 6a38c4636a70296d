import { and, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { prescriptionSummaryColumns, shownFeedbackColumns } from '../records/read-activity.ts';
import {
  type ActivityRow,
  activities,
  activityProducts,
  feedback,
  prescriptions,
} from '../storage/athlete-schema.ts';
import type { Database } from '../storage/database.ts';
import { insertWhere } from '../storage/guarded-insert.ts';
import { whereAthleteIsLive } from '../storage/live-athlete.ts';
import { isOlderThan } from '../storage/row-order.ts';

/** Inserts the activity if its athlete is live; `meta.changes` is 0 otherwise. */
export function insertActivity(db: Database, partnerId: string, row: ActivityRow) {
  return insertWhere(db, activities, row, whereAthleteIsLive(partnerId, row.athleteId));
}

export interface ActivityFilter {
  readonly fromMs: number | null;
  readonly beforeMs: number | null;
  readonly type: ActivityRow['type'] | undefined;
  readonly after: { readonly effectiveAt: number; readonly id: string } | null;
  readonly limit: number;
}

/** Selects a page of activities: newest `effective_at` first, then newest identifier. */
export function selectActivities(db: Database, athleteId: string, filter: ActivityFilter) {
  return db
    .select()
    .from(activities)
    .where(matches(athleteId, filter))
    .orderBy(...NEWEST_FIRST)
    .limit(filter.limit);
}

/** Selects the prescriptions of the page that `selectActivities` gives for the same filter. */
export function selectPrescriptionsOf(db: Database, athleteId: string, filter: ActivityFilter) {
  return db
    .select(prescriptionSummaryColumns)
    .from(prescriptions)
    .where(inArray(prescriptions.activityId, idsOfPage(db, athleteId, filter)));
}

/** Selects the attached products of the page that `selectActivities` gives for the same filter. */
export function selectProductsOf(db: Database, athleteId: string, filter: ActivityFilter) {
  return db
    .select()
    .from(activityProducts)
    .where(inArray(activityProducts.activityId, idsOfPage(db, athleteId, filter)));
}

/** Selects the feedback of the page that `selectActivities` gives for the same filter. */
export function selectFeedbackOf(db: Database, athleteId: string, filter: ActivityFilter) {
  return db
    .select(shownFeedbackColumns)
    .from(feedback)
    .where(inArray(feedback.activityId, idsOfPage(db, athleteId, filter)));
}

function idsOfPage(db: Database, athleteId: string, filter: ActivityFilter) {
  return db
    .select({ id: activities.id })
    .from(activities)
    .where(matches(athleteId, filter))
    .orderBy(...NEWEST_FIRST)
    .limit(filter.limit);
}

const NEWEST_FIRST = [desc(activities.effectiveAt), desc(activities.id)] as const;

function matches(athleteId: string, filter: ActivityFilter): SQL | undefined {
  const { fromMs, beforeMs, type, after } = filter;
  return and(
    eq(activities.athleteId, athleteId),
    fromMs === null ? undefined : gte(activities.effectiveAt, fromMs),
    // The cursor is an earlier row, so it implies this bound; of two upper bounds the index would use only one.
    beforeMs === null || after !== null ? undefined : lt(activities.effectiveAt, beforeMs),
    type === undefined ? undefined : eq(activities.type, type),
    after === null
      ? undefined
      : isOlderThan([activities.effectiveAt, activities.id], { atMs: after.effectiveAt, id: after.id }),
  );
}

/** Updates the activity if it is unchanged since this row was read and `condition` holds. Returns the new row or nothing. */
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

/** Deletes the activity, and its other rows by cascade, if it is unchanged since this row was read and `condition` holds. */
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
export function hasNoFeedback(activityId: string): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM feedback WHERE activity_id = ${activityId})`;
}

/** Updates the time of feedback after its session has moved. */
export function moveFeedback(db: Database, feedbackId: string, sessionAt: number, condition: SQL) {
  return db
    .update(feedback)
    .set({ sessionAt })
    .where(and(eq(feedback.id, feedbackId), condition));
}
