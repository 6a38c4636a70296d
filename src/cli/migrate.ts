import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keep, readKept, STATE_DIR } from './local-state.ts';
import { runWrangler } from './wrangler.ts';

const DATABASES = [
  { binding: 'REGISTRY', folder: 'registry' },
  { binding: 'ATHLETES_TEST_0', folder: 'athletes' },
  { binding: 'ATHLETES_LIVE_0', folder: 'athletes' },
] as const;
const MIGRATIONS = join(import.meta.dirname, '../../migrations');

/** Applies the migrations that local state does not have yet. Skips databases without changes since the last start. */
export async function migrateLocalState(): Promise<void> {
  for (const { binding, folder } of DATABASES) {
    const stamp = await stampOf(folder);
    const name = `migrated-${binding.toLowerCase()}`;
    if ((await readKept(name)) === stamp) continue;
    console.log(`Applying migrations to ${binding} …`);
    await runWrangler(['d1', 'migrations', 'apply', binding, '--local', '--persist-to', STATE_DIR]);
    await keep(name, stamp);
  }
}

async function stampOf(folder: string): Promise<string> {
  const hash = createHash('sha256');
  const files = (await readdir(join(MIGRATIONS, folder))).filter((file) => file.endsWith('.sql')).sort();
  for (const file of files) hash.update(file).update(await readFile(join(MIGRATIONS, folder, file)));
  return hash.digest('hex');
}
