import { nowMs } from '../clock.ts';
import { CALLS_OF_PURGING_CONSOLE, purgeConsole } from '../console/purge-console.ts';
import { ENGINE_VERSION } from '../engine/prescribe.ts';
import { type Bindings, type Env, parseEnv } from '../env.ts';
import { announceEngine, CALLS_OF_ANNOUNCING_ENGINE } from '../events/announce-engine.ts';
import { describeFault } from '../http/log.ts';
import { announceRotations, CALLS_OF_ANNOUNCING_ROTATIONS } from '../keys/announce-rotations.ts';
import { CALLS_OF_REFOLDING, refoldOutdated } from '../learning/refold-outdated.ts';
import {
  CALLS_OF_PURGING_OAUTH,
  CALLS_OF_PURGING_SIGN_IN_CODES,
  purgeOAuth,
  purgeSignInCodes,
} from '../oauth/purge-oauth.ts';
import {
  CALLS_OF_SETTLING,
  callsOfConfirming,
  confirmConsents,
  settleEnded,
} from '../oauth/settle-consents.ts';
import { beginFinishingTerminations, callsOfEndingAccess } from '../partners/end-access.ts';
import { callsOfFinishing, finishErasures } from '../privacy/finish-erasures.ts';
import { beginReapplying, CALLS_OF_REAPPLYING } from '../privacy/reapply-erasures.ts';
import { CALLS_OF_RESTARTING, restartRecalculations } from '../recalculations/restart-recalculations.ts';
import { type AthleteDatabase, athleteDatabases } from '../storage/athlete-databases.ts';
import {
  CallBudget,
  type Calls,
  calls,
  INVOCATION_CALLS,
  mapCalls,
  withBudget,
} from '../storage/call-budget.ts';
import { type Database, openDatabase } from '../storage/database.ts';
import { newId } from '../storage/ids.ts';
import type { jobRuns } from '../storage/registry-schema.ts';
import { beginSweeping, CALLS_OF_SWEEPING } from '../webhooks/queue-messages.ts';
import { beginComparingDirectories, callsOfComparingDirectories } from './compare-directories.ts';
import { beginCountingProducts, CALLS_OF_COUNTING_PRODUCTS } from './count-products-seen.ts';
import { continueJob, inTurn, type Job, JobRun, type Place, repeat } from './job.ts';
import { beginLeavingClosedShards, CALLS_OF_LEAVING } from './leave-closed-shards.ts';
import { beginMeasuring, CALLS_OF_MEASURING } from './measure-shards.ts';
import { CALLS_OF_PURGING_KEYS, purgeDeadKeys } from './purge-dead-keys.ts';
import { purgeIdempotencyKeys, purgeOldRowsOfHome, purgeOldRowsOfRegistry } from './purge-old-rows.ts';
import { beginPurgingPartners, callsOfPurgingPartners } from './purge-terminated-partners.ts';
import { writeRun } from './repository.ts';

const homesOf = ({ homes }: Place): readonly AthleteDatabase[] => homes;
const REGISTRY = 'registry';
/** Lists the registry and every athlete database, for jobs that search all of them. */
const databasesOf = ({ homes }: Place): readonly (AthleteDatabase | typeof REGISTRY)[] => [
  REGISTRY,
  ...homes,
];

/** After the other jobs of its cron, so that the events of their first turn are told in the same run. */
const SWEEP_WEBHOOKS: Job = {
  name: 'sweep-webhooks',
  stepCalls: () => CALLS_OF_SWEEPING,
  begin: ({ env, registry }) => beginSweeping(env, registry),
};

/** Jobs that remove rows past their retention. */
const PURGES: readonly Job[] = [
  {
    name: 'purge-dead-keys',
    stepCalls: () => CALLS_OF_PURGING_KEYS,
    begin: repeat(async ({ env, registry, nowMs }) => {
      const { keys, isDone } = await purgeDeadKeys(env, registry, nowMs);
      return { counts: { keys }, isDone };
    }),
  },
  {
    name: 'purge-idempotency-keys',
    stepCalls: () => calls({ d1Queries: 1, subrequests: 1 }),
    begin: inTurn(databasesOf, async (which, { registry, nowMs }) => {
      const { removed, isDone } = await purgeIdempotencyKeys(which === REGISTRY ? registry : which.db, nowMs);
      return { counts: { rows: removed }, isDone };
    }),
  },
  {
    name: 'purge-oauth',
    stepCalls: () => CALLS_OF_PURGING_OAUTH,
    begin: inTurn(homesOf, async ({ db }, { nowMs }) => {
      const { records, sessions, isDone } = await purgeOAuth(db, nowMs);
      return { counts: { records, sessions }, isDone };
    }),
  },
  {
    name: 'purge-sign-in-codes',
    stepCalls: () => CALLS_OF_PURGING_SIGN_IN_CODES,
    begin: repeat(async ({ registry, nowMs }) => {
      const { loginCodes, wrongCodes, isDone } = await purgeSignInCodes(registry, nowMs);
      return { counts: { login_codes: loginCodes, wrong_codes: wrongCodes }, isDone };
    }),
  },
  {
    name: 'purge-console',
    stepCalls: () => CALLS_OF_PURGING_CONSOLE,
    begin: repeat(async ({ registry, nowMs }) => {
      const { isDone, ...counts } = await purgeConsole(registry, nowMs);
      return { counts, isDone };
    }),
  },
  {
    name: 'purge-old-rows',
    stepCalls: () => calls({ d1Queries: 8, subrequests: 1 }),
    begin: inTurn(databasesOf, (which, { registry, nowMs }) =>
      which === REGISTRY ? purgeOldRowsOfRegistry(registry, nowMs) : purgeOldRowsOfHome(which.db, nowMs),
    ),
  },
];

