import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { newKeySecret } from '#platform/access/credentials.ts';
import { describeFault } from '#platform/http/log.ts';
import { sha256Hex } from '#platform/storage/cryptography.ts';
import { call } from '../support/client.ts';
import { leaksIn, linesSeen, takeLeaks } from '../support/log-leaks.ts';
import { makePartner } from '../support/partners.ts';

describe('the watch over log lines that the whole suite runs under', () => {
  test('sees the line of every request', async () => {
    const { testKey } = await makePartner();
    const before = linesSeen();
    await call('GET', '/v1/athletes', { key: testKey });
    await call('GET', '/v1/athletes', { key: `${testKey}x` });
    expect(linesSeen()).toBe(before + 2);
  });

  test('catches a leak by whatever console method', async () => {
    const secret = newKeySecret('live');
    for (const write of [console.log, console.warn, console.error, console.info]) {
      write('a line', { with: secret });
    }
    expect(takeLeaks()).toHaveLength(4);
    expect(takeLeaks()).toEqual([]);
  });

  test('recognizes secrets, hashes and tokens, and accepts identifiers', async () => {
    const secret = newKeySecret('test');
    expect(leaksIn(`{"key":"${secret}"}`)).toEqual(['an API key']);
    expect(leaksIn(await sha256Hex(secret))).toEqual(['a SHA-256']);
    expect(leaksIn(`Bearer ${env.OPERATOR_TOKEN}`)).toEqual(['an Authorization header', 'OPERATOR_TOKEN']);
    expect(leaksIn('oat_test_0123456789abcdef')).toEqual(['a token']);
    expect(leaksIn('rider@example.test')).toEqual(['an email address']);
    expect(
      leaksIn('{"key_id":"key_01kajz8w3t5v9c2b7n4m6q8r0s","athlete":"ath_tc00001jcc9q0x8v5n3m1t7k2b6h4dz"}'),
    ).toEqual([]);
  });
});

describe('a fault', () => {
  test.each([
    ['D1_ERROR: no such column: bottle_ml: SQLITE_ERROR', 'Error: no such column: bottle_ml'],
    [
      'D1_ERROR: table athletes has no column named bottle_ml: SQLITE_ERROR',
      'Error: table athletes has no column named bottle_ml',
    ],
    ['D1_ERROR: no such table: goals: SQLITE_ERROR', 'Error: no such table: goals'],
    ['D1_ERROR: malformed JSON in Ada Lovelace', 'Error'],
    ['no such column: ada', 'Error'],
  ])('of the database tells what its schema lacks and no other message: %s', (message, told) => {
    expect(describeFault(new Error(message)).split(' | ')[0]).toBe(told);
  });

  test('of a column that a migration lacks names it, as the database says it', async () => {
    const fault = await env.REGISTRY.prepare('SELECT nothing_such FROM partners')
      .all()
      .catch((err: unknown) => err);
    expect(describeFault(fault)).toMatch(/^Error: no such column: nothing_such \| at /);
    const insertion = await env.REGISTRY.prepare('INSERT INTO partners (nothing_such) VALUES (1)')
      .run()
      .catch((err: unknown) => err);
    expect(describeFault(insertion)).toContain('table partners has no column named nothing_such');
  });
});

describe('a request line', () => {
  test('has no secret, name or path of a caller, whatever fails', async () => {
    const { testKey } = await makePartner();
    const body = { name: 'Ada Lovelace', email: 'ada@example.test' };
    const { json } = await call('POST', '/v1/athletes', { key: testKey, body });
    await call('GET', `/v1/athletes/${json.id}`, { key: testKey });
    await call('GET', `/v1/athletes?external_id=${testKey}`, { key: testKey });
    await call('GET', `/v1/partner/api-keys/${testKey}`, { key: testKey });
    await call('GET', `/${testKey}`, { key: testKey });
    await call('POST', '/v1/partner/api-keys', { key: testKey, body: { name: testKey } });
    await call('POST', '/v1/athletes', {
      key: testKey,
      rawBody: `{"${testKey}`,
      headers: { 'content-type': 'application/json', 'x-request-id': testKey },
    });
  });
});
