import type { Product } from '../../catalogue/catalogue-copy.ts';
import { piecesCarried } from './carriers.ts';
import type { Mix } from './choose-mix.ts';
import { RHYTHM } from './cost-table.ts';
import type { FedLeg } from './leg-mix.ts';
import { easyMinute } from './moments.ts';
import type { Bite } from './pool.ts';
import type { Stop } from './stops.ts';
import { easeDuring, type Terrain } from './terrain.ts';

/** A piece of food with its minute. */
export interface PlacedBite {
  readonly atMin: number;
  readonly legIndex: number;
  readonly bite: Bite;
  /** The station that hands it out; null for what is carried. */
  readonly stop: Stop | null;
}

/** A dose of caffeine with its food, and the last minute at which it is useful. */
export interface DoseToPlace {
  readonly atMin: number;
  /** The due time. Nearby food may be taken with it. */
  readonly dueMin: number;
  readonly lastMin: number;
  readonly bite: Bite;
}

/** Inputs for placing food. */
export interface Ground {
  readonly legs: readonly FedLeg[];
  readonly terrain: Terrain;
  /** Minutes between the moments of the plan. */
  readonly gridMin: number;
  /** Doses of caffeine with their food, which stay where they are. */
  readonly doses: readonly DoseToPlace[];
  /** Solid food that stops hand out. */
  readonly handouts: readonly { readonly stop: Stop; readonly bite: Bite }[];
  /** Stations with water. */
  readonly cupStops: readonly Stop[];
  /** Remaining servings of each product; null if any number can be bought. */
  readonly left: ReadonlyMap<Product, number> | null;
}

/** Time needed for chewing, min, and the least ease for it. */
const CHEWING_MIN = 5;
const HARD_EASE = 0.6;
/** A dose this close to a piece replaces it, min. */
export const JOINS_MIN = 10;
/** Most time by which a piece moves to a station, min. */
const HANDED_WITHIN_MIN = 15;

/** Moments around a solid's due time that are searched for a station or an easy part. */
const NEAR_TIMES = 3;

/** Places the food of a mix on the grid of the plan: solids early and in easy parts, the rest alternately. */
export function placeFood(mix: Mix, ground: Ground): readonly PlacedBite[] {
  const turns = { main: 0, solid: 0 };
  const take = takerOf(ground);
  const placed = ground.legs.flatMap((fed, index) => {
    const pieces = mix.legs[index]?.pieces ?? 0;
    const all = timesOf(fed, pieces + fed.doses.pieces, ground);
    const doses = timedDoses(all, fed, ground);
    const times = all.filter((atMin) => !doses.some(({ insteadMin }) => insteadMin === atMin));
    const isHalved = mix.otherSolid === null && (mix.solid?.servings ?? 1) < 1;
    const solidAt = solidTimes(fed, times, { count: mix.legs[index]?.solids ?? 0, isHalved }, ground);
    const chosen = times.flatMap((atMin): PlacedBite[] => {
      const isSolid = solidAt.has(atMin) && mix.solid !== null;
      const pair = isSolid ? [mix.solid, mix.otherSolid] : [mix.main, mix.second];
      const turn = isSolid ? turns.solid : turns.main;
      const order = turn % 2 === 1 ? [pair[1], pair[0]] : pair;
      const bite = [...order, mix.main, mix.second].find((one) => one != null && take(one));
      if (!bite) return [];
      if (isSolid) turns.solid += 1;
      else turns.main += 1;
      return [{ atMin, legIndex: fed.legIndex, bite, stop: null }];
    });
    const eased = chosen.map((one) => ({ ...one, atMin: easyMinute(ground.terrain, fed.leg, one.atMin) }));
    return withinPockets(withHandouts(withDoses(eased, doses, { fed, ground }), fed, ground), fed);
  });
  return withoutOddHalf(placed, mix);
}

/** Replaces the left-over half of a bar whose other half a station hands out. */
function withoutOddHalf(placed: readonly PlacedBite[], { main, solid }: Mix): readonly PlacedBite[] {
  const halves = placed.filter(({ bite, stop }) => bite === solid && bite.servings < 1 && stop === null);
  const isSolidLeft = placed.some((one) => one.bite.kind === 'solid' && one !== halves.at(-1));
  if (main === null || halves.length % 2 === 0 || !isSolidLeft) return placed;
  return placed.map((one) => (one === halves.at(-1) ? { ...one, bite: main } : one));
}

/** Returns a function that takes a piece from the remaining food, if there is any; doses are reserved. */
function takerOf({ left, doses }: Ground): (bite: Bite) => boolean {
  if (left === null) return () => true;
  const rest = new Map(left);
  const take = ({ product, servings }: Bite) => {
    const had = rest.get(product) ?? 0;
    if (had < servings) return false;
    rest.set(product, had - servings);
    return true;
  };
  for (const { bite } of doses) take(bite);
  return take;
}

