import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { newId } from '#platform/storage/ids.ts';
import { makeActivity, makeAthlete } from '../support/builders.ts';
import { CATALOGUE, loadTestCatalogue, productNamed } from '../support/catalogue.ts';
import { call, refusal } from '../support/client.ts';
import { limiterOf } from '../support/guards.ts';
import { makePartner } from '../support/partners.ts';
import { beforeBatch, TEST_HOME } from '../support/shards.ts';
import { NOON_MS, stopClock } from '../support/stopped-clock.ts';

/** The cost of attaching a product to an athlete's budgets, and its rows in the access log. */

beforeAll(() => loadTestCatalogue());
beforeEach(() => stopClock());

const gel = productNamed('Maurten', 'Gel 100');
const drink = productNamed('Styrkr', 'MIX60');
const capsule = productNamed('SaltStick', 'Caps');
const [other = gel] = CATALOGUE;

interface World {
  readonly key: string;
  readonly path: string;
  readonly partnerId: string;
  readonly athleteId: string;
}

async function setUp(
  fields: Readonly<Record<string, unknown>> = {},
  environment: 'testKey' | 'liveKey' = 'testKey',
): Promise<World> {
  const { partnerId, [environment]: key } = await makePartner();
  const { id: athleteId } = await makeAthlete(key, fields);
  const { path } = await makeActivity(key, athleteId);
  return { key, path, partnerId, athleteId };
}

const budget = (perMin: number, perDay: number) => ({
  PRODUCT_SANDBOX_PER_MIN: String(perMin),
  PRODUCT_SANDBOX_RECORDS_PER_DAY: String(perDay),
});
const logOf = async ({ key }: World): Promise<{ query: string; result_count: number }[]> =>
  (await call('GET', '/v1/partner/access-log?limit=100', { key })).json.data;
const attach = (
  { key, path }: World,
  products: readonly { readonly id: string }[],
  bindings: Partial<Cloudflare.Env> = {},
) =>
  call('POST', `${path}/products`, {
    key,
    bindings,
    body: { products: products.map(({ id }) => ({ product_id: id, servings: 1 })) },
  });
const attachedTo = async ({ key, path }: World) => (await call('GET', path, { key })).json.products.length;
/** The products that an athlete may still be shown today, of so many. */
const recordsLeft = async ({ key, athleteId }: World, perDay: number) => {
  const path = `/v1/products/categories?athlete_id=${athleteId}`;
  const { headers } = await call('GET', path, { key, bindings: budget(1_000, perDay) });
  return Number(/"athlete-records";r=(\d+)/.exec(headers.get('RateLimit') ?? '')?.[1]);
};

test('a product is charged to the daily limit and logged once, when it is attached first', async () => {
  const world = await setUp();
  const limits = budget(100, 3);
  expect((await attach(world, [gel, drink], limits)).status).toBe(201);
  vi.setSystemTime(NOON_MS + 1000);
  // A retry, other servings, and one more with them: one new product.
  expect((await attach(world, [gel, drink], limits)).status).toBe(201);
  expect((await attach(world, [gel, capsule], limits)).status).toBe(201);
  const refused = await attach(world, [gel, other], limits);
  expect(refusal(refused)).toMatchObject({ status: 429, code: 'athlete_daily_limit_reached' });
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
  expect(await attachedTo(world)).toBe(3);
  // Products that are attached already cost nothing, so servings can change even after the daily limit is spent.
  expect((await attach(world, [capsule, gel], limits)).status).toBe(201);

  const rows = await logOf(world);
  expect(rows.map(({ result_count }) => result_count)).toEqual([1, 2]);
  expect(rows[1]).toMatchObject({
    partner_id: world.partnerId,
    athlete_id: world.athleteId,
    query: `${world.path.replace(/^.*\/activities/, '/activities')}/products?product_ids=${gel.id}+${drink.id}`,
  });
});

test('a live key that has spent the daily limit reads no further product through activities', async () => {
  const world = await setUp({}, 'liveKey');
  const statuses: number[] = [];
  for (let from = 0; from < 60; from += 10) {
    statuses.push(
      (await attach(world, CATALOGUE.slice(from, from + 10), { PRODUCT_LIVE_RECORDS_PER_DAY: '30' })).status,
    );
  }
  expect(statuses).toEqual([201, 201, 201, 429, 429, 429]);
  expect(await attachedTo(world)).toBe(30);
});

test('attaching after detaching costs nothing of the daily limit on the same UTC day', async () => {
  const world = await setUp();
  await attach(world, [gel], budget(100, 1));
  await call('DELETE', `${world.path}/products/${gel.id}`, { key: world.key });
  expect((await attach(world, [gel], budget(100, 1))).status).toBe(201);
  expect((await attach(world, [drink], budget(100, 1))).status).toBe(429);
});

test('a hundred at once against the daily limit: exactly what it allows is attached and logged', async () => {
  const world = await setUp();
  const replies = await Promise.all(
    CATALOGUE.slice(0, 100).map((product) => attach(world, [product], budget(1_000, 37))),
  );
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(37);
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(63);
  expect(await attachedTo(world)).toBe(37);
  const rows = await logOf(world);
  expect(rows.map(({ result_count }) => result_count)).toEqual(Array(37).fill(1));
});

