import { runDurableObjectAlarm } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { CONDITIONS } from '#partner/alerting/conditions.ts';
import { runCron } from '#partner/retention/run-jobs.ts';
import { SCHEDULE } from '#partner/retention/schedule.ts';
import { countedCalls } from '../platform/counted-calls.ts';
import { call, operator } from '../support/client.ts';
import { runSchedule } from '../support/crons.ts';
import { guardOf } from '../support/guards.ts';
import { parseOpenMetrics } from '../support/open-metrics.ts';
import { makePartner } from '../support/partners.ts';
import {
  ALERT_URL,
  DAY_S,
  fails,
  HOUR_S,
  HOURLY,
  MINUTE_S,
  measure,
  runAllJobsExcept,
  runJobsExcept,
  URGENT,
  Watched,
} from './watched-alerts.ts';

/** Each condition of an alert is active in time and not otherwise. Notices are in `alerts.test.ts`. */

/** Stores that requests were answered some minutes ago, and how many of them failed on our side. */
const countAnswers = (environment: 'test' | 'live', minutesAgo: number, answers: number, faults: number) =>
  env.REGISTRY.prepare("INSERT INTO answer_counts VALUES (?, ?, ?, ?, '{}')")
    .bind(Date.now() - minutesAgo * 60_000, environment, answers, faults)
    .run();

/** Lists the environments in which an alert is active. */
async function activeIn(name: string): Promise<readonly string[]> {
  const { results } = await env.REGISTRY.prepare(
    'SELECT environment FROM alerts WHERE name = ? AND is_active ORDER BY environment',
  )
    .bind(name)
    .all<{ environment: string }>();
  return results.map(({ environment }) => environment);
}

test('a clock that jumps a year ahead and back repeats a notice at most once, and blocks none', async () => {
  const watched = await Watched.begin();
  await measure('c000', 9.5e9);
  watched.advance(365 * DAY_S);
  await watched.cron(HOURLY);
  watched.advance(-365 * DAY_S);
  await watched.cron(HOURLY, 2);
  await watched.cron(HOURLY, 2);
  expect(watched.posts('shard_full')).toEqual(['begun', 'continues']);
  await measure('c000', 1e9);
  await watched.cron(HOURLY, 2);
  expect(watched.posts('shard_full')).toEqual(['begun', 'continues', 'ended']);
});

test.each([
  ['a database that was full when it was last written', 1e9, null, true],
  ['a database that grows by 100 MB a day at 4 GB', 4e9, 3.9e9, false],
  ['a database that shrinks', 8e9, 8.9e9, false],
  ['a database at 8.9 GB that does not grow', 8.9e9, 8.9e9, false],
  ['a database at 9.1 GB that does not grow', 9.1e9, 9.1e9, true],
  ['a database of which no earlier size is known', 7e9, null, false],
])('shard_full, %s', async (about, bytes, dayBefore, isActive) => {
  const watched = await Watched.begin();
  if (dayBefore !== null) {
    await measure('c000', dayBefore);
    await watched.cron(HOURLY);
    watched.advance(DAY_S);
  }
  await measure('c000', bytes);
  if (about.includes('was full')) {
    await env.REGISTRY.prepare('UPDATE shards SET full_at = ?').bind(Date.now()).run();
  }
  await watched.cron(HOURLY);
  expect(watched.posts('shard_full').includes('begun') || watched.findings('shard_full').length > 0).toBe(
    isActive,
  );
});

test('shard_full when all databases together near DATABASES_MAX_GB', async () => {
  const watched = await Watched.begin();
  watched.bindings = { ...watched.bindings, DATABASES_MAX_GB: '10' };
  await measure('c000', 4.8e9);
  await measure('c001', 4.8e9);
  await watched.cron(HOURLY);
  expect(watched.findings('shard_full')).toEqual(['All databases together: 9.6 GB of 10.0 GB.']);
});

test.each([
  ['9 errors in a quiet hour', [[5, 20, 9]], false],
  ['10 errors in a quiet hour', [[5, 20, 10]], true],
  [
    'errors that stopped 40 minutes ago',
    [
      [4000, 1_000_000, 0],
      [45, 1000, 100],
      [5, 1000, 0],
    ],
    false,
  ],
  [
    'five times the budget for an hour',
    [
      [4000, 1_000_000, 0],
      [45, 10_000, 50],
      [5, 10_000, 50],
    ],
    false,
  ],
  [
    'six hours at seven times the budget',
    [
      [300, 10_000, 70],
      [5, 1000, 7],
      [15, 1000, 7],
    ],
    true,
  ],
  [
    'three days a bit above the budget',
    [
      [4000, 500_000, 700],
      [100, 20_000, 30],
      [5, 10_000, 12],
    ],
    true,
  ],
  [
    'three days a bit below the budget',
    [
      [4000, 500_000, 400],
      [100, 20_000, 15],
      [5, 10_000, 8],
    ],
    false,
  ],
] as const)('error_budget, %s', async (_about, slots, isActive) => {
  const watched = await Watched.begin();
  for (const [minutesAgo, answers, faults] of slots) {
    await countAnswers('live', minutesAgo, answers, faults);
    // Sandbox traffic that would hide the errors, or that would add some.
    await countAnswers('test', minutesAgo, 10_000_000, isActive ? 0 : 5_000_000);
  }
  await watched.cron(URGENT);
  expect(watched.posts('error_budget')).toEqual(isActive ? ['begun'] : []);
  expect(await activeIn('error_budget')).toEqual([...(isActive ? ['live'] : ['test'])]);
});

