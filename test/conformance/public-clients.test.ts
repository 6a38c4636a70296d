import * as oauth from 'oauth4webapi';
import { beforeAll, describe, expect, test } from 'vitest';
import { SCOPES } from '#platform/http/route.ts';
import { fromBase64Url, toBase64Url } from '#platform/storage/cryptography.ts';
import { Browser, plainFetch } from '../support/browser.ts';
import { BASE, call, refusal } from '../support/client.ts';
import {
  authorize,
  connect,
  discover,
  exchange,
  exchangeResponse,
  makeClient,
  newEmail,
  newFlow,
  signIn,
  type TestClient,
  tokenError,
  toWorker,
  wayBack,
} from '../support/oauth.ts';
import { makePartner, type TestPartner } from '../support/partners.ts';

const MCP = `${BASE}/mcp`;

let as: oauth.AuthorizationServer;
let partner: TestPartner;
let client: TestClient;

beforeAll(async () => {
  as = await discover();
  partner = await makePartner();
  client = await makeClient(partner.testKey, { isPublic: true });
});

const me = (token: string) => call('GET', '/v1/me', { key: token });

function refreshResponse(token: string, of: TestClient = client): Promise<Response> {
  return oauth.refreshTokenGrantRequest(as, of.client, of.auth, token, toWorker);
}

describe('public clients (RFC 6749 §2.1)', () => {
  test('are created without a secret, say so, and have none to rotate', async () => {
    const { testKey: key } = partner;
    const body = { name: 'Assistant', redirect_uris: ['https://assistant.example/cb'], public: true };
    const made = await call('POST', '/v1/oauth/clients', {
      key,
      headers: { 'idempotency-key': 'a-public-client' },
      body: { ...body, allowed_scopes: ['profile:read'] },
    });
    expect(made.json).toMatchObject({ public: true, secret_rotated_at: null });
    expect(made.json).not.toHaveProperty('client_secret');
    const again = await call('POST', '/v1/oauth/clients', {
      key,
      headers: { 'idempotency-key': 'a-public-client' },
      body: { ...body, allowed_scopes: ['profile:read'] },
    });
    expect(again.json, 'a replay shows the same client').toEqual(made.json);
    const path = `/v1/oauth/clients/${made.json.client_id}`;
    expect(refusal(await call('POST', `${path}/rotate-secret`, { key }))).toMatchObject({
      status: 409,
      code: 'client_without_secret',
    });
    expect((await call('GET', path, { key })).json).toEqual(made.json);
    expect(refusal(await call('PATCH', path, { key, body: { public: false } }))).toMatchObject({
      status: 422,
      pointers: ['/public'],
    });
  });

  test('a client with a secret says so, and an unknown client cannot be rotated', async () => {
    const confidential = await makeClient(partner.testKey);
    const path = `/v1/oauth/clients/${confidential.client.client_id}`;
    expect((await call('GET', path, { key: partner.testKey })).json.public).toBe(false);
    const unknown = await call('POST', '/v1/oauth/clients/cli_01kajz8w3t5v9c2b7n4m6q8r0s/rotate-secret', {
      key: partner.testKey,
    });
    expect(refusal(unknown)).toMatchObject({ status: 404, code: 'client_not_found' });
  });

  test('a refresh token that anybody made up from the identifiers of a connection ends nothing', async () => {
    const { accessToken, refreshToken } = await connect(as, client);
    const [wire = '', signature = ''] = refreshToken.split('.');
    const raw = new TextDecoder().decode(fromBase64Url(wire.replace('ort_test_', '')) ?? new Uint8Array());
    const [athleteId, grantId] = raw.split(':');
    const text = `${athleteId}:${grantId}:${'b'.repeat(32)}`;
    const madeUp = `ort_test_${toBase64Url(new TextEncoder().encode(text))}`;
    for (const token of [madeUp, `${madeUp}.${signature}`]) {
      expect(await tokenError(await refreshResponse(token))).toEqual([400, 'invalid_grant']);
    }
    expect((await me(accessToken)).status).toBe(200);
    expect((await refreshResponse(refreshToken)).status).toBe(200);
  });

  test('RFC 6749 §4.1.2: the verifier alone proves who repeats a code within 10 seconds', async () => {
    const grant = await authorize(as, client);
    const tokens = await exchange(as, client, grant);
    expect(await tokenError(await exchangeResponse(as, client, grant))).toEqual([400, 'invalid_grant']);
    expect((await me(tokens.access_token)).status).toBe(200);
    const verifier = oauth.generateRandomCodeVerifier();
    const stolen = await exchangeResponse(as, client, grant, { verifier });
    expect(await tokenError(stolen)).toEqual([400, 'invalid_grant']);
    expect((await me(tokens.access_token)).status).toBe(401);
  });

  test('RFC 7636: exchange a code with the verifier alone, and rotate refresh tokens like every client', async () => {
    const tokens = await exchange(as, client, await authorize(as, client));
    expect((await me(tokens.access_token)).status).toBe(200);
    const first = tokens.refresh_token ?? '';
    const rotated = await oauth.processRefreshTokenResponse(as, client.client, await refreshResponse(first));
    expect(rotated.refresh_token).not.toBe(first);
    const next = await refreshResponse(rotated.refresh_token ?? '');
    expect(next.status).toBe(200);
    const reused = await refreshResponse(first);
    expect(reused.status, 'RFC 9700 §4.14.2: reuse ends the grant').toBe(400);
    expect((await me(rotated.access_token)).status).toBe(401);
  });

  test('RFC 7636 §4.6: without the right verifier a code is worthless', async () => {
    const grant = await authorize(as, client);
    const verifier = oauth.generateRandomCodeVerifier();
    expect(await tokenError(await exchangeResponse(as, client, grant, { verifier }))).toEqual([
      400,
      'invalid_grant',
    ]);
    const flow = await newFlow(client, 'profile:read', { code_challenge: null, code_challenge_method: null });
    expect((await wayBack(flow.query)).searchParams.get('error')).toBe('invalid_request');
  });

  test('RFC 6749 §5.2: a secret is refused from a public client, and no secret from any other', async () => {
    const grant = await authorize(as, client);
    for (const auth of [oauth.ClientSecretBasic('ocs_test_x'), oauth.ClientSecretPost('ocs_test_x')]) {
      const refused = await exchangeResponse(as, client, grant, { auth });
      expect(await tokenError(refused)).toEqual([401, 'invalid_client']);
    }
    const confidential = await makeClient(partner.testKey);
    const theirs = await authorize(as, confidential);
    const response = await exchangeResponse(as, confidential, theirs, { auth: oauth.None() });
    expect(await tokenError(response)).toEqual([401, 'invalid_client']);
  });

  test('RFC 7009: revoke their own tokens', async () => {
    const { accessToken, refreshToken } = await connect(as, client);
    const revoked = await oauth.revocationRequest(as, client.client, client.auth, refreshToken, toWorker);
    expect(revoked.status).toBe(200);
    expect((await me(accessToken)).status).toBe(401);
  });

  test('the consent page says that an assistant will act, and not for any other client', async () => {
    const words = 'an assistant that acts for you';
    const shown = async (of: TestClient, resource: string | null) =>
      signIn(new Browser(), await newFlow(of, 'profile:read', { resource }), newEmail());
    expect(await shown(client, null)).toContain(words);
    const confidential = await makeClient(partner.testKey);
    expect(await shown(confidential, MCP)).toContain(words);
    expect(await shown(confidential, null)).not.toContain(words);
  });
});

