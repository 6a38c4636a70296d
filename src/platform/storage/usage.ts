import { sql } from 'drizzle-orm';
import { MINUTE_MS } from '../clock.ts';
import type { Env, Environment } from '../env.ts';
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

/** The number of responses in ten minutes, and of those with a status of 500 or more. */
export interface AnswerCount {
  /** The first millisecond of the ten minutes. */
  readonly slotMs: number;
  readonly answers: number;
  readonly faults: number;
}

export const SLOT_MS = 10 * MINUTE_MS;

type GuardBindings = Pick<Env, 'keyGuards'>;

/** Counts not yet reported to a guard, by slot, for each environment. */
const waitingByGuards = new WeakMap<Env['keyGuards'], Map<number, AnswerCount>>();

/** The number of slots that an isolate keeps without reporting to a guard. */
const SLOTS_MAX = 12;

/** Counts a response of this isolate for its next report to a guard. */
export function noteAnswer(env: GuardBindings, nowMs: number, status: number): void {
  const slotMs = Math.floor(nowMs / SLOT_MS) * SLOT_MS;
  const waiting = waitingOf(env);
  addAnswers(waiting, [{ slotMs, answers: 1, faults: status >= 500 ? 1 : 0 }]);
  const [oldest] = waiting.keys();
  if (waiting.size > SLOTS_MAX && oldest !== undefined) waiting.delete(oldest);
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

/** Adds counts to those of the same slot. */
export function addAnswers(sums: Map<number, AnswerCount>, counts: readonly AnswerCount[]): void {
  for (const { slotMs, answers, faults } of counts) {
    const known = sums.get(slotMs) ?? { answers: 0, faults: 0 };
    sums.set(slotMs, { slotMs, answers: known.answers + answers, faults: known.faults + faults });
  }
}

/** Builds the statement that adds counts to the registry's if a condition is met. */
export function writeAnswers(
  registry: Database,
  counts: readonly AnswerCount[],
  onlyWhere: ReturnType<typeof sql>,
) {
  return registry
    .insert(answerCounts)
    .select(
      sql`SELECT value ->> 'slotMs', value ->> 'answers', value ->> 'faults'
        FROM json_each(${JSON.stringify(counts)}) WHERE ${onlyWhere}`,
    )
    .onConflictDoUpdate({
      target: answerCounts.slot,
      set: {
        answers: sql`${answerCounts.answers} + excluded.answers`,
        faults: sql`${answerCounts.faults} + excluded.faults`,
      },
    });
}

function waitingOf({ keyGuards }: GuardBindings): Map<number, AnswerCount> {
  const known = waitingByGuards.get(keyGuards) ?? new Map<number, AnswerCount>();
  waitingByGuards.set(keyGuards, known);
  return known;
}
