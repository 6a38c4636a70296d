import { DAY_MS, HOUR_MS, MINUTE_MS, startOf } from '#platform/clock.ts';
import type { Env, Environment } from '#platform/env.ts';
import { databaseName, REGISTRY } from '#platform/storage/athlete-databases.ts';
import type { Database } from '#platform/storage/database.ts';
import { isBehind, lackingMigrations, schemaMigrations } from '#platform/storage/needed-migrations.ts';
import { FULL_AT_BYTES } from '#platform/storage/shard-states.ts';
import { SLOT_MS } from '#platform/storage/usage.ts';
import {
  awaitJobs,
  measureRegistry,
  sampleSizes,
  selectAnswersSince,
  selectAwaited,
  selectCheckedSchemas,
  selectDone,
  selectEmailCountsSince,
  selectFirstSamples,
  selectFloodedHourSince,
  selectLateDispatchers,
  selectSizes,
} from './repository.ts';

/** The conditions, by the name of their alert. `remedies.ts` says what to do about each. */
export const CONDITIONS = {
  shard_full: { find: findFullShards },
  schema_behind: { find: findSchemasBehind, asksBehind: true },
  job_overdue: { find: findOverdueJobs },
  dispatcher_lag: { find: findDispatcherLag },
  mail_refused: { find: findRefusedEmails },
  mail_flood: { find: findMailFlood },
  error_budget: { find: findErrorsAboveBudget },
} as const satisfies Readonly<Record<string, Condition>>;

export type AlertName = keyof typeof CONDITIONS;

/** A job that a database has to finish once per period. */
export interface ExpectedJob {
  readonly job: string;
  readonly database: string;
  readonly periodMs: number;
}

interface AlertContext {
  readonly env: Env;
  readonly registry: Database;
  readonly nowMs: number;
  /** All jobs of the schedule, for each database that runs them. */
  readonly expected: readonly ExpectedJob[];
}

/** A problem in one sentence. What concerns both environments is in production; the sandbox wakes nobody. */
interface Finding {
  readonly environment: Environment;
  readonly text: string;
}

/** A condition that somebody must be alerted to. */
export interface Condition {
  /** Asks the registry even while it lacks a migration. */
  readonly asksBehind?: true;
  /**
   * Returns the problems. Returns nothing if the condition is not active. Makes at most five D1 queries.
   */
  readonly find: (context: AlertContext, wasActive: boolean) => Promise<readonly Finding[]>;
}

/** Returns the environment of a database. The registry is production. */
function environmentOf(database: string): Environment {
  return database.startsWith('test.') ? 'test' : 'live';
}

const inProduction = (text: string): Finding => ({ environment: 'live', text });

const LISTED_MAX = 5;

/** Joins names for a sentence: the first five, and the number of the rest. */
function listed(names: readonly string[]): string {
  const rest = names.length - LISTED_MAX;
  return rest > 0 ? `${names.slice(0, LISTED_MAX).join(', ')} and ${rest} more` : names.join(', ');
}

/** Growth is measured over a week, and over at least a day, because imports come in bursts. */
const SAMPLED_DAYS = 7;
const SAMPLED_MIN_MS = 0.9 * DAY_MS;
/** Time needed to bind another database, including a weekend. */
const WARNED_DAYS = 14;
/** Share of its limit from which a size counts as nearly full, however slowly it grows. */
const NEAR = 0.9;
const GB = 1e9;

/** The size of a database now and some days ago, or null if unknown. */
interface Growth {
  readonly database: string;
  readonly sizeBytes: number;
  readonly bytesPerDay: number | null;
}

/**
 * Finds databases that have rejected rows or will be full within 14 days at last week's growth, and whether
 * all of them together are near the account's limit. Stores one sample of each size per day.
 */
