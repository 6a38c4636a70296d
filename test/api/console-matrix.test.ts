import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { CONSOLE_PAGES } from '#delivery/site/console/console-pages.ts';
import { type ConsolePage, pathIn } from '#delivery/site/console/visit.ts';
import { Browser, type PageReply } from '../support/browser.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { call } from '../support/client.ts';
import { addMember, formTokenOf, later, makeConsole, signInToConsole } from '../support/console.ts';
import { makePartner } from '../support/partners.ts';

/**
 * Roles × pages × environments × states of the session, from the table that the pages are mounted from, so a
 * page added tomorrow is in this matrix. Identifiers in paths are another partner's, so admitted requests
 * find nothing.
 */

interface Entry {
  readonly page: ConsolePage;
  readonly environment: 'test' | 'live' | null;
  readonly name: string;
}

const ENTRIES: readonly Entry[] = CONSOLE_PAGES.flatMap((page) =>
  page.environments.map((environment) => ({
    page,
    environment,
    name: `${page.method} ${environment === null ? page.path : pathIn(environment, page.path)}`,
  })),
);

/** The parts of a page's answer that decide who may see it. */
type Verdict = 'admitted' | 'signed out' | 'role' | 'closed' | 'terminated' | 'code' | 'form' | 'choice';

const SIGNS: readonly (readonly [Verdict, string])[] = [
  ['role', 'Only an admin of your account'],
  ['closed', 'Production is not open yet'],
  ['terminated', 'You can still view its audit, keys and members'],
  ['code', 'Enter a code first'],
  ['form', 'This form has expired'],
  ['choice', 'Choose an account'],
  ['signed out', 'Sign in to the console'],
];

function verdictOf({ status, html, location }: PageReply): Verdict {
  if (status === 303 && location === '/console') return 'signed out';
  const sign = SIGNS.find(([, text]) => html.includes(text));
  if (sign === undefined) return 'admitted';
  const isRefusal = status === 403 || sign[0] === 'choice' || sign[0] === 'signed out';
  expect(isRefusal, `${sign[0]} answered ${status}`).toBe(true);
  return sign[0];
}

let foreign: Readonly<Record<string, string>>;

beforeAll(async () => {
  await loadTestCatalogue();
  const stranger = await makePartner();
  const key = stranger.testKey;
  const { json: athlete } = await call('POST', '/v1/athletes', { key, body: {} });
  const run = { type: 'run', duration_min: 60 };
  const { json: activity } = await call('POST', `/v1/athletes/${athlete.id}/activities`, { key, body: run });
  const hook = { url: 'https://platform.example/hook', events: ['*'] };
  const { json: webhook } = await call('POST', '/v1/webhooks', { key, body: hook });
  const client = {
    name: 'Foreign',
    redirect_uris: ['https://p.example/cb'],
    allowed_scopes: ['profile:read'],
  };
  const { json: made } = await call('POST', '/v1/oauth/clients', { key, body: client });
  const member = await addMember(stranger.partnerId);
  foreign = {
    key_id: stranger.testKeyId,
    athlete_id: athlete.id,
    activity_id: activity.id,
    webhook_id: webhook.id,
    delivery_id: 'dlv_01kajz8w3t5v9c2b7n4m6q8r0s',
    client_id: made.client_id,
    member_id: member.id,
    invitation_id: 'inv_01kajz8w3t5v9c2b7n4m6q8r0s',
  };
});

function pathOf({ page, environment }: Entry): string {
  const path = environment === null ? page.path : pathIn(environment, page.path);
  return path.replace(/:(\w+)/g, (_, name: string) => foreign[name] ?? 'none');
}

