import { and, isNotNull, lte, type SQL, sql } from 'drizzle-orm';
import { MINUTE_MS } from '../clock.ts';
import type { Env } from '../env.ts';
import { askInGroups, requireAthleteDatabase } from '../storage/athlete-databases.ts';
import { connections } from '../storage/athlete-schema.ts';
import { type Calls, calls } from '../storage/call-budget.ts';
import { type Database, type StorageMeter, StorageUnavailable } from '../storage/database.ts';
import { isOneOf } from '../storage/one-of.ts';
import { consents } from '../storage/registry-schema.ts';
import { type Activation, deleteConsents } from './consents.ts';

/** Connections or consents that one step settles. */
const STEP_ROWS = 200;
/** Longer than any request lives: what it has not done by then, it will not do. */
const CONFIRMED_AFTER_MS = 10 * MINUTE_MS;

/** Calls that one step of `settleEnded` makes. */
export const CALLS_OF_SETTLING: Calls = calls({ d1Queries: 3, subrequests: 3 });

/**
 * Deletes the consents of connections that have ended, at most 200 a call, and notes in their database that it is done.
 * Idempotent; interrupted anywhere, a later call finds the same connections. `isDone` is false while more may be left.
 */
export async function settleEnded(
  registry: Database,
  db: Database,
  which?: SQL,
): Promise<{ readonly settled: number; readonly isDone: boolean }> {
  const [ended] = await db.batch([
    db
      .select({ id: connections.id, activation: connections.activation })
      .from(connections)
      // Written as text, so that SQLite uses the partial index; `id` makes it search and not scan it.
      .where(and(sql`status = 'revoked' AND settled_activation < activation AND id > ''`, which))
      .limit(STEP_ROWS),
  ]);
  if (ended.length > 0) {
    await registry.batch([deleteConsents(registry, ended)]);
    await db.batch([noteSettled(db, ended)]);
  }
  return { settled: ended.length, isDone: ended.length < STEP_ROWS };
}

/** Does what `settleEnded` does as far as the stores answer: a cron does the rest. */
export async function settleIfPossible(registry: Database, db: Database, which?: SQL): Promise<void> {
  try {
    await settleEnded(registry, db, which);
  } catch (fault) {
    if (!(fault instanceof StorageUnavailable)) throw fault;
  }
}

function noteSettled(db: Database, ended: readonly Activation[]) {
  const given = JSON.stringify(ended);
  const last = sql`(SELECT value ->> 'activation' FROM json_each(${given}) WHERE value ->> 'id' = ${connections.id})`;
  return db
    .update(connections)
    .set({ settledActivation: sql`max(${connections.settledActivation}, ${last})` })
    .where(sql`${connections.id} IN (SELECT value ->> 'id' FROM json_each(${given}))`);
}

/** Returns the most calls that one step of `confirmConsents` makes. */
export function callsOfConfirming({ athleteDatabases }: Pick<Env, 'athleteDatabases'>): Calls {
  const shards = athleteDatabases.test.size + athleteDatabases.live.size;
  return calls({ d1Queries: 3 + shards, subrequests: 2 + shards });
}

/**
 * Compares consents with their connections once, ten minutes or more after they were written, and deletes those without an active
 * one: the athlete was erased, or the connection ended, just before the consent was written. At most 200 a call.
 */
export async function confirmConsents(
  env: Pick<Env, 'athleteDatabases'>,
  meter: StorageMeter,
  registry: Database,
  nowMs: number,
): Promise<{ readonly confirmed: number; readonly removed: number; readonly isDone: boolean }> {
  const [due] = await registry.batch([
    registry
      .select()
      .from(consents)
      .where(and(isNotNull(consents.unconfirmedAt), lte(consents.unconfirmedAt, nowMs - CONFIRMED_AFTER_MS)))
      .orderBy(consents.unconfirmedAt)
      .limit(STEP_ROWS),
  ]);
  const byShard = Map.groupBy(due, ({ environment, shard }) => `${environment}.${shard}`);
  const active = new Set(
    (await askInGroups([...byShard.values()], (rows) => selectActive(env, meter, rows))).flat(),
  );
  const [gone, confirmed] = [false, true].map((isActive) =>
    due.filter(({ connectionId }) => active.has(connectionId) === isActive),
  );
  if (gone === undefined || confirmed === undefined || due.length === 0) {
    return { confirmed: 0, removed: 0, isDone: true };
  }
  await registry.batch([
    registry.delete(consents).where(isAsRead(gone)),
    registry.update(consents).set({ unconfirmedAt: null }).where(isAsRead(confirmed)),
  ]);
  return { confirmed: confirmed.length, removed: gone.length, isDone: due.length < STEP_ROWS };
}

type ConsentRow = typeof consents.$inferSelect;

async function selectActive(
  env: Pick<Env, 'athleteDatabases'>,
  meter: StorageMeter,
  rows: readonly ConsentRow[],
): Promise<readonly string[]> {
  const [first] = rows;
  if (!first) return [];
  const db = requireAthleteDatabase(env, meter, first);
  const ids = rows.map(({ connectionId }) => connectionId);
  const [found] = await db.batch([
    db
      .select({ id: connections.id })
      .from(connections)
      .where(and(isOneOf(connections.id, ids), sql`${connections.status} = 'active'`)),
  ]);
  return found.map(({ id }) => id);
}

/** Builds the condition that a consent was not written again since it was read. */
function isAsRead(rows: readonly ConsentRow[]): SQL {
  const given = JSON.stringify(
    rows.map(({ connectionId, addressHash, unconfirmedAt }) => ({
      connectionId,
      addressHash,
      unconfirmedAt,
    })),
  );
  return sql`(${consents.connectionId}, ${consents.addressHash}, ${consents.unconfirmedAt}) IN
    (SELECT value ->> 'connectionId', value ->> 'addressHash', value ->> 'unconfirmedAt' FROM json_each(${given}))`;
}
