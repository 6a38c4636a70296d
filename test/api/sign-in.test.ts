import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { KNOWN_BROWSER_COOKIE, SESSION_COOKIE, SIGN_IN_COOKIE } from '#delivery/site/oauth/browser.tsx';
import { SIGN_IN } from '#partner/oauth/sign-in-rules.ts';
import { sha256Hex } from '#platform/storage/cryptography.ts';
import { openDatabase } from '#platform/storage/database.ts';
import { selectCodesToStrangers } from '#platform/storage/email-counts.ts';
import worker from '../../src/index.ts';
import { Browser, codeFor, fieldOf, type PageReply, plainFetch } from '../support/browser.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { BASE, call } from '../support/client.ts';
import { runSchedule } from '../support/crons.ts';
import {
  decide,
  discover,
  makeClient,
  newEmail,
  newFlow,
  signIn,
  type TestClient,
} from '../support/oauth.ts';
import { makePartner } from '../support/partners.ts';
import { tracesOf } from '../support/traces.ts';

let client: TestClient;
let query: string;

beforeAll(async () => {
  await discover();
  client = await makeClient((await makePartner()).testKey);
  query = (await newFlow(client, 'profile:read')).query;
});

const CODE_INPUT = /<input[^>]*name="code"[^>]*autocomplete="one-time-code"/;

function start(browser: Browser, email: string, headers = {}): Promise<PageReply> {
  return browser.post(
    '/oauth/login/start',
    [
      ['authorization_query', query],
      ['email', email],
    ],
    headers,
  );
}
const verify = (browser: Browser, code: string) => browser.post('/oauth/login/verify', [['code', code]]);
const startForm = (email: string, authorizationQuery: string | null) => [
  ...(authorizationQuery === null ? [] : [['authorization_query', authorizationQuery] as const]),
  ['email', email] as const,
];
const emailsTo = async (email: string) =>
  (await (await plainFetch(`${BASE}/dev/outbox`)).text()).split(`To ${email},`).length - 1;
const wrong = (code: string) => (code === '00000000' ? '00000001' : '00000000');
const later = (seconds: number) => ({ CLOCK_OFFSET_S: String(seconds) }) as Partial<Cloudflare.Env>;

