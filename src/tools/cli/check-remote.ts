import { parseShardBinding } from '#platform/env.ts';
import { type Region, shardName } from '#platform/regions.ts';
import {
  boundDatabases,
  CONFIG,
  lackingOf,
  objectIn,
  type RunWrangler,
  withEach,
} from './remote-databases.ts';

/** The location of a database as reported by the platform. */
interface Place {
  /** Null for none. Undefined if the response lacks it, as in older versions of the API. */
  readonly jurisdiction: string | null | undefined;
  readonly location: string | null;
}

/** The result of checking a deployment's databases. */
export interface CheckedDatabases {
  /** Reasons not to deploy. */
  readonly refusals: readonly string[];
  readonly warnings: readonly string[];
  /** The location of each correctly placed shard, by binding. */
  readonly places: ReadonlyMap<string, string>;
}

/**
 * Checks the migrations and location of every database in wrangler.toml, four at a time. Refuses if a database lacks a
 * migration, is not in its binding's jurisdiction, or does not respond. Warns if the location differs.
 */
export async function checkDatabases(run: RunWrangler): Promise<CheckedDatabases> {
  const bindings = boundDatabases();
  const refusals: string[] = [];
  const warnings: string[] = [];
  const places = new Map<string, string>();
  const [first] = await withEach(bindings.slice(0, 1), (binding) => lackingOf(run, binding));
  // Without a login, for example, every database would fail in the same way.
  if (first?.status === 'rejected') return { refusals: [String(first.reason)], warnings, places };
  const outcomes = await withEach(bindings, async (binding) => {
    const lacking = await lackingOf(run, binding);
    if (lacking.length > 0) refusals.push(`${binding} lacks ${lacking.join(', ')}`);
    const region = parseShardBinding(binding)?.region;
    if (region === undefined) return;
    const place = await placeOf(run, binding);
    const wrong = wrongPlace(region, place);
    if (wrong?.isRefused) refusals.push(`${binding} ${wrong.why}`);
    else if (wrong) warnings.push(`${binding} ${wrong.why}`);
    const found = place.jurisdiction ?? place.location;
    if (found !== null && !wrong?.isRefused) places.set(binding, found);
  });
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.status === 'rejected') refusals.push(`${bindings[index]}: ${String(outcome.reason)}`);
  }
  return { refusals, warnings, places };
}

/** Reads the location of a database from the API response that wrangler prints. `jurisdiction` is usually null. */
async function placeOf(run: RunWrangler, binding: string): Promise<Place> {
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
export function wrongPlace(
  region: Region,
  { jurisdiction, location }: Place,
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
export async function recordPlaces(run: RunWrangler, places: ReadonlyMap<string, string>): Promise<void> {
  const rows = [...places].flatMap(([binding, place]) => {
    const shard = parseShardBinding(binding);
    return shard ? [`('${shard.environment}', '${shardName(shard.region, shard.ordinal)}', '${place}')`] : [];
  });
  for (let from = 0; from < rows.length; from += ROWS_OF_STATEMENT) {
    const statement = `INSERT INTO shards (environment, shard, verified_region)
      VALUES ${rows.slice(from, from + ROWS_OF_STATEMENT).join(', ')}
      ON CONFLICT (environment, shard) DO UPDATE SET verified_region = excluded.verified_region`;
    await run(['d1', 'execute', 'REGISTRY', CONFIG, '--remote', '--json', `--command=${statement}`]);
  }
}
