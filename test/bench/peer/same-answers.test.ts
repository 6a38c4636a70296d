import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { restoreInputs } from '#nutrition/records/stored-inputs.ts';
import { bundleWorker } from '#tools/cli/bundle.ts';
import { type InstalledService, installService, SIGNING_SECRET, WORKER } from '../../support/deployment.ts';
import { type Operation, RUN } from '../http/operations.ts';
import { populate, request } from '../http/populate.ts';
import { athleteDatabases, copyRows } from './copy-rows.ts';
import { ofPeer } from './measured.ts';
import { buildPeer, type PeerOptions } from './server.ts';

/** The peer of `npm run bench:peer` does what the service does: a comparison is worth no more than that. */

let directory: string;
let service: InstalledService;
let peer: FastifyInstance;
let options: PeerOptions;
let populated: Awaited<ReturnType<typeof populate>>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'musette-peer-'));
  await bundleWorker(directory);
  service = await installService(directory);
  populated = await populate(service.baseUrl);
  const { athletePath, activityPath } = populated;
  const productsPath = `/v1/products?athlete_id=${athletePath.split('/').at(-1)}&q=gel`;
  const products = JSON.parse((await askService('GET', productsPath)).text);
  const attached = { products: [{ product_id: products.data[0].id, servings: 2 }] };
  await askService('POST', `${activityPath}/products`, attached);
  await askService('POST', `${activityPath}/feedback`, { energy_level: 'low', gi_comfort: 'good' });
  await copyRows(service.miniflare, directory);
  options = {
    directory,
    baseUrl: 'https://musette.example',
    signingSecret: SIGNING_SECRET,
    budgetsPerMin: { test: 1e6, live: 1e6 },
    isLogged: false,
  };
  peer = await buildPeer(options);
}, 180_000);

afterAll(async () => {
  await peer?.close();
  await service?.miniflare.dispose();
  await rm(directory, { recursive: true, force: true });
});

interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

async function askService(method: 'GET' | 'POST', path: string, body?: unknown, key = populated.key) {
  const reply = await request(service.baseUrl, key, { name: path, method, path, body });
  if (reply.status >= 500) throw new Error(`${path}: ${reply.status} ${reply.text}`);
  return reply;
}

