import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { Browser, codeFor, fieldOf, plainFetch } from '../support/browser.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { BASE, type CallOptions, call } from '../support/client.ts';
import {
  addMember,
  confirm,
  later,
  makeConsole,
  newAddress,
  signInToConsole,
  submit,
} from '../support/console.ts';
import { makePartner } from '../support/partners.ts';

beforeAll(() => loadTestCatalogue());

const DOCUMENTS = { TERMS_URL: 'https://musette.example/terms-1', DPA_URL: 'https://musette.example/dpa-1' };
const operator = (method: string, path: string, options: CallOptions = {}) =>
  call(method, path, { key: env.OPERATOR_TOKEN, ...options });
const outbox = async () => (await plainFetch(`${BASE}/dev/outbox`)).text();
const lastEmailTo = async (email: string) =>
  (await outbox()).split('<article').find((article) => article.includes(`To ${email},`)) ?? '';

/**
 * A partner as the operator creates it, with its contact signed in, and with the operator's terms published.
 */
async function newcomer(bindings: Partial<Cloudflare.Env> = DOCUMENTS) {
  const email = newAddress('newcomer');
  const body = { name: 'Newcomer', use_case: 'Tests', contact_email: email };
  const { json } = await operator('POST', '/operator/v1/partners', { body });
  const browser = await signInToConsole(email, new Browser(bindings));
  return { id: String(json.partner.id), key: String(json.sandbox_key.secret), email, browser };
}

const REQUEST = {
  tier: 'full',
  data_protection_contact: 'privacy@platform.example',
  expected_athletes: '50000',
  accept: 'yes',
  terms_url: DOCUMENTS.TERMS_URL,
  dpa_url: DOCUMENTS.DPA_URL,
};

