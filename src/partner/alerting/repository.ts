import { and, asc, eq, gt, gte, lt, or, sql } from 'drizzle-orm';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/clock.ts';
import type { Environment } from '#platform/env.ts';
import { CHECK_SCHEMA, WAKE_DISPATCHERS } from '#platform/storage/athlete-databases.ts';
import type { Database } from '#platform/storage/database.ts';
import {
  alerts,
  answerCounts,
  awaitedJobs,
  emailCounts,
  jobStates,
  partners,
  shards,
  sizeSamples,
  webhooks,
} from '#platform/storage/registry-schema.ts';

/** Returns the registry's own reported size, which Drizzle's results lack. */
export async function measureRegistry(registry: Database): Promise<number> {
  const [result] = await registry.$client.batch([registry.$client.prepare('SELECT 1')]);
  if (!result) throw new Error('a statement must have a result');
  return result.meta.size_after;
}

/** Stores the day's sizes, once: the registry's, and the last reported one of each shard. */
export function sampleSizes(registry: Database, day: number, nowMs: number, registrySize: number) {
  return registry
    .insert(sizeSamples)
    .select(
      sql`SELECT ${day}, 'registry', ${nowMs}, ${registrySize} UNION ALL
        SELECT ${day}, environment || '.' || shard, measured_at, size_bytes FROM shards
        WHERE size_bytes IS NOT NULL`,
    )
    .onConflictDoNothing();
}

/** Selects the sizes of all shards, and which were full. */
export function selectSizes(registry: Database) {
  const { environment, shard, sizeBytes, fullAt } = shards;
  return registry.select({ environment, shard, sizeBytes, fullAt }).from(shards);
}

/** Selects the earliest sample of each database since a day. */
export function selectFirstSamples(registry: Database, day: number) {
  const { database, at, sizeBytes } = sizeSamples;
  return registry
    .select({ database, at, sizeBytes, day: sql<number>`min(${sizeSamples.day})`.as('first_day') })
    .from(sizeSamples)
    .where(gte(sizeSamples.day, day))
    .groupBy(database);
}

/** Selects the schemas of the shards that the ten-minute job has checked. */
export function selectCheckedSchemas(registry: Database) {
  const { environment, shard, schema } = shards;
  return registry
    .select({ environment, shard, schema })
    .from(shards)
    .where(
      sql`EXISTS (SELECT 1 FROM job_states WHERE job_states.job = ${CHECK_SCHEMA}
        AND job_states.database = ${environment} || '.' || ${shard})`,
    );
}

/** Selects when each job last finished, for each database where it has. */
export function selectDone(registry: Database) {
  const { job, database, lastDoneAt } = jobStates;
  return registry.select({ job, database, lastDoneAt }).from(jobStates).where(sql`${lastDoneAt} IS NOT NULL`);
}

/** Selects the state of each job's runs in each database. */
export function selectRuns(registry: Database) {
  const { job, database, lastDoneAt, unfinishedRuns } = jobStates;
  return registry.select({ job, database, lastDoneAt, unfinishedRuns }).from(jobStates);
}

/** Selects since when jobs have been awaited. */
export function selectAwaited(registry: Database) {
  return registry.select().from(awaitedJobs);
}

/** Records that these jobs are awaited from now on. */
export function awaitJobs(
  registry: Database,
  jobs: readonly Pick<typeof awaitedJobs.$inferInsert, 'job' | 'database'>[],
  nowMs: number,
) {
  return registry
    .insert(awaitedJobs)
    .select(
      sql`SELECT value ->> 'job', value ->> 'database', ${nowMs} FROM json_each(${JSON.stringify(jobs)}) WHERE true`,
    )
    .onConflictDoNothing();
}

