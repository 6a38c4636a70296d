import { DAY_MS } from '#platform/clock.ts';
import { parseShardBinding } from '#platform/env.ts';
import { type Region, shardName } from '#platform/regions.ts';
import { CHECK_SCHEMA } from '#platform/storage/athlete-databases.ts';
import { isBehind, lackingMigrations, schemaOf } from '#platform/storage/needed-migrations.ts';
import { appliedTo, kindOf, withEach } from './remote-databases.ts';
import { shardOf } from './rollback.ts';
import { CONFIG, objectIn, queryRemote, type RunWrangler } from './wrangler.ts';

/** A database that wrangler.toml binds. */
interface BoundDatabase {
  readonly binding: string;
  readonly database_id?: string | undefined;
}

/** The location of a database as reported by the platform. */
interface DatabaseLocation {
  /** Null for none. Undefined if the response lacks it, as in older versions of the API. */
  readonly jurisdiction: string | null | undefined;
  readonly location: string | null;
}

/** The findings about a shard. */
export interface VerifiedShard {
  readonly location: string;
  readonly schema: string;
}

interface CheckedDatabases {
  /** Reasons not to deploy. */
  readonly refusals: readonly string[];
  readonly warnings: readonly string[];
  /** The shards that were asked and are as they should be, by binding. */
  readonly verified: ReadonlyMap<string, VerifiedShard>;
}

/**
 * The most databases asked in one run. Each takes two calls, and Cloudflare allows an account 1,200 in five minutes (its
 * API's documented limit).
 */
export const ASKED_MAX = 100;

/**
 * Checks the migrations and locations of these databases. Asks the registry and some shards: those that are
 * new, have changed, or were last verified over a day ago (by a deployment or by the job `check-schema`).
 *
 * Refuses if a database lacks a migration, is not in its binding's jurisdiction, or does not respond. Warns if the location
 * differs.
 *
 * @param deployedIds the identifiers of the deployed version's databases by binding
 */
export async function checkDatabases(
  run: RunWrangler,
  databases: readonly BoundDatabase[],
  deployedIds: ReadonlyMap<string, string>,
  nowMs: number,
): Promise<CheckedDatabases> {
  const lacking = lackingMigrations('registry', await appliedTo(run, 'REGISTRY'));
  if (lacking.length > 0) return only(`REGISTRY lacks ${lacking.join(', ')}`);
  const records = await readRecords(run);
  const shards = databases.filter(({ binding }) => kindOf(binding) === 'athletes');
  const unknown = shards.filter(
    ({ binding, database_id: id }) =>
      !isKnown(records.get(shardOf(binding))) || (deployedIds.get(binding) ?? id) !== id,
  );
  const isOld = ({ binding }: BoundDatabase) => nowMs - (records.get(shardOf(binding))?.atMs ?? 0) > DAY_MS;
  const old = shards.filter((shard) => !unknown.includes(shard) && isOld(shard));
  const asked = [...unknown, ...old].slice(0, ASKED_MAX).map(({ binding }) => binding);
  const refusals: string[] = [];
  const warnings: string[] = [];
  const verified = new Map<string, VerifiedShard>();
  const outcomes = await withEach(asked, async (binding) => {
    const found = await verifyShard(run, binding);
    refusals.push(...found.refusals);
    warnings.push(...found.warnings);
    if (found.verified !== null) verified.set(binding, found.verified);
  });
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.status === 'rejected') refusals.push(`${asked[index]}: ${String(outcome.reason)}`);
  }
  if (unknown.length > ASKED_MAX) {
    const left = unknown.length - ASKED_MAX;
    refusals.push(
      `${left} databases are not verified yet. npm run deploy verifies ${ASKED_MAX} and continues there when you repeat it`,
    );
  } else if (unknown.length + old.length > ASKED_MAX) {
    const left = unknown.length + old.length - ASKED_MAX;
    warnings.push(
      `${left} databases have not been verified for a day. Is the job ${CHECK_SCHEMA} running? npm run operator -- jobs`,
    );
  }
  return { refusals, warnings, verified };
}

function only(refusal: string): CheckedDatabases {
  return { refusals: [refusal], warnings: [], verified: new Map() };
}

/** The last verification of a shard, as the registry records it. */
interface VerificationRecord {
  readonly schema: string | null;
  readonly region: string | null;
  readonly atMs: number;
}

const SELECT_RECORDS = `SELECT shards.environment, shards.shard, schema, verified_region AS region,
    max(coalesce(verified_at, 0), coalesce(last_done_at, 0)) AS at
  FROM shards LEFT JOIN job_states
    ON job = '${CHECK_SCHEMA}' AND job_states.database = shards.environment || '.' || shards.shard`;

/** Reads what the registry knows of each shard, by its name there. */
async function readRecords(run: RunWrangler): Promise<ReadonlyMap<string, VerificationRecord>> {
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  const rows = await queryRemote(run, 'REGISTRY', SELECT_RECORDS);
  return new Map(
    rows.map((row) => {
      const [environment, shard, schema, region, at] = ['environment', 'shard', 'schema', 'region', 'at'].map(
        (name): unknown => Reflect.get(row, name),
      );
      return [`${environment}.${shard}`, { schema: text(schema), region: text(region), atMs: Number(at) }];
    }),
  );
}

/** Returns whether a shard was found in its location and has every migration that this version needs. */
function isKnown(record: VerificationRecord | undefined): boolean {
  return record !== undefined && record.region !== null && record.schema !== null && !isBehind(record.schema);
}

/** Asks one database for its migrations and its location. */
async function verifyShard(run: RunWrangler, binding: string) {
  const has = await appliedTo(run, binding);
  const lacking = lackingMigrations('athletes', has);
  const reported = await locationOf(run, binding);
  const region = parseShardBinding(binding)?.region;
  const wrong = region === undefined ? null : wrongLocation(region, reported);
  const refusals = [
    ...(lacking.length > 0 ? [`${binding} lacks ${lacking.join(', ')}`] : []),
    ...(wrong?.isRefused ? [`${binding} ${wrong.why}`] : []),
  ];
  const warnings = wrong && !wrong.isRefused ? [`${binding} ${wrong.why}`] : [];
  const location = reported.jurisdiction ?? reported.location;
  const schema = schemaOf('athletes', has);
  const isRight = refusals.length === 0 && location !== null && schema !== null && /^[\w.]+$/.test(schema);
  return { refusals, warnings, verified: isRight ? { location, schema } : null };
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

/** Records in the registry what was verified, so that the next run need not ask again. */
export async function recordVerified(
  run: RunWrangler,
  verified: ReadonlyMap<string, VerifiedShard>,
  nowMs: number,
): Promise<void> {
  const rows = [...verified].flatMap(([binding, { location, schema }]) => {
    const shard = parseShardBinding(binding);
    if (!shard) return [];
    const name = shardName(shard.region, shard.ordinal);
    return [`('${shard.environment}', '${name}', '${location}', '${schema}', ${nowMs})`];
  });
  if (rows.length === 0) return;
  await queryRemote(
    run,
    'REGISTRY',
    `INSERT INTO shards (environment, shard, verified_region, schema, verified_at) VALUES ${rows.join(', ')}
      ON CONFLICT (environment, shard) DO UPDATE SET verified_region = excluded.verified_region,
        schema = excluded.schema, verified_at = excluded.verified_at`,
  );
}
