import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { CONSOLE_PAGES } from '#delivery/site/console/mount-console.tsx';
import { type ConsolePage, needsCodeIn, pathIn } from '#delivery/site/console/visit.ts';
import { Browser, type PageReply } from '../support/browser.ts';
import { makeActivity, makeAthlete, makeWebhook, succeed } from '../support/builders.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { BASE, operator } from '../support/client.ts';
import {
  addMember,
  formTokenOf,
  later,
  makeConsole,
  newAddress,
  openInvitationOf,
  signInToConsole,
  submit,
} from '../support/console.ts';
import { makePartner } from '../support/partners.ts';

/**
 * Roles × pages × environments × states of the session × origins, from the table that the pages are mounted from, so a
 * page added tomorrow is in this matrix. Identifiers in paths are another partner's, so admitted requests
 * find nothing.
 */

interface Entry {
  readonly page: ConsolePage;
  readonly environment: 'test' | 'live' | null;
  readonly name: string;
}

const nameOf = (page: ConsolePage, environment: Entry['environment']) =>
  environment === null ? page.path : pathIn(environment, page.path);

const ENTRIES: readonly Entry[] = CONSOLE_PAGES.flatMap((page) =>
  page.environments.map((environment) => ({
    page,
    environment,
    name: `${page.method} ${nameOf(page, environment)}`,
  })),
);

/** The parts of a page's answer that decide who may see it. */
type Verdict =
  | 'admitted'
  | 'signed out'
  | 'role'
  | 'closed'
  | 'terminated'
  | 'code'
  | 'form'
  | 'choice'
  | 'another site'
  | 'no tab';

