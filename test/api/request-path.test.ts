import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { newKeySecret } from '#platform/access/credentials.ts';
import { makeActivity, makeAthlete } from '../support/builders.ts';
import { BASE, call, refusal } from '../support/client.ts';
import { makePartner } from '../support/partners.ts';
import { TEST_HOME, TEST_HOME_BINDING } from '../support/shards.ts';

const failing = <T extends object>(name: keyof T, real: T): T =>
  new Proxy(real, {
    get: (target, member, receiver) =>
      member === name
        ? () => Promise.reject(new Error('the store is on fire, at table athletes of partner x'))
        : Reflect.get(target, member, receiver),
  });

/** A key for requests that change nothing. */
let key: string;
beforeAll(async () => {
  key = (await makePartner()).testKey;
});

describe('routes and methods', () => {
  test.each([
    '/v1',
    '/v1/athletes/',
    '/V1/athletes',
    '/nope',
    '/v1/athletes/x/y',
    '/%E0%A4%A',
    '//',
    '/v1//athletes',
  ])('%s is an unknown route', async (path) => {
    expect(refusal(await call('GET', path))).toMatchObject({ status: 404, code: 'route_not_found' });
  });

  const athlete = 'ath_tc00001jcc9q0x8v5n3m1t7k2b6h4dz';
  test.each([
    ['/v1/athletes/%', 404, 'athlete_not_found'],
    ['/v1/athletes/%E0%A4%A', 404, 'athlete_not_found'],
    ['/v1/athletes/%ff%fe', 404, 'athlete_not_found'],
    ['/v1/athletes/%00', 404, 'athlete_not_found'],
    ['/v1/athletes/%2e%2e%2fpartner', 404, 'athlete_not_found'],
    [`/v1/athletes/${athlete}%2factivities`, 404, 'athlete_not_found'],
    [`/v1/athletes/${athlete}%00`, 404, 'athlete_not_found'],
    ["/v1/athletes/' OR 1=1 --", 404, 'athlete_not_found'],
    ['/v1/athletes/%ED%A0%80', 404, 'athlete_not_found'],
    ['/v1/athletes/__proto__', 404, 'athlete_not_found'],
    [`/v1/athletes/${'a'.repeat(8000)}`, 404, 'athlete_not_found'],
    [`/v1/athletes/${'%25'.repeat(2000)}`, 404, 'athlete_not_found'],
    [`/v1/athletes/${athlete}/activities/%C0%AF`, 404, 'athlete_not_found'],
    ['/v1/partner/api-keys/%E0%A4%A', 404, 'key_not_found'],
    ['/v1/athletes/..%5c..%5cpartner', 404, 'athlete_not_found'],
    ['/v1/%61thletes/%', 404, 'athlete_not_found'],
    ['/v1/athletes;x=1', 404, 'route_not_found'],
    ['/v1/athletes%2f', 404, 'route_not_found'],
    ['/v1/athletes%00', 404, 'route_not_found'],
    ['/v1/./athletes/../partner/nope', 404, 'route_not_found'],
    ['/v1/athletes?limit=%', 422, 'validation_failed'],
    ['/v1/athletes?limit=%E0%A4%A', 422, 'validation_failed'],
    ['/v1/athletes?cursor=%FF', 422, 'validation_failed'],
    ['/v1/athletes?%E0%A4%A=1', 422, 'validation_failed'],
    ['/v1/athletes?__proto__=1', 422, 'validation_failed'],
  ])('a hostile address (%s) is %i %s, and no fault', async (path, status, code) => {
    expect(refusal(await call('GET', path, { key }))).toMatchObject({ status, code });
  });

  test.each([
    ['PUT', '/v1/athletes', 'GET, HEAD, POST'],
    ['OPTIONS', '/v1/nutrition/calculate', 'POST'],
    ['POST', '/health', 'GET, HEAD'],
    ['GET', '/v1/athletes/batch', 'POST'],
    ['DELETE', '/v1/athletes/batch', 'POST'],
    ['POST', '/v1/products/categories', 'GET, HEAD'],
  ])('a wrong method (%s %s) is 405 with %s, before any key is looked at', async (method, path, allowed) => {
    const reply = await call(method, path);
    expect(refusal(reply)).toMatchObject({ status: 405, code: 'method_not_allowed' });
    expect(reply.headers.get('Allow')?.split(', ').sort().join(', ')).toBe(allowed);
  });

  test('cross-origin reading is open for the documents about the service and closed for the service', async () => {
    const headers = { origin: 'https://elsewhere.test' };
    expect((await call('GET', '/openapi.json', { headers })).headers.get('Access-Control-Allow-Origin')).toBe(
      '*',
    );
    expect(
      (await call('GET', '/v1/athletes', { headers })).headers.get('Access-Control-Allow-Origin'),
    ).toBeNull();
  });
});

