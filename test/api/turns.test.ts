import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { writeJson } from '#platform/http/answer.ts';
import { inTurn } from '#platform/http/heavy-work.ts';
import { MCP, message } from '../support/assistant.ts';
import { plainFetch } from '../support/browser.ts';
import {
  makeActivity,
  makeAthlete,
  makeCalculatedActivity,
  makeFeedback,
  makeSweatTest,
  succeed,
} from '../support/builders.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { BASE, call, refusal } from '../support/client.ts';
import { withBatches } from '../support/faulty-databases.ts';
import { bound } from '../support/isolates.ts';
import { makePartner } from '../support/partners.ts';
import { insteadOf } from '../support/shards.ts';

/** The turns of heavy work in one isolate, over HTTP. A turn covers computing only. */

beforeAll(() => loadTestCatalogue());

/** Makes an activity with its prescription, by a partner of its own. */
async function planned() {
  const { testKey: key } = await makePartner({ regions: ['weur'] });
  const { id: athleteId } = await makeAthlete(key, { body_mass_kg: 70 });
  const ride = { type: 'bike', duration_min: 300 };
  const { id: activityId, path } = await makeCalculatedActivity(key, athleteId, ride);
  const plan = (bindings: Partial<Cloudflare.Env> = {}) =>
    call('GET', `${path}/fuel-plan?suggest=true`, { key, bindings });
  return { key, athleteId, activityId, plan };
}

/** Makes an athlete who was tested more often than is folded without a turn, after a session with feedback. */
async function longHistory() {
  const { testKey: key } = await makePartner({ regions: ['weur'] });
  const { id: athleteId, path } = await makeAthlete(key, { external_id: 'long', body_mass_kg: 70 });
  const hour = { duration_min: 60, scheduled_at: '2025-01-01T09:00:00Z' };
  const { path: session } = await makeActivity(key, athleteId, hour);
  let day = 0;
  const testOn = (tested_at: string, options = {}) => makeSweatTest(key, athleteId, { tested_at }, options);
  const testAfter = () => testOn(new Date(Date.UTC(2026, 0, ++day)).toISOString());
  await makeFeedback(key, session, { gi_comfort: 'good' });
  const { path: firstTest } = await testAfter();
  for (let test = 0; test < 8; test++) await testAfter();
  return {
    send: (method: string, path: string, body?: object) =>
      succeed(method, path, { key, ...(body && { body }) }),
    path,
    session,
    athleteId,
    firstTest,
    testAfter,
    testBefore: (bindings: Partial<Cloudflare.Env> = {}) => testOn('2025-06-01T09:00:00Z', { bindings }),
  };
}

type LongHistory = Awaited<ReturnType<typeof longHistory>>;

/** Returns a limiter whose messages wait until they are released. */
function slowLimiter() {
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const slow = (stub: object) =>
    new Proxy(stub, {
      get:
        (target, method) =>
        async (...given: unknown[]) => {
          asked.resolve();
          await released.promise;
          const member: unknown = Reflect.get(target, method, target);
          return typeof member === 'function' ? Reflect.apply(member, target, given) : member;
        },
    });
  const PRODUCT_LIMITER = new Proxy(env.PRODUCT_LIMITER, {
    get(target, name) {
      const member = bound(target, name);
      if ((name !== 'get' && name !== 'getByName') || typeof member !== 'function') return member;
      return (...given: unknown[]) => slow(member(...given));
    },
  });
  return { bindings: { PRODUCT_LIMITER }, asked: asked.promise, release: () => released.resolve() };
}

/** Holds the isolate's turn, and expects that small requests are answered meanwhile, and the large one after it. */
async function answeredAfterTheTurn(large: () => Promise<unknown>, small: () => Promise<unknown>) {
  const held = Promise.withResolvers<void>();
  const holder = inTurn({ keyId: 'holder', environment: 'live' }, () => held.promise);
  let isAnswered = false;
  const waiting = large().then(() => {
    isAnswered = true;
  });
  // Several, so that the large one had time for an answer.
  try {
    for (let request = 0; request < 5; request++) await small();
    expect(isAnswered).toBe(false);
  } finally {
    held.resolve();
  }
  await Promise.all([holder, waiting]);
  expect(isAnswered).toBe(true);
}

