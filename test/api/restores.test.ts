import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { runJobs } from '#partner/retention/run-jobs.ts';
import { parseEnv } from '#platform/env.ts';
import { athleteDatabaseNames, requireAthleteDatabase } from '#platform/storage/athlete-databases.ts';
import { newMeter } from '#platform/storage/database.ts';
import { selectLiveAthleteOfAnyPartner } from '#platform/storage/live-athlete.ts';
import { dyingBindings } from '../support/bindings.ts';
import { makeAthlete } from '../support/builders.ts';
import { call, refusal } from '../support/client.ts';
import { messageFor, runSchedule } from '../support/crons.ts';
import { awayFor, full, silent } from '../support/faulty-databases.ts';
import { connect, discover, makeClient, newEmail } from '../support/oauth.ts';
import { makePartner } from '../support/partners.ts';
import { TEST_HOME } from '../support/shards.ts';
import { copyDatabase, DATABASES, type DatabaseName } from '../support/stores.ts';
import {
  connection,
  deletedWebhook,
  endAll,
  endConnection,
  erasure,
  makeEndings,
  replacedGrant,
  restoredOf,
  revokedKey,
  statusOf,
} from './endings.ts';

const CRON = '*/10 * * * *';
/** Longer than any request lives: until then a connection may not have its consent yet. */
const AT_CRON_S = '1200';
/** Every so many storage calls of a run are its last. */
const STRIDE = 8;
/** The athlete database that has the copy of the registry's ends. */
const [FIRST_DATABASE = ''] = athleteDatabaseNames(parseEnv(env));
const OPERATOR = { key: env.OPERATOR_TOKEN };

/** Readiness is cached for seconds, so each check has its own clock. */
let clockS = 700_000;
const laterNow = (bindings: Partial<Cloudflare.Env> = {}) => {
  clockS += 60;
  return { ...bindings, CLOCK_OFFSET_S: String(clockS) } as Partial<Cloudflare.Env>;
};

const runCron = (bindings: Partial<Cloudflare.Env> = {}) =>
  runSchedule(CRON, { ...env, ...bindings, CLOCK_OFFSET_S: AT_CRON_S });

/** The first run after a change records it, and the second one that the first was counted. */
const runCronTwice = async () => {
  await runCron();
  await runCron();
};

const readiness = async (bindings: Partial<Cloudflare.Env> = {}) => {
  const reply = await call('GET', '/health/ready', { bindings: laterNow(bindings) });
  if (reply.status !== 200) return String(reply.json.error.message);
  return reply.json.degraded.join(', ') || 'ready';
};

// Each test begins with databases that know each other's runs.
beforeEach(() => runCron());

/** Rows that a restore brings back until the next cron. Nobody is in enam, so nothing there. */
const RESTORED: Readonly<Partial<Record<DatabaseName, readonly string[]>>> = {
  REGISTRY: ['revoked key', 'deleted webhook', 'removed member', 'terminated partner', 'suspended partner'],
  ATHLETES_TEST_WEUR_0: [
    'erased athlete of the sandbox',
    'ended connection',
    'connection of a deleted client',
    'replaced grant',
    'deleted webhook',
    'terminated partner',
    'suspended partner',
  ],
  ATHLETES_LIVE_WEUR_0: ['erased athlete', 'ended connection of production'],
  ATHLETES_LIVE_WEUR_1: ['erased athlete of the second shard', 'ended connection of the second shard'],
};

const NAMES: Readonly<Partial<Record<DatabaseName, string>>> = {
  REGISTRY: 'the registry (restored)',
  ATHLETES_TEST_WEUR_0: 'the test shard c000 (restored)',
  ATHLETES_LIVE_WEUR_0: 'the live shard c000 (restored)',
  ATHLETES_LIVE_WEUR_1: 'the live shard c001 (restored)',
};