describe('the body', () => {
  const path = '/v1/nutrition/calculate';
  const json = { 'content-type': 'application/json' };

  test('over its limit is 413 before the key is looked up: 64 KiB, an activity 256, a batch 512', async () => {
    const big = (kibibytes: number) => JSON.stringify({ padding: 'x'.repeat(kibibytes * 1024) });
    const unknown = newKeySecret('test');
    const status = async (url: string, kibibytes: number) =>
      refusal(await call('POST', url, { key: unknown, rawBody: big(kibibytes), headers: json })).status;
    expect(await status('/v1/athletes', 64)).toBe(413);
    expect(await status(path, 64)).toBe(401);
    expect(await status(path, 256)).toBe(413);
    expect(await status('/v1/athletes/x/activities', 64)).toBe(401);
    expect(await status('/v1/athletes/x/activities', 256)).toBe(413);
    expect(await status(`${path}/batch`, 256)).toBe(401);
    expect(await status(`${path}/batch`, 512)).toBe(413);
  });

  test('over its limit is 413 also when no length was announced', async () => {
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let index = 0; index < 20; index++) controller.enqueue(new Uint8Array(4096).fill(32));
        controller.close();
      },
    });
    const reply = await call('POST', '/v1/athletes', { key, rawBody: stream, headers: json });
    expect(refusal(reply).code).toBe('payload_too_large');
  });

  test.each([
    ['text/plain', {}],
    ['application/x-www-form-urlencoded', {}],
    ['application/vnd.api+json', {}],
    ['application/json; charset=latin1', {}],
    ['application/json', { 'content-encoding': 'gzip' }],
  ])('as %s %o is 415', async (mediaType, more) => {
    const reply = await call('POST', path, {
      key: newKeySecret('test'),
      rawBody: '{}',
      headers: { 'content-type': mediaType, ...more },
    });
    expect(refusal(reply)).toMatchObject({ status: 415, code: 'unsupported_media_type' });
  });

  test.each([
    ['no credential', undefined, 'missing_authorization'],
    ['a wrong checksum', `Bearer ${newKeySecret('test').slice(0, -1)}!`, 'invalid_api_key'],
    ['a malformed token', 'Bearer oat_test_x', 'invalid_token'],
  ])('with %s is 401 whatever its size and media type', async (_what, authorization, code) => {
    const rawBody = 'x'.repeat(9 * 1024 * 1024);
    for (const url of ['/v1/athletes', path, '/v1/courses/parse', '/mcp', '/operator/v1/partners']) {
      const headers = { 'content-type': 'text/plain', ...(authorization ? { authorization } : {}) };
      const reply = await call('POST', url, { rawBody, headers });
      const expected = url.startsWith('/operator') && authorization ? 'invalid_api_key' : code;
      expect(refusal(reply), url).toMatchObject({ status: 401, code: expected });
    }
  });

  test('may name UTF-8', async () => {
    const headers = { 'content-type': 'Application/JSON; charset="UTF-8"' };
    const rawBody = '{"activity":{"type":"run","duration_min":60}}';
    expect((await call('POST', path, { key, rawBody, headers })).status).toBe(200);
  });

  test.each([
    ...['{', '', '{"a":1,}', "{'a':1}", '{"a":1}{}', 'undefined', '\ufeff{"activity":1}x'].map(
      (text) => [text, { status: 400, code: 'malformed_json' }] as const,
    ),
    ...['null', '[]', '"x"', '1', '[[[[[[]]]]]]'].map(
      (text) => [text, { status: 422, pointers: [''] }] as const,
    ),
  ])('that is not a JSON object (%j) is refused with %o', async (rawBody, refused) => {
    expect(refusal(await call('POST', path, { key, rawBody, headers: json }))).toMatchObject(refused);
  });

  test('with prototype keys, huge numbers or deep nesting is refused with the field and no fault', async () => {
    const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
    for (const [rawBody, pointer] of [
      ['{"__proto__":{"tier":"full"},"activity":{"type":"run","duration_min":60}}', '/__proto__'],
      ['{"constructor":1,"activity":{"type":"run","duration_min":60}}', '/constructor'],
      ['{"activity":{"type":"run","duration_min":1e999}}', '/activity/duration_min'],
      ['{"activity":{"type":"run","duration_min":60,"average_power_w":-1e308}}', '/activity/average_power_w'],
      [`{"activity":{"type":"run","duration_min":60,"weather":${deep}}}`, undefined],
    ] as const) {
      const reply = await call('POST', path, { key, rawBody, headers: json });
      expect(reply.status, rawBody.slice(0, 60)).toBe(422);
      if (pointer) expect(refusal(reply).pointers).toEqual([pointer]);
    }
  });
});

