import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HEALTHY } from '@musette/engine/laboratory';
import { LANGUAGES, textsOf } from '@musette/languages/languages';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawFuelPlan } from '#nutrition/fuel-plans/forms/draw-fuel-plan.ts';
import { planPage } from '#nutrition/fuel-plans/forms/plan-page.ts';
import { rowsOf } from '#nutrition/fuel-plans/plan/views.ts';
import { WRITTEN_EVENTS } from '../support/fuel-events.ts';
import { asTyped } from '../support/page-fields.ts';
import { followedPlanOf, passCourse, pureFuelPlan } from '../support/pure-fuel-plan.ts';
import { ARTIFACTS, arePicturesKept, connectChromium, inspect, isInstalled } from './chromium.ts';
import { problemsOf } from './page-checks.ts';

const BOTTLES = [{ kind: 'bottle', volumeMl: 750, count: 2 }] as const;

const HOSTILE = {
  'a long name': pureFuelPlan({ durationMin: 240, title: 'W'.repeat(200), course: passCourse(40, 4) }),
  'many stations': pureFuelPlan({
    type: 'bike',
    durationMin: 360,
    title: 'Three passes & a lake',
    course: passCourse(160, 40, 'Long station name in the hills'),
    vessels: BOTTLES,
  }),
  'no name': pureFuelPlan({ type: 'indoor_bike', durationMin: 75, intensityLevel: 8, vessels: BOTTLES }),
  'a heart condition': pureFuelPlan({
    type: 'bike',
    durationMin: 300,
    vessels: BOTTLES,
    of: { health: { ...HEALTHY, heartFailure: true } },
  }),
};

const PLANS = [
  ...WRITTEN_EVENTS.map((event) => [event.name, followedPlanOf(event)] as const),
  ...Object.entries(HOSTILE),
];

/** Each plan in English and in two other languages, which take turns, so that each language prints several plans. */
const SHEETS = PLANS.flatMap(([name, plan], index) => {
  const others = LANGUAGES.filter((language) => language !== 'en');
  const turns = [others[index % others.length], others[(index + 2) % others.length]];
  return ['en' as const, ...turns].flatMap((language) => (language ? [[name, language, plan] as const] : []));
});

const PAPER_PX = { width: 733, height: 1000 };
/** Lists amounts and times that begin on one line and end on another. */
const DIVIDED_AMOUNTS = `(() => {
  const amount = /[\\d½¼¾.,]+\\s?\u2060?(?:fl\\soz|m?g|ml|km|mi|h(?:\\s\\d\\d)?|min|%|×|[時分杯錠本個][\u2060間]*)/g;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const divided = [];
  while (texts.nextNode()) {
    const { currentNode } = texts;
    for (const { 0: words, index } of currentNode.data.matchAll(amount)) {
      range.setStart(currentNode, index);
      range.setEnd(currentNode, index + words.length);
      const tops = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top));
      if (Math.max(...tops) - Math.min(...tops) > 4) divided.push(words);
    }
  }
  return divided;
})()`;

/** Millimetres of a CSS pixel, and points. */
const MM_PER_PX = 25.4 / 96;
const PT_PER_PX = 72 / 96;
/** The longest session whose first sheet is promised to be one page. */
const ONE_PAGE_MIN = 720;

/** Most sheets of a plan with the session over time, on A4; on Letter a translation may need one more. */
const SHEETS_MAX = 3;
/** More of those that last a day, or have bags at many stations. */
const SHEETS_OF_LONG_MAX: Readonly<Record<string, number>> = {
  '04-marathon-240': 4,
  '08-100miles': 6,
  '09-24h-loop': 5,
  '13-ironman': 4,
  'many stations': 5,
};

/** Width and height of a part to cut out, mm. */
const SIZES_MM: Readonly<Record<string, readonly [number, number]>> = {
  '.card': [45, 130],
};

