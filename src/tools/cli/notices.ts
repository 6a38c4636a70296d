import { existsSync, globSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contentsOfBundle } from './bundle.ts';
import { ROOT } from './generated-files.ts';

/**
 * `npm run notices`: writes THIRD-PARTY-NOTICES.md, the licences of every package in the Worker's bundle or
 * its assets. Reads the packages from the bundle, not from package.json.
 */

const MODULES = join(ROOT, 'node_modules');
export const NOTICES = join(ROOT, 'THIRD-PARTY-NOTICES.md');
const SCALAR = '@scalar/api-reference';

/** Licences of packages without a licence file, from their package.json, or from npm if they are not installed. */
const WITHOUT_LICENCE_FILE: Readonly<Record<string, string>> = {
  '@headlessui/vue': 'MIT; Tailwind Labs, https://github.com/tailwindlabs/headlessui',
  '@hono/zod-validator': 'MIT; Yusuke Wada, https://github.com/honojs/middleware',
  '@replit/codemirror-css-color-picker':
    'MIT; Faris Masad, https://github.com/replit/codemirror-css-color-picker',
  'drizzle-orm': 'Apache-2.0; Drizzle Team, https://github.com/drizzle-team/drizzle-orm',
  saxes: 'ISC; Louis-Dominique Dubeau, https://github.com/lddubeau/saxes',
  'unist-util-find-after': 'MIT; Titus Wormer, https://github.com/syntax-tree/unist-util-find-after',
  tailwindcss: 'MIT; Tailwind Labs, https://tailwindcss.com',
};

/** Licence of Scalar's packages: those that hold a licence file all hold this one. */
const LICENCE_OF_SCALAR = 'MIT; Copyright (c) 2023-present Scalar, https://github.com/scalar/scalar';

const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

const HEAD = `# Third-party notices

Written by \`npm run notices\`; a test holds it to what the bundles hold. The packages below are part of the Worker
or of the reference that \`/docs\` serves (Scalar, with what it bundles). Packages with the same text stand together.

The words in the logo and the badge (\`src/delivery/site/assets/brand\`) are outlines drawn with the typeface Inter, copyright
2016 The Inter Project Authors (https://github.com/rsms/inter), under the SIL Open Font License 1.1
(https://openfontlicense.org). The typeface itself is not distributed here.

The table of look-alikes (\`src/platform/http/look-alikes.ts\`) is made from data of Unicode 13.0.0, copyright Unicode, Inc., under
the Unicode License (https://www.unicode.org/license.txt).`;

/** Lists the packages with code in the Worker or in the reference, sorted. */
export async function bundledPackages(): Promise<readonly string[]> {
  return [...new Set([...(await packagesOfWorker()), ...(await packagesOfReference())])].sort();
}

async function packagesOfWorker(): Promise<readonly string[]> {
  const { outputs } = await contentsOfBundle();
  return Object.values(outputs)
    .flatMap(({ inputs }) => Object.entries(inputs))
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .flatMap(([path]) => packageOf(path));
}

/** Lists the packages in Scalar's bundle, read from its source map and from those of the Scalar packages it contains. */
async function packagesOfReference(): Promise<readonly string[]> {
  const bundle = join(MODULES, SCALAR, 'dist/browser/standalone.js');
  const sources = await sourcesOf(`${bundle}.map`);
  const own = [...new Set(sources.flatMap(scalarPackageOf))];
  const maps = own.flatMap((name) => globSync(join(MODULES, name, 'dist/**/*.js.map'))).sort();
  const inner = (await Promise.all(maps.map(sourcesOf))).flat();
  const banners = (await readFile(bundle, 'utf8')).matchAll(/\/\*! ([\w@/.-]+) v[\d.]+ \| /g);
  return [
    SCALAR,
    ...own,
    ...[...sources, ...inner].flatMap(packageOf),
    ...[...banners].map(([, name = '']) => name),
  ];
}

async function sourcesOf(map: string): Promise<readonly string[]> {
  const { sources }: { sources: readonly string[] } = JSON.parse(await readFile(map, 'utf8'));
  return sources;
}

function packageOf(path: string): readonly string[] {
  if (!path.includes('node_modules/')) return [];
  return (
    /^(?:@[^/]+\/)?[^/]+/.exec(path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)) ?? []
  );
}

/** Finds Scalar's own packages: in its source map they are siblings. */
function scalarPackageOf(path: string): readonly string[] {
  const name = /^\.\.\/\.\.\/\.\.\/([a-z-]+)\//.exec(path)?.[1];
  return name === undefined ? [] : [`@scalar/${name}`];
}

/** Writes the whole document. Throws if the licence of a package is unknown. */
export async function noticesText(): Promise<string> {
  const names = await bundledPackages();
  const groups = new Map<string, string[]>();
  for (const name of names) {
    const text = await licenceOf(name);
    groups.set(text, [...(groups.get(text) ?? []), name]);
  }
  const sections = [...groups].map(
    ([text, members]) => `## ${members.join(', ')}\n\n\`\`\`text\n${text}\n\`\`\``,
  );
  return `${[HEAD, ...sections].join('\n\n')}\n`;
}

async function licenceOf(name: string): Promise<string> {
  const folder = folderOf(name);
  const files =
    folder === null ? [] : (await readdir(folder)).filter((file) => /^(licen[cs]e|notice)/i.test(file));
  if (folder !== null && files.length > 0) {
    const texts = await Promise.all(files.sort().map((file) => readFile(join(folder, file), 'utf8')));
    return texts.map((text) => text.replace(/[ \t\r]+$/gm, '').trim()).join('\n\n');
  }
  const known = name.startsWith('@scalar/') ? LICENCE_OF_SCALAR : WITHOUT_LICENCE_FILE[name];
  if (known === undefined) throw new Error(`the licence of ${name} is not known: look it up`);
  if (known.startsWith('MIT;')) return `${known}\n\n${MIT}`;
  return `${known}\n\nThe text of the Apache License, Version 2.0, stands in this document below fuse.js.`;
}

/** Finds a package's folder: at the top, or below the package that needs another version. */
function folderOf(name: string): string | null {
  const top = join(MODULES, name);
  if (existsSync(top)) return top;
  const [nested] = globSync(join(MODULES, `{*,@*/*}/node_modules/${name}`)).sort();
  return nested ?? null;
}

if (import.meta.main) await writeFile(NOTICES, await noticesText());
