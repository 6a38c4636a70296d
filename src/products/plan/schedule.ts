import type { Product } from '../catalogue-copy.ts';
import {
  DRINK_STEP_ML,
  type Form,
  fluidMlOf,
  formOf,
  isPlainWater,
  type Portion,
  pieceOf,
} from '../portions.ts';
import { keepCeilings, type Layout } from './keep-ceilings.ts';
import { drinkableMl, type PlanLeg } from './plan-legs.ts';
import { spreadFluid } from './spread-fluid.ts';
import { easeDuring, NO_TERRAIN, type Terrain } from './terrain.ts';

/** A product that is taken at a mark. */
export interface PlannedItem {
  readonly product: Product;
  readonly servings: number;
  readonly fluidMl: number;
}

/** Amounts of everything that a plan counts. */
export interface Amounts {
  readonly carbG: number;
  readonly sodiumMg: number;
  readonly fluidMl: number;
  readonly caffeineMg: number;
}

/** One moment of the plan. Drinks of a mark are sipped until the next one. */
export interface Mark extends Amounts {
  readonly atMin: number;
  readonly items: readonly PlannedItem[];
  readonly cumulative: Amounts;
}

/** Minutes between marks; more in very long sessions. Engineering choices. */
const STEP_MIN = 15;
const LONG_STEP_MIN = 20;
const LONG_FROM_MIN = 360;
/** The first intake: when the stomach is ready and before it is late (on the bike within 10–15 min). */
const FIRST_MIN = 15;
/** An intake closer to the end than this does not help. Engineering choice. */
const LAST_BEFORE_END_MIN = 10;
/** The last solid food before a leg ends (30 min before the second transition). */
const LAST_SOLID_BEFORE_END_MIN = 30;
/** The part of the way between two pieces at which the first is due: early, but no two of them at the first mark. */
const EARLY = 0.2;
/** A serving of more carbohydrate than this is taken in halves if the rest keeps, g. Engineering choice. */
const LARGE_SERVING_G = 30;

/**
 * Spreads the portions over the legs: food evenly along the legs' shares of its quantity, food and drink only in
 * sports that allow them, and all drinks together along the course of the fluid, in mouthfuls, with water first where
 * something is eaten. No hour is above a ceiling where a move can prevent it. The marks add up to exactly the portions.
 */
export function schedule(
  portions: readonly Portion[],
  legs: readonly PlanLeg[],
  terrain: Terrain = NO_TERRAIN,
): readonly Mark[] {
  const grid = gridOf(legs, terrain);
  const items: Layout = new Map();
  const put = (atMin: number, product: Product, servings: number) => {
    const there = items.get(atMin) ?? new Map<Product, number>();
    there.set(product, (there.get(product) ?? 0) + servings);
    items.set(atMin, there);
  };
  const food = portions.filter((portion) => !isPoured(portion.product));
  const putFood = (some: readonly Portion[], quantity: Quantity, places: readonly Slot[]) => {
    const alike = some.filter(({ product }) => quantityOf(product) === quantity);
    for (const { product, servings, fraction } of inTurns(alike, quantity)) {
      const slots = slotsFor(formOf(product), legs, places);
      const dueMin = slotAt(slots, quantity, fraction);
      put(nearestFree(slots, dueMin, items), product, servings);
    }
  };
  const isForSomeLegs = ({ product }: Portion) => isOnlyInSomeLegs(formOf(product), legs);
  for (const quantity of QUANTITIES) putFood(food.filter(isForSomeLegs), quantity, grid);
  const rest = food.filter((portion) => !isForSomeLegs(portion));
  const hungry = rest.length < food.length ? lessEaten(grid, items) : grid;
  for (const quantity of QUANTITIES) putFood(rest, quantity, hungry);
  partPairs(items, legs, grid);
  const drinks = portions.filter((portion) => isPoured(portion.product));
  const slotsToDrink = drinkSlots(drinks, slotsFor('drink', legs, grid));
  for (const { atMin, product, servings } of pour(drinks, slotsToDrink, items)) {
    put(atMin, product, servings);
  }
  joinMouthfuls(items, slotsToDrink);
  const minutesFor = (product: Product) => {
    const slots = isPoured(product) ? slotsToDrink : slotsFor(formOf(product), legs, grid);
    return slots.map(({ atMin }) => atMin);
  };
  keepCeilings(items, { endMin: legs.at(-1)?.endMin ?? 0, ...ceilingsOf(legs), minutesFor });
  return toMarks(items);
}

