import { env } from 'cloudflare:workers';
import { describe, expect, test, vi } from 'vitest';
import { KNOWN_BROWSER_COOKIE, SIGN_IN_COOKIE } from '#delivery/site/oauth/browser.tsx';
import { sha256Hex } from '#platform/storage/cryptography.ts';
import { openDatabase } from '#platform/storage/database.ts';
import { selectCodesToStrangers } from '#platform/storage/email-counts.ts';
import {
  Browser,
  codeFor,
  enterCode,
  type PageReply,
  startSignIn as start,
  wrongCode,
} from '../support/browser.ts';
import { call } from '../support/client.ts';
import { emailsTo } from '../support/console.ts';
import { connect, discover, makeClient, newEmail, newFlow } from '../support/oauth.ts';
import { makePartner } from '../support/partners.ts';
import { later } from '../support/stopped-clock.ts';

const CODE_INPUT = /<input[^>]*name="code"[^>]*autocomplete="one-time-code"/;
/** In place of the platform's limiter, which is approximate, counts by the minute and would refuse first. */
const UNLIMITED = { SIGN_INS: { limit: async () => ({ success: true }) } as RateLimit };

const countEmails = async (email: string) => (await emailsTo(email)).length;

/** Asks for so many codes for a mailbox, one after the other, and returns the statuses of the answers. */
async function askOften(count: number, email: string, browserOf = () => new Browser()): Promise<number[]> {
  const statuses: number[] = [];
  for (let asked = 0; asked < count; asked++) statuses.push((await start(browserOf(), email)).status);
  return statuses;
}

async function askedForCode(email = newEmail(), browser = new Browser()) {
  await start(browser, email);
  return { browser, email, code: await codeFor(email) };
}

/** Makes a browser that has proved a mailbox. */
async function knownBrowser(email: string): Promise<Browser> {
  const { browser, code } = await askedForCode(email);
  expect((await enterCode(browser, code)).status).toBe(303);
  return browser;
}

