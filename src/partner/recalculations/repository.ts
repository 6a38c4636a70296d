import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { selectLearnedOf } from '#nutrition/records/read-athlete.ts';
import { activities, athletes, prescriptions } from '#platform/storage/athlete-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import { wherePartnerIsActive } from '#platform/storage/partner.ts';
import { type RecalculationRow, recalculations } from '#platform/storage/registry-schema.ts';
import { insertWhere, isOneOf } from '#platform/storage/statements.ts';

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

/**
 * Claims the recalculation that has waited longest, until `leasedUntilMs`. Returns its row, or nothing if none
 * waits. Nobody else claims it until then.
 */
export function claimDue(registry: Database, nowMs: number, leasedUntilMs: number) {
  return registry
    .update(recalculations)
    .set({
      status: 'running',
      startedAt: sql`coalesce(${recalculations.startedAt}, ${nowMs})`,
      dueAt: leasedUntilMs,
      claims: sql`${recalculations.claims} + 1`,
    })
    .where(
      sql`${recalculations.id} = (SELECT due.id FROM recalculations AS due
        WHERE due.finished_at IS NULL AND due.due_at <= ${nowMs} ORDER BY due.due_at LIMIT 1)`,
    )
    .returning();
}

/** The counts after a page, and the position that it moves to. */
type Move = Pick<
  RecalculationRow,
  'shards' | 'afterAthlete' | 'afterActivity' | 'afterAt' | 'dueAt' | 'calculated' | 'unchanged' | 'failed'
>;

/**
 * Advances the position if the recalculation is unfinished and has not moved since this row was read. Returns the new
 * row or nothing.
 */
export function moveOn(registry: Database, { id, moves }: RecalculationRow, move: Move) {
  return registry
    .update(recalculations)
    .set({ ...move, moves: moves + 1, claims: 0 })
    .where(and(eq(recalculations.id, id), eq(recalculations.moves, moves), isNull(recalculations.finishedAt)))
    .returning();
}

/** Builds a subquery of the partner's next live athletes, from a recalculation's position onwards. */
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
        // One bound, at which the index search begins: the previous page's last position in its last athlete.
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
