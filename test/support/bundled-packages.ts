import { readdirSync, readFileSync } from 'node:fs';

const SOURCES = 'src';
/** Parts of the source that the Worker never imports, with the packages that only they use. */
const NOT_IN_THE_WORKER = /^(tools|delivery\/site\/scripts)\//;
const IMPORT = /(?:from|import\() ?'((?:@[\w-]+\/)?[a-z][^':]*)'/g;

/** Modules of packages that are imported without being named in a source: by the compiled JSX, and by many tests. */
const UNNAMED = ['hono/jsx/jsx-runtime', 'hono/jsx/jsx-dev-runtime', 'fast-check'];

/**
 * Returns the modules of packages that the Worker imports. Tests get each as one file, because loading their hundreds (every
 * language of zod, for one) costs more than loading the Worker itself.
 */
export function bundledPackages(): string[] {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !NOT_IN_THE_WORKER.test(file));
  const named = sources.flatMap((file) =>
    [...readFileSync(`${SOURCES}/${file}`, 'utf8').matchAll(IMPORT)].map(([, name]) => name ?? ''),
  );
  return [...new Set([...named, ...UNNAMED])].filter((name) => !name.startsWith('cloudflare')).sort();
}
