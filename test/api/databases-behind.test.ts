import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { runJobs } from '#partner/retention/run-jobs.ts';
import { SCHEDULE } from '#partner/retention/schedule.ts';
import { parseEnv } from '#platform/env.ts';
import { requireAthleteDatabase } from '#platform/storage/athlete-databases.ts';
import { activities, athletes, countedRuns } from '#platform/storage/athlete-schema.ts';
import { newMeter, openDatabase, openRegistry, StorageBehind } from '#platform/storage/database.ts';
import { NEEDED_MIGRATIONS } from '#platform/storage/needed-migrations.ts';
import { insertMany } from '#platform/storage/write-many.ts';
import { attachProducts, makeAthlete, makeCalculatedActivity } from '../support/builders.ts';
import { loadTestCatalogue, productNamed } from '../support/catalogue.ts';
import { call, refusal } from '../support/client.ts';
import { messageFor } from '../support/crons.ts';
import { bound } from '../support/isolates.ts';
import { makePartner, type TestPartner } from '../support/partners.ts';
import { TEST_HOME } from '../support/shards.ts';
import { copyDatabase } from '../support/stores.ts';

const CRON = '*/10 * * * *';
const UNAVAILABLE = { status: 503, code: 'temporarily_unavailable', pointers: [] };

let partner: TestPartner;
let athlete = '';
let activity = '';

beforeAll(async () => {
  await loadTestCatalogue();
  partner = await makePartner();
  const key = partner.testKey;
  const fields = { body_mass_kg: 70, sex: 'female', birth_year: 1990, locale: 'de', external_id: 'behind' };
  const made = await makeAthlete(key, fields);
  athlete = made.path;
  activity = (await makeCalculatedActivity(key, made.id, { duration_min: 180 })).path;
  await attachProducts(key, activity, { [productNamed('Maurten', 'Gel 100').id]: 2 });
});

/** Every kind of read and write that a column could reach. */
const REQUESTS = () =>
  [
    ['GET', athlete],
    ['GET', activity],
    ['GET', `${activity}/prescription`],
    ['GET', '/v1/athletes'],
    ['GET', `${athlete}/activities`],
    ['GET', `${activity}/fuel-plan`],
    ['POST', `${athlete}/export`],
    ['POST', `${activity}/prescription`],
    ['PATCH', athlete, { name: 'A' }],
    ['POST', `${athlete}/activities`, { type: 'run', duration_min: 60 }],
    ['POST', '/v1/athletes', {}],
  ] as const;

/** An isolate that knows no key, so that each request asks the registry. */
const knowingNothing = () => ({
  API_KEYS: new Proxy(env.API_KEYS, {
    get: (target, name) => (name === 'get' ? async () => null : bound(target, name)),
  }),
});

/** Takes the newest migration from a database, and a column, as a database that is behind lacks both. */
async function takeAway(database: D1Database, name: string, table: string, column: string | null) {
  if (column !== null) await database.exec(`ALTER TABLE ${table} RENAME COLUMN ${column} TO taken_away`);
  await database.prepare('DELETE FROM schema_migrations WHERE name = ?').bind(name).run();
  return async () => {
    if (column !== null) await database.exec(`ALTER TABLE ${table} RENAME COLUMN taken_away TO ${column}`);
    await database.prepare('INSERT INTO schema_migrations VALUES (?)').bind(name).run();
  };
}

const rowsOf = async (database: D1Database, tables: readonly string[]) =>
  JSON.stringify(
    await database
      .batch(tables.map((table) => database.prepare(`SELECT * FROM ${table}`)))
      .then((results) => results.map(({ results: rows }) => rows.map((row) => Object.values(row as object)))),
  );

const COLUMNS = (table: string) =>
  `SELECT name FROM pragma_table_info('${table}') WHERE "notnull" = 0 AND pk = 0`;

