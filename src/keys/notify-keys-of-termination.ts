import { forgetAdmissions } from '../access/admit.ts';
import { forgetKey } from '../access/known-keys.ts';
import type { Env } from '../env.ts';
import { endAtKeyGuard } from '../guards/call-guard.ts';
import type { Database } from '../storage/database.ts';
import type { PartnerRow } from '../storage/registry-schema.ts';
import { guardOfKey } from './guard-of-key.ts';
import { USABLE_KEYS_MAX } from './insert-key.ts';
import { selectUsableKeys } from './repository.ts';

/** Keys that one call notifies at most: those of both environments. */
export const NOTIFIED_KEYS_MAX = 2 * USABLE_KEYS_MAX;

/**
 * Notifies every usable key of a terminated partner: its guard, which then writes KV and waits until no
 * earlier lease is outstanding. Tries all of them; throws StorageUnavailable if one failed, and a retry
 * notifies it. No key is missed, because the registry creates none for a terminated partner.
 */
export async function notifyKeysOfTermination(
  env: Pick<Env, 'keyGuards' | 'apiKeys' | 'isLocal'>,
  registry: Database,
  partner: PartnerRow,
  terminatedAtMs: number,
): Promise<void> {
  const [keys] = await registry.batch([selectUsableKeys(registry, partner.id, terminatedAtMs)]);
  const notified = await Promise.allSettled(
    keys.map(async (key) => {
      await endAtKeyGuard(env, guardOfKey(key), (guard) => guard.endPartner(key.id, terminatedAtMs));
      forgetAdmissions(env, key.id);
      forgetKey(env, key.id);
    }),
  );
  for (const outcome of notified) if (outcome.status === 'rejected') throw outcome.reason;
}
