import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns a digest of the names and contents of files, by their paths from `root`. */
export async function digestOfFiles(root: string, paths: readonly string[]): Promise<string> {
  const digest = createHash('sha256');
  for (const path of paths) digest.update(`${path}\0`).update(await readFile(join(root, path)));
  return digest.digest('hex');
}
