import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../support/sandbox.ts';
import { ARTIFACTS, findingsOf, inspect, isInstalled, launchChromium } from './chromium.ts';

const OPERATOR_TOKEN = 'operator-token-that-only-this-walk-uses';
const WEIGHT_MAX_BYTES = 60 * 1024;
/** Time of one walk on a machine that does other things too. */
const WALK_MS = 120_000;
const DESKTOP = { viewport: { width: 1280, height: 900 } };
const BOTTLE = { kind: 'bottle', volume_ml: 750, count: 2 };
const PHONE = { viewport: { width: 360, height: 740 } };

/** What a browser says about the weight of a page and when its largest part was there. */
interface Measured {
  readonly largest_contentful_paint_ms: number;
  readonly weight_bytes: number;
  readonly parts: readonly { readonly name: string; readonly bytes: number }[];
}

const MEASURE = `new Promise((resolve) => {
  new PerformanceObserver((list) => {
    const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
    const parts = entries.map(({ name, transferSize }) => ({ name: new URL(name).pathname, bytes: transferSize }));
    resolve({
      largest_contentful_paint_ms: Math.round(list.getEntries().at(-1).startTime),
      weight_bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
      parts,
    });
  }).observe({ type: 'largest-contentful-paint', buffered: true });
})`;

