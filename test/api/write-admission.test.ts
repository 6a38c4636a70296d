import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Admission } from '#platform/guards/key-guard.ts';
import { CATALOGUE, loadTestCatalogue } from '../support/catalogue.ts';
import { call, refusal } from '../support/client.ts';
import { changeBetween, databaseState, NO_CHANGE, wipeDatabases } from '../support/database-state.ts';
import { routeOf } from '../support/fault-walk.ts';
import { callOf } from '../support/route-calls.ts';
import { LOGGED_READS, WRITING_OPERATIONS } from '../support/writing-operations.ts';

/** Longer than a handler takes to its first write. */
const LATE_MS = 50;

const OPERATIONS = [...WRITING_OPERATIONS, ...LOGGED_READS].filter(
  ({ operationId }) => routeOf(operationId).access === 'partner',
);

/** In this order: an isolate remembers for a second that a budget is spent. */
const REFUSALS = [
  ['unavailable', null, 503, 'temporarily_unavailable'],
  ['revoked', { outcome: 'revoked' }, 401, 'invalid_api_key'],
  [
    'rate limited',
    {
      outcome: 'limited',
      budget: 1,
      remaining: 0,
      resetSeconds: 1,
      retryAfterSeconds: 1,
      partnerTerminatedAtMs: null,
      partnerSuspendedAtMs: null,
      expiresAtMs: null,
      locations: null,
      lentTokens: 0,
    },
    429,
    'rate_limited',
  ],
] as const satisfies readonly (readonly [string, Admission | null, number, string])[];

beforeAll(() => loadTestCatalogue(CATALOGUE.filter(({ brand }) => brand === 'Maurten')));

/** Objects of which the key's guard answers late with this admission, or fails. Notes every other message. */
function objectsThatRefuse(admission: Admission | null) {
  const messages: string[] = [];
  const stub = new Proxy(
    {},
    {
      get: (_target, method) => async () => {
        // The record of a key that KV missed is written in the background, whoever asked.
        if (method === 'project') return undefined;
        if (method !== 'admit') {
          messages.push(String(method));
          throw new Error('a message before admission');
        }
        await scheduler.wait(LATE_MS);
        if (admission === null) throw new Error('the guard is away');
        return admission;
      },
    },
  );
  const refusing = <Namespace extends object>(namespace: Namespace): Namespace =>
    new Proxy(namespace, {
      get(target, name) {
        if (name === 'get' || name === 'getByName') return () => stub;
        const member: unknown = Reflect.get(target, name, target);
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
  const namespaces = Object.entries(env).filter(
    ([, binding]) => typeof binding === 'object' && binding !== null && 'idFromName' in binding,
  );
  const bindings = Object.fromEntries(
    namespaces.map(([name, namespace]) => [name, refusing(Object(namespace))]),
  );
  return { bindings, messages };
}

describe('a request that its guard, late, refuses', () => {
  test.each(OPERATIONS)(
    'writes nothing and charges nothing: admission of $operationId',
    async (operation) => {
      await wipeDatabases();
      const { key, ids, body } = await operation.prepare();
      const before = await databaseState();
      const route = routeOf(operation.operationId);
      const { path, options } = callOf(route, ids);
      const headers = route.access === 'partner' && route.idempotent ? { 'idempotency-key': 'once' } : {};
      // One after the other in one setting: a refusal leaves it as it was.
      for (const [name, admission, status, code] of REFUSALS) {
        const { bindings, messages } = objectsThatRefuse(admission);
        const request = { ...options, key, headers, bindings, ...(body === undefined ? {} : { body }) };
        const reply = await call(route.method, path, request);
        expect(refusal(reply), name).toMatchObject({ status, code });
        // What the console shows of failed requests is sent after the answer, and a limiter that is asked charges nothing.
        expect(
          messages.filter((message) => message !== 'storeFailures' && message !== 'ask'),
          name,
        ).toEqual([]);
        expect(changeBetween(before, await databaseState()), name).toEqual(NO_CHANGE);
      }
    },
  );
});
