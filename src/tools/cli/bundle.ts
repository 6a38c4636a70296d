import { readdir, readFile, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { type BuildOptions, build, type Loader, type Metafile, type Plugin } from 'esbuild';
import { writeCompiledWords } from './compile-words.ts';
import { definesRoutes, withoutDocumentation } from './served-routes.ts';

/** The folder of wrangler.toml. Its `[build]` command is relative to it, wherever wrangler is started. */
export const ROOT = join(import.meta.dirname, '../../..');

/** The folder into which `npm run deploy` bundles the Worker. */
export const BUNDLE_DIR = join(ROOT, '.cache/worker');

/** The folder of all modules except `index.js`. A rule in wrangler.toml uploads its contents. */
const PIECES = 'pieces';

const OPTIONS = {
  absWorkingDir: ROOT,
  entryPoints: ['src/index.ts'],
  chunkNames: `${PIECES}/[name]-[hash]`,
  bundle: true,
  splitting: true,
  format: 'esm',
  minify: true,
  sourcemap: true,
  metafile: true,
  logLevel: 'warning',
  // As wrangler does.
  target: 'es2024',
  conditions: ['workerd', 'worker', 'browser'],
  external: ['cloudflare:*', 'node:*'],
  define: { 'process.env.NODE_ENV': '"production"' },
} as const satisfies BuildOptions;

/**
 * Bundles the Worker for deployment: `index.js`, plus separate files for modules imported on first use. wrangler would
 * bundle everything into one file, including assistants, languages and pages, and an isolate would read it all at start
 * (FIGURES.md, start-up CPU).
 *
 * @param outDir emptied first, because the names of chunks depend on their contents
 * @returns the imports and contents of each file
 */
export async function bundleWorker(outDir: string): Promise<Metafile> {
  await writeCompiledWords();
  await rm(outDir, { recursive: true, force: true });
  const { metafile } = await build({ ...OPTIONS, outdir: outDir, plugins: await plugins() });
  return metafile;
}

/**
 * Returns the modules that `bundleWorker` wrote, `index.js` first, in Miniflare's format.
 *
 * @param outDir the output folder
 */
export async function bundledModules(outDir: string) {
  const pieces = (await readdir(join(outDir, PIECES))).filter((file) => file.endsWith('.js'));
  const paths = ['index.js', ...pieces.map((file) => `${PIECES}/${file}`)];
  return Promise.all(
    paths.map(async (path) => {
      const contents = await readFile(join(outDir, path), 'utf8');
      return { type: 'ESModule' as const, path, contents };
    }),
  );
}

/** Returns the modules, and the bytes of each, in the files that `bundleWorker` writes. */
export async function contentsOfBundle(): Promise<Metafile> {
  await writeCompiledWords();
  const { metafile } = await build({
    ...OPTIONS,
    outdir: 'unwritten',
    write: false,
    plugins: await plugins(),
  });
  return metafile;
}

async function plugins(): Promise<Plugin[]> {
  return [jsonSchemaOnFirstUse, routesAsServed, await oneFileAtStart()];
}

/** Leaves the documentation of routes to the OpenAPI document, with all schemas that nothing else uses. */
const routesAsServed: Plugin = {
  name: 'routes-as-served',
  setup({ onLoad }) {
    onLoad({ filter: /\/src\/.*\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      return definesRoutes(source) ? { contents: withoutDocumentation(source), loader: 'ts' } : undefined;
    });
  },
};

/** Exports of zod's indexes for its conversion to JSON Schema. */
const JSON_SCHEMA_EXPORT = /^export .*json-schema.*$/gm;

/**
 * Leaves zod's conversion to JSON Schema to the tools of assistants, which alone use it. zod's indexes export it with
 * everything else, so an isolate would read it at its start: 6 KiB, compressed.
 */
const jsonSchemaOnFirstUse: Plugin = {
  name: 'json-schema-on-first-use',
  setup({ onLoad, onResolve }) {
    onLoad({ filter: /zod\/v4\/(core\/index|mini\/external)\.js$/ }, async ({ path }) => {
      const index = await readFile(path, 'utf8');
      if (index.search(JSON_SCHEMA_EXPORT) < 0)
        throw new Error(`${path} exports no conversion to JSON Schema`);
      return { contents: index.replaceAll(JSON_SCHEMA_EXPORT, ''), loader: 'js' };
    });
    onResolve({ filter: /^zod\/v4\/core$/ }, ({ importer }) =>
      importer.endsWith('tool-schema.ts')
        ? { path: join(ROOT, 'node_modules/zod/v4/core/json-schema-processors.js') }
        : undefined,
    );
  },
};

/**
 * Returns a plugin that keeps all code read at an isolate's start in one file. esbuild puts modules in one file if the same
 * entries reach them, so each module imported on first use also imports the entry, which is already loaded by then.
 * Without the plugin, the start-up code is in 119 files, and a twelfth of it is imports and exports between them.
 */
async function oneFileAtStart(): Promise<Plugin> {
  const { metafile } = await build({ ...OPTIONS, outdir: 'unwritten', write: false });
  const [entry] = OPTIONS.entryPoints;
  const atStart = modulesReadAtStart(metafile, entry);
  const firstUses = new Set(
    Object.values(metafile.outputs).flatMap(({ entryPoint }) =>
      entryPoint === undefined || atStart.has(entryPoint) ? [] : [join(ROOT, entryPoint)],
    ),
  );
  return {
    name: 'one-file-at-start',
    setup({ onLoad }) {
      onLoad({ filter: /\.[jt]sx?$/ }, async ({ path }) => {
        if (!firstUses.has(path)) return;
        const contents = `import ${JSON.stringify(join(ROOT, entry))};${await readFile(path, 'utf8')}`;
        return { contents, loader: LOADERS.get(extname(path)) ?? 'ts' };
      });
    },
  };
}

/** Returns the entry and its static imports, direct or indirect. */
function modulesReadAtStart({ inputs }: Metafile, entry: string): ReadonlySet<string> {
  const paths = new Set([entry]);
  for (const path of paths) {
    for (const each of inputs[path]?.imports ?? []) {
      if (each.kind === 'import-statement' && each.external !== true) paths.add(each.path);
    }
  }
  return paths;
}

const LOADERS: ReadonlyMap<string, Loader> = new Map([
  ['.js', 'js'],
  ['.tsx', 'tsx'],
]);

/** Returns the wrangler arguments that deploy the bundle in `outDir` as configured by wrangler.toml. */
export function asBundled(outDir: string): readonly string[] {
  const config = join(ROOT, 'wrangler.toml');
  return [join(outDir, 'index.js'), '--no-bundle', '--no-minify', `--config=${config}`];
}
