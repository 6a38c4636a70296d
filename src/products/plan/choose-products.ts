import { SINGLE_SOURCE_G_PER_HR } from '../coverage.ts';
import { type AthleteLimits, caffeineLimits } from '../limits-of-athlete.ts';
import type { Portion } from '../portions.ts';
import type { PlanTargets } from '../targets.ts';
import type { Candidate, Candidates } from './candidates.ts';

/** What a suggestion is judged by: within these shares of the target it has arrived. Contract and engineering choice. */
export const CARB_WITHIN = 0.1;
export const SODIUM_WITHIN = 0.25;

/** More than so many pieces of food an hour nobody opens and swallows. Engineering choice. */
const PIECES_PER_HR_MAX = 4;
const CAPSULES_PER_HR_MAX = 3;
/** The step in which servings are counted: whole or half ones; a capsule cannot be halved. */
const HALF = 0.5;
/** Fluid below this is left to chance, ml. */
const WATER_STEP_ML = 50;
/** At most so many amounts of one drink are tried; for very long sessions the steps grow. Engineering choice. */
const DRINK_STEPS_MAX = 24;

/** Weights of what a good plan is, beside being near the targets. Engineering choices, in units of a whole tolerance missed. */
const COST = {
  /** Each piece of food an hour: fewer and larger ones are easier. */
  piecePerHr: 0.03,
  /** Each serving of a drink an hour: measuring out many small ones is a nuisance. */
  drinkServingPerHr: 0.015,
  /** Each product more to buy and carry. */
  product: 0.06,
  /** A product of medium instead of high confidence. */
  mediumConfidence: 0.05,
  /** Sodium that nobody asked for, for each 300 mg an hour. */
  neededNoSodium: 0.5,
  /** Beyond the tolerance it is no longer a matter of taste. */
  carbMissed: 50,
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
  readonly fluidMaxMl: number;
  readonly sodiumMaxMg: number;
  readonly carbMaxG: number;
  readonly glucoseMaxG: number;
  readonly caffeineMaxMg: number;
}

interface Best {
  cost: number;
  parts: readonly (readonly [Candidate, number])[];
}

const NONE: Candidate | null = null;

/**
 * The selection that comes nearest to the targets: a drink, something to eat, something salty and water, in
 * whole or half servings. Every combination is weighed, so the answer is the best of its kind and the same
 * every time. Fluid is never above the target, sodium and caffeine never above the athlete's ceilings, and
 * where more than 60 g of carbohydrate an hour is prescribed no more than that comes as glucose.
 */
export function chooseProducts(candidates: Candidates, targets: PlanTargets, athlete: AthleteLimits): Choice {
  const { hours } = targets;
  const search: Search = {
    hours,
    targets,
    fluidMaxMl: Math.min(targets.fluidMl, targets.maxFluidMlPerHr * hours),
    sodiumMaxMg: targets.maxSodiumMgPerHr * hours,
    carbMaxG: targets.carbG * (1 + CARB_WITHIN),
    glucoseMaxG:
      targets.carbGPerHr > SINGLE_SOURCE_G_PER_HR ? SINGLE_SOURCE_G_PER_HR * hours : Number.POSITIVE_INFINITY,
    caffeineMaxMg: caffeineLimits(athlete).sessionMg,
  };
  const best: Best = { cost: Number.POSITIVE_INFINITY, parts: [] };
  const feeds = targets.carbG > 0 ? candidates.feeds : [];
  const drinks = targets.carbG > 0 ? candidates.drinks : [];
  const electrolytes = targets.sodiumMg > 0 ? candidates.electrolytes : [];
  for (const drink of [NONE, ...drinks]) {
    for (const servings of drinkAmounts(drink, search)) {
      for (const feed of [NONE, ...feeds]) weighFeed(best, search, electrolytes, drink, servings, feed);
    }
  }
  if (targets.carbG > 0 && missesCarbohydrate(best, targets)) weighPairs(best, search, electrolytes, feeds);
  return finished(best, search, candidates.water);
}

