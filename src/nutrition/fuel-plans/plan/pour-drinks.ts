import type { Product } from '../../catalogue/catalogue-copy.ts';
import { DRINK_STEP_ML, fluidMlOf, isPlainWater, isPoured, type Portion } from '../portions.ts';
import { addTo, hasFood, type Layout } from './layout.ts';
import { type Moment, weightOf } from './moments.ts';
import { spreadFluid } from './spread-fluid.ts';

/** Rounding of a mouthful's decimals, ml. */
const MOUTHFUL_EPSILON_ML = 1e-6;
const EPSILON = 1e-9;

/** A drink with the mouthfuls still to be placed. */
interface Jug {
  readonly product: Product;
  readonly perServingMl: number;
  readonly totalMl: number;
  readonly mouthfuls: number;
  poured: number;
}

/**
 * Adds a moment at the start if the first one comes too late to drink everything within the hourly
 * ceiling.
 */
export function momentsToDrink(drinks: readonly Portion[], moments: readonly Moment[]): readonly Moment[] {
  const totalMl = drinks.reduce(
    (sum, { product, servings }) => sum + (fluidMlOf(product) ?? 0) * servings,
    0,
  );
  const [first] = moments;
  const roomMl = moments.reduce((sum, _, index) => sum + limitMlOf(moments, index), 0);
  if (first === undefined || roomMl >= totalMl || first.atMin <= first.leg.startMin) return moments;
  const start = { ...first, atMin: Math.ceil(first.leg.startMin), spanMin: 0 };
  return isTooMuch(totalMl, moments) ? moments : [start, ...moments];
}

/**
 * Places the drinks in mouthfuls, so that fluid follows its course over the session. Water goes first to the
 * moments with food; each other moment has one drink if that comes out even.
 */
export function pourDrinks(layout: Layout, drinks: readonly Portion[], moments: readonly Moment[]): void {
  const jugs = drinks.map(jugOf);
  const open = mouthfulsByMoment(jugs, moments, layout);
  const fed = [...moments.keys()].filter((index) => hasFood(layout, moments[index]?.atMin ?? -1));
  const take = (jug: Jug, index: number, wanted: number) => {
    const count = Math.min(wanted, jug.mouthfuls - jug.poured, open[index] ?? 0);
    const moment = moments[index];
    if (count <= 0 || moment === undefined) return;
    jug.poured += count;
    open[index] = (open[index] ?? 0) - count;
    // The last mouthful is the rest: an attached drink need not be a whole number of mouthfuls.
    const restMl = jug.poured === jug.mouthfuls ? jug.totalMl - jug.mouthfuls * DRINK_STEP_ML : 0;
    const servings = (count * DRINK_STEP_ML + restMl) / jug.perServingMl;
    addTo(layout, { atMin: moment.atMin, product: jug.product, servings });
  };
  pourWater(jugs, { among: fed, open, take });
  pourRest(jugs, { among: [...moments.keys()], open, take });
  joinMouthfuls(layout, moments);
}

function jugOf({ product, servings }: Portion): Jug {
  const perServingMl = fluidMlOf(product) ?? 0;
  const totalMl = servings * perServingMl;
  const mouthfuls = Math.max(1, Math.round(totalMl / DRINK_STEP_ML));
  return { product, perServingMl, totalMl, mouthfuls, poured: 0 };
}

/** A pouring of mouthfuls into moments, which their index names. */
interface Pouring {
  readonly among: readonly number[];
  /** The mouthfuls that each moment still needs. */
  readonly open: readonly number[];
  /** Pours this many mouthfuls, or as many as the jug has and the moment needs. */
  readonly take: (jug: Jug, index: number, wanted: number) => void;
}

/** Pours plain water evenly into the moments with food. */
function pourWater(jugs: readonly Jug[], { among, open, take }: Pouring): void {
  const water = jugs.find(({ product }) => isPlainWater(product));
  const wanted = among.reduce((sum, index) => sum + (open[index] ?? 0), 0);
  if (water === undefined || wanted === 0) return;
  const share = Math.min(1, water.mouthfuls / wanted);
  let passed = 0;
  for (const index of among) {
    passed += open[index] ?? 0;
    take(water, index, Math.round(passed * share) - water.poured);
  }
}

/** Pours the rest: into each moment, the drink that is furthest behind its even course. */
function pourRest(jugs: readonly Jug[], { among, open, take }: Pouring): void {
  const left = jugs.map((jug) => ({ jug, before: jug.poured, mouthfuls: jug.mouthfuls - jug.poured }));
  const sum = left.reduce((total, { mouthfuls }) => total + mouthfuls, 0);
  let passed = 0;
  for (const index of among) {
    passed += open[index] ?? 0;
    const behind = ({ jug, before, mouthfuls }: (typeof left)[number]) =>
      (mouthfuls * passed) / sum - (jug.poured - before);
    while ((open[index] ?? 0) > 0) {
      const next = left
        .filter(({ jug }) => jug.poured < jug.mouthfuls)
        .reduce((most, one) => (behind(one) > behind(most) + EPSILON ? one : most));
      take(next.jug, index, open[index] ?? 0);
    }
  }
}

