import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { securityTxt } from '#delivery/site/reference-pages.tsx';
import { bundledPackages, NOTICES, noticesText } from '#tools/cli/notices.ts';
import { openApiDocument } from '#tools/cli/openapi-document.ts';

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
  expect(bundled).toEqual(
    expect.arrayContaining([...Object.keys(dependencies), '@scalar/api-reference', 'vue']),
  );
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
