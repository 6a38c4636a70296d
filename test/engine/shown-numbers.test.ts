import { RandomSource } from '@musette/basics/random-source';
import { explain } from '@musette/engine/explain';
import { activity, athlete, InputSource } from '@musette/engine/laboratory';
import { downToTens, prescribe, totalsOf } from '@musette/engine/prescribe';
import type { ActivityType, Rates } from '@musette/engine/types';
import { describe, expect, test } from 'vitest';
import { numbersOf, teaserRanges } from '#nutrition/prescriptions/prescription-shape.ts';

const TYPES: readonly ActivityType[] = [
  'run',
  'trail_run',
  'treadmill_run',
  'bike',
  'indoor_bike',
  'open_water_swim',
  'row',
  'ski',
  'hike',
  'triathlon',
  'duathlon',
  'brick',
];
const SESSIONS = 90;
const QUANTITIES = [
  { rate: 'carbGPerHr', total: 'carbG', grid: 1, ceiling: null },
  { rate: 'sodiumMgPerHr', total: 'sodiumMg', grid: 10, ceiling: 'maxSafeSodiumMgPerHr' },
  { rate: 'fluidMlPerHr', total: 'fluidMl', grid: 10, ceiling: 'maxSafeFluidMlPerHr' },
] as const;

/** Draws the same sessions for every type: any athlete, any whole minutes from 1 to 2,880. */
function calculations() {
  return TYPES.flatMap((type) => {
    const source = new InputSource(new RandomSource(90));
    return Array.from({ length: SESSIONS }, () => {
      const input = source.anything(0.1);
      const isMultiSport = type === 'triathlon' || type === 'duathlon' || type === 'brick';
      const segments = isMultiSport ? input.activity.segments : null;
      return { ...input, activity: { ...input.activity, type, segments } };
    });
  });
}

/** Rounds half up to the grid, or down if that would exceed the limit. */
function byRule(amount: number, grid: number, limit: number): number {
  const nearest = Math.floor(amount / grid + 0.5) * grid;
  return nearest > limit ? Math.floor(amount / grid) * grid : nearest;
}

describe('totals, rates and ranges of 12 types × 90 sessions', () => {
  const shown = calculations().map((input) => ({ input, rounded: prescribe(input).rounded }));

  test('there are 1,080 calculations, a quarter of them multi-sport', () => {
    expect(shown).toHaveLength(1080);
    expect(shown.filter(({ rounded }) => rounded.legs.length > 0)).toHaveLength(270);
  });

  test.each(QUANTITIES)('the total of $total follows from the shown rates and durations', (quantity) => {
    const { rate, total, grid, ceiling } = quantity;
    for (const { input, rounded } of shown) {
      const { durationMin } = input.activity;
      const parts = rounded.legs.length > 0 ? rounded.legs : [{ durationMin, rates: rounded.rates }];
      const amount = parts.reduce((sum, part) => sum + part.rates[rate] * part.durationMin, 0) / 60;
      const limit = ceiling === null ? Number.POSITIVE_INFINITY : (rounded[ceiling] * durationMin) / 60;
      expect(rounded.totals[total]).toBe(byRule(amount, grid, limit));
      expect(rounded.totals[total]).toBeLessThanOrEqual(limit);
    }
  });

  test.each(QUANTITIES)('the overall $rate of a multi-sport event is its total per hour', (quantity) => {
    const { rate, total, grid } = quantity;
    for (const { input, rounded } of shown.filter((each) => each.rounded.legs.length > 0)) {
      const hours = input.activity.durationMin / 60;
      const away = rounded.totals[total] - rounded.rates[rate] * hours;
      expect(away).toBeGreaterThanOrEqual(-1e-6);
      expect(away).toBeLessThan(grid * hours);
    }
  });

  test('the minutes of legs are whole and add up to the event', () => {
    for (const { input, rounded } of shown.filter((each) => each.rounded.legs.length > 0)) {
      for (const { durationMin } of rounded.legs) expect(Number.isInteger(durationMin)).toBe(true);
      const sum = rounded.legs.reduce((minutes, { durationMin }) => minutes + durationMin, 0);
      expect(sum).toBe(input.activity.durationMin);
    }
  });

  test('no range exceeds its ceiling, in full tier and in teaser tier', () => {
    for (const { input, rounded } of shown) {
      expect(rounded.ranges.fluidMlPerHr.max).toBeLessThanOrEqual(rounded.maxSafeFluidMlPerHr);
      expect(rounded.ranges.sodiumMgPerHr.max).toBeLessThanOrEqual(rounded.maxSafeSodiumMgPerHr);
      const teaser = teaserRanges(numbersOf(prescribe(input), 0));
      expect(teaser.fluid_ml_per_hr_range.max).toBeLessThanOrEqual(rounded.maxSafeFluidMlPerHr);
      expect(teaser.sodium_mg_per_hr_range.max).toBeLessThanOrEqual(rounded.maxSafeSodiumMgPerHr);
    }
  });

  test('a leg is explained with the displayed rates and minutes', () => {
    for (const { input, rounded } of shown.filter((each) => each.rounded.legs.length > 0)) {
      const explained = explain(input).legs?.map(({ type, durationMin, rates }) => ({
        type,
        durationMin,
        rates,
      }));
      expect(explained).toEqual(rounded.legs);
    }
  });

  test('a range keeps its uncapped end beside the maximum', () => {
    const cut = shown.filter(({ input, rounded }) => {
      const exact = prescribe(input).ranges.fluidMlPerHr.max;
      return exact > rounded.maxSafeFluidMlPerHr + 10;
    });
    expect(cut.length).toBeGreaterThan(0);
    for (const { rounded } of cut) {
      const { max, wouldNeedUpTo } = rounded.ranges.fluidMlPerHr;
      expect(wouldNeedUpTo).toBeGreaterThan(max);
    }
  });
});

