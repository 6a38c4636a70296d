import type { FuelFormat, FuelPreferences } from '#platform/storage/athlete-schema.ts';
import type { GenericFoodId } from '#platform/storage/product-vocabulary.ts';
import type { Product } from '../../catalogue/catalogue-copy.ts';
import { GENERIC_FOODS, genericFood, genericIdOf } from '../../catalogue/generic-foods.ts';
import type { AthleteLimits } from '../limits-of-athlete.ts';
import { fluidMlOf, isPlainWater, pieceOf, SERVINGS_MAX } from '../portions.ts';
import { type Candidate, sourcedFor, withoutTwins } from './candidates.ts';
import { PIECE_MAX_G, STRENGTH } from './cost-table.ts';

/** A piece of food eaten in one go: a gel, half a bar. */
export interface Bite {
  readonly product: Product;
  readonly servings: number;
  readonly kind: 'gel' | 'chew' | 'solid';
  readonly carbG: number;
  readonly glucoseG: number;
  readonly sodiumMg: number;
  readonly fluidMl: number;
  /** Whether it is everyday food. */
  readonly isReal: boolean;
  readonly isSavoury: boolean;
  /** Whether it is prepared at home. */
  readonly isHomemade: boolean;
  /** Whether it can be eaten while running. */
  readonly isSoft: boolean;
}

/** A mixed or ready drink, with its possible strengths. */
export interface Mixable {
  readonly product: Product;
  readonly carbG: number;
  readonly glucoseG: number;
  readonly sodiumMg: number;
  /** Strength of the label, and the strengths at which it is planned, g/l. */
  readonly leastGPerL: number;
  readonly mostGPerL: number;
}

/** Something that is taken for its sodium. */
export interface Salt {
  readonly product: Product;
  /** Sodium of the smallest measure, mg, and what part of a serving that is. */
  readonly stepMg: number;
  readonly step: number;
  /** Measures that the athlete still has. */
  readonly most: number;
}

/** Everything that a plan for this athlete may use, in an order that does not depend on the catalogue's. */
export interface Pool {
  readonly drinks: readonly Mixable[];
  readonly bites: readonly Bite[];
  readonly tablets: readonly Salt[];
  readonly capsules: readonly Salt[];
}

/** Food that the catalogue lacks and people make at home. */
const HOMEMADE: ReadonlySet<string> = new Set<GenericFoodId>([
  'rice_cake',
  'salted_potato',
  'jam_sandwich',
  'cheese_roll',
]);

/** Real food that is swallowed while running. Engineering choice. */
const SOFT: ReadonlySet<string> = new Set<GenericFoodId>([
  'fruit',
  'banana',
  'orange',
  'watermelon',
  'dates',
  'gummy_bears',
  'fig_bar',
  'rice_cake',
]);

/** No preferences: everything in the catalogue may be bought. */
export const NO_PREFERENCES: FuelPreferences = { avoids: [], formats: null, owns: null };

/** The format that a preference names; null for salt, which a preference cannot name. */
const FORMATS: Readonly<Record<Product['category'], FuelFormat | null>> = {
  gel: 'gel',
  isotonic_gel: 'gel',
  chew: 'chew',
  bar: 'bar',
  waffle: 'bar',
  drink_mix: 'drink',
  ready_to_drink: 'drink',
  electrolyte_drink: null,
  electrolyte_tablet: null,
  electrolyte_capsule: null,
  electrolyte_chew: null,
  caffeine_chew: null,
  real_food: 'real_food',
};

/** Foods that are salty enough to count as savoury, but sweet. */
const SWEET: ReadonlySet<string> = new Set<GenericFoodId>(['jam_sandwich', 'fig_bar']);

/** The least carbohydrate of a piece, g, and of half a pack. Engineering choices. */
const LEAST_PIECE_G = 8;
/** Food with this much sodium in a piece tastes of salt, mg. Engineering choice. */
const SAVOURY_FROM_MG = 150;
/** Up to this much carbohydrate per serving, a drink counts as salt, g. Engineering choice. */
const SALT_CARB_MAX_G = 5;
const HALF = 0.5;
/** Real food is halved only above this much carbohydrate, g: nobody halves a date. Engineering choice. */
const HALVED_FOOD_FROM_G = 30;
const ML_PER_L = 1000;

/**
 * Selects what a plan may use: the athlete's own products, else the catalogue and real food. Leaves out what they
 * avoid, in the formats that they like. Nothing with caffeine or with unknown figures is in it.
 */
export function poolFor(
  products: readonly Product[],
  athlete: AthleteLimits,
  preferences: FuelPreferences = NO_PREFERENCES,
): Pool {
  const isOwned = preferences.owns !== null && preferences.owns.length > 0;
  const fitting = sourcedFor(offered(products, preferences), athlete)
    .filter(({ caffeineMg }) => caffeineMg === 0)
    .filter(({ product }) => isLiked(product, preferences))
    .toSorted((one, other) => compareIds(one.product, other.product));
  const found = isOwned ? fitting : withoutTwins(fitting);
  return {
    drinks: found.flatMap((one) => toMixable(one, isOwned) ?? []),
    bites: found.flatMap((one) => bitesOf(one, isOwned)),
    tablets: found.filter(({ product }) => product.category === 'electrolyte_tablet').map(toSalt),
    capsules: found.filter(({ form }) => form === 'capsule').map(toSalt),
  };
}

