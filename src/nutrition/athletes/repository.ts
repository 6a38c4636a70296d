import { and, asc, desc, eq, gt, gte, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { type Claim, claimedRow, isClaimed } from '#platform/http/shared-repository.ts';
import {
  type AthleteRow,
  appliedErasures,
  athletes,
  type LearnedStateRow,
} from '#platform/storage/athlete-schema.ts';
import { isNewerThan, isOneOf } from '#platform/storage/conditions.ts';
import type { Database } from '#platform/storage/database.ts';
import type { ReportedEvent } from '#platform/storage/event-types.ts';
import { insertWhere } from '#platform/storage/guarded-insert.ts';
import { idempotencyKeys } from '#platform/storage/idempotency-schema.ts';
import { IS_LIVE, isLiveAthlete, isLiveAthleteOfAnyPartner } from '#platform/storage/live-athlete.ts';
import { type Reporter, recordEach, updateRecorded } from '#platform/storage/record-events.ts';
import { inRow, insertMany } from '#platform/storage/write-many.ts';

interface AthleteFilter {
  /** The last row of the page before; its time of change counts only with `updatedSinceMs`. */
  readonly after: { readonly atMs: number; readonly id: string } | null;
  /** Only athletes that changed since, in the order of change. */
  readonly updatedSinceMs: number | null;
  readonly limit: number;
  readonly externalId: string | undefined;
}

/**
 * Selects a page of athletes, newest first, since identifiers sort by creation; or with `updatedSinceMs` the oldest change
 * first.
 */
export function selectAthletes(db: Database, partnerId: string, filter: AthleteFilter) {
  return db
    .select()
    .from(athletes)
    .where(matches(partnerId, filter))
    .orderBy(...orderOf(filter))
    .limit(filter.limit);
}

/** Selects the identifiers of the page that `selectAthletes` gives for the same filter. */
export function selectAthleteIds(db: Database, partnerId: string, filter: AthleteFilter) {
  return db
    .select({ id: athletes.id })
    .from(athletes)
    .where(matches(partnerId, filter))
    .orderBy(...orderOf(filter))
    .limit(filter.limit);
}

const BY_CHANGE = [athletes.updatedAt, athletes.id] as const;

function orderOf({ updatedSinceMs }: AthleteFilter): SQL[] {
  return updatedSinceMs === null ? [desc(athletes.id)] : BY_CHANGE.map((column) => asc(column));
}

function matches(partnerId: string, { externalId, ...filter }: AthleteFilter): SQL | undefined {
  return and(
    eq(athletes.partnerId, partnerId),
    IS_LIVE,
    comesAfter(filter),
    externalId === undefined ? undefined : eq(athletes.externalId, externalId),
  );
}

function comesAfter({ after, updatedSinceMs }: Pick<AthleteFilter, 'after' | 'updatedSinceMs'>) {
  if (updatedSinceMs === null) return after === null ? undefined : lt(athletes.id, after.id);
  return after === null ? gte(athletes.updatedAt, updatedSinceMs) : isNewerThan(BY_CHANGE, after);
}

/** Updates the athlete if it is unchanged since this row was read and `condition` holds. Returns the new row or nothing. */
export function updateAthlete(
  db: Database,
  { id, partnerId, revision }: AthleteRow,
  changes: Partial<AthleteRow>,
  condition: SQL | undefined,
) {
  return db
    .update(athletes)
    .set({ ...changes, revision: sql`${athletes.revision} + 1` })
    .where(and(isLiveAthlete(partnerId, id), eq(athletes.revision, revision), condition))
    .returning();
}

/** Builds the condition that the athlete has no learned state, so that a change of profile needs no refold. */
export function hasNoLearnedState(athleteId: string): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM learned_states WHERE athlete_id = ${athleteId})`;
}

/** Selects the athlete of this partner who has an `external_id` in this database. */
export function selectHolder(db: Database, partnerId: string, externalId: string) {
  return db
    .select({ id: athletes.id })
    .from(athletes)
    .where(and(eq(athletes.partnerId, partnerId), eq(athletes.externalId, externalId)));
}

/** Selects the athletes of this partner who have one of these `external_id`s in this database. */
export function selectHolders(db: Database, partnerId: string, externalIds: readonly string[]) {
  return db
    .select({ id: athletes.id, externalId: athletes.externalId })
    .from(athletes)
    .where(hasOneOf(partnerId, externalIds));
}

/** Selects the live athletes of this partner who have one of these `external_id`s in this database. */
export function selectByExternalIds(db: Database, partnerId: string, externalIds: readonly string[]) {
  return db
    .select()
    .from(athletes)
    .where(and(hasOneOf(partnerId, externalIds), IS_LIVE));
}

/** Builds the subquery of the identifiers that `selectHolders` finds. */
export function idsOfHolders(db: Database, partnerId: string, externalIds: readonly string[]) {
  return db.select({ id: athletes.id }).from(athletes).where(hasOneOf(partnerId, externalIds));
}

function hasOneOf(partnerId: string, externalIds: readonly string[]): SQL | undefined {
  return and(eq(athletes.partnerId, partnerId), isOneOf(athletes.externalId, externalIds));
}

/**
 * Inserts new athletes under reserved identifiers and returns theirs. Leaves out those whose creation was forbidden, and
 * those that another request has created: an athlete with the identifier or the `external_id` is there then.
 */
export function insertReservedAthletes(
  db: Database,
  rows: readonly AthleteRow[],
  idHashes: readonly string[],
) {
  const guard = {
    condition: sql`NOT EXISTS (SELECT 1 FROM ${appliedErasures} WHERE ${appliedErasures.idHash} = ${inRow('id_hash')})`,
    values: idHashes.map((hash) => ({ id_hash: hash })),
  };
  return insertMany(db, athletes, rows, guard).map((insert) =>
    insert.onConflictDoNothing().returning({ id: athletes.id }),
  );
}

/** Records the creations of athletes under reserved identifiers, after their insertion: once for each that is there. */
export function recordCreations(db: Database, reporter: Reporter, rows: readonly AthleteRow[]) {
  const reported = rows.map(({ id }) => ({
    event: { type: 'athlete.created', data: { athleteId: id } } as const,
    proof: { id },
  }));
  const isRecorded = (id: SQL) =>
    sql`EXISTS (SELECT 1 FROM events WHERE athlete_id = ${id} AND type = 'athlete.created')`;
  return recordEach(
    db,
    reporter,
    reported,
    (proof) =>
      sql`EXISTS (SELECT 1 FROM ${athletes} WHERE ${athletes.id} = ${proof('id')} AND ${IS_LIVE}) AND NOT ${isRecorded(proof('id'))}`,
  );
}

/** An athlete that a batch updates, as it was read and as it will be, with the events of the change. */
export interface AthleteChange {
  readonly after: AthleteRow;
  readonly learned: LearnedStateRow | null;
  readonly report: readonly ReportedEvent[];
}

/**
 * Updates athletes and returns their identifiers. Leaves out those that changed since they were read, by their revision,
 * or that have begun to learn: their learned states would have to be refolded. Records the events of all others.
 */
export function updateAthletes(db: Database, reporter: Reporter, changes: readonly AthleteChange[]) {
  const { partnerId } = reporter.principal;
  const values = changes.map(({ learned }) =>
    learned === null ? {} : { learned_revision: learned.revision },
  );
  const reported = changes.flatMap(({ after: { id, revision }, report }, index) =>
    report.map((event) => ({ event, proof: { id, revision, ...values[index] } })),
  );
  const rows = changes.map(({ after }) => after);
  return updateRecorded(db, reporter, { table: athletes, rows, values, reported }, (value) =>
    isAsRead(partnerId, value),
  );
}

/**
 * Builds the condition that an athlete is unchanged since it was read; `value` returns a value of that read
 * by its name.
 */
function isAsRead(partnerId: string, value: (name: string) => SQL): SQL {
  const condition = and(
    // The sign keeps the planner from reading all of the partner's athletes in place of these.
    sql`+${athletes.partnerId} = ${partnerId}`,
    IS_LIVE,
    sql`${athletes.revision} = ${value('revision')} - 1`,
    sql`(SELECT revision FROM learned_states WHERE athlete_id = ${athletes.id}) IS ${value('learned_revision')}`,
  );
  return condition ?? sql`1`;
}

/**
 * Forbids the creation of an athlete with this identifier, unless it was already created: as if it had been
 * created and erased. A creation that is still under way is then refused (`insertReserved`).
 */
export function forbidCreation(db: Database, athleteId: string, idHash: string, nowMs: number) {
  return db
    .insert(appliedErasures)
    .select(
      sql`SELECT ${idHash}, ${nowMs} WHERE NOT EXISTS (SELECT 1 FROM ${athletes} WHERE ${athletes.id} = ${athleteId})`,
    )
    .onConflictDoNothing();
}

/**
 * Makes every change of an athlete that was decided before this conflict, if the athlete does not have this
 * `external_id`, which such a change could set.
 */
export function outdateOtherWrites(db: Database, athleteId: string, externalId: string) {
  return db
    .update(athletes)
    .set({ revision: sql`${athletes.revision} + 1` })
    .where(and(isLiveAthleteOfAnyPartner(athleteId), sql`${athletes.externalId} IS NOT ${externalId}`));
}

/** Selects identifier and `external_id` of those of these athletes that belong to this partner and are live. */
export function selectExternalIds(db: Database, partnerId: string, athleteIds: readonly string[]) {
  return db
    .select({ id: athletes.id, externalId: athletes.externalId })
    .from(athletes)
    .where(and(isOneOf(athletes.id, athleteIds), eq(athletes.partnerId, partnerId), IS_LIVE));
}

/** Selects a page of a partner's athletes with identifier and `external_id`, in the order of the identifiers. */
export function selectExternalIdsAfter(db: Database, partnerId: string, afterId: string, limit: number) {
  return db
    .select({ id: athletes.id, externalId: athletes.externalId })
    .from(athletes)
    .where(and(eq(athletes.partnerId, partnerId), IS_LIVE, gt(athletes.id, afterId)))
    .orderBy(athletes.id)
    .limit(limit);
}

/** Builds the condition that this identifier was never created and no other request holds the key in this shard. */
export function isFree(claim: Claim, athleteId: string, idHash: string, reservation: string): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM ${athletes} WHERE ${eq(athletes.id, athleteId)})
    AND NOT EXISTS (SELECT 1 FROM ${appliedErasures} WHERE ${eq(appliedErasures.idHash, idHash)})
    AND NOT EXISTS (SELECT 1 FROM ${idempotencyKeys} WHERE ${isClaimed(claim)}
      AND resource_id NOT IN (${athleteId}, ${reservation}))`;
}

/** Keeps the answer to a creation under its condition. In the home shard it takes the reservation's place. */
export function keepAnswer(
  db: Database,
  claim: Claim,
  id: string,
  kept: { readonly answer: string; readonly expiresAt: number },
  mayCreate: SQL,
) {
  const { partnerId: owner, environment, keyHash, requestHash, answer, athleteId } = idempotencyKeys;
  return insertWhere(
    db,
    idempotencyKeys,
    { ...claimedRow(claim, id), athleteId: id, ...kept },
    mayCreate,
  ).onConflictDoUpdate({
    target: [owner, environment, keyHash],
    set: {
      resourceId: sql`excluded.resource_id`,
      athleteId: sql`excluded.athlete_id`,
      answer: sql`excluded.answer`,
    },
    setWhere: sql`${isNull(answer)} AND ${isNull(athleteId)} AND ${requestHash} = excluded.request_hash`,
  });
}
