import {
  and,
  asc,
  desc,
  eq,
  gte,
  inArray,
  lt,
  type Placeholder,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import { activityOutline } from '#platform/storage/activity-columns.ts';
import {
  type ActivityRow,
  activities,
  activityProducts,
  feedback,
  prescriptions,
} from '#platform/storage/athlete-schema.ts';
import { composedOnce } from '#platform/storage/composed-query.ts';
import { isNewerThan, isOlderThan, isOneOf, type ListPosition } from '#platform/storage/conditions.ts';
import type { Database } from '#platform/storage/database.ts';
import { insertWhere } from '#platform/storage/guarded-insert.ts';
import { whereAthleteIsLive } from '#platform/storage/live-athlete.ts';
import { type Reporter, recordEach, updateRecorded } from '#platform/storage/record-events.ts';
import { inRow, insertMany } from '#platform/storage/write-many.ts';
import type { PrescriptionGuard } from '../prescriptions/prescriptions.ts';
import {
  type ActivityDetails,
  prescriptionSummaryColumns,
  shownFeedbackColumns,
} from '../records/read-activity.ts';
import { ofActivity, reportActivityChange } from '../records/report-changes.ts';

/** Inserts the activity if its athlete is live. Otherwise `meta.changes` is 0. */
export function insertActivity(db: Database, partnerId: string, row: ActivityRow) {
  return insertWhere(db, activities, row, whereAthleteIsLive(partnerId, row.athleteId));
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
export interface ActivityChange {
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
 * Deletes the given activities that have no feedback and whose athlete is live. Returns their identifiers and
 * records an event for each.
 */
export function deleteWithoutFeedback(db: Database, reporter: Reporter, rows: readonly ActivityRow[]) {
  const isFree = and(
    sql`NOT EXISTS (SELECT 1 FROM feedback WHERE activity_id = ${activities.id})`,
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

export interface ActivityFilter {
  readonly fromMs: number | null;
  readonly beforeMs: number | null;
  readonly type: ActivityRow['type'] | undefined;
  readonly externalId: string | undefined;
  /** Only activities changed since then, in order of change. */
  readonly updatedSinceMs: number | null;
  /** Order by time. Newest first by default. */
  readonly order?: 'asc' | 'desc';
  readonly after: { readonly atMs: number; readonly id: string } | null;
  readonly limit: number;
}

/** A filter of whose values each may be a placeholder. */
interface ComposableFilter {
  readonly fromMs: number | Placeholder | null;
  readonly beforeMs: number | Placeholder | null;
  readonly type: string | Placeholder | undefined;
  readonly externalId: string | Placeholder | undefined;
  readonly updatedSinceMs: number | Placeholder | null;
  readonly order?: 'asc' | 'desc';
  readonly after: ListPosition | null;
  readonly limit: number | Placeholder;
}

/** One athlete, or several in one database. */
type Whose = string | Placeholder | readonly string[];

/**
 * Selects a page of activities by `effective_at`, or by time of change (oldest first) with `updatedSinceMs`.
 */
export function selectActivities(db: Database, athleteId: Whose, filter: ComposableFilter) {
  return db
    .select(activityOutline)
    .from(activities)
    .where(matches(athleteId, filter))
    .orderBy(...orderOf(filter))
    .limit(filter.limit);
}

/** Selects the prescriptions of the activities in the subquery. */
export function selectPrescriptionsOf(db: Database, activityIds: SQLWrapper) {
  return db
    .select(prescriptionSummaryColumns)
    .from(prescriptions)
    .where(inArray(prescriptions.activityId, activityIds));
}

/** Selects the attached products of the activities in the subquery. */
export function selectProductsOf(db: Database, activityIds: SQLWrapper) {
  return db.select().from(activityProducts).where(inArray(activityProducts.activityId, activityIds));
}

/** Selects the feedback of the activities in the subquery. */
export function selectFeedbackOf(db: Database, activityIds: SQLWrapper) {
  return db.select(shownFeedbackColumns).from(feedback).where(inArray(feedback.activityId, activityIds));
}

/**
 * Builds the subquery for the identifiers of the page that `selectActivities` returns for the same filter.
 */
export function idsOfPage(db: Database, athleteId: Whose, filter: ComposableFilter) {
  return db
    .select({ id: activities.id })
    .from(activities)
    .where(matches(athleteId, filter))
    .orderBy(...orderOf(filter))
    .limit(filter.limit);
}

/** The statements of a page by which values its filter has. Composing them took a seventh of a list's time. */
const composedPages = new Map<string, ReturnType<typeof composePage>>();

/** Selects a page of an athlete's activities, their prescriptions, attached products and feedback. */
export function selectPage(db: Database, athleteId: string, filter: ActivityFilter) {
  const { order, after, ...bounds } = filter;
  const named = { athleteId, ...bounds, afterMs: after?.atMs, afterId: after?.id };
  const given = Object.entries(named).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, value] as const],
  );
  const form = [order, ...given.map(([name]) => name)].join();
  const page = composedPages.get(form) ?? composePage(filter);
  composedPages.set(form, page);
  const values = Object.fromEntries(given);
  return [
    page.activities(db, values),
    page.prescriptions(db, values),
    page.products(db, values),
    page.feedback(db, values),
  ] as const;
}

/** Composes the statements of a page for every filter that has the same values and order as this one. */
function composePage({ fromMs, beforeMs, type, externalId, updatedSinceMs, order, after }: ActivityFilter) {
  type Value = (name: string) => Placeholder;
  const filterOf = (value: Value): ComposableFilter => ({
    fromMs: fromMs === null ? null : value('fromMs'),
    beforeMs: beforeMs === null ? null : value('beforeMs'),
    type: type === undefined ? undefined : value('type'),
    externalId: externalId === undefined ? undefined : value('externalId'),
    updatedSinceMs: updatedSinceMs === null ? null : value('updatedSinceMs'),
    ...(order === undefined ? {} : { order }),
    after: after === null ? null : { atMs: value('afterMs'), id: value('afterId') },
    limit: value('limit'),
  });
  const idsOf = (db: Database, value: Value) => idsOfPage(db, value('athleteId'), filterOf(value));
  return {
    activities: composedOnce((db, value: Value) => selectActivities(db, value('athleteId'), filterOf(value))),
    prescriptions: composedOnce((db, value: Value) => selectPrescriptionsOf(db, idsOf(db, value))),
    products: composedOnce((db, value: Value) => selectProductsOf(db, idsOf(db, value))),
    feedback: composedOnce((db, value: Value) => selectFeedbackOf(db, idsOf(db, value))),
  };
}

const BY_TIME = [activities.effectiveAt, activities.id] as const;
const BY_CHANGE = [activities.updatedAt, activities.id] as const;

function orderOf({ updatedSinceMs, order }: ComposableFilter): SQL[] {
  if (updatedSinceMs !== null) return BY_CHANGE.map((column) => asc(column));
  return BY_TIME.map((column) => (order === 'asc' ? asc(column) : desc(column)));
}

/** Returns the position of an activity in a list with this filter. */
export function positionOfActivity(
  { updatedSinceMs }: Pick<ActivityFilter, 'updatedSinceMs'>,
  { effectiveAt, updatedAt, id }: ActivityRow,
): [number, string] {
  return [updatedSinceMs === null ? effectiveAt : updatedAt, id];
}

function matches(athleteId: Whose, filter: ComposableFilter): SQL | undefined {
  return and(
    isSeveral(athleteId) ? isOneOf(activities.athleteId, athleteId) : eq(activities.athleteId, athleteId),
    filter.externalId === undefined ? undefined : eq(activities.externalId, filter.externalId),
    ...(filter.updatedSinceMs === null
      ? matchesByTime(filter)
      : matchesByChange(filter, filter.updatedSinceMs)),
  );
}

/** `Array.isArray` does not narrow a readonly array. */
function isSeveral(athleteId: Whose): athleteId is readonly string[] {
  return Array.isArray(athleteId);
}

function matchesByTime({ fromMs, beforeMs, type, after, order }: ComposableFilter): (SQL | undefined)[] {
  const isAscending = order === 'asc';
  return [
    // The cursor is stricter than one of the bounds and implies it. Given two equal bounds, the index would
    // use only one.
    fromMs === null || (isAscending && after !== null) ? undefined : gte(activities.effectiveAt, fromMs),
    beforeMs === null || (!isAscending && after !== null) ? undefined : lt(activities.effectiveAt, beforeMs),
    // Without the hint, two time bounds make the query planner read all types between them by time.
    type === undefined ? undefined : sql`unlikely(${activities.type} = ${type})`,
    after === null ? undefined : (isAscending ? isNewerThan : isOlderThan)(BY_TIME, after),
  ];
}

/**
 * The signs keep the query planner from an index by time or type, which would not give the order of change.
 */
function matchesByChange(
  { fromMs, beforeMs, type, after }: ComposableFilter,
  updatedSinceMs: number | Placeholder,
): (SQL | undefined)[] {
  return [
    fromMs === null ? undefined : sql`+${activities.effectiveAt} >= ${fromMs}`,
    beforeMs === null ? undefined : sql`+${activities.effectiveAt} < ${beforeMs}`,
    type === undefined ? undefined : sql`+${activities.type} = ${type}`,
    after === null ? gte(activities.updatedAt, updatedSinceMs) : isNewerThan(BY_CHANGE, after),
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
export function hasNoFeedback(activityId: string): SQL {
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
