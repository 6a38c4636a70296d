import type { DatabaseSync } from 'node:sqlite';
import type { Miniflare } from 'miniflare';
import { storage, WORKER } from '../../support/deployment.ts';
import { storable } from './rows.ts';
import { openFile } from './store.ts';

/** The tables that the peer reads, each after those that it refers to. */
const REGISTRY_TABLES = ['partners', 'api_keys', 'products', 'catalogue_version'];
const ATHLETE_TABLES = [
  'athletes',
  'activities',
  'prescriptions',
  'feedback',
  'activity_products',
  'learned_states',
];

/** Returns the bindings of the sandbox's athlete databases. */
export function athleteDatabases(): readonly string[] {
  return Object.keys(storage().d1Databases).filter((name) => name.startsWith('ATHLETES_TEST_'));
}

/** Copies what an installation of the service has stored in its sandbox into the peer's databases, all shards into one. */
export async function copyRows(miniflare: Miniflare, directory: string): Promise<void> {
  const registry = openFile(directory, 'registry');
  const athletes = openFile(directory, 'athletes');
  await copyTables(miniflare, 'REGISTRY', registry, REGISTRY_TABLES);
  for (const shard of athleteDatabases()) await copyTables(miniflare, shard, athletes, ATHLETE_TABLES);
  registry.close();
  athletes.close();
}

async function copyTables(
  miniflare: Miniflare,
  binding: string,
  into: DatabaseSync,
  tables: readonly string[],
): Promise<void> {
  const from = await miniflare.getD1Database(binding, WORKER);
  for (const table of tables) {
    const { results } = await from.prepare(`SELECT * FROM ${table}`).all();
    for (const row of results) {
      const names = Object.keys(row);
      const insert = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
      // D1 returns bytes as a list of numbers.
      const values = Object.values(row).map((value) =>
        Array.isArray(value) ? Uint8Array.from(value) : value,
      );
      into.prepare(insert).run(...values.map(storable));
    }
  }
}
