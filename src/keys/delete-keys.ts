import type { Env } from '../env.ts';
import { removeKeyRecord } from '../guards/call-guard.ts';
import type { Database } from '../storage/database.ts';
import { isOneOf } from '../storage/one-of.ts';
import { apiKeys, type KeyRow } from '../storage/registry-schema.ts';
import { guardOfKey } from './guard-of-key.ts';

/**
 * Deletes keys for good: their KV records first, each by the key's guard, so that after an interruption the registry still
 * has the keys and the next run continues. Throws StorageUnavailable.
 */
export async function deleteKeys(
  env: Pick<Env, 'keyGuards' | 'isLocal'>,
  registry: Database,
  keys: readonly Pick<KeyRow, 'id' | 'hash' | 'region'>[],
): Promise<void> {
  if (keys.length === 0) return;
  await Promise.all(keys.map((key) => removeKeyRecord(env, guardOfKey(key), key.hash)));
  const ids = keys.map(({ id }) => id);
  await registry.batch([registry.delete(apiKeys).where(isOneOf(apiKeys.id, ids))]);
}