describe.skipIf(!isInstalled)('a newcomer in Chromium', () => {
  let sandbox: Sandbox;
  let browser: Browser;

  beforeAll(async () => {
    sandbox = await startSandbox({ OPERATOR_TOKEN });
    browser = await launchChromium();
  }, 240_000);

  afterAll(async () => {
    await browser?.close();
    await sandbox?.stop();
  });

  async function open(path: string, options: BrowserContextOptions): Promise<Page> {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    page.on('pageerror', (problem) => expect.fail(`${path}: ${problem.message}`));
    await page.goto(sandbox.baseUrl + path);
    return page;
  }

  const figure = (page: Page, name: string) =>
    page.locator('.figure', { has: page.getByRole('heading', { name }) });
  const amount = async (page: Page, name: string) =>
    Number(await figure(page, name).locator('.amount strong').textContent());
  const ceiling = (page: Page) => figure(page, 'Fluid').locator('.limit');

  test(
    'the planner is light, has its numbers at once, and passes axe',
    async () => {
      const page = await open('/', DESKTOP);
      const measured = await page.evaluate<Measured>(MEASURE);
      await writeFile(join(ARTIFACTS, 'planner-report.json'), JSON.stringify(measured, null, 2));
      console.log(`planner: ${measured.weight_bytes} bytes, LCP ${measured.largest_contentful_paint_ms} ms`);
      expect(measured.weight_bytes).toBeLessThanOrEqual(WEIGHT_MAX_BYTES);
      await inspect(page, 'planner');
      await page.getByText('Why this ceiling of fluid').click();
      await page.getByText('Step by step, as a list').click();
      await inspect(page, 'planner-reasons');
      await page.context().close();
      const phone = await open(
        '/?type=triathlon&duration_min=330&temperature_c=33&is_race_event=true',
        PHONE,
      );
      await inspect(phone, 'planner-phone');
      await phone.context().close();
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

      await expect.poll(() => page.locator('#code-curl').textContent()).toContain('"temperature_c": 30');
      expect(await amount(page, 'Fluid')).toBeGreaterThan(before);
      await page.getByRole('radio', { name: 'Run' }).focus();
      await page.keyboard.press('ArrowRight');
      await page.waitForURL(/type=trail_run/);
      await expect.poll(() => page.locator('#code-python').textContent()).toContain('trail_run');
      await expect
        .poll(() => page.locator('#announcement').textContent())
        .toMatch(/Stay under \d+ millilitres/);
      const seen = [
        await amount(page, 'Carbohydrate'),
        await amount(page, 'Fluid'),
        await ceiling(page).textContent(),
      ];
      await page.reload();
      const again = [
        await amount(page, 'Carbohydrate'),
        await amount(page, 'Fluid'),
        await ceiling(page).textContent(),
      ];
      expect(again).toEqual(seen);
      await page.context().close();
    },
    WALK_MS,
  );

  test(
    'a superseded answer is dropped; a rate limit keeps the last one, says so, and ends by itself',
    async () => {
      const page = await open('/', DESKTOP);
      const waiting: (() => void)[] = [];
      await page.route('**/try/calculate', async (route) => {
        await new Promise<void>((resolve) => waiting.push(resolve));
        await route.continue().catch(() => undefined);
      });
      const mass = page.getByRole('spinbutton', { name: 'Body mass' });
      await mass.fill('40');
      await mass.fill('100');
      await expect.poll(() => waiting.length).toBe(2);
      for (const release of waiting.reverse()) release();
      await expect.poll(() => page.locator('#code-curl').textContent()).toContain('"body_mass_kg": 100');
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
      expect(await page.locator('#code-curl').textContent()).toContain('"body_mass_kg": 50');
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
      expect(await amount(page, 'Carbohydrate')).toBeLessThan(before);
      await ceiling(page).waitFor();
      // axe needs timers, which stand still without script.
      await page.screenshot({ path: join(ARTIFACTS, 'planner-without-script.png'), fullPage: true });
      await page.context().close();
    },
    WALK_MS,
  );

  test(
    'asks for access with the keyboard, and gets a key behind a link that works once',
    async () => {
      const page = await open('/', DESKTOP);
      await page.getByRole('link', { name: 'Ask for access' }).focus();
      await page.keyboard.press('Enter');
      await page.getByLabel('Platform').focus();
      await page.keyboard.press('Enter');
      await page.getByText('Enter an e-mail address').waitFor();
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

      const operator = async (method: string, path: string) => {
        const init = {
          method,
          headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
        };
        const response = await fetch(`${sandbox.baseUrl}/operator/v1/access-requests${path}`, init);
        expect(response.status).toBe(200);
        return response.text();
      };
      const id = /acr_\w+/.exec(await operator('GET', ''))?.[0] ?? '';
      await operator('POST', `/${id}/approve`);
      await page.goto(`${sandbox.baseUrl}/dev/outbox`);
      const link = /http\S+\/access\/key\?link=[\w-]+/.exec(
        (await page.locator('pre').first().textContent()) ?? '',
      )?.[0];
      await page.goto(link ?? '');
      await inspect(page, 'access-link');
      await page.getByRole('button', { name: 'Make the key and show it' }).focus();
      await page.keyboard.press('Enter');
      const key = (await page.locator('#key').textContent()) ?? '';
      await inspect(page, 'access-key');
      const called = await fetch(`${sandbox.baseUrl}/v1/athletes`, {
        headers: { authorization: `Bearer ${key}` },
      });
      expect(called.status).toBe(200);
      await page.goto(link ?? '');
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
      await still.getByRole('link', { name: 'texts as a page' }).focus();
      await still.keyboard.press('Enter');
      await still.getByRole('heading', { name: 'Reference as text', level: 1 }).waitFor();
      await still.context().close();
    },
    WALK_MS,
  );

  test.each(['light', 'dark'] as const)(
    'a deep link into the reference is readable in %s, and is filled with an athlete of the reader',
    async (colorScheme) => {
      const context = await browser.newContext({ ...DESKTOP, colorScheme });
      const page = await context.newPage();
      await page.goto(`${sandbox.baseUrl}/docs#tag/athletes/GET/v1/athletes/{athlete_id}`);
      const section = page.getByRole('heading', { name: 'Read an athlete', level: 3 });
      await section.waitFor();
      const outlines =
        'getComputedStyle(document.activeElement).outlineStyle + document.activeElement.tagName';
      await page.waitForFunction("document.activeElement.tagName === 'SECTION'");
      expect(await page.evaluate<string>(outlines)).toBe('noneSECTION');
      await page.getByLabel('Try it with your own sandbox').fill('sk_live_x');
      await page.getByRole('button', { name: 'Fill in my athlete' }).click();
      await page.getByText('Use a sandbox key').waitFor();
      await page.getByLabel('Try it with your own sandbox').fill(sandbox.key);
      await page.getByRole('button', { name: 'Fill in my athlete' }).click();
      await page.getByText('The examples now use your key').waitFor();
      await section.waitFor();
      const {
        data: [athlete],
      } = await (
        await fetch(`${sandbox.baseUrl}/v1/athletes?limit=1`, {
          headers: { authorization: `Bearer ${sandbox.key}` },
        })
      ).json<{ readonly data: readonly [{ readonly id: string }] }>();
      await page.getByText(athlete.id).first().waitFor();
      const findings = await findingsOf(page, true, ['color-contrast']);
      // Scalar's copy buttons have no name; the colours are ours.
      expect(findings.filter((finding) => finding.startsWith('color-contrast'))).toEqual([]);
      await context.close();
    },
    WALK_MS,
  );

  test(
    'a fuel plan is readable as a page and as a drawing',
    async () => {
      // A page of its own: the plan has its own policy, and not that of one of ours.
      const context = await browser.newContext(DESKTOP);
      const page = await context.newPage();
      for (const [form, name] of [
        ['text/html', 'plan-page'],
        ['image/svg+xml', 'plan-drawing'],
      ] as const) {
        const text = await planAs(form);
        const drawing = `<html lang="en"><title>Plan</title><main><h1>Plan</h1>${text}</main></html>`;
        await page.setContent(form === 'text/html' ? text : drawing);
        await inspect(page, name);
      }
      await context.close();
    },
    WALK_MS,
  );

  /** Returns the plan of a ride in one of its forms. */
  async function planAs(form: string): Promise<string> {
    const send = async (path: string, body?: unknown) => {
      const answer = await fetch(`${sandbox.baseUrl}/v1/athletes${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          authorization: `Bearer ${sandbox.key}`,
          accept: form,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      expect(answer.ok).toBe(true);
      return answer.text();
    };
    const athlete = JSON.parse(await send('', { body_mass_kg: 62, vessels: [BOTTLE] })).id;
    const ride = { type: 'bike', duration_min: 240, intensity_level: 6, name: 'Three passes' };
    const activity = JSON.parse(await send(`/${athlete}/activities?calculate=true`, ride)).id;
    return send(`/${athlete}/activities/${activity}/fuel-plan?suggest=true`);
  }
});
