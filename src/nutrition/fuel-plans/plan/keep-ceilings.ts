import type { Work } from '#platform/http/heavy-work.ts';
import type { Product } from '../../catalogue/catalogue-copy.ts';
import { DRINK_STEP_ML, fluidMlOf, formOf, isEaten, isPoured, pieceOf } from '../portions.ts';
import { excessNear, hasRoom, hoursAbove, type Intake } from './hourly-check.ts';
import { addTo, type Layout } from './layout.ts';

/** Limits of the moves that fix an hour. */
export interface Room {
  readonly endMin: number;
  readonly maxFluidMlPerHr: number;
  readonly maxSodiumMgPerHr: number;
  /** Lists the minutes at which a product can be taken. */
  readonly minutesFor: (product: Product) => readonly number[];
  /** Returns whether a product is a dose of caffeine, which stays where it is. */
  readonly isDose: (product: Product) => boolean;
}

/** The most moves that are tried, and the places for each: they bound the work of a plan. Engineering choices. */
const TRIES_MAX = 300;
const PLACES_MAX = 24;
/** Time to look for moves out of an hour, and to try one, rounded up from what the longest sessions take. */
const [HOUR_US, TRY_US] = [400, 100];
/** The most carbohydrate that a move leaves at one moment, g. Engineering choice. */
const MARK_CARB_MAX_G = 60;
/** Marks further from a move than this are not in the hours that it changes. */
const NEIGHBOURHOOD_MIN = 240;
/** Tolerance of an excess for rounding errors of sums, mg and ml. */
const EPSILON = 1e-6;

type Quantity = 'sodiumMg' | 'fluidMl';

/** A part of a product that moves later or earlier, replaced by the same volume of a milder drink. */
interface Move {
  readonly product: Product;
  readonly servings: number;
  readonly fromMin: number;
  readonly toMin: number;
  readonly swap: { readonly product: Product; readonly servings: number } | null;
}

/**
 * Moves salt and drinks out of hours that exceed a ceiling to the nearest moments where none does: whole pieces
 * of food, drinks in mouthfuls or against milder ones, so that the course of the fluid stays. Changes the layout in
 * place; what fits nowhere stays where it is.
 */
export function* keepCeilings(layout: Layout, room: Room): Work<void> {
  const budget = { tries: TRIES_MAX };
  for (const quantity of ['fluidMl', 'sodiumMg'] as const) {
    const ceiling = ceilingOf(room, quantity) + EPSILON;
    const fullHour = () => hoursAbove(intakesOf([...layout], quantity), room.endMin, ceiling)[0];
    for (let hourMin = fullHour(); hourMin !== undefined; hourMin = fullHour()) {
      yield HOUR_US;
      if (!(yield* easeHour(layout, room, { quantity, hourMin, budget }))) break;
    }
  }
}

interface FullHour {
  readonly quantity: Quantity;
  readonly hourMin: number;
  /** Counts the moves that may still be tried. */
  readonly budget: { tries: number };
}

/** Makes the first move that lowers an hour without a new excess; returns false if there is none. */
function* easeHour(layout: Layout, room: Room, { quantity, hourMin, budget }: FullHour): Work<boolean> {
  const intakes = intakesOf([...layout], quantity);
  for (const move of movesOutOf(layout, room, quantity, hourMin)) {
    const { fromMin, toMin } = move;
    const amount = netAmount(move, quantity);
    if (!hasRoom(intakes, { amount, fromMin, toMin }, ceilingOf(room, quantity) + EPSILON)) continue;
    budget.tries -= 1;
    if (budget.tries < 0) return false;
    yield TRY_US;
    const nearMin = [fromMin, toMin];
    const before = excess(layout, room, nearMin);
    apply(layout, move);
    if (excess(layout, room, nearMin) < before - EPSILON && isEatable(layout, move)) return true;
    apply(layout, reversed(move));
  }
  return false;
}

function netAmount({ product, servings, swap }: Move, quantity: Quantity): number {
  const back = swap === null ? 0 : swap.servings * amountOf(swap.product, quantity);
  return servings * amountOf(product, quantity) - back;
}

function ceilingOf(room: Room, quantity: Quantity): number {
  return quantity === 'sodiumMg' ? room.maxSodiumMgPerHr : room.maxFluidMlPerHr;
}

function amountOf(product: Product, quantity: Quantity): number {
  return (quantity === 'sodiumMg' ? product.sodiumMg : fluidMlOf(product)) ?? 0;
}

function intakesOf(
  marks: readonly (readonly [number, ReadonlyMap<Product, number>])[],
  quantity: Quantity,
): readonly Intake[] {
  return marks
    .map(([atMin, taken]) => ({
      atMin,
      amount: [...taken].reduce(
        (sum, [product, servings]) => sum + servings * amountOf(product, quantity),
        0,
      ),
    }))
    .sort((a, b) => a.atMin - b.atMin);
}

