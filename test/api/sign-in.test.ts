import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import worker from '../../src/index.ts';
import { Browser, codeFor, fieldOf, type PageReply } from '../support/browser.ts';
import { BASE } from '../support/client.ts';
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
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');
const later = (seconds: number) => ({ CLOCK_OFFSET_S: String(seconds) }) as Partial<Cloudflare.Env>;

describe('signing in', () => {
  test('asks for an address, then for the code, then shows the consent page; plain forms all the way', async () => {
    const browser = new Browser();
    const page = await browser.get(`/oauth/authorize?${query}`);
    expect(page.html).toMatch(/<input[^>]*type="email"/);
    expect(fieldOf(page.html, 'authorization_query')).toBe(query);
    const email = newEmail();
    const asked = await start(browser, email);
    expect([asked.status, CODE_INPUT.test(asked.html)]).toEqual([200, true]);
    const done = await verify(browser, await codeFor(email));
    expect(done.status).toBe(303);
    const consent = await browser.get(done.location ?? '');
    expect(consent.html).toMatch(/<button[^>]*>\s*Allow\s*<\/button>/);
    expect(consent.html).toMatch(/<button[^>]*>\s*Deny\s*<\/button>/);
    expect(consent.html).toContain(email);
    for (const { html } of [page, asked, consent]) expect(html).not.toContain('<script');
  });

  test('what callers wrote is text on every page, never markup', async () => {
    const browser = new Browser();
    const html = await signIn(browser, await newFlow(client, 'profile:read'), newEmail());
    expect(html).toContain('Sample &lt;Platform&gt; &amp; &quot;friends&quot;');
    const again = await browser.post('/oauth/login/start', [['email', '"><img src=x onerror=alert(1)>']]);
    expect(again.status).toBe(422);
    expect(again.html).not.toContain('<img');
    expect(again.html).toContain('role="alert"');
  });

  test('pages forbid script, frames and caching; only consent lets its form end at the client', async () => {
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

  test('the answer is the same whether the address is known, new, or has had too many codes', async () => {
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
    const answers = [await start(new Browser(), known), await start(new Browser(), newEmail())];
    const flooded = newEmail();
    for (let sent = 0; sent < 6; sent++) answers.push(await start(new Browser(), flooded));
    for (const answer of answers) expect(strip(answer)).toEqual(strip(answers[0] as PageReply));
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

  test('a code works only in the browser that asked for it', async () => {
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

  test('two hundred guesses at once are five guesses', async () => {
    const browser = new Browser();
    const email = newEmail();
    await start(browser, email);
    const code = await codeFor(email);
    await Promise.all(Array.from({ length: 200 }, () => verify(browser, wrong(code))));
    expect((await verify(browser, code)).status).toBe(400);
    const row = await env.ATHLETES_TEST_0.prepare('SELECT tries FROM login_codes WHERE email = ?')
      .bind(email)
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

  test('five unused codes an hour are sent to an address; used ones do not count', async () => {
    const email = newEmail();
    for (let round = 0; round < 7; round++) {
      const browser = new Browser();
      await start(browser, email);
      expect((await verify(browser, await codeFor(email))).status).toBe(303);
    }
    const flooded = newEmail();
    const browser = new Browser();
    for (let sent = 0; sent < 6; sent++) await start(browser, flooded);
    const { results } = await env.ATHLETES_TEST_0.prepare('SELECT id FROM login_codes WHERE email = ?')
      .bind(flooded)
      .all();
    expect(results.length).toBe(5);
    expect((await verify(browser, await codeFor(flooded))).status).toBe(400);
    const hourLater = new Browser(later(3601));
    await start(hourLater, flooded);
    expect((await verify(hourLater, await codeFor(flooded))).status).toBe(303);
  });

  test('the codes at rest are keyed hashes', async () => {
    const email = newEmail();
    await start(new Browser(), email);
    const row = await env.ATHLETES_TEST_0.prepare('SELECT * FROM login_codes WHERE email = ?')
      .bind(email)
      .first();
    expect(JSON.stringify(row)).not.toContain(await codeFor(email));
  });

  test('forms from other sites, and what is no form, are refused', async () => {
    const browser = new Browser();
    for (const site of ['cross-site', 'same-site']) {
      expect((await start(browser, newEmail(), { 'sec-fetch-site': site })).status).toBe(403);
    }
    expect((await start(browser, newEmail(), { 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    expect((await start(browser, newEmail(), { 'content-type': 'application/json' })).status).toBe(415);
  });

  test('an address that asks too often is told to wait', async () => {
    const busy = { limit: async () => ({ success: false }) } as RateLimit;
    const reply = await start(new Browser({ SIGN_INS: busy }), newEmail());
    expect([reply.status, reply.headers.get('Retry-After')]).toEqual([429, '60']);
  });

  test('a sign-in for one environment is none for the other', async () => {
    const partner = await makePartner();
    const [sandbox, production] = [await makeClient(partner.testKey), await makeClient(partner.liveKey)];
    const browser = new Browser();
    await signIn(browser, await newFlow(sandbox, 'profile:read'), newEmail());
    const page = await browser.get(`/oauth/authorize?${(await newFlow(production, 'profile:read')).query}`);
    expect(page.html).toMatch(/type="email"/);
  });

  test('signing out ends the session, not only its cookie', async () => {
    const browser = new Browser();
    await signIn(browser, await newFlow(client, 'profile:read'), newEmail());
    const kept = new Map(browser.cookies);
    const out = await browser.post('/oauth/logout', [['authorization_query', query]]);
    expect([out.status, out.location]).toEqual([303, `/oauth/authorize?${query}`]);
    for (const [name, value] of kept) browser.cookies.set(name, value);
    expect((await browser.get(`/oauth/authorize?${query}`)).html).toMatch(/type="email"/);
  });
});

describe('sending the code', () => {
  const production = (email: Partial<SendEmail>) =>
    ({ ENVIRONMENT: 'production', EMAIL: email }) as Partial<Cloudflare.Env>;

  test('goes through the mail binding outside a local installation, and the outbox does not exist there', async () => {
    const sent: EmailMessageBuilder[] = [];
    const browser = new Browser(
      production({
        send: async (mail: EmailMessageBuilder | EmailMessage) => {
          sent.push(mail as EmailMessageBuilder);
          return { messageId: '1' };
        },
      }),
    );
    const email = newEmail();
    const asked = await start(browser, email);
    expect(asked.html).not.toContain('/dev/outbox');
    expect(sent).toMatchObject([{ to: email, from: { email: 'no-reply@musette.example' } }]);
    const code = /\d{6}/.exec(sent[0]?.subject ?? '')?.[0] ?? '';
    expect((await verify(browser, code)).status).toBe(303);
    expect((await browser.get('/dev/outbox')).status).toBe(404);
    await expect(codeFor(email)).rejects.toThrow();
  });

  test('the page does not wait for the mail, and comes the same when the mail cannot be sent', async () => {
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
    gate.reject(new Error('the mail service is down'));
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
    expect(page.html).toContain('<h2>Sample &lt;Platform&gt; &amp; &quot;friends&quot;</h2>');
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