test('forty at once against the rate limit of a minute: exactly thirty', async () => {
  const world = await setUp();
  const replies = await Promise.all(
    CATALOGUE.slice(0, 40).map((product) => attach(world, [product], budget(30, 1_000))),
  );
  const refused = replies.filter(({ status }) => status === 429);
  expect(refused.map((reply) => refusal(reply).code)).toEqual(Array(10).fill('athlete_rate_limited'));
  expect(await attachedTo(world)).toBe(30);
});

test('the same product attached a hundred times at once is charged and logged once', async () => {
  const world = await setUp();
  const limits = budget(1_000, 200);
  const replies = await Promise.all(Array.from({ length: 100 }, () => attach(world, [gel, drink], limits)));
  expect(replies.map(({ status }) => status)).toEqual(Array(100).fill(201));
  expect((await logOf(world)).map(({ result_count }) => result_count)).toEqual([2]);
  expect(await recordsLeft(world, 3)).toBe(1);
});

test('conflict: an attachment that another one overtakes refunds its rate limit charge', async () => {
  const world = await setUp();
  const overtaken = beforeBatch(world.athleteId, 2, () => attach(world, [gel], budget(3, 100)));
  const reply = await attach(world, [gel], { ...budget(3, 100), ...overtaken });
  expect(reply.status).toBe(201);
  // One of the three requests was the winner's.
  expect((await attach(world, [drink], budget(3, 100))).status).toBe(201);
  expect((await attach(world, [capsule], budget(3, 100))).status).toBe(201);
  expect(refusal(await attach(world, [other], budget(3, 100))).code).toBe('athlete_rate_limited');
});

test('an attachment that fails its validation is not charged', async () => {
  const world = await setUp();
  for (const products of [
    [gel, { id: newId('prd', 1) }],
    [gel, gel],
  ]) {
    expect((await attach(world, products, budget(1, 1))).status).toBe(422);
  }
  expect(await logOf(world)).toEqual([]);
  expect((await attach(world, [gel], budget(1, 1))).status).toBe(201);
});

test('an activity never holds more than a hundred products, however many come at once', async () => {
  const world = await setUp();
  const groups = Array.from({ length: 7 }, (_, index) => CATALOGUE.slice(index * 30, index * 30 + 30));
  const replies = await Promise.all(groups.map((products) => attach(world, products, budget(1_000, 1_000))));
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 201, 422, 422, 422, 422]);
  expect(await attachedTo(world)).toBe(90);
  // Refused and given back: ninety products are counted.
  expect(await recordsLeft(world, 91)).toBe(1);
});

test('an activity that is deleted meanwhile is a 404 and gives the charge back', async () => {
  const world = await setUp();
  const deleting = beforeBatch(world.athleteId, 2, () => call('DELETE', world.path, { key: world.key }));
  const reply = await attach(world, [gel], { ...budget(10, 1), ...deleting });
  expect(refusal(reply)).toMatchObject({ status: 404, code: 'activity_not_found' });
  expect(await logOf(world)).toEqual([]);
  expect(await recordsLeft(world, 1)).toBe(1);
});

test('erasure meanwhile: a 404, and no limiter is left', async () => {
  const world = await setUp();
  const erasing = beforeBatch(world.athleteId, 2, () =>
    TEST_HOME.prepare("UPDATE athletes SET status = 'erasing' WHERE id = ?").bind(world.athleteId).run(),
  );
  const reply = await attach(world, [gel], erasing);
  expect(refusal(reply)).toMatchObject({ status: 404, code: 'athlete_not_found' });
  const limiter = limiterOf({ partnerId: world.partnerId, athleteId: world.athleteId });
  const kept = await runInDurableObject(limiter, (_instance, state) => [...state.storage.kv.list()]);
  expect(kept).toEqual([]);
});

const unreachable = { take: () => Promise.reject(new Error('unreachable')) };
const silentLimiter = new Proxy(env.PRODUCT_LIMITER, {
  get(target, name) {
    if (name === 'get') return () => unreachable;
    const member = Reflect.get(target, name);
    return typeof member === 'function' ? member.bind(target) : member;
  },
});
const fail = () => Promise.reject(new Error('D1_ERROR: the database is gone'));

test.each<[store: string, breakFor: (athleteId: string) => Partial<Cloudflare.Env>]>([
  ['limiter', () => ({ PRODUCT_LIMITER: silentLimiter })],
  ['access log', (athleteId) => beforeBatch(athleteId, 2, fail)],
])('where the %s is unavailable nothing is attached and nothing shown', async (_store, breakFor) => {
  const world = await setUp();
  const reply = await attach(world, [gel], breakFor(world.athleteId));
  expect(refusal(reply)).toMatchObject({ status: 503, code: 'temporarily_unavailable' });
  expect(reply.text).not.toContain('Maurten');
  expect(await attachedTo(world)).toBe(0);
  expect(await logOf(world)).toEqual([]);
});

test('a teaser-tier athlete is charged and logged alike', async () => {
  const world = await setUp({ tier: 'teaser' });
  expect((await attach(world, [gel], budget(10, 1))).status).toBe(201);
  expect((await attach(world, [drink], budget(10, 1))).status).toBe(429);
  expect(await logOf(world)).toHaveLength(1);
});
