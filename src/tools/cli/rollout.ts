import { ENGINE_VERSION } from '#core/engine/prescribe.ts';
import { CONFIG, objectIn, type RunWrangler } from './remote-databases.ts';

/** The tag of each version that is deployed, so that the next deployment knows its engine. */
export const TAG_OF_ENGINE = `engine-${ENGINE_VERSION}`;

/**
 * Returns why nothing may be deployed while several versions share the traffic, if one of them has another engine than this
 * one; else null. Two engines at once fold what athletes taught back and forth, which changes it.
 */
export async function mixedRollout(run: RunWrangler): Promise<string | null> {
  // Without a deployment, or a login, wrangler fails: so does what follows, with words of its own.
  const deployment = objectIn(await run(['deployments', 'status', CONFIG, '--json']).catch(() => ''));
  const versions: unknown = Reflect.get(deployment, 'versions');
  if (!Array.isArray(versions) || versions.length < 2) return null;
  const ids = versions.map((version: unknown) => String(Reflect.get(Object(version), 'version_id')));
  const tags = await Promise.all(ids.map((id) => tagOf(run, id)));
  const others = ids.filter((_, index) => tags[index] !== TAG_OF_ENGINE);
  if (others.length === 0) return null;
  return `A gradual rollout is under way, and ${others.join(', ')} has another engine than this version (${ENGINE_VERSION}). Two engines never serve at once: give one version all traffic first, npx wrangler versions deploy <version>@100.`;
}

async function tagOf(run: RunWrangler, versionId: string): Promise<string> {
  const version = objectIn(await run(['versions', 'view', versionId, CONFIG, '--json']));
  return String(Reflect.get(Object(Reflect.get(version, 'annotations')), 'workers/tag'));
}
