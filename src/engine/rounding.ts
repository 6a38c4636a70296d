/** Values as they are shown: rates and ceilings never rounded up, ranges outward. */

import type { Range, RateRanges, Rates, Totals } from './types.ts';

/** Values on the grid on which they are shown: whole g, tens of ml and mg. */
export interface Rounded {
  readonly rates: Rates;
  readonly totals: Totals;
  readonly ranges: RateRanges;
  readonly maxSafeFluidMlPerHr: number;
  readonly maxSafeSodiumMgPerHr: number;
}

/** Values before rounding. */
export interface Unrounded {
  readonly rates: Rates;
  readonly totals: Totals;
  readonly ranges: RateRanges;
  readonly maxSafeFluidMlPerHr: number;
  readonly maxSafeSodiumMgPerHr: number;
  readonly hours: number;
}

const GRID = { carbG: 1, fluidMl: 10, sodiumMg: 10 } as const;

/** Rounds down to the grid; the tolerance keeps 300 − 1e-13 at 300. */
function down(value: number, grid: number): number {
  return Math.floor(value / grid + 1e-9) * grid;
}

function up(value: number, grid: number): number {
  return Math.ceil(value / grid - 1e-9) * grid;
}

function nearest(value: number, grid: number): number {
  return Math.round(value / grid) * grid;
}

/** Widens a range to the grid and to the shown rate. */
function outward({ min, max }: Range, grid: number, shown: number): Range {
  return { min: Math.min(down(min, grid), shown), max: Math.max(up(max, grid), shown) };
}

/**
 * Rounds carbohydrate to whole grams, fluid and sodium down to tens, totals to the nearest ten within the
 * ceiling.
 */
export function roundPrescription(exact: Unrounded): Rounded {
  const maxSafeFluidMlPerHr = down(exact.maxSafeFluidMlPerHr, GRID.fluidMl);
  const maxSafeSodiumMgPerHr = down(exact.maxSafeSodiumMgPerHr, GRID.sodiumMg);
  const rates: Rates = {
    carbGPerHr: Math.round(exact.rates.carbGPerHr),
    sodiumMgPerHr: down(exact.rates.sodiumMgPerHr, GRID.sodiumMg),
    fluidMlPerHr: down(exact.rates.fluidMlPerHr, GRID.fluidMl),
  };
  return {
    rates,
    totals: {
      carbG: Math.round(exact.totals.carbG),
      sodiumMg: Math.min(
        nearest(exact.totals.sodiumMg, GRID.sodiumMg),
        down(maxSafeSodiumMgPerHr * exact.hours, GRID.sodiumMg),
      ),
      fluidMl: Math.min(
        nearest(exact.totals.fluidMl, GRID.fluidMl),
        down(maxSafeFluidMlPerHr * exact.hours, GRID.fluidMl),
      ),
    },
    ranges: {
      carbGPerHr: outward(exact.ranges.carbGPerHr, GRID.carbG, rates.carbGPerHr),
      sodiumMgPerHr: outward(exact.ranges.sodiumMgPerHr, GRID.sodiumMg, rates.sodiumMgPerHr),
      fluidMlPerHr: outward(exact.ranges.fluidMlPerHr, GRID.fluidMl, rates.fluidMlPerHr),
    },
    maxSafeFluidMlPerHr,
    maxSafeSodiumMgPerHr,
  };
}
