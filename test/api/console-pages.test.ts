import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../support/browser.ts';
import { makeActivity, makeAthlete, makeWebhook } from '../support/builders.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { call, operator } from '../support/client.ts';
import {
  addMember,
  makeConsole,
  makeNewcomer,
  newAddress,
  signInToConsole,
  submit,
} from '../support/console.ts';
import { runSchedule } from '../support/crons.ts';
import { makePartner } from '../support/partners.ts';
import { tracesOf } from '../support/stores.ts';

beforeAll(() => loadTestCatalogue());

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
    expect(html, 'no failure, no sign').not.toContain('class="sign"');
    const live = (await browser.get('/console/production/usage')).html;
    expect(live).toContain('3 requests in 30 days, 3 failed');
    expect(live, '5xx differ from 2xx by a sign, not by colour alone').toMatch(
      /<text class="sign"[^>]*>\s*✕\s*<\/text>/,
    );
    for (const sign of ['✓ 2xx and 3xx', '– 4xx', '✕ 5xx']) {
      expect(live).toContain(`>${sign}</th>`);
      expect(live).toContain(`>${sign}</li>`);
    }
  });

  test('sample athletes are the made-up ones, each with a drawn plan; no other athlete can be opened', async () => {
    const { browser, key } = await makeNewcomer();
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
    const own = await makeAthlete(key, { name: 'A real name', external_id: 'mine' });
    await makeActivity(key, own.id, { scheduled_at: new Date(Date.now() + 86_400_000).toISOString() });
    expect((await browser.get(`/console/sandbox/athletes/${own.id}`)).status).toBe(404);
    const stranger = await makeNewcomer();
    expect((await stranger.browser.get(paths[0] ?? '')).status).toBe(404);
    expect((await stranger.browser.get(first)).status).toBe(404);
  });

  test('no page shows data of production athletes', async () => {
    const { browser, liveKey } = await makeConsole();
    const body = { name: 'Private Person', email: 'private@athlete.example', external_id: 'private-1' };
    const athlete = await makeAthlete(liveKey, body);
    await call('GET', `/v1/products?athlete_id=${athlete.id}&q=gel`, { key: liveKey });
    const webhook = await makeWebhook(liveKey);
    const pages = ['keys', 'usage', 'webhooks', `webhooks/${webhook.id}`, 'product-access', 'oauth-clients'];
    for (const page of pages) {
      const { html, status } = await browser.get(`/console/production/${page}`);
      expect(status, page).toBe(200);
      expect(html, page).not.toMatch(/ath_l|Private Person|private@|private-1|q=gel/);
    }
    expect((await browser.get('/console/production/product-access')).html).toContain(
      '<td data-label="Products" class="number">',
    );
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
    const bindings = { ...env, CLOCK_OFFSET_S: String(31 * 86_400) };
    for (let run = 0; run < 4; run++) await runSchedule('*/10 * * * *', bindings);
    expect(await tracesOf(email)).toEqual([]);
    const rows = await env.REGISTRY.prepare('SELECT count(*) AS n FROM console_audit WHERE partner_id = ?')
      .bind(partnerId)
      .first('n');
    expect(rows).toBe(0);
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
    TERMS_URL: 'https://musette.example/terms',
    DPA_URL: 'https://musette.example/dpa',
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

describe('a webhook in the console', () => {
  test('changes its address and events in place, and shows what was wrong inside the form', async () => {
    const { browser } = await makeConsole();
    const list = '/console/sandbox/webhooks';
    const made = await submit(browser, list, { url: 'https://p.example/a', events: '*' });
    const [, id = ''] = /webhooks\/(whk_\w+)/.exec(made.html) ?? [];
    const path = `${list}/${id}`;
    const refused = await submit(browser, path, { url: 'ftp://x', events: 'nothing' });
    expect(refused.status).toBe(422);
    expect(refused.html).toMatch(/<form[^>]*action="[^"]*whk_[\s\S]*role="alert"[\s\S]*value="ftp:\/\/x"/);
    const changed = await submit(browser, path, {
      url: 'https://p.example/b',
      events: 'athlete.* webhook.test',
    });
    expect([changed.status, changed.location]).toEqual([303, `${path}?done=changed`]);
    const { html } = await browser.get(path);
    expect(html).toContain('value="https://p.example/b"');
    expect(html).toContain('value="athlete.* webhook.test"');
  });

  test('shows the payload of a delivery and lists deliveries by status', async () => {
    const { browser, testKey: key } = await makeConsole();
    const webhook = await makeWebhook(key);
    const athlete = await makeAthlete(key);
    const { json: events } = await call('GET', '/v1/events', { key });
    const event = events.data.find(({ type }: { type: string }) => type === 'athlete.created');
    const path = `/console/sandbox/webhooks/${webhook.id}`;
    const delivery = event.id.replace('evt_', 'dlv_');
    const { html, status } = await browser.get(`${path}/deliveries/${delivery}`);
    expect(status).toBe(200);
    expect(html).toContain(athlete.id);
    expect(html).toContain('athlete.created');
    const none = await browser.get(`${path}?status=delivered`);
    expect(none.html).toMatch(/aria-current="true">\s*delivered|None is delivered/);
    expect((await browser.get(`${path}?status=nonsense`)).status).toBe(200);
    const foreign = await makeConsole();
    expect((await foreign.browser.get(`${path}/deliveries/${delivery}`)).status).toBe(404);
  });
});

test('the account page shows the limits of both environments and names regions', async () => {
  const { browser } = await makeConsole();
  const { html } = await browser.get('/console/account');
  expect(html).toContain('Requests per minute, each key');
  expect(html).toMatch(/(Western Europe|North America) \(\w+\)/);
});

test('the sandbox is reset from the console once the account’s name is typed', async () => {
  const { browser, testKey: key } = await makeConsole();
  await makeAthlete(key, { external_id: 'mine' });
  const path = '/console/sandbox/athletes/reset';
  expect((await submit(browser, path, { typed: 'no' })).status).toBe(422);
  const { html } = await browser.get(path);
  const [, name = ''] = /type <bdi>([^<]*)</.exec(html) ?? [];
  const done = await submit(browser, path, { typed: name });
  expect([done.status, done.location]).toEqual([303, '/console/sandbox/athletes?done=reset']);
  const { json } = await call('GET', '/v1/athletes?external_id=mine', { key });
  expect(json.data).toEqual([]);
});

test('secrets have a copy button, so only their pages run our script', async () => {
  const { browser } = await makeConsole();
  const made = await submit(browser, '/console/sandbox/keys', { name: 'Backend' });
  expect(made.headers.get('Content-Security-Policy')).toContain("script-src 'self'");
  expect(made.html).toContain('/assets/documents.js');
  const list = await browser.get('/console/sandbox/keys');
  expect(list.headers.get('Content-Security-Policy')).not.toContain('script-src');
});
