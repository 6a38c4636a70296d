import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { CONSOLE_CODE_COOKIE, CONSOLE_COOKIE } from '#delivery/site/console/sign-in-pages.tsx';
import { SESSION_COOKIE, SIGN_IN_COOKIE } from '#delivery/site/oauth/browser.tsx';
import { sha256Hex } from '#platform/storage/cryptography.ts';
import { Browser, codeFor, fieldOf, type PageReply } from '../support/browser.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { BASE, call } from '../support/client.ts';
import {
  addMember,
  confirm,
  emailsTo,
  later,
  makeConsole,
  newAddress,
  requestCode,
  signInToConsole,
  submit,
} from '../support/console.ts';
import { makePartner } from '../support/partners.ts';

beforeAll(() => loadTestCatalogue());

const HOUR_S = 3600;
const enter = (browser: Browser, code: string) => browser.post('/console/sign-in/code', [['code', code]]);
const isSignIn = (reply: PageReply) => reply.html.includes('Sign in to the console');

describe('signing in to the console', () => {
  test('asks for an address, then for the code, then opens the account', async () => {
    const { partnerId } = await makePartner();
    const { email } = await addMember(partnerId);
    const browser = new Browser();
    expect(isSignIn(await browser.get('/console'))).toBe(true);
    expect((await requestCode(browser, `  ${email.toUpperCase()} `)).status).toBe(200);
    const done = await enter(browser, await codeFor(email));
    expect([done.status, done.location]).toEqual([303, '/console']);
    const page = await browser.get('/console');
    expect(page.status).toBe(200);
    expect(page.html).toContain('A partner');
    expect(page.html).not.toContain('<script');
  });

  test('an unknown address gets the same page and no email (address enumeration)', async () => {
    const { partnerId } = await makePartner();
    const { email: known } = await addMember(partnerId);
    const unknown = newAddress('stranger');
    const shown = ({ status, html, headers }: PageReply) => [status, html, [...headers.keys()].sort()];
    for (let asked = 0; asked < 6; asked++) {
      const [one, other] = [
        await requestCode(new Browser(), known),
        await requestCode(new Browser(), unknown),
      ];
      expect(one.status).toBe(asked < 5 ? 200 : 429);
      expect(shown(other)).toEqual(shown(one));
    }
    expect(await emailsTo(known)).toHaveLength(5);
    expect(await emailsTo(unknown)).toEqual([]);
    const browser = new Browser();
    const wrongAddress = await requestCode(browser, newAddress('stranger'));
    expect(wrongAddress.status).toBe(200);
    expect((await enter(browser, '12345678')).status).toBe(422);
  });

  test('an athlete’s code opens no console, and a console’s code no connections, whatever cookie holds it', async () => {
    const { partnerId } = await makePartner();
    const { email } = await addMember(partnerId);
    const athlete = new Browser();
    await athlete.post('/oauth/login/start', [['email', email]]);
    athlete.cookies.set(CONSOLE_CODE_COOKIE, athlete.cookies.get(SIGN_IN_COOKIE) ?? '');
    expect((await enter(athlete, await codeFor(email))).status).toBe(400);
    expect(athlete.cookies.has(CONSOLE_COOKIE)).toBe(false);
    const member = new Browser();
    await requestCode(member, email);
    member.cookies.set(SIGN_IN_COOKIE, member.cookies.get(CONSOLE_CODE_COOKIE) ?? '');
    expect((await member.post('/oauth/login/verify', [['code', await codeFor(email)]])).status).toBe(400);
    expect(member.cookies.has(SESSION_COOKIE)).toBe(false);
  });

  test('a session that was there before is not taken over (session fixation), and ends', async () => {
    const { browser: attacker } = await makeConsole();
    const planted = attacker.cookies.get(CONSOLE_COOKIE) ?? '';
    const { partnerId } = await makePartner();
    const { email } = await addMember(partnerId);
    const victim = new Browser();
    victim.cookies.set(CONSOLE_COOKIE, planted);
    await signInToConsole(email, victim);
    expect(victim.cookies.get(CONSOLE_COOKIE)).not.toBe(planted);
    expect(isSignIn(await attacker.get('/console'))).toBe(true);
    const invented = new Browser();
    invented.cookies.set(CONSOLE_COOKIE, 'x'.repeat(43));
    expect(isSignIn(await invented.get('/console'))).toBe(true);
  });

  test('the registry keeps neither the cookie nor the address of a session in clear', async () => {
    const { browser, email } = await makeConsole();
    const cookie = browser.cookies.get(CONSOLE_COOKIE) ?? '';
    const row = await env.REGISTRY.prepare('SELECT * FROM console_sessions WHERE id = ?')
      .bind(await sha256Hex(cookie))
      .first();
    expect(row).not.toBeNull();
    expect(JSON.stringify(row)).not.toContain(cookie);
    expect(JSON.stringify(row)).not.toContain(email);
  });

  test('pages are not cached, framed or scripted, and the cookie is bound to this host', async () => {
    const { browser } = await makeConsole();
    for (const page of [await browser.get('/console'), await new Browser().get('/console')]) {
      const policy = page.headers.get('Content-Security-Policy') ?? '';
      for (const rule of [
        "default-src 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
        "base-uri 'none'",
      ]) {
        expect(policy).toContain(rule);
      }
      expect(policy).not.toContain('unsafe');
      expect(page.headers.get('Cache-Control')).toBe('no-store');
      expect(page.headers.get('Referrer-Policy')).toBe('same-origin');
    }
  });
});

