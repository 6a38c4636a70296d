import { env } from 'cloudflare:workers';
import * as oauth from 'oauth4webapi';
import { beforeAll, describe, expect, test } from 'vitest';
import { subscribeUrl } from '#nutrition/records/subscribe-link.ts';
import { parseEnv } from '#platform/env.ts';
import { atEveryCall, type When } from '../support/bindings.ts';
import { Browser, codeFor, fieldOf, type PageReply } from '../support/browser.ts';
import { makeAthlete } from '../support/builders.ts';
import { call } from '../support/client.ts';
import {
  authorize,
  connect,
  discover,
  exchangeResponse,
  makeClient,
  newEmail,
  newFlow,
  signIn,
  type TestClient,
  through,
} from '../support/oauth.ts';
import { makePartner } from '../support/partners.ts';
import { databaseOf } from '../support/shards.ts';

/** Tests athletes' pages and OAuth while a store fails: no token is issued without a valid grant. */

const WHENS: readonly When[] = ['before', 'after'];

let as: oauth.AuthorizationServer;
let key: string;
let client: TestClient;
beforeAll(async () => {
  as = await discover();
  key = (await makePartner()).testKey;
  client = await makeClient(key);
});

type Bindings = Partial<Cloudflare.Env>;
const isLetIn = async (token: string) => (await call('GET', '/v1/me', { key: token })).status === 200;

function expectTryAgain(response: Pick<Response, 'status' | 'headers'>, place: string): void {
  expect(response.status, place).toBe(503);
  expect(Number(response.headers.get('Retry-After')), place).toBeGreaterThan(0);
}

function expectPageToTryAgain(page: PageReply, place: string): void {
  expectTryAgain(page, place);
  expect(page.headers.get('Content-Type'), place).toBe('text/html; charset=UTF-8');
}

