import { existsSync, globSync, readdirSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { operationOf, TOOLS } from '#delivery/agents/tools.ts';
import { ROUTES } from '#delivery/app/routes.ts';
import { Event, schemaNameOf } from '#partner/events/event-shape.ts';
import { ERRORS } from '#platform/http/error-codes.ts';
import type { Route } from '#platform/http/route.ts';
import { EVENT_TYPES } from '#platform/storage/event-types.ts';
import { ASSISTANTS } from '#tools/cli/assistant-operations.ts';
import { writeDocuments } from '#tools/cli/prepare-assets.ts';
import { readDocument, readFigures, sectionsOf, withSections } from '../bench/figures/document.ts';
import { billOf, PARTNER, sizesOf } from '../bench/figures/month.ts';
import { PRICE_OF_GB_MONTH, PRICE_PER_MILLION, PRICE_SOURCES } from '../bench/figures/prices.ts';

const DOCUMENTS = [
  ...globSync('src/packages/*/README.md'),
  'README.md',
  'CONTRIBUTING.md',
  'FIGURES.md',
  'OPERATIONS.md',
  'SECURITY.md',
  'src/README.md',
  'src/nutrition/catalogue/README.md',
  'test/README.md',
  'test/conformance/README.md',
];
const GUIDES = 'src/tools/cli/guides';
const README_LINES_MAX = 150;

/** Files that are made, not committed, or that a reader is about to add. */
const NOT_COMMITTED = /<|\*|…|\{/;

describe.each(DOCUMENTS)('%s', (document) => {
  test('links only to files that exist', async () => {
    const text = await readFile(document, 'utf8');
    const links = [...text.matchAll(/\]\((?!https?:|#|\/)([^)#]+)(?:#[^)]*)?\)/g)].map(
      ([, link = '']) => link,
    );
    expect(links.filter((link) => !existsSync(join(dirname(document), link)))).toEqual([]);
  });

  test('names only paths that exist', async () => {
    const text = await readFile(document, 'utf8');
    const paths = [...text.matchAll(/(?<![\w./-])((?:src|test|migrations)\/[^\s`'",;:()[\]|]+)/g)]
      .map(([, path = '']) => path.replace(/\.$/, ''))
      .filter((path) => !NOT_COMMITTED.test(path));
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  });

  test('names a value only of a file that defines it', async () => {
    const text = await readFile(document, 'utf8');
    const named = [...text.matchAll(/`(\w+)`\s+(?:of|in)\s+`(src\/[^`]+\.ts)`/g)];
    const absent = [];
    for (const [, name = '', path = ''] of named) {
      const defines = new RegExp(`\\b(?:function|const|class|interface|type) ${name}\\b`);
      if (!defines.test(await readFile(path, 'utf8'))) absent.push(`${name} of ${path}`);
    }
    expect(absent).toEqual([]);
  });

  test('names only npm scripts that package.json has', async () => {
    const text = await readFile(document, 'utf8');
    const { scripts } = JSON.parse(await readFile('package.json', 'utf8'));
    const named = [...text.matchAll(/npm run (?:-\S+ )*([a-z][\w:-]*)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});

test('the measurements of FIGURES.md name commands that package.json has', async () => {
  const text = await readFile('FIGURES.md', 'utf8');
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8'));
  const table = text.slice(text.indexOf('| figure |')).split('\n\n')[0] ?? '';
  const named = table
    .split('\n')
    .slice(2)
    .map((row) => /\| `([\w:]+)[^|]*` \|$/.exec(row)?.[1] ?? row);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

describe('the bill and the bytes of FIGURES.md', () => {
  test('are as the commands measured them, at the prices of test/bench/figures/prices.ts', async () => {
    const document = await readDocument();
    const sections = sectionsOf(await readFigures());
    expect(Object.keys(sections)).toContain('month');
    expect(withSections(document, sections), 'run `npm run figures`').toBe(document);
  });

  test('are at prices of which each names the page, its version and the day on which it was read', () => {
    const sourced = PRICE_SOURCES.flatMap(({ prices }) => prices);
    expect(sourced.toSorted()).toEqual(
      [...Object.keys(PRICE_PER_MILLION), ...Object.keys(PRICE_OF_GB_MONTH)].toSorted(),
    );
    for (const { readOn, version } of PRICE_SOURCES) {
      expect(readOn).toMatch(/^20\d\d-\d\d-\d\d$/);
      expect(version).toMatch(/^[0-9a-f]{7}$/);
    }
  });

  test('of a month are the sum of its products, each its count times its price', async () => {
    const { month } = await readFigures();
    const rows = Object.values(month).flatMap((each) => billOf(each, 2));
    for (const { unit, count, dollars } of rows.filter((row) => row.unit === 'rows')) {
      const price = [PRICE_PER_MILLION.d1RowRead, PRICE_PER_MILLION.d1RowWritten];
      expect(
        price.map((each) => ((count * each) / 1e6).toFixed(6)),
        unit,
      ).toContain(dollars.toFixed(6));
    }
    const events = billOf(month.now, 2).at(-1);
    expect(events?.dollars).toBeCloseTo((2 * month.now.events * month.now.scale) / 1e6, 6);
    expect(PARTNER.athletes * 1.4 * PARTNER.days).toBe(month.now.activities * month.now.scale);
  });

  test('stay within what the design allows a row', async () => {
    const { month } = await readFigures();
    const above = sizesOf(month.now).filter(({ bytes, target = bytes }) => bytes > target);
    expect(above).toEqual([]);
  });

  test('change with a count, and a document without a section is refused', async () => {
    const figures = await readFigures();
    const { month } = figures;
    const fewer = { ...month, now: { ...month.now, activities: month.now.activities - 1 } };
    const sections = sectionsOf({ ...figures, month: fewer });
    expect(withSections(await readDocument(), sections)).not.toBe(await readDocument());
    expect(() => withSections('no section', sections)).toThrow('lacks the section month');
  });
});

test('the README is one page: at most 150 lines', async () => {
  const lines = (await readFile('README.md', 'utf8')).trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(README_LINES_MAX);
});

test('every tag of the API reference has a guide, and every guide is shown', async () => {
  const tags = [...ROUTES.map(({ tag }) => tag), ASSISTANTS];
  const shown = tags.map((tag) => `${tag.toLowerCase().replaceAll(' ', '-')}.md`);
  const guides = await readdir(GUIDES);
  expect(guides.sort()).toEqual([...new Set([...shown, 'introduction.md'])].sort());
});

test('the guide of assistants names the scopes that open each tool', async () => {
  const guide = await readFile('src/delivery/site/guides/assistants.md', 'utf8');
  const codesIn = (cell = '') => [...cell.matchAll(/`([\w:]+)`/g)].map(([, code = '']) => code);
  const isTool = (code: string) => TOOLS.some(({ name }) => name === code);
  const told = [...guide.matchAll(/^\| (.+) \| (.+) \|$/gm)].flatMap(([, scopes, tools]) =>
    codesIn(tools)
      .filter(isTool)
      .map((tool) => [tool, codesIn(scopes)] as const),
  );
  const needed = TOOLS.map((tool) => [tool.name, scopesOf(operationOf(tool, ROUTES))] as const);
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(needed));
});

function scopesOf(route: Route): readonly string[] {
  if (route.access !== 'partner' || route.scope === null) return [];
  return [...(route.furtherScopes ?? []), route.scope];
}

const BoundaryRules = z.object({
  forbidden: z.array(z.object({ name: z.string(), to: z.object({ pathNot: z.optional(z.unknown()) }) })),
});
const rules = BoundaryRules.parse(createRequire(import.meta.url)('../../.dependency-cruiser.cjs'));

/** The groups of the boundary rules, each with the groups that it may import. */
const BELOW: ReadonlyMap<string, readonly string[]> = new Map(
  rules.forbidden.flatMap(({ name, to }) => {
    const group = /^(.+)-imports-only-groups-below$/.exec(name)?.[1];
    const allowed = /\^src\/\(([^)]*)\)\//.exec(`${to.pathNot}`)?.[1]?.split('|');
    return group && allowed ? [[group, allowed.filter((other) => other !== group)] as const] : [];
  }),
);

describe('src/README.md', () => {
  test('its table names each folder of each group', async () => {
    const text = await readFile('src/README.md', 'utf8');
    const named = [
      ...text.matchAll(/^\| (?:`src\/|\[`[a-z-]+`\]\()([a-z]+\/[a-z-]+)(?:`|\/README\.md\)) \| /gm),
    ].map(([, folder = '']) => folder);
    const folders = [...BELOW.keys()].flatMap((group) =>
      readdirSync(`src/${group}`, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => `${group}/${name}`),
    );
    expect(BELOW.size).toBe(6);
    expect(named.toSorted()).toEqual(folders.toSorted());
  });

  test('where to look names each log line with the file that writes it', async () => {
    const text = await readFile('src/README.md', 'utf8');
    const rows = text.split('\n').filter((line) => line.startsWith('| '));
    const files = (await readdir('src', { recursive: true })).filter((name) => name.endsWith('.ts'));
    const unnamed = [];
    let found = 0;
    for (const name of files) {
      const logged = (await readFile(join('src', name), 'utf8')).matchAll(/\blog(?:Line|Error)\('(\w+)'/g);
      for (const [, event = ''] of logged) {
        found++;
        const isNamed = rows.some((row) => row.includes(`\`${event}\``) && row.includes(`src/${name}`));
        if (!isNamed) unnamed.push(`${event} of src/${name}`);
      }
    }
    expect(found).toBeGreaterThan(6);
    expect(unnamed).toEqual([]);
  });

  test('where to look names only error codes that there are', async () => {
    const text = await readFile('src/README.md', 'utf8');
    const rows = text
      .split('\n')
      .filter((line) =>
        /^\| (?:`[a-z_]+`(?:, )?)+ \| .*src\/(?:platform\/access|platform\/http|delivery\/app)/.test(line),
      );
    const named = rows.flatMap((row) =>
      [...(row.split(' | ')[0] ?? '').matchAll(/`(\w+)`/g)].map(([, code = '']) => code),
    );
    const lines = ['mail_failed', 'answer_cut', 'unconfigured'];
    const codes = named.filter((code) => !lines.includes(code));
    expect(codes.length).toBeGreaterThan(10);
    expect(codes.filter((code) => !(code in ERRORS))).toEqual([]);
  });
});

interface DocumentedWebhook {
  readonly post: {
    readonly summary: string;
    readonly requestBody: {
      readonly content: { readonly 'application/json': { readonly schema: object; readonly example: Event } };
    };
  };
}

describe('every type of event', () => {
  const types = [...EVENT_TYPES].toSorted();

  /** Lists the webhooks of the OpenAPI document by type. */
  async function documentedWebhooks(): Promise<readonly (readonly [string, DocumentedWebhook])[]> {
    return Object.entries(JSON.parse(await readFile('src/openapi.json', 'utf8')).webhooks);
  }

  test('has one schema, which a client tells apart by type', () => {
    expect(Event.def.options.flatMap(({ shape }) => shape.type.def.values).toSorted()).toEqual(types);
  });

  test('is a webhook of the OpenAPI document, with an example of its schema', async () => {
    const webhooks = await documentedWebhooks();
    expect(webhooks.map(([type]) => type).toSorted()).toEqual(types);
    for (const [type, { post }] of webhooks) {
      const { schema, example } = post.requestBody.content['application/json'];
      expect(example.type).toBe(type);
      expect(schema).toEqual({ $ref: `#/components/schemas/${schemaNameOf(example.type)}` });
      expect(Event.parse(example)).toEqual(example);
    }
  });

  test('is in the Python client', async () => {
    const source = await readFile('src/packages/client/python/musette.py', 'utf8');
    const [, listed = ''] = /^EventType = Literal\[([\s\S]*?)^\]/m.exec(source) ?? [];
    const names = [...listed.matchAll(/'([\w.]+)'/g)].map(([, name = '']) => name);
    expect(names.toSorted()).toEqual((await documentedWebhooks()).map(([type]) => type).toSorted());
  });

  test('is in the guide on webhooks', async () => {
    const guide = (await writeDocuments()).get('docs/guides/webhooks') ?? '';
    const rows = [...guide.matchAll(/^\| `(\w+\.\w+)` \| (.+) \|$/gm)];
    const expected = (await documentedWebhooks()).map(([type, { post }]) => [type, post.summary]);
    expect(rows.map(([, type, text]) => [type, text])).toEqual(expected);
  });
});

test('schemas of the OpenAPI document have formats without patterns and no anyOf of one type and null', async () => {
  const text = await readFile('src/openapi.json', 'utf8');
  const broken: unknown[] = [];
  JSON.parse(text, (_, node) => {
    if (typeof node !== 'object' || node === null) return node;
    const { format, pattern, anyOf } = node;
    if (/^date/.test(String(format)) && typeof pattern === 'string') broken.push(node);
    const isFolded =
      !Array.isArray(anyOf) ||
      anyOf.length !== 2 ||
      anyOf.some(({ $ref, oneOf, anyOf: inner }) => $ref ?? oneOf ?? inner);
    if (!isFolded && anyOf.some(({ type }: { type?: unknown }) => type === 'null')) broken.push(node);
    return node;
  });
  expect(broken).toEqual([]);
});

test('every operation is documented with a summary, a description and the meaning of its success', () => {
  for (const { operationId, summary, description, responses } of ROUTES) {
    expect(
      [summary, description].every((text) => text.length > 3),
      operationId,
    ).toBe(true);
    const statuses = Object.keys(responses).map(Number);
    expect(statuses.length, operationId).toBeGreaterThan(0);
    expect(
      statuses.every((status) => status >= 200 && status < 300),
      operationId,
    ).toBe(true);
  }
});

test('no two operations share an operationId', () => {
  const operationIds = ROUTES.map(({ operationId }) => operationId);
  expect(new Set(operationIds).size).toBe(operationIds.length);
});

const CITED_PAGES = {
  CONTRACT: 'src/platform/http/CONTRACT.md',
  SCIENCE: 'src/packages/engine/SCIENCE.md',
} as const;

test.each(Object.entries(CITED_PAGES))(
  'every %s section that a comment cites is a heading of %s',
  async (page, path) => {
    const cited = await citationsOf(page);
    if (page === 'SCIENCE' && cited.length === 0 && !existsSync(path)) return;
    const headings = [...(await readFile(path, 'utf8')).matchAll(/^#+ §([A-Z0-9.]+)\s/gm)];
    const sections = new Set(headings.map(([, section]) => section));
    expect(cited.filter(({ section }) => !sections.has(section))).toEqual([]);
  },
);

/** Finds the page's name followed by a section sign and number, in source and tests, also if the comment wraps there. */
async function citationsOf(page: string): Promise<{ file: string; section: string }[]> {
  const files = globSync('{src,test}/**/*.{ts,tsx,sql}');
  const texts = await Promise.all(files.map(async (file) => ({ file, text: await readFile(file, 'utf8') })));
  const citation = new RegExp(`\\b${page}(?:\\s|[*/])+§([A-Z0-9]+(?:\\.[A-Z0-9]+)*)`, 'g');
  return texts.flatMap(({ file, text }) =>
    [...text.matchAll(citation)].map(([, section = '']) => ({ file, section })),
  );
}
