import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundleWorker } from '#tools/cli/bundle.ts';
import { installWrapped } from '../support/deployment.ts';
import { type MeteredReply, type MeteredSend, meteredSend } from './growth/meter.ts';
import { makePartner } from './growth/templates.ts';

/**
 * `npm run bench:sync`: the nightly sync of a platform through batches, on this machine and one request at a time:
 * athletes, a week of activities each with prescriptions and safety, and the same week again. Prints items a second, and
 * what D1 says of queries and rows an item, for the first and the last thousand; then the same one by one.
 *
 * `-- --athletes 1000` takes fewer than 10,000. Exits with 1 if an item of the last thousand reads more rows than one
 * of the first.
 */

const { values } = parseArgs({ options: { athletes: { type: 'string' } } });
const ATHLETES = Number(values.athletes ?? 10_000);
const DAYS = 7;
const BATCH = 100;
const WINDOW = 1000;
/** Activities that are also sent one by one. */
const ONE_BY_ONE = 200;
/** By how much the last thousand may read more: the depth of an index grows with its logarithm. */
const TOLERANCE = 1.2;

interface Cost {
  readonly items: number;
  readonly seconds: number;
  readonly queries: number;
  readonly read: number;
  readonly written: number;
}

const outDir = await mkdtemp(join(tmpdir(), 'musette-sync-'));
console.log('Bundling …');
await bundleWorker(outDir);
const meterWorker = await readFile(join(import.meta.dirname, 'growth/meter-worker.js'), 'utf8');
const budget = '999999999';
const service = await installWrapped(outDir, meterWorker, {
  vars: { ATHLETES_PER_SHARD: budget, STANDARD_SANDBOX_PER_MIN: budget },
});
try {
  const send = meteredSend(service.baseUrl);
  const { key } = await makePartner(send);
  const isFlat = await measure(send, key);
  if (!isFlat) process.exitCode = 1;
} finally {
  await service.miniflare.dispose();
  await rm(outDir, { recursive: true, force: true });
}

async function measure(send: MeteredSend, key: string): Promise<boolean> {
  const riders = Array.from({ length: ATHLETES }, (_, index) => `rider-${index}`);
  const athletes = riders.map((external_id) => ({ external_id, body_mass_kg: 70, sex: 'female' }));
  const week = riders.flatMap(weekOf);
  const body = (activities: readonly object[]) => ({ activities, calculate: true });
  const passes = [
    await inBatches('athletes, new', athletes, (part) =>
      post(send, key, '/v1/athletes/batch', { athletes: part }),
    ),
    await inBatches('activities, new', week, (part) => post(send, key, '/v1/activities/batch', body(part))),
    await inBatches('activities, unchanged', week, (part) =>
      post(send, key, '/v1/activities/batch', body(part)),
    ),
  ];
  await oneByOne(send, key, riders[0] ?? '');
  return passes.every(Boolean);
}

function weekOf(rider: string) {
  return Array.from({ length: DAYS }, (_, day) => ({
    athlete_external_id: rider,
    external_id: `${rider}-${day}`,
    type: 'run',
    duration_min: 90 + 10 * day,
    intensity_level: 5,
    scheduled_at: new Date(Date.UTC(2027, 0, 1 + day, 8)).toISOString(),
  }));
}

/** Sends items in batches, prints what they cost, and returns whether the last thousand reads as the first. */
async function inBatches(
  name: string,
  items: readonly object[],
  sendPart: (part: readonly object[]) => Promise<MeteredReply>,
): Promise<boolean> {
  const costs: Cost[] = [];
  for (let at = 0; at < items.length; at += BATCH) {
    const part = items.slice(at, at + BATCH);
    const { reply, seconds } = await timed(() => sendPart(part));
    if (reply.text.includes('"error"')) throw new Error(`${name}: ${reply.text.slice(0, 500)}`);
    costs.push(costOf(reply, part.length, seconds));
  }
  const windowOf = Math.max(1, Math.min(WINDOW / BATCH, Math.floor(costs.length / 2)));
  const [first, last] = [sumOf(costs.slice(0, windowOf)), sumOf(costs.slice(-windowOf))];
  print(`${name}, all`, sumOf(costs));
  print(`${name}, the first ${first.items}`, first);
  print(`${name}, the last ${last.items}`, last);
  const ratio = (cost: keyof Cost) => last[cost] / last.items / (first[cost] / first.items);
  console.log(
    `${name}: an item of the last ${last.items} takes ${ratio('seconds').toFixed(2)} of the time of one of the first ${first.items}, and reads ${ratio('read').toFixed(2)} of its rows`,
  );
  return ratio('read') <= TOLERANCE;
}

/** Creates an activity, calculates it and reads its safety data, as a platform without batches has to. */
async function oneByOne(send: MeteredSend, key: string, rider: string): Promise<void> {
  const authorization = { authorization: `Bearer ${key}` };
  const listed = await send({
    method: 'GET',
    path: `/v1/athletes?external_id=${rider}`,
    headers: authorization,
    body: null,
  });
  const list = `/v1/athletes/${JSON.parse(listed.text).data[0].id}/activities`;
  const costs: Cost[] = [];
  for (let index = 0; index < ONE_BY_ONE; index++) {
    const activity = { type: 'run', duration_min: 90, external_id: `single-${index}` };
    const created = await timed(() => post(send, key, list, activity));
    const path = `${list}/${JSON.parse(created.reply.text).id}/prescription`;
    const calculated = await timed(() => post(send, key, path, undefined));
    const read = await timed(() => send({ method: 'GET', path, headers: authorization, body: null }));
    const steps = [created, calculated, read].map(({ reply, seconds }) => costOf(reply, 0, seconds));
    costs.push({ ...sumOf(steps), items: 1 });
  }
  print('one by one: create, calculate, read', sumOf(costs));
}

async function post(send: MeteredSend, key: string, path: string, body: unknown): Promise<MeteredReply> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const reply = await send({
    method: 'POST',
    path,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
  });
  if (reply.status >= 300) throw new Error(`POST ${path}: ${reply.status} ${reply.text}`);
  return reply;
}

async function timed(act: () => Promise<MeteredReply>) {
  const startedAt = performance.now();
  const reply = await act();
  return { reply, seconds: (performance.now() - startedAt) / 1000 };
}

function costOf({ reading }: MeteredReply, items: number, seconds: number): Cost {
  const queries = reading.batches.reduce((sum, { statements }) => sum + statements.length, 0);
  return { items, seconds, queries, read: reading.read, written: reading.written };
}

function sumOf(costs: readonly Cost[]): Cost {
  const total = (name: keyof Cost) => costs.reduce((sum, cost) => sum + cost[name], 0);
  return {
    items: total('items'),
    seconds: total('seconds'),
    queries: total('queries'),
    read: total('read'),
    written: total('written'),
  };
}

function print(name: string, { items, seconds, queries, read, written }: Cost): void {
  const each = (count: number) => (count / items).toFixed(2).padStart(8);
  const rate = (items / seconds).toFixed(0).padStart(6);
  console.log(
    `${name.padEnd(42)} ${rate} items/s, an item: ${each(queries)} queries, ${each(read)} rows read, ${each(written)} rows written`,
  );
}
