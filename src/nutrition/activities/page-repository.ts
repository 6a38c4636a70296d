import { and, asc, desc, eq, gte, lt, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { type ActivityRow, activities, activityOutline } from '#platform/storage/athlete-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import {
  composedOnce,
  isNewerThan,
  isOlderThan,
  isOneOf,
  type ListPosition,
} from '#platform/storage/statements.ts';
import { selectFeedbackOf, selectPrescriptionsOf, selectProductsOf } from '../records/read-activity.ts';

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
type ComposableFilter = Pick<ActivityFilter, 'order'> & {
  readonly [Bound in keyof Omit<ActivityFilter, 'order' | 'after'>]: ActivityFilter[Bound] | Placeholder;
} & { readonly after: ListPosition | null };

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
  const bound = Object.entries(named).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, value] as const],
  );
  const form = [order, ...bound.map(([name]) => name)].join();
  const page = composedPages.get(form) ?? composePage(filter);
  composedPages.set(form, page);
  const values = Object.fromEntries(bound);
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
