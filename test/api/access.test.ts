import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { failingBindings } from '../support/bindings.ts';
import { Browser, fieldOf } from '../support/browser.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { call, operator, refusal } from '../support/client.ts';
import { askForAccess, emailsTo, newAccessRequest, newApplication } from '../support/console.ts';
import { runSchedule } from '../support/crons.ts';

const REQUESTS = '/operator/v1/access-requests';
const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;
const UNKNOWN = 'acr_01kajz8w3t5v9c2b7n4m6q8r0s';
const decide = (id: string, verb: 'approve' | 'decline', body?: object) =>
  operator('POST', `${REQUESTS}/${id}/${verb}`, body ? { body } : {});

beforeAll(() => loadTestCatalogue());

const later = (seconds: number) => new Browser({ CLOCK_OFFSET_S: String(seconds) });

/** Returns the path of the newest link that was emailed to an address. */
async function linkFor(email: string): Promise<string | null> {
  const [newest = ''] = await emailsTo(email);
  return /\/access\/key\?link=[\w-]+/.exec(newest)?.[0] ?? null;
}

/** Sends a request, has it approved, and returns the path of its link. */
async function approved(
  application = newApplication(),
): Promise<{ id: string; path: string; email: string }> {
  const id = await newAccessRequest(application);
  expect((await decide(id, 'approve')).status).toBe(200);
  const path = await linkFor(application.email);
  if (path === null) throw new Error('no link was emailed');
  return { id, path, email: application.email };
}

const press = (path: string, browser = new Browser()) => {
  const link = new URLSearchParams(path.split('?')[1]).get('link') ?? '';
  return browser.post('/access/key', [['link', link]]);
};
const keyOn = (html: string) => /sk_test_\w+/.exec(html)?.[0];
const stored = async (id: string) =>
  env.REGISTRY.prepare('SELECT * FROM access_requests WHERE id = ?').bind(id).first();
const auditOf = async (id: string) =>
  (await env.REGISTRY.prepare('SELECT action FROM audit_log WHERE subject_id = ?').bind(id).raw()).flat();

