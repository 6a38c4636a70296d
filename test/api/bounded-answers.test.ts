import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { TOOLS } from '#delivery/agents/tools.ts';
import { ROUTES } from '#delivery/app/routes.ts';
import { MCP } from '../support/assistant.ts';
import { plainFetch } from '../support/browser.ts';
import { call, type Reply, refusal } from '../support/client.ts';
import { makePartner } from '../support/partners.ts';
import { callOf } from '../support/route-calls.ts';
import { stopClock } from '../support/stopped-clock.ts';
import { listLimit, membersIn, worstBodies } from './worst-bodies.ts';

const KIB = 1024;
const ERROR_BYTES_MAX = 64 * KIB;
/** The answer around its errors: names, commas and the protocol of assistants. */
const FIXED_BYTES = 4 * KIB;

const bindings = { STANDARD_SANDBOX_PER_MIN: '60000', TRY_PER_MIN: '60000' };
const json = { 'content-type': 'application/json' };
const bodied = ROUTES.filter(({ method, file }) => method !== 'GET' && file === undefined);

interface Error {
  readonly code: string;
  readonly message: string;
  readonly errors?: readonly { readonly pointer: string; readonly message: string }[];
  readonly more_errors?: number;
}

/** The errors of an answer: its own, or those of a batch's items. */
function errorsIn({ json: body }: Reply): Error[] {
  if (body?.error) return [body.error];
  return (body?.results ?? []).flatMap(({ error }: { error?: Error }) => (error ? [error] : []));
}

function expectBounded(reply: Reply, what: string): void {
  const errors = errorsIn(reply);
  expect(JSON.stringify(errors).length, what).toBeLessThanOrEqual(ERROR_BYTES_MAX);
  const problems = errors.flatMap(({ errors: listed }) => listed ?? []);
  expect(problems.length, what).toBeLessThanOrEqual(100);
  for (const { pointer, message } of problems) {
    expect(pointer.length, what).toBeLessThanOrEqual(200);
    expect(message.length, what).toBeLessThanOrEqual(300);
  }
  for (const { message } of errors) expect(message.length, what).toBeLessThanOrEqual(300);
}

function sendMessage(key: string, body: string, given: Partial<Cloudflare.Env>): Promise<Response> {
  const accept = 'application/json, text/event-stream';
  const headers = { ...json, accept, authorization: `Bearer ${key}` };
  return plainFetch(MCP, { method: 'POST', headers, body }, given);
}

const steps = (count: number) => Array.from({ length: count }, () => ({}));
const session = (more: object) => ({ activity: { type: 'run', duration_min: 60, ...more } });
const repeatedSteps = session({
  steps: Array.from({ length: 100 }, () => ({ repeat: 2, steps: steps(200) })),
});

