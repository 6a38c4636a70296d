import { access, constants, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Refusal } from './refusal.ts';

/**
 * Checks the structure of every database file of a state directory: a Worker finds a damaged page only when it reads it,
 * and is ready until then.
 *
 * @throws Refusal that names the first damaged file
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
        `The database ${path} is damaged (${damage}). Put back a copy of ${stateDir}, or delete ${join(stateDir, 'v3')} to begin with empty databases.`,
      );
    }
  }
}

/** Returns what SQLite finds wrong with a file first; null if nothing is. */
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
