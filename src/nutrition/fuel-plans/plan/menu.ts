import { genericFood } from '../../catalogue/generic-foods.ts';
import { isOnFoot } from '../course/legs.ts';
import { COST, LONG_MIN, RULES } from './costs.ts';
import { ML_PER_L, type Product, type Request, type Stop, sumOf } from './model.ts';
import { pocketOf, toCup, type Water } from './parts.ts';
import { toProduct } from './request.ts';

/** The athlete's own products that a plan is built from. */
export interface Menu {
  /** Drinks that fill bottles: one, or two that are given together. */
  readonly mixes: readonly Product[];
  readonly foods: readonly Product[];
  /** Dissolved in bottles. */
  readonly tablet: Product | null;
  readonly capsule: Product | null;
}

/** Menus that are laid out: shorter events leave time for more. */
const MENUS = [
  { upToMin: 180, count: 12 },
  { upToMin: 360, count: 8 },
  { upToMin: Number.POSITIVE_INFINITY, count: 6 },
] as const;
/** Menus of a short event whose drink brings everything. */
const ALL_DRUNK = 3;
/** From this much carbohydrate on, one source is not enough, g/h; and the largest share of glucose then. */
const RICH_FROM_G_PER_HR = 85;
const GLUCOSE_MOST = 0.68;
/** A tablet is strong enough to be worth its moment, and dissolves in a bottle. */
const TABLET_FROM_MG = 150;
const CAPSULE_FROM_MG = 100;
const STRONG_SALT_MG = 300;
/** Events longer than this are eaten with a second gel, for the taste. */
const SECOND_GEL_FROM_MIN = 150;
/** Less drink than this needs no mix. */
const LEAST_MIX_G = 7;
/** Nearly the strongest drink. */
const STRONG_G_PER_ML = 0.075;

/** A pinch of salt. Everybody has it, so it is never counted as supply. */
export const TABLE_SALT = toProduct(genericFood('salt'));

/** Returns the carbohydrate of a piece. */
export function pieceG({ carbG, piece }: Product): number {
  return carbG * piece;
}

/** Returns the strength of a drink by its label. */
export function labelGPerL({ carbG, fluidMl }: Product): number {
  return fluidMl > 0 ? (ML_PER_L * carbG) / fluidMl : 0;
}

/** Returns whether a drink may be of one strength only. */
export function isFixed({ form, fixedStrength }: Product): boolean {
  return form === 'ready' || fixedStrength;
}

/** Compares products by identifier: the order of the catalogue means nothing. */
export function byId(one: Product, other: Product): number {
  if (one.id === other.id) return 0;
  return one.id < other.id ? -1 : 1;
}

function isMix(product: Product): boolean {
  const strength = labelGPerL(product);
  const isDrink = product.form === 'powder' || product.form === 'ready';
  // What is mixed only as its label says must not be stronger than a drink is.
  const isTooStrong = isFixed(product) && strength > RULES.strength.most + 0.5;
  return isDrink && strength >= RULES.strength.least && !isTooStrong;
}

function isPiece(product: Product): boolean {
  return pieceG(product) >= RULES.pieceLeastG && pieceG(product) <= RULES.pieceMostG;
}

/** Allows large gels to those who have no others. */
const LARGE_PIECE_G = 50;

/** Returns whether some leg has room for a form of food. */
function isTakenIn({ form }: Product, { legs }: Request): boolean {
  const isFood = form === 'gel' || form === 'chew' || form === 'solid';
  return !isFood || legs.some(({ forms }) => forms.has(form));
}

const isGel = (product: Product): boolean =>
  (product.form === 'gel' || product.form === 'chew') && isPiece(product);
const isSolid = (product: Product): boolean => product.form === 'solid' && isPiece(product);

interface Pair {
  readonly mix: Product | null;
  readonly gel: Product | null;
}

/** The facts of an event that are known before anything has a minute. */
interface Outline {
  readonly hours: number;
  readonly carbG: number;
  readonly sodiumMg: number;
  /** Carbohydrate that cups and the mix bring. */
  readonly cupsG: number;
  readonly drunkG: number;
  readonly bottleMl: number;
  readonly isIsotonicHanded: boolean;
  readonly isRealOnly: boolean;
  /** Pieces that fit into pockets, from bag to bag, and those from stations. */
  readonly piecesMost: number;
  /** Whether a drink may bring everything. */
  readonly isFree: boolean;
}

