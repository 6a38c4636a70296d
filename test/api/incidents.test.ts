import { env } from 'cloudflare:workers';
import * as oauth from 'oauth4webapi';
import { beforeAll, describe, expect, test } from 'vitest';
import { sha256Hex } from '#platform/storage/cryptography.ts';
import { message, post } from '../support/assistant.ts';
import { failingBindings } from '../support/bindings.ts';
import { Browser, codeFor, fieldOf, plainFetch } from '../support/browser.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { BASE, call, refusal } from '../support/client.ts';
import { addMember, confirm, makeConsole, newAddress, signInToConsole, submit } from '../support/console.ts';
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

const OPERATOR = { key: env.OPERATOR_TOKEN };
const SUSPENDED = { status: 403, code: 'partner_suspended' };

let as: oauth.AuthorizationServer;
beforeAll(async () => {
  await loadTestCatalogue();
  as = await discover();
});

const operator = (method: string, path: string, body?: object, bindings: Partial<Cloudflare.Env> = {}) =>
  call(method, `/operator/v1${path}`, { ...OPERATOR, ...(body ? { body } : {}), bindings });
const suspend = ({ partnerId }: Pick<TestPartner, 'partnerId'>, bindings?: Partial<Cloudflare.Env>) =>
  operator('POST', `/partners/${partnerId}/suspend`, undefined, bindings);
const resume = ({ partnerId }: Pick<TestPartner, 'partnerId'>, bindings?: Partial<Cloudflare.Env>) =>
  operator('POST', `/partners/${partnerId}/resume`, undefined, bindings);
const outbox = async () => (await plainFetch(`${BASE}/dev/outbox`)).text();
const lastEmailTo = async (email: string) =>
  (await outbox()).split('<article').find((article) => article.includes(`To ${email},`)) ?? '';
const cron = () => runSchedule('*/10 * * * *', env);

async function auditOf({ partnerId }: Pick<TestPartner, 'partnerId'>): Promise<readonly string[]> {
  const { results } = await env.REGISTRY.prepare(
    'SELECT action, member_id, subject_id FROM console_audit WHERE partner_id = ? ORDER BY id',
  )
    .bind(partnerId)
    .all<{ action: string; member_id: string | null; subject_id: string | null }>();
  return results.map(({ action, member_id, subject_id }) => [action, member_id, subject_id].join(' ').trim());
}