test('alerts of the sandbox are in the list and in the log, and wake nobody', async () => {
  const watched = await Watched.begin();
  const logged = vi.spyOn(console, 'log');
  await env.REGISTRY.prepare(
    "INSERT INTO shards (environment, shard, size_bytes, athletes, measured_at, full_at) VALUES ('test', 'c000', 1, 1, 1, ?)",
  )
    .bind(Date.now())
    .run();
  await countAnswers('test', 5, 100, 100);
  for (const cron of Object.keys(SCHEDULE)) await watched.cron(cron);
  const lines = logged.mock.calls.map(([line]) => String(line));
  logged.mockRestore();
  expect(await activeIn('shard_full')).toEqual(['test']);
  expect(await activeIn('error_budget')).toEqual(['test']);
  expect(lines.filter((line) => line.includes('"event":"alert"'))).toEqual([
    expect.stringContaining('"level":"warning","alert":"error_budget","environment":"sandbox"'),
    expect.stringContaining('"level":"warning","alert":"shard_full","environment":"sandbox"'),
  ]);
  expect(watched.world.received).toEqual([]);
  for (const name of ['shard_full', 'error_budget']) expect(watched.emails(name)).toEqual([]);
  const { status, json } = await watched.ready();
  expect([status, JSON.stringify(json)]).not.toContain('shard_full');
  watched.advance(DAY_S);
  await watched.cron(HOURLY);
  expect(watched.posts('shard_full'), 'a day later').toEqual([]);
});

test('error_budget: the answers of a request are those of its own environment, also while no store can be asked about its key', async () => {
  const watched = await Watched.begin();
  const { liveKey, liveKeyId, testKey } = await makePartner();
  const down = {
    REGISTRY: { prepare: () => ({ bind: () => ({}) }), batch: fails } as unknown as D1Database,
  };
  const unknown = `sk_test_${'0'.repeat(32)}`;
  for (const key of [testKey, unknown]) {
    await call('GET', '/v1/activity-types', { key, bindings: { ...watched.bindings, ...down } });
  }
  watched.advance(10);
  await call('GET', '/v1/activity-types', { key: liveKey, bindings: watched.bindings });
  watched.advance(10);
  await call('GET', '/v1/activity-types', { key: liveKey, bindings: watched.bindings });
  await runDurableObjectAlarm(guardOf(liveKeyId));
  const { results } = await env.REGISTRY.prepare(
    'SELECT environment, sum(answers) AS answers FROM answer_counts GROUP BY environment ORDER BY environment',
  ).all();
  expect(results.map(({ environment }) => environment)).toEqual(['live', 'test']);
  expect(Number(results[1]?.answers)).toBeGreaterThanOrEqual(2);
  const { text } = await operator('GET', '/operator/v1/metrics');
  const samples = parseOpenMetrics(text).flatMap((family) => family.samples);
  const latency = samples.find(
    ({ name, labels }) =>
      name === 'musette_request_duration_seconds_gcount' &&
      labels.environment === 'live' &&
      labels.class === 'read',
  );
  expect(latency?.value).toBeGreaterThanOrEqual(1);
});

test('job_overdue: a job that missed one run, and a new database, raise no alert', async () => {
  const watched = await Watched.begin();
  await watched.cron(HOURLY);
  watched.advance(119 * MINUTE_S);
  await runJobsExcept(null, URGENT, watched.env);
  await watched.cron(HOURLY);
  expect(watched.posts('job_overdue')).toEqual([]);
});

test('dispatcher_lag: a failing receiver raises no alert for the operator', async () => {
  const watched = await Watched.begin();
  const { liveKey: key } = await makePartner();
  watched.world.receive = ({ url }) => new Response(null, { status: url === ALERT_URL ? 204 : 500 });
  const body = { url: 'https://down.example/', events: ['athlete.*'] };
  await watched.world.send('POST', '/v1/webhooks', { key, body });
  for (let made = 0; made < 6; made++) await watched.world.send('POST', '/v1/athletes', { key, body: {} });
  await watched.world.pass(16 * MINUTE_S);
  await runSchedule(URGENT, watched.env);
  await watched.cron(HOURLY);
  expect(watched.posts('dispatcher_lag')).toEqual([]);
});

test('a condition that cannot be checked keeps its state and does not stop others', async () => {
  const watched = await Watched.begin();
  await measure('c000', 9.5e9);
  const find = vi.spyOn(CONDITIONS.schema_behind, 'find').mockRejectedValue(new Error('broken'));
  await watched.cron(HOURLY);
  find.mockRestore();
  expect(watched.posts('shard_full')).toEqual(['begun']);
  const row = await env.REGISTRY.prepare("SELECT * FROM alerts WHERE name = 'schema_behind'").first();
  expect(row).toBeNull();
});

test('a cron makes at most 40 D1 queries for its conditions and their notices, whatever is active', async () => {
  const watched = await Watched.begin();
  await measure('c000', 9.5e9);
  watched.advance(3 * DAY_S);
  for (const cron of Object.keys(SCHEDULE)) {
    const { bindings, made } = countedCalls();
    await runCron(cron, { ...watched.env, ...bindings });
    expect(made.d1Queries, cron).toBeLessThanOrEqual(40);
  }
});

test('deep readiness names alerting when no cron has run for half an hour, and does not reveal who is affected', async () => {
  const watched = await Watched.begin();
  // Longer than this isolate's cache of the last test's result.
  watched.advance(HOUR_S);
  await runAllJobsExcept(null, watched.env);
  await watched.cron(URGENT);
  expect((await watched.ready()).status).toBe(200);
  watched.advance(31 * MINUTE_S);
  expect(await watched.problems()).toBe('Active alerts: alerting.');
  expect((await watched.ready('/health/ready')).status).toBe(200);
  expect((await watched.ready('/health/ready?deep=no')).status).toBe(422);
});
