import { env } from 'cloudflare:workers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Bindings } from '#platform/env.ts';
import { NEEDED_BINDINGS } from '#platform/env.ts';
import { parseAthleteId } from '#platform/storage/ids.ts';
import { call, refusal } from '../support/client.ts';
import { runSchedule } from '../support/crons.ts';
import { makePartner } from '../support/partners.ts';
import { LIVE_SECOND, TEST_HOME, TEST_HOME_BINDING } from '../support/shards.ts';

const SECRETS = ['SIGNING_SECRET', 'WEBHOOK_KEY', 'LOOKUP_KEY'];

/** Returns the bindings of tests with one of them set to something else. */
function withOther(name: string, value: unknown): Partial<Bindings> {
  return { [name]: value };
}

describe('a Worker that lacks a binding or a secret answers 503 with its name and the remedy', () => {
  test.each([...NEEDED_BINDINGS, ...SECRETS])('%s', async (name) => {
    const bindings = withOther(name, undefined);
    const token = await call('POST', '/oauth/token', { bindings });
    expect(token.json).toEqual({
      error: 'temporarily_unavailable',
      error_description: expect.stringContaining(`Missing or malformed: ${name}.`),
    });
    for (const path of ['/health', '/v1/athletes', '/docs', '/mcp']) {
      const reply = await call('GET', path, { bindings });
      expect(refusal(reply)).toMatchObject({ status: 503, code: 'temporarily_unavailable' });
      expect(reply.json.error.message).toMatch(`Missing or malformed: ${name}. On your machine`);
      expect(reply.json.error.request_id).toBe(reply.headers.get('X-Request-Id'));
      expect(reply.text).not.toMatch(/ZodError|at parse|\.ts/);
    }
  });

  test('a truncated secret, without its value', async () => {
    const reply = await call('GET', '/health', { bindings: withOther('LOOKUP_KEY', 'too-short-to-use') });
    expect(reply.json.error.message).toContain('LOOKUP_KEY');
    expect(reply.text).not.toContain('too-short');
  });
});

/** Returns a database that has none of the tables. */
function withoutTables(database: D1Database): D1Database {
  const lacks = () => Promise.reject(new Error('D1_ERROR: no such table: athletes: SQLITE_ERROR'));
  return new Proxy(database, {
    get(target, name) {
      if (name === 'batch') return lacks;
      if (name === 'prepare') {
        return (query: string) => Object.assign(target.prepare(query), { run: lacks });
      }
      return Reflect.get(target, name);
    },
  });
}

describe('a database without its migrations', () => {
  const bindings = { [TEST_HOME_BINDING]: withoutTables(TEST_HOME) };

  test('is 503 with the remedy', async () => {
    const { testKey: key } = await makePartner();
    const reply = await call('GET', '/v1/athletes', { key, bindings });
    expect(refusal(reply)).toMatchObject({ status: 503, code: 'temporarily_unavailable' });
    expect(reply.json.error.message).toContain('Apply its migrations');
    expect(reply.text).not.toMatch(/no such table|D1_ERROR/);
  });

  test('is not ready, and named', async () => {
    // Another time than other files' tests have, so that no answer is reused.
    const reply = await call('GET', '/health/ready', { bindings: { ...bindings, CLOCK_OFFSET_S: '345600' } });
    expect([reply.status, reply.json.degraded]).toEqual([200, ['the test shard c000 (not migrated)']]);
  });
});

describe('a database that lacks a migration, among healthy ones', () => {
  const BEHIND = 'live.c001';
  const LACKING = '0001_athletes.sql';
  const rename = (from: string, to: string) =>
    LIVE_SECOND.prepare('UPDATE schema_migrations SET name = ? WHERE name = ?').bind(to, from).run();
  const operator = async (path: string) =>
    (await call('GET', path, { key: env.OPERATOR_TOKEN })).json.data as Record<string, unknown>[];

  beforeAll(async () => {
    await rename(LACKING, '0000_before.sql');
    await runSchedule('*/10 * * * *', env);
  });
  afterAll(async () => {
    await rename('0000_before.sql', LACKING);
    await runSchedule('*/10 * * * *', env);
  });

  test('readiness names it, and the operator sees it among shards and jobs', async () => {
    const ready = await call('GET', '/health/ready', { bindings: { CLOCK_OFFSET_S: '432000' } });
    expect([ready.status, ready.json.degraded]).toEqual([
      200,
      ['the live shard c001 (lacks 0001_athletes.sql)'],
    ]);
    const shards = await operator('/operator/v1/shards');
    const schemas = new Map(shards.map((row) => [`${row.environment}.${row.shard}`, row.schema]));
    expect(schemas.get(BEHIND)).toBe('0000_before.sql');
    schemas.delete(BEHIND);
    expect(new Set(schemas.values())).toEqual(new Set([LACKING]));
    const job = (await operator('/operator/v1/jobs')).find(({ name }) => name === 'check-schema');
    expect(job).toMatchObject({ databases_behind: 1, behind: [{ database: BEHIND, outcome: 'failed' }] });
  });

  test('takes no new athletes, and nobody else notices', async () => {
    const { liveKey: key } = await makePartner();
    const made = Array.from({ length: 3 * Number(env.ATHLETES_PER_SHARD) }, async () => {
      const { status, json } = await call('POST', '/v1/athletes', { key, body: {} });
      return [status, parseAthleteId(json.id)?.shard];
    });
    for (const athlete of await Promise.all(made)) expect(athlete).toEqual([201, 'c000']);
    expect((await call('GET', '/v1/athletes?limit=100', { key })).json.data).toHaveLength(made.length);
    const job = await env.REGISTRY.prepare(
      "SELECT count(*) AS n FROM job_states WHERE outcome <> 'done' AND database <> ?",
    )
      .bind(BEHIND)
      .first('n');
    expect(job).toBe(0);
  });

  test('is ready again once it has the migration', async () => {
    await rename('0000_before.sql', LACKING);
    await runSchedule('*/10 * * * *', env);
    const ready = await call('GET', '/health/ready', { bindings: { CLOCK_OFFSET_S: '433000' } });
    expect(ready.status).toBe(200);
    const job = (await operator('/operator/v1/jobs')).find(({ name }) => name === 'check-schema');
    expect(job).toMatchObject({ databases_behind: 0, unfinished_runs: 0 });
  });
});

describe('a local installation and the Host of a request', () => {
  test.each(['evil.example', '127.0.0.1.evil.example', 'localhost.evil.example', '192.168.1.5', '127.0.0.2'])(
    '%s is refused on every kind of path',
    async (host) => {
      for (const path of ['/dev/outbox', '/health', '/v1/athletes', '/mcp', '/docs']) {
        const reply = await call('GET', `http://${host}:8787${path}`);
        expect(refusal(reply), path).toMatchObject({ status: 403, code: 'foreign_origin' });
      }
    },
  );

  test.each(['http://127.0.0.1:8787', 'http://localhost:9000', 'http://[::1]:8787', 'https://musette.test'])(
    '%s is its own',
    async (origin) => {
      expect((await call('GET', `${origin}/dev/outbox`)).status).toBe(200);
    },
  );

  test('a deployment leaves the Host to the platform', async () => {
    const bindings = { ...env, ENVIRONMENT: 'production' };
    expect((await call('GET', 'https://other.example/health', { bindings })).status).toBe(200);
  });
});
