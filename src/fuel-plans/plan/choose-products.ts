import { glucoseMaxGPerHr, practisedCarbGPerHr } from '../carbohydrate-uptake.ts';
import type { AthleteLimits } from '../limits-of-athlete.ts';
import { type Portion, SERVINGS_DECIMALS, SERVINGS_MAX, SERVINGS_MIN } from '../portions.ts';
import type { PlanTargets } from '../targets.ts';
import type { Candidate, Candidates } from './candidates.ts';
import { EMPTY_MIX, type Mix, type Part, withPart } from './mix.ts';
import {
  type Aim,
  costBesideSodium,
  costOfFood,
  leastCostWithFood,
  missesCarbohydrate,
  missesSodium,
  sodiumCost,
  VARIED_FROM_HR,
} from './mix-cost.ts';

/**
 * Excess over the target that is still considered, in case nothing is within the tolerance. Engineering
 * choice.
 */
const CARB_EXCESS_MAX = 0.5;

/**
 * The most pieces of food an athlete can open and swallow in an hour; one is always allowed. Engineering
 * choices.
 */
const PIECES_PER_HR_MAX = 4;
const CAPSULES_PER_HR_MAX = 3;
/** The most amounts of one drink that are tried; in very long sessions the steps grow. Engineering choice. */
const DRINK_STEPS_MAX = 24;
/** The amounts of a drink that are tried beside two foods: it only fills a small gap. Engineering choice. */
const FINE_STEPS = 4;
/** The most pieces of a food beside which a drink is measured by the mouthful: sessions of more need no such care. */
const FINE_PIECES_MAX = 8;
/** The amounts of a second food that are tried: few servings, or as many as can be attached. */
const SECOND_FOOD_SERVINGS = [0.5, 1, 1.5, 2, 3, SERVINGS_MAX];
/** The most products besides water, so four in all. */
const PRODUCTS_BESIDE_WATER_MAX = 3;
const EPSILON = 1e-9;
/** The share of a step that its rounding to decimals may lose. */
const STEP_EPSILON = 0.01;

/** The chosen portions, with their totals. */
export interface Choice {
  readonly portions: readonly Portion[];
  readonly carbG: number;
  readonly sodiumMg: number;
  readonly fluidMl: number;
  readonly caffeineMg: number;
}

/** The most of a whole session. */
export interface Totals {
  readonly fluidMaxMl: number;
  readonly sodiumMaxMg: number;
  /** Carbohydrate of solid food where only some legs allow it. */
  readonly legFoodMaxG: number;
}

/** Targets and limits of one search. */
interface Search extends Aim {
  readonly electrolytes: readonly Candidate[];
  readonly fluidMaxMl: number;
  readonly sodiumMaxMg: number;
  readonly legFoodMaxG: number;
  readonly carbMaxG: number;
  /** What is taken for its caffeine, whatever else is chosen. */
  readonly start: Mix;
}

/** The best mix so far. */
interface Best {
  cost: number;
  mix: Mix;
}

/**
 * Chooses the products that come nearest to the targets: a drink, a food, a salt product and water. If that misses the
 * carbohydrate it measures the drink by the mouthful, and then tries two or three foods; very long sessions get two
 * foods for a change. It compares every combination, so the result is the best of its kind and the same every time.
 * Fluid never exceeds the prescription, sodium never the athlete's ceiling, glucose never the gut's uptake, and
 * carbohydrate above the target never what the athlete has practised.
 *
 * @param doses what is taken for its caffeine, which counts in everything
 */