test('100 ml/h for one hour adds up to 100 ml, and a half rounds up unless the ceiling forbids it', () => {
  const rates: Rates = { carbGPerHr: 45, sodiumMgPerHr: 310, fluidMlPerHr: 100 };
  const ceilings = { maxSafeFluidMlPerHr: 110, maxSafeSodiumMgPerHr: 310 };
  expect(totalsOf(rates, { ...ceilings, durationMin: 60 })).toEqual({
    carbG: 45,
    sodiumMg: 310,
    fluidMl: 100,
  });
  // 45 × .5 = 22.5 rounds up; 310 × .5 = 155 would round to 160, above 310 mg/h over half an hour.
  expect(totalsOf(rates, { ...ceilings, durationMin: 30 })).toEqual({
    carbG: 23,
    sodiumMg: 150,
    fluidMl: 50,
  });
  expect(downToTens(99.9)).toBe(90);
});

test('a race changes what the description of `is_race_event` says, and nothing else', () => {
  const shown = (isRaceEvent: boolean, durationMin: number, carbToleranceGPerHr: number | null) => {
    const { rates, safety } = prescribe({
      activity: activity({ type: 'bike', durationMin, intensityLevel: 6, isRaceEvent }),
      athlete: athlete({ carbToleranceGPerHr }),
      learned: null,
    });
    return { ...rates, ceiling: safety.maxSafeFluidMlPerHr };
  };
  // The target decides up to 2 hours, the gut from 3 to 6 if no intake was practised.
  const [race, training] = [shown(true, 90, null), shown(false, 90, null)];
  expect(race.carbGPerHr / training.carbGPerHr).toBeGreaterThan(1.1);
  expect(race.carbGPerHr / training.carbGPerHr).toBeLessThanOrEqual(7 / 6);
  for (const min of [180, 210, 360]) expect(shown(true, min, null)).toEqual(shown(false, min, null));
  // Training may practise more than is declared.
  const declared = 60;
  expect(shown(true, 210, declared).carbGPerHr).toBeLessThanOrEqual(declared);
  const practised = shown(false, 210, declared).carbGPerHr;
  expect(practised).toBeGreaterThan(declared);
  expect(practised).toBeLessThanOrEqual(1.1 * declared);
});
