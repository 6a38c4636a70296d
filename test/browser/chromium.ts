import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import axe from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';

/** Debian's own browser; nothing is downloaded. */
const CHROMIUM = '/usr/bin/chromium';
/** Pictures and reports of the walks; not committed. */
export const ARTIFACTS = join(import.meta.dirname, '../artifacts');
export const isInstalled = existsSync(CHROMIUM);
if (!isInstalled) {
  console.warn(`${CHROMIUM} is not there, so no page was walked. Install it: apt-get install chromium`);
}

export async function launchChromium(): Promise<Browser> {
  await mkdir(ARTIFACTS, { recursive: true });
  // As root, Chromium's own sandbox cannot start; the only pages it sees here are ours.
  return chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
}

/** What a phone shows, and the least that a page must fit: 1280 px at a zoom of 400 % (WCAG 1.4.10). */
const PHONE_PX = { width: 360, height: 740 };
const REFLOW_PX = { width: 320, height: 640 };

/**
 * Keeps pictures of a page, lets axe look at each, and checks that nothing is wider than a narrow screen. A page is looked
 * at by day as wide as it is and by night on a phone: colours do not depend on the width, nor the layout on the colours.
 *
 * @param isForeign findings of axe that are not serious are let be: the page is made by a library
 */
export async function inspect(page: Page, name: string, isForeign = false): Promise<void> {
  const own = page.viewportSize() ?? PHONE_PX;
  const views = [
    { size: own, colorScheme: 'light' },
    { size: PHONE_PX, colorScheme: 'dark' },
  ] as const;
  for (const { size, colorScheme } of views) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    const path = join(ARTIFACTS, `${name}-${size.width}-${colorScheme}.png`);
    await page.screenshot({ path, fullPage: !isForeign });
    expect(await findingsOf(page, isForeign), `${name}, ${size.width} px, ${colorScheme}`).toEqual([]);
  }
  await page.setViewportSize(REFLOW_PX);
  const isTooWide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
  expect(await page.evaluate<boolean>(isTooWide), `${name} fits ${REFLOW_PX.width} px`).toBe(false);
  await page.setViewportSize(own);
}

/** Returns what axe finds on the page as it is. */
export async function findingsOf(page: Page, areSeriousOnly: boolean): Promise<readonly string[]> {
  // Evaluated by the debugger, so that the page's policy against script stays as it is.
  if (!(await page.evaluate<boolean>("typeof axe === 'object'"))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>(
    "axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'] })",
  );
  return violations
    .filter(({ impact }) => !areSeriousOnly || impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
