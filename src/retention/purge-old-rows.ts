import { and, inArray, lt, sql } from 'drizzle-orm';
import { DAY_MS, HOUR_MS } from '../clock.ts';
import { appliedErasures, productAccessLog } from '../storage/athlete-schema.ts';
import type { Database } from '../storage/database.ts';
import { deleteSome, STEP_ROWS } from '../storage/delete-some.ts';
import { idsFrom } from '../storage/ids.ts';
import { deleteOldEvents } from '../storage/purge-events.ts';
import {
  accessRequests,
  erasureLedger,
  jobRuns,
  recalculations,
  usage,
  usageFlushes,
} from '../storage/registry-schema.ts';
import { USAGE } from '../storage/usage.ts';
import { deleteOldDeliveries } from '../webhooks/shared-repository.ts';
import type { Counts, JobStep } from './job.ts';
import { RESTORABLE_MS } from './restorable.ts';

/** Time for which an athlete's platform can show product look-ups: two seasons (CONTRACT §11). */
const ACCESS_LOG_MS = 400 * DAY_MS;
/** Time for which the operator can review runs of jobs: a quarter. Engineering choice. */
const JOB_RUNS_MS = 90 * DAY_MS;
/** 13 months, so that the same month of last year can be compared (CONTRACT §11). */
const USAGE_MS = 397 * DAY_MS;
/** Longer than a guard repeats a flush, which it does every minute until it succeeds. Engineering choice. */
const FLUSHES_MS = 7 * DAY_MS;
/** Time for which a recalculation can be read (CONTRACT §15). */
const RECALCULATIONS_MS = 30 * DAY_MS;
const RECALCULATIONS = { table: recalculations, key: [recalculations.id] } as const;
/**
 * Longer than the registry keeps its record, so that an erasure that is about to be forgotten does not look
 * undone.
 */
const APPLIED_MS = RESTORABLE_MS + 7 * DAY_MS;

/** Removes the registry's rows past their retention, at most 1,000 of each table per call. */
export async function purgeOldRowsOfRegistry(registry: Database, nowMs: number): Promise<JobStep> {
  const [ledger, runs, events, requests, addresses, counts, flushes, ended] = await registry.batch([
    deleteSome(
      registry,
      { table: erasureLedger, key: [erasureLedger.idHash] },
      lt(erasureLedger.erasedAt, nowMs - RESTORABLE_MS),
    ),
    deleteSome(registry, { table: jobRuns, key: [jobRuns.id] }, lt(jobRuns.startedAt, nowMs - JOB_RUNS_MS)),
    deleteOldEvents(registry, nowMs),
    deleteSome(
      registry,
      { table: accessRequests, key: [accessRequests.id] },
      lt(accessRequests.purgeAfter, nowMs),
    ),
    blankCountedAddresses(registry, nowMs),
    deleteSome(registry, USAGE, lt(usage.hour, nowMs - USAGE_MS)),
    deleteSome(
      registry,
      { table: usageFlushes, key: [usageFlushes.guard] },
      lt(usageFlushes.at, nowMs - FLUSHES_MS),
    ),
    deleteSome(
      registry,
      RECALCULATIONS,
      sql`${recalculations.id} < ${idsFrom('rcl', nowMs - RECALCULATIONS_MS)} AND ${recalculations.finishedAt} IS NOT NULL`,
    ),
  ]);
  return stepOf({
    ledger: ledger.meta.changes,
    job_runs: runs.meta.changes,
    events: events.meta.changes,
    access_requests: requests.meta.changes,
    counted_addresses: addresses.meta.changes,
    usage: counts.meta.changes,
    usage_flushes: flushes.meta.changes,
    recalculations: ended.meta.changes,
  });
}

/** Removes an athlete database's rows past their retention, at most 1,000 of each table per call. */
export async function purgeOldRowsOfHome(db: Database, nowMs: number): Promise<JobStep> {
  const [accessLog, applied, events, sent] = await db.batch([
    deleteOldAccesses(db, nowMs),
    deleteSome(
      db,
      { table: appliedErasures, key: [appliedErasures.idHash] },
      lt(appliedErasures.appliedAt, nowMs - APPLIED_MS),
    ),
    deleteOldEvents(db, nowMs),
    deleteOldDeliveries(db, nowMs),
  ]);
  return stepOf({
    access_log: accessLog.meta.changes,
    ledger: applied.meta.changes,
    events: events.meta.changes,
    deliveries: sent.meta.changes,
  });
}

/** Removes product accesses past their retention. The log has a partner's rows together, so each partner's are looked up. */
function deleteOldAccesses(db: Database, nowMs: number) {
  const { partnerId, id } = productAccessLog;
  // A row of the index a partner: SELECT DISTINCT would read them all.
  const partners = sql`WITH RECURSIVE logged (partner) AS (
    SELECT min(partner_id) FROM product_access_log
    UNION ALL
    SELECT (SELECT min(partner_id) FROM product_access_log WHERE partner_id > partner) FROM logged WHERE partner IS NOT NULL
  ) SELECT partner FROM logged WHERE partner IS NOT NULL`;
  return deleteSome(
    db,
    { table: productAccessLog, key: [partnerId, id] },
    sql`${partnerId} IN (${partners}) AND ${lt(id, idsFrom('acc', nowMs - ACCESS_LOG_MS))}`,
  );
}

/** Blanks the hashes of network addresses, at most 1,000, once they no longer count against the limit of an hour. */
function blankCountedAddresses(registry: Database, nowMs: number) {
  const counted = registry
    .select({ id: accessRequests.id })
    .from(accessRequests)
    // The condition is written as text, so that SQLite uses the partial index.
    .where(and(sql`${accessRequests.addressHash} IS NOT NULL`, lt(accessRequests.createdAt, nowMs - HOUR_MS)))
    .limit(STEP_ROWS);
  return registry
    .update(accessRequests)
    .set({ addressHash: null })
    .where(inArray(accessRequests.id, counted));
}

function stepOf(counts: Counts): JobStep {
  return { counts, isDone: Object.values(counts).every((rows) => rows < STEP_ROWS) };
}
