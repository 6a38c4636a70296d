import * as z from 'zod/mini';
import { type Bindings, type Env, parseEnv } from '#platform/env.ts';
import { athleteDatabaseNames, REGISTRY } from '#platform/storage/athlete-databases.ts';
import { checkConditions } from '../alerting/check-conditions.ts';
import { type JobMessage, runJobs } from './run-jobs.ts';
import { SCHEDULE } from './schedule.ts';
import { expectedJobs } from './scheduled-jobs.ts';

const Message = z.object({ cron: z.string(), database: z.string() });

/** The most messages that a queue accepts in one call. */
const SENT_AT_ONCE = 100;

/**
 * Lists the messages of a cron: one per database that it has jobs for. Throws on a cron expression without
 * jobs, which is a deployment error.
 */
export function messagesOf(cron: string, env: Pick<Env, 'athleteDatabases'>): JobMessage[] {
  const jobs = SCHEDULE[cron];
  if (!jobs) throw new Error(`no job is scheduled for the cron expression ${cron}`);
  const databases = [
    ...(jobs.ofRegistry.length > 0 ? [REGISTRY] : []),
    ...(jobs.ofHomes.length > 0 ? athleteDatabaseNames(env) : []),
  ];
  return databases.map((database) => ({ cron, database }));
}

/**
 * Sends a message for each database that a cron has jobs for, and checks the cron's conditions itself,
 * because a stopped queue must not silence the alert of its jobs. Tries both, then throws what failed.
 */
export async function runCron(cron: string, bindings: Bindings): Promise<void> {
  const env = parseEnv(bindings);
  const [sent] = await Promise.allSettled([sendJobs(cron, env)]);
  await checkConditions(env, SCHEDULE[cron]?.conditions ?? [], expectedJobs(env));
  if (sent.status === 'rejected') throw sent.reason;
}

async function sendJobs(cron: string, env: Env): Promise<void> {
  const messages = messagesOf(cron, env);
  for (let first = 0; first < messages.length; first += SENT_AT_ONCE) {
    const some = messages.slice(first, first + SENT_AT_ONCE);
    await env.jobQueue.sendBatch(some.map((body) => ({ body })));
  }
}

/**
 * Runs the jobs of each message. The queue delivers one message at a time (`max_batch_size`), so each has the
 * calls of a whole invocation. An interrupted one is delivered again.
 */
export async function consumeJobs({ messages }: MessageBatch<unknown>, bindings: Bindings): Promise<void> {
  for (const { body } of messages) {
    const message = Message.safeParse(body).data;
    if (message) await runJobs(message, bindings);
  }
}
