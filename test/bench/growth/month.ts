import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { unstable_readConfig as readConfig } from 'wrangler';
import { type InstalledService, installWrapped, OPERATOR_TOKEN } from '../../support/deployment.ts';
import { processorTimeMs, programsBelow } from '../../support/processes.ts';
import {
  type Counts,
  type CronCounts,
  type MonthFigures,
  PARTNER,
  REMOVED_AFTER_DAYS,
  type Stored,
} from '../figures/month.ts';

/** One in this many activities has feedback, or is searched for products. */
const EVERY = { feedback: 3, products: 5 } as const;
const BATCH = 50;
/** Requests at once: a connection each. */
const AT_ONCE = 4;
/** Rounds of all crons after which what is due is gone. */
const REMOVAL_ROUNDS_MAX = 40;

type Send = (method: string, path: string, body?: object) => Promise<Json>;
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape; a member that is missing fails the next request
type Json = any;

/**
 * `npm run bench:growth -- --month`: writes the month of a partner of 50,000 athletes through the service itself, one of
 * `scale` athletes, and counts what is billed and the bytes of its shard by table and index.
 *
 * @param outDir where `bundleWorker` put the bundle
 * @param version of the bundle, for the report
 */
export async function measureMonth(outDir: string, scale: number, version: string): Promise<MonthFigures> {
  const stateDir = await mkdtemp(join(tmpdir(), 'musette-month-'));
  const receiver = createServer((_request, response) => response.writeHead(204).end());
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  try {
    const wrapper = await readFile(join(import.meta.dirname, 'bill-worker.js'), 'utf8');
    const service = await installWrapped(outDir, wrapper, {
      stateDir,
      vars: { ATHLETES_PER_SHARD: '999999999' },
    });
    const { port } = receiver.address() as AddressInfo;
    try {
      const written = await writeMonth(service, Math.round(PARTNER.athletes / scale), port);
      const database = await largestDatabase(stateDir);
      const stored = readSizes(database);
      database.close();
      return { version, scale, countScale: scale, ...written, ...stored, ...(await countCrons(service)) };
    } finally {
      await service.miniflare.dispose();
    }
  } finally {
    receiver.closeAllConnections();
    receiver.close();
    await rm(stateDir, { recursive: true, force: true });
  }
}

async function writeMonth({ baseUrl }: InstalledService, athletes: number, receiverPort: number) {
  const send = sender(baseUrl);
  const partner = await send('POST', '/operator/v1/partners', {
    ...{ name: 'Month', use_case: 'month', contact_email: 'month@example.test', default_tier: 'full' },
  });
  const of = sender(baseUrl, partner.sandbox_key.secret);
  await of('POST', '/v1/webhooks', { url: `http://127.0.0.1:${receiverPort}/hook`, events: ['*'] });
  const ids = await makeAthletes(of, athletes);
  const workerd = await programsBelow(process.pid, 'workerd');
  const cpuBeforeMs = await processorTimeMs(workerd);
  await takeCounts(baseUrl);
  let activities = 0;
  for (let day = 0; day < PARTNER.days; day += 1) {
    activities += await writeDay(of, ids, day);
    process.stderr.write(`\r\x1b[Kday ${day + 1} of ${PARTNER.days}: ${activities} activities`);
  }
  process.stderr.write('\r\x1b[K');
  const month = await takeCounts(baseUrl);
  return { activities, month, cpuMs: (await processorTimeMs(workerd)) - cpuBeforeMs };
}

async function takeCounts(baseUrl: string): Promise<Counts> {
  const reply = await fetch(baseUrl, { headers: { 'x-bill': 'totals' } });
  return reply.json() as Promise<Counts>;
}

/** Counts what each cron does when nothing is due, and what all of them do when the month is to be removed. */
async function countCrons({ baseUrl }: InstalledService) {
  const { crons = [] } = readConfig({ config: 'wrangler.toml' }).triggers;
  const run = async (cron: string, afterDays: number): Promise<Counts> => {
    const headers = { 'x-bill': 'cron', 'x-bill-cron': cron, 'x-bill-offset-s': String(afterDays * 86_400) };
    const { status } = await fetch(baseUrl, { headers });
    if (status !== 200) throw new Error(`the cron ${cron} answered ${status}`);
    return takeCounts(baseUrl);
  };
  const idle: CronCounts[] = [];
  for (const cron of crons) {
    // Finishes the rest of the month's work first, so that it does not count as the cron's.
    await run(cron, 0);
    idle.push({ cron, runsAMonth: runsAMonth(cron), counts: await run(cron, 0) });
  }
  const rounds: Counts[] = [];
  for (let round = 0; round < REMOVAL_ROUNDS_MAX; round += 1) {
    for (const cron of crons) rounds.push(await run(cron, REMOVED_AFTER_DAYS));
    const written = rounds
      .slice(-crons.length)
      .reduce((total, { d1RowsWritten }) => total + d1RowsWritten, 0);
    process.stderr.write(`\r\x1b[Kremoval, round ${round + 1}: ${written} rows written`);
    if (written < 500) break;
  }
  process.stderr.write('\r\x1b[K');
  return { crons: idle, removal: rounds };
}

