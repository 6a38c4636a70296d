import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Env } from '../env.ts';
import { openDatabase, type StorageMeter } from './database.ts';
import { selectPartner } from './partner.ts';
import { apiKeys, type KeyRow, type PartnerRow } from './registry-schema.ts';

/** The maximum number of usable keys of a partner: 25 per environment. */
export const PARTNER_KEYS_MAX = 50;

/** A partner's registry record with its usable keys. */
export interface PartnerKeys {
  readonly partner: PartnerRow;
  readonly keys: readonly KeyRow[];
}

/** Reads a partner and its usable keys. Returns null if the registry has no such partner. Throws StorageUnavailable. */
export async function readPartnerKeys(
  env: Pick<Env, 'registry'>,
  meter: StorageMeter,
  partnerId: string,
): Promise<PartnerKeys | null> {
  const registry = openDatabase(env.registry, meter);
  const [[partner], keys] = await registry.batch([
    selectPartner(registry, partnerId),
    registry
      .select()
      .from(apiKeys)
      .where(
        and(
          eq(apiKeys.partnerId, partnerId),
          // Names both environments, so SQLite uses the status index.
          inArray(apiKeys.environment, ['test', 'live']),
          inArray(apiKeys.status, ['active', 'rotated']),
        ),
      )
      // Rotated keys past their grace period stay for months, so they come last.
      .orderBy(apiKeys.status, desc(apiKeys.expiresAt))
      .limit(PARTNER_KEYS_MAX),
  ]);
  return partner ? { partner, keys } : null;
}
