import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The files that wrangler and the project's commands read, with the marks of assets that are already built. */
const PARTS = [
  '.cache',
  'LICENSE',
  'migrations',
  'package-lock.json',
  'package.json',
  'src',
  'tsconfig.json',
  'wrangler.toml',
];

/** Copies the project, with the packages that are installed here, to a folder in which nothing was started yet. */
export async function copyProject(): Promise<{
  readonly folder: string;
  readonly remove: () => Promise<void>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'musette-project-'));
  for (const part of PARTS) await cp(part, join(folder, part), { recursive: true });
  await linkPackages(folder, () => true);
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Gives a copy of the project the packages that are installed here; the project's own packages are those of the copy. */
export async function linkPackages(folder: string, isLinked: (name: string) => boolean): Promise<void> {
  await mkdir(join(folder, 'node_modules'));
  for (const name of await readdir('node_modules')) {
    const link = join(folder, 'node_modules', name);
    if (name === '@musette') await symlink(join(folder, 'src/packages'), link);
    else if (isLinked(name)) await symlink(join(process.cwd(), 'node_modules', name), link);
  }
}
