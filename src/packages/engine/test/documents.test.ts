import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ENGINE_VERSION } from '../src/prescribe.ts';

const ENGINE = join(import.meta.dirname, '../src');
const DOCUMENTS = join(import.meta.dirname, '..');

describe('documents of the engine', () => {
  test('every "SCIENCE §" in the code resolves to a heading', () => {
    const headings = new Set(
      [...readFileSync(join(DOCUMENTS, 'SCIENCE.md'), 'utf8').matchAll(/^## (§\d+)/gm)].map(
        ([, section]) => section,
      ),
    );
    const files = readdirSync(ENGINE).filter((name) => name.endsWith('.ts'));
    const citations = files.flatMap((name) =>
      [...readFileSync(join(ENGINE, name), 'utf8').matchAll(/SCIENCE (§\d+)/g)].map(([, section]) => section),
    );
    expect(citations.length).toBeGreaterThan(10);
    for (const section of citations) expect(headings).toContain(section);
  });

  test('every judgement call in SCIENCE is in the code by this name', () => {
    const science = readFileSync(join(DOCUMENTS, 'SCIENCE.md'), 'utf8');
    const names = [...science.slice(science.indexOf('## §15')).matchAll(/`(\w+)`/g)].map(([, name]) => name);
    const files = readdirSync(ENGINE).filter((name) => name.endsWith('.ts'));
    const words = new Set(
      files.flatMap((name) => readFileSync(join(ENGINE, name), 'utf8').match(/\b\w+\b/g) ?? []),
    );
    expect(names.length).toBeGreaterThan(200);
    expect(names.filter((name) => !words.has(name ?? ''))).toEqual([]);
  });

  test('the report is from this engine version: `npm run science` writes it', () => {
    const report = readFileSync(join(DOCUMENTS, 'REPORT.md'), 'utf8');
    expect(/^Engine (\S+);/m.exec(report)?.[1]).toBe(ENGINE_VERSION);
  });

  test('the version of the package is that of the engine: `npm run engine:hash` writes it', () => {
    const { version } = JSON.parse(readFileSync(join(DOCUMENTS, 'package.json'), 'utf8'));
    expect(version).toBe(ENGINE_VERSION);
  });

  test('every code file stays below 400 lines and is named in the README', () => {
    const readme = readFileSync(join(DOCUMENTS, 'README.md'), 'utf8');
    for (const name of readdirSync(ENGINE).filter((file) => file.endsWith('.ts'))) {
      expect(readFileSync(join(ENGINE, name), 'utf8').split('\n').length, name).toBeLessThanOrEqual(400);
      const isNamed = readme.includes(`\`${name}\``) || /^(warnings-|explain-)/.test(name);
      expect(isNamed, name).toBe(true);
    }
  });
});
