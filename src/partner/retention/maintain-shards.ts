import { and, gt, ne, sql } from 'drizzle-orm';
import { compareNextPart, directoriesOf } from '#nutrition/athletes/directory.ts';
import { moveOn } from '#nutrition/athletes/move-on.ts';
import type { Env } from '#platform/env.ts';
import { logError, logLine } from '#platform/log-line.ts';
import { regionOfShard } from '#platform/regions.ts';
import { databaseName } from '#platform/storage/athlete-databases.ts';
import { type Database, StorageBehind, type StorageMeter } from '#platform/storage/database.ts';
import type { AthleteAddress } from '#platform/storage/ids.ts';
import { type HomeJobContext, inTurn, type Job, type JobStep } from '#platform/storage/job.ts';
import { lackingMigrations, schemaMigrations, schemaOf } from '#platform/storage/needed-migrations.ts';
import { chooseShard, currentShard, shardsIn } from '#platform/storage/placement.ts';
import { type PartnerRow, partners, type ShardRow } from '#platform/storage/registry-schema.ts';
import {
  CLOSES_AT_BYTES,
  countAthletes,
  MEASURED_ATHLETES,
  openNewShard,
  probeFullShard,
  readShardStates,
  writeMeasured,
} from '#platform/storage/shard-states.ts';
import { writeSchema } from './repository.ts';

/**
 * Reads a database's migrations and records them for the placement of new athletes and for the operator. Opens a new
 * database that has them all, and probes a full one. Throws if a required migration is missing, so that the list of jobs
 * shows the database.
 */
export async function checkSchema({ env, registry, home, nowMs }: HomeJobContext): Promise<JobStep> {
  const [rows] = await home.db.batch([home.db.select().from(schemaMigrations)]);
  const has = rows.map(({ name }) => name);
  const [[state]] = await registry.batch([writeSchema(registry, home, schemaOf('athletes', has))]);
  const lacking = lackingMigrations('athletes', has);
  if (lacking.length > 0) {
    throw new StorageBehind(`${databaseName(home)} lacks the migration ${lacking.join(', ')}`);
  }
  if (state?.sizeBytes === null) await openNewShard(env, registry, home, nowMs);
  if (state && state.fullAt !== null) await probeFullShard(registry, home);
  return { counts: {}, isDone: true };
}

/** Size from which the operator must act, because the athletes already in the shard may fill it. */
const ERROR_AT_BYTES = 8e9;

/**
 * Begins to measure a shard, and returns a function that takes the next bounded step. The last step stores
 * bytes and athletes, closes a large shard to new athletes, and reopens it once it is no longer large. Measures nothing while
 * new shards may not be opened.
 */
export function beginMeasuring({ env, registry, home, nowMs }: HomeJobContext): () => Promise<JobStep> {
  let counted = 0;
  let after = '';
  return async () => {
    if (nowMs < env.opensShardsAtMs) return { counts: {}, isDone: true };
    const page = await countAthletes(home.db, after);
    counted += page.athletes;
    after = page.last ?? after;
    if (page.athletes === MEASURED_ATHLETES) return { counts: {}, isDone: false };
    const { environment, shard } = home;
    const state = {
      environment,
      shard,
      sizeBytes: page.sizeBytes,
      athletes: counted,
      isOpen: page.sizeBytes < CLOSES_AT_BYTES,
      measuredAt: nowMs,
    };
    await registry.batch([writeMeasured(registry, state)]);
    if (!state.isOpen) reportLarge(state);
    return { counts: { shards: 1, closed: state.isOpen ? 0 : 1 }, isDone: true };
  };
}

function reportLarge({
  environment,
  shard,
  sizeBytes,
}: AthleteAddress & { readonly sizeBytes: number }): void {
  const isError = sizeBytes >= ERROR_AT_BYTES;
  const line = {
    level: isError ? 'error' : 'warning',
    environment,
    shard,
    size_bytes: sizeBytes,
    open: false,
  };
  if (isError) logError('shard', line);
  else logLine('shard', line);
}

const PAGE_PARTNERS = 50;

interface Leaving {
  readonly partner: PartnerRow;
  readonly closed: ShardRow;
}

/**
 * Begins to move partners from closed shards to open ones, and returns a function that takes the next bounded
 * step. A partner stays if no other shard of the region is open.
 */
export function beginLeavingClosedShards(
  env: Env,
  meter: StorageMeter,
  registry: Database,
  nowMs: number,
): () => Promise<JobStep> {
  let waiting: Leaving[] = [];
  let after = '';
  let isLastPage = false;
  return async () => {
    const [next, ...others] = waiting;
    if (next) {
      waiting = others;
      await leave(env, meter, next, nowMs);
      return { counts: { partners: 1 }, isDone: isLastPage && others.length === 0 };
    }
    const states = await readShardStates(env, meter, nowMs);
    const [page] = await registry.batch([selectPartnersAfter(registry, after)]);
    const closed = states.filter(({ isOpen }) => !isOpen);
    waiting = page.flatMap((partner) =>
      closed.filter((row) => mayLeave(env, states, partner, row)).map((row) => ({ partner, closed: row })),
    );
    after = page.at(-1)?.id ?? after;
    isLastPage = closed.length === 0 || page.length < PAGE_PARTNERS;
    return { counts: {}, isDone: isLastPage && waiting.length === 0 };
  };
}

/** Returns whether a partner's new athletes go to this shard and could go to another one. */
function mayLeave(
  env: Env,
  states: readonly ShardRow[],
  partner: PartnerRow,
  { environment, shard }: ShardRow,
): boolean {
  const region = regionOfShard(shard);
  const used = shardsIn(partner, environment);
  const isCurrent = region !== null && currentShard(used, region) === shard;
  return isCurrent && chooseShard(env, states, { environment, region }, used) !== null;
}

async function leave(
  env: Env,
  meter: StorageMeter,
  { partner, closed }: Leaving,
  nowMs: number,
): Promise<void> {
  const { environment, shard } = closed;
  const region = regionOfShard(shard);
  if (region) await moveOn(env, meter, partner.id, { environment, region, shard }, nowMs);
}

function selectPartnersAfter(registry: Database, afterId: string) {
  return registry
    .select()
    .from(partners)
    .where(and(gt(partners.id, afterId), sql`${partners.status} = 'active'`))
    .orderBy(partners.id)
    .limit(PAGE_PARTNERS);
}

/**
 * Begins to compare the directories of the partners with this home shard against their shards, and returns
 * the function that takes the next bounded step. Each directory stores its own position, so the next run
 * continues where one stops.
 */
export const beginComparingDirectories: Job<HomeJobContext>['begin'] = ({
  env,
  meter,
  registry,
  home,
  nowMs,
}) => {
  let takeStep: (() => Promise<JobStep>) | null = null;
  return async () => {
    if (takeStep) return takeStep();
    const { environment, shard } = home;
    const column = environment === 'test' ? partners.testShards : partners.liveShards;
    const [rows] = await registry.batch([
      // The lower bound makes SQLite search the index instead of scanning the table.
      registry
        .select()
        .from(partners)
        .where(and(gt(partners.id, ''), ne(partners.status, 'purged'), sql`${column} ->> 0 = ${shard}`)),
    ]);
    const compared = rows.flatMap(directoriesOf).filter((directory) => directory.environment === environment);
    takeStep = inTurn(compared, nowMs, async (directory) => {
      const {
        isDone,
        isOvertaken: _isOvertaken,
        ...counts
      } = await compareNextPart(env, meter, directory, 'job');
      return { counts, isDone };
    });
    return { counts: {}, isDone: compared.length === 0 };
  };
};
