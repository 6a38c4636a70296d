import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { OPERATOR_TOKEN } from '../../support/deployment.ts';
import { installService } from '../../support/installed-service.ts';

/** The partner whose month is measured. */
const PARTNER = { athletes: 50_000, activitiesPerDay: 1.4, days: 30 } as const;
/** How many of this many activities have feedback, and are looked at for products. */
const EVERY = { feedback: 3, products: 5 } as const;
const BATCH = 50;
/** Requests at once: a connection each. */
const AT_ONCE = 4;
/** A shard closes to new athletes at this size, and D1's account holds this much. */
const SHARD_CLOSES_BYTES = 6e9;
const ACCOUNT_BYTES = 1e12;
const MILLIONS = { athletes: 5_000_000 } as const;
/** Bytes that the design allows a row with its part of the indexes. */
const TARGETS: Readonly<Record<string, number>> = {
  activities: 520,
  prescriptions: 700,
  feedback: 700,
  events: 330,
};
const TARGET_ACTIVITY = 2150;

type Send = (method: string, path: string, body?: object) => Promise<Json>;
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape; a member that is missing fails the next request
type Json = any;

/**
 * `npm run bench:growth -- --month`: writes the month of a partner of 50,000 athletes through the service itself, one of
 * `scale` athletes, and counts the bytes of its shard by table and index. Returns false where a target is missed.
 *
 * @param outDir where `bundleWorker` put the bundle
 */
export async function measureMonth(outDir: string, scale: number): Promise<boolean> {
  const stateDir = await mkdtemp(join(tmpdir(), 'musette-month-'));
  try {
    const written = await writeMonth(outDir, stateDir, Math.round(PARTNER.athletes / scale));
    const database = await largestDatabase(stateDir);
    try {
      return report(database, written, scale);
    } finally {
      database.close();
    }
  } finally {
    await rm(stateDir, { recursive: true, force: true });
  }
}

async function writeMonth(outDir: string, stateDir: string, athletes: number): Promise<number> {
  const service = await installService(outDir, { stateDir, vars: { ATHLETES_PER_SHARD: '999999999' } });
  try {
    const send = sender(service.baseUrl);
    const partner = await send('POST', '/operator/v1/partners', {
      ...{ name: 'Month', use_case: 'month', contact_email: 'month@example.test', default_tier: 'full' },
    });
    const of = sender(service.baseUrl, partner.sandbox_key.secret);
    await of('POST', '/v1/webhooks', { url: 'https://receiver.example/hook', events: ['*'] });
    const ids = await makeAthletes(of, athletes);
    let made = 0;
    for (let day = 0; day < PARTNER.days; day += 1) {
      made += await writeDay(of, ids, day);
      process.stderr.write(`\r\x1b[Kday ${day + 1} of ${PARTNER.days}: ${made} activities`);
    }
    process.stderr.write('\r\x1b[K');
    return made;
  } finally {
    await service.miniflare.dispose();
  }
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

interface Stored {
  readonly table: string;
  readonly name: string;
  readonly bytes: number;
}

function report(database: DatabaseSync, activities: number, scale: number): boolean {
  const all: Stored[] = database
    .prepare(
      `SELECT schema.tbl_name AS "table", schema.name AS name, sum(stat.pgsize) AS bytes
       FROM dbstat AS stat JOIN sqlite_schema AS schema ON schema.name = stat.name GROUP BY 1, 2 ORDER BY 1, 3 DESC`,
    )
    .all()
    .map(({ table, name, bytes }) => ({ table: String(table), name: String(name), bytes: Number(bytes) }));
  const rows = new Map(
    [...new Set(all.map(({ table }) => table))].map((table) => [table, rowsOf(database, table)]),
  );
  const perRow = ({ bytes, table }: Stored) => bytes / Math.max(1, rows.get(table) ?? 0);
  console.log(`\n1 of ${scale} athletes: ${activities} activities in ${PARTNER.days} days\n`);
  console.log('| table or index | rows | bytes | bytes a row |\n| --- | ---: | ---: | ---: |');
  for (const stored of all.filter(({ bytes, table }) => bytes > 4096 && (rows.get(table) ?? 0) > 100)) {
    console.log(
      `| ${stored.name} of ${stored.table} | ${rows.get(stored.table)} | ${stored.bytes} | ${perRow(stored).toFixed(1)} |`,
    );
  }
  const bytesOf = (table: string) =>
    all.filter((stored) => stored.table === table).reduce((sum, { bytes }) => sum + bytes, 0);
  const missed: string[] = [];
  console.log('\n| with indexes | bytes a row | target |\n| --- | ---: | ---: |');
  const state = (what: string, bytes: number, target: number | null) => {
    console.log(`| ${what} | ${bytes.toFixed(0)} | ${target ?? ''} |`);
    if (target !== null && bytes > target) missed.push(what);
  };
  for (const [table, target] of Object.entries(TARGETS)) {
    state(table, bytesOf(table) / (rows.get(table) ?? 1), target);
  }
  const { p99, triathlon } = prescriptionSizes(database, bytesOf('prescriptions'));
  state('prescriptions, 99th percentile', p99, 900);
  state('prescription of a triathlon, largest', triathlon, 1200);
  const perActivity = (tables: readonly string[]) =>
    tables.reduce((sum, table) => sum + bytesOf(table), 0) / activities;
  const lasting = ['activities', 'prescriptions', 'feedback', 'sweat_tests'];
  const products = perActivity(['product_access_log', 'products_seen', 'activity_products']);
  const events = perActivity(['events', 'deliveries']);
  state('an activity with everything but products', perActivity(lasting) + events, TARGET_ACTIVITY);
  state('of that, thirty days of events', events, null);
  state('products, an activity', products, null);
  state(
    'an athlete with learned state',
    perActivity(['athletes', 'learned_states']) * (activities / (rows.get('athletes') ?? 1)),
    null,
  );
  const perDay = PARTNER.athletes * PARTNER.activitiesPerDay;
  const bytesADay = perDay * (perActivity(lasting) + products);
  const afterMonth = perDay * PARTNER.days * events;
  const closesAfter = (SHARD_CLOSES_BYTES - afterMonth) / bytesADay;
  const firstMonth = SHARD_CLOSES_BYTES / (bytesADay + perDay * events);
  console.log(
    `\nA shard with all of its athletes grows by ${mb(bytesADay + perDay * events)} MB a day in the first month, then by ${mb(bytesADay)} MB, and closes after ${Math.round(firstMonth <= PARTNER.days ? firstMonth : closesAfter)} days.`,
  );
  const millions = (MILLIONS.athletes / PARTNER.athletes) * bytesADay;
  console.log(
    `Five million athletes add ${(millions / 1e9).toFixed(1)} GB a day and keep ${(((MILLIONS.athletes / PARTNER.athletes) * afterMonth) / 1e9).toFixed(0)} GB of events: the account's 1 TB lasts ${Math.round((ACCOUNT_BYTES - (MILLIONS.athletes / PARTNER.athletes) * afterMonth) / millions)} days.`,
  );
  if (missed.length > 0) console.error(`\nabove its target: ${missed.join('; ')}`);
  return missed.length === 0;
}

function mb(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}

/** Returns sizes of single prescriptions: what is in the row, and what all rows have beside it. */
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
