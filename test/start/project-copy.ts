import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
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
  await symlink(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
