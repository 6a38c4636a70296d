import type { Vessel } from '#platform/storage/course-columns.ts';
import type { Product } from '../../catalogue/catalogue-copy.ts';
import { FILL_STEP_ML, fluidMlOf, isPlainWater } from '../portions.ts';
import { type Drink, drinkOf, type Ingredient, ingredientsOf } from './drink.ts';
import type { Mark } from './marks.ts';
import type { PlanLeg } from './plan-legs.ts';
import type { PlanNote } from './plan-notes.ts';
import type { Stop } from './stops.ts';

/** One filling of a bottle, drunk over a span of minutes within one leg. */
export interface Fill {
  /** Number of the filling from 1, in filling order. */
  readonly number: number;
  /** Index of the leg in which it is drunk. */
  readonly legIndex: number;
  /** Number of the carried bottle, from 1; null if the athlete's bottles are unknown. */
  readonly vessel: number | null;
  readonly kind: Vessel['kind'] | null;
  readonly volumeMl: number | null;
  readonly fillMl: number;
  /** The main drink: the one with most of the carbohydrate, or plain water. */
  readonly product: Product;
  /** Everything in it except water; empty for plain water. */
  readonly ingredients: readonly Ingredient[];
  readonly carbG: number;
  readonly sodiumMg: number;
  readonly fromMin: number;
  readonly toMin: number;
  /** The stop at which it is filled. */
  readonly stop: Stop;
}

/** The fillings of a plan, and the volume that does not fit. */
export interface Bottles {
  readonly fills: readonly Fill[];
  readonly vesselNotes: readonly PlanNote[];
}

/** Mouthfuls of a carried drink until the next mark. */
export interface Sip {
  readonly atMin: number;
  readonly toMin: number;
  readonly drink: Drink;
  readonly volumeMl: number;
}

/** Returns whether a drink is filled into bottles: water and mixes. Others come in their own bottle. */
export function isFilled(product: Product): boolean {
  return isPlainWater(product) || (product.mixWaterMl !== null && (fluidMlOf(product) ?? 0) > 0);
}

/** Returns whether a product is drunk from bottles: it is mixed, or filled into them ready to drink. */
export function isFromBottles(product: Product, fills: readonly Fill[]): boolean {
  return (
    isFilled(product) || fills.some(({ ingredients }) => ingredients.some((one) => one.product === product))
  );
}

/** Lists what is drunk from bottles, in order: each product as a separate drink, in the water of its label. */
export function sipsOf(marks: readonly Mark[], durationMin: number): readonly Sip[] {
  const drinks = new Map<Product, Drink>();
  const drinkFor = (product: Product) => {
    const drink = drinks.get(product) ?? drinkOf(product);
    drinks.set(product, drink);
    return drink;
  };
  return marks.flatMap(({ atMin, items }, index) =>
    items.flatMap(({ product, fluidMl, stop }) =>
      isFilled(product) && fluidMl > 0 && stop === null
        ? [
            {
              atMin,
              toMin: marks[index + 1]?.atMin ?? durationMin,
              drink: drinkFor(product),
              volumeMl: fluidMl,
            },
          ]
        : [],
    ),
  );
}

/** Most fluid carried on foot past a stop with water, ml. Engineering choice. */
const PAST_WATER_ON_FOOT_MAX_ML = 500;

/**
 * Fills the bottles at as few stops as possible, each time with enough to reach the furthest stop for which it
 * fits. On foot, at most half a litre is carried past a stop. A bottle holds one drink at a time, and none is carried
 * from one leg into the next. If the bottles are unknown, everything fits and is filled at every stop.
 */
