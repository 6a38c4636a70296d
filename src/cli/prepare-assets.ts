import { copyFile, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const ASSETS = join(dirname(import.meta.dirname), 'site/assets');

/**
 * Copies into the asset folder the OpenAPI document and Scalar's standalone bundle, four megabytes that npm already
 * keeps and that are not committed.
 */
export async function prepareAssets(): Promise<void> {
  const document = await readFile(join(dirname(import.meta.dirname), 'openapi.json'), 'utf8');
  await Promise.all([put('openapi.json', document), prepareReference()]);
}

/** Writes a file only if it differs, and whole: a running Worker may be reading it. */
async function put(file: string, text: string): Promise<void> {
  const path = join(ASSETS, file);
  if ((await readFile(path, 'utf8').catch(() => null)) === text) return;
  await mkdir(dirname(path), { recursive: true });
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, text);
  await rename(unfinished, path);
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
