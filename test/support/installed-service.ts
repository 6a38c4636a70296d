import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import {
  API,
  type Conditions,
  loadCatalogue,
  migrate,
  module,
  neighbours,
  staticFiles,
  storage,
  surroundings,
  surroundingsAsOne,
} from './deployment.ts';

export interface InstalledService {
  readonly miniflare: Miniflare;
  readonly baseUrl: string;
}

/**
 * The deployed bundles in workerd, migrated and with their catalogue, on a port of their own; no development
 * proxy is in between.
 *
 * @param outDir where `bundleInto` put the bundles
 */
export async function installService(outDir: string, conditions: Conditions = {}): Promise<InstalledService> {
  const bundle = await readFile(join(outDir, 'index.js'), 'utf8');
  const beside = await neighbours(outDir, conditions);
  return start([module('index.js', bundle)], surroundings(conditions), beside);
}

/**
 * Both Workers as one behind a wrapper that sees all of their storage.
 *
 * @param outDir where `bundleAsOneInto` put the bundle
 * @param wrapper a Worker that imports `./local.js` and stands in front of it
 */
export async function installWrapped(outDir: string, wrapper: string): Promise<InstalledService> {
  const bundle = await readFile(join(outDir, 'local.js'), 'utf8');
  const modules = [module('wrapper.js', wrapper), module('local.js', bundle)];
  return start(modules, surroundingsAsOne(), [await staticFiles()]);
}

async function start(
  modules: ReturnType<typeof module>[],
  around: ReturnType<typeof surroundings> | ReturnType<typeof surroundingsAsOne>,
  beside: Awaited<ReturnType<typeof neighbours>>[number][],
): Promise<InstalledService> {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: 0,
      // One log line a request would drown the report.
      handleStructuredLogs: () => undefined,
      workers: [
        {
          name: API,
          modules,
          ...storage(),
          ...around,
          unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
        },
        ...beside,
      ],
    }),
  );
  await miniflare.ready;
  await migrate(miniflare);
  await loadCatalogue(miniflare);
  const baseUrl = String(await miniflare.unsafeGetDirectURL(API)).replace(/\/+$/, '');
  return { miniflare, baseUrl };
}
