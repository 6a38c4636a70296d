import { parseArgs } from 'node:util';
import { ENVIRONMENTS, parseShardBinding } from '#platform/env.ts';
import { regionOfShard, shardName } from '#platform/regions.ts';
import { escapeLayout, memberOf } from './foreign-text.ts';
import { changesOfSecrets, readVersion, servingVersions, type WorkerVersion } from './versions.ts';
import { CONFIG, linesOfFailure, queryRemote, type RunWrangler, runWrangler } from './wrangler.ts';

/**
 * `npm run rollback <version>`: gives an earlier version of the Worker all traffic. A version is code and bindings, so it
 * refuses a version that lacks a shard in use, or one from before a secret changed.
 */

const USAGE = `npm run rollback <version>   (npx wrangler versions list names them, newest last)
Never roll back past a deployment that changed a secret. Never restore a database because of errors.`;

interface RollbackTools {
  readonly run: RunWrangler;
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
}

/** Rolls back to the version that the arguments name and returns an exit code. */
export async function rollBack(args: readonly string[], tools: RollbackTools): Promise<number> {
  const { run, print, complain } = tools;
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { yes: { type: 'boolean' } },
    allowPositionals: true,
  });
  const [id] = positionals;
  if (id === undefined || positionals.length > 1 || !/^[0-9a-f-]{36}$/.test(id)) {
    complain(USAGE);
    return 2;
  }
  const target = await readVersion(run, id);
  const serving = await servingVersions(run);
  const problem =
    (await missingShards(run, target, serving)) ??
    (await changedSecrets(run, target)) ??
    (values.yes ? null : otherEngine(target, serving));
  if (problem !== null) {
    complain(escapeLayout(`Nothing was rolled back. ${problem}`));
    return 1;
  }
  // Unlike `wrangler rollback`, it does not go past a changed secret when nobody is there to ask.
  await run(['versions', 'deploy', `${id}@100`, CONFIG, '--yes', '--message=Rollback']);
  print(`Version ${id} has all traffic. Migrations stay, because they only add.`);
  print('Never restore a database because of errors. Check the service: npm run smoke -- --url … --key …');
  return 0;
}

const SELECT_SHARDS_IN_USE = ENVIRONMENTS.map(
  (environment) => `SELECT '${environment}' AS environment, value AS shard
  FROM partners, json_each(${environment}_shards) WHERE status <> 'purged'`,
).join(' UNION ');

/** Names the shards in use that the version does not bind, or that it binds to another database than now. */
async function missingShards(
  run: RunWrangler,
  target: WorkerVersion,
  serving: readonly WorkerVersion[],
): Promise<string | null> {
  const inUse = new Set(
    (await queryRemote(run, 'REGISTRY', SELECT_SHARDS_IN_USE)).map(
      (row) => `${memberOf(row, 'environment')}.${memberOf(row, 'shard')}`,
    ),
  );
  const bound = new Set([...target.databases.keys()].map(shardOf));
  const missing = [...inUse].filter((shard) => !bound.has(shard)).toSorted();
  if (missing.length > 0)
    return `Version ${target.id} has no binding for ${missing.map(described).join(', ')}, where partners have athletes. These athletes would get 503. Fix the errors and deploy.`;
  const now = new Map(serving.flatMap(({ databases }) => [...databases]));
  const moved = [...target.databases].filter(([binding, id]) => (now.get(binding) ?? id) !== id);
  if (moved.length === 0) return null;
  return `Version ${target.id} binds other databases as ${moved.map(([binding]) => binding).join(', ')} than the current version. Fix the errors and deploy.`;
}

/** Returns the registry's name of a shard, such as `live.c000`. */
export function shardOf(binding: string): string {
  const shard = parseShardBinding(binding);
  return shard ? `${shard.environment}.${shardName(shard.region, shard.ordinal)}` : binding;
}

function described(shard: string): string {
  return `${shard} (${regionOfShard(shard.slice(-4)) ?? 'unknown region'})`;
}

/** Returns a refusal if a secret changed after the version was made. */
async function changedSecrets(run: RunWrangler, { id, createdAt }: WorkerVersion): Promise<string | null> {
  const changed = (await changesOfSecrets(run)).filter((at) => Date.parse(at) > Date.parse(createdAt));
  if (changed.length === 0) return null;
  return `A secret changed at ${changed.join(', ')}, after version ${id} was made. Never roll back past a deployment that changed a secret. Fix the errors and deploy.`;
}

/** Returns a refusal if the version has another engine, which --yes overrides. */
function otherEngine({ id, tag }: WorkerVersion, serving: readonly WorkerVersion[]): string | null {
  const now = serving.map((version) => version.tag).filter((other) => other !== tag);
  if (now.length === 0) return null;
  return `Version ${id} has ${tag}, the current one ${now.join(', ')}. An older engine leaves learned states of a newer one alone and returns 503 to requests that would change them. Prefer a fix. To roll back anyway: npm run rollback -- ${id} --yes`;
}

if (import.meta.main) {
  const tools = { run: runWrangler, print: console.log, complain: console.error };
  process.exitCode = await rollBack(process.argv.slice(2), tools).catch((cause: unknown) => {
    console.error(escapeLayout(linesOfFailure(cause, (message) => `Nothing was rolled back. ${message}`)));
    return 1;
  });
}
