import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ROUTES } from '#delivery/app/routes.ts';
import { newKeySecret } from '#platform/access/credentials.ts';
import { ANY_TOKEN, type Route, SCOPES, type Scope } from '#platform/http/route.ts';
import { fromBase64Url, toBase64Url } from '#platform/storage/cryptography.ts';
import {
  makeActivity,
  makeAthlete,
  makeFeedback,
  makeKey,
  makeOwnProduct,
  makePageSession,
  makePrescription,
  makeSweatTest,
  makeWebhook,
} from '../support/builders.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { type CallOptions, call, type Reply, refusal } from '../support/client.ts';
import { connect, discover, makeClient } from '../support/oauth.ts';
import { makePartner, type TestPartner } from '../support/partners.ts';
import {
  callOf,
  type Identifiers,
  namesAthlete,
  namesEnvironment,
  namesOwned,
} from '../support/route-calls.ts';

/**
 * The authorization matrix: every credential against every route there is. Calls are made from the route values,
 * so a route that is added tomorrow is in these tables without anybody remembering to put it there.
 */

const KEYS = '/v1/partner/api-keys';
const partnerRoutes = ROUTES.filter((route) => route.access === 'partner');
const operatorRoutes = ROUTES.filter((route) => route.access === 'operator');
const nameOf = (route: Route) => [`${route.method} ${route.path}`, route] as const;
const GRACE_OVER = { CLOCK_OFFSET_S: String(72 * 3600 + 1) };

interface World {
  readonly partner: TestPartner;
  readonly ids: Identifiers;
  /** The partner's identifiers in production. */
  readonly liveIds: Identifiers;
  /** A key of another partner, of the same environment as `ids`. */
  readonly stranger: string;
  /** An access token with every scope, and the athlete that granted it. */
  readonly token: string;
  readonly ownIds: Identifiers;
  /** Access tokens with every scope but one. */
  readonly tokenWithout: ReadonlyMap<Scope, string>;
  /** One of everything that belongs to one athlete, and that athlete. */
  readonly belongings: Identifiers;
  readonly erasedIds: Identifiers;
  readonly revoked: string;
  readonly rotated: string;
  readonly terminated: string;
  readonly suspended: string;
}

let world: World;

beforeAll(async () => {
  await loadTestCatalogue();
  const partner = await makePartner();
  const victim = await makeKey(partner.testKey);
  await call('DELETE', `${KEYS}/${victim.id}`, { key: partner.testKey });
  const old = await makeKey(partner.testKey);
  await call('POST', `${KEYS}/${old.id}/rotate`, { key: partner.testKey });
  const ended = await makePartner();
  await call('POST', `/operator/v1/partners/${ended.partnerId}/terminate`, { key: env.OPERATOR_TOKEN });
  const paused = await makePartner();
  await call('POST', `/operator/v1/partners/${paused.partnerId}/suspend`, { key: env.OPERATOR_TOKEN });
  const ids = await populateAll(partner.testKey, partner.testKeyId);
  const as = await discover();
  const client = await makeClient(partner.testKey, { scopes: SCOPES });
  const tokenOf = async (scopes: readonly Scope[]) =>
    (await connect(as, client, { scope: scopes.join(' ') })).accessToken;
  const token = await tokenOf(SCOPES);
  const { json: me } = await call('GET', '/v1/me', { key: token });
  const tokenWithout = new Map<Scope, string>();
  for (const scope of SCOPES) {
    tokenWithout.set(scope, await tokenOf(SCOPES.filter((other) => other !== scope)));
  }
  const erasedIds = await populate(partner.testKey, partner.testKeyId);
  await call('DELETE', `/v1/athletes/${erasedIds.athlete_id}`, { key: partner.testKey });
  world = {
    partner,
    ids,
    liveIds: await populateAll(partner.liveKey, partner.liveKeyId),
    stranger: (await makePartner()).testKey,
    token,
    ownIds: { ...ids, athlete_id: me.id },
    tokenWithout,
    belongings: await populateAthlete(partner.testKey, partner.testKeyId),
    erasedIds,
    revoked: victim.secret,
    rotated: old.secret,
    terminated: ended.testKey,
    suspended: paused.testKey,
  };
});

async function populate(key: string, keyId: string): Promise<Identifiers> {
  const { id: athlete_id } = await makeAthlete(key);
  const { id: activity_id } = await makeActivity(key, athlete_id, { duration_min: 60 });
  const { id: sweat_test_id } = await makeSweatTest(key, athlete_id);
  return { athlete_id, activity_id, sweat_test_id, key_id: keyId };
}

