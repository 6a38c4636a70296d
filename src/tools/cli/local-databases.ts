import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stop } from 'esbuild';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import {
  type Unstable_Config as Config,
  unstable_getMiniflareWorkerOptions as optionsOf,
  unstable_readConfig as readConfig,
} from 'wrangler';
import { bundledModules, bundleWorker } from './bundle.ts';

const CONFIG = join(import.meta.dirname, '../../../wrangler.toml');
const DATABASES = 'databases';
/** The name in wrangler.toml. */
const WORKER = 'musette';

/** Returns the database of a binding. */
export type DatabaseOf = (binding: string) => Promise<D1Database>;

/** Sends a request to the Worker. */
export type Send = (path: string, init: Sent) => Promise<Answer>;

interface Sent {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

interface Answer {
  readonly ok: boolean;
  readonly json: () => Promise<unknown>;
  readonly text: () => Promise<string>;
}

/** Lists the databases of wrangler.toml. */
export function configuredDatabases(): Config['d1_databases'] {
  return readConfig({ config: CONFIG }).d1_databases;
}

function configuredVars(): Readonly<Record<string, string>> {
  const { vars } = readConfig({ config: CONFIG });
  return Object.fromEntries(Object.entries(vars).map(([name, value]) => [name, String(value)]));
}

/**
 * Opens wrangler's local databases for `work`, in this process: `wrangler d1` takes seconds for each command.
 *
 * @param stateDir the directory of local state (wrangler's `--persist-to`)
 */
export async function withLocalDatabases<Result>(
  stateDir: string,
  work: (databaseOf: DatabaseOf) => Promise<Result>,
): Promise<Result> {
  const worker = {
    name: DATABASES,
    modules: [{ type: 'ESModule' as const, path: 'nothing.js', contents: 'export default {};' }],
    // Uses the names of wrangler's own local databases.
    d1Databases: Object.fromEntries(
      configuredDatabases().map(({ binding, database_id }) => [binding, database_id ?? binding]),
    ),
  };
  return withMiniflare(stateDir, worker, (miniflare) =>
    work((binding) => miniflare.getD1Database(binding, DATABASES)),
  );
}

/**
 * Runs the Worker for `work`, in this process and on no port, with what `wrangler dev` would give it.
 *
 * @param vars the secrets, and the vars that differ from wrangler.toml
 */
export async function withLocalWorker<Result>(
  stateDir: string,
  vars: Readonly<Record<string, string>>,
  work: (send: Send) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'musette-worker-'));
  try {
    await bundleWorker(folder);
    // Its service would otherwise live, and use memory, as long as the sandbox does.
    await stop();
    const { workerOptions } = optionsOf(CONFIG);
    const worker = {
      ...workerOptions,
      // wrangler's local objects are stored under this name.
      name: WORKER,
      modules: await bundledModules(folder),
      bindings: { ...configuredVars(), ...vars },
      handleStructuredLogs: () => undefined,
    };
    return await withMiniflare(stateDir, worker, (miniflare) =>
      work((path, init) => miniflare.dispatchFetch(`${vars.BASE_URL}${path}`, init)),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function withMiniflare<Result>(
  stateDir: string,
  worker: Parameters<typeof convertV4MiniflareOptions>[0],
  work: (miniflare: Miniflare) => Promise<Result>,
): Promise<Result> {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({ ...worker, cf: false, resourcePersistencePath: join(stateDir, 'v3') }),
  );
  try {
    return await work(miniflare);
  } finally {
    await miniflare.dispose();
  }
}