describe('the key', () => {
  const path = '/v1/athletes';

  test.each([
    ['the bare key', (secret: string) => secret],
    ['Basic', (secret: string) => `Basic ${btoa(`${secret}:`)}`],
    ['another word', (secret: string) => `Token ${secret}`],
    ['no space', (secret: string) => `Bearer${secret}`],
    ['a colon', (secret: string) => `Bearer: ${secret}`],
    ['something after the key', (secret: string) => `Bearer ${secret}, Bearer ${secret}`],
    ['nothing after Bearer', () => 'Bearer'],
  ])(
    'sent with %s instead of Bearer is invalid_api_key that says so, and never repeats it',
    async (_what, write) => {
      for (const [route, secret] of [
        [path, key],
        ['/operator/v1/partners', 'an-operator-token-of-32-characters'],
      ] as const) {
        const sent = write(secret);
        if (route !== path && sent.includes(',')) continue;
        const reply = await call('GET', route, { headers: { authorization: sent } });
        expect(refusal(reply)).toMatchObject({ status: 401, code: 'invalid_api_key' });
        expect(reply.json.error.message).toMatch(/exactly `Bearer`, a space and the API key/);
        for (const part of [secret, secret.slice(8), btoa(secret).slice(0, 20)]) {
          expect(reply.text).not.toContain(part);
        }
      }
    },
  );

  test('with a wrong checksum asks no storage at all', async () => {
    const secret = newKeySecret('test');
    const wrong = secret.slice(0, -1) + (secret.endsWith('0') ? '1' : '0');
    const bindings = { API_KEYS: failing('get', env.API_KEYS), REGISTRY: failing('batch', env.REGISTRY) };
    expect(refusal(await call('GET', path, { key: wrong, bindings })).code).toBe('invalid_api_key');
  });

  test('of one environment is refused on an athlete of the other by the id alone, whatever its body', async () => {
    const { testKey, liveKey } = await makePartner();
    for (const [key, id] of [
      [testKey, 'ath_lc00001jcc9q0x8v5n3m1t7k2b6h4dz'],
      [liveKey, 'ath_tc00001jcc9q0x8v5n3m1t7k2b6h4dz'],
    ] as const) {
      const reply = await call('PATCH', `${path}/${id}`, { key, body: { nonsense: 1 } });
      expect(refusal(reply)).toMatchObject({ status: 401, code: 'environment_mismatch' });
    }
  });
});

describe('plain http', () => {
  test('is refused in production before the key is looked at, and HSTS is sent', async () => {
    const bindings = { ENVIRONMENT: 'production', API_KEYS: failing('get', env.API_KEYS) };
    const reply = await call('GET', 'http://musette.test/v1/athletes', {
      key: newKeySecret('live'),
      bindings,
    });
    expect(refusal(reply)).toMatchObject({ status: 403, code: 'https_required' });
    expect(reply.headers.get('Strict-Transport-Security')).toContain('max-age=');
  });
});

describe('every answer', () => {
  test("echoes the client's request id beside ours, and only a harmless one", async () => {
    const reply = await call('GET', '/health', { headers: { 'x-request-id': 'trace-42' } });
    expect(reply.headers.get('X-Client-Request-Id')).toBe('trace-42');
    expect(reply.headers.get('X-Request-Id')).not.toBe('trace-42');
    for (const id of ['x'.repeat(129), 'ä', 'a b']) {
      const odd = await call('GET', '/health', { headers: { 'x-request-id': id } });
      expect(odd.headers.get('X-Client-Request-Id')).toBeNull();
    }
  });

  test('writes absolute addresses from BASE_URL, never from the Host header', async () => {
    const { testKey: key } = await makePartner();
    // A local installation refuses other hosts altogether.
    const bindings = { ENVIRONMENT: 'production' };
    const reply = await call('POST', 'https://evil.test/v1/athletes', { key, body: {}, bindings });
    expect(reply.headers.get('Location')?.startsWith(`${BASE}/`)).toBe(true);
    const nothing = await call('GET', 'https://evil.test/nope', { bindings });
    expect(nothing.json.error.documentation_url).toBe(`${BASE}/docs/errors#route_not_found`);
  });

  test('tells the partner in Server-Timing, and the log line, for which stores it waited; others are not told', async () => {
    const { testKey } = await makePartner();
    const lines = vi.spyOn(console, 'log');
    const reply = await call('GET', '/v1/athletes', { key: testKey });
    const line = JSON.parse(String(lines.mock.calls.at(-1)?.[0]));
    lines.mockRestore();
    expect(reply.headers.get('Server-Timing')).toMatch(/^kv;dur=\d+, guard;dur=\d+, d1;dur=\d+$/);
    for (const member of ['kv_ms', 'guard_ms', 'd1_ms'])
      expect(line[member], member).toBeGreaterThanOrEqual(0);
    expect(Object.keys(line)).toEqual(expect.arrayContaining(['colo', 'version', 'd1_region', 'lease']));
    expect((await call('GET', '/health')).headers.get('Server-Timing')).toBeNull();
  });

  test('leaves one log line, without identifiers of athletes, names or free text', async () => {
    const { testKey: key, partnerId } = await makePartner();
    const { id, path } = await makeAthlete(key, { name: 'Nora Secret', email: 'nora@example.test' });
    const lines = vi.spyOn(console, 'log');
    await call('GET', `${path}?x=1`, { key });
    await call('GET', path, { key });
    const written = lines.mock.calls.map((line) => String(line[0]));
    lines.mockRestore();
    expect(written).toHaveLength(2);
    expect(JSON.parse(written[1] ?? '')).toMatchObject({
      event: 'request',
      route: 'GET /v1/athletes/{athlete_id}',
      status: 200,
      partner_id: partnerId,
      environment: 'test',
      d1_batches: 1,
    });
    for (const secret of [key, id, 'Nora', 'nora@']) expect(written.join()).not.toContain(secret);
  });
});