/** Returns the first moment of the grid at or after a minute. */
export function onGrid(minute: number, gridMin: number): number {
  return Math.ceil(minute / gridMin - 1e-9) * gridMin;
}

function timesOf(fed: FedLeg, pieces: number, { gridMin }: Ground): readonly number[] {
  const { leg, foodFromMin, foodUntilMin } = fed;
  const firstMin = onGrid(foodFromMin, gridMin);
  const lastMin = Math.floor(foodUntilMin / gridMin) * gridMin;
  if (pieces === 0) return [];
  if (lastMin < firstMin) return [];
  const most = Math.floor((lastMin - firstMin) / Math.max(gridMin, RHYTHM.least)) + 1;
  const count = Math.min(pieces, most);
  if (count === 1) {
    const middle = onGrid((leg.startMin + leg.endMin) / 2 - gridMin / 2, gridMin);
    return [Math.min(lastMin, Math.max(firstMin, middle))];
  }
  return Array.from({ length: count }, (_, index) =>
    onGrid(firstMin + ((lastMin - firstMin) * index) / (count - 1) - gridMin / 2 + 1e-6, gridMin),
  );
}

/**
 * Chooses the moments for solids: evenly over their part of the leg, none in a hard part, and never two in a row except
 * for the halves of one.
 */
function solidTimes(
  { leg, carrier }: FedLeg,
  times: readonly number[],
  { count: solids, isHalved }: { readonly count: number; readonly isHalved: boolean },
  { terrain, handouts }: Ground,
): ReadonlySet<number> {
  const untilMin = leg.startMin + carrier.solidUntil * (leg.endMin - leg.startMin);
  const early = times.filter((atMin) => atMin <= untilMin);
  const chosen = new Set<number>();
  const isFree = (atMin: number) => {
    const place = times.indexOf(atMin);
    const near = [times[place - 1], times[place], times[place + 1]];
    const taken = near.filter((minute) => minute !== undefined && chosen.has(minute)).length;
    return isHalved ? !chosen.has(atMin) && taken < 2 : taken === 0;
  };
  const easeAt = (atMin: number) => easeDuring(terrain, atMin, atMin + CHEWING_MIN);
  const isHanded = (atMin: number) =>
    handouts.some(
      ({ stop, bite }) => bite.kind === 'solid' && Math.abs(stop.atMin - atMin) <= HANDED_WITHIN_MIN,
    );
  for (let index = 0; index < solids; index += 1) {
    const dueMin = early[Math.floor(((index + 0.5) * early.length) / solids)];
    if (dueMin === undefined) break;
    const byDistance = early
      .filter(isFree)
      .toSorted((one, other) => Math.abs(one - dueMin) - Math.abs(other - dueMin) || one - other);
    const near = byDistance.slice(0, NEAR_TIMES);
    const place = near.find(isHanded) ?? near.find((atMin) => easeAt(atMin) >= HARD_EASE) ?? byDistance[0];
    if (place !== undefined) chosen.add(place);
  }
  return chosen;
}

/** A caffeine dose with its minute, and the moment of the food that it replaces; null for gum. */
interface TimedDose {
  readonly atMin: number;
  readonly bite: Bite;
  readonly insteadMin: number | null;
}

/** Assigns each dose of a leg to the nearest moment of food if it is close, else to its own minute. */
function timedDoses(
  times: readonly number[],
  { leg }: FedLeg,
  { doses, terrain }: Ground,
): readonly TimedDose[] {
  const timed: TimedDose[] = [];
  for (const { atMin, dueMin, lastMin, bite } of doses) {
    if (atMin < leg.startMin || atMin >= leg.endMin) continue;
    const easedMin = (time: number) => easyMinute(terrain, leg, time);
    const [nearest] = times
      .filter((time) => !timed.some(({ insteadMin }) => insteadMin === time))
      .toSorted((one, other) => Math.abs(one - dueMin) - Math.abs(other - dueMin));
    const joinedMin = nearest === undefined ? null : easedMin(nearest);
    const isNear = joinedMin !== null && Math.abs(joinedMin - dueMin) <= JOINS_MIN && joinedMin <= lastMin;
    timed.push({
      atMin: isNear ? joinedMin : atMin,
      bite,
      insteadMin: bite.carbG > 0 ? (nearest ?? null) : null,
    });
  }
  return timed;
}

/** Inserts caffeine doses: pieces too close to one are moved, or dropped if they cannot be. */
function withDoses(
  placed: readonly PlacedBite[],
  doses: readonly TimedDose[],
  { fed, ground: { gridMin } }: { readonly fed: FedLeg; readonly ground: Ground },
): readonly PlacedBite[] {
  let result = placed;
  for (const { atMin, bite } of doses) {
    const apart =
      bite.carbG === 0
        ? result
        : (madeRoom(result, atMin, RHYTHM.least, { fed, gridMin }) ??
          result.filter((one) => Math.abs(one.atMin - atMin) >= RHYTHM.least));
    result = [...apart, { atMin, legIndex: fed.legIndex, bite, stop: null }];
  }
  return result.toSorted((one, other) => one.atMin - other.atMin);
}

