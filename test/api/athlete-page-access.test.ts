import { env } from 'cloudflare:workers';
import { textsOf } from '@musette/languages/languages';
import { beforeAll, describe, expect, test } from 'vitest';
import { forgetAdmissions } from '#platform/access/admit.ts';
import { Browser, fieldOf, plainFetch } from '../support/browser.ts';
import { makeCalculatedActivity } from '../support/builders.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { BASE, call, operator } from '../support/client.ts';
import { skipWaitForLeases } from '../support/guards.ts';
import { makePartner, type TestPartner } from '../support/partners.ts';
import { later, stopClock } from '../support/stopped-clock.ts';
import { expectNothing, follow, makeShownAthlete, ORIGIN, policyOf, postToken } from './shown-athlete.ts';

/** Access to the pages of athletes, in a frame and behind a link, and attempts of attackers on them. */

const OTHER_ORIGIN = 'https://other.example';

beforeAll(() => loadTestCatalogue());

/** As in another isolate, or three seconds later: a lease of this one would still admit its key. */
const forgetLeases = (keyId: string) => forgetAdmissions({ keyGuards: env.KEY_GUARD }, keyId);

describe('the frame', () => {
  test('has the headers of the contract: no cookie, no cache, no referrer, no index, and the session’s origins', async () => {
    const { session } = await makeShownAthlete({ origins: [ORIGIN, 'http://localhost:5173'] });
    const { headers } = await postToken(session.token);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-security-policy': `default-src 'none'; style-src 'self'; script-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors ${ORIGIN} http://localhost:5173`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'x-service-data-attribution': 'optional',
    });
    for (const name of ['set-cookie', 'x-frame-options', 'ratelimit', 'ratelimit-policy']) {
      expect(headers.get(name), name).toBeNull();
    }
  });

  test('is refused to every page while no origin is allowed, and never opens to one allowed later', async () => {
    const { session, key } = await makeShownAthlete({ origins: [] });
    await call('PATCH', '/v1/partner', { key, body: { allowed_origins: [OTHER_ORIGIN] } });
    const page = await postToken(session.token);
    expect(policyOf(page)).toMatch(/frame-ancestors 'none'$/);
    expect(page.headers.get('x-frame-options')).toBe('DENY');
  });

  test('names in its script data no origin but the session’s, and its forms carry the token', async () => {
    const { session } = await makeShownAthlete();
    const { html } = await postToken(session.token);
    expect(html).toContain(`data-origins="${ORIGIN}"`);
    expect(fieldOf(html, 'token')).toBe(session.token);
    expect(html.match(/<form[^>]*>/g)?.every((form) => /action="\/a\/(plan|feedback)"/.test(form))).toBe(
      true,
    );
  });

  test('takes the token until it expires, any number of times, and not a second longer', async () => {
    const { session } = await makeShownAthlete({ session: { ttl_min: 5 } });
    for (const seconds of [0, 60, 299]) {
      expect((await postToken(session.token, { bindings: later(seconds) })).status).toBe(200);
    }
    const ended = await postToken(session.token, { bindings: later(301) });
    expectNothing(ended, [410]);
    expect(ended.html).toContain('data-state="ended"');
    expect(policyOf(ended)).toContain(`frame-ancestors ${ORIGIN}`);
  });

  test('says that a deleted session has ended, in the origins that its partner allows now, and nothing else', async () => {
    const { session, key, path } = await makeShownAthlete();
    await call('DELETE', `${path}/sessions/${session.id}`, { key });
    await call('PATCH', '/v1/partner', { key, body: { allowed_origins: [OTHER_ORIGIN] } });
    const ended = await postToken(session.token);
    expectNothing(ended, [410]);
    expect(ended.html).toContain(`data-origins="${OTHER_ORIGIN}" data-state="ended"`);
    expect(policyOf(ended)).toMatch(new RegExp(`frame-ancestors ${OTHER_ORIGIN}$`));
    await call('PATCH', '/v1/partner', { key, body: { allowed_origins: [] } });
    expect(policyOf(await postToken(session.token))).toMatch(/frame-ancestors 'none'$/);
    const forged = await postToken(session.token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')));
    expectNothing(forged, [410]);
    expect(policyOf(forged)).toMatch(/frame-ancestors 'none'$/);
  });

  test('is neither for scripts nor for images, workers or other frames of frames', async () => {
    const { session } = await makeShownAthlete();
    for (const destination of ['empty', 'script', 'image', 'worker', 'object', 'embed', 'style']) {
      expectNothing(await postToken(session.token, { headers: { 'sec-fetch-dest': destination } }), [403]);
    }
    // A top-level form is a page of its own; nothing of it can be read from outside.
    expect((await postToken(session.token, { headers: { 'sec-fetch-dest': 'document' } })).status).toBe(200);
    const { headers } = await postToken(session.token);
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('the link', () => {
  test('keeps the session in a cookie, leads to the plan without its code, and works for ten minutes, any number of times', async () => {
    stopClock();
    const { session } = await makeShownAthlete();
    for (const seconds of [0, 0, 599]) {
      const browser = new Browser(later(seconds));
      const opened = await browser.get(session.url);
      expect({ status: opened.status, location: opened.location }).toEqual({
        status: 303,
        location: '/a/plan',
      });
      expect(opened.headers.get('set-cookie')).toMatch(
        /^__Host-athlete=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      );
      const page = await browser.get('/a/plan');
      expect(page.html).toContain('Morning ride');
      expect(page.html).not.toContain('<script');
      expect(page.headers.get('content-security-policy')).toBe(
        "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      );
    }
    expectNothing(await new Browser(later(601)).get(session.url), [410]);
  });

  test('leaves a cookie that lasts as long as the session, though the link has expired', async () => {
    const { session } = await makeShownAthlete({ session: { ttl_min: 30 } });
    const { browser } = await follow(session.url);
    const cookie = browser.cookies.get('__Host-athlete') ?? '';
    const visit = async (seconds: number) => {
      const at = new Browser(later(seconds));
      at.cookies.set('__Host-athlete', cookie);
      return at.get('/a/plan');
    };
    expect((await visit(29 * 60)).status).toBe(200);
    expectNothing(await visit(31 * 60), [410]);
  });

  test('is ignored by HEAD, by prefetches and by scripts and frames', async () => {
    const { session } = await makeShownAthlete();
    const head = await plainFetch(session.url, { method: 'HEAD' });
    expect([head.status, head.headers.get('location'), head.headers.get('set-cookie')]).toEqual([
      204,
      null,
      null,
    ]);
    const ignored: Record<string, string>[] = [
      { 'sec-purpose': 'prefetch' },
      { 'sec-purpose': 'prefetch;prerender' },
      { purpose: 'prefetch' },
      { 'x-purpose': 'preview' },
      { 'x-moz': 'prefetch' },
      { 'sec-fetch-dest': 'iframe' },
      { 'sec-fetch-dest': 'empty' },
      { 'sec-fetch-dest': 'image' },
    ];
    for (const headers of ignored) expectNothing((await follow(session.url, headers)).opened, [403]);
  });

  test('asks for it again where the browser has blocked the cookie', async () => {
    const { session } = await makeShownAthlete();
    await follow(session.url);
    const page = await new Browser().get('/a/plan');
    expectNothing(page, [410]);
    expect(page.html).toContain((await textsOf('en')).pages.athlete.noCookie.title);
  });

  test('takes feedback with a form token, and none from another site, session or script', async () => {
    const { session, key, activityPath } = await makeShownAthlete();
    const other = await makeShownAthlete();
    const { browser } = await follow(session.url);
    const form = (await browser.get('/a/feedback')).html;
    const stranger = await follow(other.session.url);
    const foreignToken = fieldOf((await stranger.browser.get('/a/feedback')).html, 'form_token');
    const fields = (token: string) =>
      [
        ['form_token', token],
        ['activity', fieldOf(form, 'activity')],
        ['send', '1'],
        ['gi_comfort', 'good'],
      ] as const;
    const own = fieldOf(form, 'form_token');
    const refused: readonly (readonly [string, Record<string, string>])[] = [
      ['', {}],
      [foreignToken, {}],
      [session.token, {}],
      [own, { origin: OTHER_ORIGIN }],
      [own, { 'sec-fetch-site': 'cross-site' }],
      [own, { 'sec-fetch-site': 'same-site' }],
      [own, { 'sec-fetch-dest': 'empty' }],
      [own, { 'sec-fetch-dest': 'iframe' }],
    ];
    for (const [token, headers] of refused) {
      expectNothing(await browser.post('/a/feedback', fields(token), headers), [403]);
    }
    expect((await call('GET', `${activityPath}/feedback`, { key })).status).toBe(404);
    // Pages that send no referrer send their forms with the origin `null`.
    const sent = await browser.post('/a/feedback', fields(own), {
      origin: 'null',
      'sec-fetch-site': 'same-origin',
    });
    expect([sent.status, sent.location]).toEqual([303, '/a/feedback?sent']);
    expect((await call('GET', `${activityPath}/feedback`, { key })).json.gi_comfort).toBe('good');
  });

  test('opens the feedback of a session that shows nothing else, and no page that it does not show', async () => {
    const { session } = await makeShownAthlete({ session: { pages: ['feedback'] } });
    const { browser, opened } = await follow(session.url);
    expect(opened.location).toBe('/a/feedback');
    expect((await browser.get('/a/feedback')).status).toBe(200);
    expectNothing(await browser.get('/a/plan'), [410]);
    expectNothing(await postToken(session.token), [410]);
  });
});

describe('credentials', () => {
  test('are three that differ: none works as another, and none opens the API', async () => {
    const { session, path } = await makeShownAthlete();
    const { browser } = await follow(session.url);
    const cookie = browser.cookies.get('__Host-athlete') ?? '';
    const code = session.url.split('/').at(-1) ?? '';
    for (const text of [code, cookie, `pst_test_${cookie}`, `pst_test_${code}`, session.id]) {
      expectNothing(await postToken(text), [410]);
    }
    const bare = session.token.replace('pst_test_', '');
    for (const text of [session.token, bare, cookie]) {
      expectNothing((await follow(`${BASE}/a/s/${text}`)).opened, [410]);
    }
    for (const text of [session.token, bare, code]) {
      const at = new Browser();
      at.cookies.set('__Host-athlete', text);
      expectNothing(await at.get('/a/plan'), [410]);
    }
    for (const key of [session.token, code, cookie, bare, session.id]) {
      expect((await call('GET', path, { key })).status).toBe(401);
    }
  });

  test('that are forged cost no look-up, whatever part was changed', async () => {
    const { session } = await makeShownAthlete();
    const other = await makeShownAthlete();
    let reads = 0;
    const counted = new Proxy(env.ATHLETES_TEST_WEUR_0, {
      get(target, name) {
        if (name === 'batch') reads += 1;
        const member: unknown = Reflect.get(target, name, target);
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
    const bindings = { ...env, ATHLETES_TEST_WEUR_0: counted };
    const parts = session.token.split('.');
    const others = other.session.token.split('.');
    const forged = parts.map((_, at) => parts.with(at, others[at] ?? '').join('.'));
    forged.push(
      session.token.replace('pst_test', 'pst_live'),
      `${session.token}x`,
      session.token.slice(0, -1),
    );
    for (const token of forged.filter((each) => each !== session.token)) {
      expectNothing(await postToken(token, { bindings }), [410]);
    }
    expect(reads).toBe(0);
    await postToken(session.token, { bindings });
    expect(reads).toBeGreaterThan(0);
  });

  test('show one athlete’s activity only, whatever the form asks for', async () => {
    const partner = await makePartner();
    const { session, athleteId, key } = await makeShownAthlete({ partner });
    const second = await makeCalculatedActivity(key, athleteId, { name: 'Other' });
    const neighbour = await makeShownAthlete({ partner });
    for (const activity of [second.id, neighbour.activityId, 'act_x', '']) {
      const page = await postToken(session.token, { fields: [['activity', activity]] });
      expectNothing(page, [404]);
      const fields = [
        ['activity', activity],
        ['send', '1'],
        ['gi_comfort', 'poor'],
      ] as const;
      expectNothing(await postToken(session.token, { page: 'feedback', fields }), [404]);
    }
  });

  test('end at once with their session, key and athlete', async () => {
    const deleted = await makeShownAthlete();
    expect((await postToken(deleted.session.token)).status).toBe(200);
    await call('DELETE', `${deleted.path}/sessions/${deleted.session.id}`, { key: deleted.key });
    expectNothing(await postToken(deleted.session.token), [410]);

    const revoked = await makeShownAthlete();
    const { browser } = await follow(revoked.session.url);
    expect((await browser.get('/a/plan')).status).toBe(200);
    await skipWaitForLeases(revoked.partner.testKeyId);
    const revocation = `/v1/partner/api-keys/${revoked.partner.testKeyId}`;
    expect((await call('DELETE', revocation, { key: revoked.key })).status).toBe(204);
    forgetLeases(revoked.partner.testKeyId);
    expectNothing(await postToken(revoked.session.token), [410]);
    expectNothing(await browser.get('/a/plan'), [410]);

    const erased = await makeShownAthlete();
    const page = await follow(erased.session.url);
    expect((await call('DELETE', erased.path, { key: erased.key })).status).toBe(200);
    expectNothing(await postToken(erased.session.token), [410]);
    expectNothing(await page.browser.get('/a/plan'), [410]);
    expectNothing((await follow(erased.session.url)).opened, [410]);
  });

  test('show nothing of a terminated partner, and of a suspended one until it resumes', async () => {
    const act = async ({ partnerId, testKeyId, liveKeyId }: TestPartner, verb: string) => {
      for (const id of [testKeyId, liveKeyId]) await skipWaitForLeases(id);
      const { status } = await operator('POST', `/operator/v1/partners/${partnerId}/${verb}`);
      for (const id of [testKeyId, liveKeyId]) forgetLeases(id);
      return status;
    };
    const suspended = await makeShownAthlete();
    expect(await act(suspended.partner, 'suspend')).toBe(200);
    const paused = await postToken(suspended.session.token);
    expectNothing(paused, [403]);
    expect(paused.html).toContain((await textsOf('en')).pages.athlete.paused.title);
    const form = {
      page: 'feedback',
      fields: [
        ['send', '1'],
        ['gi_comfort', 'poor'],
      ],
    } as const;
    expectNothing(await postToken(suspended.session.token, form), [403]);
    expect(await act(suspended.partner, 'resume')).toBe(200);
    expect((await postToken(suspended.session.token)).status).toBe(200);

    const terminated = await makeShownAthlete();
    const { browser } = await follow(terminated.session.url);
    expect(await act(terminated.partner, 'terminate')).toBe(200);
    expectNothing(await postToken(terminated.session.token), [403]);
    expectNothing(await browser.get('/a/plan'), [403]);
  });

  test('stay out of every answer but their own page’s forms, and out of logs', async () => {
    const lines: string[] = [];
    const write = console.log;
    console.log = (...parts: unknown[]) => lines.push(parts.join(' '));
    try {
      const { session } = await makeShownAthlete();
      const { browser } = await follow(session.url);
      await browser.get('/a/plan');
      await postToken(session.token);
      await follow(`${session.url}x`);
      await new Browser().get(`/a/${session.token}`);
      const text = lines.join('\n');
      expect(text).toContain('"route":"GET /a/s/*"');
      expect(text).toContain('"route":"POST /a/plan"');
      for (const part of [session.token, session.url.split('/').at(-1) ?? '', 'Morning ride']) {
        expect(text).not.toContain(part);
      }
      expect(text).not.toMatch(/\/a\/(s\/\w|pst)/);
    } finally {
      console.log = write;
    }
  });
});

test('a page under /a/ that does not exist is a 404 that is neither cached nor framed', async () => {
  for (const path of ['/a', '/a/', '/a/profile', '/a/s/', '/a/s/x/y']) {
    const page = await new Browser().get(path, { accept: 'text/html' });
    expect(page.status, path).toBe(404);
    expect(page.headers.get('cache-control'), path).toBe('no-store');
    expect(policyOf(page), path).toContain("frame-ancestors 'none'");
  }
});
