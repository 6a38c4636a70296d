import { env } from 'cloudflare:workers';
import * as oauth from 'oauth4webapi';
import { beforeAll, describe, expect, test } from 'vitest';
import { ROUTES } from '#delivery/app/routes.ts';
import { subscribeUrl } from '#nutrition/records/subscribe-link.ts';
import { parseEnv } from '#platform/env.ts';
import type { Route } from '#platform/http/route.ts';
import { parseAthleteId } from '#platform/storage/ids.ts';
import { makeActivity, makeAthlete, makeSweatTest, makeWebhook } from '../support/builders.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { type CallOptions, call, type Reply, refusal } from '../support/client.ts';
import {
  connect,
  discover,
  makeClient,
  newEmail,
  type TestClient,
  through,
  tokenError,
} from '../support/oauth.ts';
import { makePartner } from '../support/partners.ts';
import { callOf, type Identifiers } from '../support/route-calls.ts';
import { bindingOf, TEST_HOME_BINDING } from '../support/shards.ts';
import { platformBindings } from './simulator.ts';

/**
 * A rollback rolls bindings back too. So a version may lack a database in which a partner has athletes: what it cannot see is
 * unavailable, never gone, and no answer is incomplete.
 */

const UNAVAILABLE = { status: 503, code: 'temporarily_unavailable', pointers: [] };

interface World {
  readonly key: string;
  /** An athlete of the missing shard, which is not the partner's first one there, and one of the first. */
  readonly ids: Identifiers;
  readonly elsewhere: string;
  readonly missing: readonly string[];
  readonly as: oauth.AuthorizationServer;
  readonly client: TestClient;
  readonly tokens: { readonly accessToken: string; readonly refreshToken: string };
}

let world: World;

beforeAll(async () => {
  await loadTestCatalogue();
  const { testKey: key, testKeyId } = await makePartner();
  const email = newEmail();
  const { id: elsewhere } = await makeAthlete(key, { external_id: 'elsewhere' });
  for (let index = 0; index < 3; index++) await makeAthlete(key);
  const { id } = await makeAthlete(key, { external_id: 'lost', email });
  expect([elsewhere, id].map((one) => parseAthleteId(one)?.shard)).toEqual(['c000', 'c001']);
  const activity = await makeActivity(key, id);
  const sweatTest = await makeSweatTest(key, id);
  const webhook = await makeWebhook(key, { events: ['key.*'] });
  const as = await discover();
  const client = await makeClient(key);
  const tokens = await connect(as, client, { email });
  const { json: connections } = await call('GET', `/v1/connections?athlete_id=${id}`, { key });
  world = {
    ...{ key, elsewhere, as, client, tokens },
    missing: [bindingOf(id)],
    ids: {
      athlete_id: id,
      activity_id: activity.id,
      sweat_test_id: sweatTest.id,
      webhook_id: webhook.id,
      key_id: testKeyId,
      connection_id: connections.data[0].id,
    },
  };
});

/** Sends a request to a Worker that lacks the binding, in an isolate that remembers nothing. */
function send(
  method: string,
  path: string,
  options: CallOptions = {},
  missing = world.missing,
): Promise<Reply> {
  const bindings = platformBindings({ ...env, ...options.bindings }, { missing });
  return call(method, path, { key: world.key, ...options, bindings });
}

describe('a request for an athlete in a shard of the caller without a binding is 503', () => {
  const ofAthletes = ROUTES.filter(
    ({ access, path }) => access === 'partner' && path.includes('{athlete_id}'),
  );

  test.each(ofAthletes.map((route): [string, Route] => [`${route.method} ${route.path}`, route]))(
    '%s',
    async (_name, route) => {
      const { path, options } = callOf(route, world.ids);
      expect(refusal(await send(route.method, path, options))).toEqual(UNAVAILABLE);
    },
  );

  test('but 404 if it is not a shard of the caller', async () => {
    const other = world.ids.athlete_id?.replace('ath_tc001', 'ath_tc009') ?? '';
    expect(refusal(await send('GET', `/v1/athletes/${other}`))).toMatchObject({
      status: 404,
      code: 'athlete_not_found',
    });
  });

  test('and an athlete of another shard is served', async () => {
    expect((await send('GET', `/v1/athletes/${world.elsewhere}`)).status).toBe(200);
    const body = { type: 'run', duration_min: 30 };
    expect((await send('POST', `/v1/athletes/${world.elsewhere}/activities`, { body })).status).toBe(201);
  });
});

