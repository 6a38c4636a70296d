import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseAthleteId } from '#platform/storage/ids.ts';
import worker from '../../src/index.ts';
import {
  makeActivity,
  makeAthlete,
  makeCalculatedActivity,
  makeKey,
  makePageSession,
  succeed,
} from '../support/builders.ts';
import { loadTestCatalogue, productNamed } from '../support/catalogue.ts';
import { call, type Reply } from '../support/client.ts';
import {
  EDGE_OPERATIONS,
  type EdgeRequest,
  type EdgeSetting,
  expectedWithLease,
  ROUNDS,
  RUN,
  refreshRequest,
  roundsInNewIsolate,
  TWO_DAYS,
  WAITING_OPERATIONS,
} from '../support/edge-operations.ts';
import { connect, discover, makeClient } from '../support/oauth.ts';
import { makePartner } from '../support/partners.ts';
import { type Recording, RemoteCallRecorder, roundsOf, roundsWithLease } from '../support/remote-calls.ts';

/**
 * The sequential remote rounds of each operation: a caller far from the stores waits for each of them in turn. Measured
 * on a key that is in use, in an isolate that knows it and the catalogue.
 */

/** Attempts to see the expected rounds: a slow machine, and the renewal of a lease, can only add to them. */
const ATTEMPTS_MAX = 8;

/** More shards like those of the tests, with the same tables. */
const MORE_SHARDS = {
  ATHLETES_TEST_WEUR_2: env.ATHLETES_LIVE_WEUR_0,
  ATHLETES_TEST_WEUR_3: env.ATHLETES_LIVE_WEUR_1,
  ATHLETES_TEST_ENAM_1: env.ATHLETES_LIVE_ENAM_0,
};
const recorder = new RemoteCallRecorder({ ...env, ...MORE_SHARDS });
let setting: EdgeSetting;
let times = 0;
/** The newest of the connection: each use replaces it. */
let refreshToken = '';

function send(
  request: EdgeRequest,
  onAnswer?: () => void,
  bindings: Partial<Cloudflare.Env> = recorder.bindings,
): Promise<Reply> {
  const { method, path, key, body, headers = {} } = request;
  if (path === '/mcp' || path.startsWith('/a/')) return sendPlainly(request, onAnswer, bindings);
  return call(method, path, {
    key,
    headers,
    bindings,
    ...(typeof body === 'string' ? { rawBody: body } : body === undefined ? {} : { body }),
    ...(onAnswer && { onAnswer }),
  });
}

/** Messages to assistants and pages are no operations of the document, to which `call` holds every answer. */
async function sendPlainly(
  { path, key, body, headers }: EdgeRequest,
  onAnswer: (() => void) | undefined,
  bindings: Partial<Cloudflare.Env>,
): Promise<Reply> {
  const init = {
    method: 'POST',
    headers:
      key === null
        ? { ...headers }
        : { ...headers, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  };
  const asked = new Request<unknown, IncomingRequestCfProperties>(`https://musette.test${path}`, init);
  const execution = createExecutionContext();
  const response = await worker.fetch(asked, { ...env, ...bindings }, execution);
  const text = await response.text();
  onAnswer?.();
  await waitOnExecutionContext(execution);
  expect(text).toContain(key === null ? '<main>' : '"result"');
  const { status } = response;
  return { status, headers: response.headers, text, bytes: new TextEncoder().encode(text), json: null };
}

beforeAll(async () => {
  await loadTestCatalogue();
  const { testKey: key } = await makePartner();
  const options = { bindings: recorder.bindings };
  const athlete = await makeAthlete(key, { external_id: 'edge', body_mass_kg: 70 }, options);
  const activity = await makeCalculatedActivity(key, athlete.id, RUN, options);
  const long = await makeCalculatedActivity(key, athlete.id, TWO_DAYS, options);
  const learner = await makeAthlete(key, { body_mass_kg: 70 }, options);
  const learnerActivity = await makeActivity(key, learner.id, RUN, options);
  const client = await makeClient(key);
  const { accessToken: token, ...connected } = await connect(await discover(), client, {
    scope: 'profile:read activities:read activities:write',
  });
  refreshToken = connected.refreshToken ?? '';
  const ofClient = { id: client.client.client_id, secret: client.secret };
  const me = await succeed('GET', '/v1/me', { key: token, ...options });
  const own = await makeActivity(token, me.id, RUN, options);
  const session = { pages: ['plan'], activity_id: activity.id };
  const productId = productNamed('Maurten', 'Gel 100').id;
  setting = {
    key,
    token,
    athleteId: athlete.id,
    activityId: activity.id,
    longActivityId: long.id,
    learnerId: learner.id,
    learnerActivityId: learnerActivity.id,
    tokenActivityPath: own.path,
    productId,
    newRefresh: async () => refreshRequest(ofClient, refreshToken),
    newPageToken: async () => (await makePageSession(key, athlete.id, session, options)).token,
    newKeyId: async () => (await makeKey(key, {}, options)).id,
  };
});

interface Operation {
  readonly name: string;
  readonly request: (setting: EdgeSetting, time: number) => EdgeRequest | Promise<EdgeRequest>;
}

type Lease = 'with a lease' | 'without a lease';

async function recordOnce(operation: Operation, lease: Lease): Promise<Recording<Reply>> {
  times += 1;
  const request = await operation.request(setting, times);
  const bindings = lease === 'with a lease' ? recorder.bindings : recorder.withoutLease();
  return recordWith(recorder, request, bindings);
}

async function recordWith(
  by: typeof recorder,
  request: EdgeRequest,
  bindings: Partial<Cloudflare.Env>,
): Promise<Recording<Reply>> {
  const recording = await by.record((onAnswer) => send(request, onAnswer, bindings));
  refreshToken = recording.answer.json?.refresh_token ?? refreshToken;
  return recording;
}

/** Returns the rounds of an operation, as expected if one of several recordings was. */
async function roundsAmong(
  operation: Operation,
  lease: Lease,
  expected: readonly string[],
): Promise<readonly string[]> {
  // Unrecorded, so that the isolate knows what it remembers between requests.
  if (!WAITING_OPERATIONS.includes(operation.name)) await recordOnce(operation, 'with a lease');
  let rounds: readonly string[] = [];
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const { answer, calls } = await recordOnce(operation, lease);
    expect(answer.status, answer.text).toBeLessThan(300);
    rounds = roundsOf(calls);
    if (rounds.join() === expected.join()) break;
  }
  return rounds;
}