export function chooseProducts(
  candidates: Candidates,
  targets: PlanTargets,
  athlete: AthleteLimits,
  totals: Totals,
  doses: readonly Part[] = [],
): Choice {
  const start = doses.reduce((mix, { candidate, servings }) => withPart(mix, candidate, servings), EMPTY_MIX);
  const search = { ...searchWithin(candidates, targets, athlete, totals), start };
  const best: Best = { cost: Number.POSITIVE_INFINITY, mix: start };
  weigh(best, search, start);
  if (targets.carbG > 0) {
    for (const tryCombinations of [tryDrinksAndFoods, tryMouthfuls, tryTwoFoods, tryThreeFoods]) {
      if (missesCarbohydrate(best.mix, targets)) tryCombinations(best, search, candidates);
    }
    if (targets.hours > VARIED_FROM_HR) tryHalfAndHalf(best, search, candidates);
  }
  return toChoice(addWater(best.mix, search, candidates.waters));
}

/** Sets the limits of a search. */
function searchWithin(
  candidates: Candidates,
  targets: PlanTargets,
  athlete: AthleteLimits,
  totals: Totals,
): Omit<Search, 'start'> {
  const practisedG = practisedCarbGPerHr(athlete.carbToleranceGPerHr, targets) * targets.hours;
  return {
    targets,
    electrolytes: targets.sodiumMg > 0 ? candidates.electrolytes : [],
    ...totals,
    allowsSolids: totals.legFoodMaxG > 0 || candidates.feeds.some(({ form }) => form === 'solid'),
    carbMaxG: Math.min(targets.carbG * (1 + CARB_EXCESS_MAX), practisedG),
  };
}

/** Tries a drink or none with a food or none. */
function tryDrinksAndFoods(best: Best, search: Search, { drinks, feeds }: Candidates): void {
  for (const drunk of drinkMixes(drinks, search, DRINK_STEPS_MAX)) {
    weigh(best, search, drunk);
    weighFoods(best, search, drunk, feeds);
  }
}

/** Tries a drink in every measure that a few pieces of a food or of another drink, or none, leave to it. */
function tryMouthfuls(best: Best, search: Search, { drinks, feeds }: Candidates): void {
  for (const drink of drinks) {
    weighDrink(best, search, search.start, drink);
    for (const feed of [...feeds, ...drinks]) {
      if (feed === drink) continue;
      for (let pieces = 1; pieces <= FINE_PIECES_MAX; pieces += 1) {
        const servings = measured(feed, pieces * feed.step);
        if (servings < SERVINGS_MIN) continue;
        const mix = withPart(search.start, feed, servings);
        if (mix.carbG > search.targets.carbG) break;
        weighDrink(best, search, mix, drink);
      }
    }
  }
}

/** Weighs the mix with the measures of this drink just below and above the missing carbohydrate. */
function weighDrink(best: Best, search: Search, mix: Mix, drink: Candidate): void {
  const wanted = (search.targets.carbG - mix.carbG) / drink.carbG;
  const leftMl = search.fluidMaxMl - mix.fluidMl;
  const below = measured(drink, Math.min(wanted, leftMl / drink.fluidMl, SERVINGS_MAX));
  for (const servings of [below, measured(drink, below + drink.step)]) {
    if (servings >= SERVINGS_MIN && servings <= SERVINGS_MAX) {
      weigh(best, search, withPart(mix, drink, servings));
    }
  }
}

/** Tries two foods with some drink or none, for targets that one food is too coarse for or cannot reach. */
function tryTwoFoods(best: Best, search: Search, { drinks, feeds }: Candidates): void {
  const drunkMixes = drinkMixes(drinks, search, FINE_STEPS);
  for (const second of feeds) {
    for (const servings of SECOND_FOOD_SERVINGS) {
      for (const drunk of drunkMixes) {
        if (measured(second, servings) !== servings) continue;
        if (drunk.carbG + second.carbG * servings > search.carbMaxG) continue;
        weighFoods(best, search, withPart(drunk, second, servings), feeds);
      }
    }
  }
}

/** Tries two foods that share the carbohydrate of a very long session, one of them only in the legs that allow it. */
function tryHalfAndHalf(best: Best, search: Search, { feeds, legFeeds }: Candidates): void {
  const halfG = search.targets.carbG / 2;
  const tryBoth = (first: Candidate, mostG: number) => {
    const servings = measured(first, Math.min(mostG / first.carbG, SERVINGS_MAX));
    if (servings === 0) return;
    weighFoods(best, search, withPart(search.start, first, servings), feeds);
  };
  for (const first of feeds) tryBoth(first, halfG);
  for (const first of legFeeds) tryBoth(first, Math.min(halfG, search.legFoodMaxG));
}