/** Returns what no hour of these legs may exceed. */
function ceilingsOf(legs: readonly PlanLeg[]) {
  return {
    maxFluidMlPerHr: Math.max(0, ...legs.map(({ maxFluidMlPerHr }) => maxFluidMlPerHr)),
    maxSodiumMgPerHr: Math.max(0, ...legs.map(({ maxSodiumMgPerHr }) => maxSodiumMgPerHr)),
  };
}

/** Returns whether a product is measured in mouthfuls: a drink of known volume. */
function isPoured(product: Product): boolean {
  return formOf(product) === 'drink' && (fluidMlOf(product) ?? 0) > 0;
}

/** Places from the due moment at which a free one is looked for, in this order. */
const NEAR = [0, 1, -1, 2, -2];

/** What the rounding of decimals adds to a mouthful, ml. */
const MOUTHFUL_EPSILON_ML = 1e-6;

interface Slot {
  readonly atMin: number;
  readonly leg: PlanLeg;
  /** The minutes that this slot stands for. */
  readonly spanMin: number;
  /** Share of the usual food that suits this moment, 0–1. */
  readonly ease: number;
}

/** Minutes of chewing and swallowing. Engineering choice. */
const EATING_MIN = 5;
/** Drinking suffers half as much as eating uphill or in hard intervals. Engineering choice. */
const DRINKING_SHARE_OF_EASE = 0.5;

/** Lists the moments at which something may be taken at all. */
function gridOf(legs: readonly PlanLeg[], terrain: Terrain): readonly Slot[] {
  const durationMin = legs.at(-1)?.endMin ?? 0;
  const stepMin = durationMin > LONG_FROM_MIN ? LONG_STEP_MIN : STEP_MIN;
  const fed = legs.filter((leg) => leg.forms.size > 0);
  const usable = fed.length > 0 ? fed : legs;
  let markMin = Number.NEGATIVE_INFINITY;
  return usable.flatMap((leg, index) => {
    const lengthMin = leg.endMin - leg.startMin;
    const settledMin =
      leg.startMin + (index === 0 ? Math.min(FIRST_MIN, lengthMin / 3) : Math.min(5, lengthMin / 3));
    // The rhythm goes on over a change of sports: marks that meet there hold too much for one hour.
    const firstMin = Math.max(settledMin, Math.min(markMin + stepMin, leg.startMin + lengthMin / 3));
    const lastMin = Math.max(firstMin, leg.endMin - Math.min(LAST_BEFORE_END_MIN, lengthMin / 3));
    const count = Math.floor((lastMin - firstMin) / stepMin) + 1;
    markMin = firstMin + (count - 1) * stepMin;
    return Array.from({ length: count }, (_, step) => {
      const atMin = easyMoment(terrain, leg, Math.round(firstMin + step * stepMin));
      const ease = easeDuring(terrain, atMin, atMin + EATING_MIN);
      return { atMin, leg, spanMin: lengthMin / count, ease };
    });
  });
}

/** Below this ease a moment gives way to an easier one beside it, if that is easier by so much. Engineering choices. */
const HARD_EASE = 0.6;
const EASIER_BY = 0.25;
/** The way to that moment, min: less than half of the time between two. */
const GIVES_WAY_MIN = 5;

/**
 * Returns this moment, or if it is a hard one the nearest easier one: the rest between two intervals. On a course moments
 * stay where they are, since climbs are longer than that.
 */
