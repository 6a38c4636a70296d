import { describe, expect, test } from 'vitest';
import { resolveBody } from '../../src/engine/body.ts';
import type { LearnedSweat, SweatBelief, SweatSport } from '../../src/engine/learned-state.ts';
import {
  driftTo,
  initialSweat,
  learnAnswer,
  learnWeighing,
  type SweatSession,
} from '../../src/engine/learning-sweat.ts';
import { athlete } from './fixtures.ts';

const DAY_MS = 86_400_000;
const WHO = athlete({ sweatLevel: null });
const FRESH: LearnedSweat = initialSweat(WHO, resolveBody(WHO));

function session(sport: SweatSport, hours: number, averageLPerHr: number): SweatSession {
  return {
    hours,
    massKg: 70,
    sport,
    averagePersonLPerHr: { foot: 0, bike: 0, swim: 0, [sport]: averageLPerHr },
  };
}

function means({ mean }: SweatBelief): string[] {
  return mean.map((value) => value.toFixed(4));
}

function variances({ covariance }: SweatBelief): number[] {
  return covariance.map((row, index) => row[index] ?? Number.NaN);
}

function expectVariances(belief: SweatBelief, expected: readonly number[]): void {
  variances(belief).forEach((value, index) => {
    expect(Math.abs(value - (expected[index] ?? Number.NaN))).toBeLessThanOrEqual(0.5e-5);
  });
}

describe('worked learning examples', () => {
  test('two weighed runs, thirty days apart, move both filters alike', () => {
    const run = session('foot', 2, 1);
    const first = learnWeighing(driftTo(FRESH, 0), run, { sweatLPerHr: 1.3, fluidLPerHr: 0, feel: null });
    expect(means(first.all)).toEqual(['0.1987', '0.1412', '0.1412', '0.0000']);
    expectVariances(first.all, [0.01886, 0.04801, 0.08801, 0.64]);
    expect(first.weighed).toEqual(first.all);
    const second = learnWeighing(driftTo(first, 30 * DAY_MS), run, {
      sweatLPerHr: 1.2,
      fluidLPerHr: 0,
      feel: null,
    });
    expect(means(second.all)).toEqual(['0.1893', '0.1342', '0.1342', '0.0000']);
    expectVariances(second.all, [0.01425, 0.05202, 0.09202, 0.64]);
  });

  test('a dry answer after a ride raises the planning filter by the largest step and leaves the weighed one', () => {
    const { sweat } = learnAnswer(driftTo(FRESH, 0), session('bike', 3, 0.8), {
      feel: 'dehydrated',
      notedLPerHr: 0.4,
      prescribedLPerHr: 0.4,
    });
    expect(means(sweat.all)).toEqual(['0.1066', '0.1500', '0.1066', '0.4365']);
    expectVariances(sweat.all, [0.07155, 0.06549, 0.11155, 0.56943]);
    expect(means(sweat.weighed)).toEqual(['0.0000', '0.0000', '0.0000', '0.0000']);
  });

  test('without a noted intake only a downward answer counts, in both filters', () => {
    const run = session('foot', 3, 0.9);
    const felt = { notedLPerHr: null, prescribedLPerHr: 0.5 };
    const over = learnAnswer(driftTo(FRESH, 0), run, { ...felt, feel: 'over_hydrated' }).sweat;
    expect(means(over.all)).toEqual(['-0.1462', '-0.1039', '-0.1039', '-0.3122']);
    expect(over.weighed).toEqual(over.all);
    const drifted = driftTo(over, 7 * DAY_MS);
    const dry = learnAnswer(drifted, run, { ...felt, feel: 'dehydrated' });
    expect(dry.moved).toBe(false);
    expect(dry.sweat.all).toEqual(drifted.all);
    expect(means(dry.sweat.all)).toEqual(means(over.all));
    expect(variances(dry.sweat.all)[0]).toBeGreaterThan(variances(over.all)[0] ?? 0);
  });
});
