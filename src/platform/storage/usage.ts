import { sql } from 'drizzle-orm';
import { MINUTE_MS, startOf } from '../clock.ts';
import type { Env, Environment } from '../env.ts';
import { dropOldest, memoryOf } from '../isolate-memory.ts';
import type { GuardRegion } from '../regions.ts';
import type { Database, ReportedSize } from './database.ts';
import { answerCounts, type StatusClass, usage, usageFlushes } from './registry-schema.ts';
import { writeSizes } from './shard-states.ts';

/** The number of requests to one operation in one hour with one class of response status. */
export interface UsageCount {
  /** The first millisecond of the hour. */
  readonly hourMs: number;
  readonly operationId: string;
  readonly statusClass: StatusClass;
  readonly requests: number;
}

/** The partner whose requests are counted, in one environment. */
export interface UsageOwner {
  readonly partnerId: string;
  readonly environment: Environment;
  /** The object that sums the counts of many guards for the registry. Without one, each guard writes its own. */
  readonly pool?: { readonly name: string; readonly region: GuardRegion };
}

/** Counts that are added to the registry only once, even if the guard sends them again. */
export interface UsageFlush {
  readonly id: string;
  readonly owner: UsageOwner;
  readonly counts: readonly UsageCount[];
  /** Sizes of databases, newest first. */
  readonly sizes: readonly ReportedSize[];
  readonly answers: readonly AnswerCount[];
}

/** The table of usage and the key of its rows. */
export const USAGE = {
  table: usage,
  key: [usage.partnerId, usage.environment, usage.hour, usage.operationId, usage.statusClass],
};

/**
 * Adds the counts of a flush, unless it repeats this guard's last one, and stores its sizes. Throws StorageUnavailable.
 */
export async function addUsage(
  registry: Database,
  guard: string,
  { id, owner, counts, sizes, answers }: UsageFlush,
  nowMs: number,
): Promise<void> {
  const isRepeated = sql`EXISTS (SELECT 1 FROM usage_flushes AS sent WHERE sent.guard = ${guard} AND sent.flush = ${id})`;
  await registry.batch([
    registry
      .insert(usage)
      .select(
        sql`SELECT ${owner.partnerId}, ${owner.environment}, value ->> 'hourMs', value ->> 'operationId',
          value ->> 'statusClass', value ->> 'requests'
          FROM json_each(${JSON.stringify(counts)}) WHERE NOT ${isRepeated}`,
      )
      .onConflictDoUpdate({
        target: USAGE.key,
        set: { requests: sql`${usage.requests} + excluded.requests` },
      }),
    ...(answers.length === 0 ? [] : [writeAnswers(registry, answers, sql`NOT ${isRepeated}`)]),
    registry
      .insert(usageFlushes)
      .values({ guard, flush: id, at: nowMs })
      .onConflictDoUpdate({ target: usageFlushes.guard, set: { flush: id, at: nowMs } }),
    ...(sizes.length === 0 ? [] : [writeSizes(registry, sizes)]),
  ]);
}

/** The number of responses of one environment in ten minutes, of those with a status of 500 or more, and how long they took. */
export interface AnswerCount {
  /** The first millisecond of the ten minutes. */
  readonly slotMs: number;
  readonly environment: Environment;
  readonly answers: number;
  readonly faults: number;
  /** By class of route: the responses up to each of BOUNDS_MS but above the one before it, and the sum of milliseconds. */
  readonly times: Readonly<Record<string, number>>;
}

export const SLOT_MS = 10 * MINUTE_MS;

/** The bounds between which latencies are counted. */
export const BOUNDS_MS = [50, 250, 1000, 5000] as const;

/** The classes of routes, the first whose pattern matches. */
const CLASSES = [
  ['assistant', /\/mcp/],
  ['bulk', /batch|\/(export|recalculations|sandbox)/],
  ['plan', /fuel-plan/],
  ['calculate', /^POST .*(calculate|prescription|gut-training|inference|parse)/],
  ['read', /^GET /],
  ['write', /^/],
] as const;

