import { describe, expect, test } from 'vitest';
import { servingsText } from '#core/languages/amounts.ts';
import { textsOf } from '#core/languages/languages.ts';
import { LANGUAGES } from '#core/languages/tags.ts';
import { widthOf, wrapped } from '#nutrition/fuel-plans/forms/svg-text.ts';

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
        expect(lines.join('').replaceAll(/[ ]/g, '')).toBe(text.replaceAll(/[ ]/g, ''));
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
