import type { Product } from '../../catalogue/catalogue-copy.ts';
import { glucoseMaxGPerHr } from '../carbohydrate-uptake.ts';
import { fluidMlOf, SERVINGS_MAX } from '../portions.ts';
import type { Aim } from './aim.ts';
import { COST } from './cost-table.ts';
import {
  isSavouryWanted,
  isSolidWanted,
  mainsOf,
  type SolidPair,
  secondFor,
  solidPairs,
} from './foods-to-try.ts';
import { isFreeOf, type LegMix } from './leg-mix.ts';
import type { Bite, Mixable, Pool } from './pool.ts';
import { APPETITE_MAX, type Ration, rememberedRations, type Uses } from './rations.ts';
import { chooseSalts, type Salts } from './salts.ts';

/** Products of a plan, and how much of each a leg gets. */
export interface Mix {
  readonly drink: Mixable | null;
  readonly main: Bite | null;
  /** Alternates with the main food for variety; null if one food is enough. */
  readonly second: Bite | null;
  readonly solid: Bite | null;
  /** Alternates with the solid in a long event: something savoury or real. */
  readonly otherSolid: Bite | null;
  readonly legs: readonly LegMix[];
  readonly salts: Salts;
  readonly cost: number;
}

/** Most mixes that are laid out, cheapest first. */
const KEPT = 8;

/**
 * Finds the cheapest mixes of a drink, a gel or chew and a solid, each with an alternative, by comparing all of
 * them. The catalogue's order does not matter: of equal mixes, the one with the lowest identifiers comes first.
 */
export function chooseMixes(pool: Pool, aim: Aim): readonly Mix[] {
  const kept: Mix[] = [];
  const rations = rememberedRations(aim);
  const isFree = isFreeOf(aim.legs, 0);
  const mains = mainsOf(pool, aim);
  const turns = (mains.length > 0 ? mains : [null]).map((main) => inTurns(main, mains));
  const pairs = solidPairs(pool, aim).map((pair) => ({
    pair,
    solid: {
      solidG: meanOf(pair.solid, pair.otherSolid, 'carbG'),
      isSolidHalved: pair.otherSolid === null && (pair.solid?.servings ?? 1) < 1,
    },
    solidCost: solidCost(pair, aim),
  }));
  for (const drink of [...pool.drinks, null]) {
    const ofDrink = rations(drink);
    for (const { main, second, aloneG, inTurnsG } of turns) {
      const [alone, withSecond] = [ofDrink(aloneG), ofDrink(inTurnsG)];
      for (const { pair, solid, solidCost } of pairs) {
        const limit = kept[KEPT - 1]?.cost ?? Number.POSITIVE_INFINITY;
        const isSecondWanted = second !== null && alone(solid).isSecondWanted;
        const ration = isSecondWanted ? withSecond(solid) : alone(solid);
        const isHalf = isHalfLeft(pair, ration.legs) || (isFree && isOdd(main, ration.eaten));
        const halfCost = isHalf ? COST.halfLeft : 0;
        const cost = ration.cost + turnsCost(ration, isSecondWanted) + solidCost + halfCost;
        if (cost >= limit) continue;
        const foods = { drink, main, second: isSecondWanted ? second : null, ...pair };
        const mix = mixOf(foods, ration, { cost, limit, pool, aim });
        if (mix === null || mix.cost >= limit) continue;
        const place = kept.findIndex((one) => mix.cost < one.cost);
        kept.splice(place === -1 ? kept.length : place, 0, mix);
        if (kept.length > KEPT) kept.pop();
      }
    }
  }
  return kept;
}

/** Returns a main food with its alternative, and the carbohydrate of a piece, g. */
function inTurns(main: Bite | null, mains: readonly Bite[]) {
  const second = main && secondFor(main, mains);
  return {
    main,
    second,
    aloneG: meanOf(main, null, 'carbG'),
    inTurnsG: meanOf(main, second, 'carbG'),
  };
}

/** The products of a mix. */
export type Foods = Pick<Mix, 'drink' | 'main' | 'second' | 'solid' | 'otherSolid'>;

interface Search {
  /** Cost of the amounts alone. */
  readonly cost: number;
  /** Mixes of this cost or more are skipped. */
  readonly limit: number;
  readonly pool: Pool;
  readonly aim: Aim;
}

/** Returns the mix of these foods with its salt; null if its cost reaches the limit without salt. */
function mixOf(foods: Foods, ration: Ration, { cost, limit, pool, aim }: Search): Mix | null {
  const { legs } = ration;
  const { targets } = aim;
  const products = productsOf(foods, ration);
  const chosen = cost + choiceCost(products, aim);
  if (chosen >= limit) return null;
  const { sodiumMg, glucoseG, freeMl } = amountsOf(foods, legs, aim);
  const glucoseMaxG = glucoseMaxGPerHr(targets.carbGPerHr) * targets.hours;
  const beforeSalt =
    chosen +
    (COST.singleSource * Math.max(0, glucoseG - glucoseMaxG)) / Math.max(1, targets.carbG) +
    (sodiumMg > targets.maxSodiumMgPerHr * targets.hours ? COST.aboveCeiling : 0);
  if (beforeSalt >= limit) return null;
  const salts = chooseSalts(pool, targets, targets.sodiumMg - sodiumMg, {
    products: productsMax(aim) - products.length,
    roomFor: (stepMl) => freeMl.reduce((sum, ml) => sum + Math.floor(ml / stepMl), 0),
    broths: aim.broths,
    hasTableSalt: !aim.isLeft,
  });
  return { ...foods, legs, salts, cost: beforeSalt + salts.cost };
}

