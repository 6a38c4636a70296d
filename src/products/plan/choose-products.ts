import { glucoseMaxGPerHr, practisedCarbGPerHr } from '../carbohydrate-uptake.ts';
import { type AthleteLimits, caffeineLimits } from '../limits-of-athlete.ts';
import { type Portion, SERVINGS_MAX } from '../portions.ts';
import type { PlanTargets } from '../targets.ts';
import type { Candidate, Candidates } from './candidates.ts';
import { EMPTY_MIX, type Mix, withPart } from './mix.ts';

/** What a suggestion is judged by: within these shares of the target it has arrived. Contract and engineering choice. */
export const CARB_WITHIN = 0.1;
export const SODIUM_WITHIN = 0.25;

/** So much above the target is still weighed, for where nothing is within the tolerance and this is nearest. Engineering choice. */
const CARB_ABOVE_WEIGHED = 0.5;

/** More than so many pieces of food an hour nobody opens and swallows; one is always allowed. Engineering choices. */
const PIECES_PER_HR_MAX = 4;
const CAPSULES_PER_HR_MAX = 3;
/** The step in which servings are counted: whole or half ones; a capsule cannot be halved. */
const HALF = 0.5;
/** Carbohydrate that only fits with more fluid than prescribed may take a glass more, below the ceiling, ml. Engineering choice. */
const GLASS_ML = 250;
/** At most so many amounts of one drink are tried; for very long sessions the steps grow. Engineering choice. */
const DRINK_STEPS_MAX = 24;
/** A drink beside two foods only evens out what is missing: few amounts will do. Engineering choice. */
const FINE_STEPS = 4;
/** So does a second food; or as much of it is taken as can be attached. */
const SECOND_FOOD_SERVINGS = [0.5, 1, 1.5, 2, SERVINGS_MAX];
/** With water a plan has at most four products. */
const PRODUCTS_BESIDE_WATER_MAX = 3;
const EPSILON = 1e-9;

/** Weights of what a good plan is, beside being near the targets. Engineering choices, in units of a whole tolerance missed. */
const COST = {
  /** Within the tolerances a few grams matter less than a simple plan. */
  carb: 0.5,
  sodium: 0.3,
  /** Each piece of food an hour: fewer and larger ones are easier. */
  piecePerHr: 0.03,
  /** Each serving of a drink an hour: measuring out many small ones is a nuisance. */
  drinkServingPerHr: 0.05,
  /** Each product more to buy and carry. */
  product: 0.12,
  /** A product of medium instead of high confidence. */
  mediumConfidence: 0.05,
  /** Sodium that nobody asked for, for each 300 mg an hour. */
  neededNoSodium: 0.5,
  /** A glass of fluid above the prescription. */
  glass: 2,
  /** Beyond the tolerance it is no longer a matter of taste. */
  carbMissed: 50,
  sodiumMissed: 3,
} as const;

export interface Choice {
  readonly portions: readonly Portion[];
  readonly carbG: number;
  readonly sodiumMg: number;
  readonly fluidMl: number;
  readonly caffeineMg: number;
}

interface Search {
  readonly hours: number;
  readonly targets: PlanTargets;
  readonly electrolytes: readonly Candidate[];
  readonly fluidMaxMl: number;
  readonly sodiumMaxMg: number;
  readonly carbMaxG: number;
  readonly caffeineMaxMg: number;
}

interface Best {
  cost: number;
  mix: Mix;
}

/**
 * The selection that comes nearest to the targets: a drink, something to eat, something salty and water, in
 * whole or half servings; where that misses the carbohydrate, two or three things to eat; and where even that
 * does, a glass more fluid than prescribed. Every combination is weighed, so the answer is the best of its kind and
 * the same every time. Fluid, sodium and caffeine are never above the athlete's ceilings, glucose never above
 * what the gut takes up, and carbohydrate above the target never above what the athlete has practised.
 */
