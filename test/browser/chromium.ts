import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import axe from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { CHROMIUM, type PartnerSandbox, sharedBrowser, sharedSandbox } from '../support/shared-sandbox.ts';
import { matchPicture, type Pictured, partsOf, pictureOf, problemsOf } from './page-checks.ts';

/** A sandbox that starts while everything else runs. */
const START_MS = 240_000;
/** Pictures and reports of the walks; not committed. */
export const ARTIFACTS = join(import.meta.dirname, '../artifacts');
/** Whether pictures and printed sheets are kept for people to look at: PICTURES=1. No test looks at them. */
export const arePicturesKept = Boolean(process.env.PICTURES);
export const isInstalled = existsSync(CHROMIUM);
if (!isInstalled) {
  console.warn(`${CHROMIUM} is not there, so no page was walked. Install it: apt-get install chromium`);
}

/** Connects to the browser and the sandbox of the run before the tests of a suite. */
export function startWalk() {
  let sandbox: PartnerSandbox | undefined;
  let browser: Browser | undefined;
  beforeAll(async () => {
    sandbox = await sharedSandbox();
    browser = await connectChromium();
  }, START_MS);
  // Closes its own contexts and leaves those of other files open.
  afterAll(() => browser?.close());
  const started = <Value>(value: Value | undefined): Value => {
    if (value === undefined)
      throw new Error('a walk starts in beforeAll, so only tests and later hooks can use it');
    return value;
  };
  return {
    get sandbox() {
      return started(sandbox);
    },
    get browser() {
      return started(browser);
    },
  };
}

export async function connectChromium(): Promise<Browser> {
  await mkdir(ARTIFACTS, { recursive: true });
  return chromium.connect(await sharedBrowser());
}

/** A newer phone. */
export const PHONE = { viewport: { width: 390, height: 844 } };
/** A phone's screen, and the smallest one that a page must fit: 1280 px at a zoom of 400 % (WCAG 1.4.10). */
const PHONE_PX = { width: 360, height: 740 };
const REFLOW_PX = { width: 320, height: 640 };

/** Resolves when the new colour scheme is applied. Some parts of a page change gradually. */
const COLORS_AT_REST = `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))).then(() =>
  Promise.allSettled(document.getAnimations().filter((one) => one instanceof CSSTransition).map((one) => one.finished)))
  .then(() => null)`;

/** Names and actions in tables that a narrow column has broken into more than three lines. */
const BROKEN_NAMES = `[...document.querySelectorAll('.table :is(bdi, .act)')]
  .filter((one) => one.textContent.length < 30 && one.getClientRects().length > 3).map((one) => one.textContent)`;

/** Rules of axe whose findings depend on colours; what any other one finds is the same by day and by night. */
const RULES_OF_COLOR = ['color-contrast', 'link-in-text-block'];

/** The pages that are compared with their stored picture. Each is inspected under this name in one of the walks. */
const PICTURED = new Set([
  'planner',
  'document-docs-guides-',
  'document-docs-guides-client',
  'document-docs-errors',
  'document-docs-science',
  'reference',
  'athlete plan full',
  'athlete element',
  'sheets 11-fondo-heat',
  'console-sign-in',
  'console-start',
  'console-key',
]);

/**
 * Lets axe look at a page as wide as it is and on a phone, by day and by night, and checks that nothing is wider than a
 * narrow screen, lies over another part or is cut off. Compares it with its stored picture, and keeps screenshots if they
 * are asked for.
 *
 * @param isForeign findings of axe that are not serious are let be: the page is made by a library
 */
export async function inspect(page: Page, name: string, isForeign = false): Promise<void> {
  const own = page.viewportSize() ?? PHONE_PX;
  const sizes = own.width === PHONE_PX.width ? [own] : [own, PHONE_PX];
  const isPictured = PICTURED.has(name);
  const lines: string[] = [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    const drawn: Record<'light' | 'dark', readonly Pictured[]> = { light: [], dark: [] };
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.evaluate(COLORS_AT_REST);
      if (arePicturesKept) {
        const path = join(ARTIFACTS, `${name}-${size.width}-${colorScheme}.png`);
        await page.screenshot({ path, fullPage: !isForeign });
      }
      const rules = colorScheme === 'light' ? null : RULES_OF_COLOR;
      expect(await findingsOf(page, isForeign, rules), `${name}, ${size.width} px, ${colorScheme}`).toEqual(
        [],
      );
      if (isPictured) drawn[colorScheme] = await partsOf(page);
    }
    expect(await problemsOf(page), `${name}, ${size.width} px`).toEqual([]);
    if (isPictured) lines.push(`${size.width} px`, ...pictureOf(drawn.light, drawn.dark));
  }
  if (isPictured) await matchPicture(name, lines);
  await page.setViewportSize(REFLOW_PX);
  const isTooWide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
  expect(await page.evaluate<boolean>(isTooWide), `${name} fits ${REFLOW_PX.width} px`).toBe(false);
  expect(await page.evaluate<string[]>(BROKEN_NAMES), `${name} keeps names readable in tables`).toEqual([]);
  await page.setViewportSize(own);
}

/** Returns axe's findings on the page in its current state, with these rules or with all that we promise. */
export async function findingsOf(
  page: Page,
  areSeriousOnly: boolean,
  rules: readonly string[] | null = null,
): Promise<readonly string[]> {
  // Evaluated by the debugger, so that the page's policy against script stays as it is.
  if (!(await page.evaluate<boolean>("typeof axe === 'object'"))) await page.evaluate(axe.source);
  const runOnly = rules ?? ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];
  // Frames and passes are not asked for: our pages have no frames, and what passes is not looked at.
  const options = JSON.stringify({ runOnly, iframes: false, resultTypes: ['violations'] });
  const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(document, ${options})`);
  return violations
    .filter(({ impact }) => !areSeriousOnly || impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
