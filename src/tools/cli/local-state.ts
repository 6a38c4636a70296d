import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { SECRET_CHARACTERS_MIN } from '#platform/env.ts';
import { SECRETS } from './deploy-plan.ts';
import { Refusal } from './refusal.ts';

/** Directory in which `wrangler dev` keeps databases unless it is told another one. */
export const WRANGLER_STATE_DIR = join(import.meta.dirname, '../../../.wrangler/state');

/** Directory of a local installation's databases (wrangler's `--persist-to`) and, beside them, its secrets. */
export const STATE_DIR = process.env.STATE_DIR ? resolve(process.env.STATE_DIR) : WRANGLER_STATE_DIR;

const SECRET_BYTES = 32;
const OWNER_ONLY = 0o700;
const OWNER_ONLY_FILE = 0o600;
/** Folders that the service and wrangler keep in a state directory. */
const FOLDERS = ['musette', 'v3'];
const SECRETS_FILE = 'secrets.env';

/**
 * Closes the state to all but its owner: it holds secrets and personal data. A directory that holds other things as
 * well, such as a home directory, keeps its mode, and only the service's folders in it are closed.
 */
export async function protectState(directory: string): Promise<void> {
  for (const folder of FOLDERS) await mkdir(join(directory, folder), { recursive: true, mode: OWNER_ONLY });
  if ((await readdir(directory)).every((name) => FOLDERS.includes(name))) await chmod(directory, OWNER_ONLY);
  for (const folder of FOLDERS) await chmod(join(directory, folder), OWNER_ONLY);
  for (const file of await readdir(join(directory, 'musette'), { withFileTypes: true })) {
    if (file.isFile()) await chmod(join(file.parentPath, file.name), OWNER_ONLY_FILE);
  }
  // Requests of the last session with their addresses, which plain `wrangler dev` records.
  await rm(join(directory, 'v3/observability'), { recursive: true, force: true });
}

/**
 * Writes secrets to a file that only wrangler reads (`--env-file`): its arguments are visible to everybody on the
 * machine.
 *
 * @returns the file's path
 */
export async function keepSecrets(
  directory: string,
  secrets: Readonly<Record<string, string>>,
): Promise<string> {
  // wrangler reads a dollar sign in this file as the name of another variable.
  const lines = Object.entries(secrets).map((entry) => envLine(entry).replaceAll('$', '\\$'));
  await keep(directory, SECRETS_FILE, lines.join('\n'));
  return pathOf(directory, SECRETS_FILE);
}

/** Writes a line of an env file that is read back as exactly this value. Throws Refusal if the format cannot represent it. */
export function envLine([name, value]: readonly [string, string]): string {
  const quote = ["'", '`', '"'].find((mark) => !value.includes(mark));
  const isRaw = quote !== undefined && !(quote === '"' && value.includes('\\'));
  if (!isRaw || /[\r\n]|\\$/.test(value)) {
    throw new Refusal(
      `${name} may hold no line break, no backslash at its end and not all kinds of quotation marks.`,
    );
  }
  return `${name}=${quote}${value}${quote}`;
}

function pathOf(directory: string, name: string): string {
  return join(directory, 'musette', name);
}

/** Reads a text file. Returns null if there is none. */
export async function readIfThere(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return null;
    throw cause;
  });
}

/** Reads the text kept under this name; null if there is none. */
export async function readKept(directory: string, name: string): Promise<string | null> {
  return (await readIfThere(pathOf(directory, name)))?.trim() ?? null;
}

/** Keeps a text for the next start, readable by its owner only. An interruption leaves the old text or the new one. */
export async function keep(directory: string, name: string, text: string): Promise<void> {
  await writePrivately(pathOf(directory, name), `${text}\n`);
}

/** Writes a file that only its owner may read. An interruption leaves the old file or the new one. */
export async function writePrivately(path: string, text: string): Promise<void> {
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, text, { mode: OWNER_ONLY_FILE });
  await rename(unfinished, path);
}

/** Returns the name of the file that keeps a secret: `signing-secret` for SIGNING_SECRET. */
export function fileOfSecret(name: string): string {
  return name.toLowerCase().replaceAll('_', '-');
}

/**
 * Returns the Worker's secrets: those that were given, else those of the state, which are made once. A state without a
 * secret keeps the one that was given, so that the next start works with the same.
 *
 * @param given by name; an empty one counts as not given
 * @param place where it was given, for the sentence that refuses one
 */
export async function localSecrets(
  directory: string,
  given: Readonly<Record<string, string | undefined>>,
  place: string,
): Promise<Readonly<Record<string, string>>> {
  const entries = SECRETS.map(async (name) => {
    const path = pathOf(directory, fileOfSecret(name));
    const kept = await readIfThere(path);
    const value = given[name] || whole(name, path, kept) || randomBytes(SECRET_BYTES).toString('base64url');
    if (value.length < SECRET_CHARACTERS_MIN) {
      throw new Refusal(
        `${name} must have ${SECRET_CHARACTERS_MIN} characters or more; in ${place} it has ${value.length}.`,
      );
    }
    if (kept === null) await keep(directory, fileOfSecret(name), value);
    return [name, value] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

function isWholeLine(text: string): boolean {
  return text.endsWith('\n') && text.trim().length >= SECRET_CHARACTERS_MIN;
}

/** Returns a kept secret, null if there is none. Throws Refusal if it lost its end, as in a copy to a full disk. */
function whole(name: string, path: string, kept: string | null): string | null {
  if (kept === null || isWholeLine(kept)) return kept?.trim() ?? null;
  throw new Refusal(
    `${path} is truncated: it has ${kept.length} characters, not a line of ${SECRET_CHARACTERS_MIN} or more with its end. Put back a copy. If you delete it, a new ${name} is made, and nothing that the old one signed or encrypted works.`,
  );
}
