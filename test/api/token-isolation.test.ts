import { beforeAll, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { ROUTES } from '#delivery/app/routes.ts';
import { type Route, SCOPES } from '#platform/http/route.ts';
import { fromBase64Url, toBase64Url } from '#platform/storage/cryptography.ts';
import { call, refusal } from '../support/client.ts';
import { connect, discover, makeClient } from '../support/oauth.ts';
import { makePartner, type TestPartner } from '../support/partners.ts';

interface Target {
  readonly athleteId: string;
  readonly activityId: string;
}

const EVERYTHING = SCOPES.join(' ');
const PLACEHOLDER = '01kajz8w3t5v9c2b7n4m6q8r0s';

/** Every operation that names an athlete: in its path, its query or its body. */
const ATHLETE_ROUTES = ROUTES.filter(
  (route): route is Extract<Route, { access: 'partner' }> =>
    route.access === 'partner' &&
    (route.path.includes('{athlete_id}') || has(route.query, 'athlete_id') || has(route.body, 'athlete_id')),
);

function has(schema: z.ZodMiniType | undefined, name: string): boolean {
  return schema instanceof z.ZodMiniObject && name in schema.shape;
}

function send(route: Route, target: Target, key: string) {
  const path = route.path
    .replace('{athlete_id}', target.athleteId)
    .replace('{activity_id}', target.activityId)
    .replace(/\{(\w{3})\w*\}/g, `$1_${PLACEHOLDER}`);
  const query = has(route.query, 'athlete_id') ? `?athlete_id=${target.athleteId}` : '';
  const example = route.bodyExample ?? (route.body ? {} : undefined);
  const body = has(route.body, 'athlete_id') ? { ...Object(example), athlete_id: target.athleteId } : example;
  return call(route.method, path + query, { key, ...(body === undefined ? {} : { body }) });
}

async function makeTarget(key: string): Promise<Target> {
  const athlete = await call('POST', '/v1/athletes', { key, body: { body_mass_kg: 70 } });
  const activity = await call('POST', `/v1/athletes/${athlete.json.id}/activities`, {
    key,
    body: { type: 'run', duration_min: 60 },
  });
  return { athleteId: athlete.json.id, activityId: activity.json.id };
}

describe.each(ATHLETE_ROUTES.map((route) => [route.operationId, route] as const))('%s', (_name, route) => {
  let partner: TestPartner;
  let token: string;
  let own: Target;

  beforeAll(async () => {
    const as = await discover();
    partner = await makePartner();
    const client = await makeClient(partner.testKey);
    token = (await connect(as, client, { scope: EVERYTHING })).accessToken;
    const { json } = await call('GET', '/v1/me', { key: token });
    const activity = await call('POST', `/v1/athletes/${json.id}/activities`, {
      key: token,
      body: { type: 'run', duration_min: 60 },
    });
    own = { athleteId: json.id, activityId: activity.json.id };
  });

  /** Routes that accept only API keys reject every token before anything else. */
  const otherwise = (status: number, code: string) =>
    route.scope === null ? { status: 403, code: 'insufficient_scope' } : { status, code };

  test("a token reaches no other athlete of its partner's", async () => {
    const reply = await send(route, await makeTarget(partner.testKey), token);
    expect(refusal(reply)).toMatchObject(otherwise(404, 'athlete_not_found'));
  });

  test("a token reaches no other partner's athlete", async () => {
    const reply = await send(route, await makeTarget((await makePartner()).testKey), token);
    expect(refusal(reply)).toMatchObject(otherwise(404, 'athlete_not_found'));
  });

  test('a token reaches no athlete of the other environment', async () => {
    const reply = await send(route, await makeTarget(partner.liveKey), token);
    expect(refusal(reply)).toMatchObject(otherwise(401, 'environment_mismatch'));
  });

  test('a token without the scope is rejected with the name of the missing scope', async () => {
    const as = await discover();
    const scope = SCOPES.filter((each) => each !== route.scope).join(' ');
    const narrow = await connect(as, await makeClient(partner.testKey), { scope });
    const id = /ath_\w+(?=:)/.exec(
      atob(narrow.accessToken.slice(9).replaceAll('-', '+').replaceAll('_', '/')),
    );
    const reply = await send(route, { ...own, athleteId: id?.[0] ?? '' }, narrow.accessToken);
    expect(refusal(reply)).toMatchObject({ status: 403, code: 'insufficient_scope' });
    expect(reply.headers.get('WWW-Authenticate')).toContain('Bearer error="insufficient_scope"');
    expect(reply.headers.get('RateLimit')).not.toBeNull();
  });

  test('a token with the scope reaches its own athlete, or no token does', async () => {
    const reply = await send(route, own, token);
    if (route.scope === null)
      expect(refusal(reply)).toMatchObject({ status: 403, code: 'insufficient_scope' });
    else
      expect(['athlete_not_found', 'insufficient_scope', 'invalid_token']).not.toContain(refusal(reply).code);
  });
});

test('the table is not empty, and covers reading and writing', () => {
  expect(ATHLETE_ROUTES.length).toBeGreaterThan(10);
  const scopes = new Set(ATHLETE_ROUTES.map((route) => route.scope));
  expect([...scopes]).toEqual(expect.arrayContaining(['profile:write', 'activities:read', null]));
});

test('routes for API keys reject a token with every scope', async () => {
  const partner = await makePartner();
  const client = await makeClient(partner.testKey);
  const { accessToken } = await connect(await discover(), client, { scope: EVERYTHING });
  const closed = ROUTES.filter((route) => route.access === 'partner' && route.scope === null);
  expect(closed.length).toBeGreaterThan(5);
  for (const route of closed) {
    const reply = await send(route, { athleteId: 'x', activityId: 'x' }, accessToken);
    expect(refusal(reply), route.operationId).toMatchObject({ status: 403, code: 'insufficient_scope' });
  }
});

test('routes for tokens reject an API key', async () => {
  const { testKey, liveKey } = await makePartner();
  const closed = ROUTES.filter((route) => route.access === 'partner' && route.tokensOnly);
  expect(closed.map(({ operationId }) => operationId)).toContain('getMe');
  for (const route of closed) {
    for (const key of [testKey, liveKey]) {
      const reply = await send(route, { athleteId: 'x', activityId: 'x' }, key);
      expect(refusal(reply), route.operationId).toMatchObject({ status: 403, code: 'insufficient_scope' });
    }
  }
});

test('an access token has one spelling: other base64url texts of the same token are invalid', async () => {
  const { testKey } = await makePartner();
  const { accessToken } = await connect(await discover(), await makeClient(testKey), { scope: EVERYTHING });
  const [start, encoded] = [accessToken.slice(0, 9), accessToken.slice(9)];
  const bytes = fromBase64Url(encoded) ?? new Uint8Array();
  // UTF-8 decoders drop a byte order mark.
  const marked = toBase64Url(Uint8Array.of(0xef, 0xbb, 0xbf, ...bytes));
  expect((await call('GET', '/v1/me', { key: accessToken })).status).toBe(200);
  for (const other of [start + marked, accessToken.replace('_test_', '_live_')]) {
    const reply = await call('GET', '/v1/me', { key: other });
    expect(refusal(reply), other.slice(0, 16)).toMatchObject({ status: 401, code: 'invalid_token' });
  }
});

test('a token cannot set its own tier as a test key can', async () => {
  const partner = await makePartner();
  const client = await makeClient(partner.testKey);
  const { accessToken } = await connect(await discover(), client, { scope: 'profile:read profile:write' });
  const { json } = await call('GET', '/v1/me', { key: accessToken });
  expect(json.tier).toBe('full');
  const reply = await call('PATCH', `/v1/athletes/${json.id}`, {
    key: accessToken,
    body: { tier: 'teaser' },
  });
  expect(refusal(reply)).toMatchObject({ status: 403, code: 'operator_only' });
});

test('an operation that tokens may not use is insufficient_scope for one, without a fault in the log', async () => {
  const { testKey } = await makePartner();
  const { accessToken } = await connect(await discover(), await makeClient(testKey), { scope: EVERYTHING });
  const { json: me } = await call('GET', '/v1/me', { key: accessToken });
  const closed = ROUTES.filter((route) => route.access === 'partner' && route.scope === null);
  expect(closed.length).toBeGreaterThan(20);
  const lines = vi.spyOn(console, 'log');
  const errors = vi.spyOn(console, 'error');
  try {
    for (const route of closed) {
      const reply = await send(route, { athleteId: me.id, activityId: `act_${PLACEHOLDER}` }, accessToken);
      expect(refusal(reply), route.operationId).toMatchObject({ status: 403, code: 'insufficient_scope' });
    }
    // A token's read of its own account is closed to keys in the same way.
    expect((await call('GET', '/v1/me', { key: testKey })).status).toBe(403);
    const written = [...lines.mock.calls, ...errors.mock.calls].map(([line]) => JSON.parse(String(line)));
    expect(written.length).toBeGreaterThan(closed.length);
    expect(written.filter(({ fault }) => fault !== undefined && fault !== null)).toEqual([]);
    // Only the token was read. No handler began.
    const toToken = written.slice(0, closed.length);
    expect(Math.max(...toToken.map(({ d1_batches: batches }) => batches))).toBe(1);
  } finally {
    lines.mockRestore();
    errors.mockRestore();
  }
});