async function askPeer(
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
  key = populated.key,
  app = peer,
): Promise<Reply> {
  const { statusCode, headers, payload } = await app.inject({
    method,
    url: path,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  const given = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  return { status: statusCode, headers: new Headers(given), text: payload };
}

/** Replaces what differs from one answer to the next, or names the list that a cursor belongs to. */
function settled(text: string): unknown {
  return JSON.parse(text, (name, value) => {
    const differs = ['calculated_at', 'request_id', 'next_cursor'].includes(name);
    return differs && typeof value === 'string' ? 'differs' : value;
  });
}

const COMPARED_HEADERS = [
  'cache-control',
  'content-language',
  'content-location',
  'content-type',
  'etag',
  'referrer-policy',
  'retry-after',
  'vary',
  'www-authenticate',
  'x-content-type-options',
  'x-service-data-attribution',
  'x-service-data-license',
  'x-service-data-training',
];

function headersOf({ headers }: Reply) {
  return Object.fromEntries(COMPARED_HEADERS.map((name) => [name, headers.get(name)]));
}

async function expectSame(
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
  key?: string,
): Promise<Reply> {
  const [expected, given] = [
    await askService(method, path, body, key),
    await askPeer(method, path, body, key),
  ];
  expect(given.status).toBe(expected.status);
  expect(settled(given.text)).toEqual(settled(expected.text));
  expect(headersOf(given)).toEqual(headersOf(expected));
  return given;
}

describe('the answer of the peer is that of the service:', () => {
  // Before anything is calculated anew: the tag holds the time of the calculation.
  test('an activity with products, feedback and what it taught', async () => {
    const { text } = await expectSame('GET', populated.activityPath);
    const { products, feedback } = JSON.parse(text);
    expect(products).toHaveLength(1);
    expect(feedback.energy_level).toBe('low');
  });

  test('each of five operations', async () => {
    const operations = ofPeer(populated.operations);
    expect(operations).toHaveLength(5);
    for (const { method, path, body } of reads(operations)) {
      const { status } = await expectSame(method, path, body);
      expect(status).toBe(200);
    }
  });

  test('explanations and languages of calculations', async () => {
    const scenario = { profile: { body_mass_kg: 60, health: { pregnant: true } }, activity: RUN };
    const { text } = await expectSame('POST', '/v1/nutrition/calculate?include=explanation', scenario);
    expect(JSON.parse(text).explanation).not.toBeUndefined();
    const athleteId = populated.athletePath.split('/').at(-1);
    await expectSame('POST', '/v1/nutrition/calculate', { athlete_id: athleteId, activity: RUN });
  });

  test.each([
    ['an unknown field', '/v1/nutrition/calculate', { activity: { ...RUN, minutes: 3 } }],
    [
      'an unknown athlete',
      '/v1/nutrition/calculate',
      { athlete_id: 'ath_tc00001kajz8w3t5v9c2b7n4m6q8r0s', activity: RUN },
    ],
    [
      'an athlete of the other environment',
      '/v1/nutrition/calculate',
      { athlete_id: 'ath_lc00001ktgq8h5w5m3v8h4d1x6zzkqn', activity: RUN },
    ],
    ['an unknown query parameter', '/v1/nutrition/calculate?limit=3', { activity: RUN }],
    [
      'a wrong scenario beside a good one',
      '/v1/nutrition/calculate/batch',
      { scenarios: [{}, { activity: RUN }] },
    ],
    ['an empty batch', '/v1/nutrition/calculate/batch', { scenarios: [] }],
  ])('the refusal of %s', async (_, path, body) => {
    await expectSame('POST', path, body);
  });

  test('the refusal of unknown keys, athletes and activities', async () => {
    await expectSame('GET', populated.activityPath, undefined, 'sk_test_invented');
    await expectSame('GET', `${populated.athletePath}/activities/act_01kajz8w3t5v9c2b7n4m6q8r0s`);
    await expectSame(
      'POST',
      `${populated.athletePath}/activities/act_01kajz8w3t5v9c2b7n4m6q8r0s/prescription`,
    );
  });
});

/** Puts the write last: after it the two have calculated at other times. */
function reads(operations: readonly Operation[]) {
  return [...operations].sort(
    (a, b) => Number(a.name.startsWith('POST')) - Number(b.name.startsWith('POST')),
  );
}

test('the peer pages through the activities that the service lists', async () => {
  const list = `${populated.athletePath}/activities?limit=12`;
  const idsOf = (text: string): string[] => JSON.parse(text).data.map(({ id }: { id: string }) => id);
  const listed: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { text } = await askPeer('GET', cursor === '' ? list : `${list}&cursor=${cursor}`);
    listed.push(...idsOf(text));
    cursor = JSON.parse(text).next_cursor;
  }
  const whole = await askService('GET', `${populated.athletePath}/activities?limit=100`);
  expect(listed).toEqual(idsOf(whole.text));
  const forged = Buffer.from('AAAA.[1,"act_"]').toString('base64url');
  expect((await askPeer('GET', `${list}&cursor=${forged}`)).status).toBe(422);
});

test('the peer stores the prescription that the service stores, with its event', async () => {
  const path = `${populated.activityPath}/prescription`;
  await expectSame('POST', path);
  const [ofService, ofPeer] = [await rowsOfService(), rowsOfPeer()];
  const { inputs, calculated_at: _at, ...columns } = ofPeer.prescription;
  const { inputs: expected, calculated_at: _calculatedAt, ...expectedColumns } = ofService.prescription;
  expect(columns).toEqual(expectedColumns);
  expect(await restoreInputs(bytesOf(inputs))).toEqual(await restoreInputs(bytesOf(expected)));
  expect(ofPeer.event).toEqual(ofService.event);
});

const LAST_EVENT = `SELECT type, partner_id, environment, athlete_id, data FROM events
  WHERE type = 'prescription.calculated' ORDER BY sequence DESC LIMIT 1`;
const PRESCRIPTION = 'SELECT * FROM prescriptions WHERE activity_id = ?';

function rowsOfPeer() {
  const db = new DatabaseSync(join(directory, 'athletes.sqlite'), { readOnly: true });
  const prescription = { ...db.prepare(PRESCRIPTION).get(activityId()) };
  const event = { ...db.prepare(LAST_EVENT).get() };
  db.close();
  return { prescription, event };
}

/** The peer has every shard in one database; the athlete is in one of them. */
async function rowsOfService() {
  for (const binding of athleteDatabases()) {
    const db = await service.miniflare.getD1Database(binding, WORKER);
    const prescription = await db.prepare(PRESCRIPTION).bind(activityId()).first();
    const event = await db.prepare(LAST_EVENT).first();
    if (prescription && event) return { prescription, event };
  }
  throw new Error('no shard has the prescription');
}

function activityId(): string {
  return populated.activityPath.split('/').at(-1) ?? '';
}

function bytesOf(stored: unknown): Uint8Array {
  if (stored instanceof Uint8Array) return stored;
  if (Array.isArray(stored)) return Uint8Array.from(stored);
  throw new Error('an explanation is stored as bytes');
}

test('the peer answers If-None-Match with the tag of an activity by 304', async () => {
  const { headers } = await askPeer('GET', populated.activityPath);
  const tag = headers.get('etag');
  const again = await peer.inject({
    url: populated.activityPath,
    headers: { authorization: `Bearer ${populated.key}`, 'if-none-match': String(tag) },
  });
  expect([again.statusCode, again.payload]).toEqual([304, '']);
});

test('the peer counts the budget of a key, a batch by its scenarios', async () => {
  const limited = await buildPeer({ ...options, budgetsPerMin: { test: 6, live: 6 } });
  const scenarios = Array.from({ length: 50 }, () => ({ activity: RUN }));
  const first = await askPeer('POST', '/v1/nutrition/calculate/batch', { scenarios }, populated.key, limited);
  const second = await askPeer(
    'POST',
    '/v1/nutrition/calculate/batch',
    { scenarios },
    populated.key,
    limited,
  );
  await limited.close();
  expect([first.status, first.headers.get('ratelimit')]).toEqual([200, expect.stringContaining('r=1;')]);
  expect([second.status, JSON.parse(second.text).error.code]).toEqual([429, 'rate_limited']);
});
