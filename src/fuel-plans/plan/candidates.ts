import type { Product } from '../../catalogue/catalogue-copy.ts';
import { CONCENTRATED_G_PER_L } from '../coverage.ts';
import type { AthleteLimits } from '../limits-of-athlete.ts';
import {
  type Form,
  fluidMlOf,
  formOf,
  glucoseShareOf,
  isEaten,
  isInDrinkSteps,
  isPlainWater,
  stepOf,
} from '../portions.ts';

/** A product that a plan may use, with every figure that the plan needs. */
export interface Candidate {
  readonly product: Product;
  readonly form: Form;
  readonly carbG: number;
  readonly sodiumMg: number;
  readonly fluidMl: number;
  readonly caffeineMg: number;
  /** The step in which the product is measured, servings. */
  readonly step: number;
  /** Half servings of a drink if they are whole mouthfuls, because they are easy to mix; else the step. */
  readonly handyStep: number;
  /** Carbohydrate that is absorbed as glucose; all of it if the ratio is not known. */
  readonly glucoseG: number;
}

/** Candidates by their use in a plan. */
export interface Candidates {
  /** Drinks with carbohydrate, none too concentrated for the stomach: the rest is eaten, with water. */
  readonly drinks: readonly Candidate[];
  readonly feeds: readonly Candidate[];
  /** Solid food for the legs that allow it, beside a food for all legs; none if all legs or none do. */
  readonly legFeeds: readonly Candidate[];
  readonly electrolytes: readonly Candidate[];
  /** Plain water in the sizes that the catalogue has, smallest first. */
  readonly waters: readonly Candidate[];
}

/**
 * The least carbohydrate of a drink that feeds, and the limit of a salt product, per serving, g. Engineering
 * choices.
 */
const CARBOHYDRATE_DRINK_G = 1;
const ELECTROLYTE_CARB_MAX_G = 5;
/** Food with this much protein per serving is meant for after the session. Engineering choice. */
const PROTEIN_MAX_G = 10;
/** A salt capsule weighs about a gram, so its carbohydrate does not count. Engineering choice. */
const CAPSULE_CARB_G = 0;
const HALF = 0.5;
/** Everyday food that does not fit in a pocket. Engineering choice. */
const NOT_PORTABLE: ReadonlySet<string> = new Set([
  'Apple (medium)',
  'Boiled Potato',
  'Honey',
  'Maple Syrup',
  'Orange (medium)',
  'Orange Juice',
  'Watermelon',
  'White Rice, cooked',
]);

/** Selects the food with caffeine that may serve a dose, of those products: drinks are sipped and serve none. */
export function dosesFor(products: readonly Product[], athlete: AthleteLimits): readonly Candidate[] {
  const found = sourcedFor(products, athlete).filter(
    ({ product, form, caffeineMg }) =>
      form !== 'drink' && caffeineMg > 0 && !product.recalledFields.includes('caffeineMg'),
  );
  return withoutTwins(found);
}

function sourcedFor(products: readonly Product[], athlete: AthleteLimits): readonly Candidate[] {
  return products
    .filter((product) => fitsDiet(product, athlete) && isPortable(product))
    .flatMap((product) => toCandidate(product) ?? []);
}

/**
 * Selects the products without caffeine that a plan for this athlete may use. Leaves out products with unknown or merely
 * recalled diet, caffeine or counted figures, because a plan must not rest on a guess.
 */
export function candidatesFor(
  products: readonly Product[],
  athlete: AthleteLimits,
  forms: ReadonlySet<Form>,
): Candidates {
  const all = withoutTwins(sourcedFor(products, athlete).filter(({ caffeineMg }) => caffeineMg === 0));
  const distinct = all.filter(({ form }) => forms.has(form));
  return {
    drinks: distinct.filter(
      (one) => one.form === 'drink' && one.carbG >= CARBOHYDRATE_DRINK_G && !isThick(one),
    ),
    feeds: distinct.filter((one) => isEaten(one.form) && one.carbG >= 5),
    legFeeds: forms.has('solid') ? [] : all.filter((one) => one.form === 'solid' && one.carbG >= 5),
    electrolytes: distinct.filter(
      (one) =>
        one.carbG < ELECTROLYTE_CARB_MAX_G && one.sodiumMg >= 50 && !(one.form === 'drink' && isThick(one)),
    ),
    waters: distinct
      .filter((one) => one.form === 'drink' && one.fluidMl > 0 && isPlainWater(one.product))
      .sort((one, other) => one.fluidMl - other.fluidMl),
  };
}

function toCandidate(product: Product): Candidate | null {
  const form = formOf(product);
  const carbG = form === 'capsule' ? CAPSULE_CARB_G : sourcedFigure(product, 'carbG');
  const sodiumMg = sourcedFigure(product, 'sodiumMg');
  const fluidMl = fluidMlOf(product);
  const { caffeineMg } = product;
  if (carbG === null || sodiumMg === null || fluidMl === null || caffeineMg === null) return null;
  if ((product.proteinG ?? 0) >= PROTEIN_MAX_G) return null;
  const step = stepOf(product);
  return {
    product,
    form,
    carbG,
    sodiumMg,
    fluidMl,
    caffeineMg,
    step,
    handyStep: form === 'drink' && isInDrinkSteps(fluidMl * HALF) ? Math.max(HALF, step) : step,
    glucoseG: carbG * (glucoseShareOf(product) ?? 1),
  };
}

/** Returns a figure that was read in a source; null if it is missing or recalled. */
function sourcedFigure(product: Product, field: 'carbG' | 'sodiumMg'): number | null {
  return product.basis === 'label-recalled' || product.recalledFields.includes(field) ? null : product[field];
}

function fitsDiet(product: Product, athlete: AthleteLimits): boolean {
  return (
    (!athlete.isVegan || product.vegan === true) &&
    (!athlete.isGlutenFree || product.glutenFree === true) &&
    (!athlete.isCaffeineFree || product.caffeineMg === 0)
  );
}

function isPortable(product: Product): boolean {
  return product.category !== 'real_food' || !NOT_PORTABLE.has(product.name);
}

function isThick({ carbG, fluidMl }: Candidate): boolean {
  return carbG * 1000 > CONCENTRATED_G_PER_L * fluidMl;
}

/** Keeps one of the products with equal figures: the first of high confidence, else the first. */
function withoutTwins(candidates: readonly Candidate[]): readonly Candidate[] {
  const kept = new Map<string, Candidate>();
  for (const candidate of candidates) {
    const { form, carbG, sodiumMg, fluidMl, caffeineMg, glucoseG } = candidate;
    const key = [form, carbG, sodiumMg, fluidMl, caffeineMg, Math.round(glucoseG)].join();
    const twin = kept.get(key);
    if (!twin || (twin.product.confidence !== 'high' && candidate.product.confidence === 'high')) {
      kept.set(key, candidate);
    }
  }
  return [...kept.values()];
}