describe('a turn', () => {
  test('is given up while a plan waits for the limiter of its products', async () => {
    const [waiting, other] = [await planned(), await planned()];
    const limiter = slowLimiter();
    const slow = waiting.plan(limiter.bindings);
    await limiter.asked;
    expect((await other.plan()).status).toBe(200);
    limiter.release();
    expect((await slow).status).toBe(200);
  });

  test('is given up while an export waits for its reader', async () => {
    const { testKey: key } = await makePartner({ regions: ['weur'] });
    const athlete = await makeAthlete(key);
    const activities = Array.from({ length: 100 }, (_, index) => ({
      athlete_id: athlete.id,
      external_id: `a${index}`,
      type: 'run',
      duration_min: 60,
      name: 'x'.repeat(100),
    }));
    await succeed('POST', '/v1/activities/batch', { key, body: { activities, calculate: true } });
    const unread = await plainFetch(`${BASE}${athlete.path}/export`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
    });
    if (unread.status !== 200) throw new Error(await unread.text());
    const { plan } = await planned();
    expect((await plan()).status).toBe(200);
    expect(await unread.text()).toContain('"complete":true');
  });

  test('is given up while a change to a long history waits for its database, before and after it learns again', async () => {
    const history = await longHistory();
    const { plan } = await planned();
    const waiting: PromiseWithResolvers<void>[] = [];
    const bindings = insteadOf(history.athleteId, (database) =>
      withBatches(database, async (send) => {
        const released = Promise.withResolvers<void>();
        waiting.push(released);
        await released.promise;
        return send();
      }),
    );
    const changed = history.testBefore(bindings);
    for (let batch = 0; batch < 2; batch++) {
      await vi.waitUntil(() => waiting.length > batch);
      expect((await plan()).status).toBe(200);
      waiting[batch]?.resolve();
    }
    await changed;
  });

  test('is not waited for in vain: twenty changes to one history at once are each read and written at most three times', async () => {
    const history = await longHistory();
    let batches = 0;
    const bindings = insteadOf(history.athleteId, (database) =>
      withBatches(database, async (send) => {
        batches += 1;
        return send();
      }),
    );
    const changes = Array.from({ length: 20 }, () => history.testBefore(bindings));
    await Promise.all(changes);
    expect(batches).toBeLessThanOrEqual(20 * 3 * 2);
  });

  test('of an assistant’s tool is its request’s only one, so that forty at once are all answered', async () => {
    const { key, athleteId, activityId } = await planned();
    const params = {
      name: 'get_fuel_plan',
      arguments: { athlete_id: athleteId, activity_id: activityId, suggest: true },
    };
    const ask = async () => {
      const reply = await plainFetch(MCP, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: message('tools/call', params),
      });
      return (await reply.text()).includes('structuredContent');
    };
    expect(await Promise.all(Array.from({ length: 40 }, ask))).toEqual(Array(40).fill(true));
  });

  test.each(['of a key', 'without a key', 'of an assistant'])(
    'covers reading a large body %s, and a small one needs none',
    async (caller) => {
      const { testKey: key } = await makePartner({ regions: ['weur'] });
      const send = async (steps: number) => {
        const scenario = {
          profile: {},
          activity: { type: 'run', duration_min: 60, steps: Array(steps).fill({}) },
        };
        if (caller === 'without a key') return call('POST', '/try/calculate', { body: scenario });
        if (caller === 'of a key') return call('POST', '/v1/nutrition/calculate', { key, body: scenario });
        return plainFetch(MCP, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${key}`,
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
          },
          body: message('tools/call', { name: 'calculate_nutrition', arguments: scenario }),
        });
      };
      await send(1);
      await answeredAfterTheTurn(
        () => send(6000),
        () => send(1),
      );
    },
  );

  test.each([
    ['a sweat test before them', ({ testBefore }) => testBefore()],
    ['the end of the first of them', ({ send, firstTest }) => send('DELETE', firstTest)],
    [
      'feedback on a session before them',
      ({ send, session }) => send('POST', `${session}/feedback`, { gi_comfort: 'poor' }),
    ],
    [
      'another length of a session before them',
      ({ send, session }) => send('PATCH', session, { duration_min: 90 }),
    ],
    ['the end of a session before them', ({ send, session }) => send('DELETE', session)],
    ['another profile', ({ send, path }) => send('PATCH', path, { body_mass_kg: 80 })],
    [
      'another profile in a batch',
      ({ send }) =>
        send('POST', '/v1/athletes/batch', { athletes: [{ external_id: 'long', body_mass_kg: 80 }] }),
    ],
  ] satisfies [string, (history: LongHistory) => Promise<unknown>][])(
    'covers what many sweat tests teach after %s, and what one teaches needs none',
    async (_change, change) => {
      const [history, other] = [await longHistory(), await longHistory()];
      await answeredAfterTheTurn(
        () => change(history),
        () => other.testAfter(),
      );
    },
  );

  test('covers writing a long answer, which equals that of JSON.stringify, and a short one needs none', async () => {
    const owner = { keyId: 'writer', environment: 'test' } as const;
    const point = { km: 1.5, name: 'é"\\', at: null, gone: undefined };
    const answer = (count: number) => ({
      data: Array.from({ length: count }, (_, index) => ({ index, point })),
      course: { points: Array.from({ length: count }, () => point), none: [], empty: {} },
      at: new Date(0),
      gone: undefined,
    });
    for (const count of [0, 1, 2, 3, 5000]) {
      expect(await writeJson(owner, answer(count))).toBe(JSON.stringify(answer(count)));
    }
    await answeredAfterTheTurn(
      () => writeJson(owner, answer(5000)),
      () => writeJson(owner, answer(1)),
    );
  });

  test('covers showing a list of many sessions, and a short one needs none', async () => {
    const { testKey: key } = await makePartner({ regions: ['weur'] });
    const athlete = await makeAthlete(key);
    const activities = Array.from({ length: 40 }, (_, index) => ({
      athlete_id: athlete.id,
      external_id: `a${index}`,
      type: 'run',
      duration_min: 60,
    }));
    await succeed('POST', '/v1/activities/batch', { key, body: { activities } });
    const list = (limit: number) => call('GET', `${athlete.path}/activities?limit=${limit}`, { key });
    await answeredAfterTheTurn(
      () => list(40),
      () => list(1),
    );
  });

  test('covers explaining the prescription of many legs and following two days, and what is shown of an hour needs none', async () => {
    const { testKey: key } = await makePartner({ regions: ['weur'], defaultTier: 'full' });
    const athlete = await makeAthlete(key, { body_mass_kg: 70 });
    const reader = async (fields: Parameters<typeof makeCalculatedActivity>[2]) => {
      const { path } = await makeCalculatedActivity(key, athlete.id, fields);
      return (include: string) => () => call('GET', `${path}/prescription?include=${include}`, { key });
    };
    const segments = Array.from({ length: 10 }, (_, index) => ({
      type: index % 2 ? 'run' : 'bike',
      duration_min: 30,
    }));
    const many = await reader({ type: 'brick', duration_min: 300, segments });
    const one = await reader({ type: 'run', duration_min: 60 });
    const twoDays = await reader({ type: 'hike', duration_min: 2880 });
    await answeredAfterTheTurn(twoDays('trajectory'), one('explanation,trajectory'));
    await answeredAfterTheTurn(many('explanation'), one('explanation,trajectory'));
  });

  test('that does not come within ten seconds is 503 with Retry-After: 1, and a GET is answered meanwhile', async () => {
    const { key, athleteId, plan } = await planned();
    const held = Promise.withResolvers<void>();
    const holder = inTurn({ keyId: 'holder', environment: 'live' }, () => held.promise);
    // Ten seconds pass in half a second. Fake timers would stop the Durable Objects, too.
    const { setTimeout: real } = globalThis;
    const waits: number[] = [];
    const shorter = vi.spyOn(globalThis, 'setTimeout').mockImplementation((act: () => void, ms = 0) => {
      waits.push(ms);
      return real(act, ms === 10_000 ? 500 : ms);
    });
    try {
      const refused = plan();
      expect((await call('GET', `/v1/athletes/${athleteId}`, { key })).status).toBe(200);
      const reply = await refused;
      expect(waits).toContain(10_000);
      expect(refusal(reply)).toMatchObject({ status: 503, code: 'temporarily_unavailable' });
      expect(reply.headers.get('Retry-After')).toBe('1');
    } finally {
      shorter.mockRestore();
      held.resolve();
      await holder;
    }
    expect((await plan()).status).toBe(200);
  });
});
