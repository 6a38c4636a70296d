import { env } from 'cloudflare:workers';
import { beforeAll, expect, test, vi } from 'vitest';
import { plainFetch } from '../support/browser.ts';
import { makeAthlete, makeWebhook } from '../support/builders.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { BASE, call, operator } from '../support/client.ts';
import {
  addMember,
  confirm,
  emailsTo,
  later,
  makeConsole,
  makeNewcomer,
  signInToConsole,
  submit,
} from '../support/console.ts';

/** The way of a partner from the sandbox to production: the request, its approval and the first live key. */

beforeAll(() => loadTestCatalogue());

const DOCUMENTS = { TERMS_URL: 'https://musette.example/terms-1', DPA_URL: 'https://musette.example/dpa-1' };
/** A partner to whom the operator's terms are published. */
const newcomer = () => makeNewcomer(DOCUMENTS);

const REQUEST = {
  tier: 'full',
  data_protection_contact: 'privacy@platform.example',
  expected_athletes: '50000',
  accept: 'yes',
  terms_url: DOCUMENTS.TERMS_URL,
  dpa_url: DOCUMENTS.DPA_URL,
};

test('from the approval to a live key without a secret in a terminal, an email or a log', async () => {
  const { id, email, browser } = await newcomer();
  const lines: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(String(line)));
  try {
    for (const page of ['keys', 'usage', 'webhooks', 'oauth-clients']) {
      const closed = await browser.get(`/console/production/${page}`);
      expect(closed.status).toBe(403);
      expect(closed.html, 'what production is').toContain('Production is for your real athletes');
      expect(closed.html, 'how to get it').toContain('<a class="button" href="/console/live-access">');
    }
    expect((await submit(browser, '/console/live-access', REQUEST)).location).toContain('done=requested');
    const pending = await operator('GET', '/operator/v1/live-access-requests');
    expect(pending.json.data[0]).toMatchObject({
      partner_id: id,
      status: 'pending',
      tier: 'full',
      accepted_by: email,
      terms_url: DOCUMENTS.TERMS_URL,
      dpa_url: DOCUMENTS.DPA_URL,
      expected_athletes: 50000,
    });
    const path = `/operator/v1/partners/${id}/approve-live`;
    const approved = await operator('POST', path, { body: { tier: 'full' }, bindings: DOCUMENTS });
    expect(approved.status).toBe(200);
    expect(approved.json).toMatchObject({ default_tier: 'full', live_access_at: expect.any(String) });
    const made = await submit(browser, '/console/production/keys', {
      name: 'Backend',
      once: 'o'.repeat(43),
    });
    const [secret = ''] = /sk_live_\w+/.exec(made.html) ?? [];
    expect(secret).toMatch(/^sk_live_\w{38}$/);
    expect(made.headers.get('Cache-Control')).toBe('no-store');
    for (const text of [
      approved.text,
      pending.text,
      await (await plainFetch(`${BASE}/dev/outbox`)).text(),
      lines.join('\n'),
    ]) {
      expect(text).not.toMatch(/sk_live_\w{20}/);
    }
    // Reloading the page of the secret creates nothing and shows nothing.
    const again = await submit(browser, '/console/production/keys', {
      name: 'Backend',
      once: 'o'.repeat(43),
    });
    expect([again.status, again.html.includes('sk_live_')]).toEqual([409, false]);
    expect((await browser.get('/console/production/keys')).html).not.toContain(secret);
    const athlete = await call('POST', '/v1/athletes', { key: secret, body: {} });
    expect([athlete.status, athlete.json.tier]).toEqual([201, 'full']);
    const keys = await env.REGISTRY.prepare(
      "SELECT count(*) AS n FROM api_keys WHERE partner_id = ? AND environment = 'live'",
    )
      .bind(id)
      .first<{ n: number }>();
    expect(keys?.n).toBe(1);
  } finally {
    log.mockRestore();
  }
});

test('the checklist ticks itself, and its current state is sent with the request', async () => {
  const { key, browser } = await newcomer();
  const doneIn = (html: string) => html.match(/class="done"/g)?.length ?? 0;
  expect(doneIn((await browser.get('/console')).html)).toBe(0);
  const { json: list } = await call('GET', '/v1/athletes?limit=100', { key });
  const teaser = list.data.find(({ tier }: { tier: string }) => tier === 'teaser');
  const { json: activities } = await call('GET', `/v1/athletes/${teaser.id}/activities?limit=1`, { key });
  await call('GET', `/v1/athletes/${teaser.id}/activities/${activities.data[0].id}/prescription`, { key });
  await makeWebhook(key);
  const { html } = await browser.get('/console');
  expect(html).toMatch(/<li class="done">\s*Read a teaser athlete/);
  expect(doneIn(html)).toBe(3);
  await submit(browser, '/console/live-access', REQUEST);
  const { json } = await operator('GET', '/operator/v1/live-access-requests');
  expect(json.data[0].checklist.sort()).toEqual(['changes_received', 'key_used', 'teaser_read']);
  // Ticked once, it stays ticked without usage.
  await env.REGISTRY.prepare('DELETE FROM webhooks').run();
  expect(doneIn((await browser.get('/console')).html)).toBe(3);
});

