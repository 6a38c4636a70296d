/**
 * Rounds values for display: rates and ceilings never up, ranges outward but within the ceilings, totals from
 * the displayed rates.
 */

import { LEAST_CARB_G_PER_HR } from './carbohydrate.ts';
import type { EventPlan } from './plan.ts';
import type { Range, RateRanges, Rates, ShownRange, SingleSportType, Totals } from './types.ts';

/** One displayed leg of a multi-sport event. The legs' whole minutes add up to those of the event. */
export interface ShownLeg {
  readonly type: SingleSportType;
  readonly durationMin: number;
  readonly rates: Rates;
}

/** Values on the displayed grid: whole g, tens of ml and mg. */
export interface Rounded {
  readonly rates: Rates;
  readonly totals: Totals;
  readonly ranges: RateRanges<ShownRange>;
  readonly maxSafeFluidMlPerHr: number;
  readonly maxSafeSodiumMgPerHr: number;
  /** In order. Empty for a single-sport event. */
  readonly legs: readonly ShownLeg[];
}

/** Values before rounding. */
export interface Unrounded {
  readonly rates: Rates;
  readonly ranges: RateRanges;
  readonly maxSafeFluidMlPerHr: number;
  readonly maxSafeSodiumMgPerHr: number;
  /** Whole minutes. */
  readonly durationMin: number;
  /** Legs of a multi-sport event, in order. Empty for a single sport. */
  readonly legs: readonly ShownLeg[];
}

const GRID = { carbG: 1, fluidMl: 10, sodiumMg: 10 } as const;

/** Rounds down to the grid. The tolerance keeps 300 − 1e-13 at 300. */
function down(value: number, grid: number): number {
  return Math.floor(value / grid + 1e-9) * grid;
}

function up(value: number, grid: number): number {
  return Math.ceil(value / grid - 1e-9) * grid;
}

/** Widens a range to the grid and to include the displayed rate. Its maximum ends at the ceiling. */
function outward(
  { min, max }: Range,
  grid: number,
  { shown, ceiling }: { shown: number; ceiling: number },
): ShownRange {
  const wouldNeedUpTo = Math.max(up(max, grid), shown);
  return {
    min: Math.min(down(min, grid), shown),
    max: Math.min(wouldNeedUpTo, ceiling),
    wouldNeedUpTo,
  };
}

function withoutLittle({ min, max }: Range): Range {
  const orNothing = (rate: number): number => (rate < LEAST_CARB_G_PER_HR ? 0 : rate);
  return { min: orNothing(min), max: orNothing(max) };
}

interface SessionCeiling {
  readonly perHr: number;
  readonly durationMin: number;
}

/** Rounds an amount half up to the grid, or down if rounding up would exceed the ceiling. */
function roundTotal(amount: number, grid: number, { perHr, durationMin }: SessionCeiling): number {
  const nearest = Math.floor(amount / grid + 0.5) * grid;
  return nearest > (perHr * durationMin) / 60 ? Math.floor(amount / grid) * grid : nearest;
}

/** The displayed ceilings of a session with its minutes. */
interface ShownCeilings {
  readonly maxSafeFluidMlPerHr: number;
  readonly maxSafeSodiumMgPerHr: number;
  readonly durationMin: number;
}

/**
 * Returns the totals of a single-sport session: displayed rate × duration on the grid, in g, mg and ml.
 * Rounded half up, or down if rounding up would exceed ceiling × duration.
 */
export function totalsOf(rates: Rates, { durationMin, ...ceilings }: ShownCeilings): Totals {
  return roundTotals([{ durationMin, rates }], { durationMin, ...ceilings });
}

