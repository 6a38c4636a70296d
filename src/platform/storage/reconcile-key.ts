import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Env } from '../env.ts';
import { openDatabase, type StorageMeter } from './database.ts';
import { type KeyRecord, type Places, placesOf, projectKey } from './key-projection.ts';
import { recordEventsOfRows } from './record-events.ts';
import { apiKeys, partners } from './registry-schema.ts';

/** The times in the registry at which a key ends or pauses, which its guard must know. */
export interface KeyEnd {
  readonly revokedAtMs: number | null;
  readonly expiresAtMs: number | null;
  readonly partnerTerminatedAtMs: number | null;
  /** The time since when the key's partner is suspended. Unlike the others, it may become null again. */
  readonly partnerSuspendedAtMs: number | null;
}

/** The registry's state of a key that its guard must know. */
export interface ReconciledKey {
  readonly end: KeyEnd;
  readonly places: Places;
  readonly hash: string;
  /** The key's record for KV. */
  readonly record: KeyRecord;
}

/**
 * Writes the revocation that a key's guard knows (`revokedAtMs`, null if not revoked) to the registry, and returns the
 * registry's state. Idempotent, so the guard's alarm retries it until it succeeds. Returns null if the registry no longer
 * has the key. Throws StorageUnavailable.
 */
export async function reconcileKey(
  env: Pick<Env, 'registry'>,
  meter: StorageMeter,
  keyId: string,
  revokedAtMs: number | null,
): Promise<ReconciledKey | null> {
  const db = openDatabase(env.registry, meter);
  const owner = db.select({ id: apiKeys.partnerId }).from(apiKeys).where(eq(apiKeys.id, keyId));
  const readKey = db.select().from(apiKeys).where(eq(apiKeys.id, keyId));
  const readPartner = db.select().from(partners).where(inArray(partners.id, owner));
  const [[key], [partner]] =
    revokedAtMs === null
      ? await db.batch([readKey, readPartner])
      : await db
          .batch([
            db
              .update(apiKeys)
              .set({ status: 'revoked', revokedAt: revokedAtMs })
              .where(and(eq(apiKeys.id, keyId), ne(apiKeys.status, 'revoked'))),
            recordEventsOfRows(db, 'key.revoked', COLUMNS_OF_EVENT, ifRevokedNow(keyId), revokedAtMs),
            readKey,
            readPartner,
          ])
          .then(([, , ...read]) => read);
  if (!key || !partner) return null;
  return {
    end: {
      revokedAtMs: key.revokedAt,
      expiresAtMs: key.expiresAt,
      partnerTerminatedAtMs: partner.terminatedAt,
      partnerSuspendedAtMs: partner.suspendedAt,
    },
    places: placesOf(key, partner),
    hash: key.hash,
    record: projectKey(key, partner),
  };
}

const COLUMNS_OF_EVENT = {
  partnerId: sql`partner_id`,
  environment: sql`environment`,
  athleteId: sql`NULL`,
  data: sql`json_object('keyId', id)`,
};

/** Builds the source of the event: the key, if the statement before this one revoked it. */
function ifRevokedNow(keyId: string) {
  return sql`FROM api_keys WHERE id = ${keyId} AND changes() > 0`;
}
