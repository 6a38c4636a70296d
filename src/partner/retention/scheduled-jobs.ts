import type { Env } from '#platform/env.ts';
import { athleteDatabaseNames, REGISTRY } from '#platform/storage/athlete-databases.ts';
import type { ExpectedJob } from '../alerting/condition.ts';
import { SCHEDULE } from './schedule.ts';

/** A job of the schedule with the databases that run it. */
export interface ScheduledJob {
  readonly name: string;
  readonly does: string;
  readonly cron: string;
  readonly periodMs: number;
  readonly databases: readonly string[];
}

/** Lists every scheduled job in schedule order. */
export function scheduledJobs(env: Pick<Env, 'athleteDatabases'>): ScheduledJob[] {
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