/** Lists the most promising menus of a suggestion, by what their totals would cost, with different mixes. */
export function menusOf(request: Request, water: Water): readonly Menu[] {
  const usable = request.home.filter((one) => one.caffeineMg === 0 && isTakenIn(one, request));
  const isLarge = (one: Product) =>
    one.form === 'gel' && pieceG(one) > RULES.pieceMostG && pieceG(one) <= LARGE_PIECE_G;
  const isEaten = usable.some((one) => isGel(one) || isSolid(one)) ? isGel : isLarge;
  const outline = outlineOf(request, water, usable);
  const drinks = usable.filter(isMix);
  // What is drunk for its salt is no fuel, unless there is nothing else.
  const staples = drinks.filter(({ purpose }) => purpose === 'fuel');
  const isMixed = outline.isFree || outline.drunkG > LEAST_MIX_G;
  const mixes = [null, ...(isMixed ? (staples.length > 0 ? staples : drinks) : [])];
  // Walkers eat real food, if they have any that they like.
  const gels = [null, ...(outline.isRealOnly ? [] : usable.filter(isEaten))];
  const ranked = mixes
    .flatMap((mix) => gels.map((gel) => ({ mix, gel, cost: costOf({ mix, gel }, outline) })))
    .sort(
      (one, other) => one.cost - other.cost || compare(one.gel, other.gel) || compare(one.mix, other.mix),
    );
  const minutes = request.endMin - request.fromMin;
  const most = MENUS.find(({ upToMin }) => minutes <= upToMin)?.count ?? 1;
  const picked: Pair[] = [];
  for (const one of ranked) {
    if (picked.length === most) break;
    const isKnown = picked.some(
      ({ mix, gel }) =>
        (mix === one.mix && mix !== null && (gel === null) === (one.gel === null)) ||
        (gel === one.gel && gel !== null && picked.length > 1),
    );
    if (!isKnown && !isAllDrunk(one, outline)) picked.push(one);
  }
  picked.push(...ranked.filter((one) => isAllDrunk(one, outline)).slice(0, ALL_DRUNK));
  const salts = saltsOf(usable);
  const handed = handedOf(water.stops);
  return picked.map((pair) => ({
    mixes: pair.mix === null ? [] : [pair.mix],
    foods: isAllDrunk(pair, outline) ? [] : foodsOf(request, usable, pair, handed),
    ...salts,
  }));
}

const compare = (one: Product | null, other: Product | null): number => {
  if (one === null || other === null) return Number(one !== null) - Number(other !== null);
  return byId(one, other);
};

const handedOf = (stops: readonly Stop[]): ReadonlySet<Product> =>
  new Set(stops.flatMap(({ foods }) => foods));

function outlineOf(request: Request, water: Water, usable: readonly Product[]): Outline {
  const { legs, fromMin, endMin } = request;
  const carbG = sumOf(legs, (leg) => leg.carbG);
  const main = legs.reduce((most, leg) => (leg.carbG > most.carbG ? leg : most));
  const { share, isRealFood } = main.usual;
  const isIsotonic = (product: Product) => toCup(product).kind === 'carb';
  const isotonicMl = sumOf([...water.halfCups], ([{ cups }, count]) =>
    cups.some(isIsotonic) ? count * RULES.halfCupMl : 0,
  );
  const cupsG = Math.min(0.04 * isotonicMl, 0.4 * carbG);
  const bottleMl = sumOf(water.pours, ({ volumeMl }) => volumeMl);
  const hasFood = usable.some((one) => isGel(one) || isSolid(one)) || handedOf(water.stops).size > 0;
  const usualShare = isRealFood ? share.to / 2 : (share.from + share.to) / 2;
  const drunkG = Math.min((hasFood ? usualShare : 1) * carbG - cupsG, STRONG_G_PER_ML * bottleMl);
  return {
    hours: (endMin - fromMin) / 60,
    carbG,
    sodiumMg: sumOf(legs, (leg) => leg.sodiumMg),
    cupsG,
    drunkG: Math.max(0, drunkG),
    bottleMl,
    isIsotonicHanded: water.stops.some(({ kind, cups }) => kind === 'aid' && cups.some(isIsotonic)),
    isRealOnly: isRealFood && usable.some((one) => isSolid(one) && one.isReal),
    piecesMost:
      pocketOf(main) * water.stops.filter(({ hasBag }) => hasBag).length +
      water.stops.filter(({ foods }) => foods.length > 0).length,
    isFree: main.usual.isFree,
  };
}

/** Returns whether a menu's drink brings everything. */
const isAllDrunk = ({ mix, gel }: Pair, { isFree }: Outline): boolean =>
  isFree && mix !== null && gel === null;