async function makeTwoEnvironments() {
  const partner = await makePartner();
  const ids = await populate(partner.testKey, partner.testKeyId);
  return { partner, ids, liveIds: await populate(partner.liveKey, partner.liveKeyId) };
}

/** Populates and adds all that a path can name of an athlete, so that each read of it succeeds. */
async function populateAthlete(key: string, keyId: string): Promise<Identifiers> {
  const ids = await populate(key, keyId);
  const athlete = String(ids.athlete_id);
  const activity = `/v1/athletes/${athlete}/activities/${ids.activity_id}`;
  await makePrescription(key, activity);
  await makeFeedback(key, activity, { gi_comfort: 'good' });
  const { id: product_id } = await makeOwnProduct(key, athlete);
  const { id: session_id } = await makePageSession(key, athlete);
  return { ...ids, product_id, session_id };
}

/** Populates and adds one of everything else that a path can name. */
async function populateAll(key: string, keyId: string): Promise<Identifiers> {
  const ids = await populate(key, keyId);
  const webhook = await makeWebhook(key, { events: ['key.*'] });
  const client = await makeClient(key);
  await connect(await discover(), client);
  const clientId = String(client.client.client_id);
  const { json: connections } = await call('GET', `/v1/connections?client_id=${clientId}`, { key });
  const { json: recalculation } = await call('POST', '/v1/recalculations', { key, body: {} });
  return {
    ...ids,
    webhook_id: webhook.id,
    client_id: clientId,
    connection_id: connections.data[0].id,
    recalculation_id: recalculation.id,
  };
}

/** A call with a token: a token may not send the members that are for keys. */
function attemptWithToken(route: Route, ids: Identifiers, key: string): Promise<Reply> {
  const { path, options } = callOf(route, ids);
  const forKeys: readonly string[] = (route.access === 'partner' && route.keyMembers) || [];
  const body =
    options.body &&
    Object.fromEntries(Object.entries(options.body).filter(([name]) => !forKeys.includes(name)));
  return call(route.method, path, { ...options, ...(body ? { body } : {}), key });
}

const CLOSED_TO_TOKENS = { status: 403, code: 'insufficient_scope' };

/** Refusals by who calls, whatever is asked. */
const REFUSED_CALLERS: readonly string[] = [
  'missing_authorization',
  'invalid_api_key',
  'expired_api_key',
  'invalid_token',
  'environment_mismatch',
  'insufficient_scope',
  'partner_terminated',
  'partner_suspended',
];

async function attempt(route: Route, ids: Identifiers, options: CallOptions): Promise<Reply> {
  const { path, options: given } = callOf(route, ids);
  return call(route.method, path, { ...given, ...options });
}

/** Nothing of the world may be in a refusal beyond what the caller itself sent. */
function expectRefusedAsStranger(reply: Reply, code: string): void {
  expect(refusal(reply)).toMatchObject({ status: 401, code });
  expect(reply.headers.get('X-Service-Data-Attribution')).toBe('required');
  expect(reply.headers.get('RateLimit')).toBeNull();
  expect(Object.keys(reply.json)).toEqual(['error']);
}

const swapped = (secret: string) => `${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`;

const STRANGERS: readonly (readonly [string, string, () => CallOptions])[] = [
  ['no Authorization header', 'missing_authorization', () => ({})],
  ['an empty one', 'missing_authorization', () => ({ headers: { authorization: '' } })],
  ['another scheme', 'invalid_api_key', () => ({ headers: { authorization: 'Basic YTpi' } })],
  ['a malformed key', 'invalid_api_key', () => ({ key: 'sk_test_nonsense' })],
  ['a key with a wrong checksum', 'invalid_api_key', () => ({ key: swapped(world.partner.testKey) })],
  [
    'a key of the other prefix',
    'invalid_api_key',
    () => ({ key: world.partner.testKey.replace('test', 'live') }),
  ],
  ['an unknown key', 'invalid_api_key', () => ({ key: newKeySecret('test') })],
  ['the operator token', 'invalid_api_key', () => ({ key: env.OPERATOR_TOKEN })],
  ['a revoked key', 'invalid_api_key', () => ({ key: world.revoked })],
  ['an expired key', 'expired_api_key', () => ({ key: world.rotated, bindings: GRACE_OVER })],
];

