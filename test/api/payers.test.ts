import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { forgetAdmissions } from '#platform/access/admit.ts';
import { SCOPES } from '#platform/http/route.ts';
import { MCP, message } from '../support/assistant.ts';
import { Browser, plainFetch } from '../support/browser.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { call, operator } from '../support/client.ts';
import { guardOf, limiterOf, skipWaitForLeases } from '../support/guards.ts';
import { connect, discover, makeClient, newEmail } from '../support/oauth.ts';
import { makePartner, type TestPartner } from '../support/partners.ts';
import { databaseOf } from '../support/shards.ts';
import { later, stopClock } from '../support/stopped-clock.ts';
import { follow, makeShownAthlete, ORIGIN, postToken } from './shown-athlete.ts';

/**
 * Who pays for a refusal. Some credentials spend the budget of someone who is not the caller: pages and links that of a
 * partner's key, an access token that of its connection. Whatever refuses such a credential, the payer's remaining budget is
 * what it was. The clock stands still, so that nothing refills.
 */

beforeAll(() => loadTestCatalogue());
beforeEach(() => stopClock());

const BUDGET = Number(env.STANDARD_SANDBOX_PER_MIN);
const TIMES = 3;

/** What is left of the budget of a key or connection: a loan of nothing takes nothing. */
async function remainingOf(payerId: string): Promise<number | 'ended'> {
  const answer = await guardOf(payerId).lend(BUDGET, 0);
  return 'budget' in answer ? answer.remaining : 'ended';
}

interface Refusable {
  readonly payerId: string;
  /** Sends the credential, and returns the status of the answer. */
  readonly send: () => Promise<number>;
}

/** Refuses a credential some times, each as in an isolate of its own, and expects the payer to have what it had. */
async function expectUnchanged({ payerId, send }: Refusable, status: number): Promise<void> {
  const forget = () => forgetAdmissions({ keyGuards: env.KEY_GUARD }, payerId);
  forget();
  const before = await remainingOf(payerId);
  for (let time = 0; time < TIMES; time += 1) {
    expect(await send()).toBe(status);
    forget();
  }
  expect(await remainingOf(payerId)).toBe(before);
}

type Shown = Awaited<ReturnType<typeof makeShownAthlete>>;

interface Page {
  readonly shown: Shown;
  /** Opens a page of the session; later by so many seconds, or of another activity. */
  readonly open: (change?: PageChange) => Promise<number>;
}

interface PageChange {
  readonly page?: string;
  readonly seconds?: number;
  readonly activity?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly isForged?: boolean;
  readonly bindings?: object;
}

const other = (text: string) => text.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));

/** The credentials that open a page: the token of a frame, and the cookie of a link. */
const PAGES = {
  'a page token': async (session?: object): Promise<Page> => {
    const shown = await makeShownAthlete(session === undefined ? {} : { session: { ...session } });
    const { token } = shown.session;
    return {
      shown,
      open: async ({
        page = 'plan',
        seconds = 0,
        activity,
        headers,
        isForged = false,
        bindings,
      }: PageChange = {}) =>
        (
          await postToken(isForged ? other(token) : token, {
            page,
            bindings: { ...later(seconds), ...bindings },
            ...(activity === undefined ? {} : { fields: [['activity', activity]] }),
            ...(headers === undefined ? {} : { headers }),
          })
        ).status,
    };
  },
  'a cookie': async (session?: object): Promise<Page> => {
    const shown = await makeShownAthlete(session === undefined ? {} : { session: { ...session } });
    const { browser } = await follow(shown.session.url);
    const cookie = browser.cookies.get('__Host-athlete') ?? '';
    return {
      shown,
      open: async ({
        page = 'plan',
        seconds = 0,
        activity,
        headers,
        isForged = false,
        bindings,
      }: PageChange = {}) => {
        const at = new Browser({ ...later(seconds), ...bindings });
        at.cookies.set('__Host-athlete', isForged ? other(cookie) : cookie);
        const query = activity === undefined ? '' : `?activity=${activity}`;
        return (await at.get(`/a/${page}${query}`, headers)).status;
      },
    };
  },
} as const;

type Refusal = readonly [how: string, status: number, refuse: (page: Page) => Promise<PageChange>];

async function deleteSession({ shown: { path, session, key } }: Pick<Page, 'shown'>): Promise<PageChange> {
  await call('DELETE', `${path}/sessions/${session.id}`, { key });
  return {};
}

