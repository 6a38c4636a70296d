import { env } from 'cloudflare:workers';
import { drizzle } from 'drizzle-orm/d1';
import type * as oauth from 'oauth4webapi';
import { beforeAll, describe, expect, test } from 'vitest';
import { purgeOAuth } from '#partner/oauth/purge-oauth.ts';
import { Browser, fieldOf } from '../support/browser.ts';
import { BASE, call, refusal } from '../support/client.ts';
import { connectDirectly } from '../support/direct-connection.ts';
import { hiccupingBindings } from '../support/killing.ts';
import {
  authorize,
  CALLBACK,
  connect,
  decide,
  discover,
  exchangeResponse,
  makeClient,
  newEmail,
  newFlow,
  signIn,
  tokenError,
} from '../support/oauth.ts';
import { makePartner } from '../support/partners.ts';
import { TEST_HOME, TEST_HOME_BINDING } from '../support/shards.ts';
import { tracesOf } from '../support/traces.ts';

const CLIENT = { name: 'Platform', redirect_uris: [CALLBACK], allowed_scopes: ['profile:read'] };
/**
 * Key, guard, the client, the partner's shards, its connections in both and their consents, its end, and what was
 * connected in between.
 */
const DELETION_LAST_CALL = 12;

let as: oauth.AuthorizationServer;
beforeAll(async () => {
  as = await discover();
});

const me = (token: string, bindings: Partial<Cloudflare.Env> = {}) =>
  call('GET', '/v1/me', { key: token, bindings });

