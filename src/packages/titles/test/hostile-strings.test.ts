import { describe, expect, test } from 'vitest';
import { fc } from '../../../../test/support/random-seed.ts';
import { findCues } from '../src/find-cues.ts';
import { inferActivityType, inferBrick } from '../src/infer.ts';
import { MAX_READ_CHARACTERS, tokenize } from '../src/tokenize.ts';
import { HOSTILE } from './hostile-strings.ts';
import { LEXICON } from './lexicon.ts';

/** Lookups per character read: phrases, compound endings, suffixes and spellings of each word are bounded. */
const STEPS_PER_CHARACTER = 120;

/** First and last letters of scripts, and how many of them a random word has. */
const SCRIPTS: readonly (readonly [from: number, to: number])[] = [
  [0x61, 0x7a],
  [0xc0, 0x17f],
  [0x391, 0x3c9],
  [0x410, 0x44f],
  [0x531, 0x586],
  [0x5d0, 0x5ea],
  [0x621, 0x64a],
  [0x905, 0x939],
  [0xe01, 0xe2e],
  [0x10d0, 0x10f0],
  [0x3041, 0x3093],
  [0x30a1, 0x30f3],
  [0x4e00, 0x9fa5],
  [0xac00, 0xd7a3],
];

/** Titles of random words, each in one script, with numbers and signs between. */
function noise() {
  return fc
    .constantFrom(...SCRIPTS)
    .chain(([from, to]) =>
      fc.array(
        fc.oneof(
          {
            weight: 6,
            arbitrary: fc
              .array(fc.integer({ min: from, max: to }), { minLength: 2, maxLength: 9 })
              .map((codes) => String.fromCharCode(...codes)),
          },
          { weight: 1, arbitrary: fc.constantFrom('-', ':', '+', '/', '(', ')', '#', '!') },
          { weight: 1, arbitrary: fc.integer({ min: 0, max: 99 }).map(String) },
        ),
        { minLength: 1, maxLength: 7 },
      ),
    )
    .map((words) => words.join(' '));
}

function stepsOf(text: string): number {
  const work = { steps: 0 };
  findCues(tokenize(text), LEXICON, work);
  return work.steps;
}

describe('strings designed to be slow', () => {
  test.each(Object.entries(HOSTILE))('%s: the work stays linear and the answer well-formed', (_, text) => {
    expect(stepsOf(text)).toBeLessThanOrEqual(STEPS_PER_CHARACTER * text.length);
    const inferred = inferActivityType(
      { title: text, description: text, tags: [text], locale: null },
      LEXICON,
    );
    expect(inferred.confidence).toBeGreaterThanOrEqual(0);
    expect(inferred.confidence).toBeLessThanOrEqual(1);
    expect(
      inferBrick({ title: text, description: null, tags: [], locale: null, durationMin: 90 }, LEXICON)
        .segments.length,
    ).toBeLessThanOrEqual(10);
  });

  test('twice the text is at most about twice the work', () => {
    for (const text of Object.values(HOSTILE)) {
      const half = text.slice(0, text.length / 2);
      expect(stepsOf(text)).toBeLessThanOrEqual(2.2 * stepsOf(half) + 200);
    }
  });

  test('text beyond the reading limit is not read', () => {
    expect(tokenize('run '.repeat(MAX_READ_CHARACTERS)).length).toBeLessThanOrEqual(
      MAX_READ_CHARACTERS / 4 + 1,
    );
  });

  test.each(['\ud800', '\udbff', '\udc00', '\udfff'])('half a surrogate pair ends a word: %j', (half) => {
    expect(tokenize(`run${half}`).map(({ text }) => text)).toEqual(['run']);
  });

  test('random letters of any script are noise: no answer above one half, and none throws', () => {
    const seed = 20_261_121;
    const loud: string[] = [];
    fc.assert(
      fc.property(noise(), (title) => {
        const { confidence } = inferActivityType(
          { title, description: null, tags: [], locale: null },
          LEXICON,
        );
        if (confidence > 0.5) loud.push(title);
      }),
      { numRuns: 10_000, seed },
    );
    expect(loud, `seed ${seed}`).toEqual([]);
  });

  test('any string gets an answer within the ranges of the contract', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      // Halves of surrogate pairs and control characters.
      fc.array(fc.nat(0xffff), { maxLength: 200 }).map((units) => String.fromCharCode(...units)),
    );
    fc.assert(
      fc.property(anything, anything, fc.option(anything), (title, description, locale) => {
        const input = { title, description, tags: [description], locale };
        const inferred = inferActivityType(input, LEXICON);
        const level = inferred.intensityLevel ?? 1;
        const minutes = inferred.durationMin ?? 1;
        return (
          inferred.confidence >= 0 &&
          inferred.confidence <= 1 &&
          level >= 1 &&
          level <= 9 &&
          Number.isInteger(minutes) &&
          minutes >= 1 &&
          minutes <= 2880
        );
      }),
      { numRuns: 3000 },
    );
  });
});
