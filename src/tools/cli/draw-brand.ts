import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';

/**
 * `npm run brand`: draws the logo and the badge from the mark, with their words as outlines, so that they
 * look the same whatever fonts a machine has, and every picture as PNG at 1× and 2×. Draws also the picture that
 * shared links show. The output is committed.
 *
 * Needs Debian's fonts-inter, libharfbuzz-bin and chromium.
 */

const BRAND = join(import.meta.dirname, '../../delivery/site/assets/brand');
const FONTS = '/usr/share/fonts/opentype/inter';
const CHROMIUM = '/usr/bin/chromium';
const MARK_SIZE = 64;
/** The size that sites ask for in `og:image`. */
const SHARE = { width: 1200, height: 630 } as const;
const GROUNDS = {
  light: { ink: '#1c1917', badge: '#fffdfa', line: '#d6cfc7' },
  dark: { ink: '#f5f2ee', badge: '#191614', line: '#57493f' },
} as const;
type Ground = keyof typeof GROUNDS;

const run = promisify(execFile);

for (const ground of ['light', 'dark'] as const) {
  await writeFile(join(BRAND, `musette-logo-${ground}.svg`), await drawLogo(ground));
  await writeFile(join(BRAND, `powered-by-musette-${ground}.svg`), await drawBadge(ground));
}
await drawPictures();
await drawShare();

async function drawLogo(ground: Ground): Promise<string> {
  const words = await outline({ text: 'Musette', font: 'InterDisplay-Bold', size: 38, x: 74, baseline: 46 });
  return picture('Musette', Math.ceil(words.end) + 8, MARK_SIZE, [
    ...(await markOf(ground)),
    `<path d="${words.path}" fill="${GROUNDS[ground].ink}"/>`,
  ]);
}

async function drawBadge(ground: Ground): Promise<string> {
  const { ink, badge, line } = GROUNDS[ground];
  const height = 40;
  const before = await outline({ text: 'Powered by', font: 'Inter-Medium', size: 14, x: 43, baseline: 25 });
  const name = await outline({
    text: 'Musette',
    font: 'Inter-Bold',
    size: 15,
    x: before.end + 4.5,
    baseline: 25,
  });
  const width = Math.ceil(name.end) + 15;
  return picture('Powered by Musette', width, height, [
    `<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8" fill="${badge}" stroke="${line}"/>`,
    `<g transform="translate(10 7.5) scale(.39)">`,
    ...(await markOf(ground)).map((shape) => `  ${shape}`),
    '</g>',
    `<path d="${before.path}" fill="${ink}"/>`,
    `<path d="${name.path}" fill="${ink}"/>`,
  ]);
}

/** Draws the picture of shared links: name, promise, audience, and the member of the answer that matters most. */
async function drawShare(): Promise<void> {
  const { ink, badge, line } = GROUNDS.light;
  const [name, first, second, audience, member] = await Promise.all([
    outline({ text: 'Musette', font: 'InterDisplay-Bold', size: 52, x: 178, baseline: 142 }),
    outline({
      text: 'Fuel and fluids for every session,',
      font: 'InterDisplay-Bold',
      size: 62,
      x: 88,
      baseline: 292,
    }),
    outline({ text: 'with a safe upper limit.', font: 'InterDisplay-Bold', size: 62, x: 88, baseline: 368 }),
    outline({ text: 'An API for training platforms', font: 'Inter-Medium', size: 36, x: 88, baseline: 446 }),
    outline({
      text: '"max_safe_fluid_ml_per_hr": 720',
      font: 'Inter-Medium',
      size: 30,
      x: 116,
      baseline: 540,
    }),
  ]);
  const shapes = [
    `<rect width="${SHARE.width}" height="${SHARE.height}" fill="${badge}"/>`,
    '<g transform="translate(88 88) scale(1.15)">',
    ...(await markOf('light')).map((shape) => `  ${shape}`),
    '</g>',
    ...[name, first, second].map(({ path }) => `<path d="${path}" fill="${ink}"/>`),
    `<path d="${audience.path}" fill="#57534e"/>`,
    `<rect x="88.5" y="492.5" width="${Math.ceil(member.end) - 60}" height="74" rx="14" fill="#fff7ed" stroke="${line}"/>`,
    `<path d="${member.path}" fill="#a3261b"/>`,
  ];
  const svg = picture('Musette', SHARE.width, SHARE.height, shapes);
  const browser = await launch();
  try {
    await screenshot(browser, svg, { ...SHARE, scale: 1, path: join(BRAND, 'musette-share.png') });
  } finally {
    await browser.close();
  }
}

