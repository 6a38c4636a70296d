import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { getTableName } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { ATHLETE_TABLES } from '#partner/privacy/athlete-tables.ts';
import { sha256Hex } from '#platform/storage/cryptography.ts';
import { call } from '../support/client.ts';
import { directoryOf } from '../support/guards.ts';
import { makePartner } from '../support/partners.ts';
import { TEST_HOME } from '../support/shards.ts';

/**
 * Every text column of the live schemas that is in no table of athletes, and why no athlete's identifier or
 * email address is in it, or what becomes of it. A column that is neither here nor in a covered table fails:
 * whoever adds one says which it is.
 */
const NOT_OF_ATHLETES: Readonly<Record<string, string>> = {
  'athletes.schema_migrations.name': 'the name of a file',
  'athletes.counted_runs.newest_migration': 'the name of a file',
  'athletes.applied_erasures.id_hash': 'SHA-256 of an erased identifier; purged after 42 days',
  'athletes.ends.id': 'as in the registry',
  'athletes.ends.kind': 'an enumeration',
  'athletes.ends.partner_id': 'a partner',
  'athletes.athlete_sessions.id': 'SHA-256 of what a cookie holds; purged once the hour is over',
  'athletes.athlete_sessions.sealed_email': 'encrypted with what only a cookie holds; purged likewise',
  'athletes.products_seen.partner_id': 'a partner',
  'athletes.products_seen.product_id': 'a product of the catalogue',
  'athletes.partner_shards.partner_id': 'a partner',
  'athletes.suspensions.partner_id': 'a partner',
  'registry.suspensions.partner_id': 'a partner',
  'athletes.partner_shards.shard': 'four characters',
  'athletes.partner_shards.state': 'an enumeration',
  'athletes.partner_shards.first_ulid': 'the part of an athlete’s identifier that names a time',
  'athletes.partner_shards.last_ulid': 'the part of an athlete’s identifier that names a time',
  'athletes.partner_shards.epoch': 'random',
  'registry.login_codes.id': 'SHA-256 of what a cookie holds; purged after a day',
  'registry.login_codes.address_hash': 'a keyed hash of an email address; purged after a day',
  'registry.login_codes.caller_hash': 'a keyed hash of a network address; purged after a day',
  'registry.login_codes.network_hash': 'a keyed hash of an IPv6 network; purged after a day',
  'registry.login_codes.code_hash': 'a keyed hash of a code; purged after a day',
  'registry.login_codes.sealed': 'encrypted with what only a cookie holds; purged after a day',
  'registry.erasure_ledger.id_hash': 'SHA-256 of an erased identifier; purged after 35 days',
  'registry.erasure_ledger.environment': 'an enumeration',
  'registry.erasure_ledger.shard': 'four characters',
  'registry.erasure_ledger.searched_to':
    "the identifier of a live athlete, as a position; null again when the search ends, which is within the day's runs",
  'registry.ends.id': 'a key, client, webhook, member, invitation or partner; purged after 35 days',
  'registry.ends.kind': 'an enumeration',
  'registry.ends.partner_id': 'a partner',
  'registry.partners.id': 'a partner',
  'registry.partners.name': 'a company',
  'registry.partners.use_case': 'what a company told the operator; blanked by the purge',
  'registry.partners.contact_email': "the address of a partner's contact; blanked by the purge",
  'registry.partners.default_tier': 'an enumeration',
  'registry.partners.status': 'an enumeration',
  'registry.partners.home_region': 'an enumeration',
  'registry.partners.regions': 'enumerations',
  'registry.partners.budgets': 'numbers',
  'registry.partners.test_shards': 'four characters a shard',
  'registry.partners.live_shards': 'four characters a shard',
  'registry.partners.test_origins': 'origins of the partner’s own pages',
  'registry.partners.live_origins': 'origins of the partner’s own pages',
  'registry.shards.environment': 'an enumeration',
  'registry.shards.shard': 'four characters',
  'registry.api_keys.id': 'a key',
  'registry.api_keys.partner_id': 'a partner',
  'registry.api_keys.environment': 'an enumeration',
  'registry.api_keys.region': 'an enumeration',
  'registry.api_keys.name': "a partner's name for its key; purged with the partner",
  'registry.api_keys.hash': 'of a key',
  'registry.api_keys.prefix': 'of a key',
  'registry.api_keys.last4': 'of a key',
  'registry.api_keys.status': 'an enumeration',
  'registry.api_keys.rotated_to': 'a key',
  'registry.api_keys.created_by': 'a member of a partner, a key, or the word operator',
  'registry.idempotency_keys.partner_id': 'a partner',
  'registry.idempotency_keys.environment': 'an enumeration',
  'registry.idempotency_keys.key_hash': 'SHA-256 of whatever the caller sent; purged after a day',
  'registry.idempotency_keys.request_hash': 'SHA-256 of a request about keys, clients or recalculations',
  'registry.idempotency_keys.resource_id':
    'a key, a client or a recalculation: nothing else is created in the registry',
  'registry.idempotency_keys.athlete_id': 'always null in the registry',
  'registry.idempotency_keys.answer':
    'of a request about keys, clients or recalculations; none about athletes is kept here',
  'athletes.event_store.epoch': 'random digits',
  'registry.event_store.epoch': 'random digits',
  'registry.announced_engine.version': 'a version',
  'athletes.subscribers.partner_id': 'a partner',
  'athletes.subscribers.environment': 'an enumeration',
  'athletes.subscribers.webhook_id': 'a webhook',
  'athletes.subscribers.store': 'four characters, or a word',
  'athletes.subscribers.region': 'an enumeration',
  'athletes.subscribers.status': 'an enumeration',
  'athletes.subscribers.url': "a partner's address; deleted with the webhook",
  'athletes.subscribers.types': 'enumerations',
  'athletes.subscribers.accepted_at': 'times by event type',
  'athletes.subscribers.secret': 'encrypted; of a webhook',
  'athletes.subscribers.previous_secret': 'encrypted; of a webhook',
  'registry.subscribers.partner_id': 'a partner',
  'registry.subscribers.environment': 'an enumeration',
  'registry.subscribers.webhook_id': 'a webhook',
  'registry.subscribers.store': 'four characters, or a word',
  'registry.subscribers.region': 'an enumeration',
  'registry.subscribers.status': 'an enumeration',
  'registry.subscribers.url': "a partner's address; deleted with the webhook",
  'registry.subscribers.types': 'enumerations',
  'registry.subscribers.accepted_at': 'times by event type',
  'registry.subscribers.secret': 'encrypted; of a webhook',
  'registry.subscribers.previous_secret': 'encrypted; of a webhook',
  'registry.partners.checklist_done': 'enumerations',
  'registry.members.id': 'a member of a partner',
  'registry.members.partner_id': 'a partner',
  'registry.members.email': 'the address of a person of a partner; deleted 30 days after the removal',
  'registry.members.role': 'an enumeration',
  'registry.members.invited_by': 'a member of a partner, or the word operator',
  'registry.invitations.id': 'an invitation',
  'registry.invitations.partner_id': 'a partner',
  'registry.invitations.email': 'the address of a person of a partner; deleted 30 days after it expires',
  'registry.invitations.role': 'an enumeration',
  'registry.invitations.invited_by': 'a member of a partner',
  'registry.invitations.secret_hash': 'SHA-256 of what an invitation’s email holds',
  'registry.console_sessions.id': 'SHA-256 of what a cookie holds; purged after a day',
  'registry.console_sessions.sealed_email': 'encrypted with what only a cookie holds; purged after a day',
  'registry.console_sessions.member_id': 'a member of a partner',
  'registry.console_sessions.address_hash': 'a keyed hash of a member’s email address; purged after a day',
  'registry.console_audit.id': 'an audit row',
  'registry.console_audit.partner_id': 'a partner',
  'registry.console_audit.member_id': 'a member of a partner',
  'registry.console_audit.action': 'an enumeration',
  'registry.console_audit.environment': 'an enumeration',
  'registry.console_audit.subject_id': 'the identifier of a key, webhook, client, member or request',
  'registry.console_audit.outcome': 'an enumeration',
  'registry.live_access_requests.id': 'a request for live access',
  'registry.live_access_requests.partner_id': 'a partner',
  'registry.live_access_requests.status': 'an enumeration',
  'registry.live_access_requests.tier': 'an enumeration',
  'registry.live_access_requests.data_protection_contact': "a partner's contact; purged with the partner",
  'registry.live_access_requests.checklist': 'enumerations',
  'registry.live_access_requests.accepted_by':
    'the address of an admin of a partner; purged with the partner',
  'registry.live_access_requests.terms_url': 'an address of a document',
  'registry.live_access_requests.dpa_url': 'an address of a document',
  'registry.live_access_requests.decided_tier': 'an enumeration',
  'registry.webhooks.id': 'a webhook',
  'registry.webhooks.partner_id': 'a partner',
  'registry.webhooks.environment': 'an enumeration',
  'registry.webhooks.url': "a partner's address; purged with the partner",
  'registry.webhooks.events': 'enumerations',
  'registry.webhooks.health': "times, statuses and event types of a receiver's failures, by store",
  'registry.webhooks.tested_at': 'times of tests',
  'registry.webhooks.description': "a partner's note; purged with the partner",
  'registry.webhooks.status': 'an enumeration',
  'registry.webhooks.disabled_reason': 'an enumeration',
  'registry.webhooks.secret': 'encrypted; of a webhook',
  'registry.webhooks.previous_secret': 'encrypted; of a webhook',
  'registry.webhooks.created_by': 'as of a key',
  'registry.recalculations.id': 'a recalculation',
  'registry.recalculations.partner_id': 'a partner',
  'registry.recalculations.environment': 'an enumeration',
  'registry.recalculations.status': 'an enumeration',
  'registry.recalculations.athlete_ids': 'identifiers, until it ends',
  'registry.recalculations.shards': 'four characters a shard',
  'registry.recalculations.after_athlete': 'an identifier, until it ends',
  'registry.recalculations.after_activity': 'an identifier, until it ends',
  'registry.events.partner_id': 'a partner',
  'registry.events.environment': 'an enumeration',
  'registry.events.type': 'an enumeration',
  'registry.events.athlete_id': 'always null in the registry, by a constraint',
  'registry.events.data': 'identifiers of keys and recalculations; purged after 30 days',
  'registry.consents.connection_id': 'a connection; goes when it ends',
  'registry.consents.address_hash': 'a keyed hash of an email address; goes when the connection ends',
  'registry.consents.environment': 'an enumeration',
  'registry.consents.shard': 'four characters',
  'registry.consents.client_id': 'a client',
  'registry.consents.scopes': 'enumerations',
  'registry.oauth_clients.client_id': 'a client',
  'registry.oauth_clients.partner_id': 'a partner',
  'registry.oauth_clients.environment': 'an enumeration',
  'registry.oauth_clients.name': "a partner's application",
  'registry.oauth_clients.redirect_uris': "a partner's addresses",
  'registry.oauth_clients.allowed_scopes': 'enumerations',
  'registry.oauth_clients.secret_hash': 'of a client',
  'registry.oauth_clients.status': 'an enumeration',
  'registry.oauth_clients.created_by': 'as of a key',
  'registry.access_requests.id': 'a request for access',
  'registry.access_requests.platform': 'a company',
  'registry.access_requests.use_case': 'what a company told the operator; purged after 90 days',
  'registry.access_requests.contact_email': "the address of a platform's contact; purged after 90 days",
  'registry.access_requests.status': 'an enumeration',
  'registry.access_requests.address_hash': 'a keyed hash of a network address; blanked the following night',
  'registry.access_requests.partner_id': 'a partner',
  'registry.access_requests.link_hash': 'SHA-256 of the secret in a link',
  'registry.audit_log.id': 'an audit row',
  'registry.audit_log.actor': 'the operator',
  'registry.audit_log.action': 'an enumeration',
  'registry.audit_log.subject_id': 'a partner, or the SHA-256 of an athlete’s identifier',
  'registry.audit_log.detail': 'identifiers of partners and keys, and tiers',
  'registry.schema_migrations.name': 'the name of a file',
  'registry.shards.schema': 'the name of a file',
  'registry.shards.verified_region': 'the name of a region',
  'registry.job_states.job': 'the name of a job',
  'registry.job_states.database': 'the name of a database',
  'registry.job_states.outcome': 'an enumeration',
  'registry.job_states.counts': 'numbers',
  'registry.awaited_jobs.job': 'the name of a job',
  'registry.awaited_jobs.database': 'the name of a database',
  'registry.size_samples.database': 'the name of a database',
  'registry.answer_counts.environment': 'an enumeration',
  'registry.answer_counts.times': 'numbers by class of route',
  'registry.alerts.environment': 'an enumeration',
  'registry.alerts.name': 'the name of a condition',
  'registry.alerts.findings': 'sentences of ours, with names of databases and jobs',
  'registry.alerts.notice': 'an enumeration',
  'registry.partner_ends.partner_id': 'a partner',
  'registry.partner_ends.part': 'an enumeration',
  'registry.partner_ends.database': 'the name of a database',
  'registry.usage.partner_id': 'a partner',
  'registry.usage.environment': 'an enumeration',
  'registry.usage.operation_id': 'the name of an operation',
  'registry.usage.status_class': 'an enumeration',
  'registry.usage_flushes.guard':
    "the platform's hash of a key's or connection's identifier; purged after a week",
  'registry.usage_flushes.flush': 'a random name',
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
  const athletes = await columnsOf(TEST_HOME, 'athletes');
  const registry = await columnsOf(env.REGISTRY, 'registry');
  return [...athletes, ...registry];
}

