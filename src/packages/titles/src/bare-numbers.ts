import type { SingleSportType } from '@musette/engine/types';
import type { StatedQuantity } from './quantities.ts';
import type { ReadText } from './read-text.ts';
import { familyOf } from './sports.ts';

/** A leg while its amounts are still being collected. */
export interface DraftLeg {
  type: SingleSportType;
  durationMin: number | null;
  distanceKm: number | null;
  intensityLevel: number | null;
  /** A number without a unit, explained by the numbers of other legs. */
  bare: number | null;
  /** Number of times that a set repeats this leg, 1 outside of sets. */
  repeats: number;
  readonly stated: boolean;
  /** True if a sign or word joins it to the preceding leg. */
  readonly isJoined: boolean;
}

// Assigns numbers to the legs of a multi-sport title that lists them apart: "S/B/R 1.5/40/10".

/** A bare number above this among other bare numbers is metres ("750/20/5"), not kilometres. */
export const BARE_METRES_FROM = 200;

/**
 * Assigns consecutive numbers, in order, to the same number of legs without their own: "S/B/R 1.5/40/10",
 * "Koppel 2:00/0:30". Returns true if it did.
 */
export function distributeNumbers(text: ReadText, legs: DraftLeg[]): boolean {
  if (legs.length < 2) return false;
  const numbers = numbersFor(text, legs.length);
  if (numbers.length !== legs.length) return false;
  const owners = legs.filter(
    (leg) => leg.durationMin !== null || leg.distanceKm !== null || leg.bare !== null,
  );
  if (owners.length > 1) return false;
  legs.forEach((leg, index) => {
    const quantity = numbers[index];
    if (quantity === undefined) return;
    leg.durationMin = minutesOf(quantity, leg.type);
    leg.distanceKm = kilometresOf(quantity, leg.type);
    leg.bare = quantity.measure.kind === 'bare' ? quantity.measure.value : null;
  });
  return true;
}

/**
 * Finds as many numbers as there are legs: all in the text, or those of one kind ("40 km/10 km in 2 h",
 * "brick 2: 40/10").
 */
function numbersFor(text: ReadText, legs: number): StatedQuantity[] {
  const all = text.quantities.flatMap(distributable);
  if (all.length === legs) return all;
  for (const kind of ['distance', 'duration', 'bare'] as const) {
    const alike = all.filter(({ measure }) => measure.kind === kind);
    if (alike.length === legs) return alike;
  }
  return all.length === legs + 1 && all[0]?.measure.kind === 'bare' ? all.slice(1) : [];
}

/** Returns a quantity as numbers that legs could own. "45/15" next to two legs is not work and rest. */
function distributable(quantity: StatedQuantity): StatedQuantity[] {
  const { role, measure } = quantity;
  if (role === 'target' || role === 'other') return [];
  if (measure.kind === 'seconds_on_off') {
    return [measure.on, measure.off].map((value) => ({ ...quantity, measure: { kind: 'bare', value } }));
  }
  return DISTRIBUTABLE.has(measure.kind) ? [quantity] : [];
}

const DISTRIBUTABLE: ReadonlySet<StatedQuantity['measure']['kind']> = new Set([
  'duration',
  'distance',
  'bare',
  'minutes_or_metres',
]);

/** A bare number above this for the run of a brick is minutes, not kilometres. */
const LONGEST_BARE_RUN_KM = 14;
/** Swims below this are kilometres, from `BARE_METRES_FROM` metres, and in between minutes. */
const LONGEST_BARE_SWIM_KM = 5;

/**
 * Gives numbers without a unit the unit of the other legs. If none has one, the run or swim determines it.
 */
export function readBareNumbers(legs: readonly DraftLeg[]): void {
  const timed = legs.some(({ durationMin }) => durationMin !== null);
  const measured = legs.some(({ distanceKm }) => distanceKm !== null);
  const minutes = timed || (!measured && legs.some(bareIsMinutes));
  for (const leg of legs) {
    if (leg.bare === null) continue;
    if (leg.bare >= BARE_METRES_FROM) leg.distanceKm = leg.bare / 1000;
    else if (minutes) leg.durationMin = leg.bare;
    else leg.distanceKm = leg.bare;
  }
}

function bareIsMinutes({ type, bare }: DraftLeg): boolean {
  if (bare === null || !Number.isInteger(bare)) return false;
  const family = familyOf(type);
  if (family === 'swim') return bare > LONGEST_BARE_SWIM_KM && bare < BARE_METRES_FROM;
  return family === 'run' && bare > LONGEST_BARE_RUN_KM && bare !== 21 && bare !== 42;
}

// Converts an amount for a sport: minutes or kilometres.

/**
 * Returns the minutes of a quantity. "45m" is minutes except in the water from 100 on, and "154m" is climb.
 */
export function minutesOf({ measure }: StatedQuantity, sport: SingleSportType | null): number | null {
  if (measure.kind === 'duration') return measure.minutes;
  if (measure.kind !== 'minutes_or_metres' || metresLikely(measure.value, sport)) return null;
  return measure.value > LONGEST_ODD_MINUTES && measure.value % 5 !== 0 ? null : measure.value;
}

/** Longer durations are usually round numbers. */
const LONGEST_ODD_MINUTES = 100;

/** Returns the kilometres of a quantity, or null. */
export function kilometresOf({ measure }: StatedQuantity, sport: SingleSportType | null): number | null {
  if (measure.kind === 'distance') return measure.km;
  if (measure.kind !== 'minutes_or_metres' || !metresLikely(measure.value, sport)) return null;
  return measure.value / 1000;
}

function metresLikely(value: number, sport: SingleSportType | null): boolean {
  const inWater = sport === 'swim' || sport === 'open_water_swim' || sport === 'row';
  return inWater ? value >= 100 : value >= 300;
}
