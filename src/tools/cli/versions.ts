import { ENGINE_VERSION } from '@musette/engine/prescribe';
import { memberOf } from './foreign-text.ts';
import { CONFIG, listIn, objectIn, type RunWrangler } from './wrangler.ts';

/** The tag of each deployed version, from which the next deployment knows its engine. */
export const TAG_OF_ENGINE = `engine-${ENGINE_VERSION}`;

/** A version of the Worker, as the platform keeps it: code and bindings. */
export interface WorkerVersion {
  readonly id: string;
  readonly tag: string;
  readonly createdAt: string;
  /** The identifiers of its databases by binding. */
  readonly databases: ReadonlyMap<string, string>;
}

/** Reads a version. Throws with wrangler's message if there is none. */
export async function readVersion(run: RunWrangler, id: string): Promise<WorkerVersion> {
  const version = objectIn(await run(['versions', 'view', id, CONFIG, '--json']));
  const bindings = memberOf(memberOf(version, 'resources'), 'bindings');
  if (!Array.isArray(bindings)) throw new Error(`wrangler versions view ${id} shows no bindings.`);
  const databases = bindings.filter((binding: unknown) => memberOf(binding, 'type') === 'd1');
  return {
    id,
    tag: String(memberOf(memberOf(version, 'annotations'), 'workers/tag')),
    createdAt: String(memberOf(memberOf(version, 'metadata'), 'created_on')),
    databases: new Map(
      databases.map((database: unknown) => [
        String(memberOf(database, 'name')),
        String(memberOf(database, 'id') ?? memberOf(database, 'database_id')),
      ]),
    ),
  };
}

/** Reads the versions that share the traffic. Empty before the first deployment. */
export async function servingVersions(run: RunWrangler): Promise<readonly WorkerVersion[]> {
  // Without a deployment or a login wrangler fails, and so does the next step, with its own message.
  const deployment = objectIn(await run(['deployments', 'status', CONFIG, '--json']).catch(() => ''));
  const versions = memberOf(deployment, 'versions');
  if (!Array.isArray(versions)) return [];
  return Promise.all(
    versions.map((version: unknown) => readVersion(run, String(memberOf(version, 'version_id')))),
  );
}

/**
 * Returns the reason not to deploy if several versions share the traffic and one has a different engine, otherwise null.
 * Two engines at once would convert learned values back and forth, which changes them.
 */
export function mixedRollout(versions: readonly WorkerVersion[]): string | null {
  const others = versions.filter(({ tag }) => tag !== TAG_OF_ENGINE).map(({ id }) => id);
  if (versions.length < 2 || others.length === 0) return null;
  return `A gradual rollout is in progress, and ${others.join(', ')} has a different engine than this version (${ENGINE_VERSION}). Two engines must not serve at the same time. Give one version all traffic first: npx wrangler versions deploy <version>@100`;
}

/** Lists the latest versions that a change of a secret created, with their times. */
export async function changesOfSecrets(run: RunWrangler): Promise<readonly string[]> {
  return listIn(await run(['versions', 'list', CONFIG, '--json']))
    .filter((version) => memberOf(memberOf(version, 'annotations'), 'workers/triggered_by') === 'secret')
    .map((version) => String(memberOf(memberOf(version, 'metadata'), 'created_on')));
}