/** A table whose columns are taken away, and what shows that nothing was written meanwhile. */
const OF_ATHLETES = { database: () => TEST_HOME, migration: NEEDED_MIGRATIONS.athletes.at(-1) ?? '' };
const OF_REGISTRY = { database: () => env.REGISTRY, migration: NEEDED_MIGRATIONS.registry.at(-1) ?? '' };
const TABLES = [
  ['athletes', OF_ATHLETES],
  ['activities', OF_ATHLETES],
  ['prescriptions', OF_ATHLETES],
  ['partners', OF_REGISTRY],
  ['api_keys', OF_REGISTRY],
] as const;
const WRITTEN = ['athletes', 'activities', 'prescriptions', 'events', 'idempotency_keys'];

describe('a database that lacks a column and its migration', () => {
  test.each(TABLES)(
    'answers 503 to each read and write and stores nothing, whichever nullable column of %s it is',
    async (table, { database, migration }) => {
      const { results } = await database().prepare(COLUMNS(table)).all<{ name: string }>();
      expect(results.length).toBeGreaterThan(0);
      const key = partner.testKey;
      const before = await rowsOf(TEST_HOME, WRITTEN);
      for (const { name } of results) {
        const giveBack = await takeAway(database(), migration, table, name);
        try {
          for (const [method, path, body] of REQUESTS()) {
            const reply = await call(method, path, {
              key,
              bindings: knowingNothing(),
              ...(body && { body }),
            });
            expect(refusal(reply), `${name}: ${method} ${path}`).toEqual(UNAVAILABLE);
            const said = reply.text.replaceAll(/req_\w+/g, '');
            expect(said).not.toMatch(/migration|0001|c000|registry/i);
          }
        } finally {
          await giveBack();
        }
      }
      expect(await rowsOf(TEST_HOME, WRITTEN)).toBe(before);
      for (const [method, path] of REQUESTS().slice(0, 6)) {
        expect((await call(method, path, { key })).status, path).toBe(200);
      }
    },
  );

  test('is named with its migration in the log line of the request alone', async () => {
    const lines = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    onTestFinished(() => lines.mockRestore());
    const giveBack = await takeAway(TEST_HOME, OF_ATHLETES.migration, 'athletes', null);
    await call('GET', athlete, { key: partner.testKey });
    await giveBack();
    const logged = lines.mock.calls
      .map(([line]) => String(line))
      .find((line) => line.includes('StorageBehind'));
    expect(logged).toContain(`StorageBehind: test.c000 lacks the migration ${OF_ATHLETES.migration}`);
  });

  test('fails with another error than one that was restored, and is named first if it is both', async () => {
    const isolate = parseEnv({ ...env });
    const address = { environment: 'test', shard: 'c000' } as const;
    const ask = async () => {
      const db = requireAthleteDatabase(isolate, newMeter(), address);
      await db.$client.batch([db.$client.prepare('SELECT 1')]);
    };
    const reconciling = (value: number) =>
      TEST_HOME.prepare('UPDATE counted_runs SET reconciling = ?').bind(value).run();
    await ask();
    await reconciling(1);
    await expect(ask()).rejects.toThrow('test.c000 was restored and is not reconciled yet');
    const giveBack = await takeAway(TEST_HOME, OF_ATHLETES.migration, 'athletes', null);
    await expect(ask()).rejects.toThrow('test.c000 lacks the migration');
    await giveBack();
    await expect(ask()).rejects.toThrow('restored');
    await reconciling(0);
    await ask();
  });

  test('costs the registry one row more with the first batch of a request, and an athlete database none', async () => {
    const rows = async (
      database: D1Database,
      open: (watched: D1Database) => ReturnType<typeof openDatabase>,
    ) => {
      let read = 0;
      const watched = new Proxy(database, {
        get: (target, name) =>
          name === 'batch'
            ? async (statements: D1PreparedStatement[]) => {
                const results = await target.batch(statements);
                read += results.reduce((sum, { meta }) => sum + meta.rows_read, 0);
                return results;
              }
            : bound(target, name),
      });
      const db = open(watched);
      await db.$client.batch([db.$client.prepare('SELECT 1')]);
      const first = read;
      await db.$client.batch([db.$client.prepare('SELECT 1')]);
      return [first, read - first];
    };
    expect(await rows(env.REGISTRY, (registry) => openRegistry({ registry }))).toEqual([1, 0]);
    const ofAthletes = { ...parseEnv({ ...env }) };
    const open = (watched: D1Database) =>
      requireAthleteDatabase(
        { athleteDatabases: { ...ofAthletes.athleteDatabases, test: new Map([['c000', watched]]) } },
        newMeter(),
        { environment: 'test', shard: 'c000' },
      );
    expect(await rows(TEST_HOME, open)).toEqual([1, 0]);
  });
});

