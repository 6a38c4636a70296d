import { env } from 'cloudflare:workers';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { describe, expect, test } from 'vitest';
import {
  countWrongCode,
  deleteExpiredSessions,
  deleteOldCodes,
  deleteSession,
  deleteWrongCodes,
  insertCode,
  LIMITS,
  minuteOf,
  selectBlockingCode,
  selectBlockingCodeOfCaller,
  selectBlockingCodeOfNetwork,
  selectSession,
  tryCode,
} from '#partner/oauth/sign-in-repository.ts';
import { SIGN_IN } from '#partner/oauth/sign-in-rules.ts';
import { HOUR_MS } from '#platform/clock.ts';
import { athleteSessions } from '#platform/storage/athlete-schema.ts';
import { loginCodes, wrongCodes } from '#platform/storage/registry-schema.ts';
import { TEST_HOME } from '../support/shards.ts';
import { type Rows, rowsOf, statementsIn } from './situations.ts';
import { NOW, target } from './stored-rows.ts';

/** The conditions of statements about an athlete's sign-in: its codes, their limits, and sessions. */

const registry = drizzle(env.REGISTRY);
const home = drizzle(TEST_HOME);

describe('codes of a sign-in', () => {
  const CODE = {
    ...{ id: 'code', addressHash: 'a', callerHash: 'caller', networkHash: 'network', isKnownBrowser: false },
    ...{ codeHash: 'right', sealed: '', createdAt: NOW, expiresAt: NOW + 1 },
  } as const;
  const code = rowsOf(loginCodes, CODE);
  const codes = (count: number, changes: object = {}) =>
    Array.from({ length: count }, (_, at) => code({ id: `code${at}`, ...changes }));
  const { addressHash, callerHash, networkHash, isKnownBrowser } = CODE;
  const GROUP = { addressHash, callerHash, networkHash, isKnownBrowser, nowMs: NOW };
  const { unusedPerHour, unusedPerDay, unusedPerCallerAndHour, unusedPerNetworkAndHour } = SIGN_IN;
  const ANOTHERS = { addressHash: 'b', callerHash: 'b' };
  const elsewhere = { callerHash: 'b', networkHash: 'b' };
  const wrong = rowsOf(wrongCodes, { minute: minuteOf(NOW), tries: SIGN_IN.sprayedPerHour });
  const tried = { tries: SIGN_IN.triesMaxWhenSprayed };

  const { firstOnly, firstOf, touches } = statementsIn(registry);
  const UNCOUNTED = [{ createdAt: NOW - HOUR_MS }, { usedAt: 1 }];
  firstOf(
    'selectBlockingCode of the hour, after five and not after four',
    (changes) => codes(unusedPerHour, changes),
    [{}, codes(unusedPerHour - 1), { addressHash: 'b' }, { isKnownBrowser: true }, ...UNCOUNTED],
    () => selectBlockingCode(registry, GROUP, LIMITS.hour),
  );
  firstOf(
    'selectBlockingCodeOfCaller, after a hundred',
    (changes) => codes(unusedPerCallerAndHour, changes),
    [{}, elsewhere, ...UNCOUNTED],
    () => selectBlockingCodeOfCaller(registry, GROUP),
  );
  firstOf(
    'selectBlockingCodeOfNetwork, after three hundred of any caller',
    (changes) => codes(unusedPerNetworkAndHour, { callerHash: 'b', ...changes }),
    [{}, elsewhere, { networkHash: null }, ...UNCOUNTED],
    () => selectBlockingCodeOfNetwork(registry, GROUP),
  );
  firstOnly('insertCode', () => insertCode(registry, GROUP, { ...CODE, id: 'new' }), {
    'below each limit': codes(unusedPerHour - 1),
    'after five of this hour': codes(unusedPerHour, elsewhere),
    'after twenty of this day': codes(unusedPerDay, { ...elsewhere, createdAt: NOW - HOUR_MS }),
    'after a hundred of this caller': codes(unusedPerCallerAndHour, { addressHash: 'b' }),
    'after three hundred of this network': codes(unusedPerNetworkAndHour, ANOTHERS),
  });
  touches(
    'insertCode for a caller without a network',
    codes(unusedPerNetworkAndHour, { ...ANOTHERS, networkHash: null }),
    () => insertCode(registry, { ...GROUP, networkHash: null }, { ...CODE, id: 'new' }),
  );
  firstOnly(
    'insertCode past the limits, if something else holds',
    () => insertCode(registry, GROUP, { ...CODE, id: 'new' }, sql`EXISTS (SELECT 1 FROM members)`),
    {
      'after five of this hour': [...codes(unusedPerHour, elsewhere), target()],
      'after five of this hour, and nothing else holds': codes(unusedPerHour, elsewhere),
    },
  );
  touches('insertCode for a browser that is known', codes(unusedPerCallerAndHour), () =>
    insertCode(registry, { ...GROUP, isKnownBrowser: true }, { ...CODE, id: 'new' }),
  );
  firstOf(
    'tryCode',
    code,
    [{}, { id: 'b' }, { usedAt: 1 }, { tries: SIGN_IN.triesMax }, { expiresAt: NOW }, [wrong(), code(tried)]],
    () => tryCode(registry, 'code', 'right', NOW),
  );
  for (const [name, rows] of Object.entries<Rows>({
    'while none are sprayed': [code(tried)],
    'while few are wrong': [wrong({ tries: SIGN_IN.sprayedPerHour - 1 }), code(tried)],
    'an hour after they were sprayed': [wrong({ minute: minuteOf(NOW - HOUR_MS) }), code(tried)],
    'of a known browser': [wrong(), code({ ...tried, isKnownBrowser: true })],
  })) {
    touches(`tryCode after two tries ${name}`, rows, () => tryCode(registry, 'code', 'right', NOW));
  }
  firstOnly(
    'countWrongCode after a try',
    () => [tryCode(registry, 'code', 'wrong', NOW), countWrongCode(registry, 'code', NOW)],
    { 'that was wrong': [code(), wrong({ minute: 1 })], 'that was none': code({ tries: SIGN_IN.triesMax }) },
  );
  firstOf(
    'countWrongCode after the right one',
    (changes) => [code(), code(changes)],
    [{ id: 'other' }, { id: 'other', usedAt: 1 }, { id: 'third' }],
    () => [tryCode(registry, 'code', 'right', NOW), countWrongCode(registry, 'other', NOW)],
  );
  firstOf('deleteOldCodes', code, [{}, { createdAt: NOW + 1 }], () => deleteOldCodes(registry, NOW));
  firstOf('deleteWrongCodes', wrong, [{ minute: minuteOf(NOW) - 1 }, {}], () =>
    deleteWrongCodes(registry, NOW),
  );

  const session = rowsOf(athleteSessions, { id: 'own', sealedEmail: '', createdAt: 1, expiresAt: NOW + 1 });

  const inHome = statementsIn(home);
  inHome.firstOf('selectSession', session, [{}, { id: 'b' }, { expiresAt: NOW }], () =>
    selectSession(home, 'own', NOW),
  );
  inHome.firstOf('deleteSession', session, [{}, { id: 'b' }], () => deleteSession(home, 'own'));
  inHome.firstOf('deleteExpiredSessions', session, [{ expiresAt: NOW }, {}], () =>
    deleteExpiredSessions(home, NOW + 1),
  );

  test('tryCode uses the code only if it is right', async () => {
    await registry.insert(loginCodes).values(CODE);
    expect(await tryCode(registry, 'code', 'wrong', NOW)).toMatchObject([{ usedAt: null, tries: 1 }]);
    expect(await tryCode(registry, 'code', 'right', NOW)).toMatchObject([{ usedAt: NOW, tries: 2 }]);
    await registry.delete(loginCodes);
  });
});
