import { env } from 'cloudflare:workers';
import { messagesOf, runJobs } from '#partner/retention/run-jobs.ts';
import { type Bindings, parseEnv } from '#platform/env.ts';
import type { JobMessage } from '#platform/storage/job.ts';

/**
 * Does what a cron and its queue do: runs the jobs of each database, one after the other, with the messages that follow.
 * The registry comes last, because it finishes what has to be done in all databases before.
 */
export async function runSchedule(
  cron: string,
  bindings: Bindings,
  isWanted: (job: string) => boolean = () => true,
): Promise<void> {
  for (const { database, jobs } of messagesOf(cron, parseEnv(bindings)).reverse()) {
    await runToTheEnd({ database, jobs: jobs.filter(isWanted) }, bindings);
  }
}

/** Runs the jobs of a message, and of each message that follows it. */
export async function runToTheEnd(message: JobMessage, bindings: Bindings): Promise<void> {
  for (let next: JobMessage | null = message; next; ) next = await runJobs(next, bindings);
}

/** Returns the message of a cron for one database. */
export function messageFor(cron: string, database: string): JobMessage {
  const message = messagesOf(cron, parseEnv(env)).find((each) => each.database === database);
  if (!message) throw new Error(`${cron} has no jobs for ${database}`);
  return message;
}