function picture(label: string, width: number, height: number, shapes: readonly string[]): string {
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">`;
  return [head, ...shapes.map((shape) => `  ${shape}`), '</svg>', ''].join('\n');
}

async function markOf(ground: Ground): Promise<readonly string[]> {
  const svg = await readFile(join(BRAND, `musette-mark-${ground}.svg`), 'utf8');
  return svg.match(/<path [^>]*>/g) ?? [];
}

interface Words {
  readonly text: string;
  readonly font: string;
  readonly size: number;
  readonly x: number;
  readonly baseline: number;
}

/** Draws words as one path, set and kerned by HarfBuzz, and returns their end. */
async function outline({ text, font, size, x, baseline }: Words): Promise<{ path: string; end: number }> {
  const { stdout: svg } = await run('hb-view', [
    '--output-format=svg',
    '--margin=0',
    `--font-file=${join(FONTS, `${font}.otf`)}`,
    `--font-size=${size}`,
    text,
  ]);
  const glyphs = new Map(
    [...svg.matchAll(/<symbol[^>]* id="([^"]+)">\s*<path[^>]* d="([^"]*)"/g)].map(([, id, path]) => [
      id,
      path,
    ]),
  );
  const paths = [...svg.matchAll(/<use xlink:href="#([^"]+)" x="([^"]+)"/g)].map(([, id, offset]) =>
    moved(glyphs.get(id) ?? '', x + Number(offset), baseline),
  );
  const width = Number(/<svg [^>]*width="([\d.]+)/.exec(svg)?.[1]);
  if (paths.length === 0 || !(width > 0)) throw new Error(`hb-view drew nothing of "${text}"`);
  return { path: paths.join(''), end: x + width };
}

/** Moves a path of absolute commands, and drops the lone move with which cairo ends each glyph. */
function moved(path: string, byX: number, byY: number): string {
  let isX = false;
  return path
    .trim()
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => {
      if (/^[A-Z]$/.test(word)) return word;
      isX = !isX;
      return String(Number((Number(word) + (isX ? byX : byY)).toFixed(2)));
    })
    .join(' ')
    .replace(/(?<=Z) M [^A-Z]*$/, '')
    .replace(/ ?([A-Z]) ?/g, '$1');
}

/** Chromium's own sandbox cannot start as root; the browser loads only these files. */
function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
}

async function drawPictures(): Promise<void> {
  const browser = await launch();
  try {
    for (const name of ['musette-logo', 'musette-mark', 'musette-mark-mono', 'powered-by-musette']) {
      for (const ground of ['light', 'dark'] as const) {
        const svg = await readFile(join(BRAND, `${name}-${ground}.svg`), 'utf8');
        const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg)?.map(Number) ?? [];
        if (!width || !height) throw new Error(`${name}-${ground}.svg has no size`);
        for (const scale of [1, 2]) {
          const path = join(BRAND, `${name}-${ground}${scale === 1 ? '' : '-2x'}.png`);
          await screenshot(browser, svg, { width, height, scale, path });
        }
      }
    }
  } finally {
    await browser.close();
  }
}

interface Shot {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  readonly path: string;
}

async function screenshot(browser: Browser, svg: string, shot: Shot): Promise<void> {
  const { width, height, scale, path } = shot;
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: scale });
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${svg}`);
  await page.screenshot({ path, omitBackground: true });
  await page.close();
}
