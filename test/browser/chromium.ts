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

/** Keeps pictures by day, by night and on a phone, and lets axe look at each. */
export async function inspect(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(ARTIFACTS, `${name}-${colorScheme}.png`), fullPage: true });
    // Evaluated by the debugger, so that the page's policy against script stays as it is.
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate<axe.AxeResults>(
      "axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'] })",
    );
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    expect(found, `${name}, ${colorScheme}`).toEqual([]);
  }
  const before = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  await page.screenshot({ path: join(ARTIFACTS, `${name}-phone.png`), fullPage: true });
  const isTooWide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
  expect(await page.evaluate<boolean>(isTooWide), `${name} fits a phone`).toBe(false);
  if (before) await page.setViewportSize(before);
}