/** Sums displayed rates × minutes, and rounds each sum to its grid within its ceiling. */
function roundTotals(
  legs: readonly Pick<ShownLeg, 'durationMin' | 'rates'>[],
  { durationMin, maxSafeFluidMlPerHr, maxSafeSodiumMgPerHr }: ShownCeilings,
): Totals {
  const no = { perHr: Number.POSITIVE_INFINITY, durationMin };
  const fluid = { perHr: maxSafeFluidMlPerHr, durationMin };
  const sodium = { perHr: maxSafeSodiumMgPerHr, durationMin };
  return {
    carbG: roundTotal(amountOver(legs, 'carbGPerHr'), GRID.carbG, no),
    sodiumMg: roundTotal(amountOver(legs, 'sodiumMgPerHr'), GRID.sodiumMg, sodium),
    fluidMl: roundTotal(amountOver(legs, 'fluidMlPerHr'), GRID.fluidMl, fluid),
  };
}

function amountOver(legs: readonly Pick<ShownLeg, 'durationMin' | 'rates'>[], name: keyof Rates): number {
  return legs.reduce((sum, { durationMin, rates }) => sum + rates[name] * durationMin, 0) / 60;
}

/**
 * Rounds carbohydrate to whole grams, fluid and sodium down to tens. Totals follow from the displayed rates.
 * For multi-sport events the totals are sums over the displayed legs, and the overall rates are those totals
 * per hour, rounded down.
 */
export function roundPrescription(exact: Unrounded): Rounded {
  const { durationMin } = exact;
  const ceilings = shownCeilings(exact);
  const legs = shownLegs(exact.legs, { ...ceilings, durationMin });
  const totals =
    legs.length > 0
      ? roundTotals(legs, { ...ceilings, durationMin })
      : totalsOf(shownRates(exact.rates), { ...ceilings, durationMin });
  const rates = legs.length > 0 ? ratesOfTotals(totals, durationMin) : shownRates(exact.rates);
  return {
    rates,
    totals,
    ranges: shownRanges(exact.ranges, rates, ceilings),
    ...ceilings,
    legs,
  };
}

/** Rounds the fluid and sodium ceilings down to tens. */
function shownCeilings(
  exact: Pick<Unrounded, 'maxSafeFluidMlPerHr' | 'maxSafeSodiumMgPerHr'>,
): Pick<Rounded, 'maxSafeFluidMlPerHr' | 'maxSafeSodiumMgPerHr'> {
  return {
    maxSafeFluidMlPerHr: down(exact.maxSafeFluidMlPerHr, GRID.fluidMl),
    maxSafeSodiumMgPerHr: down(exact.maxSafeSodiumMgPerHr, GRID.sodiumMg),
  };
}

/** Rounds a fluid rate, a sodium rate or one of their ceilings down to tens. */
export function downToTens(value: number): number {
  return down(value, GRID.fluidMl);
}

function shownRates({ carbGPerHr, sodiumMgPerHr, fluidMlPerHr }: Rates): Rates {
  return {
    carbGPerHr: Math.round(carbGPerHr),
    sodiumMgPerHr: down(sodiumMgPerHr, GRID.sodiumMg),
    fluidMlPerHr: down(fluidMlPerHr, GRID.fluidMl),
  };
}

function ratesOfTotals({ carbG, sodiumMg, fluidMl }: Totals, durationMin: number): Rates {
  return {
    carbGPerHr: down((carbG * 60) / durationMin, GRID.carbG),
    sodiumMgPerHr: down((sodiumMg * 60) / durationMin, GRID.sodiumMg),
    fluidMlPerHr: down((fluidMl * 60) / durationMin, GRID.fluidMl),
  };
}

function shownRanges(
  ranges: RateRanges,
  rates: Rates,
  ceilings: Pick<Rounded, 'maxSafeFluidMlPerHr' | 'maxSafeSodiumMgPerHr'>,
): RateRanges<ShownRange> {
  return {
    carbGPerHr: outward(withoutLittle(ranges.carbGPerHr), GRID.carbG, {
      shown: rates.carbGPerHr,
      ceiling: Number.POSITIVE_INFINITY,
    }),
    sodiumMgPerHr: outward(ranges.sodiumMgPerHr, GRID.sodiumMg, {
      shown: rates.sodiumMgPerHr,
      ceiling: ceilings.maxSafeSodiumMgPerHr,
    }),
    fluidMlPerHr: outward(ranges.fluidMlPerHr, GRID.fluidMl, {
      shown: rates.fluidMlPerHr,
      ceiling: ceilings.maxSafeFluidMlPerHr,
    }),
  };
}

