import { readdir, readFile, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { type BuildOptions, build, type Loader, type Metafile, type Plugin } from 'esbuild';
import ts from 'typescript';
import { TOOLS } from '#delivery/agents/tools.ts';
import type { DocumentationMember } from '#platform/http/route.ts';
import { writeCompiledWords } from './compile-words.ts';
import { ROOT } from './generated-files.ts';

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

/** Members of a route that only the OpenAPI document and tests read. */
const DOCUMENTATION: Readonly<Record<DocumentationMember, true>> = {
  tag: true,
  summary: true,
  description: true,
  bodyExample: true,
  responses: true,
  cost: true,
};

/** Assistants are told the schemas of the answers to these. */
const OPERATIONS_OF_TOOLS: ReadonlySet<string> = new Set(TOOLS.map(({ operationId }) => operationId));

function definesRoutes(source: string): boolean {
  return source.includes('defineRoute({');
}

/**
 * Returns a module with blanks for the documentation of its routes, so that all else keeps its position. Without it, the
 * bundle lacks the schemas of most answers too. Reading and building both took a sixth of an isolate's start.
 */
function withoutDocumentation(source: string): string {
  const file = ts.createSourceFile('routes.ts', source, ts.ScriptTarget.Latest);
  const documented: ts.TextRange[] = [];
  const visit = (node: ts.Node): void => {
    if (isRoute(node)) documented.push(...node.arguments.flatMap((spec) => documentationOf(spec, file)));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return documented.reduce(blank, source);
}

function isRoute(node: ts.Node): node is ts.CallExpression {
  return (
    ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'defineRoute'
  );
}

function documentationOf(spec: ts.Expression, file: ts.SourceFile): readonly ts.TextRange[] {
  if (!ts.isObjectLiteralExpression(spec)) return [];
  const nameOf = ({ name }: ts.ObjectLiteralElementLike) => name?.getText(file) ?? '';
  const operation = spec.properties.find((member) => nameOf(member) === 'operationId');
  const operationId =
    operation && ts.isPropertyAssignment(operation) && ts.isStringLiteral(operation.initializer)
      ? operation.initializer.text
      : '';
  return spec.properties.filter((member) => {
    const name = nameOf(member);
    if (name === 'responses' && OPERATIONS_OF_TOOLS.has(operationId)) return false;
    return Object.hasOwn(DOCUMENTATION, name);
  });
}

/** Blanks a member and the comma after it. */
function blank(source: string, { pos, end }: ts.TextRange): string {
  const after = /^\s*,/.exec(source.slice(end))?.[0].length ?? 0;
  const member = source.slice(pos, end + after);
  return source.slice(0, pos) + member.replaceAll(/[^\n]/g, ' ') + source.slice(end + after);
}
