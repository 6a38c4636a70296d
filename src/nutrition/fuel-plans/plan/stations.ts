import type { GenericFoodId } from '#platform/storage/product-vocabulary.ts';
import type { Product } from '../../catalogue/catalogue-copy.ts';
import { genericIdOf } from '../../catalogue/generic-foods.ts';
import { isPlainWater } from '../portions.ts';
import { type Fill, isFromBottles } from './bottles.ts';
import type { Ingredient } from './drink.ts';
import type { Mark, PlannedItem } from './marks.ts';
import type { Stop } from './stops.ts';

/** An item that is carried, picked up or bought. Unbranded food has no product of the catalogue. */
export interface PlanItem {
  /** Null for plain water. */
  readonly product: Product | null;
  readonly generic: GenericFoodId | null;
  readonly servings: number;
  readonly fluidMl: number;
}

/** A stop with the items picked up there and those carried on leaving. */
export interface Station {
  readonly stop: Stop;
  readonly leaveWith: readonly PlanItem[];
  readonly take: readonly PlanItem[];
}

/** A portion of water in lists, ml. */
export const WATER_SERVING_ML = 250;
/** Less than this in a bottle is not mentioned, ml. */
const LEAST_ML = 1;

/**
 * Lists the stops. Own food comes from the start or the last drop bag before it is eaten. So does powder,
 * which is mixed where there is water. Nothing is taken at a station that it does not offer.
 */
export function stationsOf(
  stops: readonly Stop[],
  marks: readonly Mark[],
  fills: readonly Fill[],
): readonly Station[] {
  return stops.map((stop, index) => {
    if (stop.kind === 'end') return { stop, leaveWith: [], take: [] };
    const ownStop = stops.slice(index + 1).find(hasOwnThings);
    const untilMin = ownStop?.atMin ?? Number.POSITIVE_INFINITY;
    const carried = [
      ...foodDuring(marks, fills, stop, untilMin),
      ...powderFor(fills, (fill) => isLater(fill, stop) && fill.stop.atMin < untilMin),
    ];
    return {
      stop,
      leaveWith: merged([...inVessels(fills, stop), ...(isBare(stop) ? [] : carried)]),
      take:
        stop.kind === 'start'
          ? []
          : merged([
              ...takenToFill(fills, stop),
              ...handedOut(marks, stop),
              ...(hasOwnThings(stop) ? carried : []),
            ]),
    };
  });
}

/** Returns whether this is the start of a swim, where nothing is at hand. */
function isBare({ kind, offers }: Stop): boolean {
  return kind === 'start' && offers.size === 0;
}

function hasOwnThings({ offers }: Stop): boolean {
  return offers.has('drop_bag');
}

function isLater(fill: Fill, stop: Stop): boolean {
  return (
    fill.stop !== stop &&
    fill.stop.atMin >= stop.atMin &&
    !(fill.stop.atMin === stop.atMin && isBefore(fill.stop, stop))
  );
}

function isBefore(one: Stop, other: Stop): boolean {
  return (one.km ?? 0) < (other.km ?? 0);
}

function foodDuring(
  marks: readonly Mark[],
  fills: readonly Fill[],
  from: Stop,
  untilMin: number,
): readonly PlanItem[] {
  return marks
    .filter(({ atMin }) => (from.kind === 'start' || atMin >= from.atMin) && atMin < untilMin)
    .flatMap(({ items }) => items)
    .filter(({ product, stop }) => stop === null && !isFromBottles(product, fills))
    .map(itemOf);
}

/** Lists what a station hands out that is eaten or drunk there. */
function handedOut(marks: readonly Mark[], at: Stop): readonly PlanItem[] {
  return marks
    .flatMap(({ items }) => items)
    .filter(({ stop }) => stop === at)
    .map(itemOf);
}

function itemOf({ product, servings, fluidMl }: PlannedItem): PlanItem {
  return isPlainWater(product)
    ? water(fluidMl)
    : { product, generic: genericIdOf(product), servings, fluidMl };
}

/** Lists the powder that is carried for later fills. */
function powderFor(fills: readonly Fill[], isWanted: (fill: Fill) => boolean): readonly PlanItem[] {
  return fills.filter(isWanted).flatMap(powderOf);
}

function powderOf({ ingredients }: Fill): readonly PlanItem[] {
  return ingredients.filter(isMixed).map(({ product, servings }) => ({
    product,
    generic: genericIdOf(product),
    servings,
    fluidMl: 0,
  }));
}

/** Returns whether an ingredient is mixed with water; a ready drink comes from the stop itself. */
function isMixed({ product }: Ingredient): boolean {
  return product.mixWaterMl !== null;
}

/** Lists what is filled at a stop: its water with own powder, or a full bottle from the drop bag. */
function takenToFill(fills: readonly Fill[], stop: Stop): readonly PlanItem[] {
  return fills
    .filter((fill) => fill.stop === stop)
    .flatMap((fill) => {
      const isReady = fill.ingredients.some((ingredient) => !isMixed(ingredient));
      if (isReady || !stop.offers.has('water')) return [filled(fill, fill.fillMl)];
      return stop.offers.has('drop_bag') ? [water(fill.fillMl), ...powderOf(fill)] : [water(fill.fillMl)];
    });
}

/** Lists the content of the bottles on leaving a stop, if they are drunk evenly. */
function inVessels(fills: readonly Fill[], stop: Stop): readonly PlanItem[] {
  return fills.flatMap((fill) => {
    if (fill.stop !== stop && (isLater(fill, stop) || fill.toMin <= stop.atMin)) return [];
    const { fromMin, toMin, fillMl } = fill;
    const drunk = toMin > fromMin ? (stop.atMin - fromMin) / (toMin - fromMin) : 0;
    const heldMl = fill.stop === stop ? fillMl : fillMl * (1 - Math.min(1, Math.max(0, drunk)));
    const others = powderOf(fill).filter(({ product }) => product !== fill.product);
    return heldMl < LEAST_ML ? [] : [filled(fill, heldMl), ...(fill.stop === stop ? others : [])];
  });
}

function filled({ product, ingredients, fillMl }: Fill, volumeMl: number): PlanItem {
  const main = ingredients.find((one) => one.product === product);
  if (main === undefined) return water(volumeMl);
  const servings = (main.servings * volumeMl) / fillMl;
  return { product, generic: genericIdOf(product), servings, fluidMl: volumeMl };
}

function water(volumeMl: number): PlanItem {
  return { product: null, generic: 'water', servings: volumeMl / WATER_SERVING_ML, fluidMl: volumeMl };
}

/** Adds up items of one kind; powder and the drink made of it stay apart. */
function merged(items: readonly PlanItem[]): readonly PlanItem[] {
  const isPowder = (item: PlanItem) => item.fluidMl === 0;
  const groups = Map.groupBy(items, (item) => `${item.product?.id ?? item.generic} ${isPowder(item)}`);
  return [...groups.values()].flatMap((alike) => {
    const [first] = alike;
    return first === undefined ? [] : [{ ...first, ...sumOf(alike) }];
  });
}

function sumOf(items: readonly PlanItem[]): { servings: number; fluidMl: number } {
  return {
    servings: items.reduce((sum, { servings }) => sum + servings, 0),
    fluidMl: items.reduce((sum, { fluidMl }) => sum + fluidMl, 0),
  };
}
