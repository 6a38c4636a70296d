import type { Product } from '../../catalogue/catalogue-copy.ts';
import { glucoseMaxGPerHr } from '../carbohydrate-uptake.ts';
import { fluidMlOf, SERVINGS_MAX } from '../portions.ts';
import type { Aim } from './aim.ts';
import { COST, ON_TARGET, SAME_IN_A_ROW_MAX } from './cost-table.ts';
import { isSavouryWanted, isSolidWanted, mainsOf, secondFor, solidPairs } from './foods-to-try.ts';
import { type FedLeg, type Kinds, type LegMix, legMix } from './leg-mix.ts';
import type { Bite, Mixable, Pool } from './pool.ts';
import { chooseSalts, type Salts } from './salts.ts';

/** Products of a plan, and how much of each a leg gets. */
export interface Mix {
  readonly drink: Mixable | null;
  readonly main: Bite | null;
  /** Takes turns with the main food, so that nobody eats the same all day; null if once is enough. */
  readonly second: Bite | null;
  readonly solid: Bite | null;
  /** Takes turns with the solid in a long event: something savoury or real. */
  readonly otherSolid: Bite | null;
  readonly legs: readonly LegMix[];
  readonly salts: Salts;
  readonly cost: number;
}

/** Mixes that are laid out at most, the cheapest first. */
const KEPT = 8;

/**
 * Finds the cheapest mixes of a drink, a gel or chew and a solid, each with a second one for a change, by comparing all of
 * them. The order of the catalogue makes no difference: of equal mixes the one with the lowest identifiers comes first.
 */
export function chooseMixes(pool: Pool, aim: Aim): readonly Mix[] {
  const kept: Mix[] = [];
  const costs = rememberedMixes(aim.legs);
  const mains = mainsOf(pool, aim);
  const seconds = new Map(mains.map((main) => [main, secondFor(main, mains)]));
  const drinks: readonly (Mixable | null)[] = [...pool.drinks, null];
  const pairs = solidPairs(pool, aim);
  for (const drink of drinks) {
    for (const main of mains.length > 0 ? mains : [null]) {
      for (const pair of pairs) {
        const second = main && (seconds.get(main) ?? null);
        const worst = kept.length === KEPT ? kept.at(-1) : undefined;
        const limit = worst?.cost ?? Number.POSITIVE_INFINITY;
        const mix = mixOf({ drink, main, second, ...pair }, { pool, aim, costs, limit });
        if (mix === null || mix.cost >= limit) continue;
        const place = kept.findIndex(({ cost }) => mix.cost < cost);
        kept.splice(place === -1 ? kept.length : place, 0, mix);
        if (kept.length > KEPT) kept.pop();
      }
    }
  }
  return kept;
}

/** The same gel is eaten with appetite about so often. */
const APPETITE_MAX = 12;

/** The products of a mix. */
export type Foods = Pick<Mix, 'drink' | 'main' | 'second' | 'solid' | 'otherSolid'>;

/** Returns the mix of these foods; null if it costs more than the limit even before its salt. */
function mixOf(foods: Foods, { pool, aim, costs, limit }: Search): Mix | null {
  const { drink, main, second, solid, otherSolid } = foods;
  const legsWith = (other: Bite | null) =>
    costs({
      pieceG: meanOf(main, other, 'carbG'),
      solidG: meanOf(solid, otherSolid, 'carbG'),
      isSolidHalved: solid !== null && otherSolid === null && solid.servings < 1,
      drink,
    });
  const alone = legsWith(null);
  const { targets } = aim;
  const isSecondWanted = aim.isLeft || isDull(alone, aim) || aim.isRealFood || eatenIn(alone) > APPETITE_MAX;
  const used: Foods = { ...foods, second: isSecondWanted ? second : null };
  const legs = used.second === null ? alone : legsWith(used.second);
  const eaten = eatenIn(legs);
  const legCost = legs.reduce((sum, leg) => sum + leg.cost, 0);
  if (legCost >= limit) return null;
  const amounts = amountsOf(used, legs, aim);
  const missed = Math.abs(amounts.missingG) / Math.max(1, targets.carbG);
  const glucoseMaxG = glucoseMaxGPerHr(targets.carbGPerHr) * targets.hours;
  const excessMg = amounts.sodiumMg - targets.sodiumMg;
  const products = productsOf(used, legs);
  const beforeSalt =
    legCost +
    (missed > ON_TARGET ? (COST.carbMissed * missed) / ON_TARGET : missed) +
    (COST.singleSource * Math.max(0, amounts.glucoseG - glucoseMaxG)) / Math.max(1, targets.carbG) +
    (amounts.sodiumMg > targets.maxSodiumMgPerHr * targets.hours ? COST.aboveCeiling : 0) +
    choiceCost(used, products, aim) +
    COST.tooMany * Math.max(0, products.length - productsMax(aim)) +
    (isHalfLeft(used, legs) ? COST.halfLeft : 0) +
    (aim.legs.some(isSolidWanted) && solid === null ? COST.nothingSolid : 0) +
    (used.second === null && isDull(legs, aim) ? COST.sameFood : 0) +
    (eaten / (used.second === null ? 1 : 2) > SERVINGS_MAX ? COST.tooManyServings : 0) +
    COST.dozens * Math.max(0, eaten / (used.second === null ? 1 : 2) - APPETITE_MAX) +
    (isSavouryWanted(aim) && otherSolid === null ? COST.product : 0);
  if (beforeSalt >= limit) return null;
  const salts = chooseSalts(pool, targets, -excessMg, {
    products: productsMax(aim) - products.length,
    roomFor: (stepMl) => amounts.freeMl.reduce((sum, freeMl) => sum + Math.floor(freeMl / stepMl), 0),
    broths: aim.broths,
    hasTableSalt: !aim.isLeft,
  });
  return { ...used, legs, salts, cost: beforeSalt + salts.cost };
}