export function chooseProducts(candidates: Candidates, targets: PlanTargets, athlete: AthleteLimits): Choice {
  const { hours } = targets;
  const ceilingMl = targets.maxFluidMlPerHr * hours;
  const practisedG = practisedCarbGPerHr(athlete.carbToleranceGPerHr, targets) * hours;
  const prescribed: Search = {
    hours,
    targets,
    electrolytes: targets.sodiumMg > 0 ? candidates.electrolytes : [],
    fluidMaxMl: Math.min(targets.fluidMl, ceilingMl),
    sodiumMaxMg: targets.maxSodiumMgPerHr * hours,
    carbMaxG: Math.min(targets.carbG * (1 + CARB_ABOVE_WEIGHED), practisedG),
    caffeineMaxMg: caffeineLimits(athlete).sessionMg,
  };
  const withGlass = { ...prescribed, fluidMaxMl: Math.min(targets.fluidMl + GLASS_ML, ceilingMl) };
  const best: Best = { cost: Number.POSITIVE_INFINITY, mix: EMPTY_MIX };
  weigh(best, prescribed, EMPTY_MIX);
  if (targets.carbG > 0) {
    for (const search of [prescribed, withGlass]) {
      if (missesCarbohydrate(best.mix, targets)) weighDrinksAndFoods(best, search, candidates);
      if (missesCarbohydrate(best.mix, targets)) weighTwoFoods(best, search, candidates);
      if (missesCarbohydrate(best.mix, targets)) weighThreeFoods(best, search, candidates);
    }
  }
  return finished(best.mix, prescribed, candidates.waters);
}

/** A drink or none with a food or none. */
function weighDrinksAndFoods(best: Best, search: Search, { drinks, feeds }: Candidates): void {
  for (const drunk of drinkMixes(drinks, search, DRINK_STEPS_MAX)) {
    weigh(best, search, drunk);
    for (const feed of feeds) weighRest(best, search, drunk, feed);
  }
}

/** Two kinds of food with a little of a drink or none, where one food is too coarse or not enough for days on end. */
function weighTwoFoods(best: Best, search: Search, { drinks, feeds }: Candidates): void {
  const drunkMixes = drinkMixes(drinks, search, FINE_STEPS);
  for (const second of feeds) {
    for (const servings of SECOND_FOOD_SERVINGS) {
      for (const drunk of drunkMixes) {
        if (drunk.carbG + second.carbG * servings > search.carbMaxG) continue;
        const mix = withPart(drunk, second, servings);
        for (const feed of feeds) if (feed !== second) weighRest(best, search, mix, feed);
      }
    }
  }
}

/** For days on end: as much of two kinds of food as can be attached, and the rest as a third. */
function weighThreeFoods(best: Best, search: Search, { feeds }: Candidates): void {
  for (const first of feeds) {
    for (const second of feeds.slice(feeds.indexOf(first) + 1)) {
      const mix = withPart(withPart(EMPTY_MIX, first, SERVINGS_MAX), second, SERVINGS_MAX);
      if (mix.carbG > search.carbMaxG) continue;
      for (const feed of feeds) if (feed !== first && feed !== second) weighRest(best, search, mix, feed);
    }
  }
}

/** Nothing, and each drink in evenly spaced amounts up to what the fluid and the carbohydrate allow. */
function drinkMixes(
  drinks: readonly Candidate[],
  { fluidMaxMl, carbMaxG }: Search,
  stepsMax: number,
): readonly Mix[] {
  const mixes = drinks.flatMap((drink) => {
    const most = Math.min(fluidMaxMl / drink.fluidMl, carbMaxG / drink.carbG, SERVINGS_MAX);
    const steps = Math.floor(most / HALF + EPSILON);
    const stride = Math.max(1, Math.ceil(steps / stepsMax));
    return Array.from({ length: Math.floor(steps / stride) }, (_, index) =>
      withPart(EMPTY_MIX, drink, (index + 1) * stride * HALF),
    );
  });
  return [EMPTY_MIX, ...mixes];
}

/** With as much of this food as is missing of the carbohydrate: the half servings below and above it. */
function weighRest(best: Best, search: Search, mix: Mix, feed: Candidate): void {
  const below = Math.floor((search.targets.carbG - mix.carbG) / feed.carbG / HALF) * HALF;
  for (const servings of below < SERVINGS_MAX ? [below, below + HALF] : [SERVINGS_MAX]) {
    if (servings <= 0) continue;
    const carbG = mix.carbG + feed.carbG * servings;
    // Most combinations fall here, before anything is built.
    if (carbG > search.carbMaxG + EPSILON || carbCost(carbG, search.targets.carbG) >= best.cost) continue;
    weigh(best, search, withPart(mix, feed, servings));
  }
}

/** Takes this selection, alone or with something salty, if it is within every limit and better than the best so far. */
function weigh(best: Best, search: Search, mix: Mix): void {
  if (!isWithin(mix, search) || costBesideSodium(mix, search) >= best.cost) return;
  take(best, search, mix);
  if (mix.parts.length === PRODUCTS_BESIDE_WATER_MAX) return;
  for (const salt of search.electrolytes) {
    const servings = saltServings(salt, mix, search);
    const salted = servings > 0 ? withPart(mix, salt, servings) : mix;
    // Salt may bring caffeine, and glucose, of its own.
    if (salted !== mix && isWithin(salted, search)) take(best, search, salted);
  }
}

