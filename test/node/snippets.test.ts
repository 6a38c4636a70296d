import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);

/** Inside the repository, where the types of Node are found, and ignored by git and the linter. */
const FOLDER = '.cache/snippets';

const GUIDES = (await readdir('src/delivery/site/guides')).map((name) =>
  join('src/delivery/site/guides', name),
);
const CLIENT_FILES = (await readdir('src/packages/client/src'))
  .filter((name) => name.endsWith('.ts') && name !== 'api-types.ts' && !name.includes('.test-d.'))
  .map((name) => join('src/packages/client/src', name));

/** The declarations around a snippet in a reader's own program. */
const AROUND = `import { type Event, Musette, verifyWebhook } from '@musette/client';
declare const musette: Musette;
declare const athlete_id: string;
declare const activity_id: string;
declare const request: Request;
declare let cursor: string | null;
declare function handle(event: Event): Promise<void>;
declare const athletes: { external_id: string }[];
`;

afterAll(() => rm(FOLDER, { recursive: true, force: true }));

beforeAll(async () => {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const options = {
    strict: true,
    allowJs: true,
    checkJs: true,
    noImplicitAny: true,
    module: 'NodeNext',
    target: 'ES2024',
    lib: ['ES2024', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
    types: ['node'],
    noEmit: true,
    allowImportingTsExtensions: true,
    paths: { '@musette/client': [resolve('src/packages/client/src/index.ts')] },
  };
  await writeFile(join(FOLDER, 'package.json'), JSON.stringify({ type: 'module' }));
  await writeFile(
    join(FOLDER, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, include: ['*.ts', '*.js'] }),
  );
});

test('every sample that sends requests names itself: a zone may reject urllib and clients without a User-Agent', async () => {
  let checked = 0;
  for (const path of GUIDES) {
    const guide = await readFile(path, 'utf8');
    for (const [, snippet = ''] of guide.matchAll(/```(?:ts|js|python)\n([\s\S]*?)```/g)) {
      if (!/\burlopen\(|\bfetch\((?:api|API)/.test(snippet)) continue;
      checked += 1;
      // A continuation uses the headers of the sample above it.
      if (/^import |^const (?:api|API) /m.test(snippet)) expect(snippet, path).toContain("'User-Agent': ");
    }
  }
  expect(checked).toBeGreaterThan(10);
});

test('every TypeScript and JavaScript snippet of the guides, READMEs and JSDoc compiles under --strict', async () => {
  const written = [
    ...(await Promise.all(GUIDES.flatMap((path) => ['ts', 'js'].map((fence) => writeProgram(path, fence))))),
    ...(await Promise.all(['README.md', 'src/packages/client/README.md'].map((path) => writeSnippets(path)))),
    ...(await Promise.all(CLIENT_FILES.map((path) => writeSnippets(path)))),
  ].reduce((sum, count) => sum + count, 0);
  expect(written).toBeGreaterThan(25);
  expect(await problemsOf(FOLDER)).toBe('');
});

/** Writes all code of a guide in one language as one module, as its reader saves it. */
async function writeProgram(path: string, fence: string): Promise<number> {
  const snippets = await snippetsOf(path, fence);
  if (snippets.length === 0) return 0;
  await writeFile(
    join(FOLDER, `${basename(path, '.md')}-guide.${fence}`),
    `${snippets.join('\n')}\nexport {};\n`,
  );
  return snippets.length;
}

/** Writes each snippet as a separate module, because a README or a comment shows only part of a program. */
async function writeSnippets(path: string): Promise<number> {
  const snippets = await snippetsOf(path, 'ts');
  for (const [at, snippet] of snippets.entries()) {
    const text = snippet.includes('import ') ? snippet : `${AROUND}{\n${snippet}\n}\n`;
    await writeFile(join(FOLDER, `${basename(path).replace('.', '-')}-${at}.ts`), `${text}\nexport {};\n`);
  }
  return snippets.length;
}

async function snippetsOf(path: string, fence: string): Promise<string[]> {
  const lines = (await readFile(path, 'utf8')).replaceAll(/^ *\* ?/gm, (margin) =>
    path.endsWith('.ts') ? '' : margin,
  );
  return [...lines.matchAll(/```(\w+)\n([\s\S]*?)```/g)].flatMap(([, language, code]) =>
    language === fence && code !== undefined ? [code] : [],
  );
}

async function problemsOf(folder: string): Promise<string> {
  return run(process.execPath, ['node_modules/@typescript/native/bin/tsc', '-p', folder]).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }) => `${stdout}${stderr}`,
  );
}