async function eraseAthlete({ shown: { path, key } }: Page): Promise<PageChange> {
  await call('DELETE', path, { key });
  return {};
}

/** Has the operator suspend or terminate a partner, without waiting for the leases of its keys. */
async function close(partner: TestPartner, verb: 'suspend' | 'terminate'): Promise<void> {
  for (const id of [partner.testKeyId, partner.liveKeyId]) await skipWaitForLeases(id);
  await operator('POST', `/operator/v1/partners/${partner.partnerId}/${verb}`);
}

const PAGE_REFUSALS: readonly Refusal[] = [
  ['whose session was deleted', 410, deleteSession],
  ['whose session has expired', 410, async () => ({ seconds: 3601 })],
  ['whose athlete was erased', 410, eraseAthlete],
  [
    'whose athlete is being erased',
    410,
    async ({ shown: { athleteId } }) => {
      await databaseOf(athleteId)
        .prepare("UPDATE athletes SET status = 'erasing' WHERE id = ?")
        .bind(athleteId)
        .run();
      return {};
    },
  ],
  [
    'whose views of the minute are spent',
    429,
    async ({ shown: { athleteId, session } }) => {
      await databaseOf(athleteId)
        .prepare('UPDATE page_sessions SET views = 60, viewed_since = ? WHERE id = ?')
        .bind(Date.now(), session.id)
        .run();
      return {};
    },
  ],
  ...(['suspend', 'terminate'] as const).map(
    (verb): Refusal => [
      `of a partner, after the operator’s ${verb},`,
      403,
      async ({ shown: { partner } }) => {
        await close(partner, verb);
        return {};
      },
    ],
  ),
  ['for another athlete’s activity', 404, async () => ({ activity: (await makeShownAthlete()).activityId })],
  ['with a wrong signature', 410, async () => ({ isForged: true })],
  ['asked for by a script', 403, async () => ({ headers: { 'sec-fetch-dest': 'empty', origin: ORIGIN } })],
  [
    'whose athlete has seen enough products in this minute',
    429,
    async () => ({ bindings: { PRODUCT_SANDBOX_PER_MIN: '1' } }),
  ],
  [
    'whose athlete has seen enough products on this day',
    429,
    async ({ shown: { partner, athleteId } }) => {
      const limiter = limiterOf({ partnerId: partner.partnerId, athleteId });
      await limiter.forget();
      await limiter.take({ requestsPerMin: 60, recordsPerDay: 1 }, ['prd_other']);
      return { bindings: { PRODUCT_SANDBOX_RECORDS_PER_DAY: '1' } };
    },
  ],
];

describe.each(Object.entries(PAGES))('budget: %s', (_credential, make) => {
  test.each(PAGE_REFUSALS)('%s is refused, and its key pays nothing', async (_how, status, refuse) => {
    const page = await make();
    expect(await page.open()).toBe(200);
    const change = await refuse(page);
    await expectUnchanged({ payerId: page.shown.partner.testKeyId, send: () => page.open(change) }, status);
  });

  test('for a page that the session does not show is refused, and its key pays nothing', async () => {
    const page = await make({ pages: ['feedback'] });
    await expectUnchanged({ payerId: page.shown.partner.testKeyId, send: () => page.open() }, 410);
  });

  test('that is shown takes what its plan costs, in one message', async () => {
    const page = await make();
    const { testKeyId } = page.shown.partner;
    forgetAdmissions({ keyGuards: env.KEY_GUARD }, testKeyId);
    const before = Number(await remainingOf(testKeyId));
    expect(await page.open()).toBe(200);
    expect(await remainingOf(testKeyId)).toBe(before - 1);
    expect(await page.open({ page: 'feedback' })).toBe(200);
    expect(await remainingOf(testKeyId)).toBeLessThan(before - 1);
  });
});

describe('budget: the code of a link', () => {
  test.each([
    ['that is older than ten minutes', 410, { seconds: 601 }],
    ['whose session was deleted', 410, { isDeleted: true }],
    ['with a wrong signature', 410, { isForged: true }],
    ['that a browser prefetches', 403, { headers: { 'sec-purpose': 'prefetch' } }],
    ['that is opened', 303, {}],
  ] as const)(
    '%s costs its key nothing',
    async (_how, status, change: PageChange & { readonly isDeleted?: boolean }) => {
      const shown = await makeShownAthlete();
      if (change.isDeleted) await deleteSession({ shown });
      const url = change.isForged ? other(shown.session.url) : shown.session.url;
      const send = async () =>
        (await new Browser(later(change.seconds ?? 0)).get(url, change.headers)).status;
      await expectUnchanged({ payerId: shown.partner.testKeyId, send }, status);
    },
  );
});

