import { and, desc, eq, ne, type SQL, sql } from 'drizzle-orm';
import { listOf } from '../storage/conditions.ts';
import type { Database } from '../storage/database.ts';
import { jobRuns } from '../storage/registry-schema.ts';

/**
 * Builds the query of the last run that left nothing to do. The outcome is a literal, so that SQLite uses the
 * partial index.
 */
function lastDone(column: SQL): SQL {
  return sql`SELECT ${column} FROM job_runs AS done WHERE done.job = job_runs.job AND done.outcome = 'done'
    ORDER BY done.started_at DESC LIMIT 1`;
}

/** Selects the last run of each of these jobs, when one was last done, and the number of runs since. */
export function selectLastRuns(registry: Database, jobs: readonly string[]) {
  const lastOfEach = sql`(SELECT (SELECT last.id FROM job_runs AS last WHERE last.job = named.value
    ORDER BY last.started_at DESC LIMIT 1) FROM ${listOf(jobs)} AS named)`;
  const since = sql`coalesce((${lastDone(sql`done.started_at`)}), 0)`;
  return registry
    .select({
      job: jobRuns.job,
      startedAt: jobRuns.startedAt,
      finishedAt: jobRuns.finishedAt,
      outcome: jobRuns.outcome,
      counts: jobRuns.counts,
      lastDoneAt: sql<number | null>`(${lastDone(sql`done.finished_at`)})`.as('last_done_at'),
      unfinishedRuns: sql<number>`(SELECT count(*) FROM job_runs AS later WHERE later.job = job_runs.job
        AND later.started_at > ${since})`.as('unfinished_runs'),
    })
    .from(jobRuns)
    .where(sql`${jobRuns.id} IN ${lastOfEach}`);
}

/** Selects how the last run of a job ended. The one that asks has not ended, and neither has one that was cut off. */
export function selectLastOutcome(registry: Database, job: string) {
  return registry
    .select({ outcome: jobRuns.outcome })
    .from(jobRuns)
    .where(and(eq(jobRuns.job, job), ne(jobRuns.outcome, 'running')))
    .orderBy(desc(jobRuns.startedAt))
    .limit(1);
}

/** Writes a run of a job whole, so that an end is recorded even if its beginning could not be. */
export function writeRun(registry: Database, row: typeof jobRuns.$inferInsert) {
  const { finishedAt, outcome, counts } = row;
  return registry
    .insert(jobRuns)
    .values(row)
    .onConflictDoUpdate({ target: jobRuns.id, set: { finishedAt, outcome, counts } });
}
