import type { Product } from '../catalogue-copy.ts';
import { type Form, fluidMlOf, formOf, isPlainWater, type Portion } from '../portions.ts';
import type { PlanLeg } from './plan-legs.ts';

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
/** A serving of more carbohydrate than this is taken in halves, g. Engineering choice. */
const LARGE_SERVING_G = 30;
const HALF = 0.5;

/**
 * Spreads the portions over the legs: each product evenly along the legs' shares of its quantity, food and
 * drink only in sports that allow them, and water into the gaps that other drinks leave. The marks add up to
 * exactly the portions.
 */
export function schedule(portions: readonly Portion[], legs: readonly PlanLeg[]): readonly Mark[] {
  const grid = gridOf(legs);
  const items = new Map<number, Map<Product, number>>();
  const put = (atMin: number, product: Product, servings: number) => {
    const there = items.get(atMin) ?? new Map<Product, number>();
    there.set(product, (there.get(product) ?? 0) + servings);
    items.set(atMin, there);
  };
  for (const { product, servings } of portions.filter((portion) => !isPlainWater(portion.product))) {
    const slots = slotsFor(formOf(product), legs, grid);
    const pieces = piecesOf(product, servings);
    // Food begins with the first mark and ends well before the last; drink is spread around its course.
    const offset = formOf(product) === 'drink' ? HALF : 0;
    for (const [index, piece] of pieces.entries()) {
      put(slotAt(slots, quantityOf(product), (index + offset) / pieces.length), product, piece);
    }
  }
  for (const { product, servings } of portions.filter((portion) => isPlainWater(portion.product))) {
    pourWater(product, servings, slotsFor('drink', legs, grid), items, put);
  }
  return toMarks(items);
}

interface Slot {
  readonly atMin: number;
  readonly leg: PlanLeg;
  /** The minutes that this slot stands for. */
  readonly spanMin: number;
}

/** Lists the moments at which something may be taken at all. */
function gridOf(legs: readonly PlanLeg[]): readonly Slot[] {
  const durationMin = legs.at(-1)?.endMin ?? 0;
  const stepMin = durationMin > LONG_FROM_MIN ? LONG_STEP_MIN : STEP_MIN;
  const fed = legs.filter((leg) => leg.forms.size > 0);
  const usable = fed.length > 0 ? fed : legs;
  return usable.flatMap((leg, index) => {
    const lengthMin = leg.endMin - leg.startMin;
    const firstMin =
      leg.startMin + (index === 0 ? Math.min(FIRST_MIN, lengthMin / 3) : Math.min(5, lengthMin / 3));
    const lastMin = Math.max(firstMin, leg.endMin - Math.min(LAST_BEFORE_END_MIN, lengthMin / 3));
    const count = Math.floor((lastMin - firstMin) / stepMin) + 1;
    return Array.from({ length: count }, (_, step) => ({
      atMin: Math.round(firstMin + step * stepMin),
      leg,
      spanMin: lengthMin / count,
    }));
  });
}

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

type Quantity = 'carbG' | 'sodiumMg' | 'fluidMl';

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

function weightOf({ leg, spanMin }: Slot, quantity: Quantity): number {
  return (leg[quantity] * spanMin) / (leg.endMin - leg.startMin);
}

/** Splits servings into the pieces in which they are taken; the remainder comes last. */
function piecesOf(product: Product, servings: number): readonly number[] {
  const isWhole = formOf(product) !== 'drink' && (product.carbG ?? 0) <= LARGE_SERVING_G;
  const piece = isWhole ? 1 : HALF;
  const count = Math.floor(servings / piece + 1e-9);
  const rest = servings - count * piece;
  const pieces = Array.from({ length: count }, () => piece);
  return rest > 1e-9 ? [...pieces, rest] : pieces;
}

/** Pours water in small steps, so that all fluid follows its course as evenly as the other drinks allow. */
function pourWater(
  product: Product,
  servings: number,
  slots: readonly Slot[],
  items: ReadonlyMap<number, ReadonlyMap<Product, number>>,
  put: (atMin: number, product: Product, servings: number) => void,
): void {
  const otherMl = (atMin: number) =>
    [...(items.get(atMin) ?? [])].reduce((sum, [other, count]) => sum + (fluidMlOf(other) ?? 0) * count, 0);
  const perServingMl = fluidMlOf(product) ?? 0;
  const totalMl = servings * perServingMl + [...items.keys()].reduce((sum, atMin) => sum + otherMl(atMin), 0);
  const weights = slots.map((slot) => weightOf(slot, 'fluidMl'));
  const weightSum = weights.reduce((sum, weight) => sum + weight, 0);
  let left = Math.floor(servings / HALF + 1e-9);
  const rest = servings - left * HALF;
  let wishedMl = 0;
  let givenMl = 0;
  const poured = slots.map((slot, index) => {
    wishedMl += weightSum > 0 ? (totalMl * (weights[index] ?? 0)) / weightSum : totalMl / slots.length;
    givenMl += otherMl(slot.atMin);
    const halves = Math.min(left, Math.max(0, Math.round((wishedMl - givenMl) / (perServingMl * HALF))));
    left -= halves;
    givenMl += halves * HALF * perServingMl;
    return halves;
  });
  // Water that large amounts of other drinks displaced is drunk in small sips over the whole session.
  for (let index = 0; left > 0 && slots.length > 0; index = (index + 1) % slots.length) {
    poured[index] = (poured[index] ?? 0) + 1;
    left -= 1;
  }
  for (const [index, slot] of slots.entries()) {
    const halves = poured[index] ?? 0;
    const extra = index === slots.length - 1 ? rest : 0;
    if (halves > 0 || extra > 1e-9) put(slot.atMin, product, halves * HALF + extra);
  }
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
