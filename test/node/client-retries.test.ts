import { RandomSource } from '@musette/basics/random-source';
import { describe, expect, test } from 'vitest';
import { Lender, NOTHING_STORED } from '#platform/guards/lender.ts';
import {
  DeadlineError,
  NotFoundError,
  RateLimitError,
  UnreachableError,
} from '../../src/packages/client/src/index.ts';
import {
  answering,
  clientOf,
  type Mishap,
  refusal,
  unreliableService,
} from '../../src/packages/client/test/unreliable-service.ts';
import { SEED } from '../support/random-seed.ts';

/** What the client repeats, and how long it waits before. */

const ok = () => Response.json({ status: 'ok' });

/** A clock that only the client's waits move, and these waits. */
function waitingClock(startMs = 0) {
  const clock = { nowMs: startMs, waits: [] as number[] };
  const options = {
    now: () => clock.nowMs,
    random: () => 0,
    wait: async (ms: number) => {
      clock.waits.push(ms);
      clock.nowMs += ms;
    },
  };
  return { clock, options };
}

/** Time that passes only while everybody waits. */
class VirtualTime {
  nowMs = 0;
  readonly #timers: { readonly atMs: number; readonly ring: () => void }[] = [];

  readonly now = () => this.nowMs;

  readonly wait = (ms: number): Promise<void> =>
    new Promise((ring) => {
      const atMs = this.nowMs + ms;
      const index = this.#timers.findIndex((timer) => timer.atMs > atMs);
      this.#timers.splice(index === -1 ? this.#timers.length : index, 0, { atMs, ring });
    });

  /** Runs all work to its end. */
  async run(work: readonly (() => Promise<unknown>)[]): Promise<void> {
    let isOver = false;
    const all = Promise.all(work.map((each) => each())).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      // Reading a body takes turns of the event loop.
      for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
      const next = this.#timers.shift();
      if (!next) continue;
      this.nowMs = Math.max(this.nowMs, next.atMs);
      next.ring();
    }
    await all;
  }
}

const MISHAPS: readonly Mishap[] = ['none', 'none', 'limited', 'unavailable', 'lost before', 'lost after'];

function anyMishap(random: RandomSource): () => Mishap {
  return () => MISHAPS[Math.floor(random.uniform() * MISHAPS.length)] ?? 'none';
}

describe(`a service that is limited, unavailable and killed (seed ${SEED})`, () => {
  test('creations are neither lost nor doubled: a retry carries the same Idempotency-Key', async () => {
    const service = unreliableService(anyMishap(new RandomSource(SEED)));
    const musette = clientOf(service.fetch, { maxRetries: 50 });
    const names = Array.from({ length: 200 }, (_, index) => `rider-${index}`);
    const created = await Promise.all(
      names.map((external_id) => musette.createAthlete({ body: { external_id } })),
    );
    expect(service.athletes.map(({ external_id }) => external_id).toSorted()).toEqual(names.toSorted());
    expect(new Set(created.map(({ id }) => id)).size).toBe(200);
    expect(service.seen.length).toBeGreaterThan(200);
  });

  test('a sync of 1,050 athletes stores each once and answers each in order', async () => {
    const service = unreliableService(anyMishap(new RandomSource(SEED + 1)));
    const musette = clientOf(service.fetch, { maxRetries: 50 });
    const athletes = Array.from({ length: 1050 }, (_, index) => ({ external_id: `rider-${index}` }));
    const synced: string[] = [];
    for await (const { item, result } of musette.syncAthletes(athletes)) {
      expect('athlete' in result && result.athlete.external_id).toBe(item.external_id);
      synced.push(item.external_id);
    }
    expect(synced).toEqual(athletes.map(({ external_id }) => external_id));
    expect(service.athletes).toHaveLength(1050);
  });

  test('a deletion whose answer was lost ends without an error, and one of nothing with 404', async () => {
    const mishaps: Mishap[] = ['none', 'lost after', 'none', 'none'];
    const service = unreliableService(() => mishaps.shift() ?? 'none');
    const musette = clientOf(service.fetch);
    const { id } = await musette.createAthlete({ body: { external_id: 'rider-1' } });
    // The stand-in deletes whatever the path ends in.
    const named = { athlete_id: 'ath_0', activity_id: id };
    await musette.deleteActivity(named);
    expect(service.athletes).toEqual([]);
    await expect(musette.deleteActivity(named)).rejects.toBeInstanceOf(NotFoundError);
  });

  test('a write that is not safe to repeat is sent once if its answer is lost, but again after a 429', async () => {
    const lost = unreliableService(() => 'lost before');
    await expect(clientOf(lost.fetch).resetSandbox()).rejects.toBeInstanceOf(UnreachableError);
    expect(lost.seen).toHaveLength(1);
    const mishaps: Mishap[] = ['limited', 'none'];
    const limited = unreliableService(() => mishaps.shift() ?? 'none');
    await expect(clientOf(limited.fetch).resetSandbox()).rejects.toBeInstanceOf(NotFoundError);
    expect(limited.seen).toHaveLength(2);
  });
});

