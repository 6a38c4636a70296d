import type { Product } from '../catalogue-copy.ts';
import type { AthleteLimits } from '../limits-of-athlete.ts';
import { type Portion, SERVINGS_MAX } from '../portions.ts';
import type { PlanTargets } from '../targets.ts';
import { type Candidate, type Candidates, candidatesFor } from './candidates.ts';
import { CARB_WITHIN, type Choice, chooseProducts, SODIUM_WITHIN } from './choose-products.ts';
import { formsEverywhere, type PlanLeg } from './plan-legs.ts';

/** Tolerance for rounding errors of sums. */
const EPSILON = 1e-9;

/** A selection, with its distance from the targets and the reasons. */
export interface Suggestion {
  readonly choice: Choice;
  /** In percent of the target, signed; null if nothing is prescribed. */
  readonly offPercent: {
    readonly carb: number | null;
    readonly sodium: number | null;
    readonly fluid: number | null;
  };
  readonly isWithinTarget: boolean;
  readonly notes: readonly string[];
}

/** The goals of a selection in words, most important first. */
export const OBJECTIVE =
  'Carbohydrate within 10 % of the prescription first, then sodium within 25 %, then few products, few pieces to swallow and reliable figures. Water fills the fluid up to the prescription; if the carbohydrate needs it, the plan may have a glass more. Fluid, sodium and caffeine are never above the personal ceilings.';

/**
 * Suggests products for these legs and targets. Deterministic: the same input gives the same plan.
 *
 * @param caffeine `none` unless the athlete asked for it
 */
export function suggestProducts(
  products: readonly Product[],
  legs: readonly PlanLeg[],
  targets: PlanTargets,
  athlete: AthleteLimits,
  caffeine: 'none' | 'any',
): Suggestion {
  const candidates = candidatesFor(products, athlete, formsEverywhere(legs), caffeine);
  const choice = chooseProducts(candidates, targets, athlete);
  const offPercent = {
    carb: off(choice.carbG, targets.carbG),
    sodium: off(choice.sodiumMg, targets.sodiumMg),
    fluid: off(choice.fluidMl, targets.fluidMl),
  };
  const isCarbNear = Math.abs(choice.carbG - targets.carbG) <= CARB_WITHIN * targets.carbG + EPSILON;
  const isSodiumNear =
    targets.sodiumMg === 0 ||
    Math.abs(choice.sodiumMg - targets.sodiumMg) <= SODIUM_WITHIN * targets.sodiumMg + EPSILON;
  const notes: string[] = [];
  if (!isCarbNear) notes.push(`Carbohydrate is ${inWords(offPercent.carb)}: ${whyCarbohydrate(candidates)}`);
  if (!isSodiumNear) {
    notes.push(`Sodium is ${inWords(offPercent.sodium)}: ${whySodium(candidates, choice, targets)}`);
  }
  if (choice.fluidMl > targets.fluidMl + EPSILON) {
    const aboveMl = Math.ceil(choice.fluidMl - targets.fluidMl);
    notes.push(
      `Fluid is ${aboveMl} ml above the prescription, though not above the ceiling: the carbohydrate needs it.`,
    );
  }
  if (targets.isStale) {
    notes.push(
      'The activity has changed since its prescription was calculated; calculate it again for exact targets.',
    );
  }
  return { choice, offPercent, isWithinTarget: isCarbNear && isSodiumNear, notes };
}

function off(planned: number, target: number): number | null {
  return target > 0 ? Math.round(((planned - target) / target) * 1000) / 10 : null;
}

function inWords(percent: number | null): string {
  return `${Math.abs(percent ?? 0)} % ${(percent ?? 0) > 0 ? 'above' : 'below'} the prescription`;
}

function whyCarbohydrate({ feeds, drinks }: Candidates): string {
  return feeds.length + drinks.length === 0
    ? 'no product with known carbohydrate, sodium and caffeine fits the diet and the sport.'
    : 'no whole and half servings of the products that fit come nearer within the fluid that is safe.';
}

function whySodium({ electrolytes }: Candidates, choice: Choice, targets: PlanTargets): string {
  const isSalt = ({ product }: Portion) => electrolytes.some((one) => one.product === product);
  const isAbove = choice.sodiumMg > targets.sodiumMg;
  if (isAbove && !choice.portions.some(isSalt)) {
    return 'the food and drink that fit bring it with them. It stays below the ceiling.';
  }
  if (electrolytes.length === 0) return 'no salt product with known figures fits the diet and the sport.';
  const mildestMg = Math.min(...electrolytes.map(smallestSodiumMg));
  if (isAbove || mildestMg > targets.sodiumMg - choice.sodiumMg) {
    return `the smallest measure of a salt product that fits has ${Math.round(mildestMg)} mg. Salt the drink to taste.`;
  }
  return choice.portions.some((portion) => isSalt(portion) && portion.servings === SERVINGS_MAX)
    ? `a plan holds at most ${SERVINGS_MAX} servings of a product.`
    : 'the prescribed fluid dissolves no more of a salt product that fits. Salt the drink to taste.';
}

function smallestSodiumMg({ form, sodiumMg }: Candidate): number {
  return form === 'capsule' ? sodiumMg : sodiumMg / 2;
}