function easyMoment(terrain: Terrain, leg: PlanLeg, atMin: number): number {
  if (terrain.stretches.length > 0) return atMin;
  const easeAt = (minute: number) => easeDuring(terrain, minute, minute + EATING_MIN);
  const ease = easeAt(atMin);
  if (ease >= HARD_EASE) return atMin;
  const ways = Array.from({ length: GIVES_WAY_MIN }, (_, index) => [-index - 1, index + 1]).flat();
  const near = ways.map((way) => atMin + way).filter((min) => min >= leg.startMin && min <= leg.endMin);
  const easiest = near.reduce((best, min) => (easeAt(min) > easeAt(best) + EASE_EPSILON ? min : best), atMin);
  return easeAt(easiest) >= ease + EASIER_BY ? easiest : atMin;
}

/** Rounding of two moments that are equally easy. */
const EASE_EPSILON = 1e-9;

/** Lists the moments at which this form can be taken; all moments if the sport allows none. */
function slotsFor(form: Form, legs: readonly PlanLeg[], grid: readonly Slot[]): readonly Slot[] {
  const allowed = grid.filter(({ leg }) => leg.forms.has(form));
  if (form !== 'solid') return allowed.length > 0 ? allowed : grid;
  const early = allowed.filter(({ atMin, leg }) => {
    const lengthMin = leg.endMin - leg.startMin;
    return atMin <= leg.endMin - Math.min(LAST_SOLID_BEFORE_END_MIN, lengthMin / 3);
  });
  if (early.length > 0) return early;
  return allowed.length > 0 ? allowed : grid.slice(0, Math.max(1, legs.length));
}

const QUANTITIES = ['carbG', 'sodiumMg', 'fluidMl'] as const;
type Quantity = (typeof QUANTITIES)[number];

/** Returns whether some legs with intake allow a form and others do not. */
function isOnlyInSomeLegs(form: Form, legs: readonly PlanLeg[]): boolean {
  const fed = legs.filter(({ forms }) => forms.size > 0);
  const allowing = fed.filter(({ forms }) => forms.has(form));
  return allowing.length > 0 && allowing.length < fed.length;
}

/** Returns the moments with legs that want what they have not eaten yet. */
function lessEaten(grid: readonly Slot[], items: Layout): readonly Slot[] {
  const hungry = new Map([...new Set(grid.map(({ leg }) => leg))].map((leg) => [leg, leg.carbG]));
  for (const { leg, atMin } of grid) {
    const eatenG = [...(items.get(atMin) ?? [])].reduce(
      (sum, [{ carbG }, servings]) => sum + (carbG ?? 0) * servings,
      0,
    );
    hungry.set(leg, Math.max(0, (hungry.get(leg) ?? 0) - eatenG));
  }
  const legs = new Map([...hungry].map(([leg, carbG]) => [leg, { ...leg, carbG }]));
  return grid.map((slot) => ({ ...slot, leg: legs.get(slot.leg) ?? slot.leg }));
}

/** Returns the quantity that a product is mainly taken for: its intakes follow that quantity's course. */
function quantityOf(product: Product): Quantity {
  if (formOf(product) === 'drink') return 'fluidMl';
  return (product.carbG ?? 0) >= 5 ? 'carbG' : 'sodiumMg';
}

/** Finds the time at which this fraction of the quantity is reached if every leg takes its share evenly. */
function slotAt(slots: readonly Slot[], quantity: Quantity, fraction: number): number {
  const weights = slots.map((slot) => weightOf(slot, quantity));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  let reached = 0;
  for (const [index, slot] of slots.entries()) {
    reached += sum > 0 ? (weights[index] ?? 0) / sum : 1 / slots.length;
    if (reached > fraction + 1e-9) return slot.atMin;
  }
  return slots.at(-1)?.atMin ?? 0;
}

/** Returns the moment that is due, or the nearest one that has nothing to eat yet if one is near. */
function nearestFree(
  slots: readonly Slot[],
  dueMin: number,
  items: ReadonlyMap<number, ReadonlyMap<Product, number>>,
): number {
  const due = slots.findIndex(({ atMin }) => atMin === dueMin);
  const free = NEAR.map((distance) => slots[due + distance]).find(
    (slot) => slot !== undefined && !hasFood(items.get(slot.atMin)),
  );
  return free?.atMin ?? dueMin;
}