describe('the answer to the worst invalid bodies', () => {
  test('every operation with a body: at most 100 problems and 64 KiB of errors', async () => {
    const { testKey } = await makePartner();
    let walked = 0;
    for (const route of bodied) {
      const { path } = callOf(route, {});
      const key = route.access === 'operator' ? env.OPERATOR_TOKEN : testKey;
      const bodies = worstBodies(route.body, route.bodyLimitBytes ?? 64 * KIB);
      for (const [index, rawBody] of bodies.entries()) {
        const what = `${route.operationId}, body ${index}: ${rawBody.slice(0, 80)}`;
        const reply = await call(route.method, path, { key, rawBody, headers: json, bindings });
        expect([200, 422], `${what} ${reply.text.slice(0, 200)}`).toContain(reply.status);
        expect(errorsIn(reply).length, what).toBeGreaterThan(0);
        expectBounded(reply, what);
        expect(reply.bytes.length, what).toBeLessThanOrEqual(ERROR_BYTES_MAX + FIXED_BYTES);
        walked += 1;
      }
    }
    expect(walked).toBeGreaterThan(200);
  });

  test('every tool of an assistant: no answer above 64 KiB', async () => {
    const { testKey: key } = await makePartner();
    const send = async (body: string) => {
      const reply = await sendMessage(key, body, bindings);
      return { status: reply.status, length: (await reply.bytes()).length };
    };
    for (const tool of TOOLS) {
      const route = ROUTES.find(({ operationId }) => operationId === tool.operationId);
      const head = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${tool.name}","arguments":`;
      for (const body of worstBodies(route?.body, 250 * KIB)) {
        const reply = await send(`${head}${body}}}`);
        expect(reply.status, tool.name).toBe(200);
        expect(reply.length, tool.name).toBeLessThanOrEqual(ERROR_BYTES_MAX);
      }
    }
    const long = 'x'.repeat(200 * KIB);
    for (const message of [
      { id: 1, method: long },
      { id: 1, method: 'tools/call', params: { name: long } },
      { id: 1, method: 'prompts/get', params: { name: long } },
      { id: long, method: 'tools/list' },
      { id: long, method: 'subscriptions/listen' },
      { id: 1, method: 'initialize', params: { protocolVersion: long } },
    ]) {
      const reply = await send(JSON.stringify({ jsonrpc: '2.0', ...message }));
      expect(reply.length, JSON.stringify(message).slice(0, 80)).toBeLessThanOrEqual(ERROR_BYTES_MAX);
    }
  });

  test('more_errors counts what errors leaves out, and an answer without such problems has none', async () => {
    const { testKey: key } = await makePartner();
    const points = Array.from({ length: 2000 }, () => ({}));
    const body = session({ course: { distance_km: 10, points } });
    const { json: many } = await call('POST', '/v1/nutrition/calculate', { key, body });
    expect(many.error.errors).toHaveLength(100);
    expect(many.error.more_errors).toBe(1900);
    const unknown = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`a${index}`, 0]));
    const { json: foreign } = await call('POST', '/v1/athletes', { key, body: unknown });
    expect([foreign.error.errors.length, foreign.error.more_errors]).toEqual([100, 50]);
    const { json: few } = await call('POST', '/v1/athletes', { key, body: { a: 0 } });
    expect([few.error.errors.length, 'more_errors' in few.error]).toEqual([1, false]);
  });

  test('a repeated query parameter of thousands is bounded like a body', async () => {
    const { testKey: key } = await makePartner();
    const query = Array.from({ length: 2000 }, (_, index) => `a${index}&a${index}`).join('&');
    const reply = await call('GET', `/v1/athletes?${query}`, { key });
    expect(reply.status).toBe(422);
    expectBounded(reply, 'repeated');
    expect(reply.json.error.more_errors).toBe(1900);
  });

  test('a batch shares 100 problems among its items, and valid items are done wherever they stand', async () => {
    const { testKey: key } = await makePartner();
    const broken = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`a${index}`, 0]));
    const athletes = Array.from({ length: 100 }, (_, index) =>
      index % 10 === 9 ? { external_id: `e${index}` } : broken,
    );
    const reply = await call('POST', '/v1/athletes/batch', { key, body: { athletes } });
    expectBounded(reply, 'mixed');
    const { results } = reply.json;
    expect(results.filter(({ status }: { status?: string }) => status === 'created')).toHaveLength(10);
    const errors = errorsIn(reply);
    expect(errors).toHaveLength(90);
    // Each also lacks its external_id.
    expect(errors.map(({ errors: listed = [] }) => listed.length).slice(0, 4)).toEqual([61, 39, 0, 0]);
    expect(errors.map(({ more_errors: more }) => more).slice(0, 4)).toEqual([undefined, 22, 1, 1]);
  });

  test('items that a batch refuses for other reasons than their form are bounded, too', async () => {
    const { testKey: key } = await makePartner();
    const avoids = Array.from({ length: 50 }, (_, index) => `prd_${String(index).padStart(26, '0')}`);
    const athletes = Array.from({ length: 100 }, (_, index) => ({
      external_id: `e${index}`,
      fuel_preferences: { avoids },
    }));
    const reply = await call('POST', '/v1/athletes/batch', { key, body: { athletes } });
    expect(errorsIn(reply)).toHaveLength(100);
    expectBounded(reply, 'preferences');
    expect(
      errorsIn(reply)
        .map(({ more_errors: more }) => more)
        .slice(0, 3),
    ).toEqual([undefined, undefined, 50]);
  });
});

describe('counts', () => {
  test('steps with repetitions are counted before any step is read, so the answer has one problem', async () => {
    const { testKey: key } = await makePartner();
    for (const [path, body] of [
      ['/v1/nutrition/calculate', repeatedSteps],
      ['/try/calculate', repeatedSteps],
    ] as const) {
      const reply = await call('POST', path, { key, body });
      expect(refusal(reply)).toEqual({
        status: 422,
        code: 'validation_failed',
        pointers: ['/activity/steps'],
      });
      expect(reply.json.error.errors[0]).toMatchObject({ code: 'too_big' });
      expect(reply.bytes.length).toBeLessThan(KIB);
    }
  });

  test('every list in every request has a limit, and a list above it has one problem', async () => {
    const lists = bodied.flatMap(({ operationId, body }) =>
      (body ? membersIn(body) : []).flatMap(([path, member]) =>
        member instanceof z.ZodMiniArray ? [[`${operationId} ${path}`, member] as const] : [],
      ),
    );
    expect(lists.length).toBeGreaterThan(40);
    for (const [name, list] of lists) {
      const max = listLimit(list);
      expect(max, name).toBeLessThanOrEqual(2000);
      const parsed = list.safeParse(Array.from({ length: (max ?? 0) + 1 }, () => undefined));
      expect(parsed.error?.issues.map(({ code }) => code).length, name).toBe(1);
    }
  });
});

test('a message lists at most ten of the allowed values, also after an assistant was served', async () => {
  const { string } = await import('zod/v4');
  string();
  const { testKey: key } = await makePartner();
  const body = { activity: { type: 'chess', duration_min: 60 } };
  const { json: answer } = await call('POST', '/v1/nutrition/calculate', { key, body });
  expect(answer.error.errors[0].message).toMatch(/^must be one of: (\w+, ){9}\w+ and \d+ more$/);
});

