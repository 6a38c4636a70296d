import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import {
  type Unstable_Config as Config,
  unstable_readConfig as readConfig,
  unstable_splitSqlQuery as splitSqlQuery,
} from 'wrangler';
import { keep, readKept, STATE_DIR } from './local-state.ts';

const ROOT = join(import.meta.dirname, '../..');
const CONFIG = join(ROOT, 'wrangler.toml');
const WORKER = 'migrations';

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

/**
 * Applies the migrations that local state does not have yet, to all databases in one process: `wrangler d1 migrations
 * apply` takes seconds for each. Skips databases without changes since the last start.
 */
export async function migrateLocalState(): Promise<void> {
  const pending = await listPending();
  if (pending.length === 0) return;
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      name: WORKER,
      modules: [{ type: 'ESModule', path: 'nothing.js', contents: 'export default {};' }],
      // Uses the names of wrangler's own local databases.
      d1Databases: Object.fromEntries(
        databases().map(({ binding, database_id }) => [binding, database_id ?? binding]),
      ),
      resourcePersistencePath: join(STATE_DIR, 'v3'),
    }),
  );
  try {
    for (const { binding, migrations, keptAs, stamp } of pending) {
      console.log(`Applying migrations to ${binding} …`);
      await migrate(await miniflare.getD1Database(binding, WORKER), migrations);
      await keep(keptAs, stamp);
    }
  } finally {
    await miniflare.dispose();
  }
}

function databases(): Config['d1_databases'] {
  return readConfig({ config: CONFIG }).d1_databases;
}

async function listPending(): Promise<readonly Pending[]> {
  const pending: Pending[] = [];
  for (const { binding, migrations_dir: directory = '' } of databases()) {
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
