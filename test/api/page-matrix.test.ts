import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { forgetAdmissions } from '#platform/access/admit.ts';
import { newKeySecret } from '#platform/access/credentials.ts';
import { Browser, fieldOf, type PageReply } from '../support/browser.ts';
import { makeKey } from '../support/builders.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { call, operator } from '../support/client.ts';
import { guardOf, skipWaitForLeases } from '../support/guards.ts';
import { connect, discover, makeClient } from '../support/oauth.ts';
import { mountedPages, PAGE_ROUTES, type PageRoute } from '../support/page-routes.ts';
import { later } from '../support/stopped-clock.ts';
import { expectNothing, FRAMED, follow, makeShownAthlete } from './shown-athlete.ts';

/**
 * The matrix of athletes' pages: every credential there is against every request that they answer. The table of requests is
 * held to what the service has mounted.
 */

type Shown = Awaited<ReturnType<typeof makeShownAthlete>>;

interface Opening {
  /** What stands in the place of the token, the cookie or the code. */
  readonly credential: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly bindings?: Partial<Cloudflare.Env>;
}

interface World {
  readonly shown: Shown;
  readonly live: Shown;
  readonly erased: Credentials;
  readonly deleted: Credentials;
  readonly suspended: Credentials;
  readonly terminated: Credentials;
  readonly revoked: Credentials;
  readonly own: Credentials;
  readonly ofLive: Credentials;
  readonly accessToken: string;
  readonly refreshToken: string;
}

type Credentials = Readonly<Record<PageRoute['credential'], string>>;

let world: World;

async function credentialsOf({ session }: Shown): Promise<Credentials> {
  const { browser } = await follow(session.url);
  return {
    token: session.token,
    cookie: browser.cookies.get('__Host-athlete') ?? '',
    code: session.url.split('/').at(-1) ?? '',
  };
}

/** Makes an athlete with a session, ends it, and returns the credentials that it had. */
async function makeEnded(end: (shown: Shown) => Promise<unknown>): Promise<Credentials> {
  const shown = await makeShownAthlete();
  for (const id of [shown.partner.testKeyId, shown.partner.liveKeyId]) await skipWaitForLeases(id);
  const credentials = await credentialsOf(shown);
  await end(shown);
  // As three seconds later: the tests do not wait for the leases that are out.
  forgetAdmissions({ keyGuards: env.KEY_GUARD }, shown.partner.testKeyId);
  return credentials;
}

beforeAll(async () => {
  await loadTestCatalogue();
  const shown = await makeShownAthlete();
  const live = await makeShownAthlete({ isLive: true });
  const client = await makeClient(shown.key);
  const tokens = await connect(await discover(), client);
  world = {
    shown,
    live,
    own: await credentialsOf(shown),
    ofLive: await credentialsOf(live),
    erased: await makeEnded(({ path, key }) => call('DELETE', path, { key })),
    deleted: await makeEnded(({ path, session, key }) =>
      call('DELETE', `${path}/sessions/${session.id}`, { key }),
    ),
    suspended: await makeEnded(({ partner }) =>
      operator('POST', `/operator/v1/partners/${partner.partnerId}/suspend`),
    ),
    terminated: await makeEnded(({ partner }) =>
      operator('POST', `/operator/v1/partners/${partner.partnerId}/terminate`),
    ),
    revoked: await makeEnded(async ({ partner, key }) => {
      await makeKey(key);
      await call('DELETE', `/v1/partner/api-keys/${partner.testKeyId}`, { key });
    }),
    ...tokens,
  };
});

/** Sends one request of the table with a credential in its place. */
async function open(
  route: PageRoute,
  { credential, headers = {}, bindings = {} }: Opening,
): Promise<PageReply> {
  const browser = new Browser(bindings);
  const path = route.path.replace(':code', credential);
  if (route.credential === 'cookie') browser.cookies.set('__Host-athlete', credential);
  if (route.method === 'GET') return browser.get(path, headers);
  const fields: [string, string][] =
    route.credential === 'token' ? [['token', credential]] : [['form_token', 'x']];
  return browser.post(path, fields, { ...(route.credential === 'token' ? FRAMED : {}), ...headers });
}

/** Headers of every answer under `/a/`. */
function expectHeaders({ headers, status }: PageReply): void {
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('x-robots-tag')).toBe('noindex');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  if (status !== 303)
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self'/);
  for (const name of ['ratelimit', 'ratelimit-policy', 'www-authenticate', 'access-control-allow-origin']) {
    expect(headers.get(name), name).toBeNull();
  }
}

const swapped = (text: string) => text.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));

type Credential = readonly [what: string, statuses: readonly number[], of: (route: PageRoute) => Opening];

/** A form behind a link that carries no form token is refused as foreign before its session is looked at. */
const ENDED = [410, 403];
const CLOSED = [403];

