import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#platform/storage/ids.ts';
import { dyingBindings, type When } from '../support/bindings.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { call, refusal } from '../support/client.ts';
import { runSchedule } from '../support/crons.ts';
import { makeFullAthlete } from '../support/full-athlete.ts';
import { makePartner } from '../support/partners.ts';
import { SHARD_BINDINGS } from '../support/shards.ts';
import { later } from '../support/stopped-clock.ts';
import { tracesOf } from '../support/stores.ts';

const FREQUENT_CRON = '*/10 * * * *';
const PURGING_CRON = '53 * * * *';
const DAY_S = 86_400;
const NOW = Date.now();
const STRIDE = 11;

interface World {
  /** Whatever must be gone once the crons have run. */
  readonly doomed: readonly string[];
  /** Verifies anything else that must be true then. */
  readonly verify: (at: string) => Promise<void>;
}

/**
 * Dies at the first storage call of a cron, then, in a fresh world, eleven calls later, and so on, up to the number of
 * calls of a cron that lives: eleven, because a cron repeats its calls for each of seven databases, so the walk meets every kind
 * of call. After each death the next cron has to bring everything to its end, and the bystander stays.
 */
async function walk(
  { cron, atS, when }: { readonly cron: string; readonly atS: number; readonly when: When },
  makeWorld: () => Promise<World>,
): Promise<number> {
  const bystander = await makeFullAthlete((await makePartner()).testKey);
  const kept = (await tracesOf(...bystander.texts)).sort();
  const doomed: string[] = [];
  // Counted in a world without a death: each further world makes a cron longer.
  doomed.push(...(await makeWorld()).doomed);
  const healthy = dyingBindings(Number.MAX_SAFE_INTEGER, when);
  await runSchedule(cron, { ...env, ...healthy.bindings, ...later(atS) });
  for (let fatalCall = when === 'before' ? 1 : 6; fatalCall <= healthy.calls(); fatalCall += STRIDE) {
    const world = await makeWorld();
    doomed.push(...world.doomed);
    const { bindings } = dyingBindings(fatalCall, when);
    await runSchedule(cron, { ...env, ...bindings, ...later(atS) }).catch(() => undefined);
    await runSchedule(cron, { ...env, ...later(atS) });
    await world.verify(`killed ${when} call ${fatalCall}`);
  }
  expect(await tracesOf(...doomed)).toEqual([]);
  expect((await tracesOf(...bystander.texts)).sort()).toEqual(kept);
  return healthy.calls();
}

/** The owner of what grows old. One for all worlds: a cron may call once more for each partner that there is. */
let ownerId: string;

beforeAll(async () => {
  await loadTestCatalogue();
  ownerId = (await makePartner()).partnerId;
  for (const database of Object.keys(AGING).filter((name) => name !== 'REGISTRY')) {
    const reader =
      "INSERT INTO athletes (id, partner_id, tier, created_at, updated_at) VALUES ('ath_reader', 'prt_x', 'full', 1, 1)";
    await databaseNamed(database).prepare(reader).run();
  }
});

describe('a cron that is killed', () => {
  test.each(['before', 'after'] as const)(
    '%s a storage call of the purges is made good by the next one',
    async (when) => {
      const calls = await walk({ cron: PURGING_CRON, atS: 1, when }, agingWorld);
      expect(calls).toBeGreaterThan(15);
    },
  );
});

describe('a termination that is killed', () => {
  test.each(['before', 'after'] as const)(
    '%s any storage call has not begun, or the next cron tells every key',
    async (when) => {
      const bystander = await makePartner();
      let begun = 0;
      for (let fatalCall = 1; ; fatalCall++) {
        const { partnerId, testKey, liveKey } = await makePartner();
        const { bindings, calls } = dyingBindings(fatalCall, when);
        const path = `/operator/v1/partners/${partnerId}/terminate`;
        const reply = await call('POST', path, { key: env.OPERATOR_TOKEN, bindings });
        const wasKilled = calls() >= fatalCall;
        if (!wasKilled) expect(reply.status).toBe(200);
        await runSchedule(FREQUENT_CRON, { ...env, ...later(1) });
        const read = env.REGISTRY.prepare('SELECT status FROM partners WHERE id = ?').bind(partnerId);
        const isTerminated = (await read.first('status')) === 'terminated';
        if (isTerminated) begun += 1;
        for (const key of [testKey, liveKey]) {
          const made = await call('POST', '/v1/athletes', { key, body: {} });
          expect(made.status, `killed ${when} call ${fatalCall}`).toBe(isTerminated ? 403 : 201);
          if (isTerminated) expect(refusal(made).code).toBe('partner_terminated');
        }
        if (!wasKilled) break;
      }
      expect(begun).toBeGreaterThan(5);
      expect((await call('POST', '/v1/athletes', { key: bystander.testKey, body: {} })).status).toBe(201);
    },
  );
});