/** Returns the carbohydrate that a menu's drink should bring. */
function drunkOf(pair: Pair, outline: Outline): number {
  if (!isAllDrunk(pair, outline)) return outline.drunkG;
  const { carbG, cupsG, bottleMl } = outline;
  return Math.max(0, Math.min(carbG - cupsG, STRONG_G_PER_ML * bottleMl));
}

/** Salt of a station's sports drink, mg for each gram of its carbohydrate. */
const CUP_SALT_MG_PER_G = 7.7;
/** A capsule brings about this much. */
const CAPSULE_MG = 230;

/** Points for each percent that whole pieces miss: half of them are found elsewhere. */
const ROUNDED_PERCENT = 0.4;
/** No salt is smaller than this, mg. */
const SMALL_SALT_MG = 100;

/** Estimates what a mix and a gel cost over the whole event. */
function costOf(pair: Pair, outline: Outline): number {
  const { mix, gel } = pair;
  const { carbG, sodiumMg, cupsG, hours } = outline;
  const fixedMostG =
    mix !== null && isFixed(mix) ? (labelGPerL(mix) * outline.bottleMl) / ML_PER_L : Number.POSITIVE_INFINITY;
  const drunkG = mix === null ? 0 : Math.min(drunkOf(pair, outline) * (isFixed(mix) ? 1.2 : 1), fixedMostG);
  const foodG = Math.max(0, carbG - cupsG - drunkG);
  const pieces = gel === null ? 0 : foodG / pieceG(gel);
  const saltMg =
    (mix === null ? 0 : (drunkG / mix.carbG) * mix.sodiumMg) +
    (gel === null ? 0 : (foodG / gel.carbG) * gel.sodiumMg) +
    cupsG * CUP_SALT_MG_PER_G;
  const freeMg = (COST.free.sodium / 100) * sodiumMg;
  const lackMg = Math.max(0, sodiumMg - saltMg - freeMg);
  const excessPercent =
    (100 * Math.max(0, saltMg - sodiumMg - freeMg)) / Math.max(COST.smallSodiumMg, sodiumMg);
  const lackPercent = (100 * lackMg) / Math.max(COST.smallSodiumMg, sodiumMg);
  let cost =
    lackMg < SMALL_SALT_MG
      ? COST.sodiumLowPercent * lackPercent
      : ((COST.capsule + COST.moment) * lackMg) / CAPSULE_MG;
  cost += COST.sodiumHighPercent * excessPercent;
  if (mix === null && outline.drunkG > 20) cost += outline.isIsotonicHanded ? 1 : 4;
  if (gel === null && !outline.isRealOnly) cost += 0.2 * foodG;
  if (mix !== null) cost += plainCost(mix) + (isFixed(mix) ? COST.fixedStrength : 0);
  if (gel !== null) {
    cost += plainCost(gel) + COST.moment * pieces + (gel.form === 'chew' ? 0.2 : 0);
    // What does not fit into pockets is missing.
    cost += (COST.carbPercent * 100 * pieceG(gel) * Math.max(0, pieces - outline.piecesMost)) / carbG;
    // At high rates small pieces are too many; a short event has room for one or two, of the right size.
    if (foodG / hours > 30) cost += 0.1 * Math.max(0, 22 - pieceG(gel));
    // Whole pieces miss what a mix could bring exactly.
    const missPercent = (100 * Math.abs(Math.max(1, Math.round(pieces)) * pieceG(gel) - foodG)) / carbG;
    if (mix === null) cost += ROUNDED_PERCENT * Math.max(0, missPercent - COST.free.carb);
    if (foodG < 70) cost += 0.02 * missPercent;
  }
  if (mix !== null && gel !== null && mix.brand !== gel.brand) cost += COST.brand;
  const glucoseG =
    (mix === null ? 0 : drunkG * mix.glucoseShare) +
    (gel === null ? 0 : foodG * gel.glucoseShare) +
    cupsG / 2;
  if (carbG / hours > RICH_FROM_G_PER_HR) cost += 20 * Math.max(0, glucoseG / carbG - GLUCOSE_MOST);
  return cost;
}

const plainCost = ({ isSure }: Product): number => COST.product + (isSure ? 0 : COST.unsure);

