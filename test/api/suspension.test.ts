import { env } from 'cloudflare:workers';
import * as oauth from 'oauth4webapi';
import { beforeAll, describe, expect, test } from 'vitest';
import { message, post } from '../support/assistant.ts';
import { failingBindings } from '../support/bindings.ts';
import { Browser } from '../support/browser.ts';
import { makeAthlete } from '../support/builders.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { BASE, call, refusal } from '../support/client.ts';
import { consoleAuditOf, emailsTo, makeConsole, signInToConsole, submit } from '../support/console.ts';
import { runSchedule } from '../support/crons.ts';
import { rewireGuard } from '../support/guards.ts';
import { newIsolate } from '../support/isolates.ts';
import {
  authorize,
  connect,
  decide,
  discover,
  exchange,
  exchangeResponse,
  makeClient,
  newEmail,
  newFlow,
  signIn,
  through,
} from '../support/oauth.ts';
import { makePartner, type TestPartner } from '../support/partners.ts';
import { TEST_HOME } from '../support/shards.ts';

const SUSPENDED = { status: 403, code: 'partner_suspended' };

let as: oauth.AuthorizationServer;
beforeAll(async () => {
  await loadTestCatalogue();
  as = await discover();
});

const operator = (method: string, path: string, body?: object, bindings: Partial<Cloudflare.Env> = {}) =>
  call(method, `/operator/v1${path}`, { key: env.OPERATOR_TOKEN, bindings, ...(body ? { body } : {}) });
const suspend = ({ partnerId }: Pick<TestPartner, 'partnerId'>, bindings?: Partial<Cloudflare.Env>) =>
  operator('POST', `/partners/${partnerId}/suspend`, undefined, bindings);
const resume = ({ partnerId }: Pick<TestPartner, 'partnerId'>, bindings?: Partial<Cloudflare.Env>) =>
  operator('POST', `/partners/${partnerId}/resume`, undefined, bindings);
const cron = () => runSchedule('*/10 * * * *', env);