/** Returns the legs of a multi-sport event before rounding. Empty for a single sport. */
export function unroundedLegs({ isMultiSport, legs }: EventPlan): readonly ShownLeg[] {
  if (!isMultiSport) return [];
  return legs.map(({ type, hours, carbGPerHr, sodiumMgPerHr, fluidLPerHr }) => ({
    type,
    durationMin: hours * 60,
    rates: { carbGPerHr, sodiumMgPerHr, fluidMlPerHr: fluidLPerHr * 1000 },
  }));
}

/** Returns the displayed legs of a multi-sport event. Empty for a single sport. */
export function shownLegsOf(plan: EventPlan): readonly ShownLeg[] {
  const ceilings = shownCeilings({
    maxSafeFluidMlPerHr: plan.ceiling.maxLPerHr * 1000,
    maxSafeSodiumMgPerHr: plan.sodium.maxSafeMgPerHr,
  });
  return shownLegs(unroundedLegs(plan), { ...ceilings, durationMin: plan.input.activity.durationMin });
}

/**
 * Rounds the legs' rates and minutes. Rounding the ceiling and the minutes can leave less than the legs need.
 * The highest rates are then lowered one grid step at a time until the legs fit.
 */
function shownLegs(legs: readonly ShownLeg[], ceilings: ShownCeilings): readonly ShownLeg[] {
  if (legs.length === 0) return legs;
  const minutes = wholeMinutes(
    legs.map(({ durationMin }) => durationMin),
    ceilings.durationMin,
  );
  const shown = legs.map(({ type, rates }, index) => ({
    type,
    durationMin: minutes[index] ?? 0,
    rates: shownRates(rates),
  }));
  const fluid = { name: 'fluidMlPerHr', grid: GRID.fluidMl, perHr: ceilings.maxSafeFluidMlPerHr } as const;
  const sodium = {
    name: 'sodiumMgPerHr',
    grid: GRID.sodiumMg,
    perHr: ceilings.maxSafeSodiumMgPerHr,
  } as const;
  return lowerToCeiling(lowerToCeiling(shown, fluid), sodium);
}

interface LegCeiling {
  readonly name: 'fluidMlPerHr' | 'sodiumMgPerHr';
  readonly grid: number;
  readonly perHr: number;
}

function lowerToCeiling(legs: readonly ShownLeg[], { name, grid, perHr }: LegCeiling): readonly ShownLeg[] {
  const hours = legs.reduce((sum, { durationMin }) => sum + durationMin, 0) / 60;
  let lowered = legs;
  while (amountOver(lowered, name) > perHr * hours) {
    const highest = Math.max(
      ...lowered.filter(({ durationMin }) => durationMin > 0).map(({ rates }) => rates[name]),
    );
    const index = lowered.findIndex(({ durationMin, rates }) => durationMin > 0 && rates[name] === highest);
    lowered = lowered.map((leg, at) =>
      at === index ? { ...leg, rates: { ...leg.rates, [name]: leg.rates[name] - grid } } : leg,
    );
  }
  return lowered;
}

/** Rounds minutes to whole ones that add up to `totalMin`, with the largest fractions rounded up. */
function wholeMinutes(minutes: readonly number[], totalMin: number): readonly number[] {
  const whole = minutes.map((value) => Math.floor(value + 1e-9));
  const left = totalMin - whole.reduce((sum, value) => sum + value, 0);
  const byFraction = minutes
    .map((value, index) => ({ index, fraction: value - (whole[index] ?? 0) }))
    .sort((first, second) => second.fraction - first.fraction);
  for (const { index } of byFraction.slice(0, Math.max(0, Math.round(left)))) {
    whole[index] = (whole[index] ?? 0) + 1;
  }
  return whole;
}
