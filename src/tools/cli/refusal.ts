import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

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