const COUNT_PRODUCTS_SEEN: Job = {
  name: 'count-products-seen',
  stepCalls: () => CALLS_OF_COUNTING_PRODUCTS,
  begin: beginCountingProducts,
};

/** Jobs by cron expression of wrangler.toml; a test compares the two. */
export const SCHEDULE: Readonly<Record<string, readonly Job[]>> = {
  // Urgent jobs: erasures in progress, and restores that must not bring erased athletes back.
  '*/10 * * * *': [
    {
      name: 'reapply-erasures',
      stepCalls: () => CALLS_OF_REAPPLYING,
      begin: inTurn(
        ({ registry, homes, nowMs }) => homes.map((home) => beginReapplying(registry, home, nowMs)),
        async (step) => {
          const { erasedAgain, isDone } = await step();
          return { counts: { athletes: erasedAgain }, isDone };
        },
      ),
    },
    {
      name: 'finish-erasures',
      stepCalls: callsOfFinishing,
      begin: inTurn(homesOf, async ({ db }, { env, registry }) => {
        const { rows, athletes, isDone } = await finishErasures(env, registry, db);
        return { counts: { rows, athletes }, isDone };
      }),
    },
    {
      name: 'refold-learned-states',
      stepCalls: () => CALLS_OF_REFOLDING,
      begin: inTurn(homesOf, async (home, { nowMs }) => {
        const { athletes, isDone } = await refoldOutdated(home, nowMs);
        return { counts: { athletes }, isDone };
      }),
    },
    {
      name: 'restart-recalculations',
      stepCalls: () => CALLS_OF_RESTARTING,
      begin: repeat(async ({ env, registry, nowMs }) => {
        const { isDone, ...counts } = await restartRecalculations(env, registry, nowMs);
        return { counts, isDone };
      }),
    },
    {
      name: 'finish-terminations',
      stepCalls: callsOfEndingAccess,
      begin: (place) => {
        const step = beginFinishingTerminations(place);
        return async () => {
          const { partners, isDone } = await step();
          return { counts: { partners }, isDone };
        };
      },
    },
    {
      name: 'purge-terminated-partners',
      stepCalls: callsOfPurgingPartners,
      begin: ({ env, registry, homes, nowMs }) => {
        const step = beginPurgingPartners(env, registry, homes, nowMs);
        return async () => {
          const { isDone, ...counts } = await step();
          return { counts, isDone };
        };
      },
    },
    {
      name: 'leave-closed-shards',
      stepCalls: () => CALLS_OF_LEAVING,
      begin: ({ env, meter, registry, nowMs }) => beginLeavingClosedShards(env, meter, registry, nowMs),
    },
    SWEEP_WEBHOOKS,
  ],
  // A run removes some 200,000 rows; a day may bring more.
  '53 * * * *': [
    ...[...PURGES, COUNT_PRODUCTS_SEEN].map(continueJob),
    {
      name: 'settle-consents',
      stepCalls: () => CALLS_OF_SETTLING,
      begin: inTurn(homesOf, async ({ db }, { registry }) => {
        const { settled, isDone } = await settleEnded(registry, db);
        return { counts: { connections: settled }, isDone };
      }),
    },
    {
      name: 'confirm-consents',
      stepCalls: callsOfConfirming,
      begin: repeat(async ({ env, meter, registry, nowMs }) => {
        const { isDone, ...counts } = await confirmConsents(env, meter, registry, nowMs);
        return { counts, isDone };
      }),
    },
  ],
  '23 3 * * *': [
    ...PURGES,
    COUNT_PRODUCTS_SEEN,
    {
      name: 'announce-engine',
      stepCalls: () => CALLS_OF_ANNOUNCING_ENGINE,
      begin: repeat(async ({ registry, nowMs }) => ({
        counts: { events: await announceEngine(registry, ENGINE_VERSION, nowMs) },
        isDone: true,
      })),
    },
    {
      name: 'announce-rotations',
      stepCalls: () => CALLS_OF_ANNOUNCING_ROTATIONS,
      begin: repeat(async ({ registry, nowMs }) => ({
        counts: { events: await announceRotations(registry, nowMs) },
        isDone: true,
      })),
    },
    {
      name: 'compare-directories',
      stepCalls: callsOfComparingDirectories,
      begin: beginComparingDirectories,
    },
    {
      name: 'measure-shards',
      stepCalls: () => CALLS_OF_MEASURING,
      begin: inTurn(
        ({ registry, homes, nowMs }) => homes.map((home) => beginMeasuring(registry, home, nowMs)),
        (step) => step(),
      ),
    },
    SWEEP_WEBHOOKS,
  ],
};