/** Moves the second of two foods of a moment to one beside it that has none: food that had to come early made them meet. */
function partPairs(
  items: Map<number, Map<Product, number>>,
  legs: readonly PlanLeg[],
  grid: readonly Slot[],
): void {
  for (const [atMin, there] of [...items]) {
    const foods = [...there].filter(([product]) => isFood(product));
    if (foods.length < 2) continue;
    for (const [product, servings] of foods) {
      const freeMin = nearestFree(slotsFor(formOf(product), legs, grid), atMin, items);
      if (freeMin === atMin) continue;
      there.delete(product);
      items.set(freeMin, new Map([...(items.get(freeMin) ?? []), [product, servings]]));
      break;
    }
  }
}

/** Moves a single mouthful of a drink beside another one to the nearest moment that has this drink anyway. */
function joinMouthfuls(items: Map<number, Map<Product, number>>, slots: readonly Slot[]): void {
  for (const [index, { atMin }] of slots.entries()) {
    const there = items.get(atMin);
    const drinks = [...(there ?? [])].filter(([product]) => isPoured(product));
    const lone = drinks.find(
      ([product, servings]) => servings * (fluidMlOf(product) ?? 0) <= DRINK_STEP_ML + MOUTHFUL_EPSILON_ML,
    );
    if (there === undefined || lone === undefined || drinks.length < 2) continue;
    const [product, servings] = lone;
    const host = NEAR.slice(1)
      .map((distance) => items.get(slots[index + distance]?.atMin ?? -1))
      .find((drunk) => drunk?.has(product));
    if (host === undefined) continue;
    there.delete(product);
    host.set(product, (host.get(product) ?? 0) + servings);
  }
}

function weightOf({ leg, spanMin, ease }: Slot, quantity: Quantity): number {
  const share = quantity === 'fluidMl' ? 1 - DRINKING_SHARE_OF_EASE * (1 - ease) : ease;
  const amount = quantity === 'fluidMl' ? drinkableMl(leg) : leg[quantity];
  return (share * amount * spanMin) / (leg.endMin - leg.startMin);
}

/** Splits servings into the pieces in which they are taken; the remainder comes last. */
function piecesOf(product: Product, servings: number): readonly number[] {
  const piece = (product.carbG ?? 0) > LARGE_SERVING_G ? pieceOf(product) : 1;
  const count = Math.floor(servings / piece + 1e-9);
  const rest = servings - count * piece;
  const pieces = Array.from({ length: count }, () => piece);
  return rest > 1e-9 ? [...pieces, rest] : pieces;
}

interface Bite {
  readonly product: Product;
  readonly servings: number;
  /** The part of the quantity after which it is due. */
  readonly fraction: number;
}

/** Lines up the pieces of several foods in turns, each when what comes before it has been used up. */
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

/** A drink with the mouthfuls that are still to be handed out. */
interface Jug {
  readonly product: Product;
  readonly perServingMl: number;
  readonly totalMl: number;
  readonly mouthfuls: number;
  poured: number;
}

interface Sip {
  readonly atMin: number;
  readonly product: Product;
  readonly servings: number;
}

/**
 * Hands out the drinks in mouthfuls, so that the fluid of the session follows its course. Water goes first to the
 * moments with food; each other moment has one drink if that comes out even.
 */