describe.skipIf(!isInstalled)('the sheets to print', () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await connectChromium();
    page = await browser.newPage({ viewport: PAPER_PX });
  });
  afterAll(() => browser?.close());

  const pagesOf = async (format: 'A4' | 'Letter', file: string | null) => {
    const pdf = await page.pdf({ format, printBackground: true });
    if (file !== null) await writeFile(join(ARTIFACTS, `${file} ${format}.pdf`), pdf);
    return pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
  };

  /** Returns the smallest letters of some elements, pt. */
  const smallestPt = async (selector: string) =>
    PT_PER_PX *
    (await page.evaluate<number>(
      `Math.min(...[...document.querySelectorAll('${selector}')].map((one) => Number.parseFloat(getComputedStyle(one).fontSize)))`,
    ));

  test.each(SHEETS)('fit their pages, cards and labels of a plan: %s in %s', async (name, language, plan) => {
    await page.emulateMedia({ media: 'print' });
    await page.setContent(planPage(plan, await textsOf(language), undefined));
    const most = SHEETS_OF_LONG_MAX[name] ?? SHEETS_MAX;
    expect(await pagesOf('A4', null)).toBeLessThanOrEqual(most);
    expect(await pagesOf('Letter', null)).toBeLessThanOrEqual(most + (language === 'en' ? 0 : 1));
    if (arePicturesKept) {
      const file = `plan ${name.replaceAll(/\W+/g, ' ')} ${language}`;
      await pagesOf('A4', file);
      await pagesOf('Letter', file);
    }
    for (const [selector, [widthMm, heightMm]] of Object.entries(SIZES_MM)) {
      const boxes = await page.evaluate<{ width: number; height: number }[]>(
        `[...document.querySelectorAll('${selector}')].map((box) => { const { width, height } = box.getBoundingClientRect(); return { width, height } })`,
      );
      for (const { width, height } of boxes) {
        expect(Math.abs(width * MM_PER_PX - widthMm), selector).toBeLessThan(0.8);
        expect(Math.abs(height * MM_PER_PX - heightMm), selector).toBeLessThan(0.8);
      }
    }
    // Nothing is wider or higher than its box, and no line of a card runs into the one below.
    const cut = await page.evaluate<string[]>(
      `[...document.querySelectorAll('.card,.card span,.card b,.label,.tag,.rows,.lists,main')].filter((box) => box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1
        || [...box.children].some((one, index, all) => box.matches('.card,.label') && all[index + 1] && one.getBoundingClientRect().bottom > all[index + 1].getBoundingClientRect().top + 1)).map((box) => box.className + ': ' + box.textContent)`,
    );
    expect(cut).toEqual([]);
    const words = await page.evaluate<string>('document.body.innerText');
    expect(words).not.toMatch(/…|undefined|NaN|\bnull\b|: *$|–\s*$/m);
    const last = await page.evaluate<string[]>(
      "[...document.querySelectorAll('.card')].map((card) => card.innerText.trim().split('\\n').at(-1))",
    );
    const ceiling = (await textsOf(language)).plan.paper.maximum({
      rate: `${plan.numbers.maxSafeFluidMlPerHr} ml/h`,
    });
    for (const line of last) expect(asTyped(line)).toBe(ceiling);
    if (rowsOf(plan.plan).length > 0) expect(await smallestPt('.rows td')).toBeGreaterThanOrEqual(9.49);
    if (last.length > 0) expect(await smallestPt('.card .line, .card .line *')).toBeGreaterThanOrEqual(8.99);
    if (plan.durationMin <= ONE_PAGE_MIN) {
      await page.addStyleTag({ content: '.night,.cut,.over-time{display:none}' });
      expect([await pagesOf('A4', null), await pagesOf('Letter', null)]).toEqual([1, 1]);
    }
  });

  test.each(LANGUAGES)(
    'never divide an amount or a time between two lines of a phone, in %s',
    async (language) => {
      const plan = PLANS.find(([name]) => name.startsWith('12'))?.[1];
      if (plan === undefined) throw new Error('no triathlon among the written events');
      await page.emulateMedia({ media: 'screen' });
      for (const units of ['metric', 'us'] as const) {
        await page.setContent(planPage(plan, await textsOf(language, units), undefined));
        for (const width of [320, 344, 360, 390]) {
          await page.setViewportSize({ width, height: 740 });
          expect(await page.evaluate<string[]>(DIVIDED_AMOUNTS), `${units}, ${width} px`).toEqual([]);
        }
      }
      await page.setViewportSize(PAPER_PX);
    },
  );

  test.each(['11-fondo-heat', '13-ironman', 'a heart condition'])(
    'are readable on light and dark screens as a page and as a drawing: %s',
    async (name) => {
      const plan = PLANS.find(([each]) => each === name)?.[1];
      if (plan === undefined) throw new Error(`${name} is not a plan`);
      const texts = await textsOf('en');
      await page.emulateMedia({ media: 'screen' });
      await page.setContent(planPage(plan, texts, undefined));
      await inspect(page, `sheets ${name}`);
      await page.emulateMedia({ media: 'print' });
      expect(await problemsOf(page), 'printed').toEqual([]);
      await page.emulateMedia({ media: 'screen' });
      const drawing = drawFuelPlan(plan, texts, undefined);
      await page.setContent(`<html lang="en"><title>Plan</title><main><h1>Plan</h1>${drawing}</main></html>`);
      await inspect(page, `drawing ${name}`);
    },
  );
});
