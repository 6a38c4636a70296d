import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  ARTIFACTS,
  arePicturesKept,
  findingsOf,
  inspect,
  isInstalled,
  PHONE,
  startWalk,
} from './chromium.ts';
import { loadsUntil, measure, slowDown } from './slow-phone.ts';

/** The page redraws a plan with the whole planner, in both systems of units. */
const WEIGHT_MAX_BYTES = 70 * 1024;
/** The first screen is there within a second. */
const SOON_MS = 1000;
/** Time of one walk on a machine that does other things too. */
const WALK_MS = 120_000;
const DESKTOP = { viewport: { width: 1440, height: 900 } };

describe.skipIf(!isInstalled)('a newcomer in Chromium', () => {
  const walk = startWalk();

  async function open(path: string, options: BrowserContextOptions): Promise<Page> {
    const context = await walk.browser.newContext(options);
    const page = await context.newPage();
    page.on('pageerror', (problem) => expect.fail(`${path}: ${problem.message}`));
    await page.goto(walk.sandbox.baseUrl + path);
    return page;
  }

  const figure = (page: Page, name: string) =>
    page.locator('.figure', { has: page.getByRole('heading', { name }) });
  const amount = async (page: Page, name: string) =>
    Number(await figure(page, name).locator('.amount strong').textContent());
  const ceiling = (page: Page) => figure(page, 'Fluid').locator('.limit');

  test(
    'the first screen says what it is and for whom, is light, is there within a second, and passes axe',
    async () => {
      for (const viewport of [PHONE.viewport, DESKTOP.viewport]) {
        const page = await open('/', { viewport });
        const bar = await page.locator('#glance').boundingBox();
        const endPx = bar?.y ?? viewport.height;
        const said = page.locator('.lead', { hasText: /API.*platforms/ });
        const answered = page.locator('#reply mark', { hasText: 'max_safe_fluid_ml_per_hr' });
        for (const words of [said, answered]) {
          const { y, height } = (await words.boundingBox()) ?? { y: Number.NaN, height: 0 };
          expect(y + height, `bottom of ${words} at ${viewport.width} px`).toBeLessThanOrEqual(endPx);
        }
        await page.context().close();
      }
      const loads = await loadsUntil(SOON_MS, async () => {
        const context = await walk.browser.newContext(PHONE);
        const page = await context.newPage();
        await slowDown(page);
        await page.goto(`${walk.sandbox.baseUrl}/`);
        const measured = await measure(page);
        await context.close();
        return measured;
      });
      console.log(`planner: ${JSON.stringify(loads)}`);
      for (const { weightBytes } of loads) expect(weightBytes).toBeLessThanOrEqual(WEIGHT_MAX_BYTES);
    },
    WALK_MS,
  );

  test(
    'the planner passes axe with its reasons open, as a triathlon, and in Japanese',
    async () => {
      const page = await open('/', DESKTOP);
      for (const name of ['why-limit', 'as-list']) await page.locator(`#${name} > summary`).click();
      await page.getByText('More, if you know it').click();
      await inspect(page, 'planner');
      const query = 'type=triathlon&duration_min=330&temperature_c=33&is_race_event=true&lang=ja';
      await page.goto(`${walk.sandbox.baseUrl}/?${query}`);
      await inspect(page, 'planner-japanese');
      await page.context().close();
    },
    WALK_MS,
  );

  test(
    'the numbers follow the keyboard, the address carries them, and the code asks the same',
    async () => {
      const page = await open('/', DESKTOP);
      const before = await amount(page, 'Fluid');
      await page.getByRole('slider', { name: 'Temperature' }).focus();
      for (let press = 0; press < 12; press++) await page.keyboard.press('ArrowRight');
      await page.waitForURL(/temperature_c=30/);

      await expect.poll(() => page.locator('#code-sh').textContent()).toContain('"temperature_c": 30');
      expect(await page.locator('#request').textContent()).toContain('"temperature_c": 30');
      expect(await amount(page, 'Fluid')).toBeGreaterThan(before);
      await page.getByRole('radio', { name: 'Run' }).focus();
      await page.keyboard.press('ArrowRight');
      await page.waitForURL(/type=trail_run/);
      await expect.poll(() => page.locator('#code-python').textContent()).toContain('trail_run');
      await expect.poll(() => page.locator('#announcement').textContent()).toMatch(/Maximum \d+ ml per hour/);
      const shown = async () => [
        await amount(page, 'Carbohydrate'),
        await amount(page, 'Fluid'),
        await ceiling(page).textContent(),
      ];
      const seen = await shown();
      await page.reload();
      expect(await shown()).toEqual(seen);
      await page.getByRole('link', { name: 'Deutsch' }).click();
      await page.waitForURL(/lang=de/);
      await page.getByText(`Höchstens ${seen[2]?.toString().match(/\d+/)?.[0]} ml pro Stunde`).waitFor();
      await page.context().close();
    },
    WALK_MS,
  );

  test(
    'a drag makes at most eight requests, and ends with its own numbers; a duration beyond its bounds says so',
    async () => {
      const page = await open('/', DESKTOP);
      let requests = 0;
      page.on('request', (request) => {
        if (request.url().endsWith('/try/calculate')) requests += 1;
      });
      const slider = page.getByRole('slider', { name: 'Weight' });
      await slider.scrollIntoViewIfNeeded();
      const box = await slider.boundingBox();
      if (box === null) throw new Error('the slider has no place');
      const y = box.y + box.height / 2;
      await page.mouse.move(box.x + 0.1 * box.width, y);
      await page.mouse.down();
      for (let step = 1; step <= 120; step++) {
        await page.mouse.move(box.x + (0.1 + (0.8 * step) / 120) * box.width, y);
      }
      await page.mouse.up();
      const weight = await page.getByRole('spinbutton', { name: 'Weight' }).inputValue();
      await expect.poll(() => page.locator('#request').textContent()).toContain(`"body_mass_kg": ${weight}`);
      expect(requests).toBeGreaterThan(0);
      expect(requests).toBeLessThanOrEqual(8);

      const duration = page.getByRole('spinbutton', { name: 'Duration' });
      await duration.fill('4000');
      await duration.press('Tab');
      expect(await duration.inputValue()).toBe('900');
      await page.getByText('This page plans from 20 min to 15 h.').waitFor();
      await page.getByRole('slider', { name: 'Duration' }).fill('60');
      await page.getByText('This page plans from 20 min to 15 h.').waitFor({ state: 'hidden' });
      await page.context().close();
    },
    WALK_MS,
  );

  test(
    'a superseded answer is dropped; a rate limit and a lost connection keep the last one, say so, and end by themselves',
    async () => {
      const page = await open('/', PHONE);
      const waiting: (() => void)[] = [];
      await page.route('**/try/calculate', async (route) => {
        await new Promise<void>((resolve) => waiting.push(resolve));
        await route.continue().catch(() => undefined);
      });
      const mass = page.getByRole('spinbutton', { name: 'Weight' });
      await mass.fill('40');
      await expect.poll(() => waiting.length).toBe(1);
      await mass.fill('100');
      await expect.poll(() => waiting.length).toBe(2);
      for (const release of waiting.reverse()) release();
      await expect.poll(() => page.locator('#code-sh').textContent()).toContain('"body_mass_kg": 100');
      const kept = await amount(page, 'Fluid');
      await page.unroute('**/try/calculate');
      await page.route(
        '**/try/calculate',
        (route) => route.fulfill({ status: 429, headers: { 'Retry-After': '1' } }),
        {
          times: 1,
        },
      );
      await mass.fill('50');
      await page.getByText('Too many changes in a minute').waitFor();
      expect(await amount(page, 'Fluid')).toBe(kept);
      await ceiling(page).waitFor();
      await page.getByText('Too many changes in a minute').waitFor({ state: 'hidden' });
      expect(await page.locator('#code-sh').textContent()).toContain('"body_mass_kg": 50');

      await page.context().setOffline(true);
      await mass.fill('90');
      await page.getByText('No connection to the service').waitFor();
      expect(await page.locator('#glance').textContent()).toContain('Not updated');
      await page.context().setOffline(false);
      await page.getByText('No connection to the service').waitFor({ state: 'hidden' });
      expect(await page.locator('#glance').textContent()).not.toContain('Not updated');
      expect(await page.locator('#code-sh').textContent()).toContain('"body_mass_kg": 90');
      await page.context().close();
    },
    WALK_MS,
  );

  test(
    'without script it is a form: the button answers with the numbers',
    async () => {
      const page = await open('/', { ...PHONE, javaScriptEnabled: false });
      const before = await amount(page, 'Carbohydrate');
      await page.getByRole('spinbutton', { name: 'Duration' }).fill('60');
      await page.getByRole('button', { name: 'Calculate' }).focus();
      await page.keyboard.press('Enter');
      await page.waitForURL(/duration_min=60/);
      expect(await amount(page, 'Carbohydrate')).not.toBe(before);
      expect(await page.locator('#request').textContent()).toContain('"duration_min": 60');
      await ceiling(page).waitFor();
      // axe needs timers, which stand still without script.
      if (arePicturesKept)
        await page.screenshot({ path: join(ARTIFACTS, 'planner-without-script.png'), fullPage: true });
      await page.context().close();
    },
    WALK_MS,
  );

  test(
    'asks for access with the keyboard, and gets a key behind a link that works once',
    async () => {
      const page = await open('/', DESKTOP);
      await page.getByRole('link', { name: 'Request access' }).focus();
      await page.keyboard.press('Enter');
      await page.getByLabel('Platform').focus();
      await page.keyboard.press('Enter');
      await page.getByText('Enter an email address').waitFor();
      await inspect(page, 'access-problems');
      await page.getByLabel('Platform').focus();
      for (const text of [
        'Sample Training Platform',
        'Numbers beside planned workouts',
        'api@platform.example',
      ]) {
        await page.keyboard.type(text);
        await page.keyboard.press('Tab');
      }
      await inspect(page, 'access');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'We have your request' }).waitFor();
      await inspect(page, 'access-sent');

      const { operate, send } = walk.sandbox;
      const [{ id }] = (await operate('GET', '/access-requests')).data;
      await operate('POST', `/access-requests/${id}/approve`);
      await page.goto(`${walk.sandbox.baseUrl}/dev/outbox`);
      const link =
        /http\S+\/access\/key\?link=[\w-]+/.exec((await page.textContent('main')) ?? '')?.[0] ?? '';
      await page.goto(link);
      await inspect(page, 'access-link');
      await page.getByRole('button', { name: 'Reveal my sandbox key' }).focus();
      await page.keyboard.press('Enter');
      const key = (await page.locator('#key').textContent()) ?? '';
      await inspect(page, 'access-key');
      await send('GET', '/v1/athletes', undefined, key);
      await page.goto(link);
      await page.getByRole('heading', { name: 'This link has been used' }).waitFor();
      await inspect(page, 'access-used');
      await page.context().close();
    },
    WALK_MS,
  );

  test.each([
    '/docs/guides/',
    '/docs/guides/client',
    '/docs/warnings',
    '/docs/errors',
    '/docs/data',
    '/docs/science',
    '/brand',
  ])(
    '%s passes axe on desktop and phone',
    async (path) => {
      const page = await open(path, DESKTOP);
      await inspect(page, `document${path.replaceAll('/', '-')}`);
      await page.context().close();
    },
    WALK_MS,
  );

  test(
    'a guide is read by the keyboard alone and without script: skip link, code in another language, next guide',
    async () => {
      const page = await open('/docs/guides/quick-start', { ...PHONE, javaScriptEnabled: false });
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.waitForURL(/#main$/);
      const python = page.getByText('Python', { exact: true }).first();
      await python.focus();
      await page.keyboard.press('Enter');
      await page.getByText('urllib.request.Request').first().waitFor();
      await page.getByRole('navigation', { name: 'Documentation' }).getByText('Nightly sync').focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Nightly sync', level: 1 }).waitFor();
      await page.context().close();
    },
    WALK_MS,
  );

  test(
    'a guide copies its code, and the chosen language stays on the next page',
    async () => {
      const page = await open('/docs/guides/quick-start', DESKTOP);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.locator('summary', { hasText: 'TypeScript' }).nth(1).click();
      await expect.poll(() => page.locator('details[open][data-language="ts"]').count()).toBe(3);
      const code = page.locator('details[open] .copyable').first();
      await code.getByRole('button', { name: 'Copy' }).click();
      await code.getByRole('button', { name: 'Copied' }).waitFor();
      const copied = await page.evaluate<string>('navigator.clipboard.readText()');
      expect(copied).toContain("const api = '");
      expect((await code.locator('pre').textContent())?.trimEnd()).toBe(copied);
      await page.goto(`${walk.sandbox.baseUrl}/docs/guides/nightly-sync`);
      await page.locator('details[open][data-language="ts"]').first().waitFor();
      expect(await page.locator('details[open][data-language="sh"]').count()).toBe(0);
      await page.context().close();
    },
    WALK_MS,
  );

  test(
    'the reference has no serious finding, follows the keyboard, and without script points to its texts',
    async () => {
      const page = await open('/docs', DESKTOP);
      await page.getByRole('heading', { name: 'Musette', level: 1 }).waitFor();
      await inspect(page, 'reference', true);
      await page.locator('header.top a').last().focus();
      await page.keyboard.press('Tab');
      const isInReference = "document.activeElement.closest('header.top') === null";
      expect(await page.evaluate<boolean>(isInReference)).toBe(true);
      await page.context().close();
      const still = await open('/docs', { ...PHONE, javaScriptEnabled: false });
      await still.getByRole('link', { name: 'read it as text' }).focus();
      await still.keyboard.press('Enter');
      await still.getByRole('heading', { name: 'Reference as text', level: 1 }).waitFor();
      await still.context().close();
    },
    WALK_MS,
  );

  test.each(['light', 'dark'] as const)(
    'a deep link into the reference is readable in %s, by day also filled with an athlete of the reader',
    async (colorScheme) => {
      const context = await walk.browser.newContext({ ...DESKTOP, colorScheme });
      const page = await context.newPage();
      await page.goto(`${walk.sandbox.baseUrl}/docs#tag/athletes/GET/v1/athletes/{athlete_id}`);
      const section = page.getByRole('heading', { name: 'Read an athlete', level: 3 });
      await section.waitFor();
      const outlines =
        'getComputedStyle(document.activeElement).outlineStyle + document.activeElement.tagName';
      await page.waitForFunction("document.activeElement.tagName === 'SECTION'");
      expect(await page.evaluate<string>(outlines)).toBe('noneSECTION');
      if (colorScheme === 'light') await fillIn(page);
      const findings = await findingsOf(page, true, ['color-contrast']);
      // Scalar's copy buttons have no name; the colours are ours.
      expect(findings.filter((finding) => finding.startsWith('color-contrast'))).toEqual([]);
      await context.close();
    },
    WALK_MS,
  );

  /** Fills the reference's examples with an athlete of the reader's own sandbox. */
  async function fillIn(page: Page): Promise<void> {
    await page.getByLabel('Try it with your own sandbox').fill('sk_live_x');
    await page.getByRole('button', { name: 'Use my key' }).click();
    await page.getByText('Use a sandbox key').waitFor();
    await page.getByLabel('Try it with your own sandbox').fill(walk.sandbox.key);
    await page.getByRole('button', { name: 'Use my key' }).click();
    await page.getByText('The examples now use your key').waitFor();
    await page.getByRole('heading', { name: 'Read an athlete', level: 3 }).waitFor();
    const [{ id }] = (await walk.sandbox.send('GET', '/v1/athletes?limit=1')).data;
    await page.getByText(id).first().waitFor();
  }
});
