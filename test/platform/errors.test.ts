import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { isRetryable, type Verdict, verdictOn } from '#platform/storage/platform-errors.ts';
import { watchedObjects } from '../support/bindings.ts';
import { makeAthlete } from '../support/builders.ts';
import { call, type Reply, refusal } from '../support/client.ts';
import { withBatches } from '../support/faulty-databases.ts';
import { newIsolate } from '../support/isolates.ts';
import { makePartner } from '../support/partners.ts';
import { insteadOf } from '../support/shards.ts';
import { REFUSALS } from './simulator.ts';

/**
 * Every error message that Cloudflare's documentation lists, word for word, with what it means for a caller. Email errors are
 * known by their `code`. Read in `cloudflare/cloudflare-docs`: Debug D1, Durable Objects (Troubleshooting, Error handling),
 * Queues (Error codes), Email Service (Workers API) and Workers (Limits, Errors and exceptions); KV's are those of the binding.
 */
const DOCUMENTED: Readonly<Record<string, readonly (readonly [Verdict, string])[]>> = {
  D1: [
    ['bug', 'No SQL statements detected.'],
    [
      'full',
      "Your account has exceeded D1's maximum account storage limit, please contact Cloudflare to raise your limit.",
    ],
    ['full', 'Exceeded maximum DB size.'],
    ['retry', 'D1 DB reset because its code was updated.'],
    ['retry', 'Internal error while starting up D1 DB storage caused object to be reset.'],
    ['retry', 'Network connection lost.'],
    ['retry', 'Internal error in D1 DB storage caused object to be reset.'],
    ['retry', 'Cannot resolve D1 DB due to transient issue on remote node.'],
    ['retry', "Can't read from request stream because client disconnected."],
    ['overloaded', 'D1 DB storage operation exceeded timeout which caused object to be reset.'],
    ['overloaded', 'D1 DB is overloaded. Requests queued for too long.'],
    ['overloaded', 'D1 DB is overloaded. Too many requests queued.'],
    ['overloaded', "D1 DB's isolate exceeded its memory limit and was reset."],
    ['overloaded', 'D1 DB exceeded its CPU time limit and was reset.'],
    ['bug', 'D1_EXEC_ERROR: Error in line 1: INSERTZ INTO my_table: sql error: near "INSERTZ": syntax error'],
    ['bug', "D1_TYPE_ERROR: Type 'undefined' not supported for value 'undefined'"],
    ['bug', 'D1_COLUMN_NOTFOUND: Column not found (name)'],
    ['bug', 'D1_ERROR: no such table: athletes: SQLITE_ERROR'],
    ['full', 'D1_ERROR: database or disk is full: SQLITE_FULL'],
    ['spent', REFUSALS.d1Queries],
  ],
  'Durable Objects': [
    ['overloaded', 'Durable Object is overloaded. Too many requests queued.'],
    ['overloaded', 'Durable Object is overloaded. Too much data queued.'],
    ['overloaded', 'Durable Object is overloaded. Requests queued for too long.'],
    [
      'overloaded',
      'Durable Object is overloaded. Too many requests for the same object within a 10 second window.',
    ],
    [
      'overloaded',
      'Your account is generating too much load on Durable Objects. Please back off and try again later.',
    ],
    [
      'overloaded',
      'Your account is doing too many concurrent storage operations. Please back off and try again later.',
    ],
    ['overloaded', 'Durable Object storage operation exceeded timeout which caused object to be reset.'],
    ['retry', 'Durable Object reset because its code was updated.'],
    [
      'retry',
      'Connection closed: this Durable Object instance is no longer active. Reconnect or retry the request.',
    ],
    ['retry', 'Network connection lost.'],
    ['spent', REFUSALS.subrequests],
  ],
  KV: [
    ['overloaded', 'KV PUT failed: 429 Too Many Requests'],
    ['overloaded', 'KV GET failed: 429 Too Many Requests'],
    ['retry', 'KV GET failed: 500 Internal Server Error'],
    ['spent', REFUSALS.kvOperations],
  ],
  Queues: [
    ['bug', 'Queue send failed: Queue does not exist (10104)'],
    ['bug', 'Queue send failed: Invalid batch delay (10202)'],
    ['bug', 'Queue send failed: Invalid message metadata (10203)'],
    ['bug', 'Queue send failed: Message size out of bounds (10204)'],
    ['bug', 'Queue sendBatch failed: Batch size out of bounds (10205)'],
    ['bug', 'Queue sendBatch failed: Batch count out of bounds (10206)'],
    ['overloaded', 'Queue sendBatch failed: Queue is overloaded. Please back off. (10250)'],
    ['full', 'Queue sendBatch failed: Queue storage limit exceeded (10251)'],
    ['bug', 'Queue send failed: Queue disabled (10252)'],
    ['bug', 'Queue send failed: Free tier limit exceeded (10253)'],
    ['overloaded', 'Queue sendBatch failed: Too Many Requests'],
    ['retry', 'Queue send failed: Unknown error (15000)'],
  ],
  email: [
    ['bug', 'E_VALIDATION_ERROR'],
    ['bug', 'E_FIELD_MISSING'],
    ['bug', 'E_TOO_MANY_RECIPIENTS'],
    ['bug', 'E_SENDER_NOT_VERIFIED'],
    ['bug', 'E_RECIPIENT_NOT_ALLOWED'],
    ['recipient', 'E_RECIPIENT_SUPPRESSED'],
    ['bug', 'E_SENDER_DOMAIN_NOT_AVAILABLE'],
    ['bug', 'E_CONTENT_TOO_LARGE'],
    ['recipient', 'E_DELIVERY_FAILED'],
    ['overloaded', 'E_RATE_LIMIT_EXCEEDED'],
    ['full', 'E_DAILY_LIMIT_EXCEEDED'],
    ['retry', 'E_INTERNAL_SERVER_ERROR'],
    ['bug', 'E_HEADER_NOT_ALLOWED'],
    ['bug', 'E_HEADER_USE_API_FIELD'],
    ['bug', 'E_HEADER_VALUE_INVALID'],
    ['bug', 'E_HEADER_VALUE_TOO_LONG'],
    ['bug', 'E_HEADER_NAME_INVALID'],
    ['bug', 'E_HEADERS_TOO_LARGE'],
    ['bug', 'E_HEADERS_TOO_MANY'],
  ],
};