describe('an athlete in a restored database', () => {
  test('is refused with 503 while the database is being reconciled, and so are lists, writes and tokens', async () => {
    const { testKey: key } = await makePartner();
    const { id } = await makeAthlete(key);
    await runCronTwice();
    const restore = await copyDatabase('ATHLETES_TEST_WEUR_0');
    await runCronTwice();
    await restore();
    // The run stops half-way.
    await runCron({ REGISTRY: awayFor(env.REGISTRY, /^update "consents"/i) });
    const unavailable = { status: 503, code: 'temporarily_unavailable', pointers: [] };
    const path = `/v1/athletes/${id}`;
    const before = await TEST_HOME.prepare('SELECT count(*) AS n FROM athletes').first('n');
    for (const [method, at, body] of [
      ['GET', path, undefined],
      ['PATCH', path, { name: 'A' }],
      ['DELETE', path, undefined],
      ['GET', '/v1/athletes', undefined],
      ['GET', '/v1/events', undefined],
      ['POST', '/v1/athletes', {}],
    ] as const) {
      const reply = await call(method, at, { key, ...(body ? { body } : {}) });
      expect(refusal(reply), `${method} ${at}`).toEqual(unavailable);
    }
    expect(await TEST_HOME.prepare('SELECT count(*) AS n FROM athletes').first('n')).toBe(before);
    await runCron();
    await runCron();
    expect((await call('GET', path, { key })).status).toBe(200);
    expect((await call('GET', '/v1/athletes', { key })).status).toBe(200);
  });

  test('is refused at once by an isolate that knew the database before, and served again once it is reconciled', async () => {
    const { testKey: key } = await makePartner();
    const { id } = await makeAthlete(key);
    await runCronTwice();
    const restore = await copyDatabase('ATHLETES_TEST_WEUR_0');
    await runCronTwice();
    const isolate = parseEnv({ ...env });
    const meter = newMeter();
    const read = async () => {
      const db = requireAthleteDatabase(isolate, meter, { environment: 'test', shard: 'c000' });
      return (await db.batch([selectLiveAthleteOfAnyPartner(db, id)]))[0].length;
    };
    expect(await read()).toBe(1);
    await restore();
    await expect(read()).rejects.toThrow('not reconciled');
    await runCronTwice();
    expect(await read()).toBe(1);
  });
});

describe('a database that is restored to a day before an erasure and revocations', () => {
  test.each(DATABASES.filter((name) => RESTORED[name] !== undefined))(
    'revives no athlete, connection, grant, member, webhook, key or partner, and resumes none: %s',
    async (name) => {
      const endings = await makeEndings();
      const restore = await copyDatabase(name);
      await endAll(endings);
      await runCronTwice();
      expect(await restoredOf(endings)).toEqual([]);
      expect(await readiness()).toBe('ready');

      await restore();
      // The restore did bring endings back, or this test would show nothing. Not all: objects guard keys all the time.
      const restored = await restoredOf(endings);
      expect(restored.length).toBeGreaterThan(0);
      expect(RESTORED[name]).toEqual(expect.arrayContaining(restored));
      expect(await readiness()).toContain(NAMES[name]);

      await runCronTwice();
      expect(await restoredOf(endings)).toEqual([]);
      expect(await readiness()).toBe('ready');
      if (name !== 'REGISTRY')
        expect(await restoredShards()).toContain(NAMES[name]?.replace(' (restored)', ''));
      // Nothing is left to do: another run changes nothing.
      const before = await endsOf(name);
      await runCron();
      expect(await endsOf(name)).toEqual(before);
    },
  );

  test.each(['before', 'after'] as const)(
    'is completed by the next cron if one is killed %s any of its storage calls, and by two at once like by one',
    async (when) => {
      const { testKey } = await makePartner();
      const endings = {
        ended: await connection(testKey, endConnection),
        replaced: await replacedGrant(testKey),
        revoked: await revokedKey(testKey),
        webhook: await deletedWebhook(testKey),
      };
      const copies = [
        ['test.c000', await copyDatabase('ATHLETES_TEST_WEUR_0')],
        [FIRST_DATABASE, await copyDatabase('REGISTRY')],
      ] as const;
      await endAll(endings);
      await runCronTwice();
      for (const [database, restore] of copies) {
        for (let fatalCall = when === 'before' ? 1 : 2; fatalCall < 40; fatalCall += STRIDE) {
          await restore();
          const message = messageFor(CRON, database);
          const killed = { ...env, ...dyingBindings(fatalCall, when).bindings, CLOCK_OFFSET_S: AT_CRON_S };
          await runJobs(message, killed).catch(() => undefined);
          const whole = { ...env, CLOCK_OFFSET_S: AT_CRON_S };
          await Promise.all([runJobs(message, whole), runJobs(message, whole)]);
          // The registry has events, and so subscribers, too.
          await runJobs(messageFor(CRON, 'registry'), whole);
          expect(await restoredOf(endings), `${database}, call ${fatalCall}`).toEqual([]);
        }
      }
    },
  );

  test('gives cursors of the feed from before 410, and ends no connection that was made anew', async () => {
    const { testKey } = await makePartner();
    const ended = await connection(testKey, endConnection);
    const restore = await copyDatabase('ATHLETES_TEST_WEUR_0');
    await ended.end();
    const { json } = await call('GET', '/v1/events', { key: testKey });
    await runCronTwice();
    await restore();
    await runCron();
    expect(await ended.isEnded()).toBe(true);
    const path = `/v1/events?cursor=${encodeURIComponent(json.next_cursor)}`;
    expect(refusal(await call('GET', path, { key: testKey })).code).toBe('cursor_expired');
    const client = await makeClient(testKey);
    const email = newEmail();
    await connect(await discover(), client, { email });
    const { accessToken } = await connect(await discover(), client, { email });
    await runCronTwice();
    expect(await statusOf('GET', '/v1/me', accessToken)).toBe(200);
  });
});