/** Selects the databases whose last run has found late dispatchers. */
export function selectLateDispatchers(registry: Database) {
  const late = sql<number>`${jobStates.counts} ->> 'late'`;
  return registry
    .select({ database: jobStates.database, late })
    .from(jobStates)
    .where(and(eq(jobStates.job, WAKE_DISPATCHERS), sql`${late} > 0`));
}

const FAILING_WEBHOOKS_MAX = 100;

/** Selects active webhooks that a dispatcher reported as failing, with their partners' names. */
export function selectFailingWebhooks(registry: Database) {
  const isFailing = sql`(instr(${webhooks.health}, '"degraded"') OR instr(${webhooks.health}, '"stopped"'))`;
  return registry
    .select({ webhook: webhooks, partnerName: partners.name })
    .from(webhooks)
    .innerJoin(partners, eq(partners.id, webhooks.partnerId))
    .where(and(eq(webhooks.status, 'active'), eq(partners.status, 'active'), isFailing))
    .limit(FAILING_WEBHOOKS_MAX);
}

/** Counts emails sent and refused since the given hour. */
export function selectEmailCountsSince(registry: Database, hour: number) {
  const total = (column: typeof emailCounts.sent | typeof emailCounts.refused) =>
    sql<number>`coalesce(sum(${column}), 0)`;
  return registry
    .select({ sent: total(emailCounts.sent).as('sent'), refused: total(emailCounts.refused).as('refused') })
    .from(emailCounts)
    .where(gte(emailCounts.hour, hour));
}

/** Selects an hour since the given one that sent all sign-in codes to strangers that it might. */
export function selectFloodedHourSince(registry: Database, hour: number) {
  return registry
    .select({ codes: emailCounts.codesToStrangers })
    .from(emailCounts)
    .where(and(gte(emailCounts.hour, hour), eq(emailCounts.wasFlooded, true)))
    .limit(1);
}

/** Selects the answers and errors of each ten minutes that begin after this time. */
export function selectAnswersSince(registry: Database, afterMs: number) {
  return registry.select().from(answerCounts).where(gt(answerCounts.slot, afterMs));
}

/** Selects the answers and errors of each environment after each of these times, with the index of the time in the list. */
export function selectAnsweredIn(registry: Database, times: readonly number[]) {
  const { environment, answers, faults, slot } = answerCounts;
  return registry
    .select({
      position: sql<number>`json_each.key`.as('position'),
      environment,
      answers: sql<number>`sum(${answers})`.as('answers'),
      faults: sql<number>`sum(${faults})`.as('faults'),
    })
    .from(answerCounts)
    .innerJoin(sql`json_each(${JSON.stringify(times)})`, sql`${slot} > json_each.value`)
    .groupBy(sql`json_each.key`, environment);
}

/** The last check of a condition in one environment. */
export interface Check {
  readonly name: string;
  readonly environment: Environment;
  readonly findings: readonly string[];
}

export type AlertRow = typeof alerts.$inferSelect;

/** Selects all alerts. */
export function selectAlerts(registry: Database) {
  return registry.select().from(alerts).orderBy(asc(alerts.name), asc(alerts.environment));
}

/** A notice is repeated after this time. A daily cron may run a few seconds early or late. */
const REPEATED_AFTER_MS = DAY_MS - 5 * MINUTE_MS;
/** The most by which simultaneous crons may differ. */
const SKEW_MS = HOUR_MS;

/**
 * Writes the results of checks. A notice becomes due if a condition begins, ends, or is still active a day after its last
 * notice. Of two simultaneous crons, the second finds that the first has already written it. Nobody gets notices of the
 * sandbox.
 */
