import { copyFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * Puts Scalar's standalone bundle where the Worker serves it from. Four megabytes that npm already keeps
 * are not committed a second time.
 */
export async function prepareAssets(): Promise<void> {
  const entry = createRequire(import.meta.url).resolve('@scalar/api-reference');
  const root =
    entry.slice(0, entry.lastIndexOf(join('@scalar', 'api-reference'))) + join('@scalar', 'api-reference');
  const source = join(root, 'dist/browser/standalone.js');
  const target = join(dirname(import.meta.dirname), 'site/assets/reference.js');
  const [from, to] = await Promise.all([stat(source), stat(target).catch(() => null)]);
  if (to?.size !== from.size) await copyFile(source, target);
}

if (import.meta.main) await prepareAssets();