describe('signing in', () => {
  test('asks for an address, then for the code, then shows the consent page; with plain forms only', async () => {
    const browser = new Browser();
    const page = await browser.get(`/oauth/authorize?${query}`);
    expect(page.html).toMatch(/<input[^>]*type="email"/);
    expect(fieldOf(page.html, 'authorization_query')).toBe(query);
    const email = newEmail();
    const asked = await start(browser, email);
    expect([asked.status, CODE_INPUT.test(asked.html)]).toEqual([200, true]);
    const code = await codeFor(email);
    expect(code).toMatch(/^\d{8}$/);
    const done = await verify(browser, code);
    expect(done.status).toBe(303);
    const consent = await browser.get(done.location ?? '');
    expect(consent.html).toMatch(/<button[^>]*>\s*Allow\s*<\/button>/);
    expect(consent.html).toMatch(/<button[^>]*>\s*Deny\s*<\/button>/);
    expect(consent.html).toContain(email);
    for (const { html } of [page, asked, consent]) expect(html).not.toContain('<script');
  });

  test("callers' input is text on every page, never markup", async () => {
    const browser = new Browser();
    const html = await signIn(browser, await newFlow(client, 'profile:read'), newEmail());
    expect(html).toContain('Sample Platform &amp; &quot;friends&quot;');
    const again = await browser.post('/oauth/login/start', [['email', '"><img src=x onerror=alert(1)>']]);
    expect(again.status).toBe(422);
    expect(again.html).not.toContain('<img');
    expect(again.html).toContain('role="alert"');
  });

  test('pages forbid script, frames and caching; only the consent page lets its form redirect to the client', async () => {
    const browser = new Browser();
    const page = await browser.get(`/oauth/authorize?${query}`);
    const email = newEmail();
    await start(browser, email);
    const consent = await browser.get((await verify(browser, await codeFor(email))).location ?? '');
    for (const { headers, html } of [page, consent]) {
      const policy = headers.get('Content-Security-Policy') ?? '';
      const nonce = /style-src 'nonce-([^']+)'/.exec(policy)?.[1];
      expect(html).toContain(`<style nonce="${nonce}"`);
      for (const rule of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"]) {
        expect(policy).toContain(rule);
      }
      expect(policy).not.toContain('unsafe');
      expect(headers.get('X-Frame-Options')).toBe('DENY');
      expect(headers.get('Cache-Control')).toBe('no-store');
    }
    expect(page.headers.get('Content-Security-Policy')).toContain("form-action 'self';");
    expect(consent.headers.get('Content-Security-Policy')).toContain(
      "form-action 'self' https://platform.example;",
    );
  });

  test('the answer is the same whether the address is known or new, even when it has had too many codes', async () => {
    const { testKey } = await makePartner();
    const other = await makeClient(testKey);
    const flow = await newFlow(other, 'profile:read');
    const strip = (reply: PageReply) => [
      reply.status,
      reply.html.replaceAll(/nonce="[^"]+"/g, ''),
      [...reply.headers].map(([name]) => name).sort(),
    ];
    const known = newEmail();
    await signIn(new Browser(), flow, known);
    const unknown = newEmail();
    for (let asked = 0; asked < 7; asked++) {
      const [first, second] = [await start(new Browser(), known), await start(new Browser(), unknown)];
      expect(first.status).toBe(asked < 5 ? 200 : 429);
      expect(strip(first)).toEqual(strip(second));
    }
  });

  test('a code works once', async () => {
    const browser = new Browser();
    const email = newEmail();
    await start(browser, email);
    const cookies = new Map(browser.cookies);
    const code = await codeFor(email);
    expect((await verify(browser, code)).status).toBe(303);
    const again = new Browser();
    for (const [name, value] of cookies) again.cookies.set(name, value);
    expect((await verify(again, code)).status).toBe(400);
  });

  test('a code works only in the browser that requested it', async () => {
    const email = newEmail();
    await start(new Browser(), email);
    const code = await codeFor(email);
    expect((await verify(new Browser(), code)).status).toBe(400);
    const other = new Browser();
    await start(other, newEmail());
    expect((await verify(other, code)).status).toBe(422);
  });

  test('five wrong codes end a sign-in, even for the right one', async () => {
    const browser = new Browser();
    const email = newEmail();
    await start(browser, email);
    const code = await codeFor(email);
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 5; attempt++) statuses.push((await verify(browser, wrong(code))).status);
    expect(statuses).toEqual([422, 422, 422, 422, 400]);
    expect((await verify(browser, code)).status).toBe(400);
  });

  test('two hundred concurrent guesses count as five', async () => {
    const browser = new Browser();
    const email = newEmail();
    await start(browser, email);
    const code = await codeFor(email);
    await Promise.all(Array.from({ length: 200 }, () => verify(browser, wrong(code))));
    expect((await verify(browser, code)).status).toBe(400);
    const row = await env.REGISTRY.prepare('SELECT tries FROM login_codes WHERE id = ?')
      .bind(await sha256Hex(browser.cookies.get(SIGN_IN_COOKIE) ?? ''))
      .first<{ tries: number }>();
    expect(row?.tries).toBe(5);
  });

  test('the right code sent twice at once signs in once', async () => {
    const browser = new Browser();
    const email = newEmail();
    await start(browser, email);
    const code = await codeFor(email);
    const replies = await Promise.all([verify(browser, code), verify(browser, code)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([303, 400]);
  });

  test('a code is good for ten minutes and a sign-in for an hour', async () => {
    const email = newEmail();
    const browser = new Browser();
    await start(browser, email);
    const code = await codeFor(email);
    const late = new Browser(later(601));
    for (const [name, value] of browser.cookies) late.cookies.set(name, value);
    expect((await verify(late, code)).status).toBe(400);
    const inTime = new Browser(later(590));
    for (const [name, value] of browser.cookies) inTime.cookies.set(name, value);
    const done = await verify(inTime, code);
    expect(done.status).toBe(303);
    const hourLater = new Browser(later(590 + 3601));
    for (const [name, value] of inTime.cookies) hourLater.cookies.set(name, value);
    expect((await hourLater.get(done.location ?? '')).html).toMatch(/type="email"/);
  });

  test('rate limit: five unused codes per hour are sent to an address; used ones do not count', async () => {
    const email = newEmail();
    for (let round = 0; round < 7; round++) {
      const browser = new Browser();
      await start(browser, email);
      expect((await verify(browser, await codeFor(email))).status).toBe(303);
    }
    const flooded = newEmail();
    for (let sent = 0; sent < 6; sent++) await start(new Browser(), flooded);
    expect(await emailsTo(flooded)).toBe(5);
    const hourLater = new Browser(later(3601));
    await start(hourLater, flooded);
    expect((await verify(hourLater, await codeFor(flooded))).status).toBe(303);
  });

  test('rate limit: twenty unused codes per day are sent to an address', async () => {
    const email = newEmail();
    const statuses: number[] = [];
    for (let hour = 0; hour < 5; hour++) {
      const browser = new Browser(later(hour * 3601));
      for (let sent = 0; sent < 5; sent++) statuses.push((await start(browser, email)).status);
    }
    expect(statuses).toEqual([...Array(20).fill(200), ...Array(5).fill(429)]);
    const refused = await start(new Browser(later(5 * 3601)), email);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(18 * 3600);
    expect((await start(new Browser(later(86_401)), email)).status).toBe(200);
  });

  test('says when no code was sent and when the next can be; the previous code stays valid in its browser', async () => {
    const email = newEmail();
    const browser = new Browser();
    for (let sent = 0; sent < 5; sent++) await start(browser, email);
    const refused = await start(browser, email);
    expect(refused.status).toBe(429);
    expect(refused.html).toContain('<h1>No code was sent</h1>');
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3500);
    expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(3600);
    expect(CODE_INPUT.test(refused.html)).toBe(true);
    const stranger = await start(new Browser(), email);
    expect([stranger.status, CODE_INPUT.test(stranger.html)]).toEqual([429, false]);
    expect((await verify(browser, await codeFor(email))).status).toBe(303);
  });

  test.each([2, 20])(
    '%i simultaneous requests for one address: never more than five unused codes',
    async (atOnce) => {
      const partner = await makePartner({ liveShard: 'c001' });
      const queries = [query, (await newFlow(await makeClient(partner.liveKey), 'profile:read')).query, null];
      const email = newEmail();
      const statuses: number[] = [];
      for (let round = 0; round < 3; round++) {
        const replies = await Promise.all(
          Array.from({ length: atOnce }, (_, index) =>
            new Browser().post('/oauth/login/start', startForm(email, queries[index % 3] ?? null)),
          ),
        );
        statuses.push(...replies.map(({ status }) => status));
      }
      expect(statuses.filter((status) => status === 200)).toHaveLength(5);
      expect(await emailsTo(email)).toBe(5);
    },
  );

  test('both environments, all shards and the account page share one limit', async () => {
    const partner = await makePartner({ liveShard: 'c001' });
    const email = newEmail();
    const queries = [query, null, (await newFlow(await makeClient(partner.liveKey), 'profile:read')).query];
    const statuses: number[] = [];
    for (let asked = 0; asked < 9; asked++) {
      const form = startForm(email, queries[asked % 3] ?? null);
      statuses.push((await new Browser().post('/oauth/login/start', form)).status);
    }
    expect(statuses).toEqual([...Array(5).fill(200), ...Array(4).fill(429)]);
  });

  test('an erasure resets no rate limit: creating and erasing athletes sends no further email', async () => {
    const { testKey: key } = await makePartner();
    const email = newEmail();
    for (let round = 0; round < 7; round++) {
      const { json } = await call('POST', '/v1/athletes', { key, body: { email } });
      await start(new Browser(), email);
      expect((await call('DELETE', `/v1/athletes/${json.id}`, { key })).status).toBe(200);
    }
    expect(await emailsTo(email)).toBe(5);
  });

  test('strangers do not lock out a browser that has proved the mailbox before, but it has a limit too', async () => {
    const email = newEmail();
    const owner = new Browser();
    await start(owner, email);
    await verify(owner, await codeFor(email));
    for (let asked = 0; asked < 6; asked++) await start(new Browser(), email);
    expect((await start(new Browser(), email)).status).toBe(429);
    const signedOut = new Browser();
    signedOut.cookies.set(KNOWN_BROWSER_COOKIE, owner.cookies.get(KNOWN_BROWSER_COOKIE) ?? '');
    expect((await start(signedOut, ` ${email.toUpperCase()}`)).status).toBe(200);
    expect((await verify(signedOut, await codeFor(email))).status).toBe(303);
    const statuses: number[] = [];
    for (let asked = 0; asked < 6; asked++) statuses.push((await start(signedOut, email)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test('unused codes of a browser that has proved the mailbox do not lock out its other browsers', async () => {
    const email = newEmail();
    const known = new Browser();
    await start(known, email);
    await verify(known, await codeFor(email));
    for (let asked = 0; asked < 6; asked++) await start(known, email);
    expect((await start(new Browser(), email)).status).toBe(200);
  });

  test('a browser is known only for the addresses that it proved, for 180 days, by a cookie that nobody can forge', async () => {
    const [email, other] = [newEmail(), newEmail()];
    const owner = new Browser();
    for (const address of [other, email]) {
      await start(owner, address);
      await verify(owner, await codeFor(address));
    }
    const cookie = owner.cookies.get(KNOWN_BROWSER_COOKIE) ?? '';
    expect(cookie).not.toContain('@');
    expect(cookie.length).toBeLessThan(200);
    const [ofEmail = '', ofOther = ''] = cookie.split('~');
    const locked = newEmail();
    for (const address of [email, other, locked]) {
      for (let asked = 0; asked < 5; asked++) await start(new Browser(), address);
    }
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
    for (let asked = 0; asked < 5; asked++) await start(new Browser(old), email);
    expect(await ask(email, ofEmail, old)).toBe(429);
  });

  test('the codes at rest are keyed hashes', async () => {
    const email = newEmail();
    await start(new Browser(), email);
    const { results } = await env.REGISTRY.prepare('SELECT code_hash, sealed FROM login_codes').all();
    expect(JSON.stringify(results)).not.toContain(await codeFor(email));
  });

  test('neither the address of a sign-in nor its request is stored in readable form', async () => {
    const { testKey } = await makePartner();
    const email = newEmail();
    const flow = await newFlow(await makeClient(testKey), 'profile:read', {
      login_hint: email,
      state: email,
    });
    const browser = new Browser();
    await browser.post('/oauth/login/start', startForm(email, flow.query));
    expect(await tracesOf(email, flow.query, encodeURIComponent(email))).toEqual([]);
    const done = await verify(browser, await codeFor(email));
    expect(done.location).toBe(`/oauth/authorize?${flow.query}`);
    expect((await browser.get(done.location ?? '')).html).toContain(email);
    expect(await tracesOf(encodeURIComponent(email))).toEqual([]);
  });

  test('forms from other sites, and bodies that are not forms, are rejected', async () => {
    const browser = new Browser();
    for (const site of ['cross-site', 'same-site']) {
      expect((await start(browser, newEmail(), { 'sec-fetch-site': site })).status).toBe(403);
    }
    expect((await start(browser, newEmail(), { 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    expect((await start(browser, newEmail(), { 'content-type': 'application/json' })).status).toBe(415);
  });

  test('a script of the same origin reads no page and sends no form (Sec-Fetch-Dest)', async () => {
    const browser = new Browser();
    await signIn(browser, await newFlow(client, 'profile:read'), newEmail());
    const reads = [`/oauth/authorize?${query}`, '/account/connections'];
    const forms = ['/oauth/authorize', '/oauth/login/start', '/oauth/login/verify', '/oauth/logout'];
    const disconnect = '/account/connections/con_01kajz8w3t5v9c2b7n4m6q8r0s/disconnect';
    for (const destination of ['empty', 'iframe', 'embed', 'image', 'script', 'worker', '']) {
      const headers = { 'sec-fetch-dest': destination, 'sec-fetch-site': 'same-origin' };
      for (const path of reads) {
        const { status, html } = await browser.get(path, headers);
        expect(status, `${path} for ${destination}`).toBe(403);
        expect(html, path).not.toContain('<form');
      }
      for (const path of [...forms, disconnect]) {
        expect((await browser.post(path, [], headers)).status, `${path} for ${destination}`).toBe(403);
      }
    }
    for (const path of reads) {
      expect((await browser.get(path, { 'sec-fetch-dest': 'document' })).status, path).toBe(200);
    }
  });

  test('the account is isolated from the tab that opened it; consent opens in a popup of the client', async () => {
    const browser = new Browser();
    await signIn(browser, await newFlow(client, 'profile:read'), newEmail());
    const openerPolicy = async (path: string) =>
      (await browser.get(path)).headers.get('Cross-Origin-Opener-Policy');
    expect(await openerPolicy('/account/connections')).toBe('same-origin');
    expect(await openerPolicy(`/oauth/authorize?${query}`)).toBeNull();
  });

  test('rate limit: an IP address that asks too often gets 429', async () => {
    const busy = { limit: async () => ({ success: false }) } as RateLimit;
    const reply = await start(new Browser({ SIGN_INS: busy }), newEmail());
    expect([reply.status, reply.headers.get('Retry-After')]).toEqual([429, '60']);
  });

  test('rate limit: one network address gets 100 unused codes per hour, for any mailboxes (spraying)', async () => {
    const from = (address: string) => ({ 'cf-connecting-ip': address });
    // The platform's limiter, which is approximate and counts by the minute, would trigger first.
    const SIGN_INS = { limit: async () => ({ success: true }) } as RateLimit;
    const owner = new Browser({ SIGN_INS });
    const owned = newEmail();
    await start(owner, owned, from('198.51.100.7'));
    // A used code does not count, because its user owns the mailbox.
    expect((await verify(owner, await codeFor(owned))).status).toBe(303);
    const statuses: number[] = [];
    for (let sent = 0; sent < 103; sent++) {
      statuses.push((await start(new Browser({ SIGN_INS }), newEmail(), from('198.51.100.7'))).status);
    }
    expect(statuses).toEqual([...Array(100).fill(200), ...Array(3).fill(429)]);
    const refused = await start(new Browser({ SIGN_INS }), newEmail(), from('198.51.100.7'));
    expect(refused.html).toContain('Too many codes were requested');
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3000);
    expect(CODE_INPUT.test(refused.html)).toBe(false);
    expect((await start(new Browser({ SIGN_INS }), newEmail(), from('198.51.100.8'))).status).toBe(200);
    // Someone who signs in behind the same address in a known browser is not locked out.
    expect((await start(owner, owned, from('198.51.100.7'))).status).toBe(200);
    const anHourLater = new Browser({ SIGN_INS, ...later(3601) });
    expect((await start(anHourLater, newEmail(), from('198.51.100.7'))).status).toBe(200);
    const rows = await env.REGISTRY.prepare('SELECT DISTINCT caller_hash AS hash FROM login_codes').all();
    expect(JSON.stringify(rows.results)).not.toContain('198.51');
  });

  test('rate limit: an IPv6 /48 gets 300 unused codes per hour, from any of its addresses', async () => {
    const SIGN_INS = { limit: async () => ({ success: true }) } as RateLimit;
    const from = (at: number) => ({ 'cf-connecting-ip': `2001:db8:77:${at.toString(16)}::1` });
    const statuses: number[] = [];
    for (let sent = 0; sent < 302; sent++) {
      statuses.push((await start(new Browser({ SIGN_INS }), newEmail(), from(sent))).status);
    }
    expect(statuses).toEqual([...Array(300).fill(200), 429, 429]);
    const neighbour = { 'cf-connecting-ip': '2001:db8:78::1' };
    expect((await start(new Browser({ SIGN_INS }), newEmail(), neighbour)).status).toBe(200);
    const anHourLater = new Browser({ SIGN_INS, ...later(3601) });
    expect((await start(anHourLater, newEmail(), from(1))).status).toBe(200);
  });

  test('rate limit: 300 unknown mailboxes from 300 networks use up the hour, and known ones still get codes', async () => {
    const bindings = (hours: number) => ({ MAIL_FLOOR_PER_HOUR: '250', ...later(hours * 3600) }) as object;
    // An hour of its own: other tests send codes as well.
    const hour = 5;
    const from = (at: number) => ({ 'cf-connecting-ip': `198.18.${at >> 8}.${at & 255}` });
    const connected = newEmail();
    const walk = new Browser();
    await decide(walk, await signIn(walk, await newFlow(client, 'profile:read'), connected), 'allow');
    const unknown = Array.from({ length: 300 }, newEmail);
    const replies: PageReply[] = [];
    const sent: number[] = [];
    for (const [at, email] of unknown.entries()) {
      replies.push(await start(new Browser(bindings(hour)), email, from(at)));
      // The outbox keeps the latest emails only.
      sent.push(await emailsTo(email));
    }
    expect(replies.map(({ status }) => status)).toEqual([...Array(250).fill(200), ...Array(50).fill(429)]);
    expect(sent).toEqual([...Array(250).fill(1), ...Array(50).fill(0)]);

    const owner = new Browser(bindings(hour));
    const known = await start(owner, connected, from(301));
    const stranger = replies.at(-1);
    const withoutNonce = (page: PageReply | undefined) => page?.html.replace(/nonce="[^"]*"/g, '');
    expect([known.status, withoutNonce(known)], 'a known address is answered as an unknown one').toEqual([
      429,
      withoutNonce(stranger),
    ]);
    expect(Number(stranger?.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(CODE_INPUT.test(known.html)).toBe(true);
    // The outbox has forgotten the one of the connection.
    expect(await emailsTo(connected)).toBe(1);
    expect((await verify(owner, await codeFor(connected))).status, 'its code works').toBe(303);
    const nextHour = await start(new Browser(bindings(hour + 1)), newEmail(), from(302));
    expect(nextHour.status).toBe(200);
    const row = await env.REGISTRY.prepare(
      'SELECT codes_to_strangers AS codes FROM email_counts WHERE was_flooded',
    ).first<{ codes: number }>();
    expect(row?.codes).toBe(250);
  });

  test('rate limit: an hour of strangers may be 20 times the median hour of 14 days, without floods', async () => {
    const hourMs = 3_600_000;
    const now = Math.floor(Date.now() / hourMs) * hourMs;
    const db = openDatabase(env.REGISTRY, { d1Batches: 0, d1RowsRead: 0, d1RowsWritten: 0 });
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

  test('wrong codes are counted by the minute, and the log names each', async () => {
    const browser = new Browser();
    const email = newEmail();
    await start(browser, email);
    const code = await codeFor(email);
    const counted = async () => {
      const sum = env.REGISTRY.prepare('SELECT coalesce(sum(tries), 0) AS tries FROM wrong_codes');
      return (await sum.first<{ tries: number }>())?.tries ?? 0;
    };
    const before = await counted();
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    await verify(browser, wrong(code));
    await verify(browser, wrong(code));
    const lines = log.mock.calls.map(([line]) => JSON.parse(String(line)));
    log.mockRestore();
    expect(lines.map(({ route, error_code: error }) => [route, error])).toEqual(
      Array(2).fill(['POST /oauth/login/verify', 'wrong_code']),
    );
    expect(await counted()).toBe(before + 2);
    await verify(browser, code);
    await verify(browser, code);
    expect(await counted()).toBe(before + 2);
    // Attempts at a sign-in that has none left must not reduce everybody's.
    const spent = new Browser();
    const another = newEmail();
    await start(spent, another);
    const unused = await codeFor(another);
    for (let tries = 0; tries < SIGN_IN.triesMax + 3; tries++) await verify(spent, wrong(unused));
    expect(await counted()).toBe(before + 2 + SIGN_IN.triesMax);
  });

  test('a thousand wrong codes per hour leave a new browser two attempts, so that a typo locks nobody out (spraying)', async () => {
    const typo = async (emailsOfBrowser: readonly [Browser, string], typos: number) => {
      const [browser, email] = emailsOfBrowser;
      await start(browser, email);
      const code = await codeFor(email);
      for (let made = 0; made < typos; made++) await verify(browser, wrong(code));
      return (await verify(browser, code)).status;
    };
    const known: [Browser, string] = [new Browser(), newEmail()];
    expect(await typo(known, 0)).toBe(303);
    const minute = Math.floor(Date.now() / 60_000);
    const spray = (at: number, tries: number) =>
      env.REGISTRY.prepare('INSERT OR REPLACE INTO wrong_codes VALUES (?, ?)').bind(at, tries).run();
    await env.REGISTRY.prepare('DELETE FROM wrong_codes').run();
    await spray(minute - 70, 5000);
    expect(await typo([new Browser(), newEmail()], 4)).toBe(303);
    await spray(minute - 30, 1000);
    expect(await typo([new Browser(), newEmail()], 1)).toBe(303);
    expect(await typo([new Browser(), newEmail()], 2)).toBe(400);
    expect(await typo(known, 4)).toBe(303);
    await env.REGISTRY.prepare('DELETE FROM wrong_codes').run();
  });

  test('a session of one environment is not valid in the other', async () => {
    const partner = await makePartner();
    const [sandbox, production] = [await makeClient(partner.testKey), await makeClient(partner.liveKey)];
    const browser = new Browser();
    await signIn(browser, await newFlow(sandbox, 'profile:read'), newEmail());
    const page = await browser.get(`/oauth/authorize?${(await newFlow(production, 'profile:read')).query}`);
    expect(page.html).toMatch(/type="email"/);
  });

  test('signing out ends this session and no other, not only its cookie', async () => {
    const [browser, other] = [new Browser(), new Browser()];
    await signIn(browser, await newFlow(client, 'profile:read'), newEmail());
    await signIn(other, await newFlow(client, 'profile:read'), newEmail());
    const kept = new Map(browser.cookies);
    const out = await browser.post('/oauth/logout', [['authorization_query', query]]);
    expect([out.status, out.location]).toEqual([303, `/oauth/authorize?${query}`]);
    for (const [name, value] of kept) browser.cookies.set(name, value);
    expect((await browser.get(`/oauth/authorize?${query}`)).html).toMatch(/type="email"/);
    expect((await other.get(`/oauth/authorize?${query}`)).html).not.toMatch(/type="email"/);
  });
});

describe('an erasure and the sign-ins of an address', () => {
  test('an erasure reveals to no partner whether another has an athlete of that address, and ends no other sign-in', async () => {
    const [prober, other] = [await makePartner(), await makePartner({ liveShard: 'c001' })];
    const outcomes: unknown[] = [];
    for (const holder of [null, other.testKey, other.liveKey]) {
      const email = newEmail();
      if (holder) await call('POST', '/v1/athletes', { key: holder, body: { email } });
      const browser = new Browser();
      await start(browser, email);
      const { json } = await call('POST', '/v1/athletes', { key: prober.testKey, body: { email } });
      expect((await call('DELETE', `/v1/athletes/${json.id}`, { key: prober.testKey })).status).toBe(200);
      const code = await codeFor(email);
      const statuses = [await verify(browser, wrong(code)), await verify(browser, code)].map(
        ({ status }) => status,
      );
      const page = await browser.get('/account/connections');
      outcomes.push([...statuses, page.html.includes(email)]);
    }
    expect(outcomes).toEqual(Array(3).fill([422, 303, true]));
  });

  test('a sandbox reset, which erases all athletes of a sandbox, ends no sign-in either', async () => {
    await loadTestCatalogue();
    const prober = await makePartner();
    const email = newEmail();
    const browser = new Browser();
    await start(browser, email);
    await call('POST', '/v1/athletes', { key: prober.testKey, body: { email } });
    expect((await call('POST', '/v1/sandbox/reset', { key: prober.testKey })).status).toBe(200);
    expect((await verify(browser, await codeFor(email))).status).toBe(303);
  });

  test('nothing of an erased athlete is readable while its sign-in and session last', async () => {
    const { testKey: key } = await makePartner();
    const email = newEmail();
    const { json } = await call('POST', '/v1/athletes', { key, body: { email } });
    const browser = new Browser();
    await start(browser, email);
    await verify(browser, await codeFor(email));
    await start(new Browser(), email);
    await call('DELETE', `/v1/athletes/${json.id}`, { key });
    expect(await tracesOf(email, json.id)).toEqual([]);
  });

  test('codes and sessions are purged by the nightly cron', async () => {
    const browser = new Browser();
    const email = newEmail();
    await start(browser, email);
    const id = await sha256Hex(browser.cookies.get(SIGN_IN_COOKIE) ?? '');
    await verify(browser, await codeFor(email));
    const sessionId = await sha256Hex((browser.cookies.get(SESSION_COOKIE) ?? '').split('.')[2] ?? '');
    const rows = async () => (await tracesOf(id, sessionId)).map((trace) => trace.split(':')[0]).sort();
    const nightly = (seconds: number) => runSchedule('53 * * * *', { ...env, ...later(seconds) });
    await nightly(3500);
    expect(await rows()).toEqual(['ATHLETES_TEST_WEUR_0.athlete_sessions', 'REGISTRY.login_codes']);
    await nightly(3700);
    expect(await rows()).toEqual(['REGISTRY.login_codes']);
    const minute = Math.floor(Date.now() / 60_000);
    await env.REGISTRY.prepare('INSERT INTO wrong_codes VALUES (?, 1), (?, 1)')
      .bind(minute - 44_000, minute - 20_000)
      .run();
    await nightly(86_500);
    expect(await rows()).toEqual([]);
    const { results } = await env.REGISTRY.prepare('SELECT minute FROM wrong_codes WHERE minute < ?')
      .bind(minute - 1000)
      .all();
    expect(results, 'counts of wrong codes are kept for 30 days').toEqual([{ minute: minute - 20_000 }]);
  });
});

describe('sending the code', () => {
  const production = (email: Partial<SendEmail>) =>
    ({ ENVIRONMENT: 'production', EMAIL: email }) as Partial<Cloudflare.Env>;

  test('goes through the email binding outside a local installation, and the outbox does not exist there', async () => {
    const sent: EmailMessageBuilder[] = [];
    const browser = new Browser(
      production({
        send: async (email: EmailMessageBuilder | EmailMessage) => {
          sent.push(email as EmailMessageBuilder);
          return { messageId: '1' };
        },
      }),
    );
    const email = newEmail();
    const asked = await start(browser, email);
    expect(asked.html).not.toContain('/dev/outbox');
    expect(sent).toMatchObject([{ to: email, from: { email: 'no-reply@musette.example' } }]);
    const code = /\d{8}/.exec(sent[0]?.subject ?? '')?.[0] ?? '';
    expect((await verify(browser, code)).status).toBe(303);
    expect((await browser.get('/dev/outbox')).status).toBe(404);
    await expect(codeFor(email)).rejects.toThrow();
  });

  test('the page does not wait for the email, and looks the same if the email cannot be sent', async () => {
    const gate = Promise.withResolvers<never>();
    const pending: Promise<unknown>[] = [];
    const response = await worker.fetch(
      new Request<unknown, IncomingRequestCfProperties>(`${BASE}/oauth/login/start`, {
        method: 'POST',
        body: new URLSearchParams({ email: newEmail() }),
      }),
      { ...env, ...production({ send: () => gate.promise }) },
      { waitUntil: (work: Promise<unknown>) => pending.push(work) } as unknown as ExecutionContext,
    );
    expect([response.status, CODE_INPUT.test(await response.text())]).toEqual([200, true]);
    expect(pending.length).toBe(1);
    gate.reject(new Error('the email service is down'));
    await Promise.all(pending);
  });
});

describe("the athlete's own page", () => {
  test('signs in without a client, shows every connection of the address, and ends one', async () => {
    const partner = await makePartner();
    const [sandbox, production] = [await makeClient(partner.testKey), await makeClient(partner.liveKey)];
    const email = newEmail();
    for (const each of [sandbox, production]) {
      const browser = new Browser();
      await decide(browser, await signIn(browser, await newFlow(each, 'profile:read'), email), 'allow');
    }
    const browser = new Browser();
    expect((await browser.get('/account/connections')).html).toMatch(/type="email"/);
    await browser.post('/oauth/login/start', [['email', ` ${email.toUpperCase()}`]]);
    const done = await verify(browser, ` ${(await codeFor(email)).replace(/(...)/, '$1 ')}`);
    expect(done.location).toBe('/account/connections');
    const page = await browser.get('/account/connections');
    const paths = [...page.html.matchAll(/action="(\/account\/connections\/con_[^"]+)"/g)].map(
      (match) => match[1] ?? '',
    );
    expect(paths.length).toBe(2);
    expect(page.html).toContain('<h2><bdi>Sample Platform &amp; &quot;friends&quot;</bdi></h2>');
    expect(page.html).toContain('A partner');
    const ended = await browser.post(paths[0] ?? '', []);
    expect(ended.status).toBe(303);
    expect((await browser.get(ended.location ?? '')).html).toContain('The connection has ended.');
    const stranger = new Browser();
    await signIn(stranger, await newFlow(sandbox, 'profile:read'), newEmail());
    expect((await stranger.post(paths[1] ?? '', [])).status).toBe(404);
    expect((await new Browser().post(paths[1] ?? '', [])).location).toBe('/account/connections');
    const left = (await browser.get('/account/connections')).html;
    expect([...left.matchAll(/\/disconnect"/g)].length).toBe(1);
  });
});