describe('from the sandbox to production', () => {
  test('from the approval to a live key without a secret in a terminal, an email or a log', async () => {
    const { id, email, browser } = await newcomer();
    const secrets: string[] = [];
    const lines: string[] = [];
    const log = vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(String(line)));
    try {
      expect((await browser.get('/console/production/keys')).status).toBe(403);
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
      secrets.push(secret);
      expect(secret).toMatch(/^sk_live_\w{38}$/);
      expect(made.headers.get('Cache-Control')).toBe('no-store');
      for (const text of [approved.text, pending.text, await outbox(), lines.join('\n')]) {
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
    expect(secrets).toHaveLength(1);
  });

  test('the checklist ticks itself, and its current state is sent with the request', async () => {
    const { key, browser } = await newcomer();
    const doneIn = (html: string) => html.match(/class="done"/g)?.length ?? 0;
    expect(doneIn((await browser.get('/console')).html)).toBe(0);
    const { json: list } = await call('GET', '/v1/athletes?limit=100', { key });
    const teaser = list.data.find(({ tier }: { tier: string }) => tier === 'teaser');
    const { json: activities } = await call('GET', `/v1/athletes/${teaser.id}/activities?limit=1`, { key });
    await call('GET', `/v1/athletes/${teaser.id}/activities/${activities.data[0].id}/prescription`, { key });
    await call('POST', '/v1/webhooks', {
      key,
      body: { url: 'https://platform.example/hook', events: ['*'] },
    });
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
      const session = { type: 'run', duration_min: 90, intensity_level: 5 };
      const { json: athlete } = await call('POST', '/v1/athletes', { key, body: { external_id: 'rider' } });
      const write = (calculate: boolean) =>
        form === 'query'
          ? call('POST', `/v1/athletes/${athlete.id}/activities?calculate=${calculate}`, {
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
    expect((await send({ expected_athletes: '-1' })).status).toBe(422);
    expect((await send({ data_protection_contact: 'nobody' })).status).toBe(422);
    const unset = await newcomer({});
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
    expect(await lastEmailTo(email)).toContain('Production is open');
    const viewer = await signInToConsole((await addMember(id, 'viewer')).email);
    expect((await submit(viewer, '/console/production/keys', { name: 'x' })).status).toBe(403);
    const late = later(browser, 700, DOCUMENTS);
    expect((await submit(late, '/console/production/keys', { name: 'x' })).status).toBe(403);
    await confirm(late, email);
    const made = await submit(late, '/console/production/keys', { name: 'Server' });
    const [secret = 'none'] = /sk_live_\w+/.exec(made.html) ?? [];
    const text = await lastEmailTo(email);
    expect(text).toMatch(/A production key was created: key_\w+ in the Musette console/);
    expect(text, 'anyone may have chosen its name').not.toContain('Server');
    expect(text).not.toContain(secret);
  });

  test('a lost contact is replaced by the operator: the new one is an admin, the previous one is removed', async () => {
    const { id, email, browser } = await newcomer();
    const successor = newAddress('successor');
    const path = `/operator/v1/partners/${id}/contact`;
    const { json } = await operator('PUT', path, { body: { email: successor.toUpperCase() } });
    expect(json.contact_email).toBe(successor);
    expect((await browser.get('/console')).html).toContain('Sign in to the console');
    expect(await lastEmailTo(email)).toContain('The contact of your account was replaced');
    const theirs = await signInToConsole(successor);
    expect((await theirs.get('/console/members')).html).toContain(successor);
    // The same again, and a viewer who becomes the contact.
    expect((await operator('PUT', path, { body: { email: successor } })).status).toBe(200);
    const viewer = await addMember(id, 'viewer');
    await operator('PUT', path, { body: { email: viewer.email } });
    expect((await (await signInToConsole(viewer.email)).get('/console/members')).status).toBe(200);
  });
});

describe('the pages of an environment', () => {
  test('keys: created, rotated and revoked with the verbs of the API, in one environment only', async () => {
    const { browser, testKeyId, liveKeyId, partnerId } = await makeConsole();
    const made = await submit(browser, '/console/sandbox/keys', { name: 'Staging' });
    const [secret = ''] = /sk_test_\w+/.exec(made.html) ?? [];
    expect((await call('GET', '/v1/partner', { key: secret })).json.api_key.name).toBe('Staging');
    expect((await submit(browser, `/console/sandbox/keys/${liveKeyId}/rotate`)).status).toBe(401);
    expect((await submit(browser, `/console/sandbox/keys/${testKeyId}/rotate`)).html).toMatch(/sk_test_\w+/);
    expect((await submit(browser, `/console/sandbox/keys/${testKeyId}/rotate`)).status).toBe(409);
    const { json } = await call('GET', '/v1/partner', { key: secret });
    expect((await submit(browser, `/console/sandbox/keys/${json.api_key.id}/revoke`)).status).toBe(303);
    expect((await call('GET', '/v1/partner', { key: secret })).status).toBe(401);
    const foreign = await makePartner();
    expect((await submit(browser, `/console/sandbox/keys/${foreign.testKeyId}/revoke`)).status).toBe(404);
    const pages = {
      sandbox: await browser.get('/console/sandbox/keys'),
      production: await browser.get('/console/production/keys'),
    };
    expect(pages.sandbox.html).not.toMatch(/sk_live/);
    expect(pages.production.html).not.toMatch(/sk_test/);
    const audit = (await browser.get('/console/audit')).html;
    for (const act of ['Created an API key', 'Rotated an API key', 'Revoked an API key', 'refused'])
      expect(audit).toContain(act);
    const events = await env.REGISTRY.prepare('SELECT type FROM events WHERE partner_id = ?')
      .bind(partnerId)
      .all<{ type: string }>();
    expect(events.results.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['key.created', 'key.rotated', 'key.revoked']),
    );
  });

  test('a key without a name, or in an unknown region, is rejected with the reason', async () => {
    const { browser } = await makeConsole();
    expect((await submit(browser, '/console/sandbox/keys', { name: '  ' })).status).toBe(422);
    const refused = await submit(browser, '/console/sandbox/keys', { name: 'x', region: 'mars' });
    expect([refused.status, refused.html.includes('choose a region')]).toEqual([422, true]);
  });

  test('webhooks: added, tested, disabled, enabled, rotated, redelivered and deleted', async () => {
    const { browser } = await makeConsole();
    const list = '/console/sandbox/webhooks';
    expect((await submit(browser, list, { url: 'ftp://x', events: '*' })).status).toBe(422);
    expect(
      (await submit(browser, list, { url: 'https://platform.example/hook', events: 'nothing.*' })).status,
    ).toBe(422);
    const made = await submit(browser, list, {
      url: 'https://platform.example/hook',
      events: 'athlete.* key.created',
    });
    expect(made.html).toMatch(/whsec_/);
    const path = `${list}/${/whk_\w+/.exec(made.html)?.[0]}`;
    expect((await browser.get(path)).html).toContain('athlete.*, key.created');
    expect((await submit(browser, `${path}/rotate-secret`)).html).toMatch(/whsec_/);
    expect((await submit(browser, `${path}/disable`)).status).toBe(303);
    expect((await submit(browser, `${path}/test`)).status).toBe(409);
    expect((await submit(browser, `${path}/enable`)).status).toBe(303);
    const unknown = 'dlv_01kajz8w3t5v9c2b7n4m6q8r0s';
    expect((await submit(browser, `${path}/deliveries/${unknown}/redeliver`)).status).toBe(404);
    expect((await browser.get(path.replace('sandbox', 'production'))).status).toBe(401);
    expect((await submit(browser, `${path}/delete`)).status).toBe(303);
    expect((await browser.get(path)).status).toBe(404);
  });

  test('OAuth clients: created once with their secret, rotated and deleted', async () => {
    const { browser } = await makeConsole();
    const list = '/console/sandbox/oauth-clients';
    const fields = {
      name: 'Sample',
      redirect_uris: 'https://platform.example/cb\nhttps://platform.example/b',
      scope: 'profile:read',
    };
    const made = await submit(browser, list, { ...fields, once: 'q'.repeat(43) });
    expect(made.html).toMatch(/cs_|ocs_/);
    expect((await submit(browser, list, { ...fields, once: 'q'.repeat(43) })).status).toBe(409);
    const path = `${list}/${/cli_\w+/.exec(made.html)?.[0]}`;
    expect((await browser.get(list)).html).toContain('https://platform.example/b');
    expect((await submit(browser, `${path}/rotate-secret`)).status).toBe(200);
    expect((await browser.get(`${path}/delete`)).html).toMatch(/Delete Sample\s*<\/button>/);
    for (const typed of [{}, { typed: 'sample' }, { typed: 'Other' }]) {
      expect((await submit(browser, `${path}/delete`, typed)).status).toBe(422);
    }
    expect((await submit(browser, `${path}/delete`, { typed: ' Sample ' })).status).toBe(303);
    expect((await browser.get(`${path}/delete`)).status).toBe(404);
    expect((await submit(browser, list, { ...fields, name: 'Musette' })).status).toBe(422);
  });

  test('usage is drawn and listed for its own environment', async () => {
    const { browser, partnerId } = await makeConsole();
    const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000;
    const insert = env.REGISTRY.prepare('INSERT INTO usage VALUES (?, ?, ?, ?, ?, ?)');
    await env.REGISTRY.batch([
      insert.bind(partnerId, 'test', hour, 'createAthlete', '2xx', 1234),
      insert.bind(partnerId, 'test', hour, 'createAthlete', '4xx', 7),
      insert.bind(partnerId, 'live', hour, 'eraseAthlete', '5xx', 3),
    ]);
    const { html } = await browser.get('/console/sandbox/usage');
    expect(html).toContain('1,241 requests in 30 days, 0 failed on our side');
    expect(html).toContain('<rect class="ok"');
    expect(html).not.toContain('eraseAthlete');
    expect((await browser.get('/console/production/usage')).html).toContain(
      '3 requests in 30 days, 3 failed',
    );
  });

  test('sample athletes are the made-up ones, each with a drawn plan; no other athlete can be opened', async () => {
    const { browser, key } = await newcomer();
    const list = await browser.get('/console/sandbox/athletes');
    const paths = [...list.html.matchAll(/href="(\/console\/sandbox\/athletes\/ath_\w+)"/g)].map(
      ([, path]) => path ?? '',
    );
    expect(paths).toHaveLength(8);
    const pictures: string[] = [];
    const starts: string[] = [];
    for (const path of paths) {
      const { html, status } = await browser.get(path);
      expect(status, path).toBe(200);
      starts.push(
        ...[...html.matchAll(/on <time [^>]*>[\d-]+ ([^<]+)<\/time>/g)].map(([, clock]) => clock ?? ''),
      );
      const src = /<img class="plan" src="([^"]+)"/.exec(html)?.[1];
      if (src !== undefined) pictures.push(src);
    }
    // Three of them have a time zone.
    expect(starts.sort()).toEqual([...Array(3).fill('07:00'), ...Array(5).fill('07:00 UTC')]);
    const [first = ''] = pictures;
    const drawn = await browser.get(first);
    expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect(drawn.html).toContain('<svg');
    expect((await browser.get(`${first}?form=text`)).html).toMatch(/never exceed|MAX|ml/);
    const own = await call('POST', '/v1/athletes', {
      key,
      body: { name: 'A real name', external_id: 'mine' },
    });
    await call('POST', `/v1/athletes/${own.json.id}/activities`, {
      key,
      body: { type: 'run', duration_min: 60, scheduled_at: new Date(Date.now() + 86_400_000).toISOString() },
    });
    expect((await browser.get(`/console/sandbox/athletes/${own.json.id}`)).status).toBe(404);
    const stranger = await newcomer();
    expect((await stranger.browser.get(paths[0] ?? '')).status).toBe(404);
    expect((await stranger.browser.get(first)).status).toBe(404);
  });

  test('no page shows data of production athletes', async () => {
    const { browser, liveKey } = await makeConsole();
    const body = { name: 'Private Person', email: 'private@athlete.example', external_id: 'private-1' };
    const { json: athlete } = await call('POST', '/v1/athletes', { key: liveKey, body });
    await call('GET', `/v1/products?athlete_id=${athlete.id}&q=gel`, { key: liveKey });
    const hook = { url: 'https://platform.example/hook', events: ['*'] };
    const { json: webhook } = await call('POST', '/v1/webhooks', { key: liveKey, body: hook });
    const pages = ['keys', 'usage', 'webhooks', `webhooks/${webhook.id}`, 'product-access', 'oauth-clients'];
    for (const page of pages) {
      const { html, status } = await browser.get(`/console/production/${page}`);
      expect(status, page).toBe(200);
      expect(html, page).not.toMatch(/ath_l|Private Person|private@|private-1|q=gel/);
    }
    expect((await browser.get('/console/production/product-access')).html).toContain('<td class="number">');
    expect((await browser.get(`/console/production/athletes/${athlete.id}`)).status).toBe(404);
    expect((await browser.get(`/console/sandbox/athletes/${athlete.id}`)).status).toBe(404);
  });
});