async function findFullShards({ env, registry, nowMs }: AlertContext): Promise<readonly Finding[]> {
  const today = Math.floor(nowMs / DAY_MS);
  const registrySize = await measureRegistry(registry);
  const [, rows, samples] = await registry.batch([
    sampleSizes(registry, today, nowMs, registrySize),
    selectSizes(registry),
    selectFirstSamples(registry, today - SAMPLED_DAYS),
  ]);
  const bound = rows.filter(({ environment, shard }) => env.athleteDatabases[environment].has(shard));
  const sizes = [
    { database: REGISTRY, sizeBytes: registrySize },
    ...bound.map(({ sizeBytes, ...address }) => ({ database: databaseName(address), sizeBytes })),
  ];
  const sampleOf = new Map(samples.map((sample) => [sample.database, sample]));
  const growths = sizes.flatMap(({ database, sizeBytes }): Growth[] => {
    if (sizeBytes === null) return [];
    const sample = sampleOf.get(database);
    const elapsedMs = nowMs - (sample?.at ?? nowMs);
    const isKnown = sample !== undefined && elapsedMs >= SAMPLED_MIN_MS;
    const bytesPerDay = isKnown ? ((sizeBytes - sample.sizeBytes) / elapsedMs) * DAY_MS : null;
    return [{ database, sizeBytes, bytesPerDay }];
  });
  const total = {
    database: 'All databases together',
    sizeBytes: sum(growths.map(({ sizeBytes }) => sizeBytes)),
    bytesPerDay: sum(growths.map(({ bytesPerDay }) => bytesPerDay ?? 0)),
  };
  return [
    ...bound
      .filter(({ fullAt }) => fullAt !== null)
      .map((row) => ({
        environment: row.environment,
        text: `${databaseName(row)} is full: it rejects new rows.`,
      })),
    ...growths.flatMap((growth) => problemOf(growth, FULL_AT_BYTES)),
    ...problemOf(total, env.databasesMaxBytes),
  ];
}

function problemOf({ database, sizeBytes, bytesPerDay }: Growth, limitBytes: number): readonly Finding[] {
  const environment = environmentOf(database);
  const size = `${database}: ${gigabytes(sizeBytes)} of ${gigabytes(limitBytes)}`;
  const days = bytesPerDay !== null && bytesPerDay > 0 ? (limitBytes - sizeBytes) / bytesPerDay : Infinity;
  if (days <= WARNED_DAYS) {
    const rate = gigabytes(bytesPerDay ?? 0);
    const text = `${size}, growing by ${rate} a day: full in ${Math.max(0, Math.floor(days))} days.`;
    return [{ environment, text }];
  }
  return sizeBytes >= NEAR * limitBytes ? [{ environment, text: `${size}.` }] : [];
}

