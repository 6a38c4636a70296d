import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { CONSOLE_COOKIE } from '#delivery/site/console/sign-in-pages.tsx';
import { Browser, codeFor } from '../support/browser.ts';
import { makeKey, makeWebhook } from '../support/builders.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { call, operator } from '../support/client.ts';
import {
  addMember,
  confirm,
  emailsTo,
  later,
  makeConsole,
  newAddress,
  openInvitationOf,
  requestCode,
  signInToConsole,
  submit,
} from '../support/console.ts';

/** Attempts to keep or take over a partner's account, and to lock its members out. */

beforeAll(() => loadTestCatalogue());

const invite = (browser: Browser, email: string, role = 'admin') =>
  submit(browser, '/console/members', { email, role });

/** The secret in the link of the newest invitation of an address. */
async function secretFor(email: string): Promise<string> {
  return /console\?invitation=([\w-]{43})/.exec((await emailsTo(email)).join(''))?.[1] ?? '';
}

describe('an intruder who was an admin', () => {
  test.each([
    ['removed', 'remove', {}],
    ['made a viewer', 'role', { role: 'viewer' }],
  ])('%s, has no invitation left to come back with', async (_, act, fields) => {
    const { browser, partnerId } = await makeConsole();
    const intruder = await addMember(partnerId);
    const [accomplice, colleague] = [newAddress('accomplice'), newAddress('colleague')];
    expect((await invite(await signInToConsole(intruder.email), accomplice)).status).toBe(303);
    expect((await openInvitationOf(accomplice))?.invited_by).toBe(intruder.id);
    await invite(browser, colleague);
    const theirs = await signInToConsole(accomplice);
    const invitation = (await openInvitationOf(accomplice))?.id ?? '';
    const path = `/console/members/${intruder.id}/${act}`;
    expect((await submit(browser, path, { ...fields })).status).toBe(303);
    // A browser that had the choice open, and a new sign-in.
    expect((await submit(theirs, '/console/choose', { invitation })).status).toBe(409);
    expect((await theirs.get('/console')).html).toContain('No account uses this address');
    expect(await openInvitationOf(accomplice)).toBeNull();
    expect(await openInvitationOf(colleague)).not.toBeNull();
  });

  test('who leaves ends their invitations too, and a contact that the operator replaces', async () => {
    const { partnerId } = await makeConsole();
    const intruder = await addMember(partnerId);
    const browser = await signInToConsole(intruder.email);
    const [first, second] = [newAddress('accomplice'), newAddress('accomplice')];
    await invite(browser, first);
    expect((await submit(browser, '/console/account/leave')).status).toBe(303);
    expect(await openInvitationOf(first)).toBeNull();

    const contact = await addMember(partnerId);
    await env.REGISTRY.prepare('UPDATE partners SET contact_email = ? WHERE id = ?')
      .bind(contact.email, partnerId)
      .run();
    await invite(await signInToConsole(contact.email), second);
    const body = { email: newAddress('successor') };
    const replaced = await operator('PUT', `/operator/v1/partners/${partnerId}/contact`, { body });
    expect(replaced.status).toBe(200);
    expect(await openInvitationOf(second)).toBeNull();
  });

  test('whoever joins carries the inviter, and a second invitation of the address replaces the first', async () => {
    const { browser, partnerId, memberId } = await makeConsole();
    const { email: other } = await addMember(partnerId);
    const invited = newAddress('invited');
    await invite(await signInToConsole(other), invited);
    await invite(browser, invited);
    const open = await env.REGISTRY.prepare(
      'SELECT invited_by FROM invitations WHERE email = ? AND ended_at IS NULL',
    )
      .bind(invited)
      .all();
    expect(open.results).toEqual([{ invited_by: memberId }]);
    const theirs = await signInToConsole(invited);
    const { id = '' } = (await openInvitationOf(invited)) ?? {};
    expect((await submit(theirs, '/console/choose', { invitation: id })).status).toBe(303);
    const joined = await env.REGISTRY.prepare('SELECT invited_by FROM members WHERE email = ?')
      .bind(invited)
      .first();
    expect(joined).toEqual({ invited_by: memberId });
  });
});

