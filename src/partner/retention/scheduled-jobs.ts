import type { Env } from '#platform/env.ts';
import { athleteDatabaseNames, REGISTRY } from '#platform/storage/athlete-databases.ts';
import type { ExpectedJob } from '../alerting/condition.ts';
import { type Jobs, SCHEDULE } from './schedule.ts';

/** A job of the schedule with the databases that run it. */
interface ScheduledJob {
  readonly name: string;
  readonly cron: string;
  readonly periodMs: number;
  readonly databases: readonly string[];
}

/** Lists every scheduled job in schedule order. */
export function scheduledJobs(env: Pick<Env, 'athleteDatabases'>): ScheduledJob[] {
  const homes = athleteDatabaseNames(env);
  return Object.entries(SCHEDULE).flatMap(([cron, jobs]) =>
    namesOf(jobs).map((name) => {
      const isNamed = (job: { readonly name: string }) => job.name === name;
      const databases = [
        ...(jobs.ofRegistry.some(isNamed) ? [REGISTRY] : []),
        ...(jobs.ofHomes.some(isNamed) ? homes : []),
      ];
      return { name, cron, periodMs: jobs.periodMs, databases };
    }),
  );
}

/** Lists the jobs that each database has to finish, and how often. */
export function expectedJobs(env: Pick<Env, 'athleteDatabases'>): ExpectedJob[] {
  return scheduledJobs(env).flatMap(({ name, periodMs, databases }) =>
    databases.map((database) => ({ job: name, database, periodMs })),
  );
}

/** Returns the names of jobs. A job that both the registry and athlete databases have counts once. */
function namesOf({ ofRegistry, ofHomes }: Jobs): readonly string[] {
  return [...new Set([...ofRegistry, ...ofHomes].map(({ name }) => name))];
}
