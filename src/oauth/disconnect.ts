import { eq } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import type { Database } from '../storage/database.ts';
import { type ConnectionRow, connections } from '../storage/oauth-schema.ts';
import { deleteGrantRecords, revokeConnections } from './repository.ts';

/** Ends one connection and removes its grant and tokens. Idempotent: an ended one stays ended. */
export async function disconnect(db: Database, connection: ConnectionRow, nowMs: number): Promise<void> {
  const writes: [BatchItem<'sqlite'>, ...BatchItem<'sqlite'>[]] = [
    revokeConnections(db, eq(connections.id, connection.id), nowMs),
  ];
  if (connection.grantId !== null) {
    writes.push(deleteGrantRecords(db, connection.athleteId, connection.grantId));
  }
  await db.batch(writes);
}