describe('OAuth clients', () => {
  test('are created with a secret that is shown once, read, listed, changed and deleted', async () => {
    const { testKey: key } = await makePartner();
    const made = await call('POST', '/v1/oauth/clients', { key, body: CLIENT });
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({ ...CLIENT, environment: 'test', status: 'active' });
    expect(made.json.client_secret).toMatch(/^ocs_test_[A-Za-z0-9_-]{43}$/);
    const path = `/v1/oauth/clients/${made.json.client_id}`;
    expect(made.headers.get('Location')).toBe(BASE + path);
    const { client_secret: secret, ...shown } = made.json;
    expect((await call('GET', path, { key })).json).toEqual(shown);
    expect((await call('GET', '/v1/oauth/clients', { key })).json.data).toEqual([shown]);
    const changed = await call('PATCH', path, { key, body: { name: 'Renamed' } });
    expect(changed.json).toMatchObject({ name: 'Renamed', redirect_uris: [CALLBACK] });
    const stored = await env.REGISTRY.prepare('SELECT * FROM oauth_clients WHERE client_id = ?')
      .bind(made.json.client_id)
      .first();
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect((await call('DELETE', path, { key })).status).toBe(204);
    for (const method of ['GET', 'DELETE']) {
      expect(refusal(await call(method, path, { key }))).toMatchObject({
        status: 404,
        code: 'client_not_found',
      });
    }
    expect((await call('GET', '/v1/oauth/clients', { key })).json.data).toEqual([]);
  });

  test.each([
    ['plain http', { redirect_uris: ['http://platform.example/cb'] }, '/redirect_uris/0', 'invalid_format'],
    ['a fragment', { redirect_uris: [`${CALLBACK}#x`] }, '/redirect_uris/0', 'invalid_format'],
    ['credentials', { redirect_uris: ['https://a:b@c.example/'] }, '/redirect_uris/0', 'invalid_format'],
    ['a wildcard', { redirect_uris: ['https://*.example/'] }, '/redirect_uris/0', 'invalid_format'],
    ['a script', { redirect_uris: ['javascript:alert(1)'] }, '/redirect_uris/0', 'invalid_format'],
    ['a path alone', { redirect_uris: ['/callback'] }, '/redirect_uris/0', 'invalid_format'],
    [
      'a host that looks local',
      { redirect_uris: ['http://localhost.evil.example/'] },
      '/redirect_uris/0',
      'invalid_format',
    ],
    ['no normal form', { redirect_uris: ['https://platform.example'] }, '/redirect_uris/0', 'invalid_format'],
    ['a default port', { redirect_uris: ['https://a.example:443/cb'] }, '/redirect_uris/0', 'invalid_format'],
    [
      'a path with dots',
      { redirect_uris: ['https://a.example/a/../cb'] },
      '/redirect_uris/0',
      'invalid_format',
    ],
    ['an upper-case host', { redirect_uris: ['https://A.example/cb'] }, '/redirect_uris/0', 'invalid_format'],
    ['a name with a line feed', { name: 'Platform\nof yours' }, '/name', 'invalid_name'],
    ['a name with an escape', { name: 'Plat\u001bform' }, '/name', 'invalid_name'],
    ['a name with a C1 control', { name: 'Plat\u0085form' }, '/name', 'invalid_name'],
    ['a name with a right-to-left override', { name: 'Plat\u202eform' }, '/name', 'invalid_name'],
    ['a name with an isolate', { name: 'Plat\u2067form' }, '/name', 'invalid_name'],
    ['a name with an Arabic letter mark', { name: 'Plat\u061cform' }, '/name', 'invalid_name'],
    ['a name with a line separator', { name: 'Plat\u2028form' }, '/name', 'invalid_name'],
    ['a name with a paragraph separator', { name: 'Plat\u2029form' }, '/name', 'invalid_name'],
    ['a name of spaces', { name: ' \u00a0\u3000' }, '/name', 'invalid_name'],
    ['a name of zero-width characters', { name: '\u200b\u2060\ufeff\u00ad' }, '/name', 'invalid_name'],
    ['a name of fillers', { name: '\u3164 \u115f\uffa0' }, '/name', 'invalid_name'],
    ['a name of variation selectors', { name: '\ufe0f\u{e0100}' }, '/name', 'invalid_name'],
    ['no address', { redirect_uris: [] }, '/redirect_uris', 'too_small'],
    ['one address twice', { redirect_uris: [CALLBACK, CALLBACK] }, '/redirect_uris', 'duplicate_item'],
    ['an unknown scope', { allowed_scopes: ['everything'] }, '/allowed_scopes/0', 'invalid_value'],
    ['no scope', { allowed_scopes: [] }, '/allowed_scopes', 'too_small'],
    ['no name', { name: '' }, '/name', 'invalid_name'],
    ['a name that claims to be ours', { name: 'Musette Pro' }, '/name', 'invalid_name'],
    ['a name of 81 characters', { name: 'x'.repeat(81) }, '/name', 'invalid_name'],
    ['a field that is none', { secret: 'mine' }, '/secret', 'unknown_field'],
  ])('refuses %s', async (_what, change, pointer, code) => {
    const { testKey: key } = await makePartner();
    const reply = await call('POST', '/v1/oauth/clients', { key, body: { ...CLIENT, ...change } });
    expect(refusal(reply)).toEqual({ status: 422, code: 'validation_failed', pointers: [pointer] });
    expect(reply.json.error.errors[0].code).toBe(code);
  });

  test('a redirect URI that is not in its normal form is rejected with that form in the message', async () => {
    const { testKey: key } = await makePartner();
    const made = await call('POST', '/v1/oauth/clients', { key, body: CLIENT });
    const path = `/v1/oauth/clients/${made.json.client_id}`;
    for (const [written, normal] of [
      ['https://platform.example', 'https://platform.example/'],
      ['HTTPS://Platform.example:443/a/../cb', 'https://platform.example/cb'],
      ['https://b\u00fccher.example/cb', 'https://xn--bcher-kva.example/cb'],
    ]) {
      const reply = await call('PATCH', path, { key, body: { redirect_uris: [written] } });
      expect(reply.json.error.errors[0].message).toBe(`must be in its normal form: ${normal}`);
      expect((await call('PATCH', path, { key, body: { redirect_uris: [normal] } })).status).toBe(200);
    }
  });

  test('names of every script are accepted', async () => {
    const { testKey: key } = await makePartner();
    for (const name of [
      '\u05de\u05d5\u05d6\u05d8',
      '\u0645\u0646\u0635\u0629',
      '\u30d7\u30e9\u30c3\u30c8',
      'R\u00fcn & Ride\u2122',
    ]) {
      const reply = await call('POST', '/v1/oauth/clients', { key, body: { ...CLIENT, name } });
      expect([reply.status, reply.json.name]).toEqual([201, name]);
    }
  });

  test('loopback redirect URIs work on any port in the sandbox (RFC 8252), and are rejected for live clients', async () => {
    const partner = await makePartner();
    const loopback = ['http://127.0.0.1/callback', 'http://localhost:3000/callback', 'http://[::1]/callback'];
    const client = await makeClient(partner.testKey, { redirectUris: [CALLBACK, ...loopback] });
    const at = async (redirect_uri: string) =>
      new Browser().get(
        `/oauth/authorize?${(await newFlow(client, 'profile:read', { redirect_uri })).query}`,
      );
    for (const uri of [
      'http://127.0.0.1:51234/callback',
      'http://localhost/callback',
      'http://[::1]:9/callback',
    ]) {
      expect((await at(uri)).status).toBe(200);
    }
    for (const uri of [
      'http://127.0.0.1:51234/other',
      'http://user@127.0.0.1:51234/callback',
      'http://127.0.0.2/callback',
      'https://platform.example:8443/oauth/callback',
    ]) {
      expect((await at(uri)).status).toBe(400);
    }
    const { json } = await call('POST', '/v1/oauth/clients', { key: partner.liveKey, body: CLIENT });
    for (const uri of [
      ...loopback,
      'https://localhost/callback',
      'https://127.0.0.1/callback',
      'https://app.localhost/cb',
    ]) {
      const body = { redirect_uris: [CALLBACK, uri] };
      const refused = { status: 422, code: 'validation_failed', pointers: ['/redirect_uris/1'] };
      const created = await call('POST', '/v1/oauth/clients', {
        key: partner.liveKey,
        body: { ...CLIENT, ...body },
      });
      expect(refusal(created), uri).toEqual(refused);
      const path = `/v1/oauth/clients/${json.client_id}`;
      expect(refusal(await call('PATCH', path, { key: partner.liveKey, body })), uri).toEqual(refused);
    }
  });

  test('a consent for a loopback address may be answered to its port, by the content security policy', async () => {
    const { testKey: key } = await makePartner();
    const client = await makeClient(key, { redirectUris: ['http://127.0.0.1/callback'] });
    const flow = await newFlow(client, 'profile:read', { redirect_uri: 'http://127.0.0.1:51234/callback' });
    const browser = new Browser();
    const consent = await signIn(browser, flow, newEmail());
    const shown = await browser.get(`/oauth/authorize?${flow.query}`);
    expect(shown.headers.get('Content-Security-Policy')).toContain('http://127.0.0.1:51234');
    expect((await decide(browser, consent, 'allow')).origin).toBe('http://127.0.0.1:51234');
  });

  test('the consent page isolates the direction of what others wrote (bdi)', async () => {
    const { testKey: key } = await makePartner();
    const consent = await signIn(
      new Browser(),
      await newFlow(await makeClient(key), 'profile:read'),
      newEmail(),
    );
    expect(consent).toContain('<h1><bdi>Sample Platform &amp; &quot;friends&quot;');
    expect(consent.match(/<bdi>/g)?.length).toBe(6);
    expect(consent).toContain('<strong><bdi>platform.example</bdi></strong>');
  });

  test('a partner has at most 50 clients per environment, however many simultaneous requests it sends (limit)', async () => {
    const { testKey: key, liveKey, partnerId } = await makePartner();
    await env.REGISTRY.prepare(
      `INSERT INTO oauth_clients (client_id, partner_id, environment, name, secret_hash, redirect_uris, allowed_scopes, status, created_at, updated_at)
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 48)
       SELECT 'cli_' || ? || i, ?, 'test', 'Platform', '', '[]', '[]', 'active', 0, 0 FROM n`,
    )
      .bind(partnerId, partnerId)
      .run();
    const create = () => call('POST', '/v1/oauth/clients', { key, body: CLIENT });
    const replies = await Promise.all([create(), create(), create(), create()]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
    const refused = await create();
    expect(refusal(refused)).toMatchObject({ status: 409, code: 'client_limit_reached' });
    expect(refused.json.error.type).toBe('conflict_error');
    expect((await call('POST', '/v1/oauth/clients', { key: liveKey, body: CLIENT })).status).toBe(201);
    const made = replies.find(({ status }) => status === 201);
    await call('DELETE', `/v1/oauth/clients/${made?.json.client_id}`, { key });
    expect((await create()).status).toBe(201);
  });

  test('idempotency: a repeated creation creates one client and never shows its secret twice', async () => {
    const { testKey: key } = await makePartner();
    const headers = { 'idempotency-key': 'one-client' };
    const create = () => call('POST', '/v1/oauth/clients', { key, headers, body: CLIENT });
    const replies = await Promise.all([create(), create(), create()]);
    const made = replies.filter(({ status }) => status === 201);
    expect(made.length).toBe(1);
    expect(refusal(await create())).toMatchObject({ status: 409, code: 'secret_already_shown' });
    expect((await call('GET', '/v1/oauth/clients', { key })).json.data.length).toBe(1);
  });

  test("are invisible to other partners, and a mismatch to the partner's other environment", async () => {
    const [mine, theirs] = [await makePartner(), await makePartner()];
    const { json } = await call('POST', '/v1/oauth/clients', { key: mine.testKey, body: CLIENT });
    for (const [key, refused] of [
      [theirs.testKey, { status: 404, code: 'client_not_found' }],
      [mine.liveKey, { status: 401, code: 'environment_mismatch' }],
    ] as const) {
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['PATCH', '', { name: 'Stolen' }],
        ['POST', '/rotate-secret', undefined],
        ['DELETE', '', undefined],
      ] as const) {
        const reply = await call(method, `/v1/oauth/clients/${json.client_id}${path}`, {
          key,
          ...(body ? { body } : {}),
        });
        expect(refusal(reply)).toMatchObject(refused);
      }
      expect((await call('GET', '/v1/oauth/clients', { key })).json.data).toEqual([]);
    }
  });

  test('a rotated secret replaces the old one immediately and leaves connections unchanged', async () => {
    const { testKey: key } = await makePartner();
    const client = await makeClient(key);
    const { accessToken } = await connect(as, client);
    const rotated = await call('POST', `/v1/oauth/clients/${client.client.client_id}/rotate-secret`, { key });
    expect(rotated.json.client_secret).not.toBe(client.secret);
    expect((await me(accessToken)).status).toBe(200);
    const grant = await authorize(as, client);
    expect(await tokenError(await exchangeResponse(as, client, grant))).toEqual([401, 'invalid_client']);
  });

  test('removing a scope from a client removes it from its tokens immediately', async () => {
    const { testKey: key } = await makePartner();
    const client = await makeClient(key);
    const { accessToken } = await connect(as, client, { scope: 'profile:read activities:read' });
    const { json } = await me(accessToken);
    const list = () => call('GET', `/v1/athletes/${json.id}/activities`, { key: accessToken });
    expect((await list()).status).toBe(200);
    await call('PATCH', `/v1/oauth/clients/${client.client.client_id}`, {
      key,
      body: { allowed_scopes: ['profile:read'] },
    });
    expect(refusal(await list())).toMatchObject({ status: 403, code: 'insufficient_scope' });
    expect((await me(accessToken)).status).toBe(200);
  });

  test("a deleted client's tokens, codes and open consent pages end immediately", async () => {
    const { testKey: key } = await makePartner();
    const client = await makeClient(key);
    const { accessToken } = await connect(as, client);
    const grant = await authorize(as, client);
    const browser = new Browser();
    const consent = await signIn(browser, await newFlow(client, 'profile:read'), newEmail());
    await call('DELETE', `/v1/oauth/clients/${client.client.client_id}`, { key });
    expect(refusal(await me(accessToken))).toMatchObject({ status: 401, code: 'invalid_token' });
    expect(await tokenError(await exchangeResponse(as, client, grant))).toEqual([401, 'invalid_client']);
    await expect(decide(browser, consent, 'allow')).rejects.toThrow('answered with 400');
  });

  test('repeating a deletion that was interrupted before its last step finishes it, even though the client is gone', async () => {
    const { partnerId, testKey: key } = await makePartner();
    const { client } = await makeClient(key);
    const { json: athlete } = await call('POST', '/v1/athletes', { key, body: {} });
    const path = `/v1/oauth/clients/${client.client_id}`;
    const cut = await call('DELETE', path, {
      key,
      bindings: hiccupingBindings(DELETION_LAST_CALL, 'before').bindings,
    });
    expect(refusal(cut)).toMatchObject({ status: 503, code: 'temporarily_unavailable' });
    expect((await call('GET', path, { key })).status).toBe(404);
    // Somebody exchanged a code just before the client was deleted.
    const ids = { partner_id: partnerId, athlete_id: athlete.id, client_id: client.client_id };
    const connectionId = await connectDirectly(ids, ['profile:read']);
    expect(refusal(await call('DELETE', path, { key })).code).toBe('client_not_found');
    const { json } = await call('GET', `/v1/connections/${connectionId}`, { key });
    expect(json.status).toBe('revoked');
  });
});