const SIGNS: readonly (readonly [Verdict, string])[] = [
  ['role', 'Only an admin of your account'],
  ['closed', 'Production is not open yet'],
  ['terminated', 'You can still view its audit, keys and members'],
  ['code', 'Enter a code first'],
  ['form', 'This form has expired'],
  ['choice', 'Choose an account'],
  ['another site', 'This form came from another site'],
  ['no tab', 'Open this page in a tab'],
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

const newApp = (name: string) => ({
  name,
  redirect_uris: ['https://p.example/cb'],
  allowed_scopes: ['profile:read'],
});

let foreign: Readonly<Record<string, string>>;

beforeAll(async () => {
  await loadTestCatalogue();
  const stranger = await makePartner();
  const key = stranger.testKey;
  const athlete = await makeAthlete(key);
  const activity = await makeActivity(key, athlete.id);
  const webhook = await makeWebhook(key);
  const client = await succeed('POST', '/v1/oauth/clients', { key, body: newApp('Foreign') });
  const member = await addMember(stranger.partnerId);
  foreign = {
    key_id: stranger.testKeyId,
    athlete_id: athlete.id,
    activity_id: activity.id,
    webhook_id: webhook.id,
    delivery_id: 'dlv_01kajz8w3t5v9c2b7n4m6q8r0s',
    client_id: client.client_id,
    member_id: member.id,
    invitation_id: 'inv_01kajz8w3t5v9c2b7n4m6q8r0s',
  };
});

function pathOf({ page, environment }: Entry, ids = foreign): string {
  return nameOf(page, environment).replace(/:(\w+)/g, (_, name: string) => ids[name] ?? 'none');
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

/** Where a request comes from, and what that decides before anything else: for pages and for forms. */
type Origin = readonly [
  name: string,
  headers: Readonly<Record<string, string>>,
  page: Verdict | null,
  form: Verdict | null,
];

const OUR_OWN_PAGE: Origin = [
  'our own page',
  { origin: BASE, 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' },
  null,
  null,
];

const ORIGINS: readonly Origin[] = [
  OUR_OWN_PAGE,
  [
    'a link on another site',
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' },
    null,
    'another site',
  ],
  [
    'a page of a sibling host',
    { 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'document' },
    null,
    'another site',
  ],
  ['a form of another origin', { origin: 'https://evil.example' }, null, 'another site'],
  ['a form without an origin', { origin: 'null' }, null, 'another site'],
  ...['empty', 'iframe', 'object', 'image', 'script', ''].map(
    (destination): Origin => [
      `our own page, for "${destination}" (Sec-Fetch-Dest)`,
      { origin: BASE, 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': destination },
      'no tab',
      'no tab',
    ],
  ),
];

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
  return needsCodeIn(page, environment) && !state.isConfirmed ? 'code' : 'admitted';
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
      const turn = STATES.indexOf(state);
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
        await operator('POST', `/operator/v1/partners/${partnerId}/terminate`);
      }
      const token = await formTokenOf(browser);
      for (const entry of ENTRIES.filter(
        (each) => !isActing(each) || expectedOf(each, state) !== 'admitted',
      )) {
        const reply = await open(entry, browser, token);
        expect(verdictOf(reply), entry.name).toBe(expectedOf(entry, state));
        expect(reply.status, entry.name).toBeLessThan(500);
        expect(reply.headers.get('Cross-Origin-Opener-Policy'), entry.name).toBe('same-origin');
        // Admitted requests find nothing of the other partner. The audit names the attempts.
        if (entry.page.path.includes(':'))
          expect([401, 403, 404, 409, 422], entry.name).toContain(reply.status);
        if (entry.page.path === '/console/audit') continue;
        for (const id of Object.values(foreign)) expect(reply.html, entry.name).not.toContain(`>${id}<`);
      }
      // One origin for each page, another in the next state: each page meets all of them, and so does each state.
      for (const [index, entry] of ENTRIES.entries()) {
        const expected = expectedOf(entry, state);
        const [where, headers, page, form] = ORIGINS[(index + turn) % ORIGINS.length] ?? OUR_OWN_PAGE;
        const isShownImage = entry.page.isImage && headers['sec-fetch-dest'] === 'image';
        const refused = entry.page.method === 'POST' ? form : isShownImage ? null : page;
        if (refused === null && expected === 'admitted' && isActing(entry)) continue;
        const reply = await open(entry, browser, token, headers);
        expect(verdictOf(reply), `${entry.name} from ${where}`).toBe(refused ?? expected);
        if (refused !== null) expect(reply.html, `${entry.name} from ${where}`).not.toContain(token);
      }
    },
    120_000,
  );

  test.each(['admin', 'viewer'] as const)(
    'nothing stops on one click: only the page that says what stops shows its form, with the name, and only after a code (%s)',
    async (role) => {
      const world = await makeConsole();
      const { partnerId, testKey, testKeyId, liveKeyId } = world;
      const colleague = await addMember(partnerId, 'viewer');
      const invited = newAddress('invited');
      await submit(world.browser, '/console/members', { email: invited, role: 'viewer' });
      const invitation = await openInvitationOf(invited);
      const idsIn = async (key: string, keyId: string) => {
        const webhook = await makeWebhook(key);
        const client = await succeed('POST', '/v1/oauth/clients', { key, body: newApp('Own app') });
        return {
          key_id: keyId,
          webhook_id: String(webhook.id),
          client_id: String(client.client_id),
          member_id: colleague.id,
          invitation_id: invitation?.id ?? '',
        };
      };
      const own = {
        test: await idsIn(testKey, testKeyId),
        live: await idsIn(world.liveKey, liveKeyId),
      };
      const idsOf = ({ environment }: Entry) => own[environment ?? 'test'];
      const stopping = ENTRIES.filter(({ page }) => page.stops);
      const stops = new Map(stopping.map((entry) => [pathOf(entry, idsOf(entry)), entry]));
      const email = role === 'admin' ? world.email : colleague.email;
      const fresh = await signInToConsole(email);
      const seen = new Set<string>();
      for (const [browser, isConfirmed] of [
        [fresh, true],
        [later(fresh, 650), false],
      ] as const) {
        for (const entry of ENTRIES.filter(({ page }) => page.method === 'GET')) {
          const path = pathOf(entry, idsOf(entry));
          const { html } = await browser.get(path);
          const shown = [...html.matchAll(/<form[^>]*action="([^"]*)"/g)].map(([, action = '']) => action);
          const stopsHere = shown.filter((action) => stops.has(action));
          const question = stops.get(path);
          const mayAct =
            question !== undefined &&
            (role === 'admin' || question.page.role === 'viewer') &&
            (isConfirmed || !needsCodeIn(question.page, question.environment));
          expect(stopsHere, `${entry.name}, code entered: ${isConfirmed}`).toEqual(mayAct ? [path] : []);
          if (!mayAct) continue;
          seen.add(path);
          const [, button = ''] = /<button class="button"[^>]*>([^<]*)</.exec(html) ?? [];
          const names = [
            'live',
            'test',
            'platform.example/hook',
            'Own app',
            colleague.email,
            'A partner',
            invited,
          ];
          expect(
            names.some((name) => button.includes(name)),
            `${entry.name}: ${button}`,
          ).toBe(true);
        }
      }
      const reachable = stopping.filter(({ page }) => role === 'admin' || page.role === 'viewer');
      expect(seen.size).toBe(reachable.length);
      expect(reachable.length).toBeGreaterThan(role === 'admin' ? 10 : 0);
    },
    60_000,
  );

  test('without a session, with one that expired, was signed out, or of a removed member: sign in first', async () => {
    const idle = await makeConsole();
    const removed = await makeConsole();
    const signedOut = await makeConsole();
    const [idleToken, removedToken, outToken] = [
      await formTokenOf(idle.browser),
      await formTokenOf(removed.browser),
      await formTokenOf(signedOut.browser),
    ];
    await env.REGISTRY.prepare('UPDATE members SET removed_at = 1 WHERE id = ?').bind(removed.memberId).run();
    const copy = later(signedOut.browser, 0);
    await signedOut.browser.post('/console/sign-out', [['form_token', outToken]]);
    const tampered = new Browser();
    tampered.cookies.set('__Host-musette-console', 'not-a-session');
    const ended: readonly (readonly [string, Browser, string])[] = [
      ['a tampered cookie', tampered, ''],
      ['an idle session', later(idle.browser, 3601), idleToken],
      ['a removed member', removed.browser, removedToken],
      ['a copy of a signed-out session', copy, outToken],
    ];
    for (const [index, entry] of ENTRIES.entries()) {
      // Each page meets one of them, as `selectSession` finds none of them whichever page asks.
      const [who, browser, token] = ended[index % ended.length] ?? ['no session', new Browser(), ''];
      expect(verdictOf(await open(entry, browser, token)), `${entry.name} with ${who}`).toBe('signed out');
      expect(verdictOf(await open(entry, new Browser(), '')), entry.name).toBe('signed out');
    }
    expect((await new Browser().get('/console', { 'sec-fetch-dest': 'empty' })).status).toBe(403);
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

  test('no form answers a GET, and no page a POST without a form', async () => {
    const { browser } = await makeConsole();
    const pages = new Set(ENTRIES.filter(({ page }) => page.method === 'GET').map((entry) => pathOf(entry)));
    for (const entry of ENTRIES.filter(({ page }) => page.method === 'POST')) {
      if (!pages.has(pathOf(entry))) expect((await browser.get(pathOf(entry))).status, entry.name).toBe(405);
    }
  });
});