/** Stores the code of a browser so many times more, as if it had been sent to other mailboxes. */
async function repeatCode(browser: Browser, times: number): Promise<void> {
  await env.REGISTRY.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     INSERT INTO login_codes (id, address_hash, is_known_browser, code_hash, sealed, created_at, expires_at, caller_hash, network_hash)
     SELECT id || i, address_hash || i, is_known_browser, code_hash, sealed, created_at, expires_at, caller_hash, network_hash
     FROM n CROSS JOIN login_codes WHERE id = ?`,
  )
    .bind(times, await sha256Hex(browser.cookies.get(SIGN_IN_COOKIE) ?? ''))
    .run();
}

describe('wrong codes of a sign-in', () => {
  test('five end it, even for the right one', async () => {
    const { browser, code } = await askedForCode();
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 5; attempt++) {
      statuses.push((await enterCode(browser, wrongCode(code))).status);
    }
    expect(statuses).toEqual([422, 422, 422, 422, 400]);
    expect((await enterCode(browser, code)).status).toBe(400);
  });

  test('fifty concurrent guesses count as five', async () => {
    const { browser, code } = await askedForCode();
    await Promise.all(Array.from({ length: 50 }, () => enterCode(browser, wrongCode(code))));
    expect((await enterCode(browser, code)).status).toBe(400);
    const row = await env.REGISTRY.prepare('SELECT tries FROM login_codes WHERE id = ?')
      .bind(await sha256Hex(browser.cookies.get(SIGN_IN_COOKIE) ?? ''))
      .first<{ tries: number }>();
    expect(row?.tries).toBe(5);
  });

  test('are counted by the minute, and the log names each', async () => {
    const { browser, code } = await askedForCode();
    const counted = async () => {
      const sum = env.REGISTRY.prepare('SELECT coalesce(sum(tries), 0) AS tries FROM wrong_codes');
      return (await sum.first<{ tries: number }>())?.tries ?? 0;
    };
    const before = await counted();
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    await enterCode(browser, wrongCode(code));
    await enterCode(browser, wrongCode(code));
    const lines = log.mock.calls.map(([line]) => JSON.parse(String(line)));
    log.mockRestore();
    expect(lines.map(({ route, error_code: error }) => [route, error])).toEqual(
      Array(2).fill(['POST /oauth/login/verify', 'wrong_code']),
    );
    await enterCode(browser, code);
    await enterCode(browser, code);
    expect(await counted()).toBe(before + 2);
  });

  test('a thousand per hour leave a new browser two attempts, so that a typo locks nobody out (spraying)', async () => {
    const [email, other] = [newEmail(), newEmail()];
    const known = await knownBrowser(email);
    const minute = Math.floor(Date.now() / 60_000);
    await env.REGISTRY.prepare('INSERT OR REPLACE INTO wrong_codes VALUES (?, 1000)')
      .bind(minute - 30)
      .run();
    const enterAfter = async (typos: number, of: string, browser = new Browser()) => {
      const { code } = await askedForCode(of, browser);
      for (let made = 0; made < typos; made++) await enterCode(browser, wrongCode(code));
      return (await enterCode(browser, code)).status;
    };
    expect(await enterAfter(1, other)).toBe(303);
    expect(await enterAfter(2, other)).toBe(400);
    expect(await enterAfter(4, email, known)).toBe(303);
    await env.REGISTRY.prepare('DELETE FROM wrong_codes').run();
  });
});

describe('rate limit: the codes of a mailbox', () => {
  test('are five unused ones per hour; used ones do not count', async () => {
    const email = newEmail();
    for (let round = 0; round < 7; round++) await knownBrowser(email);
    const flooded = newEmail();
    expect(await askOften(6, flooded)).toEqual([...Array(5).fill(200), 429]);
    expect(await countEmails(flooded)).toBe(5);
    const hourLater = await askedForCode(flooded, new Browser(later(3601)));
    expect((await enterCode(hourLater.browser, hourLater.code)).status).toBe(303);
  });

  test('are twenty unused ones per day', async () => {
    const email = newEmail();
    for (let hour = 0; hour < 4; hour++) {
      expect(await askOften(5, email, () => new Browser(later(hour * 3601)))).toEqual(Array(5).fill(200));
    }
    const refused = await start(new Browser(later(5 * 3601)), email);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(18 * 3600);
    expect((await start(new Browser(later(86_401)), email)).status).toBe(200);
  });

  test('that was not sent is answered so, with the time of the next; the previous code stays valid in its browser', async () => {
    const email = newEmail();
    const browser = new Browser();
    await askOften(5, email, () => browser);
    const refused = await start(browser, email);
    expect(refused.status).toBe(429);
    expect(refused.html).toContain('<h1>No code was sent</h1>');
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3500);
    expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(3600);
    expect(CODE_INPUT.test(refused.html)).toBe(true);
    const stranger = await start(new Browser(), email);
    expect([stranger.status, CODE_INPUT.test(stranger.html)]).toEqual([429, false]);
    expect((await enterCode(browser, await codeFor(email))).status).toBe(303);
  });

  test('are as many in both environments, all shards and the account page together, also for twenty simultaneous requests', async () => {
    const { testKey, liveKey } = await makePartner({ liveShard: 'c001' });
    const queries: (string | null)[] = [null];
    for (const key of [testKey, liveKey]) {
      queries.push((await newFlow(await makeClient(key), 'profile:read')).query);
    }
    const email = newEmail();
    const statuses: number[] = [];
    for (let round = 0; round < 2; round++) {
      const asked = Array.from({ length: 20 }, (_, index) => start(new Browser(), email, queries[index % 3]));
      statuses.push(...(await Promise.all(asked)).map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    expect(await countEmails(email)).toBe(5);
  });

  test('are no more after an erasure: creating and erasing athletes sends no further email', async () => {
    const { testKey: key } = await makePartner();
    const email = newEmail();
    for (let round = 0; round < 7; round++) {
      const { json } = await call('POST', '/v1/athletes', { key, body: { email } });
      await start(new Browser(), email);
      expect((await call('DELETE', `/v1/athletes/${json.id}`, { key })).status).toBe(200);
    }
    expect(await countEmails(email)).toBe(5);
  });

  test('do not lock out a browser that has proved it, which has a limit of its own', async () => {
    const email = newEmail();
    const owner = await knownBrowser(email);
    expect((await askOften(6, email)).at(-1)).toBe(429);
    const signedOut = new Browser();
    signedOut.cookies.set(KNOWN_BROWSER_COOKIE, owner.cookies.get(KNOWN_BROWSER_COOKIE) ?? '');
    expect((await start(signedOut, ` ${email.toUpperCase()}`)).status).toBe(200);
    expect((await enterCode(signedOut, await codeFor(email))).status).toBe(303);
    expect(await askOften(6, email, () => signedOut)).toEqual([...Array(5).fill(200), 429]);
  });

  test('that a known browser did not use do not lock out its other browsers', async () => {
    const email = newEmail();
    const known = await knownBrowser(email);
    await askOften(6, email, () => known);
    expect((await start(new Browser(), email)).status).toBe(200);
  });

  test('know a browser only for the addresses that it proved, for 180 days, by a cookie that nobody can forge', async () => {
    const [email, other] = [newEmail(), newEmail()];
    const owner = new Browser();
    for (const address of [other, email]) {
      await start(owner, address);
      await enterCode(owner, await codeFor(address));
    }
    const cookie = owner.cookies.get(KNOWN_BROWSER_COOKIE) ?? '';
    expect(cookie).not.toContain('@');
    expect(cookie.length).toBeLessThan(200);
    const [ofEmail = '', ofOther = ''] = cookie.split('~');
    const locked = newEmail();
    for (const address of [email, other, locked]) await askOften(5, address);
    const ask = async (address: string, value: string, bindings = {}) => {
      const browser = new Browser(bindings);
      browser.cookies.set(KNOWN_BROWSER_COOKIE, value);
      return (await start(browser, address)).status;
    };
    expect([await ask(email, cookie), await ask(other, cookie), await ask(locked, cookie)]).toEqual([
      200, 200, 429,
    ]);
    expect([await ask(email, ofEmail), await ask(email, ofOther)]).toEqual([200, 429]);
    const [expiry = '', tag = ''] = ofEmail.split('.');
    const forged = [
      `${Number(expiry) + 1}.${tag}`,
      `${expiry}.${'A'.repeat(22)}`,
      `${ofOther}~`,
      '~~~',
      '%',
      '',
    ];
    for (const value of forged) expect(await ask(email, value), value).toBe(429);
    const old = later(180 * 86_400 + 1);
    await askOften(5, email, () => new Browser(old));
    expect(await ask(email, ofEmail, old)).toBe(429);
  });
});

describe('rate limit: the codes of a network', () => {
  test('an IP address that asks too often gets 429', async () => {
    const busy = { limit: async () => ({ success: false }) } as RateLimit;
    const reply = await start(new Browser({ SIGN_INS: busy }), newEmail());
    expect([reply.status, reply.headers.get('Retry-After')]).toEqual([429, '60']);
  });

  test.each([
    { what: 'an address', max: 100, from: () => '198.51.100.7', neighbour: '198.51.100.8' },
    {
      what: 'an IPv6 /48',
      max: 300,
      from: (subnet: number) => `2001:db8:77:${subnet}::1`,
      neighbour: '2001:db8:78::1',
    },
  ])(
    '$what gets $max unused ones per hour, for any mailboxes (spraying)',
    async ({ max, from, neighbour }) => {
      const ask = (address: string, browser = new Browser(UNLIMITED), email = newEmail()) =>
        start(browser, email, null, { 'cf-connecting-ip': address });
      const [owner, owned] = [new Browser(UNLIMITED), newEmail()];
      await ask(from(1), owner, owned);
      // A used code does not count, because its user owns the mailbox.
      expect((await enterCode(owner, await codeFor(owned))).status).toBe(303);
      const first = new Browser(UNLIMITED);
      await ask(from(2), first);
      await repeatCode(first, max - 2);
      expect([(await ask(from(3))).status, (await ask(from(4))).status]).toEqual([200, 429]);
      const refused = await ask(from(5));
      expect(refused.html).toContain('Too many codes were requested');
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3000);
      expect(CODE_INPUT.test(refused.html)).toBe(false);
      expect((await ask(neighbour)).status).toBe(200);
      // Someone who signs in behind the same address in a known browser is not locked out.
      expect((await ask(from(6), owner, owned)).status).toBe(200);
      expect((await ask(from(7), new Browser({ ...UNLIMITED, ...later(3601) }))).status).toBe(200);
      const { results } = await env.REGISTRY.prepare(
        'SELECT caller_hash, network_hash FROM login_codes',
      ).all();
      expect(JSON.stringify(results)).not.toMatch(/198\.51|2001:/);
    },
  );
});

describe('rate limit: the codes of strangers', () => {
  test('from any networks use up the hour, and known mailboxes still get theirs', async () => {
    const bindings = (hours: number) => ({ MAIL_FLOOR_PER_HOUR: '250', ...later(hours * 3600) });
    // An hour of its own: other tests send codes as well.
    const hour = 5;
    const connected = newEmail();
    const client = await makeClient((await makePartner()).testKey);
    await connect(await discover(), client, { email: connected });
    const replies: PageReply[] = [];
    const sent: number[] = [];
    const stranger = async () => {
      const email = newEmail();
      replies.push(await start(new Browser(bindings(hour)), email));
      sent.push(await countEmails(email));
    };
    await stranger();
    await env.REGISTRY.prepare('UPDATE email_counts SET codes_to_strangers = 248 WHERE hour > ?')
      .bind(Date.now() + (hour - 1) * 3_600_000)
      .run();
    for (let others = 0; others < 4; others++) await stranger();
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
    expect(sent).toEqual([1, 1, 1, 0, 0]);

    const before = await countEmails(connected);
    const owner = new Browser(bindings(hour));
    const known = await start(owner, connected);
    const refused = replies.at(-1);
    const withoutNonce = (page: PageReply | undefined) => page?.html.replace(/nonce="[^"]*"/g, '');
    expect([known.status, withoutNonce(known)], 'a known address is answered as an unknown one').toEqual([
      429,
      withoutNonce(refused),
    ]);
    expect(Number(refused?.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(CODE_INPUT.test(known.html)).toBe(true);
    expect(await countEmails(connected)).toBe(before + 1);
    expect((await enterCode(owner, await codeFor(connected))).status, 'its code works').toBe(303);
    expect((await start(new Browser(bindings(hour + 1)), newEmail())).status).toBe(200);
    const row = await env.REGISTRY.prepare(
      'SELECT codes_to_strangers AS codes FROM email_counts WHERE was_flooded',
    ).first<{ codes: number }>();
    expect(row?.codes).toBe(250);
  });

  test('in an hour may be 20 times the median hour of 14 days, without floods', async () => {
    const hourMs = 3_600_000;
    const now = Math.floor(Date.now() / hourMs) * hourMs;
    const db = openDatabase(env.REGISTRY);
    const max = async () => {
      const [[limit]] = await db.batch([selectCodesToStrangers(db, now + 1, 2000)]);
      return limit?.max;
    };
    const add = (agoHours: number, codes: number, wasFlooded = 0) =>
      env.REGISTRY.prepare(
        `INSERT INTO email_counts (hour, sent, refused, codes_to_strangers, was_flooded) VALUES (?, 0, 0, ?, ?)
         ON CONFLICT (hour) DO UPDATE SET codes_to_strangers = excluded.codes_to_strangers, was_flooded = excluded.was_flooded`,
      )
        .bind(now - agoHours * hourMs, codes, wasFlooded)
        .run();
    for (let at = 1; at <= 23; at++) await add(at, 200);
    expect(await max(), 'too few hours for a median').toBe(2000);
    await add(24, 200);
    expect(await max()).toBe(4000);
    for (let at = 25; at <= 90; at++) await add(at, 100_000, 1);
    expect(await max(), 'floods do not count').toBe(4000);
    for (let at = 1; at <= 24; at++) await add(at, 1);
    expect(await max(), 'never below the floor').toBe(2000);
    await env.REGISTRY.prepare('DELETE FROM email_counts').run();
  });
});