function drinkAmounts(drink: Candidate | null, { fluidMaxMl, carbMaxG }: Search): readonly number[] {
  if (drink === null) return [0];
  const most = Math.min(fluidMaxMl / drink.fluidMl, carbMaxG / drink.carbG);
  const steps = Math.floor(most / HALF);
  const stride = Math.max(1, Math.ceil(steps / DRINK_STEPS_MAX));
  const amounts: number[] = [];
  for (let step = stride; step <= steps; step += stride) amounts.push(step * HALF);
  return amounts;
}

function weighFeed(
  best: Best,
  search: Search,
  electrolytes: readonly Candidate[],
  drink: Candidate | null,
  drinkServings: number,
  feed: Candidate | null,
): void {
  const missingG = search.targets.carbG - (drink?.carbG ?? 0) * drinkServings;
  if (feed === null) {
    weighSodium(best, search, electrolytes, drink, drinkServings, null, 0, null, 0);
    return;
  }
  const nearest = Math.round(missingG / feed.carbG / HALF) * HALF;
  if (nearest < HALF) return;
  weighSodium(best, search, electrolytes, drink, drinkServings, feed, nearest, null, 0);
}

/** Two kinds of food, where one alone is too coarse for a small target. */
function weighPairs(
  best: Best,
  search: Search,
  electrolytes: readonly Candidate[],
  feeds: readonly Candidate[],
): void {
  for (const first of feeds) {
    for (const servings of [0.5, 1, 1.5, 2]) {
      for (const second of feeds) {
        const missingG = search.targets.carbG - first.carbG * servings;
        const nearest = Math.round(missingG / second.carbG / HALF) * HALF;
        if (second === first || nearest < HALF) continue;
        weighSodium(best, search, electrolytes, null, 0, first, servings, second, nearest);
      }
    }
  }
}

function weighSodium(
  best: Best,
  search: Search,
  electrolytes: readonly Candidate[],
  drink: Candidate | null,
  drinkServings: number,
  feed: Candidate | null,
  feedServings: number,
  second: Candidate | null,
  secondServings: number,
): void {
  const total = (part: 'carbG' | 'sodiumMg' | 'fluidMl' | 'caffeineMg' | 'glucoseG') =>
    (drink?.[part] ?? 0) * drinkServings +
    (feed?.[part] ?? 0) * feedServings +
    (second?.[part] ?? 0) * secondServings;
  const carbG = total('carbG');
  if (carbG > search.carbMaxG || total('glucoseG') > search.glucoseMaxG) return;
  if (total('caffeineMg') > search.caffeineMaxMg) return;
  const piecesPerHr = (feedServings + secondServings) / search.hours;
  // One piece is always allowed, however short the session.
  if (feedServings + secondServings > 1 && piecesPerHr > PIECES_PER_HR_MAX) return;
  const fluidMl = total('fluidMl');
  const sodiumMg = total('sodiumMg');
  if (fluidMl > search.fluidMaxMl || sodiumMg > search.sodiumMaxMg) return;

  const chosen = [drink, feed, second].filter((one) => one !== null);
  const partCost =
    carbCost(carbG, search.targets.carbG) +
    COST.piecePerHr * piecesPerHr +
    (COST.drinkServingPerHr * drinkServings) / search.hours +
    COST.product * chosen.length +
    COST.mediumConfidence * chosen.filter((one) => one.product.confidence !== 'high').length;
  if (partCost >= best.cost) return;

  const parts = (salt: Candidate | null, servings: number) =>
    [
      [drink, drinkServings],
      [feed, feedServings],
      [second, secondServings],
      [salt, servings],
    ].filter((part): part is [Candidate, number] => part[0] !== null && Number(part[1]) > 0);
  const take = (cost: number, salt: Candidate | null, servings: number) => {
    if (cost < best.cost) {
      best.cost = cost;
      best.parts = parts(salt, servings);
    }
  };
  take(partCost + sodiumCost(sodiumMg, search), null, 0);
  for (const salt of electrolytes) {
    const servings = saltServings(salt, sodiumMg, fluidMl, carbG, search);
    if (servings === 0) continue;
    const cost =
      partCost +
      sodiumCost(sodiumMg + salt.sodiumMg * servings, search) +
      COST.product +
      (salt.product.confidence === 'high' ? 0 : COST.mediumConfidence) +
      (salt.form === 'capsule' ? (COST.piecePerHr * servings) / search.hours : 0);
    take(cost, salt, servings);
  }
}

