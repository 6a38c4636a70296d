import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import type { Bindings } from '../../src/env.ts';
import { NEEDED_BINDINGS } from '../../src/env.ts';
import { call, refusal } from '../support/client.ts';
import { makePartner } from '../support/partners.ts';
import { TEST_HOME, TEST_HOME_BINDING } from '../support/shards.ts';

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
    expect(reply.json.error.message).toContain('apply its migrations');
    expect(reply.text).not.toMatch(/no such table|D1_ERROR/);
  });

  test('is not ready, and named', async () => {
    // Another time than other files' tests have, so that no answer is reused.
    const reply = await call('GET', '/health/ready', { bindings: { ...bindings, CLOCK_OFFSET_S: '345600' } });
    expect(reply.status).toBe(503);
    expect(reply.json.error.message).toBe('No answer from the test shard c000 (not migrated).');
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