/** Moves a single mouthful next to another drink to the nearest moment that already has its drink. */
function joinMouthfuls(layout: Layout, moments: readonly Moment[]): void {
  for (const [index, { atMin }] of moments.entries()) {
    const drinks = [...(layout.get(atMin) ?? [])].filter(([product]) => isPoured(product));
    const lone = drinks.find(
      ([product, servings]) => servings * (fluidMlOf(product) ?? 0) <= DRINK_STEP_ML + MOUTHFUL_EPSILON_ML,
    );
    if (lone === undefined || drinks.length < 2) continue;
    const [product, servings] = lone;
    const host = nearest(moments, index).find((minute) => layout.get(minute)?.has(product));
    if (host === undefined) continue;
    addTo(layout, { atMin, product, servings: -servings });
    addTo(layout, { atMin: host, product, servings });
  }
}

/** Lists the other moments of a moment's leg, the nearest first. */
function nearest(moments: readonly Moment[], index: number): readonly number[] {
  const atMin = moments[index]?.atMin ?? 0;
  return moments
    .filter(({ leg }, other) => other !== index && leg === moments[index]?.leg)
    .map((moment) => moment.atMin)
    .sort((first, second) => Math.abs(first - atMin) - Math.abs(second - atMin));
}

/** Returns true if the legs cannot hold this volume within their ceilings: attached products may bring too much. */
function isTooMuch(totalMl: number, moments: readonly Moment[]): boolean {
  const legs = new Set(moments.map(({ leg }) => leg));
  const roomMl = [...legs].reduce(
    (sum, { startMin, endMin, maxFluidMlPerHr }) => sum + (maxFluidMlPerHr * (endMin - startMin)) / 60,
    0,
  );
  return totalMl > roomMl;
}

/** Returns what can be drunk from a moment to the next within the hourly ceiling, less the mouthful of rounding. */
function limitMlOf(moments: readonly Moment[], index: number): number {
  const moment = moments[index];
  if (moment === undefined) return 0;
  const untilMin = moments[index + 1]?.atMin ?? moment.leg.endMin;
  const { maxFluidMlPerHr } = moment.leg;
  return (Math.max(0, maxFluidMlPerHr - DRINK_STEP_ML) * (untilMin - moment.atMin)) / 60;
}

/** Counts the mouthfuls of each moment: the fluid so far stays next to its course, with that of gels in it. */
function mouthfulsByMoment(jugs: readonly Jug[], moments: readonly Moment[], layout: Layout): number[] {
  const eatenMl = (atMin: number) =>
    [...(layout.get(atMin) ?? [])].reduce((sum, [food, count]) => sum + (fluidMlOf(food) ?? 0) * count, 0);
  let left = jugs.reduce((sum, { mouthfuls }) => sum + mouthfuls, 0);
  const totalMl = left * DRINK_STEP_ML + [...layout.keys()].reduce((sum, atMin) => sum + eatenMl(atMin), 0);
  const isAbove = isTooMuch(totalMl, moments);
  const gulps = moments.map((moment, index) => ({
    weight: weightOf(moment, 'fluidMl'),
    limitMl: isAbove ? Number.POSITIVE_INFINITY : limitMlOf(moments, index),
  }));
  const wishes = spreadFluid(gulps, totalMl);
  let wishedMl = 0;
  let givenMl = 0;
  const counts = moments.map((moment, index) => {
    wishedMl += wishes[index] ?? 0;
    givenMl += eatenMl(moment.atMin);
    const count = Math.min(left, Math.max(0, Math.round((wishedMl - givenMl) / DRINK_STEP_ML)));
    left -= count;
    givenMl += count * DRINK_STEP_ML;
    return count;
  });
  // Drink that the fluid of gels displaced is drunk in small sips over the whole session, where there is room for it.
  const roomMl = (index: number) =>
    (gulps[index]?.limitMl ?? 0) -
    (counts[index] ?? 0) * DRINK_STEP_ML -
    eatenMl(moments[index]?.atMin ?? -1);
  for (let turn = 0; left > 0 && moments.length > 0; turn = (turn + 1) % moments.length) {
    const roomiest = isAbove
      ? turn
      : moments.reduce((most, _, index) => (roomMl(index) > roomMl(most) ? index : most), 0);
    counts[roomiest] = (counts[roomiest] ?? 0) + 1;
    left -= 1;
  }
  return counts;
}