describe('a terminated partner', () => {
  test('reads its audit, keys and members, revokes keys, and does nothing else; after the purge nothing remains', async () => {
    const { browser, partnerId, testKeyId, email } = await makeConsole();
    await operator('POST', `/operator/v1/partners/${partnerId}/terminate`);
    for (const path of ['', '/audit', '/members', '/account', '/sandbox/keys', '/production/keys']) {
      const { status, html } = await browser.get(`/console${path}`);
      expect([status, html.includes('This account is terminated')], path).toEqual([200, true]);
    }
    for (const path of ['/sandbox/usage', '/sandbox/webhooks', '/sandbox/athletes', '/live-access']) {
      expect((await browser.get(`/console${path}`)).status, path).toBe(403);
    }
    expect((await submit(browser, '/console/sandbox/keys', { name: 'x' })).status).toBe(403);
    expect((await submit(browser, '/console/members', { email: newAddress(), role: 'admin' })).status).toBe(
      403,
    );
    expect((await submit(browser, `/console/sandbox/keys/${testKeyId}/rotate`)).status).toBe(403);
    expect((await submit(browser, `/console/sandbox/keys/${testKeyId}/revoke`)).status).toBe(303);
    const { runSchedule } = await import('../support/crons.ts');
    const bindings = { ...env, CLOCK_OFFSET_S: String(31 * 86_400) };
    for (let run = 0; run < 4; run++) await runSchedule('*/10 * * * *', bindings);
    const { tracesOf } = await import('../support/stores.ts');
    const left = await tracesOf(email);
    expect(left).toEqual([]);
    const rows = await env.REGISTRY.prepare('SELECT count(*) AS n FROM console_audit WHERE partner_id = ?')
      .bind(partnerId)
      .first<{ n: number }>();
    expect(rows?.n).toBe(0);
  });
});

