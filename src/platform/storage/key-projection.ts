import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { DAY_MS } from '../clock.ts';
import type { Env, Environment } from '../env.ts';
import type { GuardRegion, Region } from '../regions.ts';
import { answerWithin, openRegistry, type StorageMeter, unavailable } from './database.ts';
import { defaultTierIn } from './partner.ts';
import { shardsIn } from './placement.ts';
import { recordEventsOfRows } from './record-events.ts';
import { apiKeys, type KeyRow, type PartnerBudgets, type PartnerRow, partners } from './registry-schema.ts';

/**
 * KV's record of a key: a read projection of the registry, possibly a minute old. It may show a revoked key as active, so
 * the key's guard decides. Never a counter, lock or nonce.
 */
export interface KeyRecord {
  readonly keyId: string;
  readonly partnerId: string;
  readonly environment: Environment;
  /** The region of the key's guard. */
  readonly region: GuardRegion;
  readonly status: 'active' | 'rotated' | 'revoked';
  readonly expiresAt: number | null;
  readonly partner: AthleteLocations & {
    readonly status: PartnerRow['status'];
    /** The tier of the partner's new athletes in the key's environment. */
    readonly defaultTier: 'teaser' | 'full';
    readonly terminatedAt: number | null;
    /** The budgets that the operator set for the partner. The others are in the vars. */
    readonly budgets: PartnerBudgets;
  };
}

/** The regions and shards where a partner may store athletes. */
export interface AthleteLocations {
  /** The partner's home region first. */
  readonly regions: readonly Region[];
  /** The shards that the partner has used in this key's environment, in order of first use. */
  readonly shards: readonly string[];
}

/** After termination, a partner's keys can still list, export and delete for this long. Then they are invalid. */
export const TERMINATION_GRACE_MS = 30 * DAY_MS;

/** Builds the KV record of a key and its partner. */
export function projectKey(key: KeyRow, partner: PartnerRow): KeyRecord {
  return {
    keyId: key.id,
    partnerId: partner.id,
    environment: key.environment,
    region: key.region,
    status: key.status,
    expiresAt: key.expiresAt,
    partner: {
      status: partner.status,
      defaultTier: defaultTierIn(key.environment, partner),
      terminatedAt: partner.terminatedAt,
      ...locationsOf(key, partner),
      budgets: partner.budgets,
    },
  };
}

function locationsOf({ environment }: Pick<KeyRow, 'environment'>, partner: PartnerRow): AthleteLocations {
  return { regions: partner.regions, shards: shardsIn(partner, environment) };
}

/** An edge location may serve a record from its cache for this long. KV's minimum is 30. */
const CACHE_SECONDS = 60;

/** The timeout of a read, after which the registry, which has every key, is queried instead. */
const READ_WITHIN_MS = 500;

/** Reads a key's record, or null if KV has none. Throws StorageUnavailable. */
export async function readKeyRecord(keys: KVNamespace, hash: string): Promise<KeyRecord | null> {
  try {
    return await answerWithin(READ_WITHIN_MS, () =>
      keys.get<KeyRecord>(kvName(hash), { type: 'json', cacheTtl: CACHE_SECONDS }),
    );
  } catch (cause) {
    throw unavailable('the key projection did not answer', cause);
  }
}

/** Writes a key's record. Throws StorageUnavailable. */
export async function writeKeyRecord(keys: KVNamespace, hash: string, record: KeyRecord): Promise<void> {
  try {
    await keys.put(kvName(hash), JSON.stringify(record));
  } catch (cause) {
    throw unavailable('the key projection did not take a write', cause);
  }
}

/** Removes the record of a key that is being deleted. Throws StorageUnavailable. */
export async function removeKeyRecord(keys: KVNamespace, hash: string): Promise<void> {
  try {
    await keys.delete(kvName(hash));
  } catch (cause) {
    throw unavailable('the key projection did not take a deletion', cause);
  }
}

function kvName(hash: string): string {
  return `key:${hash}`;
}

/** The times in the registry at which a key ends or pauses, which its guard must know. */
export interface KeyEnd {
  readonly revokedAtMs: number | null;
  readonly expiresAtMs: number | null;
  readonly partnerTerminatedAtMs: number | null;
  /** The time since when the key's partner is suspended. Unlike the others, it may become null again. */
  readonly partnerSuspendedAtMs: number | null;
}

/** The registry's state of a key that its guard must know. */
export interface ReconciledKey {
  readonly end: KeyEnd;
  readonly locations: AthleteLocations;
  readonly hash: string;
  /** The key's record for KV. */
  readonly record: KeyRecord;
}

/**
 * Writes the revocation that a key's guard knows (`revokedAtMs`, null if not revoked) to the registry, and returns the
 * registry's state. Idempotent, so the guard's alarm retries it until it succeeds. Returns null if the registry no longer
 * has the key. Throws StorageUnavailable.
 */
export async function reconcileKey(
  env: Pick<Env, 'registry'>,
  meter: StorageMeter,
  keyId: string,
  revokedAtMs: number | null,
): Promise<ReconciledKey | null> {
  const db = openRegistry(env, meter);
  const owner = db.select({ id: apiKeys.partnerId }).from(apiKeys).where(eq(apiKeys.id, keyId));
  const readKey = db.select().from(apiKeys).where(eq(apiKeys.id, keyId));
  const readPartner = db.select().from(partners).where(inArray(partners.id, owner));
  const [[key], [partner]] =
    revokedAtMs === null
      ? await db.batch([readKey, readPartner])
      : await db
          .batch([
            db
              .update(apiKeys)
              .set({ status: 'revoked', revokedAt: revokedAtMs })
              .where(and(eq(apiKeys.id, keyId), ne(apiKeys.status, 'revoked'))),
            recordEventsOfRows(db, 'key.revoked', COLUMNS_OF_EVENT, ifRevokedNow(keyId), revokedAtMs),
            readKey,
            readPartner,
          ])
          .then(([, , ...read]) => read);
  if (!key || !partner) return null;
  return {
    end: {
      revokedAtMs: key.revokedAt,
      expiresAtMs: key.expiresAt,
      partnerTerminatedAtMs: partner.terminatedAt,
      partnerSuspendedAtMs: partner.suspendedAt,
    },
    locations: locationsOf(key, partner),
    hash: key.hash,
    record: projectKey(key, partner),
  };
}

const COLUMNS_OF_EVENT = {
  partnerId: sql`partner_id`,
  environment: sql`environment`,
  athleteId: sql`NULL`,
  data: sql`json_object('keyId', id)`,
};

/** Builds the source of the event: the key, if the statement before this one revoked it. */
function ifRevokedNow(keyId: string) {
  return sql`FROM api_keys WHERE id = ${keyId} AND changes() > 0`;
}