function pour(
  drinks: readonly Portion[],
  slots: readonly Slot[],
  items: ReadonlyMap<number, ReadonlyMap<Product, number>>,
): readonly Sip[] {
  const jugs = drinks.map(({ product, servings }): Jug => {
    const perServingMl = fluidMlOf(product) ?? 0;
    const totalMl = servings * perServingMl;
    const mouthfuls = Math.max(1, Math.round(totalMl / DRINK_STEP_ML));
    return { product, perServingMl, totalMl, mouthfuls, poured: 0 };
  });
  const open = mouthfulsBySlot(jugs, slots, items);
  const sips: Sip[] = [];
  const take = (jug: Jug, index: number, wanted: number) => {
    const count = Math.min(wanted, jug.mouthfuls - jug.poured, open[index] ?? 0);
    const slot = slots[index];
    if (count <= 0 || slot === undefined) return;
    jug.poured += count;
    open[index] = (open[index] ?? 0) - count;
    // The last mouthful is what is left: an attached drink need not be a whole number of them.
    const restMl = jug.poured === jug.mouthfuls ? jug.totalMl - jug.mouthfuls * DRINK_STEP_ML : 0;
    const servings = (count * DRINK_STEP_ML + restMl) / jug.perServingMl;
    sips.push({ atMin: slot.atMin, product: jug.product, servings });
  };

  const water = jugs.find(({ product }) => isPlainWater(product));
  const fed = [...slots.keys()].filter((index) => hasFood(items.get(slots[index]?.atMin ?? -1)));
  const besideFood = fed.reduce((sum, index) => sum + (open[index] ?? 0), 0);
  if (water !== undefined && besideFood > 0) {
    const share = Math.min(1, water.mouthfuls / besideFood);
    let passed = 0;
    for (const index of fed) {
      passed += open[index] ?? 0;
      take(water, index, Math.round(passed * share) - water.poured);
    }
  }
  const left = jugs.map((jug) => ({ jug, before: jug.poured, mouthfuls: jug.mouthfuls - jug.poured }));
  const sum = left.reduce((total, { mouthfuls }) => total + mouthfuls, 0);
  let passed = 0;
  for (const index of slots.keys()) {
    passed += open[index] ?? 0;
    const behind = ({ jug, before, mouthfuls }: (typeof left)[number]) =>
      (mouthfuls * passed) / sum - (jug.poured - before);
    while ((open[index] ?? 0) > 0) {
      const next = left
        .filter(({ jug }) => jug.poured < jug.mouthfuls)
        .reduce((most, one) => (behind(one) > behind(most) + 1e-9 ? one : most));
      take(next.jug, index, open[index] ?? 0);
    }
  }
  return sips;
}

/**
 * Adds a moment at the very beginning if the first of these comes too late to drink everything within the hourly
 * ceiling.
 */
function drinkSlots(drinks: readonly Portion[], slots: readonly Slot[]): readonly Slot[] {
  const totalMl = drinks.reduce(
    (sum, { product, servings }) => sum + (fluidMlOf(product) ?? 0) * servings,
    0,
  );
  const [first] = slots;
  const roomMl = slots.reduce((sum, _, index) => sum + limitMlOf(slots, index), 0);
  if (first === undefined || roomMl >= totalMl || first.atMin <= first.leg.startMin) return slots;
  const start = { ...first, atMin: Math.ceil(first.leg.startMin), spanMin: 0 };
  return isTooMuch(totalMl, slots) ? slots : [start, ...slots];
}

/** Returns true if the legs cannot hold this volume within their ceilings: attached products may bring too much. */
function isTooMuch(totalMl: number, slots: readonly Slot[]): boolean {
  const legs = new Set(slots.map(({ leg }) => leg));
  const roomMl = [...legs].reduce(
    (sum, { startMin, endMin, maxFluidMlPerHr }) => sum + (maxFluidMlPerHr * (endMin - startMin)) / 60,
    0,
  );
  return totalMl > roomMl;
}

/** Returns what can be drunk from a moment to the next within the hourly ceiling, less the mouthful of rounding. */
function limitMlOf(slots: readonly Slot[], index: number): number {
  const slot = slots[index];
  if (slot === undefined) return 0;
  const untilMin = slots[index + 1]?.atMin ?? slot.leg.endMin;
  const { maxFluidMlPerHr } = slot.leg;
  return (Math.max(0, maxFluidMlPerHr - DRINK_STEP_ML) * (untilMin - slot.atMin)) / 60;
}

