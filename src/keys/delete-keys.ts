import type { Database } from '../storage/database.ts';
import { removeKeyRecord } from '../storage/key-projection.ts';
import { isOneOf } from '../storage/one-of.ts';
import { apiKeys, type KeyRow } from '../storage/registry-schema.ts';

/**
 * Deletes keys for good: their KV records first, so that after an interruption the registry still has the keys and the
 * next run continues. Throws StorageUnavailable.
 */
export async function deleteKeys(
  registry: Database,
  keyRecords: KVNamespace,
  keys: readonly Pick<KeyRow, 'id' | 'hash'>[],
): Promise<void> {
  if (keys.length === 0) return;
  await Promise.all(keys.map(({ hash }) => removeKeyRecord(keyRecords, hash)));
  const ids = keys.map(({ id }) => id);
  await registry.batch([registry.delete(apiKeys).where(isOneOf(apiKeys.id, ids))]);
}