describe('five posts lock no colleague out', () => {
  const lockOut = async (email: string) => {
    for (let sent = 0; sent < 5; sent++) await requestCode(new Browser(), email);
    expect((await requestCode(new Browser(), email)).status).toBe(429);
  };

  test('the secret of the invitation gets its address one code past the limit, once', async () => {
    const { browser } = await makeConsole();
    const [invited, other] = [newAddress('invited'), newAddress('invited')];
    await invite(browser, invited);
    await invite(browser, other);
    const secret = await secretFor(invited);
    const theirs = new Browser();
    expect((await theirs.get(`/console?invitation=${secret}`)).html).toContain(`value="${secret}"`);
    await lockOut(invited);
    expect((await requestCode(theirs, invited, await secretFor(other))).status).toBe(429);
    expect((await requestCode(theirs, invited, 'x'.repeat(43))).status).toBe(429);
    expect((await requestCode(theirs, invited, `${secret}'--`)).status).toBe(429);
    const replies = await Promise.all([
      requestCode(theirs, invited, secret),
      requestCode(new Browser(), invited, secret),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 429]);
    expect((await requestCode(new Browser(), invited, secret)).status).toBe(429);
    // The other address keeps its secret for when it needs it.
    expect((await requestCode(new Browser(), other, await secretFor(other))).status).toBe(200);
    await lockOut(other).catch(() => undefined);
    const late = new Browser();
    expect((await requestCode(late, other, await secretFor(other))).status).toBe(200);
    const entered = await late.post('/console/sign-in/code', [['code', await codeFor(other)]]);
    expect([entered.status, late.cookies.has(CONSOLE_COOKIE)]).toEqual([303, true]);
  });

  test('an ended or replaced invitation admits nobody past the limit', async () => {
    const { browser } = await makeConsole();
    const invited = newAddress('invited');
    await invite(browser, invited);
    const former = await secretFor(invited);
    await invite(browser, invited);
    const secret = await secretFor(invited);
    expect(secret).not.toBe(former);
    await lockOut(invited);
    expect((await requestCode(new Browser(), invited, former)).status).toBe(429);
    const { id = '' } = (await openInvitationOf(invited)) ?? {};
    await submit(browser, `/console/invitations/${id}/withdraw`);
    expect((await requestCode(new Browser(), invited, secret)).status).toBe(429);
  });

  test('neither strangers nor another session of the address use up the codes that confirm an act', async () => {
    const { browser, email } = await makeConsole();
    const second = await signInToConsole(email);
    // Such a browser could not sign in again: it has lost the cookie that remembers the address.
    for (const one of [browser, second]) one.cookies.delete('__Host-musette-known');
    await lockOut(email);
    const [after, thief] = [later(browser, 700), later(second, 700)];
    for (let sent = 0; sent < 5; sent++) {
      expect((await submit(thief, '/console/confirm')).status).toBe(200);
    }
    expect((await submit(thief, '/console/confirm')).status).toBe(429);
    expect((await after.get('/console/members')).status).toBe(200);
    expect((await confirm(after, email)).status).toBe(303);
  });

  test('wrong codes end the attempt of the browser that entered them, and no other', async () => {
    const { browser, email } = await makeConsole();
    const [after, attacker] = [later(browser, 700), new Browser({ CLOCK_OFFSET_S: '700' })];
    await submit(after, '/console/confirm');
    const code = await codeFor(email);
    await requestCode(attacker, email);
    for (let sent = 0; sent < 5; sent++) await attacker.post('/console/sign-in/code', [['code', '00000000']]);
    expect((await attacker.post('/console/sign-in/code', [['code', await codeFor(email)]])).status).toBe(400);
    expect((await submit(after, '/console/confirm/code', { code })).status).toBe(303);
  });
});

describe('what came from a removed member', () => {
  test('is listed after the removal: also what their keys and the members they invited made', async () => {
    const { browser, partnerId, liveKeyId } = await makeConsole();
    const intruder = await addMember(partnerId);
    const theirs = await signInToConsole(intruder.email);
    const made = await submit(theirs, '/console/production/keys', { name: 'Their key' });
    const [key = ''] = /sk_live_\w+/.exec(made.html) ?? [];
    // A key that makes another one, which makes the rest.
    const second = await makeKey(key, { name: 'Key of their key', environment: 'live' });
    // Receives nothing here, so that no test asks for a host that does not exist.
    const hook = { url: 'https://intruder.example/hook', events: ['athlete.erased'] };
    await makeWebhook(second.secret, hook);
    const app = {
      name: 'Their app',
      redirect_uris: ['https://p.example/cb'],
      allowed_scopes: ['profile:read'],
    };
    const { json: client } = await call('POST', '/v1/oauth/clients', { key: second.secret, body: app });
    const accomplice = newAddress('accomplice');
    await invite(theirs, accomplice);
    const joining = await signInToConsole(accomplice);
    const { id: invitation = '' } = (await openInvitationOf(accomplice)) ?? {};
    await submit(joining, '/console/choose', { invitation });
    await submit(joining, '/console/sandbox/keys', { name: 'Key of the accomplice' });
    await submit(browser, '/console/sandbox/keys', { name: 'Key of a colleague' });
    await env.REGISTRY.prepare('UPDATE api_keys SET created_by = NULL WHERE id = ?').bind(liveKeyId).run();

    const removed = await submit(browser, `/console/members/${intruder.id}/remove`);
    const { html } = await browser.get(removed.location ?? '');
    const rowOf = (name: string) => html.split('<tr>').find((row) => row.includes(`>${name}<`)) ?? '';
    expect(rowOf('Their key')).toContain(intruder.email);
    expect(rowOf('Key of their key')).toContain('key_');
    for (const name of ['https://intruder.example/hook', 'Their app'])
      expect(rowOf(name)).toContain(second.id);
    expect(rowOf(accomplice)).toContain(intruder.email);
    expect(rowOf('Key of the accomplice')).toContain(accomplice);
    expect(rowOf('live')).toContain('before this was recorded');
    expect(html).not.toContain('Key of a colleague');
    expect(html).toContain(`/console/production/keys/${second.id}/revoke`);

    // What was ended is listed no longer.
    await submit(browser, `/console/production/keys/${second.id}/revoke`);
    const path = `/console/production/oauth-clients/${client.client_id}/delete`;
    await submit(browser, path, { typed: 'Their app' });
    const after = await browser.get(removed.location ?? '');
    for (const gone of ['Key of their key', 'Their app']) expect(after.html).not.toContain(gone);
  });

  test('of another partner is never listed', async () => {
    const { browser } = await makeConsole();
    const other = await makeConsole();
    const page = await browser.get(`/console/members/${other.memberId}/origin`);
    expect([page.status, page.html.includes(other.email)]).toEqual([404, false]);
  });
});