function gigabytes(bytes: number): string {
  return `${(bytes / GB).toFixed(bytes < GB ? 2 : 1)} GB`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/**
 * Finds databases that lack a migration required by this version, according to the ten-minute job's last
 * reading.
 */
async function findSchemasBehind({ env, registry }: AlertContext): Promise<readonly Finding[]> {
  const [rows, migrations] = await registry.batch([
    selectCheckedSchemas(registry),
    registry.select().from(schemaMigrations),
  ]);
  const has = migrations.map(({ name }) => name);
  const lacking = lackingMigrations('registry', has);
  const behind = rows
    .filter(({ environment, shard }) => env.athleteDatabases[environment].has(shard))
    .filter(({ schema }) => schema === null || isBehind(schema));
  return [
    ...(lacking.length > 0 ? [inProduction(`The registry lacks ${lacking.join(', ')}.`)] : []),
    ...[...Map.groupBy(behind, (row) => row.environment)].map(([environment, shards]) => ({
      environment,
      text: `Athlete databases that lack a migration: ${listed(shards.map(databaseName))}.`,
    })),
  ];
}

/** Periods that a job may miss. A run that fails once is repeated by the next. */
const PERIODS = 2;
/** The time the queue takes to deliver the messages of one cron. */
const LATE_MS = 5 * MINUTE_MS;

/**
 * Finds jobs that no run has finished for two of their periods, because they failed, did not start or cannot
 * keep up. A job that has never finished counts from the first check that expected it.
 */
async function findOverdueJobs({ registry, nowMs, expected }: AlertContext): Promise<readonly Finding[]> {
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
  const kindOf = ({ job, database }: ExpectedJob) => `${environmentOf(database)} ${job}`;
  return [...Map.groupBy(overdue, kindOf).values()].map((jobs) => ({
    environment: environmentOf(jobs[0]?.database ?? ''),
    text: `${jobs[0]?.job} has not finished for two periods (${periods(jobs)}) in ${listed(jobs.map(({ database }) => database))}.`,
  }));
}

function keyOf({ job, database }: Pick<ExpectedJob, 'job' | 'database'>): string {
  return `${job} ${database}`;
}

function periods(jobs: readonly ExpectedJob[]): string {
  const minutes = PERIODS * Math.max(...jobs.map(({ periodMs }) => periodMs / MINUTE_MS));
  return minutes < 60 ? `${minutes} minutes` : `${minutes / 60} hours`;
}

/**
 * Finds stores with events that have waited more than 15 minutes for a webhook whose receiver answers. The
 * ten-minute job that wakes dispatchers asks each lagging one how far it has come. A failing receiver is its
 * partner's concern.
 */
async function findDispatcherLag({ registry }: AlertContext): Promise<readonly Finding[]> {
  const [rows] = await registry.batch([selectLateDispatchers(registry)]);
  return rows.map(({ database, late }) => ({
    environment: environmentOf(database),
    text: `${database}: events have waited more than 15 minutes for ${late} ${late === 1 ? 'webhook' : 'webhooks'}.`,
  }));
}

/** Share of refused emails that indicates a fault of the service. An occasional mistyped domain does not. */
const REFUSED_PART = 0.1;

/**
 * Finds out whether emails of this hour and the previous one were refused. If no email was sent since, keeps
 * the previous finding: the alert's daily notice is an email too.
 */
async function findRefusedEmails(
  { registry, nowMs }: AlertContext,
  wasActive: boolean,
): Promise<readonly Finding[]> {
  const hour = startOf(HOUR_MS, nowMs);
  const [[counts]] = await registry.batch([selectEmailCountsSince(registry, hour - HOUR_MS)]);
  const { sent, refused } = counts ?? { sent: 0, refused: 0 };
  if (sent + refused === 0)
    return wasActive ? [inProduction('Emails were refused, and none has been sent since.')] : [];
  if (refused < REFUSED_PART * (sent + refused) || refused === 0) return [];
  return [inProduction(`${refused} of the last ${sent + refused} emails were refused.`)];
}

/** Finds out whether this hour or the previous one used up the sign-in codes for addresses that no record names. */
async function findMailFlood({ registry, nowMs }: AlertContext): Promise<readonly Finding[]> {
  const hour = startOf(HOUR_MS, nowMs);
  const [[flooded]] = await registry.batch([selectFloodedHourSince(registry, hour - HOUR_MS)]);
  return flooded
    ? [
        inProduction(
          `An hour has sent all ${flooded.codes} sign-in codes that unknown addresses may get. Known ones still do.`,
        ),
      ]
    : [];
}

/** Share of answers that may fail in a month: 99.9 % must succeed. */
const BUDGET = 0.001;
/**
 * No window reports fewer errors than this. In a quiet night one error in ten answers would be a hundred
 * times the budget.
 */
const FAULTS_MIN = 10;

/**
 * Two windows that must both exceed a multiple of the budget. The long one shows that the errors matter, the
 * short one that they continue. (Beyer et al. 2018, The Site Reliability Workbook, chapter 5: 2 %, 5 % and 10
 * % of a month's budget.)
 */
const WINDOWS = [
  { about: 'hour', longMs: HOUR_MS, shortMs: 2 * SLOT_MS, burn: 14.4 },
  { about: '6 hours', longMs: 6 * HOUR_MS, shortMs: 30 * MINUTE_MS, burn: 6 },
  { about: '3 days', longMs: 3 * DAY_MS, shortMs: 6 * HOUR_MS, burn: 1 },
] as const;

/** The number of answers in a recent period, and how many failed. */
interface Answered {
  readonly answers: number;
  readonly faults: number;
}

/** Finds windows in which more answers of an environment fail than the month's budget allows. */
async function findErrorsAboveBudget({ registry, nowMs }: AlertContext): Promise<readonly Finding[]> {
  const longestMs = Math.max(...WINDOWS.map(({ longMs }) => longMs));
  const [slots] = await registry.batch([selectAnswersSince(registry, nowMs - longestMs)]);
  return [...Map.groupBy(slots, ({ environment }) => environment)].flatMap(([environment, own]) => {
    const text = errorsAboveBudget(own, nowMs);
    return text === null ? [] : [{ environment, text }];
  });
}

function errorsAboveBudget(
  slots: readonly (Answered & { readonly slot: number })[],
  nowMs: number,
): string | null {
  const inLast = (ms: number): Answered => {
    const wanted = slots.filter(({ slot }) => slot > nowMs - ms);
    return {
      answers: wanted.reduce((sum, { answers }) => sum + answers, 0),
      faults: wanted.reduce((sum, { faults }) => sum + faults, 0),
    };
  };
  const exceeded = WINDOWS.find(({ longMs, shortMs, burn }) => {
    const isAbove = ({ answers, faults }: Answered) => faults > burn * BUDGET * answers;
    return isAbove(inLast(longMs)) && isAbove(inLast(shortMs)) && inLast(longMs).faults >= FAULTS_MIN;
  });
  if (!exceeded) return null;
  const { answers, faults } = inLast(exceeded.longMs);
  const percent = ((100 * faults) / answers).toFixed(2);
  return `${faults} of ${answers} answers of the last ${exceeded.about} were errors (${percent} %; 0.1 % is the budget).`;
}
