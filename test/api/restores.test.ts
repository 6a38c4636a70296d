import { env } from 'cloudflare:workers';
import * as oauth from 'oauth4webapi';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { runJobs } from '#partner/retention/run-jobs.ts';
import { parseEnv } from '#platform/env.ts';
import { athleteDatabaseNames, requireAthleteDatabase } from '#platform/storage/athlete-databases.ts';
import { newMeter } from '#platform/storage/database.ts';
import { selectLiveAthleteOfAnyPartner } from '#platform/storage/live-athlete.ts';
import { dyingBindings } from '../support/bindings.ts';
import { call, refusal } from '../support/client.ts';
import { addMember, makeConsole, newAddress, signInToConsole, submit } from '../support/console.ts';
import { messageFor, runSchedule } from '../support/crons.ts';
import { awayFor, full, silent } from '../support/faulty-databases.ts';
import { skipWaitForLeases } from '../support/guards.ts';
import { newIsolate } from '../support/isolates.ts';
import { connect, discover, makeClient, newEmail, tokenError, toWorker } from '../support/oauth.ts';
import { makePartner } from '../support/partners.ts';
import { TEST_HOME } from '../support/shards.ts';
import { copyDatabase, DATABASES, type DatabaseName } from '../support/stores.ts';

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

let as: oauth.AuthorizationServer;
beforeAll(async () => {
  as = await discover();
});

// Each test begins with databases that know each other's runs.
beforeEach(() => runCron());

/** Something that is made, ends, and must not come back; `isEnded` asks the service. */
interface Ending {
  readonly end: () => Promise<unknown>;
  readonly isEnded: () => Promise<boolean>;
}

const status = async (method: string, path: string, key: string) =>
  (await call(method, path, { key, bindings: newIsolate() })).status;

/** An athlete who is erased, and one who stays. */
async function erasure(key: string): Promise<Ending> {
  const [gone, kept] = await Promise.all(
    ['Gone', 'Kept'].map(
      async (name) => (await call('POST', '/v1/athletes', { key, body: { name } })).json.id,
    ),
  );
  return {
    end: () => call('DELETE', `/v1/athletes/${gone}`, { key }),
    isEnded: async () => {
      expect(await status('GET', `/v1/athletes/${kept}`, key)).toBe(200);
      return (await status('GET', `/v1/athletes/${gone}`, key)) === 404;
    },
  };
}

type Act = (key: string, connection: { readonly id: string; readonly clientId: string }) => Promise<unknown>;

/** A connection that ends in some way, asked by its tokens. */
async function connection(key: string, act: Act): Promise<Ending> {
  const client = await makeClient(key);
  const { accessToken, refreshToken } = await connect(as, client, { email: newEmail() });
  const me = await call('GET', '/v1/me', { key: accessToken });
  const path = `/v1/connections?athlete_id=${me.json.id}`;
  const { json } = await call('GET', path, { key });
  const [{ id }] = json.data;
  expect([me.status, json.data.length]).toEqual([200, 1]);
  return {
    end: () => act(key, { id, clientId: client.client.client_id }),
    isEnded: async () => {
      const refreshed = await oauth.refreshTokenGrantRequest(
        as,
        client.client,
        client.auth,
        refreshToken,
        toWorker,
      );
      const isRefused = refreshed.status >= 400 && (await tokenError(refreshed))[0] >= 400;
      const answer = await status('GET', '/v1/me', accessToken);
      return answer === 401 && isRefused;
    },
  };
}

/** A connection that got another grant: the tokens of the first one are over. */
async function replacedGrant(key: string): Promise<Ending> {
  const client = await makeClient(key);
  const email = newEmail();
  const { accessToken } = await connect(as, client, { email });
  return {
    end: () => connect(as, client, { email }),
    isEnded: async () => (await status('GET', '/v1/me', accessToken)) === 401,
  };
}

async function revokedKey(key: string): Promise<Ending> {
  const { json } = await call('POST', '/v1/partner/api-keys', {
    key,
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: { name: 'Another' },
  });
  return {
    end: async () => {
      await call('DELETE', `/v1/partner/api-keys/${json.id}`, { key });
      await skipWaitForLeases(json.id);
    },
    isEnded: async () => {
      const { json: listed } = await call('GET', `/v1/partner/api-keys/${json.id}`, { key });
      return listed.status === 'revoked' && (await status('GET', '/v1/athletes', json.secret)) === 401;
    },
  };
}

async function deletedWebhook(key: string): Promise<Ending> {
  const body = { url: 'https://receiver.example/hook', events: ['*'] };
  const { json } = await call('POST', '/v1/webhooks', { key, body });
  return {
    end: () => call('DELETE', `/v1/webhooks/${json.id}`, { key }),
    isEnded: async () => {
      const isKnown = (await status('GET', `/v1/webhooks/${json.id}`, key)) !== 404;
      const active = await Promise.all(
        DATABASES.map((name) =>
          env[name]
            .prepare("SELECT 1 FROM subscribers WHERE webhook_id = ? AND status <> 'deleted'")
            .bind(json.id)
            .first(),
        ),
      );
      return !isKnown && active.every((row) => row === null);
    },
  };
}

