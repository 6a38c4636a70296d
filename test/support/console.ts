import { env } from 'cloudflare:workers';
import { drizzle } from 'drizzle-orm/d1';
import { members, type Role } from '#platform/storage/console-schema.ts';
import { newId } from '#platform/storage/ids.ts';
import { OPERATOR } from '#platform/storage/registry-schema.ts';
import { Browser, codeFor, fieldOf, type PageReply, plainFetch } from './browser.ts';
import { BASE, operator } from './client.ts';
import { makePartner, type TestPartner } from './partners.ts';

let made = 0;

/** An address that no other test has. */
export function newAddress(name = 'member'): string {
  made += 1;
  return `${name}-${made}@console.example`;
}

/** Makes an address a member of a partner, as an accepted invitation does. */
export async function addMember(
  partnerId: string,
  role: Role = 'admin',
  email = newAddress(role),
): Promise<{ readonly id: string; readonly email: string }> {
  const now = Date.now();
  const id = newId('mbr', now);
  await drizzle(env.REGISTRY)
    .insert(members)
    .values({ id, partnerId, email, role, createdAt: now, invitedBy: OPERATOR });
  return { id, email };
}

/** A partner with production open, and a browser that is signed in as its admin. */
export async function makeConsole(
  role: Role = 'admin',
): Promise<TestPartner & { readonly browser: Browser; readonly email: string; readonly memberId: string }> {
  const partner = await makePartner();
  await openProduction(partner.partnerId);
  const { id, email } = await addMember(partner.partnerId, role);
  return { ...partner, email, memberId: id, browser: await signInToConsole(email) };
}

/** A partner as the operator creates it, whose contact is signed in in a browser with these bindings. */
export async function makeNewcomer(bindings: Partial<Cloudflare.Env> = {}) {
  const email = newAddress('newcomer');
  const body = { name: 'Newcomer', use_case: 'Tests', contact_email: email };
  const { json } = await operator('POST', '/operator/v1/partners', { body });
  const browser = await signInToConsole(email, new Browser(bindings));
  return { id: String(json.partner.id), key: String(json.sandbox_key.secret), email, browser };
}

/** Opens production as the approval of a request does. */
export async function openProduction(partnerId: string): Promise<void> {
  await env.REGISTRY.prepare('UPDATE partners SET live_access_at = ? WHERE id = ?')
    .bind(Date.now(), partnerId)
    .run();
}

/** Asks for a code and enters it. */
export async function signInToConsole(email: string, browser = new Browser()): Promise<Browser> {
  await requestCode(browser, email);
  const reply = await browser.post('/console/sign-in/code', [['code', await codeFor(email)]]);
  if (reply.status !== 303) throw new Error(`signing in answered ${reply.status}`);
  return browser;
}

/** The same browser at another time: its cookies, and the Worker's clock moved by these seconds. */
export function later(browser: Browser, seconds: number, bindings: Partial<Cloudflare.Env> = {}): Browser {
  const other = new Browser({ ...bindings, CLOCK_OFFSET_S: String(seconds) });
  for (const [name, value] of browser.cookies) other.cookies.set(name, value);
  return other;
}

/** Sends a form of the console with the token of the session, as its own pages do. */
export async function submit(
  browser: Browser,
  path: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<PageReply> {
  return browser.post(path, [['form_token', await formTokenOf(browser)], ...Object.entries(fields)]);
}

/** The token of a browser's session. */
export async function formTokenOf(browser: Browser): Promise<string> {
  return fieldOf((await browser.get('/console')).html, 'form_token');
}

/** Enters a code that confirms what needs one. */
export async function confirm(browser: Browser, email: string): Promise<PageReply> {
  await submit(browser, '/console/confirm');
  return submit(browser, '/console/confirm/code', { code: await codeFor(email) });
}

/** Lists what a partner's audit records of each act: the action, the member and the subject. */
export async function consoleAuditOf(partnerId: string): Promise<readonly string[]> {
  const { results } = await env.REGISTRY.prepare(
    'SELECT action, member_id, subject_id FROM console_audit WHERE partner_id = ? ORDER BY id',
  )
    .bind(partnerId)
    .all<{ action: string; member_id: string | null; subject_id: string | null }>();
  return results.map(({ action, member_id, subject_id }) => [action, member_id, subject_id].join(' ').trim());
}

let sent = 0;

/** Fields of the form, with an address of its own. */
export function newApplication(): { platform: string; use_case: string; email: string } {
  sent += 1;
  return { platform: `Platform ${sent}`, use_case: 'Tests', email: `access-${sent}@platform.example` };
}

/** Sends the form as a browser does. */
export function askForAccess(
  application: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
  browser = new Browser(),
): Promise<PageReply> {
  return browser.post('/access', Object.entries(application), headers);
}

/** Sends a request for access and returns its identifier. */
export async function newAccessRequest(application = newApplication()): Promise<string> {
  await askForAccess(application);
  const { json } = await operator('GET', '/operator/v1/access-requests');
  const found = json.data.find(({ email }: { email: string }) => email === application.email);
  if (found === undefined) throw new Error('the request is not in the list');
  return found.id;
}

/** Lists the emails that an address was sent, the newest first, as a developer reads them in the local outbox. */
export async function emailsTo(email: string): Promise<readonly string[]> {
  const outbox = await (await plainFetch(`${BASE}/dev/outbox`)).text();
  return outbox.split('<article').filter((article) => article.includes(`To ${email},`));
}

/** Asks for a code to sign in with, as anyone can for any address. */
export function requestCode(browser: Browser, email: string, invitation?: string): Promise<PageReply> {
  return browser.post('/console/sign-in', [
    ['email', email],
    ...(invitation === undefined ? [] : [['invitation', invitation] as const]),
  ]);
}

/** Returns the open invitation of an address, and who sent it. */
export function openInvitationOf(email: string) {
  return env.REGISTRY.prepare('SELECT id, invited_by FROM invitations WHERE email = ? AND ended_at IS NULL')
    .bind(email)
    .first<{ id: string; invited_by: string | null }>();
}
