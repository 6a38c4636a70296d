import { sql } from 'drizzle-orm';
import { MINUTE_MS } from '../clock.ts';
import type { Env } from '../env.ts';
import type { Database } from './database.ts';
import { answerCounts } from './registry-schema.ts';

/** The number of responses in ten minutes, and of those with a status of 500 or more. */
export interface AnswerCount {
  /** The first millisecond of the ten minutes. */
  readonly slotMs: number;
  readonly answers: number;
  readonly faults: number;
}

export const SLOT_MS = 10 * MINUTE_MS;

type Stores = Pick<Env, 'keyGuards'>;

/** Counts not yet reported to a guard, by slot, for each set of stores. */
const waitingOfStores = new WeakMap<Env['keyGuards'], Map<number, AnswerCount>>();

/** The number of slots that an isolate keeps without reporting to a guard. */
const SLOTS_MAX = 12;

/** Counts a response of this isolate for its next report to a guard. */
export function noteAnswer(stores: Stores, nowMs: number, status: number): void {
  const slotMs = Math.floor(nowMs / SLOT_MS) * SLOT_MS;
  const waiting = waitingOf(stores);
  addAnswers(waiting, [{ slotMs, answers: 1, faults: status >= 500 ? 1 : 0 }]);
  const [oldest] = waiting.keys();
  if (waiting.size > SLOTS_MAX && oldest !== undefined) waiting.delete(oldest);
}

/** Takes this isolate's counts since its last report to a guard. */
export function takeAnswers(stores: Stores): readonly AnswerCount[] {
  const taken = [...waitingOf(stores).values()];
  waitingOfStores.delete(stores.keyGuards);
  return taken;
}

/** Returns counts to this isolate because the guard did not respond. */
export function giveBackAnswers(stores: Stores, answers: readonly AnswerCount[]): void {
  addAnswers(waitingOf(stores), answers);
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

function waitingOf({ keyGuards }: Stores): Map<number, AnswerCount> {
  const known = waitingOfStores.get(keyGuards) ?? new Map<number, AnswerCount>();
  waitingOfStores.set(keyGuards, known);
  return known;
}