describe('a suspended partner', () => {
  test('keeps what a terminated one keeps, reads its account, and everything works again once resumed', async () => {
    const partner = await makePartner();
    const { testKey, liveKey, liveKeyId } = partner;
    const { json: athlete } = await call('POST', '/v1/athletes', { key: testKey, body: { name: 'Ada' } });
    const path = `/v1/athletes/${athlete.id}`;
    const isolate = newIsolate();
    await call('GET', path, { key: testKey, bindings: isolate });

    const suspended = await suspend(partner);
    expect([suspended.status, suspended.json.status]).toEqual([200, 'suspended']);
    expect(Date.parse(suspended.json.suspended_at)).toBeGreaterThan(0);
    for (const key of [testKey, liveKey]) {
      expect((await call('GET', '/v1/partner', { key })).json.status).toBe('suspended');
      expect((await call('GET', '/v1/athletes', { key })).status).toBe(200);
      for (const [method, closed] of [
        ['GET', '/v1/activity-types'],
        ['GET', '/v1/webhooks'],
        ['POST', '/v1/partner/api-keys'],
      ] as const) {
        const body = method === 'POST' ? { body: { name: 'again' } } : {};
        expect(refusal(await call(method, closed, { key, ...body })), closed).toMatchObject(SUSPENDED);
      }
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
    const acts = (await auditOf(partner)).filter((act) => act.startsWith('partner.'));
    expect(acts).toEqual(['partner.suspend', 'partner.resume']);
    expect(await lastEmailTo(email)).toContain('Your account was resumed');
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

describe('a leaked key', () => {
  test('is found by its prefix, revoked by the operator with one command, and stands in the audit once', async () => {
    const partner = await makePartner();
    const { json: leaked } = await call('POST', '/v1/partner/api-keys', {
      key: partner.liveKey,
      body: { name: 'leaked' },
    });
    const { json: keys } = await operator('GET', `/partners/${partner.partnerId}/api-keys`);
    expect(keys.data.map(({ id }: { id: string }) => id).sort()).toEqual(
      [partner.testKeyId, partner.liveKeyId, leaked.id].sort(),
    );
    expect(keys.data.every((key: object) => !('secret' in key))).toBe(true);
    expect(keys.data[0]).toMatchObject({ prefix: leaked.prefix, last4: leaked.last4, environment: 'live' });
    const first = await operator('GET', `/partners/${partner.partnerId}/api-keys?limit=1`);
    const cursor = encodeURIComponent(first.json.next_cursor);
    const second = await operator('GET', `/partners/${partner.partnerId}/api-keys?limit=2&cursor=${cursor}`);
    expect([...first.json.data, ...second.json.data]).toEqual(keys.data);

    for (let time = 0; time < 2; time++) {
      const revoked = await operator('POST', `/api-keys/${leaked.id}/revoke`);
      expect([revoked.status, revoked.json.status]).toEqual([200, 'revoked']);
    }
    expect(refusal(await call('GET', '/v1/partner', { key: leaked.secret })).code).toBe('invalid_api_key');
    expect((await call('GET', '/v1/partner', { key: partner.liveKey })).status).toBe(200);
    expect(await auditOf(partner)).toEqual([`key.revoke  ${leaked.id}`]);
    expect(refusal(await operator('POST', '/api-keys/key_none/revoke')).code).toBe('key_not_found');
    expect(refusal(await operator('GET', '/partners/prt_none/api-keys')).code).toBe('partner_not_found');
  });

  test('is stopped at its guard even while the registry is down, and recorded by the repeated command', async () => {
    const partner = await makePartner();
    await call('GET', '/v1/activity-types', { key: partner.testKey });
    const path = `/api-keys/${partner.testKeyId}/revoke`;
    const cut = await operator('POST', path, undefined, failingBindings('registryBatches', 2));
    expect(cut.status).toBe(503);
    const reply = await call('GET', '/v1/activity-types', { key: partner.testKey });
    expect(refusal(reply).code).toBe('invalid_api_key');
    expect((await operator('POST', path)).status).toBe(200);
    expect(await auditOf(partner)).toEqual([`key.revoke  ${partner.testKeyId}`]);
  });

  test('a key that the operator makes stands in the audit too', async () => {
    const made = await operator('POST', '/partners', {
      name: 'Fresh',
      use_case: 'Tests',
      contact_email: 'fresh@platform.example',
    });
    const { id: partnerId } = made.json.partner;
    const live = await operator('POST', `/partners/${partnerId}/live-access`);
    expect(await auditOf({ partnerId })).toEqual([
      `key.create  ${made.json.sandbox_key.id}`,
      `key.create  ${live.json.live_key.id}`,
    ]);
    const { json } = await operator('GET', `/partners/${partnerId}/athlete-counts`);
    expect(json).toMatchObject({ id: partnerId, live: 0 });
    expect(json.test).toBeGreaterThan(0);
  });
});

describe('an account that an intruder has taken over as a second admin', () => {
  const DOCUMENTS = {
    TERMS_URL: 'https://musette.example/terms-1',
    DPA_URL: 'https://musette.example/dpa-1',
  };
  const REQUEST = {
    tier: 'full',
    data_protection_contact: 'intruder@console.example',
    expected_athletes: '5',
    accept: 'yes',
    terms_url: DOCUMENTS.TERMS_URL,
    dpa_url: DOCUMENTS.DPA_URL,
  };

  const count = async (sql: string, partnerId: string) =>
    (await env.REGISTRY.prepare(sql).bind(partnerId).first<{ n: number }>())?.n;
  const sessionsOf = (partnerId: string) =>
    count(
      'SELECT count(*) AS n FROM console_sessions JOIN members ON members.id = member_id WHERE partner_id = ?',
      partnerId,
    );

  /** The partner's owner and an intruder, both admins, with everything that the intruder could prepare. */
  async function takenOver() {
    const { browser: owners, email: owner, ...partner } = await makeConsole();
    const { partnerId } = partner;
    await env.REGISTRY.prepare('UPDATE partners SET contact_email = ?, live_access_at = NULL WHERE id = ?')
      .bind(owner, partnerId)
      .run();
    await confirm(owners, owner);
    const intruder = await addMember(partnerId);
    const stolen = new Browser();
    for (const [name, value] of owners.cookies) stolen.cookies.set(name, value);
    const own = await signInToConsole(intruder.email, new Browser(DOCUMENTS));
    const second = await signInToConsole(intruder.email, new Browser());
    await confirm(own, intruder.email);
    // An accomplice who has signed in and only has to accept.
    const accomplice = newAddress('accomplice');
    await submit(own, '/console/members', { email: accomplice, role: 'admin' });
    const waiting = await signInToConsole(accomplice, new Browser());
    const { id: invitation = '' } = {
      ...(await env.REGISTRY.prepare('SELECT id FROM invitations WHERE email = ?')
        .bind(accomplice)
        .first<{ id: string }>()),
    };
    expect((await submit(own, '/console/live-access', REQUEST)).status).toBe(303);
    expect((await submit(own, '/console/account/termination')).status).toBe(303);
    // A sign-in and a step-up that wait for their codes.
    const pending = new Browser();
    await pending.post('/console/sign-in', [['email', intruder.email]]);
    const pendingCode = await codeFor(intruder.email);
    await submit(second, '/console/confirm');
    const stepUpCode = await codeFor(intruder.email);
    const link = 'l'.repeat(43);
    await env.REGISTRY.prepare(
      `INSERT INTO access_requests (id, platform, use_case, contact_email, status, created_at, purge_after, partner_id,
        link_hash, link_expires_at) VALUES (?, 'P', 'U', ?, 'approved', 1, 9e15, ?, ?, 9e15)`,
    )
      .bind(`acr_${partnerId.slice(4)}`, intruder.email, partnerId, await sha256Hex(link))
      .run();
    return {
      ...partner,
      owner,
      intruder,
      stolen,
      own,
      second,
      waiting,
      invitation,
      pending,
      pendingCode,
      stepUpCode,
      link,
    };
  }

  test('set-contact --alone leaves one member and no session, invitation, code, step-up, request or link of others', async () => {
    const world = await takenOver();
    const { partnerId, intruder, stolen, own, second, waiting, invitation, pending, link } = world;
    const successor = newAddress('successor');
    const contact = { email: successor, alone: true };
    expect((await operator('PUT', `/partners/${partnerId}/contact`, contact)).json).toMatchObject({
      contact_email: successor,
      termination_requested_at: null,
    });
    const members = async () => (await operator('GET', `/partners/${partnerId}/members`)).json;
    const ALONE = { data: [{ email: successor, role: 'admin' }], invitations: [] };
    expect(await members()).toMatchObject(ALONE);
    expect(await sessionsOf(partnerId)).toBe(0);

    for (const browser of [stolen, own, second]) {
      expect((await browser.get('/console')).html).toContain('Sign in to the console');
      expect((await browser.get('/console/members')).html).not.toContain(successor);
    }
    const accept = await waiting.post('/console/choose', [
      ['form_token', fieldOf((await waiting.get('/console')).html, 'form_token')],
      ['invitation', invitation],
    ]);
    expect(accept.status).toBe(409);
    await pending.post('/console/sign-in/code', [['code', world.pendingCode]]);
    expect((await pending.get('/console/members')).html).not.toContain(successor);
    await second.post('/console/confirm/code', [['code', world.stepUpCode]]);
    expect((await second.get('/console/members')).html).not.toContain(successor);
    await signInToConsole(intruder.email, new Browser()).catch(() => null);
    const approval = await operator(
      'POST',
      `/partners/${partnerId}/approve-live`,
      { tier: 'full' },
      DOCUMENTS,
    );
    expect(refusal(approval).code).toBe('live_access_not_requested');
    const opened = await new Browser().post('/access/key', [['link', link]]);
    expect(opened.html).not.toMatch(/sk_test_/);

    expect(await members()).toMatchObject(ALONE);
    expect(await sessionsOf(partnerId)).toBe(0);
    const rescued = await signInToConsole(successor, new Browser());
    expect((await rescued.get('/console/audit')).html).toContain(
      'Replaced the contact and removed everyone else',
    );
  });

  test('whatever the intruder sends at the same time, only the new contact is left', async () => {
    const { partnerId, own, waiting, invitation, owner } = await takenOver();
    const token = fieldOf((await own.get('/console')).html, 'form_token');
    const accept = fieldOf((await waiting.get('/console')).html, 'form_token');
    const send = (path: string, fields: Readonly<Record<string, string>>) =>
      own.post(path, [['form_token', token], ...Object.entries(fields)]);
    await Promise.all([
      send('/console/members', { email: newAddress('late'), role: 'admin' }),
      operator('PUT', `/partners/${partnerId}/contact`, { email: owner, alone: true }),
      send('/console/members', { email: newAddress('later'), role: 'admin' }),
      waiting.post('/console/choose', [
        ['form_token', accept],
        ['invitation', invitation],
      ]),
      send('/console/live-access', REQUEST),
    ]);
    const { json } = await operator('GET', `/partners/${partnerId}/members`);
    expect(json).toMatchObject({ data: [{ email: owner }], invitations: [] });
    expect(json.data).toHaveLength(1);
    expect(await sessionsOf(partnerId)).toBe(0);
    const requests =
      "SELECT count(*) AS n FROM live_access_requests WHERE partner_id = ? AND status = 'pending'";
    expect(await count(requests, partnerId)).toBe(0);
  });

  test('without --alone the intruder stays, which is why it exists', async () => {
    const { partnerId, own, intruder } = await takenOver();
    await operator('PUT', `/partners/${partnerId}/contact`, { email: newAddress('successor') });
    expect((await own.get('/console/members')).html).toContain(intruder.email);
  });
});
