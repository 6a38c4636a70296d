import { ENGINE_VERSION } from '#core/engine/prescribe.ts';
import { CONFIG, objectIn, type RunWrangler } from './remote-databases.ts';

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