/** Tries, for sessions of days, as much of two foods as can be attached and the rest as a third. */
function tryThreeFoods(best: Best, search: Search, { feeds }: Candidates): void {
  for (const first of feeds) {
    for (const second of feeds.slice(feeds.indexOf(first) + 1)) {
      const mix = withPart(withPart(search.start, first, SERVINGS_MAX), second, SERVINGS_MAX);
      if (mix.carbG > search.carbMaxG) continue;
      weighFoods(best, search, mix, feeds);
    }
  }
}

/** Lists no drink, and each drink in evenly spaced amounts up to the limits of fluid and carbohydrate. */
function drinkMixes(
  drinks: readonly Candidate[],
  { fluidMaxMl, carbMaxG, start }: Search,
  stepsMax: number,
): readonly Mix[] {
  const mixes = drinks.flatMap((drink) => {
    const most = Math.min(
      (fluidMaxMl - start.fluidMl) / drink.fluidMl,
      (carbMaxG - start.carbG) / drink.carbG,
      SERVINGS_MAX,
    );
    const step = drink.handyStep;
    const steps = Math.floor(most / step + EPSILON);
    const stride = Math.max(1, Math.ceil(steps / stepsMax));
    return Array.from({ length: Math.floor(steps / stride) }, (_, index) =>
      measured(drink, (index + 1) * stride * step),
    )
      .filter((servings) => servings >= SERVINGS_MIN)
      .map((servings) => withPart(start, drink, servings));
  });
  return [start, ...mixes];
}

/** Returns the largest amount in this product's steps that is not above these servings, in the decimals of a plan. */
function measured({ step }: Candidate, servings: number): number {
  const amount = Math.floor(Math.max(0, servings) / step + STEP_EPSILON) * step;
  return Math.floor(amount * 10 ** SERVINGS_DECIMALS + STEP_EPSILON) / 10 ** SERVINGS_DECIMALS;
}

/**
 * Weighs the mix with each food that it does not have yet, in the pieces just below and above the missing carbohydrate. Most
 * combinations end here, before a mix is built: those that weighing would refuse.
 */
function weighFoods(best: Best, search: Search, mix: Mix, feeds: readonly Candidate[]): void {
  const { targets } = search;
  const leastCost = leastCostWithFood(mix, search);
  for (const feed of feeds) {
    if (leastCost >= best.cost) return;
    if (mix.parts.some(({ candidate }) => candidate === feed)) continue;
    for (const servings of piecesNear(feed, targets.carbG - mix.carbG)) {
      const carbG = mix.carbG + feed.carbG * servings;
      const glucoseG = mix.glucoseG + feed.glucoseG * servings;
      if (!isTolerated({ carbG, glucoseG }, search)) continue;
      if (leastCost + costOfFood(feed, servings, mix, search) >= best.cost) continue;
      weigh(best, search, withPart(mix, feed, servings));
    }
  }
}

/** Lists the servings of a food just below and above this much carbohydrate. */
function piecesNear(feed: Candidate, carbG: number): readonly number[] {
  const below = measured(feed, carbG / feed.carbG);
  if (below >= SERVINGS_MAX) return [SERVINGS_MAX];
  return below > 0 ? [below, below + feed.step] : [feed.step];
}

/**
 * Keeps this mix, alone or with a salt product, if it is within every limit and better than the best so far.
 */
function weigh(best: Best, search: Search, mix: Mix): void {
  if (!isWithin(mix, search) || costBesideSodium(mix, search) >= best.cost) return;
  keepIfBetter(best, search, mix);
  if (mix.parts.length >= PRODUCTS_BESIDE_WATER_MAX + search.start.parts.length) return;
  for (const salt of search.electrolytes) {
    const salted = weighSalted(best, search, mix, salt, salt.handyStep);
    if (salt.step < salt.handyStep && missesSodium(salted, search.targets)) {
      weighSalted(best, search, mix, salt, salt.step);
    }
  }
}

