import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Env } from '../env.ts';
import {
  athleteSessions,
  athletes,
  connections,
  loginCodes,
  oauthRecords,
} from '../storage/athlete-schema.ts';
import { type Database, openDatabase, type StorageMeter } from '../storage/database.ts';
import { deleteGrantRecords, revokeConnections } from './repository.ts';
import { foldEmail } from './sign-in-rules.ts';

/** Connections that one batch ends: far below what D1 does in its time limit. */
const STEP_ROWS = 500;

/**
 * Ends these active connections and removes their grants and tokens, in steps of 500. What decides about a
 * token is its connection's row, so it fails from the moment its step is written. Idempotent.
 */
export async function endConnections(db: Database, which: SQL, nowMs: number): Promise<void> {
  const step = db
    .select({ id: connections.id })
    .from(connections)
    .where(and(which, eq(connections.status, 'active')))
    .orderBy(connections.id)
    .limit(STEP_ROWS);
  for (;;) {
    const [, ended] = await db.batch([
      deleteGrantRecords(db, step.getSQL()),
      revokeConnections(db, inArray(connections.id, step), nowMs),
    ]);
    if (ended.length < STEP_ROWS) return;
  }
}

/** Ends every grant of a partner in every athlete database: for its termination. Idempotent. */
export async function endConnectionsOfPartner(
  env: Env,
  meter: StorageMeter,
  partnerId: string,
  nowMs: number,
): Promise<void> {
  const shards = [...env.athleteDatabases.test.values(), ...env.athleteDatabases.live.values()];
  await Promise.all(
    shards.map((shard) =>
      endConnections(openDatabase(shard, meter), eq(connections.partnerId, partnerId), nowMs),
    ),
  );
}

/**
 * The statements that leave nothing of an athlete's OAuth life in its database, for the batch of an erasure.
 * `email` is the athlete's address before its row was blanked, or null. Sign-ins may lie in other databases
 * too: run `eraseSignIns` there.
 */
export function eraseOAuthOfAthlete(db: Database, athleteId: string, email: string | null) {
  return [
    db.delete(oauthRecords).where(eq(oauthRecords.athleteId, athleteId)),
    db.delete(connections).where(eq(connections.athleteId, athleteId)),
    ...eraseSignIns(db, athleteId, email),
  ] as const;
}

/** Removes codes and sessions of an address from one athlete database, unless another athlete there has it. */
export function eraseSignIns(db: Database, athleteId: string, email: string | null) {
  const address = foldEmail(email ?? '');
  const isNobodyElses = sql`NOT EXISTS (SELECT 1 FROM ${athletes} WHERE lower(trim(${athletes.email})) = ${address} AND ${athletes.id} <> ${athleteId})`;
  return [
    db.delete(athleteSessions).where(and(eq(athleteSessions.email, address), isNobodyElses)),
    db.delete(loginCodes).where(and(eq(loginCodes.email, address), isNobodyElses)),
  ] as const;
}

/** The connections of an athlete, whose limiter objects (named by connection) an erasure empties. */
export function selectConnectionIds(db: Database, athleteId: string) {
  return db.select({ id: connections.id }).from(connections).where(eq(connections.athleteId, athleteId));
}
