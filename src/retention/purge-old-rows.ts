import { lt } from 'drizzle-orm';
import { DAY_MS } from '../clock.ts';
import { appliedErasures, productAccessLog } from '../storage/athlete-schema.ts';
import type { Database } from '../storage/database.ts';
import { deleteSome, STEP_ROWS } from '../storage/delete-some.ts';
import { erasureLedger, jobRuns } from '../storage/registry-schema.ts';
import type { Counts, JobStep } from './job.ts';
import { RESTORABLE_MS } from './restorable.ts';

/** Time in which an athlete's platform can show product look-ups: a season and the one before (CONTRACT §11). */
const ACCESS_LOG_MS = 400 * DAY_MS;
/** Time in which the operator can review the runs of the last quarter. Engineering choice. */
const JOB_RUNS_MS = 90 * DAY_MS;
/** The shard's record outlives the registry's, or an erasure about to be forgotten would look undone. */
const APPLIED_MS = RESTORABLE_MS + 7 * DAY_MS;

/** Removes the registry's rows past their retention, at most 1,000 of each table per call. */
export async function purgeOldRowsOfRegistry(registry: Database, nowMs: number): Promise<JobStep> {
  const [ledger, runs] = await registry.batch([
    deleteSome(
      registry,
      { table: erasureLedger, key: [erasureLedger.idHash] },
      lt(erasureLedger.erasedAt, nowMs - RESTORABLE_MS),
    ),
    deleteSome(registry, { table: jobRuns, key: [jobRuns.id] }, lt(jobRuns.startedAt, nowMs - JOB_RUNS_MS)),
  ]);
  return stepOf({ ledger: ledger.meta.changes, job_runs: runs.meta.changes });
}

/** Removes an athlete database's rows past their retention, at most 1,000 of each table per call. */
export async function purgeOldRowsOfHome(db: Database, nowMs: number): Promise<JobStep> {
  const [accessLog, applied] = await db.batch([
    deleteSome(
      db,
      { table: productAccessLog, key: [productAccessLog.id] },
      lt(productAccessLog.at, nowMs - ACCESS_LOG_MS),
    ),
    deleteSome(
      db,
      { table: appliedErasures, key: [appliedErasures.idHash] },
      lt(appliedErasures.appliedAt, nowMs - APPLIED_MS),
    ),
  ]);
  return stepOf({ access_log: accessLog.meta.changes, ledger: applied.meta.changes });
}

function stepOf(counts: Counts): JobStep {
  return { counts, isDone: Object.values(counts).every((rows) => rows < STEP_ROWS) };
}