describe('a suspended partner', () => {
  test('keeps what a terminated one keeps, reads its account, and everything works again once resumed', async () => {
    const partner = await makePartner();
    const { testKey, liveKey, liveKeyId } = partner;
    const { path } = await makeAthlete(testKey, { name: 'Ada' });
    const isolate = newIsolate();
    await call('GET', path, { key: testKey, bindings: isolate });

    const suspended = await suspend(partner);
    expect([suspended.status, suspended.json.status]).toEqual([200, 'suspended']);
    expect(Date.parse(suspended.json.suspended_at)).toBeGreaterThan(0);
    for (const key of [testKey, liveKey]) {
      expect((await call('GET', '/v1/partner', { key })).json.status).toBe('suspended');
      expect((await call('GET', '/v1/athletes', { key })).status).toBe(200);
      expect(refusal(await call('GET', '/v1/activity-types', { key }))).toMatchObject(SUSPENDED);
    }
    // An isolate that remembers the key as active.
    expect(refusal(await call('GET', path, { key: testKey, bindings: isolate }))).toMatchObject(SUSPENDED);
    expect((await call('POST', `${path}/export`, { key: testKey })).status).toBe(200);
    expect((await call('DELETE', `/v1/partner/api-keys/${liveKeyId}`, { key: liveKey })).status).toBe(204);

    const resumed = await resume(partner);
    expect([resumed.json.status, resumed.json.suspended_at]).toEqual(['active', null]);
    for (const bindings of [{}, isolate]) {
      expect((await call('GET', path, { key: testKey, bindings })).json.name).toBe('Ada');
    }
    expect((await call('PATCH', path, { key: testKey, body: { name: 'Eve' } })).status).toBe(200);
    expect((await call('GET', '/v1/partner', { key: testKey })).json.status).toBe('active');
    expect(refusal(await call('GET', '/v1/partner', { key: liveKey })).code).toBe('invalid_api_key');
  });

  test('can be suspended and resumed twice with one audit row and one email each, and is never purged', async () => {
    const { email, ...partner } = await makeConsole();
    for (let time = 0; time < 2; time++) expect((await suspend(partner)).status).toBe(200);
    const far = { ...env, CLOCK_OFFSET_S: String(40 * 86_400) };
    for (let run = 0; run < 3; run++) await runSchedule('*/10 * * * *', far);
    expect((await call('GET', '/v1/partner', { key: partner.testKey })).json.status).toBe('suspended');
    for (let time = 0; time < 2; time++) expect((await resume(partner)).status).toBe(200);
    const acts = (await consoleAuditOf(partner.partnerId)).filter((act) => act.startsWith('partner.'));
    expect(acts).toEqual(['partner.suspend', 'partner.resume']);
    expect((await emailsTo(email))[0]).toContain('Your account was resumed');
  });

  test('is terminated like any other, and cannot be resumed afterwards', async () => {
    const partner = await makePartner();
    await suspend(partner);
    const end = await operator('POST', `/partners/${partner.partnerId}/terminate`);
    expect(end.status).toBe(200);
    const reply = await call('GET', '/v1/activity-types', { key: partner.testKey });
    expect(refusal(reply)).toMatchObject({ status: 403, code: 'partner_terminated' });
    expect(refusal(await call('GET', '/v1/partner', { key: partner.testKey })).code).toBe(
      'partner_terminated',
    );
    for (const act of [suspend, resume]) expect(refusal(await act(partner)).code).toBe('partner_terminated');
    expect(refusal(await suspend({ partnerId: 'prt_none' })).code).toBe('partner_not_found');
    const kept = await env.REGISTRY.prepare("SELECT kind FROM ends WHERE id = ? AND kind = 'partner'")
      .bind(partner.partnerId)
      .first();
    expect(kept).not.toBeNull();
  });

  test('gets no new key, region or live access, while the operator may replace its contact', async () => {
    const partner = await makePartner();
    await suspend(partner);
    const path = `/partners/${partner.partnerId}`;
    expect(refusal(await operator('POST', `${path}/live-access`))).toMatchObject(SUSPENDED);
    const regions = { regions: ['weur'] };
    expect(refusal(await operator('PUT', `${path}/regions`, regions))).toMatchObject(SUSPENDED);
    expect((await operator('PATCH', path, { exports_per_day: 3 })).status).toBe(200);
    const contact = { email: 'rescue@platform.example', alone: true };
    expect((await operator('PUT', `${path}/contact`, contact)).json.status).toBe('suspended');
  });

  test('reads its audit, keys and members in the console, revokes keys, and does nothing else', async () => {
    const { browser, email, testKeyId, ...partner } = await makeConsole();
    await suspend(partner);
    const again = await signInToConsole(email, new Browser());
    for (const one of [browser, again]) {
      for (const path of ['', '/audit', '/members', '/account', '/sandbox/keys', '/production/keys']) {
        const { status, html } = await one.get(`/console${path}`);
        expect([status, html.includes('This account is suspended')], path).toEqual([200, true]);
      }
    }
    expect((await browser.get('/console/sandbox/webhooks')).status).toBe(403);
    expect((await submit(browser, '/console/sandbox/keys', { name: 'x' })).status).toBe(403);
    expect((await submit(browser, `/console/sandbox/keys/${testKeyId}/revoke`)).status).toBe(303);
    await resume(partner);
    expect((await browser.get('/console/sandbox/webhooks')).html).not.toContain('is suspended');
  });
});

