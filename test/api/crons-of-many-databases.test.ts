import { createMessageBatch, createScheduledController } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { runJobs } from '#partner/retention/run-jobs.ts';
import { parseShardBinding } from '#platform/env.ts';
import { shardName } from '#platform/regions.ts';
import { databaseName } from '#platform/storage/athlete-databases.ts';
import {
  NEEDED_MIGRATIONS,
  SELECT_MIGRATIONS,
  SELECT_MIGRATIONS_AND_RUNS,
} from '#platform/storage/needed-migrations.ts';
import worker from '../../src/index.ts';
import { countedCalls } from '../platform/counted-calls.ts';
import { failingBindings } from '../support/bindings.ts';
import { call } from '../support/client.ts';
import { runSchedule } from '../support/crons.ts';
import { makePartner } from '../support/partners.ts';
import { SHARD_BINDINGS, TEST_HOME, TEST_HOME_BINDING } from '../support/shards.ts';

/** Each database has jobs of its own: those of hundreds stay within the limits, and one that fails stops no other. */

const PURGING_CRON = '53 * * * *';
const NIGHTLY_CRON = '23 3 * * *';

describe('a failure of the crons', () => {
  test('a row of job_states that cannot be written stops no job', async () => {
    await env.API_KEYS.put('key:unbooked', '{}');
    const { testKeyId } = await makePartner();
    await env.REGISTRY.prepare(
      "UPDATE api_keys SET hash = 'unbooked', status = 'revoked', revoked_at = 1 WHERE id = ?",
    )
      .bind(testKeyId)
      .run();
    await env.REGISTRY.prepare('ALTER TABLE job_states RENAME TO job_states_away').run();
    try {
      await runSchedule(PURGING_CRON, env).catch(() => undefined);
      expect(await env.API_KEYS.get('key:unbooked')).toBeNull();
    } finally {
      await env.REGISTRY.prepare('ALTER TABLE job_states_away RENAME TO job_states').run();
    }
  });

  test('a job that fails, or a database that is down, stops no other, and job_states records it', async () => {
    const session =
      "INSERT INTO athlete_sessions (id, sealed_email, created_at, expires_at) VALUES ('old', '', 1, 1)";
    for (const name of SHARD_BINDINGS) await env[name].prepare(session).run();
    const { partnerId } = await makePartner();
    await env.REGISTRY.prepare('UPDATE api_keys SET revoked_at = 1 WHERE partner_id = ?')
      .bind(partnerId)
      .run();
    await env.REGISTRY.prepare('DELETE FROM job_states').run();
    const home = {
      batch: () => Promise.reject(new Error('a database is down')),
      prepare: TEST_HOME.prepare.bind(TEST_HOME),
    };
    const bindings = { ...env, ...failingBindings('guardCalls'), [TEST_HOME_BINDING]: home as never };
    for (const cron of [PURGING_CRON, NIGHTLY_CRON]) await runSchedule(cron, bindings);
    const failed = await env.REGISTRY.prepare(
      "SELECT job || ' ' || database FROM job_states WHERE outcome = 'failed' ORDER BY 1",
    ).raw<[string]>();
    expect(failed.flat()).toEqual([
      'compare-directories test.c000',
      'count-products-seen registry',
      'measure-shards test.c000',
      'purge-dead-keys registry',
      'purge-idempotency-keys test.c000',
      'purge-oauth test.c000',
      'purge-old-rows test.c000',
      'purge-page-sessions test.c000',
      'reconcile-consents test.c000',
    ]);
    for (const name of SHARD_BINDINGS.filter((one) => one !== TEST_HOME_BINDING)) {
      expect(await env[name].prepare('SELECT id FROM athlete_sessions').first(), name).toBeNull();
    }
  });

  test('a message for a database that is not bound, or of a job that is gone, does nothing', async () => {
    const { bindings, made } = countedCalls();
    for (const message of [
      { database: 'live.g999', jobs: ['purge-old-rows'] },
      { database: 'registry', jobs: ['gone'] },
    ]) {
      await runJobs(message, { ...env, ...bindings });
    }
    expect(made.d1Queries).toBe(0);
  });
});

