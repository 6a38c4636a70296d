import { messagesOf } from '#partner/retention/job-messages.ts';
import { runJobs } from '#partner/retention/run-jobs.ts';
import { type Bindings, parseEnv } from '#platform/env.ts';

/**
 * Does what a cron and its queue do: runs the jobs of each database, one after the other. The registry comes last, because it
 * finishes what has to be done in all databases before.
 */
export async function runSchedule(cron: string, bindings: Bindings): Promise<void> {
  for (const message of messagesOf(cron, parseEnv(bindings)).reverse()) await runJobs(message, bindings);
}
