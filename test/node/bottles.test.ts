import { describe, expect, test } from 'vitest';
import { fillBottles, type Sip } from '#nutrition/fuel-plans/plan/bottles.ts';
import { drinkOf } from '#nutrition/fuel-plans/plan/drink.ts';
import type { Stop } from '#nutrition/fuel-plans/plan/stops.ts';
import { isPlainWater } from '#nutrition/fuel-plans/portions.ts';
import { PRODUCTS } from '../support/plan-sessions.ts';

const water = PRODUCTS.find(isPlainWater);

function stop(km: number, isOnFoot: boolean): Stop {
  return {
    km,
    atMin: km * 6,
    name: null,
    kind: km === 0 ? 'start' : 'aid',
    offers: new Set(['water'] as const),
    isOnFoot,
  };
}

/** Drinks this much water every quarter of an hour. */
function sips(volumeMl: number, count: number): readonly Sip[] {
  if (water === undefined) throw new Error('the catalogue has plain water');
  const drink = drinkOf(water);
  return Array.from({ length: count }, (_, index) => ({
    atMin: 15 * index,
    toMin: 15 * (index + 1),
    drink,
    volumeMl,
  }));
}

const THREE_BOTTLES = [{ kind: 'bottle', volumeMl: 750, count: 3 }] as const;

describe('the bottles that are filled', () => {
  test('last as long as they hold on a ride, and on foot carry no more than half a litre past water', () => {
    const stopsOn = (isOnFoot: boolean) => [0, 5, 10, 15].map((km) => stop(km, isOnFoot));
    const ridden = fillBottles(sips(200, 8), stopsOn(false), THREE_BOTTLES, []).fills;
    expect(ridden.map(({ stop: { km }, fillMl }) => [km, fillMl])).toEqual([
      [0, 550],
      [0, 550],
      [0, 500],
    ]);
    const run = fillBottles(sips(200, 8), stopsOn(true), THREE_BOTTLES, []).fills;
    expect(run.map(({ stop: { km }, fillMl }) => [km, fillMl])).toEqual([
      [0, 400],
      [5, 400],
      [10, 400],
      [15, 400],
    ]);
    const sipped = fillBottles(sips(100, 8), stopsOn(true), THREE_BOTTLES, []).fills;
    expect(sipped.map(({ stop: { km }, fillMl }) => [km, fillMl])).toEqual([
      [0, 400],
      [10, 400],
    ]);
  });

  test('are numbered in the order in which they are filled, and evenly if the last one would be less than half full', () => {
    const { fills } = fillBottles(sips(194, 4), [stop(0, false)], THREE_BOTTLES, []);
    expect(fills.map(({ vessel, fillMl }) => [vessel, fillMl])).toEqual([
      [1, 400],
      [2, 376],
    ]);
  });
});
