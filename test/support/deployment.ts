import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Miniflare } from 'miniflare';
import { runWrangler } from '../../src/cli/wrangler.ts';
import { lexiconFile } from '../../src/inference/lexicon/lexicons.ts';
import { parseCatalogue } from '../../src/products/catalogue/entries.ts';
import { catalogueStatements } from '../../src/products/catalogue/load-statements.ts';

/** What a deployment consists of, for tests and benchmarks that run its bundles in Miniflare. */

const ROOT = join(import.meta.dirname, '../..');
export const OPERATOR_TOKEN = 'operator-token-that-only-the-benchmark-uses';
const COMPATIBILITY_DATE = '2026-08-01';
/** Limits are off, so that what is looked at is never the refusal of a limit. */
const NO_LIMIT = { limit: 1e9, period: 60 as const };

export const API = 'musette';
const WEB = 'musette-web';
const ASSETS = 'assets';

/** The bundles that are deployed: `index.js`, the API Worker, and `web.js`, the web Worker. */
export async function bundleInto(outDir: string): Promise<void> {
  await runWrangler(['deploy', '--dry-run', `--outdir=${outDir}`]);
  await runWrangler(['deploy', '--dry-run', '--config=wrangler.web.toml', `--outdir=${outDir}`]);
}

/** Both Workers in one bundle, `local.js`, for a wrapper that stands between them and all of their storage. */
export async function bundleAsOneInto(outDir: string): Promise<void> {
  await runWrangler(['deploy', 'src/local.ts', '--dry-run', `--outdir=${outDir}`]);
}

/** The databases of one installation, under the names by which all of its Workers share them. */
export const DATABASES = {
  compatibilityDate: COMPATIBILITY_DATE,
  d1Databases: { REGISTRY: 'registry', ATHLETES_TEST_0: 'athletes-test', ATHLETES_LIVE_0: 'athletes-live' },
};

/** The rest of what the API Worker stores in. `owner` is the Worker whose Durable Objects they are, where that is another. */
export function stores(owner?: string) {
  const scriptName = owner === undefined ? {} : { scriptName: owner };
  return {
    kvNamespaces: { API_KEYS: 'keys' },
    durableObjects: {
      KEY_GUARD: { className: 'KeyGuard', useSQLite: true, ...scriptName },
      PRODUCT_LIMITER: { className: 'ProductLimiter', useSQLite: true, ...scriptName },
    },
  };
}

/** The services that a Worker is bound to: the API Worker to both, one without a neighbour to its files. */
export const BESIDE_WEB: Readonly<Record<string, string>> = { ASSETS, WEB };
export const ALONE: Readonly<Record<string, string>> = { ASSETS };

/** What wrangler.toml gives a Worker beside storage, without limits. */
export async function surroundings(services = BESIDE_WEB) {
  return {
    bindings: await localVars(),
    ratelimits: {
      FAILED_AUTHENTICATIONS: { namespace_id: '1', simple: NO_LIMIT },
      SIGN_INS: { namespace_id: '2', simple: NO_LIMIT },
    },
    serviceBindings: services,
  };
}

/** The web Worker of `outDir` and the static files, to stand beside an API Worker. */
export async function neighbours(outDir: string) {
  return [
    {
      name: WEB,
      modules: [module('web.js', await readFile(join(outDir, 'web.js'), 'utf8'))],
      ...DATABASES,
      ...(await surroundings(ALONE)),
    },
    await staticFiles(),
  ];
}

/** Static files are the platform's to serve; what is part of the interface or read by a Worker is here. */
export async function staticFiles() {
  const files = {
    '/openapi.json': await readFile(join(ROOT, 'src/openapi.json'), 'utf8'),
    '/internal/lexicon.json': JSON.stringify(lexiconFile()),
  };
  return {
    name: ASSETS,
    compatibilityDate: COMPATIBILITY_DATE,
    modules: [module('assets.js', assetsWorker(files))],
  };
}

export function module(path: string, contents: string) {
  return { type: 'ESModule' as const, path, contents };
}

function assetsWorker(files: Readonly<Record<string, string>>): string {
  return `const files = new Map(Object.entries(${JSON.stringify(files)}));
export default {
  fetch: (request) => {
    const file = files.get(new URL(request.url).pathname);
    return file === undefined
      ? new Response(null, { status: 404 })
      : new Response(file, { headers: { 'Content-Type': 'application/json' } });
  },
};`;
}

export async function migrate(miniflare: Miniflare): Promise<void> {
  for (const [binding, folder] of [
    ['REGISTRY', 'registry'],
    ['ATHLETES_TEST_0', 'athletes'],
    ['ATHLETES_LIVE_0', 'athletes'],
  ] as const) {
    const database = await miniflare.getD1Database(binding, API);
    const files = (await readdir(join(ROOT, 'migrations', folder)))
      .filter((file) => file.endsWith('.sql'))
      .sort();
    for (const file of files) {
      const text = await readFile(join(ROOT, 'migrations', folder, file), 'utf8');
      const statements = text
        .replace(/^\s*--.*$/gm, '')
        .split(/;\s*$/m)
        .map((statement) => statement.trim())
        .filter(Boolean);
      await database.batch(statements.map((statement) => database.prepare(statement)));
    }
  }
}

/** wrangler.toml's vars as they are, but for limits that a benchmark would only measure the refusals of. */
export async function localVars(): Promise<Record<string, string>> {
  const text = await readFile(join(ROOT, 'wrangler.toml'), 'utf8');
  const section = /\[vars\]([^[]*)/.exec(text)?.[1] ?? '';
  const read = Object.fromEntries(
    [...section.matchAll(/^(\w+) = "(.*)"$/gm)].map((match) => [match[1] ?? '', match[2] ?? '']),
  );
  const budgets = Object.keys(read).filter((name) => /_PER_(MIN|DAY)$/.test(name));
  return {
    ...read,
    ...Object.fromEntries(budgets.map((name) => [name, '999999999'])),
    ENVIRONMENT: 'local',
    SIGNING_SECRET: 'a signing secret that only the benchmark uses',
    OPERATOR_TOKEN,
  };
}

export async function loadCatalogue(miniflare: Miniflare): Promise<void> {
  const source = await readFile(join(ROOT, 'src/products/catalogue/products.json'), 'utf8');
  const registry = await miniflare.getD1Database('REGISTRY', API);
  const statements = catalogueStatements(parseCatalogue(JSON.parse(source)), 'installed', Date.now());
  await registry.batch(statements.map((statement) => registry.prepare(statement)));
}
