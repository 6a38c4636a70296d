import { join } from 'node:path';
import { ENGINE_VERSION } from '#core/engine/prescribe.ts';
import { parseShardBinding } from '#platform/env.ts';
import { type Region, shardName } from '#platform/regions.ts';
import {
  type KindOfDatabase,
  lackingMigrations,
  SELECT_MIGRATIONS,
} from '#platform/storage/needed-migrations.ts';
import { ROOT } from './bundle.ts';
import { escapeLayout, parseJson } from './foreign-text.ts';
import { configuredDatabases } from './local-databases.ts';
import { runWrangler } from './wrangler.ts';

/** Runs wrangler with these arguments and returns its output. Throws with its output if it fails. */
type RunWrangler = (args: readonly string[]) => Promise<string>;

/** The wrangler.toml argument, because a command may be started in another folder. */
const CONFIG = `--config=${join(ROOT, 'wrangler.toml')}`;
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
function objectIn(output: string): object {
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

/** The location of a database as reported by the platform. */
interface DatabaseLocation {
  /** Null for none. Undefined if the response lacks it, as in older versions of the API. */
  readonly jurisdiction: string | null | undefined;
  readonly location: string | null;
}

interface CheckedDatabases {
  /** Reasons not to deploy. */
  readonly refusals: readonly string[];
  readonly warnings: readonly string[];
  /** The location of each correctly placed shard, by binding. */
  readonly locations: ReadonlyMap<string, string>;
}

/**
 * Checks the migrations and location of every database in wrangler.toml, four at a time. Refuses if a database lacks a
 * migration, is not in its binding's jurisdiction, or does not respond. Warns if the location differs.
 */
export async function checkDatabases(run: RunWrangler): Promise<CheckedDatabases> {
  const bindings = boundDatabases();
  const refusals: string[] = [];
  const warnings: string[] = [];
  const locations = new Map<string, string>();
  const [first] = await withEach(bindings.slice(0, 1), (binding) => lackingOf(run, binding));
  // Without a login, for example, every database would fail in the same way.
  if (first?.status === 'rejected') return { refusals: [String(first.reason)], warnings, locations };
  const outcomes = await withEach(bindings, async (binding) => {
    const lacking = await lackingOf(run, binding);
    if (lacking.length > 0) refusals.push(`${binding} lacks ${lacking.join(', ')}`);
    const region = parseShardBinding(binding)?.region;
    if (region === undefined) return;
    const reported = await locationOf(run, binding);
    const wrong = wrongLocation(region, reported);
    if (wrong?.isRefused) refusals.push(`${binding} ${wrong.why}`);
    else if (wrong) warnings.push(`${binding} ${wrong.why}`);
    const found = reported.jurisdiction ?? reported.location;
    if (found !== null && !wrong?.isRefused) locations.set(binding, found);
  });
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.status === 'rejected') refusals.push(`${bindings[index]}: ${String(outcome.reason)}`);
  }
  return { refusals, warnings, locations };
}

/** Reads the location of a database from the API response that wrangler prints. `jurisdiction` is usually null. */
async function locationOf(run: RunWrangler, binding: string): Promise<DatabaseLocation> {
  const info = objectIn(await run(['d1', 'info', binding, CONFIG, '--json']));
  const text = (name: string) => {
    const value: unknown = Reflect.get(info, name);
    return typeof value === 'string' && /^\w{2,12}$/.test(value) ? value.toLowerCase() : null;
  };
  const jurisdiction = Reflect.has(info, 'jurisdiction') ? text('jurisdiction') : undefined;
  return { jurisdiction, location: text('running_in_region') };
}

/** Locations inside the jurisdiction `eu`, used if the jurisdiction is not reported. */
const LOCATIONS_OF_EU: readonly (string | null)[] = ['weur', 'eeur'];

/** Returns the problem with a shard's location and whether it blocks a deployment, or null. */
export function wrongLocation(
  region: Region,
  { jurisdiction, location }: DatabaseLocation,
): { readonly why: string; readonly isRefused: boolean } | null {
  const wanted = region === 'eu' ? 'eu' : null;
  if (jurisdiction === undefined && wanted !== null) {
    const why = `runs in ${location ?? 'an unknown location'}, and wrangler does not report whether that is in the jurisdiction ${wanted}`;
    return { why, isRefused: !LOCATIONS_OF_EU.includes(location) };
  }
  if ((jurisdiction ?? null) !== wanted) {
    const [is, should] = [jurisdiction ?? null, wanted].map((one) =>
      one === null ? 'no jurisdiction' : `the jurisdiction ${one}`,
    );
    return { why: `is in ${is} and should be in ${should}`, isRefused: true };
  }
  if (wanted !== null || location === region) return null;
  return { why: `runs in ${location ?? 'an unknown location'} and should in ${region}`, isRefused: false };
}

/** About 40 bytes each. D1's limit is 100 KB. */
const ROWS_OF_STATEMENT = 1000;

/** Records each shard's location in the registry. */
export async function recordLocations(
  run: RunWrangler,
  locations: ReadonlyMap<string, string>,
): Promise<void> {
  const rows = [...locations].flatMap(([binding, location]) => {
    const shard = parseShardBinding(binding);
    return shard
      ? [`('${shard.environment}', '${shardName(shard.region, shard.ordinal)}', '${location}')`]
      : [];
  });
  for (let from = 0; from < rows.length; from += ROWS_OF_STATEMENT) {
    const statement = `INSERT INTO shards (environment, shard, verified_region)
      VALUES ${rows.slice(from, from + ROWS_OF_STATEMENT).join(', ')}
      ON CONFLICT (environment, shard) DO UPDATE SET verified_region = excluded.verified_region`;
    await run(['d1', 'execute', 'REGISTRY', CONFIG, '--remote', '--json', `--command=${statement}`]);
  }
}

/** The tag of each deployed version, from which the next deployment knows its engine. */
export const TAG_OF_ENGINE = `engine-${ENGINE_VERSION}`;

/**
 * Returns the reason not to deploy if several versions share the traffic and one has a different engine, otherwise null.
 * Two engines at once would convert learned values back and forth, which changes them.
 */
export async function mixedRollout(run: RunWrangler): Promise<string | null> {
  // Without a deployment or a login wrangler fails, and so does the next step, with its own message.
  const deployment = objectIn(await run(['deployments', 'status', CONFIG, '--json']).catch(() => ''));
  const versions: unknown = Reflect.get(deployment, 'versions');
  if (!Array.isArray(versions) || versions.length < 2) return null;
  const ids = versions.map((version: unknown) => String(Reflect.get(Object(version), 'version_id')));
  const tags = await Promise.all(ids.map((id) => tagOf(run, id)));
  const others = ids.filter((_, index) => tags[index] !== TAG_OF_ENGINE);
  if (others.length === 0) return null;
  return `A gradual rollout is in progress, and ${others.join(', ')} has a different engine than this version (${ENGINE_VERSION}). Two engines must not serve at the same time. Give one version all traffic first: npx wrangler versions deploy <version>@100`;
}

async function tagOf(run: RunWrangler, versionId: string): Promise<string> {
  const version = objectIn(await run(['versions', 'view', versionId, CONFIG, '--json']));
  return String(Reflect.get(Object(Reflect.get(version, 'annotations')), 'workers/tag'));
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
