import { createHash, createHmac } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { stop } from 'esbuild';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import {
  type Unstable_Config as Config,
  unstable_getMiniflareWorkerOptions as optionsOf,
  unstable_readConfig as readConfig,
  unstable_splitSqlQuery as splitSqlQuery,
} from 'wrangler';
import { parseShardBinding } from '#platform/env.ts';
import { shardName } from '#platform/regions.ts';
import { SELECT_MIGRATIONS } from '#platform/storage/needed-migrations.ts';
import { bundledModules, bundleWorker } from './bundle.ts';
import { ROOT } from './generated-files.ts';
import { Refusal } from './local-state.ts';

const CONFIG = join(ROOT, 'wrangler.toml');
const DATABASES = 'databases';
/** The name in wrangler.toml. */
const WORKER = 'musette';

type DatabaseOf = (binding: string) => Promise<D1Database>;

/** Sends a request to the Worker. */
export type Send = (path: string, init: Sent) => Promise<Answer>;

interface Sent {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

interface Answer {
  readonly ok: boolean;
  readonly json: () => Promise<unknown>;
  readonly text: () => Promise<string>;
}

/** Lists the databases of wrangler.toml. */
export function configuredDatabases(): Config['d1_databases'] {
  return readConfig({ config: CONFIG }).d1_databases;
}

/** Returns the binding of a local database's file, or null if it is no database of wrangler.toml. */
export function bindingOfFile(path: string): string | null {
  const name = basename(path, '.sqlite');
  const found = configuredDatabases().find(
    ({ binding, database_id: id }) => fileNameOf(id ?? binding) === name,
  );
  return found?.binding ?? null;
}

/** The name of the objects in which wrangler keeps local databases. */
const DATABASE_OBJECT = 'miniflare-D1DatabaseObject';

/** Returns the name of the file of a local database, as workerd derives the identifier of an object from its name. */
function fileNameOf(databaseId: string): string {
  const key = createHash('sha256').update(DATABASE_OBJECT).digest();
  const digest = (data: string | Buffer) => createHmac('sha256', key).update(data).digest().subarray(0, 16);
  const ofName = digest(databaseId);
  return Buffer.concat([ofName, digest(ofName)]).toString('hex');
}

function configuredVars(): Readonly<Record<string, string>> {
  const { vars } = readConfig({ config: CONFIG });
  return Object.fromEntries(Object.entries(vars).map(([name, value]) => [name, String(value)]));
}

/**
 * Opens wrangler's local databases for `work`, in this process: `wrangler d1` takes seconds for each command.
 *
 * @param stateDir the directory of local state (wrangler's `--persist-to`)
 */
export async function withLocalDatabases<Result>(
  stateDir: string,
  work: (databaseOf: DatabaseOf) => Promise<Result>,
): Promise<Result> {
  const worker = {
    name: DATABASES,
    modules: [{ type: 'ESModule' as const, path: 'nothing.js', contents: 'export default {};' }],
    // Uses the names of wrangler's own local databases.
    d1Databases: Object.fromEntries(
      configuredDatabases().map(({ binding, database_id }) => [binding, database_id ?? binding]),
    ),
  };
  return withMiniflare(stateDir, worker, (miniflare) =>
    work((binding) => miniflare.getD1Database(binding, DATABASES)),
  );
}

/**
 * Runs the Worker for `work`, in this process and on no port, with what `wrangler dev` would give it.
 *
 * @param vars the secrets, and the vars that differ from wrangler.toml
 */
export async function withLocalWorker<Result>(
  stateDir: string,
  vars: Readonly<Record<string, string>>,
  work: (send: Send) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'musette-worker-'));
  try {
    await bundleWorker(folder);
    // Its service would otherwise live, and use memory, as long as the sandbox does.
    await stop();
    const { workerOptions } = optionsOf(CONFIG);
    const worker = {
      ...workerOptions,
      // wrangler's local objects are stored under this name.
      name: WORKER,
      modules: await bundledModules(folder),
      bindings: { ...configuredVars(), ...vars },
      handleStructuredLogs: () => undefined,
    };
    return await withMiniflare(stateDir, worker, (miniflare) =>
      work((path, init) => miniflare.dispatchFetch(`${vars.BASE_URL}${path}`, init)),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function withMiniflare<Result>(
  stateDir: string,
  worker: Parameters<typeof convertV4MiniflareOptions>[0],
  work: (miniflare: Miniflare) => Promise<Result>,
): Promise<Result> {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({ ...worker, cf: false, resourcePersistencePath: join(stateDir, 'v3') }),
  );
  try {
    return await work(miniflare);
  } finally {
    await miniflare.dispose();
  }
}

interface Migration {
  readonly name: string;
  readonly text: string;
}

/**
 * Applies pending migrations to each local database.
 *
 * @throws Refusal if a migration fails, a database with athletes is empty, or a database has migrations or tables that
 *   this version does not have, because migrations may change in place until the first deployment
 */
export async function migrateLocalState(databaseOf: DatabaseOf): Promise<void> {
  let shardsInUse: ReadonlySet<string> = new Set();
  // The registry is first.
  for (const { binding, database_name: name, migrations_dir: directory = '' } of configuredDatabases()) {
    const migrations = await readMigrations(join(ROOT, directory));
    try {
      const database = await databaseOf(binding);
      await migrate(binding, database, migrations, shardsInUse);
      if (binding === 'REGISTRY') shardsInUse = await readShardsInUse(database);
    } catch (cause) {
      if (cause instanceof Refusal) throw cause;
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new Refusal(
        `Could not apply the migrations of the database ${name} (${binding}): ${why.replaceAll('\n', ' ')}`,
      );
    }
  }
}

async function readMigrations(directory: string): Promise<readonly Migration[]> {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (name) => ({ name, text: await readFile(join(directory, name), 'utf8') })),
  );
}

