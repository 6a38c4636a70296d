import { and, asc, eq, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { selectLearnedOf } from '#nutrition/records/learned-state.ts';
import { activities, athletes, prescriptions } from '#platform/storage/athlete-schema.ts';
import { isOneOf } from '#platform/storage/conditions.ts';
import type { Database } from '#platform/storage/database.ts';
import { insertWhere } from '#platform/storage/guarded-insert.ts';
import { wherePartnerIsActive } from '#platform/storage/partner.ts';
import { type RecalculationRow, recalculations } from '#platform/storage/registry-schema.ts';

type Owner = Pick<RecalculationRow, 'partnerId' | 'environment'>;

/**
 * Builds the condition that a partner may start a recalculation: it is active and has no unfinished one in
 * this environment.
 */
export function mayRecalculate({ partnerId, environment }: Owner): SQL {
  return sql`${wherePartnerIsActive(partnerId)} AND NOT EXISTS (SELECT 1 FROM recalculations AS open
    WHERE open.partner_id = ${partnerId} AND open.environment = ${environment} AND open.finished_at IS NULL)`;
}

/** Inserts a recalculation if `condition` holds. Otherwise `meta.changes` is 0. */
export function insertRecalculation(registry: Database, row: RecalculationRow, condition: SQL) {
  return insertWhere(registry, recalculations, row, condition);
}

/** Selects a recalculation of this partner in either environment. */
export function selectRecalculation(registry: Database, partnerId: string, id: string) {
  return registry
    .select()
    .from(recalculations)
    .where(and(eq(recalculations.partnerId, partnerId), eq(recalculations.id, id)));
}

/** Selects the partner's unfinished recalculation in this environment. */
export function selectUnfinished(registry: Database, { partnerId, environment }: Owner) {
  return registry
    .select()
    .from(recalculations)
    .where(
      and(
        eq(recalculations.partnerId, partnerId),
        eq(recalculations.environment, environment),
        isNull(recalculations.finishedAt),
      ),
    );
}

type Worked = Pick<RecalculationRow, 'id' | 'instance'>;

function isWorkedBy({ id, instance }: Worked): SQL | undefined {
  return and(
    eq(recalculations.id, id),
    eq(recalculations.instance, instance),
    isNull(recalculations.finishedAt),
  );
}

/**
 * Records that this instance works on a recalculation. Returns the row, or nothing if the recalculation
 * belongs to another instance or has ended.
 */
export function markRunning(registry: Database, worked: Worked, nowMs: number) {
  return registry
    .update(recalculations)
    .set({
      status: 'running',
      startedAt: sql`coalesce(${recalculations.startedAt}, ${nowMs})`,
      activeAt: nowMs,
    })
    .where(isWorkedBy(worked))
    .returning();
}

/** The counts that a step adds, and the place that it moves to. */
export type Move = Pick<
  RecalculationRow,
  'shards' | 'afterAthlete' | 'afterActivity' | 'afterAt' | 'calculated' | 'unchanged' | 'failed'
>;

/** Advances the place if it has not changed since this row was read. Returns the new row or nothing. */
export function moveOn(registry: Database, row: RecalculationRow, move: Move, nowMs: number) {
  return registry
    .update(recalculations)
    .set({ ...move, moves: row.moves + 1, lostInstances: 0, activeAt: nowMs })
    .where(and(isWorkedBy(row), eq(recalculations.moves, row.moves)))
    .returning();
}

/** Hands a recalculation over to the next instance and adds `lost` to its number of lost instances. */
export function giveToNext(registry: Database, worked: Worked, lost: 0 | 1, nowMs: number) {
  return registry
    .update(recalculations)
    .set({
      instance: worked.instance + 1,
      lostInstances: sql`${recalculations.lostInstances} + ${lost}`,
      activeAt: nowMs,
    })
    .where(isWorkedBy(worked));
}

/** Selects unfinished recalculations that no instance has worked on since `sinceMs`. */
export function selectAbandoned(registry: Database, sinceMs: number, limit: number) {
  return registry
    .select({
      id: recalculations.id,
      instance: recalculations.instance,
      lostInstances: recalculations.lostInstances,
    })
    .from(recalculations)
    .where(and(lt(recalculations.activeAt, sinceMs), isNull(recalculations.finishedAt)))
    .orderBy(asc(recalculations.activeAt))
    .limit(limit);
}

/** Builds a subquery of the partner's next live athletes, from a recalculation's place onwards. */
export function nextAthletes({ partnerId, afterAthlete }: RecalculationRow, limit: number): SQL {
  return sql`(SELECT next.id AS id FROM athletes AS next WHERE next.partner_id = ${partnerId} AND next.status = 'live'
    AND next.id >= ${afterAthlete} ORDER BY next.id LIMIT ${limit})`;
}

/** Builds a subquery of these athletes. */
export function theseAthletes(ids: readonly string[]): SQL {
  return sql`(SELECT value AS id FROM json_each(${JSON.stringify(ids)}))`;
}

/** Selects how far a subquery of athletes reaches. */
export function selectReach(db: Database, among: SQL) {
  return db
    .select({
      last: sql<string | null>`max(among.id)`.as('last'),
      count: sql<number>`count(*)`.as('among_count'),
    })
    .from(sql`${among} AS among`);
}

/** Selects the next activities of the partner's athletes, ordered by athlete, time and identifier. */
export function selectNextActivities(db: Database, row: RecalculationRow, among: SQL, limit: number) {
  return db
    .select({
      id: activities.id,
      athleteId: activities.athleteId,
      effectiveAt: activities.effectiveAt,
    })
    .from(athletes)
    .crossJoin(activities)
    .where(
      and(
        sql`${athletes.id} IN ${among}`,
        eq(athletes.partnerId, row.partnerId),
        sql`${athletes.status} = 'live'`,
        sql`${activities.athleteId} = ${athletes.id}`,
        // One bound, at which the index search begins: the previous page's last place in its last athlete.
        sql`${activities.effectiveAt} >= iif(${athletes.id} = ${row.afterAthlete}, max(${row.afterAt}, ${row.fromAt}), ${row.fromAt})`,
        sql`${activities.effectiveAt} < ${row.beforeAt}`,
        sql`(${athletes.id} > ${row.afterAthlete} OR (${activities.effectiveAt}, ${activities.id}) > (${row.afterAt}, ${row.afterActivity}))`,
      ),
    )
    .orderBy(asc(athletes.id), asc(activities.effectiveAt), asc(activities.id))
    .limit(limit);
}

/** Builds the queries for all inputs of these activities' calculations, and for the stored calculations. */
export function selectInputs(
  db: Database,
  partnerId: string,
  found: readonly { readonly id: string; readonly athleteId: string }[],
) {
  const ids = found.map(({ id }) => id);
  const athleteIds = [...new Set(found.map(({ athleteId }) => athleteId))];
  return [
    db
      .select()
      .from(athletes)
      .where(
        and(
          isOneOf(athletes.id, athleteIds),
          eq(athletes.partnerId, partnerId),
          sql`${athletes.status} = 'live'`,
        ),
      ),
    db.select().from(activities).where(isOneOf(activities.id, ids)),
    db
      .select({
        activityId: prescriptions.activityId,
        fingerprint: prescriptions.fingerprint,
        calculatedAt: prescriptions.calculatedAt,
      })
      .from(prescriptions)
      .where(isOneOf(prescriptions.activityId, ids)),
    selectLearnedOf(db, athleteIds),
  ] as const;
}
