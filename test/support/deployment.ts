import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import {
  type Unstable_Config as Config,
  unstable_readConfig as readConfig,
  unstable_splitSqlQuery as splitSqlQuery,
} from 'wrangler';
import { catalogueStatements, parseCatalogue } from '#nutrition/catalogue/load-catalogue.ts';
import { bundledModules } from '#tools/cli/bundle.ts';

/** Describes a deployment for Miniflare, read from wrangler.toml: what runs in tests is what is deployed. */

const ROOT = join(import.meta.dirname, '../..');
const CONFIG = readConfig({ config: join(ROOT, 'wrangler.toml') });
export const OPERATOR_TOKEN = 'operator-token-that-is-only-used-here';
export const SIGNING_SECRET = 'a signing secret that is only used here';
const WEBHOOK_KEY = 'a webhook key that is only used here, and long';
const LOOKUP_KEY = 'a lookup key that is only used here, and long';

export const WORKER = 'musette';
const ASSETS = 'assets';
const NO_LIMIT = 1e9;

/** wrangler leaves these untyped. */
type ObjectBinding = { readonly name: string; readonly class_name: string };
type KvBinding = { readonly binding: string };

/** Settings of an installation in addition to its configuration files. */
export interface Conditions {
  readonly vars?: Readonly<Record<string, string>>;
  /** Requests per minute that the address limiters admit. Without it all limits are off, so tests do not run into them. */
  readonly callsOfAddressPerMin?: number;
  /** Additional Workers of the same bundle: separate isolates that share databases, KV and objects. */
  readonly moreIsolates?: number;
  /** Bindings of athlete databases in addition to those in wrangler.toml. */
  readonly moreShards?: readonly string[];
  /** Flags of the runtime that the Worker does not need but its wrapper does. */
  readonly compatibilityFlags?: readonly string[];
  /** A directory that keeps the stores after the service ends. Existing stores are not migrated again. */
  readonly stateDir?: string;
}

/**
 * Returns the Worker's stores. `owner` names the Worker whose Durable Objects they are, if that is another one.
 */
export function storage(owner?: string, { moreShards = [], compatibilityFlags = [] }: Conditions = {}) {
  const ownedBy = owner === undefined ? {} : { scriptName: owner };
  const objects = CONFIG.durable_objects.bindings.map(({ name, class_name: className }: ObjectBinding) => [
    name,
    { className, useSQLite: true, ...ownedBy },
  ]);
  return {
    ...databases(CONFIG, moreShards),
    compatibilityFlags: [...compatibilityFlags],
    kvNamespaces: Object.fromEntries(
      CONFIG.kv_namespaces.map(({ binding }: KvBinding) => [binding, binding]),
    ),
    durableObjects: Object.fromEntries(objects),
  };
}

/** Returns the rest of the Worker's bindings: vars, secrets, queues, rate limits and static files. */
export function surroundings(conditions: Conditions = {}) {
  return {
    ...given(CONFIG, { SIGNING_SECRET, WEBHOOK_KEY, LOOKUP_KEY, OPERATOR_TOKEN }, conditions),
    serviceBindings: { ASSETS },
  };
}

function databases(config: Config, moreShards: readonly string[]) {
  return {
    compatibilityDate: config.compatibility_date ?? '',
    d1Databases: Object.fromEntries(
      config.d1_databases
        .map(({ binding, database_name: name = binding }) => [binding, name])
        .concat(moreShards.map((binding) => [binding, binding])),
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
      // So few that a handful of athletes crosses shards.
      ATHLETES_PER_SHARD: '4',
      ...secrets,
      ...vars,
    },
    queueProducers: Object.fromEntries(
      (config.queues.producers ?? []).map(({ binding, queue = binding }) => [binding, queue]),
    ),
    ratelimits: Object.fromEntries(
      config.ratelimits.map(({ name, namespace_id }) => [name, { namespace_id, simple }]),
    ),
  };
}