describe('instants', () => {
  test('every request that takes scheduled_at, tested_at or race_at takes the years 1970 to 2100', () => {
    const instants = bodied.flatMap(({ operationId, body }) =>
      (body ? membersIn(body) : []).flatMap(([path, member]) =>
        /\/(scheduled_at|tested_at|race_at)$/.test(path) ? [[`${operationId} ${path}`, member] as const] : [],
      ),
    );
    expect(instants.map(([name]) => name)).toEqual(
      expect.arrayContaining([
        'createActivity /scheduled_at',
        'updateActivity /scheduled_at',
        'upsertActivities /activities/0/scheduled_at',
        'calculateNutrition /activity/scheduled_at',
        'calculateNutritionBatch /scenarios/0/activity/scheduled_at',
        'tryCalculation /activity/scheduled_at',
        'createSweatTest /tested_at',
        'planGutTraining /race_at',
      ]),
    );
    for (const [name, member] of instants) {
      for (const [text, isValid] of [
        ['1969-12-31T23:59:59.999Z', false],
        ['1970-01-01T00:00:00Z', true],
        ['1970-01-01T00:00:00+00:01', false],
        ['2100-12-31T23:59:59.999Z', true],
        ['2100-12-31T23:59:59-00:01', false],
        ['0001-01-01T00:00:00Z', false],
      ] as const) {
        expect(z.safeParse(member, text).success, `${name} ${text}`).toBe(isValid);
      }
    }
  });

  test('an item of a batch outside these years fails alone', async () => {
    const { testKey: key } = await makePartner();
    const activity = { type: 'run', duration_min: 60 };
    const scenarios = ['2101-01-01T00:00:00Z', '2100-06-01T00:00:00Z'].map((at) => ({
      activity: { ...activity, scheduled_at: at },
    }));
    const { json: answer } = await call('POST', '/v1/nutrition/calculate/batch', {
      key,
      body: { scenarios },
    });
    expect(answer.results[0].error.errors).toEqual([
      {
        pointer: '/activity/scheduled_at',
        code: 'invalid_value',
        message: 'must be within the years 1970 to 2100',
      },
    ]);
    expect(answer.results[1].error).toBeUndefined();
  });
});

describe('what an invalid request costs', () => {
  beforeEach(() => stopClock());

  /** Below twenty a guard lends nothing, so that each answer shows exactly what is left. */
  const small = { STANDARD_SANDBOX_PER_MIN: '18' };
  const leftOf = ({ headers }: Reply) =>
    Number(/"standard";r=(\d+);/.exec(headers.get('ratelimit') ?? '')?.[1]);
  const invalidOf = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`;
  const post = (key: string, path: string, rawBody: string) =>
    call('POST', path, { key, rawBody, headers: json, bindings: small });

  test('a unit per started 64 KiB of the body, whether it is no JSON or has invalid fields', async () => {
    for (const body of [invalidOf, (bytes: number) => invalidOf(bytes).slice(0, -1)]) {
      for (const [kibibytes, left] of [
        [1, 17],
        [64, 17],
        [65, 16],
        [200, 14],
        [256, 14],
      ] as const) {
        const { testKey: key } = await makePartner();
        const reply = await post(key, '/v1/nutrition/calculate', body(kibibytes * KIB));
        expect([400, 422]).toContain(reply.status);
        expect(leftOf(reply), `${kibibytes} KiB`).toBe(left);
      }
    }
  });

  test('as many units as are left, and never gives any back', async () => {
    const { testKey: key } = await makePartner();
    const left: number[] = [];
    for (let sent = 0; sent < 5; sent++) {
      left.push(leftOf(await post(key, '/v1/nutrition/calculate', invalidOf(256 * KIB))));
    }
    expect(left).toEqual([14, 10, 6, 2, 0]);
    expect((await post(key, '/v1/nutrition/calculate', invalidOf(256 * KIB))).status).toBe(429);
  });

  test('a batch with an invalid item costs no less than its body, one without costs its items', async () => {
    const padded = (item: object, bytes: number) => {
      const text = JSON.stringify({ athletes: [item] });
      return text + ' '.repeat(bytes - text.length);
    };
    for (const [item, left] of [
      [{ external_id: 'a', wrong: 1 }, 10],
      [{ external_id: 'a' }, 17],
    ] as const) {
      const { testKey: key } = await makePartner();
      const reply = await post(key, '/v1/athletes/batch', padded(item, 512 * KIB));
      expect([reply.status, leftOf(reply)]).toEqual([200, left]);
    }
  });

  test('a tool of an assistant as well', async () => {
    const { testKey: key } = await makePartner();
    const params = { name: 'calculate_nutrition', arguments: { a: 'x'.repeat(200 * KIB) } };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    const reply = await sendMessage(key, body, small);
    expect(await reply.text()).toContain('validation_failed');
    expect(reply.headers.get('ratelimit')).toContain('r=14;');
  });
});
