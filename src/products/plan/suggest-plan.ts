import type { PlanTexts, SodiumReason } from '../../languages/plan-texts.ts';
import type { Product } from '../catalogue-copy.ts';
import type { AthleteLimits } from '../limits-of-athlete.ts';
import { type Portion, SERVINGS_MAX, SERVINGS_MIN } from '../portions.ts';
import { CARB_WITHIN, type PlanTargets, SODIUM_WITHIN } from '../targets.ts';
import { type Candidate, type Candidates, candidatesFor } from './candidates.ts';
import { type Choice, chooseProducts } from './choose-products.ts';
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
  /** Reasons for missed targets, each as its text in a language. */
  readonly notes: readonly ((texts: PlanTexts) => string)[];
}

/** The goals of a selection in words, most important first. */
export const OBJECTIVE =
  'Carbohydrate within 10 % of the prescription first, then sodium within 25 %, then few products, few pieces to swallow and reliable figures. No drink is above 80 g of carbohydrate a litre; the rest is eaten with water, which fills the fluid up to the prescription. Fluid is never above it, and sodium and caffeine never above the personal ceilings.';

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
  const notes: ((texts: PlanTexts) => string)[] = [];
  if (!isCarbNear) {
    const missed = { percent: offPercent.carb ?? 0, isNothingFitting: isNothingFitting(candidates) };
    notes.push(({ suggestion }) => suggestion.carbohydrateMissed(missed));
  }
  if (!isSodiumNear) {
    const missed = { percent: offPercent.sodium ?? 0, ...whySodium(candidates, choice, targets) };
    notes.push(({ suggestion }) => suggestion.sodiumMissed(missed));
  }
  if (targets.isStale) {
    notes.push(({ suggestion }) => suggestion.isStale());
  }
  return { choice, offPercent, isWithinTarget: isCarbNear && isSodiumNear, notes };
}

function off(planned: number, target: number): number | null {
  return target > 0 ? Math.round(((planned - target) / target) * 1000) / 10 : null;
}

function isNothingFitting({ feeds, drinks }: Candidates): boolean {
  return feeds.length + drinks.length === 0;
}

/** The reason why no salt product brings the sodium nearer, with the figure that the reason names. */
interface WhySodium {
  readonly reason: SodiumReason;
  readonly amount: number;
}

function whySodium({ electrolytes }: Candidates, choice: Choice, targets: PlanTargets): WhySodium {
  const isSalt = ({ product }: Portion) => electrolytes.some((one) => one.product === product);
  const isAbove = choice.sodiumMg > targets.sodiumMg;
  if (isAbove && !choice.portions.some(isSalt)) {
    return { reason: 'in_food', amount: 0 };
  }
  if (electrolytes.length === 0) return { reason: 'nothing_fits', amount: 0 };
  const mildestMg = Math.min(...electrolytes.map(smallestSodiumMg));
  if (isAbove || mildestMg > targets.sodiumMg - choice.sodiumMg) {
    return { reason: 'too_strong', amount: Math.round(mildestMg) };
  }
  return choice.portions.some((portion) => isSalt(portion) && portion.servings === SERVINGS_MAX)
    ? { reason: 'most_servings', amount: SERVINGS_MAX }
    : { reason: 'dissolved', amount: 0 };
}

function smallestSodiumMg({ step, sodiumMg }: Candidate): number {
  return sodiumMg * Math.max(step, SERVINGS_MIN);
}