describe('without the binding of a shard of the caller', () => {
  test.each([
    ['a list of athletes', '/v1/athletes'],
    ['a look-up by external_id', '/v1/athletes?external_id=lost'],
    ['a look-up of an athlete elsewhere', '/v1/athletes?external_id=elsewhere'],
    ['the feed of events', '/v1/events'],
    ['a list of connections', '/v1/connections'],
    ['the access log', '/v1/partner/access-log'],
  ])('%s is 503 and never incomplete', async (_what, path) => {
    expect(refusal(await send('GET', path))).toEqual(UNAVAILABLE);
  });

  test('a new athlete goes to a shard of the caller that is bound', async () => {
    const { status, json } = await send('POST', '/v1/athletes', { body: {} });
    expect([status, parseAthleteId(json.id)?.shard]).toEqual([201, 'c000']);
    const once = { 'idempotency-key': crypto.randomUUID() };
    const keyed = await send('POST', '/v1/athletes', { body: {}, headers: once });
    expect([keyed.status, parseAthleteId(keyed.json.id)?.shard]).toEqual([201, 'c000']);
  });

  test('a new webhook is 503, because it is written to every shard', async () => {
    const body = { url: 'https://platform.example/another', events: ['athlete.*'] };
    expect(refusal(await send('POST', '/v1/webhooks', { body }))).toEqual(UNAVAILABLE);
  });

  test('a recalculation of its athletes is 503', async () => {
    const body = { athlete_ids: [world.ids.athlete_id] };
    expect(refusal(await send('POST', '/v1/recalculations', { body }))).toEqual(UNAVAILABLE);
  });

  test('a token of its athlete is 503 and not invalid, and its refresh token stays valid', async () => {
    const { as, client, tokens } = world;
    const read = await send('GET', '/v1/me', { key: tokens.accessToken });
    expect(refusal(read)).toEqual(UNAVAILABLE);
    const bindings = platformBindings(env, { missing: world.missing });
    const refused = await oauth.refreshTokenGrantRequest(
      as,
      client.client,
      client.auth,
      tokens.refreshToken,
      through(bindings),
    );
    expect(await tokenError(refused)).toEqual([503, 'temporarily_unavailable']);
    const answer = await oauth.refreshTokenGrantRequest(
      as,
      client.client,
      client.auth,
      tokens.refreshToken,
      through({}),
    );
    expect(answer.status).toBe(200);
  });

  test("the operator's change of a tier is 503, and 404 for a shard that does not exist", async () => {
    const id = world.ids.athlete_id ?? '';
    const change = (athleteId: string) =>
      send('PUT', `/operator/v1/athletes/${athleteId}/tier`, {
        key: env.OPERATOR_TOKEN,
        body: { tier: 'full' },
      });
    expect(refusal(await change(id))).toEqual(UNAVAILABLE);
    const nowhere = await change(id.replace('ath_tc001', 'ath_tc009'));
    expect(refusal(nowhere)).toMatchObject({ status: 404, code: 'athlete_not_found' });
  });

  test('a subscribe link of its athlete is 503 and not expired', async () => {
    const url = new URL(await subscribeUrl(parseEnv(env), Date.now(), world.ids.athlete_id ?? ''));
    expect((await send('GET', url.pathname + url.search, { key: null })).status).toBe(503);
  });

  test('a page of its athlete, and the link to it, are 503 and not ended', async () => {
    const path = `/v1/athletes/${world.ids.athlete_id}/sessions`;
    const { json } = await call('POST', path, { key: world.key, body: { pages: ['plan'] } });
    const framed = {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-dest': 'iframe',
      origin: 'https://app.platform.example',
    };
    const rawBody = new URLSearchParams({ token: json.token }).toString();
    expect((await send('POST', '/a/plan', { key: null, headers: framed, rawBody })).status).toBe(503);
    expect((await send('GET', new URL(json.url).pathname, { key: null })).status).toBe(503);
  });

  const others = ROUTES.filter(({ access, path }) => access === 'partner' && !path.includes('{athlete_id}'));

  test.each(others.map((route): [string, Route] => [`${route.method} ${route.path}`, route]))(
    'no route throws: %s',
    async (_name, route) => {
      // Keys that a walk rotates or revokes are its own.
      const { json } = await call('POST', '/v1/partner/api-keys', { key: world.key, body: { name: 'walk' } });
      const { path, options } = callOf(route, { ...world.ids, ...(json.id ? { key_id: json.id } : {}) });
      const reply = await send(route.method, path, options);
      expect(reply.status, reply.text).not.toBe(500);
      await call('DELETE', `/v1/partner/api-keys/${json.id}`, { key: world.key });
    },
  );
});

test('without the binding of the home shard, lists are 503 and athletes elsewhere are served', async () => {
  const missing = [TEST_HOME_BINDING];
  expect(refusal(await send('GET', '/v1/athletes', {}, missing))).toEqual(UNAVAILABLE);
  expect((await send('GET', `/v1/athletes/${world.ids.athlete_id}`, {}, missing)).status).toBe(200);
  expect(parseAthleteId((await send('POST', '/v1/athletes', { body: {} }, missing)).json.id)?.shard).toBe(
    'c001',
  );
  const once = { 'idempotency-key': crypto.randomUUID() };
  const keyed = await send('POST', '/v1/athletes', { body: {}, headers: once }, missing);
  expect(refusal(keyed)).toEqual(UNAVAILABLE);
});