const STRANGERS: readonly Credential[] = [
  ['a blank', ENDED, () => ({ credential: '%20' })],
  ['text', ENDED, () => ({ credential: 'x' })],
  ['an API key', ENDED, () => ({ credential: world.shown.key })],
  ['an unknown API key', ENDED, () => ({ credential: newKeySecret('test') })],
  ['the operator token', ENDED, () => ({ credential: env.OPERATOR_TOKEN })],
  ['an access token', ENDED, () => ({ credential: world.accessToken })],
  ['a refresh token', ENDED, () => ({ credential: world.refreshToken })],
  ['the identifier of a session', ENDED, () => ({ credential: world.shown.session.id })],
  ['a changed signature', ENDED, ({ credential }) => ({ credential: swapped(world.own[credential]) })],
  [
    'the credential of another kind',
    ENDED,
    ({ credential }) => ({ credential: world.own[credential === 'token' ? 'cookie' : 'token'] }),
  ],
  [
    'the other environment’s prefix',
    ENDED,
    ({ credential }) => ({
      credential: world.ofLive[credential].replace('pst_live', 'pst_test').replace(/^ath_p/, 'ath_t') + 'x',
    }),
  ],
  ['a deleted session', ENDED, ({ credential }) => ({ credential: world.deleted[credential] })],
  ['an erased athlete', ENDED, ({ credential }) => ({ credential: world.erased[credential] })],
  [
    'an expired session',
    ENDED,
    ({ credential }) => ({ credential: world.own[credential], bindings: later(3601) }),
  ],
];

const CLOSED_PARTNERS: readonly (readonly [string, readonly number[], keyof World])[] = [
  ['a revoked key', ENDED, 'revoked'],
  ['a suspended partner', CLOSED, 'suspended'],
  ['a terminated partner', CLOSED, 'terminated'],
];

const nameOf = (route: PageRoute) =>
  [`${route.method} ${route.path} with a ${route.credential}`, route] as const;

describe.each(PAGE_ROUTES.map(nameOf))('%s', (_name, route) => {
  test.each(STRANGERS)('shows nothing for %s', async (_what, statuses, of) => {
    const reply = await open(route, of(route));
    expectNothing(reply, statuses);
    expectHeaders(reply);
  });

  test.each(CLOSED_PARTNERS)('shows no plan of %s', async (_what, statuses, of) => {
    const credential = (world[of] as Credentials)[route.credential];
    const reply = await open(route, { credential });
    // A link leads to the page, which refuses.
    const isLink = route.credential === 'code' && route.method === 'GET';
    expect(isLink ? [303] : [...statuses, 403]).toContain(reply.status);
    expectHeaders(reply);
  });

  test('takes no API key beside its credential, and none instead of it', async () => {
    const headers = { authorization: `Bearer ${world.shown.key}` };
    const before = await guardOf(world.shown.partner.testKeyId).status(6000);
    expectNothing(await open(route, { credential: 'x', headers }), ENDED);
    expect(await guardOf(world.shown.partner.testKeyId).status(6000)).toEqual(before);
  });

  test.each(['empty', 'script', 'image', 'worker', 'object', 'embed'])(
    'is not for a browser’s %s',
    async (kind) => {
      const reply = await open(route, {
        credential: world.own[route.credential],
        headers: { 'sec-fetch-dest': kind },
      });
      expectNothing(reply, [403]);
      expectHeaders(reply);
    },
  );

  test('opens with its own credential, in each environment, and shows no other athlete', async () => {
    for (const [shown, credentials] of [
      [world.shown, world.own],
      [world.live, world.ofLive],
    ] as const) {
      const reply = await open(route, { credential: credentials[route.credential] });
      // Forms behind a link need the token of the form.
      const isForm = route.method === 'POST' && route.credential !== 'token';
      expect(reply.status).toBe(isForm ? 403 : route.credential === 'code' ? 303 : 200);
      expectHeaders(reply);
      const other = shown === world.shown ? world.live : world.shown;
      expect(reply.html).not.toContain(other.athleteId);
      expect(reply.html).not.toContain(other.session.id);
    }
  });

  test.each(['PUT', 'PATCH', 'DELETE'])('has no %s', async (method) => {
    const path = route.path.replace(':code', world.own.code);
    const reply = await call(method, path, { headers: { accept: 'application/json' } });
    expect(reply.status).toBe(405);
  });
});

describe('the table above', () => {
  test('has every request that the pages of athletes answer', () => {
    const listed = new Set(PAGE_ROUTES.map(({ method, path }) => `${method} ${path}`));
    expect([...listed].toSorted()).toEqual([...mountedPages()].toSorted());
  });

  test('a form behind a link works with the token of its own page', async () => {
    const { browser } = await follow(world.shown.session.url);
    const { html } = await browser.get('/a/feedback');
    const reply = await browser.post('/a/feedback', [
      ['form_token', fieldOf(html, 'form_token')],
      ['activity', fieldOf(html, 'activity')],
      ['send', '1'],
      ['gi_comfort', 'good'],
    ]);
    expect(reply.status).toBe(303);
  });
});
