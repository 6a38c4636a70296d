import type { Env } from '#platform/env.ts';
import { type RequestContext, registryOf } from '#platform/http/context.ts';
import { isoInstant, isoInstantOrNull } from '#platform/http/wire-fields.ts';
import { athleteDatabaseNames, REGISTRY } from '#platform/storage/athlete-databases.ts';
import type { jobStates } from '#platform/storage/registry-schema.ts';
import type { ExpectedJob } from '../alerting/conditions.ts';
import type { Job } from './job-shape.ts';
import { selectStates } from './repository.ts';
import { SCHEDULE } from './schedule.ts';

/** Lists every scheduled job with the last runs of its databases. */
export async function listJobs(ctx: RequestContext): Promise<Job[]> {
  const registry = registryOf(ctx);
  const [states] = await registry.batch([selectStates(registry)]);
  const byJob = Map.groupBy(states, ({ job }) => job);
  return scheduledJobs(ctx.env).map((job) => jobToWire(job, byJob.get(job.name) ?? []));
}

type State = typeof jobStates.$inferSelect;

/** The most databases shown as behind. */
const SHOWN_MAX = 20;

function jobToWire(
  { name, does, cron, databases }: Pick<ScheduledJob, 'name' | 'does' | 'cron' | 'databases'>,
  states: readonly State[],
): Job {
  const known = new Map(states.map((state) => [state.database, state]));
  const runs = databases.flatMap((database) => known.get(database) ?? []);
  const behind = behindAmong(databases, known);
  const doneAt = runs.map(({ lastDoneAt }) => lastDoneAt).filter((at) => at !== null);
  return {
    name,
    does,
    cron,
    databases: databases.length,
    last_run: runs.length === 0 ? null : lastRunOf(runs),
    last_done_at: isoInstantOrNull(doneAt.length < databases.length ? null : Math.min(...doneAt)),
    unfinished_runs: Math.max(0, ...runs.map(({ unfinishedRuns }) => unfinishedRuns)),
    databases_behind: behind.length,
    behind: behind.slice(0, SHOWN_MAX),
  };
}

function behindAmong(databases: readonly string[], known: ReadonlyMap<string, State>): Job['behind'] {
  const never = databases.filter((database) => !known.has(database));
  const unfinished = databases
    .flatMap((database) => known.get(database) ?? [])
    .filter((state) => state.outcome !== 'done')
    .sort((one, other) => other.unfinishedRuns - one.unfinishedRuns);
  return [
    ...never.map((database) => ({ database, outcome: null, last_done_at: null, unfinished_runs: 0 })),
    ...unfinished.map((state) => ({
      database: state.database,
      outcome: state.outcome,
      last_done_at: isoInstantOrNull(state.lastDoneAt),
      unfinished_runs: state.unfinishedRuns,
    })),
  ];
}

/** Combines the last runs of all databases into one: first start, last end, worst outcome. */
function lastRunOf(runs: readonly State[]): Job['last_run'] {
  const counts: Record<string, number> = {};
  for (const [name, count] of runs.flatMap((run) => Object.entries(run.counts))) {
    counts[name] = (counts[name] ?? 0) + count;
  }
  const worst = (['failed', 'more'] as const).find((one) => runs.some((run) => run.outcome === one));
  return {
    started_at: isoInstant(Math.min(...runs.map(({ startedAt }) => startedAt))),
    finished_at: isoInstant(Math.max(...runs.map(({ finishedAt }) => finishedAt))),
    outcome: worst ?? 'done',
    counts,
  };
}

interface ScheduledJob {
  readonly name: string;
  readonly does: string;
  readonly cron: string;
  readonly periodMs: number;
  readonly databases: readonly string[];
}

function scheduledJobs(env: Pick<Env, 'athleteDatabases'>): ScheduledJob[] {
  const homes = athleteDatabaseNames(env);
  return Object.entries(SCHEDULE).flatMap(([cron, { periodMs, ofRegistry, ofHomes }]) => {
    // A job that both the registry and athlete databases have counts once.
    const distinct = new Map([...ofRegistry, ...ofHomes].map(({ name, does }) => [name, does]));
    return [...distinct].map(([name, does]) => {
      const isNamed = (job: { readonly name: string }) => job.name === name;
      const databases = [
        ...(ofRegistry.some(isNamed) ? [REGISTRY] : []),
        ...(ofHomes.some(isNamed) ? homes : []),
      ];
      return { name, does, cron, periodMs, databases };
    });
  });
}

/** Lists the jobs that each database has to finish, and how often. */
export function expectedJobs(env: Pick<Env, 'athleteDatabases'>): ExpectedJob[] {
  return scheduledJobs(env).flatMap(({ name, periodMs, databases }) =>
    databases.map((database) => ({ job: name, database, periodMs })),
  );
}
