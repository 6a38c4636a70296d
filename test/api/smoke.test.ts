import { env } from 'cloudflare:workers';
import * as engine from '@musette/engine/prescribe';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { smokeDeployment } from '#tools/cli/smoke.ts';
import worker from '../../src/index.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { makePartner } from '../support/partners.ts';
import { LIVE_HOME_BINDING, TEST_HOME_BINDING } from '../support/shards.ts';

/** Runs `npm run smoke` against the whole Worker, intact and broken in five ways. */

/** An isolate keeps what it found of its stores for five seconds, so each walk has a time of its own. */
let walks = 0;

async function walk(
  key: string,
  bindings: Partial<Cloudflare.Env> = {},
  zone: (request: Request) => Response | null = () => null,
) {
  const lines: string[] = [];
  const failures: string[] = [];
  const pending: Promise<unknown>[] = [];
  walks += 1;
  const clock = { CLOCK_OFFSET_S: String(700_000 + 60 * walks) };
  const isFine = await smokeDeployment({
    baseUrl: env.BASE_URL,
    key,
    fetch: async (url, init) => {
      const request = new Request<unknown, IncomingRequestCfProperties>(
        url,
        init as RequestInit<IncomingRequestCfProperties>,
      );
      return (
        zone(request) ??
        worker.fetch(request, { ...env, ...clock, ...bindings }, {
          waitUntil: (work: Promise<unknown>) => pending.push(work),
        } as unknown as ExecutionContext)
      );
    },
    print: (line) => lines.push(line),
    complain: (line) => failures.push(line),
  });
  await Promise.allSettled(pending);
  return { isFine, lines, failures };
}

const failing = (database: D1Database, pattern: RegExp, message: string): D1Database =>
  new Proxy(database, {
    get(target, name) {
      const member = Reflect.get(target, name, target);
      if (name !== 'prepare') return typeof member === 'function' ? member.bind(target) : member;
      return (query: string) => target.prepare(pattern.test(query) ? `SELECT * FROM ${message}` : query);
    },
  });

beforeAll(() => loadTestCatalogue());

describe('the smoke test', () => {
  test('after a deployment is skipped without a key, and refuses a production key', async () => {
    const { liveKey } = await makePartner();
    const skipped = await walk('');
    expect([skipped.isFine, skipped.lines]).toEqual([true, [expect.stringContaining('MUSETTE_SMOKE_KEY')]]);
    const refused = await walk(liveKey);
    expect([refused.isFine, refused.lines]).toEqual([false, []]);
    expect(refused.failures).toEqual([expect.stringContaining('must be a sandbox key')]);
  });

  test('succeeds with a service that works, and leaves no athlete behind', async () => {
    const { testKey, partnerId } = await makePartner();
    const { isFine, lines, failures } = await walk(testKey);
    expect([isFine, failures]).toEqual([true, []]);
    expect(lines.every((line) => line.startsWith('ok '))).toBe(true);
    expect(lines.length).toBe(11);
    const left = await env[TEST_HOME_BINDING]
      .prepare("SELECT count(*) AS n FROM athletes WHERE partner_id = ? AND status <> 'erased'")
      .bind(partnerId)
      .first('n');
    expect(left).toBe(0);
  });

  test('names the database that is not migrated, and the command that migrates it', async () => {
    const { testKey } = await makePartner();
    const bindings = { [TEST_HOME_BINDING]: failing(env[TEST_HOME_BINDING], /./, 'not_migrated') };
    const { isFine, failures } = await walk(testKey, bindings);
    expect(isFine).toBe(false);
    expect(failures[0]).toMatch(
      /^failed {2}ready: no answer from the test shard c000 \(not migrated\)\. Run `npm run migrate -- --remote`/,
    );
    expect(failures[1]).toMatch(/^failed {2}create an athlete: POST answered 503 .*Apply its migrations/);
    expect(failures.at(-1)).toMatch(
      /^To roll back: npm run rollback <version> .*Never .*secret\. Never restore a database/,
    );
  });

  test('names a production database that is not migrated, although the sandbox works', async () => {
    const { testKey } = await makePartner();
    const bindings = { [LIVE_HOME_BINDING]: failing(env[LIVE_HOME_BINDING], /./, 'not_migrated') };
    const { isFine, lines, failures } = await walk(testKey, bindings);
    expect(isFine).toBe(false);
    expect(failures[0]).toMatch(/^failed {2}ready: .*the live shard c000 \(not migrated\)/);
    expect(failures[1]).toMatch(/failed: ready\.$/);
    expect(lines.every((line) => line.startsWith('ok '))).toBe(true);
  });

  test('succeeds while a database is full, which no rollback changes', async () => {
    const { testKey } = await makePartner();
    const full = { status: 'ok', degraded: ['the live shard c000 (full)'] };
    const { isFine, failures } = await walk(testKey, {}, ({ url }) =>
      url.endsWith('/health/ready') ? Response.json(full) : null,
    );
    expect([isFine, failures]).toEqual([true, []]);
  });

  test.each([
    ['Python-urllib/3.13', 'a Python backend', 'Browser Integrity Check'],
    ['Claude-User', 'an assistant', 'Block AI bots'],
  ])('names the setting of the zone that rejects %s', async (userAgent, client, setting) => {
    const { testKey } = await makePartner();
    const { isFine, failures } = await walk(testKey, {}, ({ headers }) =>
      headers.get('user-agent') === userAgent ? new Response('error code: 1010', { status: 403 }) : null,
    );
    expect(isFine).toBe(false);
    expect(failures[0]).toMatch(new RegExp(`^failed {2}reach it as ${client}: .* turn off ${setting} `));
    expect(failures[1]).toMatch(new RegExp(`failed: reach it as ${client}\\.$`));
  });

  test('names the missing KV namespace', async () => {
    const { testKey } = await makePartner();
    const { failures } = await walk(testKey, { API_KEYS: undefined } as unknown as Partial<Cloudflare.Env>);
    expect(failures[0]).toMatch(/^failed {2}ready: GET answered 503 .*Missing or malformed: API_KEYS/);
  });

  test('names the key that was erased', async () => {
    const { isFine, lines, failures } = await walk('sk_test_0000000000000000000000000000000000000000000000');
    expect(isFine).toBe(false);
    expect(lines[0]).toBe('ok      ready');
    expect(failures[0]).toMatch(/^failed {2}create an athlete: POST answered 401 invalid_api_key/);
    expect(lines.filter((line) => line.startsWith('skipped')).length).toBe(7);
  });

  test('names the calculation whose engine throws, and erases what it made', async () => {
    const { testKey } = await makePartner();
    const broken = vi.spyOn(engine, 'prescribe').mockImplementation(() => {
      throw new Error('the engine is broken');
    });
    onTestFinished(() => broken.mockRestore());
    const { lines, failures } = await walk(testKey);
    expect(failures[0]).toMatch(/^failed {2}calculate a prescription: POST answered 500 internal_error/);
    expect(lines).toContain('ok      erase the athlete');
  });

  test('names the export that fails, and erases what it made', async () => {
    const { testKey } = await makePartner();
    const bindings = {
      [TEST_HOME_BINDING]: failing(env[TEST_HOME_BINDING], /product_access_log.*order by/i, 'no_export'),
    };
    const { lines, failures } = await walk(testKey, bindings);
    expect(failures[0]).toMatch(/^failed {2}export the athlete: /);
    expect(failures.at(-2)).toMatch(/failed: export the athlete\.$/);
    expect(lines).toContain('ok      erase the athlete');
  });
});
