import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shardName } from '#platform/regions.ts';
import { encodeCursor, type Position } from '#platform/storage/cursor.ts';
import { type InstalledService, installWrapped, SIGNING_SECRET } from '../../support/deployment.ts';
import { childrenOf, residentMemory } from '../../support/processes.ts';
import type { Measurement } from './ask.ts';
import { type Cloned, idOf } from './clone-rows.ts';
import { judge, printTable } from './judge.ts';
import { type MeteredReply, type MeteredSend, meteredSend, type Reading } from './meter.ts';
import { ACTIVITIES_OF_ONE, growShard } from './seed.ts';
import { makeAthlete, makePartner, type TemplatePartner, writeHistory } from './templates.ts';

const MB = 1024 * 1024;
const PAGE = 20;
/** Requests of each operation, spread over the shards, after which the memory of the process is read. */
const ROUNDS = 25;
/** The process may use this much more memory at the largest size: a few page caches and buffers. */
const MEMORY_TOLERANCE_MB = 64;
/** wrangler.toml has the first two. */
const CONFIGURED_SHARDS = 2;

interface World extends TemplatePartner {
  readonly send: MeteredSend;
  /** One athlete in each shard, who has two fifths of the activities there. */
  readonly athleteIds: readonly string[];
}

/**
 * Grows one region of several shards on disk to so many activities, and measures reads at a tenth of them and at all.
 * The service is started anew before it is measured, so that the memory of the process is what serving takes.
 *
 * @returns whether no read grew, nor the memory
 */
export async function measureOverShards(
  outDir: string,
  meterWorker: string,
  activities: number,
  shards: number,
): Promise<boolean> {
  const sizes = [activities / 10, activities];
  const athletesOfShard = activities / 10 / shards / ACTIVITIES_OF_ONE;
  // Half of them are the partner's, and a list over all shards reads a whole page of each.
  if (!Number.isInteger(athletesOfShard) || athletesOfShard <= 2 * PAGE) {
    const step = 10 * shards * ACTIVITIES_OF_ONE;
    throw new RangeError(`activities must be a multiple of ${step} above ${2 * PAGE * step}`);
  }
  const stateDir = await mkdtemp(join(tmpdir(), 'musette-growth-state-'));
  const bindings = Array.from({ length: shards }, (_, ordinal) => `ATHLETES_TEST_WEUR_${ordinal}`);
  const start = () =>
    installWrapped(outDir, meterWorker, {
      stateDir,
      moreShards: bindings.slice(CONFIGURED_SHARDS),
      // Each athlete that is created is the last one in its shard, until all shards have one.
      vars: { ATHLETES_PER_SHARD: '1' },
    });
  try {
    let service = await start();
    const made = await makeWorld(meteredSend(service.baseUrl), shards);
    const bySize: (readonly Measurement[])[] = [];
    const peaksMb: number[] = [];
    let from = 0;
    for (const size of sizes) {
      const startedAt = performance.now();
      for (const [index, binding] of bindings.entries()) {
        const grown = await growOne(
          service,
          made,
          { binding, index, of: shards },
          from / shards,
          size / shards,
        );
        if (index === shards - 1) printGrowth(binding, grown);
      }
      for (const binding of bindings) await widenShards(service, binding);
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
      console.log(`${size} activities over ${shards} shards, seeded in ${seconds} s`);
      await service.miniflare.dispose();
      service = await start();
      bySize.push(await walkReads({ ...made, send: meteredSend(service.baseUrl) }, shards));
      const { nowMb, peakMb } = await memoryOfWorkers();
      peaksMb.push(peakMb);
      console.log(
        `Memory of workerd, SQLite included: ${nowMb.toFixed(0)} MB, at most ${peakMb.toFixed(0)} MB`,
      );
      from = size;
    }
    await service.miniflare.dispose();
    const judged = judge(sizes, bySize);
    printTable(sizes, judged, undefined);
    const [firstPeakMb = 0, lastPeakMb = Number.POSITIVE_INFINITY] = peaksMb;
    const isBounded = lastPeakMb <= firstPeakMb + MEMORY_TOLERANCE_MB;
    if (!isBounded) console.error(`Memory grows: ${peaksMb.map((peak) => peak.toFixed(0)).join(', ')} MB`);
    return isBounded && !judged.some(({ grows }) => grows);
  } finally {
    await rm(stateDir, { recursive: true, force: true });
  }
}

/** Creates a partner and one athlete with a history in each shard, through the service itself. */
async function makeWorld(send: MeteredSend, shards: number): Promise<World> {
  const partner = await makePartner(send);
  const athleteIds: string[] = [];
  for (let index = 0; index < shards; index++) {
    const athleteId = await makeAthlete(send, partner.key, `heavy ${index}`);
    await writeHistory(send, partner.key, athleteId);
    athleteIds.push(athleteId);
  }
  const expected = athleteIds.map((_, index) => shardName('weur', index)).join();
  const used = athleteIds.map((id) => id.slice('ath_t'.length, 'ath_t'.length + 4)).join();
  if (used !== expected) throw new Error(`athletes are in ${used}, not in ${expected}`);
  return { ...partner, send, athleteIds };
}

