import { env } from 'cloudflare:workers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { NEEDED_MIGRATIONS } from '#platform/storage/needed-migrations.ts';
import { makeAthlete } from '../support/builders.ts';
import { call, type Reply, refusal } from '../support/client.ts';
import { makePartner } from '../support/partners.ts';
import { insteadOfEach, TEST_HOME, TEST_HOME_BINDING } from '../support/shards.ts';

/** Tests stores that answer late or never: every remote call has a deadline. Time is faked. */

/** Fakes the timers of requests. Objects have none. */
function stopTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

/** A binding of which one method behaves as given. `called` resolves when it is called first. */
function replacing<Binding extends object>(
  binding: Binding,
  method: string,
  behave: (times: number, original: () => unknown) => unknown,
): { readonly binding: Binding; readonly called: Promise<void>; readonly times: () => number } {
  const first = Promise.withResolvers<void>();
  let times = 0;
  const replaced = new Proxy(binding, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      if (name !== method) return member.bind(target);
      return (...given: unknown[]) => {
        times += 1;
        first.resolve();
        return behave(times, () => Reflect.apply(member, target, given));
      };
    },
  });
  return { binding: replaced, called: first.promise, times: () => times };
}

const never = () => new Promise(() => undefined);
const failOnce = (times: number, original: () => unknown) =>
  times === 1 ? Promise.reject(new Error('D1_ERROR: Network connection lost')) : original();

/** Passes the time of a deadline once a store has been asked, and not before the request waits for it. */
async function answerAfter(ms: number, called: Promise<void>, reply: Promise<Reply>): Promise<Reply> {
  let isAnswered = false;
  const noted = reply.then((answered) => {
    isAnswered = true;
    return answered;
  });
  await called;
  await vi.advanceTimersByTimeAsync(ms - 1);
  expect(isAnswered, 'answered before the deadline').toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  return noted;
}

/** Answers the queries of readiness immediately, because a faked clock does not wait for real stores on a busy machine. */
function storesThatAnswerAtOnce(): Partial<Cloudflare.Env> {
  const answer = async () => null;
  const results = Object.values(NEEDED_MIGRATIONS).flatMap((names) => names.map((name) => ({ name })));
  const statement = { run: async () => ({ results }), bind: () => statement };
  const answering = (database: D1Database) => replacing(database, 'prepare', () => statement).binding;
  return {
    API_KEYS: replacing(env.API_KEYS, 'get', answer).binding,
    KEY_GUARD: replacing(env.KEY_GUARD, 'get', () => ({ ping: answer })).binding,
    REGISTRY: answering(env.REGISTRY),
    ...insteadOfEach(answering),
  };
}

async function usedKey(): Promise<string> {
  const { testKey } = await makePartner();
  await call('GET', '/v1/athletes', { key: testKey });
  return testKey;
}

describe('a deadline', () => {
  test('KV that does not answer within 500 ms is passed by: the registry knows the key, and nothing is limited', async () => {
    const key = await usedKey();
    const kv = replacing(env.API_KEYS, 'get', never);
    stopTimers();
    const limited = replacing(env.FAILED_AUTHENTICATIONS, 'limit', (_times, original) => original());
    const bindings = { API_KEYS: kv.binding, FAILED_AUTHENTICATIONS: limited.binding };
    const reply = await answerAfter(500, kv.called, call('GET', '/v1/athletes', { key, bindings }));
    expect(reply.status).toBe(200);
    expect(limited.times()).toBe(0);
    // The isolate remembers the key now, so KV is not waited for again.
    expect((await call('GET', '/v1/athletes', { key, bindings })).status).toBe(200);
  });

  test('a database that does not answer within 10 s is a 503, and is not waited for twice', async () => {
    const key = await usedKey();
    const shard = replacing(TEST_HOME, 'batch', never);
    stopTimers();
    const bindings = { [TEST_HOME_BINDING]: shard.binding };
    const reply = await answerAfter(10_000, shard.called, call('GET', '/v1/athletes', { key, bindings }));
    expect(refusal(reply)).toMatchObject({ status: 503, code: 'temporarily_unavailable' });
    expect(shard.times()).toBe(1);
  });

  test("a key's guard that does not answer within 2 s is a 503: a key that may be revoked is never assumed to be valid", async () => {
    const key = await usedKey();
    const { path } = await makeAthlete(key);
    const asked = Promise.withResolvers<void>();
    const silent = () => {
      asked.resolve();
      return never();
    };
    const guards = replacing(env.KEY_GUARD, 'get', () => ({ admit: silent, project: never }));
    stopTimers();
    const bindings = { KEY_GUARD: guards.binding };
    const reading = call('GET', path, { key, bindings });
    const reply = await answerAfter(2000, asked.promise, reading);
    expect(refusal(reply)).toMatchObject({ status: 503, code: 'temporarily_unavailable' });
    // The read has been answered long before. Nothing of it may be in the refusal.
    expect(reply.headers.has('ETag')).toBe(false);
  });
});

test('readiness names a database that does not answer within 2 s', async () => {
  const shard = replacing(TEST_HOME, 'prepare', () => ({ run: never }));
  stopTimers();
  // Another time than other files' tests have, so that no answer is reused.
  const vars = { CLOCK_OFFSET_S: '172800' };
  const bindings = { ...storesThatAnswerAtOnce(), ...vars, [TEST_HOME_BINDING]: shard.binding };
  const reply = await answerAfter(2000, shard.called, call('GET', '/health/ready', { bindings }));
  expect([reply.status, reply.json.degraded]).toEqual([200, ['the test shard c000']]);
});

describe('a batch that fails once', () => {
  test('is repeated if it only reads: the caller does not notice', async () => {
    const key = await usedKey();
    const shard = replacing(TEST_HOME, 'batch', failOnce);
    const reply = await call('GET', '/v1/athletes', {
      key,
      bindings: { [TEST_HOME_BINDING]: shard.binding },
    });
    expect([reply.status, shard.times()]).toEqual([200, 2]);
  });

  test('is not repeated if it writes: it may have taken effect', async () => {
    const key = await usedKey();
    const shard = replacing(TEST_HOME, 'batch', failOnce);
    const bindings = { [TEST_HOME_BINDING]: shard.binding };
    const reply = await call('POST', '/v1/athletes', { key, body: {}, bindings });
    expect(refusal(reply).status).toBe(503);
    const { json } = await call('GET', '/v1/athletes', { key });
    expect(json.data).toEqual([]);
  });
});
