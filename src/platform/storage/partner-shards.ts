import { and, desc, eq, ne, sql } from 'drizzle-orm';
import type { Env, Environment } from '../env.ts';
import { type Region, requireRegionOfShard } from '../regions.ts';
import { requireAthleteDatabase } from './athlete-databases.ts';
import { athletes, partnerShards } from './athlete-schema.ts';
import { type Database, openRegistry, type StorageMeter } from './database.ts';
import { CLOCK_SKEW_MS } from './event-id.ts';
import { eventStore } from './events-schema.ts';
import { type AthleteAddress, ulidFrom, ulidOfAthlete } from './ids.ts';
import { IS_LIVE } from './live-athlete.ts';
import { selectPartner } from './partner.ts';
import { chooseShard, currentShard, homeShard, type ShardList, shardsIn } from './placement.ts';
import { partners } from './registry-schema.ts';
import { readShardStates } from './shard-states.ts';
import { sendAll } from './statements.ts';
import { selectWebhooksOf, writeSubscriber } from './subscribers.ts';

export type PartnerShardRow = typeof partnerShards.$inferSelect;

/** Selects, from a partner's home shard, the shards that the partner has begun to use. */
export function selectPartnerShards(home: Database, partnerId: string) {
  return home.select().from(partnerShards).where(eq(partnerShards.partnerId, partnerId));
}

const KEY = [partnerShards.partnerId, partnerShards.shard];

/**
 * Lists a new shard in the partner's home shard before the registry has it, and marks the previous shard there as left.
 * Lists read this, so an isolate whose record of the partner is a minute old does not miss the athletes of a new shard.
 */
export async function announceShard(
  env: Pick<Env, 'athleteDatabases' | 'registry'>,
  meter: StorageMeter,
  partnerId: string,
  location: AthleteAddress & { readonly home: string; readonly left: string | null },
  nowMs: number,
): Promise<void> {
  const { environment, shard, left } = location;
  const home = requireAthleteDatabase(env, meter, { environment, shard: location.home });
  const db = requireAthleteDatabase(env, meter, { environment, shard });
  const [[store]] = await db.batch([db.select({ epoch: eventStore.epoch }).from(eventStore).limit(1)]);
  const epoch = store?.epoch ?? null;
  const firstUlid = ulidFrom(nowMs - CLOCK_SKEW_MS);
  const added = home
    .insert(partnerShards)
    .values({ partnerId, shard, firstUlid, epoch })
    .onConflictDoUpdate({ target: KEY, set: { state: 'open', epoch } });
  if (left === null) {
    await home.batch([added]);
  } else {
    const leaving = home
      .insert(partnerShards)
      .values({ partnerId, shard: left, state: 'left' })
      .onConflictDoUpdate({ target: KEY, set: { state: 'left' } });
    await home.batch([added, leaving]);
  }
  await copyWebhooks(env, meter, db, partnerId, location);
}

/**
 * Writes the partner's webhooks to a shard before it takes athletes. The creation of later webhooks finds the shard's
 * name in the home shard.
 */
async function copyWebhooks(
  env: Pick<Env, 'registry'>,
  meter: StorageMeter,
  db: Database,
  partnerId: string,
  { environment, shard }: AthleteAddress,
): Promise<void> {
  const registry = openRegistry(env, meter);
  const [webhooks] = await registry.batch([selectWebhooksOf(registry, partnerId, environment)]);
  const region = requireRegionOfShard(shard);
  const writes = webhooks.map((webhook) => writeSubscriber(db, webhook, shard, region));
  await sendAll(db, writes);
}

const MEASURED_MAX = 2;

/**
 * Finds the first and last athlete in shards that the partner has left. If a caller with an older list has created an
 * athlete there in the meantime, the shard stays `left`, and a later call measures it again.
 */
