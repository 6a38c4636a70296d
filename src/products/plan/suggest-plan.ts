import type { Product } from '../catalogue-copy.ts';
import type { AthleteLimits } from '../limits-of-athlete.ts';
import type { Form } from '../portions.ts';
import type { PlanTargets } from '../targets.ts';
import { type Candidates, candidatesFor } from './candidates.ts';
import { CARB_WITHIN, type Choice, chooseProducts, SODIUM_WITHIN } from './choose-products.ts';
import type { PlanLeg } from './plan-legs.ts';

/** A selection with the truth about it: how far off it is, and why. */
export interface Suggestion {
  readonly choice: Choice;
  /** In percent of the target, signed; null where nothing is prescribed. */
  readonly offPercent: {
    readonly carb: number | null;
    readonly sodium: number | null;
    readonly fluid: number | null;
  };
  readonly isWithinTarget: boolean;
  readonly notes: readonly string[];
}

export const OBJECTIVE =
  'Carbohydrate within 10 % of the prescription first, then sodium within 25 %, then few pieces to swallow, few products and sure figures. Fluid is filled up with water and never above the prescription; sodium and caffeine never above the personal ceilings.';

/**
 * The products for these legs and targets. Deterministic: the same input gives the same plan.
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
  const isCarbNear = Math.abs(choice.carbG - targets.carbG) <= CARB_WITHIN * targets.carbG;
  // Where none is prescribed there is nothing to miss.
  const isSodiumNear =
    targets.sodiumMg === 0 ||
    Math.abs(choice.sodiumMg - targets.sodiumMg) <= SODIUM_WITHIN * targets.sodiumMg;
  const notes: string[] = [];
  if (!isCarbNear) notes.push(whyCarbohydrateMisses(candidates));
  if (!isSodiumNear) notes.push(whySodiumMisses(candidates, choice, targets));
  if (targets.isStale) {
    notes.push(
      'The activity has changed since its prescription was calculated; calculate it again for exact targets.',
    );
  }
  return { choice, offPercent, isWithinTarget: isCarbNear && isSodiumNear, notes };
}

/** Only what can be taken in every leg that is fed at all, so that the whole selection works anywhere on the way. */
function formsEverywhere(legs: readonly PlanLeg[]): ReadonlySet<Form> {
  const fed = legs.filter(({ forms }) => forms.size > 0);
  const all: readonly Form[] = ['drink', 'gel', 'solid', 'capsule'];
  return new Set(all.filter((form) => fed.every(({ forms }) => forms.has(form))));
}

function off(planned: number, target: number): number | null {
  return target > 0 ? Math.round(((planned - target) / target) * 1000) / 10 : null;
}

function whyCarbohydrateMisses({ feeds, drinks }: Candidates): string {
  return feeds.length + drinks.length === 0
    ? 'No product with known carbohydrate, sodium and caffeine fits the diet and the sport.'
    : 'Whole and half servings of the products that fit are too coarse for this amount of carbohydrate.';
}

function whySodiumMisses({ electrolytes }: Candidates, choice: Choice, targets: PlanTargets): string {
  if (choice.sodiumMg > targets.sodiumMg) {
    return 'The food and drink that fit bring more sodium than is prescribed, but stay below the ceiling.';
  }
  if (electrolytes.length === 0) return 'No salt product with known figures fits the diet and the sport.';
  return 'The prescribed fluid is too little to dissolve a half serving of a salt product that fits; salt the drink to taste.';
}