/** Calls that record one job: its row is written when it begins and when it ends. */
const BOOKKEEPING: Calls = calls({ d1Queries: 2, subrequests: 2 });

/**
 * Runs the jobs of one cron trigger within the calls that an invocation may make. In each round every unfinished job
 * gets an equal share of the remaining calls and leaves unused ones to the others; unfinished work is left to the next
 * run. A job that fails, or whose row cannot be written, does not stop the others.
 *
 * Throws on an expression without jobs: a deployment error.
 */
export async function runSchedule(cron: string, bindings: Bindings): Promise<void> {
  const jobs = SCHEDULE[cron];
  if (!jobs) throw new Error(`no job is scheduled for the cron expression ${cron}`);
  const env = parseEnv(bindings);
  const meter = { d1Batches: 0, d1RowsRead: 0, d1RowsWritten: 0 };
  const budget = new CallBudget(mapCalls((name) => INVOCATION_CALLS[name] - BOOKKEEPING[name] * jobs.length));
  const counted = withBudget(env, budget);
  const place = {
    env: counted,
    registry: openDatabase(counted.registry, meter),
    homes: athleteDatabases(counted, meter),
    meter,
    nowMs: nowMs(env),
  };
  const books = openDatabase(env.registry, meter);
  const wanted = await Promise.all(jobs.map((job) => job.isWanted?.(place).catch(() => true) ?? true));
  const entries = jobs
    .filter((_, index) => wanted[index])
    .map((job) => new Entry(books, env, cron, new JobRun(job, place)));
  for (let steps = -1; steps < stepsOf(entries); ) {
    steps = stepsOf(entries);
    const open = entries.filter(({ run }) => run.outcome === 'more');
    for (const [index, entry] of open.entries()) {
      await entry.begin();
      await entry.run.takeTurn(budget, open.length - index);
      if (entry.run.outcome !== 'more') await entry.end();
    }
  }
  for (const entry of entries) await entry.end();
}

function stepsOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, { run }) => sum + run.steps, 0);
}

/** The row of a job's run in `job_runs`, and its log line. */
class Entry {
  readonly run: JobRun;
  readonly #registry: Database;
  readonly #env: Env;
  readonly #row: typeof jobRuns.$inferInsert;
  #stage: 'waiting' | 'running' | 'ended' = 'waiting';
  #bookFault: string | null = null;

  constructor(registry: Database, env: Env, cron: string, run: JobRun) {
    this.run = run;
    this.#registry = registry;
    this.#env = env;
    const startedAt = nowMs(env);
    this.#row = { id: newId('job', startedAt), job: run.job.name, cron, startedAt, outcome: 'running' };
  }

  async begin(): Promise<void> {
    if (this.#stage !== 'waiting') return;
    this.#stage = 'running';
    await this.#write(this.#row);
  }

  async end(): Promise<void> {
    if (this.#stage === 'ended') return;
    this.#stage = 'ended';
    const { job, counts, steps } = this.run;
    let { outcome, fault } = this.run;
    if (outcome === 'more' && steps === 0) {
      outcome = 'failed';
      fault = new Error('one step of the job needs more calls than a run has left for it');
    }
    await this.#write({
      ...this.#row,
      finishedAt: nowMs(this.#env),
      outcome,
      counts: JSON.stringify(counts),
    });
    // biome-ignore lint/suspicious/noConsole: the platform collects the log from the console
    console.log(
      JSON.stringify({
        event: 'job',
        job: job.name,
        cron: this.#row.cron,
        outcome,
        ...counts,
        fault: fault === null ? null : describeFault(fault),
        ...(this.#bookFault === null ? {} : { unrecorded: this.#bookFault }),
      }),
    );
  }

  /** Writes the row whole, so that an end is recorded even if its beginning could not be. */
  async #write(row: typeof jobRuns.$inferInsert): Promise<void> {
    try {
      await this.#registry.batch([writeRun(this.#registry, row)]);
    } catch (fault) {
      this.#bookFault = describeFault(fault);
    }
  }
}
