import { LANGUAGES, textsOf } from '@musette/languages/languages';
import { beforeAll, describe, expect, test } from 'vitest';
import { Browser, fieldOf } from '../support/browser.ts';
import { makePageSession } from '../support/builders.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { call } from '../support/client.ts';
import { databaseOf } from '../support/shards.ts';
import { later } from '../support/stopped-clock.ts';
import { expectNothing, follow, makeShownAthlete, postToken } from './shown-athlete.ts';

/** Whose pages a browser shows: what their header says, and the question before a link replaces another athlete’s. */

beforeAll(() => loadTestCatalogue());

const HEADER = /<header>.*?<\/header>/s;
const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
const headerOf = (html: string) => textOf(HEADER.exec(html)?.[0] ?? '');

async function makeNamed(name: string | null, partnerName: string, session = {}) {
  const shown = await makeShownAthlete({ profile: { name }, session });
  await databaseOf(shown.athleteId)
    .prepare('UPDATE page_sessions SET partner_name = ? WHERE athlete_id = ?')
    .bind(partnerName, shown.athleteId)
    .run();
  return shown;
}

/** A browser with the pages of Maria of Acme, and the link of Tom of Velo. */
async function makeTwo() {
  const maria = await makeNamed('Maria', 'Acme');
  const tom = await makeNamed('Tom', 'Velo');
  const { browser } = await follow(maria.session.url);
  return { maria, tom, browser };
}

const isOf = async (browser: Browser, name: string) =>
  expect(headerOf((await browser.get('/a/plan')).html)).toContain(name);

describe('the header of a page', () => {
  test('names the athlete and the partner, in a frame and behind a link', async () => {
    const { session } = await makeNamed('Maria', 'Acme');
    const { browser } = await follow(session.url);
    for (const page of ['plan', 'feedback']) {
      expect(headerOf((await postToken(session.token, { page })).html)).toContain('For Maria · Acme');
      expect(headerOf((await browser.get(`/a/${page}`)).html)).toContain('For Maria · Acme');
    }
  });

  test.each([null, '', ' \u200b\u202e '])('addresses an athlete whose name is %j', async (name) => {
    const { session } = await makeNamed('x', 'Acme');
    await databaseOf((await makeShownAthlete()).athleteId)
      .prepare("UPDATE athletes SET name = ? WHERE name = 'x'")
      .bind(name)
      .run();
    expect(headerOf((await postToken(session.token)).html)).toContain('Your plan · Acme');
  });

  test('shows names as text, without markup, line breaks and characters that turn the direction', async () => {
    const { session } = await makeNamed('<b>Ma\u202eria</b>\n & co', '<i>Acme</i>');
    const { html } = await postToken(session.token);
    expect(html).toContain('<bdi>&lt;b&gt;Maria&lt;/b&gt; &amp; co</bdi>');
    expect(html).toContain('<bdi>&lt;i&gt;Acme&lt;/i&gt;</bdi>');
  });

  test('is in each language', async () => {
    const { session } = await makeNamed('Maria', 'Acme');
    const seen = new Set<string>();
    for (const language of LANGUAGES) {
      const browser = new Browser();
      await browser.get(session.url);
      const { html } = await browser.get('/a/plan', { 'accept-language': language });
      const words = (await textsOf(language)).pages.athlete;
      expect(headerOf(html)).toContain('Maria');
      expect(headerOf(html)).toContain('Acme');
      seen.add(words.yours({ partner: '' }) + words.replace.title);
    }
    expect(seen.size).toBe(LANGUAGES.length);
  });

  test('names nobody where the page may not be shown', async () => {
    const { session, path, key } = await makeNamed('Maria', 'Acme');
    await call('DELETE', `${path}/sessions/${session.id}`, { key });
    expect((await postToken(session.token)).html).not.toMatch(/Maria|Acme/);
  });
});

