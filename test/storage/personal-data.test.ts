import { env } from 'cloudflare:workers';
import { getTableName } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { ATHLETE_TABLES } from '../../src/privacy/athlete-tables.ts';

/**
 * Every text column of the live schemas that is in no table of athletes, and why no athlete's identifier or
 * e-mail address is in it, or what becomes of it. A column that is neither here nor in a covered table fails:
 * whoever adds one says which it is.
 */
const NOT_OF_ATHLETES: Readonly<Record<string, string>> = {
  'athletes.applied_erasures.id_hash': 'SHA-256 of an erased identifier; purged after 42 days',
  'athletes.athlete_sessions.id': 'SHA-256 of what a cookie holds; purged once the hour is over',
  'athletes.athlete_sessions.sealed_email': 'encrypted with what only a cookie holds; purged likewise',
  'registry.login_codes.id': 'SHA-256 of what a cookie holds; purged after a day',
  'registry.login_codes.address_hash': 'a keyed hash of an e-mail address; purged after a day',
  'registry.login_codes.code_hash': 'a keyed hash of a code; purged after a day',
  'registry.login_codes.sealed': 'encrypted with what only a cookie holds; purged after a day',
  'registry.erasure_ledger.id_hash': 'SHA-256 of an erased identifier; purged after 35 days',
  'registry.erasure_ledger.environment': 'an enumeration',
  'registry.erasure_ledger.shard': 'one character',
  'registry.erasure_ledger.searched_to':
    "the identifier of a live athlete, as a position; null again when the search ends, which is within the day's runs",
  'registry.partners.id': 'a partner',
  'registry.partners.name': 'a company',
  'registry.partners.use_case': 'what a company told the operator; blanked by the purge',
  'registry.partners.contact_email': "the address of a partner's contact; blanked by the purge",
  'registry.partners.default_tier': 'an enumeration',
  'registry.partners.status': 'an enumeration',
  'registry.partners.test_shard': 'one character',
  'registry.partners.live_shard': 'one character',
  'registry.api_keys.id': 'a key',
  'registry.api_keys.partner_id': 'a partner',
  'registry.api_keys.environment': 'an enumeration',
  'registry.api_keys.name': "a partner's name for its key; purged with the partner",
  'registry.api_keys.hash': 'of a key',
  'registry.api_keys.prefix': 'of a key',
  'registry.api_keys.last4': 'of a key',
  'registry.api_keys.status': 'an enumeration',
  'registry.api_keys.rotated_to': 'a key',
  'registry.idempotency_keys.partner_id': 'a partner',
  'registry.idempotency_keys.environment': 'an enumeration',
  'registry.idempotency_keys.key_hash': 'SHA-256 of whatever the caller sent; purged after a day',
  'registry.idempotency_keys.request_hash': 'SHA-256 of a request about keys or clients',
  'registry.idempotency_keys.resource_id': 'a key or a client: nothing else is created in the registry',
  'registry.idempotency_keys.athlete_id': 'always null in the registry',
  'registry.idempotency_keys.answer': 'of a request about keys or clients; none about athletes is kept here',
  'registry.oauth_clients.client_id': 'a client',
  'registry.oauth_clients.partner_id': 'a partner',
  'registry.oauth_clients.environment': 'an enumeration',
  'registry.oauth_clients.name': "a partner's application",
  'registry.oauth_clients.redirect_uris': "a partner's addresses",
  'registry.oauth_clients.allowed_scopes': 'enumerations',
  'registry.oauth_clients.secret_hash': 'of a client',
  'registry.oauth_clients.status': 'an enumeration',
  'registry.audit_log.id': 'an audit row',
  'registry.audit_log.actor': 'the operator',
  'registry.audit_log.action': 'an enumeration',
  'registry.audit_log.subject_id': 'a partner, or the SHA-256 of an athlete’s identifier',
  'registry.audit_log.detail': 'identifiers of partners and keys, and tiers',
  'registry.job_runs.id': 'a run',
  'registry.job_runs.job': 'the name of a job',
  'registry.job_runs.cron': 'a cron expression',
  'registry.job_runs.outcome': 'an enumeration',
  'registry.job_runs.counts': 'numbers',
};

/** The catalogue is public knowledge about products; none of its columns is written by a request. */
const CATALOGUE = ['registry.products', 'registry.catalogue_version'];

const OURS =
  "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%' AND name <> 'd1_migrations'";

const ofAthletes = new Set(ATHLETE_TABLES.map(({ table }) => `athletes.${getTableName(table)}`));
const covered = new Set([...ofAthletes, 'athletes.athletes', ...CATALOGUE]);

async function columnsOf(
  database: D1Database,
  name: string,
): Promise<{ table: string; column: string; type: string }[]> {
  const { results } = await database
    .prepare(
      `SELECT t.name AS tbl, c.name AS col, c.type AS type FROM (${OURS}) t, pragma_table_info(t.name) c`,
    )
    .all<{ tbl: string; col: string; type: string }>();
  return results.map(({ tbl, col, type }) => ({ table: `${name}.${tbl}`, column: col, type }));
}

async function allColumns() {
  const athletes = await columnsOf(env.ATHLETES_TEST_0, 'athletes');
  const registry = await columnsOf(env.REGISTRY, 'registry');
  return [...athletes, ...registry];
}

describe('columns that can identify an athlete', () => {
  test('every column that can hold an identifier or an e-mail address is erased with the athlete, or explained', async () => {
    const columns = await allColumns();
    expect(columns.length).toBeGreaterThan(150);
    const open = columns
      .filter(({ table, type }) => !covered.has(table) && !/^(INTEGER|REAL)$/i.test(type))
      .map(({ table, column }) => `${table}.${column}`);
    expect(open.sort()).toEqual(Object.keys(NOT_OF_ATHLETES).sort());
  });

  test('the lists name only existing tables', async () => {
    const tables = new Set((await allColumns()).map(({ table }) => table));
    for (const table of covered) expect(tables, table).toContain(table);
  });

  test('every table with an owner column is covered by erasure', async () => {
    for (const { table, column } of await allColumns()) {
      if (column === 'athlete_id' && table !== 'registry.idempotency_keys') {
        expect(ofAthletes, `${table}.${column}`).toContain(table);
      }
      if (column === 'email') expect(table).toBe('athletes.athletes');
    }
  });

  test('erasure cascades: every table of an athlete references the athlete', async () => {
    for (const { table, athleteId } of ATHLETE_TABLES) {
      const { results } = await env.ATHLETES_TEST_0.prepare(
        `PRAGMA foreign_key_list(${getTableName(table)})`,
      ).all<{
        table: string;
        from: string;
        on_delete: string;
      }>();
      const reference = results.find(({ from }) => from === athleteId.name);
      expect(reference, getTableName(table)).toMatchObject({ table: 'athletes', on_delete: 'CASCADE' });
    }
  });
});
