import { eq } from 'drizzle-orm';
import { nowMs } from '../clock.ts';
import { type Bindings, type Env, parseEnv } from '../env.ts';
import { describeFault } from '../http/log.ts';
import { type Database, openDatabase, type StorageMeter } from '../storage/database.ts';
import { newId } from '../storage/ids.ts';
import { jobRuns } from '../storage/registry-schema.ts';
import { purgeDeadKeys } from './purge-dead-keys.ts';
import { purgeIdempotencyKeys } from './purge-idempotency-keys.ts';

export type Counts = Readonly<Record<string, number>>;

/** One bounded, resumable, idempotent step of a job. `isDone` is false while there is more to do. */
interface JobStep {
  readonly counts: Counts;
  readonly isDone: boolean;
}

interface Job {
  readonly name: string;
  readonly step: (env: Env, registry: Database, nowMs: number) => Promise<JobStep>;
}

/** Steps a job may take in one run; what is left is the next run's. */
const STEPS_MAX = 50;

/** Which jobs each cron expression of wrangler.toml runs; a test compares the two. */
export const SCHEDULE: Readonly<Record<string, readonly Job[]>> = {
  '23 3 * * *': [
    {
      name: 'purge-dead-keys',
      step: async (env, registry, now) => {
        const { keys, isDone } = await purgeDeadKeys(registry, env.apiKeys, now);
        return { counts: { keys }, isDone };
      },
    },
    {
      name: 'purge-idempotency-keys',
      step: async (env, registry, now) => {
        const databases = [registry, ...athleteDatabasesOf(env)];
        const { removed, isDone } = await purgeIdempotencyKeys(databases, now);
        return { counts: { rows: removed }, isDone };
      },
    },
  ],
};

/** Every athlete database of both environments. */
function athleteDatabasesOf(env: Env): Database[] {
  const bindings = [...env.athleteDatabases.test.values(), ...env.athleteDatabases.live.values()];
  return bindings.map((binding) => openDatabase(binding, newMeter()));
}

function newMeter(): StorageMeter {
  return { d1Batches: 0, d1RowsRead: 0, d1RowsWritten: 0 };
}

/** Runs the jobs of one cron trigger. Throws on an expression that no job is scheduled for: that is a misdeployment. */
export async function runSchedule(cron: string, bindings: Bindings): Promise<void> {
  const jobs = SCHEDULE[cron];
  if (!jobs) throw new Error(`no job is scheduled for the cron expression ${cron}`);
  const env = parseEnv(bindings);
  for (const job of jobs) await runJob(env, cron, job);
}

async function runJob(env: Env, cron: string, job: Job): Promise<void> {
  const registry = openDatabase(env.registry, newMeter());
  const startedAt = nowMs(env);
  const id = newId('job', startedAt);
  await registry.batch([
    registry.insert(jobRuns).values({ id, job: job.name, cron, startedAt, outcome: 'running' }),
  ]);
  const end = await takeSteps(env, registry, job, startedAt);
  await registry.batch([
    registry
      .update(jobRuns)
      .set({ finishedAt: nowMs(env), outcome: end.outcome, counts: JSON.stringify(end.counts) })
      .where(eq(jobRuns.id, id)),
  ]);
  // biome-ignore lint/suspicious/noConsole: the platform collects the log from the console
  console.log(
    JSON.stringify({
      event: 'job',
      job: job.name,
      cron,
      outcome: end.outcome,
      ...end.counts,
      fault: end.fault,
    }),
  );
}

async function takeSteps(
  env: Env,
  registry: Database,
  job: Job,
  now: number,
): Promise<{ outcome: 'done' | 'more' | 'failed'; counts: Counts; fault: string | null }> {
  const counts: Record<string, number> = {};
  try {
    for (let step = 0; step < STEPS_MAX; step++) {
      const result = await job.step(env, registry, now);
      for (const [name, count] of Object.entries(result.counts)) counts[name] = (counts[name] ?? 0) + count;
      if (result.isDone) return { outcome: 'done', counts, fault: null };
    }
    return { outcome: 'more', counts, fault: null };
  } catch (fault) {
    return { outcome: 'failed', counts, fault: describeFault(fault) };
  }
}
