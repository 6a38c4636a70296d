import { env } from 'cloudflare:workers';
import type * as oauth from 'oauth4webapi';
import { beforeAll, describe, expect, test } from 'vitest';
import { hiccupingBindings } from '../support/bindings.ts';
import { Browser } from '../support/browser.ts';
import { makeAthlete } from '../support/builders.ts';
import { BASE, call, refusal } from '../support/client.ts';
import {
  authorize,
  CALLBACK,
  connect,
  connectDirectly,
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

const CLIENTS = '/v1/oauth/clients';
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

const me = (token: string) => call('GET', '/v1/me', { key: token });

describe('OAuth clients', () => {
  test('are created with a secret that is shown once, read, listed, changed and deleted', async () => {
    const { testKey: key } = await makePartner();
    const made = await call('POST', CLIENTS, { key, body: CLIENT });
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({ ...CLIENT, environment: 'test', status: 'active' });
    expect(made.json.client_secret).toMatch(/^ocs_test_[A-Za-z0-9_-]{43}$/);
    const path = `${CLIENTS}/${made.json.client_id}`;
    expect(made.headers.get('Location')).toBe(BASE + path);
    const { client_secret: secret, ...shown } = made.json;
    expect((await call('GET', path, { key })).json).toEqual(shown);
    expect((await call('GET', CLIENTS, { key })).json.data).toEqual([shown]);
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
    expect((await call('GET', CLIENTS, { key })).json.data).toEqual([]);
  });

  describe('a refused one', () => {
    let key: string;
    beforeAll(async () => {
      key = (await makePartner()).testKey;
    });

    async function expectRefused(change: object, pointer: string, code: string): Promise<void> {
      const reply = await call('POST', CLIENTS, { key, body: { ...CLIENT, ...change } });
      expect(refusal(reply)).toEqual({ status: 422, code: 'validation_failed', pointers: [pointer] });
      expect(reply.json.error.errors[0].code).toBe(code);
    }

    test.each([
      ['plain http', 'http://platform.example/cb'],
      ['a fragment', `${CALLBACK}#x`],
      ['credentials', 'https://a:b@c.example/'],
      ['a wildcard', 'https://*.example/'],
      ['a script', 'javascript:alert(1)'],
      ['a path alone', '/callback'],
      ['a host that looks local', 'http://localhost.evil.example/'],
      ['no normal form', 'https://platform.example'],
      ['a default port', 'https://a.example:443/cb'],
      ['a path with dots', 'https://a.example/a/../cb'],
      ['an upper-case host', 'https://A.example/cb'],
    ])('has a redirect URI with %s', (_what, uri) =>
      expectRefused({ redirect_uris: [uri] }, '/redirect_uris/0', 'invalid_format'),
    );

    test.each([
      ['our name in its own', { name: 'Musette Pro' }, '/name', 'invalid_name'],
      ['no address', { redirect_uris: [] }, '/redirect_uris', 'too_small'],
      ['one address twice', { redirect_uris: [CALLBACK, CALLBACK] }, '/redirect_uris', 'duplicate_item'],
      ['an unknown scope', { allowed_scopes: ['everything'] }, '/allowed_scopes/0', 'invalid_value'],
      ['no scope', { allowed_scopes: [] }, '/allowed_scopes', 'too_small'],
      ['an unknown field', { secret: 'mine' }, '/secret', 'unknown_field'],
    ])('has %s', (_what, change, pointer, code) => expectRefused(change, pointer, code));
  });

  test('a redirect URI that is not in its normal form is rejected with that form in the message', async () => {
    const { testKey: key } = await makePartner();
    const made = await call('POST', CLIENTS, { key, body: CLIENT });
    const path = `${CLIENTS}/${made.json.client_id}`;
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
    const { json } = await call('POST', CLIENTS, { key: partner.liveKey, body: CLIENT });
    for (const uri of [
      ...loopback,
      'https://localhost/callback',
      'https://127.0.0.1/callback',
      'https://app.localhost/cb',
    ]) {
      const body = { redirect_uris: [CALLBACK, uri] };
      const refused = { status: 422, code: 'validation_failed', pointers: ['/redirect_uris/1'] };
      const created = await call('POST', CLIENTS, {
        key: partner.liveKey,
        body: { ...CLIENT, ...body },
      });
      expect(refusal(created), uri).toEqual(refused);
      const path = `${CLIENTS}/${json.client_id}`;
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
    const create = () => call('POST', CLIENTS, { key, body: CLIENT });
    const replies = await Promise.all([create(), create(), create(), create()]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
    const refused = await create();
    expect(refusal(refused)).toMatchObject({ status: 409, code: 'client_limit_reached' });
    expect(refused.json.error.type).toBe('conflict_error');
    expect((await call('POST', CLIENTS, { key: liveKey, body: CLIENT })).status).toBe(201);
    const made = replies.find(({ status }) => status === 201);
    await call('DELETE', `${CLIENTS}/${made?.json.client_id}`, { key });
    expect((await create()).status).toBe(201);
  });

  test('a rotated secret replaces the old one immediately and leaves connections unchanged', async () => {
    const { testKey: key } = await makePartner();
    const client = await makeClient(key);
    const { accessToken } = await connect(as, client);
    const rotated = await call('POST', `${CLIENTS}/${client.client.client_id}/rotate-secret`, { key });
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
    await call('PATCH', `${CLIENTS}/${client.client.client_id}`, {
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
    await call('DELETE', `${CLIENTS}/${client.client.client_id}`, { key });
    expect(refusal(await me(accessToken))).toMatchObject({ status: 401, code: 'invalid_token' });
    expect(await tokenError(await exchangeResponse(as, client, grant))).toEqual([401, 'invalid_client']);
    await expect(decide(browser, consent, 'allow')).rejects.toThrow('answered with 400');
  });

  test('repeating a deletion that was interrupted before its last step finishes it, even though the client is gone', async () => {
    const { partnerId, testKey: key } = await makePartner();
    const { client } = await makeClient(key);
    const athlete = await makeAthlete(key);
    const path = `${CLIENTS}/${client.client_id}`;
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