function take(best: Best, search: Search, mix: Mix): void {
  const cost = costBesideSodium(mix, search) + sodiumCost(mix.sodiumMg, search);
  if (cost >= best.cost) return;
  best.cost = cost;
  best.mix = mix;
}

function isWithin(mix: Mix, search: Search): boolean {
  const { hours } = search;
  return (
    mix.carbG <= search.carbMaxG + EPSILON &&
    mix.glucoseG <= glucoseMaxGPerHr(mix.carbG / hours) * hours + EPSILON &&
    mix.caffeineMg <= search.caffeineMaxMg &&
    mix.pieces <= Math.max(1, PIECES_PER_HR_MAX * hours) &&
    mix.fluidMl <= search.fluidMaxMl + EPSILON &&
    mix.sodiumMg <= search.sodiumMaxMg + EPSILON
  );
}

/** How far from the carbohydrate, and what the selection asks of a person. */
function costBesideSodium(mix: Mix, { hours, targets }: Search): number {
  const aboveMl = Math.max(0, mix.fluidMl - targets.fluidMl);
  return (
    carbCost(mix.carbG, targets.carbG) +
    (COST.piecePerHr * (mix.pieces + mix.capsules)) / hours +
    (COST.drinkServingPerHr * mix.drinkServings) / hours +
    COST.product * mix.parts.length +
    COST.mediumConfidence * mix.unsureParts +
    (COST.glass * aboveMl) / GLASS_ML
  );
}

/** As much of something salty as is missing, within the fluid that is left to dissolve it and every ceiling. */
function saltServings(salt: Candidate, mix: Mix, search: Search): number {
  const step = salt.form === 'capsule' ? 1 : HALF;
  const wanted = Math.round((search.targets.sodiumMg - mix.sodiumMg) / salt.sodiumMg / step) * step;
  // A glass more is for carbohydrate only.
  const fluidLeftMl = Math.min(search.fluidMaxMl, search.targets.fluidMl) - mix.fluidMl;
  const byFluid = salt.fluidMl > 0 ? fluidLeftMl / salt.fluidMl : Number.POSITIVE_INFINITY;
  const byCarb = salt.carbG > 0 ? (search.carbMaxG - mix.carbG) / salt.carbG : Number.POSITIVE_INFINITY;
  const byCeiling = (search.sodiumMaxMg - mix.sodiumMg) / salt.sodiumMg;
  const byPieces =
    salt.form === 'capsule' ? Math.max(1, CAPSULES_PER_HR_MAX * search.hours) : Number.POSITIVE_INFINITY;
  const most = Math.min(wanted, byFluid, byCarb, byCeiling, byPieces, SERVINGS_MAX);
  return Math.max(0, Math.floor(most / step + EPSILON) * step);
}

function carbCost(carbG: number, targetG: number): number {
  if (targetG === 0) return 0;
  const missed = Math.abs(carbG - targetG) / targetG / CARB_WITHIN;
  return COST.carb * missed ** 2 + (missed > 1 + EPSILON ? COST.carbMissed * missed : 0);
}

function sodiumCost(sodiumMg: number, { targets, hours }: Search): number {
  if (targets.sodiumMg === 0) return COST.neededNoSodium * (sodiumMg / (300 * hours));
  const missed = Math.abs(sodiumMg - targets.sodiumMg) / targets.sodiumMg / SODIUM_WITHIN;
  return COST.sodium * missed ** 2 + (missed > 1 + EPSILON ? COST.sodiumMissed * missed : 0);
}

function missesCarbohydrate({ carbG }: Mix, { carbG: targetG }: PlanTargets): boolean {
  return Math.abs(carbG - targetG) > CARB_WITHIN * targetG + EPSILON;
}

/** Water makes up the fluid that is left: in the smallest measure that does not need too many servings. */
function finished(mix: Mix, { fluidMaxMl }: Search, waters: readonly Candidate[]): Choice {
  const leftMl = fluidMaxMl - mix.fluidMl;
  const water = waters.find(({ fluidMl }) => leftMl <= fluidMl * SERVINGS_MAX) ?? waters.at(-1);
  const steps = water ? Math.floor(leftMl / (water.fluidMl * HALF) + EPSILON) : 0;
  const whole = water && steps > 0 ? withPart(mix, water, Math.min(steps * HALF, SERVINGS_MAX)) : mix;
  const { carbG, sodiumMg, fluidMl, caffeineMg, parts } = whole;
  return {
    portions: parts.map(({ candidate, servings }) => ({ product: candidate.product, servings })),
    carbG,
    sodiumMg,
    fluidMl,
    caffeineMg,
  };
}