/** Jobs that ask the registry first, and no database while it has nothing for them. */
const HAVING_NOTHING_TO_DO = ['purge-athletes-of-partners', 'confirm-consents', 'compare-directories'];

describe('a shard that is behind', () => {
  test('records an erasure with 202, which takes place once it is migrated, and refuses one with If-Match', async () => {
    const { testKey: key } = await makePartner();
    const { path } = await makeAthlete(key, { name: 'A' });
    const other = await makePartner();
    const giveBack = await takeAway(TEST_HOME, OF_ATHLETES.migration, 'athletes', 'locale');
    try {
      expect((await call('DELETE', path, { key: other.testKey })).status).toBe(404);
      const conditional = await call('DELETE', path, { key, headers: { 'if-match': '"x"' } });
      expect(refusal(conditional)).toEqual(UNAVAILABLE);
      const reply = await call('DELETE', path, { key });
      expect([reply.status, reply.json.completed_at, reply.json.records.activities]).toEqual([202, null, 0]);
    } finally {
      await giveBack();
    }
    // The run treats a ledger row of the last minute as a request in progress.
    const later = { ...env, CLOCK_OFFSET_S: '120' };
    await runJobs(messageFor(CRON, 'test.c000'), later);
    expect((await call('GET', path, { key })).status).toBe(404);
  });

  test('lets keys and partners end as always', async () => {
    const ending = await makePartner();
    await makeAthlete(ending.testKey);
    const giveBack = await takeAway(TEST_HOME, OF_ATHLETES.migration, 'athletes', 'locale');
    try {
      const operator = { key: env.OPERATOR_TOKEN };
      const ended = await call('DELETE', `/v1/partner/api-keys/${ending.testKeyId}`, { key: ending.testKey });
      expect(ended.status).toBe(204);
      const path = `/operator/v1/partners/${ending.partnerId}/terminate`;
      expect((await call('POST', path, operator)).status).toBe(200);
      expect((await call('GET', '/v1/me', { key: ending.liveKey })).status).toBe(403);
      expect((await call('GET', '/v1/me', { key: ending.testKey })).status).toBe(401);
    } finally {
      await giveBack();
    }
  });

  test('closes lists that need it, and no other athlete notices', async () => {
    const { testKey: key } = await makePartner();
    const here = await makeAthlete(key);
    const there = await makeAthlete(key, { region: 'enam' });
    const giveBack = await takeAway(TEST_HOME, OF_ATHLETES.migration, 'athletes', 'locale');
    try {
      expect(refusal(await call('GET', '/v1/athletes', { key }))).toEqual(UNAVAILABLE);
      expect(refusal(await call('GET', here.path, { key }))).toEqual(UNAVAILABLE);
      expect((await call('GET', there.path, { key })).status).toBe(200);
    } finally {
      await giveBack();
    }
  });

  test('runs the jobs that check, reconcile and end, and no other', async () => {
    const lines = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    onTestFinished(() => lines.mockRestore());
    const jobs = Object.values(SCHEDULE).flatMap(({ ofHomes }) => ofHomes);
    const giveBack = await takeAway(TEST_HOME, OF_ATHLETES.migration, 'athletes', null);
    await runJobs({ database: 'test.c000', jobs: jobs.map(({ name }) => name) }, env);
    await giveBack();
    const faults = new Map(
      lines.mock.calls
        .map(([line]) => JSON.parse(String(line)))
        .filter(({ job }) => job !== undefined)
        .map(({ job, fault }) => [job, String(fault)]),
    );
    // The job that checks the schema says itself that it is behind.
    const isClosed = (name: string) =>
      name !== 'check-schema' && (faults.get(name)?.startsWith('StorageBehind') ?? false);
    const open = jobs.filter(({ name }) => !isClosed(name));
    expect(HAVING_NOTHING_TO_DO).toEqual(
      expect.arrayContaining(open.filter(({ runsBehind }) => !runsBehind).map(({ name }) => name)),
    );
    expect(open.filter(({ runsBehind }) => runsBehind)).toEqual(jobs.filter(({ runsBehind }) => runsBehind));
    expect(faults.get('check-schema')).toContain(
      'StorageBehind: test.c000 lacks the migration 0001_athletes.sql',
    );
  });
});

