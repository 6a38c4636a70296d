import { env } from 'cloudflare:workers';
import * as oauth from 'oauth4webapi';
import { beforeAll, describe, expect, test } from 'vitest';
import { fromBase64Url, toBase64Url } from '#platform/storage/cryptography.ts';
import { Browser, plainFetch, tickedScopes } from '../support/browser.ts';
import { BASE, call, refusal } from '../support/client.ts';
import {
  authorize,
  CALLBACK,
  connect,
  decide,
  discover,
  exchange,
  exchangeResponse,
  type Grant,
  makeClient,
  newEmail,
  newFlow,
  signIn,
  type TestClient,
  through,
  tokenError,
  toWorker,
  wayBack,
} from '../support/oauth.ts';
import { makePartner, type TestPartner } from '../support/partners.ts';
import { TEST_BINDINGS } from '../support/shards.ts';
import { later } from '../support/stopped-clock.ts';

let as: oauth.AuthorizationServer;
let partner: TestPartner;
let client: TestClient;

beforeAll(async () => {
  as = await discover();
  partner = await makePartner();
  client = await makeClient(partner.testKey);
});

const me = (token: string) => call('GET', '/v1/me', { key: token });

function refreshResponse(
  of: TestClient,
  token: string,
  scope?: string,
  bindings: Partial<Cloudflare.Env> = {},
): Promise<Response> {
  return oauth.refreshTokenGrantRequest(as, of.client, of.auth, token, {
    ...through(bindings),
    ...(scope === undefined ? {} : { additionalParameters: { scope } }),
  });
}

async function refresh(of: TestClient, token: string, scope?: string) {
  return oauth.processRefreshTokenResponse(as, of.client, await refreshResponse(of, token, scope));
}

const withoutSignature = (token: string) => token.split('.')[0] ?? '';

/** Returns the authorization server's own form of a refresh token. */
const rawOf = (token: string) =>
  new TextDecoder().decode(
    fromBase64Url(withoutSignature(token).replace(/^ort_test_/, '')) ?? new Uint8Array(),
  );

/** Refresh tokens that were never issued, made from the identifiers of one that was: with its signature, with none, with another. */
function inventedFrom(token: string): readonly string[] {
  const [athleteId, grantId] = rawOf(token).split(':');
  const text = `${athleteId}:${grantId}:${'a'.repeat(32)}`;
  const madeUp = `ort_test_${toBase64Url(new TextEncoder().encode(text))}`;
  const signature = token.slice(-22);
  return [madeUp, `${madeUp}.${signature}`, `${madeUp}.${'A'.repeat(22)}`];
}

const refreshed = (response: Response) => oauth.processRefreshTokenResponse(as, client.client, response);

describe('discovery', () => {
  test('RFC 8414: the metadata names the issuer, the endpoints, S256 alone and iss support', async () => {
    expect(as).toMatchObject({
      issuer: BASE,
      authorization_endpoint: `${BASE}/oauth/authorize`,
      token_endpoint: `${BASE}/oauth/token`,
      revocation_endpoint: `${BASE}/oauth/revoke`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      authorization_response_iss_parameter_supported: true,
    });
    expect(as.grant_types_supported).toEqual(['authorization_code', 'refresh_token']);
    expect(as.registration_endpoint).toBeUndefined();
    expect(as.scopes_supported).toContain('prescriptions:create');
  });

  test('RFC 8414: browsers of any origin may read it, and its issuer is ours for any Host header', async () => {
    const path = '/.well-known/oauth-authorization-server';
    const init = { headers: { origin: 'https://app.example' } };
    // A local installation refuses other hosts.
    const response = await plainFetch(`https://elsewhere.example${path}`, init, {
      ENVIRONMENT: 'production',
    });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(await response.json()).toMatchObject({ issuer: BASE });
  });
});