/** Returns a Worker that serves the static files that are part of the interface. */
export async function staticFiles() {
  const files = {
    '/openapi.json': await readFile(join(ROOT, 'src/openapi.json'), 'utf8'),
    '/operator/openapi.json': await readFile(join(ROOT, 'src/operator-openapi.json'), 'utf8'),
  };
  return {
    name: ASSETS,
    compatibilityDate: CONFIG.compatibility_date ?? '',
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

export async function migrate(miniflare: Miniflare, { moreShards = [] }: Conditions = {}): Promise<void> {
  const more = moreShards.map((binding) => ({ binding, migrations_dir: 'migrations/athletes' }));
  for (const { binding, migrations_dir: directory = '' } of [...CONFIG.d1_databases, ...more]) {
    const database = await miniflare.getD1Database(binding, WORKER);
    const files = (await readdir(join(ROOT, directory))).filter((file) => file.endsWith('.sql')).sort();
    for (const file of files) {
      const text = await readFile(join(ROOT, directory, file), 'utf8');
      const statements = splitSqlQuery(text);
      await database.batch(statements.map((statement) => database.prepare(statement)));
    }
  }
}

export async function loadCatalogue(miniflare: Miniflare): Promise<void> {
  const source = await readFile(join(ROOT, 'src/nutrition/catalogue/products.json'), 'utf8');
  const registry = await miniflare.getD1Database('REGISTRY', WORKER);
  const statements = catalogueStatements(parseCatalogue(JSON.parse(source)), 'installed', Date.now());
  await registry.batch(statements.map((statement) => registry.prepare(statement)));
}

export interface InstalledService {
  readonly miniflare: Miniflare;
  readonly baseUrl: string;
  /** The addresses of all isolates, that of `baseUrl` first. */
  readonly isolateUrls: readonly string[];
}

/**
 * Starts the deployed bundle in workerd, migrated and with its catalogue, on a port of its own; no development
 * proxy is in between.
 *
 * @param outDir where `bundleWorker` put the bundle
 */
export async function installService(outDir: string, conditions: Conditions = {}): Promise<InstalledService> {
  return start(await bundledModules(outDir), conditions);
}

/**
 * Starts the deployed bundle behind a wrapper that sees all of its storage.
 *
 * @param outDir where `bundleWorker` put the bundle
 * @param wrapper a Worker that imports `./index.js` and stands in front of it
 */
export async function installWrapped(
  outDir: string,
  wrapper: string,
  conditions: Conditions = {},
): Promise<InstalledService> {
  return start([module('wrapper.js', wrapper), ...(await bundledModules(outDir))], conditions);
}

const DIRECT = { host: '127.0.0.1', port: 0 };

async function start(
  modules: ReturnType<typeof module>[],
  conditions: Conditions = {},
): Promise<InstalledService> {
  const { stateDir, moreIsolates = 0 } = conditions;
  const others = Array.from({ length: moreIsolates }, (_, index) => `${WORKER}-${index + 1}`);
  const isInstalled = stateDir !== undefined && (await readdir(stateDir)).length > 0;
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: 0,
      // One log line a request would drown the report.
      handleStructuredLogs: () => undefined,
      ...(stateDir === undefined ? {} : { resourcePersistencePath: stateDir }),
      workers: [
        {
          name: WORKER,
          modules,
          ...storage(undefined, conditions),
          ...surroundings(conditions),
          unsafeDirectSockets: [DIRECT],
        },
        ...others.map((name) => ({
          name,
          modules,
          ...storage(WORKER, conditions),
          ...surroundings(conditions),
          unsafeDirectSockets: [DIRECT],
        })),
        await staticFiles(),
      ],
    }),
  );
  await miniflare.ready;
  if (!isInstalled) {
    await migrate(miniflare, conditions);
    await loadCatalogue(miniflare);
  }
  const urlOf = async (name: string) => String(await miniflare.unsafeGetDirectURL(name)).replace(/\/+$/, '');
  const baseUrl = await urlOf(WORKER);
  return { miniflare, baseUrl, isolateUrls: [baseUrl, ...(await Promise.all(others.map(urlOf)))] };
}
