import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { renderMarkdown } from '#tools/cli/render-markdown.ts';
import { methodMarkdown, reportMarkdown, scienceMarkdown } from '#tools/cli/science-documents.ts';

const SOURCES = {
  science: readFileSync('src/core/engine/SCIENCE.md', 'utf8'),
  report: readFileSync('src/core/engine/REPORT.md', 'utf8'),
};

test('the science page grades every number from A to D and names the section of SCIENCE that it rests on', () => {
  const text = scienceMarkdown();
  const table = text.slice(text.indexOf('## What each number'), text.indexOf('## What was held out'));
  const rows = table.split('\n').filter((line) => line.startsWith('| '));
  const graded = rows.slice(2);
  expect(graded.length).toBeGreaterThan(15);
  for (const row of graded) {
    expect(row.split('|')[2]?.trim(), row).toMatch(/^[ABCD]$/);
    expect(row).toContain('/docs/science/method#');
  }
  for (const number of [
    'carbohydrate target',
    'fluid target',
    'fluid ceiling',
    'sodium target',
    'sweat rate',
  ])
    expect(table).toContain(`| ${number}`);
});

test('every link of the science page and of the methods leads to an anchor', () => {
  const pages = {
    '/docs/science': renderMarkdown(scienceMarkdown()),
    '/docs/science/method': renderMarkdown(methodMarkdown()),
    '/docs/science/report': renderMarkdown(reportMarkdown()),
  };
  const links = Object.entries(pages).flatMap(([path, html]) =>
    [...html.matchAll(/href="([^"#]*)#([^"]+)"/g)].map(([, to, anchor]) => ({ to: to || path, anchor })),
  );
  expect(links.length).toBeGreaterThan(40);
  const broken = links.filter(
    ({ to, anchor }) => !new Map(Object.entries(pages)).get(to)?.includes(`id="${anchor}"`),
  );
  expect(broken).toEqual([]);
  for (const html of Object.values(pages)) expect(html).not.toMatch(/href="[^"]*\.md"|npm run|\{\{/);
});

test('a figure of the report changes on the science page with the report', () => {
  const before =
    '| carbGPerHr            | field              | bike       | held out  | 5    | +0.16         |';
  expect(SOURCES.report).toContain(before);
  const report = SOURCES.report
    .replace(before, before.replace('| 5 ', '| 7 ').replace('+0.16', '−0.10'))
    .replace('Engine 4', 'Engine 94')
    .replace('| yes   |', '| NO    |');
  const text = scienceMarkdown({ ...SOURCES, report });
  expect(scienceMarkdown()).toContain('| carbohydrate | field | cycling | 5 | 17 % higher |');
  expect(text).toContain('| carbohydrate | field | cycling | 7 | 10 % lower |');
  expect(text).toContain('This page is about engine 94');
  expect(text).toContain('- random inputs: outside own limits and silent');
  const science = SOURCES.science.replace(
    'protects nobody who never checks',
    'protects only those who check',
  );
  expect(scienceMarkdown({ ...SOURCES, science })).toContain('protects only those who check');
});

test.each([
  ['report', '### Calibration', '### Coverage'],
  ['report', '| sweatRateLPerHr       | prediction', '| sweatRateMlPerHr      | prediction'],
  ['science', '## §7 The fluid', '## §17 The fluid'],
  ['science', '## What an expert', '## What nobody'],
] as const)('the science page is not made from a %s without "%s"', (name, found, other) => {
  const sources = { ...SOURCES, [name]: SOURCES[name].replace(found, other) };
  expect(sources[name]).not.toBe(SOURCES[name]);
  expect(() => scienceMarkdown(sources)).toThrow('/docs/science needs');
});
