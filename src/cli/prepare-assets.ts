import { copyFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const ASSETS = join(dirname(import.meta.dirname), 'site/assets');

/**
 * Puts where the Worker serves it from what is kept elsewhere: the OpenAPI document, and Scalar's standalone
 * bundle, four megabytes that npm already keeps and nobody commits a second time.
 */
export async function prepareAssets(): Promise<void> {
  const document = join(dirname(import.meta.dirname), 'openapi.json');
  await Promise.all([copyFile(document, join(ASSETS, 'openapi.json')), prepareReference()]);
}

async function prepareReference(): Promise<void> {
  const entry = createRequire(import.meta.url).resolve('@scalar/api-reference');
  const root =
    entry.slice(0, entry.lastIndexOf(join('@scalar', 'api-reference'))) + join('@scalar', 'api-reference');
  const source = join(root, 'dist/browser/standalone.js');
  const target = join(ASSETS, 'reference.js');
  const [from, to] = await Promise.all([stat(source), stat(target).catch(() => null)]);
  if (to?.size !== from.size) await copyFile(source, target);
}

if (import.meta.main) await prepareAssets();
