import { DAY_MS } from '../clock.ts';
import type { Environment } from '../env.ts';
import { StorageUnavailable } from './database.ts';
import type { KeyRow, PartnerRow } from './registry-schema.ts';

/**
 * KV's record of a key: a read projection of the registry, possibly a minute old. It may show a revoked key as active;
 * the key's guard decides. Never a counter, lock or nonce.
 */
export interface KeyRecord {
  readonly keyId: string;
  readonly partnerId: string;
  readonly environment: Environment;
  readonly status: 'active' | 'rotated' | 'revoked';
  readonly expiresAt: number | null;
  readonly partner: {
    readonly status: 'active' | 'terminated' | 'purged';
    readonly defaultTier: 'teaser' | 'full';
    readonly terminatedAt: number | null;
    /** The shard of this key's environment. */
    readonly shard: string;
  };
}

/** Time after termination in which a partner's keys still list, export and delete; then they are invalid. */
export const TERMINATION_GRACE_MS = 30 * DAY_MS;

/** Builds the KV record of a key and its partner. */
export function projectKey(key: KeyRow, partner: PartnerRow): KeyRecord {
  return {
    keyId: key.id,
    partnerId: partner.id,
    environment: key.environment,
    status: key.status,
    expiresAt: key.expiresAt,
    partner: {
      status: partner.status,
      defaultTier: partner.defaultTier,
      terminatedAt: partner.terminatedAt,
      shard: key.environment === 'test' ? partner.testShard : partner.liveShard,
    },
  };
}

/** Time for which an edge location may serve a record from its cache; KV's minimum is 30. */
const CACHE_SECONDS = 60;

/** Reads a key's record; null if KV has none. Throws StorageUnavailable. */
export async function readKeyRecord(keys: KVNamespace, hash: string): Promise<KeyRecord | null> {
  try {
    return await keys.get<KeyRecord>(kvName(hash), { type: 'json', cacheTtl: CACHE_SECONDS });
  } catch (cause) {
    throw new StorageUnavailable('the key projection did not answer', { cause });
  }
}

/** Writes a key's record. Throws StorageUnavailable. */
export async function writeKeyRecord(keys: KVNamespace, hash: string, record: KeyRecord): Promise<void> {
  try {
    await keys.put(kvName(hash), JSON.stringify(record));
  } catch (cause) {
    throw new StorageUnavailable('the key projection did not take a write', { cause });
  }
}

/** Removes the record of a key that is being deleted. Throws StorageUnavailable. */
export async function removeKeyRecord(keys: KVNamespace, hash: string): Promise<void> {
  try {
    await keys.delete(kvName(hash));
  } catch (cause) {
    throw new StorageUnavailable('the key projection did not take a deletion', { cause });
  }
}

function kvName(hash: string): string {
  return `key:${hash}`;
}
