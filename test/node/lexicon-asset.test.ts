import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { compileLexicons } from '../../src/inference/lexicon/compile.ts';
import { LEXICONS, lexiconFile } from '../../src/inference/lexicon/lexicons.ts';
import { unpackLexicon } from '../../src/inference/unpack-lexicon.ts';

test('what is read back from the file is what the word lists were compiled to', () => {
  const read = unpackLexicon(JSON.parse(JSON.stringify(lexiconFile())));
  const { root, endings, tails, grammar } = compileLexicons(LEXICONS);
  expect(root.next.size).toBeGreaterThan(1000);
  expect(read?.root).toEqual(root);
  expect([read?.endings, read?.tails, read?.grammar]).toEqual([endings, tails, grammar]);
  expect(Object.values(grammar.words).filter(({ size }) => size === 0)).toEqual([]);
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