/** A connection whose token this isolate has found valid. */
async function makeConnected(resource: string | null) {
  const as = await discover();
  const partner = await makePartner();
  const client = await makeClient(partner.testKey, { isPublic: resource !== null });
  const scope = SCOPES.join(' ');
  const options = { scope, email: newEmail(), ...(resource === null ? {} : { resource }) };
  const { accessToken: token } = await connect(as, client, options);
  const { json } = await call('GET', '/v1/connections', { key: partner.testKey });
  const { id: connectionId, athlete_id: athleteId } = json.data[0];
  return { partner, token, connectionId: String(connectionId), athleteId: String(athleteId) };
}

/** Sends a message of an assistant. */
async function ask(token: string, seconds = 0): Promise<number> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const body = message('tools/list');
  return (await plainFetch(MCP, { method: 'POST', headers, body }, later(seconds))).status;
}

type Connected = Awaited<ReturnType<typeof makeConnected>>;

const change =
  (sql: string) =>
  async ({ athleteId }: Connected) => {
    await databaseOf(athleteId).prepare(sql).bind(athleteId).run();
    return 0;
  };

const TOKEN_REFUSALS: readonly (readonly [string, number, (connected: Connected) => Promise<number>])[] = [
  ['that has expired', 401, async () => 3601],
  ['that was revoked', 401, change("DELETE FROM oauth_records WHERE athlete_id = ? AND key LIKE 'token:%'")],
  [
    'of a connection that has ended',
    401,
    change("UPDATE connections SET status = 'revoked' WHERE athlete_id = ?"),
  ],
  ['of an athlete who is being erased', 401, change("UPDATE athletes SET status = 'erasing' WHERE id = ?")],
  [
    'of a suspended partner',
    403,
    async ({ partner }) => {
      await close(partner, 'suspend');
      return 0;
    },
  ],
];

describe('budget: an access token', () => {
  test.each(TOKEN_REFUSALS)(
    '%s is refused, and its connection pays nothing',
    async (_how, status, refuse) => {
      const connected = await makeConnected(null);
      const { token: key, connectionId: payerId } = connected;
      const read = async (seconds = 0) =>
        (await call('GET', '/v1/me', { key, bindings: later(seconds) })).status;
      expect(await read()).toBe(200);
      const seconds = await refuse(connected);
      await expectUnchanged({ payerId, send: () => read(seconds) }, status);
    },
  );

  test('lease: one that has ended takes no token that is lent to its connection', async () => {
    const connected = await makeConnected(null);
    const { token: key, connectionId: payerId } = connected;
    const read = async () => (await call('GET', '/v1/me', { key })).status;
    for (let time = 0; time < 4; time += 1) expect(await read()).toBe(200);
    await change("UPDATE connections SET status = 'revoked' WHERE athlete_id = ?")(connected);
    const before = await remainingOf(payerId);
    for (let time = 0; time < TIMES; time += 1) expect(await read()).toBe(401);
    await change("UPDATE connections SET status = 'active' WHERE athlete_id = ?")(connected);
    expect(await remainingOf(payerId)).toBe(before);
  });

  test('for another resource is refused, and its connection pays nothing', async () => {
    const connected = await makeConnected(null);
    await expectUnchanged({ payerId: connected.connectionId, send: () => ask(connected.token) }, 401);
  });
});

describe('budget: an assistant’s token', () => {
  test.each(TOKEN_REFUSALS)(
    '%s is refused, and its connection pays nothing',
    async (_how, status, refuse) => {
      const connected = await makeConnected(MCP);
      const { token, connectionId: payerId } = connected;
      expect(await ask(token)).toBe(200);
      const seconds = await refuse(connected);
      await expectUnchanged({ payerId, send: () => ask(token, seconds) }, status);
    },
  );

  test('for another resource is refused, and its connection pays nothing', async () => {
    const { token: key, connectionId: payerId } = await makeConnected(MCP);
    await expectUnchanged({ payerId, send: async () => (await call('GET', '/v1/me', { key })).status }, 401);
  });
});
