import * as z from 'zod/mini';
import { nowMs } from '#platform/clock.ts';
import { type Bindings, type Env, parseEnv } from '#platform/env.ts';
import { wakeDispatchers } from '#platform/guards/call-object.ts';
import { describeFault } from '#platform/http/log.ts';
import { logLine } from '#platform/log-line.ts';
import { athleteDatabaseNames, homeNamed, REGISTRY } from '#platform/storage/athlete-databases.ts';
import { newMeter, openDatabase, openRegistry, type StorageMeter } from '#platform/storage/database.ts';
import {
  CallBudget,
  type Calls,
  calls,
  INVOCATION_CALLS,
  type Job,
  type JobContext,
  type JobMessage,
  JobRun,
  mapCalls,
  withBudget,
} from '#platform/storage/job.ts';
import type { Subscriber } from '#platform/storage/subscriber.ts';
import { checkConditions } from '../alerting/check-conditions.ts';
import { expectedJobs } from './list-jobs.ts';
import { writeStates } from './repository.ts';
import { SCHEDULE } from './schedule.ts';

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

/**
 * Dispatchers that a run wakes for the events of its jobs, in addition to the jobs' own calls. The next cron
 * wakes the rest.
 */
const WOKEN_MAX = 500;
/** Calls that record how the jobs of a message ended. */
const BOOKKEEPING: Calls = calls({ d1Queries: 1, subrequests: 1 });

/**
 * Steps that a job takes before the next job's turn. Its work may come from the previous job, which usually
 * finishes within its first turn.
 */
const TURN_STEPS = 5;

/** A run, whatever its job works on. */
type AnyRun = Pick<JobRun<never>, 'counts' | 'outcome' | 'fault' | 'isToContinue' | 'takeStep'> & {
  readonly job: { readonly name: string };
};

/**
 * Runs the jobs of a message within the calls that an invocation may make. Unfinished jobs take turns, so that
 * none waits for another's backlog. A job that fails, or whose state cannot be recorded, does not stop the
 * others. Skips a database and jobs that this version lacks. Returns the message for the rest of the work, or
 * null.
 */
export async function runJobs(message: JobMessage, bindings: Bindings): Promise<JobMessage | null> {
  const env = parseEnv(bindings);
  const toWake = new Map<string, Subscriber>();
  const onRecorded = (found: readonly Subscriber[]) => {
    for (const each of found) toWake.set(`${each.store}:${each.webhookId}`, each);
  };
  const meter = { ...newMeter(), onRecorded };
  const startedAt = nowMs(env);
  const budget = new CallBudget(mapCalls((name) => INVOCATION_CALLS[name] - BOOKKEEPING[name]));
  const runs = runsOf(message, withBudget(env, budget), meter, startedAt, budget);
  if (runs.length === 0) return null;
  let taken = 0;
  do {
    taken = 0;
    for (const run of runs) taken += await takeTurn(run);
  } while (taken > 0);
  const unrecorded = await record(message, env, meter, startedAt, runs);
  await wakeDispatchers(env, [...toWake.values()].slice(0, WOKEN_MAX));
  for (const run of runs) log(message, run, unrecorded);
  const jobs = runs.filter(({ isToContinue }) => isToContinue).map(({ job }) => job.name);
  return jobs.length === 0 ? null : { database: message.database, jobs };
}

async function takeTurn(run: AnyRun): Promise<number> {
  let steps = 0;
  while (steps < TURN_STEPS && (await run.takeStep())) steps += 1;
  return steps;
}

function runsOf(
  { database, jobs: names }: JobMessage,
  env: Env,
  meter: StorageMeter,
  startedAt: number,
  budget: CallBudget,
): readonly AnyRun[] {
  const named = <At extends JobContext>(jobs: readonly Job<At>[]) =>
    jobs.filter(({ name }) => names.includes(name));
  const crons = Object.values(SCHEDULE);
  const ctx = { env, registry: openRegistry(env, meter), meter, nowMs: startedAt };
  if (database === REGISTRY) {
    return crons.flatMap(({ ofRegistry }) => named(ofRegistry)).map((job) => new JobRun(job, ctx, budget));
  }
  const home = homeNamed(env, meter, database);
  const asItIs = homeNamed(env, meter, database, 'nothing');
  if (!home || !asItIs) return [];
  const inHome = { ...ctx, home };
  const evenBehind = { ...ctx, registry: openDatabase(env.registry, meter), home: asItIs };
  return crons
    .flatMap(({ ofHomes }) => named(ofHomes))
    .map((job) => new JobRun(job, job.runsBehind ? evenBehind : inHome, budget));
}

/** Records how the runs ended. Returns the error if the registry is unavailable. */
async function record(
  { database }: JobMessage,
  env: Env,
  meter: StorageMeter,
  startedAt: number,
  runs: readonly AnyRun[],
): Promise<string | null> {
  const registry = openRegistry(env, meter);
  const finishedAt = nowMs(env);
  const states = runs.map(({ job, outcome, counts }) => ({
    job: job.name,
    database,
    startedAt,
    finishedAt,
    outcome,
    counts,
  }));
  try {
    await registry.batch([writeStates(registry, states)]);
    return null;
  } catch (fault) {
    return describeFault(fault);
  }
}

/**
 * Writes a log line unless the job had nothing to do. Otherwise hundreds of databases would log every ten
 * minutes.
 */
function log({ database }: JobMessage, run: AnyRun, unrecorded: string | null): void {
  const { job, outcome, counts, fault } = run;
  const hasWorked = Object.values(counts).some((count) => count > 0);
  if (outcome === 'done' && !hasWorked && unrecorded === null) return;
  logLine('job', {
    job: job.name,
    database,
    outcome,
    ...counts,
    fault: fault === null ? null : describeFault(fault),
    ...(unrecorded === null ? {} : { unrecorded }),
  });
}