describe("a suspended partner's athletes", () => {
  test('keep their connection: tokens get 403 until the partner is resumed, and no token or code is used up', async () => {
    const partner = await makePartner();
    const client = await makeClient(partner.testKey);
    const email = newEmail();
    const tokens = await connect(as, client, { email });
    const waiting = await authorize(as, client, { email });
    const assistant = await connect(as, await makeClient(partner.testKey), {
      email,
      resource: `${BASE}/mcp`,
    });
    const me = (key: string) => call('GET', '/v1/me', { key });
    // Remembered by this isolate, so that the next read starts before the token is verified.
    expect((await me(tokens.accessToken)).status).toBe(200);
    await suspend(partner);
    expect(refusal(await me(tokens.accessToken))).toMatchObject(SUSPENDED);
    for (const bearer of [assistant.accessToken, partner.testKey]) {
      const { status, text } = await post(bearer, message('tools/list'));
      expect([status, JSON.parse(text).error.code]).toEqual([403, 'partner_suspended']);
    }
    const refresh = () =>
      oauth.refreshTokenGrantRequest(as, client.client, client.auth, tokens.refreshToken, through({}));
    for (const refused of [await refresh(), await exchangeResponse(as, client, waiting)]) {
      expect([refused.status, (await refused.json<{ error: string }>()).error]).toEqual([
        403,
        'unauthorized_client',
      ]);
    }
    await resume(partner);
    expect((await me(tokens.accessToken)).status).toBe(200);
    expect((await post(assistant.accessToken, message('tools/list'))).status).toBe(200);
    const refreshed = await oauth.processRefreshTokenResponse(as, client.client, await refresh());
    expect((await me(refreshed.access_token)).status).toBe(200);
    const exchanged = await exchange(as, client, waiting);
    expect((await me(exchanged.access_token)).status).toBe(200);
  });

  test('cannot connect: consent is refused before and after the page was shown', async () => {
    const partner = await makePartner();
    const client = await makeClient(partner.testKey);
    const browser = new Browser();
    const flow = await newFlow(client, 'profile:read');
    const page = await signIn(browser, flow, newEmail());
    await suspend(partner);
    const shown = await browser.get(`/oauth/authorize?${flow.query}`);
    expect([shown.status, shown.html.includes('This application is paused')]).toEqual([403, true]);
    await expect(decide(browser, page, 'allow')).rejects.toThrow('answered with 403');
    await resume(partner);
    expect((await browser.get(`/oauth/authorize?${flow.query}`)).status).toBe(200);
  });

  test('see their connection and end it', async () => {
    const partner = await makePartner();
    const email = newEmail();
    const client = await makeClient(partner.testKey);
    const browser = new Browser();
    const tokens = await connect(as, client, { email, browser });
    await suspend(partner);
    const { html } = await browser.get('/account/connections');
    const [connection = 'none'] = /con_[0-9a-z]+/.exec(html) ?? [];
    expect(connection).not.toBe('none');
    const revoked = await oauth.revocationRequest(
      as,
      client.client,
      client.auth,
      tokens.refreshToken,
      through({}),
    );
    expect(revoked.status).toBe(200);
    await resume(partner);
    expect(refusal(await call('GET', '/v1/me', { key: tokens.accessToken })).code).toBe('invalid_token');
  });
});

describe('a suspension that is interrupted', () => {
  test.each(['suspend', 'resume'] as const)(
    '%s at any store: repeated or by the cron it reaches everything',
    async (act) => {
      const change = act === 'suspend' ? suspend : resume;
      for (const kind of ['registryBatches', 'guardCalls', 'athleteBatches'] as const) {
        const partner = await makePartner();
        const client = await makeClient(partner.testKey);
        const { accessToken } = await connect(as, client);
        if (act === 'resume') await suspend(partner);
        const cut = await change(partner, failingBindings(kind, kind === 'registryBatches' ? 2 : 1));
        expect(cut.status, kind).toBe(503);
        await (kind === 'registryBatches' ? change(partner) : cron());
        const used = [
          await call('GET', '/v1/activity-types', { key: partner.testKey }),
          await call('GET', '/v1/me', { key: accessToken }),
        ];
        expect(
          used.map(({ status }) => status),
          kind,
        ).toEqual(act === 'suspend' ? [403, 403] : [200, 200]);
      }
    },
  );

  test('holds at once for keys while KV takes no write, and says so', async () => {
    const partner = await makePartner();
    await call('GET', '/v1/activity-types', { key: partner.testKey });
    const API_KEYS = new Proxy(env.API_KEYS, {
      get: (target, name) =>
        name === 'put'
          ? () => Promise.reject(new Error('KV is down'))
          : Reflect.get(target, name, target).bind(target),
    });
    const restore = await rewireGuard(partner.testKeyId, { API_KEYS });
    expect((await suspend(partner)).status).toBe(503);
    const reply = await call('GET', '/v1/activity-types', { key: partner.testKey });
    expect(refusal(reply)).toMatchObject(SUSPENDED);
    await restore();
    await cron();
    const row = await env.REGISTRY.prepare(
      'SELECT suspension_version - suspension_fanned_out AS behind FROM partners WHERE id = ?',
    )
      .bind(partner.partnerId)
      .first<{ behind: number }>();
    expect(row?.behind).toBe(0);
  });

  test('of suspensions and resumptions at the same time the last one holds in every store', async () => {
    const partner = await makePartner();
    await Promise.all([suspend(partner), resume(partner), suspend(partner), resume(partner)]);
    const { json } = await operator('GET', `/partners/${partner.partnerId}`);
    const isSuspended = json.status === 'suspended';
    const reply = await call('GET', '/v1/activity-types', { key: partner.testKey });
    expect(reply.status).toBe(isSuspended ? 403 : 200);
    const stored = await TEST_HOME.prepare('SELECT suspended_at FROM suspensions WHERE partner_id = ?')
      .bind(partner.partnerId)
      .first<{ suspended_at: number | null }>();
    expect((stored?.suspended_at ?? null) !== null).toBe(isSuspended);
  });
});
