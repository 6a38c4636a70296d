import * as z from 'zod/mini';
import { type Bindings, type Env, parseEnv } from '#platform/env.ts';
import { athleteDatabaseNames, REGISTRY } from '#platform/storage/athlete-databases.ts';
import type { JobMessage } from '#platform/storage/job.ts';
import { checkConditions } from '../alerting/check-conditions.ts';
import { runJobs } from './run-jobs.ts';
import { SCHEDULE } from './schedule.ts';
import { expectedJobs } from './scheduled-jobs.ts';

const Message = z.object({ database: z.string(), jobs: z.array(z.string()) });

/** The most messages that a queue accepts in one call. */
const SENT_AT_ONCE = 100;

/**
 * Lists the messages of a cron: one per database that it has jobs for. Throws on a cron expression without
 * jobs, which is a deployment error.
 */
export function messagesOf(cron: string, env: Pick<Env, 'athleteDatabases'>): JobMessage[] {
  const jobs = SCHEDULE[cron];
  if (!jobs) throw new Error(`no job is scheduled for the cron expression ${cron}`);
  const namesOf = (some: readonly { readonly name: string }[]) => some.map(({ name }) => name);
  const ofHomes = namesOf(jobs.ofHomes);
  return [
    { database: REGISTRY, jobs: namesOf(jobs.ofRegistry) },
    ...athleteDatabaseNames(env).map((database) => ({ database, jobs: ofHomes })),
  ].filter((message) => message.jobs.length > 0);
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
 * Runs the jobs of each message, and sends another for the work that is left. The queue delivers one message
 * at a time (`max_batch_size`), so each has the calls of a whole invocation. An interrupted one is delivered
 * again.
 */
export async function consumeJobs({ messages }: MessageBatch<unknown>, bindings: Bindings): Promise<void> {
  for (const { body } of messages) {
    const message = Message.safeParse(body).data;
    const rest = message && (await runJobs(message, bindings));
    if (rest) await bindings.JOB_QUEUE.send(rest);
  }
}
