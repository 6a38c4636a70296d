import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** Memory as a file system, as Linux has it. */
const MEMORY = '/dev/shm';
/** Several times what the databases of a whole run take. */
const ROOM_BYTES = 4 * 1024 ** 3;
const NAME = /^musette-tests-(\d+)$/;

/**
 * Puts the temporary files of this process and its children into memory, where the machine has the room: databases wait
 * for the disk at every commit, which doubles the time of their tests. The files are removed when the process ends, and
 * those of a process that was killed by the next one.
 */
export function keepFilesInMemory(): void {
  if (!existsSync(MEMORY) || freeBytes() < ROOM_BYTES) return;
  for (const name of readdirSync(MEMORY)) {
    const processId = Number(NAME.exec(name)?.[1] ?? process.pid);
    if (!isRunning(processId)) remove(join(MEMORY, name));
  }
  const folder = join(MEMORY, `musette-tests-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  process.env.TMPDIR = folder;
  process.once('exit', () => remove(folder));
}

function freeBytes(): number {
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize;
}

function isRunning(processId: number): boolean {
  return existsSync(`/proc/${processId}`);
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
