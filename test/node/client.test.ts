import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { Lender } from '#platform/guards/lender.ts';
import {
  DeadlineError,
  Musette,
  type MusetteOptions,
  NotFoundError,
  RateLimitError,
  UnreachableError,
  verifyWebhook,
  WebhookVerificationError,
} from '#tools/client/index.ts';
import { SEED } from '../support/random-seed.ts';
import { type Mishap, refusal, unreliableService } from './unreliable-service.ts';

/** Returns numbers from 0 to 1 that depend on the seed only (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function clientOf(fetchOf: typeof fetch, options: MusetteOptions = {}): Musette {
  return new Musette({
    apiKey: 'sk_test_x',
    baseUrl: 'https://musette.test',
    fetch: fetchOf,
    wait: async () => {},
    ...options,
  });
}

/** Returns a fetch that gives one response after another and then repeats the last. */
function answering(...answers: readonly (() => Response)[]): typeof fetch {
  let at = 0;
  return async () => {
    const answer = answers[Math.min(at, answers.length - 1)];
    at += 1;
    if (answer === undefined) throw new Error('no answer was given');
    return answer();
  };
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

function anyMishap(random: () => number): () => Mishap {
  return () => MISHAPS[Math.floor(random() * MISHAPS.length)] ?? 'none';
}

describe(`a service that is limited, unavailable and killed (seed ${SEED})`, () => {
  test('creations are neither lost nor doubled: a retry carries the same Idempotency-Key', async () => {
    const service = unreliableService(anyMishap(randomOf(SEED)));
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
    const service = unreliableService(anyMishap(randomOf(SEED + 1)));
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
    let nowMs = 0;
    const options = {
      maxRetries: 0,
      now: () => nowMs,
      random: () => 0,
      wait: async (ms: number) => {
        nowMs += ms;
      },
    };
    const limited = () => refusal(429, 'rate_limited', { 'Retry-After': '1' });
    const fetchOf = answering(...Array.from({ length: 60 }, () => limited), () =>
      Response.json({ status: 'ok' }),
    );
    expect(await clientOf(fetchOf, options).getHealth()).toEqual({ status: 'ok' });
    expect(nowMs).toBe(60_000);
    const always = clientOf(answering(limited), options);
    await expect(always.getHealth()).rejects.toBeInstanceOf(RateLimitError);
    expect(nowMs).toBeGreaterThan(60_000 + 85_000);
  });

  test.each([
    ['pauses all calls of the client', '"standard";r=3;t=9', 1],
    ['of one athlete pauses no other call', '"standard";r=3;t=9, "athlete-products";r=0;t=9', 0],
  ])('a 429 %s', async (_what, limit, paused) => {
    const waits: number[] = [];
    const options = {
      now: () => 0,
      random: () => 0,
      wait: async (ms: number) => {
        waits.push(ms);
      },
    };
    const limited = () => refusal(429, 'rate_limited', { 'Retry-After': '20', RateLimit: limit });
    const musette = clientOf(
      answering(limited, () => Response.json({ status: 'ok' })),
      options,
    );
    await musette.getHealth();
    // The clock stands still, so that the second call still finds the pause.
    await musette.getHealth();
    expect(waits).toEqual(Array.from({ length: 1 + paused }, () => 20_000));
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
    const lender = new Lender(null, world.nowMs);
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
      const musette = clientOf(service.fetchOf, { now: world.now, wait: world.wait, random: randomOf(SEED) });
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
    const waits: number[] = [];
    const options = {
      random: () => 0.5,
      now: () => waits.reduce((sum, ms) => sum + ms, 0),
      wait: async (ms: number) => {
        waits.push(ms);
      },
    };
    const limited = () => refusal(429, 'rate_limited', { 'Retry-After': '2' });
    const broken = () => refusal(500, 'internal_error');
    const fetchOf = answering(limited, broken, broken, () => Response.json({ status: 'ok' }));
    expect(await clientOf(fetchOf, options).getHealth()).toEqual({ status: 'ok' });
    // The 429 is no failure, so that the waits after failures begin at the shortest.
    expect(waits).toEqual([2250, 187.5, 375]);
  });

  test('a Retry-After that is a date is waited for until then', async () => {
    const waits: number[] = [];
    const options = {
      random: () => 0,
      now: () => Date.UTC(2026, 10, 22, 17, 0, 0),
      wait: async (ms: number) => {
        waits.push(ms);
      },
    };
    const limited = () => refusal(429, 'rate_limited', { 'Retry-After': 'Sun, 22 Nov 2026 17:00:02 GMT' });
    await clientOf(
      answering(limited, () => Response.json({ status: 'ok' })),
      options,
    ).getHealth();
    expect(waits).toEqual([2000]);
  });

  test('all waits of a call end before its deadline: the last refusal is thrown instead', async () => {
    let nowMs = Date.UTC(2026, 10, 22);
    const endsAtMs = nowMs + 10_000;
    const options = {
      maxRetries: 100,
      deadlineMs: 10_000,
      random: () => 1,
      now: () => nowMs,
      wait: async (ms: number) => {
        nowMs += ms;
      },
    };
    const broken: typeof fetch = async () => refusal(500, 'internal_error');
    await expect(clientOf(broken, options).getHealth()).rejects.toMatchObject({ status: 500 });
    expect(nowMs).toBeGreaterThan(endsAtMs - 6000);
    expect(nowMs).toBeLessThan(endsAtMs);
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
      return attempts === 1 ? silent(input, init) : Promise.resolve(Response.json({ status: 'ok' }));
    };
    expect(await clientOf(fetchOf, { timeout: 20 }).getHealth()).toEqual({ status: 'ok' });
  });

  test('the timeout of a call ends an attempt; without retries nobody answered', async () => {
    const call = clientOf(silent).getHealth({}, { timeout: 20, maxRetries: 0 });
    await expect(call).rejects.toBeInstanceOf(UnreachableError);
  });
});

