import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8')) as {
  packages: Record<string, Locked>;
};

test('every optional package is locked, also of other platforms, or a fresh clone cannot install', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !isLocked(path, name))
      .map((name) => `${path} needs ${name}`),
  );
  expect(missing).toEqual([]);
});

test('the lock file names no registry', () => {
  expect(Object.values(packages).filter((entry) => entry.resolved !== undefined)).toEqual([]);
});

test('only optional packages of platforms other than Linux on x64 with glibc may lack an integrity', () => {
  const unchecked = Object.entries(packages).filter(([path, { integrity }]) => path !== '' && !integrity);
  expect(unchecked.filter((entry) => !isOfForeignPlatform(entry)).map(([path]) => path)).toEqual([]);
});

function isOfForeignPlatform([path, { optional, os = ['linux'], cpu = ['x64'] }]: [string, Locked]): boolean {
  return optional === true && !(os.includes('linux') && cpu.includes('x64') && !path.endsWith('-musl'));
}

/** Searches like Node: next to the package and then in each folder above it. */
function isLocked(path: string, name: string): boolean {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]) return true;
    if (folder === '') return false;
  }
}
