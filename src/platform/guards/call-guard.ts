import { SECOND_MS } from '../clock.ts';
import type { Env, Environment } from '../env.ts';
import type { Region } from '../regions.ts';
import type { StorageMeter } from '../storage/database.ts';
import { type PartnerKeys, readPartnerKeys } from '../storage/partner.ts';
import { call, type ObjectAddress, objectAt, regionOfAthlete, settleAll } from './call-object.ts';
import type { Directory } from './directory.ts';
import type { KeyGuard } from './key-guard.ts';
import { LEASE_MARGIN_MS, LEASE_MS } from './lender.ts';
import type { ProductLimiter } from './product-limiter.ts';

const ANSWER_WITHIN_MS = 2 * SECOND_MS;
/**
 * The timeout for an object to delete its storage. Longer, because a removal wakes up to a hundred objects together.
 */
const FORGET_WITHIN_MS = 10 * SECOND_MS;

/**
 * Calls the guard of a key or connection.
 *
 * @throws StorageUnavailable if the guard did not answer within two seconds
 */
export function callKeyGuard<Answer>(
  env: Pick<Env, 'keyGuards' | 'isLocal'>,
  address: ObjectAddress,
  message: (guard: DurableObjectStub<KeyGuard>) => Promise<Answer>,
): Promise<Answer> {
  return call("the key's guard", ANSWER_WITHIN_MS, () => message(objectAt(env, env.keyGuards, address)));
}

/**
 * Calls a key's guard to end the key. The guard responds once its leases have ended.
 *
 * @throws StorageUnavailable if the guard did not answer within two seconds and the time of a lease
 */
export function endAtKeyGuard<Answer>(
  env: Pick<Env, 'keyGuards' | 'isLocal'>,
  address: ObjectAddress,
  message: (guard: DurableObjectStub<KeyGuard>) => Promise<Answer>,
): Promise<Answer> {
  const withinMs = ANSWER_WITHIN_MS + LEASE_MS + LEASE_MARGIN_MS;
  return call("the key's guard", withinMs, () => message(objectAt(env, env.keyGuards, address)));
}

/** An athlete and the partner whose requests are counted. Other partners' requests go to other objects. */
export interface LimitedAthlete {
  readonly partnerId: string;
  readonly athleteId: string;
}

/** Returns the address of the product limiter of a partner's athlete, near the athlete's data. */
export function addressOfLimiter({ partnerId, athleteId }: LimitedAthlete): ObjectAddress {
  return { name: `${partnerId}:${athleteId}`, region: regionOfAthlete(athleteId) };
}

/**
 * Calls the product limiter of a partner's athlete.
 *
 * @throws StorageUnavailable if the limiter did not answer within two seconds
 */
export function callProductLimiter<Answer>(
  env: Pick<Env, 'productLimiters' | 'isLocal'>,
  athlete: LimitedAthlete,
  message: (limiter: DurableObjectStub<ProductLimiter>) => Promise<Answer>,
): Promise<Answer> {
  return call("the athlete's limiter", ANSWER_WITHIN_MS, () =>
    message(objectAt(env, env.productLimiters, addressOfLimiter(athlete))),
  );
}

/** The partner and environment of a directory, and the partner's home region, where the directory is. */
export interface DirectoryOwner {
  readonly partnerId: string;
  readonly environment: Environment;
  readonly homeRegion: Region;
}

/**
 * Calls the directory of a partner's athletes in one environment.
 *
 * @throws StorageUnavailable if the directory did not answer within two seconds
 */
export function callDirectory<Answer>(
  env: Pick<Env, 'directories' | 'isLocal'>,
  owner: DirectoryOwner,
  message: (directory: DurableObjectStub<Directory>) => Promise<Answer>,
): Promise<Answer> {
  return call("the partner's directory", ANSWER_WITHIN_MS, () => message(directoryAt(env, owner)));
}

/**
 * Deletes everything stored in the guard of a key or connection.
 *
 * @throws StorageUnavailable if the guard did not answer within ten seconds
 */
export function forgetKeyGuard(
  env: Pick<Env, 'keyGuards' | 'isLocal'>,
  address: ObjectAddress,
): Promise<void> {
  return call("the key's guard", FORGET_WITHIN_MS, () => objectAt(env, env.keyGuards, address).forget());
}

/**
 * Makes the guard of a key remove KV's record of it, by the hash of its secret.
 *
 * @throws StorageUnavailable if the guard did not answer within ten seconds
 */
export function removeKeyRecord(
  env: Pick<Env, 'keyGuards' | 'isLocal'>,
  address: ObjectAddress,
  hash: string,
): Promise<void> {
  return call("the key's guard", FORGET_WITHIN_MS, () =>
    objectAt(env, env.keyGuards, address).removeRecord(hash),
  );
}

/**
 * Deletes everything stored in the product limiter of a partner's athlete.
 *
 * @throws StorageUnavailable if the limiter did not answer within ten seconds
 */
export function forgetProductLimiter(
  env: Pick<Env, 'productLimiters' | 'isLocal'>,
  athlete: LimitedAthlete,
): Promise<void> {
  return call("the athlete's limiter", FORGET_WITHIN_MS, () =>
    objectAt(env, env.productLimiters, addressOfLimiter(athlete)).forget(),
  );
}

/**
 * Deletes everything stored in a directory.
 *
 * @throws StorageUnavailable if the directory did not answer within ten seconds
 */
export function forgetDirectory(
  env: Pick<Env, 'directories' | 'isLocal'>,
  owner: DirectoryOwner,
): Promise<void> {
  return call("the partner's directory", FORGET_WITHIN_MS, () => directoryAt(env, owner).forget());
}

function directoryAt(
  env: Pick<Env, 'directories' | 'isLocal'>,
  { partnerId, environment, homeRegion: region }: DirectoryOwner,
): DurableObjectStub<Directory> {
  return objectAt(env, env.directories, { name: `${environment}:${partnerId}`, region });
}

type PartnerGuards = Pick<Env, 'registry' | 'keyGuards' | 'isLocal'>;

/**
 * Makes the guard of each usable key of a partner copy the partner's registry data to KV. Returns null if the registry has
 * no such partner. Throws StorageUnavailable.
 */
export function projectPartner(
  env: PartnerGuards,
  meter: StorageMeter,
  partnerId: string,
): Promise<PartnerKeys | null> {
  return callGuards(env, meter, partnerId, (key) =>
    callKeyGuard(env, key, (guard) => guard.project(key.name)),
  );
}

/**
 * Copies a partner's locations and suspension from the registry to the KV record, guard and leases of each of its usable
 * keys. Once it returns, no request is admitted with earlier ones. Returns null if the registry has no such partner. Throws
 * StorageUnavailable; a retry is safe. No key is missed, because a key created in the meantime gets its locations from the
 * registry, which creates none for a suspended partner.
 */
export function followPartner(
  env: PartnerGuards,
  meter: StorageMeter,
  partnerId: string,
): Promise<PartnerKeys | null> {
  return callGuards(env, meter, partnerId, (key) =>
    endAtKeyGuard(env, key, (guard) => guard.followPartner(key.name)),
  );
}

/** Calls the guards of all keys, even if one fails, then throws the first failure. */
async function callGuards(
  env: PartnerGuards,
  meter: StorageMeter,
  partnerId: string,
  callGuard: (guard: ObjectAddress) => Promise<void>,
): Promise<PartnerKeys | null> {
  const found = await readPartnerKeys(env, meter, partnerId);
  await settleAll((found?.keys ?? []).map(({ id: name, region }) => callGuard({ name, region })));
  return found;
}
