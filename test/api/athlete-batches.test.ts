import { expect, test } from 'vitest';
import { makeSweatTest } from '../support/builders.ts';
import { call, refusal } from '../support/client.ts';
import { makePartner } from '../support/partners.ts';
import { ATHLETES, countedRows, post, statuses } from './batches.ts';

/** Batches of athletes, and the units that any batch costs. */

const FIFTY = Array.from({ length: 50 }, (_, index) => index);

test('a batch of athletes creates, changes and leaves items unchanged, in order; absent fields stay and null clears', async () => {
  const { testKey: key } = await makePartner();
  const first = await post(key, ATHLETES, {
    athletes: [
      { external_id: 'a', name: 'A', body_mass_kg: 60, diet: { vegan: true } },
      { external_id: 'b', region: 'enam', body_mass_kg: 70 },
    ],
  });
  expect(statuses(first)).toEqual(['created', 'created']);
  expect(first[1].athlete.region).toBe('enam');
  const counted = countedRows();
  const second = await post(
    key,
    ATHLETES,
    {
      athletes: [
        { external_id: 'b', body_mass_kg: 70 },
        { external_id: 'c' },
        { external_id: 'a', name: null, diet: { gluten_free: true } },
      ],
    },
    counted.bindings,
  );
  expect(statuses(second)).toEqual(['unchanged', 'created', 'updated']);
  expect(second[2].athlete).toMatchObject({
    id: first[0].athlete.id,
    name: null,
    body_mass_kg: 60,
    diet: { vegan: true, gluten_free: true },
  });
  // One batch to write: `b` in the other shard is unchanged.
  expect(counted.made.writeBatches).toBe(1);
  for (const { athlete } of second) {
    expect((await call('GET', `/v1/athletes/${athlete.id}`, { key })).json).toEqual(athlete);
  }
});

test('an item that fails does not affect the others, and its pointers are relative to it', async () => {
  const { testKey: key, liveKey } = await makePartner();
  const athletes = [
    { body_mass_kg: 60 },
    { external_id: 'a', body_mass_kg: 3 },
    { external_id: 'b', birth_year: 2025 },
    { external_id: 'c', region: 'oc' },
    { external_id: 'd' },
    { external_id: 'd', name: 'Another' },
    'text',
    { external_id: 'e', tier: 'teaser' },
  ];
  const results = await post(key, ATHLETES, { athletes });
  const pointers = results.map((result: { error?: { errors?: { pointer: string }[] } }) =>
    result.error?.errors?.map(({ pointer }) => pointer),
  );
  expect(pointers.slice(0, 4)).toEqual([['/external_id'], ['/body_mass_kg'], ['/birth_year'], ['/region']]);
  expect(statuses(results).slice(4)).toEqual(['created', 'duplicate_item', 'validation_failed', 'created']);
  const live = await post(liveKey, ATHLETES, { athletes: [{ external_id: 'e', tier: 'full' }] });
  expect(statuses(live)).toEqual(['operator_only']);
});

test('a batch takes 1 to 100 items', async () => {
  const { testKey: key } = await makePartner();
  const many = Array.from({ length: 101 }, (_, index) => ({ external_id: `x${index}` }));
  for (const athletes of [[], many]) {
    expect(refusal(await call('POST', ATHLETES, { key, body: { athletes } })).status).toBe(422);
  }
});

test('a change of the profile refolds what was learned, in the batch', async () => {
  const { testKey: key } = await makePartner();
  const [{ athlete }] = await post(key, ATHLETES, { athletes: [{ external_id: 'a', body_mass_kg: 60 }] });
  const path = `/v1/athletes/${athlete.id}`;
  await makeSweatTest(key, athlete.id, { body_mass_before_kg: 60, body_mass_after_kg: 59 });
  const counted = countedRows();
  const body = { athletes: [{ external_id: 'a', body_mass_kg: 65 }] };
  const [changed] = await post(key, ATHLETES, body, counted.bindings);
  expect(changed.status).toBe('updated');
  expect((await call('GET', path, { key })).json).toEqual(changed.athlete);
  expect(counted.made).toMatchObject({ writeBatches: 1 });
});

