import { servingsText } from '@musette/languages/amounts';
import { LANGUAGES, textsOf } from '@musette/languages/languages';
import { describe, expect, test } from 'vitest';
import { escaped, unbroken, widthOf, wrapped } from '#nutrition/fuel-plans/forms/svg-text.ts';

describe.each(LANGUAGES)('lines of a drawing in %s', (language) => {
  test('never begin with punctuation or end with a bracket, at any width', async () => {
    const { plan, warnings, measures } = await textsOf(language);
    const texts = [
      warnings.EAH_OVERDRINK_REPORTED({ maxMlPerHr: 600 }, measures),
      warnings.CARB_CONCENTRATED({ gramsPerLitre: 120 }, measures),
      plan.coverage.carbSingleSource({ gPerHr: 90, uptakeGPerHr: 60 }),
      plan.drawing.ceilings({ fluid: '600 ml', sodium: '800 mg', confidencePercent: 62 }),
      plan.notes.why.no_food({ quantity: 'carb', amount: '60 g', max: '90 g' }),
    ];
    for (const text of texts) {
      for (let width = 24; width <= 60; width += 1) {
        const lines = wrapped(text, width);
        expect(lines.join('').replaceAll(/[ \u00A0\u2060]/g, '')).toBe(text.replaceAll(/[ \u00A0]/g, ''));
        for (const line of lines) {
          expect(line).not.toMatch(/^[\s;:!?%»、。，・：；？！）」〜ー]|[（「«]$/);
          expect(widthOf(line)).toBeLessThanOrEqual(width);
        }
      }
    }
  });
});

test.each([
  [0.5, '½'],
  [1.5, '1½'],
  [10, '10'],
  [1.25, '1¼'],
  [0.096, '¼'],
  [0.74, '¾'],
  [2.98, '3'],
])('%d servings are %s for people, never a decimal fraction', (servings, words) => {
  expect(servingsText(servings)).toBe(words);
});

/** Amounts as texts have them; `_` is a no-break space and `~` a word joiner. */
test.each([
  ['never exceed 670 ml/h (22 fl oz)', 'never exceed 670_ml/h (22_fl_oz)'],
  ['4.5 g powder + 1000 mg, 62 %', '4.5_g powder + 1000_mg, 62_%'],
  ['À 6 h 30, finis en 45 min', 'À 6_h_30, finis en 45_min'],
  ['for 5 h 30 min', 'for 5_h_30_min'],
  ['km 60 · mi 3.1', 'km_60_· mi_3.1'],
  ['2 × Gel 100 with 1½ cups of water', '2_×_Gel 100 with 1½_cups of water'],
  ['2 sachets · 3 Becher Wasser', '2_sachets_· 3_Becher Wasser'],
  ['150 gの粉、1時間30分ごとに½杯、2つまみ', '150_gの粉、1~時~間~3~0~分ごとに½~杯、2~つ~ま~み'],
  ['4 gels a day in 2026', '4_gels a day in 2026'],
  ['Gel 100 and Bar 40 min', 'Gel 100 and Bar 40_min'],
])('a line never ends between a number and its unit: %s', (text, expected) => {
  const shown = unbroken(text).replaceAll('\u00A0', '_').replaceAll('\u2060', '~');
  expect(shown).toBe(expected);
  expect(unbroken(unbroken(text))).toBe(unbroken(text));
  expect(escaped(text)).toBe(unbroken(text));
  // Each amount is on one line of a drawing, however narrow.
  const amounts = expected.match(/\S*[_~]\S*/g)?.filter((amount) => !/[ぁ-ん]/.test(amount)) ?? [];
  const lines = wrapped(text, 1).map((line) => line.replaceAll('\u00A0', '_'));
  for (const amount of amounts) expect(lines).toContain(amount);
});

test('a word joiner takes no column', () => {
  expect(widthOf(unbroken('30分'))).toBe(widthOf('30分'));
});
