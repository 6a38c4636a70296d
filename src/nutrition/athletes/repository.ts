import { and, asc, desc, eq, gt, gte, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { RequestContext } from '#platform/http/context.ts';
import { type Claim, claimedRow, isClaimed } from '#platform/http/shared-repository.ts';
import {
  type AthleteRow,
  appliedErasures,
  athletes,
  type LearnedStateRow,
  usedSubscribeLinks,
} from '#platform/storage/athlete-schema.ts';
import { idempotencyKeys } from '#platform/storage/common-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import type { ReportedEvent } from '#platform/storage/event-types.ts';
import {
  IS_LIVE,
  isLiveAthlete,
  isLiveAthleteOfAnyPartner,
  selectLiveAthleteOfAnyPartner,
  whereAthleteOfAnyPartnerIsLive,
} from '#platform/storage/live-athlete.ts';
import { type Reporter, recordEach, updateRecorded } from '#platform/storage/record-events.ts';
import { insertWhere, isNewerThan, isOneOf } from '#platform/storage/statements.ts';
import { inRow, insertMany } from '#platform/storage/write-many.ts';
import { writeTier } from './shared-repository.ts';

interface AthleteFilter {
  /** The last row of the previous page. Its time of change matters only with `updatedSinceMs`. */
  readonly after: { readonly atMs: number; readonly id: string } | null;
  /** Only athletes changed since then, in order of change. */
  readonly updatedSinceMs: number | null;
  readonly limit: number;
  readonly externalId: string | undefined;
}

/**
 * Selects a page of athletes, newest first, because identifiers sort by creation. With `updatedSinceMs`,
 * oldest change first.
 */
export function selectAthletes(db: Database, partnerId: string, filter: AthleteFilter) {
  return db
    .select()
    .from(athletes)
    .where(matches(partnerId, filter))
    .orderBy(...orderOf(filter))
    .limit(filter.limit);
}

/** Selects the identifiers of the page that `selectAthletes` returns for the same filter. */
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

/**
 * Updates the athlete if it is unchanged since this row was read and `condition` holds. Returns the new row,
 * if any.
 */
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

/** Builds the condition that the athlete has no learned state, so a profile change needs no refold. */
export function hasNoLearnedState(athleteId: string): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM learned_states WHERE athlete_id = ${athleteId})`;
}

/** Selects this partner's athlete with an `external_id` in this database. */
export function selectHolder(db: Database, partnerId: string, externalId: string) {
  return db
    .select({ id: athletes.id })
    .from(athletes)
    .where(and(eq(athletes.partnerId, partnerId), eq(athletes.externalId, externalId)));
}

/** Selects this partner's athletes with one of these `external_id`s in this database. */
export function selectHolders(db: Database, partnerId: string, externalIds: readonly string[]) {
  return db
    .select({ id: athletes.id, externalId: athletes.externalId })
    .from(athletes)
    .where(hasOneOf(partnerId, externalIds));
}

/** Selects this partner's live athletes with one of these `external_id`s in this database. */
export function selectByExternalIds(db: Database, partnerId: string, externalIds: readonly string[]) {
  return db
    .select()
    .from(athletes)
    .where(and(hasOneOf(partnerId, externalIds), IS_LIVE));
}

/** Builds the subquery for the identifiers that `selectHolders` finds. */
export function idsOfHolders(db: Database, partnerId: string, externalIds: readonly string[]) {
  return db.select({ id: athletes.id }).from(athletes).where(hasOneOf(partnerId, externalIds));
}

function hasOneOf(partnerId: string, externalIds: readonly string[]): SQL | undefined {
  return and(eq(athletes.partnerId, partnerId), isOneOf(athletes.externalId, externalIds));
}

/**
 * Inserts new athletes under reserved identifiers and returns theirs. Skips forbidden creations, and athletes
 * that another request has created: one with the identifier or the `external_id` then exists.
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

/**
 * Records the creations of athletes under reserved identifiers, after their insertion: once for each that
 * exists.
 */
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

/** An athlete updated by a batch, before and after, with the events of the change. */
interface AthleteChange {
  readonly after: AthleteRow;
  readonly learned: LearnedStateRow | null;
  readonly report: readonly ReportedEvent[];
}

/**
 * Updates athletes and returns their identifiers. Skips those changed since they were read, by revision, and
 * those that have begun to learn, whose learned states would need refolding. Records the events of the rest.
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
 * Builds the condition that an athlete is unchanged since it was read. `value` returns a value of that read
 * by name.
 */
function isAsRead(partnerId: string, value: (name: string) => SQL): SQL {
  const condition = and(
    // The sign keeps the query planner from reading all of the partner's athletes instead of these.
    sql`+${athletes.partnerId} = ${partnerId}`,
    IS_LIVE,
    sql`${athletes.revision} = ${value('revision')} - 1`,
    sql`(SELECT revision FROM learned_states WHERE athlete_id = ${athletes.id}) IS ${value('learned_revision')}`,
  );
  return condition ?? sql`1`;
}

/**
 * Forbids the creation of an athlete with this identifier unless it already exists, as if it had been created
 * and erased. A creation still in progress is then refused (`insertReserved`).
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
 * Makes every change of an athlete decided before this point conflict, if the athlete does not have this
 * `external_id`, which such a change could set.
 */
export function outdateOtherWrites(db: Database, athleteId: string, externalId: string) {
  return db
    .update(athletes)
    .set({ revision: sql`${athletes.revision} + 1` })
    .where(and(isLiveAthleteOfAnyPartner(athleteId), sql`${athletes.externalId} IS NOT ${externalId}`));
}

/** Selects the identifier and `external_id` of this partner's live athletes among these. */
export function selectExternalIds(db: Database, partnerId: string, athleteIds: readonly string[]) {
  return db
    .select({ id: athletes.id, externalId: athletes.externalId })
    .from(athletes)
    .where(and(isOneOf(athletes.id, athleteIds), eq(athletes.partnerId, partnerId), IS_LIVE));
}

/** Selects a page of a partner's athletes with identifier and `external_id`, in order of identifier. */
export function selectExternalIdsAfter(db: Database, partnerId: string, afterId: string, limit: number) {
  return db
    .select({ id: athletes.id, externalId: athletes.externalId })
    .from(athletes)
    .where(and(eq(athletes.partnerId, partnerId), IS_LIVE, gt(athletes.id, afterId)))
    .orderBy(athletes.id)
    .limit(limit);
}

/**
 * Builds the condition that this identifier was never created and no other request holds the key in this
 * shard.
 */
export function isFree(claim: Claim, athleteId: string, idHash: string, reservation: string): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM ${athletes} WHERE ${eq(athletes.id, athleteId)})
    AND NOT EXISTS (SELECT 1 FROM ${appliedErasures} WHERE ${eq(appliedErasures.idHash, idHash)})
    AND NOT EXISTS (SELECT 1 FROM ${idempotencyKeys} WHERE ${isClaimed(claim)}
      AND resource_id NOT IN (${athleteId}, ${reservation}))`;
}

