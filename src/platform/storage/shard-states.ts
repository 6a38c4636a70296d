import { and, eq, sql } from 'drizzle-orm';
import { MINUTE_MS } from '../clock.ts';
import { ENVIRONMENTS, type Env, type Environment } from '../env.ts';
import { logError } from '../log-line.ts';
import { type Region, regionOfShard } from '../regions.ts';
import { type AthleteDatabase, askInGroups, requireAthleteDatabase } from './athlete-databases.ts';
import { idempotencyKeys } from './common-schema.ts';
import {
  type Database,
  openRegistry,
  type ReportedSize,
  StorageFull,
  type StorageMeter,
} from './database.ts';
import type { AthleteAddress } from './ids.ts';
import { type ShardRow, shards } from './registry-schema.ts';
import { sendAll } from './statements.ts';

/** Larger shards take no new athletes, because D1 is limited to 10 GB and their athletes' data keeps growing. */
export const CLOSES_AT_BYTES = 6e9;

/** D1's largest database (Cloudflare, "D1 limits"). */
export const FULL_AT_BYTES = 10e9;

/** Selects the state of all shards from the registry, one row each. */
export function selectShardStates(registry: Database) {
  return registry.select().from(shards);
}

type Measured = Pick<ShardRow, 'environment' | 'shard' | 'athletes' | 'isOpen' | 'measuredAt'> & {
  readonly sizeBytes: number;
};

/** Stores a shard's measurements and keeps the rest of its row, except for a full shard that has space again. */
export function writeMeasured(registry: Database, measured: Measured) {
  const hasSpace = measured.sizeBytes < CLOSES_AT_BYTES;
  return registry
    .insert(shards)
    .values(measured)
    .onConflictDoUpdate({
      target: [shards.environment, shards.shard],
      set: { ...measured, ...(hasSpace ? { fullAt: null } : {}) },
    });
}

/** A newer size is not replaced, because many isolates report the same databases. */
const SIZE_AGE_MIN_MS = 5 * MINUTE_MS;

/**
 * Stores sizes at least five minutes newer than the registry's, and closes shards that have grown too large. Only the
 * nightly measurement opens a shard.
 */
export function writeSizes(registry: Database, sizes: readonly ReportedSize[]) {
  const reported = sql`json_each(${JSON.stringify(sizes)}) AS reported`;
  const { environment, shard, isOpen, measuredAt } = shards;
  const at = sql`reported.value ->> 'atMs'`;
  const bytes = sql`reported.value ->> 'sizeBytes'`;
  return registry
    .update(shards)
    .set({
      sizeBytes: sql`${bytes}`,
      measuredAt: sql`${at}`,
      isOpen: sql`min(${isOpen}, ${bytes} < ${CLOSES_AT_BYTES})`,
    })
    .from(reported)
    .where(
      sql`${environment} = reported.value ->> 'environment' AND ${shard} = reported.value ->> 'shard'
        AND ${measuredAt} < ${at} - ${SIZE_AGE_MIN_MS}`,
    );
}

/** The number of athletes counted per measurement. */
export const MEASURED_ATHLETES = 20_000;

/** Drizzle's results lack the size of the database. */
const COUNT = `SELECT count(*) AS athletes, max(id) AS last
  FROM (SELECT id FROM athletes WHERE id > ?1 ORDER BY id LIMIT ?2)`;

/** Counts the next athletes after an identifier and returns the database's reported size. */
export async function countAthletes(
  db: Database,
  after = '',
): Promise<{ readonly athletes: number; readonly last: string | null; readonly sizeBytes: number }> {
  const [page] = await db.$client.batch<{ athletes: number; last: string | null }>([
    db.$client.prepare(COUNT).bind(after, MEASURED_ATHLETES),
  ]);
  const [row] = page?.results ?? [];
  if (!page || !row) throw new Error('a count must return one row');
  return { ...row, sizeBytes: page.meta.size_after };
}

/** The maximum number of shards measured per read of the states. */
const MEASURED_MAX = 12;

/**
 * Returns whether shards that are new may take athletes. In a service where none takes any, no other version is running.
 */
function mayOpenShards(
  { opensShardsAtMs }: Pick<Env, 'opensShardsAtMs'>,
  nowMs: number,
  states: readonly ShardRow[],
) {
  return nowMs >= opensShardsAtMs || states.every(({ sizeBytes }) => sizeBytes === null);
}

/**
 * Reads the state of all shards. First measures up to twelve unmeasured shards in these locations, so a newly bound database is
 * usable once it may be opened. A database without tables stays unknown.
 */
export async function readShardStates(
  env: Pick<Env, 'athleteDatabases' | 'registry' | 'opensShardsAtMs'>,
  meter: StorageMeter,
  nowMs: number,
  isWanted: (environment: Environment, region: Region) => boolean = () => true,
): Promise<readonly ShardRow[]> {
  const registry = openRegistry(env, meter);
  const [states] = await registry.batch([selectShardStates(registry)]);
  if (!mayOpenShards(env, nowMs, states)) return states;
  const unknown = ENVIRONMENTS.flatMap((environment) =>
    [...env.athleteDatabases[environment].keys()].flatMap((shard) => {
      const region = regionOfShard(shard);
      const isMeasured = (stateOf(states, { environment, shard })?.sizeBytes ?? null) !== null;
      return isMeasured || region === null || !isWanted(environment, region) ? [] : [{ environment, shard }];
    }),
  );
  const measured = await measure(env, meter, unknown.slice(0, MEASURED_MAX), nowMs);
  const writes = measured.map((row) => writeMeasured(registry, row));
  await sendAll(registry, writes);
  const now = measured.map((row) => ({ ...(stateOf(states, row) ?? UNVERIFIED), ...row }));
  return [...now, ...states.filter((row) => stateOf(now, row) === undefined)];
}