describe('connections', () => {
  test('are listed with filters and cursors, read, and revoked permanently', async () => {
    const { testKey: key, liveKey } = await makePartner();
    const [one, other] = [await makeClient(key), await makeClient(key)];
    const { accessToken } = await connect(as, one, { scope: 'profile:read' });
    await connect(as, other);
    const { json: athlete } = await me(accessToken);
    const all = await call('GET', '/v1/connections?limit=1', { key });
    expect([all.json.data.length, all.json.has_more]).toEqual([1, true]);
    const rest = await call('GET', `/v1/connections?limit=1&cursor=${all.json.next_cursor}`, { key });
    expect(rest.json.has_more).toBe(false);
    for (const filter of [`athlete_id=${athlete.id}`, `client_id=${one.client.client_id}`]) {
      const { json } = await call('GET', `/v1/connections?${filter}&status=active`, { key });
      expect(json.data).toMatchObject([
        {
          athlete_id: athlete.id,
          client_id: one.client.client_id,
          scopes: ['profile:read'],
          environment: 'test',
        },
      ]);
    }
    const [connection] = (await call('GET', `/v1/connections?athlete_id=${athlete.id}`, { key })).json.data;
    const path = `/v1/connections/${connection.id}`;
    expect((await call('GET', path, { key })).json).toEqual(connection);
    const stranger = (await makePartner()).testKey;
    for (const method of ['GET', 'DELETE']) {
      expect(refusal(await call(method, path, { key: stranger })).code).toBe('connection_not_found');
      expect(refusal(await call(method, path, { key: liveKey })).code).toBe('environment_mismatch');
    }
    expect((await call('DELETE', path, { key })).status).toBe(204);
    expect(refusal(await me(accessToken))).toMatchObject({ status: 401, code: 'invalid_token' });
    expect((await call('GET', path, { key })).json).toMatchObject({ status: 'revoked' });
    expect((await call('DELETE', path, { key })).status).toBe(204);
    const left = await TEST_HOME.prepare('SELECT key FROM oauth_records WHERE athlete_id = ?')
      .bind(athlete.id)
      .all();
    expect(left.results).toEqual([]);
    expect(
      refusal(await call('GET', `/v1/connections?athlete_id=${athlete.id}`, { key: liveKey })).code,
    ).toBe('environment_mismatch');
  });

  test('an empty athlete_id or client_id filter of connections is rejected, because it would look like no filter', async () => {
    const { testKey: key } = await makePartner();
    for (const name of ['athlete_id', 'client_id']) {
      const reply = await call('GET', `/v1/connections?${name}=`, { key });
      expect(refusal(reply)).toEqual({ status: 422, code: 'validation_failed', pointers: [`?${name}`] });
    }
  });

  test('a reconnection does not revive revoked tokens', async () => {
    const { testKey: key } = await makePartner();
    const client = await makeClient(key);
    const email = newEmail();
    const first = await connect(as, client, { email });
    const [{ id }] = (await call('GET', '/v1/connections', { key })).json.data;
    await call('DELETE', `/v1/connections/${id}`, { key });
    const grant = await authorize(as, client, { email });
    expect(refusal(await me(first.accessToken)).code).toBe('invalid_token');
    expect((await exchangeResponse(as, client, grant)).status).toBe(200);
    expect(refusal(await me(first.accessToken)).code).toBe('invalid_token');
  });
});