test('the audit says who did what, to admins with addresses and to viewers without, and what was interrupted', async () => {
  const { browser, partnerId, email, memberId } = await makeConsole();
  await submit(browser, '/console/sandbox/keys', { name: 'Audited' });
  await env.REGISTRY.prepare(
    "INSERT INTO console_audit VALUES ('aud_zzzz', ?, ?, ?, 'key.revoke', 'live', 'key_x', 'begun')",
  )
    .bind(partnerId, Date.now(), memberId)
    .run();
  const other = await signInToConsole((await addMember(partnerId)).email);
  const seen = (await other.get('/console/audit')).html;
  expect(seen).toContain(email);
  expect(seen).toContain('interrupted, may have taken effect');
  const viewer = await signInToConsole((await addMember(partnerId, 'viewer')).email);
  const shown = (await viewer.get('/console/audit')).html;
  expect(shown).not.toContain(email);
  expect(shown).toContain(memberId);
  expect((await viewer.get('/console/members')).status).toBe(403);
});

test('the footer and security.txt name the operator and its documents; what is unset is left out', async () => {
  const vars = {
    ...DOCUMENTS,
    OPERATOR_NAME: 'Sample Operator Ltd',
    PRIVACY_URL: 'https://musette.example/privacy',
    STATUS_URL: 'https://status.musette.example',
    CONTACT_EMAIL: 'hello@musette.example',
  };
  const pages = ['/', '/console', '/access'];
  for (const path of pages) {
    const { html } = await new Browser(vars).get(path);
    for (const value of Object.values(vars)) expect(html, path).toContain(value);
    expect(html).toContain(`Run by ${vars.OPERATOR_NAME}`);
    expect((await new Browser().get(path)).html, path).not.toContain('class="operator"');
  }
  const athletes = (await new Browser(vars).get('/account/connections')).html;
  expect(athletes).toContain(vars.PRIVACY_URL);
  expect(athletes).not.toContain(vars.TERMS_URL);
  const text = (await new Browser(vars).get('/.well-known/security.txt')).html;
  for (const value of Object.values(vars)) expect(text).toContain(value);
  expect((await new Browser().get('/.well-known/security.txt')).html).not.toContain('#');
});

test('after a wrong code, an address with a single pending sign-in is asked for its code again', async () => {
  const { partnerId } = await makePartner();
  const { email } = await addMember(partnerId);
  const browser = new Browser();
  await browser.post('/console/sign-in', [['email', email]]);
  const code = await codeFor(email);
  const wrong = await browser.post('/console/sign-in/code', [
    ['code', code === '00000000' ? '1' : '00000000'],
  ]);
  expect([wrong.status, wrong.html.includes('role="alert"')]).toEqual([422, true]);
  expect(
    (await browser.post('/console/sign-in/code', [['code', ` ${code.slice(0, 4)}-${code.slice(4)} `]]))
      .status,
  ).toBe(303);
  expect(fieldOf((await browser.get('/console')).html, 'form_token')).not.toBe('');
});
