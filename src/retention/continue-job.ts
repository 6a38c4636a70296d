import type { Job, Place } from './job.ts';
import { selectLastOutcome } from './repository.ts';

/**
 * Makes a job for another cron that does the same work, but only where the last run left some or failed: one run a night
 * may remove less than a day adds. Where it did not, nothing is run or recorded.
 */
export function continueJob(job: Job): Job {
  return { ...job, isWanted: (place) => isUnfinished(job, place) };
}

async function isUnfinished({ name }: Job, { registry }: Place): Promise<boolean> {
  const [[last]] = await registry.batch([selectLastOutcome(registry, name)]);
  return last !== undefined && last.outcome !== 'done';
}