describe('the connected athlete', () => {
  test('is the only live athlete with the address, however it is written, otherwise a new one', async () => {
    const { testKey: key } = await makePartner();
    const client = await makeClient(key);
    const email = newEmail();
    const create = () => call('POST', '/v1/athletes', { key, body: { email: email.toUpperCase() } });
    const fresh = await me((await connect(as, client, { email: newEmail() })).accessToken);
    expect(fresh.json).toMatchObject({ tier: 'full', environment: 'test', name: null });
    const { json: known } = await create();
    expect((await me((await connect(as, client, { email })).accessToken)).json.id).toBe(known.id);
    const { json: second } = await create();
    const other = await makeClient(key);
    const { json: third } = await me((await connect(as, other, { email })).accessToken);
    expect([known.id, second.id]).not.toContain(third.id);
    expect(third.email).toBe(email);
    // The client that was connected before keeps its athlete, and the other one has its own.
    expect((await me((await connect(as, client, { email })).accessToken)).json.id).toBe(known.id);
    expect((await me((await connect(as, other, { email })).accessToken)).json.id).toBe(third.id);
  });

  test("another partner's or environment's athlete with the address is not linked", async () => {
    const email = newEmail();
    const [mine, theirs] = [await makePartner(), await makePartner()];
    for (const key of [theirs.testKey, mine.liveKey]) {
      await call('POST', '/v1/athletes', { key, body: { email } });
    }
    const client = await makeClient(mine.testKey);
    const { json } = await me((await connect(as, client, { email })).accessToken);
    const own = await call('GET', `/v1/athletes/${json.id}`, { key: mine.testKey });
    expect(own.json).toMatchObject({ email, environment: 'test' });
  });

  test("a live partner's athletes live on its shard, and tokens find them there", async () => {
    const partner = await makePartner({ liveShard: 'c001' });
    const client = await makeClient(partner.liveKey);
    const { accessToken, refreshToken } = await connect(as, client);
    expect([accessToken.slice(0, 9), refreshToken.slice(0, 9)]).toEqual(['oat_live_', 'ort_live_']);
    const { json } = await me(accessToken);
    expect(json.id).toMatch(/^ath_lc001/);
  });

  test('two simultaneous consents for an unknown address create one athlete', async () => {
    const { testKey: key } = await makePartner();
    const [one, other] = [await makeClient(key), await makeClient(key)];
    const browser = new Browser();
    const email = newEmail();
    const first = await signIn(browser, await newFlow(one, 'profile:read'), email);
    const second = await browser.get(`/oauth/authorize?${(await newFlow(other, 'profile:read')).query}`);
    expect(fieldOf(second.html, 'handle')).not.toBe(fieldOf(first, 'handle'));
    await Promise.all([decide(browser, first, 'allow'), decide(browser, second.html, 'allow')]);
    expect((await call('GET', '/v1/athletes', { key })).json.data.length).toBe(1);
    expect((await call('GET', '/v1/connections', { key })).json.data.length).toBe(2);
  });
});

