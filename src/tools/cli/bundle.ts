import { readdir, readFile, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { type BuildOptions, build, type Loader, type Metafile, type Plugin } from 'esbuild';
import { writeCompiledWords } from './compile-words.ts';

/** The folder of wrangler.toml. Its `[build]` names a script from here, wherever wrangler is started. */
export const ROOT = join(import.meta.dirname, '../../..');

/** The folder into which `npm run deploy` bundles the Worker. */
export const BUNDLE_DIR = join(ROOT, '.cache/worker');

/** The folder of all modules but `index.js`; a rule of wrangler.toml has wrangler upload what is in it. */
export const PIECES = 'pieces';

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
 * Bundles the Worker as it is deployed: `index.js`, and beside it what is imported at its first use, in files of its own.
 * wrangler would bundle all of it into one file, which an isolate reads whole as it starts: assistants, languages and
 * pages too (OPERATIONS.md, start-up CPU).
 *
 * @param outDir emptied first, since a piece's name changes with its contents
 * @returns which file imports which, and what is in each
 */
export async function bundleWorker(outDir: string): Promise<Metafile> {
  await writeCompiledWords();
  await rm(outDir, { recursive: true, force: true });
  const { metafile } = await build({ ...OPTIONS, outdir: outDir, plugins: [await oneFileAtStart()] });
  return metafile;
}

/**
 * Returns the modules that `bundleWorker` wrote, `index.js` first, as Miniflare takes them.
 *
 * @param outDir where it put them
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

/** Returns which modules, and how many bytes of each, are in the files that `bundleWorker` writes. */
export async function contentsOfBundle(): Promise<Metafile> {
  await writeCompiledWords();
  const { metafile } = await build({
    ...OPTIONS,
    outdir: 'unwritten',
    write: false,
    plugins: [await oneFileAtStart()],
  });
  return metafile;
}

/**
 * Returns a plugin that keeps what an isolate reads as it starts in one file. esbuild puts modules into one file if the same
 * entries reach them, so each module that is imported at its first use imports the entry too, which has long been read by
 * then. Without it what is read at the start lies in 119 files, and a twelfth of it is imports and exports between them.
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

/** Returns the entry and what it imports before anything is called, itself or through others. */
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

/** Returns the arguments with which wrangler deploys what `bundleWorker` wrote to `outDir`, as wrangler.toml configures it. */
export function asBundled(outDir: string): readonly string[] {
  const config = join(ROOT, 'wrangler.toml');
  return [join(outDir, 'index.js'), '--no-bundle', '--no-minify', `--config=${config}`];
}
