import type { Product } from '../../catalogue/catalogue-copy.ts';
import { fluidMlOf, isPlainWater } from '../portions.ts';
import { type Fill, isFilled } from './bottles.ts';
import type { Mark } from './marks.ts';
import type { Stop } from './stops.ts';

/** Something that is carried, picked up or bought. Water has no product. */
export interface PlanItem {
  readonly product: Product | null;
  readonly generic: 'water' | null;
  readonly servings: number;
  readonly fluidMl: number;
}

/** A stop with what is picked up there and what the athlete carries away from it. */
export interface Station {
  readonly stop: Stop;
  readonly leaveWith: readonly PlanItem[];
  readonly take: readonly PlanItem[];
}

/** A portion of water as lists count it, ml. */
export const WATER_SERVING_ML = 250;

/**
 * Lists the stops: own food comes from the start or the last drop bag before it is eaten, powder likewise,
 * and is mixed at places with water. Nothing is taken at a station that it does not offer.
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
      ...foodDuring(marks, stop, untilMin),
      ...powderFor(fills, (fill) => isLater(fill, stop) && fill.stop.atMin < untilMin),
    ];
    return {
      stop,
      leaveWith: merged([...inVessels(fills, marks, stop), ...carried]),
      take:
        stop.kind === 'start'
          ? []
          : merged([...takenToFill(fills, stop), ...(hasOwnThings(stop) ? carried : [])]),
    };
  });
}

function hasOwnThings({ kind, offers }: Stop): boolean {
  return kind === 'start' || offers.has('drop_bag');
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

function foodDuring(marks: readonly Mark[], from: Stop, untilMin: number): readonly PlanItem[] {
  return marks
    .filter(({ atMin }) => (from.kind === 'start' || atMin >= from.atMin) && atMin < untilMin)
    .flatMap(({ items }) => items)
    .filter(({ product }) => !isFilled(product))
    .map(({ product, servings, fluidMl }) => ({ product, generic: null, servings, fluidMl }));
}

/** Lists the powder that is carried for later fills. */
function powderFor(fills: readonly Fill[], isWanted: (fill: Fill) => boolean): readonly PlanItem[] {
  return fills
    .filter((fill) => isWanted(fill) && !isPlainWater(fill.product))
    .map(({ product, fillMl }) => ({
      product,
      generic: null,
      servings: servingsOf(product, fillMl),
      fluidMl: 0,
    }));
}

/** Lists what goes into the vessels at a stop: its water with own powder, or a full bottle from the drop bag. */
function takenToFill(fills: readonly Fill[], stop: Stop): readonly PlanItem[] {
  return fills
    .filter((fill) => fill.stop === stop)
    .flatMap(({ product, fillMl }) => {
      if (!stop.offers.has('water')) return [filled(product, fillMl)];
      const mixed = stop.offers.has('drop_bag') && !isPlainWater(product);
      const powder = { product, generic: null, servings: servingsOf(product, fillMl), fluidMl: 0 };
      return mixed ? [water(fillMl), powder] : [water(fillMl)];
    });
}

/** Lists what the vessels hold on leaving a stop. */
function inVessels(fills: readonly Fill[], marks: readonly Mark[], stop: Stop): readonly PlanItem[] {
  return fills.flatMap((fill) => {
    if (fill.stop !== stop && isLater(fill, stop)) return [];
    const heldMl = fill.fillMl - (fill.stop === stop ? 0 : drunkBefore(fill, fills, marks, stop.atMin));
    if (heldMl <= 1e-6) return [];
    return [isPlainWater(fill.product) ? water(heldMl) : filled(fill.product, heldMl)];
  });
}

/** Returns how much of a fill is drunk before a minute: fills of one drink are emptied one after the other. */
function drunkBefore(fill: Fill, fills: readonly Fill[], marks: readonly Mark[], beforeMin: number): number {
  const alike = fills.filter(({ product, stop }) => product === fill.product && stop === fill.stop);
  const earlierMl = alike.slice(0, alike.indexOf(fill)).reduce((sum, { fillMl }) => sum + fillMl, 0);
  const drunkMl = marks
    .filter(({ atMin }) => atMin >= (fill.stop.kind === 'start' ? 0 : fill.stop.atMin) && atMin < beforeMin)
    .flatMap(({ items }) => items)
    .filter(({ product }) => product === fill.product)
    .reduce((sum, { fluidMl }) => sum + fluidMl, 0);
  return Math.min(fill.fillMl, Math.max(0, drunkMl - earlierMl));
}

function servingsOf(product: Product, volumeMl: number): number {
  return volumeMl / (fluidMlOf(product) ?? volumeMl);
}

function filled(product: Product, volumeMl: number): PlanItem {
  return { product, generic: null, servings: servingsOf(product, volumeMl), fluidMl: volumeMl };
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
