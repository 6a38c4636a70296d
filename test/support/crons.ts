import { type Bindings, parseEnv } from '../../src/env.ts';
import { messagesOf } from '../../src/retention/job-messages.ts';
import { runJobs } from '../../src/retention/run-jobs.ts';

/**
 * Does what a cron and its queue do: runs the jobs of each database, one after the other. The registry comes last, because it
 * finishes what has to be done in all databases before.
 */
export async function runSchedule(cron: string, bindings: Bindings): Promise<void> {
  for (const message of messagesOf(cron, parseEnv(bindings)).reverse()) await runJobs(message, bindings);
}