describe('the authorization code flow', () => {
  test('RFC 6749 §4.1: sign-in, consent, code and exchange give a token that reads its athlete, which an API key cannot replace', async () => {
    const email = newEmail();
    const { json: athlete } = await call('POST', '/v1/athletes', {
      key: partner.testKey,
      body: { email: ` ${email.toUpperCase()} `.trim(), name: 'Ada' },
    });
    const tokens = await exchange(as, client, await authorize(as, client, { email }));
    expect(tokens.access_token).toMatch(/^oat_test_[A-Za-z0-9_-]+$/);
    expect(tokens.refresh_token).toMatch(/^ort_test_[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{22}$/);
    expect(tokens).toMatchObject({
      token_type: 'bearer',
      expires_in: 3600,
      scope: 'profile:read activities:read',
    });
    const read = await me(tokens.access_token);
    expect(read.json).toMatchObject({ id: athlete.id, name: 'Ada' });
    expect(read.headers.get('RateLimit')).toMatch(/^"standard";r=\d+/);
    expect(refusal(await me(partner.testKey))).toMatchObject({ status: 403, code: 'insufficient_scope' });
    const byKey = await call('GET', `/v1/athletes/${athlete.id}`, { key: partner.testKey });
    expect(byKey.json.id).toBe(athlete.id);
  });

  test('RFC 9207: a success carries iss and state, which the strict client requires', async () => {
    const flow = await newFlow(client, 'profile:read');
    const browser = new Browser();
    const location = await decide(browser, await signIn(browser, flow, newEmail()), 'allow');
    expect(location.origin + location.pathname).toBe(CALLBACK);
    expect(location.searchParams.get('iss')).toBe(BASE);
    expect(location.searchParams.get('state')).toBe(flow.state);
    oauth.validateAuthResponse(as, client.client, location, flow.state);
  });

  test.each([
    ['no state', null],
    ['a state without a value', ''],
  ])('RFC 6749 §4.1.1: %s returns none, with a code, a refusal or an error', async (_what, state) => {
    const flow = await newFlow(client, 'profile:read', { state });
    const browser = new Browser();
    const email = newEmail();
    const location = await decide(browser, await signIn(browser, flow, email), 'allow');
    expect([...location.searchParams.keys()].toSorted()).toEqual(['code', 'iss']);
    const callback = oauth.validateAuthResponse(as, client.client, location, oauth.expectNoState);
    expect((await exchange(as, client, { flow, callback })).token_type).toBe('bearer');
    const { html } = await browser.get(`/oauth/authorize?${flow.query}`);
    const denied = await decide(browser, html, 'deny');
    expect(Object.fromEntries(denied.searchParams)).toEqual({ error: 'access_denied', iss: BASE });
    const { query } = await newFlow(client, 'everything', { state });
    expect((await wayBack(query)).searchParams.has('state')).toBe(false);
  });

  test('RFC 6749 §5.1: token answers may not be stored', async () => {
    const response = await exchangeResponse(as, client, await authorize(as, client));
    expect(response.headers.get('cache-control')).toContain('no-store');
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('RFC 6749 §2.3.1: the client may authenticate in the form as well as by Basic', async () => {
    const grant = await authorize(as, client);
    const response = await exchangeResponse(as, client, grant, {
      auth: oauth.ClientSecretPost(client.secret),
    });
    await oauth.processAuthorizationCodeResponse(as, client.client, response);
  });

  test('deny redirects with access_denied, state and iss, and so does allowing nothing', async () => {
    for (const [decision, scopes] of [
      ['deny', undefined],
      ['allow', []],
    ] as const) {
      const browser = new Browser();
      const flow = await newFlow(client, 'profile:read');
      const location = await decide(browser, await signIn(browser, flow, newEmail()), decision, scopes);
      expect(Object.fromEntries(location.searchParams)).toMatchObject({
        error: 'access_denied',
        state: flow.state,
        iss: BASE,
      });
      expect(() => oauth.validateAuthResponse(as, client.client, location, flow.state)).toThrow(
        oauth.AuthorizationResponseError,
      );
    }
  });

  test('an athlete can leave out a scope, and cannot add one that was not requested', async () => {
    const grant = await authorize(as, client, {
      scope: 'profile:read activities:read',
      allow: ['profile:read', 'profile:write'],
    });
    const tokens = await exchange(as, client, grant);
    expect(tokens.scope).toBe('profile:read');
    const { id } = (await me(tokens.access_token)).json;
    const listed = await call('GET', `/v1/athletes/${id}/activities`, { key: tokens.access_token });
    expect(refusal(listed)).toMatchObject({ status: 403, code: 'insufficient_scope' });
    expect(listed.headers.get('WWW-Authenticate')).toContain('scope="activities:read"');
  });

  test('a consent page can be answered once, in the browser and for the account it was shown to', async () => {
    const browser = new Browser();
    const flow = await newFlow(client, 'profile:read');
    const consent = await signIn(browser, flow, newEmail());
    const thief = new Browser();
    await signIn(thief, await newFlow(client, 'profile:read'), newEmail());
    await expect(decide(thief, consent, 'allow')).rejects.toThrow('answered with 400');
    await decide(browser, consent, 'allow');
    await expect(decide(browser, consent, 'allow')).rejects.toThrow('answered with 400');
  });

  test('a second consent replaces the first: its tokens fail, and its connection stays the same', async () => {
    const email = newEmail();
    const first = await connect(as, client, { email });
    const before = await call('GET', '/v1/connections?limit=1', { key: partner.testKey });
    const second = await connect(as, client, { email, scope: 'profile:read' });
    expect(refusal(await me(first.accessToken))).toMatchObject({ status: 401, code: 'invalid_token' });
    expect((await me(second.accessToken)).status).toBe(200);
    const after = await call('GET', '/v1/connections?limit=1', { key: partner.testKey });
    expect(after.json.data[0].id).toBe(before.json.data[0].id);
    expect(after.json.data[0].scopes).toEqual(['profile:read']);
  });

  test('a second consent ends the first connection when its code is exchanged, not before', async () => {
    const email = newEmail();
    const first = await connect(as, client, { email });
    const { json: athlete } = await me(first.accessToken);
    const path = `/v1/connections?athlete_id=${athlete.id}`;
    const shown = async () => (await call('GET', path, { key: partner.testKey })).json.data[0];
    const before = await shown();
    const grant = await authorize(as, client, { email, scope: 'profile:read' });
    expect((await me(first.accessToken)).status).toBe(200);
    expect(await shown()).toEqual(before);
    const next = await refresh(client, first.refreshToken);
    const second = await exchange(as, client, grant);
    expect(refusal(await me(next.access_token)).code).toBe('invalid_token');
    expect((await refreshResponse(client, next.refresh_token ?? '')).status).toBe(400);
    expect((await me(second.access_token)).status).toBe(200);
    expect(await shown()).toMatchObject({ id: before.id, status: 'active', scopes: ['profile:read'] });
  });

  test('revocation of a connection ends a consent to the same client whose code has not been exchanged yet', async () => {
    const email = newEmail();
    const first = await connect(as, client, { email });
    const { json: athlete } = await me(first.accessToken);
    const { json } = await call('GET', `/v1/connections?athlete_id=${athlete.id}`, { key: partner.testKey });
    const grant = await authorize(as, client, { email, scope: 'profile:read' });
    await call('DELETE', `/v1/connections/${json.data[0].id}`, { key: partner.testKey });
    expect(await tokenError(await exchangeResponse(as, client, grant))).toEqual([400, 'invalid_grant']);
  });
});

describe('authorization requests that are refused', () => {
  test.each([
    ['an unknown client', { client_id: 'cli_nobody' }],
    ['no client', { client_id: null }],
    ['an address that is not registered', { redirect_uri: 'https://evil.example/callback' }],
    ['a registered address with more behind it', { redirect_uri: `${CALLBACK}/more` }],
    ['a registered address with a query', { redirect_uri: `${CALLBACK}?next=evil` }],
    ['no address', { redirect_uri: null }],
  ])('RFC 6749 §4.1.2.1: %s is told to the athlete and redirected nowhere', async (_what, changes) => {
    const flow = await newFlow(client, 'profile:read', changes);
    const reply = await new Browser().get(`/oauth/authorize?${flow.query}`);
    expect([reply.status, reply.location]).toEqual([400, null]);
    expect(reply.headers.get('content-type')).toMatch(/^text\/html/);
  });

  test.each([
    ['RFC 7636 §4.4.1: no PKCE', { code_challenge: null, code_challenge_method: null }, 'invalid_request'],
    ['RFC 7636 §4.2: the plain method', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['RFC 7636 §4.3: no method, which means plain', { code_challenge_method: null }, 'invalid_request'],
    ['a challenge that is no SHA-256', { code_challenge: 'short' }, 'invalid_request'],
    ['no scope', { scope: null }, 'invalid_scope'],
    ['an unknown scope', { scope: 'profile:read everything' }, 'invalid_scope'],
    ['the implicit flow (RFC 9700 §2.1.2)', { response_type: 'token' }, 'unsupported_response_type'],
    ['another resource (RFC 8707)', { resource: 'https://other.example' }, 'invalid_target'],
    ['an answer in the fragment', { response_mode: 'fragment' }, 'invalid_request'],
  ])('%s goes back to the client with iss, if the athlete wants', async (_what, changes, error) => {
    const flow = await newFlow(client, 'profile:read', changes);
    const location = await wayBack(flow.query);
    expect(location.origin + location.pathname).toBe(CALLBACK);
    expect(location.searchParams.get('error')).toBe(error);
    expect(location.searchParams.get('iss')).toBe(BASE);
    expect(location.searchParams.get('code')).toBeNull();
  });

  test('a scope not allowed for the client redirects with invalid_scope', async () => {
    const narrow = await makeClient(partner.testKey, { scopes: ['profile:read'] });
    const flow = await newFlow(narrow, 'profile:read profile:write');
    expect((await wayBack(flow.query)).searchParams.get('error')).toBe('invalid_scope');
  });

  test('RFC 9700 §4.11.2: an error redirects without asking only if the athlete is signed in and connected to the client', async () => {
    const faulty = await newFlow(client, 'profile:read everything');
    const reply = async (browser: Browser) => {
      const { status, location } = await browser.get(`/oauth/authorize?${faulty.query}`);
      return [status, location === null ? null : new URL(location).searchParams.get('error')];
    };
    const [page, redirect] = [
      [400, null],
      [302, 'invalid_scope'],
    ];
    expect(await reply(new Browser())).toEqual(page);
    const browser = new Browser();
    const consent = await signIn(browser, await newFlow(client, 'profile:read'), newEmail());
    expect(await reply(browser), 'signed in only').toEqual(page);
    await decide(browser, consent, 'allow');
    expect(await reply(browser), 'connected').toEqual(redirect);
    const other = await makeClient(partner.testKey);
    const { query } = await newFlow(other, 'everything');
    expect((await browser.get(`/oauth/authorize?${query}`)).status, 'connected to another client').toBe(400);
    await browser.post('/oauth/logout', []);
    expect(await reply(browser), 'signed out').toEqual(page);
    // The form that requests a code responds in the same way.
    const started = await new Browser().post('/oauth/login/start', [
      ['authorization_query', faulty.query],
      ['email', newEmail()],
    ]);
    expect([started.status, started.location]).toEqual([400, null]);
  });

  test('RFC 6749 §3.1, §3.2: a parameter without a value counts as omitted, in the request and at the token endpoint', async () => {
    const flow = await newFlow(client, 'profile:read', { resource: '', response_mode: '' });
    const browser = new Browser();
    const location = await decide(browser, await signIn(browser, flow, newEmail()), 'allow');
    const grant = { flow, callback: oauth.validateAuthResponse(as, client.client, location, flow.state) };
    const { refresh_token: token } = await exchange(as, client, grant);
    expect((await refresh(client, token ?? '', '')).scope).toBe('profile:read');
  });

  test('RFC 6749 §3.1: a repeated parameter redirects with invalid_request', async () => {
    const flow = await newFlow(client, 'profile:read');
    const location = await wayBack(`${flow.query}&scope=profile%3Awrite`);
    expect(location.searchParams.get('error')).toBe('invalid_request');
  });
});

describe('the token endpoint', () => {
  test('RFC 6749 §4.1.2: a code repeated within 10 seconds by its client is refused and revokes nothing', async () => {
    const grant = await authorize(as, client);
    const tokens = await exchange(as, client, grant);
    for (const seconds of [0, 9]) {
      const repeated = await exchangeResponse(as, client, grant, { bindings: later(seconds) });
      expect(await tokenError(repeated)).toEqual([400, 'invalid_grant']);
    }
    expect((await me(tokens.access_token)).status).toBe(200);
    await refresh(client, tokens.refresh_token ?? '');
  });

  const verifier = oauth.generateRandomCodeVerifier();
  test.each<[string, number, () => Promise<TestClient>, Parameters<typeof exchangeResponse>[3]]>([
    ['later', 400, async () => client, { bindings: later(11) }],
    ['a month later', 400, async () => client, { bindings: later(30 * 86_400) }],
    ['with another verifier', 400, async () => client, { verifier }],
    ['by another client', 400, () => makeClient(partner.testKey), {}],
    ['by a public client', 400, () => makeClient(partner.testKey, { isPublic: true }), {}],
    ['with the wrong secret', 401, async () => client, { auth: oauth.ClientSecretBasic('wrong') }],
    ['without a secret', 401, async () => client, { auth: oauth.None() }],
  ])(
    'RFC 6749 §4.1.2: a used code presented %s is refused and revokes its tokens',
    async (_how, status, presenter, changes) => {
      const grant = await authorize(as, client);
      const tokens = await exchange(as, client, grant);
      expect((await me(tokens.access_token)).status).toBe(200);
      const used = await exchangeResponse(as, await presenter(), grant, changes);
      expect(await tokenError(used)).toEqual([status, status === 401 ? 'invalid_client' : 'invalid_grant']);
      expect(refusal(await me(tokens.access_token)).code).toBe('invalid_token');
      expect(await tokenError(await refreshResponse(client, tokens.refresh_token ?? ''))).toEqual([
        400,
        'invalid_grant',
      ]);
    },
  );

  test('RFC 6749 §4.1.2: another code of a used grant revokes nothing', async () => {
    const grant = await authorize(as, client);
    const tokens = await exchange(as, client, grant);
    const forged = (grant.callback.get('code') ?? '').replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    const guess = await postForm({ ...codeForm(grant), code: forged });
    expect(await tokenError(guess)).toEqual([400, 'invalid_grant']);
    expect((await me(tokens.access_token)).status).toBe(200);
  });

  test('RFC 7636 §4.6: the wrong verifier is invalid_grant', async () => {
    const grant = await authorize(as, client);
    const response = await exchangeResponse(as, client, grant, {
      verifier: oauth.generateRandomCodeVerifier(),
    });
    expect(await tokenError(response)).toEqual([400, 'invalid_grant']);
  });

  test.each([
    ['RFC 7636 §4.5: no verifier', 'code_verifier'],
    ['RFC 6749 §4.1.3: no redirect_uri', 'redirect_uri'],
  ])('%s is invalid_request, and the code stays valid', async (_what, missing) => {
    const grant = await authorize(as, client);
    const form = Object.entries(codeForm(grant)).filter(([name]) => name !== missing);
    expect(await tokenError(await postForm(Object.fromEntries(form)))).toEqual([400, 'invalid_request']);
    await exchange(as, client, grant);
  });

  test('RFC 6749 §4.1.3: another redirect address is invalid_grant', async () => {
    const grant = await authorize(as, client);
    const response = await exchangeResponse(as, client, grant, {
      redirectUri: 'https://platform.example/other',
    });
    expect(await tokenError(response)).toEqual([400, 'invalid_grant']);
  });

  test('RFC 6749 §5.2: the wrong secret and an unknown client are 401 invalid_client with a Basic challenge', async () => {
    const grant = await authorize(as, client);
    const response = await exchangeResponse(as, client, grant, { auth: oauth.ClientSecretBasic('wrong') });
    expect(response.headers.get('WWW-Authenticate')).toMatch(/^Basic/);
    expect(await tokenError(response)).toEqual([401, 'invalid_client']);
    const nobody = { ...client, client: { client_id: 'cli_nobody' } };
    expect(await tokenError(await exchangeResponse(as, nobody, grant))).toEqual([401, 'invalid_client']);
    const inForm = oauth.ClientSecretPost('wrong');
    const posted = await exchangeResponse(as, client, grant, { auth: inForm });
    expect(posted.headers.get('WWW-Authenticate')).toMatch(/^Basic/);
    expect(await tokenError(posted)).toEqual([401, 'invalid_client']);
  });

  test('RFC 6749 §5.2: a code of another client is invalid_grant', async () => {
    const other = await makeClient((await makePartner()).testKey);
    const grant = await authorize(as, client);
    expect(await tokenError(await exchangeResponse(as, other, grant))).toEqual([400, 'invalid_grant']);
  });

  test.each([
    ['no grant type', { token: 'x' }, 'invalid_request'],
    ['a grant type without a value', { grant_type: '', refresh_token: 'x' }, 'invalid_request'],
    ['the password grant (RFC 9700 §2.4)', { grant_type: 'password' }, 'unsupported_grant_type'],
    ['client credentials', { grant_type: 'client_credentials' }, 'unsupported_grant_type'],
    ['no code', { grant_type: 'authorization_code' }, 'invalid_request'],
    ['a code that is none', { grant_type: 'authorization_code', code: 'a:b:c' }, 'invalid_grant'],
    [
      'a refresh token without a value',
      { grant_type: 'refresh_token', refresh_token: '' },
      'invalid_request',
    ],
    ['a refresh token that is none', { grant_type: 'refresh_token', refresh_token: 'x' }, 'invalid_grant'],
  ])('RFC 6749 §5.2: %s is told as the RFC says', async (_what, fields, error) => {
    const response = await postForm(fields as Record<string, string>);
    expect(response.headers.get('cache-control')).toContain('no-store');
    expect(await tokenError(response)).toEqual([400, error]);
  });

  test('accepts only forms of at most 64 KiB', async () => {
    const json = await plainFetch(`${BASE}/oauth/token`, {
      method: 'POST',
      headers: { ...basic(client), 'content-type': 'application/json' },
      body: '{}',
    });
    expect(await tokenError(json)).toEqual([400, 'invalid_request']);
    const large = await postForm({ grant_type: 'refresh_token', refresh_token: 'x'.repeat(70_000) });
    expect(await tokenError(large)).toEqual([413, 'invalid_request']);
  });

  test('an unavailable database is 503 with Retry-After, in the RFC form', async () => {
    const broken = {
      ...env.REGISTRY,
      prepare: env.REGISTRY.prepare.bind(env.REGISTRY),
      batch: () => Promise.reject(new Error('D1_ERROR: network connection lost')),
    } as unknown as D1Database;
    const response = await plainFetch(
      `${BASE}/oauth/token`,
      {
        method: 'POST',
        headers: basic(client),
        body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x' }),
      },
      { REGISTRY: broken },
    );
    expect(response.headers.get('Retry-After')).toBe('2');
    expect(await tokenError(response)).toEqual([503, 'temporarily_unavailable']);
  });
});

describe('refreshing', () => {
  test('RFC 9700 §4.14.2: rotates, and a used refresh token answers with the same successor for 30 seconds', async () => {
    const first = await connect(as, client);
    const second = await refresh(client, first.refreshToken);
    expect(second.refresh_token).not.toBe(first.refreshToken);
    const repeated = await refreshed(await refreshResponse(client, first.refreshToken, undefined, later(28)));
    expect(repeated.refresh_token).toBe(second.refresh_token);
    expect(repeated.access_token).not.toBe(second.access_token);
    for (const { access_token: token } of [second, repeated]) expect((await me(token)).status).toBe(200);
    await refresh(client, second.refresh_token ?? '');
  });

  test.each([
    ['after the grace', 31],
    ['a day later', 86_400],
  ])(
    'RFC 9700 §4.14.2: reuse of a refresh token %s ends the grant and its connection',
    async (_when, seconds) => {
      const first = await connect(as, client);
      const second = await refresh(client, first.refreshToken);
      const { json: athlete } = await me(second.access_token);
      const reuse = await refreshResponse(client, first.refreshToken, undefined, later(seconds));
      expect(await tokenError(reuse)).toEqual([400, 'invalid_grant']);
      expect(refusal(await me(second.access_token)).code).toBe('invalid_token');
      expect(await tokenError(await refreshResponse(client, second.refresh_token ?? ''))).toEqual([
        400,
        'invalid_grant',
      ]);
      const path = `/v1/connections?athlete_id=${athlete.id}`;
      expect((await call('GET', path, { key: partner.testKey })).json.data[0].status).toBe('revoked');
    },
  );

  test('RFC 9700 §4.14.2: reuse of a refresh token two generations back ends the grant, even within the grace', async () => {
    const first = await connect(as, client);
    const second = await refresh(client, first.refreshToken);
    const third = await refresh(client, second.refresh_token ?? '');
    expect(await tokenError(await refreshResponse(client, first.refreshToken))).toEqual([
      400,
      'invalid_grant',
    ]);
    expect(refusal(await me(third.access_token)).code).toBe('invalid_token');
    expect((await refreshResponse(client, third.refresh_token ?? '')).status).toBe(400);
  });

  test('a refresh token that was made up ends nothing, whatever athlete, grant and signature it names', async () => {
    const first = await connect(as, client);
    const second = await refresh(client, first.refreshToken);
    const third = await refresh(client, second.refresh_token ?? '');
    const known = third.refresh_token ?? '';
    for (const madeUp of [
      ...inventedFrom(known),
      // An earlier one of the grant, whose signature was lost or changed.
      withoutSignature(first.refreshToken),
      first.refreshToken.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    ]) {
      expect(await tokenError(await refreshResponse(client, madeUp))).toEqual([400, 'invalid_grant']);
      expect((await me(third.access_token)).status, madeUp).toBe(200);
    }
    expect((await refreshResponse(client, known)).status).toBe(200);
  });

  test('the current refresh token and the previous one are accepted without their signature', async () => {
    const first = await connect(as, client);
    const second = await refresh(client, withoutSignature(first.refreshToken));
    expect(second.refresh_token).toMatch(/^ort_test_[\w-]+\.[\w-]{22}$/);
    const again = await refresh(client, withoutSignature(first.refreshToken));
    expect(again.refresh_token).toBe(second.refresh_token);
    expect((await refreshResponse(client, withoutSignature(second.refresh_token ?? ''))).status).toBe(200);
  });

  test('an earlier refresh token ends its grant after the signing secret was changed, while the former one is known', async () => {
    const first = await connect(as, client);
    const second = await refresh(client, first.refreshToken);
    await refresh(client, second.refresh_token ?? '');
    const secrets = { SIGNING_SECRET: 'x'.repeat(32), FORMER_SIGNING_SECRET: env.SIGNING_SECRET };
    const forgotten = await refreshResponse(client, first.refreshToken, undefined, {
      SIGNING_SECRET: 'x'.repeat(32),
    });
    expect(forgotten.status).toBe(400);
    expect((await me(second.access_token)).status).toBe(200);
    const known = await refreshResponse(client, first.refreshToken, undefined, secrets);
    expect(known.status).toBe(400);
    expect(refusal(await me(second.access_token)).code).toBe('invalid_token');
  });

  test('reuse by another client ends nothing', async () => {
    const other = await makeClient(partner.testKey);
    const first = await connect(as, client);
    const second = await refresh(client, first.refreshToken);
    const third = await refresh(client, second.refresh_token ?? '');
    expect((await refreshResponse(other, first.refreshToken)).status).toBe(400);
    const stolen = { ...client, auth: oauth.ClientSecretBasic('wrong') };
    expect((await refreshResponse(stolen, first.refreshToken)).status).toBe(401);
    expect((await me(third.access_token)).status).toBe(200);
  });

  test('RFC 6749 §6: an access token sent as a refresh token is invalid_grant and ends nothing', async () => {
    const { accessToken, refreshToken } = await connect(as, client);
    expect(await tokenError(await refreshResponse(client, accessToken))).toEqual([400, 'invalid_grant']);
    expect((await me(accessToken)).status).toBe(200);
    await refresh(client, refreshToken);
  });

  test('no refresh token is stored, nor a successor that could be derived from the database alone', async () => {
    const first = await connect(as, client);
    const second = await refresh(client, first.refreshToken);
    const records = await Promise.all(
      TEST_BINDINGS.map((name) => env[name].prepare('SELECT * FROM oauth_records').all()),
    );
    const results = records.flatMap((shard) => shard.results);
    const stored = JSON.stringify(results);
    expect(stored).toContain('usedTokenId');
    for (const token of [first.refreshToken, second.refresh_token ?? '']) {
      const raw = rawOf(token);
      expect(stored).not.toContain(raw.split(':')[2]);
      expect(stored).not.toContain(token);
    }
  });

  test('RFC 6749 §6: narrows the scope when asked, and never widens it', async () => {
    const { refreshToken } = await connect(as, client, { scope: 'profile:read activities:read' });
    const narrow = await refresh(client, refreshToken, 'profile:read');
    expect(narrow.scope).toBe('profile:read');
    const wider = await refreshResponse(client, narrow.refresh_token ?? '', 'profile:write');
    expect(await tokenError(wider)).toEqual([400, 'invalid_scope']);
  });

  test('RFC 6749 §6: a scope that was never granted is invalid_scope, also together with one that was', async () => {
    const { refreshToken } = await connect(as, client, { scope: 'profile:read' });
    for (const scope of ['profile:read profile:write', 'profile:read everything']) {
      expect(await tokenError(await refreshResponse(client, refreshToken, scope))).toEqual([
        400,
        'invalid_scope',
      ]);
    }
    await refresh(client, refreshToken, 'profile:read');
  });

  test('RFC 6749 §5.1: scopes the client has lost are missing from the next refresh answer', async () => {
    const narrowing = await makeClient(partner.testKey);
    const { refreshToken } = await connect(as, narrowing, { scope: 'profile:read activities:read' });
    await call('PATCH', `/v1/oauth/clients/${narrowing.client.client_id}`, {
      key: partner.testKey,
      body: { allowed_scopes: ['profile:read'] },
    });
    const tokens = await refresh(narrowing, refreshToken);
    expect(tokens.scope).toBe('profile:read');
    const { json: athlete } = await me(tokens.access_token);
    const list = await call('GET', `/v1/athletes/${athlete.id}/activities`, { key: tokens.access_token });
    expect(refusal(list).code).toBe('insufficient_scope');
    const lost = await refreshResponse(narrowing, tokens.refresh_token ?? '', 'activities:read');
    expect(await tokenError(lost)).toEqual([400, 'invalid_scope']);
  });

  test('a scope the client lost between consent and exchange is missing from the token and the connection', async () => {
    const narrowing = await makeClient(partner.testKey);
    const grant = await authorize(as, narrowing, { scope: 'profile:read activities:read' });
    const allow = (scopes: readonly string[]) =>
      call('PATCH', `/v1/oauth/clients/${narrowing.client.client_id}`, {
        key: partner.testKey,
        body: { allowed_scopes: scopes },
      });
    await allow(['profile:read']);
    expect((await exchange(as, narrowing, grant)).scope).toBe('profile:read');
    await allow(['profile:read', 'activities:read']);
    const query = `?client_id=${narrowing.client.client_id}`;
    const listed = await call('GET', `/v1/connections${query}`, { key: partner.testKey });
    expect(listed.json.data[0].scopes).toEqual(['profile:read']);
  });

  test('the answer of an exchange and of a refresh names the athlete', async () => {
    const tokens = await exchange(as, client, await authorize(as, client));
    const { json: athlete } = await me(tokens.access_token);
    expect(tokens).toMatchObject({ athlete_id: athlete.id });
    expect(await refresh(client, tokens.refresh_token ?? '')).toMatchObject({ athlete_id: athlete.id });
  });

  test('RFC 6749 §10.4: a refresh token of another client is refused and stays valid for its own', async () => {
    const other = await makeClient(partner.testKey);
    const { refreshToken } = await connect(as, client);
    expect(await tokenError(await refreshResponse(other, refreshToken))).toEqual([400, 'invalid_grant']);
    await refresh(client, refreshToken);
  });

  test('a token without its wire form, or prefixed with the other environment, is invalid', async () => {
    const { accessToken, refreshToken } = await connect(as, client);
    const raw = atob(accessToken.slice('oat_test_'.length).replaceAll('-', '+').replaceAll('_', '/'));
    expect(raw).toMatch(/^ath_t/);
    for (const forged of [
      `oat_live_${accessToken.slice('oat_test_'.length)}`,
      `oat_test_${refreshToken.slice('ort_test_'.length)}`,
      `oat_test_${btoa(raw)}=`,
      'oat_test_',
      'oat_test_!!!!',
      `oat_test_${'A'.repeat(10_000)}`,
      refreshToken.replace('ort_', 'oat_'),
    ]) {
      expect(refusal(await me(forged))).toMatchObject({ status: 401, code: 'invalid_token' });
    }
    expect(refusal(await me(raw)).code).toBe('invalid_api_key');
    const rawRefresh = rawOf(refreshToken);
    expect(await tokenError(await refreshResponse(client, rawRefresh))).toEqual([400, 'invalid_grant']);
  });
});

describe('revocation', () => {
  const revoke = (of: TestClient, token: string) =>
    oauth.revocationRequest(as, of.client, of.auth, token, toWorker).then(oauth.processRevocationResponse);

  test('RFC 7009 §2.1: revoking an access token ends it alone, a refresh token ends its whole grant', async () => {
    const { accessToken, refreshToken } = await connect(as, client);
    await revoke(client, accessToken);
    expect(refusal(await me(accessToken))).toMatchObject({ status: 401, code: 'invalid_token' });
    const next = await refresh(client, refreshToken);
    await revoke(client, next.refresh_token ?? '');
    expect(refusal(await me(next.access_token)).code).toBe('invalid_token');
    expect((await refreshResponse(client, next.refresh_token ?? '')).status).toBe(400);
  });

  test('ending a grant ends its connection, in the lists of both sides', async () => {
    const { accessToken, refreshToken } = await connect(as, client);
    const { json: athlete } = await me(accessToken);
    const path = `/v1/connections?athlete_id=${athlete.id}`;
    const shown = async () => (await call('GET', path, { key: partner.testKey })).json.data[0];
    expect(await shown()).toMatchObject({ status: 'active', revoked_at: null });
    await revoke(client, refreshToken);
    expect(await shown()).toMatchObject({ status: 'revoked', revoked_at: expect.stringMatching(/Z$/) });
  });

  test('a revocation is answered with an empty JSON object, which clients that parse every answer can read', async () => {
    const { accessToken, refreshToken } = await connect(as, client);
    for (const token of [accessToken, refreshToken, refreshToken, 'unknown']) {
      const answer = await oauth.revocationRequest(as, client.client, client.auth, token, toWorker);
      expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'application/json']);
      expect(answer.headers.get('Cache-Control')).toContain('no-store');
      expect(await answer.json()).toEqual({});
    }
  });

  test('RFC 7009 §2.1: another client revokes nothing', async () => {
    const other = await makeClient(partner.testKey);
    const { accessToken, refreshToken } = await connect(as, client);
    await revoke(other, accessToken);
    await revoke(other, refreshToken);
    expect((await me(accessToken)).status).toBe(200);
  });

  test('RFC 7009 §2.2: an unknown token succeeds, a missing token is invalid_request, a missing client is 401', async () => {
    await revoke(client, 'oat_test_unknown');
    const none = await plainFetch(`${BASE}/oauth/revoke`, {
      method: 'POST',
      headers: basic(client),
      body: new URLSearchParams(),
    });
    expect(await tokenError(none)).toEqual([400, 'invalid_request']);
    const anonymous = await plainFetch(`${BASE}/oauth/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ token: 'x' }),
    });
    expect(anonymous.headers.get('WWW-Authenticate')).toMatch(/^Basic/);
    expect(await tokenError(anonymous)).toEqual([401, 'invalid_client']);
  });
});

describe('races', () => {
  test('of ten exchanges of one code one wins, and its tokens work', async () => {
    const grant = await authorize(as, client);
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => exchangeResponse(as, client, grant)),
    );
    const bodies = await Promise.all(
      responses.map(async (response) => ({
        status: response.status,
        body: await response.json<{ access_token?: string }>(),
      })),
    );
    const won = bodies.filter(({ status }) => status === 200);
    expect(won.length).toBe(1);
    expect(bodies.filter(({ status }) => status === 400 || status === 429).length).toBe(9);
    expect((await me(won[0]?.body.access_token ?? '')).status).toBe(200);
  });

  test('RFC 9700 §4.14.2: ten concurrent refreshes of one token all succeed with the same successor', async () => {
    const { refreshToken } = await connect(as, client);
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => refreshResponse(client, refreshToken)),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    const tokens = await Promise.all(responses.map(refreshed));
    expect(new Set(tokens.map((token) => token.refresh_token)).size).toBe(1);
    for (const token of tokens) expect((await me(token.access_token)).status).toBe(200);
    await refresh(client, tokens[0]?.refresh_token ?? '');
  });

  test('a consent sent twice concurrently connects once', async () => {
    const browser = new Browser();
    const consent = await signIn(browser, await newFlow(client, 'profile:read'), newEmail());
    const answers = await Promise.allSettled([
      decide(browser, consent, 'allow', tickedScopes(consent)),
      decide(browser, consent, 'allow', tickedScopes(consent)),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

function basic(of: TestClient): Record<string, string> {
  return { authorization: `Basic ${btoa(`${of.client.client_id}:${of.secret}`)}` };
}

/** The form that exchanges a code. */
function codeForm({ flow, callback }: Grant): Record<string, string> {
  return {
    grant_type: 'authorization_code',
    code: callback.get('code') ?? '',
    redirect_uri: CALLBACK,
    code_verifier: flow.verifier,
  };
}

/** Sends a form to the token endpoint, with the client's secret. */
function postForm(form: Record<string, string>): Promise<Response> {
  return plainFetch(`${BASE}/oauth/token`, {
    method: 'POST',
    headers: basic(client),
    body: new URLSearchParams(form),
  });
}