test('CORS: a page of any origin may exchange a code for a public client, and no page may send Authorization', async () => {
  const origin = 'https://app.example';
  const preflight = await plainFetch(`${BASE}/oauth/token`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  expect(preflight.headers.get('access-control-allow-methods')).toBe('POST');
  expect(preflight.headers.get('access-control-allow-headers')).toBe('Content-Type');
  expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
  const exchanged = async (headers: Record<string, string>) =>
    plainFetch(`${BASE}/oauth/token`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: 'grant_type=authorization_code&code=none',
    });
  expect((await exchanged({})).headers.get('access-control-allow-origin')).toBe('*');
  const confidential = await exchanged({ authorization: 'Basic YTpi' });
  expect(confidential.headers.get('access-control-allow-origin')).toBeNull();
});

describe('resource indicators (RFC 8707)', () => {
  test('RFC 9728: the metadata of /mcp names it and its authorization server, with and without the path', async () => {
    for (const path of ['/mcp', '']) {
      const response = await plainFetch(`${BASE}/.well-known/oauth-protected-resource${path}`, {
        headers: { origin: 'https://app.example' },
      });
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(await response.json()).toMatchObject({
        resource: MCP,
        authorization_servers: [BASE],
        bearer_methods_supported: ['header'],
        scopes_supported: expect.arrayContaining(['prescriptions:read']),
      });
    }
  });

  test('a token for /mcp is always refused at /v1, and so is its refreshed successor', async () => {
    const tokens = await connect(as, client, { resource: MCP });
    expect(refusal(await me(tokens.accessToken))).toMatchObject({ status: 401, code: 'invalid_token' });
    const refreshed = await oauth.processRefreshTokenResponse(
      as,
      client.client,
      await refreshResponse(tokens.refreshToken),
    );
    expect(refusal(await me(refreshed.access_token))).toMatchObject({ status: 401, code: 'invalid_token' });
  });

  test('a token for the API, named or not, reads at /v1', async () => {
    for (const resource of [BASE, undefined]) {
      const tokens = await connect(as, client, resource === undefined ? {} : { resource });
      expect((await me(tokens.accessToken)).status).toBe(200);
    }
  });

  test('RFC 8707 §2: an unknown resource is invalid_target, and a code cannot change its resource', async () => {
    const flow = await newFlow(client, 'profile:read', { resource: 'https://elsewhere.example/mcp' });
    expect((await wayBack(flow.query)).searchParams.get('error')).toBe('invalid_target');
    const grant = await authorize(as, client, { resource: BASE });
    const response = await oauth.authorizationCodeGrantRequest(
      as,
      client.client,
      client.auth,
      grant.callback,
      'https://platform.example/oauth/callback',
      grant.flow.verifier,
      { ...toWorker, additionalParameters: { resource: MCP } },
    );
    expect(await tokenError(response)).toEqual([400, 'invalid_target']);
  });

  test('RFC 6749 §3.3: an assistant requests everything in the metadata, and is offered what its client is allowed', async () => {
    const narrow = await makeClient(partner.testKey, { isPublic: true, scopes: ['activities:read'] });
    const everything = SCOPES.join(' ');
    const grant = await authorize(as, narrow, { resource: MCP, scope: everything });
    expect((await exchange(as, narrow, grant)).scope).toBe('activities:read');
    const flows = [
      await newFlow(narrow, everything),
      await newFlow(narrow, 'profile:write', { resource: MCP }),
    ];
    for (const { query } of flows) {
      expect((await wayBack(query)).searchParams.get('error')).toBe('invalid_scope');
    }
  });
});
