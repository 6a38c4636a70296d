import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { MCP, message } from '../support/assistant.ts';
import { plainFetch } from '../support/browser.ts';
import { makeAthlete, makeCalculatedActivity, makeSweatTest, succeed } from '../support/builders.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { type CallOptions, call, type Reply, refusal } from '../support/client.ts';
import { guardOf } from '../support/guards.ts';
import { newIsolate } from '../support/isolates.ts';
import { connect, discover, makeClient } from '../support/oauth.ts';
import { makePartner } from '../support/partners.ts';
import { NOON_MS, stopClock } from '../support/stopped-clock.ts';

/** The units of a key's budget that requests cost, as far as more than one. The clock stands still: nothing is refilled. */

beforeAll(() => loadTestCatalogue());
beforeEach(() => stopClock());

/** Below twenty a guard lends nothing, so that each answer shows exactly what is left. */
const BUDGET = 18;
const bindings = { STANDARD_SANDBOX_PER_MIN: String(BUDGET) } satisfies Partial<Cloudflare.Env>;
const SECONDS_PER_UNIT = 60 / BUDGET;
const BATCH = '/v1/athletes/batch';

const leftOf = (reply: { readonly headers: Headers }) =>
  Number(/"standard";r=(\d+);/.exec(reply.headers.get('ratelimit') ?? '')?.[1]);
const retryAfterOf = (reply: Reply) => Number(reply.headers.get('retry-after'));
const batchOf = (items: number) => ({
  athletes: Array.from({ length: items }, (_, index) => ({ external_id: `unit-${index}` })),
});

/** Returns a key whose requests are sent with the small budget, and one to prepare with. */
async function newKey() {
  const { testKey: key } = await makePartner({ regions: ['weur'] });
  const send = (method: string, path: string, options: CallOptions = {}) =>
    call(method, path, { key, bindings, ...options });
  const spend = async (units: number) => {
    for (let unit = 0; unit < units; unit++) expect((await send('GET', '/v1/me')).status).toBeLessThan(429);
  };
  return { key, send, spend };
}

/** Makes an activity with its prescription, outside the small budget. */
async function planned(activity: Readonly<Record<string, unknown>>) {
  const { key, send, spend } = await newKey();
  const { id: athleteId } = await makeAthlete(key, { body_mass_kg: 70, sex: 'male', birth_year: 1990 });
  const { path } = await makeCalculatedActivity(key, athleteId, activity);
  // The preparation was counted by the same guard. A minute later its budget is full.
  vi.setSystemTime(Date.now() + 61_000);
  return { key, send, spend, athleteId, path };
}

const stations = (count: number, distance_km: number) => ({
  distance_km,
  aid_stations: Array.from({ length: count }, (_, index) => ({
    km: ((index + 1) * distance_km) / (count + 1),
    offers: ['water'],
  })),
});

describe('a 429 for further units', () => {
  test('gives back the unit of admission, and its RateLimit shows what is left', async () => {
    const { send, spend } = await newKey();
    await spend(BUDGET - 4);
    for (let attempt = 0; attempt < 10; attempt++) {
      const reply = await send('POST', BATCH, { body: batchOf(60) });
      expect(refusal(reply)).toMatchObject({ status: 429, code: 'rate_limited' });
      expect(leftOf(reply)).toBe(4);
    }
    expect(leftOf(await send('GET', '/v1/me'))).toBe(3);
  });

  test('its Retry-After is the time until the whole cost fits: then the request succeeds, and not a second earlier', async () => {
    const { send, spend } = await newKey();
    await spend(BUDGET - 1);
    const limited = await send('POST', BATCH, { body: batchOf(80) });
    expect(limited.status).toBe(429);
    expect(retryAfterOf(limited)).toBe(Math.ceil(7 * SECONDS_PER_UNIT));
    vi.setSystemTime(NOON_MS + (retryAfterOf(limited) - 1) * 1000);
    const early = await send('POST', BATCH, { body: batchOf(80) });
    expect([early.status, retryAfterOf(early)]).toEqual([429, 1]);
    vi.setSystemTime(NOON_MS + retryAfterOf(limited) * 1000);
    expect((await send('POST', BATCH, { body: batchOf(80) })).status).toBe(200);
  });

  test('of a thousand batches at once in two isolates, no unit is lost and none is taken twice', async () => {
    const { testKeyId: keyId } = await makePartner();
    const guard = guardOf(keyId);
    const [budget, further] = [100, 9];
    const outcomes = await Promise.all(
      Array.from({ length: 1000 }, async () => {
        if ((await guard.admit(budget)).outcome !== 'admitted') return 'refused';
        return (await guard.charge(budget, further)).outcome;
      }),
    );
    const admitted = outcomes.filter((outcome) => outcome === 'admitted').length;
    const left = await guard.lend(budget, 0);
    expect(left).toMatchObject({ remaining: budget - admitted * (further + 1) });
    expect(admitted * (further + 1)).toBeLessThanOrEqual(budget);
  });

  test('two isolates share the budget of one key and its refunds', async () => {
    const { key, spend } = await newKey();
    await spend(BUDGET - 4);
    const isolates = [newIsolate(), newIsolate()];
    for (const isolate of [...isolates, ...isolates]) {
      const options = { key, body: batchOf(60), bindings: { ...bindings, ...isolate } };
      const reply = await call('POST', BATCH, options);
      expect([reply.status, leftOf(reply)]).toEqual([429, 4]);
    }
  });
});

