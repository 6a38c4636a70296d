import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { unstable_splitSqlQuery as splitSqlQuery } from 'wrangler';
import {
  isBehind,
  lackingMigrations,
  NEEDED_MIGRATIONS,
  schemaOf,
} from '#platform/storage/needed-migrations.ts';
import { boundDatabases, migrateRemote, withEach } from '#tools/cli/remote-databases.ts';
import {
  type CloudflareAccount,
  createdAccount,
  OperatorsConfiguration,
} from '../support/cloudflare-account.ts';

const BINDINGS = boundDatabases();
const SHARD = 'ATHLETES_LIVE_WEUR_1';

describe('migrating every deployed database', () => {
  let account: CloudflareAccount;
  beforeEach(async () => {
    account = await createdAccount(new OperatorsConfiguration());
  });

  const migrateAll = (run = account.run) => withEach(BINDINGS, (binding) => migrateRemote(run, binding));
  /** Lists the databases to which migrations were applied since the last look. */
  const applied = () =>
    account.called
      .splice(0)
      .flatMap((command) => /^d1 migrations apply (\w+)/.exec(command)?.[1] ?? [])
      .sort();

  test('applies the migrations that are missing, four databases at a time, and leaves the others', async () => {
    const [first = '', ...others] = BINDINGS;
    await migrateRemote(account.run, first);
    expect(applied()).toEqual([first]);
    let [atOnce, mostAtOnce] = [0, 0];
    const outcomes = await migrateAll(async (args) => {
      atOnce += 1;
      mostAtOnce = Math.max(mostAtOnce, atOnce);
      await Promise.resolve();
      return account.run(args).finally(() => {
        atOnce -= 1;
      });
    });
    expect(outcomes.every(({ status }) => status === 'fulfilled')).toBe(true);
    expect(applied()).toEqual(others.toSorted());
    expect(mostAtOnce).toBe(4);
  });

  test('goes on past one that fails or is killed half-way, and finishes when it is repeated', async () => {
    account.fault = (command) => (command.startsWith(`d1 migrations apply ${SHARD}`) ? 'cut off' : null);
    const outcomes = await migrateAll();
    const failed = BINDINGS.filter((_, index) => outcomes[index]?.status === 'rejected');
    expect(failed).toEqual([SHARD]);
    account.fault = () => null;
    expect(applied()).toEqual(BINDINGS.toSorted());
    await migrateAll();
    expect(applied()).toEqual([SHARD]);
  });

  test('does not believe a migration that wrangler reports and the database does not have', async () => {
    const lying = async (args: readonly string[]) =>
      args[1] === 'migrations' ? 'applied' : account.run(args);
    await expect(migrateRemote(lying, SHARD)).rejects.toThrow('0001_athletes.sql is still missing');
  });
});

describe('needed migrations', () => {
  test('those that the Worker needs are those in the folders, and each adds its own name to the database', async () => {
    for (const kind of ['registry', 'athletes'] as const) {
      const folder = join('migrations', kind);
      const files = (await readdir(folder)).toSorted();
      expect(NEEDED_MIGRATIONS[kind]).toEqual(files);
      for (const file of files) {
        const text = await readFile(join(folder, file), 'utf8');
        expect(text, file).toContain(`INSERT INTO schema_migrations VALUES ('${file}');`);
      }
    }
  });

  test('the schema of a database is the newest migration up to which none is missing', () => {
    const needed = ['0001_a.sql', '0002_b.sql', '0003_c.sql'];
    expect(schemaOf('athletes', [], needed)).toBeNull();
    expect(schemaOf('athletes', ['0001_a.sql', '0003_c.sql'], needed)).toBe('0001_a.sql');
    expect(schemaOf('athletes', [...needed, '0004_of_a_newer_version.sql'], needed)).toBe(
      '0004_of_a_newer_version.sql',
    );
    expect(lackingMigrations('athletes', ['0002_b.sql'], needed)).toEqual(['0001_a.sql', '0003_c.sql']);
    expect([isBehind('0000_older.sql'), isBehind('0001_athletes.sql'), isBehind('0002_newer.sql')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('migrations after the first only add tables and nullable columns: none copies rows, adds an index to them or drops', async () => {
    for (const kind of ['registry', 'athletes'] as const) {
      const folder = join('migrations', kind);
      const [first = '', ...later] = (await readdir(folder)).toSorted();
      const tables = tablesMade(await readFile(join(folder, first), 'utf8'));
      for (const file of later) {
        const text = await readFile(join(folder, file), 'utf8');
        expect(offencesOf(text, tables), file).toEqual([]);
        for (const table of tablesMade(text)) tables.add(table);
      }
    }
  });

  test.each([
    ['CREATE INDEX x ON activities (type)', 1],
    ['CREATE TABLE n (a TEXT); CREATE INDEX x ON n (a)', 0],
    ['ALTER TABLE activities ADD COLUMN a TEXT', 0],
    ['ALTER TABLE activities ADD COLUMN a TEXT NOT NULL DEFAULT 0', 1],
    ['ALTER TABLE activities DROP COLUMN a', 1],
    ['ALTER TABLE activities RENAME TO b', 1],
    ['CREATE TABLE n (a TEXT); INSERT INTO n SELECT a FROM activities', 1],
    ['CREATE TABLE n AS SELECT * FROM activities', 1],
    ['UPDATE activities SET type = 1; DROP TABLE activities', 2],
    ["INSERT INTO schema_migrations VALUES ('0002_x.sql')", 0],
  ])('of a migration after the first deployment, %s has %i offences', (text, offences) => {
    expect(offencesOf(text, new Set(['activities']))).toHaveLength(offences);
  });
});

/** The statements of a migration that a database with millions of rows could not take within D1's time, or that lose rows. */
function offencesOf(text: string, earlier: ReadonlySet<string>): readonly string[] {
  const made = tablesMade(text);
  return splitSqlQuery(text).filter((statement) => {
    const bare = statement.replace(/--.*/g, '').trim();
    if (/^CREATE TABLE \w+ \(/i.test(bare)) return false;
    if (/^ALTER TABLE \w+ ADD COLUMN /i.test(bare)) return /NOT NULL/i.test(bare);
    if (/^INSERT INTO schema_migrations VALUES /i.test(bare)) return false;
    const indexed = /^CREATE (?:UNIQUE )?INDEX \w+ ON (\w+)/i.exec(bare)?.[1];
    return indexed === undefined || earlier.has(indexed) || !made.has(indexed);
  });
}

function tablesMade(text: string): Set<string> {
  return new Set(
    [...text.matchAll(/^\s*CREATE TABLE (\w+)/gim)]
      .flatMap(([, name]) => name ?? [])
      .concat([...text.matchAll(/;\s*CREATE TABLE (\w+)/gi)].flatMap(([, name]) => name ?? [])),
  );
}
