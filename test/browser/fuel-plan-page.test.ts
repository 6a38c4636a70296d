import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planPage } from '../../src/fuel-plans/forms/plan-page.ts';
import { textsOf } from '../../src/languages/languages.ts';
import { LANGUAGES } from '../../src/languages/tags.ts';
import { passCourse, pureFuelPlan } from '../support/pure-fuel-plan.ts';
import { ARTIFACTS, isInstalled, launchChromium } from './chromium.ts';

const BOTTLES = [{ kind: 'bottle', volumeMl: 750, count: 2 }] as const;
const FLASKS = [{ kind: 'flask', volumeMl: 500, count: 3 }] as const;
const LONG_NAME = 'W'.repeat(200);

const PLANS = {
  marathon: pureFuelPlan({ durationMin: 210, course: passCourse(42.2, 8) }),
  'gran fondo': pureFuelPlan({
    type: 'bike',
    durationMin: 360,
    name: 'Three passes & a lake',
    course: passCourse(160, 4),
    vessels: BOTTLES,
  }),
  '100 miles': pureFuelPlan({
    type: 'trail_run',
    durationMin: 1500,
    thermalStressLevel: 8,
    name: LONG_NAME,
    course: passCourse(160, 20, 'Long station name in the hills'),
    vessels: FLASKS,
  }),
  triathlon: pureFuelPlan({ type: 'triathlon', durationMin: 690, vessels: BOTTLES }),
  intervals: pureFuelPlan({ type: 'indoor_bike', durationMin: 75, intensityLevel: 8, vessels: BOTTLES }),
};

const SHEETS = Object.entries(PLANS).flatMap(([name, plan]) =>
  LANGUAGES.map((language) => [name, language, plan] as const),
);

describe.skipIf(!isInstalled)('the page to print', () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await launchChromium();
    page = await browser.newPage({ viewport: { width: 733, height: 1000 } });
    await page.emulateMedia({ media: 'print' });
  });
  afterAll(() => browser?.close());

  test.each(SHEETS)('fits one page of A4 and Letter: %s in %s', async (name, language, plan) => {
    await page.setContent(planPage(plan, await textsOf(language), undefined));
    for (const format of ['A4', 'Letter'] as const) {
      const pdf = await page.pdf({ format, preferCSSPageSize: false, printBackground: true });
      await writeFile(join(ARTIFACTS, `plan ${name} ${language} ${format}.pdf`), pdf);
      expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g), `${format}`).toHaveLength(1);
    }
    await page.screenshot({ path: join(ARTIFACTS, `plan ${name} ${language}.png`), fullPage: true });
    // Letter is the lower of both: 279 mm less margins of 9 mm are 986 px.
    expect(await page.evaluate<number>('document.body.scrollHeight')).toBeLessThanOrEqual(986);
    const cut = await page.evaluate<string[]>(
      "[...document.querySelectorAll('.card,.label,.tag,main')].filter((box) => box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1).map((box) => box.className + ': ' + box.textContent)",
    );
    expect(cut).toEqual([]);
    const smallest = await page.evaluate<number>(
      "Math.min(...[...document.querySelectorAll('main *')].map((one) => Number.parseFloat(getComputedStyle(one).fontSize)))",
    );
    // 8 pt are 10.67 px.
    expect(smallest).toBeGreaterThanOrEqual(10.6);
  });
});
