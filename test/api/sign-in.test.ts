import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { SESSION_COOKIE, SIGN_IN_COOKIE } from '#delivery/site/oauth/browser.tsx';
import { sha256Hex } from '#platform/storage/cryptography.ts';
import worker from '../../src/index.ts';
import {
  Browser,
  codeFor,
  enterCode,
  fieldOf,
  type PageReply,
  startSignIn,
  wrongCode,
} from '../support/browser.ts';
import { makeAthlete } from '../support/builders.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { BASE, call } from '../support/client.ts';
import { later } from '../support/console.ts';
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
import { tracesOf } from '../support/stores.ts';

let client: TestClient;
let query: string;

beforeAll(async () => {
  await discover();
  client = await makeClient((await makePartner()).testKey);
  query = (await newFlow(client, 'profile:read')).query;
});

const CODE_INPUT = /<input[^>]*name="code"[^>]*autocomplete="one-time-code"/;

/** Asks for a code before the consent page of this file's client. */
const start = (browser: Browser, email: string, headers: Readonly<Record<string, string>> = {}) =>
  startSignIn(browser, email, query, headers);

async function askedForCode(email = newEmail()) {
  const browser = new Browser();
  await start(browser, email);
  return { browser, email, code: await codeFor(email) };
}

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
    const done = await enterCode(browser, code);
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
    const consent = await browser.get((await enterCode(browser, await codeFor(email))).location ?? '');
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
    const { browser, code } = await askedForCode();
    const again = later(browser, 0);
    expect((await enterCode(browser, code)).status).toBe(303);
    expect((await enterCode(again, code)).status).toBe(400);
  });

  test('a code works only in the browser that requested it', async () => {
    const { code } = await askedForCode();
    expect((await enterCode(new Browser(), code)).status).toBe(400);
    const other = new Browser();
    await start(other, newEmail());
    expect((await enterCode(other, code)).status).toBe(422);
  });

  test('the right code sent twice at once signs in once', async () => {
    const { browser, code } = await askedForCode();
    const replies = await Promise.all([enterCode(browser, code), enterCode(browser, code)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([303, 400]);
  });

  test('a code is good for ten minutes and a sign-in for an hour', async () => {
    const { browser, code } = await askedForCode();
    const late = later(browser, 601);
    expect((await enterCode(late, code)).status).toBe(400);
    const inTime = later(browser, 590);
    const done = await enterCode(inTime, code);
    expect(done.status).toBe(303);
    const hourLater = later(inTime, 590 + 3601);
    expect((await hourLater.get(done.location ?? '')).html).toMatch(/type="email"/);
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
    await startSignIn(browser, email, flow.query);
    expect(await tracesOf(email, flow.query, encodeURIComponent(email))).toEqual([]);
    const done = await enterCode(browser, await codeFor(email));
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
    const kept = later(browser, 0);
    const out = await browser.post('/oauth/logout', [['authorization_query', query]]);
    expect([out.status, out.location]).toEqual([303, `/oauth/authorize?${query}`]);
    expect((await kept.get(`/oauth/authorize?${query}`)).html).toMatch(/type="email"/);
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
      const statuses = [await enterCode(browser, wrongCode(code)), await enterCode(browser, code)].map(
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
    expect((await enterCode(browser, await codeFor(email))).status).toBe(303);
  });

  test('nothing of an erased athlete is readable while its sign-in and session last', async () => {
    const { testKey: key } = await makePartner();
    const email = newEmail();
    const { id, path } = await makeAthlete(key, { email });
    const browser = new Browser();
    await start(browser, email);
    await enterCode(browser, await codeFor(email));
    await start(new Browser(), email);
    await call('DELETE', path, { key });
    expect(await tracesOf(email, id)).toEqual([]);
  });

  test('codes and sessions are purged by the nightly cron', async () => {
    const browser = new Browser();
    const email = newEmail();
    await start(browser, email);
    const id = await sha256Hex(browser.cookies.get(SIGN_IN_COOKIE) ?? '');
    await enterCode(browser, await codeFor(email));
    const sessionId = await sha256Hex((browser.cookies.get(SESSION_COOKIE) ?? '').split('.')[2] ?? '');
    const rows = async () => (await tracesOf(id, sessionId)).map((trace) => trace.split(':')[0]).sort();
    const nightly = (seconds: number) =>
      runSchedule('53 * * * *', { ...env, CLOCK_OFFSET_S: String(seconds) });
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
    expect((await enterCode(browser, code)).status).toBe(303);
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
    const done = await enterCode(browser, ` ${(await codeFor(email)).replace(/(...)/, '$1 ')}`);
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
