import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';
import { Browser, fieldOf } from '../support/browser.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { operator } from '../support/client.ts';
import {
  addMember,
  emailsTo,
  later,
  makeConsole,
  makeNewcomer,
  newAddress,
  openInvitationOf,
  requestCode,
  signInToConsole,
  submit,
} from '../support/console.ts';
import { runSchedule } from '../support/crons.ts';
import { tracesOf } from '../support/stores.ts';

/** Members and invitations in the console: who joins, who leaves, and who stays its admin and its contact. */

beforeAll(() => loadTestCatalogue());

const HOUR_S = 3600;

test('the contact of a new partner is its first admin', async () => {
  const email = newAddress('Contact');
  const body = { name: 'Fresh', use_case: 'Tests', contact_email: email };
  expect((await operator('POST', '/operator/v1/partners', { body })).status).toBe(201);
  const browser = await signInToConsole(email.toLowerCase());
  expect((await browser.get('/console/members')).html).toContain(email.toLowerCase());
});

test('an invitation works once, for that address only, and for 72 hours (replay)', async () => {
  const { browser, partnerId } = await makeConsole();
  const invited = newAddress('invited');
  expect((await submit(browser, '/console/members', { email: invited, role: 'viewer' })).location).toContain(
    'invited',
  );
  const { id: invitation = '' } = (await openInvitationOf(invited)) ?? {};
  // Another address, signed in elsewhere, cannot take it.
  const other = (await makeConsole()).browser;
  expect((await submit(other, '/console/choose', { invitation })).status).toBe(409);
  const theirs = await signInToConsole(invited);
  const choice = await theirs.get('/console');
  expect(choice.html).toContain('You have been invited');
  const fields = [
    ['form_token', fieldOf(choice.html, 'form_token')] as const,
    ['invitation', invitation] as const,
  ];
  const copy = later(theirs, 0);
  const replies = await Promise.all([
    theirs.post('/console/choose', fields),
    copy.post('/console/choose', fields),
  ]);
  expect(replies.map(({ status }) => status).sort()).toEqual([303, 409]);
  const members = await env.REGISTRY.prepare('SELECT role FROM members WHERE partner_id = ? AND email = ?')
    .bind(partnerId, invited)
    .all();
  expect(members.results).toEqual([{ role: 'viewer' }]);
  // Removed again, the used invitation opens nothing.
  await env.REGISTRY.prepare('UPDATE members SET removed_at = 1 WHERE email = ?').bind(invited).run();
  const before = await emailsTo(invited);
  await requestCode(new Browser(), invited);
  expect(await emailsTo(invited)).toEqual(before);
});

test('an invitation that expired, was withdrawn or was replaced opens nothing', async () => {
  const { browser } = await makeConsole();
  const email = newAddress('late');
  await submit(browser, '/console/members', { email, role: 'admin' });
  await requestCode(new Browser({ CLOCK_OFFSET_S: String(72 * HOUR_S + 1) }), email);
  expect(await emailsTo(email)).toHaveLength(1);
  const first = await openInvitationOf(email);
  await submit(browser, '/console/members', { email, role: 'viewer' });
  const theirs = await signInToConsole(email);
  const token = fieldOf((await theirs.get('/console')).html, 'form_token');
  const accept = (id: string) =>
    theirs.post('/console/choose', [
      ['form_token', token],
      ['invitation', id],
    ]);
  expect((await accept(first?.id ?? '')).status).toBe(409);
  const second = await openInvitationOf(email);
  await submit(browser, `/console/invitations/${second?.id}/withdraw`);
  expect((await accept(second?.id ?? '')).status).toBe(409);
  expect((await theirs.get('/console')).html).toContain('No account uses this address');
});