/** Moves solids to nearby stations that hand them out, and gels to where there is water. */
function withHandouts(
  placed: readonly PlacedBite[],
  fed: FedLeg,
  { handouts, cupStops, gridMin }: Ground,
): readonly PlacedBite[] {
  let result = [...placed];
  const move = (stop: Stop, isAlike: (one: PlacedBite) => boolean, handed: Bite | null) => {
    const atMin = Math.round(stop.atMin / gridMin) * gridMin;
    const moved = result
      .filter(
        (one) => one.stop === null && isAlike(one) && Math.abs(one.atMin - stop.atMin) <= HANDED_WITHIN_MIN,
      )
      .toSorted((one, other) => Math.abs(one.atMin - stop.atMin) - Math.abs(other.atMin - stop.atMin))[0];
    if (moved === undefined || atMin < fed.leg.startMin || atMin >= fed.leg.endMin) return;
    const rest = result.filter((one) => one !== moved);
    const beforeMin = Math.min(...rest.map((one) => Math.abs(eatenMin(one) - moved.atMin)));
    const leastMin = Math.max(RHYTHM.least, Math.min(EASILY_APART_MIN, beforeMin));
    // Fruit at a station is worth a shorter gap before it; a gel is not.
    const apartMin = handed?.kind === 'solid' ? RHYTHM.least : leastMin;
    const others = madeRoom(rest, stop.atMin, apartMin, { fed, gridMin });
    if (others === null) return;
    result = [...others, handed === null ? { ...moved, atMin } : { ...moved, atMin, bite: handed, stop }];
  };
  const isInLeg = ({ atMin }: Stop) => atMin >= fed.foodFromMin && atMin <= fed.foodUntilMin;
  for (const { stop, bite } of handouts) {
    if (isInLeg(stop)) move(stop, (one) => one.bite.kind === bite.kind && isPlain(one), bite);
  }
  if (fed.cups === null) return result.sort((one, other) => one.atMin - other.atMin);
  for (const stop of cupStops.filter(isInLeg)) {
    move(stop, (one) => one.bite.kind !== 'solid' && isPlain(one), null);
  }
  return result.sort((one, other) => one.atMin - other.atMin);
}

function isPlain({ bite }: PlacedBite): boolean {
  return (bite.product.caffeineMg ?? 0) === 0;
}

/** Returns when a piece is eaten: at a station, at that station's minute. */
function eatenMin({ atMin, stop }: PlacedBite): number {
  return stop?.atMin ?? atMin;
}

/** Least distance to other pieces that a moved piece keeps, min. Engineering choice. */
const EASILY_APART_MIN = 25;

/** Moves pieces that are too close to a minute by one grid step; null if that is impossible. */
function madeRoom(
  others: readonly PlacedBite[],
  minute: number,
  apartMin: number,
  { fed, gridMin }: { readonly fed: FedLeg; readonly gridMin: number },
): readonly PlacedBite[] | null {
  const shifted = others.map((one) => {
    const isNear = Math.abs(eatenMin(one) - minute) < apartMin;
    if (!isNear || one.stop !== null || !isPlain(one)) return one;
    return { ...one, atMin: one.atMin + (one.atMin < minute ? -gridMin : gridMin) };
  });
  const times = [...shifted.map(eatenMin), minute].sort((one, other) => one - other);
  const isApart = times.every((time, index) => index === 0 || time - (times[index - 1] ?? 0) >= apartMin);
  const isInTime = shifted.every(
    (one, index) => one === others[index] || (one.atMin >= fed.foodFromMin && one.atMin <= fed.foodUntilMin),
  );
  return isApart && isInTime ? shifted : null;
}

/** Drops food that does not fit into pockets between two bags, evenly; caffeine doses stay. */
function withinPockets(placed: readonly PlacedBite[], { leg, packedMin }: FedLeg): readonly PlacedBite[] {
  const most = piecesCarried(leg);
  const isCarried = (one: PlacedBite) => one.stop === null && isPlain(one);
  const parts = Map.groupBy(placed, ({ atMin }) => packedMin.findLastIndex((packed) => packed <= atMin));
  return [...parts.values()].flatMap((part) => {
    const servings = part.reduce((sum, { stop, bite }) => sum + (stop === null ? bite.servings : 0), 0);
    if (servings <= most) return part;
    const own = part.filter(isCarried);
    const kept = Math.max(0, Math.floor((own.length * most) / servings));
    const left = new Set(
      Array.from({ length: kept }, (_, index) => own[Math.floor(((index + 0.5) * own.length) / kept)]),
    );
    return part.filter((one) => !isCarried(one) || left.has(one));
  });
}