/** Returns the excess of both quantities near these minutes, in ceilings of an hour. */
function excess(layout: Layout, room: Room, nearMin: readonly number[]): number {
  const marks = [...layout].filter(([atMin]) =>
    nearMin.some((minute) => Math.abs(minute - atMin) <= NEIGHBOURHOOD_MIN),
  );
  return (['sodiumMg', 'fluidMl'] as const).reduce((sum, quantity) => {
    const ceiling = Math.max(1, ceilingOf(room, quantity));
    return sum + excessNear(intakesOf(marks, quantity), room.endMin, { ceiling, nearMin }) / ceiling;
  }, 0);
}

/** Lists the moves out of an hour: the strongest product first, the nearest place first. */
function* movesOutOf(layout: Layout, room: Room, quantity: Quantity, hourMin: number): Generator<Move> {
  const marks = [...layout.entries()]
    .filter(([atMin]) => atMin > hourMin - 60 && atMin < hourMin + 60)
    .sort(([a], [b]) => b - a)
    .flatMap(([fromMin, taken]) => [...taken].map(([product, servings]) => ({ fromMin, product, servings })))
    .filter(({ product }) => amountOf(product, quantity) > 0 && !room.isDose(product))
    .sort((a, b) => amountOf(b.product, quantity) - amountOf(a.product, quantity));
  for (const { fromMin, product, servings } of marks) {
    const places = room
      .minutesFor(product)
      .filter((minute) => minute !== fromMin)
      .toSorted((a, b) => Math.abs(a - fromMin) - Math.abs(b - fromMin))
      .slice(0, PLACES_MAX);
    for (const toMin of places) {
      if (quantity === 'sodiumMg') yield* swaps(layout, { product, servings, fromMin, toMin });
      yield { product, servings: partOf(product, servings), fromMin, toMin, swap: null };
    }
  }
}

/** Returns how much of this is moved at once: a piece of food, a mouthful of a drink. */
function partOf(product: Product, servings: number): number {
  const part = isPoured(product) ? DRINK_STEP_ML / (fluidMlOf(product) ?? 0) : pieceOf(product);
  // Less than two parts stay together: an attached product need not be a whole number of them.
  return servings < 2 * part - EPSILON ? servings : part;
}

/** Lists exchanges of a drink for the same volume of the milder ones at another moment, the mildest first. */
function* swaps(layout: Layout, { product, servings, fromMin, toMin }: Omit<Move, 'swap'>): Generator<Move> {
  if (!isPoured(product)) return;
  const perServingMl = fluidMlOf(product) ?? 0;
  const saltOf = (drink: Product) => (drink.sodiumMg ?? 0) / (fluidMlOf(drink) ?? 1);
  const milder = [...(layout.get(toMin) ?? [])]
    .filter(([drink]) => isPoured(drink))
    .filter(([drink]) => saltOf(drink) < saltOf(product) - EPSILON)
    .sort(([one], [other]) => saltOf(one) - saltOf(other));
  for (const [drink, there] of milder) {
    const drinkMl = fluidMlOf(drink) ?? 0;
    const mostMl = Math.min(servings * perServingMl, there * drinkMl);
    const mouthfuls = Math.floor(mostMl / DRINK_STEP_ML + EPSILON);
    for (const count of new Set([mouthfuls, Math.ceil(mouthfuls / 2), 1])) {
      if (count < 1 || count > mouthfuls) continue;
      const volumeMl = count * DRINK_STEP_ML;
      const swap = { product: drink, servings: volumeMl / drinkMl };
      yield { product, servings: volumeMl / perServingMl, fromMin, toMin, swap };
    }
  }
}

function reversed({ fromMin, toMin, ...move }: Move): Move {
  return { ...move, fromMin: toMin, toMin: fromMin };
}

function apply(layout: Layout, { product, servings, fromMin, toMin, swap }: Move): void {
  addTo(layout, { atMin: fromMin, product, servings: -servings });
  addTo(layout, { atMin: toMin, product, servings });
  if (swap === null) return;
  addTo(layout, { atMin: toMin, product: swap.product, servings: -swap.servings });
  addTo(layout, { atMin: fromMin, product: swap.product, servings: swap.servings });
}

/** Returns whether the moment that a move filled is one of a single food, and of no two doses of caffeine. */
function isEatable(layout: Layout, { product, toMin }: Move): boolean {
  const there = [...(layout.get(toMin) ?? [])];
  const foods = there.filter(([{ carbG }, servings]) => (carbG ?? 0) > 0 && servings > 0);
  const eaten = foods.filter(([food]) => isEaten(formOf(food)));
  const carbG = foods.reduce((sum, [food, servings]) => sum + (food.carbG ?? 0) * servings, 0);
  if (isEaten(formOf(product)) && eaten.length > 1) return false;
  if (carbG > MARK_CARB_MAX_G) return false;
  return (product.caffeineMg ?? 0) === 0 || there.every(([one]) => one === product || !one.caffeineMg);
}