describe('the end of tokens', () => {
  test('an access token lasts an hour', async () => {
    const { accessToken } = await connect(as, await makeClient((await makePartner()).testKey));
    const at = (seconds: number) => me(accessToken, { CLOCK_OFFSET_S: String(seconds) } as object);
    expect((await at(3590)).status).toBe(200);
    expect(refusal(await at(3601))).toMatchObject({ status: 401, code: 'invalid_token' });
  });

  test('erasure: an erased athlete is unknown to every token, and nothing of its connections and sign-ins remains', async () => {
    const { testKey: key } = await makePartner();
    const email = newEmail();
    const { accessToken } = await connect(as, await makeClient(key), { email });
    const { json } = await me(accessToken);
    await call('PATCH', `/v1/athletes/${json.id}`, { key, body: { email: email.toUpperCase() } });
    const erased = await call('DELETE', `/v1/athletes/${json.id}`, { key });
    expect(erased.json.records).toMatchObject({ connections: 1 });
    expect(erased.json.records.oauth_records).toBeGreaterThan(1);
    expect(refusal(await me(accessToken))).toMatchObject({ status: 401, code: 'invalid_token' });
    expect(await tracesOf(json.id, email)).toEqual([]);
  });

  test('a refresh in progress while the athlete is erased writes nothing', async () => {
    const { testKey: key } = await makePartner();
    const client = await makeClient(key);
    const grant = await authorize(as, client);
    const athleteId = grant.callback.get('code')?.split(':')[0] ?? '';
    await TEST_HOME.prepare("UPDATE athletes SET status = 'erasing' WHERE id = ?").bind(athleteId).run();
    expect(await tokenError(await exchangeResponse(as, client, grant))).toEqual([400, 'invalid_grant']);
  });

  test("a terminated partner's tokens end immediately in both environments, and no new ones are created", async () => {
    const partner = await makePartner({ liveShard: 'c001' });
    const other = await connect(as, await makeClient((await makePartner()).testKey));
    const clients = [await makeClient(partner.testKey), await makeClient(partner.liveKey)];
    const tokens = [];
    for (const client of clients) tokens.push((await connect(as, client)).accessToken);
    const grant = await authorize(as, clients[0] as (typeof clients)[0]);
    const ended = await call('POST', `/operator/v1/partners/${partner.partnerId}/terminate`, {
      key: env.OPERATOR_TOKEN,
    });
    expect(ended.status).toBe(200);
    for (const token of tokens) {
      expect(refusal(await me(token))).toMatchObject({ status: 401, code: 'invalid_token' });
    }
    const refused = await exchangeResponse(as, clients[0] as (typeof clients)[0], grant);
    expect(await tokenError(refused)).toEqual([401, 'invalid_client']);
    const page = await new Browser().get(
      `/oauth/authorize?${(await newFlow(clients[0] as (typeof clients)[0], 'profile:read')).query}`,
    );
    expect([page.status, page.location]).toEqual([400, null]);
    expect((await me(other.accessToken)).status).toBe(200);
  });

  test('expired records are purged, others are kept', async () => {
    const { accessToken } = await connect(as, await makeClient((await makePartner()).testKey));
    const db = drizzle(TEST_HOME);
    await purgeOAuth(db, Date.now());
    expect((await me(accessToken)).status).toBe(200);
    const removed = await purgeOAuth(db, Date.now() + 3 * 86_400_000);
    expect(removed.isDone).toBe(true);
    expect(removed.counts.records).toBeGreaterThan(0);
    expect(refusal(await me(accessToken)).code).toBe('invalid_token');
    const { results } = await TEST_HOME.prepare(
      "SELECT key FROM oauth_records WHERE key LIKE 'token:%' OR key LIKE 'transaction:%'",
    ).all();
    expect(results).toEqual([]);
  });
});

