import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Miniflare } from 'miniflare';
import { type Unstable_Config as Config, unstable_readConfig as readConfig } from 'wrangler';
import { runWrangler } from '../../src/cli/wrangler.ts';
import { lexiconFile } from '../../src/inference/lexicon/lexicons.ts';
import { parseCatalogue } from '../../src/products/catalogue/entries.ts';
import { catalogueStatements } from '../../src/products/catalogue/load-statements.ts';

/** What a deployment consists of, read from its own configuration files, for whoever runs its bundles in Miniflare. */

const ROOT = join(import.meta.dirname, '../..');
const API_CONFIG = readConfig({ config: join(ROOT, 'wrangler.toml') });
const WEB_CONFIG = readConfig({ config: join(ROOT, 'wrangler.web.toml') });
export const OPERATOR_TOKEN = 'operator-token-that-is-only-used-here';
export const SIGNING_SECRET = 'a signing secret that is only used here';

export const API = 'musette';
const WEB = 'musette-web';
const ASSETS = 'assets';
const NO_LIMIT = 1e9;

/** wrangler leaves these two untyped. */
type ObjectBinding = { readonly name: string; readonly class_name: string };
type KvBinding = { readonly binding: string };

/** What an installation is told beside its configuration files. */
export interface Conditions {
  readonly vars?: Readonly<Record<string, string>>;
  /** What the limiters by address let through in a minute. Without it all limits are off, so that none is what is looked at. */
  readonly callsOfAddressPerMin?: number;
}

/** The bundles that are deployed: `index.js`, the API Worker, and `web.js`, the web Worker. */
export async function bundleInto(outDir: string): Promise<void> {
  await runWrangler(['deploy', '--dry-run', `--outdir=${outDir}`]);
  await runWrangler(['deploy', '--dry-run', '--config=wrangler.web.toml', `--outdir=${outDir}`]);
}

/** Both Workers in one bundle, `local.js`, for a wrapper that stands between them and all of their storage. */
export async function bundleAsOneInto(outDir: string): Promise<void> {
  await runWrangler(['deploy', 'src/local.ts', '--dry-run', `--outdir=${outDir}`]);
}

/** What the API Worker stores in. `owner` is the Worker whose Durable Objects they are, where that is another. */
export function storage(owner?: string) {
  const objects = API_CONFIG.durable_objects.bindings.map(
    ({ name, class_name: className }: ObjectBinding) => [
      name,
      { className, useSQLite: true, ...(owner === undefined ? {} : { scriptName: owner }) },
    ],
  );
  return {
    ...databases(API_CONFIG),
    kvNamespaces: Object.fromEntries(
      API_CONFIG.kv_namespaces.map(({ binding }: KvBinding) => [binding, binding]),
    ),
    durableObjects: Object.fromEntries(objects),
  };
}

/** The rest of what the API Worker is given. */
export function surroundings(conditions: Conditions = {}) {
  return {
    ...given(API_CONFIG, { SIGNING_SECRET, OPERATOR_TOKEN }, conditions),
    serviceBindings: { ASSETS, WEB },
  };
}

/** Both Workers as one have no neighbour but their files. */
export function surroundingsAsOne() {
  return { ...surroundings(), serviceBindings: { ASSETS } };
}

/** The web Worker of `outDir`, with what its own configuration gives it, and the static files. */
export async function neighbours(outDir: string, conditions: Conditions = {}) {
  return [
    {
      name: WEB,
      modules: [module('web.js', await readFile(join(outDir, 'web.js'), 'utf8'))],
      ...databases(WEB_CONFIG),
      ...given(WEB_CONFIG, { SIGNING_SECRET }, conditions),
      serviceBindings: { ASSETS },
    },
    await staticFiles(),
  ];
}

function databases(config: Config) {
  return {
    compatibilityDate: config.compatibility_date ?? '',
    d1Databases: Object.fromEntries(
      config.d1_databases.map(({ binding, database_name: name = binding }) => [binding, name]),
    ),
  };
}

function given(
  config: Config,
  secrets: Readonly<Record<string, string>>,
  { vars = {}, callsOfAddressPerMin = NO_LIMIT }: Conditions,
) {
  const budgets = Object.keys(config.vars).filter((name) => /_PER_(MIN|DAY)$/.test(name));
  const simple = { limit: callsOfAddressPerMin, period: 60 as const };
  return {
    bindings: {
      ...Object.fromEntries(Object.entries(config.vars).map(([name, value]) => [name, String(value)])),
      ...Object.fromEntries(budgets.map((name) => [name, '999999999'])),
      ENVIRONMENT: 'local',
      ...secrets,
      ...vars,
    },
    ratelimits: Object.fromEntries(
      config.ratelimits.map(({ name, namespace_id }) => [name, { namespace_id, simple }]),
    ),
  };
}

/** Static files are the platform's to serve; what is part of the interface or read by a Worker is here. */
export async function staticFiles() {
  const files = {
    '/openapi.json': await readFile(join(ROOT, 'src/openapi.json'), 'utf8'),
    '/internal/lexicon.json': JSON.stringify(lexiconFile()),
  };
  return {
    name: ASSETS,
    compatibilityDate: API_CONFIG.compatibility_date ?? '',
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

export async function loadCatalogue(miniflare: Miniflare): Promise<void> {
  const source = await readFile(join(ROOT, 'src/products/catalogue/products.json'), 'utf8');
  const registry = await miniflare.getD1Database('REGISTRY', API);
  const statements = catalogueStatements(parseCatalogue(JSON.parse(source)), 'installed', Date.now());
  await registry.batch(statements.map((statement) => registry.prepare(statement)));
}
