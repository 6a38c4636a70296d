import { join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { type Unstable_Config as Config, unstable_readConfig as readConfig } from 'wrangler';

const CONFIG = join(import.meta.dirname, '../../wrangler.toml');
const WORKER = 'databases';

/** Lists the databases of wrangler.toml. */
export function configuredDatabases(): Config['d1_databases'] {
  return readConfig({ config: CONFIG }).d1_databases;
}

/**
 * Opens wrangler's local databases for `work`, in this process: `wrangler d1` takes seconds for each command.
 *
 * @param stateDir the directory of local state (wrangler's `--persist-to`)
 */
export async function withLocalDatabases<Result>(
  stateDir: string,
  work: (databaseOf: (binding: string) => Promise<D1Database>) => Promise<Result>,
): Promise<Result> {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      name: WORKER,
      modules: [{ type: 'ESModule', path: 'nothing.js', contents: 'export default {};' }],
      // Uses the names of wrangler's own local databases.
      d1Databases: Object.fromEntries(
        configuredDatabases().map(({ binding, database_id }) => [binding, database_id ?? binding]),
      ),
      resourcePersistencePath: join(stateDir, 'v3'),
    }),
  );
  try {
    return await work((binding) => miniflare.getD1Database(binding, WORKER));
  } finally {
    await miniflare.dispose();
  }
}