describe.each(Object.keys(DOCUMENTED))('the documented errors of %s', (product) => {
  test.each(DOCUMENTED[product] ?? [])('mean %s: %s', (verdict, text) => {
    const fault =
      product === 'email'
        ? Object.assign(new Error('The email was not sent.'), { code: text })
        : new Error(text.startsWith('D1_') ? text : `Error: ${text}`);
    expect(verdictOn(fault)).toBe(verdict);
  });
});

/** The answer to a read or write of an athlete whose database answers with this text, and how often it was asked. */
async function answerOf(method: 'GET' | 'PATCH', text: string): Promise<Reply & { readonly asked: number }> {
  const { testKey: key } = await makePartner();
  const athlete = await makeAthlete(key);
  let asked = 0;
  const bindings = insteadOf(athlete.id, (database) =>
    withBatches(database, () => {
      asked += 1;
      return Promise.reject(new Error(`D1_ERROR: ${text}`));
    }),
  );
  const body = method === 'PATCH' ? { body: { name: 'A' } } : {};
  const reply = await call(method, `/v1/athletes/${athlete.id}`, { key, bindings, ...body });
  return { ...reply, asked };
}

describe('a database that answers with a documented error', () => {
  test.each((DOCUMENTED.D1 ?? []).filter(([verdict]) => verdict === 'full'))(
    '%s is 503 storage_full without Retry-After: %s',
    async (_verdict, text) => {
      const reply = await answerOf('PATCH', text);
      expect(refusal(reply)).toMatchObject({ status: 503, code: 'storage_full' });
      expect(reply.headers.get('Retry-After')).toBeNull();
    },
  );

  test.each((DOCUMENTED.D1 ?? []).filter(([verdict]) => verdict === 'overloaded'))(
    '%s is 503 with a Retry-After of half a minute, and is not asked again: %s',
    async (_verdict, text) => {
      const reply = await answerOf('GET', text);
      expect(refusal(reply)).toMatchObject({ status: 503, code: 'temporarily_unavailable' });
      expect([reply.headers.get('Retry-After'), reply.asked]).toEqual(['30', 1]);
    },
  );

  test('that may be repeated is asked once more by a read, and then 503 with a Retry-After of seconds', async () => {
    const reply = await answerOf('GET', 'D1 DB reset because its code was updated.');
    expect(refusal(reply)).toMatchObject({ status: 503, code: 'temporarily_unavailable' });
    expect([reply.headers.get('Retry-After'), reply.asked]).toEqual(['2', 2]);
  });

  test('that the calls of the invocation are spent is 500, and is not asked again', async () => {
    const reply = await answerOf('GET', REFUSALS.d1Queries);
    expect(refusal(reply)).toMatchObject({ status: 500, code: 'internal_error' });
    expect(reply.asked).toBe(1);
  });
});

describe('a message to a guard that the platform interrupts', () => {
  async function askGuard(faultOf: (message: number) => Error | null) {
    const { testKey: key } = await makePartner();
    await call('GET', '/v1/partner', { key });
    let messages = 0;
    const KEY_GUARD = watchedObjects(env.KEY_GUARD, (name) => {
      if (name !== 'admit') return;
      messages += 1;
      const fault = faultOf(messages);
      if (fault !== null) throw fault;
    });
    const reply = await call('GET', '/v1/partner', { key, bindings: { ...newIsolate(), KEY_GUARD } });
    return { reply, messages };
  }
  const interrupted = (flags: object) => Object.assign(new Error('Network connection lost.'), flags);

  test('is repeated once if the error says that it may be', async () => {
    const { reply, messages } = await askGuard((n) => (n === 1 ? interrupted({ retryable: true }) : null));
    expect([reply.status, messages]).toEqual([200, 2]);
  });

  test('is not repeated a second time', async () => {
    const { reply, messages } = await askGuard(() => interrupted({ retryable: true }));
    expect([reply.status, reply.headers.get('Retry-After'), messages]).toEqual([503, '2', 2]);
  });

  test('is not repeated if the error does not say so', async () => {
    const { reply, messages } = await askGuard(() => interrupted({}));
    expect([reply.status, messages]).toEqual([503, 1]);
  });

  test('is not repeated if the object is overloaded, and Retry-After is half a minute', async () => {
    const fault = interrupted({ retryable: true, overloaded: true });
    expect(isRetryable(fault)).toBe(false);
    const { reply, messages } = await askGuard(() => fault);
    expect([reply.status, reply.headers.get('Retry-After'), messages]).toEqual([503, '30', 1]);
  });
});
