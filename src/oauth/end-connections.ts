import { and, eq, inArray, type SQL } from 'drizzle-orm';
import type { Env } from '../env.ts';
import { connections } from '../storage/athlete-schema.ts';
import { type Database, openDatabase, type StorageMeter } from '../storage/database.ts';
import { deleteGrantRecords, revokeConnections } from './repository.ts';

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