describe('a link that meets the pages of another athlete', () => {
  test('asks first, names both athletes and both partners, and keeps the cookie', async () => {
    const { tom, browser } = await makeTwo();
    const asked = await browser.get(tom.session.url);
    expect(asked.status).toBe(200);
    expect(asked.headers.get('set-cookie')).toBeNull();
    expect(textOf(asked.html)).toContain('Open now For Maria · Acme In the link For Tom · Velo');
    expect(asked.headers.get('content-security-policy')).toMatch(
      /form-action 'self'.*frame-ancestors 'none'/,
    );
    expect(asked.html).not.toContain('<script');
    expect(asked.html).toContain('href="/a/plan"');
    await isOf(browser, 'Maria');
  });

  test.each(LANGUAGES)('asks in %s', async (language) => {
    const { tom, browser } = await makeTwo();
    const { html } = await browser.get(tom.session.url, { 'accept-language': language });
    const { replace } = (await textsOf(language)).pages.athlete;
    for (const words of Object.values(replace)) expect(html).toContain(words);
  });

  test('replaces them once the form of that page confirms', async () => {
    const { tom, browser } = await makeTwo();
    const { html } = await browser.get(tom.session.url);
    const confirmed = await browser.post(tom.session.url, [['form_token', fieldOf(html, 'form_token')]], {
      origin: 'null',
      'sec-fetch-site': 'same-origin',
    });
    expect([confirmed.status, confirmed.location]).toEqual([303, '/a/plan']);
    await isOf(browser, 'Tom');
  });

  test('is confirmed by no other form: of another site, without the token, or with that of another session', async () => {
    const { maria, tom, browser } = await makeTwo();
    const { html } = await browser.get(tom.session.url);
    const own = fieldOf(html, 'form_token');
    const stranger = await follow((await makeNamed('Eve', 'Evil')).session.url);
    const foreign = fieldOf((await stranger.browser.get('/a/feedback')).html, 'form_token');
    const refused: readonly (readonly [string, Record<string, string>])[] = [
      ['', {}],
      [foreign, {}],
      [maria.session.token, {}],
      [own, { origin: 'https://evil.example' }],
      [own, { 'sec-fetch-site': 'cross-site', origin: 'null' }],
      [own, { 'sec-fetch-site': 'same-site' }],
      [own, { 'sec-fetch-dest': 'iframe' }],
      [own, { 'sec-fetch-dest': 'empty' }],
    ];
    for (const [token, headers] of refused) {
      expectNothing(await browser.post(tom.session.url, [['form_token', token]], headers), [403]);
      await isOf(browser, 'Maria');
    }
    const withoutCookie = await new Browser().post(tom.session.url, [['form_token', own]]);
    expectNothing(withoutCookie, [403]);
    const json = await browser.post(tom.session.url, [['form_token', own]], { 'content-type': 'text/plain' });
    expectNothing(json, [415]);
    await isOf(browser, 'Maria');
  });

  test('is not confirmed by a form from before the browser changed to a third athlete', async () => {
    const { tom, browser } = await makeTwo();
    const own = fieldOf((await browser.get(tom.session.url)).html, 'form_token');
    const third = await follow((await makeNamed('Ida', 'Rowing')).session.url);
    browser.cookies.set('__Host-athlete', third.browser.cookies.get('__Host-athlete') ?? '');
    expectNothing(await browser.post(tom.session.url, [['form_token', own]]), [403]);
    await isOf(browser, 'Ida');
  });

  test('asks nothing for the same athlete, also in another session, and nothing in another browser', async () => {
    const maria = await makeNamed('Maria', 'Acme');
    const { browser } = await follow(maria.session.url);
    expect((await browser.get(maria.session.url)).status).toBe(303);
    const again = await makePageSession(maria.key, maria.athleteId, {});
    expect((await browser.get(again.url)).status).toBe(303);
    expect((await new Browser().get(again.url)).status).toBe(303);
  });

  test.each([
    [
      'was deleted',
      async ({ path, session, key }: Shown) => call('DELETE', `${path}/sessions/${session.id}`, { key }),
    ],
    ['is of an erased athlete', async ({ path, key }: Shown) => call('DELETE', path, { key })],
    ['has expired', async () => undefined],
    ['has a cookie that we did not issue', async () => undefined],
  ])('asks nothing if the session of the browser %s', async (how, end) => {
    const maria = await makeNamed('Maria', 'Acme', { ttl_min: 1 });
    const tom = await makeNamed('Tom', 'Velo');
    const { browser } = await follow(maria.session.url);
    await end(maria);
    const at = new Browser(how === 'has expired' ? later(61) : {});
    const cookie = browser.cookies.get('__Host-athlete') ?? '';
    at.cookies.set('__Host-athlete', how.includes('did not issue') ? `${cookie}x` : cookie);
    expect((await at.get(tom.session.url)).status).toBe(303);
    await isOf(at, 'Tom');
  });

  test('asks at the same time in two tabs, and each confirmation holds for its own link', async () => {
    const { tom, browser } = await makeTwo();
    const ida = await makeNamed('Ida', 'Rowing');
    const [first, second] = await Promise.all([browser.get(tom.session.url), browser.get(ida.session.url)]);
    await browser.post(tom.session.url, [['form_token', fieldOf(first.html, 'form_token')]]);
    // The second tab was asked about Maria, not about Tom.
    const late = await browser.post(ida.session.url, [['form_token', fieldOf(second.html, 'form_token')]]);
    expectNothing(late, [403]);
    await isOf(browser, 'Tom');
  });

  test('is refused if it has expired, whatever the browser shows', async () => {
    const { tom, browser } = await makeTwo();
    const at = new Browser(later(601));
    at.cookies.set('__Host-athlete', browser.cookies.get('__Host-athlete') ?? '');
    expectNothing(await at.get(tom.session.url), [410]);
  });
});

type Shown = Awaited<ReturnType<typeof makeShownAthlete>>;
