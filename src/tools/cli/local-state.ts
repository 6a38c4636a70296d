import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { SECRET_CHARACTERS_MIN } from '#platform/env.ts';
import { SECRETS } from './deploy-plan.ts';
import { Refusal } from './refusal.ts';

/** The default directory of `wrangler dev` for databases. */
export const WRANGLER_STATE_DIR = join(import.meta.dirname, '../../../.wrangler/state');

/** The directory of a local installation's databases (wrangler's `--persist-to`) and secrets. */
export const STATE_DIR = process.env.STATE_DIR ? resolve(process.env.STATE_DIR) : WRANGLER_STATE_DIR;

const SECRET_BYTES = 32;
const OWNER_ONLY = 0o700;
const OWNER_ONLY_FILE = 0o600;
/** Folders of the service and wrangler in a state directory. */
const FOLDERS = ['musette', 'v3'];
const SECRETS_FILE = 'secrets.env';

/**
 * Restricts the state to its owner, because it contains secrets and personal data. A directory with other contents, such
 * as a home directory, keeps its mode, and only the service's folders in it are restricted.
 */
export async function protectState(directory: string): Promise<void> {
  for (const folder of FOLDERS) await mkdir(join(directory, folder), { recursive: true, mode: OWNER_ONLY });
  if ((await readdir(directory)).every((name) => FOLDERS.includes(name))) await chmod(directory, OWNER_ONLY);
  for (const folder of FOLDERS) await chmod(join(directory, folder), OWNER_ONLY);
  for (const file of await readdir(join(directory, 'musette'), { withFileTypes: true })) {
    if (file.isFile()) await chmod(join(file.parentPath, file.name), OWNER_ONLY_FILE);
  }
  // The last session's requests and addresses, which plain `wrangler dev` records.
  await rm(join(directory, 'v3/observability'), { recursive: true, force: true });
}

/**
 * Writes secrets to a file for wrangler (`--env-file`), because its arguments are visible to every user of the machine.
 *
 * @returns the file's path
 */
export async function keepSecrets(
  directory: string,
  secrets: Readonly<Record<string, string>>,
): Promise<string> {
  // wrangler reads a dollar sign in this file as a reference to another variable.
  const lines = Object.entries(secrets).map((entry) => envLine(entry).replaceAll('$', '\\$'));
  await keep(directory, SECRETS_FILE, lines.join('\n'));
  return pathOf(directory, SECRETS_FILE);
}

/** Returns an env file line that reads back as exactly this value. Throws Refusal if the format cannot represent it. */
export function envLine([name, value]: readonly [string, string]): string {
  const quote = ["'", '`', '"'].find((mark) => !value.includes(mark));
  const isRaw = quote !== undefined && !(quote === '"' && value.includes('\\'));
  if (!isRaw || /[\r\n]|\\$/.test(value)) {
    throw new Refusal(
      `${name} must not contain a line break, end with a backslash, or contain every kind of quotation mark.`,
    );
  }
  return `${name}=${quote}${value}${quote}`;
}

function pathOf(directory: string, name: string): string {
  return join(directory, 'musette', name);
}

/** Reads a text file, or returns null if it does not exist. */
export async function readIfThere(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return null;
    throw cause;
  });
}

/** Reads the text stored under this name, or null. */
export async function readKept(directory: string, name: string): Promise<string | null> {
  return (await readIfThere(pathOf(directory, name)))?.trim() ?? null;
}

/** Stores a text for the next start, readable only by its owner. An interruption leaves the old text or the new one. */
export async function keep(directory: string, name: string, text: string): Promise<void> {
  await writePrivately(pathOf(directory, name), `${text}\n`);
}

/** Writes a file readable only by its owner. An interruption leaves the old file or the new one. */
export async function writePrivately(path: string, text: string): Promise<void> {
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, text, { mode: OWNER_ONLY_FILE });
  await rename(unfinished, path);
}

/** Returns the name of a secret's file: `signing-secret` for SIGNING_SECRET. */
export function fileOfSecret(name: string): string {
  return name.toLowerCase().replaceAll('_', '-');
}

/**
 * Returns the Worker's secrets: the given ones, otherwise those in the state, which are created once. A state without a
 * secret stores the given one, so that the next start uses the same.
 *
 * @param given by name; an empty one counts as missing
 * @param place the source of the given secrets, for error messages
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
        `${name} must have at least ${SECRET_CHARACTERS_MIN} characters. In ${place} it has ${value.length}.`,
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

/** Returns a stored secret, or null. Throws Refusal if it is truncated, for example by copying to a full disk. */
function whole(name: string, path: string, kept: string | null): string | null {
  if (kept === null || isWholeLine(kept)) return kept?.trim() ?? null;
  throw new Refusal(
    `${path} is truncated: it has ${kept.length} characters instead of a complete line of ${SECRET_CHARACTERS_MIN} or more. Restore it from a backup. If you delete it, a new ${name} is created, and nothing that the old one signed or encrypted will work.`,
  );
}
