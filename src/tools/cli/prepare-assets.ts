import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { LANGUAGES, type Language } from '@musette/languages/languages';
import { type BuildOptions, build, stop } from 'esbuild';
import { dataMarkdown } from '#delivery/site/data-map.ts';
import { type DocumentEntry, GUIDES, LISTS } from '#delivery/site/documents.ts';
import { errorsMarkdown } from '#delivery/site/error-list.ts';
import { warningsMarkdown } from '#delivery/site/warnings/warnings-markdown.ts';
import { PAGE_STYLE } from '#nutrition/fuel-plans/forms/page-style.ts';
import { calibrationMarkdown } from './calibration-document.ts';
import { writeClientTypes } from './client.ts';
import { packClient } from './client-pack.ts';
import { writeCompiledWords } from './compile-words.ts';
import { eventTypesMarkdown } from './event-webhooks.ts';
import { digestOfFiles, ROOT, writeWhole } from './generated-files.ts';
import { readGuide, referenceMarkdown } from './guides.ts';
import { healthEffectsMarkdown } from './health-effects.ts';
import { renderMarkdown } from './render-markdown.ts';
import { methodMarkdown, reportMarkdown, scienceMarkdown } from './science-documents.ts';

const ASSETS = join(ROOT, 'src/delivery/site/assets');

/** Files of the repository that are served as they are, by their path among the assets. */
const COPIES = {
  'openapi.json': 'src/openapi.json',
  'operator/openapi.json': 'src/operator-openapi.json',
  'license.txt': 'LICENSE',
  'musette.py': 'src/packages/client/python/musette.py',
};

/** Options for bundling the scripts of pages. */
const BUNDLING = {
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2022',
  write: false,
  metafile: true,
  absWorkingDir: ROOT,
} as const satisfies BuildOptions;

/** The packed client, from where the guide fetches it. */
const CLIENT_TARBALL = 'musette-client.tgz';

/**
 * Copies into the asset folder the OpenAPI documents, the licence, the Python module and Scalar's standalone bundle,
 * four megabytes that npm already keeps and that are not committed, bundles the scripts of our own pages, renders the
 * guides, packs the client, and compiles the word lists of titles.
 */
export async function prepareAssets(): Promise<void> {
  await Promise.all([
    ...Object.entries(COPIES).map(([file, source]) => copy(file, source)),
    prepareReference(),
    ...LANGUAGES.map(bundlePlanner),
    bundleScript('try-it'),
    bundleScript('documents'),
    bundleScript('athlete-frame'),
    putAthleteStyle(),
    putDocuments(),
    putClient(),
    writeCompiledWords(),
  ]);
  // Its service would otherwise live, and use memory, as long as the sandbox does.
  await stop();
}

async function copy(file: string, source: string): Promise<void> {
  await put(file, await readFile(join(ROOT, source), 'utf8'));
}

/**
 * Puts the style of the pages for athletes: that of the plan's sheets, and what their screens add. Twice more for frames on
 * pages that are always light, or always dark, whatever the device prefers.
 */
async function putAthleteStyle(): Promise<void> {
  const own = await readFile(join(ROOT, 'src/delivery/site/athlete/athlete.css'), 'utf8');
  const style = `${PAGE_STYLE.trim()}\n\n${own}`;
  const dark = 'screen and (prefers-color-scheme: dark)';
  await put('athlete-page.css', style);
  await put('athlete-page-light.css', style.replaceAll(dark, 'not all'));
  await put('athlete-page-dark.css', style.replaceAll(dark, 'screen'));
}

/** Puts every document as Markdown and as HTML. Renders, which takes most of a second, only what is not there already. */
async function putDocuments(): Promise<void> {
  const stamp = join(ROOT, '.cache/rendered-documents');
  const renderer = await digestOfFiles(['src/tools/cli/render-markdown.ts', 'package-lock.json']);
  const isSameRenderer = (await readFile(stamp, 'utf8').catch(() => null)) === renderer;
  for (const [path, markdown] of await writeDocuments()) {
    const there = isSameRenderer
      ? await readFile(join(ASSETS, `${path}.md`), 'utf8').catch(() => null)
      : null;
    if (there === markdown && existsSync(join(ASSETS, `${path}.html`))) continue;
    await put(`${path}.html`, renderMarkdown(markdown));
    await put(`${path}.md`, markdown);
  }
  if (!isSameRenderer) await writeWhole(stamp, renderer);
}

/** Writes a file only if it differs. */
async function put(file: string, text: string): Promise<void> {
  const path = join(ASSETS, file);
  if ((await readFile(path, 'utf8').catch(() => null)) !== text) await writeWhole(path, text);
}

