import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import type { Verification, WebWorker } from '../../src/http/web-worker.ts';
import api from '../../src/index.ts';
import { proofOfInstallation } from '../../src/web-app.ts';
import { checkResponse } from '../support/check-response.ts';
import { BASE } from '../support/client.ts';
import { makePartner } from '../support/partners.ts';

/** The API Worker beside a web Worker that is away, or is not the one that belongs to it. */

const AWAY: WebWorker = {
  fetch: () => Promise.reject(new Error('unplugged')),
  verifyAccessToken: () => Promise.reject(new Error('unplugged')),
  proofOfInstallation: () => Promise.reject(new Error('unplugged')),
};

let days = 10;

function get(path: string, web: WebWorker, token?: string) {
  return request('GET', path, web, token);
}

async function request(method: string, path: string, web: WebWorker, token?: string) {
  days += 1;
  const headers = new Headers({ 'cf-connecting-ip': `10.3.0.${days}` });
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  const execution = createExecutionContext();
  const sent = new Request<unknown, IncomingRequestCfProperties>(BASE + path, { method, headers });
  // Of another day than the other tests', so that readiness finds no kept answer of theirs.
  const bindings = { ...env, WEB: web, CLOCK_OFFSET_S: String(days * 86_400) };
  const response = await api.fetch(sent, bindings, execution);
  const text = await response.text();
  checkResponse(sent, response, text);
  await waitOnExecutionContext(execution);
  return { status: response.status, headers: response.headers, text };
}

describe('while the web Worker does not answer', () => {
  test.each(['/.well-known/oauth-authorization-server', '/openapi.json', '/unknown'])(
    '%s is 503 with Retry-After and all of our headers',
    async (path) => {
      const { status, headers, text } = await get(path, AWAY);
      expect([status, JSON.parse(text).error.code]).toEqual([503, 'temporarily_unavailable']);
      expect(headers.get('Retry-After')).toBe('2');
      expect(headers.get('X-Request-Id')).toBe(JSON.parse(text).error.request_id);
      expect(headers.get('X-Service-Data-License')).toBe('display-only');
      expect(text).not.toContain('unplugged');
    },
  );

  test.each(['/', '/docs', '/subscribe', '/account/connections'])(
    '%s is a page, 503 with Retry-After and all of our headers',
    async (path) => {
      const { status, headers, text } = await get(path, AWAY);
      expect([status, headers.get('Content-Type')]).toEqual([503, 'text/html; charset=UTF-8']);
      expect(text).toContain('<h1>Not available at the moment</h1>');
      expect(text).toContain(headers.get('X-Request-Id'));
      expect(headers.get('Retry-After')).toBe('2');
      expect(headers.get('Cache-Control')).toBe('no-store');
      for (const name of ['License', 'Training', 'Attribution']) {
        expect(headers.get(`X-Service-Data-${name}`), name).not.toBeNull();
      }
      expect(text).not.toContain('unplugged');
    },
  );

  test.each(['/oauth/token', '/oauth/revoke'])('%s refuses as RFC 6749 §5.2 says', async (path) => {
    const { status, headers, text } = await request('POST', path, AWAY);
    expect([status, JSON.parse(text).error]).toEqual([503, 'temporarily_unavailable']);
    expect(headers.get('Retry-After')).toBe('2');
    expect(headers.get('Cache-Control')).toBe('no-store');
  });

  test("an athlete's token is neither accepted nor called invalid", async () => {
    const { status, text } = await get('/v1/me', AWAY, `oat_test_${'a'.repeat(60)}`);
    expect([status, JSON.parse(text).error.code]).toEqual([503, 'temporarily_unavailable']);
  });

  test('calls with an API key go on', async () => {
    const { testKey } = await makePartner();
    expect((await get('/v1/athletes', AWAY, testKey)).status).toBe(200);
  });

  test('the service is not ready, but alive', async () => {
    expect((await get('/health/ready', AWAY)).status).toBe(503);
    expect((await get('/health', AWAY)).status).toBe(200);
  });
});

test('a web Worker of another installation makes the service not ready, its own makes it ready', async () => {
  const own: WebWorker = { ...AWAY, proofOfInstallation: () => proofOfInstallation(env) };
  expect((await get('/health/ready', own)).status).toBe(200);
  const others = { SIGNING_SECRET: 'another signing secret of at least 32', BASE_URL: 'https://other.test' };
  for (const [name, value] of Object.entries({ ...others, ATHLETES_LIVE_2: env.ATHLETES_LIVE_1 })) {
    const other: WebWorker = {
      ...AWAY,
      proofOfInstallation: () => proofOfInstallation({ ...env, [name]: value }),
    };
    expect((await get('/health/ready', other)).status, name).toBe(503);
  }
});

describe('a token that the web Worker cannot judge is not called invalid', () => {
  const TOKEN = `oat_test_${'a'.repeat(60)}`;
  const answering = (verification: unknown): WebWorker => ({
    ...AWAY,
    // What a web Worker of another version may answer is of no type that this one knows.
    verifyAccessToken: () => Promise.resolve(verification as Verification),
  });

  test.each([
    [
      'its database is away',
      { outcome: 'unavailable', reason: 'D1 is away' },
      503,
      'temporarily_unavailable',
    ],
    ['it is newer than we are', { outcome: 'judged', verdict: {} }, 503, 'temporarily_unavailable'],
    ['it has a fault', { outcome: 'fault', fault: 'TypeError | at somewhere' }, 500, 'internal_error'],
  ])('%s', async (_why, verification, status, code) => {
    const reply = await get('/v1/me', answering(verification), TOKEN);
    expect([reply.status, JSON.parse(reply.text).error.code]).toEqual([status, code]);
    expect(reply.text).not.toMatch(/D1|TypeError/);
  });
});
