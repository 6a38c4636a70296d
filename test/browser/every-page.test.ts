import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { isInstalled, startWalk } from './chromium.ts';
import { DECIMALS, problemsOf } from './page-checks.ts';

const WALK_MS = 300_000;
/** Pages that wait at the same time until nothing is requested any more. */
const TABS = 3;
const VIEWPORT = { width: 1280, height: 900 };
const PHONE = { width: 360, height: 740 };
/** Pages that no other page links to. */
const UNLINKED = ['/subscribe', '/brand/'];

/** Three decimals are what this page is about. */
const MEASUREMENTS = '/docs/science/report';

/** Returns the copy buttons that cover a line of code or the name of a language. */
const COVERED = `Array.from(document.querySelectorAll('.copy')).filter((button) => {
  const { left, right, top, bottom } = button.getBoundingClientRect();
  const lines = [button.previousElementSibling, ...(button.closest('.codes')?.querySelectorAll('summary') ?? [])];
  return lines.some((line) => {
    const range = document.createRange();
    range.selectNodeContents(line);
    return Array.from(range.getClientRects()).some(
      (box) => box.left < right && box.right > left && box.top < bottom && box.bottom > top,
    );
  });
}).map((button) => button.closest('.copyable').textContent.slice(0, 80))`;

describe.skipIf(!isInstalled)('every public page in Chromium', () => {
  const walk = startWalk();

  /** Opens a page and returns what is wrong with it, and the paths it links to. */
  async function visit(page: Page, path: string) {
    const problems: string[] = [];
    const foreign = (url: string) => !url.startsWith(walk.sandbox.baseUrl) && !/^(data|blob):/.test(url);
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
    });
    page.on('pageerror', (err) => problems.push(err.message));
    page.on('request', (request) => {
      if (foreign(request.url())) problems.push(`requests ${request.url()}`);
    });
    await page.goto(walk.sandbox.baseUrl + path, { waitUntil: 'networkidle' });
    const heading = await page.locator('h1').first().boundingBox();
    const isInView = heading !== null && heading.y >= 0 && heading.y + heading.height <= VIEWPORT.height;
    if (!isInView) problems.push('shows no heading on its first screen');
    const covered = await page.evaluate<string[]>(COVERED);
    problems.push(...covered.map((code) => `a copy button covers: ${code}`));
    for (const viewport of [VIEWPORT, PHONE]) {
      await page.setViewportSize(viewport);
      const found = await problemsOf(page);
      problems.push(...found.filter((one) => path !== MEASUREMENTS || !one.endsWith(DECIMALS)));
    }
    await page.setViewportSize(VIEWPORT);
    const links = await page.evaluate<string[]>('Array.from(document.links, ({ href }) => href)');
    page.removeAllListeners();
    return { problems, paths: links.filter((url) => !foreign(url)).map((url) => new URL(url).pathname) };
  }

  test(
    'shows its heading at once, covers and cuts nothing, has no number of three decimals, logs nothing and asks nothing of another host',
    async () => {
      const [open, seen] = [['/', ...UNLINKED], new Set<string>()];
      const problems: Record<string, readonly string[]> = {};
      async function visitOpen() {
        const page = await walk.browser.newPage({ viewport: VIEWPORT });
        for (let path = open.pop(); path !== undefined; path = open.pop()) {
          if (seen.has(path) || /\.\w+$/.test(path)) continue;
          seen.add(path);
          const visited = await visit(page, path);
          if (visited.problems.length > 0) problems[path] = visited.problems;
          open.push(...visited.paths);
        }
      }
      await Promise.all(Array.from({ length: TABS }, visitOpen));
      expect(problems).toEqual({});
      expect(seen.size).toBeGreaterThan(25);
    },
    WALK_MS,
  );
});
