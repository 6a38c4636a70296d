import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { newKeySecret } from '../../src/access/key-secret.ts';
import { ROUTES } from '../../src/app/routes.ts';
import type { Route } from '../../src/http/route.ts';
import { type CallOptions, call, type Reply, refusal } from '../support/client.ts';
import { makePartner, type TestPartner } from '../support/partners.ts';
import { callOf, type Identifiers, namesEnvironment } from '../support/route-calls.ts';

/**
 * Every credential that must not work, against every route there is. Calls are made from the route values,
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
  readonly revoked: string;
  readonly rotated: string;
  readonly terminated: string;
}

let world: World;

beforeAll(async () => {
  const partner = await makePartner();
  const { json: victim } = await makeKey(partner.testKey);
  await call('DELETE', `${KEYS}/${victim.id}`, { key: partner.testKey });
  const { json: old } = await makeKey(partner.testKey);
  await call('POST', `${KEYS}/${old.id}/rotate`, { key: partner.testKey });
  const ended = await makePartner();
  await call('POST', `/operator/v1/partners/${ended.partnerId}/terminate`, { key: env.OPERATOR_TOKEN });
  world = {
    partner,
    ids: await populate(partner.testKey, partner.testKeyId),
    revoked: victim.secret,
    rotated: old.secret,
    terminated: ended.testKey,
  };
});

function makeKey(key: string): Promise<Reply> {
  return call('POST', KEYS, { key, body: { name: 'x' } });
}

async function populate(key: string, keyId: string): Promise<Identifiers> {
  const { json: athlete } = await call('POST', '/v1/athletes', { key, body: {} });
  const path = `/v1/athletes/${athlete.id}/activities`;
  const { json: activity } = await call('POST', path, { key, body: { type: 'run', duration_min: 60 } });
  const weighed = {
    type: 'run',
    duration_min: 60,
    body_mass_before_kg: 70,
    body_mass_after_kg: 69,
    fluid_ml: 0,
  };
  const tests = `/v1/athletes/${athlete.id}/sweat-tests`;
  const { json: test } = await call('POST', tests, { key, body: weighed });
  return { athlete_id: athlete.id, activity_id: activity.id, sweat_test_id: test.id, key_id: keyId };
}

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

  test('keeps the environments apart, and leaves the other one as it was', async () => {
    const { testKey, testKeyId, liveKey, liveKeyId } = world.partner;
    for (const [key, otherKey, otherKeyId] of [
      [testKey, liveKey, liveKeyId],
      [liveKey, testKey, testKeyId],
    ] as const) {
      const other = await populate(otherKey, otherKeyId);
      const reply = await attempt(route, other, { key });
      if (namesEnvironment(route)) {
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

describe.each(operatorRoutes.map(nameOf))('%s', (_name, route) => {
  test.each<readonly [string, string, () => CallOptions]>([
    ['no Authorization header', 'missing_authorization', () => ({})],
    ['a wrong token', 'invalid_api_key', () => ({ key: `${env.OPERATOR_TOKEN}x` })],
    ['the beginning of the token', 'invalid_api_key', () => ({ key: env.OPERATOR_TOKEN.slice(0, -1) })],
    ["a partner's key", 'invalid_api_key', () => ({ key: world.partner.liveKey })],
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
});