export function fillBottles(
  sips: readonly Sip[],
  stops: readonly Stop[],
  vessels: readonly Vessel[] | null,
  legs: readonly PlanLeg[],
): Bottles {
  const sources = stops.filter(
    ({ kind, offers }) => kind !== 'end' && (offers.has('water') || offers.has('drop_bag')),
  );
  const bottles = vessels && singles(vessels);
  const fills: Fill[] = [];
  const vesselNotes: PlanNote[] = [];
  for (let index = 0; index < sources.length; ) {
    const stop = sources[index];
    if (stop === undefined) break;
    const reach = bottles === null ? index + 1 : furthest(sips, sources, index, bottles);
    const drunk = between(sips, stop, sources[reach]);
    const packed = pack(drunk, bottles);
    // The rest of a mouthful is drunk before its bottle is refilled.
    const untilMin = sources[reach]?.atMin ?? Number.POSITIVE_INFINITY;
    for (const { drink, ...filling } of packed.fillings) {
      fills.push({
        number: fills.length + 1,
        legIndex: legIndexAt(legs, filling.fromMin),
        ...filling,
        product: drink.product,
        ...ingredientsOf(drink, filling.fillMl),
        toMin: Math.min(filling.toMin, untilMin),
        stop,
      });
    }
    if (packed.leftMl > 0) vesselNotes.push(tooSmall(packed.leftMl, drunk));
    index = reach;
  }
  return { fills, vesselNotes };
}

/** Returns the index of the leg at a minute; at a transition, that of the later leg. */
export function legIndexAt(legs: readonly PlanLeg[], minute: number): number {
  const index = legs.findLastIndex(({ startMin }) => Math.round(startMin) <= minute);
  return Math.max(0, index);
}

function furthest(
  sips: readonly Sip[],
  sources: readonly Stop[],
  index: number,
  bottles: readonly Single[],
): number {
  const stop = sources[index];
  let reach = index + 1;
  for (let passed = sources[reach]; stop !== undefined && passed !== undefined; passed = sources[reach]) {
    if (passed.kind === 'transition') break;
    const drunk = between(sips, stop, sources[reach + 1]);
    const isHeavy = passed.isOnFoot && volumeOf(drunk) > PAST_WATER_ON_FOOT_MAX_ML;
    if (isHeavy || pack(drunk, bottles).leftMl > 0) break;
    reach += 1;
  }
  return reach;
}

function between(sips: readonly Sip[], from: Stop, to: Stop | undefined): readonly Sip[] {
  const isFirst = from.kind === 'start';
  return sips.filter(
    ({ atMin }) => (isFirst || atMin >= from.atMin) && (to === undefined || atMin < to.atMin),
  );
}

function tooSmall(leftMl: number, drunk: readonly Sip[]): PlanNote {
  return {
    code: 'vessels_too_small',
    volumeMl: Math.round(leftMl),
    fromMin: drunk[0]?.atMin ?? 0,
    toMin: drunk.at(-1)?.toMin ?? 0,
  };
}

interface Single {
  readonly vessel: number;
  readonly kind: Vessel['kind'];
  readonly volumeMl: number;
}

/** Tolerance of sums of decimal volumes, ml. */
const EPSILON_ML = 1e-6;

/** A volume of one drink in a bottle. */
interface Filling extends Pick<Fill, 'vessel' | 'kind' | 'volumeMl' | 'fillMl' | 'fromMin' | 'toMin'> {
  readonly drink: Drink;
}

/** Fills the drinks into bottles: mixes before water, which is easier to find during the session. */
function pack(
  drunk: readonly Sip[],
  bottles: readonly Single[] | null,
): { readonly fillings: readonly Filling[]; readonly leftMl: number } {
  const free = bottles && [...bottles];
  const byDrink = [...Map.groupBy(drunk, ({ drink }) => drink)].sort(
    ([one, ones], [other, others]) =>
      Number(isPlainWater(one.product)) - Number(isPlainWater(other.product)) ||
      volumeOf(others) - volumeOf(ones),
  );
  const fillings: Filling[] = [];
  let leftMl = 0;
  for (const [drink, sips] of byDrink) {
    const neededMl = volumeOf(sips);
    for (let doneMl = 0; neededMl - doneMl > EPSILON_ML; ) {
      const vessel = free === null ? UNKNOWN_VESSEL : takeVessel(free, neededMl - doneMl);
      if (vessel === null) {
        leftMl += neededMl - doneMl;
        break;
      }
      const fillMl = fillOf(vessel, neededMl - doneMl, free ?? []);
      fillings.push({ ...vessel, drink, fillMl, ...minutesOf(sips, doneMl, doneMl + fillMl) });
      doneMl += fillMl;
    }
  }
  return { fillings, leftMl };
}

