import { and, eq, gt, lte, sql } from 'drizzle-orm';
import type { Env } from '../env.ts';
import { eraseAthletesOfPartners } from '../privacy/erase-athletes-of-partners.ts';
import { finishErasures } from '../privacy/finish-erasures.ts';
import { athleteDatabases } from '../storage/athlete-databases.ts';
import { type Database, type StorageMeter, StorageUnavailable } from '../storage/database.ts';
import { deleteSome } from '../storage/delete-some.ts';
import { idempotencyKeys } from '../storage/idempotency-schema.ts';
import { removeKeyRecord } from '../storage/key-projection.ts';
import { apiKeys, oauthClients, partners } from '../storage/registry-schema.ts';
import { RESTORABLE_MS } from './restorable.ts';

const STEP_KEYS = 50;
const IDEMPOTENCY = {
  table: idempotencyKeys,
  key: [idempotencyKeys.partnerId, idempotencyKeys.environment, idempotencyKeys.keyHash],
} as const;
const CLIENTS = { table: oauthClients, key: [oauthClients.clientId] } as const;

export interface PurgeStep {
  readonly athletes: number;
  readonly rows: number;
  readonly keys: number;
  readonly partners: number;
  readonly isDone: boolean;
}

const NOTHING = { athletes: 0, rows: 0, keys: 0, partners: 0, isDone: false };

/**
 * One bounded step of purging partners whose 30 days after termination are over: their athletes in every
 * shard with all that is theirs, then keys with their KV records and guards, clients and kept answers, and last
 * the partner's row is reduced to what the operator keeps. Interrupted anywhere, the next step finds what is left.
 *
 * Athletes of partners that were purged already are looked for too, for as long as a restore of a database
 * could bring them back.
 */
export async function purgeTerminatedPartners(
  env: Env,
  meter: StorageMeter,
  registry: Database,
  nowMs: number,
): Promise<PurgeStep> {
  const [due, purged] = await registry.batch([
    registry
      .select({ id: partners.id })
      .from(partners)
      .where(and(sql`${partners.status} = 'terminated'`, lte(partners.purgeAfter, nowMs)))
      .orderBy(partners.purgeAfter)
      .limit(20),
    registry
      .select({ id: partners.id })
      .from(partners)
      .where(gt(partners.purgedAt, nowMs - RESTORABLE_MS)),
  ]);
  const gone = await purgeAthletes(
    env,
    meter,
    [...due, ...purged].map(({ id }) => id),
  );
  if (gone) return gone;
  const [next] = due;
  if (!next) return { ...NOTHING, isDone: true };
  const keys = await purgeKeys(env, registry, next.id);
  if (keys > 0) return { ...NOTHING, keys };
  const [answers, clients, reduced] = await registry.batch([
    deleteSome(registry, IDEMPOTENCY, eq(idempotencyKeys.partnerId, next.id)),
    deleteSome(registry, CLIENTS, eq(oauthClients.partnerId, next.id)),
    reduceToRecord(registry, next.id, nowMs),
  ]);
  return { ...NOTHING, rows: answers.meta.changes + clients.meta.changes, partners: reduced.meta.changes };
}

/** One step of erasing all athletes of these partners, or null where none is left in any database. */
async function purgeAthletes(
  env: Env,
  meter: StorageMeter,
  partnerIds: readonly string[],
): Promise<PurgeStep | null> {
  if (partnerIds.length === 0) return null;
  for (const { db } of athleteDatabases(env, meter)) {
    const begun = await eraseAthletesOfPartners(db, partnerIds);
    if (begun.athletes > 0) return { ...NOTHING, athletes: begun.athletes };
    const finished = await finishErasures(env, db);
    if (!finished.isDone || finished.rows > 0) return { ...NOTHING, rows: finished.rows };
  }
  return null;
}

/** Some keys of the partner, dead ones too. The registry forgets them last: until then the next step finds them. */
async function purgeKeys(env: Env, registry: Database, partnerId: string): Promise<number> {
  const [keys] = await registry.batch([
    registry
      .select({ id: apiKeys.id, hash: apiKeys.hash })
      .from(apiKeys)
      .where(eq(apiKeys.partnerId, partnerId))
      .limit(STEP_KEYS),
  ]);
  if (keys.length === 0) return 0;
  // The guard first: its alarm would write the key into KV again.
  await forgetGuards(
    env,
    keys.map(({ id }) => id),
  );
  await Promise.all(keys.map(({ hash }) => removeKeyRecord(env.apiKeys, hash)));
  const ids = JSON.stringify(keys.map(({ id }) => id));
  await registry.batch([
    registry.delete(apiKeys).where(sql`${apiKeys.id} IN (SELECT value FROM json_each(${ids}))`),
  ]);
  return keys.length;
}

async function forgetGuards({ keyGuards }: Env, names: readonly string[]): Promise<void> {
  try {
    await Promise.all(names.map((name) => keyGuards.get(keyGuards.idFromName(name)).forget()));
  } catch (cause) {
    throw new StorageUnavailable('a guard did not answer', { cause });
  }
}

/** What stays: that the partner existed, its name and its dates. Only where, in the same statement, nothing else does. */
function reduceToRecord(registry: Database, partnerId: string, nowMs: number) {
  const nothingLeft = sql`NOT EXISTS (SELECT 1 FROM api_keys AS k WHERE k.partner_id = ${partnerId})
    AND NOT EXISTS (SELECT 1 FROM oauth_clients AS c WHERE c.partner_id = ${partnerId})
    AND NOT EXISTS (SELECT 1 FROM idempotency_keys AS i WHERE i.partner_id = ${partnerId})`;
  return registry
    .update(partners)
    .set({ status: 'purged', purgedAt: nowMs, useCase: '', contactEmail: '' })
    .where(and(eq(partners.id, partnerId), eq(partners.status, 'terminated'), nothingLeft));
}
