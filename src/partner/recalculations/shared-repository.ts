import { and, isNull, type SQL, sql } from 'drizzle-orm';
import type { Environment } from '#platform/env.ts';
import type { Database } from '#platform/storage/database.ts';
import { recordEventsOfRows } from '#platform/storage/record-events.ts';
import { type RecalculationRow, recalculations } from '#platform/storage/registry-schema.ts';

const COLUMNS = {
  partnerId: sql`recalculations.partner_id`,
  environment: sql`recalculations.environment`,
  athleteId: sql`NULL`,
  data: sql`json_object('recalculationId', recalculations.id)`,
};

/**
 * Builds the statements, for a batch, that end the unfinished ones of these recalculations and record the
 * event of each. Clears their remaining work, including the athletes' identifiers. The last statement's
 * changes are the number of finished recalculations.
 *
 * @param which selects rows of `recalculations`
 */
function endRecalculations(
  registry: Database,
  which: SQL,
  status: 'done' | 'failed' | 'cancelled',
  nowMs: number,
) {
  const open = sql`${which} AND recalculations.finished_at IS NULL`;
  return [
    recordEventsOfRows(
      registry,
      'recalculation.finished',
      COLUMNS,
      sql`FROM recalculations WHERE ${open}`,
      nowMs,
    ),
    registry
      .update(recalculations)
      .set({
        status,
        finishedAt: nowMs,
        athleteIds: null,
        shards: [],
        afterAthlete: '',
        afterActivity: '',
        afterAt: 0,
      })
      .where(and(which, isNull(recalculations.finishedAt))),
  ] as const;
}

/** Builds the statements that complete a recalculation, unless it has ended. */
export function completeRecalculation(registry: Database, id: string, nowMs: number) {
  return endRecalculations(registry, sql`recalculations.id = ${id}`, 'done', nowMs);
}

/** Claims without progress after which a recalculation fails: an hour of attempts. */
const CLAIMS_MAX = 6;

/** Builds the statements that fail the recalculations whose workers were lost too often at one position. */
export function failExhausted(registry: Database, nowMs: number) {
  const which = sql`recalculations.due_at <= ${nowMs} AND recalculations.claims >= ${CLAIMS_MAX}`;
  return endRecalculations(registry, which, 'failed', nowMs);
}

/** Builds the statements that cancel a recalculation of this partner and environment, unless it has ended. */
export function cancelUnfinished(
  registry: Database,
  { partnerId, environment, id }: Pick<RecalculationRow, 'partnerId' | 'environment' | 'id'>,
  nowMs: number,
) {
  const which = sql`recalculations.partner_id = ${partnerId} AND recalculations.environment = ${environment} AND recalculations.id = ${id}`;
  return endRecalculations(registry, which, 'cancelled', nowMs);
}

/** Builds the statements that cancel the recalculations of a partner, in one environment or both. */
export function cancelRecalculations(
  registry: Database,
  { partnerId, environment }: { readonly partnerId: string; readonly environment?: Environment },
  nowMs: number,
) {
  const ofPartner = sql`recalculations.partner_id = ${partnerId}`;
  const which =
    environment === undefined ? ofPartner : sql`${ofPartner} AND recalculations.environment = ${environment}`;
  return endRecalculations(registry, which, 'cancelled', nowMs);
}