/** Packs the client, which takes seconds, only if its sources differ from those of the tarball that is there. */
async function putClient(): Promise<void> {
  await writeClientTypes();
  const target = join(ASSETS, CLIENT_TARBALL);
  const stamp = join(ROOT, '.cache/packed-client');
  const sources = await clientSources();
  const isThere = await stat(target).then(
    () => true,
    () => false,
  );
  if (isThere && (await readFile(stamp, 'utf8').catch(() => null)) === sources) return;
  const folder = await mkdtemp(join(tmpdir(), 'musette-client-'));
  try {
    await writeWhole(target, await readFile(await packClient(folder)));
    await writeWhole(stamp, sources);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns a digest of everything that the client's tarball is made from. */
async function clientSources(): Promise<string> {
  const folder = 'src/packages/client';
  const sources = (await readdir(join(ROOT, folder, 'src')))
    .toSorted()
    .map((name) => join(folder, 'src', name));
  const made = ['package.json', 'README.md', 'tsconfig.json', 'tsconfig.build.json'];
  return digestOfFiles([
    ...sources,
    ...made.map((name) => join(folder, name)),
    'LICENSE',
    'src/tools/cli/client-pack.ts',
    'package-lock.json',
  ]);
}

/** Bundles `src/delivery/site/scripts/<name>.ts` for browsers. */
async function bundleScript(name: string): Promise<void> {
  await putScript(name, { entryPoints: [join(ROOT, `src/delivery/site/scripts/${name}.ts`)] });
}

/** Bundles the planner with the words of one language, so that a page loads no other. */
async function bundlePlanner(language: Language): Promise<void> {
  const contents = `
import { FOODS as foods, LANDING, PLANNER, RACE as race } from '@musette/languages/planner/${language}';
import { metricMeasures, usMeasures } from '@musette/languages/amounts';
import { startPlanner } from './planner.ts';
const { copy, copied } = LANDING;
const isUs = document.getElementById('live')?.dataset.units === 'us';
const planner = { ...PLANNER, measures: (isUs ? usMeasures : metricMeasures)('${language}') };
startPlanner({ language: '${language}', planner, race, foods, copy, copied });`;
  const resolveDir = join(ROOT, 'src/delivery/site/scripts');
  await putScript(`planner-${language}`, { stdin: { contents, resolveDir, loader: 'ts' } });
}

/** Bundles a script only if a file differs that the one of last time was bundled from, or that one itself. */
async function putScript(name: string, source: Pick<BuildOptions, 'entryPoints' | 'stdin'>): Promise<void> {
  const stamp = join(ROOT, `.cache/bundled-scripts/${name}`);
  const [digest, ...known] = (await readFile(stamp, 'utf8').catch(() => '')).split('\n');
  if (known.length > 0 && digest === (await digestOfFiles(known).catch(() => null))) return;
  const { outputFiles, metafile } = await build({ ...source, ...BUNDLING });
  const [script] = outputFiles;
  if (script === undefined) throw new Error(`${name} made no script`);
  await put(`${name}.js`, script.text);
  const bundled = Object.keys(metafile.inputs).filter((file) => file !== '<stdin>');
  const files = [
    ...bundled,
    `src/delivery/site/assets/${name}.js`,
    'src/tools/cli/prepare-assets.ts',
    'package-lock.json',
  ];
  await writeWhole(stamp, [await digestOfFiles(files), ...files].join('\n'));
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

const SOURCES = join(ROOT, 'src/delivery/site/guides');

/** Documents whose Markdown is generated from code, or from the engine's own documents. */
const MADE: Readonly<Record<string, () => string>> = {
  '/docs/data': dataMarkdown,
  '/docs/errors': errorsMarkdown,
  '/docs/warnings': warningsMarkdown,
  '/docs/reference': referenceMarkdown,
  '/docs/science': scienceMarkdown,
  '/docs/science/method': methodMarkdown,
  '/docs/science/report': reportMarkdown,
  '/docs/science/calibration': calibrationMarkdown,
};

/** Returns the Markdown of every document, by asset path without a file extension. */
export async function writeDocuments(): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const entry of [...GUIDES, ...LISTS]) {
    const markdown = `# ${entry.title}\n\n${(await sourceOf(entry)).trim()}\n`;
    files.set(entry.path.slice(1), markdown);
  }
  return files;
}

/** Returns the integrity of an asset, as pages that load it name it. */
async function integrityOf(file: string): Promise<string> {
  const digest = createHash('sha384').update(await readFile(join(ASSETS, file)));
  return `sha384-${digest.digest('base64')}`;
}

/** Reads a document's source, or the reference's text with the same name. */
async function sourceOf({ path }: DocumentEntry): Promise<string> {
  const made = MADE[path];
  if (made) return made();
  const own = join(SOURCES, `${basename(path)}.md`);
  const text = existsSync(own) ? await readFile(own, 'utf8') : readGuide(basename(path));
  return text
    .replace('{{event types}}', eventTypesMarkdown)
    .replace('{{health effects}}', healthEffectsMarkdown)
    .replace('{{element integrity}}', await integrityOf('elements/v1.js'));
}