/** A last bottle that would be less full than this is filled like those before it. Engineering choice. */
const LEAST_FULL = 0.5;

/** Returns how much goes into a bottle: all it holds, or an even share if the last bottle would have little in it. */
function fillOf(
  vessel: { readonly volumeMl: number | null },
  neededMl: number,
  free: readonly Single[],
): number {
  const fullMl = Math.min(neededMl, vessel.volumeMl ?? Number.POSITIVE_INFINITY);
  const count = Math.ceil(neededMl / fullMl - EPSILON_ML);
  const lastMl = neededMl - (count - 1) * fullMl;
  const evenMl = FILL_STEP_ML * Math.ceil(neededMl / count / FILL_STEP_ML - EPSILON_ML);
  const hasRoom = free.filter(({ volumeMl }) => volumeMl >= evenMl).length >= count - 1;
  return lastMl < LEAST_FULL * fullMl && hasRoom ? evenMl : fullMl;
}

const UNKNOWN_VESSEL = { vessel: null, kind: null, volumeMl: null };

function singles(vessels: readonly Vessel[]): Single[] {
  return vessels
    .flatMap(({ kind, volumeMl, count }) => Array.from({ length: count }, () => ({ kind, volumeMl })))
    .map((each, index) => ({ vessel: index + 1, ...each }));
}

/** Takes the smallest free bottle that holds this volume, else the largest, ties in order; null if none is free. */
function takeVessel(free: Single[], volumeMl: number): Single | null {
  let fitting: Single | null = null;
  let largest: Single | null = null;
  // A pass instead of two sorts: up to eighty bottles are taken at each stop, for each mix that is tried.
  for (const single of free) {
    const holds = single.volumeMl >= volumeMl - EPSILON_ML;
    if (holds && single.volumeMl < (fitting?.volumeMl ?? Number.POSITIVE_INFINITY)) fitting = single;
    if (single.volumeMl > (largest?.volumeMl ?? 0)) largest = single;
  }
  const chosen = fitting ?? largest;
  if (chosen === null) return null;
  free.splice(free.indexOf(chosen), 1);
  return chosen;
}

function volumeOf(sips: readonly Sip[]): number {
  return sips.reduce((sum, { volumeMl }) => sum + volumeMl, 0);
}

/** Returns the minutes in which the part of a drink between two volumes is drunk. */
function minutesOf(sips: readonly Sip[], fromMl: number, toMl: number): { fromMin: number; toMin: number } {
  let before = 0;
  let fromMin = sips[0]?.atMin ?? 0;
  let toMin = fromMin;
  for (const { atMin, toMin: untilMin, volumeMl } of sips) {
    if (before <= fromMl + EPSILON_ML) fromMin = atMin;
    if (before < toMl - EPSILON_ML) toMin = untilMin;
    before += volumeMl;
  }
  return { fromMin, toMin };
}

/** Returns the kilometre at which the bottle of a filling is refilled; null if it is not. */
export function refillKmOf(fill: Fill, fills: readonly Fill[]): number | null {
  if (fill.vessel === null) return null;
  const next = fills.find(
    ({ vessel, stop }) => vessel === fill.vessel && stop.atMin >= fill.stop.atMin && stop !== fill.stop,
  );
  return next !== undefined && fills.indexOf(next) > fills.indexOf(fill) ? next.stop.km : null;
}
