import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { parseCatalogue } from '../../src/products/catalogue/entries.ts';
import { catalogueStatements } from '../../src/products/catalogue/load-statements.ts';
import { localVars, migrate, serveAssets } from '../bench/http/installation.ts';

const ROOT = join(import.meta.dirname, '../..');

export interface InstalledService {
  readonly miniflare: Miniflare;
  readonly baseUrl: string;
}

/**
 * The deployed bundle in workerd, migrated and with its catalogue, on a port of its own; no development proxy is
 * in between. Limits are off, so that what is looked at is never the refusal of a limit.
 *
 * @param outDir where `bundleInto` put the bundle
 * @param wrapper a Worker that imports `./index.js` and stands in front of it
 */
export async function installService(outDir: string, wrapper?: string): Promise<InstalledService> {
  const bundle = await readFile(join(outDir, 'index.js'), 'utf8');
  const module = (path: string, contents: string) => ({ type: 'ESModule' as const, path, contents });
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: 0,
      // One log line a request would drown the report.
      handleStructuredLogs: () => undefined,
      workers: [
        {
          name: 'musette',
          modules: [
            ...(wrapper === undefined ? [] : [module('wrapper.js', wrapper)]),
            module('index.js', bundle),
          ],
          compatibilityDate: '2026-08-01',
          kvNamespaces: { API_KEYS: 'keys' },
          d1Databases: {
            REGISTRY: 'registry',
            ATHLETES_TEST_0: 'athletes-test',
            ATHLETES_LIVE_0: 'athletes-live',
          },
          durableObjects: {
            KEY_GUARD: { className: 'KeyGuard', useSQLite: true },
            PRODUCT_LIMITER: { className: 'ProductLimiter', useSQLite: true },
          },
          bindings: await localVars(),
          ratelimits: {
            FAILED_AUTHENTICATIONS: { namespace_id: '1', simple: { limit: 1e9, period: 60 as const } },
            SIGN_INS: { namespace_id: '2', simple: { limit: 1e9, period: 60 as const } },
          },
          serviceBindings: { ASSETS: serveAssets },
          unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
        },
      ],
    }),
  );
  await miniflare.ready;
  await migrate(miniflare);
  await loadCatalogue(miniflare);
  const baseUrl = String(await miniflare.unsafeGetDirectURL('musette')).replace(/\/+$/, '');
  return { miniflare, baseUrl };
}

export async function loadCatalogue(miniflare: Miniflare): Promise<void> {
  const source = await readFile(join(ROOT, 'src/products/catalogue/products.json'), 'utf8');
  const registry = await miniflare.getD1Database('REGISTRY', 'musette');
  const statements = catalogueStatements(parseCatalogue(JSON.parse(source)), 'installed', Date.now());
  await registry.batch(statements.map((statement) => registry.prepare(statement)));
}