/** Columns of a directory, which is a Durable Object and no database; it goes with the athlete too. */
const OF_DIRECTORY: Readonly<Record<string, string>> = {
  external_hash: 'a keyed hash of partner and external_id; released by the erasure',
  athlete_id: 'the identifier of the athlete; released by the erasure',
  region: 'an enumeration',
  key_hash: 'SHA-256 of the Idempotency-Key that reserved it; released by the erasure',
};

describe('columns that can identify an athlete', () => {
  test('a directory holds nothing that an athlete is called by, only its hash', async () => {
    const { testKey: key, partnerId } = await makePartner();
    await call('POST', '/v1/athletes', {
      key,
      body: { external_id: 'name-at-partner', name: 'Secret Name' },
    });
    const { columns, held } = await runInDurableObject(directoryOf(partnerId), async (_object, state) => {
      const { sql } = state.storage;
      return {
        columns: sql
          .exec<{ name: string; type: string }>('SELECT name, type FROM pragma_table_info(?)', 'entries')
          .toArray(),
        held: JSON.stringify([
          ...(await state.storage.list()),
          ...sql.exec('SELECT * FROM entries').toArray(),
        ]),
      };
    });
    const texts = columns.filter(({ type }) => type === 'TEXT').map(({ name }) => name);
    expect(texts.sort()).toEqual(Object.keys(OF_DIRECTORY).sort());
    expect(held).toContain('ath_t');
    expect(held).not.toMatch(/name-at-partner|Secret/);
    // A hash without a key would be found by trying: partners count their athletes.
    expect(held).not.toContain(await sha256Hex(`${partnerId}\nname-at-partner`));
  });

  test('every column that can hold an identifier or an email address is erased with the athlete, or explained', async () => {
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
      if (column === 'athlete_id' && !['registry.idempotency_keys', 'registry.events'].includes(table)) {
        expect(ofAthletes, `${table}.${column}`).toContain(table);
      }
      if (column === 'email') {
        expect(['athletes.athletes', 'registry.members', 'registry.invitations']).toContain(table);
      }
    }
  });

  test('erasure cascades: every table of an athlete references the athlete', async () => {
    // Events have no reference: the one that reports the erasure outlives the athlete.
    for (const { table, athleteId } of ATHLETE_TABLES.filter((one) => !('outlives' in one))) {
      const { results } = await TEST_HOME.prepare(`PRAGMA foreign_key_list(${getTableName(table)})`).all<{
        table: string;
        from: string;
        on_delete: string;
      }>();
      const reference = results.find(({ from }) => from === athleteId.name);
      expect(reference, getTableName(table)).toMatchObject({ table: 'athletes', on_delete: 'CASCADE' });
    }
  });
});
