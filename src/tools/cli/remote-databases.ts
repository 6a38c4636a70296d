import { join } from 'node:path';
import { parseShardBinding } from '#platform/env.ts';
import {
  type KindOfDatabase,
  lackingMigrations,
  SELECT_MIGRATIONS,
} from '#platform/storage/needed-migrations.ts';
import { ROOT } from './bundle.ts';
import { parseJson } from './foreign-text.ts';
import { configuredDatabases } from './local-databases.ts';

/** Runs wrangler with these arguments and returns its output. Throws with its output if it fails. */
export type RunWrangler = (args: readonly string[]) => Promise<string>;

/** The wrangler.toml argument, because a command may be started in another folder. */
export const CONFIG = `--config=${join(ROOT, 'wrangler.toml')}`;
/** The number of databases queried or migrated concurrently. */
const AT_ONCE = 4;

/** Lists the bindings of all databases in wrangler.toml, the registry first. */
export function boundDatabases(): readonly string[] {
  return configuredDatabases().map(({ binding }) => binding);
}

/** Returns the schema of this binding's database. */
export function kindOf(binding: string): KindOfDatabase {
  return parseShardBinding(binding) === null ? 'registry' : 'athletes';
}

/** Returns the required migrations that a deployed database lacks. Throws if the query fails. */
export async function lackingOf(run: RunWrangler, binding: string): Promise<readonly string[]> {
  return lackingMigrations(kindOf(binding), await appliedTo(run, binding));
}

async function appliedTo(run: RunWrangler, binding: string): Promise<readonly string[]> {
  const args = ['d1', 'execute', binding, CONFIG, '--remote', '--json', `--command=${SELECT_MIGRATIONS}`];
  const output = await run(args).catch((cause: unknown) => {
    // A new database has no tables at all.
    if (/no such table: schema_migrations/.test(String(cause))) return '[\n{"results": []}\n]';
    throw cause;
  });
  const [result] = listIn(output);
  const rows: unknown = Reflect.get(Object(result), 'results');
  if (!Array.isArray(rows)) throw new Error(`wrangler d1 execute ${binding} printed:\n${output}`);
  return rows.map((row: unknown) => String(Reflect.get(Object(row), 'name')));
}

/** Applies missing migrations to a deployed database and returns them. Throws if any is still missing afterwards. */
export async function migrateRemote(run: RunWrangler, binding: string): Promise<readonly string[]> {
  const lacking = await lackingOf(run, binding);
  if (lacking.length === 0) return [];
  await run(['d1', 'migrations', 'apply', binding, CONFIG, '--remote']);
  const left = await lackingOf(run, binding);
  if (left.length > 0)
    throw new Error(`wrangler applied migrations, but ${left.join(', ')} is still missing`);
  return lacking;
}

/** Returns the JSON object in wrangler's output, which may start with other lines. Empty if there is none. */
export function objectIn(output: string): object {
  const [text] = /^\{[\s\S]*^\}/m.exec(output) ?? [];
  return Object(text === undefined ? {} : parseJson(text));
}

/** The same for an array. */
function listIn(output: string): readonly unknown[] {
  const [text] = /^\[[\s\S]*^\]/m.exec(output) ?? [];
  const list: unknown = text === undefined ? [] : parseJson(text);
  return Array.isArray(list) ? list : [];
}

/** Runs `work` for each database, four at a time, and returns the results in order. Continues after failures. */
export async function withEach<Result>(
  bindings: readonly string[],
  act: (binding: string) => Promise<Result>,
): Promise<readonly PromiseSettledResult<Result>[]> {
  const results: PromiseSettledResult<Result>[] = [];
  const waiting = [...bindings.entries()];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, binding] = next;
      const [result] = await Promise.allSettled([act(binding)]);
      results[index] = result;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return results;
}
