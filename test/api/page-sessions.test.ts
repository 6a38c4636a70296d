import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeActivity, makeAthlete } from '../support/builders.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { call, refusal } from '../support/client.ts';
import { emailsTo, later, makeConsole, submit } from '../support/console.ts';
import { runSchedule } from '../support/crons.ts';
import { makePartner } from '../support/partners.ts';
import { TEST_HOME } from '../support/shards.ts';

/** Page sessions over the API, and the origins that may frame their pages. Their pages: athlete-pages.test.ts. */

const ORIGIN = 'https://app.platform.example';

beforeAll(() => loadTestCatalogue());

async function makeRunner(key: string, fields = {}) {
  const { id, path } = await makeAthlete(key, fields);
  const { id: activityId } = await makeActivity(key, id);
  return { path, sessions: `${path}/sessions`, activityId };
}

const create = (key: string, sessions: string, body: object = {}) =>
  call('POST', sessions, { key, body: { pages: ['plan', 'feedback'], ...body } });

describe('a page session', () => {
  test('is created with a token and a link, shown once, and listed, read and ended without them', async () => {
    const { testKey: key } = await makePartner();
    const { sessions, activityId } = await makeRunner(key);
    const created = await create(key, sessions, { activity_id: activityId, ttl_min: 5 });
    expect(created.status).toBe(201);
    const { token, url, ...shown } = created.json;
    expect(token).toMatch(/^pst_test_ath_t/);
    expect(url).toMatch(/^https:\/\/musette\.test\/a\/s\/[\w.-]+$/);
    expect(token).not.toContain(url.split('/').at(-1));
    expect(shown).toMatchObject({ pages: ['plan', 'feedback'], activity_id: activityId, return_url: null });
    expect(Date.parse(shown.expires_at) - Date.parse(shown.created_at)).toBe(5 * 60_000);
    expect(created.headers.get('Cache-Control')).toBe('no-store');
    const location = new URL(created.headers.get('Location') ?? '').pathname;
    expect((await call('GET', location, { key })).json).toEqual(shown);
    expect((await call('GET', sessions, { key })).json.data).toEqual([shown]);
    expect((await call('DELETE', location, { key })).status).toBe(204);
    expect(refusal(await call('DELETE', location, { key })).code).toBe('session_not_found');
    expect(refusal(await call('GET', location, { key })).code).toBe('session_not_found');
    expect((await call('GET', sessions, { key })).json.data).toEqual([]);
  });

  test('stores no secret: neither token nor code can be derived from its row', async () => {
    const { testKey: key } = await makePartner();
    const { sessions } = await makeRunner(key);
    const { token, url, id } = (await create(key, sessions)).json;
    const row = await TEST_HOME.prepare('SELECT * FROM page_sessions WHERE id = ?').bind(id).first();
    const [secret, signature] = token.split('.').slice(-2);
    for (const text of [secret, signature, token, url.split('/').at(-1)]) {
      expect(JSON.stringify(row)).not.toContain(text);
    }
  });

  test.each([
    ['no pages', { pages: [] }, '/pages'],
    ['an unknown page', { pages: ['profile'] }, '/pages/0'],
    ['a page twice', { pages: ['plan', 'plan'] }, '/pages'],
    ['no time', { ttl_min: 0 }, '/ttl_min'],
    ['more than a day', { ttl_min: 1441 }, '/ttl_min'],
    ['an unknown field', { athlete: 1 }, '/athlete'],
    ['a return address on a foreign origin', { return_url: 'https://evil.example/' }, '/return_url'],
    ['a return address without encryption', { return_url: 'http://app.platform.example/' }, '/return_url'],
    ['a return address that is a script', { return_url: 'javascript:alert(1)' }, '/return_url'],
    ['a return address with a user', { return_url: 'https://me@app.platform.example/' }, '/return_url'],
    ['a return address with a tab', { return_url: `${ORIGIN}/a\tb` }, '/return_url'],
    [
      'a return address with a character that is not seen',
      { return_url: `${ORIGIN}/a\u202eb` },
      '/return_url',
    ],
    [
      'a return address with an empty user',
      { return_url: 'https://:x@app.platform.example/' },
      '/return_url',
    ],
    [
      'a return address that begins like the origin',
      { return_url: `${ORIGIN}.evil.example/` },
      '/return_url',
    ],
  ])('is refused with %s', async (_, body, pointer) => {
    const { testKey: key } = await makePartner();
    await call('PATCH', '/v1/partner', { key, body: { allowed_origins: [ORIGIN] } });
    const { sessions } = await makeRunner(key);
    const refused = await create(key, sessions, body);
    expect(refusal(refused)).toEqual({ status: 422, code: 'validation_failed', pointers: [pointer] });
  });

  test.each([
    [`${ORIGIN}/calendar?day=1#top`, `${ORIGIN}/calendar?day=1#top`],
    ['https://APP.platform.example:443', `${ORIGIN}/`],
    [`${ORIGIN}/a/../b/<x>"'é?q=a|b`, `${ORIGIN}/b/%3Cx%3E%22'%C3%A9?q=a|b`],
    ['http://localhost:5173/x', 'http://localhost:5173/x'],
  ])('stores the return address %s as browsers write it', async (return_url, normal) => {
    const { testKey: key } = await makePartner();
    const origins = { allowed_origins: [ORIGIN, 'http://localhost:*'] };
    await call('PATCH', '/v1/partner', { key, body: origins });
    const { sessions } = await makeRunner(key);
    expect((await create(key, sessions, { return_url })).json.return_url).toBe(normal);
  });

  test('is refused for an activity of another athlete', async () => {
    const { testKey: key } = await makePartner();
    const [own, other] = [await makeRunner(key), await makeRunner(key)];
    const refused = await create(key, own.sessions, { activity_id: other.activityId });
    expect(refusal(refused)).toMatchObject({ status: 404, code: 'activity_not_found' });
  });

  test('is one of at most 20: the 21st ends the oldest, also when created at once', async () => {
    const { testKey: key } = await makePartner();
    const { sessions } = await makeRunner(key);
    const first = (await create(key, sessions)).json.id;
    const rest = await Promise.all(Array.from({ length: 20 }, () => create(key, sessions)));
    expect(rest.map(({ status }) => status)).toEqual(Array(20).fill(201));
    const { data } = (await call('GET', `${sessions}?limit=100`, { key })).json;
    expect(data).toHaveLength(20);
    expect(data.map(({ id }: { id: string }) => id)).not.toContain(first);
    const page = (await call('GET', `${sessions}?limit=15`, { key })).json;
    const next = await call('GET', `${sessions}?limit=15&cursor=${page.next_cursor}`, { key });
    expect([...page.data, ...next.json.data]).toEqual(data);
  });

  test('is forgotten when it expires, and purged with the hour', async () => {
    const { testKey: key } = await makePartner();
    const { sessions } = await makeRunner(key);
    const { id } = (await create(key, sessions, { ttl_min: 1 })).json;
    const inAMinute = { ...env, CLOCK_OFFSET_S: '61' };
    const expired = await call('GET', `${sessions}/${id}`, { key, bindings: inAMinute });
    expect(refusal(expired).code).toBe('session_not_found');
    expect((await call('GET', sessions, { key, bindings: inAMinute })).json.data).toEqual([]);
    const count = async () =>
      (await TEST_HOME.prepare('SELECT count(*) AS n FROM page_sessions WHERE id = ?').bind(id).first())?.n;
    expect(await count()).toBe(1);
    await runSchedule('53 * * * *', inAMinute);
    expect(await count()).toBe(0);
  });

  test('is exported without its secrets and erased with its athlete', async () => {
    const { testKey: key } = await makePartner();
    const { path, sessions } = await makeRunner(key);
    const { token, url, ...shown } = (await create(key, sessions)).json;
    const exported = await call('POST', `${path}/export`, { key });
    expect(exported.json.page_sessions).toEqual([shown]);
    expect(exported.text).not.toContain(token.split('.').at(-2));
    expect((await call('DELETE', path, { key })).json.records.page_sessions).toBe(1);
  });
});

