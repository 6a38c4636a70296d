import { lt } from 'drizzle-orm';
import { DAY_MS } from '../clock.ts';
import type { AthleteDatabase } from '../storage/athlete-databases.ts';
import { appliedErasures, productAccessLog } from '../storage/athlete-schema.ts';
import type { Database } from '../storage/database.ts';
import { deleteSome, STEP_ROWS } from '../storage/delete-some.ts';
import { erasureLedger, jobRuns } from '../storage/registry-schema.ts';
import { RESTORABLE_MS } from './restorable.ts';

/** An athlete's platform can show what was looked up for a season and the one before (contract §11). */
const ACCESS_LOG_MS = 400 * DAY_MS;
/** Long enough to see whether last quarter's runs went well. Engineering choice. */
const JOB_RUNS_MS = 90 * DAY_MS;
/** The shard's side outlives the registry's, or an erasure about to be forgotten would look undone. */
const APPLIED_MS = RESTORABLE_MS + 7 * DAY_MS;

export interface OldRows {
  readonly accessLog: number;
  readonly ledger: number;
  readonly jobRuns: number;
  readonly isDone: boolean;
}

/** Removes what is older than it may get, at most 1,000 rows of each table and database a call. */
export async function purgeOldRows(
  registry: Database,
  homes: readonly AthleteDatabase[],
  nowMs: number,
): Promise<OldRows> {
  const [ledger, runs] = await registry.batch([
    deleteSome(
      registry,
      { table: erasureLedger, key: [erasureLedger.idHash] },
      lt(erasureLedger.erasedAt, nowMs - RESTORABLE_MS),
    ),
    deleteSome(registry, { table: jobRuns, key: [jobRuns.id] }, lt(jobRuns.startedAt, nowMs - JOB_RUNS_MS)),
  ]);
  const ofHomes = await Promise.all(homes.map(({ db }) => purgeAthleteDatabase(db, nowMs)));
  const accessLog = ofHomes.map((counts) => counts.accessLog);
  const applied = ofHomes.map((counts) => counts.applied);
  const removed = [ledger.meta.changes, runs.meta.changes, ...accessLog, ...applied];
  return {
    accessLog: sum(accessLog),
    ledger: ledger.meta.changes + sum(applied),
    jobRuns: runs.meta.changes,
    isDone: removed.every((rows) => rows < STEP_ROWS),
  };
}

async function purgeAthleteDatabase(
  db: Database,
  nowMs: number,
): Promise<{ readonly accessLog: number; readonly applied: number }> {
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
  return { accessLog: accessLog.meta.changes, applied: applied.meta.changes };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
