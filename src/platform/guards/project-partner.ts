import type { Env } from '../env.ts';
import type { StorageMeter } from '../storage/database.ts';
import { type PartnerKeys, readPartnerKeys } from '../storage/partner-keys.ts';
import { callKeyGuard, endAtKeyGuard } from './call-guard.ts';
import type { ObjectAddress } from './region.ts';

type Stores = Pick<Env, 'registry' | 'keyGuards' | 'isLocal'>;

/**
 * Makes the guard of each usable key of a partner copy the partner's registry data to KV. Returns null if the registry has
 * no such partner. Throws StorageUnavailable.
 */
export function projectPartner(
  env: Stores,
  meter: StorageMeter,
  partnerId: string,
): Promise<PartnerKeys | null> {
  return callGuards(env, meter, partnerId, (key) =>
    callKeyGuard(env, key, (guard) => guard.project(key.name)),
  );
}

/**
 * Copies a partner's places and suspension from the registry to the KV record, guard and leases of each of its usable
 * keys. Once it returns, no request is admitted with earlier ones. Returns null if the registry has no such partner. Throws
 * StorageUnavailable; a retry is safe. No key is missed, because a key created in the meantime gets its places from the
 * registry, which creates none for a suspended partner.
 */
export function followPartner(
  env: Stores,
  meter: StorageMeter,
  partnerId: string,
): Promise<PartnerKeys | null> {
  return callGuards(env, meter, partnerId, (key) =>
    endAtKeyGuard(env, key, (guard) => guard.followPartner(key.name)),
  );
}

/** Calls the guards of all keys, even if one fails, then throws the first failure. */
async function callGuards(
  env: Stores,
  meter: StorageMeter,
  partnerId: string,
  callGuard: (guard: ObjectAddress) => Promise<void>,
): Promise<PartnerKeys | null> {
  const found = await readPartnerKeys(env, meter, partnerId);
  const calls = (found?.keys ?? []).map(({ id: name, region }) => callGuard({ name, region }));
  for (const outcome of await Promise.allSettled(calls)) {
    if (outcome.status === 'rejected') throw outcome.reason;
  }
  return found;
}
