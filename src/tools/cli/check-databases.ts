import { access, constants, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Refusal } from './refusal.ts';

/**
 * Checks the structure of every database file in a state directory. A Worker would only notice a damaged page when it
 * reads it, and would report itself ready until then.
 *
 * @throws Refusal for the first damaged file
 */
export async function checkDatabases(stateDir: string): Promise<void> {
  const names = await readdir(join(stateDir, 'v3'), { recursive: true });
  for (const path of names
    .filter((name) => name.endsWith('.sqlite'))
    .map((name) => join(stateDir, 'v3', name))) {
    await access(path, constants.R_OK | constants.W_OK);
    const damage = damageOf(path);
    if (damage !== null) {
      throw new Refusal(
        `The database ${path} is damaged (${damage}). Restore ${stateDir} from a backup, or delete ${join(stateDir, 'v3')} to start with empty databases.`,
      );
    }
  }
}

/** Returns the first problem SQLite finds in a file, or null. */
function damageOf(path: string): string | null {
  try {
    const database = new DatabaseSync(path);
    try {
      const found = String(database.prepare('PRAGMA quick_check(1)').get()?.quick_check);
      return found === 'ok' ? null : found.replaceAll('\n', ' ');
    } finally {
      database.close();
    }
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause);
  }
}
