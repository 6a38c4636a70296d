import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import {
  type Conditions,
  loadCatalogue,
  migrate,
  module,
  staticFiles,
  storage,
  surroundings,
  WORKER,
} from './deployment.ts';

export interface InstalledService {
  readonly miniflare: Miniflare;
  readonly baseUrl: string;
}

/**
 * Starts the deployed bundle in workerd, migrated and with its catalogue, on a port of its own; no development
 * proxy is in between.
 *
 * @param outDir where `bundleInto` put the bundle
 */
export async function installService(outDir: string, conditions: Conditions = {}): Promise<InstalledService> {
  return start([await bundleOf(outDir)], conditions);
}

/**
 * Starts the deployed bundle behind a wrapper that sees all of its storage.
 *
 * @param outDir where `bundleInto` put the bundle
 * @param wrapper a Worker that imports `./index.js` and stands in front of it
 */
export async function installWrapped(outDir: string, wrapper: string): Promise<InstalledService> {
  return start([module('wrapper.js', wrapper), await bundleOf(outDir)]);
}

async function bundleOf(outDir: string) {
  return module('index.js', await readFile(join(outDir, 'index.js'), 'utf8'));
}

async function start(
  modules: ReturnType<typeof module>[],
  conditions: Conditions = {},
): Promise<InstalledService> {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: 0,
      // One log line a request would drown the report.
      handleStructuredLogs: () => undefined,
      workers: [
        {
          name: WORKER,
          modules,
          ...storage(),
          ...surroundings(conditions),
          unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
        },
        await staticFiles(),
      ],
    }),
  );
  await miniflare.ready;
  await migrate(miniflare);
  await loadCatalogue(miniflare);
  const baseUrl = String(await miniflare.unsafeGetDirectURL(WORKER)).replace(/\/+$/, '');
  return { miniflare, baseUrl };
}
