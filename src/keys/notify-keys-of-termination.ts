import { forgetKey } from '../access/known-keys.ts';
import type { Env } from '../env.ts';
import { callKeyGuard } from '../guards/call-guard.ts';
import type { Database } from '../storage/database.ts';
import { projectKey, writeKeyRecord } from '../storage/key-projection.ts';
import type { PartnerRow } from '../storage/registry-schema.ts';
import { USABLE_KEYS_MAX } from './insert-key.ts';
import { selectUsableKeys } from './repository.ts';

/** Keys that one call can have to tell: those of both environments. */
export const TOLD_KEYS_MAX = 2 * USABLE_KEYS_MAX;

/**
 * Makes every usable key of a terminated partner know it: its guard first, whom every request asks, then
 * KV. All are tried whatever becomes of one; throws StorageUnavailable where one could not be told, and
 * repeating the call tells it then. No key is missed: the registry makes none for a terminated partner.
 */
export async function notifyKeysOfTermination(
  env: Pick<Env, 'keyGuards' | 'apiKeys'>,
  registry: Database,
  partner: PartnerRow,
  terminatedAtMs: number,
): Promise<void> {
  const [keys] = await registry.batch([selectUsableKeys(registry, partner.id, terminatedAtMs)]);
  const told = await Promise.allSettled(
    keys.map(async (key) => {
      await callKeyGuard(env, key.id, (guard) => guard.endPartner(terminatedAtMs));
      forgetKey(env, key.id);
      await writeKeyRecord(env.apiKeys, key.hash, projectKey(key, partner));
    }),
  );
  for (const outcome of told) if (outcome.status === 'rejected') throw outcome.reason;
}
