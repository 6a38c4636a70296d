import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { GUIDES, LISTS } from '#delivery/site/documents.ts';
import partnersDocument from '../../src/openapi.json' with { type: 'json' };
import operatorsDocument from '../../src/operator-openapi.json' with { type: 'json' };

/** Paths of the service in texts that people read: each must exist, or a reader meets a 404. */

/** Texts for people: each names whole paths. */
const PROSE = [
  'README.md',
  'OPERATIONS.md',
  'SECURITY.md',
  'src/platform/http/CONTRACT.md',
  ...globSync('src/delivery/site/**/*.{md,tsx}'),
  ...globSync('src/tools/cli/guides/*.md'),
  ...globSync('src/packages/*/README.md'),
].filter((file) => !file.includes('/assets/'));
/** Programs with messages for people. Their paths may end before a part that is added at run time. */
const PROGRAMS = [
  ...globSync('src/{delivery,nutrition,partner,platform,tools}/**/*.ts'),
  ...globSync('src/packages/{client,languages}/**/*.{ts,py}'),
].filter((file) => !/\/(assets|api-types|operations)\b/.test(file));

interface Known {
  readonly segments: readonly string[];
  readonly methods: readonly string[];
}

const segmentsOf = (path: string) => path.split('/').filter((segment) => segment !== '');
const isOpen = (segment: string) => /[{}$<>…:*]/.test(segment);

async function knownPaths(): Promise<readonly Known[]> {
  const documented = [partnersDocument, operatorsDocument].flatMap(({ paths }) =>
    Object.entries<object>(paths).map(([path, item]) => ({
      segments: segmentsOf(path),
      methods: Object.keys(item).map((method) => method.toUpperCase()),
    })),
  );
  // Pages are no operations. Their routes are mounted with these calls.
  const sources = await Promise.all(
    globSync('src/delivery/site/**/*.{ts,tsx}').map((file) => readFile(file, 'utf8')),
  );
  const mounted = [...sources.join('\n').matchAll(/app\.(get|post|options)\(\s*'(\/[^']*)'/g)];
  return [
    ...documented,
    ...mounted.map(([, method = '', path = '']) => ({
      segments: segmentsOf(path),
      methods: [method.toUpperCase()],
    })),
  ];
}

const NAMED =
  /(?:\b(GET|POST|PUT|PATCH|DELETE)\s+)?(?<![\w.~/-])(\/(?:v1|operator|try|oauth|health|mcp)(?:\/[\w\-{}$:<>…*.]+)*)/g;
/** Resources as a whole. */
const ROOTS = ['/v1', '/operator', '/operator/v1', '/oauth'];

async function unknownIn(files: readonly string[], mayGoOn: boolean): Promise<string[]> {
  const known = await knownPaths();
  const fits = (
    segments: readonly string[],
    method: string | undefined,
    { segments: whole, methods }: Known,
  ) =>
    (segments.length === whole.length || (mayGoOn && segments.length < whole.length)) &&
    segments.every((segment, at) => {
      const other = whole[at] ?? '';
      return segment === other || isOpen(segment) || isOpen(other);
    }) &&
    (method === undefined || mayGoOn || methods.includes(method));
  const texts = await Promise.all(files.map(async (file) => ({ file, text: await readFile(file, 'utf8') })));
  return texts.flatMap(({ file, text }) =>
    [...text.matchAll(NAMED)].flatMap(([, method, named = '']) => {
      const path = named.replace(/[.:,]+$/, '');
      const segments = segmentsOf(path);
      const isKnown = ROOTS.includes(path) || known.some((one) => fits(segments, method, one));
      return isKnown ? [] : [`${file}: ${method ?? ''} ${path}`];
    }),
  );
}

test('every path of an operation that a guide, page or README names is in the document, with its method', async () => {
  expect(PROSE.length).toBeGreaterThan(40);
  expect(await unknownIn(PROSE, false)).toEqual([]);
});

test('every path of an operation that a program names, as its messages do, is in the document', async () => {
  expect(PROGRAMS.length).toBeGreaterThan(300);
  expect(await unknownIn(PROGRAMS, true)).toEqual([]);
});

test('a path that does not exist is noticed', async () => {
  const known = await knownPaths();
  expect(known.some(({ segments }) => segments.join('/') === 'v1/inference')).toBe(false);
  expect(known.some(({ segments }) => segments.join('/') === 'v1/inference/activity-type')).toBe(true);
});

test('every documentation page that a text links to exists', async () => {
  const pages = new Set([...GUIDES, ...LISTS].map(({ path }) => path));
  const texts = await Promise.all(
    [...PROSE, ...PROGRAMS].map(async (file) => ({ file, text: await readFile(file, 'utf8') })),
  );
  const lost = texts.flatMap(({ file, text }) =>
    [...text.matchAll(/(?<![\w.~/-])\/docs\/[\w/-]+/g)].flatMap(([named]) => {
      const path = named.replace(/\/$/, '');
      return /^\/docs\/guides(\/index)?$/.test(path) || pages.has(path) ? [] : [`${file}: ${named}`];
    }),
  );
  expect(lost).toEqual([]);
});