describe('a cost above half of the budget', () => {
  test('is charged as half of it, so that no batch is refused for its size', async () => {
    const { send } = await newKey();
    // A hundred items cost ten units, of 18 in all.
    const first = await send('POST', BATCH, { body: batchOf(100) });
    expect([first.status, leftOf(first)]).toEqual([200, BUDGET / 2]);
    const second = await send('POST', BATCH, { body: batchOf(100) });
    expect([second.status, leftOf(second)]).toEqual([200, 0]);
    expect((await send('POST', BATCH, { body: batchOf(100) })).status).toBe(429);
  });

  test.each([1, 2, 3])('with a budget of %i a batch of any size is admitted', async (budget) => {
    const { send } = await newKey();
    const own = { STANDARD_SANDBOX_PER_MIN: String(budget) };
    const reply = await send('POST', BATCH, { body: batchOf(100), bindings: own });
    expect(reply.status).toBe(200);
  });
});

describe('the units of a plan', () => {
  const HIKE = { type: 'hike', duration_min: 2880 };

  test.each([
    ['6 hours', { type: 'bike', duration_min: 360 }, 1],
    ['6 hours and a minute', { type: 'bike', duration_min: 361 }, 2],
    ['48 hours', HIKE, 8],
    ['7 hours with 21 stations', { type: 'run', duration_min: 420, course: stations(21, 60) }, 4],
  ])('of %s are %i', async (_what, activity, units) => {
    const { send, path } = await planned(activity);
    const reply = await send('GET', `${path}/fuel-plan?suggest=true`);
    expect([reply.status, BUDGET - leftOf(reply)]).toEqual([200, units]);
  });

  test.each(['image/svg+xml', 'text/html', 'text/plain'])(
    'in the form %s are those of the plan',
    async (accept) => {
      const { send, path } = await planned(HIKE);
      const reply = await send('GET', `${path}/fuel-plan?suggest=true`, { headers: { accept } });
      expect([reply.status, BUDGET - leftOf(reply)]).toEqual([200, 8]);
    },
  );

  test('of a replan are those of the longer one, the session or what is expected of it', async () => {
    const { send, path } = await planned({ type: 'bike', duration_min: 300 });
    const taken = { carb_g: 100, fluid_ml: 900, sodium_mg: 300 };
    const replan = (body: object) =>
      send('POST', `${path}/fuel-plan/replan`, { body: { at_min: 120, taken, ...body } });
    const first = await replan({});
    expect([first.status, BUDGET - leftOf(first)]).toEqual([200, 1]);
    const longer = await replan({ expected_end_min: 400 });
    expect([longer.status, BUDGET - leftOf(longer)]).toEqual([200, 3]);
  });

  test('are taken before it is calculated: a 429 shows no product, logs none and gives the unit back', async () => {
    const { key, send, spend, athleteId, path } = await planned(HIKE);
    await spend(BUDGET - 3);
    const limited = await send('GET', `${path}/fuel-plan?suggest=true`);
    expect(refusal(limited)).toMatchObject({ status: 429, code: 'rate_limited' });
    expect([leftOf(limited), retryAfterOf(limited)]).toEqual([3, Math.ceil(5 * SECONDS_PER_UNIT)]);
    const log = await call('GET', `/v1/partner/access-log?athlete_id=${athleteId}`, { key });
    expect(log.json.data).toEqual([]);
    vi.setSystemTime(Date.now() + retryAfterOf(limited) * 1000);
    expect((await send('GET', `${path}/fuel-plan?suggest=true`)).status).toBe(200);
  });

  test('are not taken for a plan that is refused: of an unknown activity, or without its prescription', async () => {
    const { send, path } = await planned(HIKE);
    const unknown = await send('GET', `${path.slice(0, -4)}0000/fuel-plan`);
    expect([unknown.status, BUDGET - leftOf(unknown)]).toEqual([404, 1]);
  });

  test('of an assistant’s tool are the same, of which its request is the first', async () => {
    const { key, athleteId, path } = await planned(HIKE);
    const params = {
      name: 'get_fuel_plan',
      arguments: { athlete_id: athleteId, activity_id: path.split('/').at(-1), suggest: true },
    };
    const reply = await plainFetch(
      MCP,
      {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: message('tools/call', params),
      },
      bindings,
    );
    expect(await reply.text()).toContain('structuredContent');
    expect(BUDGET - leftOf(reply)).toBe(8);
  });

  test('of a token are those of its connection', async () => {
    const { key } = await newKey();
    const { accessToken } = await connect(await discover(), await makeClient(key), {
      scope:
        'profile:read activities:write activities:read prescriptions:create prescriptions:read products:read',
    });
    const { json: me } = await call('GET', '/v1/me', { key: accessToken });
    const { path } = await makeCalculatedActivity(accessToken, me.id, HIKE);
    vi.setSystemTime(Date.now() + 61_000);
    const reply = await call('GET', `${path}/fuel-plan?suggest=true`, { key: accessToken, bindings });
    expect([reply.status, BUDGET - leftOf(reply)]).toEqual([200, 8]);
  });
});