/**
 * One row that is too old and one that is young enough in every table that the purging cron looks through, in the
 * registry and in every athlete database, and a key of each age in KV.
 */
async function agingWorld(): Promise<World> {
  const oldMs = NOW - 500 * DAY_S * 1000;
  const youngMs = NOW + DAY_S * 1000;
  // The access log is purged by the time in its identifiers.
  const old = newId('acc', oldMs);
  const young = newId('acc', youngMs);
  for (const [id, atMs] of [
    [old, oldMs],
    [young, youngMs],
  ] as const) {
    for (const [database, tables] of Object.entries(AGING)) {
      const statements = Object.values(tables).map((insert) =>
        databaseNamed(database).prepare(insert).bind(id, ownerId, atMs),
      );
      await databaseNamed(database).batch(statements);
    }
    await env.API_KEYS.put(`key:${id}`, '{}');
  }
  return {
    doomed: [old],
    verify: async (at) => {
      for (const [database, tables] of Object.entries(AGING)) {
        for (const column of Object.keys(tables)) {
          const [table, key] = column.split('.');
          const { results } = await databaseNamed(database)
            .prepare(`SELECT ${key} AS id FROM ${table} WHERE ${key} IN (?, ?)`)
            .bind(old, young)
            .all();
          expect(results, `${at}: ${database}.${table}`).toEqual([{ id: young }]);
        }
      }
      expect(await env.API_KEYS.get(`key:${old}`), at).toBeNull();
      expect(await env.API_KEYS.get(`key:${young}`), at).toBe('{}');
    },
  };
}

function databaseNamed(name: string): D1Database {
  const database = Object.entries(env).find(([binding]) => binding === name)?.[1];
  return database as D1Database;
}

const IDEMPOTENCY_KEY =
  "INSERT INTO idempotency_keys (partner_id, environment, key_hash, request_hash, resource_id, expires_at) VALUES (?2, 'test', ?1, '', '', ?3)";

/** Inserts a row of a given age, by `table.key`. ?1 is its key, ?2 a partner, ?3 its age. */
const OF_ATHLETES: Readonly<Record<string, string>> = {
  'idempotency_keys.key_hash': IDEMPOTENCY_KEY,
  'oauth_records.key':
    "INSERT INTO oauth_records (key, value, expires_at) VALUES (?1, '{}', CAST(?3 / 1000 AS INTEGER) + length(?2) * 0)",
  'athlete_sessions.id':
    'INSERT INTO athlete_sessions (id, sealed_email, created_at, expires_at) VALUES (?1, ?2, ?3, ?3)',
  'product_access_log.id':
    "INSERT INTO product_access_log (id, partner_id, athlete_id, query, at, result_count) VALUES (?1, ?2, 'ath_reader', '', ?3, 0)",
  'applied_erasures.id_hash':
    'INSERT INTO applied_erasures (id_hash, applied_at) VALUES (?1, ?3 + length(?2) * 0)',
};

const AGING: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  REGISTRY: {
    'idempotency_keys.key_hash': IDEMPOTENCY_KEY,
    'login_codes.id':
      "INSERT INTO login_codes (id, address_hash, is_known_browser, code_hash, sealed, created_at, expires_at, caller_hash) VALUES (?1, ?2, 0, '', '', ?3, ?3, '')",
    'api_keys.id':
      "INSERT INTO api_keys (id, partner_id, environment, name, hash, prefix, last4, status, created_at, revoked_at, region) VALUES (?1, ?2, 'test', '', ?1, '', '', 'revoked', 1, ?3, 'weur')",
    'erasure_ledger.id_hash':
      "INSERT INTO erasure_ledger (id_hash, environment, shard, erased_at) VALUES (?1, 'test', 'c000', ?3 + length(?2) * 0)",
    'access_requests.id':
      "INSERT INTO access_requests (id, platform, use_case, contact_email, created_at, purge_after) VALUES (?1, ?2, '', '', ?3, ?3 + 7776000000)",
    'usage.operation_id':
      "INSERT INTO usage (partner_id, environment, hour, operation_id, status_class, requests) VALUES (?2, 'test', ?3, ?1, '2xx', 1)",
    'usage_flushes.guard': 'INSERT INTO usage_flushes (guard, flush, at) VALUES (?1, ?2, ?3)',
  },
  ...Object.fromEntries(SHARD_BINDINGS.map((name) => [name, OF_ATHLETES])),
};