export function writeChecks(
  registry: Database,
  checks: readonly Check[],
  owed: { readonly email: boolean; readonly post: boolean },
  nowMs: number,
) {
  const { name, environment, isActive, beganAt, noticedAt, notice, emailOwed, postOwed } = alerts;
  const isRepeated = sql`${noticedAt} NOT BETWEEN ${nowMs - REPEATED_AFTER_MS} AND ${nowMs + SKEW_MS}`;
  const next = sql`CASE WHEN excluded.is_active > ${isActive} THEN 'begun' WHEN excluded.is_active < ${isActive} THEN 'ended'
    WHEN excluded.is_active AND ${isRepeated} THEN 'continues' END`;
  const isDue = sql`(${next}) IS NOT NULL`;
  const wakes = sql`excluded.environment = 'live'`;
  return registry
    .insert(alerts)
    .select(
      sql`SELECT value ->> 'name', value ->> 'environment', ${nowMs}, json_array_length(value, '$.findings') > 0,
        iif(json_array_length(value, '$.findings') > 0, ${nowMs}, NULL), value -> 'findings',
        iif(json_array_length(value, '$.findings') > 0, 'begun', NULL),
        iif(json_array_length(value, '$.findings') > 0, ${nowMs}, NULL),
        json_array_length(value, '$.findings') > 0 AND value ->> 'environment' = 'live' AND ${Number(owed.email)},
        json_array_length(value, '$.findings') > 0 AND value ->> 'environment' = 'live' AND ${Number(owed.post)}, 0
        FROM json_each(${JSON.stringify(checks)}) WHERE true`,
    )
    .onConflictDoUpdate({
      target: [name, environment],
      set: {
        checkedAt: nowMs,
        isActive: sql`excluded.is_active`,
        beganAt: sql`iif(excluded.is_active > ${isActive}, ${nowMs}, ${beganAt})`,
        findings: sql`excluded.findings`,
        notice: sql`coalesce(${next}, ${notice})`,
        noticedAt: sql`iif(${isDue}, ${nowMs}, ${noticedAt})`,
        emailOwed: sql`iif(${isDue}, ${wakes} AND ${Number(owed.email)}, ${emailOwed})`,
        postOwed: sql`iif(${isDue}, ${wakes} AND ${Number(owed.post)}, ${postOwed})`,
      },
    });
}

/** The time a cron has to send the notices it has claimed. If it is interrupted, a later one claims them. */
const TAKEN_MS = 5 * MINUTE_MS;

/** Claims and returns the due notices that no other cron is sending. */
export function takeNotices(registry: Database, nowMs: number) {
  const isFree = sql`${alerts.takenUntil} NOT BETWEEN ${nowMs} AND ${nowMs + TAKEN_MS + SKEW_MS}`;
  return registry
    .update(alerts)
    .set({ takenUntil: nowMs + TAKEN_MS })
    .where(and(or(eq(alerts.emailOwed, true), eq(alerts.postOwed, true)), isFree))
    .returning();
}

/**
 * Records the channels that a notice still has to try, unless a newer notice has replaced it, and releases
 * the alert.
 */
export function recordNotice(
  registry: Database,
  { name, environment, noticedAt }: AlertRow,
  owed: { readonly email: boolean; readonly post: boolean },
) {
  const isLast = sql`${alerts.noticedAt} IS ${noticedAt}`;
  return registry
    .update(alerts)
    .set({
      emailOwed: sql`iif(${isLast}, ${Number(owed.email)}, ${alerts.emailOwed})`,
      postOwed: sql`iif(${isLast}, ${Number(owed.post)}, ${alerts.postOwed})`,
      takenUntil: 0,
    })
    .where(and(eq(alerts.name, name), eq(alerts.environment, environment)));
}

/** Deletes counts and samples that are no longer read: answers and emails after 31 days, sizes after 15. */
export function deleteOldCounts(registry: Database, nowMs: number) {
  const monthAgo = nowMs - 31 * DAY_MS;
  return [
    registry.delete(answerCounts).where(lt(answerCounts.slot, monthAgo)),
    registry.delete(emailCounts).where(lt(emailCounts.hour, monthAgo)),
    registry.delete(sizeSamples).where(lt(sizeSamples.day, Math.floor(nowMs / DAY_MS) - 15)),
  ] as const;
}
