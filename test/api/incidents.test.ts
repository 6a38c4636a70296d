import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { sha256Hex } from '#platform/storage/cryptography.ts';
import { failingBindings } from '../support/bindings.ts';
import { Browser, codeFor, fieldOf } from '../support/browser.ts';
import { makeKey } from '../support/builders.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { call, refusal } from '../support/client.ts';
import {
  addMember,
  confirm,
  consoleAuditOf,
  makeConsole,
  newAddress,
  signInToConsole,
  submit,
} from '../support/console.ts';
import { makePartner } from '../support/partners.ts';

beforeAll(() => loadTestCatalogue());

const operator = (method: string, path: string, body?: object, bindings: Partial<Cloudflare.Env> = {}) =>
  call(method, `/operator/v1${path}`, { key: env.OPERATOR_TOKEN, bindings, ...(body ? { body } : {}) });

describe('a leaked key', () => {
  test('is found by its prefix, revoked by the operator with one command, and stands in the audit once', async () => {
    const partner = await makePartner();
    const leaked = await makeKey(partner.liveKey, { name: 'leaked' });
    const { json: keys } = await operator('GET', `/partners/${partner.partnerId}/api-keys`);
    expect(keys.data.map(({ id }: { id: string }) => id).sort()).toEqual(
      [partner.testKeyId, partner.liveKeyId, leaked.id].sort(),
    );
    expect(keys.data.every((key: object) => !('secret' in key))).toBe(true);
    expect(keys.data[0]).toMatchObject({ prefix: leaked.prefix, last4: leaked.last4, environment: 'live' });
    const first = await operator('GET', `/partners/${partner.partnerId}/api-keys?limit=1`);
    const cursor = encodeURIComponent(first.json.next_cursor);
    const second = await operator('GET', `/partners/${partner.partnerId}/api-keys?limit=2&cursor=${cursor}`);
    expect([...first.json.data, ...second.json.data]).toEqual(keys.data);

    for (let time = 0; time < 2; time++) {
      const revoked = await operator('POST', `/api-keys/${leaked.id}/revoke`);
      expect([revoked.status, revoked.json.status]).toEqual([200, 'revoked']);
    }
    expect(refusal(await call('GET', '/v1/partner', { key: leaked.secret })).code).toBe('invalid_api_key');
    expect((await call('GET', '/v1/partner', { key: partner.liveKey })).status).toBe(200);
    expect(await consoleAuditOf(partner.partnerId)).toEqual([`key.revoke  ${leaked.id}`]);
    expect(refusal(await operator('POST', '/api-keys/key_none/revoke')).code).toBe('key_not_found');
    expect(refusal(await operator('GET', '/partners/prt_none/api-keys')).code).toBe('partner_not_found');
  });

  test('is stopped at its guard even while the registry is down, and recorded by the repeated command', async () => {
    const partner = await makePartner();
    await call('GET', '/v1/activity-types', { key: partner.testKey });
    const path = `/api-keys/${partner.testKeyId}/revoke`;
    const cut = await operator('POST', path, undefined, failingBindings('registryBatches', 2));
    expect(cut.status).toBe(503);
    const reply = await call('GET', '/v1/activity-types', { key: partner.testKey });
    expect(refusal(reply).code).toBe('invalid_api_key');
    expect((await operator('POST', path)).status).toBe(200);
    expect(await consoleAuditOf(partner.partnerId)).toEqual([`key.revoke  ${partner.testKeyId}`]);
  });

  test('a key that the operator makes stands in the audit too', async () => {
    const made = await operator('POST', '/partners', {
      name: 'Fresh',
      use_case: 'Tests',
      contact_email: 'fresh@platform.example',
    });
    const { id: partnerId } = made.json.partner;
    const live = await operator('POST', `/partners/${partnerId}/live-access`);
    expect(await consoleAuditOf(partnerId)).toEqual([
      `key.create  ${made.json.sandbox_key.id}`,
      `key.create  ${live.json.live_key.id}`,
    ]);
    const { json } = await operator('GET', `/partners/${partnerId}/athlete-counts`);
    expect(json).toMatchObject({ id: partnerId, live: 0 });
    expect(json.test).toBeGreaterThan(0);
  });
});

