import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** Where a local installation keeps its databases (wrangler's `--persist-to`) and, beside them, its secrets. */
export const STATE_DIR = resolve(process.env.STATE_DIR ?? '.wrangler/state');

const SECRET_BYTES = 32;

function secretPath(name: string): string {
  return join(STATE_DIR, 'musette', name);
}

/** What was kept under this name, or null. */
export async function readKept(name: string): Promise<string | null> {
  const text = await readFile(secretPath(name), 'utf8').catch(() => '');
  return text.trim() || null;
}

/** Keeps a text for the next start, readable by its owner only. Killed in the middle it leaves the old text or the new. */
export async function keep(name: string, text: string): Promise<void> {
  await mkdir(join(STATE_DIR, 'musette'), { recursive: true, mode: 0o700 });
  const unfinished = `${secretPath(name)}.${process.pid}`;
  await writeFile(unfinished, `${text}\n`, { mode: 0o600 });
  await rename(unfinished, secretPath(name));
}

/** The secret that the environment gives, or else the kept one, made on the first start. */
export async function localSecret(variable: string, name: string): Promise<string> {
  const given = process.env[variable];
  if (given) return given;
  const kept = await readKept(name);
  if (kept) return kept;
  const made = randomBytes(SECRET_BYTES).toString('base64url');
  await keep(name, made);
  return made;
}
