import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { textsOf } from '#core/languages/languages.ts';
import { LANGUAGES } from '#core/languages/tags.ts';
import { forgetAdmissions } from '#platform/access/admit.ts';
import { Browser, fieldOf, type PageReply, plainFetch } from '../support/browser.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { BASE, call } from '../support/client.ts';
import { skipWaitForLeases } from '../support/guards.ts';
import { makePartner, type TestPartner } from '../support/partners.ts';

/** The pages that a partner shows to its athletes, in a frame and behind a link, and what attackers try with them. */

const ORIGIN = 'https://app.platform.example';
const OTHER_ORIGIN = 'https://other.example';
const RIDE = { type: 'bike', duration_min: 150, intensity_level: 6, name: 'Morning ride' };
const PROFILE = { body_mass_kg: 70, sex: 'female', birth_year: 1990, fitness_level: 5 };

beforeAll(() => loadTestCatalogue());

interface Made {
  readonly partner: TestPartner;
  readonly key: string;
  readonly path: string;
  readonly activityPath: string;
  readonly activityId: string;
  readonly session: { readonly id: string; readonly token: string; readonly url: string };
}

/** A session of an athlete with a calculated activity. */
async function make(
  options: {
    readonly profile?: object;
    readonly activity?: object;
    readonly session?: object;
    readonly origins?: readonly string[];
    readonly partner?: TestPartner;
    readonly isLive?: boolean;
  } = {},
): Promise<Made> {
  const partner = options.partner ?? (await makePartner());
  const key = options.isLive ? partner.liveKey : partner.testKey;
  const send = async (method: string, path: string, body: object) => {
    const reply = await call(method, path, { key, body });
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
    return reply.json;
  };
  await send('PATCH', '/v1/partner', { allowed_origins: options.origins ?? [ORIGIN] });
  const { id } = await send('POST', '/v1/athletes', { ...PROFILE, ...options.profile });
  const path = `/v1/athletes/${id}`;
  const activity = await send('POST', `${path}/activities?calculate=true`, { ...RIDE, ...options.activity });
  const session = await send('POST', `${path}/sessions`, {
    pages: ['plan', 'feedback'],
    activity_id: activity.id,
    ...options.session,
  });
  const activityPath = `${path}/activities/${activity.id}`;
  return { partner, key, path, activityPath, activityId: activity.id, session };
}

/** What a browser sends with the form of the element. */
const FRAMED = {
  origin: ORIGIN,
  'sec-fetch-site': 'cross-site',
  'sec-fetch-dest': 'iframe',
  'sec-fetch-mode': 'navigate',
};

const post = (
  token: string,
  {
    page = 'plan',
    fields = [],
    headers = FRAMED,
    bindings = {},
  }: {
    readonly page?: string;
    readonly fields?: readonly (readonly [string, string])[];
    readonly headers?: Readonly<Record<string, string>>;
    readonly bindings?: Partial<Cloudflare.Env>;
  } = {},
): Promise<PageReply> => new Browser(bindings).post(`/a/${page}`, [['token', token], ...fields], headers);

const later = (seconds: number): Partial<Cloudflare.Env> => ({ ...env, CLOCK_OFFSET_S: String(seconds) });

/** As in another isolate, or three seconds later: a lease of this one would still admit its key. */
const forgetLeases = (keyId: string) => forgetAdmissions({ keyGuards: env.KEY_GUARD }, keyId);

const policyOf = ({ headers }: PageReply) => headers.get('content-security-policy') ?? '';

const mainOf = ({ html }: PageReply) => /<main>[\s\S]*<\/main>/.exec(html)?.[0] ?? '';

/** What no page may say to someone who may not see the plan. */
function expectNothing(reply: PageReply, statuses: readonly number[]): void {
  expect(statuses).toContain(reply.status);
  // A form carries its token back, which may look like anything.
  expect(reply.html.replaceAll(/value="pst_[^"]*"/g, '')).not.toMatch(
    /Morning ride|\d+ ?(g|mg|ml|ml\/h)\b|MAX/,
  );
  expect(reply.headers.get('set-cookie')).toBeNull();
  expect(reply.headers.get('cache-control')).toBe('no-store');
}

