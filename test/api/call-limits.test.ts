import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { messagesOf, runJobs } from '#partner/retention/run-jobs.ts';
import { parseEnv } from '#platform/env.ts';
import { sha256Hex } from '#platform/storage/cryptography.ts';
import { countedCalls, PLATFORM_LIMITS } from '../platform/counted-calls.ts';
import { makeAthlete } from '../support/builders.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { call } from '../support/client.ts';
import { makePartner } from '../support/partners.ts';
import { LIVE_HOME, LIVE_SECOND, SHARD_BINDINGS, TEST_HOME } from '../support/shards.ts';

/**
 * The platform ends an invocation that makes too many calls, and no local simulator does. So the calls of whole runs
 * are counted here, on data ten times as large as a first year's, and held to nine tenths of what is allowed.
 */

const FREQUENT_CRON = '*/10 * * * *';
const PURGING_CRON = '53 * * * *';
const DAY_MS = 86_400_000;
const NOW = Date.now();
const HOMES = SHARD_BINDINGS;
const RUNS_MAX = 40;

type Made = ReturnType<typeof countedCalls>['made'];

function expectWithinLimits(made: Made, what: string): void {
  for (const [name, most] of Object.entries(PLATFORM_LIMITS)) {
    const count = Object.entries(made).find(([counted]) => counted === name)?.[1];
    expect(count, `${name} of ${what}`).toBeLessThanOrEqual(0.9 * most);
  }
}

/** Numbers 1 to `?1` in a statement that makes as many rows. */
const NUMBERS =
  'WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?1) INSERT INTO';

async function fill(
  database: D1Database,
  insert: string,
  ...values: (string | number | null)[]
): Promise<void> {
  await database
    .prepare(`${NUMBERS} ${insert}`)
    .bind(...values)
    .run();
}