describe('allowed origins', () => {
  test('belong to one environment, replace the list, and are shown with the account', async () => {
    const { testKey, liveKey } = await makePartner();
    const set = (key: string, allowed_origins: unknown) =>
      call('PATCH', '/v1/partner', { key, body: { allowed_origins } });
    const test = ['http://localhost:5173', 'http://localhost:*', 'http://localhost', ORIGIN];
    expect((await set(testKey, test)).json).toMatchObject({ environment: 'test', allowed_origins: test });
    expect((await call('GET', '/v1/partner', { key: testKey })).json.allowed_origins).toEqual(test);
    expect((await call('GET', '/v1/partner', { key: liveKey })).json.allowed_origins).toEqual([]);
    const live = ['https://app.platform.example:8443'];
    expect((await set(liveKey, live)).json.allowed_origins).toEqual(live);
    expect((await set(testKey, [])).json.allowed_origins).toEqual([]);
    expect((await call('PATCH', '/v1/partner', { key: liveKey, body: {} })).json.allowed_origins).toEqual(
      live,
    );
  });

  test.each([
    'http://app.platform.example',
    'https://app.platform.example/path',
    'https://*.platform.example',
    'https://*',
    '*',
    'null',
    "'self'",
    'https://me@app.platform.example',
    'https://app.platform.example; script-src *',
    'https://app.platform.example https://evil.example',
    'https://app.platform.example,https://evil.example',
    'http://127.0.0.1:3000',
    'http://localhost.evil.example',
    'http://localhost:*/x',
    'data:text/html,x',
    'https://intranet',
    'https://app.platform.example.',
    'https://app..platform.example',
    'https://.platform.example',
    'https://-app.platform.example',
    'https://app-.platform.example',
    'https://app.platform-.example',
    'https://app_1.platform.example',
    'https://@app.platform.example',
    'https://app.platform.example/?',
    'https://app.platform.example/#',
    'https://app.platform.example\\@evil.example',
    'https:app.platform.example/path',
    ' https://app.platform.example',
    'https://app.plat\tform.example',
    'https://app.plat\u200bform.example',
    'https://app.platform.example\u202e',
    `https://${'a'.repeat(64)}.example`,
    'ftp://app.platform.example',
    '',
  ])('reject %s', async (origin) => {
    const { testKey: key } = await makePartner();
    const refused = await call('PATCH', '/v1/partner', { key, body: { allowed_origins: [ORIGIN, origin] } });
    expect(refusal(refused)).toMatchObject({ status: 422, pointers: ['/allowed_origins/1'] });
    expect((await call('GET', '/v1/partner', { key })).json.allowed_origins).toEqual([]);
  });

  test.each([
    ['https://APP.platform.example', 'https://app.platform.example'],
    ['https://app.platform.example/', 'https://app.platform.example'],
    ['https://app.platform.example:443', 'https://app.platform.example'],
    ['https://app.platform.example:08443', 'https://app.platform.example:8443'],
    ['https://münchen.example', 'https://xn--mnchen-3ya.example'],
    ['https://App.例え.jp', 'https://app.xn--r8jz45g.jp'],
    ['HTTPS://a-b.c-d.example', 'https://a-b.c-d.example'],
  ])('%s is stored as browsers write it', async (origin, normal) => {
    const { testKey, liveKey } = await makePartner();
    for (const key of [testKey, liveKey]) {
      const body = { allowed_origins: [origin, normal] };
      const expected = [normal];
      const reply = await call('PATCH', '/v1/partner', {
        key,
        body: origin === normal ? { allowed_origins: expected } : body,
      });
      expect(reply.json.allowed_origins).toEqual(expected);
      expect((await call('GET', '/v1/partner', { key })).json.allowed_origins).toEqual(expected);
    }
  });

  test.each([
    ['https://127.0.0.1:3000', 'https://127.0.0.1:3000'],
    ['https://0x7f.1', 'https://127.0.0.1'],
    ['https://[::1]', 'https://[::1]'],
    ['https://[0:0::1]:8443', 'https://[::1]:8443'],
    ['https://localhost:5173', 'https://localhost:5173'],
  ])('%s is of the sandbox only', async (origin, normal) => {
    const { testKey, liveKey } = await makePartner();
    const set = (key: string) => call('PATCH', '/v1/partner', { key, body: { allowed_origins: [origin] } });
    expect((await set(testKey)).json.allowed_origins).toEqual([normal]);
    expect(refusal(await set(liveKey)).pointers).toEqual(['/allowed_origins/0']);
  });

  test('reject localhost in production, more than 20, and duplicates', async () => {
    const { liveKey: key } = await makePartner();
    const set = (origins: unknown) =>
      call('PATCH', '/v1/partner', { key, body: { allowed_origins: origins } });
    for (const local of ['http://localhost:3000', 'http://localhost:*']) {
      expect(refusal(await set([local])).pointers).toEqual(['/allowed_origins/0']);
    }
    const many = Array.from({ length: 21 }, (_, index) => `https://a${index}.platform.example`);
    expect(refusal(await set(many)).pointers).toEqual(['/allowed_origins']);
    expect((await set(many.slice(1))).status).toBe(200);
    expect(refusal(await set([ORIGIN, ORIGIN])).pointers).toEqual(['/allowed_origins']);
  });

  test('of a session are those of its creation', async () => {
    const { testKey: key } = await makePartner();
    const { sessions } = await makeRunner(key);
    const before = (await create(key, sessions)).json;
    const body = { allowed_origins: [ORIGIN] };
    await call('PATCH', '/v1/partner', { key, body });
    const after = (await create(key, sessions, { return_url: `${ORIGIN}/calendar?day=1` })).json;
    expect(before.allowed_origins).toEqual([]);
    expect(after).toMatchObject({ ...body, return_url: `${ORIGIN}/calendar?day=1` });
    const read = await call('GET', `${sessions}/${before.id}`, { key });
    expect(read.json.allowed_origins).toEqual([]);
  });
});

