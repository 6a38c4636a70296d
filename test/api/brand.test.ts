import { expect, test } from 'vitest';
import { BRAND_FILES, BRAND_FORMATS, BRAND_GROUNDS } from '#delivery/site/brand-page.tsx';
import { plainFetch } from '../support/browser.ts';
import { BASE, call } from '../support/client.ts';

const PICTURES = BRAND_FILES.flatMap((file) =>
  BRAND_GROUNDS.map((ground) => ({ ...file, stem: `/brand/${file.name}-${ground}`, ground })),
);

test('the brand page shows every picture with an alternative text, and offers each format as a download', async () => {
  const { text } = await call('GET', '/brand/');
  for (const { stem, alt, ground, width, height } of PICTURES) {
    expect(text).toContain(
      `<img src="${stem}.svg" alt="${alt}, for ${ground} backgrounds" width="${width}" height="${height}"/>`,
    );
    for (const { ending } of BRAND_FORMATS) {
      expect(text).toMatch(new RegExp(`<a href="${stem}${ending}" [^>]*download`));
    }
    expect(text).toContain(`alt=&quot;${alt}&quot;`);
  }
});

test.each(PICTURES)(
  '$stem as SVG is outlines of the announced size: no font of the reader is asked for',
  async ({ stem, alt, width, height }) => {
    const reply = await call('GET', `${stem}.svg`);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect(reply.text).toContain(`width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`);
    expect(reply.text).toContain(`aria-label="${alt}"`);
    expect(reply.text).not.toMatch(/<text|font|href|url\(/);
  },
);

test.each(PICTURES)(
  '$stem as SVG lies whole inside its picture: nothing is cut',
  async ({ stem, width, height }) => {
    const { text } = await call('GET', `${stem}.svg`);
    // Outlines of words are absolute: pairs after M, L and C.
    const outlines = [...text.matchAll(/ d="(M[MLCZ\d. -]+Z)"/g)].map(([, path = '']) => path);
    expect(outlines.length > 0).toBe(/logo|powered/.test(stem));
    for (const path of outlines) {
      const numbers = (path.match(/-?[\d.]+/g) ?? []).map(Number);
      const xs = numbers.filter((_, index) => index % 2 === 0);
      const ys = numbers.filter((_, index) => index % 2 === 1);
      expect(Math.min(...xs)).toBeGreaterThan(0);
      expect(Math.max(...xs)).toBeLessThan(width);
      expect(Math.min(...ys)).toBeGreaterThan(0);
      expect(Math.max(...ys)).toBeLessThan(height);
    }
  },
);

test.each(PICTURES)('$stem is a PNG too, at 1× and 2×', async ({ stem, width, height }) => {
  for (const [ending, scale] of [
    ['.png', 1],
    ['-2x.png', 2],
  ] as const) {
    const reply = await plainFetch(`${BASE}${stem}${ending}`);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/png']);
    const header = new DataView(await reply.arrayBuffer());
    expect([header.getUint32(16), header.getUint32(20)]).toEqual([width * scale, height * scale]);
  }
});

test('nothing but the pictures is served as brand', async () => {
  for (const path of [
    '/brand/nope.svg',
    '/brand/musette-logo-light-3x.png',
    '/brand/musette-logo-light.jpg',
  ]) {
    expect((await call('GET', path)).status, path).toBe(404);
  }
});

test('the brand address without its last slash redirects to the page', async () => {
  const { status, headers } = await call('GET', '/brand');
  expect([status, headers.get('location')]).toEqual([301, '/brand/']);
});