async function countIn(database: D1Database, table: string, where: string): Promise<number> {
  return Number(await database.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${where}`).first('n'));
}

interface Run {
  /** Reports by job, summed over all databases. */
  readonly jobs: Readonly<Record<string, { readonly outcomes: readonly string[]; readonly counts: object }>>;
}

/** Repeats a cron, each database in its own invocation, until every job reports that it is done. */
async function runUntilDone(cron: string, at: number): Promise<Run[]> {
  const runs: Run[] = [];
  while (runs.length < RUNS_MAX) {
    await env.REGISTRY.prepare('DELETE FROM job_states').run();
    for (const message of messagesOf(cron, parseEnv(env)).reverse()) {
      const { bindings, made } = countedCalls('idle');
      const offset = String(Math.round((at - NOW) / 1000));
      await runJobs(message, { ...env, ...bindings, CLOCK_OFFSET_S: offset });
      expectWithinLimits(made, `run ${runs.length + 1} of ${cron} for ${message.database}`);
    }
    const jobs = await lastRuns();
    runs.push({ jobs });
    const outcomes = Object.values(jobs).flatMap((job) => job.outcomes);
    expect(outcomes).not.toContain('failed');
    if (outcomes.every((outcome) => outcome === 'done')) return runs;
  }
  throw new Error(`${RUNS_MAX} runs were not enough`);
}

async function lastRuns(): Promise<Run['jobs']> {
  const { results } = await env.REGISTRY.prepare('SELECT job, outcome, counts FROM job_states').all<{
    job: string;
    outcome: string;
    counts: string;
  }>();
  return Object.fromEntries(
    [...Map.groupBy(results, ({ job }) => job)].map(([job, runs]) => {
      const counts: Record<string, number> = {};
      for (const [name, count] of runs.flatMap((run) => Object.entries<number>(JSON.parse(run.counts)))) {
        counts[name] = (counts[name] ?? 0) + count;
      }
      return [job, { outcomes: runs.map(({ outcome }) => outcome), counts }];
    }),
  );
}

/** No job starves: each of these reports some work. */
function expectAllToMove({ jobs }: Run, names: readonly string[]): void {
  for (const name of names) {
    const counts = Object.values(jobs[name]?.counts ?? {});
    expect(Math.max(...counts), name).toBeGreaterThan(0);
  }
}

const ERASING = `ath_lc000${'0'.repeat(26)}`;

/** Athletes under erasure with 60,000 rows each, one in every database, and one with 1,500 connections. */
async function unfinishedErasures(): Promise<void> {
  for (const home of HOMES) {
    await env[home]
      .prepare(
        "INSERT INTO athletes (id, partner_id, status, tier, created_at, updated_at) VALUES (?, '', 'erasing', 'teaser', 0, 0)",
      )
      .bind(ERASING)
      .run();
    await fill(
      env[home],
      "product_access_log (id, partner_id, athlete_id, query, at, result_count) SELECT 'pal_erasing' || n, 'prt_x', ?3, '', ?2, 0 FROM numbers",
      60_000,
      NOW,
      ERASING,
    );
  }
  await fill(
    TEST_HOME,
    "connections (id, athlete_id, partner_id, client_id, scopes, created_at, connected_at) SELECT 'con_erasing' || n, ?2, 'prt_x', 'cli_' || n, '[]', 1, 1 FROM numbers",
    1500,
    ERASING,
  );
}

/** 10,000 erasures that a restored database does not know of, 20 of whose athletes are back among 12,000. */
async function undoneErasures(): Promise<readonly string[]> {
  await fill(
    env.REGISTRY,
    "erasure_ledger (id_hash, environment, shard, erased_at) SELECT printf('%064d', n), 'live', 'c001', ?2 FROM numbers",
    10_000,
    NOW - DAY_MS,
  );
  await fill(
    LIVE_SECOND,
    "athletes (id, partner_id, tier, created_at, updated_at) SELECT 'ath_lc001' || printf('%026d', n), 'prt_kept', 'full', 1, 1 FROM numbers",
    12_000,
  );
  const back = Array.from(
    { length: 20 },
    (_, index) => `ath_lc001${String(1 + index * 600).padStart(26, '0')}`,
  );
  const rows = await Promise.all(
    back.map(async (id) =>
      env.REGISTRY.prepare(
        "INSERT INTO erasure_ledger (id_hash, environment, shard, erased_at) VALUES (?, 'live', 'c001', ?)",
      ).bind(await sha256Hex(id), NOW - DAY_MS),
    ),
  );
  await env.REGISTRY.batch(rows);
  return back;
}

const PARTNERS =
  "partners (id, name, use_case, contact_email, default_tier, created_at, status, terminated_at, purge_after, access_ended_at, home_region, regions, test_shards, live_shards) SELECT ?2 || printf('%04d', n), '', '', '', 'full', 1, 'terminated', ?3, ?4, ?5, 'weur', json_array('weur'), json_array('c000'), json_array('c000') FROM numbers";
const KEYS =
  "api_keys (id, partner_id, environment, name, hash, prefix, last4, status, created_at, revoked_at, region) SELECT ?2 || n, ?2 || printf('%04d', 1 + n % ?3), 'live', '', ?2 || n, '', '', ?4, 1, ?5, 'weur' FROM numbers";

describe('the ten-minute cron', () => {
  test('stays within the platform limits with a large backlog, starves no job and finishes in later runs', async () => {
    await unfinishedErasures();
    const back = await undoneErasures();
    // 40 terminated partners of whom 25 keys each were not told, and 30 to purge with 50 keys each.
    await fill(env.REGISTRY, PARTNERS, 40, 'prt_tell', NOW - DAY_MS, NOW + 29 * DAY_MS, null);
    await fill(env.REGISTRY, KEYS, 1000, 'prt_tell', 40, 'active', null);
    await fill(env.REGISTRY, PARTNERS, 30, 'prt_purge', NOW - 31 * DAY_MS, NOW - DAY_MS, NOW);
    await fill(env.REGISTRY, KEYS, 1500, 'prt_purge', 30, 'revoked', NOW - 31 * DAY_MS);

    const runs = await runUntilDone(FREQUENT_CRON, NOW + 120_000);
    const [first] = runs;
    expect(runs.length).toBeGreaterThan(1);
    if (first)
      expectAllToMove(first, [
        'finish-erasures',
        'finish-terminations',
        'end-tokens-of-partners',
        'purge-athletes-of-partners',
      ]);
    for (const home of HOMES) expect(await countIn(env[home], 'athletes', "status = 'erasing'")).toBe(0);
    const ids = back.map((id) => `'${id}'`).join();
    expect(await countIn(LIVE_SECOND, 'athletes', `id IN (${ids})`)).toBe(0);
    expect(await countIn(LIVE_SECOND, 'athletes', "partner_id = 'prt_kept'")).toBe(12_000 - 20);
    expect(await countIn(env.REGISTRY, 'erasure_ledger', 'searched_to IS NOT NULL')).toBe(0);
    expect(await countIn(LIVE_SECOND, 'applied_erasures', '1')).toBe(10_020);
    expect(await countIn(env.REGISTRY, 'partners', "status = 'purged'")).toBe(30);
    expect(await countIn(env.REGISTRY, 'partners', 'access_ended_at IS NULL')).toBe(0);
    expect(await countIn(env.REGISTRY, 'api_keys', "partner_id LIKE 'prt_purge%'")).toBe(0);
  }, 300_000);
});

const LOGIN_CODES =
  "login_codes (id, address_hash, is_known_browser, code_hash, sealed, created_at, expires_at, caller_hash) SELECT 'old' || n, '', 0, '', '', ?2, ?2, '' FROM numbers";
const SESSIONS =
  "athlete_sessions (id, sealed_email, created_at, expires_at) SELECT 'old' || n, '', ?2, ?2 FROM numbers";

describe('the hourly cron', () => {
  test('stays within the platform limits with a large backlog, starves no job and finishes in later runs', async () => {
    const old = NOW - 500 * DAY_MS;
    await fill(env.REGISTRY, PARTNERS, 1, 'prt_old', null, null, null);
    await fill(env.REGISTRY, KEYS, 2000, 'prt_old', 1, 'revoked', old);
    for (const database of [env.REGISTRY, ...HOMES.map((home) => env[home])]) {
      await fill(
        database,
        "idempotency_keys (partner_id, environment, key_hash, request_hash, resource_id, expires_at) SELECT 'prt_old', 'test', printf('%064d', n), '', '', ?2 FROM numbers",
        60_000,
        old,
      );
    }
    await fill(env.REGISTRY, LOGIN_CODES, 100_000, old);
    await fill(LIVE_HOME, SESSIONS, 100_000, old);
    await fill(
      env.REGISTRY,
      "erasure_ledger (id_hash, environment, shard, erased_at) SELECT 'old' || n, 'live', '0', ?2 FROM numbers",
      20_000,
      old,
    );

    const runs = await runUntilDone(PURGING_CRON, NOW);
    const [first] = runs;
    if (first)
      expectAllToMove(first, [
        'purge-dead-keys',
        'purge-idempotency-keys',
        'purge-oauth',
        'purge-sign-in-codes',
        'purge-old-rows',
      ]);
    expect(await countIn(env.REGISTRY, 'api_keys', "partner_id LIKE 'prt_old%'")).toBe(0);
    for (const database of [env.REGISTRY, ...HOMES.map((home) => env[home])]) {
      expect(await countIn(database, 'idempotency_keys', '1')).toBe(0);
    }
    expect(await countIn(env.REGISTRY, 'login_codes', '1')).toBe(0);
    expect(await countIn(LIVE_HOME, 'athlete_sessions', '1')).toBe(0);
    expect(await countIn(env.REGISTRY, 'erasure_ledger', "id_hash LIKE 'old%'")).toBe(0);
  }, 300_000);
});

describe('one request', () => {
  test('erasing an athlete with very many records and connections stays within the limits, and the cron finishes', async () => {
    const { testKey: key } = await makePartner();
    const athlete = await makeAthlete(key, { email: 'many@athletes.example' });
    await fill(
      TEST_HOME,
      "product_access_log (id, partner_id, athlete_id, query, at, result_count) SELECT 'pal_many' || n, 'prt_x', ?2, '', ?3, 0 FROM numbers",
      25_000,
      athlete.id,
      NOW,
    );
    await fill(
      TEST_HOME,
      "connections (id, athlete_id, partner_id, client_id, scopes, created_at, connected_at) SELECT 'con_many' || n, ?2, 'prt_x', 'cli_' || n, '[]', 1, 1 FROM numbers",
      10_000,
      athlete.id,
    );
    const { bindings, made } = countedCalls('idle');
    const reply = await call('DELETE', athlete.path, { key, bindings });
    expect(reply.json).toMatchObject({ deleted: true, completed_at: null });
    expectWithinLimits(made, 'an erasure');
    await runUntilDone(FREQUENT_CRON, NOW + 120_000);
    expect(await countIn(TEST_HOME, 'athletes', `id = '${athlete.id}'`)).toBe(0);
    expect(await countIn(TEST_HOME, 'connections', `athlete_id = '${athlete.id}'`)).toBe(0);
  }, 300_000);

  test('resetting a sandbox of 50,000 athletes stays within the limits', async () => {
    await loadTestCatalogue();
    const { testKey: key, partnerId } = await makePartner();
    await fill(
      TEST_HOME,
      "athletes (id, partner_id, tier, email, created_at, updated_at) SELECT 'ath_tc000' || printf('%026d', n), ?2, 'full', 'a' || n || '@athletes.example', 1, 1 FROM numbers",
      50_000,
      partnerId,
    );
    const { bindings, made } = countedCalls();
    const reply = await call('POST', '/v1/sandbox/reset', { key, bindings });
    expectWithinLimits(made, 'a reset');
    expect([reply.status, reply.json.removed_athletes]).toEqual([200, 50_000]);
    expect((await call('GET', '/v1/athletes?limit=100', { key })).json.data).toHaveLength(8);
  }, 300_000);

  test('terminating a partner with very many connections stays within the limits, and the cron ends the rest', async () => {
    const { partnerId, liveKey } = await makePartner();
    const athlete = await makeAthlete(liveKey);
    await fill(
      LIVE_HOME,
      "connections (id, athlete_id, partner_id, client_id, scopes, created_at, connected_at) SELECT 'con_term' || n, ?2, ?3, 'cli_' || n, '[]', 1, 1 FROM numbers",
      420_000,
      athlete.id,
      partnerId,
    );
    const { bindings, made } = countedCalls();
    const path = `/operator/v1/partners/${partnerId}/terminate`;
    const reply = await call('POST', path, { key: env.OPERATOR_TOKEN, bindings });
    expectWithinLimits(made, 'a termination');
    expect(reply.status).toBe(503);
    expect((await call('POST', '/v1/athletes', { key: liveKey, body: {} })).status).toBe(403);
    await runUntilDone(FREQUENT_CRON, NOW + 120_000);
    const active = `partner_id = '${partnerId}' AND status = 'active'`;
    expect(await countIn(LIVE_HOME, 'connections', active)).toBe(0);
  }, 300_000);
});