/** As much of something salty as is missing, within the fluid that is left to dissolve it and every ceiling. */
function saltServings(
  salt: Candidate,
  sodiumMg: number,
  fluidMl: number,
  carbG: number,
  search: Search,
): number {
  const step = salt.form === 'capsule' ? 1 : HALF;
  const wanted = Math.round((search.targets.sodiumMg - sodiumMg) / salt.sodiumMg / step) * step;
  const byFluid = salt.fluidMl > 0 ? (search.fluidMaxMl - fluidMl) / salt.fluidMl : Number.POSITIVE_INFINITY;
  const byCarb = salt.carbG > 0 ? (search.carbMaxG - carbG) / salt.carbG : Number.POSITIVE_INFINITY;
  const byCeiling = (search.sodiumMaxMg - sodiumMg) / salt.sodiumMg;
  const byPieces =
    salt.form === 'capsule' ? Math.max(1, CAPSULES_PER_HR_MAX * search.hours) : Number.POSITIVE_INFINITY;
  const most = Math.floor(Math.min(wanted, byFluid, byCarb, byCeiling, byPieces) / step) * step;
  return Math.max(0, most);
}

function carbCost(carbG: number, targetG: number): number {
  if (targetG === 0) return 0;
  const missed = Math.abs(carbG - targetG) / targetG / CARB_WITHIN;
  return missed ** 2 + (missed > 1 ? COST.carbMissed * missed : 0);
}

function sodiumCost(sodiumMg: number, { targets, hours }: Search): number {
  if (targets.sodiumMg === 0) return COST.neededNoSodium * (sodiumMg / (300 * hours));
  return (Math.abs(sodiumMg - targets.sodiumMg) / targets.sodiumMg / SODIUM_WITHIN) ** 2;
}

function missesCarbohydrate(best: Best, { carbG }: PlanTargets): boolean {
  const planned = best.parts.reduce((sum, [candidate, servings]) => sum + candidate.carbG * servings, 0);
  return Math.abs(planned - carbG) > CARB_WITHIN * carbG;
}

/** Water makes up the fluid that is left, and everything is added up. */
function finished(best: Best, { fluidMaxMl }: Search, water: Candidate | null): Choice {
  const parts = [...best.parts];
  const drunkMl = parts.reduce((sum, [candidate, servings]) => sum + candidate.fluidMl * servings, 0);
  if (water !== null && water.fluidMl > 0) {
    const stepMl = Math.max(WATER_STEP_ML, water.fluidMl * HALF);
    const servings = (Math.floor((fluidMaxMl - drunkMl) / stepMl) * stepMl) / water.fluidMl;
    if (servings > 0) parts.push([water, servings]);
  }
  const total = (part: 'carbG' | 'sodiumMg' | 'fluidMl' | 'caffeineMg') =>
    parts.reduce((sum, [candidate, servings]) => sum + candidate[part] * servings, 0);
  return {
    portions: parts.map(([{ product }, servings]) => ({ product, servings })),
    carbG: total('carbG'),
    sodiumMg: total('sodiumMg'),
    fluidMl: total('fluidMl'),
    caffeineMg: total('caffeineMg'),
  };
}
