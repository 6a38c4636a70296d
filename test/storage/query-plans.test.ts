import { env } from 'cloudflare:workers';
import { drizzle } from 'drizzle-orm/d1';
import * as oauth from 'oauth4webapi';
import { beforeAll, expect, test, vi } from 'vitest';
import { ROUTES } from '#delivery/app/routes.ts';
import { CONSOLE_PAGES } from '#delivery/site/console/mount-console.tsx';
import { pathIn } from '#delivery/site/console/visit.ts';
import { subscribeUrl } from '#nutrition/records/subscribe-link.ts';
import { endConnectionsIn } from '#partner/oauth/connections.ts';
import { purgeOAuth, purgeSignInCodes } from '#partner/oauth/purge-oauth.ts';
import { runCron, runJobs } from '#partner/retention/run-jobs.ts';
import { SCHEDULE } from '#partner/retention/schedule.ts';
import { parseEnv } from '#platform/env.ts';
import { routeOf } from '../support/answer-problems.ts';
import { Browser } from '../support/browser.ts';
import {
  attachProducts,
  makeActivity,
  makeAthlete,
  makeCalculatedActivity,
  makePrescription,
} from '../support/builders.ts';
import { loadTestCatalogue, productNamed } from '../support/catalogue.ts';
import { type CallOptions, call as send } from '../support/client.ts';
import { addMember, newAddress, signInToConsole, submit } from '../support/console.ts';
import { runSchedule } from '../support/crons.ts';
import { connect, discover, makeClient, newEmail, through } from '../support/oauth.ts';
import { makePartner } from '../support/partners.ts';
import { callOf, type Identifiers } from '../support/route-calls.ts';
import { TEST_HOME, TEST_HOME_BINDING } from '../support/shards.ts';
import { runAlarms } from '../support/webhooks.ts';

/** Tables that stay small whatever the load: only these may be scanned. */
const SMALL: readonly string[] = [
  'products',
  'catalogue_version',
  'shards',
  'job_states',
  'awaited_jobs',
  'alerts',
  'counted_runs',
  'schema_migrations',
  'sqlite_sequence',
];

/** Indexes of few rows of a growing table, of which a list shows one page. */
const SMALL_INDEXES: readonly string[] = ['webhooks_failing'];

interface Plan {
  readonly statement: string;
  readonly details: readonly string[];
}

let plans: readonly Plan[] = [];

/** The operations that were called. */
const walked = new Set<string>();

function call(method: string, path: string, options: CallOptions = {}) {
  const route = routeOf(method, path.split('?')[0] ?? '');
  if (route) walked.add(route.operationId);
  return send(method, path, options);
}

test('every operation is called by the walk', () => {
  const missing = ROUTES.filter(({ operationId }) => !walked.has(operationId));
  expect(missing.map(({ operationId }) => operationId)).toEqual([]);
});