describe('a rate limit', () => {
  test('a 429 uses up no retry: the call goes on until its deadline', async () => {
    const { clock, options } = waitingClock();
    const limited = () => refusal(429, 'rate_limited', { 'Retry-After': '1' });
    const clientAt = (...answers: readonly (() => Response)[]) =>
      clientOf(answering(...answers), { maxRetries: 0, ...options });
    expect(await clientAt(...Array(60).fill(limited), ok).getHealth()).toEqual({ status: 'ok' });
    expect(clock.nowMs).toBe(60_000);
    await expect(clientAt(limited).getHealth()).rejects.toBeInstanceOf(RateLimitError);
    expect(clock.nowMs).toBeGreaterThan(60_000 + 85_000);
  });

  test.each([
    ['pauses all calls of the client', '"standard";r=3;t=9', 1],
    ['of one athlete pauses no other call', '"standard";r=3;t=9, "athlete-products";r=0;t=9', 0],
  ])('a 429 %s', async (_what, limit, paused) => {
    const { clock, options } = waitingClock();
    const limited = () => refusal(429, 'rate_limited', { 'Retry-After': '20', RateLimit: limit });
    // The clock stands still, so that the second call still finds the pause.
    const musette = clientOf(answering(limited, ok), { ...options, now: () => 0 });
    await musette.getHealth();
    await musette.getHealth();
    expect(clock.waits).toEqual(Array(1 + paused).fill(20_000));
  });

  test('after the pause the oldest call goes first, and a call that cannot wait for its end is sent at once', async () => {
    const world = new VirtualTime();
    const sent: string[] = [];
    let isLimited = true;
    const musette = clientOf(
      async (url) => {
        sent.push(`${String(url).split('=').at(-1)} at ${world.nowMs}`);
        if (!isLimited) return Response.json({ data: [], has_more: false, next_cursor: null });
        isLimited = false;
        return refusal(429, 'rate_limited', { 'Retry-After': '10' });
      },
      { now: world.now, wait: world.wait, random: () => 0 },
    );
    const list = (limit: number, options = {}) => musette.listAthletes({ limit }, options);
    await world.run([
      async () => list(1),
      async () => {
        await world.wait(5);
        await Promise.all([list(2), list(3), list(4, { deadlineMs: 2000 })]);
      },
    ]);
    expect(sent).toEqual(['1 at 0', '4 at 5', '1 at 10000', '2 at 10050', '3 at 10100']);
  });

  /** A key's budget as its guard counts it: a batch takes its first unit, and the rest when it has arrived. */
  function serviceWithBudget(world: VirtualTime, budget: number) {
    const rate = { budget, periodMs: 60_000 };
    const lender = new Lender(NOTHING_STORED, world.nowMs);
    const stored = new Set<string>();
    let refusals = 0;
    const fetchOf: typeof fetch = async (_url, init) => {
      const { activities } = JSON.parse(String(init?.body));
      await world.wait(15);
      const first = lender.take(rate, { tokens: 1, wantedTokens: 0 }, world.nowMs);
      await world.wait(15);
      const further = Math.ceil(activities.length / 10) - 1;
      const rest = first.isAllowed && further > 0 ? lender.takeFurther(rate, further, world.nowMs) : first;
      if (!rest.isAllowed) {
        refusals += 1;
        const seconds = Math.max(1, Math.ceil(rest.retryAfterMs / 1000));
        return refusal(429, 'rate_limited', { 'Retry-After': String(seconds) });
      }
      await world.wait(30);
      for (const { external_id } of activities) stored.add(external_id);
      return Response.json({ results: activities.map(() => ({ status: 'created' })) });
    };
    return { fetchOf, stored, refusals: () => refusals };
  }

  test.each([
    [1, 100],
    [4, 100],
    [10, 100],
    [4, 1],
  ])(
    '10,000 sessions at 600 units a minute all arrive with %i workers, %i a request',
    async (workers, each) => {
      const world = new VirtualTime();
      const service = serviceWithBudget(world, 600);
      const source = new RandomSource(SEED);
      const random = () => source.uniform();
      const musette = clientOf(service.fetchOf, { now: world.now, wait: world.wait, random });
      const sessions = Array.from({ length: 10_000 }, (_, index) => ({
        athlete_external_id: 'rider',
        external_id: `session-${index}`,
        type: 'run' as const,
        duration_min: 60,
      }));
      const batches = Array.from({ length: 10_000 / each }, (_, at) =>
        sessions.slice(at * each, (at + 1) * each),
      );
      await world.run(
        Array.from({ length: workers }, () => async () => {
          for (let batch = batches.pop(); batch; batch = batches.pop()) {
            for await (const { result } of musette.syncActivities(batch))
              expect(result).not.toHaveProperty('error');
          }
        }),
      );
      expect(service.stored.size).toBe(10_000);
      // The burst is one minute's budget; the rest is refilled.
      const units = 10_000 / Math.min(10, each);
      const leastMs = (units / 600 - 1) * 60_000;
      expect(world.nowMs).toBeGreaterThanOrEqual(leastMs);
      expect(world.nowMs).toBeLessThan(leastMs * 1.6 + 30_000);
    },
  );
});

