import { MULTI_SPORT_TYPES, SINGLE_SPORT_TYPES } from '@musette/engine/types';
import { describe, expect, test } from 'vitest';
import { DEVELOP, INDEPENDENT, INDEPENDENT_THREE, REPORT } from './index.ts';
import type { LabelledTitle } from './labelled-title.ts';

/** A title on both halves would let the vocabulary learn what it is then judged by. */
const MOST_ALIKE = 0.5;
const TYPES = [...SINGLE_SPORT_TYPES, ...MULTI_SPORT_TYPES];

/** Everything that the title's author wrote, in one string. */
const words = ({ title, description = '', tags = [] }: LabelledTitle): string =>
  [title, description, ...tags].join(' ').trim().normalize('NFKC').toLowerCase();

const trigrams = (text: string): Set<string> => {
  const characters = [...`  ${text}  `];
  return new Set(characters.slice(2).map((_, index) => characters.slice(index, index + 3).join('')));
};

/** Share of letter trigrams that two sets have in common, 0–1 (Jaccard). */
const likeness = (one: Set<string>, other: Set<string>): number => {
  const common = [...one].filter((trigram) => other.has(trigram)).length;
  return common / (one.size + other.size - common);
};

describe.each([
  ['develop', DEVELOP],
  ['report', REPORT],
  ['independent', INDEPENDENT],
] as const)('the %s titles', (_half, titles) => {
  test.each([...TYPES, null])('hold several of type %s', (type) => {
    expect(titles.filter((labelled) => labelled.type === type).length).toBeGreaterThanOrEqual(5);
  });
});

describe.each([
  ['develop', DEVELOP],
  ['report', REPORT],
  ['independent', INDEPENDENT],
  ['independent three', INDEPENDENT_THREE],
] as const)('the %s titles', (_half, titles) => {
  test('fit the wire’s limits and are written once each', () => {
    for (const { title, description = '', tags = [] } of titles) {
      expect(title.trim()).not.toBe('');
      expect(title.length).toBeLessThanOrEqual(2000);
      expect(description.length).toBeLessThanOrEqual(10_000);
      expect(tags.length).toBeLessThanOrEqual(50);
    }
    expect(new Set(titles.map(words)).size).toBe(titles.length);
  });

  test('name legs on multi-sport titles only, whose minutes sum to the whole', () => {
    for (const { title, type, legs, durationMin } of titles) {
      if (legs === undefined) continue;
      expect(['triathlon', 'duathlon', 'brick'], title).toContain(type);
      expect(legs.length, title).toBeGreaterThanOrEqual(2);
      const minutes = legs.map((leg) => leg.durationMin);
      if (minutes.every((leg) => leg !== undefined)) {
        expect(
          minutes.reduce((sum, leg) => sum + leg, 0),
          title,
        ).toBe(durationMin);
      }
    }
  });

  test('speak of a race only where a session took place', () => {
    expect(titles.filter(({ type, isRace }) => type === null && isRace)).toEqual([]);
  });
});

test('no report title is a near copy of a develop title', () => {
  const develop = DEVELOP.map((labelled) => ({ text: words(labelled), trigrams: trigrams(words(labelled)) }));
  const copies = REPORT.map(words).flatMap((text) => {
    const own = trigrams(text);
    return develop
      .filter((other) => likeness(own, other.trigrams) >= MOST_ALIKE)
      .map((other) => [text, other.text]);
  });
  expect(copies).toEqual([]);
});
