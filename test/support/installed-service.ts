import { readdir } from 'node:fs/promises';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { bundledModules } from '#tools/cli/bundle.ts';
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