describe('the units of an export', () => {
  /** Makes an athlete with as many of this session. */
  async function exportOf(count: number, session: object) {
    const { key, send } = await newKey();
    const athlete = await makeAthlete(key, { external_id: 'exported' });
    const activities = Array.from({ length: count }, (_, index) => ({
      athlete_id: athlete.id,
      external_id: `e${index}`,
      duration_min: 60,
      ...session,
    }));
    await succeed('POST', '/v1/activities/batch', { key, body: { activities } });
    vi.setSystemTime(Date.now() + 61_000);
    const reply = await send('POST', `${athlete.path}/export`);
    expect(reply.json.activities).toHaveLength(count);
    return [reply.status, BUDGET - leftOf(reply)];
  }

  test('are 1 per started 50 activities', async () => {
    expect(await exportOf(51, { type: 'run' })).toEqual([200, 2]);
  });

  test('count the legs of a multi-sport session, because each is explained', async () => {
    const segments = Array.from({ length: 10 }, (_, leg) => ({
      type: leg % 2 ? 'run' : 'bike',
      duration_min: 6,
    }));
    expect(await exportOf(11, { type: 'brick', segments })).toEqual([200, 3]);
  });
});

describe('the units of a change to what was learned', () => {
  const weighed = {
    type: 'run',
    duration_min: 60,
    body_mass_before_kg: 70,
    body_mass_after_kg: 69.2,
    fluid_ml: 300,
  };
  const LATER = 101;

  async function learned() {
    const { key, send, spend } = await newKey();
    const { id, path } = await makeAthlete(key, { body_mass_kg: 70 });
    for (let day = 0; day < LATER; day++) {
      const tested_at = new Date(NOON_MS - (LATER - day) * 86_400_000).toISOString();
      await makeSweatTest(key, id, { ...weighed, tested_at });
    }
    vi.setSystemTime(Date.now() + 61_000);
    return { path, send, spend };
  }

  test('are 1 per started 100 later sessions and sweat tests, taken before they are learned from again', async () => {
    const { path, send, spend } = await learned();
    const before = { ...weighed, tested_at: '2020-01-01T12:00:00Z' };
    const first = await send('POST', `${path}/sweat-tests`, { body: before });
    expect([first.status, BUDGET - leftOf(first)]).toEqual([201, 2]);
    const deleted = await send('DELETE', `${path}/sweat-tests/${first.json.id}`);
    expect([deleted.status, BUDGET - leftOf(deleted)]).toEqual([204, 4]);
    const changed = await send('PATCH', path, { body: { body_mass_kg: 71 } });
    expect([changed.status, BUDGET - leftOf(changed)]).toEqual([200, 6]);
    const last = await send('POST', `${path}/sweat-tests`, { body: weighed });
    expect([last.status, BUDGET - leftOf(last)]).toEqual([201, 7]);
    await spend(BUDGET - 8);
    expect(refusal(await send('POST', `${path}/sweat-tests`, { body: before }))).toMatchObject({
      status: 429,
      code: 'rate_limited',
    });
    vi.setSystemTime(Date.now() + 61_000);
    const { json: list } = await send('GET', `${path}/sweat-tests?limit=100`);
    const { json: rest } = await send('GET', `${path}/sweat-tests?limit=100&cursor=${list.next_cursor}`);
    expect(list.data.length + rest.data.length).toBe(LATER + 1);
  });
});
