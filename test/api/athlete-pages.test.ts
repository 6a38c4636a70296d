import { env } from 'cloudflare:workers';
import { LANGUAGES, textsOf } from '@musette/languages/languages';
import { beforeAll, expect, test } from 'vitest';
import { fieldOf, type PageReply } from '../support/browser.ts';
import {
  makeActivity,
  makeAthlete,
  makeCalculatedActivity,
  makeFeedback,
  makePageSession,
  makePrescription,
} from '../support/builders.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { call } from '../support/client.ts';
import { makePartner } from '../support/partners.ts';
import { later, stopClock } from '../support/stopped-clock.ts';
import {
  expectNothing,
  FRAMED,
  follow,
  makeShownAthlete,
  ORIGIN,
  policyOf,
  postToken,
  RIDE,
} from './shown-athlete.ts';

/** Contents, inputs and costs of the pages of athletes: the plan and the feedback of a session, in each language, unit and tier. */

beforeAll(() => loadTestCatalogue());

const mainOf = ({ html }: PageReply) => /<main>[\s\S]*<\/main>/.exec(html)?.[0] ?? '';

test('the frame shows the plan with ceiling, warnings, race view, disclaimer and attribution to whoever posts the token', async () => {
  const { session } = await makeShownAthlete({
    activity: {
      duration_min: 300,
      is_race_event: true,
      weather: { temperature_c: 33, humidity_percent: 60 },
    },
  });
  const page = await postToken(session.token);
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

test('a page is light or dark as the page around it, and as the device in any other case', async () => {
  const { session } = await makeShownAthlete();
  for (const scheme of ['light', 'dark']) {
    for (const page of ['plan', 'feedback']) {
      const { html } = await postToken(session.token, { page, fields: [['scheme', scheme]] });
      expect(html).toContain(`href="/assets/athlete-page-${scheme}.css"`);
      expect(fieldOf(html, 'scheme')).toBe(scheme);
    }
  }
  for (const scheme of ['', 'sepia', '../../x', '"><script>']) {
    const { html } = await postToken(session.token, { fields: [['scheme', scheme]] });
    expect(html).toContain('href="/assets/athlete-page.css"');
    expect(html).not.toContain('name="scheme"');
  }
});

test('escapes names of athletes, activities and partners, and shows them as data', async () => {
  const name = '"><img src=x onerror=alert(1)>';
  const partner = await makePartner();
  await env.REGISTRY.prepare('UPDATE partners SET name = ? WHERE id = ?')
    .bind('<b>Evil</b>', partner.partnerId)
    .run();
  const { session } = await makeShownAthlete({
    partner,
    activity: { name, course: { distance_km: 60, aid_stations: [{ km: 20, name, offers: ['water'] }] } },
    session: { return_url: `${ORIGIN}/?a="><script>1</script>` },
  });
  for (const page of ['plan', 'feedback']) {
    const { html, status } = await postToken(session.token, { page });
    expect(status).toBe(200);
    expect(html).not.toMatch(/<img|<b>Evil|<script>/);
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(html).toContain('&lt;b&gt;Evil&lt;/b&gt;');
  }
});

test('shows ranges, attribution and the subscribe link in teaser tier, and no product', async () => {
  const { session } = await makeShownAthlete({ profile: { tier: 'teaser' } });
  const page = await postToken(session.token);
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
  const { session } = await makeShownAthlete({ profile });
  const { html } = await postToken(session.token);
  const { plan } = await textsOf('en');
  expect(html.indexOf('class="alert')).toBeGreaterThan(0);
  expect(html.indexOf('class="alert')).toBeLessThan(html.indexOf('class="numbers"'));
  if (!('birth_year' in profile))
    expect(html).toContain(`<p class="alert review">${plan.drawing.review()}</p>`);
});

test('shows no weight where it is hidden', async () => {
  const activity = { duration_min: 720, is_race_event: true };
  const shown = await makeShownAthlete({ activity });
  const hidden = await makeShownAthlete({ activity, profile: { health: { reds_or_eating_disorder: true } } });
  const weight = /\d kg|weight|lighter|heavier/i;
  expect((await postToken(shown.session.token)).html).toMatch(weight);
  const { html } = await postToken(hidden.session.token);
  expect(html).toContain('MAX');
  expect(html).not.toMatch(weight);
});

test.each(LANGUAGES)('is whole in %s, in the browser’s language or else the athlete’s', async (language) => {
  const { session } = await makeShownAthlete({ profile: { locale: language } });
  const { pages, frame } = await textsOf(language);
  for (const headers of [FRAMED, { ...FRAMED, 'accept-language': `${language}-XX,xx;q=0.5` }]) {
    const plan = await postToken(session.token, { headers });
    expect(plan.headers.get('content-language')).toBe(language);
    expect(plan.html).toContain(`<html lang="${language}"`);
    expect(plan.html).toContain(pages.athlete.feedback);
    expect(plan.html.replaceAll('&#39;', "'")).toContain(frame.disclaimer);
    const feedback = await postToken(session.token, { page: 'feedback', headers });
    for (const { question, answers } of [pages.athlete.gut, pages.athlete.energy, pages.athlete.hydration]) {
      for (const words of [question, ...Object.values(answers)]) expect(feedback.html).toContain(words);
    }
  }
});

test('without an activity in its session shows the day’s: the next one, and a choice between those of the day', async () => {
  const { athleteId, key } = await makeShownAthlete();
  const add = (name: string, ms: number) =>
    makeCalculatedActivity(key, athleteId, {
      ...RIDE,
      name,
      scheduled_at: new Date(Date.now() + ms).toISOString(),
    });
  await add('In a week', 7 * 86_400_000);
  await add('Yesterday', -30 * 3_600_000);
  await add('In a month', 30 * 86_400_000);
  const session = await makePageSession(key, athleteId);
  const page = await postToken(session.token);
  expect(page.html).toContain('<h1>Morning ride</h1>');
  expect(page.html).not.toContain('In a week');
  const extra = await add('Second today', 60_000);
  const two = await postToken(session.token);
  expect(two.html).toContain('Second today');
  const chosen = await postToken(session.token, { fields: [['activity', extra.id]] });
  expect(chosen.html).toContain('<h1>Second today</h1>');
  const { browser } = await follow(session.url);
  expect((await browser.get(`/a/plan?activity=${extra.id}`)).html).toContain('<h1>Second today</h1>');
});

test.each([
  ['in the evening', '20:00:00+12:00', '23:59:00', 'Pacific/Auckland'],
  ['in its last millisecond, in the westernmost zone', '23:59:59.999-12:00', '00:00:00', 'Etc/GMT+12'],
  ['on a day without a time, at its first minute', '00:00:00+14:00', null, 'Pacific/Kiritimati'],
  ['on a day without a time, at its last minute', '23:59:00-11:00', null, 'Pacific/Pago_Pago'],
])('shows the session of the athlete’s own day, by the local clock, %s', async (_, now, start, time_zone) => {
  stopClock(Date.parse(`2036-06-15T${now}`));
  const { key, athleteId, session } = await makeShownAthlete({
    profile: { time_zone },
    activity: { scheduled_at: start === null ? '2036-06-15' : `2036-06-15T${start}` },
    session: { activity_id: null },
  });
  const tomorrow = { ...RIDE, name: 'Local tomorrow', scheduled_at: '2036-06-16T06:00:00' };
  await makeCalculatedActivity(key, athleteId, tomorrow);
  const { html } = await postToken(session.token);
  expect(html).toContain(`<h1>${RIDE.name}</h1>`);
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
    const { token } = await makePageSession(key, id);
    for (const page of ['plan', 'feedback']) {
      const { status, html } = await postToken(token, { page });
      expect(status, `${time_zone} ${page}`).toBe(200);
      expect(html.replaceAll(/<[^>]*>/g, ' '), `${time_zone} ${page}`).not.toMatch(/UTC|\d\dZ/);
    }
  }
});

test('writes amounts in the athlete’s units', async () => {
  const { session } = await makeShownAthlete({ profile: { units: 'us' } });
  const { html } = await postToken(session.token);
  expect(html).toMatch(/\d fl oz/);
  const metric = await makeShownAthlete({ profile: { units: 'metric' } });
  expect((await postToken(metric.session.token)).html).not.toContain('fl oz');
});

test('calculates again what has changed since the stored calculation, and stores nothing', async () => {
  const { session, key, path, activityPath } = await makeShownAthlete({ activity: { duration_min: 240 } });
  const before = mainOf(await postToken(session.token));
  await call('PATCH', activityPath, { key, body: { duration_min: 40 } });
  await call('PATCH', path, { key, body: { health: { kidney_disease: true } } });
  const shown = mainOf(await postToken(session.token));
  expect(shown).toContain((await textsOf('en')).plan.drawing.review());
  expect(before).not.toContain((await textsOf('en')).plan.drawing.review());
  expect((await call('GET', `${activityPath}/prescription`, { key })).json.stale).toBe(true);
  await makePrescription(key, activityPath);
  expect(mainOf(await postToken(session.token))).toBe(shown);
});

test('heads the feedback on a session without a name with its sport, as a title', async () => {
  const { session } = await makeShownAthlete({ activity: { name: null } });
  const { html } = await postToken(session.token, { page: 'feedback' });
  expect(html).toContain('<p class="when"><bdi>Bike</bdi></p>');
});

test('says so if no session is planned, or nothing was calculated', async () => {
  const { testKey: key } = await makePartner();
  const { id } = await makeAthlete(key);
  const create = async () => (await makePageSession(key, id)).token;
  const { athlete } = (await textsOf('en')).pages;
  expect((await postToken(await create())).html).toContain(athlete.noSession.title);
  expect((await postToken(await create(), { page: 'feedback' })).html).toContain(athlete.noFeedback.title);
  await makeActivity(key, id);
  expect((await postToken(await create())).html).toContain(athlete.noPlan.title);
});

test('of production has no sandbox label', async () => {
  const { session } = await makeShownAthlete({ isLive: true });
  expect(session.token).toMatch(/^pst_live_/);
  const page = await postToken(session.token);
  expect(page.status).toBe(200);
  expect(page.html).not.toMatch(/sandbox/i);
});

test('the form takes feedback with its token: four answers, which teach, and keeps what the partner has reported', async () => {
  const { session, key, activityPath } = await makeShownAthlete();
  await makeFeedback(key, activityPath, { actual_intake: { carbs_grams: 90 } });
  const form = await postToken(session.token, { page: 'feedback' });
  expect(fieldOf(form.html, 'token')).toBe(session.token);
  const fields = [
    ['activity', fieldOf(form.html, 'activity')],
    ['send', '1'],
    ['gi_comfort', 'good'],
    ['energy_level', 'low'],
    ['hydration_feel', 'dehydrated'],
    ['notes', 'Warm.\r\n<script>alert(1)</script>'],
  ] as const;
  const sent = await postToken(session.token, { page: 'feedback', fields });
  expect(sent.html).toContain('data-event="feedback"');
  const stored = (await call('GET', `${activityPath}/feedback`, { key })).json;
  expect(stored).toMatchObject({
    gi_comfort: 'good',
    energy_level: 'low',
    hydration_feel: 'dehydrated',
    notes: 'Warm.\n<script>alert(1)</script>',
    actual_intake: { carbs_grams: 90 },
  });
  const again = await postToken(session.token, { page: 'feedback' });
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
] as const)('the form stores no feedback of %s', async (_, fields) => {
  const { session, key, activityPath } = await makeShownAthlete();
  const sent = await postToken(session.token, { page: 'feedback', fields: [['send', '1'], ...fields] });
  expect(sent.status).toBe(422);
  expect((await call('GET', `${activityPath}/feedback`, { key })).status).toBe(404);
});

test('rate limit: a page is one of 60 a minute and session', async () => {
  const { session } = await makeShownAthlete({ session: { pages: ['feedback', 'plan'] } });
  const visits = [];
  for (let visit = 0; visit < 60; visit += 1)
    visits.push((await postToken(session.token, { page: 'feedback' })).status);
  expect(visits).toEqual(Array(60).fill(200));
  const refused = await postToken(session.token, { page: 'feedback' });
  expectNothing(refused, [429]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  expect((await postToken(session.token, { page: 'feedback', bindings: later(61) })).status).toBe(200);
});

test('a page costs its key a request, and shows nothing once the key’s budget is spent', async () => {
  const { key, athleteId, activityId } = await makeShownAthlete();
  const bindings = { STANDARD_SANDBOX_PER_MIN: '8' } as object;
  const { token } = await makePageSession(key, athleteId, { activity_id: activityId }, { bindings });
  const pages = [];
  for (let visit = 0; visit < 12; visit += 1) pages.push(await postToken(token));
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

test('a page is a product access: logged, and refused once the athlete’s budget is spent', async () => {
  const { key, athleteId, activityId } = await makeShownAthlete();
  const bindings = { PRODUCT_SANDBOX_PER_MIN: '2' };
  const { token } = await makePageSession(key, athleteId, { activity_id: activityId }, { bindings });
  expect([(await postToken(token)).status, (await postToken(token)).status]).toEqual([200, 200]);
  expectNothing(await postToken(token), [429]);
  expect((await postToken(token, { page: 'feedback' })).status).toBe(200);
  const log = await call('GET', `/v1/partner/access-log?athlete_id=${athleteId}`, { key });
  const logged = log.json.data.map(({ query }: { query: string }) => query);
  expect(logged).toEqual(['/a/plan', '/a/plan']);
  expect(log.json.data[0].result_count).toBeGreaterThan(0);
});
