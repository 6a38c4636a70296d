import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Returns a digest of the names and contents of files, by their paths from `root`. */
export async function digestOfFiles(root: string, paths: readonly string[]): Promise<string> {
  const digest = createHash('sha256');
  for (const path of paths) digest.update(`${path}\0`).update(await readFile(join(root, path)));
  return digest.digest('hex');
}

/** Writes a file whole, and its folder: a build, a test or a running Worker may be reading it. */
export async function writeWhole(path: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, content);
  await rename(unfinished, path);
}