beforeAll(async () => {
  const seen = new Map<string, { readonly database: D1Database; readonly statement: string }>();
  const watched = (database: D1Database): D1Database =>
    new Proxy(database, {
      get: (target, member) => {
        if (member === 'prepare') {
          return (statement: string) => {
            seen.set(statement, { database: target, statement });
            return target.prepare(statement);
          };
        }
        const value = Reflect.get(target, member);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  await walk({
    REGISTRY: watched(env.REGISTRY),
    [TEST_HOME_BINDING]: watched(TEST_HOME),
    // The partner stays in the shard that is watched.
    ATHLETES_PER_SHARD: '1000',
  });
  plans = await Promise.all(
    [...seen.values()].map(async ({ database, statement }) => {
      const parameters = statement.match(/\?/g)?.length ?? 0;
      const { results } = await database
        .prepare(`EXPLAIN QUERY PLAN ${statement}`)
        .bind(...Array.from({ length: parameters }, () => 1))
        .all<{ detail: string }>();
      return { statement, details: results.map(({ detail }) => detail) };
    }),
  );
});

/** Statements that sort few rows, which an index has found. */
const BOUNDED_SORTS: readonly RegExp[] = [
  // A filtered page of events: at most 2,000 rows, already read in order.
  / from \(select .* "events" .* limit \?\) "examined"/,
  // A page of an export, cut by its bytes: the rows of its inner LIMIT.
  / in \(SELECT key FROM \(SELECT key, bytes, sum\(bytes\) OVER .* LIMIT \?\)\) WHERE running <= \?/s,
  // The median of the hours of two weeks.
  /SELECT codes_to_strangers FROM "email_counts" WHERE hour >= \? AND hour < \?.* ORDER BY codes_to_strangers/s,
  // One partner's keys in use, and those that were rotated in the last three months.
  /from "api_keys" where .*"environment" in \(\?, \?\) and .*"status" in \(\?, \?\)\) order by/,
];

test('no query of a request scans a growing table or sorts what an index could give in order', () => {
  expect(plans.length).toBeGreaterThan(10);
  const offences = plans.flatMap(({ statement, details }) => {
    const isBoundedSort = BOUNDED_SORTS.some((pattern) => pattern.test(statement));
    const isOffence = (detail: string) => {
      const scanned = /^SCAN (\w+)/.exec(detail)?.[1];
      const isHarmless =
        scanned === undefined ||
        SMALL_INDEXES.some((index) => detail.endsWith(` USING INDEX ${index}`)) ||
        ['CONSTANT', 'json_each', 'examined', 'among', 'logged', 'folded', 'halves'].includes(scanned) ||
        SMALL.includes(scanned);
      return !isHarmless || (detail.includes('USE TEMP B-TREE FOR ORDER BY') && !isBoundedSort);
    };
    return details.filter(isOffence).map((detail) => `${detail}: ${statement}`);
  });
  expect(offences).toEqual([]);
});

test('a page deep in a list is looked up in an index by where the page before ended, not read up to', () => {
  const pages = plans.filter(({ statement }) => /\) < \(\?, \?\)/.test(statement));
  expect(pages.length).toBeGreaterThanOrEqual(6);
  for (const { statement, details } of pages) {
    const column = /\("\w+"\."(\w+)", "\w+"\."id\w*"\) < /.exec(statement)?.[1];
    // The indexes of activities do without the identifier.
    const bound = details.filter(
      (detail) => detail.includes(`(${column},id`) || detail.includes('effective_at<?'),
    );
    expect(bound.length, `${statement}\n${details.join('\n')}`).toBeGreaterThan(0);
  }
  // The same comparison written out with OR reads every row before the page.
  for (const { statement } of plans) expect(statement).not.toMatch(/< \? or \(/);
});

/** Filters that another index would serve too, row by row: `npm run bench:growth` shows what that costs. */
const FILTERS: readonly (readonly [name: string, statement: RegExp, index: string])[] = [
  [
    'connections of an athlete',
    /from "connections" where \("connections"\."partner_id" = \? and "connections"\."athlete_id" = \?\) order/,
    'connections_of_athlete',
  ],
  [
    'connections of an athlete with a status',
    /from "connections" where \("connections"\."partner_id" = \? and "connections"\."athlete_id" = \? and \+/,
    'connections_of_athlete',
  ],
  [
    'connections of a client',
    /from "connections" where \("connections"\."partner_id" = \? and "connections"\."client_id" = \?\) order/,
    'connections_of_client',
  ],
  [
    'connections with a status',
    /from "connections" where \("connections"\."partner_id" = \? and "connections"\."status" = \?/,
    'connections_by_status',
  ],
  [
    'consents of an address to one partner',
    /from "consents" .*"partners"\."id" = \?/,
    'SEARCH consents USING INDEX consents_by_address (address_hash=?)',
  ],
  [
    'activities of a type between two times',
    /"effective_at" >= \? and "activities"\."effective_at" < \? and unlikely\(/,
    'activities_by_type (athlete_id=? AND type=? AND effective_at>? AND effective_at<?)',
  ],
  [
    'clients that are not deleted',
    /from "oauth_clients" .*"status" = \?.*order by/,
    'oauth_clients_by_partner (partner_id=? AND environment=? AND status=?',
  ],
  [
    'the count of usable keys',
    /insert into "api_keys".*count\(\*\)/s,
    'api_keys_by_status (partner_id=? AND environment=? AND status=? AND expires_at>?)',
  ],
  [
    'the count of unused sign-in codes',
    /insert into "login_codes".*not exists/is,
    'login_codes_unused (address_hash=? AND is_known_browser=? AND created_at>?)',
  ],
  [
    'activities in the order of change',
    /from "activities" where .*"updated_at" >= \?/,
    'activities_by_change (athlete_id=? AND updated_at>?)',
  ],
  [
    'athletes in the order of change',
    /from "athletes" where .*"updated_at" >= \?/,
    'athletes_by_change (partner_id=? AND updated_at>?)',
  ],
  [
    'webhooks with a change that a store lacks',
    /from "webhooks" where .*"fanned_out" </,
    'webhooks_to_fan_out',
  ],
  [
    'product accesses of an athlete',
    /from "product_access_log" where .*"athlete_id" = \? AND \+/,
    'product_access_by_athlete (athlete_id=?',
  ],
  [
    'a partner’s product accesses after a cursor',
    /from "product_access_log" where \("product_access_log"\."partner_id" = \? and "product_access_log"\."id" < \?/,
    'PRIMARY KEY (partner_id=? AND id<?)',
  ],
  ['usable keys', /from "api_keys".*"api_keys"\."status" = \? or/, 'api_keys_by_status'],
];

test.each(FILTERS)('%s are looked up, whatever else there is beside them', (_name, pattern, index) => {
  const meant = plans.filter(({ statement }) => pattern.test(statement));
  expect(meant.length).toBeGreaterThan(0);
  for (const { statement, details } of meant) expect(details.join('\n'), statement).toContain(index);
});

/** Every query that a request can make, made once. */
async function walk(bindings: Partial<Cloudflare.Env>): Promise<void> {
  await loadTestCatalogue();
  const { testKey: key } = await makePartner();
  const { id: athleteId, path } = await makeAthlete(key, { external_id: 'plan' }, { bindings });
  const { path: item } = await makeActivity(key, athleteId, {}, { bindings });
  await makeActivity(key, athleteId, {}, { bindings });
  await makePrescription(key, item, { bindings });
  const gel = productNamed('Maurten', 'Gel 100');
  await attachProducts(key, item, { [gel.id]: 1 }, { bindings });
  const page = await call('GET', `${path}/activities?limit=1`, { key, bindings });
  const since = 'limit=1&updated_since=2026-01-01T00:00:00Z';
  const changes = await call('GET', `${path}/activities?${since}`, { key, bindings });
  const reads = [
    path,
    '/v1/athletes?limit=1',
    '/v1/athletes?external_id=plan',
    `${path}/activities?limit=1&cursor=${page.json.next_cursor}`,
    `${path}/activities?type=run&from=2026-01-01&to=2027-01-01`,
    `${path}/activities?external_id=w-1`,
    `${path}/activities?updated_since=2026-01-01T00:00:00Z&type=run&from=2026-01-01&to=2027-01-01`,
    `${path}/activities?limit=1&updated_since=2026-01-01T00:00:00Z&cursor=${changes.json.next_cursor}`,
    '/v1/athletes?limit=1&updated_since=2026-01-01T00:00:00Z',
    item,
    `${item}/prescription?include=explanation`,
    `/v1/products?q=gel&athlete_id=${athleteId}`,
    `/v1/products/categories?athlete_id=${athleteId}`,
    `/v1/products/${gel.id}?athlete_id=${athleteId}`,
    `${item}/fuel-plan?suggest=true`,
    '/v1/partner/access-log?limit=1&from=2026-01-01&to=2100-01-01',
    `/v1/partner/access-log?athlete_id=${athleteId}`,
    '/v1/partner',
    '/v1/partner/usage?granularity=hour',
  ];
  for (const read of reads) expect((await call('GET', read, { key, bindings })).status, read).toBe(200);
  await call('PATCH', path, { key, bindings, body: { name: 'x' } });
  await call('PATCH', item, { key, bindings, body: { name: 'x' } });
  await call('PATCH', `${item}?calculate=true`, { key, bindings, body: { name: 'y' } });
  await makeCalculatedActivity(key, athleteId, {}, { bindings });
  // All in the watched shard.
  await walkBatches(key, { ...bindings, ATHLETES_PER_SHARD: '1000' });
  await walkRecalculation(key, athleteId, bindings);
  const scenario = { athlete_id: athleteId, activity: { type: 'run', duration_min: 60 } };
  await call('POST', '/v1/nutrition/calculate', { key, bindings, body: scenario });
  await walkLearning(key, path, item, bindings);
  const log = await call('GET', '/v1/partner/access-log?limit=1', { key, bindings });
  const next = `/v1/partner/access-log?limit=1&cursor=${log.json.next_cursor}`;
  expect((await call('GET', next, { key, bindings })).status).toBe(200);
  const subscribe = new URL(await subscribeUrl(parseEnv(env), Date.now(), athleteId));
  await call('GET', subscribe.pathname + subscribe.search, { bindings });
  await walkAthletePages(key, path, bindings);
  await call('PATCH', path, { key, bindings, body: { tier: 'teaser' } });
  await call('POST', '/subscribe', {
    bindings,
    rawBody: subscribe.searchParams.toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  await call('DELETE', `${item}/products/${gel.id}`, { key, bindings });
  await call('DELETE', item, { key, bindings });
  await walkOAuth(key, bindings);
  await walkKeys(key, bindings);
  for (const query of ['limit=1', `athlete_id=${athleteId}`, 'types=key.*&from=2026-01-01T00:00:00Z']) {
    await call('GET', `/v1/events?${query}`, { key, bindings });
  }
  await walkWebhooks(key, bindings);
  await walkConsole(bindings);
  await walkOperator(athleteId, bindings);
  await walkOthers({ athlete_id: athleteId }, key, bindings);
  // Late enough that the terminated partner is purged, and what was erased has aged out of the ledger.
  for (const days of ['1', '31', '60']) {
    const late = { ...env, ...bindings, CLOCK_OFFSET_S: String(Number(days) * 86_400) };
    for (const cron of Object.keys(SCHEDULE)) {
      await runSchedule(cron, late);
      await runCron(cron, late);
    }
  }
}

/** Batches that create, change and delete, of athletes and activities. */
async function walkBatches(key: string, bindings: Partial<Cloudflare.Env>): Promise<void> {
  const name = { athlete_external_id: 'plan', external_id: 'batched' };
  for (const duration_min of [60, 90]) {
    const activities = [{ ...name, type: 'run', duration_min }];
    const athletes = [
      { external_id: 'plan', body_mass_kg: duration_min },
      { external_id: `batched ${duration_min}` },
    ];
    const written = [
      await call('POST', '/v1/activities/batch', { key, bindings, body: { activities, calculate: true } }),
      await call('POST', '/v1/athletes/batch', { key, bindings, body: { athletes } }),
    ];
    for (const { json } of written) expect(JSON.stringify(json)).not.toContain('error');
  }
  const deleted = await call('POST', '/v1/activities/batch-delete', {
    key,
    bindings,
    body: { activities: [name] },
  });
  expect(deleted.json.results).toEqual([{ status: 'deleted' }]);
}

/** A webhook's life: its events are swept, sent, refused, listed and sent again, until its receiver is gone. */
async function walkWebhooks(key: string, bindings: Partial<Cloudflare.Env>): Promise<void> {
  const answers = [500, 410];
  const receiver = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => new Response(null, { status: answers.shift() ?? 204 }));
  try {
    const body = { url: 'https://platform.example/hooks', events: ['*'] };
    const send = async (method: string, path: string, sent?: unknown) => {
      const options = { key, bindings, ...(sent === undefined ? {} : { body: sent }) };
      const reply = await call(method, path, options);
      expect(reply.status, `${method} ${path}: ${reply.text}`).toBeLessThan(300);
      return reply.json;
    };
    const path = `/v1/webhooks/${(await send('POST', '/v1/webhooks', body)).id}`;
    await send('POST', '/v1/webhooks', body);
    const { id } = await send('POST', '/v1/athletes', { external_id: 'watched' });
    await runAlarms();
    for (const read of [path, '/v1/webhooks?limit=1', `${path}/deliveries?limit=1`]) await send('GET', read);
    await send('GET', `${path}/deliveries?status=failed`);
    const { data } = await send('GET', `${path}/deliveries`);
    await send('PATCH', path, { description: 'x', status: 'active' });
    await send('POST', `${path}/deliveries/${data[0].id}/redeliver`);
    await send('POST', `${path}/rotate-secret`);
    await send('POST', `${path}/test`);
    await send('DELETE', `/v1/athletes/${id}`);
    await runAlarms();
    await send('PATCH', path, { status: 'disabled' });
    await runSchedule('*/10 * * * *', { ...env, ...bindings });
    await runAlarms();
    await send('DELETE', path);
  } finally {
    receiver.mockRestore();
  }
}

/** Recalculations of all athletes and of named ones, with a cancellation. */
async function walkRecalculation(
  key: string,
  athleteId: string,
  bindings: Partial<Cloudflare.Env>,
): Promise<void> {
  for (const body of [{ only: 'all' }, { athlete_ids: [athleteId] }]) {
    const { json } = await call('POST', '/v1/recalculations', { key, bindings, body });
    const again = await call('POST', '/v1/recalculations', { key, bindings, body });
    expect([again.status, again.json.id]).toEqual([202, json.id]);
    const other = { ...body, to: '2030-01-01' };
    expect((await call('POST', '/v1/recalculations', { key, bindings, body: other })).status).toBe(409);
    await runJobs({ database: 'registry', jobs: ['recalculate'] }, { ...env, ...bindings });
    expect((await call('GET', `/v1/recalculations/${json.id}`, { key, bindings })).json.matched).toBe(3);
    expect((await call('DELETE', `/v1/recalculations/${json.id}`, { key, bindings })).status).toBe(204);
  }
}

/** Client, sign-in, consent, exchange, refresh, the athlete's page, every end, and the purge. */
/** Shows the pages of a session with and without an activity, in a frame and behind a link. */
async function walkAthletePages(key: string, path: string, bindings: Partial<Cloudflare.Env>): Promise<void> {
  const activity = (await call('GET', `${path}/activities?limit=1`, { key })).json.data[0];
  for (const activity_id of [null, activity.id]) {
    const session = await call('POST', `${path}/sessions`, {
      key,
      bindings,
      body: { pages: ['plan', 'feedback'], activity_id },
    });
    const browser = new Browser(bindings);
    for (const page of ['plan', 'feedback']) {
      expect((await browser.post(`/a/${page}`, [['token', session.json.token]])).status).toBe(200);
    }
    expect((await browser.get(session.json.url)).status).toBe(303);
  }
}

async function walkOAuth(key: string, bindings: Partial<Cloudflare.Env>): Promise<void> {
  const as = await discover();
  const client = await makeClient(key, { bindings });
  const email = newEmail();
  const browser = new Browser(bindings);
  const { refreshToken } = await connect(as, client, { email, browser, bindings });
  const refreshed = await oauth.processRefreshTokenResponse(
    as,
    client.client,
    await oauth.refreshTokenGrantRequest(as, client.client, client.auth, refreshToken, through(bindings)),
  );
  const me = await call('GET', '/v1/me', { key: refreshed.access_token, bindings });
  expect(me.status).toBe(200);
  expect((await browser.get('/account/connections')).html).toContain('/disconnect"');
  const path = `/v1/oauth/clients/${client.client.client_id}`;
  for (const query of ['limit=1', `athlete_id=${me.json.id}`, `client_id=${client.client.client_id}`]) {
    await call('GET', `/v1/connections?${query}`, { key, bindings });
    await call('GET', `/v1/connections?${query}&status=active`, { key, bindings });
  }
  const { json } = await call('GET', '/v1/connections?limit=1', { key, bindings });
  await call('GET', '/v1/oauth/clients?limit=1', { key, bindings });
  await call('PATCH', path, { key, bindings, body: { allowed_scopes: ['profile:read'] } });
  await call('POST', `${path}/rotate-secret`, { key, bindings });
  await call('DELETE', `/v1/connections/${json.data[0].id}`, { key, bindings });
  await call('DELETE', path, { key, bindings });
  const db = drizzle(bindings[TEST_HOME_BINDING] ?? TEST_HOME);
  await endConnectionsIn(db, 'prt_nobody', 1, 10);
  await call('DELETE', `/v1/athletes/${me.json.id}`, { key, bindings });
  await purgeOAuth(db, 1);
  await purgeSignInCodes(drizzle(bindings.REGISTRY ?? env.REGISTRY), 1);
}

async function walkLearning(key: string, path: string, item: string, bindings: object): Promise<void> {
  const body = { hydration_feel: 'dehydrated' };
  const options = { key, bindings };
  await call('POST', `${item}/feedback`, { ...options, body });
  await call('GET', `${item}/feedback`, options);
  await call('GET', `${path}/learned`, options);
  const list = `${path}/sweat-tests`;
  const weighed = {
    type: 'run',
    duration_min: 60,
    body_mass_before_kg: 70,
    body_mass_after_kg: 69,
    fluid_ml: 0,
  };
  const test = await call('POST', list, {
    ...options,
    body: { ...weighed, tested_at: '2026-01-01T00:00:00Z' },
  });
  await call('POST', list, { ...options, body: weighed });
  const page = await call('GET', `${list}?limit=1`, options);
  await call('GET', `${list}?limit=1&cursor=${page.json.next_cursor}`, options);
  await call('GET', `${list}/${test.json.id}`, options);
  await call('PATCH', path, { ...options, body: { body_mass_kg: 71 } });
  await call('PATCH', item, { ...options, body: { duration_min: 90 } });
  await call('DELETE', `${list}/${test.json.id}`, options);
  const { json } = await call('POST', `${path}/activities`, {
    ...options,
    body: { type: 'run', duration_min: 60 },
  });
  await call('POST', `${path}/activities/${json.id}/feedback`, { ...options, body });
  await call('DELETE', `${path}/activities/${json.id}/feedback`, options);
}

async function walkKeys(key: string, bindings: object): Promise<void> {
  const path = '/v1/partner/api-keys';
  const headers = { 'idempotency-key': 'plan' };
  const made = await call('POST', path, { key, bindings, headers, body: { name: 'x' } });
  await call('POST', path, { key, bindings, headers, body: { name: 'x' } });
  await call('POST', '/v1/athletes', { key, bindings, headers, body: {} });
  const late = { ...bindings, CLOCK_OFFSET_S: '90000' };
  await call('POST', '/v1/athletes', { key, bindings: late, headers, body: {} });
  const page = await call('GET', `${path}?limit=1`, { key, bindings });
  await call('GET', `${path}?limit=1&cursor=${page.json.next_cursor}`, { key, bindings });
  await call('POST', `${path}/${made.json.id}/rotate`, { key, bindings });
  await call('DELETE', `${path}/${made.json.id}`, { key, bindings });
}

/** Every page of the console, what its forms ask of the registry, and what the operator answers. */
async function walkConsole(bindings: Partial<Cloudflare.Env>): Promise<void> {
  const given = { ...bindings, TERMS_URL: 'https://x.example/t', DPA_URL: 'https://x.example/d' };
  const { partnerId, testKey } = await makePartner();
  await call('POST', '/v1/sandbox/reset', { key: testKey, bindings: given });
  const { email } = await addMember(partnerId);
  const browser = await signInToConsole(email, new Browser(given));
  await submit(browser, '/console/live-access', {
    tier: 'full',
    data_protection_contact: email,
    expected_athletes: '1',
    accept: 'yes',
    terms_url: given.TERMS_URL,
    dpa_url: given.DPA_URL,
  });
  const operator = { key: env.OPERATOR_TOKEN, bindings: given };
  const partner = `/operator/v1/partners/${partnerId}`;
  await call('GET', '/operator/v1/live-access-requests?limit=1', operator);
  expect(
    (await call('POST', `${partner}/approve-live`, { ...operator, body: { tier: 'full' } })).status,
  ).toBe(200);
  const { id } = await addMember(partnerId);
  await submit(browser, '/console/members', { email: newAddress(), role: 'viewer' });
  const invited = await env.REGISTRY.prepare('SELECT id, email FROM invitations').first<{
    id: string;
    email: string;
  }>();
  const joining = await signInToConsole(invited?.email ?? '', new Browser(given));
  expect((await submit(joining, '/console/choose', { invitation: invited?.id ?? '' })).status).toBe(303);
  await submit(browser, `/console/members/${id}/role`, { role: 'viewer' });
  await submit(browser, `/console/members/${id}/remove`);
  await submit(browser, '/console/sandbox/keys', { name: 'x' });
  await submit(browser, '/console/account/termination');
  await submit(browser, `/console/invitations/${invited?.id}/withdraw`);
  for (const page of CONSOLE_PAGES.filter(({ method, path }) => method === 'GET' && !path.includes(':'))) {
    for (const environment of page.environments) {
      const path = environment === null ? page.path : pathIn(environment, page.path);
      expect((await browser.get(path)).status, path).toBe(200);
    }
  }
  expect(
    (await call('PUT', `${partner}/contact`, { ...operator, body: { email: newAddress() } })).status,
  ).toBe(200);
}

async function walkOperator(athleteId: string, bindings: object): Promise<void> {
  const key = env.OPERATOR_TOKEN;
  const path = '/operator/v1/partners';
  const body = { name: 'x', use_case: 'x', contact_email: 'a@platform.example' };
  const { json } = await call('POST', path, { key, bindings, body });
  await call('GET', `${path}?limit=1`, { key, bindings });
  await call('GET', `${path}/${json.partner.id}/usage`, { key, bindings });
  await call('GET', '/operator/v1/jobs', { key, bindings });
  await call('POST', `${path}/${json.partner.id}/live-access`, { key, bindings });
  await call('POST', `${path}/${json.partner.id}/terminate`, { key, bindings });
  const tier = { key, bindings, body: { tier: 'full' } };
  await call('PUT', `/operator/v1/athletes/${athleteId}/tier`, tier);
}

/**
 * Calls the operations that nothing above has called, made from their examples: a new one is covered at once, if only up
 * to where it finds nothing. What it asks beyond that is walked above.
 */
async function walkOthers(ids: Identifiers, partnerKey: string, bindings: Partial<Cloudflare.Env>) {
  const keys = { partner: partnerKey, operator: env.OPERATOR_TOKEN, public: null };
  for (const route of ROUTES.filter(({ operationId }) => !walked.has(operationId))) {
    const { path, options } = callOf(route, ids);
    const reply = await call(route.method, path, { ...options, key: keys[route.access], bindings });
    expect(reply.status, `${route.operationId}: ${reply.text}`).toBeLessThan(500);
  }
}