/** Adds to a gel what is eaten with it: solids where they are usual, something savoury, a second gel. */
function foodsOf(
  request: Request,
  usable: readonly Product[],
  { mix, gel }: Pair,
  handed: ReadonlySet<Product>,
): readonly Product[] {
  const minutes = request.endMin - request.fromMin;
  const solids = usable.filter(isSolid);
  const wanting = request.legs.filter(({ usual }) => usual.solidEveryMin !== null || usual.isRealFood);
  const isSoftOnly =
    wanting.length > 0 ? wanting.every(({ usual }) => usual.isSoftOnly) : request.legs.every(isOnFoot);
  const isReal = wanting.some(({ usual }) => usual.isRealFood) && solids.some((one) => one.isReal);
  const cost = (one: Product): number => {
    const isFamiliar =
      one.brand === mix?.brand || one.brand === gel?.brand || one.brand === 'Generic' || one.isReal;
    return (
      (isFamiliar ? 0 : COST.brand) +
      (one.isSure ? 0 : COST.unsure) +
      (one.isHomemade ? COST.homemade : 0) +
      (one.piece < 1 ? COST.halfLeft / 2 : 0) +
      0.02 * Math.abs(pieceG(one) - 22) +
      (handed.has(one) ? 0.5 : 0) +
      (isReal && !one.isReal ? 1 : 0) +
      (one.isSavoury && !isReal ? 0.3 : 0)
    );
  };
  const best = (list: readonly Product[], count: number) =>
    list.toSorted((one, other) => cost(one) - cost(other) || byId(one, other)).slice(0, count);
  const chosen = new Set<Product>(gel === null ? [] : [gel]);
  const add = (list: readonly Product[]) => {
    for (const one of list) chosen.add(one);
  };
  // Who likes only solids gets solids, everywhere but in the water.
  if (wanting.length > 0 || gel === null) {
    const fitting = solids.filter((one) => (!isSoftOnly || one.isSoft) && (!isReal || one.isReal));
    add(best(fitting, isReal || gel === null ? 3 : 1));
    const isRealHanded = [...handed].some((one) => one.isReal);
    if (minutes > LONG_MIN && !isRealHanded && !isReal) {
      add(
        best(
          solids.filter((one) => one.isReal && one.isSavoury),
          1,
        ),
      );
    }
  }
  if (gel !== null && minutes > SECOND_GEL_FROM_MIN) {
    const others = best(
      usable.filter((one) => isGel(one) && one !== gel && Math.abs(pieceG(one) - pieceG(gel)) < 8),
      usable.length,
    ).toSorted((one, other) => Number(other.form === gel.form) - Number(one.form === gel.form));
    const twin = others.find(({ brand, form }) => brand === gel.brand && form === gel.form);
    add([twin ?? others[0]].flatMap((one) => one ?? []));
  }
  return [...chosen];
}

/** Picks the electrolytes: the strongest that are sure, because fewer of them are taken. */
function saltsOf(usable: readonly Product[]): Pick<Menu, 'tablet' | 'capsule'> {
  const pick = (list: readonly Product[]): Product | null =>
    list.toSorted(
      (one, other) =>
        Number(other.isSure) - Number(one.isSure) ||
        Math.abs(one.sodiumMg - STRONG_SALT_MG) - Math.abs(other.sodiumMg - STRONG_SALT_MG) ||
        byId(one, other),
    )[0] ?? null;
  return {
    tablet:
      pick(
        usable.filter(
          ({ form, sodiumMg, fluidMl }) => form === 'tablet' && sodiumMg >= TABLET_FROM_MG && fluidMl >= 250,
        ),
      ) ?? TABLE_SALT,
    capsule: pick(usable.filter(({ form, sodiumMg }) => form === 'capsule' && sodiumMg >= CAPSULE_FROM_MG)),
  };
}

/** Returns the menu of given products: nothing is chosen. Of several drinks, those with most to bring fill bottles. */
export function menuOfSupply({ home, supply }: Request): Menu {
  const amountOf = ({ id }: Product) => supply?.[id]?.atMost ?? 0;
  const given = home.filter((one) => amountOf(one) > 0);
  const drinks = given
    .filter(({ form, fluidMl }) => (form === 'powder' || form === 'ready') && fluidMl > 0)
    .toSorted((one, other) => amountOf(other) * other.carbG - amountOf(one) * one.carbG || byId(one, other));
  const most = (form: Product['form']) =>
    given
      .filter((one) => one.form === form)
      .toSorted(
        (one, other) => amountOf(other) * other.sodiumMg - amountOf(one) * one.sodiumMg || byId(one, other),
      )[0] ?? null;
  return {
    mixes: drinks.slice(0, RULES.recipes),
    foods: given.filter(({ form }) => form === 'gel' || form === 'chew' || form === 'solid'),
    tablet: most('tablet') ?? TABLE_SALT,
    capsule: most('capsule'),
  };
}
