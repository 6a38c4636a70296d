import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { forgetAdmissions } from '#platform/access/admit.ts';
import { type Case, casesOf, ONE_UNIT_BYTES } from '../bench/amplification/cases.ts';
import { countUnits } from '../bench/amplification/count-units.ts';
import { Mutations } from '../bench/amplification/mutations.ts';
import { makeWorld, SMALL, type World } from '../bench/amplification/world.ts';
import { plainFetch } from '../support/browser.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { BASE, call } from '../support/client.ts';
import type { Reply, SendRequest } from '../support/connect-over-http.ts';
import { guardOf } from '../support/guards.ts';
import { makePartner } from '../support/partners.ts';
import { stopClock } from '../support/stopped-clock.ts';

/**
 * What the worst known requests of each operation are answered with, and the units that they take. What they cost is measured by
 * `npm run bench:amplification`, whose cases these are.
 */

const PROBLEMS_MAX = 100;
const POINTER_CHARACTERS_MAX = 200;
const MESSAGE_CHARACTERS_MAX = 300;
const RUNS = 150;
/** Twice the units of the largest batch, because a request takes at most half of it. */
const COUNTED_PER_MIN = 1000;
const MANY = '999999999';
const BUDGETS = {
  STANDARD_SANDBOX_PER_MIN: MANY,
  PRODUCT_SANDBOX_PER_MIN: MANY,
  PRODUCT_SANDBOX_RECORDS_PER_DAY: MANY,
  EXPORTS_PER_DAY: MANY,
  TRY_PER_MIN: MANY,
};

const senderWith =
  (bindings: Partial<Cloudflare.Env>): SendRequest =>
  async ({ method, path, headers, body }) => {
    // The document does not describe `/mcp`.
    if (path !== '/mcp' && !path.startsWith('/a/')) {
      return call(method, path, { headers, bindings, ...(body === null ? {} : { rawBody: body }) });
    }
    const response = await plainFetch(`${BASE}${path}`, { method, headers, body }, bindings);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
const send = senderWith(BUDGETS);
const sendCounted = senderWith({ ...BUDGETS, STANDARD_SANDBOX_PER_MIN: String(COUNTED_PER_MIN) });

/** What is left of a key's budget: a loan of nothing takes nothing. */
async function remainingOf(keyId: string): Promise<number> {
  const answer = await guardOf(keyId).lend(COUNTED_PER_MIN, 0);
  if (!('budget' in answer)) throw new Error('the key has ended');
  return answer.remaining;
}

let world: World;

beforeAll(async () => {
  await loadTestCatalogue();
  world = await makeWorld(send, (await makePartner()).testKey, SMALL);
});

interface Problem {
  readonly pointer: string;
  readonly message: string;
}

/** Returns the errors of an answer: its own, those of a batch's items, and the text of an assistant's tool. */
function errorsOf(reply: Reply): readonly { readonly errors?: readonly Problem[] }[] {
  if (!reply.headers.get('content-type')?.startsWith('application/json')) return [];
  const { error, results } = JSON.parse(reply.text);
  const items: { error?: object }[] = Array.isArray(results) ? results : [];
  return [error, ...items.map((item) => item.error)].filter((one) => typeof one === 'object');
}

/** Lists the bounds that an answer exceeds. */
function exceededBy({ operationId, name }: Case, reply: Reply): string[] {
  const errors = errorsOf(reply);
  const problems = errors.flatMap((error) => error.errors ?? []);
  const errorBytes = errors.length === 0 ? 0 : new TextEncoder().encode(JSON.stringify(errors)).length;
  const exceeded = [
    reply.status >= 500 && `status ${reply.status}`,
    errorBytes > ONE_UNIT_BYTES && `${errorBytes} bytes of errors`,
    problems.length > PROBLEMS_MAX && `${problems.length} problems`,
    problems.some(({ pointer }) => pointer.length > POINTER_CHARACTERS_MAX) && 'a long pointer',
    problems.some(({ message }) => message.length > MESSAGE_CHARACTERS_MAX) && 'a long message',
  ];
  return exceeded.filter((one) => one !== false).map((one) => `${operationId}, ${name}: ${one}`);
}

describe('the worst known requests', () => {
  test('return at most 100 problems in 64 KiB, and never fail', async () => {
    const exceeded: string[] = [];
    for (const request of casesOf(world)) exceeded.push(...exceededBy(request, await send(request)));
    expect(exceeded).toEqual([]);
  });

  test('take the units that the reference states', async () => {
    // So that nothing is refilled.
    stopClock();
    const { testKey: key } = await makePartner();
    const counted = await makeWorld(send, key, SMALL);
    const different: string[] = [];
    const costly = casesOf(counted).filter(({ kind, isKeyless }) => kind !== 'other' && !isKeyless);
    for (const request of costly) {
      const { units } = await countUnits(sendCounted, request, {
        key,
        perMin: COUNTED_PER_MIN,
        manage: send,
      });
      const expected = Math.min(request.units, COUNTED_PER_MIN / 2);
      if (units !== expected)
        different.push(`${request.operationId}, ${request.name}: ${units}, not ${expected}`);
    }
    expect(different).toEqual([]);
  });

  test('pages take the units of their plan, and those of an ended session none', async () => {
    stopClock();
    const { testKey: key, testKeyId } = await makePartner();
    const counted = await makeWorld(sendCounted, key, SMALL);
    const different: string[] = [];
    for (const request of casesOf(counted).filter(({ path }) => path.startsWith('/a/'))) {
      forgetAdmissions({ keyGuards: env.KEY_GUARD }, testKeyId);
      const before = await remainingOf(testKeyId);
      await sendCounted(request);
      const units = before - (await remainingOf(testKeyId));
      if (units !== request.units) different.push(`${request.name}: ${units}, not ${request.units}`);
    }
    expect(different).toEqual([]);
  });

  test(`and ${RUNS} bodies made from them return no more`, async () => {
    const mutations = new Mutations(inject('seed'));
    const known = casesOf(world).filter(({ body, method }) => body !== null && method === 'POST');
    const exceeded: string[] = [];
    for (let run = 0; run < RUNS; run++) {
      const request = mutations.change(mutations.choose(known));
      const problems = exceededBy(request, await send(request));
      if (problems.length > 0) exceeded.push(...problems, request.body?.slice(0, 300) ?? '');
    }
    expect(exceeded).toEqual([]);
  });
});
