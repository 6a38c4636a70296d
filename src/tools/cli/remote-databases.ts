import { parseShardBinding } from '#platform/env.ts';
import {
  type KindOfDatabase,
  lackingMigrations,
  SELECT_MIGRATIONS,
} from '#platform/storage/needed-migrations.ts';
import { escapeLayout, memberOf } from './foreign-text.ts';
import { configuredDatabases } from './local-databases.ts';
import { CONFIG, NotSignedIn, queryRemote, type RunWrangler, runWrangler } from './wrangler.ts';

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
async function lackingOf(run: RunWrangler, binding: string): Promise<readonly string[]> {
  return lackingMigrations(kindOf(binding), await appliedTo(run, binding));
}

/** Returns the migrations that a deployed database records. Throws if the query fails. */
export async function appliedTo(run: RunWrangler, binding: string): Promise<readonly string[]> {
  const rows = await queryRemote(run, binding, SELECT_MIGRATIONS).catch((cause: unknown) => {
    // A new database has no tables at all.
    if (/no such table: schema_migrations/.test(String(cause))) return [];
    throw cause;
  });
  return rows.map((row) => String(memberOf(row, 'name')));
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

/**
 * `npm run migrate -- --remote`: applies and verifies missing migrations on every database in wrangler.toml, four at a time.
 * A failure does not stop the others. Safe to repeat.
 */
async function migrateAll(): Promise<void> {
  const bindings = boundDatabases();
  const outcomes = await withEach(bindings, async (binding) => {
    const applied = await migrateRemote(runWrangler, binding);
    console.log(
      `${binding}: ${applied.length === 0 ? 'has all migrations' : `applied ${applied.join(', ')}`}`,
    );
  });
  const failures = outcomes.flatMap((outcome, index) =>
    outcome.status === 'rejected' ? [`${bindings[index]}: ${escapeLayout(String(outcome.reason))}`] : [],
  );
  if (failures.length === 0) return;
  const reasons = outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason : null));
  const notSignedIn = reasons.find((reason) => reason instanceof NotSignedIn);
  if (notSignedIn) return refuse(notSignedIn.message);
  refuse(
    `${failures.join('\n')}\n${failures.length} of ${bindings.length} databases are behind. Run the command again. Finished databases are skipped.`,
  );
}

function refuse(why: string): void {
  console.error(why);
  process.exitCode = 1;
}

if (import.meta.main) {
  if (process.argv[2] === '--remote') await migrateAll();
  else refuse('`npm start` migrates local databases. For a deployment, run: npm run migrate -- --remote');
}
