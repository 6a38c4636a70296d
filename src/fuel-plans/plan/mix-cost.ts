import { CARB_WITHIN, type PlanTargets, SODIUM_WITHIN } from '../targets.ts';
import type { Candidate } from './candidates.ts';
import type { Mix } from './mix.ts';

/** Targets that a mix is compared with. */
export interface Aim {
  readonly targets: PlanTargets;
  /** Whether solid food may be taken in some part of the session. */
  readonly allowsSolids: boolean;
}

/** From here on food is varied, h: the same gel for a day is not eaten. Engineering choice. */
export const VARIED_FROM_HR = 6;
/** Servings of one food that are eaten with appetite. Engineering choice. */
const SAME_FOOD_MAX = 12;
const EPSILON = 1e-9;

/** Costs of a plan; 1 is a target missed by its whole tolerance. Engineering choices. */
const COST = {
  /** Within the tolerance a simple plan matters more than a few grams. */
  carb: 0.5,
  sodium: 0.3,
  /** Each piece of food per hour: fewer and larger ones are easier. */
  piecePerHr: 0.03,
  /** Each serving of a drink per hour: measuring many small ones is a nuisance. */
  drinkServingPerHr: 0.05,
  /** Each product to buy and carry. */
  product: 0.12,
  /** A product of medium instead of high confidence. */
  mediumConfidence: 0.05,
  /** Each 300 mg of sodium per hour if none is prescribed. */
  neededNoSodium: 0.5,
  /** Each serving of the same food beyond the first dozen: appetite for it goes. */
  sameFood: 0.02,
  /** Nothing to chew in a very long session that allows it: the stomach asks for food. */
  nothingToChew: 0.2,
  /** Each drink to measure in odd millilitres instead of half servings. */
  oddMeasure: 0.1,
  /** Each tolerance by which a target is missed, beyond the first. */
  carbMissed: 50,
  sodiumMissed: 3,
} as const;

/** Returns the cost of the distance from the carbohydrate and of the effort for the athlete. */
export function costBesideSodium(mix: Mix, { targets, allowsSolids }: Aim): number {
  const { hours } = targets;
  const isChewable = hours > VARIED_FROM_HR && allowsSolids && mix.pieces > 0;
  return (
    carbCost(mix.carbG, targets.carbG) +
    (COST.piecePerHr * (mix.pieces + mix.capsules)) / hours +
    (COST.drinkServingPerHr * mix.drinkServings) / hours +
    COST.product * mix.parts.length +
    COST.mediumConfidence * mix.unsureParts +
    COST.oddMeasure * mix.oddMeasures +
    COST.sameFood * Math.max(0, mix.mostOfOne - SAME_FOOD_MAX) +
    (isChewable && mix.solids === 0 ? COST.nothingToChew : 0)
  );
}

function carbCost(carbG: number, targetG: number): number {
  if (targetG === 0) return 0;
  const missed = Math.abs(carbG - targetG) / targetG / CARB_WITHIN;
  return COST.carb * missed ** 2 + (missed > 1 + EPSILON ? COST.carbMissed * missed : 0);
}

/** Returns the cost of the distance from the sodium. */
export function sodiumCost(sodiumMg: number, { targets }: Aim): number {
  if (targets.sodiumMg === 0) return COST.neededNoSodium * (sodiumMg / (300 * targets.hours));
  const missed = Math.abs(sodiumMg - targets.sodiumMg) / targets.sodiumMg / SODIUM_WITHIN;
  return COST.sodium * missed ** 2 + (missed > 1 + EPSILON ? COST.sodiumMissed * missed : 0);
}

/**
 * Returns the least that a mix costs with one food more, whichever it is: as if that brought exactly the missing carbohydrate
 * and something to chew, and were no effort but to buy. All other costs only grow with a further product.
 */
export function leastCostWithFood(mix: Mix, aim: Aim): number {
  const perfect = { ...mix, carbG: aim.targets.carbG, solids: 1 };
  return costBesideSodium(perfect, aim) + COST.product - EPSILON;
}

/** Returns what this food costs beyond the least that any food does: its carbohydrate in the mix and its own effort. */
export function costOfFood(food: Candidate, servings: number, mix: Mix, { targets }: Aim): number {
  const beyondDozen = Math.max(0, servings - Math.max(SAME_FOOD_MAX, mix.mostOfOne));
  return (
    carbCost(mix.carbG + food.carbG * servings, targets.carbG) +
    (COST.piecePerHr * servings) / targets.hours +
    COST.sameFood * beyondDozen +
    (food.product.confidence === 'high' ? 0 : COST.mediumConfidence)
  );
}

/** Returns whether a mix is further from the carbohydrate than its tolerance. */
export function missesCarbohydrate({ carbG }: Mix, { carbG: targetG }: PlanTargets): boolean {
  return Math.abs(carbG - targetG) > CARB_WITHIN * targetG + EPSILON;
}

/** Returns whether a mix is further from the sodium than its tolerance. */
export function missesSodium({ sodiumMg }: Mix, { sodiumMg: targetMg }: PlanTargets): boolean {
  return Math.abs(sodiumMg - targetMg) > SODIUM_WITHIN * targetMg + EPSILON;
}
