import { readFileSync } from 'node:fs';
import { PUBLISHED_ATHLETES } from '@musette/engine/laboratory';
import { expect, test } from 'vitest';
import { renderMarkdown } from '#tools/cli/render-markdown.ts';
import { methodMarkdown, reportMarkdown, scienceMarkdown } from '#tools/cli/science-documents.ts';

const SOURCES = {
  science: readFileSync('src/packages/engine/SCIENCE.md', 'utf8'),
  report: readFileSync('src/packages/engine/REPORT.md', 'utf8'),
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
    .replace('Engine 5', 'Engine 95')
    .replace('| yes   |', '| NO    |');
  const text = scienceMarkdown({ ...SOURCES, report });
  expect(scienceMarkdown()).toContain('| carbohydrate | field | cycling | 5 | 17 % higher |');
  expect(text).toContain('| carbohydrate | field | cycling | 7 | 10 % lower |');
  expect(text).toContain('This page is about engine 95');
  expect(text).toContain('- random inputs: outside own limits and silent');
  const science = SOURCES.science.replace(
    'protects nobody who never checks',
    'protects only those who check',
  );
  expect(scienceMarkdown({ ...SOURCES, science })).toContain('protects only those who check');
});

test('the science page counts no target for a figure that is only reported', () => {
  const table = SOURCES.report.slice(
    SOURCES.report.indexOf('### Targets'),
    SOURCES.report.indexOf('### Pub'),
  );
  const reported = table.match(/\| no target /g)?.length ?? 0;
  const targets = table.match(/\| (yes|NO) /g)?.length ?? 0;
  expect(reported).toBeGreaterThan(0);
  expect(table).not.toContain('≤ 100.0 %');
  expect(scienceMarkdown()).toContain(`of its ${targets} targets`);
});

test('the science page shows men and women in long events, and comparisons that go badly, as the report has them', () => {
  const before = '29, 3, 1; 31';
  const drunk = /\| V46 .*fluidMlPerHr.*?\| (\d+) +\| −/.exec(SOURCES.report)?.[1];
  expect(SOURCES.report).toContain(before);
  expect(scienceMarkdown()).toContain('| 161 km woman | 29 % | 3 % | 1 % | 31 % |');
  expect(scienceMarkdown()).toContain(`and the engine plans ${drunk}. Women`);
  const report = SOURCES.report.replace(before, '27, 5, 2; 33');
  expect(scienceMarkdown({ ...SOURCES, report })).toContain('| 161 km woman | 27 % | 5 % | 2 % | 33 % |');
  expect(() =>
    scienceMarkdown({ ...SOURCES, report: SOURCES.report.replace(/^\| V46 .*fluid.*$/m, '') }),
  ).toThrow('V46');
  const women = /women 12\.5 h; measured 8,570 .*\| (\d+) +\|$/m.exec(SOURCES.report)?.[1];
  expect(Math.round(100 - Number(women) / 85.7)).toBe(14);
  expect(scienceMarkdown()).toContain('reads 14 % below');
});

test('a published case study describes its athlete without a name, and one that changed a constant is not held out', () => {
  const studies = PUBLISHED_ATHLETES.filter(({ kind }) => kind === 'planner or athlete');
  expect(studies.length).toBeGreaterThan(8);
  for (const { title, source } of studies) {
    expect(title.replace(/\b(IM|C)\b/g, '')).not.toMatch(/[A-Z]/);
    expect(source).toMatch(
      /^(Precision Fuel & Hydration, case study|bkyrd\.club blog, one age-group athlete): [^A-Z]+$/,
    );
    expect(SOURCES.report).toContain(source);
  }
  const heldOut = studies.filter(({ use }) => use === 'held out').map(({ id }) => id);
  expect(heldOut).toEqual(['V25', 'V26', 'V29', 'V32']);
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
