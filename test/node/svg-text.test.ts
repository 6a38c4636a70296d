import { describe, expect, test } from 'vitest';
import { textsOf } from '#core/languages/languages.ts';
import { LANGUAGES } from '#core/languages/tags.ts';
import { servingsText, widthOf, wrapped } from '#nutrition/fuel-plans/forms/svg-text.ts';

describe.each(LANGUAGES)('lines of a drawing in %s', (language) => {
  test('never begin with punctuation or end with a bracket, at any width', async () => {
    const { plan, warnings } = await textsOf(language);
    const texts = [
      warnings.EAH_OVERDRINK_REPORTED({ maxMlPerHr: 600 }),
      warnings.CARB_CONCENTRATED({ gramsPerLitre: 120 }),
      plan.coverage.carbSingleSource({ gPerHr: 90, uptakeGPerHr: 60 }),
      plan.drawing.ceilings({ fluidMl: 600, sodiumMg: 800, confidencePercent: 62 }),
      plan.drawing.legend(),
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
  [0.5, 'en', '½'],
  [1.5, 'fr', '1½'],
  [10, 'de', '10'],
  [1.25, 'en', '1.25'],
  [1.25, 'fr', '1,25'],
  [0.333, 'it', '0,33'],
  [1.7, 'ja', '1.7'],
] as const)('%d servings in %s are %s', (servings, language, words) => {
  expect(servingsText(servings, language)).toBe(words);
});