test.each(['query', 'body'])(
  'the checklist counts sessions written with calculate in the %s',
  async (form) => {
    const { key, browser } = await newcomer();
    const session = { type: 'run', duration_min: 90 };
    const athlete = await makeAthlete(key, { external_id: 'rider' });
    const write = (calculate: boolean) =>
      form === 'query'
        ? call('POST', `${athlete.path}/activities?calculate=${calculate}`, {
            key,
            body: session,
          })
        : call('POST', '/v1/activities/batch', {
            key,
            body: {
              calculate,
              activities: [{ ...session, athlete_external_id: 'rider', external_id: 'a' }],
            },
          });
    const calculated = /<li class="done">\s*Calculated a prescription/;
    await write(false);
    expect((await browser.get('/console')).html).not.toMatch(calculated);
    await write(true);
    expect((await browser.get('/console')).html).toMatch(calculated);
  },
);

test('approval is rejected while the terms are unset, without a request, twice with another tier, and after termination', async () => {
  const approve = (id: string, tier: string, bindings: Partial<Cloudflare.Env> = DOCUMENTS) =>
    operator('POST', `/operator/v1/partners/${id}/approve-live`, { body: { tier }, bindings });
  const { id, browser } = await newcomer();
  expect((await approve(id, 'full')).json.error.code).toBe('live_access_not_requested');
  await submit(browser, '/console/live-access', REQUEST);
  for (const unset of [
    { ...DOCUMENTS, TERMS_URL: '' },
    { ...DOCUMENTS, DPA_URL: '' },
  ]) {
    expect((await approve(id, 'full', unset)).json.error.code).toBe('documents_not_set');
  }
  expect((await approve(id, 'teaser')).status).toBe(200);
  expect((await approve(id, 'teaser')).status).toBe(200);
  expect((await approve(id, 'full')).json.error.code).toBe('live_access_not_requested');
  const ended = await newcomer();
  await submit(ended.browser, '/console/live-access', REQUEST);
  await operator('POST', `/operator/v1/partners/${ended.id}/terminate`);
  expect((await approve(ended.id, 'full')).json.error.code).toBe('partner_terminated');
});

test('a request accepts only the documents that were shown: not others, not unset ones, and not without consent', async () => {
  const { browser } = await newcomer();
  const send = (change: Readonly<Record<string, string>>) =>
    submit(browser, '/console/live-access', { ...REQUEST, ...change });
  expect((await send({ terms_url: 'https://musette.example/terms-0' })).status).toBe(409);
  expect((await send({ accept: '' })).status).toBe(422);
  expect((await send({ tier: 'gold' })).status).toBe(422);
  expect((await send({ data_protection_contact: 'nobody' })).status).toBe(422);
  const unset = await makeNewcomer();
  expect((await unset.browser.get('/console/live-access')).html).toContain('has not published its terms');
  expect((await submit(unset.browser, '/console/live-access', REQUEST)).status).toBe(409);
});

test('approvals notify every admin; a live key needs an admin and a code, and notifies them again', async () => {
  const { id, email, browser } = await newcomer();
  await submit(browser, '/console/live-access', REQUEST);
  await operator('POST', `/operator/v1/partners/${id}/approve-live`, {
    body: { tier: 'full' },
    bindings: DOCUMENTS,
  });
  expect((await emailsTo(email))[0]).toContain('Production is open');
  const viewer = await signInToConsole((await addMember(id, 'viewer')).email);
  expect((await submit(viewer, '/console/production/keys', { name: 'x' })).status).toBe(403);
  const late = later(browser, 700, DOCUMENTS);
  expect((await submit(late, '/console/production/keys', { name: 'x' })).status).toBe(403);
  await confirm(late, email);
  const made = await submit(late, '/console/production/keys', { name: 'Server' });
  const [secret = 'none'] = /sk_live_\w+/.exec(made.html) ?? [];
  const [text] = await emailsTo(email);
  expect(text).toMatch(/A production key was created: key_\w+ in the Musette console/);
  expect(text, 'anyone may have chosen its name').not.toContain('Server');
  expect(text).not.toContain(secret);
});

test('a pending request for live access is shown instead of a second form', async () => {
  const { browser, partnerId } = await makeConsole();
  await env.REGISTRY.prepare('UPDATE partners SET live_access_at = NULL WHERE id = ?').bind(partnerId).run();
  const own = later(browser, 0, DOCUMENTS);
  const refused = await submit(own, '/console/live-access', { ...REQUEST, expected_athletes: '-1' });
  expect(refused.status).toBe(422);
  expect(refused.html).toMatch(/role="alert"[\s\S]*value="privacy@platform.example"/);
  await submit(own, '/console/live-access', REQUEST);
  const { html } = await own.get('/console/live-access');
  expect(html).toContain('pending');
  expect(html).not.toContain('name="expected_athletes"');
  expect((await own.get('/console/live-access?change=yes')).html).toContain('name="expected_athletes"');
});