describe('an account that an intruder has taken over as a second admin', () => {
  const DOCUMENTS = {
    TERMS_URL: 'https://musette.example/terms-1',
    DPA_URL: 'https://musette.example/dpa-1',
  };
  const REQUEST = {
    tier: 'full',
    data_protection_contact: 'intruder@console.example',
    expected_athletes: '5',
    accept: 'yes',
    terms_url: DOCUMENTS.TERMS_URL,
    dpa_url: DOCUMENTS.DPA_URL,
  };

  const count = async (sql: string, partnerId: string) =>
    (await env.REGISTRY.prepare(sql).bind(partnerId).first<{ n: number }>())?.n;
  const sessionsOf = (partnerId: string) =>
    count(
      'SELECT count(*) AS n FROM console_sessions JOIN members ON members.id = member_id WHERE partner_id = ?',
      partnerId,
    );

  /** The partner's owner and an intruder, both admins, with everything that the intruder could prepare. */
  async function takenOver() {
    const { browser: owners, email: owner, ...partner } = await makeConsole();
    const { partnerId } = partner;
    await env.REGISTRY.prepare('UPDATE partners SET contact_email = ?, live_access_at = NULL WHERE id = ?')
      .bind(owner, partnerId)
      .run();
    await confirm(owners, owner);
    const intruder = await addMember(partnerId);
    const stolen = new Browser();
    for (const [name, value] of owners.cookies) stolen.cookies.set(name, value);
    const own = await signInToConsole(intruder.email, new Browser(DOCUMENTS));
    const second = await signInToConsole(intruder.email, new Browser());
    await confirm(own, intruder.email);
    // An accomplice who has signed in and only has to accept.
    const accomplice = newAddress('accomplice');
    await submit(own, '/console/members', { email: accomplice, role: 'admin' });
    const waiting = await signInToConsole(accomplice, new Browser());
    const { id: invitation = '' } = {
      ...(await env.REGISTRY.prepare('SELECT id FROM invitations WHERE email = ?')
        .bind(accomplice)
        .first<{ id: string }>()),
    };
    expect((await submit(own, '/console/live-access', REQUEST)).status).toBe(303);
    expect((await submit(own, '/console/account/termination')).status).toBe(303);
    // A sign-in and a step-up that wait for their codes.
    const pending = new Browser();
    await pending.post('/console/sign-in', [['email', intruder.email]]);
    const pendingCode = await codeFor(intruder.email);
    await submit(second, '/console/confirm');
    const stepUpCode = await codeFor(intruder.email);
    const link = 'l'.repeat(43);
    await env.REGISTRY.prepare(
      `INSERT INTO access_requests (id, platform, use_case, contact_email, status, created_at, purge_after, partner_id,
        link_hash, link_expires_at) VALUES (?, 'P', 'U', ?, 'approved', 1, 9e15, ?, ?, 9e15)`,
    )
      .bind(`acr_${partnerId.slice(4)}`, intruder.email, partnerId, await sha256Hex(link))
      .run();
    return {
      ...partner,
      owner,
      intruder,
      stolen,
      own,
      second,
      waiting,
      invitation,
      pending,
      pendingCode,
      stepUpCode,
      link,
    };
  }

  test('set-contact --alone leaves one member and no session, invitation, code, step-up, request or link of others', async () => {
    const world = await takenOver();
    const { partnerId, intruder, stolen, own, second, waiting, invitation, pending, link } = world;
    const successor = newAddress('successor');
    const contact = { email: successor, alone: true };
    expect((await operator('PUT', `/partners/${partnerId}/contact`, contact)).json).toMatchObject({
      contact_email: successor,
      termination_requested_at: null,
    });
    const members = async () => (await operator('GET', `/partners/${partnerId}/members`)).json;
    const ALONE = { data: [{ email: successor, role: 'admin' }], invitations: [] };
    expect(await members()).toMatchObject(ALONE);
    expect(await sessionsOf(partnerId)).toBe(0);

    for (const browser of [stolen, own, second]) {
      expect((await browser.get('/console')).html).toContain('Sign in to the console');
      expect((await browser.get('/console/members')).html).not.toContain(successor);
    }
    const accept = await waiting.post('/console/choose', [
      ['form_token', fieldOf((await waiting.get('/console')).html, 'form_token')],
      ['invitation', invitation],
    ]);
    expect(accept.status).toBe(409);
    await pending.post('/console/sign-in/code', [['code', world.pendingCode]]);
    expect((await pending.get('/console/members')).html).not.toContain(successor);
    await second.post('/console/confirm/code', [['code', world.stepUpCode]]);
    expect((await second.get('/console/members')).html).not.toContain(successor);
    await signInToConsole(intruder.email, new Browser()).catch(() => null);
    const approval = await operator(
      'POST',
      `/partners/${partnerId}/approve-live`,
      { tier: 'full' },
      DOCUMENTS,
    );
    expect(refusal(approval).code).toBe('live_access_not_requested');
    const opened = await new Browser().post('/access/key', [['link', link]]);
    expect(opened.html).not.toMatch(/sk_test_/);

    expect(await members()).toMatchObject(ALONE);
    expect(await sessionsOf(partnerId)).toBe(0);
    const rescued = await signInToConsole(successor, new Browser());
    expect((await rescued.get('/console/audit')).html).toContain(
      'Replaced the contact and removed everyone else',
    );
  });

  test('whatever the intruder sends at the same time, only the new contact is left', async () => {
    const { partnerId, own, waiting, invitation, owner } = await takenOver();
    const token = fieldOf((await own.get('/console')).html, 'form_token');
    const accept = fieldOf((await waiting.get('/console')).html, 'form_token');
    const send = (path: string, fields: Readonly<Record<string, string>>) =>
      own.post(path, [['form_token', token], ...Object.entries(fields)]);
    await Promise.all([
      send('/console/members', { email: newAddress('late'), role: 'admin' }),
      operator('PUT', `/partners/${partnerId}/contact`, { email: owner, alone: true }),
      send('/console/members', { email: newAddress('later'), role: 'admin' }),
      waiting.post('/console/choose', [
        ['form_token', accept],
        ['invitation', invitation],
      ]),
      send('/console/live-access', REQUEST),
    ]);
    const { json } = await operator('GET', `/partners/${partnerId}/members`);
    expect(json).toMatchObject({ data: [{ email: owner }], invitations: [] });
    expect(json.data).toHaveLength(1);
    expect(await sessionsOf(partnerId)).toBe(0);
    const requests =
      "SELECT count(*) AS n FROM live_access_requests WHERE partner_id = ? AND status = 'pending'";
    expect(await count(requests, partnerId)).toBe(0);
  });

  test('without --alone the intruder stays, which is why it exists', async () => {
    const { partnerId, own, intruder } = await takenOver();
    await operator('PUT', `/partners/${partnerId}/contact`, { email: newAddress('successor') });
    expect((await own.get('/console/members')).html).toContain(intruder.email);
  });
});