/** Returns a figure of food in turns: the mean of both, or that of the one. */
function meanOf(one: Bite | null, other: Bite | null, figure: 'carbG' | 'sodiumMg' | 'glucoseG'): number {
  if (one === null) return 0;
  return other === null ? one[figure] : (one[figure] + other[figure]) / 2;
}

/** Returns whether the solids of a mix leave half of one uneaten. */
function isHalfLeft({ solid, otherSolid }: Foods, legs: readonly LegMix[]): boolean {
  const solids = legs.reduce((sum, leg) => sum + leg.solids, 0);
  const others = otherSolid === null ? 0 : Math.floor(solids / 2);
  const isOdd = (bite: Bite | null, count: number) => !Number.isInteger(count * (bite?.servings ?? 1));
  return isOdd(solid, solids - others) || isOdd(otherSolid, others);
}

/** Counts the pieces of a mix that are not solid. */
function eatenIn(legs: readonly LegMix[]): number {
  return legs.reduce((sum, { pieces, solids }) => sum + pieces - solids, 0);
}

/** Returns whether the same food would come too often in a row, in a leg or over all of them. */
function isDull(legs: readonly LegMix[], aim: Aim): boolean {
  return (
    legs.some((leg, index) => runOf(leg, aim.legs[index]) > SAME_IN_A_ROW_MAX) ||
    (legs.length > 1 && eatenIn(legs) > SAME_IN_A_ROW_MAX)
  );
}

/** Returns how often the main food comes in a row in a leg: solids break it up. */
function runOf(leg: LegMix, fed: FedLeg | undefined): number {
  const gels = leg.pieces - leg.solids;
  const mixed = fed === undefined ? 1 : fed.carrier.solidUntil;
  return leg.solids === 0 || mixed < 1 ? gels : Math.ceil(gels / (leg.solids + 1));
}

/** Adds up what the food and the drinks of a mix bring before salt. */
function amountsOf({ drink, main, second, solid, otherSolid }: Foods, legs: readonly LegMix[], aim: Aim) {
  const total = { sodiumMg: aim.doses.sodiumMg, glucoseG: 0, missingG: 0 };
  /** Water of each leg in which a tablet still dissolves: that of powder is taken by its label. */
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
    total.missingG += leg.missingG;
    const powderMl = own === null ? 0 : scoops * (fluidMlOf(own.product) ?? 0);
    freeMl.push(Math.max(0, leg.mixMl + leg.waterMl - powderMl));
  }
  return { ...total, freeMl };
}

/** Products that a plan asks for at most: five, seven beyond 6 h. */
export function productsMax({ isLong }: Pick<Aim, 'isLong'>): number {
  return isLong ? 7 : 5;
}

/** Lists the products of a mix besides salt and water, as far as its legs use them. */
export function productsOf(
  { drink, main, second, solid, otherSolid }: Foods,
  legs: readonly LegMix[],
): readonly Product[] {
  const isDrunk = legs.some(({ mixMl }) => mixMl > 0);
  const isEaten = legs.some(({ pieces, solids }) => pieces > solids);
  const isChewed = legs.some(({ solids }) => solids > 0);
  return [
    isDrunk ? drink?.product : undefined,
    isEaten ? main?.product : undefined,
    isEaten ? second?.product : undefined,
    isChewed ? solid?.product : undefined,
    isChewed ? otherSolid?.product : undefined,
  ].filter((product) => product !== undefined);
}

const BARS: ReadonlySet<Product['category']> = new Set(['bar', 'waffle']);

function choiceCost(
  { solid, otherSolid }: Foods,
  products: readonly Product[],
  { isLong, legs }: Aim,
): number {
  let [brands, unsure] = [0, 0];
  for (const [index, { brand, confidence }] of products.entries()) {
    if (confidence !== 'high') unsure += 1;
    if (brand !== 'Generic' && products.findIndex((other) => other.brand === brand) === index) brands += 1;
  }
  const isNoBar =
    solid !== null && !BARS.has(solid.product.category) && legs.some(({ carrier }) => carrier.isBarUsual);
  const ofSolid = (bite: Bite | null) =>
    (bite?.isHomemade ? COST.homemade : 0) + (bite?.isSavoury && !isLong ? COST.saltyEarly : 0);
  return (
    COST.product * products.length +
    COST.brand * Math.max(0, brands - 1) +
    COST.unsure * unsure +
    ofSolid(solid) +
    ofSolid(otherSolid) +
    (isNoBar ? COST.notABar : 0)
  );
}

interface Search {
  readonly pool: Pool;
  readonly aim: Aim;
  readonly costs: LegCosts;
  /** Mixes of this cost or more are passed over. */
  readonly limit: number;
}

type LegCosts = (kinds: Kinds) => readonly LegMix[];

/** Remembers the mixes of legs: many products bring the same carbohydrate, and many drinks have the same strengths. */
function rememberedMixes(legs: readonly FedLeg[]): LegCosts {
  const known = new Map<number, Map<number, Map<number, readonly LegMix[]>>>();
  return (kinds) => {
    const { pieceG, solidG, isSolidHalved, drink } = kinds;
    const strength = drink === null ? -1 : drink.mostGPerL * ML_PER_L + drink.leastGPerL;
    const ofDrink = entryOf(known, strength, () => new Map());
    const ofPiece = entryOf(ofDrink, pieceG, () => new Map());
    return entryOf(ofPiece, isSolidHalved ? -solidG : solidG, () => legs.map((leg) => legMix(leg, kinds)));
  };
}

const ML_PER_L = 1000;

function entryOf<Value>(map: Map<number, Value>, key: number, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