export async function measureLeftShards(
  env: Pick<Env, 'athleteDatabases'>,
  meter: StorageMeter,
  partnerId: string,
  { environment, shard: homeOfPartner }: AthleteAddress,
): Promise<void> {
  const home = requireAthleteDatabase(env, meter, { environment, shard: homeOfPartner });
  const [rows] = await home.batch([selectPartnerShards(home, partnerId)]);
  for (const { shard, late } of rows.filter(({ state }) => state === 'left').slice(0, MEASURED_MAX)) {
    const db = requireAthleteDatabase(env, meter, { environment, shard });
    const [[first], [last]] = await db.batch([
      selectOutermost(db, partnerId).orderBy(athletes.id).limit(1),
      selectOutermost(db, partnerId).orderBy(desc(athletes.id)).limit(1),
    ]);
    const firstUlid = ulidOfAthlete(first?.id ?? '') ?? '';
    const lastUlid = ulidOfAthlete(last?.id ?? '') ?? '';
    const isAsRead = and(
      isRow(partnerId, shard),
      eq(partnerShards.state, 'left'),
      eq(partnerShards.late, late),
    );
    await home.batch([
      home.update(partnerShards).set({ state: 'measured', firstUlid, lastUlid }).where(isAsRead),
    ]);
  }
}

function selectOutermost(db: Database, partnerId: string) {
  return db
    .select({ id: athletes.id })
    .from(athletes)
    .where(and(eq(athletes.partnerId, partnerId), IS_LIVE));
}

function isRow(partnerId: string, shard: string) {
  return and(eq(partnerShards.partnerId, partnerId), eq(partnerShards.shard, shard));
}

/** Extends the known range of a shard that the partner has left by an athlete created there nevertheless. */
export function noteLate(home: Database, partnerId: string, shard: string, ulid: string) {
  return home
    .update(partnerShards)
    .set({
      late: sql`${partnerShards.late} + 1`,
      firstUlid: sql`min(${partnerShards.firstUlid}, ${ulid})`,
      lastUlid: sql`max(${partnerShards.lastUlid}, ${ulid})`,
    })
    .where(and(isRow(partnerId, shard), ne(partnerShards.state, 'open')));
}

/** Records that events of the partner may be recorded in a shard until this time. */
export function noteChangeHint(home: Database, partnerId: string, shard: string, untilMs: number) {
  return home
    .insert(partnerShards)
    .values({ partnerId, shard, changeHintUntil: untilMs })
    .onConflictDoUpdate({
      target: KEY,
      set: {
        changeHintUntil: sql`max(coalesce(${partnerShards.changeHintUntil}, 0), excluded.change_hint_until)`,
      },
    });
}

/** Records the epoch of a shard's events. */
export function noteEpoch(home: Database, partnerId: string, shard: string, epoch: string) {
  return home
    .insert(partnerShards)
    .values({ partnerId, shard, epoch })
    .onConflictDoUpdate({ target: KEY, set: { epoch } });
}

/**
 * Appends the shard of a region that takes a partner's next athletes, if `from` is still the current one. The list is
 * written only if it has not changed since it was read, so only one of several simultaneous calls changes it.
 */
export async function appendNextShard(
  env: Pick<Env, 'athleteDatabases' | 'registry' | 'opensShardsAtMs'>,
  meter: StorageMeter,
  partnerId: string,
  from: { readonly environment: Environment; readonly region: Region; readonly shard: string },
  nowMs: number,
): Promise<void> {
  const registry = openRegistry(env, meter);
  const [[partner]] = await registry.batch([selectPartner(registry, partnerId)]);
  if (!partner) return;
  const used = shardsIn(partner, from.environment);
  if (currentShard(used, from.region) !== from.shard) return;
  const states = await readShardStates(
    env,
    meter,
    nowMs,
    (environment, region) => environment === from.environment && region === from.region,
  );
  const shard = chooseShard(env, states, from, used);
  if (shard === null) return;
  const { environment } = from;
  const home = homeShard(used);
  await announceShard(env, meter, partnerId, { environment, home, shard, left: from.shard }, nowMs);
  await registry.batch([appendShard(registry, partnerId, environment, used, shard)]);
  await measureLeftShards(env, meter, partnerId, { environment, shard: home });
}

/** Appends a shard to a partner's list, if the list has not changed since it was read. */
function appendShard(
  registry: Database,
  partnerId: string,
  environment: Environment,
  used: ShardList,
  shard: string,
) {
  const column = environment === 'test' ? partners.testShards : partners.liveShards;
  const list = [...used, shard];
  return registry
    .update(partners)
    .set(environment === 'test' ? { testShards: list } : { liveShards: list })
    .where(and(eq(partners.id, partnerId), sql`${column} = ${JSON.stringify(used)}`));
}
