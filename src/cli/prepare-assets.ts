import { copyFile, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build, stop } from 'esbuild';
import { writeDocuments } from './write-documents.ts';

const ASSETS = join(dirname(import.meta.dirname), 'site/assets');

/** Files of the repository that are served, by their path among the assets. */
const COPIES = {
  'openapi.json': 'src/openapi.json',
  'operator/openapi.json': 'src/operator-openapi.json',
  'license.txt': 'LICENSE',
};

/**
 * Copies into the asset folder the OpenAPI documents, the licence, and Scalar's standalone bundle, four megabytes that
 * npm already keeps and that are not committed, bundles the scripts of our own pages, and renders the guides.
 */
export async function prepareAssets(): Promise<void> {
  await Promise.all([
    ...Object.entries(COPIES).map(([file, source]) => copy(file, source)),
    prepareReference(),
    bundleScript('planner'),
    putDocuments(),
  ]);
  // Its service would otherwise live, and use memory, as long as the sandbox does.
  await stop();
}

async function copy(file: string, source: string): Promise<void> {
  await put(file, await readFile(join(import.meta.dirname, '../..', source), 'utf8'));
}

async function putDocuments(): Promise<void> {
  for (const [file, text] of await writeDocuments()) await put(file, text);
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

/** Bundles `src/site/scripts/<name>.ts` for browsers. */
async function bundleScript(name: string): Promise<void> {
  const entry = join(dirname(import.meta.dirname), `site/scripts/${name}.ts`);
  const options = { bundle: true, minify: true, format: 'iife', target: 'es2022', write: false } as const;
  const { outputFiles } = await build({ entryPoints: [entry], ...options });
  const [script] = outputFiles;
  if (script === undefined) throw new Error(`${entry} made no script`);
  await put(`${name}.js`, script.text);
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
