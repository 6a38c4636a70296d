import { MINUTE_MS } from '#platform/clock.ts';
import { type AlertPlace, type ExpectedJob, listed } from './condition.ts';
import { awaitJobs, selectAwaited, selectDone } from './repository.ts';

/** Periods that a job may miss. A run that fails once is repeated by the next. */
const PERIODS = 2;
/** The time the queue takes to deliver the messages of one cron. */
const LATE_MS = 5 * MINUTE_MS;

/**
 * Finds jobs that no run has finished for two of their periods, because they failed, did not start or cannot
 * keep up. A job that has never finished counts from the first check that expected it.
 */
export async function findOverdueJobs({ registry, nowMs, expected }: AlertPlace): Promise<readonly string[]> {
  const [done, awaited] = await registry.batch([selectDone(registry), selectAwaited(registry)]);
  const since = new Map([
    ...awaited.map((row) => [keyOf(row), row.since] as const),
    ...done.map((row) => [keyOf(row), row.lastDoneAt ?? nowMs] as const),
  ]);
  const unknown = expected.filter((job) => !since.has(keyOf(job)));
  if (unknown.length > 0) await registry.batch([awaitJobs(registry, unknown, nowMs)]);
  const overdue = expected.filter(
    (job) => nowMs - (since.get(keyOf(job)) ?? nowMs) > PERIODS * job.periodMs + LATE_MS,
  );
  return [...Map.groupBy(overdue, ({ job }) => job)].map(
    ([job, jobs]) =>
      `${job} has not finished for two periods (${periods(jobs)}) in ${listed(jobs.map(({ database }) => database))}.`,
  );
}

function keyOf({ job, database }: Pick<ExpectedJob, 'job' | 'database'>): string {
  return `${job} ${database}`;
}

function periods(jobs: readonly ExpectedJob[]): string {
  const minutes = PERIODS * Math.max(...jobs.map(({ periodMs }) => periodMs / MINUTE_MS));
  return minutes < 60 ? `${minutes} minutes` : `${minutes / 60} hours`;
}
