import { DAY_MS } from '../clock.ts';
import type { Environment } from '../env.ts';
import { StorageUnavailable } from './database.ts';
import type { KeyRow, PartnerRow } from './registry-schema.ts';

/**
 * What KV holds of a key: a read projection of the registry, possibly a minute old. It may say that a
 * key is alive which is dead; the key's guard has the last word. Never a counter, lock or nonce.
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

/** For this long after termination a partner's keys still list, export and delete; then they are invalid. */
export const TERMINATION_GRACE_MS = 30 * DAY_MS;

/** The KV projection of a key and its partner. */
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

/** The longest that an edge location may serve a record without asking again; KV's own minimum is 30. */
const CACHE_SECONDS = 60;

export async function readKeyRecord(keys: KVNamespace, hash: string): Promise<KeyRecord | null> {
  try {
    return await keys.get<KeyRecord>(kvName(hash), { type: 'json', cacheTtl: CACHE_SECONDS });
  } catch (cause) {
    throw new StorageUnavailable('the key projection did not answer', { cause });
  }
}

export async function writeKeyRecord(keys: KVNamespace, hash: string, record: KeyRecord): Promise<void> {
  try {
    await keys.put(kvName(hash), JSON.stringify(record));
  } catch (cause) {
    throw new StorageUnavailable('the key projection did not take a write', { cause });
  }
}

/** Removes the records of keys that the registry no longer knows either. */
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