/** Limits a pool to the remaining products of a session; with a poor stomach, to drinks if there are any. */
export function poolLeft(pool: Pool, left: ReadonlyMap<Product, number>, hasPoorStomach: boolean): Pool {
  const limited = (salts: readonly Salt[]) =>
    salts.map((salt) => ({ ...salt, most: Math.floor((left.get(salt.product) ?? 0) / salt.step) }));
  return {
    drinks: pool.drinks,
    bites: hasPoorStomach && pool.drinks.length > 0 ? [] : pool.bites,
    tablets: limited(pool.tablets),
    capsules: limited(pool.capsules),
  };
}

/** Lists what an athlete may choose from: what they own, else the catalogue with real food. */
export function offered(products: readonly Product[], { owns }: FuelPreferences): readonly Product[] {
  const generic = [...GENERIC_FOODS.values()];
  if (owns === null) {
    const known = products.filter(({ brand, category }) => brand !== 'Generic' || category === 'real_food');
    return [...known, ...generic.filter(({ id }) => HOMEMADE.has(id))];
  }
  return owns.length === 0 ? generic : products.filter(({ id }) => owns.includes(id));
}

/** Returns whether an athlete neither avoids a product nor its format. */
export function isLiked(product: Product, { avoids, formats }: FuelPreferences): boolean {
  const format = FORMATS[product.category];
  return !avoids.includes(product.id) && (formats === null || format === null || formats.includes(format));
}

function compareIds(one: Product, other: Product): number {
  if (one.id === other.id) return 0;
  return one.id < other.id ? -1 : 1;
}

/** Returns a candidate as a drink: powder, or a ready drink that the athlete owns. */
function toMixable(candidate: Candidate, isOwned: boolean): Mixable | null {
  const { product, form, carbG, glucoseG, sodiumMg, fluidMl } = candidate;
  if (form !== 'drink' || carbG <= SALT_CARB_MAX_G || fluidMl === 0) return null;
  const isReady = product.mixWaterMl === null;
  const labelGPerL = (carbG * ML_PER_L) / fluidMl;
  if ((isReady && !isOwned) || labelGPerL < STRENGTH.least) return null;
  if (isReady && labelGPerL > STRENGTH.most) return null;
  const mostGPerL = Math.min(STRENGTH.most, labelGPerL);
  return {
    product,
    carbG,
    glucoseG,
    sodiumMg,
    mostGPerL,
    leastGPerL: isReady ? mostGPerL : STRENGTH.least,
  };
}

function bitesOf(candidate: Candidate, isOwned: boolean): readonly Bite[] {
  const { product, form, carbG } = candidate;
  if (form !== 'gel' && form !== 'chew' && form !== 'solid') return [];
  // The fluid of isotonic gels does not come from a bottle.
  if (carbG < LEAST_PIECE_G || (candidate.fluidMl > 0 && !isOwned)) return [];
  const isHalved = product.category !== 'real_food' || carbG >= HALVED_FOOD_FROM_G;
  return (isHalved ? [1, HALF] : [1])
    .filter((servings) => servings >= pieceOf(product))
    .filter((servings) => carbG * servings <= PIECE_MAX_G && carbG * servings >= LEAST_PIECE_G)
    .map((servings) => biteOf(candidate, servings, form));
}

/** Returns a piece of a candidate. */
export function biteOf(candidate: Candidate, servings: number, kind: Bite['kind']): Bite {
  const { product, carbG, glucoseG, sodiumMg, fluidMl } = candidate;
  const isReal = product.category === 'real_food';
  const isSavoury = isReal && sodiumMg * servings >= SAVOURY_FROM_MG && !SWEET.has(product.id);
  return {
    product,
    servings,
    kind,
    carbG: carbG * servings,
    glucoseG: glucoseG * servings,
    sodiumMg: sodiumMg * servings,
    fluidMl: fluidMl * servings,
    isReal,
    isSavoury,
    isHomemade: HOMEMADE.has(product.id),
    isSoft:
      kind === 'chew' ||
      product.category === 'waffle' ||
      SOFT.has(product.id) ||
      (isReal && genericIdOf(product) === null && !isSavoury),
  };
}

function toSalt({ product, form, sodiumMg }: Candidate): Salt {
  const step = form === 'capsule' ? 1 : HALF;
  return { product, step, stepMg: sodiumMg * step, most: Number.POSITIVE_INFINITY };
}

/** Finds plain water in the catalogue, in the smallest size of which few enough servings hold this much. */
export function waterOf(products: readonly Product[], volumeMl: number): Product {
  const sizes = products
    .filter((product) => isPlainWater(product) && (fluidMlOf(product) ?? 0) > 0)
    .toSorted((one, other) => (fluidMlOf(one) ?? 0) - (fluidMlOf(other) ?? 0));
  const enough = sizes.find((product) => volumeMl <= SERVINGS_MAX * (fluidMlOf(product) ?? 0));
  return enough ?? sizes.at(-1) ?? genericFood('water');
}