test('among healthy databases one unmigrated, one full, one silent and one restored are named, nobody else notices, and nothing is restored', async () => {
  const { testKey: key } = await makePartner();
  const run = { type: 'run', duration_min: 60 };
  const make = async (by: string, fields = {}) => (await makeAthlete(by, fields)).id;
  const healthy: string[] = [];
  for (let index = 0; index < 4; index++) healthy.push(await make(key));
  const [inFull, inSilent] = [await make(key), await make(key, { region: 'enam' })];
  expect([inFull.slice(4, 9), inSilent.slice(4, 9)]).toEqual(['tc001', 'tb000']);
  const others = await makePartner({ liveShard: 'c001', regions: ['weur'] });
  const elsewhere = await make(others.liveKey);
  const inRestored = await makePartner();
  const endings = {
    erased: await erasure(inRestored.liveKey),
    ended: await connection(inRestored.liveKey, endConnection),
  };
  const restore = await copyDatabase('ATHLETES_LIVE_WEUR_0');
  await endAll(endings);
  await runCronTwice();

  await restore();
  const migration = (from: string, to: string) =>
    env.ATHLETES_LIVE_ENAM_0.prepare('UPDATE schema_migrations SET name = ? WHERE name = ?')
      .bind(to, from)
      .run();
  await migration('0001_athletes.sql', '0000_earlier.sql');
  onTestFinished(async () => {
    await migration('0000_earlier.sql', '0001_athletes.sql');
    await runSchedule('23 3 * * *', env);
  });
  const bindings = {
    ATHLETES_TEST_WEUR_1: full(env.ATHLETES_TEST_WEUR_1),
    ATHLETES_TEST_ENAM_0: silent(env.ATHLETES_TEST_ENAM_0),
  };
  const send = (by: string, method: string, path: string, body?: object) =>
    call(method, path, { key: by, bindings, ...(body && { body }) });
  const nobodyElseNotices = async () => {
    for (const [by, id] of [
      ...healthy.map((each) => [key, each] as const),
      [others.liveKey, elsewhere] as const,
    ]) {
      const path = `/v1/athletes/${id}`;
      expect((await send(by, 'GET', path)).status).toBe(200);
      expect((await send(by, 'POST', `${path}/activities`, run)).status).toBe(201);
      expect((await send(by, 'GET', `${path}/activities`)).status).toBe(200);
    }
    for (const path of ['/v1/athletes', '/v1/events', '/v1/connections']) {
      expect((await send(others.liveKey, 'GET', path)).status, path).toBe(200);
    }
    expect((await send(others.liveKey, 'POST', '/v1/athletes', {})).status).toBe(201);
  };
  await nobodyElseNotices();
  expect(refusal(await send(key, 'POST', `/v1/athletes/${inFull}/activities`, run)).code).toBe(
    'storage_full',
  );
  expect((await send(key, 'GET', `/v1/athletes/${inFull}`)).status).toBe(200);
  expect((await send(key, 'GET', `/v1/athletes/${inSilent}`)).status).toBe(503);
  const unready = await readiness(bindings);
  expect(unready).toContain('the live shard b000 (lacks 0001_athletes.sql)');
  expect(unready).toContain('the test shard b000');
  expect(unready).toContain('the test shard c001 (full)');
  expect(unready).toContain('the live shard c000 (restored)');

  await runCron(bindings);
  await runCron(bindings);
  await nobodyElseNotices();
  expect(await restoredOf(endings)).toEqual([]);
  expect(await readiness(bindings)).not.toContain('restored');
  expect(await restoredShards()).toContain('the live shard c000');
  const { json: jobs } = await call('GET', '/operator/v1/jobs', OPERATOR);
  const behind = jobs.data.flatMap((job: { behind: { database: string }[] }) =>
    job.behind.map(({ database }) => database),
  );
  expect(behind).toEqual(expect.arrayContaining(['live.b000', 'test.b000']));
  const { json: shards } = await call('GET', '/operator/v1/shards', OPERATOR);
  const isOpen = ({ environment, shard }: { environment: string; shard: string }) =>
    shards.data.find(
      (row: { environment: string; shard: string }) => row.environment === environment && row.shard === shard,
    )?.open;
  expect(isOpen({ environment: 'test', shard: 'c001' })).toBe(false);
  expect(isOpen({ environment: 'test', shard: 'c000' })).toBe(true);
});

/** The names of shards that the operator's list shows as restored. */
async function restoredShards(): Promise<string[]> {
  const { json } = await call('GET', '/operator/v1/shards', OPERATOR);
  const data: { environment: string; shard: string; restored_at: string | null }[] = json.data;
  return data
    .filter(({ restored_at }) => restored_at !== null)
    .map(({ environment, shard }) => `the ${environment} shard ${shard}`);
}

/** The ends that a database knows of. */
async function endsOf(name: DatabaseName) {
  return (await env[name].prepare('SELECT id, kind, partner_id, ended_at FROM ends ORDER BY id').all())
    .results;
}