describe('options', () => {
  const ok = () => Response.json({ status: 'ok' }, { headers: { 'X-Request-Id': 'req_1' } });

  test('a client without an address is refused at construction, before any request or retry', () => {
    const options = { apiKey: 'sk_test_x' };
    expect(() => new Musette(options)).toThrow('pass baseUrl or set MUSETTE_BASE_URL');
    expect(() => new Musette({ ...options, baseUrl: 'musette.test' })).toThrow('not an http address');
    expect(() => new Musette({ ...options, baseUrl: 'http://' })).toThrow('not an http address');
  });

  test('requests carry the language, the headers and the User-Agent; a call may ask another language', async () => {
    const seen: Headers[] = [];
    const fetchOf: typeof fetch = async (_, init) => {
      seen.push(new Headers(init?.headers));
      return ok();
    };
    const headers = { 'X-Tenant': 'one', Authorization: 'Basic x' };
    const musette = clientOf(fetchOf, { language: 'de', headers });
    await musette.getHealth();
    await musette.getHealth({}, { language: 'ja' });
    expect(seen.map((each) => each.get('accept-language'))).toEqual(['de', 'ja']);
    expect(seen[0]?.get('x-tenant')).toBe('one');
    expect(seen[0]?.get('authorization')).toBe('Bearer sk_test_x');
    const { version } = JSON.parse(await readFile('src/tools/client/package.json', 'utf8'));
    expect(seen[0]?.get('user-agent')).toBe(`musette-client/${version}`);
  });

  test('a success has the requestId of its request, which its JSON and its copies leave out', async () => {
    const health = await clientOf(answering(ok)).getHealth();
    expect(health.requestId).toBe('req_1');
    expect(JSON.stringify(health)).toBe('{"status":"ok"}');
    expect({ ...health }).toEqual({ status: 'ok' });
  });

  test('hooks see each attempt with its status, request id, duration and rate limits', async () => {
    const seen: unknown[] = [];
    let nowMs = 1000;
    const limited = () =>
      refusal(429, 'rate_limited', {
        'X-Request-Id': 'req_0',
        RateLimit: '"standard";r=0;t=2, "athlete-products";r=29;t=60, unreadable',
      });
    const lost = () => {
      throw new TypeError('connection reset');
    };
    const answers = answering(limited, lost, ok);
    const musette = clientOf(
      async (...request) => {
        nowMs += 40;
        return answers(...request);
      },
      {
        now: () => nowMs,
        onRequest: ({ operation, method, url, attempt }) => {
          seen.push(`${attempt} ${operation} ${method} ${url}`);
        },
        onResponse: async ({ attempt, status, requestId, durationMs, rateLimits, error }) => {
          seen.push({ attempt, status, requestId, durationMs, rateLimits, error: String(error) });
        },
      },
    );
    await musette.getHealth();
    const sent = 'getHealth GET https://musette.test/health';
    expect(seen).toEqual([
      `1 ${sent}`,
      {
        attempt: 1,
        status: 429,
        requestId: 'req_0',
        durationMs: 40,
        rateLimits: [
          { policy: 'standard', remaining: 0, resetSeconds: 2 },
          { policy: 'athlete-products', remaining: 29, resetSeconds: 60 },
        ],
        error: 'null',
      },
      `2 ${sent}`,
      {
        attempt: 2,
        status: null,
        requestId: null,
        durationMs: 40,
        rateLimits: [],
        error: 'TypeError: connection reset',
      },
      `3 ${sent}`,
      { attempt: 3, status: 200, requestId: 'req_1', durationMs: 40, rateLimits: [], error: 'null' },
    ]);
  });

  test('an error of a hook ends the call, and is not retried', async () => {
    let requests = 0;
    const counted: typeof fetch = async () => {
      requests += 1;
      return ok();
    };
    const musette = clientOf(counted, {
      onResponse: () => {
        throw new Error('the log is full');
      },
    });
    await expect(musette.getHealth()).rejects.toThrow('the log is full');
    expect(requests).toBe(1);
  });

  test('maxRetries of a call replaces that of the client', async () => {
    let requests = 0;
    const broken: typeof fetch = async () => {
      requests += 1;
      return refusal(503, 'temporarily_unavailable');
    };
    const musette = clientOf(broken, { maxRetries: 4 });
    await expect(musette.getHealth({}, { maxRetries: 1 })).rejects.toMatchObject({ status: 503 });
    expect(requests).toBe(2);
    await expect(musette.getHealth()).rejects.toMatchObject({ status: 503 });
    expect(requests).toBe(2 + 5);
  });

  test('a body that timed out (408) did nothing, so even an unrepeatable write is sent again', async () => {
    const timedOut = () => refusal(408, 'body_timeout');
    const reset = () => Response.json({ athletes: [] }, { status: 200 });
    await expect(clientOf(answering(timedOut, reset)).resetSandbox()).resolves.toBeTruthy();
  });
});

