import { existsSync, globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { ROUTES } from '#delivery/app/routes.ts';

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
  SCIENCE: 'src/core/engine/SCIENCE.md',
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