/** Weighs the mix with a salt product in these steps, and returns it; as it was, if no step fits. */
function weighSalted(best: Best, search: Search, mix: Mix, salt: Candidate, step: number): Mix {
  const servings = saltServings(salt, step, mix, search);
  if (servings === 0) return mix;
  const salted = withPart(mix, salt, servings);
  // A salt product may contain glucose.
  if (isWithin(salted, search)) keepIfBetter(best, search, salted);
  return salted;
}

function keepIfBetter(best: Best, search: Search, mix: Mix): void {
  const cost = costBesideSodium(mix, search) + sodiumCost(mix.sodiumMg, search);
  if (cost >= best.cost) return;
  best.cost = cost;
  best.mix = mix;
}

function isWithin(mix: Mix, search: Search): boolean {
  return (
    isTolerated(mix, search) &&
    mix.pieces <= Math.max(1, PIECES_PER_HR_MAX * search.targets.hours) &&
    mix.fluidMl <= search.fluidMaxMl + EPSILON &&
    mix.sodiumMg <= search.sodiumMaxMg + EPSILON
  );
}

/** Returns whether the gut can take what a mix brings. */
function isTolerated(
  { carbG, glucoseG }: Pick<Mix, 'carbG' | 'glucoseG'>,
  { targets: { hours }, carbMaxG }: Pick<Search, 'targets' | 'carbMaxG'>,
): boolean {
  return carbG <= carbMaxG + EPSILON && glucoseG <= glucoseMaxGPerHr(carbG / hours) * hours + EPSILON;
}

/**
 * Returns the servings of a salt product for the missing sodium, in these steps, within the fluid that is left and
 * every ceiling.
 */
function saltServings(salt: Candidate, step: number, mix: Mix, search: Search): number {
  const wanted = Math.round((search.targets.sodiumMg - mix.sodiumMg) / salt.sodiumMg / step) * step;
  const fluidLeftMl = search.fluidMaxMl - mix.fluidMl;
  const byFluid = salt.fluidMl > 0 ? fluidLeftMl / salt.fluidMl : Number.POSITIVE_INFINITY;
  const byCarb = salt.carbG > 0 ? (search.carbMaxG - mix.carbG) / salt.carbG : Number.POSITIVE_INFINITY;
  const byCeiling = (search.sodiumMaxMg - mix.sodiumMg) / salt.sodiumMg;
  const byPieces =
    salt.form === 'capsule'
      ? Math.max(1, CAPSULES_PER_HR_MAX * search.targets.hours)
      : Number.POSITIVE_INFINITY;
  const most = Math.min(wanted, byFluid, byCarb, byCeiling, byPieces, SERVINGS_MAX);
  const servings = measured(salt, Math.floor(most / step + STEP_EPSILON) * step);
  return servings >= SERVINGS_MIN ? servings : 0;
}

/** Adds water for the fluid that is left, in the smallest size that does not need too many servings. */
function addWater(mix: Mix, { fluidMaxMl }: Search, waters: readonly Candidate[]): Mix {
  const leftMl = fluidMaxMl - mix.fluidMl;
  const water = waters.find(({ fluidMl }) => leftMl <= fluidMl * SERVINGS_MAX) ?? waters.at(-1);
  const servings = water ? measured(water, Math.min(leftMl / water.fluidMl, SERVINGS_MAX)) : 0;
  return water && servings >= SERVINGS_MIN ? withPart(mix, water, servings) : mix;
}

function toChoice({ carbG, sodiumMg, fluidMl, caffeineMg, parts }: Mix): Choice {
  return {
    portions: parts.map(({ candidate, servings }) => ({ product: candidate.product, servings })),
    carbG,
    sodiumMg,
    fluidMl,
    caffeineMg,
  };
}
