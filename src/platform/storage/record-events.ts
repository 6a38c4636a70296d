import { and, asc, gt, inArray, lt, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { DAY_MS, yesterdayMs } from '../clock.ts';
import type { Environment } from '../env.ts';
import { asRecording, type Database } from './database.ts';
import { type EventType, type ReportedEvent, toStoredData } from './event-types.ts';
import { events } from './events-schema.ts';
import { composedOnce, deleteSome, STEP_ROWS } from './statements.ts';
import { inRow, updateMany } from './write-many.ts';

/** The partner that receives the events, and the time. The context of a partner's request is a reporter. */
export interface Reporter {
  readonly principal: { readonly partnerId: string; readonly environment: Environment };
  readonly nowMs: number;
  /** Collects each event for later announcement, even if its condition then excludes it. */
  readonly recorded?: RecordedEvent[];
}

/** The subject of an event, and the athlete in whose database it is recorded. Null if it is in the registry. */
export interface RecordedEvent {
  readonly partnerId: string;
  readonly environment: Environment;
  readonly type: EventType;
  readonly athleteId: string | null;
}

/** Announces an event that another kind of statement records, such as one for rows that were not read. */
export function noteEvent(
  { principal: { partnerId, environment }, recorded }: Reporter,
  type: EventType,
  athleteId: string | null,
): void {
  recorded?.push({ partnerId, environment, type, athleteId });
}

/** Is true if the previous statement in the batch changed a row. */
export const PRECEDING_CHANGED = sql`changes() > 0`;

/**
 * Records the events in order, as one statement for the batch of the change that they report. Place it directly
 * after that change (reads may come between): by default it records nothing if the change affected no row. `condition`
 * replaces this check. Skips `prescription.stale` if no prescription has become stale since the last such event.
 */
export function recordEvents(
  db: Database,
  reporter: Reporter,
  reported: readonly ReportedEvent[],
  condition: SQL | null = null,
) {
  const input = inputOf(
    reporter,
    reported.map((event) => ({ event })),
  );
  const shape = shapeOf(reported);
  return asRecording(
    condition === null
      ? AFTER_CHANGE[shape](db, input)
      : insertFromJson(db, (name) => input[name], shape, condition),
  );
}

/** Builds the statements of `recordEvents` to spread into a batch: one, or none without events. */
export function recordAny(db: Database, reporter: Reporter, reported: readonly ReportedEvent[]) {
  return reported.length === 0 ? [] : [recordEvents(db, reporter, reported)];
}

/** An event, with the values that identify its change in the database. */
interface ProvenEvent {
  readonly event: ReportedEvent;
  readonly proof: Readonly<Record<string, string | number>>;
}

/**
 * Builds the statements that record the events whose change takes place, for a batch that changes many rows: one, or
 * none without events. `takesPlace` builds the condition on one event. `proof('revision')` is the value of that name in
 * the event's proof. Place the statement before an update or deletion, with the same condition as that write, or after
 * an insertion.
 */
export function recordEach(
  db: Database,
  reporter: Reporter,
  reported: readonly ProvenEvent[],
  takesPlace: (proof: (name: string) => SQL) => SQL,
) {
  if (reported.length === 0) return [];
  const input = inputOf(reporter, reported);
  const condition = takesPlace((name) => sql`json_each.value ->> ${sql.raw(`'$.proof.${name}'`)}`);
  const shape = shapeOf(reported.map(({ event }) => event));
  return [asRecording(insertFromJson(db, (name) => input[name], shape, condition))];
}

/**
 * Rows to update, by the `id` of their table, with additional values and the events that report the change.
 */
interface RecordedUpdate<Table extends SQLiteTable> {
  readonly table: Table & { readonly id: SQLiteColumn };
  readonly rows: readonly Table['$inferSelect'][];
  readonly values: readonly Readonly<Record<string, string | number>>[];
  readonly reported: readonly ProvenEvent[];
  /** Further writes that belong to the updates, under the same condition. They run before the rows change. */
  readonly alongside?: readonly BatchItem<'sqlite'>[];
}

/**
 * Builds the statements that update the rows that have not changed since they were read, and record only their events.
 * The last statements return the identifiers of the updated rows. `isAsRead` builds the condition: `value('revision')`
 * is the value of that name in a row and in the proof of its events.
 */
export function updateRecorded<Table extends SQLiteTable>(
  db: Database,
  reporter: Reporter,
  { table, rows, values, reported, alongside = [] }: RecordedUpdate<Table>,
  isAsRead: (value: (name: string) => SQL) => SQL,
): BatchItem<'sqlite'>[] {
  const guard = { condition: isAsRead(inRow), values };
  const updates = updateMany(db, { table, key: table.id }, rows, guard);
  return [
    ...recordEach(
      db,
      reporter,
      reported,
      (proof) =>
        sql`EXISTS (SELECT 1 FROM ${table} WHERE ${table.id} = ${proof('id')} AND ${isAsRead(proof)})`,
    ),
    ...alongside,
    ...updates.map((update) => update.returning({ id: table.id })),
  ];
}

/** The columns of events that are selected from other rows. */
interface EventColumns {
  readonly partnerId: SQL;
  readonly environment: SQL;
  readonly athleteId: SQL;
  /** JSON. */
  readonly data: SQL;
}

/**
 * Records an event of one type for each row of `from` (`FROM … WHERE …`), for changes of rows that were not read.
 */
export function recordEventsOfRows(
  db: Database,
  type: EventType,
  { partnerId, environment, athleteId, data }: EventColumns,
  from: SQL,
  nowMs: number,
) {
  return asRecording(
    db
      .insert(events)
      .select(
        sql`SELECT NULL, ${partnerId}, ${environment}, ${type}, ${athleteId}, ${data}, ${nowMs} ${from}`,
      ),
  );
}

type Value = 'partnerId' | 'environment' | 'nowMs' | 'since' | 'items';
type Bound = Readonly<Record<Value, string | number>>;

function inputOf(
  reporter: Reporter,
  reported: readonly { readonly event: ReportedEvent; readonly proof?: ProvenEvent['proof'] }[],
): Bound {
  for (const { event } of reported) {
    noteEvent(reporter, event.type, 'athleteId' in event.data ? event.data.athleteId : null);
  }
  const { principal, nowMs } = reporter;
  return {
    partnerId: principal.partnerId,
    environment: principal.environment,
    nowMs,
    since: yesterdayMs(nowMs),
    items: JSON.stringify(reported.map(itemOf)),
  };
}

/** Returns the members of an event that the statement reads. The athlete has a column, so the stored data omit it. */
function itemOf({ event, proof }: { readonly event: ReportedEvent; readonly proof?: ProvenEvent['proof'] }) {
  const { athleteId, ...data } = { athleteId: null, ...event.data };
  return { type: event.type, athleteId, data: toStoredData(data), proof };
}

/**
 * The tables that recording reads: none, athletes, or those that determine whether a prescription is stale.
 */
type Shape = 'service' | 'athlete' | 'stale';

function shapeOf(reported: readonly ReportedEvent[]): Shape {
  if (reported.some(({ type }) => type === 'prescription.stale')) return 'stale';
  return reported.some(({ data }) => 'athleteId' in data) ? 'athlete' : 'service';
}

const afterChange = (shape: Shape) =>
  composedOnce((db, value: (name: Value) => Placeholder) =>
    insertFromJson(db, value, shape, PRECEDING_CHANGED),
  );

/** Composed once per isolate, because most changes record events. */
const AFTER_CHANGE = {
  service: afterChange('service'),
  athlete: afterChange('athlete'),
  stale: afterChange('stale'),
} as const;

const ATHLETE_ID = sql`json_each.value ->> '$.athleteId'`;

function insertFromJson(
  db: Database,
  value: (name: Value) => Placeholder | string | number,
  shape: Shape,
  condition: SQL,
) {
  const data = sql`json_each.value -> '$.data'`;
  const named = sql`json_set(${data}, '$.e', (SELECT external_id FROM athletes WHERE id = ${ATHLETE_ID}))`;
  const where = shape === 'stale' ? sql`(${condition}) AND ${isNotKnownStale(value)}` : condition;
  return db
    .insert(events)
    .select(
      sql`SELECT NULL, ${value('partnerId')}, ${value('environment')}, json_each.value ->> '$.type', ${ATHLETE_ID}, ${shape === 'service' ? data : named}, ${value('nowMs')} FROM json_each(${value('items')}) WHERE ${where}`,
    );
}

/**
 * Builds the condition that an item has another type, or that a prescription from today on has become stale: one exists,
 * and a prescription of the athlete was calculated since the last event with this reason.
 */
function isNotKnownStale(value: (name: Value) => Placeholder | string | number): SQL {
  const announced = sql`(SELECT max(sequence) FROM events WHERE athlete_id = ${ATHLETE_ID}
    AND type = 'prescription.stale' AND data ->> '$.r' = json_each.value ->> '$.data.r')`;
  return sql`(json_each.value ->> '$.type' <> 'prescription.stale' OR (
    EXISTS (SELECT 1 FROM activities JOIN prescriptions ON prescriptions.activity_id = activities.id
      WHERE activities.athlete_id = ${ATHLETE_ID} AND activities.effective_at >= ${value('since')})
    AND (${announced} IS NULL OR EXISTS (SELECT 1 FROM events WHERE athlete_id = ${ATHLETE_ID}
      AND type = 'prescription.calculated' AND sequence > ${announced}))))`;
}

/** Events are retained, and cursors are valid, for this long. An older cursor could have missed purged events. */
export const EVENTS_RETAINED_MS = 30 * DAY_MS;

/**
 * Removes the oldest expired events, at most STEP_ROWS. The sequence finds them without a time index.
 */
export function deleteOldEvents(db: Database, nowMs: number) {
  const oldest = db
    .select({ sequence: events.sequence })
    .from(events)
    .where(gt(events.sequence, 0))
    .orderBy(asc(events.sequence))
    .limit(STEP_ROWS);
  return db
    .delete(events)
    .where(and(inArray(events.sequence, oldest), lt(events.createdAt, nowMs - EVENTS_RETAINED_MS)));
}

/** Removes at most STEP_ROWS events that match `condition`. */
export function deleteSomeEvents(db: Database, condition: SQL) {
  return deleteSome(db, { table: events, key: [events.sequence] }, condition);
}