describe.each(WHENS)('a storage call that fails %s it took effect', (when) => {
  test('in the exchange of a code: tokens or "try again"; a code that was spent without an answer gives no token', async () => {
    const calls = await atEveryCall(when, async (bindings, place) => {
      const grant = await authorize(as, client);
      const first = await exchangeResponse(as, client, grant, { bindings });
      if (first.status === 200) return;
      expectTryAgain(first, place);
      const second = await exchangeResponse(as, client, grant);
      const { access_token: token, error }: { access_token?: string; error?: string } = await second.json();
      if (second.status === 200) expect(await isLetIn(token ?? ''), place).toBe(true);
      else expect([second.status, error], place).toEqual([400, 'invalid_grant']);
    });
    expect(calls).toBeGreaterThan(3);
  });

  test('in a refresh: tokens or "try again", and a retry with the same refresh token gives new ones', async () => {
    const calls = await atEveryCall(when, async (bindings, place) => {
      const { refreshToken } = await connect(as, client);
      const refresh = (given: Bindings) =>
        oauth.refreshTokenGrantRequest(as, client.client, client.auth, refreshToken, through(given));
      const first = await refresh(bindings);
      if (first.status === 200) return;
      expectTryAgain(first, place);
      const second = await oauth.processRefreshTokenResponse(as, client.client, await refresh({}));
      expect(await isLetIn(second.access_token), place).toBe(true);
    });
    expect(calls).toBe(3);
  });

  test('in the revocation of a grant: done or "try again", and after a retry every token of it is revoked', async () => {
    const calls = await atEveryCall(when, async (bindings, place) => {
      const { accessToken, refreshToken } = await connect(as, client);
      const revoke = (given: Bindings) =>
        oauth.revocationRequest(as, client.client, client.auth, refreshToken, through(given));
      const first = await revoke(bindings);
      if (first.status !== 200) expectTryAgain(first, place);
      if (first.status === 200) expect(await isLetIn(accessToken), place).toBe(false);
      expect((await revoke({})).status, place).toBe(200);
      expect(await isLetIn(accessToken), place).toBe(false);
    });
    expect(calls).toBeGreaterThan(3);
  });

  test('in the request of a sign-in code: the next page or "try again", as a page, and a retry sends a code', async () => {
    const calls = await atEveryCall(when, async (bindings, place) => {
      const email = newEmail();
      const { query } = await newFlow(client, 'profile:read');
      const ask = (browser: Browser) =>
        browser.post('/oauth/login/start', [
          ['authorization_query', query],
          ['email', email],
        ]);
      const first = await ask(new Browser(bindings));
      if (first.status !== 200) expectPageToTryAgain(first, place);
      const browser = new Browser();
      expect((await ask(browser)).status, place).toBe(200);
      const done = await browser.post('/oauth/login/verify', [['code', await codeFor(email)]]);
      expect(done.status, place).toBe(303);
    });
    expect(calls).toBeGreaterThan(1);
  });

  test('in the check of a sign-in code: signed in or "try again", as a page; a code is spent once at most', async () => {
    const calls = await atEveryCall(when, async (bindings, place) => {
      const email = newEmail();
      const [browser, faulty] = [new Browser(), new Browser(bindings)];
      await browser.post('/oauth/login/start', [['email', email]]);
      for (const [name, value] of browser.cookies) faulty.cookies.set(name, value);
      const code = await codeFor(email);
      const first = await faulty.post('/oauth/login/verify', [['code', code]]);
      if (first.status !== 303) expectPageToTryAgain(first, place);
      const second = await browser.post('/oauth/login/verify', [['code', code]]);
      if (first.status === 303) expect(second.status, place).toBe(400);
      else expect([303, 400], place).toContain(second.status);
      if (second.status === 303) return;
      await browser.post('/oauth/login/start', [['email', email]]);
      const again = await browser.post('/oauth/login/verify', [['code', await codeFor(email)]]);
      expect(again.status, place).toBe(303);
    });
    expect(calls).toBeGreaterThan(1);
  });

  test('in a consent: the redirect or "try again", and after any retries one athlete and one connection', async () => {
    const calls = await atEveryCall(when, async (bindings, place) => {
      const email = newEmail();
      const browser = new Browser(bindings);
      const flow = await newFlow(client, 'profile:read');
      // Signed in over healthy stores: the fault is for the consent alone.
      const healthy = new Browser();
      const consent = await signIn(healthy, flow, email);
      for (const [name, value] of healthy.cookies) browser.cookies.set(name, value);
      const reply = await browser.post('/oauth/authorize', [
        ['handle', fieldOf(consent, 'handle')],
        ['record', fieldOf(consent, 'record')],
        ['seal', fieldOf(consent, 'seal')],
        ['scope', 'profile:read'],
        ['decision', 'allow'],
      ]);
      if (reply.location === null) expectPageToTryAgain(reply, place);
      const { accessToken } = await connect(as, client, { email, scope: 'profile:read' });
      const { json: athlete } = await call('GET', '/v1/me', { key: accessToken });
      const { json } = await call('GET', `/v1/connections?athlete_id=${athlete.id}`, { key });
      expect(json.data, place).toHaveLength(1);
      const same = await databaseOf(athlete.id)
        .prepare('SELECT id FROM athletes WHERE email = ?')
        .bind(email)
        .all();
      expect(same.results, place).toEqual([{ id: athlete.id }]);
    });
    expect(calls).toBeGreaterThan(5);
  });

  test('in the use of a subscribe link: the full tier or "try again", and the full tier after a retry', async () => {
    const calls = await atEveryCall(when, async (bindings, place) => {
      const { testKey } = await makePartner();
      const athlete = await makeAthlete(testKey, { tier: 'teaser' });
      const link = new URL(await subscribeUrl(parseEnv(env), Date.now(), athlete.id));
      const use = (given: Bindings) =>
        call('POST', '/subscribe', {
          rawBody: link.searchParams.toString(),
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          bindings: given,
        });
      const first = await use(bindings);
      if (first.status !== 200) expectTryAgain(first, place);
      if (first.status === 503) expect([200, 409, 410], place).toContain((await use({})).status);
      const { json } = await call('GET', athlete.path, { key: testKey });
      expect(json.tier, place).toBe('full');
    });
    expect(calls).toBeGreaterThan(1);
  });
});