describe('limits', () => {
  test('rate limit: every connection has its own budget, and a spent one answers with Retry-After', async () => {
    const { testKey: key } = await makePartner();
    const client = await makeClient(key);
    const [spent, fresh] = [await connect(as, client), await connect(as, client)];
    const bindings = { STANDARD_SANDBOX_PER_MIN: '3' } as object;
    const replies = await Promise.all(Array.from({ length: 4 }, () => me(spent.accessToken, bindings)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429]);
    expect((await me(fresh.accessToken, bindings)).status).toBe(200);
    expect(refusal(await me(spent.accessToken, bindings))).toMatchObject({
      status: 429,
      code: 'rate_limited',
    });
  });

  test('verifying a token costs one batch, and the read one more', async () => {
    const { accessToken } = await connect(as, await makeClient((await makePartner()).testKey));
    let batches = 0;
    const counted = new Proxy(TEST_HOME, {
      get: (target, member) => {
        if (member === 'batch') batches += 1;
        const value = Reflect.get(target, member);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    await me(accessToken, { [TEST_HOME_BINDING]: counted });
    expect(batches).toBe(2);
  });

  test('an unavailable database is 503, never an accepted token', async () => {
    const { accessToken } = await connect(as, await makeClient((await makePartner()).testKey));
    const broken = new Proxy(TEST_HOME, {
      get: (target, member) => {
        if (member === 'batch') return () => Promise.reject(new Error('D1_ERROR: network connection lost'));
        const value = Reflect.get(target, member);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const reply = await me(accessToken, { [TEST_HOME_BINDING]: broken });
    expect(refusal(reply)).toMatchObject({ status: 503, code: 'temporarily_unavailable' });
  });
});
