import { env } from 'cloudflare:workers';
import { TEST_BINDINGS } from './shards.ts';
import { filledTables } from './stores.ts';

/** Databases that the sandbox writes to. */
const SANDBOX = ['REGISTRY', ...TEST_BINDINGS] as const;

/**
 * Tables that are not state: catalogue and stores have no owner, runs of jobs and requests are recorded whatever they
 * did, ends are noted of rows that are compared themselves, new shards are measured by whoever needs one, and the marks of shown products are made after the answer, which a fault may prevent.
 */
const NOT_STATE = [
  'products',
  'catalogue_version',
  'job_states',
  'shards',
  'partner_ends',
  'usage',
  'usage_flushes',
  'answer_counts',
  'products_seen',
  'schema_migrations',
  'event_store',
  'counted_runs',
  'ends',
  'announced_engine',
];
/**
 * Columns that are not compared: random texts of fixed form, numbers that are never used twice, a time and the items of a
 * checklist that are written after the answer, and long texts in the same row as their subject, from which no fault can
 * separate them.
 */
const LEFT_OUT_COLUMNS = new Set([
  ...['prefix', 'last4', 'last_used_at', 'checklist_done', 'inputs', 'state_after', 'sequence', 'first_ulid'],
  // A webhook's number of changes, their progress, and the progress and reports of its dispatchers.
  ...[
    'version',
    'fanned_out',
    'begun_at',
    'activation',
    'starts_after',
    'acknowledged',
    'accepted_at',
    'health',
  ],
]);

/** Rows of all tables of the sandbox, as `DATABASE.table {…}`. */
export type DatabaseState = readonly string[];

/** Added and removed rows, in order; a changed row is one of each. */
export interface Change {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

export const NO_CHANGE: Change = { added: [], removed: [] };

/** Reads every row of every table of the sandbox. */
export async function databaseState(): Promise<DatabaseState> {
  const rows = await inEachDatabase(
    (table) => `SELECT * FROM ${table}`,
    (database, table, row) => `${database}.${table} ${JSON.stringify(row, withoutLeftOut)}`,
  );
  return rows.flat();
}

/** Empties every table of the sandbox, so that a test can check all rows. */
export async function wipeDatabases(): Promise<void> {
  await inEachDatabase(
    (table) => `DELETE FROM ${table}`,
    () => '',
  );
}

/**
 * Returns the change between two states, with identifiers, hashes and times blanked: the same act on two days and on two
 * athletes is the same change.
 */
export function changeBetween(before: DatabaseState, after: DatabaseState): Change {
  return {
    added: without(after, before).map(blanked).sort(),
    removed: without(before, after).map(blanked).sort(),
  };
}

/** Tells whether `whole` includes every change of `part`. */
export function isPartOf(part: Change, whole: Change): boolean {
  return without(part.added, whole.added).length === 0 && without(part.removed, whole.removed).length === 0;
}

/** Adds two changes. */
export function sumOf(first: Change, second: Change): Change {
  return { added: [...first.added, ...second.added], removed: [...first.removed, ...second.removed] };
}

/** Returns the texts without those of `others`, each removed as often as it occurs there. */
function without(texts: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const text of others) left.set(text, (left.get(text) ?? 0) + 1);
  return texts.filter((text) => {
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count <= 0;
  });
}

function blanked(row: string): string {
  return (
    row
      .replace(/\b([a-z]{3})_[0-9a-z]{26,31}\b/g, '$1_*')
      .replace(/\b[0-9a-f]{64}\b/g, '<hash>')
      .replace(/(secret":")[\w-]{60,}"/g, '$1<encrypted>"')
      .replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '<uuid>')
      // The request reconciles a revoked connection at once if it can, else an hourly job does (test/api/consents.test.ts).
      .replace(/"reconciled_activation":\d+/, '"reconciled_activation":<reconciled>')
      .replace(/\b1\d{9}(\d{3})?\b/g, '<time>')
      .replace(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
  );
}

function withoutLeftOut(name: string, value: unknown): unknown {
  return LEFT_OUT_COLUMNS.has(name) ? undefined : value;
}

/** Runs a statement on each table that has rows. */
async function inEachDatabase<Result>(
  statement: (table: string) => string,
  show: (database: string, table: string, row: unknown) => Result,
): Promise<Result[][]> {
  return Promise.all(
    SANDBOX.map(async (name) => {
      const tables = (await filledTables(name)).filter((table) => !NOT_STATE.includes(table));
      const [, ...results] = await env[name].batch([
        env[name].prepare('PRAGMA defer_foreign_keys = on'),
        ...tables.map((table) => env[name].prepare(statement(table))),
      ]);
      return results.flatMap(({ results: rows }, at) => rows.map((row) => show(name, tables[at] ?? '', row)));
    }),
  );
}