describe('a session of the console', () => {
  test('ends after an hour without a request, and after twelve hours in any case', async () => {
    const { browser } = await makeConsole();
    expect(isSignIn(await later(browser, HOUR_S - 5).get('/console'))).toBe(false);
    expect(isSignIn(await later(browser, 2 * HOUR_S - 20).get('/console'))).toBe(false);
    expect(isSignIn(await later(browser, 3 * HOUR_S).get('/console'))).toBe(true);
    const other = (await makeConsole()).browser;
    for (let hour = 0.9; hour < 12; hour += 0.9) {
      expect(isSignIn(await later(other, hour * HOUR_S).get('/console')), `after ${hour} h`).toBe(false);
    }
    expect(isSignIn(await later(other, 12 * HOUR_S + 1).get('/console'))).toBe(true);
  });

  test('signing out ends it, here and for a copy of its cookie', async () => {
    const { browser } = await makeConsole();
    const copy = later(browser, 0);
    expect((await submit(browser, '/console/sign-out')).location).toBe('/console');
    expect(isSignIn(await copy.get('/console'))).toBe(true);
  });

  test('a member who is removed is out at once, and one who becomes a viewer changes nothing more', async () => {
    const { partnerId, browser: admin } = await makeConsole();
    const removed = await addMember(partnerId);
    const theirs = await signInToConsole(removed.email);
    expect((await submit(admin, `/console/members/${removed.id}/remove`)).location).toContain('done=removed');
    expect(isSignIn(await theirs.get('/console'))).toBe(true);
    expect((await theirs.get('/console/sandbox/keys')).status).toBe(303);
    const demoted = await addMember(partnerId);
    const browser = await signInToConsole(demoted.email);
    expect((await submit(admin, `/console/members/${demoted.id}/role`, { role: 'viewer' })).status).toBe(303);
    expect((await submit(browser, '/console/sandbox/keys', { name: 'x' })).status).toBe(403);
  });

  test('an address with several partners chooses after the code, and sees only the chosen one', async () => {
    const [one, other] = [await makePartner(), await makePartner()];
    const { email } = await addMember(one.partnerId);
    const second = await addMember(other.partnerId, 'viewer', email);
    const browser = await signInToConsole(email);
    const choice = await browser.get('/console');
    expect(choice.html).toContain('Choose an account');
    expect((await browser.get('/console/sandbox/keys')).html).toContain('Choose an account');
    const before = browser.cookies.get(CONSOLE_COOKIE);
    const token = fieldOf(choice.html, 'form_token');
    const choose = (member: string) =>
      browser.post('/console/choose', [
        ['form_token', token],
        ['member', member],
      ]);
    const foreign = await addMember((await makePartner()).partnerId);
    expect((await choose(foreign.id)).status).toBe(404);
    expect((await choose(second.id)).status).toBe(303);
    expect(browser.cookies.get(CONSOLE_COOKIE)).not.toBe(before);
    expect((await browser.get('/console/account')).html).toContain(other.partnerId);
    expect((await browser.get('/console/account')).html).not.toContain(one.partnerId);
  });
});

