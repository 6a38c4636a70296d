import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unstable_splitSqlQuery as splitSqlQuery } from 'wrangler';
import { configuredDatabases, withLocalDatabases } from './local-databases.ts';
import { keep, readKept, STATE_DIR } from './local-state.ts';

const ROOT = join(import.meta.dirname, '../..');

interface Migration {
  readonly name: string;
  readonly text: string;
}

/** A database whose migrations changed since they were last applied here. */
interface Pending {
  readonly binding: string;
  readonly migrations: readonly Migration[];
  readonly keptAs: string;
  readonly stamp: string;
}

/** Applies the migrations that local state does not have yet. Skips databases without changes since the last start. */
export async function migrateLocalState(): Promise<void> {
  const pending = await listPending();
  if (pending.length === 0) return;
  await withLocalDatabases(STATE_DIR, async (databaseOf) => {
    for (const { binding, migrations, keptAs, stamp } of pending) {
      console.log(`Applying migrations to ${binding} …`);
      await migrate(await databaseOf(binding), migrations);
      await keep(keptAs, stamp);
    }
  });
}

async function listPending(): Promise<readonly Pending[]> {
  const pending: Pending[] = [];
  for (const { binding, migrations_dir: directory = '' } of configuredDatabases()) {
    const migrations = await readMigrations(join(ROOT, directory));
    const keptAs = `migrated-${binding.toLowerCase()}`;
    const stamp = stampOf(migrations);
    if ((await readKept(keptAs)) !== stamp) pending.push({ binding, migrations, keptAs, stamp });
  }
  return pending;
}

async function readMigrations(directory: string): Promise<readonly Migration[]> {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (name) => ({ name, text: await readFile(join(directory, name), 'utf8') })),
  );
}

function stampOf(migrations: readonly Migration[]): string {
  const hash = createHash('sha256');
  for (const { name, text } of migrations) hash.update(name).update(text);
  return hash.digest('hex');
}

/** The table in which wrangler records what it applied. */
const RECORD = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;

/** Applies each missing migration with its record in one transaction, so an interruption leaves it whole or absent. */
async function migrate(database: D1Database, migrations: readonly Migration[]): Promise<void> {
  await database.prepare(RECORD).run();
  const { results } = await database.prepare('SELECT name FROM d1_migrations').all<{ name: string }>();
  const applied = new Set(results.map(({ name }) => name));
  for (const { name, text } of migrations.filter((migration) => !applied.has(migration.name))) {
    await database.batch([
      ...splitSqlQuery(text).map((statement) => database.prepare(statement)),
      database.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name),
    ]);
  }
}