describe('production webhooks and OAuth clients', () => {
  const HOOK = { url: 'https://platform.example/hook', events: 'athlete.erased' };
  const APP = { name: 'App', redirect_uris: 'https://p.example/cb', scope: 'profile:read' };

  test('change nothing without a fresh code, and every change is emailed to all admins', async () => {
    const { browser, email, partnerId } = await makeConsole();
    const { email: second } = await addMember(partnerId);
    const [hooks, clients] = ['/console/production/webhooks', '/console/production/oauth-clients'];
    const after = later(browser, 700);
    const madeHook = await submit(browser, hooks, HOOK);
    const hook = `${hooks}/${/whk_\w+/.exec(madeHook.html)?.[0]}`;
    const madeClient = await submit(browser, clients, APP);
    const client = `${clients}/${/cli_\w+/.exec(madeClient.html)?.[0]}`;
    const acts = [
      [`${hook}/disable`, 'A production webhook was disabled'],
      [`${hook}/enable`, 'A production webhook was enabled'],
      [`${hook}/rotate-secret`, 'The secret of a production webhook was rotated'],
      [`${hook}/delete`, 'A production webhook was deleted'],
      [`${client}/rotate-secret`, 'The secret of a production OAuth client was rotated'],
      [`${client}/delete`, 'A production OAuth client was deleted'],
    ] as const;
    for (const path of [hooks, clients, ...acts.map(([path]) => path)]) {
      expect((await submit(after, path, { ...HOOK, ...APP, typed: 'App' })).status, path).toBe(403);
    }
    const notices = ['A production webhook was created', 'A production OAuth client was created'];
    await confirm(after, email);
    for (const [path, notice] of acts) {
      expect([200, 303], path).toContain((await submit(after, path, { typed: 'App' })).status);
      notices.push(notice);
    }
    for (const to of [email, second]) {
      const emails = await emailsTo(to);
      for (const notice of notices) {
        const sent = emails.filter((one) => one.includes(notice));
        expect(sent.length, `${notice} to ${to}`).toBe(1);
        expect(sent[0]).toMatch(/(whk|cli)_\w+/);
        expect(sent[0]).toMatch(/At: \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
        expect(sent[0]).not.toMatch(/\d\dZ/);
      }
    }
  });

  test('of the sandbox need no code and send no email', async () => {
    const { browser, email } = await makeConsole();
    const after = later(browser, 700);
    const before = await emailsTo(email);
    expect((await submit(after, '/console/sandbox/webhooks', HOOK)).status).toBe(200);
    expect((await submit(after, '/console/sandbox/oauth-clients', APP)).status).toBe(200);
    expect(await emailsTo(email)).toEqual(before);
  });
});

test('signing out everywhere ends every session of the address, at every partner, and no other', async () => {
  const { browser, email, partnerId } = await makeConsole();
  const elsewhere = await signInToConsole(email);
  const colleague = await signInToConsole((await addMember(partnerId)).email);
  const { partnerId: otherPartner } = await makeConsole();
  await addMember(otherPartner, 'viewer', email);
  const choosing = await signInToConsole(email);
  await submit(browser, '/console/sign-out', { where: 'everywhere' });
  for (const one of [browser, elsewhere, choosing]) {
    expect((await one.get('/console')).html).toContain('Sign in to the console');
  }
  expect((await colleague.get('/console')).html).toContain('Going live');
});
