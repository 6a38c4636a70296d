import { sql } from 'drizzle-orm';
import type { Database } from '#platform/storage/database.ts';
import type { AthleteAddress } from '#platform/storage/ids.ts';
import { jobStates, shards } from '#platform/storage/registry-schema.ts';

/** Selects the last run of every job for every database. */
export function selectStates(registry: Database) {
  return registry.select().from(jobStates);
}

type State = Omit<typeof jobStates.$inferInsert, 'lastDoneAt' | 'unfinishedRuns'>;

/** Records how runs of jobs ended, and counts consecutive runs that left work. */
export function writeStates(registry: Database, states: readonly State[]) {
  const isDone = sql`excluded.outcome = 'done'`;
  return registry
    .insert(jobStates)
    .select(
      sql`SELECT value ->> 'job', value ->> 'database', value ->> 'startedAt', value ->> 'finishedAt', value ->> 'outcome',
        value -> 'counts', CASE value ->> 'outcome' WHEN 'done' THEN value ->> 'finishedAt' END, value ->> 'outcome' <> 'done'
        FROM json_each(${JSON.stringify(states)}) WHERE true`,
    )
    .onConflictDoUpdate({
      target: [jobStates.job, jobStates.database],
      set: {
        startedAt: sql`excluded.started_at`,
        finishedAt: sql`excluded.finished_at`,
        outcome: sql`excluded.outcome`,
        counts: sql`excluded.counts`,
        lastDoneAt: sql`coalesce(excluded.last_done_at, ${jobStates.lastDoneAt})`,
        unfinishedRuns: sql`CASE WHEN ${isDone} THEN 0 ELSE ${jobStates.unfinishedRuns} + 1 END`,
      },
    });
}

/** Records the migrations of a shard. */
export function writeSchema(
  registry: Database,
  { environment, shard }: AthleteAddress,
  schema: string | null,
) {
  return registry
    .insert(shards)
    .values({ environment, shard, schema })
    .onConflictDoUpdate({ target: [shards.environment, shards.shard], set: { schema } });
}