describe('many databases', () => {
  test('500 databases purge 14 million events of a day within the hour, none with more than 900 calls', async () => {
    const homes = ['TEST', 'LIVE'].flatMap((environment) =>
      Array.from({ length: 250 }, (_, n) => new SimulatedDatabase(`ATHLETES_${environment}_WEUR_${n}`)),
    );
    for (const home of homes) home.oldEvents = 28_000;
    const [full] = homes;
    if (full) full.oldEvents = 250_000;
    const registry = new SimulatedDatabase('REGISTRY');
    const all = [registry, ...homes];
    const made = await callsOfCron(PURGING_CRON, all);
    // The database with the events of nine days needs a second message.
    expect(made).toHaveLength(502);
    expect(Math.max(...made)).toBeLessThanOrEqual(900);
    expect(homes.filter(({ oldEvents }) => oldEvents > 0)).toEqual([]);
  });

  test('readiness checks 50 of 500 databases, starting with those checked longest ago', async () => {
    const homes = Array.from({ length: 500 }, (_, n) => {
      const environment = n % 2 === 0 ? 'TEST' : 'LIVE';
      return new SimulatedDatabase(`ATHLETES_${environment}_WEUR_${Math.floor(n / 2)}`);
    });
    await env.REGISTRY.prepare('DELETE FROM job_states').run();
    await env.REGISTRY.prepare(
      `INSERT INTO job_states SELECT 'check-schema', value, 0, 0, 'done', '{}', CASE value WHEN 'live.c06u' THEN 1 ELSE 2 END, 0
       FROM json_each(?)`,
    )
      .bind(JSON.stringify(homes.map(({ name }) => nameOfShard(name))))
      .run();
    const bindings = {
      ...Object.fromEntries(
        Object.keys(env).map((name) => [
          name,
          parseShardBinding(name) ? undefined : env[name as keyof typeof env],
        ]),
      ),
      ...Object.fromEntries(homes.map(({ name, binding }) => [name, binding])),
      CLOCK_OFFSET_S: '518400',
    } as typeof env;
    expect((await call('GET', '/health/ready', { bindings })).status).toBe(200);
    expect(homes.reduce((sum, { queries }) => sum + queries, 0)).toBe(50);
    expect(homes.find(({ name }) => nameOfShard(name) === 'live.c06u')?.queries).toBe(1);
  });
});

function nameOfShard(binding: string): string {
  const shard = parseShardBinding(binding);
  if (!shard) throw new Error(`${binding} is not a shard`);
  return databaseName({ environment: shard.environment, shard: shardName(shard.region, shard.ordinal) });
}

/** Runs a cron through its queue on these databases, and returns the D1 queries of each message. */
async function callsOfCron(
  cron: string,
  databases: readonly SimulatedDatabase[],
): Promise<readonly number[]> {
  const sent: unknown[] = [];
  const sendBatch = async (messages: Iterable<MessageSendRequest>) => {
    const bodies = [...messages].map(({ body }) => body);
    expect(bodies.length, 'messages that a queue takes at once').toBeLessThanOrEqual(100);
    sent.push(...bodies);
  };
  const send = async (body: unknown) => {
    sent.push(body);
  };
  const bindings = {
    ...Object.fromEntries(Object.entries(env).filter(([name]) => parseShardBinding(name) === null)),
    ...Object.fromEntries(databases.map(({ name, binding }) => [name, binding])),
    JOB_QUEUE: new Proxy(env.JOB_QUEUE, {
      get: (target, name) =>
        Object.entries({ send, sendBatch }).find(([own]) => own === name)?.[1] ?? Reflect.get(target, name),
    }),
  } as typeof env;
  await worker.scheduled(createScheduledController({ cron }), bindings);
  const queries = () => databases.reduce((sum, database) => sum + database.queries, 0);
  const made: number[] = [];
  // Grows with the messages for the rest of the work.
  for (const [index, body] of sent.entries()) {
    const before = queries();
    const message = { id: String(index), timestamp: new Date(), attempts: 1, body };
    await worker.queue(createMessageBatch('musette-jobs', [message]), bindings);
    made.push(queries() - before);
  }
  return made;
}

/** A migrated database that holds nothing but old events, of which it keeps only the number, and that counts the statements it gets. */
class SimulatedDatabase {
  readonly name: string;
  oldEvents = 0;
  queries = 0;

  constructor(name: string) {
    this.name = name;
  }

  get binding(): D1Database {
    const prepare = (sql: string) => {
      const statement = { sql, bind: () => ({ ...statement }), run: async () => this.#answer(sql) };
      return statement;
    };
    const batch = async (statements: readonly { readonly sql: string }[]) =>
      statements.map(({ sql }) => this.#answer(sql));
    return { prepare, batch } as unknown as D1Database;
  }

  #answer(sql: string) {
    this.queries += 1;
    const changes = sql.startsWith('delete from "events"') ? Math.min(1000, this.oldEvents) : 0;
    this.oldEvents -= changes;
    const results = [SELECT_MIGRATIONS, SELECT_MIGRATIONS_AND_RUNS].includes(sql)
      ? NEEDED_MIGRATIONS.athletes.map((name) => ({ name }))
      : [];
    return { success: true, results, meta: { changes, rows_read: 0, rows_written: changes } };
  }
}
