import { memberOf } from '../members.ts';
import { newestNeeded } from './needed-migrations.ts';

/** The most runs of `end-restored` that an isolate has seen a database count. Fewer mean that it was restored since. */
export interface SeenRuns {
  most: number;
}

/**
 * What the first batch of a database asks of it. A column that a database lacks would otherwise be read as its own name:
 * Drizzle quotes names, and SQLite takes an unknown quoted name for a text.
 */
export interface FirstBatch {
  /** The database's name in log lines: `registry` or `live.c000`. */
  readonly database: string;
  /** The newest migration that this version needs, or null for work that must not wait for it. */
  readonly migration: string | null;
  /** Null for the registry, and for jobs, because they reconcile a database that was restored. */
  readonly runs: SeenRuns | null;
}

/** Asks that the registry has every migration that this version needs. */
export const OF_REGISTRY: FirstBatch = {
  database: 'registry',
  migration: newestNeeded('registry'),
  runs: null,
};

/** No value but JSON passes `json`, and no path but one that begins with `$` passes `json_extract`. */
const SELECT_OF_REGISTRY = `SELECT json_extract('0', iif((SELECT max(name) FROM schema_migrations) >= ?1, '$', 'behind')) AS fits`;
const IS_CURRENT = `json_extract('0', iif(newest_migration >= ?1, '$', 'behind')) AS fits`;
const SELECT_OF_JOB = `SELECT ${IS_CURRENT} FROM counted_runs`;
const SELECT_OF_REQUEST = `SELECT runs, ${IS_CURRENT}, json(iif(reconciling = 0 AND runs >= ?2, '0', 'restored')) AS fits_too FROM counted_runs`;

/**
 * Prepares the statement that comes before the others of the first batch. It fails, and the whole batch with it, if the
 * database lacks a migration, was restored to an earlier day since this isolate asked it, or is being reconciled.
 */
export function askFirst(
  binding: D1Database,
  { database, migration, runs }: FirstBatch,
): D1PreparedStatement {
  const newest = migration ?? '';
  if (database === OF_REGISTRY.database) return binding.prepare(SELECT_OF_REGISTRY).bind(newest);
  if (runs === null) return binding.prepare(SELECT_OF_JOB).bind(newest);
  return binding.prepare(SELECT_OF_REQUEST).bind(newest, runs.most);
}

/** Notes the runs that the database has counted. */
export function noteFirst({ runs }: FirstBatch, result: D1Result | undefined): void {
  const [row] = result?.results ?? [];
  if (runs) runs.most = Math.max(runs.most, Number(memberOf(row, 'runs') ?? 0));
}

/** Returns why the first statement failed, or null if the message is about another one. */
export function whyRefused(message: string): 'behind' | 'restored' | null {
  if (/JSON path\b.*'behind'/i.test(message)) return 'behind';
  return /malformed JSON/i.test(message) ? 'restored' : null;
}