describe('allowed origins in the console', () => {
  test('are replaced in the sandbox, in production with a fresh code and an email to all admins, and audited', async () => {
    const { browser, email, testKey, liveKey } = await makeConsole();
    const shown = async (key: string) => (await call('GET', '/v1/partner', { key })).json.allowed_origins;
    const path = (environment: string) => `/console/${environment}/athlete-pages`;
    const origins = { origins: `${ORIGIN}\r\n  https://b.platform.example ` };
    expect((await submit(browser, path('sandbox'), origins)).location).toContain('done=set');
    expect(await shown(testKey)).toEqual([ORIGIN, 'https://b.platform.example']);
    expect((await browser.get(path('sandbox'))).html).toContain(`<code>${ORIGIN}</code>`);

    // Eleven minutes after the code of the sign-in.
    const stale = later(browser, 660);
    expect((await stale.get(path('production'))).html).toContain('Enter a code');
    expect((await submit(stale, path('production'), origins)).status).toBe(403);
    expect(await shown(liveKey)).toEqual([]);
    expect((await submit(browser, path('production'), origins)).location).toContain('done=set');
    expect(await shown(liveKey)).toEqual([ORIGIN, 'https://b.platform.example']);
    expect((await emailsTo(email))[0]).toContain('The allowed origins of production were changed');
    const refused = await submit(browser, path('production'), { origins: 'http://localhost:*' });
    expect(refused.status).toBe(422);
    expect((await browser.get('/console/audit')).html).toContain('Changed the allowed origins');
  });
});
