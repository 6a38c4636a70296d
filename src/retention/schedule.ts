import { eq } from 'drizzle-orm';
import { nowMs } from '../clock.ts';
import { type Bindings, type Env, parseEnv } from '../env.ts';
import { describeFault } from '../http/log.ts';
import { purgeOAuth } from '../oauth/purge-oauth.ts';
import { purgeSignIns } from '../oauth/purge-sign-ins.ts';
import { finishTerminations } from '../partners/end-access.ts';
import { finishErasures } from '../privacy/finish-erasures.ts';
import { reapplyErasures } from '../privacy/reapply-erasures.ts';
import { type AthleteDatabase, athleteDatabases } from '../storage/athlete-databases.ts';
import { type Database, openDatabase, type StorageMeter } from '../storage/database.ts';
import { newId } from '../storage/ids.ts';
import { jobRuns } from '../storage/registry-schema.ts';
import { purgeDeadKeys } from './purge-dead-keys.ts';
import { purgeIdempotencyKeys } from './purge-idempotency-keys.ts';
import { purgeOldRows } from './purge-old-rows.ts';
import { purgeTerminatedPartners } from './purge-terminated-partners.ts';

export type Counts = Readonly<Record<string, number>>;

/** One bounded, resumable, idempotent step of a job. `isDone` is false while there is more to do. */
interface JobStep {
  readonly counts: Counts;
  readonly isDone: boolean;
}

/** What a job works on. */
interface Place {
  readonly env: Env;
  readonly registry: Database;
  readonly homes: readonly AthleteDatabase[];
  readonly meter: StorageMeter;
  readonly nowMs: number;
}

interface Job {
  readonly name: string;
  readonly step: (place: Place) => Promise<JobStep>;
}

/** Steps a job may take in one run; what is left is the next run's. */
const STEPS_MAX = 50;

/** Which jobs each cron expression of wrangler.toml runs; a test compares the two. */
export const SCHEDULE: Readonly<Record<string, readonly Job[]>> = {
  // What somebody is waiting for: an erasure that was asked for, a restore that must not bring anyone back.
  '*/10 * * * *': [
    {
      name: 'reapply-erasures',
      step: ({ registry, homes, nowMs }) =>
        inEach(homes, async (home) => {
          const { erasedAgain, isDone } = await reapplyErasures(registry, home, nowMs);
          return { counts: { athletes: erasedAgain }, isDone };
        }),
    },
    {
      name: 'finish-erasures',
      step: ({ env, homes }) =>
        inEach(homes, async ({ db }) => {
          const { rows, athletes, isDone } = await finishErasures(env, db);
          return { counts: { rows, athletes }, isDone };
        }),
    },
    {
      name: 'finish-terminations',
      step: async ({ env, meter, registry, nowMs }) => {
        const { partners, isDone } = await finishTerminations(env, meter, registry, nowMs);
        return { counts: { partners }, isDone };
      },
    },
    {
      name: 'purge-terminated-partners',
      step: async ({ env, meter, registry, nowMs }) => {
        const { isDone, ...counts } = await purgeTerminatedPartners(env, meter, registry, nowMs);
        return { counts, isDone };
      },
    },
  ],
  '23 3 * * *': [
    {
      name: 'purge-dead-keys',
      step: async ({ env, registry, nowMs }) => {
        const { keys, isDone } = await purgeDeadKeys(registry, env.apiKeys, nowMs);
        return { counts: { keys }, isDone };
      },
    },
    {
      name: 'purge-idempotency-keys',
      step: async ({ registry, homes, nowMs }) => {
        const databases = [registry, ...homes.map(({ db }) => db)];
        const { removed, isDone } = await purgeIdempotencyKeys(databases, nowMs);
        return { counts: { rows: removed }, isDone };
      },
    },
    {
      name: 'purge-oauth',
      step: ({ homes, nowMs }) =>
        inEach(homes, async ({ db }) => {
          const { records, isDone } = await purgeOAuth(db, nowMs);
          return { counts: { records }, isDone };
        }),
    },
    {
      name: 'purge-sign-ins',
      step: async ({ registry, homes, nowMs }) => {
        const databases = homes.map(({ db }) => db);
        const { loginCodes, sessions, isDone } = await purgeSignIns(registry, databases, nowMs);
        return { counts: { login_codes: loginCodes, sessions }, isDone };
      },
    },
    {
      name: 'purge-old-rows',
      step: async ({ registry, homes, nowMs }) => {
        const { isDone, accessLog, ledger, jobRuns } = await purgeOldRows(registry, homes, nowMs);
        return { counts: { access_log: accessLog, ledger, job_runs: jobRuns }, isDone };
      },
    },
  ],
};

/** The same step in every athlete database, one after the other; done when all are. */
async function inEach(
  homes: readonly AthleteDatabase[],
  step: (home: AthleteDatabase) => Promise<JobStep>,
): Promise<JobStep> {
  let isDone = true;
  const counts: Record<string, number> = {};
  for (const home of homes) {
    const taken = await step(home);
    isDone &&= taken.isDone;
    addTo(counts, taken.counts);
  }
  return { counts, isDone };
}

function addTo(counts: Record<string, number>, more: Counts): void {
  for (const [name, count] of Object.entries(more)) counts[name] = (counts[name] ?? 0) + count;
}

/** Runs the jobs of one cron trigger. Throws on an expression that no job is scheduled for: that is a misdeployment. */
export async function runSchedule(cron: string, bindings: Bindings): Promise<void> {
  const jobs = SCHEDULE[cron];
  if (!jobs) throw new Error(`no job is scheduled for the cron expression ${cron}`);
  const env = parseEnv(bindings);
  for (const job of jobs) await runJob(env, cron, job);
}

async function runJob(env: Env, cron: string, job: Job): Promise<void> {
  const meter = { d1Batches: 0, d1RowsRead: 0, d1RowsWritten: 0 };
  const registry = openDatabase(env.registry, meter);
  const startedAt = nowMs(env);
  const id = newId('job', startedAt);
  await registry.batch([
    registry.insert(jobRuns).values({ id, job: job.name, cron, startedAt, outcome: 'running' }),
  ]);
  const end = await takeSteps(job, {
    env,
    registry,
    homes: athleteDatabases(env, meter),
    meter,
    nowMs: startedAt,
  });
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
  job: Job,
  place: Place,
): Promise<{ outcome: 'done' | 'more' | 'failed'; counts: Counts; fault: string | null }> {
  const counts: Record<string, number> = {};
  try {
    for (let step = 0; step < STEPS_MAX; step++) {
      const result = await job.step(place);
      addTo(counts, result.counts);
      if (result.isDone) return { outcome: 'done', counts, fault: null };
    }
    return { outcome: 'more', counts, fault: null };
  } catch (fault) {
    return { outcome: 'failed', counts, fault: describeFault(fault) };
  }
}