/** Stores the answer to a creation under its condition. In the home shard it replaces the reservation. */
export function storeAnswer(
  db: Database,
  claim: Claim,
  id: string,
  stored: { readonly answer: string; readonly expiresAt: number },
  mayCreate: SQL,
) {
  const { partnerId: owner, environment, keyHash, requestHash, answer, athleteId } = idempotencyKeys;
  return insertWhere(
    db,
    idempotencyKeys,
    { ...claimedRow(claim, id), athleteId: id, ...stored },
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

/**
 * Selects the athlete of a signed link and the record of its use. The signature authorizes, so no partner is
 * needed.
 */
export function selectAthleteOfLink(db: Database, athleteId: string, expiresAtS: number) {
  return [
    selectLiveAthleteOfAnyPartner(db, athleteId),
    db
      .select()
      .from(usedSubscribeLinks)
      .where(and(eq(usedSubscribeLinks.athleteId, athleteId), eq(usedSubscribeLinks.expiresAtS, expiresAtS))),
  ] as const;
}

/**
 * Builds a batch that marks the link as used and sets the tier. A second use violates the primary key, so
 * neither happens.
 */
export function useLinkForFullTier(
  db: Database,
  athlete: AthleteRow,
  expiresAtS: number,
  ctx: Pick<RequestContext, 'nowMs' | 'recorded'>,
) {
  const { id: athleteId } = athlete;
  const whereLive = whereAthleteOfAnyPartnerIsLive(athleteId);
  return [
    insertWhere(db, usedSubscribeLinks, { athleteId, expiresAtS, usedAt: ctx.nowMs }, whereLive),
    ...writeTier(db, athlete, 'full', ctx),
  ] as const;
}
