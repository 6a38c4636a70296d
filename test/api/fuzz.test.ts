import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';
import worker from '../../src/index.ts';
import { brokenPromises } from '../fuzz/promises.ts';
import { bytesOf, fuzzRequest } from '../fuzz/request-arbitrary.ts';
import { makeWorld, type Send } from '../fuzz/world.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { BASE } from '../support/client.ts';
import { makePartner } from '../support/partners.ts';
import { fc } from '../support/random-seed.ts';

const RUNS = 500;

beforeAll(() => loadTestCatalogue());

let calls = 0;

const send: Send = async (sent) => {
  const { method, path, headers } = sent;
  const body = bytesOf({ operationId: null, ...sent });
  calls += 1;
  const request = new Request<unknown, IncomingRequestCfProperties>(BASE + path, {
    method,
    headers: { ...headers, 'cf-connecting-ip': `10.9.${calls % 250}.${Math.floor(calls / 250) % 250}` },
    ...(body === null ? {} : { body }),
  });
  const execution = createExecutionContext();
  const response = await worker.fetch(request, { ...env, OPERATOR_TOKEN: env.OPERATOR_TOKEN }, execution);
  const text = await response.text();
  await waitOnExecutionContext(execution);
  return { status: response.status, headers: response.headers, text };
};

test(`${RUNS} requests of every kind break no promise; the longer run is npm run fuzz`, async () => {
  const [own, foreign] = [await makePartner(), await makePartner()];
  const partners = { own, foreign, spare: await makePartner(), resettable: await makePartner() };
  const world = await makeWorld(send, env.OPERATOR_TOKEN, partners);
  const seen = new Set<string>();
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(fuzzRequest(world), async (request) => {
      const answer = await send(request);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      expect(brokenPromises(world, request, answer, seen)).toEqual([]);
    }),
    { numRuns: RUNS },
  );
  // A run in which everything is refused would prove nothing.
  expect((statuses.get(200) ?? 0) + (statuses.get(201) ?? 0)).toBeGreaterThan(RUNS / 10);
});