describe('a form of the console', () => {
  test('of another scheme, another port or another type than a form is refused, and creates nothing (CSRF)', async () => {
    const { browser, testKey: key } = await makeConsole();
    const token = fieldOf((await browser.get('/console')).html, 'form_token');
    const send = (formToken: string, headers: Readonly<Record<string, string>>) =>
      browser.post(
        '/console/sandbox/keys',
        [
          ['name', 'Forged'],
          ['form_token', formToken],
        ],
        headers,
      );
    for (const [formToken, status, headers] of [
      [token, 403, { origin: 'http://musette.test' }],
      [token, 403, { origin: 'https://musette.test:8443' }],
      [token, 415, { 'content-type': 'application/json' }],
      [token.slice(1), 403, {}],
    ] as const) {
      expect((await send(formToken, headers)).status, JSON.stringify(headers)).toBe(status);
    }
    expect((await call('GET', '/v1/partner/api-keys', { key })).text).not.toContain('Forged');
    expect((await send(token, { origin: BASE, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  });

  test('of sign-in and sign-out is refused from another origin too', async () => {
    const headers = { origin: 'https://evil.example' };
    const { browser } = await makeConsole();
    for (const path of ['sign-in', 'sign-in/code', 'sign-out', 'choose', 'confirm']) {
      expect((await browser.post(`/console/${path}`, [], headers)).status, path).toBe(403);
    }
  });
});

describe('confirming with a code', () => {
  test('a code of sign-in confirms for ten minutes, then another one is needed (step-up)', async () => {
    const { browser, email, liveKeyId } = await makeConsole();
    const path = `/console/production/keys/${liveKeyId}/rotate`;
    const after = later(browser, 601);
    expect((await submit(after, path)).status).toBe(403);
    expect((await submit(after, '/console/members', { email: newAddress(), role: 'viewer' })).status).toBe(
      403,
    );
    expect((await submit(after, '/console/account/termination')).status).toBe(403);
    // The sandbox needs none.
    expect((await submit(after, '/console/sandbox/keys', { name: 'Sandbox key' })).status).toBe(200);
    expect((await confirm(after, email)).status).toBe(303);
    expect((await submit(after, path)).html).toMatch(/sk_live_\w+/);
    const stillConfirmed = later(browser, 601 + 590);
    expect((await submit(stillConfirmed, '/console/account/termination')).status).toBe(303);
    expect((await submit(later(browser, 601 + 605), '/console/account/termination/withdraw')).status).toBe(
      403,
    );
  });

  test('the code of another session, of a sign-in or of another member confirms nothing (step-up bypass)', async () => {
    const { browser, email, partnerId } = await makeConsole();
    const colleague = await addMember(partnerId);
    const after = later(browser, 700);
    const tryWith = async (cookie: string | undefined, code: string) => {
      after.cookies.set(CONSOLE_CODE_COOKIE, cookie ?? '');
      const reply = await submit(after, '/console/confirm/code', { code });
      return [reply.status, (await submit(after, '/console/account/termination')).status];
    };
    const own = new Browser({ CLOCK_OFFSET_S: '700' });
    await requestCode(own, email);
    expect(await tryWith(own.cookies.get(CONSOLE_CODE_COOKIE), await codeFor(email))).toEqual([400, 403]);
    const second = later(await signInToConsole(email), 700);
    await submit(second, '/console/confirm');
    expect(await tryWith(second.cookies.get(CONSOLE_CODE_COOKIE), await codeFor(email))).toEqual([400, 403]);
    const theirs = later(await signInToConsole(colleague.email), 700);
    await submit(theirs, '/console/confirm');
    const code = await codeFor(colleague.email);
    expect(await tryWith(theirs.cookies.get(CONSOLE_CODE_COOKIE), code)).toEqual([400, 403]);
    // And the code of a confirmation starts no session.
    await submit(after, '/console/confirm');
    const thief = new Browser({ CLOCK_OFFSET_S: '700' });
    thief.cookies.set(CONSOLE_CODE_COOKIE, after.cookies.get(CONSOLE_CODE_COOKIE) ?? '');
    expect((await enter(thief, await codeFor(email))).status).toBe(400);
    expect(thief.cookies.has(CONSOLE_COOKIE)).toBe(false);
  });

  test('goes on to a page of the console only (open redirect)', async () => {
    const { browser, email } = await makeConsole();
    for (const next of [
      'https://evil.example',
      '//evil.example',
      '/console/../docs',
      '/console@evil',
      '/consoles',
    ]) {
      const page = await browser.get(`/console/confirm?next=${encodeURIComponent(next)}`);
      expect(fieldOf(page.html, 'next'), next).toBe('/console');
      await submit(browser, '/console/confirm', { next });
      const reply = await submit(browser, '/console/confirm/code', { next, code: await codeFor(email) });
      expect(reply.location, next).toBe('/console');
    }
  });
});

test('after a wrong code, an address with a single pending sign-in is asked for its code again', async () => {
  const { partnerId } = await makePartner();
  const { email } = await addMember(partnerId);
  const browser = new Browser();
  await requestCode(browser, email);
  const code = await codeFor(email);
  const wrong = await enter(browser, code === '00000000' ? '1' : '00000000');
  expect([wrong.status, wrong.html.includes('role="alert"')]).toEqual([422, true]);
  expect((await enter(browser, ` ${code.slice(0, 4)}-${code.slice(4)} `)).status).toBe(303);
  expect(fieldOf((await browser.get('/console')).html, 'form_token')).not.toBe('');
});