/** Opens a link in a browser and returns it at its page. */
async function follow(url: string, headers: Readonly<Record<string, string>> = {}) {
  const browser = new Browser();
  const opened = await browser.get(url, headers);
  return { browser, opened };
}

describe('the frame', () => {
  test('shows the plan with ceiling, warnings, race view, disclaimer and attribution to whoever posts the token', async () => {
    const { session } = await make({
      activity: {
        duration_min: 300,
        is_race_event: true,
        weather: { temperature_c: 33, humidity_percent: 60 },
      },
    });
    const page = await post(session.token);
    expect(page.status).toBe(200);
    const { plan, frame } = await textsOf('en');
    for (const text of [
      'Morning ride',
      'MAX',
      '⚠',
      plan.race.title(),
      plan.drawing.disclaimer(),
      frame.disclaimer,
    ]) {
      expect(page.html).toContain(text);
    }
    expect(page.html).toContain('>Sandbox<');
    expect(page.html).toMatch(/<a href="https:\/\/musette\.test"[^>]*>Powered by Musette<\/a>/);
    expect(page.html).not.toMatch(/<style|style=|<script(?! src="\/assets\/athlete-frame.js" defer)/);
  });

  test('has the headers of the contract: no cookie, no cache, no referrer, no index, and the session’s origins', async () => {
    const { session } = await make({ origins: [ORIGIN, 'http://localhost:5173'] });
    const { headers } = await post(session.token);
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
    const { session, key } = await make({ origins: [] });
    await call('PATCH', '/v1/partner', { key, body: { allowed_origins: [OTHER_ORIGIN] } });
    const page = await post(session.token);
    expect(policyOf(page)).toMatch(/frame-ancestors 'none'$/);
    expect(page.headers.get('x-frame-options')).toBe('DENY');
  });

  test('names in its script data no origin but the session’s, and its forms carry the token', async () => {
    const { session } = await make();
    const { html } = await post(session.token);
    expect(html).toContain(`data-origins="${ORIGIN}"`);
    expect(fieldOf(html, 'token')).toBe(session.token);
    expect(html.match(/<form[^>]*>/g)?.every((form) => /action="\/a\/(plan|feedback)"/.test(form))).toBe(
      true,
    );
  });

  test('is light or dark as the page around it, and as the device in any other case', async () => {
    const { session } = await make();
    for (const scheme of ['light', 'dark']) {
      for (const page of ['plan', 'feedback']) {
        const { html } = await post(session.token, { page, fields: [['scheme', scheme]] });
        expect(html).toContain(`href="/assets/athlete-page-${scheme}.css"`);
        expect(fieldOf(html, 'scheme')).toBe(scheme);
      }
    }
    for (const scheme of ['', 'sepia', '../../x', '"><script>']) {
      const { html } = await post(session.token, { fields: [['scheme', scheme]] });
      expect(html).toContain('href="/assets/athlete-page.css"');
      expect(html).not.toContain('name="scheme"');
    }
  });

  test('takes the token until it expires, any number of times, and not a second longer', async () => {
    const { session } = await make({ session: { ttl_min: 5 } });
    for (const seconds of [0, 60, 299]) {
      expect((await post(session.token, { bindings: later(seconds) })).status).toBe(200);
    }
    const ended = await post(session.token, { bindings: later(301) });
    expectNothing(ended, [410]);
    expect(ended.html).toContain('data-state="ended"');
    expect(policyOf(ended)).toContain(`frame-ancestors ${ORIGIN}`);
  });

  test('says that a deleted session has ended, in the origins that its partner allows now, and nothing else', async () => {
    const { session, key, path } = await make();
    await call('DELETE', `${path}/sessions/${session.id}`, { key });
    await call('PATCH', '/v1/partner', { key, body: { allowed_origins: [OTHER_ORIGIN] } });
    const ended = await post(session.token);
    expectNothing(ended, [410]);
    expect(ended.html).toContain(`data-origins="${OTHER_ORIGIN}" data-state="ended"`);
    expect(policyOf(ended)).toMatch(new RegExp(`frame-ancestors ${OTHER_ORIGIN}$`));
    await call('PATCH', '/v1/partner', { key, body: { allowed_origins: [] } });
    expect(policyOf(await post(session.token))).toMatch(/frame-ancestors 'none'$/);
    const forged = await post(session.token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')));
    expectNothing(forged, [410]);
    expect(policyOf(forged)).toMatch(/frame-ancestors 'none'$/);
  });

  test('is neither for scripts nor for images, workers or other frames of frames', async () => {
    const { session } = await make();
    for (const destination of ['empty', 'script', 'image', 'worker', 'object', 'embed', 'style']) {
      expectNothing(await post(session.token, { headers: { 'sec-fetch-dest': destination } }), [403]);
    }
    // A top-level form is a page of its own; nothing of it can be read from outside.
    expect((await post(session.token, { headers: { 'sec-fetch-dest': 'document' } })).status).toBe(200);
    const { headers } = await post(session.token);
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  test('takes feedback with its token: four answers, which teach, and keeps what the partner has reported', async () => {
    const { session, key, activityPath } = await make();
    await call('POST', `${activityPath}/feedback`, { key, body: { actual_intake: { carbs_grams: 90 } } });
    const form = await post(session.token, { page: 'feedback' });
    expect(fieldOf(form.html, 'token')).toBe(session.token);
    const fields = [
      ['activity', fieldOf(form.html, 'activity')],
      ['send', '1'],
      ['gi_comfort', 'good'],
      ['energy_level', 'low'],
      ['hydration_feel', 'dehydrated'],
      ['notes', 'Warm.\r\n<script>alert(1)</script>'],
    ] as const;
    const sent = await post(session.token, { page: 'feedback', fields });
    expect(sent.html).toContain('data-event="feedback"');
    const stored = (await call('GET', `${activityPath}/feedback`, { key })).json;
    expect(stored).toMatchObject({
      gi_comfort: 'good',
      energy_level: 'low',
      hydration_feel: 'dehydrated',
      notes: 'Warm.\n<script>alert(1)</script>',
      actual_intake: { carbs_grams: 90 },
    });
    const again = await post(session.token, { page: 'feedback' });
    expect(again.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(again.html).not.toContain('<script>alert');
    expect(again.html).toMatch(/value="good" checked/);
  });

  test.each([
    ['nothing', []],
    ['spaces only', [['notes', '   ']]],
    ['an unknown answer', [['gi_comfort', 'splendid']]],
    ['a text that is too long', [['notes', 'x'.repeat(4001)]]],
    ['a text with a NUL', [['notes', 'a\u0000b']]],
  ] as const)('stores no feedback of %s', async (_, fields) => {
    const { session, key, activityPath } = await make();
    const sent = await post(session.token, { page: 'feedback', fields: [['send', '1'], ...fields] });
    expect(sent.status).toBe(422);
    expect((await call('GET', `${activityPath}/feedback`, { key })).status).toBe(404);
  });
});

describe('the link', () => {
  test('keeps the session in a cookie, leads to the plan without its code, and works for ten minutes, any number of times', async () => {
    const { session } = await make();
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
    const { session } = await make({ session: { ttl_min: 30 } });
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
    const { session } = await make();
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
    const { session } = await make();
    await follow(session.url);
    const page = await new Browser().get('/a/plan');
    expectNothing(page, [410]);
    expect(page.html).toContain((await textsOf('en')).pages.athlete.noCookie.title);
  });

  test('gives one browser one session: the last one', async () => {
    const { session } = await make();
    const other = await make({ activity: { name: 'Evening run' } });
    const { browser } = await follow(session.url);
    await browser.get(other.session.url);
    expect((await browser.get('/a/plan')).html).toContain('Evening run');
  });

  test('takes feedback with a form token, and none from another site, session or script', async () => {
    const { session, key, activityPath } = await make();
    const other = await make();
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
    const { session } = await make({ session: { pages: ['feedback'] } });
    const { browser, opened } = await follow(session.url);
    expect(opened.location).toBe('/a/feedback');
    expect((await browser.get('/a/feedback')).status).toBe(200);
    expectNothing(await browser.get('/a/plan'), [410]);
    expectNothing(await post(session.token), [410]);
  });
});

describe('credentials', () => {
  test('are three that differ: none works as another, and none opens the API', async () => {
    const { session, path } = await make();
    const { browser } = await follow(session.url);
    const cookie = browser.cookies.get('__Host-athlete') ?? '';
    const code = session.url.split('/').at(-1) ?? '';
    for (const text of [code, cookie, `pst_test_${cookie}`, `pst_test_${code}`, session.id]) {
      expectNothing(await post(text), [410]);
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
    const { session } = await make();
    const other = await make();
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
      expectNothing(await post(token, { bindings }), [410]);
    }
    expect(reads).toBe(0);
    await post(session.token, { bindings });
    expect(reads).toBeGreaterThan(0);
  });

  test('show one athlete’s activity only, whatever the form asks for', async () => {
    const partner = await makePartner();
    const { session, path, key } = await make({ partner });
    const second = await call('POST', `${path}/activities?calculate=true`, {
      key,
      body: { ...RIDE, name: 'Other' },
    });
    const neighbour = await make({ partner });
    for (const activity of [second.json.id, neighbour.activityId, 'act_x', '']) {
      const page = await post(session.token, { fields: [['activity', activity]] });
      expectNothing(page, [404]);
      const fields = [
        ['activity', activity],
        ['send', '1'],
        ['gi_comfort', 'poor'],
      ] as const;
      expectNothing(await post(session.token, { page: 'feedback', fields }), [404]);
    }
  });

  test('end at once with their session, key and athlete', async () => {
    const deleted = await make();
    expect((await post(deleted.session.token)).status).toBe(200);
    await call('DELETE', `${deleted.path}/sessions/${deleted.session.id}`, { key: deleted.key });
    expectNothing(await post(deleted.session.token), [410]);

    const revoked = await make();
    const { browser } = await follow(revoked.session.url);
    expect((await browser.get('/a/plan')).status).toBe(200);
    await skipWaitForLeases(revoked.partner.testKeyId);
    const revocation = `/v1/partner/api-keys/${revoked.partner.testKeyId}`;
    expect((await call('DELETE', revocation, { key: revoked.key })).status).toBe(204);
    forgetLeases(revoked.partner.testKeyId);
    expectNothing(await post(revoked.session.token), [410]);
    expectNothing(await browser.get('/a/plan'), [410]);

    const erased = await make();
    const page = await follow(erased.session.url);
    expect((await call('DELETE', erased.path, { key: erased.key })).status).toBe(200);
    expectNothing(await post(erased.session.token), [410]);
    expectNothing(await page.browser.get('/a/plan'), [410]);
    expectNothing((await follow(erased.session.url)).opened, [410]);
  });

  test('show nothing of a terminated partner, and of a suspended one until it resumes', async () => {
    const key = env.OPERATOR_TOKEN;
    const act = async ({ partnerId, testKeyId, liveKeyId }: TestPartner, verb: string) => {
      for (const id of [testKeyId, liveKeyId]) await skipWaitForLeases(id);
      const { status } = await call('POST', `/operator/v1/partners/${partnerId}/${verb}`, { key });
      for (const id of [testKeyId, liveKeyId]) forgetLeases(id);
      return status;
    };
    const suspended = await make();
    expect(await act(suspended.partner, 'suspend')).toBe(200);
    const paused = await post(suspended.session.token);
    expectNothing(paused, [403]);
    expect(paused.html).toContain((await textsOf('en')).pages.athlete.paused.title);
    const form = {
      page: 'feedback',
      fields: [
        ['send', '1'],
        ['gi_comfort', 'poor'],
      ],
    } as const;
    expectNothing(await post(suspended.session.token, form), [403]);
    expect(await act(suspended.partner, 'resume')).toBe(200);
    expect((await post(suspended.session.token)).status).toBe(200);

    const terminated = await make();
    const { browser } = await follow(terminated.session.url);
    expect(await act(terminated.partner, 'terminate')).toBe(200);
    expectNothing(await post(terminated.session.token), [403]);
    expectNothing(await browser.get('/a/plan'), [403]);
  });

  test('stay out of every answer but their own page’s forms, and out of logs', async () => {
    const lines: string[] = [];
    const write = console.log;
    console.log = (...parts: unknown[]) => lines.push(parts.join(' '));
    try {
      const { session } = await make();
      const { browser } = await follow(session.url);
      await browser.get('/a/plan');
      await post(session.token);
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

describe('a page', () => {
  test('is one of 60 a minute and session', async () => {
    const { session } = await make({ session: { pages: ['feedback', 'plan'] } });
    const visits = [];
    for (let visit = 0; visit < 60; visit += 1)
      visits.push((await post(session.token, { page: 'feedback' })).status);
    expect(visits).toEqual(Array(60).fill(200));
    const refused = await post(session.token, { page: 'feedback' });
    expectNothing(refused, [429]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect((await post(session.token, { page: 'feedback', bindings: later(61) })).status).toBe(200);
  });

  test('costs its key a request, and shows nothing once the key’s budget is spent', async () => {
    const { key, path, activityId } = await make();
    const bindings = { ...env, STANDARD_SANDBOX_PER_MIN: '8' };
    const body = { pages: ['plan'], activity_id: activityId };
    const { token } = (await call('POST', `${path}/sessions`, { key, body, bindings })).json;
    const pages = [];
    for (let visit = 0; visit < 12; visit += 1) pages.push(await post(token));
    expect(pages[0]?.status).toBe(200);
    const refused = pages.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(4);
    for (const page of refused) {
      expectNothing(page, [429]);
      // Also where this isolate knows it without asking: a frame that may not be shown would say nothing.
      expect(page.html).toContain(`data-origins="${ORIGIN}" data-state="unavailable"`);
      expect(policyOf(page)).toMatch(new RegExp(`frame-ancestors ${ORIGIN}$`));
      expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });

  test('is a product access: logged, and refused once the athlete’s budget is spent', async () => {
    const { key, path, activityId } = await make();
    const bindings = { ...env, PRODUCT_SANDBOX_PER_MIN: '2' };
    const body = { pages: ['plan', 'feedback'], activity_id: activityId };
    const { token } = (await call('POST', `${path}/sessions`, { key, body, bindings })).json;
    expect([(await post(token)).status, (await post(token)).status]).toEqual([200, 200]);
    expectNothing(await post(token), [429]);
    expect((await post(token, { page: 'feedback' })).status).toBe(200);
    const log = await call('GET', `/v1/partner/access-log?athlete_id=${path.split('/').at(-1)}`, { key });
    const logged = log.json.data.map(({ query }: { query: string }) => query);
    expect(logged).toEqual(['/a/plan', '/a/plan']);
    expect(log.json.data[0].result_count).toBeGreaterThan(0);
  });

  test('escapes names of athletes, activities and partners, and shows them as data', async () => {
    const name = '"><img src=x onerror=alert(1)>';
    const partner = await makePartner();
    await env.REGISTRY.prepare('UPDATE partners SET name = ? WHERE id = ?')
      .bind('<b>Evil</b>', partner.partnerId)
      .run();
    const { session } = await make({
      partner,
      activity: { name, course: { distance_km: 60, aid_stations: [{ km: 20, name, offers: ['water'] }] } },
      session: { return_url: `${ORIGIN}/?a="><script>1</script>` },
    });
    for (const page of ['plan', 'feedback']) {
      const { html, status } = await post(session.token, { page });
      expect(status).toBe(200);
      expect(html).not.toMatch(/<img|<b>Evil|<script>/);
      expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
      expect(html).toContain('&lt;b&gt;Evil&lt;/b&gt;');
    }
  });

  test('shows ranges, attribution and the subscribe link in teaser tier, and no product', async () => {
    const { session } = await make({ profile: { tier: 'teaser' } });
    const page = await post(session.token);
    expect(page.status).toBe(200);
    expect(page.headers.get('x-service-data-attribution')).toBe('required');
    expect(page.html).toMatch(
      /<a href="https:\/\/musette\.test\/subscribe\?athlete=[^"]+" target="_blank" rel="noopener">/,
    );
    expect(page.html).toMatch(/\d–\d+ g/);
    expect(page.html).not.toMatch(/Gel 100|class="rows|class="night/);
  });

  test.each([
    ['a minor', { birth_year: new Date().getUTCFullYear() - 14 }],
    ['kidney disease', { health: { kidney_disease: true } }],
    ['a heart condition', { health: { heart_failure: true } }],
  ])('says that a professional should review the plan of an athlete with %s', async (_, profile) => {
    const { session } = await make({ profile });
    const { html } = await post(session.token);
    const { plan } = await textsOf('en');
    expect(html.indexOf('class="alert')).toBeGreaterThan(0);
    expect(html.indexOf('class="alert')).toBeLessThan(html.indexOf('class="numbers"'));
    if (!('birth_year' in profile))
      expect(html).toContain(`<p class="alert review">${plan.drawing.review()}</p>`);
  });

  test('shows no weight where it is hidden', async () => {
    const activity = { duration_min: 720, is_race_event: true };
    const shown = await make({ activity });
    const hidden = await make({ activity, profile: { health: { reds_or_eating_disorder: true } } });
    const weight = /\d kg|weight|lighter|heavier/i;
    expect((await post(shown.session.token)).html).toMatch(weight);
    const { html } = await post(hidden.session.token);
    expect(html).toContain('MAX');
    expect(html).not.toMatch(weight);
  });

  test.each(LANGUAGES)(
    'is whole in %s, in the browser’s language or else the athlete’s',
    async (language) => {
      const { session } = await make({ profile: { locale: language } });
      const { pages, frame } = await textsOf(language);
      for (const headers of [FRAMED, { ...FRAMED, 'accept-language': `${language}-XX,xx;q=0.5` }]) {
        const plan = await post(session.token, { headers });
        expect(plan.headers.get('content-language')).toBe(language);
        expect(plan.html).toContain(`<html lang="${language}"`);
        expect(plan.html).toContain(pages.athlete.feedback);
        expect(plan.html.replaceAll('&#39;', "'")).toContain(frame.disclaimer);
        const feedback = await post(session.token, { page: 'feedback', headers });
        for (const { question, answers } of [
          pages.athlete.gut,
          pages.athlete.energy,
          pages.athlete.hydration,
        ]) {
          for (const words of [question, ...Object.values(answers)]) expect(feedback.html).toContain(words);
        }
      }
    },
  );

  test('without an activity in its session shows the day’s: the next one, and a choice between those of the day', async () => {
    const { partner, path, key } = await make();
    const now = Date.now();
    const at = (ms: number) => new Date(now + ms).toISOString();
    const add = (name: string, ms: number) =>
      call('POST', `${path}/activities?calculate=true`, {
        key,
        body: { ...RIDE, name, scheduled_at: at(ms) },
      });
    await add('In a week', 7 * 86_400_000);
    await add('Yesterday', -30 * 3_600_000);
    await add('In a month', 30 * 86_400_000);
    expect(partner.partnerId).toMatch(/^prt_/);
    const session = (await call('POST', `${path}/sessions`, { key, body: { pages: ['plan', 'feedback'] } }))
      .json;
    const page = await post(session.token);
    expect(page.html).toContain('<h1>Morning ride</h1>');
    expect(page.html).not.toContain('In a week');
    const extra = (await add('Second today', 60_000)).json;
    const two = await post(session.token);
    expect(two.html).toContain('Second today');
    const chosen = await post(session.token, { fields: [['activity', extra.id]] });
    expect(chosen.html).toContain('<h1>Second today</h1>');
    const { browser } = await follow(session.url);
    expect((await browser.get(`/a/plan?activity=${extra.id}`)).html).toContain('<h1>Second today</h1>');
  });

  test('shows the session of the athlete’s own day, by the local clock', async () => {
    const { path, key } = await make({ profile: { time_zone: 'Pacific/Auckland' } });
    const clock = (ms: number) =>
      new Date(ms).toLocaleString('sv', { timeZone: 'Pacific/Auckland' }).replace(' ', 'T');
    const today = clock(Date.now()).slice(0, 10);
    const add = (name: string, scheduled_at: string) =>
      call('POST', `${path}/activities?calculate=true`, { key, body: { ...RIDE, name, scheduled_at } });
    expect((await add('Local evening', `${today}T23:59:00`)).status).toBe(201);
    await add('Local tomorrow', `${clock(Date.now() + 86_400_000).slice(0, 10)}T06:00:00`);
    const other = (await call('GET', `${path}/activities`, { key })).json.data;
    for (const { id, name } of other) {
      if (name === RIDE.name) await call('DELETE', `${path}/activities/${id}`, { key });
    }
    const { token } = (await call('POST', `${path}/sessions`, { key, body: { pages: ['plan'] } })).json;
    const { html } = await post(token);
    expect(html).toContain('<h1>Local evening</h1>');
    expect(html).not.toContain('Local tomorrow');
    expect(html).not.toContain('UTC');
  });

  test('says no UTC to the sandbox’s athletes with a time zone, before a session and after it', async () => {
    const { testKey: key } = await makePartner();
    await call('POST', '/v1/sandbox/reset', { key });
    await call('PATCH', '/v1/partner', { key, body: { allowed_origins: [ORIGIN] } });
    const athletes = (await call('GET', '/v1/athletes?limit=100', { key })).json.data;
    const zoned = athletes.filter(({ time_zone }: { time_zone: string | null }) => time_zone !== null);
    expect(zoned.map(({ time_zone }: { time_zone: string }) => time_zone).sort()).toEqual([
      'America/Los_Angeles',
      'Asia/Tokyo',
      'Europe/Berlin',
    ]);
    for (const { id, time_zone } of zoned) {
      const body = { pages: ['plan', 'feedback'] };
      const { token } = (await call('POST', `/v1/athletes/${id}/sessions`, { key, body })).json;
      for (const page of ['plan', 'feedback']) {
        const { status, html } = await post(token, { page });
        expect(status, `${time_zone} ${page}`).toBe(200);
        expect(html.replaceAll(/<[^>]*>/g, ' '), `${time_zone} ${page}`).not.toMatch(/UTC|\d\dZ/);
      }
    }
  });

  test('writes amounts in the athlete’s units', async () => {
    const { session } = await make({ profile: { units: 'us' } });
    const { html } = await post(session.token);
    expect(html).toMatch(/\d fl oz/);
    const metric = await make({ profile: { units: 'metric' } });
    expect((await post(metric.session.token)).html).not.toContain('fl oz');
  });

  test('calculates again what has changed since the stored calculation, and stores nothing', async () => {
    const { session, key, path, activityPath } = await make({ activity: { duration_min: 240 } });
    const before = mainOf(await post(session.token));
    await call('PATCH', activityPath, { key, body: { duration_min: 40 } });
    await call('PATCH', path, { key, body: { health: { kidney_disease: true } } });
    const shown = mainOf(await post(session.token));
    expect(shown).toContain((await textsOf('en')).plan.drawing.review());
    expect(before).not.toContain((await textsOf('en')).plan.drawing.review());
    expect((await call('GET', `${activityPath}/prescription`, { key })).json.stale).toBe(true);
    await call('POST', `${activityPath}/prescription`, { key });
    expect(mainOf(await post(session.token))).toBe(shown);
  });

  test('says so if no session is planned, or nothing was calculated', async () => {
    const { testKey: key } = await makePartner();
    const path = `/v1/athletes/${(await call('POST', '/v1/athletes', { key, body: {} })).json.id}`;
    const create = async () =>
      (await call('POST', `${path}/sessions`, { key, body: { pages: ['plan', 'feedback'] } })).json.token;
    const { athlete } = (await textsOf('en')).pages;
    expect((await post(await create())).html).toContain(athlete.noSession.title);
    expect((await post(await create(), { page: 'feedback' })).html).toContain(athlete.noFeedback.title);
    await call('POST', `${path}/activities`, { key, body: RIDE });
    expect((await post(await create())).html).toContain(athlete.noPlan.title);
  });

  test('of production has no sandbox label', async () => {
    const { session } = await make({ isLive: true });
    expect(session.token).toMatch(/^pst_live_/);
    const page = await post(session.token);
    expect(page.status).toBe(200);
    expect(page.html).not.toMatch(/sandbox/i);
  });

  test('under /a/ that does not exist is a 404 that is neither cached nor framed', async () => {
    for (const path of ['/a', '/a/', '/a/profile', '/a/s/', '/a/s/x/y']) {
      const page = await new Browser().get(path, { accept: 'text/html' });
      expect(page.status, path).toBe(404);
      expect(page.headers.get('cache-control'), path).toBe('no-store');
      expect(policyOf(page), path).toContain("frame-ancestors 'none'");
    }
  });
});
