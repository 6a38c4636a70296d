import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { Musette, verifyWebhook, WebhookVerificationError } from '../src/index.ts';
import { answering, clientOf, refusal } from './unreliable-service.ts';

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
    const { version } = JSON.parse(await readFile('src/packages/client/package.json', 'utf8'));
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
