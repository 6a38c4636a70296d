import type { Work } from '#platform/http/heavy-work.ts';
import {
  DRINK_STEP_ML,
  fluidMlOf,
  formOf,
  isPlainWater,
  type Portion,
  pieceOf,
  stepOf,
} from '../portions.ts';
import { HOUR_EPSILON, type HourlyCeilings, type HourlyExcess, hourlyExcess } from './hourly-check.ts';
import type { Mark } from './marks.ts';
import type { RestTargets } from './replan.ts';

const EPSILON = 1e-9;

/**
 * Chooses how much to take of the remaining portions: carbohydrate closest to its target, with food dropped
 * before drinks; then fluid and sodium strictly within theirs; then plain water up to the fluid.
 */
export function fitPortions(
  left: readonly Portion[],
  rest: RestTargets,
  water: Portion['product'] | null,
): readonly Portion[] {
  const kept = left.map((portion) => ({ ...portion }));
  const total = (quantity: 'carbG' | 'sodiumMg' | 'fluidMl') =>
    kept.reduce((sum, { product, servings }) => sum + servings * amountOf(product, quantity), 0);
  const giveUp = (candidates: Portion[], isEnough: () => boolean) => {
    for (const portion of candidates) {
      const step = formOf(portion.product) === 'drink' ? stepOf(portion.product) : pieceOf(portion.product);
      while (portion.servings > EPSILON && !isEnough()) {
        setServings(portion, portion.servings - step);
      }
    }
  };
  const isFood = ({ product }: Portion) => formOf(product) !== 'drink';
  const byCarb = (portions: Portion[]) => portions.filter(({ product }) => (product.carbG ?? 0) > 0);
  const order = [...byCarb(kept.filter(isFood)), ...byCarb(kept.filter((portion) => !isFood(portion)))];
  for (const portion of order) {
    const step = isFood(portion) ? pieceOf(portion.product) : stepOf(portion.product);
    const stepG = step * (portion.product.carbG ?? 0);
    giveUp([portion], () => total('carbG') - rest.carbG <= stepG / 2);
  }
  const drinks = kept.filter((portion) => !isFood(portion));
  giveUp(
    [
      ...drinks.filter(({ product }) => isPlainWater(product)),
      ...drinks.filter(({ product }) => !isPlainWater(product)),
    ],
    () => total('fluidMl') <= rest.fluidMl + EPSILON,
  );
  giveUp(kept.filter(isFood), () => total('fluidMl') <= rest.fluidMl + EPSILON);
  const salty = kept.toSorted((a, b) => (b.product.sodiumMg ?? 0) - (a.product.sodiumMg ?? 0));
  giveUp(
    salty.filter(({ product }) => (product.sodiumMg ?? 0) > 0),
    () => total('sodiumMg') <= rest.maxSodiumMg + EPSILON,
  );
  return withWater(kept, water, rest.fluidMl - total('fluidMl'));
}

/** Most attempts before a quantity that still exceeds a ceiling is dropped. Engineering choice. */
const LAYOUTS_MAX = 8;

/** The remaining portions that are taken, with their timeline. */
interface FittedRest {
  readonly portions: readonly Portion[];
  readonly marks: readonly Mark[];
}

/** Limits of the timeline that the portions are fitted into. */
interface RestOfDay extends HourlyCeilings {
  readonly endMin: number;
  readonly layOut: (portions: readonly Portion[]) => Work<readonly Mark[]>;
}

/**
 * Fits the remaining portions into the rest so that no hour exceeds a ceiling. While one does, they are
 * refitted with less of the quantity that is too high, and finally with none of it.
 */
export function* fitWithinHours(
  left: readonly Portion[],
  rest: RestTargets,
  water: Portion['product'] | null,
  day: RestOfDay,
): Work<FittedRest> {
  let limits = rest;
  for (let layouts = 1; ; layouts += 1) {
    const portions = fitPortions(left, limits, water);
    const marks = yield* day.layOut(portions);
    const above = hourlyExcess(marks, day.endMin, day);
    if (above === null) return { portions, marks };
    limits = lowered(limits, layouts < LAYOUTS_MAX ? marks.at(-1)?.cumulative : undefined, above, day);
  }
}

/** Lowers the limits of a quantity that is too high, as if it were in every hour; to 0 if the sum is 0. */
function lowered(
  limits: RestTargets,
  sum: { readonly fluidMl: number; readonly sodiumMg: number } | undefined,
  above: HourlyExcess,
  { maxFluidMlPerHr, maxSodiumMgPerHr }: HourlyCeilings,
): RestTargets {
  const less = (total: number, excess: number, ceiling: number) => (total * ceiling) / (ceiling + excess);
  const { fluidMl, maxSodiumMg } = limits;
  return {
    ...limits,
    fluidMl: above.fluidMl > HOUR_EPSILON ? less(sum?.fluidMl ?? 0, above.fluidMl, maxFluidMlPerHr) : fluidMl,
    maxSodiumMg:
      above.sodiumMg > HOUR_EPSILON
        ? less(sum?.sodiumMg ?? 0, above.sodiumMg, maxSodiumMgPerHr)
        : maxSodiumMg,
  };
}

function setServings(portion: { servings: number }, servings: number): void {
  portion.servings = servings > EPSILON ? servings : 0;
}

function amountOf(product: Portion['product'], quantity: 'carbG' | 'sodiumMg' | 'fluidMl'): number {
  return (quantity === 'fluidMl' ? fluidMlOf(product) : product[quantity]) ?? 0;
}

/** Adds plain water in mouthfuls for the missing fluid; water is available everywhere. */
function withWater(
  portions: readonly Portion[],
  water: Portion['product'] | null,
  missingMl: number,
): readonly Portion[] {
  const mouthfuls = Math.floor(missingMl / DRINK_STEP_ML + EPSILON);
  const taken = portions.filter(({ servings }) => servings > EPSILON);
  const perServingMl = water === null ? null : fluidMlOf(water);
  if (water === null || perServingMl === null || mouthfuls <= 0) return taken;
  const servings = (mouthfuls * DRINK_STEP_ML) / perServingMl;
  const before = taken.find(({ product }) => product === water)?.servings ?? 0;
  return [
    ...taken.filter(({ product }) => product !== water),
    { product: water, servings: before + servings },
  ];
}