const UNVERIFIED = {
  schema: null,
  verifiedRegion: null,
  verifiedAt: null,
  fullAt: null,
  runsBegun: 0,
  runsCounted: 0,
  restoredAt: null,
};

function stateOf(states: readonly ShardRow[], { environment, shard }: AthleteAddress): ShardRow | undefined {
  return states.find((row) => row.environment === environment && row.shard === shard);
}

/**
 * Throws StorageUnavailable if this version lacks the binding of a shard that exists. So a token is not refused for good by a
 * version that cannot know it. Only callers without a list of shards ask the registry.
 */
export async function refuseUnboundShard(
  env: Pick<Env, 'athleteDatabases' | 'registry'>,
  meter: StorageMeter,
  address: AthleteAddress,
): Promise<void> {
  if (env.athleteDatabases[address.environment].has(address.shard)) return;
  const registry = openRegistry(env, meter);
  const [states] = await registry.batch([selectShardStates(registry)]);
  if (stateOf(states, address)) requireAthleteDatabase(env, meter, address);
}

/** Measures these shards, except those that are not migrated or do not respond. */
async function measure(
  env: Pick<Env, 'athleteDatabases'>,
  meter: StorageMeter,
  addresses: readonly AthleteAddress[],
  nowMs: number,
): Promise<readonly Measured[]> {
  const measured = await askInGroups(addresses, async (address) => {
    const counted = await countAthletes(requireAthleteDatabase(env, meter, address)).catch(() => null);
    if (counted === null) return [];
    const { athletes, sizeBytes } = counted;
    return [{ ...address, athletes, sizeBytes, isOpen: sizeBytes < CLOSES_AT_BYTES, measuredAt: nowMs }];
  });
  return measured.flat();
}

/**
 * Opens a shard that was never measured, once isolates of the previous version have ended. Then no isolate places athletes
 * in a database that another one lacks.
 */
export async function openNewShard(
  env: Pick<Env, 'opensShardsAtMs'>,
  registry: Database,
  { db, environment, shard }: AthleteDatabase,
  nowMs: number,
): Promise<void> {
  if (nowMs < env.opensShardsAtMs) return;
  const { athletes, sizeBytes } = await countAthletes(db);
  const measured = { athletes, sizeBytes, isOpen: sizeBytes < CLOSES_AT_BYTES, measuredAt: nowMs };
  await registry.batch([writeMeasured(registry, { environment, shard, ...measured })]);
}

/** The partner of the row with which a full shard is probed. No partner has this identifier. */
const PROBE = { partnerId: '', environment: 'test', keyHash: 'probe' } as const;

/**
 * Finds out whether a shard that rejected rows takes some again, by writing and removing one. Its rows take up what was
 * erased since. It stays closed to new athletes until the nightly measurement finds it small.
 */
export async function probeFullShard(
  registry: Database,
  { db, environment, shard }: AthleteDatabase,
): Promise<void> {
  const isOfProbe = and(
    eq(idempotencyKeys.partnerId, PROBE.partnerId),
    eq(idempotencyKeys.environment, PROBE.environment),
    eq(idempotencyKeys.keyHash, PROBE.keyHash),
  );
  const probe = { ...PROBE, requestHash: '', resourceId: '', expiresAt: 0 };
  try {
    await db.batch([
      db.insert(idempotencyKeys).values(probe).onConflictDoNothing(),
      db.delete(idempotencyKeys).where(isOfProbe),
    ]);
  } catch (fault) {
    if (fault instanceof StorageFull) return;
    throw fault;
  }
  const isShard = and(eq(shards.environment, environment), eq(shards.shard, shard));
  await registry.batch([registry.update(shards).set({ fullAt: null }).where(isShard)]);
}

/**
 * Closes a full athlete database to new athletes immediately, until the nightly measurement finds it small again. A cron then
 * moves partners on to another, and probes whether it takes rows. Does nothing for the registry. If the registry does not
 * respond, the nightly measurement does the rest.
 */
export async function closeFullShard(
  env: Pick<Env, 'athleteDatabases' | 'registry'>,
  meter: StorageMeter,
  { binding }: StorageFull,
  nowMs: number,
): Promise<void> {
  for (const environment of ENVIRONMENTS) {
    for (const [shard, database] of env.athleteDatabases[environment]) {
      if (database !== binding) continue;
      report(environment, shard);
      const registry = openRegistry(env, meter);
      const closed = { isOpen: false, measuredAt: nowMs, fullAt: nowMs };
      const state = { environment, shard, sizeBytes: FULL_AT_BYTES, athletes: 0, ...closed };
      await registry
        .batch([
          registry
            .insert(shards)
            .values(state)
            .onConflictDoUpdate({ target: [shards.environment, shards.shard], set: closed }),
        ])
        .catch(() => undefined);
    }
  }
}

function report(environment: string, shard: string): void {
  logError('shard', { level: 'error', environment, shard, full: true, open: false });
}