/** Returns the class of a route, such as `read` of `GET /v1/products`. What is no route of the API is a page. */
export function classOf(route: string | null): string {
  return (route !== null && CLASSES.find(([, pattern]) => pattern.test(route))?.[0]) || 'page';
}

/** The bindings for which an isolate keeps counts of its own. */
export type GuardBindings = Pick<Env, 'keyGuards'>;
type AnswerCounts = Map<string, AnswerCount>;

/** Counts not yet reported to a guard, by slot and environment, for each set of bindings. */
const waitingByGuards = new WeakMap<Env['keyGuards'], AnswerCounts>();

/** The number of slots that an isolate keeps without reporting to a guard. */
const SLOTS_MAX = 24;

/** A response as it is counted. One whose caller is unknown counts as production. */
interface Answered {
  readonly environment: Environment | null;
  readonly route: string | null;
  readonly status: number;
  readonly durationMs: number;
}

/** Counts a response of this isolate for its next report to a guard. */
export function noteAnswer(
  env: GuardBindings,
  nowMs: number,
  { environment, route, status, durationMs }: Answered,
): void {
  const slotMs = startOf(SLOT_MS, nowMs);
  const waiting = waitingOf(env);
  const name = classOf(route);
  const bound = BOUNDS_MS.find((each) => durationMs <= each) ?? 'more';
  const times = { [`${name} ${bound}`]: 1, [`${name} sum`]: Math.round(durationMs) };
  const faults = status >= 500 ? 1 : 0;
  addAnswers(waiting, [{ slotMs, environment: environment ?? 'live', answers: 1, faults, times }]);
  dropOldest(waiting, SLOTS_MAX);
}

/** Takes this isolate's counts since its last report to a guard. */
export function takeAnswers(env: GuardBindings): readonly AnswerCount[] {
  const taken = [...waitingOf(env).values()];
  waitingByGuards.delete(env.keyGuards);
  return taken;
}

/** Returns counts to this isolate because the guard did not respond. */
export function giveBackAnswers(env: GuardBindings, answers: readonly AnswerCount[]): void {
  addAnswers(waitingOf(env), answers);
}

/** Adds counts to those of the same slot and environment. */
export function addAnswers(sums: AnswerCounts, counts: readonly AnswerCount[]): void {
  for (const count of counts) {
    const key = `${count.slotMs} ${count.environment}`;
    const known = sums.get(key);
    if (!known) {
      sums.set(key, count);
      continue;
    }
    const times = { ...known.times };
    for (const [name, value] of Object.entries(count.times)) times[name] = (times[name] ?? 0) + value;
    const [answers, faults] = [known.answers + count.answers, known.faults + count.faults];
    sums.set(key, { ...known, answers, faults, times });
  }
}

/** Builds the statement that adds counts to the registry's if a condition is met. */
export function writeAnswers(
  registry: Database,
  counts: readonly AnswerCount[],
  onlyWhere: ReturnType<typeof sql>,
) {
  const { slot, environment, answers, faults, times } = answerCounts;
  const both = sql`SELECT key, value FROM json_each(${times}) UNION ALL SELECT key, value FROM json_each(excluded.times)`;
  return registry
    .insert(answerCounts)
    .select(
      sql`SELECT value ->> 'slotMs', value ->> 'environment', value ->> 'answers', value ->> 'faults', value -> 'times'
        FROM json_each(${JSON.stringify(counts)}) WHERE ${onlyWhere}`,
    )
    .onConflictDoUpdate({
      target: [slot, environment],
      set: {
        answers: sql`${answers} + excluded.answers`,
        faults: sql`${faults} + excluded.faults`,
        times: sql`(SELECT json_group_object(key, total)
          FROM (SELECT key, sum(value) AS total FROM (${both}) GROUP BY key))`,
      },
    });
}

function waitingOf({ keyGuards }: GuardBindings): AnswerCounts {
  return memoryOf(waitingByGuards, keyGuards, () => new Map());
}
