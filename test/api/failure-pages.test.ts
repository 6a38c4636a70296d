import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { SESSION_COOKIE } from '#delivery/site/oauth/browser.tsx';
import { subscribeUrl } from '#nutrition/records/subscribe-link.ts';
import { parseEnv } from '#platform/env.ts';
import { isPagePath } from '#platform/http/failure-format.ts';
import { Browser, codeFor, fieldOf, type PageReply, plainFetch } from '../support/browser.ts';
import { makeAthlete } from '../support/builders.ts';
import { BASE, call, refusal } from '../support/client.ts';
import { withBatches } from '../support/faulty-databases.ts';
import { makeClient, newEmail, newFlow, signIn } from '../support/oauth.ts';
import { makePartner } from '../support/partners.ts';
import { insteadOfEach } from '../support/shards.ts';

/** Failures as people meet them: a page where a page was expected, JSON for every program. */

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

const withAccept = (path: string, accept: string, method = 'GET') =>
  plainFetch(BASE + path, { method, headers: { accept } });

describe('an unknown URL (404)', () => {
  test.each([
    '/unknown',
    '/docs/unknown',
    '/docs/',
    '/oauth/unknown',
    '/health/unknown',
    '/assets/nope.js',
    '/V1/x',
  ])('is a page in the layout of the site for a browser: %s', async (path) => {
    const response = await withAccept(path, BROWSER);
    const text = await response.text();
    expect([response.status, response.headers.get('Content-Type')]).toEqual([
      404,
      'text/html; charset=UTF-8',
    ]);
    expect(text).toContain('<link rel="stylesheet" href="/assets/site.css"');
    expect(text).toContain('<h1>Page not found</h1>');
    expect(text).toContain(response.headers.get('X-Request-Id'));
    expect(text).not.toContain('<script');
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
  });

  test('is a page without a body for HEAD', async () => {
    const response = await withAccept('/unknown', BROWSER, 'HEAD');
    expect([response.status, response.headers.get('Content-Type')]).toEqual([
      404,
      'text/html; charset=UTF-8',
    ]);
    expect(await response.text()).toBe('');
  });

  test.each([
    ['*/*', 'GET'],
    ['', 'GET'],
    ['application/json', 'GET'],
    ['application/json, text/html;q=0.9', 'GET'],
    ['application/json, text/html', 'GET'],
    ['text/html;q=0', 'GET'],
    ['text/html;q=0.2, */*', 'GET'],
    ['image/png', 'GET'],
    ['text/html;q=x;;;,,"', 'POST'],
    [BROWSER, 'POST'],
    [BROWSER, 'DELETE'],
  ])('is JSON for everyone else: Accept %s, %s', async (accept, method) => {
    const response = await withAccept('/unknown', accept, method);
    const body: { error: { code: string } } = await response.json();
    expect([response.status, body.error.code]).toEqual([404, 'route_not_found']);
  });

  test.each(['/v1/unknown', '/v1', '/operator/unknown', '/operator/v1/partners'])(
    'is JSON below the API for browsers too: %s',
    async (path) => {
      const response = await withAccept(path, BROWSER);
      expect(response.headers.get('Content-Type')).toContain('application/json');
    },
  );

  test('a method that a page does not support (405) is answered in the form of the caller', async () => {
    const asked = await withAccept('/oauth/logout', BROWSER);
    expect([asked.status, asked.headers.get('Allow')]).toEqual([405, 'POST']);
    expect(asked.headers.get('Content-Type')).toContain('text/html');
    await asked.body?.cancel();
    expect(refusal(await call('GET', '/oauth/logout'))).toMatchObject({
      status: 405,
      code: 'method_not_allowed',
    });
  });
});

test('exactly the paths that answer with a page are known as pages', async () => {
  const paths = [
    '/',
    '/docs',
    '/docs/errors',
    '/docs/data',
    '/brand/',
    '/brand',
    '/subscribe',
    '/dev/outbox',
  ];
  const others = ['/openapi.json', '/assets/site.css', '/health', '/health/ready'];
  const wellKnown = ['/.well-known/security.txt', '/.well-known/oauth-authorization-server'];
  for (const path of [...paths, '/account/connections', '/oauth/authorize', ...others, ...wellKnown]) {
    const response = await plainFetch(BASE + path);
    await response.body?.cancel();
    if (response.status === 301) continue;
    expect(isPagePath(path), path).toBe(response.headers.get('Content-Type')?.startsWith('text/html'));
  }
  for (const path of ['/oauth/login/start', '/oauth/login/verify', '/oauth/logout']) {
    expect(isPagePath(path), path).toBe(true);
  }
  for (const path of ['/oauth/token', '/oauth/revoke', '/brand/logo.svg', '/v1/athletes']) {
    expect(isPagePath(path), path).toBe(false);
  }
});

