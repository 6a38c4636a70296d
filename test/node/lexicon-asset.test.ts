import { readFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { lexiconFile } from '../../src/inference/lexicon/lexicons.ts';

test('the lexicon that the Worker of the tests reads is what the word lists say', async () => {
  const written: unknown = JSON.parse(await readFile('src/site/assets/internal/lexicon.json', 'utf8'));
  expect(written).toEqual(lexiconFile());
});

test('no word list comes into a bundle', async () => {
  const { metafile } = await build({
    entryPoints: ['src/index.ts', 'src/web.ts'],
    bundle: true,
    format: 'esm',
    external: ['cloudflare:*', 'node:*'],
    metafile: true,
    write: false,
    outdir: 'unwritten',
    logLevel: 'silent',
  });
  const bundled = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  );
  expect(bundled).toContain('src/inference/unpack-lexicon.ts');
  expect(bundled.filter((path) => path.startsWith('src/inference/lexicon/'))).toEqual([]);
});