test('an unchanged answer comes from the ETag cache, and is a copy of its own', async () => {
  const tags: (string | null)[] = [];
  const fetchOf: typeof fetch = async (_, init) => {
    const tag = new Headers(init?.headers).get('if-none-match');
    tags.push(tag);
    return tag === '"one"'
      ? new Response(null, { status: 304 })
      : Response.json({ id: 'ath_1' }, { headers: { ETag: '"one"' } });
  };
  const musette = clientOf(fetchOf);
  const first = await musette.getAthlete({ athlete_id: 'ath_1' });
  const second = await musette.getAthlete({ athlete_id: 'ath_1' });
  expect(tags).toEqual([null, '"one"']);
  expect(second).toEqual(first);
  expect(second).not.toBe(first);
});

test('a fuel plan comes as the file that was asked for, never as the file of another form', async () => {
  const asked: (string | null)[] = [];
  const drawn: typeof fetch = async (_, init) => {
    asked.push(new Headers(init?.headers).get('accept'));
    return new Response(new Uint8Array([14, 255, 0]), {
      headers: { 'Content-Type': 'application/vnd.ant.fit' },
    });
  };
  const plan = { athlete_id: 'ath_1', activity_id: 'act_1' };
  const file = await clientOf(drawn).getFuelPlanAs('application/vnd.ant.fit', plan);
  expect([...new Uint8Array(await file.arrayBuffer())]).toEqual([14, 255, 0]);
  await expect(clientOf(drawn).getFuelPlanAs('text/calendar', plan)).rejects.toThrow(
    'in place of text/calendar',
  );
  expect(asked).toEqual(['application/vnd.ant.fit', 'text/calendar']);
});

test('pages are followed to the last, and the cursor of the event feed moves only past handled pages', async () => {
  const page = (id: string, hasMore: boolean) => () =>
    Response.json({ data: [{ id }], has_more: hasMore, next_cursor: `after-${id}` });
  const pages = () => answering(page('one', true), page('two', false));
  const listed: string[] = [];
  for await (const { id } of clientOf(pages()).each('listAthletes', {})) listed.push(id);
  expect(listed).toEqual(['one', 'two']);

  const feed = clientOf(pages()).events({ cursor: 'start' });
  for await (const { id } of feed) {
    if (id === 'one') expect(feed.cursor).toBe('start');
    if (id === 'two') break;
  }
  expect(feed.cursor).toBe('after-one');
});

test('a parameter of the path cannot lead to another path, and a missing one is not sent', async () => {
  const urls: string[] = [];
  const fetchOf: typeof fetch = async (input) => {
    urls.push(String(input));
    return Response.json({});
  };
  const musette = clientOf(fetchOf);
  await musette.getAthlete({ athlete_id: 'a/../b?c' });
  expect(urls).toEqual(['https://musette.test/v1/athletes/a%2F..%2Fb%3Fc']);
  await expect(async () => musette.getAthlete({ athlete_id: '' })).rejects.toThrow('athlete_id is missing');
});

describe('webhook verification', () => {
  // The example of the specification, Standard Webhooks 1.0.0.
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const body = '{"test": 2432232314}';
  const headers = {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  };
  const now = { nowMs: 1_614_265_330_000 };

  test('accepts the signature of the specification, among others and by the second of two secrets', async () => {
    expect(await verifyWebhook(body, headers, secret, now)).toEqual({ test: 2432232314 });
    const several = { ...headers, 'webhook-signature': `v1,AAAA v2,x ${headers['webhook-signature']}` };
    expect(await verifyWebhook(body, new Headers(several), ['whsec_AAAA', secret], now)).toBeTruthy();
  });

  test.each([
    ['another body', `${body} `, headers, secret, now],
    ['another secret', body, headers, 'whsec_AAAA', now],
    ['another identifier', body, { ...headers, 'webhook-id': 'msg_2' }, secret, now],
    ['no signature', body, { ...headers, 'webhook-signature': undefined }, secret, now],
    ['an old timestamp', body, headers, secret, { nowMs: now.nowMs + 301_000 }],
    ['a timestamp of the future', body, headers, secret, { nowMs: now.nowMs - 301_000 }],
    ['a secret that is empty', body, headers, 'whsec_', now],
  ])('rejects %s', async (_, text, sent, key, options) => {
    await expect(verifyWebhook(text, sent, key, options)).rejects.toBeInstanceOf(WebhookVerificationError);
  });
});
