import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { securityTxt } from '#delivery/site/reference-pages.tsx';
import { bundledPackages, NOTICES, noticesText } from '#tools/cli/notices.ts';
import { openApiDocument } from '#tools/cli/openapi-document.ts';

interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8')) as {
  packages: Record<string, Locked>;
};
/** The packages of this repository are folders of it, linked from node_modules. */
const isOwn = ([path, { link }]: [string, Locked]) => path.startsWith('src/packages/') || link === true;

test('every optional package is locked, also of other platforms, or a fresh clone cannot install', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !isLocked(path, name))
      .map((name) => `${path} needs ${name}`),
  );
  expect(missing).toEqual([]);
});

test('the lock file names no registry', () => {
  const named = Object.entries(packages).filter(([, { resolved }]) => resolved !== undefined);
  expect(named.filter((entry) => !isOwn(entry))).toEqual([]);
});

test('every package in the lock file has an integrity hash, also those of other platforms', () => {
  const unchecked = Object.entries(packages).filter(([path, { integrity = '' }]) => {
    return path !== '' && !/^sha512-[\w+/]{86}==$/.test(integrity);
  });
  expect(unchecked.filter((entry) => !isOwn(entry)).map(([path]) => path)).toEqual([]);
});

/** Searches like Node: next to the package and then in each folder above it. */
function isLocked(path: string, name: string): boolean {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]) return true;
    if (folder === '') return false;
  }
}

let committed: string;
let bundled: readonly string[];
beforeAll(async () => {
  [committed, bundled] = await Promise.all([readFile(NOTICES, 'utf8'), bundledPackages()]);
});

test('the third-party notices name the packages that the bundles hold, all of them and no other', () => {
  const named = [...committed.matchAll(/^## (.+)$/gm)].flatMap(([, names = '']) => names.split(', '));
  expect(named.sort()).toEqual(bundled);
});

test('the bundles hold at least what package.json asks to be in the Workers and in the reference', async () => {
  const { dependencies } = JSON.parse(await readFile('package.json', 'utf8'));
  const outside = Object.keys(dependencies).filter((name) => !name.startsWith('@musette/'));
  expect(bundled).toEqual(expect.arrayContaining([...outside, '@scalar/api-reference', 'vue']));
});

test('the third-party notices have the licence text of each package: npm run notices changes nothing', async () => {
  expect(await noticesText()).toBe(committed);
  expect(committed).toContain('TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION');
  expect(committed).toContain('SIL Open Font License');
});

test('the licence is a file too, and says what the OpenAPI document says', async () => {
  expect(openApiDocument([])).toMatchObject({ info: { license: { name: 'Proprietary' } } });
  expect(await readFile('LICENSE', 'utf8')).toMatch(/proprietary[\s\S]*All rights reserved/i);
});

const NO_OPERATOR = {
  name: null,
  termsUrl: null,
  dpaUrl: null,
  privacyUrl: null,
  statusUrl: null,
  contactEmail: null,
};

test('SECURITY.md sends reports where security.txt sends them', async () => {
  const policy = await readFile('SECURITY.md', 'utf8');
  expect(policy).toContain('/.well-known/security.txt');
  const [, contact = 'no contact'] =
    /^Contact: mailto:(.+)$/m.exec(securityTxt('https://musette.example', NO_OPERATOR, 0)) ?? [];
  expect(policy).toContain(contact);
});
