/**
 * Values as they are shown: rates and ceilings never rounded up, ranges outward but within the ceilings, totals that
 * follow from the shown rates.
 */

import type { EventPlan } from './plan.ts';
import type { Range, RateRanges, Rates, SingleSportType, Totals } from './types.ts';

/** One leg of an event of several sports as it is shown. The whole minutes of the legs add up to the event's. */
export interface ShownLeg {
  readonly type: SingleSportType;
  readonly durationMin: number;
  readonly rates: Rates;
}

/** Values on the grid on which they are shown: whole g, tens of ml and mg. */
export interface Rounded {
  readonly rates: Rates;
  readonly totals: Totals;
  readonly ranges: RateRanges;
  readonly maxSafeFluidMlPerHr: number;
  readonly maxSafeSodiumMgPerHr: number;
  /** In order; empty for an event of one sport. */
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
  /** Of several sports, in order; empty for one sport. */
  readonly legs: readonly ShownLeg[];
}

const GRID = { carbG: 1, fluidMl: 10, sodiumMg: 10 } as const;

/** Rounds down to the grid; the tolerance keeps 300 − 1e-13 at 300. */
function down(value: number, grid: number): number {
  return Math.floor(value / grid + 1e-9) * grid;
}

function up(value: number, grid: number): number {
  return Math.ceil(value / grid - 1e-9) * grid;
}

/** Widens a range to the grid and to the shown rate, and ends it at the ceiling. */
function outward({ min, max }: Range, grid: number, { shown, ceiling }: { shown: number; ceiling: number }) {
  return { min: Math.min(down(min, grid), shown), max: Math.min(Math.max(up(max, grid), shown), ceiling) };
}

/** A ceiling over a session, or none. */
interface SessionCeiling {
  readonly perHr: number;
  readonly durationMin: number;
}

/** Rounds an amount half up to the grid, or down where rounding up would pass the ceiling. */
function roundTotal(amount: number, grid: number, { perHr, durationMin }: SessionCeiling): number {
  const nearest = Math.floor(amount / grid + 0.5) * grid;
  return nearest > (perHr * durationMin) / 60 ? Math.floor(amount / grid) * grid : nearest;
}

/** The shown ceilings of a session with its minutes. */
export interface ShownCeilings {
  readonly maxSafeFluidMlPerHr: number;
  readonly maxSafeSodiumMgPerHr: number;
  readonly durationMin: number;
}

/**
 * Returns the totals of a session of one sport: shown rate × duration on the grid, in g, mg and ml. Rounded half up,
 * or down where rounding up would pass ceiling × duration.
 */
export function totalsOf(rates: Rates, { durationMin, ...ceilings }: ShownCeilings): Totals {
  return roundTotals([{ durationMin, rates }], { durationMin, ...ceilings });
}

/** Adds up shown rates × minutes, and rounds each sum to its grid within its ceiling. */
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
 * Rounds carbohydrate to whole grams, fluid and sodium down to tens; totals follow from the shown rates. Of several
 * sports the totals add up the shown legs, and the overall rates are those totals over the hours, rounded down.
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

/** Rounds ceilings down: fluid and sodium to tens. */
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
): RateRanges {
  return {
    carbGPerHr: outward(ranges.carbGPerHr, GRID.carbG, {
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

/** Returns the legs of an event of several sports before rounding; none for one sport. */
export function unroundedLegs({ isMultiSport, legs }: EventPlan): readonly ShownLeg[] {
  if (!isMultiSport) return [];
  return legs.map(({ type, hours, carbGPerHr, sodiumMgPerHr, fluidLPerHr }) => ({
    type,
    durationMin: hours * 60,
    rates: { carbGPerHr, sodiumMgPerHr, fluidMlPerHr: fluidLPerHr * 1000 },
  }));
}

/** Returns the legs of an event of several sports as they are shown; none for one sport. */
export function shownLegsOf(plan: EventPlan): readonly ShownLeg[] {
  const ceilings = shownCeilings({
    maxSafeFluidMlPerHr: plan.ceiling.maxLPerHr * 1000,
    maxSafeSodiumMgPerHr: plan.sodium.maxSafeMgPerHr,
  });
  return shownLegs(unroundedLegs(plan), { ...ceilings, durationMin: plan.input.activity.durationMin });
}

/**
 * Rounds the legs' rates and minutes. Rounding the ceiling and the minutes can leave less room than the legs need: the
 * highest rates then come down by one step of the grid until the legs fit.
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

/** Rounds minutes to whole ones that add up to `totalMin`: the largest fractions are rounded up. */
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