describe.each(partnerRoutes.map(nameOf))('%s', (_name, route) => {
  test.each(STRANGERS)('refuses %s', async (_what, code, credential) => {
    expectRefusedAsStranger(await attempt(route, world.ids, credential()), code);
  });

  test('is closed to a terminated partner, or says that it stays open', async () => {
    const reply = await attempt(route, world.ids, { key: world.terminated });
    const staysOpen = route.access === 'partner' && route.afterTermination === true;
    if (staysOpen) expect(refusal(reply).code).not.toBe('partner_terminated');
    else expect(refusal(reply)).toMatchObject({ status: 403, code: 'partner_terminated' });
  });

  test('is closed to a suspended partner, but for what a terminated one may do and its account', async () => {
    const reply = await attempt(route, world.ids, { key: world.suspended });
    const isAccount = route.operationId === 'getAccount';
    const staysOpen = route.access === 'partner' && (route.afterTermination === true || isAccount);
    if (staysOpen) expect(reply.json?.error?.code).not.toBe('partner_suspended');
    else expect(refusal(reply)).toMatchObject({ status: 403, code: 'partner_suspended' });
  });

  test('keeps the environments apart, and leaves the other one as it was', async () => {
    const isRefused = namesEnvironment(route);
    // Other requests take effect: a reset of the sandbox, for one, would erase the world.
    const { partner, ids, liveIds } =
      isRefused || route.method === 'GET' ? world : await makeTwoEnvironments();
    // Production first: its key must leave a sandbox that the other key may then reset.
    for (const [key, otherKey, other] of [
      [partner.liveKey, partner.testKey, ids],
      [partner.testKey, partner.liveKey, liveIds],
    ] as const) {
      const reply = await attempt(route, other, { key });
      if (isRefused) {
        expect(refusal(reply)).toMatchObject({ status: 401, code: 'environment_mismatch' });
      } else {
        for (const id of Object.values(other)) expect(reply.text).not.toContain(id);
      }
      const path = `/v1/athletes/${other.athlete_id}/activities/${other.activity_id}`;
      const activity = await call('GET', path, { key: otherKey });
      expect(activity.json).toMatchObject({ duration_min: 60, prescription: null });
    }
  });
});