/** Opens a page, or sends its form without fields, so that nothing is created if it is admitted. */
async function open(
  entry: Entry,
  browser: Browser,
  token: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<PageReply> {
  const path = pathOf(entry);
  if (entry.page.method === 'GET') return browser.get(path, headers);
  // Leaving needs no field. The last admin cannot leave, and other members must stay for the next page.
  return browser.post(path, [['form_token', token]], headers);
}

/** Forms that act without a field. */
const ACTING = ['/console/account/leave', '/console/account/termination', '/console/confirm'];
const isActing = ({ page }: Entry) => ACTING.includes(page.path);

const needsCode = ({ page, environment }: Entry) =>
  page.needsCode === 'always' || (page.needsCode === 'live' && environment === 'live');

interface State {
  readonly role: 'admin' | 'viewer';
  readonly isProductionOpen: boolean;
  readonly isTerminated: boolean;
  readonly isConfirmed: boolean;
}

function expectedOf(entry: Entry, state: State): Verdict {
  const { page, environment } = entry;
  if (page.role === 'admin' && state.role === 'viewer') return 'role';
  if (environment === 'live' && !state.isProductionOpen) return 'closed';
  if (state.isTerminated && page.afterTermination !== true) return 'terminated';
  return needsCode(entry) && !state.isConfirmed ? 'code' : 'admitted';
}

const STATES: readonly State[] = (['admin', 'viewer'] as const).flatMap((role) =>
  [true, false].flatMap((isProductionOpen) =>
    [true, false].flatMap((isTerminated) =>
      [true, false].map((isConfirmed) => ({ role, isProductionOpen, isTerminated, isConfirmed })),
    ),
  ),
);

describe('every page of the console, for every role, environment and state', () => {
  test.each(STATES)(
    'role $role, production open $isProductionOpen, terminated $isTerminated, code entered $isConfirmed',
    async (state) => {
      const world = await makeConsole(state.role);
      const { partnerId } = world;
      // Another admin, so that leaving depends only on the role, and the code only on the clock.
      await addMember(partnerId);
      if (!state.isProductionOpen) {
        await env.REGISTRY.prepare('UPDATE partners SET live_access_at = NULL WHERE id = ?')
          .bind(partnerId)
          .run();
      }
      const browser = state.isConfirmed ? world.browser : later(world.browser, 650);
      if (state.isTerminated) {
        await call('POST', `/operator/v1/partners/${partnerId}/terminate`, { key: env.OPERATOR_TOKEN });
      }
      const token = await formTokenOf(browser);
      for (const entry of ENTRIES.filter(
        (each) => !isActing(each) || expectedOf(each, state) !== 'admitted',
      )) {
        const reply = await open(entry, browser, token);
        expect(verdictOf(reply), entry.name).toBe(expectedOf(entry, state));
        expect(reply.status, entry.name).toBeLessThan(500);
        // Admitted requests find nothing of the other partner. The audit names the attempts.
        if (entry.page.path.includes(':'))
          expect([401, 403, 404, 409, 422], entry.name).toContain(reply.status);
        if (entry.page.path === '/console/audit') continue;
        for (const id of Object.values(foreign)) expect(reply.html, entry.name).not.toContain(`>${id}<`);
      }
    },
  );

  test('without a session, with one that expired, was signed out, or of a removed member: sign in first', async () => {
    const ended = await makeConsole();
    const removed = await makeConsole();
    const signedOut = await makeConsole();
    const [expired, removedToken, outToken] = [
      await formTokenOf(ended.browser),
      await formTokenOf(removed.browser),
      await formTokenOf(signedOut.browser),
    ];
    await env.REGISTRY.prepare('UPDATE members SET removed_at = 1 WHERE id = ?').bind(removed.memberId).run();
    const copy = later(signedOut.browser, 0);
    await signedOut.browser.post('/console/sign-out', [['form_token', outToken]]);
    const tampered = new Browser();
    tampered.cookies.set('__Host-musette-console', 'not-a-session');
    const callers: readonly (readonly [string, Browser, string])[] = [
      ['no session', new Browser(), ''],
      ['a tampered cookie', tampered, ''],
      ['an idle session', later(ended.browser, 3601), expired],
      ['a removed member', removed.browser, removedToken],
      ['a copy of a signed-out session', copy, outToken],
    ];
    for (const entry of ENTRIES) {
      for (const [who, browser, token] of callers) {
        expect(verdictOf(await open(entry, browser, token)), `${entry.name} with ${who}`).toBe('signed out');
      }
    }
  });

  test('a session that has not chosen its partner only chooses', async () => {
    const [one, other] = [await makePartner(), await makePartner()];
    const { email } = await addMember(one.partnerId);
    await addMember(other.partnerId, 'admin', email);
    const browser = await signInToConsole(email);
    const token = await formTokenOf(browser);
    for (const entry of ENTRIES) {
      expect(verdictOf(await open(entry, browser, token)), entry.name).toBe('choice');
    }
  });

  test('each form refuses the token of another session, even of the same member (CSRF)', async () => {
    const { browser, email } = await makeConsole();
    const sibling = await formTokenOf(await signInToConsole(email));
    for (const entry of ENTRIES.filter(({ page }) => page.method === 'POST')) {
      for (const token of ['', sibling]) {
        expect(verdictOf(await open(entry, browser, token)), entry.name).toBe('form');
      }
    }
  });

  test('a script or frame of the same origin reads no form token and sends no form (Sec-Fetch-Dest)', async () => {
    const { browser } = await makeConsole();
    const token = await formTokenOf(browser);
    for (const entry of ENTRIES) {
      for (const destination of ['empty', 'iframe', 'object', 'image', 'script', '']) {
        if (destination === 'image' && entry.page.isImage) continue;
        const headers = { 'sec-fetch-dest': destination, 'sec-fetch-site': 'same-origin' };
        const reply = await open(entry, browser, token, headers);
        expect(reply.status, `${entry.name} for ${destination}`).toBe(403);
        expect(reply.html, entry.name).not.toContain(token);
      }
      const { headers } = await open(entry, browser, '', { 'sec-fetch-dest': 'document' });
      expect(headers.get('Cross-Origin-Opener-Policy'), entry.name).toBe('same-origin');
    }
    const signedOut = await new Browser().get('/console', { 'sec-fetch-dest': 'empty' });
    expect(signedOut.status).toBe(403);
  });

  test('no form answers a GET, and no page a POST without a form', async () => {
    const { browser } = await makeConsole();
    const pages = new Set(ENTRIES.filter(({ page }) => page.method === 'GET').map(pathOf));
    for (const entry of ENTRIES.filter(({ page }) => page.method === 'POST')) {
      if (!pages.has(pathOf(entry))) expect((await browser.get(pathOf(entry))).status, entry.name).toBe(405);
    }
  });
});