const FAULTS = [
  ['unavailable', 503, 'D1 is away', '<h1>Temporarily unavailable</h1>'],
  // A statement that SQLite cannot read is a bug.
  ['faulty', 500, 'no such table: secrets', '<h1>Something went wrong</h1>'],
] as const;

describe.each(FAULTS)('while storage is %s', (_state, status, fault, heading) => {
  let walks: readonly (readonly [name: string, walk: (browser: Browser) => Promise<PageReply>])[] = [];
  const cookies = new Map<string, string>();

  const failing = (() => {
    const database = (binding: D1Database) => withBatches(binding, () => Promise.reject(new Error(fault)));
    return { REGISTRY: database(env.REGISTRY), ...insteadOfEach(database) };
  })();

  beforeAll(async () => {
    const { testKey } = await makePartner();
    const { query } = await newFlow(await makeClient(testKey), 'profile:read');
    const email = newEmail();
    const healthy = new Browser();
    const html = await signIn(healthy, { verifier: '', state: '', query }, email);
    await healthy.post('/oauth/login/start', [['email', email]]);
    const code = await codeFor(email);
    for (const [name, value] of healthy.cookies) cookies.set(name, value);
    const athlete = await makeAthlete(testKey);
    const { search } = new URL(await subscribeUrl(parseEnv(env), Date.now(), athlete.id));
    walks = [
      ['GET /oauth/authorize', (browser) => browser.get(`/oauth/authorize?${query}`)],
      [
        'POST /oauth/authorize',
        (browser) =>
          browser.post('/oauth/authorize', [
            ['handle', fieldOf(html, 'handle')],
            ['record', fieldOf(html, 'record')],
            ['seal', fieldOf(html, 'seal')],
            ['decision', 'allow'],
          ]),
      ],
      ['POST /oauth/login/start', (browser) => browser.post('/oauth/login/start', [['email', email]])],
      ['POST /oauth/login/verify', (browser) => browser.post('/oauth/login/verify', [['code', code]])],
      ['POST /oauth/logout', (browser) => browser.post('/oauth/logout', [])],
      ['GET /account/connections', (browser) => browser.get('/account/connections')],
      [
        'POST /account/connections/{id}/disconnect',
        (browser) => browser.post('/account/connections/con_x/disconnect', []),
      ],
      ['GET /subscribe', (browser) => browser.get(`/subscribe${search}`)],
      ['POST /subscribe', (browser) => browser.post('/subscribe', [...new URLSearchParams(search)])],
    ];
  });

  test('every page that reads it is a page too, with the status, the headers and nothing of the cause', async () => {
    expect(cookies.has(SESSION_COOKIE)).toBe(true);
    for (const [name, walk] of walks) {
      const browser = new Browser(failing);
      for (const [cookie, value] of cookies) browser.cookies.set(cookie, value);
      const { status: seen, headers, html } = await walk(browser);
      expect([seen, headers.get('Content-Type')], name).toEqual([status, 'text/html; charset=UTF-8']);
      expect(html, name).toContain(heading);
      expect(html, name).toContain(headers.get('X-Request-Id'));
      expect(html, name).not.toContain(fault);
      expect(headers.get('Cache-Control'), name).toBe('no-store');
      expect(headers.get('Retry-After'), name).toBe(status === 503 ? '2' : null);
      expect(headers.get('Content-Security-Policy'), name).toContain("frame-ancestors 'none'");
      expect(headers.getSetCookie(), name).toEqual([]);
    }
  });

  test('programs get JSON: the token endpoint as RFC 6749 says, the API as ever', async () => {
    const { testKey } = await makePartner();
    const answers = await Promise.all([
      call('POST', '/oauth/token', {
        rawBody: 'grant_type=authorization_code&code=a:b:c&client_id=x&client_secret=y',
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: BROWSER },
        bindings: failing,
      }),
      call('GET', '/v1/athletes', { key: testKey, headers: { accept: BROWSER }, bindings: failing }),
    ]);
    for (const reply of answers) {
      expect(reply.status).toBe(status);
      expect(reply.headers.get('Content-Type')).toContain('application/json');
    }
  });
});
