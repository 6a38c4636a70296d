import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The repository's folder. The `[build]` command of wrangler.toml is relative to it, wherever wrangler is started. */
export const ROOT = join(import.meta.dirname, '../../..');

/** Returns a digest of the names and contents of files, by their paths from ROOT. */
export async function digestOfFiles(paths: readonly string[]): Promise<string> {
  const digest = createHash('sha256');
  for (const path of paths) digest.update(`${path}\0`).update(await readFile(join(ROOT, path)));
  return digest.digest('hex');
}

/** Writes a file whole, and its folder: a build, a test or a running Worker may be reading it. */
export async function writeWhole(path: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, content);
  await rename(unfinished, path);
}