describe('a store that fails', () => {
  test.each([
    [
      'the key projection and the registry',
      () => ({ API_KEYS: failing('get', env.API_KEYS), REGISTRY: failing('batch', env.REGISTRY) }),
    ],
    ['the athlete database', () => ({ [TEST_HOME_BINDING]: failing('batch', TEST_HOME) })],
    [
      'the guard',
      () => ({
        KEY_GUARD: {
          idFromName: () => ({}),
          get: () => ({ admit: () => Promise.reject(new Error('gone')) }),
        } as never,
      }),
    ],
  ])('%s: 503 with Retry-After, and nothing of the cause', async (_what, broken) => {
    const { testKey: key } = await makePartner();
    await call('GET', '/v1/athletes', { key });
    for (const [method, body] of [
      ['GET', undefined],
      ['POST', {}],
    ] as const) {
      const reply = await call(method, '/v1/athletes', { key, body, bindings: broken() });
      expect(refusal(reply)).toMatchObject({ status: 503, code: 'temporarily_unavailable' });
      expect(reply.text).not.toMatch(/fire|gone|athletes of partner/);
    }
    expect((await call('GET', '/v1/athletes', { key })).json.data).toEqual([]);
  });

  test('a fault that nobody expected is 500 with a request id, logged without its message', async () => {
    const lines = vi.spyOn(console, 'log');
    const broken = {
      batch: () => undefined,
      prepare: () => {
        throw new TypeError('private detail');
      },
    } as unknown as D1Database;
    const reply = await call('GET', '/v1/athletes', { key, bindings: { [TEST_HOME_BINDING]: broken } });
    const line = JSON.parse(String(lines.mock.calls.at(-1)?.[0]));
    lines.mockRestore();
    expect(refusal(reply)).toMatchObject({ status: 500, code: 'internal_error' });
    expect(line).toMatchObject({ status: 500, request_id: reply.headers.get('X-Request-Id') });
    expect(line.fault).toMatch(/^TypeError \| at /);
    expect(JSON.stringify(line) + reply.text).not.toContain('private detail');
  });
});

describe('identifiers that are not found', () => {
  test('malformed ones are 404 like unknown ones, and the message describes the format', async () => {
    const { id, path: athletePath } = await makeAthlete(key);
    const { path: activityPath } = await makeActivity(key, id);
    const message = async (path: string, code: string) => {
      const reply = await call('GET', path, { key });
      expect(refusal(reply), path).toMatchObject({ status: 404, code });
      return reply.json.error.message as string;
    };
    for (const malformed of ['rider-1', 'ath_', athletePath.slice(13).toUpperCase(), '%20', 'ATH']) {
      expect(await message(`/v1/athletes/${malformed}`, 'athlete_not_found')).toMatch(
        /^Athlete not found\. An athlete's identifier looks like ath_t\w{28,}: /,
      );
    }
    expect(await message(`${athletePath}/activities/workout-7`, 'activity_not_found')).toMatch(
      /^Activity not found\. Its identifier looks like act_\w{26}: act_ and 26 /,
    );
    expect(await message('/v1/webhooks/hook', 'webhook_not_found')).toContain('looks like whk_');
    const unknown = (path: string) => `${path.slice(0, -1)}${path.endsWith('0') ? '1' : '0'}`;
    expect(await message(unknown(athletePath), 'athlete_not_found')).toBe('Athlete not found.');
    expect(await message(unknown(activityPath), 'activity_not_found')).toBe('Activity not found.');
    const asked = { athlete_id: 'rider-1', activity: { type: 'run', duration_min: 60 } };
    const calculated = await call('POST', '/v1/nutrition/calculate', { key, body: asked });
    expect(calculated.json.error.message).toContain('looks like ath_');
  });
});