describe('waiting', () => {
  test('Retry-After is the least that is waited, with jitter above it; without it waits double', async () => {
    const { clock, options } = waitingClock();
    const limited = () => refusal(429, 'rate_limited', { 'Retry-After': '2' });
    const broken = () => refusal(500, 'internal_error');
    const musette = clientOf(answering(limited, broken, broken, ok), { ...options, random: () => 0.5 });
    expect(await musette.getHealth()).toEqual({ status: 'ok' });
    // The 429 is no failure, so that the waits after failures begin at the shortest.
    expect(clock.waits).toEqual([2250, 187.5, 375]);
  });

  test('a Retry-After that is a date is waited for until then', async () => {
    const { clock, options } = waitingClock(Date.UTC(2026, 10, 22, 17, 0, 0));
    const limited = () => refusal(429, 'rate_limited', { 'Retry-After': 'Sun, 22 Nov 2026 17:00:02 GMT' });
    await clientOf(answering(limited, ok), options).getHealth();
    expect(clock.waits).toEqual([2000]);
  });

  test('all waits of a call end before its deadline: the last refusal is thrown instead', async () => {
    const { clock, options } = waitingClock();
    const broken: typeof fetch = async () => refusal(500, 'internal_error');
    const limits = { maxRetries: 100, deadlineMs: 10_000, random: () => 1 };
    const musette = clientOf(broken, { ...options, ...limits });
    await expect(musette.getHealth()).rejects.toMatchObject({ status: 500 });
    expect(clock.nowMs).toBeGreaterThan(10_000 - 6000);
    expect(clock.nowMs).toBeLessThan(10_000);
  });

  test('a Retry-After beyond the deadline is not waited for: the rate limit is thrown with its seconds', async () => {
    const musette = clientOf(
      answering(() => refusal(429, 'athlete_budget_spent', { 'Retry-After': '3600' })),
    );
    const thrown = await musette.listProducts({ athlete_id: 'ath_1' }).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(RateLimitError);
    expect(thrown).toMatchObject({
      status: 429,
      retryAfterSeconds: 3600,
      requestId: 'req_01kajz8w3t5v9c2b7n4m6q8r0s',
    });
  });

  /** Never answers, and rejects when its signal aborts, as fetch does. */
  const silent: typeof fetch = (_, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    });

  test('a deadline ends a call that is not answered', async () => {
    await expect(clientOf(silent).getHealth({}, { deadlineMs: 20 })).rejects.toBeInstanceOf(DeadlineError);
  });

  test('the AbortSignal of a call ends it with its own reason', async () => {
    const controller = new AbortController();
    const call = clientOf(silent).getHealth({}, { signal: controller.signal });
    controller.abort(new Error('the user left'));
    await expect(call).rejects.toThrow('the user left');
  });

  test('an attempt that hangs is given up and repeated', async () => {
    let attempts = 0;
    const fetchOf: typeof fetch = (input, init) => {
      attempts += 1;
      return attempts === 1 ? silent(input, init) : Promise.resolve(ok());
    };
    expect(await clientOf(fetchOf, { timeout: 20 }).getHealth()).toEqual({ status: 'ok' });
  });

  test('the timeout of a call ends an attempt; without retries nobody answered', async () => {
    const call = clientOf(silent).getHealth({}, { timeout: 20, maxRetries: 0 });
    await expect(call).rejects.toBeInstanceOf(UnreachableError);
  });
});