describe('the form for access', () => {
  test('an access request is stored for the operator as typed, and nothing is emailed before a decision', async () => {
    const application = { ...newApplication(), use_case: 'Plans\r\nfor 50,000 athletes' };
    const reply = await askForAccess(application);
    expect(reply.status).toBe(200);
    expect(reply.html).toContain('We have your request');
    const { json } = await operator('GET', REQUESTS);
    expect(json.data[0]).toEqual({
      ...application,
      use_case: 'Plans\nfor 50,000 athletes',
      id: expect.stringMatching(/^acr_/),
      status: 'pending',
      created_at: expect.any(String),
    });
    expect(await linkFor(application.email)).toBeNull();
  });

  test.each(['platform', 'use_case', 'email'])(
    'shows the problem with %s and keeps the other fields',
    async (name) => {
      const application = { ...newApplication(), [name]: ' ' };
      const { status, html } = await askForAccess(application);
      expect(status).toBe(422);
      expect(html).toContain(`id="${name}-problem"`);
      expect(html.match(/role="alert"/g)).toHaveLength(1);
      const kept = name === 'platform' ? application.use_case : application.platform;
      expect(html).toContain(kept);
    },
  );

  test('a platform name that athletes may not be shown is rejected, and nothing is stored', async () => {
    const application = { ...newApplication(), platform: '\u202emroftalP' };
    const { status, html } = await askForAccess(application);
    expect(status).toBe(422);
    expect(html).toContain('id="platform-problem"');
    const row = await env.REGISTRY.prepare('SELECT id FROM access_requests WHERE contact_email = ?')
      .bind(application.email)
      .first();
    expect(row).toBeNull();
  });

  test('a use case with a NUL character is rejected, as in every text of the API', async () => {
    const { status, html } = await askForAccess({ ...newApplication(), use_case: 'Plans\u0000' });
    expect(status).toBe(422);
    expect(html).toContain('id="use_case-problem"');
  });

  test('hostile strings are escaped, on the page of the form, on the link page and in the list', async () => {
    const hostile = '"><script>alert(1)</script>';
    const shown = await askForAccess({ ...newApplication(), platform: hostile, email: hostile });
    expect(shown.status).toBe(422);
    expect(shown.html).not.toContain('<script>alert');
    const { path } = await approved({ ...newApplication(), platform: `A"&'B`, use_case: hostile });
    const page = await new Browser().get(path);
    expect(page.html).not.toContain(`A"&'B`);
    expect(page.html).toContain('A&quot;&amp;&#39;B');
  });

  test('rate limit: an address may send five requests per hour, and the answer says when to retry', async () => {
    const headers = { 'cf-connecting-ip': '192.0.2.77' };
    for (let count = 0; count < 5; count++) {
      expect((await askForAccess(newApplication(), headers)).status).toBe(200);
    }
    const application = newApplication();
    const sixth = await askForAccess(application, headers);
    expect(sixth.status).toBe(429);
    expect(sixth.headers.get('Retry-After')).toBe(String(HOUR_S));
    const { json } = await operator('GET', REQUESTS);
    expect(JSON.stringify(json)).not.toContain(application.email);
    expect((await askForAccess(application, headers, later(HOUR_S + 1))).status).toBe(200);
  });

  test('of simultaneous access requests from one address exactly five are accepted', async () => {
    const headers = { 'cf-connecting-ip': '192.0.2.78' };
    const replies = await Promise.all(
      Array.from({ length: 9 }, () => askForAccess(newApplication(), headers)),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(5);
  });

  test('an access request from another site, as JSON or too large is rejected', async () => {
    const application = newApplication();
    expect((await askForAccess(application, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await askForAccess(application, { 'content-type': 'application/json' })).status).toBe(415);
    const huge = { ...application, use_case: 'x'.repeat(70_000) };
    expect((await askForAccess(huge)).status).toBe(400);
    expect((await new Browser().get('/access')).headers.get('Cache-Control')).toBe('no-store');
  });
});

describe('the decision', () => {
  test('lists requests newest first, and each page continues after the previous one', async () => {
    for (let count = 0; count < 4; count++) await newAccessRequest();
    const first = (await operator('GET', `${REQUESTS}?limit=2`)).json;
    const second = (await operator('GET', `${REQUESTS}?limit=2&cursor=${first.next_cursor}`)).json;
    const listed = [...first.data, ...second.data].map(({ id }: { id: string }) => id);
    expect(listed).toEqual(listed.toSorted().toReversed());
    expect(new Set(listed).size).toBe(4);
  });

  test('an approval creates one partner without a key and emails a link', async () => {
    const application = newApplication();
    const id = await newAccessRequest(application);
    const reply = await decide(id, 'approve');
    expect(reply.json).toMatchObject({ id, status: 'approved', email: application.email });
    const row = await stored(id);
    const { json: partner } = await operator('GET', `/operator/v1/partners/${row?.partner_id}`);
    expect(partner).toMatchObject({ name: application.platform, contact_email: application.email });
    const keys = await env.REGISTRY.prepare('SELECT * FROM api_keys WHERE partner_id = ?')
      .bind(partner.id)
      .all();
    expect(keys.results).toEqual([]);
    const path = await linkFor(application.email);
    expect(path).not.toBeNull();
    expect(JSON.stringify(row)).not.toContain(path?.split('=')[1]);
  });

  test.each([
    [undefined, 'teaser', ['weur']],
    [{}, 'teaser', ['weur']],
    [{ default_tier: 'full' }, 'full', ['weur']],
    [{ default_tier: 'full', regions: ['enam', 'weur'] }, 'full', ['enam', 'weur']],
  ])('an approval with the choices %j makes a partner of tier %s in %j', async (choices, tier, regions) => {
    const id = await newAccessRequest();
    expect((await decide(id, 'approve', choices)).json).toMatchObject({ id, status: 'approved' });
    const row = await stored(id);
    const { json: partner } = await operator('GET', `/operator/v1/partners/${row?.partner_id}`);
    expect(partner).toMatchObject({ default_tier: tier, regions });
  });

  test('an approval with regions gives the sandbox key the first of them, and full tier', async () => {
    const application = newApplication();
    const regions = ['enam', 'weur'];
    await decide(await newAccessRequest(application), 'approve', { default_tier: 'teaser', regions });
    const key = keyOn((await press((await linkFor(application.email)) ?? '')).html) ?? '';
    const own = (await call('GET', '/v1/partner', { key })).json;
    expect(own).toMatchObject({ default_tier: 'full', regions, api_key: { region: 'enam' } });
  });

  test.each([
    [{ default_tier: 'gold' }, '/default_tier'],
    [{ regions: [] }, '/regions'],
    [{ regions: ['mars'] }, '/regions/0'],
    [{ regions: ['weur', 'weur'] }, '/regions'],
    [{ regions: ['apac'] }, '/regions/0'],
    [{ tier: 'full' }, '/tier'],
  ])('an approval with %j is 422 and decides nothing', async (choices, pointer) => {
    const id = await newAccessRequest();
    expect(refusal(await decide(id, 'approve', choices))).toEqual({
      status: 422,
      code: 'validation_failed',
      pointers: [pointer],
    });
    expect(await stored(id)).toMatchObject({ status: 'pending', partner_id: null });
  });

  test('an access request whose partner exists rejects a tier or regions on approval, and no link is emailed', async () => {
    const { id, path, email } = await approved();
    expect(refusal(await decide(id, 'approve', { default_tier: 'full' }))).toMatchObject({
      status: 409,
      code: 'request_already_decided',
    });
    expect(await linkFor(email)).toBe(path);
  });

  test('simultaneous approvals of an access request create one partner', async () => {
    const application = newApplication();
    const id = await newAccessRequest(application);
    const replies = await Promise.all([decide(id, 'approve'), decide(id, 'approve'), decide(id, 'approve')]);
    for (const { status } of replies) expect([200, 409]).toContain(status);
    const made = await env.REGISTRY.prepare('SELECT count(*) AS n FROM partners WHERE contact_email = ?')
      .bind(application.email)
      .first('n');
    expect(made).toBe(1);
  });

  test('a second approval emails a new link, and the old one ends', async () => {
    const { id, path, email } = await approved();
    expect((await decide(id, 'approve')).status).toBe(200);
    const second = await linkFor(email);
    expect(second).not.toBe(path);
    expect((await new Browser().get(path)).status).toBe(404);
    expect((await new Browser().get(second ?? '')).status).toBe(200);
  });

  test('a decline sends nothing, can be repeated, and is final', async () => {
    const application = newApplication();
    const id = await newAccessRequest(application);
    for (let time = 0; time < 2; time++) {
      expect((await decide(id, 'decline')).json).toMatchObject({ id, status: 'declined' });
    }
    expect(await linkFor(application.email)).toBeNull();
    expect(refusal(await decide(id, 'approve'))).toMatchObject({
      status: 409,
      code: 'request_already_decided',
    });
    expect(await auditOf(id)).toEqual(['access_request.decline']);
    const { id: other } = await approved();
    expect(refusal(await decide(other, 'decline'))).toMatchObject({ code: 'request_already_decided' });
  });

  test('simultaneous declines leave one audit row, even while another request is pending', async () => {
    const [id] = [await newAccessRequest(), await newAccessRequest()];
    const replies = await Promise.all([1, 2, 3, 4].map(() => decide(id, 'decline')));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await auditOf(id)).toEqual(['access_request.decline']);
  });

  test('an unknown request is not found', async () => {
    for (const verb of ['approve', 'decline'] as const) {
      expect(refusal(await decide(UNKNOWN, verb))).toMatchObject({
        status: 404,
        code: 'access_request_not_found',
      });
    }
  });
});

describe('the link', () => {
  test('opening it creates nothing; its button creates a working sandbox key and shows it once', async () => {
    const { path } = await approved();
    const browser = new Browser();
    for (let opened = 0; opened < 2; opened++) {
      const page = await browser.get(path);
      expect(page.status).toBe(200);
      expect(fieldOf(page.html, 'link')).not.toBe('');
      expect(keyOn(page.html)).toBeUndefined();
    }
    const shown = await press(path);
    expect(shown.status).toBe(200);
    expect(shown.headers.get('Cache-Control')).toBe('no-store');
    const key = keyOn(shown.html) ?? '';
    expect((await call('GET', '/v1/athletes', { key })).json.data).toHaveLength(8);
    const again = await press(path);
    expect([again.status, keyOn(again.html)]).toEqual([409, undefined]);
    expect((await browser.get(path)).status).toBe(409);
  });

  test('if the sandbox cannot be filled, the link can be used again', async () => {
    const { path } = await approved();
    const failed = await press(path, new Browser(failingBindings('athleteBatches')));
    expect([failed.status, keyOn(failed.html)]).toEqual([503, undefined]);
    const key = keyOn((await press(path)).html) ?? '';
    expect((await call('GET', '/v1/athletes', { key })).json.data).toHaveLength(8);
  });

  test("a second link leaves the partner's sandbox unchanged, even if its only key was revoked", async () => {
    const { id, path, email } = await approved();
    const key = keyOn((await press(path)).html) ?? '';
    const { json: athletes } = await call('GET', '/v1/athletes', { key });
    await call('DELETE', `/v1/athletes/${athletes.data[0].id}`, { key });
    await call('POST', '/v1/athletes', { key, body: { external_id: 'mine' } });
    const account = await call('GET', '/v1/partner', { key });
    await call('DELETE', `/v1/partner/api-keys/${account.json.api_key.id}`, { key });
    await decide(id, 'approve');
    const second = keyOn((await press((await linkFor(email)) ?? '')).html) ?? '';
    const left = (await call('GET', '/v1/athletes', { key: second })).json.data;
    expect(left).toHaveLength(8);
    expect(left[0].external_id).toBe('mine');
  });

  test('simultaneous presses of the button create one key', async () => {
    const { path } = await approved();
    const replies = await Promise.all([press(path), press(path), press(path), press(path)]);
    expect(replies.filter(({ html }) => keyOn(html) !== undefined)).toHaveLength(1);
  });

  test('a link creates no key for a partner at its limit, and is not used up', async () => {
    const { id, path, email } = await approved();
    const key = keyOn((await press(path)).html) ?? '';
    await decide(id, 'approve');
    const second = (await linkFor(email)) ?? '';
    const body = { name: 'one more' };
    const create = () => call('POST', '/v1/partner/api-keys', { key, body });
    const made = await Promise.all(Array.from({ length: 24 }, create));
    const refused = await press(second);
    expect([refused.status, keyOn(refused.html)]).toEqual([404, undefined]);
    await call('DELETE', `/v1/partner/api-keys/${made[0]?.json.id}`, { key });
    expect(keyOn((await press(second)).html)).toBeDefined();
  });

  test('a link works for 72 hours to the second', async () => {
    const { path } = await approved();
    const late = later(72 * HOUR_S + 5);
    expect((await late.get(path)).status).toBe(410);
    expect((await press(path, late)).status).toBe(410);
    expect((await press(path, later(71 * HOUR_S))).status).toBe(200);
  });

  test('a guessed or truncated link is unknown, and a terminated partner gets no key', async () => {
    for (const link of ['', 'x', 'A'.repeat(43)]) {
      expect((await new Browser().get(`/access/key?link=${link}`)).status).toBe(404);
      expect((await press(`/access/key?link=${link}`)).status).toBe(404);
    }
    const { id, path, email } = await approved();
    const row = await stored(id);
    await operator('POST', `/operator/v1/partners/${row?.partner_id}/terminate`);
    const refused = await press(path);
    expect([refused.status, keyOn(refused.html)]).toEqual([404, undefined]);
    expect(refusal(await decide(id, 'approve'))).toMatchObject({
      status: 409,
      code: 'request_already_decided',
    });
    expect(await linkFor(email)).toBe(path);
  });
});

test('retention: the hash of the network address is deleted within two hours, the request 90 days after its decision', async () => {
  const id = await newAccessRequest();
  await decide(id, 'decline');
  const night = (days: number) => runSchedule('53 * * * *', { ...env, CLOCK_OFFSET_S: String(days * DAY_S) });
  expect(await stored(id)).toMatchObject({ address_hash: expect.any(String) });
  await night(1);
  expect(await stored(id)).toMatchObject({ address_hash: null, status: 'declined' });
  await night(89);
  expect(await stored(id)).not.toBeNull();
  await night(91);
  expect(await stored(id)).toBeNull();
});
