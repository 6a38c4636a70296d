import { describe, expect, test } from 'vitest';
import { inferActivityType, inferBrick } from '../src/infer.ts';
import { LEXICON } from './lexicon.ts';
import { DEVELOP, INDEPENDENT, INDEPENDENT_THREE, REPORT } from './titles/index.ts';
import type { LabelledLeg, LabelledTitle } from './titles/labelled-title.ts';

const DOUBTFUL = 0.5;
/** One metre, for distances that were converted and rounded. */
const SAME_KM = 0.0011;

function toInput({ title, description, tags, locale }: LabelledTitle) {
  return { title, description: description ?? null, tags: tags ?? [], locale: locale ?? null };
}

interface Count {
  hits: number;
  of: number;
}

function count(titles: readonly LabelledTitle[], hit: (title: LabelledTitle) => boolean): Count {
  return { hits: titles.filter(hit).length, of: titles.length };
}

function share({ hits, of }: Count): number {
  return hits / of;
}

function legsAreRight(title: LabelledTitle, legs: readonly LabelledLeg[]): boolean {
  const { segments } = inferBrick({ ...toInput(title), durationMin: null }, LEXICON);
  return (
    segments.length === legs.length &&
    legs.every((leg, index) => {
      const segment = segments[index];
      if (segment?.type !== leg.type) return false;
      if (leg.durationMin !== undefined && segment.durationMin !== leg.durationMin) return false;
      return leg.distanceKm === undefined || Math.abs((segment.distanceKm ?? 0) - leg.distanceKm) <= SAME_KM;
    })
  );
}

function measure(titles: readonly LabelledTitle[]) {
  const infer = (title: LabelledTitle) => inferActivityType(toInput(title), LEXICON);
  return {
    type: count(
      titles.filter(({ type }) => type !== null),
      (title) => infer(title).inferredType === title.type,
    ),
    undecidable: count(
      titles.filter(({ type }) => type === null),
      (title) => infer(title).confidence <= DOUBTFUL,
    ),
    legs: count(
      titles.filter(({ legs }) => legs !== undefined),
      (title) => legsAreRight(title, title.legs ?? []),
    ),
    race: count(
      titles.filter(({ isRace }) => isRace !== undefined),
      (title) => infer(title).isRaceEvent === title.isRace,
    ),
    duration: count(
      titles.filter(({ durationMin }) => durationMin !== undefined),
      (title) => infer(title).durationMin === title.durationMin,
    ),
    intensity: count(
      titles.filter(({ intensity }) => intensity !== undefined),
      (title) => infer(title).intensityHint === title.intensity,
    ),
  };
}

/** Confidence against hit rate. A title with an undecidable sport counts as missed at any confidence. */
function reliability(titles: readonly LabelledTitle[]) {
  const edges = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.01];
  return edges.slice(0, -1).map((from, index) => {
    const to = edges[index + 1] ?? 1.01;
    const inside = titles
      .map((title) => ({ title, told: inferActivityType(toInput(title), LEXICON) }))
      .filter(({ told }) => told.confidence >= from && told.confidence < to);
    const hits = inside.filter(({ title, told }) => told.inferredType === title.type).length;
    const told = inside.reduce((sum, one) => sum + one.told.confidence, 0);
    return {
      confidence: `${from}–${Math.min(1, to)}`,
      titles: inside.length,
      told: inside.length === 0 ? null : Number((told / inside.length).toFixed(2)),
      right: inside.length === 0 ? null : Number((hits / inside.length).toFixed(2)),
    };
  });
}

function show(name: string, measured: ReturnType<typeof measure>): void {
  const lines = Object.entries(measured).map(
    ([what, one]) => `${what} ${one.hits}/${one.of} (${(100 * share(one)).toFixed(1)} %)`,
  );
  console.log(`${name}: ${lines.join(', ')}`);
}

test('the development titles keep their accuracy: 98 % of types, 97 % of doubts, races, totals and efforts', () => {
  const measured = measure(DEVELOP);
  show('develop', measured);
  console.table(reliability(DEVELOP));
  expect(share(measured.type)).toBeGreaterThanOrEqual(0.98);
  for (const one of [
    measured.undecidable,
    measured.race,
    measured.duration,
    measured.intensity,
    measured.legs,
  ]) {
    expect(share(one)).toBeGreaterThanOrEqual(0.97);
  }
});

describe.each([
  ['report', REPORT],
  ['independent', INDEPENDENT],
] as const)('titles that the vocabulary was not tuned on: %s', (name, titles) => {
  const measured = measure(titles);

  test('the type is right on at least 95 % of those whose sport a human could tell', () => {
    show(name, measured);
    expect(share(measured.type)).toBeGreaterThanOrEqual(0.95);
  });

  test('confidence is at most 0.5 on at least 90 % of those where a human could not tell', () => {
    expect(share(measured.undecidable)).toBeGreaterThanOrEqual(0.9);
  });

  test('legs are exactly right on at least 90 % of the multi-sport titles', () => {
    expect(share(measured.legs)).toBeGreaterThanOrEqual(0.9);
  });

  test('races and durations are right on at least 85 %', () => {
    expect(share(measured.race)).toBeGreaterThanOrEqual(0.85);
    expect(share(measured.duration)).toBeGreaterThanOrEqual(0.85);
  });

  test('confidence is calibrated: higher confidence is right more often, and about as often as stated', () => {
    const table = reliability(titles);
    console.table(table);
    for (const { titles: inside, told, right } of table) {
      if (inside < 20 || told === null || right === null) continue;
      expect(right).toBeGreaterThanOrEqual(told - 0.15);
    }
  });
});

test('titles of a third author keep the accuracy first measured on them, less two points: types, doubts and legs', () => {
  const measured = measure(INDEPENDENT_THREE);
  show('independent three', measured);
  expect(share(measured.type)).toBeGreaterThanOrEqual(0.936);
  expect(share(measured.undecidable)).toBeGreaterThanOrEqual(0.9);
  expect(share(measured.legs)).toBeGreaterThanOrEqual(0.98);
});