/** Returns how often a cron runs in thirty days: every some minutes, each hour or each day. */
function runsAMonth(cron: string): number {
  const [minute = '', hour = ''] = cron.split(' ');
  const every = /^\*\/(\d+)$/.exec(minute)?.[1];
  if (every !== undefined) return (PARTNER.days * 24 * 60) / Number(every);
  return PARTNER.days * (hour === '*' ? 24 : 1);
}

function sender(baseUrl: string, key: string = OPERATOR_TOKEN): Send {
  return async (method, path, body) => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 300)}`);
    return JSON.parse(text);
  };
}

async function makeAthletes(send: Send, count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let from = 0; from < count; from += BATCH) {
    const athletes = Array.from({ length: Math.min(BATCH, count - from) }, (_, offset) =>
      athleteOf(from + offset),
    );
    const { results } = await send('POST', '/v1/athletes/batch', { athletes });
    ids.push(...results.map(({ athlete }: Json) => String(athlete.id)));
  }
  return ids;
}

/** A profile as platforms have it: some say little, some have measured. */
function athleteOf(index: number): object {
  return {
    external_id: `rider-${1000 + index}`,
    name: `Rider ${index}`,
    sex: index % 5 < 2 ? 'female' : 'male',
    birth_year: 1960 + (index % 45),
    body_mass_kg: 52 + (index % 45) + (index % 10) / 10,
    ...(index % 2 === 0 && { height_cm: 158 + (index % 35), fitness_level: 2 + (index % 7) }),
    ...(index % 4 === 0 && { sweat_level: 3 + (index % 5), saltiness_level: 4 }),
    ...(index % 7 === 0 && { carb_tolerance_g_per_hr: 50 + (index % 40) }),
    ...(index % 11 === 0 && { health: { hypertension: true } }),
  };
}

const TITLES = [
  'Morning ride',
  'Easy run',
  'Long ride with climbs',
  'Intervals',
  'Swim',
  'Brick',
  'Race',
] as const;

/** A session as platforms sync it: with a title, mostly with weather. */
function activityOf(athleteId: string, index: number, day: number): object {
  const kind = index % 50;
  const type =
    kind === 7 ? 'triathlon' : kind < 22 ? 'run' : kind < 42 ? 'bike' : kind < 46 ? 'swim' : 'trail_run';
  const startsAt = Date.UTC(2026, 10, 1 + day, 5 + (index % 14), index % 60);
  return {
    athlete_id: athleteId,
    external_id: `session-${day}-${index}`,
    name: TITLES[index % TITLES.length],
    type,
    duration_min: type === 'triathlon' ? 160 + (index % 300) : 30 + ((index * 7) % 150),
    ...(index % 3 !== 0 && { intensity_level: 3 + (index % 6) }),
    scheduled_at: new Date(startsAt).toISOString(),
    ...(index % 10 < 7
      ? { weather: { temperature_c: 5 + (index % 250) / 10, humidity_percent: 40 + (index % 50) } }
      : { thermal_stress_level: 3 + (index % 4) }),
    ...(type === 'bike' && index % 3 === 0 && { average_power_w: 120 + (index % 160) }),
    ...(type !== 'bike' &&
      type !== 'triathlon' &&
      index % 2 === 0 && { distance_km: 4 + (index % 180) / 10 }),
    is_race_event: kind === 7 || kind === 30,
  };
}

/** Writes a day of all athletes: activities in batches, as a sync does; feedback and products one by one. */
async function writeDay(send: Send, athleteIds: readonly string[], day: number): Promise<number> {
  const sessions = athleteIds.flatMap((id, index) => {
    const trains = (index + day) % 10 < 7;
    return trains ? [0, 1].map((part) => activityOf(id, 2 * (index + 13 * day) + part, day)) : [];
  });
  const made: Json[] = [];
  const batches = Array.from({ length: Math.ceil(sessions.length / BATCH) }, (_, index) =>
    sessions.slice(index * BATCH, (index + 1) * BATCH),
  );
  await each(batches, async (activities) => {
    const { results } = await send('POST', '/v1/activities/batch', { activities, calculate: true });
    made.push(...results.map(({ activity }: Json) => activity));
  });
  const sorted = made.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  await each(
    sorted.filter((_, index) => index % EVERY.feedback === 0),
    (activity, index) =>
      send(
        'POST',
        `/v1/athletes/${activity.athlete_id}/activities/${activity.id}/feedback`,
        feedbackOn(activity, index),
      ),
  );
  await each(
    sorted.filter((_, index) => index % EVERY.products === 0),
    (activity) => send('GET', `/v1/products?q=gel&limit=5&athlete_id=${activity.athlete_id}`),
  );
  return made.length;
}

const GUT = ['excellent', 'good', 'good', 'fair', 'poor'] as const;
const ENERGY = ['surplus', 'adequate', 'adequate', 'low'] as const;
const FEELS = ['well_hydrated', 'well_hydrated', 'slightly_dehydrated', 'dehydrated'] as const;

/** Feedback as athletes give it: answers, mostly with what they took, sometimes weighed. */
function feedbackOn({ prescription, duration_min: minutes }: Json, index: number): object {
  const hours = minutes / 60;
  const taken = (perHr: number) => Math.round(perHr * hours * (0.7 + ((index * 7) % 50) / 100));
  return {
    gi_comfort: GUT[index % GUT.length],
    energy_level: ENERGY[index % ENERGY.length],
    hydration_feel: FEELS[index % FEELS.length],
    ...(index % 3 !== 0 && {
      actual_intake: {
        carbs_grams: taken(prescription.carb_g_per_hr),
        fluid_ml: taken(prescription.fluid_ml_per_hr),
      },
    }),
    ...(index % 10 === 0 && { body_mass_before_kg: 70.2, body_mass_after_kg: 69.4 }),
    ...(index % 6 === 0 && { notes: 'Legs heavy from yesterday, but the last hour was fine.' }),
  };
}

async function each<Item>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < items.length; index = next++) await work(items[index] as Item, index);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

/** Opens the database of the state that holds the activities. */
async function largestDatabase(stateDir: string): Promise<DatabaseSync> {
  const names = await readdir(stateDir, { recursive: true });
  const files = names.filter((name) => name.endsWith('.sqlite')).map((name) => join(stateDir, name));
  const found = files
    .map((file) => new DatabaseSync(file))
    .map((database) => ({ database, rows: rowsOf(database, 'activities') }))
    .toSorted((a, b) => b.rows - a.rows);
  const [largest, ...others] = found;
  for (const { database } of others) database.close();
  if (!largest || largest.rows === 0) throw new Error(`no database with activities in ${stateDir}`);
  return largest.database;
}

function rowsOf(database: DatabaseSync, table: string): number {
  try {
    return Number(database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n ?? 0);
  } catch {
    return 0;
  }
}

function readSizes(database: DatabaseSync) {
  const all = database
    .prepare(
      `SELECT schema.tbl_name AS "table", schema.name AS name, sum(stat.pgsize) AS bytes
       FROM dbstat AS stat JOIN sqlite_schema AS schema ON schema.name = stat.name GROUP BY 1, 2 ORDER BY 1, 3 DESC`,
    )
    .all()
    .map(({ table, name, bytes }) => ({ table: String(table), name: String(name), bytes: Number(bytes) }));
  const rows = new Map(all.map(({ table }) => [table, rowsOf(database, table)]));
  const stored: Stored[] = all.map((each) => ({ ...each, rows: rows.get(each.table) ?? 0 }));
  const ofPrescriptions = stored.filter(({ table }) => table === 'prescriptions');
  const { p99, triathlon } = prescriptionSizes(
    database,
    ofPrescriptions.reduce((total, { bytes }) => total + bytes, 0),
  );
  return {
    events: rows.get('events') ?? 0,
    stored: stored.filter(({ bytes }) => bytes > 4096),
    prescriptionP99: Math.round(p99),
    largestTriathlon: Math.round(triathlon),
  };
}

/** Returns the sizes of single prescriptions: the row itself, and the overhead that all rows have. */
function prescriptionSizes(database: DatabaseSync, bytes: number) {
  const columns = database
    .prepare('SELECT name FROM pragma_table_info(?)')
    .all('prescriptions')
    .map(({ name }) => `coalesce(octet_length(p."${name}"), 0)`);
  const sizes = database
    .prepare(
      `SELECT a.type AS type, ${columns.join(' + ')} AS size FROM prescriptions AS p JOIN activities AS a ON a.id = p.activity_id ORDER BY 2`,
    )
    .all()
    .map(({ type, size }) => ({ type, size: Number(size) }));
  const mean = sizes.reduce((sum, { size }) => sum + size, 0) / sizes.length;
  const beside = bytes / sizes.length - mean;
  const largestOf = (type: string) =>
    Math.max(0, ...sizes.filter((each) => each.type === type).map(({ size }) => size));
  return {
    p99: (sizes[Math.floor(sizes.length * 0.99)]?.size ?? 0) + beside,
    triathlon: largestOf('triathlon') + beside,
  };
}