/** The table in which wrangler records applied migrations. */
const RECORD = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;

/** Applies each missing migration and its record in one transaction, so an interruption cannot leave it half applied. */
async function migrate(
  binding: string,
  database: D1Database,
  migrations: readonly Migration[],
  shardsInUse: ReadonlySet<string>,
): Promise<void> {
  await database.prepare(RECORD).run();
  const { results } = await database.prepare('SELECT name FROM d1_migrations').all<{ name: string }>();
  const applied = new Set(results.map(({ name }) => name));
  if (applied.size === 0 && shardsInUse.has(shardOfBinding(binding))) {
    throw new Refusal(
      `${binding} is missing or empty, but the registry has partners whose athletes are in it. Restore the state from a backup, or start with a new one: STATE_DIR=.wrangler/another npm start`,
    );
  }
  const missing = migrations.filter(({ name }) => !applied.delete(name));
  if (applied.size > 0)
    throw ofAnotherVersion(binding, 'migrations that this version does not have', applied);
  if (missing.length > 0) console.log(`Applying ${missing.length} migrations to ${binding} …`);
  for (const { name, text } of missing) {
    await database.batch([
      ...splitSqlQuery(text).map((statement) => database.prepare(statement)),
      database.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name),
    ]);
  }
  await requireRecord(binding, database, migrations);
  const { results: present } = await database.prepare(SCHEMA).all<Definition>();
  const others = differing(present, definitionsOf(migrations));
  if (others.length > 0) throw ofAnotherVersion(binding, 'other tables or indexes than this version', others);
}

/** Rejects a database that does not record its own migrations, because the Worker would never be ready with it. */
async function requireRecord(
  binding: string,
  database: D1Database,
  migrations: readonly Migration[],
): Promise<void> {
  const recorded = await database
    .prepare(SELECT_MIGRATIONS)
    .all<{ name: string }>()
    .catch(() => null);
  // A database without that table is from another version.
  if (recorded === null) return;
  const names = new Set(recorded.results.map(({ name }) => name));
  const lacking = migrations.filter(({ name }) => !names.has(name)).map(({ name }) => name);
  if (lacking.length === 0) return;
  throw new Refusal(
    `${binding} has its tables, but its table schema_migrations lacks ${lacking.join(', ')}. Restore the state from a backup, or start with a new one: STATE_DIR=.wrangler/another npm start`,
  );
}

const SELECT_SHARDS_IN_USE = `SELECT DISTINCT 'test ' || value AS shard FROM partners, json_each(test_shards) WHERE status <> 'purged'
  UNION SELECT 'live ' || value FROM partners, json_each(live_shards) WHERE status <> 'purged'`;

/** Reads the shards that partners of the registry use, as `shardOfBinding` returns them. */
async function readShardsInUse(registry: D1Database): Promise<ReadonlySet<string>> {
  const { results } = await registry.prepare(SELECT_SHARDS_IN_USE).all<{ shard: string }>();
  return new Set(results.map(({ shard }) => shard));
}

/** Returns environment and shard of a binding, or empty for the registry. */
function shardOfBinding(binding: string): string {
  const shard = parseShardBinding(binding);
  return shard ? `${shard.environment} ${shardName(shard.region, shard.ordinal)}` : '';
}

/** A table or an index and the statement that created it. */
interface Definition {
  readonly name: string;
  readonly sql: string;
}

const SCHEMA =
  "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%' AND name <> 'd1_migrations'";

function definitionsOf(migrations: readonly Migration[]): readonly Definition[] {
  using database = new DatabaseSync(':memory:');
  for (const { text } of migrations) database.exec(text);
  return database
    .prepare(SCHEMA)
    .all()
    .map(({ name, sql }) => ({ name: String(name), sql: String(sql) }));
}

/** Returns the names of tables and indexes that exist on only one side or differ in more than comments. */
function differing(some: readonly Definition[], others: readonly Definition[]): readonly string[] {
  const [one, other] = [some, others].map(
    (side) => new Map(side.map(({ name, sql }) => [name, sql.replace(/--.*/g, '').replace(/\s+/g, ' ')])),
  );
  const names = new Set([...some, ...others].map(({ name }) => name));
  return [...names].filter((name) => one?.get(name) !== other?.get(name)).sort();
}

function ofAnotherVersion(binding: string, what: string, names: Iterable<string>): Refusal {
  return new Refusal(
    `${binding} has ${what} (${[...names].join(', ')}). Its state is from another version. Delete it, or start with a new one: STATE_DIR=.wrangler/another npm start`,
  );
}
