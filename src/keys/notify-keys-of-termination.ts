import { forgetKey } from '../access/known-keys.ts';
import type { Env } from '../env.ts';
import { callKeyGuard } from '../guards/call-guard.ts';
import type { Database } from '../storage/database.ts';
import { projectKey, writeKeyRecord } from '../storage/key-projection.ts';
import type { PartnerRow } from '../storage/registry-schema.ts';
import { USABLE_KEYS_MAX } from './insert-key.ts';
import { selectUsableKeys } from './repository.ts';

/** Keys that one call notifies at most: those of both environments. */
export const NOTIFIED_KEYS_MAX = 2 * USABLE_KEYS_MAX;

/**
 * Notifies every usable key of a terminated partner: its guard first, which every request calls, then KV. Tries all of
 * them; throws StorageUnavailable if one failed, and a retry notifies it. Misses no key: the registry creates none for a
 * terminated partner.
 */
export async function notifyKeysOfTermination(
  env: Pick<Env, 'keyGuards' | 'apiKeys'>,
  registry: Database,
  partner: PartnerRow,
  terminatedAtMs: number,
): Promise<void> {
  const [keys] = await registry.batch([selectUsableKeys(registry, partner.id, terminatedAtMs)]);
  const notified = await Promise.allSettled(
    keys.map(async (key) => {
      await callKeyGuard(env, key.id, (guard) => guard.endPartner(terminatedAtMs));
      forgetKey(env, key.id);
      await writeKeyRecord(env.apiKeys, key.hash, projectKey(key, partner));
    }),
  );
  for (const outcome of notified) if (outcome.status === 'rejected') throw outcome.reason;
}