/** A member who is removed, and an invitation that is withdrawn. */
async function membership(): Promise<Ending> {
  const { partnerId, browser } = await makeConsole();
  const member = await addMember(partnerId, 'viewer');
  const theirs = await signInToConsole(member.email);
  const invited = newAddress('invited');
  await submit(browser, '/console/members', { email: invited, role: 'viewer' });
  const { html } = await browser.get('/console/members');
  const invitationId = /\/console\/invitations\/([^/]+)\/withdraw/.exec(html)?.[1] ?? '';
  expect((await theirs.get('/console')).status).toBe(200);
  return {
    end: async () => {
      await submit(browser, `/console/members/${member.id}/remove`);
      await submit(browser, `/console/invitations/${invitationId}/withdraw`);
    },
    isEnded: async () => {
      const page = await browser.get('/console/members');
      const row = await env.REGISTRY.prepare('SELECT removed_at FROM members WHERE id = ?')
        .bind(member.id)
        .first();
      return !page.html.includes(invited) && !page.html.includes(member.email) && row?.removed_at !== null;
    },
  };
}

async function termination(): Promise<Ending> {
  const { partnerId, testKey } = await makePartner();
  const connected = await connection(testKey, () =>
    call('POST', `/operator/v1/partners/${partnerId}/terminate`, OPERATOR),
  );
  return {
    end: connected.end,
    isEnded: async () => {
      const { json } = await call('GET', `/operator/v1/partners/${partnerId}`, OPERATOR);
      return json.status === 'terminated' && (await connected.isEnded());
    },
  };
}

/** A suspended partner, asked with its key and with an athlete's token. */
async function suspension(): Promise<Ending> {
  const { partnerId, testKey } = await makePartner();
  const { accessToken } = await connect(as, await makeClient(testKey), { email: newEmail() });
  const path = `/operator/v1/partners/${partnerId}`;
  return {
    end: () => call('POST', `${path}/suspend`, OPERATOR),
    isEnded: async () => {
      const { json } = await call('GET', path, OPERATOR);
      const answers = [
        await status('GET', '/v1/me', accessToken),
        await status('GET', '/v1/webhooks', testKey),
      ];
      return json.status === 'suspended' && answers.every((answer) => answer === 403);
    },
  };
}

const endConnection: Act = (key, { id }) => call('DELETE', `/v1/connections/${id}`, { key });
const deleteClient: Act = (key, { clientId }) => call('DELETE', `/v1/oauth/clients/${clientId}`, { key });

/** Everything that can end, in both environments and in two shards of production. */
async function makeEndings(): Promise<Readonly<Record<string, Ending>>> {
  const [partner, second] = [await makePartner(), await makePartner({ liveShard: 'c001' })];
  const { testKey, liveKey } = partner;
  return {
    'erased athlete of the sandbox': await erasure(testKey),
    'erased athlete': await erasure(liveKey),
    'erased athlete of the second shard': await erasure(second.liveKey),
    'ended connection': await connection(testKey, endConnection),
    'ended connection of production': await connection(liveKey, endConnection),
    'ended connection of the second shard': await connection(second.liveKey, endConnection),
    'connection of a deleted client': await connection(testKey, deleteClient),
    'replaced grant': await replacedGrant(testKey),
    'revoked key': await revokedKey(testKey),
    'deleted webhook': await deletedWebhook(testKey),
    'removed member': await membership(),
    'terminated partner': await termination(),
    'suspended partner': await suspension(),
  };
}

const restoredOf = async (endings: Readonly<Record<string, Ending>>): Promise<string[]> => {
  const restored: string[] = [];
  for (const [name, { isEnded }] of Object.entries(endings)) if (!(await isEnded())) restored.push(name);
  return restored;
};

const endAll = async (endings: Readonly<Record<string, Ending>>): Promise<void> => {
  for (const { end } of Object.values(endings)) await end();
};

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
  const athleteOf = async (testKey: string) => {
    const { json } = await call('POST', '/v1/athletes', { key: testKey, body: {} });
    return String(json.id);
  };

  test('is refused with 503 while the database is being reconciled, and so are lists, writes and tokens', async () => {
    const { testKey: key } = await makePartner();
    const id = await athleteOf(key);
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
    const id = await athleteOf(key);
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
      // Without this a test of nothing: the restore did bring them back. Keys are guarded by their objects all the time.
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
    await connect(as, client, { email });
    const { accessToken } = await connect(as, client, { email });
    await runCronTwice();
    expect(await status('GET', '/v1/me', accessToken)).toBe(200);
  });
});

test('among healthy databases one unmigrated, one full, one silent and one restored are named, nobody else notices, and nothing is restored', async () => {
  const { testKey: key } = await makePartner();
  const run = { type: 'run', duration_min: 60 };
  const make = async (by: string, body: object = {}): Promise<string> =>
    (await call('POST', '/v1/athletes', { key: by, body })).json.id;
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
