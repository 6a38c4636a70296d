import { env } from 'cloudflare:workers';

/** What the sandbox writes to. */
const DATABASES = ['REGISTRY', 'ATHLETES_TEST_0'] as const;

/** The catalogue belongs to nobody, and cron runs are told of whatever they did. */
const NOT_STATE = ['products', 'catalogue_version', 'job_runs', 'd1_migrations'];
/**
 * Random texts of fixed form, and a time that is kept to the hour behind the answer; and long texts that stand in
 * one row with what they belong to, so that no fault can part them.
 */
const LEFT_OUT_COLUMNS = new Set(['prefix', 'last4', 'last_used_at', 'explanation', 'state_after']);

/** Every row of every table of the sandbox, as `DATABASE.table {…}`. */
export type DatabaseState = readonly string[];

/** Rows that came and rows that went, in order; a changed row is one of each. */
export interface Change {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

export const NO_CHANGE: Change = { added: [], removed: [] };

let tables: Promise<readonly (readonly string[])[]> | null = null;

export async function databaseState(): Promise<DatabaseState> {
  const rows = await inEachDatabase(
    (table) => `SELECT * FROM ${table}`,
    (database, table, row) => `${database}.${table} ${JSON.stringify(row, withoutLeftOut)}`,
  );
  return rows.flat();
}

/** Empties every table of the sandbox, so that a test can look at all there is. */
export async function wipeDatabases(): Promise<void> {
  await inEachDatabase(
    (table) => `DELETE FROM ${table}`,
    () => '',
  );
}

/**
 * What lies between two states, with identifiers, hashes and times blanked: the same act on two days and on two
 * athletes is the same change.
 */
export function changeBetween(before: DatabaseState, after: DatabaseState): Change {
  return {
    added: without(after, before).map(blanked).sort(),
    removed: without(before, after).map(blanked).sort(),
  };
}

/** Whether everything that happened in `part` happened in `whole` too. */
export function isPartOf(part: Change, whole: Change): boolean {
  return without(part.added, whole.added).length === 0 && without(part.removed, whole.removed).length === 0;
}

/** Both changes, one after the other. */
export function sumOf(first: Change, second: Change): Change {
  return { added: [...first.added, ...second.added], removed: [...first.removed, ...second.removed] };
}

/** The texts without those that are in `others`, each as often as it is there. */
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
  return row
    .replace(/\b([a-z]{3})_[0-9a-z]{26,28}\b/g, '$1_*')
    .replace(/\b[0-9a-f]{64}\b/g, '<hash>')
    .replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '<uuid>')
    .replace(/\b1\d{9}(\d{3})?\b/g, '<time>')
    .replace(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>');
}

function withoutLeftOut(name: string, value: unknown): unknown {
  return LEFT_OUT_COLUMNS.has(name) ? undefined : value;
}

async function inEachDatabase<Result>(
  statement: (table: string) => string,
  show: (database: string, table: string, row: unknown) => Result,
): Promise<Result[][]> {
  tables ??= Promise.all(DATABASES.map(tablesOf));
  const known = await tables;
  return Promise.all(
    DATABASES.map(async (name, index) => {
      const own = known[index] ?? [];
      const [, ...results] = await env[name].batch([
        env[name].prepare('PRAGMA defer_foreign_keys = on'),
        ...own.map((table) => env[name].prepare(statement(table))),
      ]);
      return results.flatMap(({ results: rows }, at) => rows.map((row) => show(name, own[at] ?? '', row)));
    }),
  );
}

async function tablesOf(name: (typeof DATABASES)[number]): Promise<readonly string[]> {
  const { results } = await env[name]
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%'",
    )
    .all<{ name: string }>();
  return results.map((table) => table.name).filter((table) => !NOT_STATE.includes(table));
}