describe('a number that is not finite', () => {
  test('never becomes a dose: the name of a column in its place is 500, and nothing is stored', async () => {
    const key = partner.testKey;
    const before = await rowsOf(TEST_HOME, WRITTEN);
    for (const [table, column] of [
      ['athletes', 'body_mass_kg'],
      ['athletes', 'birth_year'],
      ['athletes', 'sweat_level'],
      ['activities', 'intensity_level'],
      ['activities', 'elevation_gain_m'],
    ] as const) {
      await TEST_HOME.exec(`ALTER TABLE ${table} RENAME COLUMN ${column} TO taken_away`);
      try {
        const reply = await call('POST', `${activity}/prescription`, { key });
        expect([reply.status, reply.json.error.code], column).toEqual([500, 'internal_error']);
      } finally {
        await TEST_HOME.exec(`ALTER TABLE ${table} RENAME COLUMN taken_away TO ${column}`);
      }
    }
    expect(await rowsOf(TEST_HOME, WRITTEN)).toBe(before);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY])(
    'is not written to a column, a list or a row: %s',
    async (number) => {
      const db = openDatabase(TEST_HOME);
      const id = '1';
      const write = () =>
        db.batch([db.update(athletes).set({ bodyMassKg: number }).where(eq(athletes.id, id))]);
      await expect(async () => write()).rejects.toThrow('a row must have finite numbers only');
      const rows = [{ id: 1, runs: number, reconciling: 0, newestMigration: '' }];
      expect(() => insertMany(db, countedRuns, rows)).toThrow('runs must have finite numbers only');
      const weather = { temperatureC: number, humidityPercent: 50, shade: false };
      const list = () => db.update(activities).set({ weather }).where(eq(activities.id, id)).toSQL();
      expect(list).toThrow('a stored list must have finite numbers only');
    },
  );
});

describe('a rollout in the usual order', () => {
  test('refuses no request: old code goes on beside a newer database, and new code begins once that is migrated', async () => {
    const restore = await copyDatabase('ATHLETES_TEST_WEUR_0');
    onTestFinished(restore);
    const address = { environment: 'test', shard: 'c000' } as const;
    const asNewCode = () =>
      openDatabase(TEST_HOME, newMeter(), null, {
        database: 'test.c000',
        migration: '0002_later.sql',
        runs: null,
      });
    const ask = async (db: ReturnType<typeof openDatabase>) =>
      (await db.$client.batch([db.$client.prepare('SELECT 1 AS one')])).length;
    await expect(ask(asNewCode())).rejects.toThrow(StorageBehind);
    const statuses: Promise<number>[] = [];
    const send = () => {
      for (const [method, path] of REQUESTS().slice(0, 6)) {
        statuses.push(call(method, path, { key: partner.testKey }).then(({ status }) => status));
      }
    };
    send();
    const migration = TEST_HOME.batch([
      TEST_HOME.prepare('ALTER TABLE athletes ADD COLUMN later TEXT'),
      TEST_HOME.prepare("INSERT INTO schema_migrations VALUES ('0002_later.sql')"),
    ]);
    send();
    await migration;
    send();
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([200]));
    expect(await ask(asNewCode())).toBe(1);
    expect(await ask(requireAthleteDatabase(parseEnv({ ...env }), newMeter(), address))).toBe(1);
  });
});