test('the last admin can neither leave, be removed nor become a viewer; of two who leave at once one stays', async () => {
  const { browser, partnerId, memberId } = await makeConsole();
  expect((await submit(browser, '/console/account/leave')).status).toBe(409);
  expect((await submit(browser, `/console/members/${memberId}/remove`)).status).toBe(409);
  expect((await submit(browser, `/console/members/${memberId}/role`, { role: 'viewer' })).status).toBe(409);
  const second = await signInToConsole((await addMember(partnerId)).email);
  const replies = await Promise.all([
    submit(browser, '/console/account/leave'),
    submit(second, '/console/account/leave'),
  ]);
  expect(replies.map(({ status }) => status).sort()).toEqual([303, 409]);
  const admins = await env.REGISTRY.prepare(
    "SELECT count(*) AS n FROM members WHERE partner_id = ? AND role = 'admin' AND removed_at IS NULL",
  )
    .bind(partnerId)
    .first('n');
  expect(admins).toBe(1);
});

test('changes of members are told to every admin, also to the one who is removed', async () => {
  const { browser, partnerId, email } = await makeConsole();
  const second = await addMember(partnerId);
  const viewer = await addMember(partnerId, 'viewer');
  await submit(browser, `/console/members/${second.id}/remove`);
  for (const to of [email, second.email])
    expect((await emailsTo(to))[0], to).toContain('A member was removed');
  expect(await emailsTo(viewer.email)).toEqual([]);
});

test('the removed contact is the contact no more: an admin takes its place', async () => {
  const { id, browser } = await makeNewcomer();
  const successor = await addMember(id);
  expect((await submit(browser, '/console/account/leave')).status).toBe(303);
  const { json } = await operator('GET', `/operator/v1/partners/${id}`);
  expect(json.contact_email).toBe(successor.email);
});

test('what was sent to a stranger is bounded: twenty invitations a day', async () => {
  const { browser } = await makeConsole();
  const statuses: number[] = [];
  for (let sent = 0; sent < 21; sent++) {
    const reply = await submit(browser, '/console/members', { email: newAddress('many'), role: 'viewer' });
    statuses.push(reply.status);
  }
  expect(statuses).toEqual([...Array(20).fill(303), 409]);
});

test('hostile addresses and names are text on every page', async () => {
  const { browser, partnerId } = await makeConsole();
  await env.REGISTRY.prepare('UPDATE partners SET name = ? WHERE id = ?').bind(`<b>"x"&'`, partnerId).run();
  await addMember(partnerId, 'viewer', `"<script>"@console.example`);
  const { html } = await browser.get('/console/members');
  expect(html).not.toMatch(/<script>|<b>/);
});

test('a lost contact is replaced by the operator: the new one is an admin, the previous one is removed', async () => {
  const { id, email, browser } = await makeNewcomer();
  const successor = newAddress('successor');
  const path = `/operator/v1/partners/${id}/contact`;
  const { json } = await operator('PUT', path, { body: { email: successor.toUpperCase() } });
  expect(json.contact_email).toBe(successor);
  expect((await browser.get('/console')).html).toContain('Sign in to the console');
  expect((await emailsTo(email))[0]).toContain('The contact of your account was replaced');
  const theirs = await signInToConsole(successor);
  expect((await theirs.get('/console/members')).html).toContain(successor);
  // The same again, and a viewer who becomes the contact.
  expect((await operator('PUT', path, { body: { email: successor } })).status).toBe(200);
  const viewer = await addMember(id, 'viewer');
  await operator('PUT', path, { body: { email: viewer.email } });
  expect((await (await signInToConsole(viewer.email)).get('/console/members')).status).toBe(200);
});

test('a removed member’s address is gone 30 days later', async () => {
  const { partnerId, browser } = await makeConsole();
  const { id, email } = await addMember(partnerId);
  await submit(browser, `/console/members/${id}/remove`);
  await runSchedule('53 * * * *', { ...env, CLOCK_OFFSET_S: String(31 * 24 * HOUR_S) });
  expect(await tracesOf(email)).toEqual([]);
});