test('two identical concurrent batches create each athlete once', async () => {
  const { testKey: key } = await makePartner();
  const athletes = Array.from({ length: 40 }, (_, index) => ({
    external_id: `r${index}`,
    body_mass_kg: 60,
  }));
  const both = await Promise.all([1, 2].map(() => post(key, ATHLETES, { athletes })));
  const ids = both.map((results) =>
    results.map((result: { athlete?: { id: string } }) => result.athlete?.id),
  );
  expect(ids[0]).toEqual(ids[1]);
  expect(new Set(ids[0]).size).toBe(40);
  const created = both.flat().filter(({ status }) => status === 'created');
  expect(created).toHaveLength(40);
});

test('a batch costs one unit of the budget per ten items, all or none', async () => {
  const { testKey: key } = await makePartner();
  const bindings = { STANDARD_SANDBOX_PER_MIN: '10' } satisfies Partial<Cloudflare.Env>;
  const athletes = Array.from({ length: 91 }, (_, index) => ({ external_id: `u${index}` }));
  const first = await call('POST', ATHLETES, { key, bindings, body: { athletes: athletes.slice(0, 30) } });
  expect(first.status).toBe(200);
  expect(first.headers.get('ratelimit')).toMatch(/;r=7;/);
  for (let unit = 0; unit < 3; unit++) await call('GET', '/v1/athletes', { key, bindings });
  const limited = await call('POST', ATHLETES, { key, bindings, body: { athletes } });
  expect(refusal(limited)).toMatchObject({ status: 429, code: 'rate_limited' });
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
  // The key may continue with the rest of the budget, and nothing of the batch was done.
  const rest = await call('GET', '/v1/athletes?limit=100', { key, bindings });
  expect(rest.json.data).toHaveLength(30);
  const scenarios = Array.from({ length: 30 }, () => ({ activity: { type: 'run', duration_min: 60 } }));
  const calculated = await call('POST', '/v1/nutrition/calculate/batch', {
    key,
    bindings,
    body: { scenarios },
  });
  expect(refusal(calculated).status).toBe(200);
});

test('a batch costs one unit of the budget per ten legs of its sessions', async () => {
  const { testKey: key } = await makePartner();
  const bindings = { STANDARD_SANDBOX_PER_MIN: '100' } satisfies Partial<Cloudflare.Env>;
  const segments = Array.from({ length: 10 }, (_, leg) => ({
    type: leg % 2 ? 'run' : 'bike',
    duration_min: 12,
  }));
  const scenarios = Array.from({ length: 30 }, () => ({
    activity: { type: 'brick', duration_min: 120, segments },
  }));
  const reply = await call('POST', '/v1/nutrition/calculate/batch', { key, bindings, body: { scenarios } });
  expect(reply.json.results.filter(({ error }: { error?: object }) => error)).toEqual([]);
  expect(Number(/;r=(\d+);/.exec(reply.headers.get('ratelimit') ?? '')?.[1])).toBeLessThanOrEqual(70);
  // A lease granted earlier does not mean that there is more.
  const next = await call('GET', '/v1/athletes', { key, bindings });
  expect(Number(/;r=(\d+);/.exec(next.headers.get('ratelimit') ?? '')?.[1])).toBeLessThanOrEqual(70);
});

test.each([
  ['the same athlete', () => 60],
  ['one athlete with different values', (index: number) => 60 + index / 10],
])(
  '50 concurrent upserts of %s by its external_id are each decided within the request',
  async (_what, massOf) => {
    const { testKey: key } = await makePartner();
    const results = await Promise.all(
      FIFTY.map(async (index) => {
        const athletes = [{ external_id: 'one', body_mass_kg: massOf(index) }];
        return (await post(key, ATHLETES, { athletes }))[0];
      }),
    );
    expect(results.flatMap((result) => result?.error?.code ?? [])).toEqual([]);
    expect(results.filter((result) => result?.status === 'created')).toHaveLength(1);
    const { json } = await call('GET', '/v1/athletes?external_id=one', { key });
    expect(json.data).toHaveLength(1);
  },
);