describe.each(partnerRoutes.map(nameOf))('%s', (_name, route) => {
  const scope = route.access === 'partner' ? route.scope : null;
  const furtherScopes = (route.access === 'partner' && route.furtherScopes) || [];
  const isForTokens = route.access === 'partner' && route.tokensOnly === true;

  test('opens to a key of its own environment, unless it is for tokens', async () => {
    const { partner, ids, liveIds } = route.method === 'GET' ? world : await makeTwoEnvironments();
    for (const [key, own] of [
      [partner.testKey, ids],
      [partner.liveKey, liveIds],
    ] as const) {
      const { code } = refusal(await attempt(route, own, { key }));
      if (isForTokens) expect(code).toBe('insufficient_scope');
      else expect(REFUSED_CALLERS).not.toContain(code);
    }
  });

  test("shows another partner's key nothing: what it names is not found", async () => {
    const reply = await attempt(route, world.ids, { key: world.stranger });
    if (namesOwned(route)) expect(refusal(reply)).toMatchObject({ status: 404 });
    for (const id of Object.values(world.ids)) expect(reply.text).not.toContain(id);
  });

  test('opens to a token of all scopes, unless it is for keys', async () => {
    const { code } = refusal(await attemptWithToken(route, world.ownIds, world.token));
    if (scope === null) expect(code).toBe('insufficient_scope');
    else expect(REFUSED_CALLERS).not.toContain(code);
  });

  test.each(scope === null || scope === ANY_TOKEN ? [] : [scope, ...furtherScopes])(
    'refuses a token that lacks %s alone',
    async (missing) => {
      const key = world.tokenWithout.get(missing) ?? '';
      const reply = await attemptWithToken(route, world.ownIds, key);
      expect(refusal(reply)).toMatchObject(CLOSED_TO_TOKENS);
      const challenge = reply.headers.get('WWW-Authenticate');
      expect(challenge).toContain('Bearer error="insufficient_scope"');
      expect(challenge).toContain(missing);
      expect(reply.headers.get('RateLimit')).not.toBeNull();
    },
  );

  test.skipIf(!namesAthlete(route))('shows a token no other athlete, of either environment', async () => {
    for (const [ids, refused] of [
      [world.ids, { status: 404, code: 'athlete_not_found' }],
      [world.liveIds, { status: 401, code: 'environment_mismatch' }],
    ] as const) {
      const reply = await attemptWithToken(route, ids, world.token);
      expect(refusal(reply)).toMatchObject(scope === null ? CLOSED_TO_TOKENS : refused);
    }
  });

  test.skipIf(!/\{athlete_id\}.*\{/.test(route.path))(
    "finds what is one athlete's through no other athlete of the same partner",
    async () => {
      const { belongings, ids, partner } = world;
      const through = (athleteId: string | undefined) =>
        attempt(route, { ...belongings, athlete_id: String(athleteId) }, { key: partner.testKey });
      const misplaced = refusal(await through(ids.athlete_id));
      expect(misplaced.status).toBe(404);
      expect(misplaced.code).toMatch(/^(activity|product|session|sweat_test)_not_found$/);
      if (route.method === 'GET') expect((await through(belongings.athlete_id)).status).toBe(200);
    },
  );

  test.skipIf(!route.path.includes('{athlete_id}'))('shows a key no erased athlete', async () => {
    const reply = await attempt(route, world.erasedIds, { key: world.partner.testKey });
    expect(refusal(reply)).toMatchObject({ status: 404, code: 'athlete_not_found' });
  });
});

describe.each(operatorRoutes.map(nameOf))('%s', (_name, route) => {
  test.each<readonly [string, string, () => CallOptions]>([
    ['no Authorization header', 'missing_authorization', () => ({})],
    ['a wrong token', 'invalid_api_key', () => ({ key: `${env.OPERATOR_TOKEN}x` })],
    ['the beginning of the token', 'invalid_api_key', () => ({ key: env.OPERATOR_TOKEN.slice(0, -1) })],
    ["a partner's live key", 'invalid_api_key', () => ({ key: world.partner.liveKey })],
    ["a partner's sandbox key", 'invalid_api_key', () => ({ key: world.partner.testKey })],
    ["an athlete's token", 'invalid_api_key', () => ({ key: world.token })],
  ])('refuses %s', async (_what, code, credential) => {
    expectRefusedAsStranger(await attempt(route, world.ids, credential()), code);
  });

  test('does not exist where no operator token is configured', async () => {
    const bindings = { OPERATOR_TOKEN: undefined } as unknown as Partial<Cloudflare.Env>;
    const reply = await attempt(route, world.ids, { key: env.OPERATOR_TOKEN, bindings });
    expect(refusal(reply)).toMatchObject({ status: 404, code: 'route_not_found' });
  });
});

describe('the tables above', () => {
  test('walk over every operation that needs a credential', () => {
    const open = ROUTES.filter((route) => route.access === 'public').map((route) => route.path);
    expect(partnerRoutes.length + operatorRoutes.length + open.length).toBe(ROUTES.length);
    // An operation that needs no key is a decision, to be made here as well.
    expect(open).toEqual(['/try/calculate', '/health', '/health/ready']);
  });

  test('know what a terminated partner may still do', () => {
    const staysOpen = ROUTES.filter((route) => route.access === 'partner' && route.afterTermination === true);
    expect(staysOpen.map(({ operationId }) => operationId).sort()).toEqual([
      'eraseAthlete',
      'exportAthlete',
      'listAthletes',
      'revokeApiKey',
    ]);
  });
});

describe("an athlete's token", () => {
  test('has one spelling: other base64url texts of the same token are invalid', async () => {
    const [start, encoded] = [world.token.slice(0, 9), world.token.slice(9)];
    const bytes = fromBase64Url(encoded) ?? new Uint8Array();
    // UTF-8 decoders drop a byte order mark.
    const marked = toBase64Url(Uint8Array.of(0xef, 0xbb, 0xbf, ...bytes));
    for (const other of [start + marked, world.token.replace('_test_', '_live_')]) {
      const reply = await call('GET', '/v1/me', { key: other });
      expect(refusal(reply), other.slice(0, 16)).toMatchObject({ status: 401, code: 'invalid_token' });
    }
  });

  test('cannot set its own tier as a test key can', async () => {
    const path = `/v1/athletes/${world.ownIds.athlete_id}`;
    const reply = await call('PATCH', path, { key: world.token, body: { tier: 'teaser' } });
    expect(refusal(reply)).toMatchObject({ status: 403, code: 'operator_only' });
  });

  test('is refused by an operation for keys before its handler begins, without a fault in the log', async () => {
    const closed = partnerRoutes.filter((route) => route.access === 'partner' && route.scope === null);
    expect(closed.length).toBeGreaterThan(20);
    const spies = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')];
    onTestFinished(() => {
      for (const spy of spies) spy.mockRestore();
    });
    for (const route of closed) await attemptWithToken(route, world.ownIds, world.token);
    const lines = spies.flatMap(({ mock }) => mock.calls).map(([line]) => JSON.parse(String(line)));
    expect(lines).toHaveLength(closed.length);
    expect(lines.filter(({ fault }) => fault !== undefined && fault !== null)).toEqual([]);
    // Only the token is read.
    expect(Math.max(...lines.map(({ d1_batches: batches }) => batches))).toBe(1);
  });
});