/** Counts the mouthfuls of each moment: the fluid so far stays next to its course, with that of gels in it. */
function mouthfulsBySlot(
  jugs: readonly Jug[],
  slots: readonly Slot[],
  items: ReadonlyMap<number, ReadonlyMap<Product, number>>,
): number[] {
  const eatenMl = (atMin: number) =>
    [...(items.get(atMin) ?? [])].reduce((sum, [other, count]) => sum + (fluidMlOf(other) ?? 0) * count, 0);
  let left = jugs.reduce((sum, { mouthfuls }) => sum + mouthfuls, 0);
  const totalMl = left * DRINK_STEP_ML + [...items.keys()].reduce((sum, atMin) => sum + eatenMl(atMin), 0);
  const isAbove = isTooMuch(totalMl, slots);
  const gulps = slots.map((slot, index) => ({
    weight: weightOf(slot, 'fluidMl'),
    limitMl: isAbove ? Number.POSITIVE_INFINITY : limitMlOf(slots, index),
  }));
  const wishes = spreadFluid(gulps, totalMl);
  let wishedMl = 0;
  let givenMl = 0;
  const counts = slots.map((slot, index) => {
    wishedMl += wishes[index] ?? 0;
    givenMl += eatenMl(slot.atMin);
    const count = Math.min(left, Math.max(0, Math.round((wishedMl - givenMl) / DRINK_STEP_ML)));
    left -= count;
    givenMl += count * DRINK_STEP_ML;
    return count;
  });
  // Drink that the fluid of gels displaced is drunk in small sips over the whole session, where there is room for it.
  const roomMl = (index: number) =>
    (gulps[index]?.limitMl ?? 0) - (counts[index] ?? 0) * DRINK_STEP_ML - eatenMl(slots[index]?.atMin ?? -1);
  for (let turn = 0; left > 0 && slots.length > 0; turn = (turn + 1) % slots.length) {
    const roomiest = isAbove
      ? turn
      : slots.reduce((most, _, index) => (roomMl(index) > roomMl(most) ? index : most), 0);
    counts[roomiest] = (counts[roomiest] ?? 0) + 1;
    left -= 1;
  }
  return counts;
}

function hasFood(there: ReadonlyMap<Product, number> | undefined): boolean {
  return [...(there?.keys() ?? [])].some((product) => formOf(product) !== 'capsule');
}

function isFood(product: Product): boolean {
  return formOf(product) === 'gel' || formOf(product) === 'solid';
}

function toMarks(items: ReadonlyMap<number, ReadonlyMap<Product, number>>): readonly Mark[] {
  let cumulative: Amounts = { carbG: 0, sodiumMg: 0, fluidMl: 0, caffeineMg: 0 };
  return [...items]
    .sort(([a], [b]) => a - b)
    .map(([atMin, taken]) => {
      const planned = [...taken].map(([product, servings]) => ({
        product,
        servings,
        fluidMl: (fluidMlOf(product) ?? 0) * servings,
      }));
      const amounts = amountsOf(planned);
      cumulative = add(cumulative, amounts);
      return { atMin, items: planned, ...amounts, cumulative };
    });
}

/** Adds up the known figures of these items. The coverage names the unknown ones. */
function amountsOf(items: readonly PlannedItem[]): Amounts {
  return items.reduce<Amounts>(
    (sum, { product, servings, fluidMl }) =>
      add(sum, {
        carbG: (product.carbG ?? 0) * servings,
        sodiumMg: (product.sodiumMg ?? 0) * servings,
        fluidMl,
        caffeineMg: (product.caffeineMg ?? 0) * servings,
      }),
    { carbG: 0, sodiumMg: 0, fluidMl: 0, caffeineMg: 0 },
  );
}

function add(a: Amounts, b: Amounts): Amounts {
  return {
    carbG: a.carbG + b.carbG,
    sodiumMg: a.sodiumMg + b.sodiumMg,
    fluidMl: a.fluidMl + b.fluidMl,
    caffeineMg: a.caffeineMg + b.caffeineMg,
  };
}
