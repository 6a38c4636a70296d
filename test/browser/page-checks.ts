import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import type { Frame, Page } from 'playwright-core';
import { expect } from 'vitest';
import { BOX_FONT } from './box-font.ts';

const PICTURES = join(import.meta.dirname, 'pictures');

/** A part of a page as a picture stores it (page-layout.ts). */
export interface Pictured {
  readonly box: string;
  readonly colors: string;
  readonly words: string;
}

/** Declares `layout`, the functions of page-layout.ts; the debugger evaluates it, so that the page's policy stays as it is. */
const LAYOUT = transformSync(readFileSync(join(import.meta.dirname, 'page-layout.ts'), 'utf8'), {
  loader: 'ts',
  format: 'iife',
  globalName: 'layout',
}).code;

/** Draws the page in the font of boxes, until the function that it leaves in `sameFont` is called. */
const SAME_FONT = `(async () => {
  const bytes = Uint8Array.from(atob('${BOX_FONT}'), (letter) => letter.charCodeAt(0));
  const font = await new FontFace('Box', bytes).load();
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, ::before, ::after { font-family: Box !important; text-rendering: geometricPrecision !important }');
  document.fonts.add(font);
  // A click before may have scrolled, and what is sticky follows.
  scrollTo(0, 0);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  globalThis.ownFont = () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    document.fonts.delete(font);
  };
})()`;
/** Two drawings that are equal are the page at rest; a page that still moves after so many is pictured as it is. */
const DRAWINGS_MAX = 10;
const NEXT_FRAME =
  'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(null))))';

/** How a finding about a number ends. */
export const DECIMALS = 'has more than two decimals';

/** Returns what no page may have, in the page as it is shown now. */
export const problemsOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate<string[]>(`${LAYOUT}layout.problemsOf()`);

/** Returns the parts of a page and of its frames, drawn in the font that is the same on every machine. */
export async function partsOf(page: Page): Promise<readonly Pictured[]> {
  const drawnIn = async (frame: Frame) => frame.evaluate<Pictured[]>(`${LAYOUT}layout.partsOf()`);
  for (const frame of page.frames()) await frame.evaluate(SAME_FONT);
  let seen: readonly Pictured[] = [];
  for (let drawing = 0; drawing < DRAWINGS_MAX; drawing += 1) {
    await page.evaluate(NEXT_FRAME);
    const drawn = (await Promise.all(page.frames().map(drawnIn))).flat();
    if (JSON.stringify(drawn) === JSON.stringify(seen)) break;
    seen = drawn;
  }
  for (const frame of page.frames()) await frame.evaluate('ownFont()');
  return seen;
}

/** Returns a line for each part: left, top, width, height, colours by day and by night, words. */
export function pictureOf(light: readonly Pictured[], dark: readonly Pictured[]): readonly string[] {
  expect(
    dark.map(({ box, words }) => `${box} ${words}`),
    'boxes by night',
  ).toEqual(light.map(({ box, words }) => `${box} ${words}`));
  return light.map(({ box, colors, words }, index) => `${box} | ${colors} ${dark[index]?.colors} | ${words}`);
}

/** Compares a picture with the stored one; `-u` stores it. */
export async function matchPicture(name: string, lines: readonly string[]): Promise<void> {
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(join(PICTURES, `${name}.txt`));
}
