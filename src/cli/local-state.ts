import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** Directory of a local installation's databases (wrangler's `--persist-to`) and, beside them, its secrets. */
export const STATE_DIR = resolve(process.env.STATE_DIR ?? '.wrangler/state');

const SECRET_BYTES = 32;
const OWNER_ONLY = 0o700;
const OWNER_ONLY_FILE = 0o600;
/** Folders that the service and wrangler keep in STATE_DIR. */
const FOLDERS = ['musette', 'v3'];
const SECRETS_FILE = 'secrets.env';

/**
 * Closes the state to all but its owner: it holds secrets and personal data. A directory that holds other things as
 * well, such as a home directory, keeps its mode, and only the service's folders in it are closed.
 */
export async function protectState(directory = STATE_DIR): Promise<void> {
  for (const folder of FOLDERS) await mkdir(join(directory, folder), { recursive: true, mode: OWNER_ONLY });
  if ((await readdir(directory)).every((name) => FOLDERS.includes(name))) await chmod(directory, OWNER_ONLY);
  for (const folder of FOLDERS) await chmod(join(directory, folder), OWNER_ONLY);
  for (const file of await readdir(join(directory, 'musette'), { withFileTypes: true })) {
    if (file.isFile()) await chmod(join(file.parentPath, file.name), OWNER_ONLY_FILE);
  }
}

/**
 * Writes secrets to a file that only wrangler reads (`--env-file`): its arguments are visible to everybody on the
 * machine.
 *
 * @returns the file's path
 */
export async function keepSecrets(secrets: Readonly<Record<string, string>>): Promise<string> {
  await keep(SECRETS_FILE, Object.entries(secrets).map(envLine).join('\n'));
  return secretPath(SECRETS_FILE);
}

/**
 * Writes a line of an env file that is read back as exactly this value. Throws if the format cannot represent
 * it.
 */
export function envLine([name, value]: readonly [string, string]): string {
  const quote = ["'", '`', '"'].find((mark) => !value.includes(mark));
  const isRaw = quote !== undefined && !(quote === '"' && value.includes('\\'));
  if (!isRaw || /[\r\n]|\\$/.test(value)) {
    throw new Error(
      `${name} may hold no line break, no backslash at its end and not all kinds of quotation marks.`,
    );
  }
  // A dollar sign would begin the name of another variable.
  return `${name}=${quote}${value.replaceAll('$', '\\$')}${quote}`;
}

function secretPath(name: string): string {
  return join(STATE_DIR, 'musette', name);
}

/** Reads the text kept under this name; null if there is none. */
export async function readKept(name: string): Promise<string | null> {
  const text = await readFile(secretPath(name), 'utf8').catch(() => '');
  return text.trim() || null;
}

/** Keeps a text for the next start, readable by its owner only. An interruption leaves the old text or the new one. */
export async function keep(name: string, text: string): Promise<void> {
  await mkdir(join(STATE_DIR, 'musette'), { recursive: true, mode: OWNER_ONLY });
  const unfinished = `${secretPath(name)}.${process.pid}`;
  await writeFile(unfinished, `${text}\n`, { mode: OWNER_ONLY_FILE });
  await rename(unfinished, secretPath(name));
}

/** Returns the secret of the environment variable, or else the kept one, which the first start creates. */
export async function localSecret(variable: string, name: string): Promise<string> {
  const given = process.env[variable];
  if (given) return given;
  const kept = await readKept(name);
  if (kept) return kept;
  const made = randomBytes(SECRET_BYTES).toString('base64url');
  await keep(name, made);
  return made;
}
