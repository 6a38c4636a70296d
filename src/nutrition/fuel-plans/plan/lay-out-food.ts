import type { Product } from '../../catalogue/catalogue-copy.ts';
import { type Form, formOf, isEaten, type Portion, pieceOf } from '../portions.ts';
import { addTo, type Layout } from './layout.ts';
import { anyFree, type Moment, minuteOf, momentsFor, nearestFree, type Quantity } from './moments.ts';
import type { PlanLeg } from './plan-legs.ts';

/** Fraction of the gap between two pieces at which the first is due: early, but not two at the first mark. */
const EARLY = 0.2;
/** A serving of more carbohydrate than this is taken in halves if the rest keeps, g. Engineering choice. */
const LARGE_SERVING_G = 30;
/** A serving of less carbohydrate than this is taken for its sodium, g. Engineering choice. */
const FEEDING_G = 5;

/** The order of laying out: food taken for its carbohydrate keeps its moments to itself. */
const QUANTITIES: readonly Quantity[] = ['carbG', 'sodiumMg', 'fluidMl'];

/**
 * Lays out food and capsules evenly along the legs' shares of the quantity that each is taken for: first what only some
 * legs allow, then the rest where the legs still want it.
 *
 * @param isDose whether a product is a dose of caffeine, which stays where it is
 */
export function layOutFood(
  layout: Layout,
  food: readonly Portion[],
  legs: readonly PlanLeg[],
  moments: readonly Moment[],
  isDose: (product: Product) => boolean,
): void {
  const put = (some: readonly Portion[], among: readonly Moment[]) => {
    for (const quantity of QUANTITIES) {
      const alike = some.filter(({ product }) => quantityOf(product) === quantity);
      for (const { product, servings, fraction } of inTurns(alike, quantity)) {
        const possible = momentsFor(formOf(product), legs, among);
        const atMin = nearestFree(possible, minuteOf(possible, quantity, fraction), layout);
        addTo(layout, { atMin, product, servings });
      }
    }
  };
  const forSomeLegs = food.filter(({ product }) => isOnlyInSomeLegs(formOf(product), legs));
  put(forSomeLegs, moments);
  const rest = food.filter((portion) => !forSomeLegs.includes(portion));
  put(rest, forSomeLegs.length > 0 ? lessEaten(moments, layout) : moments);
  partPairs(layout, legs, moments, isDose);
}

/** Returns whether some legs with intake allow a form and others do not. */
function isOnlyInSomeLegs(form: Form, legs: readonly PlanLeg[]): boolean {
  const fed = legs.filter(({ forms }) => forms.size > 0);
  const allowing = fed.filter(({ forms }) => forms.has(form));
  return allowing.length > 0 && allowing.length < fed.length;
}

/** Returns the moments, with legs that need only what has not been eaten yet. */
function lessEaten(moments: readonly Moment[], layout: Layout): readonly Moment[] {
  const hungry = new Map([...new Set(moments.map(({ leg }) => leg))].map((leg) => [leg, leg.carbG]));
  for (const { leg, atMin } of moments) {
    const eatenG = [...(layout.get(atMin) ?? [])].reduce(
      (sum, [{ carbG }, servings]) => sum + (carbG ?? 0) * servings,
      0,
    );
    hungry.set(leg, Math.max(0, (hungry.get(leg) ?? 0) - eatenG));
  }
  const legs = new Map([...hungry].map(([leg, carbG]) => [leg, { ...leg, carbG }]));
  return moments.map((moment) => ({ ...moment, leg: legs.get(moment.leg) ?? moment.leg }));
}

/** Returns the quantity that a product is mainly taken for: its intakes follow that quantity's course. */
function quantityOf(product: Product): Quantity {
  if (formOf(product) === 'drink') return 'fluidMl';
  return (product.carbG ?? 0) >= FEEDING_G ? 'carbG' : 'sodiumMg';
}

/** A piece of food with its place in the order. */
interface Bite {
  readonly product: Product;
  readonly servings: number;
  /** The part of the quantity after which it is due. */
  readonly fraction: number;
}

/** Orders the pieces of several foods alternately, each when the previous one has been used up. */
function inTurns(food: readonly Portion[], quantity: Quantity): readonly Bite[] {
  const pieces = food
    .flatMap(({ product, servings }) =>
      piecesOf(product, servings).map((piece, index, all) => ({
        product,
        servings: piece,
        turn: (index + EARLY) / all.length,
        amount: (quantity === 'fluidMl' ? 1 : (product[quantity] ?? 1)) * piece,
      })),
    )
    .sort((one, other) => one.turn - other.turn);
  const total = pieces.reduce((sum, { amount }) => sum + amount, 0);
  let before = 0;
  return pieces.map(({ product, servings, turn, amount }) => {
    const fraction = total > 0 ? (before + EARLY * amount) / total : turn;
    before += amount;
    return { product, servings, fraction };
  });
}

/** Splits servings into the pieces in which they are taken; the remainder comes last. */
function piecesOf(product: Product, servings: number): readonly number[] {
  const piece = (product.carbG ?? 0) > LARGE_SERVING_G ? pieceOf(product) : 1;
  const count = Math.floor(servings / piece + 1e-9);
  const rest = servings - count * piece;
  const pieces = Array.from({ length: count }, () => piece);
  return rest > 1e-9 ? [...pieces, rest] : pieces;
}

/** Moves one of two foods at the same moment to the nearest free moment. */
function partPairs(
  layout: Layout,
  legs: readonly PlanLeg[],
  moments: readonly Moment[],
  isDose: (product: Product) => boolean,
): void {
  for (const [atMin, there] of [...layout]) {
    const foods = [...there].filter(([product]) => isEaten(formOf(product)));
    if (foods.length < 2) continue;
    for (const [product, servings] of foods.filter(([food]) => !isDose(food))) {
      const freeMin = anyFree(momentsFor(formOf(product), legs, moments), atMin, layout);
      if (freeMin === atMin) continue;
      addTo(layout, { atMin, product, servings: -servings });
      addTo(layout, { atMin: freeMin, product, servings });
      break;
    }
  }
}
