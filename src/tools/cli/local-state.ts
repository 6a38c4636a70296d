import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SECRET_CHARACTERS_MIN } from '#platform/env.ts';
import { SECRETS } from './deploy-plan.ts';

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
  await writeStored(directory, SECRETS_FILE, lines.join('\n'));
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
export async function readStored(directory: string, name: string): Promise<string | null> {
  return (await readIfThere(pathOf(directory, name)))?.trim() ?? null;
}

/** Stores a text for the next start, readable only by its owner. An interruption leaves the old text or the new one. */
export async function writeStored(directory: string, name: string, text: string): Promise<void> {
  await writePrivately(pathOf(directory, name), `${text}\n`);
}

/** Writes a file readable only by its owner. An interruption leaves the old file or the new one. */
export async function writePrivately(path: string, text: string): Promise<void> {
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, text, { mode: OWNER_ONLY_FILE });
  await rename(unfinished, path);
}

function fileOfSecret(name: string): string {
  return name.toLowerCase().replaceAll('_', '-');
}

/**
 * Returns the Worker's secrets: those in the input, otherwise those in the state, which are created once. A state without a
 * secret stores the one of the input, so that the next start uses the same.
 *
 * @param input by name; an empty one counts as missing
 * @param source where the input comes from, for error messages
 */
export async function localSecrets(
  directory: string,
  input: Readonly<Record<string, string | undefined>>,
  source: string,
): Promise<Readonly<Record<string, string>>> {
  const entries = SECRETS.map(async (name) => {
    const path = pathOf(directory, fileOfSecret(name));
    const stored = await readIfThere(path);
    const value = input[name] || whole(name, path, stored) || randomBytes(SECRET_BYTES).toString('base64url');
    if (value.length < SECRET_CHARACTERS_MIN) {
      throw new Refusal(
        `${name} must have at least ${SECRET_CHARACTERS_MIN} characters. In ${source} it has ${value.length}.`,
      );
    }
    if (stored === null) await writeStored(directory, fileOfSecret(name), value);
    return [name, value] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

function isWholeLine(text: string): boolean {
  return text.endsWith('\n') && text.trim().length >= SECRET_CHARACTERS_MIN;
}

/** Returns a stored secret, or null. Throws Refusal if it is truncated, for example by copying to a full disk. */
function whole(name: string, path: string, stored: string | null): string | null {
  if (stored === null || isWholeLine(stored)) return stored?.trim() ?? null;
  throw new Refusal(
    `${path} is truncated: it has ${stored.length} characters instead of a complete line of ${SECRET_CHARACTERS_MIN} or more. Restore it from a backup. If you delete it, a new ${name} is created, and nothing that the old one signed or encrypted will work.`,
  );
}

/** A process. The start time distinguishes it from a later one with the same identifier, as after a container restart. */
interface Holder {
  readonly pid: number;
  readonly startedAt: string;
}

const BUSY_MS = 5_000;
const TABLE =
  'CREATE TABLE IF NOT EXISTS holder (id INTEGER PRIMARY KEY, pid INTEGER NOT NULL, started_at TEXT NOT NULL) STRICT';

/**
 * Locks a state directory for a process until the process ends. The next process then takes over.
 *
 * @returns false if the process already has the lock
 * @throws Refusal if another running process has the lock, because two Workers would write to the same databases
 */
export function takeState(stateDir: string, pid: number): boolean {
  const path = join(stateDir, 'musette/lock.sqlite');
  const taker = { pid, startedAt: startOf(pid) };
  const holder = holderAfter(path, taker);
  if (holder === null) return true;
  if (isSame(holder, taker)) return false;
  throw new Refusal(
    `${stateDir} is in use by process ${holder.pid}. Stop it, or start another sandbox with its own state: PORT=8788 STATE_DIR=.wrangler/another npm start`,
  );
}

/** Records the new holder, unless the current one is still running. Returns the running holder, or null. */
function holderAfter(path: string, taker: Holder): Holder | null {
  try {
    using database = new DatabaseSync(path, { timeout: BUSY_MS });
    // The second of two simultaneous starts waits here and then sees the first.
    database.exec(`BEGIN IMMEDIATE; ${TABLE}`);
    const row = database.prepare('SELECT pid, started_at FROM holder').get();
    const holder = row ? { pid: Number(row.pid), startedAt: String(row.started_at) } : null;
    if (holder !== null && isRunning(holder)) return holder;
    const write = database.prepare('INSERT OR REPLACE INTO holder (id, pid, started_at) VALUES (1, ?, ?)');
    write.run(taker.pid, taker.startedAt);
    database.exec('COMMIT');
    return null;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Refusal(
      `${path} cannot be used (${why}). If no sandbox is running with this state, delete the file.`,
    );
  }
}

function isSame(one: Holder, other: Holder): boolean {
  return one.pid === other.pid && one.startedAt === other.startedAt;
}

function isRunning({ pid, startedAt }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (cause) {
    // Another user's process exists but cannot be signalled.
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EPERM')) return false;
  }
  return startOf(pid) === startedAt;
}

/** Returns the start time of a process in the system's own format, or empty. */
function startOf(pid: number): string {
  try {
    // The program name, in parentheses, may contain spaces. The start time is the twentieth field after it.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? '';
  } catch {
    return startByPs(pid);
  }
}

function startByPs(pid: number): string {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

/** Reports that a start cannot continue until something on this machine is fixed. Its message is one line that says what. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'is not readable and writable by this user',
  EPERM: 'belongs to another user',
  EROFS: 'is on a read-only file system',
  ENOTDIR: 'is not a directory',
  EEXIST: 'is not a directory',
  ENOSPC: 'is on a full disk',
};

/** A new state takes 6 MB. */
const FREE_BYTES_MIN = 16e6;

/**
 * Runs a step that uses the files of a state directory.
 *
 * @throws Refusal if its disk is full, before the step or when it fails, and in place of a file system error; any other
 *   error is unchanged
 */
export async function onFilesOf<Result>(stateDir: string, work: () => Promise<Result>): Promise<Result> {
  await refuseFullDisk(stateDir);
  try {
    return await work();
  } catch (cause) {
    // SQLite reports a full disk to nobody but its log.
    await refuseFullDisk(stateDir);
    if (!(cause instanceof Error) || !('syscall' in cause) || !('code' in cause)) throw cause;
    const path = 'path' in cause ? cause.path : stateDir;
    const reason = REASONS[String(cause.code)] ?? `cannot be used (${cause.code})`;
    throw new Refusal(
      `${path} ${reason}. ${stateDir} stores databases and secrets. To use another directory: STATE_DIR=.wrangler/another npm start`,
    );
  }
}

async function refuseFullDisk(path: string): Promise<void> {
  const bytes = await freeBytes(path);
  if (bytes >= FREE_BYTES_MIN) return;
  throw new Refusal(
    `${path} is on a full disk: ${Math.floor(bytes / 1e6)} MB are free, and ${FREE_BYTES_MIN / 1e6} MB are needed. Free some space, or use another directory: STATE_DIR=.wrangler/another npm start`,
  );
}

/** Returns the free bytes of the disk of a path, which may not exist yet. */
async function freeBytes(path: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(path);
    return bavail * bsize;
  } catch {
    const parent = dirname(path);
    // Other failures are reported by the step itself.
    return parent === path ? Number.POSITIVE_INFINITY : freeBytes(parent);
  }
}