describe('sequential remote rounds', () => {
  test.each(EDGE_OPERATIONS)('of $name without a lease', async (operation) => {
    const expected = ROUNDS[operation.name];
    expect(await roundsAmong(operation, 'without a lease', expected)).toEqual(expected);
  });

  const others = EDGE_OPERATIONS.filter(({ name }) => !WAITING_OPERATIONS.includes(name));
  test.each(others)(
    'of $name in a new isolate are at most one more, and with products two',
    async (operation) => {
      const most = roundsInNewIsolate(operation.name);
      let rounds: readonly string[] = [];
      for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
        const isolate = new RemoteCallRecorder({ ...env, ...MORE_SHARDS });
        times += 1;
        const request = await operation.request(setting, times);
        const { calls } = await recordWith(isolate, request, isolate.bindings);
        rounds = roundsOf(calls);
        if (rounds.length <= most) break;
      }
      expect(rounds.length, rounds.join(', ')).toBeLessThanOrEqual(most);
    },
  );

  test.each(others)('of $name with a lease', async (operation) => {
    const expected = expectedWithLease(operation.name);
    expect(await roundsAmong(operation, 'with a lease', expected)).toEqual(expected);
  });
});

test('no request with a known key or token waits for the registry, but those about keys and tokens themselves', () => {
  const waiting = Object.entries(ROUNDS).filter(([, rounds]) => rounds.join().includes('registry'));
  expect(waiting.map(([name]) => name)).toEqual([
    'token refresh',
    'key creation',
    'key rotation',
    'key revocation',
  ]);
});

describe('sequential remote rounds over shards', () => {
  /** A key whose partner has used these shards. */
  async function keyOver(shards: readonly string[]): Promise<string> {
    const { partnerId, testKey } = await makePartner();
    await env.REGISTRY.prepare('UPDATE partners SET test_shards = ? WHERE id = ?')
      .bind(JSON.stringify(shards), partnerId)
      .run();
    return testKey;
  }

  const FIVE = ['c000', 'c001', 'b000', 'c002', 'b001'];

  test.each(['/v1/athletes', '/v1/partner/access-log', '/v1/connections'])(
    'a list at %s asks five shards in one round, and the sixth in one more',
    async (path) => {
      for (const [shards, expected] of [
        [FIVE, ['guard + shard']],
        [
          [...FIVE, 'c003'],
          ['guard + shard', 'shard'],
        ],
      ] as const) {
        const key = await keyOver(shards);
        const list = { name: `list over ${shards.length}`, request: () => ({ method: 'GET', path, key }) };
        expect(await roundsAmong(list, 'without a lease', expected)).toEqual(expected);
        expect(await roundsAmong(list, 'with a lease', roundsWithLease(expected))).toEqual(
          roundsWithLease(expected),
        );
      }
    },
  );

  test('a batch of scenarios for athletes of three shards reads them in one round', async () => {
    const { testKey: key } = await makePartner();
    const ids: string[] = [];
    // Four fill the first shard of weur.
    for (const region of ['enam', 'weur', 'weur', 'weur', 'weur', 'weur']) {
      const fields = { body_mass_kg: 70, region };
      ids.push((await makeAthlete(key, fields, { bindings: recorder.bindings })).id);
    }
    expect(new Set(ids.map((id) => parseAthleteId(id)?.shard)).size).toBe(3);
    const scenarios = ids.map((athlete_id) => ({ athlete_id, activity: RUN }));
    const path = '/v1/nutrition/calculate/batch';
    const batch = {
      name: 'a batch over shards',
      request: () => ({ method: 'POST', path, key, body: { scenarios } }),
    };
    const expected = ['guard + shard'];
    expect(await roundsAmong(batch, 'without a lease', expected)).toEqual(expected);
    expect(await roundsAmong(batch, 'with a lease', ['shard'])).toEqual(['shard']);
  });
});