async function growOne(
  { miniflare }: InstalledService,
  world: World,
  { binding, index, of }: { readonly binding: string; readonly index: number; readonly of: number },
  from: number,
  to: number,
): Promise<ReadonlyMap<string, Cloned>> {
  const athleteId = required(world.athleteIds[index]);
  const place = { shard: shardName('weur', index), index, of };
  const plan = { ...world, heavyAthleteId: athleteId, doomedAthleteId: athleteId, nowMs: Date.now(), place };
  return growShard(await miniflare.getD1Database(binding, 'musette'), plan, from, to);
}

/** Moves the start of each shard's range before its first seeded athlete. Lists skip shards whose range is newer. */
async function widenShards({ miniflare }: InstalledService, binding: string): Promise<void> {
  const db = await miniflare.getD1Database(binding, 'musette');
  await db.prepare(`UPDATE partner_shards SET first_ulid = ${idOf('', '0')}`).run();
}

function printGrowth(binding: string, grown: ReadonlyMap<string, Cloned>): void {
  console.log(`\n| rows of ${binding} | added | bytes a row, indexes included |\n| --- | ---: | ---: |`);
  for (const [table, { rows, bytes }] of grown) {
    console.log(`| ${table} | ${rows} | ${(bytes / rows).toFixed(0)} |`);
  }
  const mb = [...grown.values()].reduce((total, { bytes }) => total + bytes, 0) / MB;
  console.log(`${mb.toFixed(0)} MB in all`);
}

/** Reads of every shard's athlete and lists over all shards. An operation's reading is that of the shard that reads most. */
async function walkReads(world: World, shards: number): Promise<readonly Measurement[]> {
  const { key, partnerId, send, athleteIds } = world;
  const get = async (path: string): Promise<MeteredReply> => {
    const headers = { authorization: `Bearer ${key}` };
    const reply = await send({ method: 'GET', path, headers, body: null });
    if (reply.status !== 200) throw new Error(`GET ${path} answered ${reply.status}: ${reply.text}`);
    return reply;
  };
  const cursor = (path: string, position: Position) =>
    encodeCursor({ secret: SIGNING_SECRET, partnerId, environment: 'test', path, filters: {} }, position);
  const ofEach: Readonly<Record<string, (athleteId: string) => Promise<string>>> = {
    getActivity: async (athleteId) => `${activitiesOf(athleteId)}/${await firstActivity(athleteId)}`,
    getPrescription: async (athleteId) =>
      `${activitiesOf(athleteId)}/${await firstActivity(athleteId)}/prescription?include=explanation`,
    'listActivities, first page': async (athleteId) => `${activitiesOf(athleteId)}?limit=${PAGE}`,
    'listActivities, last page': async (athleteId) => lastPage(athleteId),
    'listActivities, of a type it never did': async (athleteId) => `${activitiesOf(athleteId)}?type=swim`,
    getAthlete: async (athleteId) => `/v1/athletes/${athleteId}`,
    getLearned: async (athleteId) => `/v1/athletes/${athleteId}/learned`,
    'listAthletes, first page': async () => `/v1/athletes?limit=${PAGE}`,
    'listAthletes, last page': async () =>
      `/v1/athletes?limit=${PAGE}&cursor=${await cursor('/v1/athletes', [`01k${String(10 * shards).padStart(23, '0')}`])}`,
    'listAthletes, by external_id': async () => `/v1/athletes?external_id=external-${2 * shards}`,
  };
  async function firstActivity(athleteId: string): Promise<string> {
    return JSON.parse((await get(`${activitiesOf(athleteId)}?limit=1`)).text).data[0].id;
  }
  /** The page after an activity of which two hundred are older. */
  async function lastPage(athleteId: string): Promise<string> {
    const path = activitiesOf(athleteId);
    const to = new Date(OLDEST_DAY_MS + Date.now()).toISOString().slice(0, 10);
    const [newest] = JSON.parse((await get(`${path}?limit=1&to=${to}`)).text).data;
    const position = [Date.parse(newest.scheduled_at), String(newest.id)];
    return `${path}?limit=${PAGE}&cursor=${await cursor(path, position)}`;
  }
  const taken: Measurement[] = [];
  for (const [operation, pathFor] of Object.entries(ofEach)) {
    const readings: Reading[] = [];
    for (const athleteId of athleteIds) {
      const path = await pathFor(athleteId);
      const reply = await get(path);
      const isList = operation.includes('page');
      if (isList && JSON.parse(reply.text).data.length < PAGE) throw new Error(`${operation} is not full`);
      readings.push(reply.reading);
      for (let round = 1; round < ROUNDS; round++) await get(path);
    }
    const reading = required(readings.toSorted((one, other) => other.read - one.read)[0]);
    taken.push({ operation, variant: '', growsWith: 'nothing', reading });
  }
  return taken;
}

/** Seeded activities begin 100,000 times five minutes before yesterday; this is a day later. */
const OLDEST_DAY_MS = -100_000 * 300_000;

function activitiesOf(athleteId: string): string {
  return `/v1/athletes/${athleteId}/activities`;
}

async function memoryOfWorkers(): Promise<{ readonly nowMb: number; readonly peakMb: number }> {
  const all = await Promise.all((await childrenOf(process.pid)).map(residentMemory));
  return all.reduce((sum, one) => ({ nowMb: sum.nowMb + one.nowMb, peakMb: sum.peakMb + one.peakMb }), {
    nowMb: 0,
    peakMb: 0,
  });
}

function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('nothing was measured');
  return value;
}
