import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import type { WebWorker } from '../../src/http/web-worker.ts';
import api from '../../src/index.ts';
import { BASE } from '../support/client.ts';
import { makePartner } from '../support/partners.ts';

/** The API Worker beside a web Worker that is away, or is not the one that belongs to it. */

const AWAY: WebWorker = {
  fetch: () => Promise.reject(new Error('unplugged')),
  verifyAccessToken: () => Promise.reject(new Error('unplugged')),
  proofOfSecret: () => Promise.reject(new Error('unplugged')),
};

let days = 10;

async function get(path: string, web: WebWorker, token?: string) {
  days += 1;
  const headers = new Headers({ 'cf-connecting-ip': `10.3.0.${days}` });
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  const execution = createExecutionContext();
  const request = new Request<unknown, IncomingRequestCfProperties>(BASE + path, { headers });
  // Of another day than the other tests', so that readiness finds no kept answer of theirs.
  const bindings = { ...env, WEB: web, CLOCK_OFFSET_S: String(days * 86_400) };
  const response = await api.fetch(request, bindings, execution);
  const text = await response.text();
  await waitOnExecutionContext(execution);
  return { status: response.status, headers: response.headers, text };
}

describe('while the web Worker does not answer', () => {
  test.each(['/', '/account/connections', '/.well-known/oauth-authorization-server', '/unknown'])(
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

test('a web Worker with another signing secret makes the service not ready', async () => {
  const stranger: WebWorker = { ...AWAY, proofOfSecret: async () => 'the proof of another secret' };
  expect((await get('/health/ready', stranger)).status).toBe(503);
});
