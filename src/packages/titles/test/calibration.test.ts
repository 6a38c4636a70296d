import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { inferActivityType } from '../src/infer.ts';
import { LEXICON } from './lexicon.ts';
import { DEVELOP, INDEPENDENT, INDEPENDENT_THREE, REPORT } from './titles/index.ts';
import type { LabelledTitle } from './titles/labelled-title.ts';

/**
 * The table of `calibrated` (`read-session.ts`) was fitted on the first half. Titles of one family are in the same
 * half.
 */
const [FITTED, CHECKED] = halves([...DEVELOP, ...REPORT, ...INDEPENDENT, ...INDEPENDENT_THREE]);

/** Titles that share their longest word are one family: "Morning run", "Morning ride". */
function familyOf({ title }: LabelledTitle): string {
  const words = title.toLowerCase().match(/\p{L}+/gu) ?? [''];
  return words.reduce((longest, word) => (word.length > longest.length ? word : longest));
}

function halves(titles: readonly LabelledTitle[]): readonly [LabelledTitle[], LabelledTitle[]] {
  const isFirst = (title: LabelledTitle) =>
    (createHash('sha256').update(familyOf(title)).digest()[0] ?? 0) < 128;
  return [titles.filter(isFirst), titles.filter((title) => !isFirst(title))];
}

const BANDS = [0, 0.1, 0.25, 0.45, 0.55, 0.75, 0.85, 0.92, 1.01];
const FEWEST = 20;
const WITHIN = 0.07;
/** Answers capped at one half by rule, for words of an unconfirmed language, are right more often. */
const HELD_BAND = 0.45;

interface Band {
  readonly from: number;
  readonly titles: number;
  readonly told: number;
  readonly right: number;
}

/** Compares confidence with the share that is right. A title with an undecidable sport counts as missed. */
function bandsOf(titles: readonly LabelledTitle[]): Band[] {
  const answers = titles.map(({ title, description, tags, locale, type }) => {
    const input = { title, description: description ?? null, tags: tags ?? [], locale: locale ?? null };
    const { confidence, inferredType } = inferActivityType(input, LEXICON);
    return { confidence, isRight: inferredType === type };
  });
  return BANDS.slice(0, -1).map((from, index) => {
    const inside = answers.filter(
      ({ confidence }) => confidence >= from && confidence < (BANDS[index + 1] ?? 1),
    );
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    return {
      from,
      titles: inside.length,
      told: mean(inside.map(({ confidence }) => confidence)),
      right: mean(inside.map(({ isRight }) => (isRight ? 1 : 0))),
    };
  });
}

describe.each([
  ['the half that it was fitted on', FITTED],
  ['the other half', CHECKED],
] as const)('confidence is calibrated on %s', (_, titles) => {
  test('each band is right within .07 of its confidence, and answers capped at one half no less often', () => {
    const bands = bandsOf(titles);
    console.table(bands);
    for (const { from, titles: inside, told, right } of bands) {
      if (inside < FEWEST) continue;
      expect(right, `band from ${from}`).toBeGreaterThanOrEqual(told - WITHIN);
      if (from !== HELD_BAND) expect(right, `band from ${from}`).toBeLessThanOrEqual(told + WITHIN);
    }
  });
});