/** Returns a figure of alternating food: the mean of both, or that of the only one. */
function meanOf(one: Bite | null, other: Bite | null, figure: 'carbG' | 'sodiumMg' | 'glucoseG'): number {
  if (one === null) return 0;
  return other === null ? one[figure] : (one[figure] + other[figure]) / 2;
}

/** Adds up the food and drinks of a mix, without salt. */
function amountsOf({ drink, main, second, solid, otherSolid }: Foods, legs: readonly LegMix[], aim: Aim) {
  const total = { ...aim.doses };
  /** Water of each leg that is free for tablets, not taken by powder. */
  const freeMl: number[] = [];
  for (const [index, leg] of legs.entries()) {
    const gels = leg.pieces - leg.solids;
    const drunkG = (leg.mixMl * leg.gPerL) / 1000;
    const cups = aim.legs[index]?.cups ?? null;
    const own = aim.legs[index]?.stationDrink ?? drink;
    const scoops = own === null ? 0 : drunkG / own.carbG;
    total.sodiumMg +=
      gels * meanOf(main, second, 'sodiumMg') +
      leg.solids * meanOf(solid, otherSolid, 'sodiumMg') +
      scoops * (own?.sodiumMg ?? 0) +
      leg.sportCups * (cups?.sodiumMg ?? 0);
    total.glucoseG +=
      gels * meanOf(main, second, 'glucoseG') +
      leg.solids * meanOf(solid, otherSolid, 'glucoseG') +
      scoops * (own?.glucoseG ?? 0) +
      (leg.sportCups * (cups?.carbG ?? 0)) / 2;
    const powderMl = own === null ? 0 : scoops * (fluidMlOf(own.product) ?? 0);
    freeMl.push(Math.max(0, leg.mixMl + leg.waterMl - powderMl));
  }
  return { ...total, freeMl };
}

/** Most products of a plan: five, or seven beyond 6 h. */
export function productsMax({ isLong }: Pick<Aim, 'isLong'>): number {
  return isLong ? 7 : 5;
}

/** Lists the products of a mix that its legs use, except salt and water. */
export function productsOf(
  { drink, main, second, solid, otherSolid }: Foods,
  { isDrunk, isEaten, isChewed }: Uses,
): readonly Product[] {
  const products: Product[] = [];
  if (isDrunk && drink !== null) products.push(drink.product);
  if (isEaten && main !== null) products.push(main.product);
  if (isEaten && second !== null) products.push(second.product);
  if (isChewed && solid !== null) products.push(solid.product);
  if (isChewed && otherSolid !== null) products.push(otherSolid.product);
  return products;
}

function choiceCost(products: readonly Product[], aim: Aim): number {
  let [brands, unsure] = [0, 0];
  for (const [index, { brand, confidence }] of products.entries()) {
    if (confidence !== 'high') unsure += 1;
    if (brand !== 'Generic' && products.findIndex((other) => other.brand === brand) === index) brands += 1;
  }
  return (
    COST.product * products.length +
    COST.brand * Math.max(0, brands - 1) +
    COST.unsure * unsure +
    COST.tooMany * Math.max(0, products.length - productsMax(aim))
  );
}

const BARS: ReadonlySet<Product['category']> = new Set(['bar', 'waffle']);

/** Returns the cost of these solids, whatever else is chosen. */
function solidCost({ solid, otherSolid }: SolidPair, aim: Aim): number {
  const isNoBar =
    solid !== null && !BARS.has(solid.product.category) && aim.legs.some(({ carrier }) => carrier.isBarUsual);
  const ofSolid = (bite: Bite | null) =>
    (bite?.isHomemade ? COST.homemade : 0) + (bite?.isSavoury && !aim.isLong ? COST.saltyEarly : 0);
  return (
    ofSolid(solid) +
    ofSolid(otherSolid) +
    (isNoBar ? COST.notABar : 0) +
    (solid === null && aim.legs.some(isSolidWanted) ? COST.nothingSolid : 0) +
    (otherSolid === null && isSavouryWanted(aim) ? COST.product : 0)
  );
}

/** Returns whether the solids of legs leave half of one uneaten. */
function isHalfLeft({ solid, otherSolid }: SolidPair, legs: readonly LegMix[]): boolean {
  const solids = legs.reduce((sum, leg) => sum + leg.solids, 0);
  const others = otherSolid === null ? 0 : Math.floor(solids / 2);
  return isOdd(solid, solids - others) || isOdd(otherSolid, others);
}

/** Returns whether this many pieces leave a part of a pack. */
function isOdd(bite: Bite | null, count: number): boolean {
  return !Number.isInteger(count * (bite?.servings ?? 1));
}

/** Returns the cost of eating the same food, or the same two alternately, this often. */
function turnsCost({ eaten, isDull }: Ration, isInTurns: boolean): number {
  const ofEach = isInTurns ? eaten / 2 : eaten;
  return (
    (isDull && !isInTurns ? COST.sameFood : 0) +
    (ofEach > SERVINGS_MAX ? COST.tooManyServings : 0) +
    COST.dozens * Math.max(0, ofEach - APPETITE_MAX)
  );
}
