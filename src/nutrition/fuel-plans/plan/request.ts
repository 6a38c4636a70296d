import type { Vessel as VesselGroup } from '@musette/basics/courses';
import type { GenericFoodId } from '@musette/basics/products';
import type { FuelFormat, FuelPreferences } from '#platform/storage/athlete-schema.ts';
import type { Product as CatalogueProduct } from '../../catalogue/catalogue-copy.ts';
import { GENERIC_FOODS, genericFood, genericIdOf, SALT_FROM_MG } from '../../catalogue/generic-foods.ts';
import { practisedCarbGPerHr } from '../carbohydrate-uptake.ts';
import { minuteAt } from '../course/clock.ts';
import type { PlanLeg } from '../course/legs.ts';
import type { Stop as CourseStop } from '../course/stops.ts';
import type { Terrain } from '../course/terrain.ts';
import type { AthleteLimits } from '../limits-of-athlete.ts';
import { FILL_STEP_ML, fluidMlOf, formOf, glucoseShareOf, isPlainWater, pieceOf } from '../portions.ts';
import type { PlanTargets } from '../targets.ts';
import { hasTables, refillsOf, type Sources, usualVesselsOf } from './assumed-water.ts';
import { RULES } from './costs.ts';
import {
  kmAt,
  type Leg,
  type Product,
  type ProductForm,
  type Request,
  type Stop,
  type Supply,
  type Usual,
  type Vessel,
} from './model.ts';

/** The facts for which a plan is requested, as the service knows them. */
export interface PlanQuestion {
  readonly legs: readonly PlanLeg[];
  readonly targets: PlanTargets;
  readonly limits: AthleteLimits;
  readonly terrain: Terrain;
  readonly stops: readonly CourseStop[];
  readonly durationMin: number;
  readonly vessels: readonly VesselGroup[] | null;
  readonly runVessels: readonly VesselGroup[] | null;
  readonly refills: 'assumed' | 'none' | null;
  readonly isRace: boolean;
  /** Whether the course lists all of its stations. An empty list is never complete. */
  readonly stationsComplete: boolean;
  /** Points of the course that may have water: checkpoints. */
  readonly checkpoints: readonly { readonly km: number; readonly name: string | null }[];
  /** The step in which bottles are filled at home: 50 ml, unless given. */
  readonly homeStepMl?: number;
  readonly preferences: FuelPreferences | null;
  /** The visible products of the catalogue. */
  readonly products: readonly CatalogueProduct[];
  readonly doses: Request['doses'];
  /** The most caffeine of the session. */
  readonly caffeineMaxMg: number;
  /** Products that are attached; null for a suggestion. */
  readonly attached: readonly { readonly product: CatalogueProduct; readonly servings: number }[] | null;
}

/** Builds the request of a plan. */
export function requestOf(question: PlanQuestion): Request {
  const { targets, limits, durationMin, terrain } = question;
  // Water and salt are everywhere, so they are never counted as supply.
  const attached =
    question.attached?.filter(({ product }) => !isPlainWater(product) && product.id !== 'salt') ?? null;
  const given = question.stops.map((stop) => toStop(stop, question));
  const known = givenSources(question);
  const legs = legsOf(question, known);
  const stops = [...withBagsOfPlaces(given), ...assumedTables(legs, question, known)].sort(
    (one, other) => one.atMin - other.atMin,
  );
  return {
    fromMin: 0,
    endMin: durationMin,
    legs,
    ceilings: {
      carbG: practisedCarbGPerHr(limits.carbToleranceGPerHr, targets) + RULES.hourlyExtraG,
      sodiumMg: targets.maxSodiumMgPerHr,
      fluidMl: targets.maxFluidMlPerHr,
    },
    totals: {
      sodiumMg: targets.maxSodiumMgPerHr * targets.hours,
      fluidMl: targets.maxFluidMlPerHr * targets.hours,
    },
    stops,
    stretches: terrain.stretches,
    hindrances: terrain.hindrances,
    vessels: vesselsOf(question.vessels),
    runVessels: vesselsOf(question.runVessels),
    home: attached === null ? homeOf(question) : attached.map(({ product }) => toProduct(product)),
    supply: attached === null ? null : supplyOf(attached),
    doses: question.doses,
    caffeineMaxMg: question.caffeineMaxMg,
    checkpoints:
      known === 'some' && terrain.stretches.length > 0
        ? question.checkpoints.map(({ km, name }) => ({
            km,
            name,
            atMin: Math.round(minuteAt(terrain.stretches, km)),
          }))
        : [],
    homeStepMl: question.homeStepMl ?? FILL_STEP_ML,
    isWaterLimited: question.refills === 'none',
    isRest: false,
    isUpset: false,
    past: [],
  };
}

function supplyOf(attached: NonNullable<PlanQuestion['attached']>): Supply {
  return Object.fromEntries(
    attached.map(({ product, servings }) => [product.id, { atMost: servings, mustUse: servings }]),
  );
}

// Legs

const FREE_BELOW_MIN = 75;
const FREE_BELOW_G_PER_HR = 20;
/** A leg of several that is shorter than this has room for one gel at most. */
const FREE_LEG_BELOW_MIN = 50;
const SHORT_UP_TO_MIN = 180;
const LONG_FROM_MIN = 360;
/** Shortest triathlon ride for a bar. */
const BAR_FROM_MIN = 120;

const PLAIN = {
  solidEveryMin: null,
  solidUntil: 1,
  isSoftOnly: false,
  isRealFood: false,
  isFree: false,
} as const;

/** How events are usually fuelled. Where sources differ, engineering choices. */
const USUAL = {
  free: { ...PLAIN, share: { from: 0, to: 1 }, isFree: true },
  swim: { ...PLAIN, share: { from: 0, to: 1 } },
  shortRun: { ...PLAIN, share: { from: 0, to: 0.5 } },
  longRun: { ...PLAIN, share: { from: 0.3, to: 0.6 }, solidEveryMin: 60, solidUntil: 0.5, isSoftOnly: true },
  shortRide: { ...PLAIN, share: { from: 0.5, to: 0.8 } },
  longRide: { ...PLAIN, share: { from: 0.4, to: 0.7 }, solidEveryMin: 60, solidUntil: 0.6 },
  triathlonRide: { ...PLAIN, share: { from: 0.5, to: 0.8 }, solidEveryMin: 75, solidUntil: 0.5 },
  triathlonRun: { ...PLAIN, share: { from: 0, to: 0.3 } },
  ultra: { ...PLAIN, share: { from: 0.3, to: 0.6 }, solidEveryMin: 80 },
  hike: { ...PLAIN, share: { from: 0, to: 0.3 }, solidEveryMin: 120, isRealFood: true },
} as const satisfies Record<string, Usual>;

function legsOf(question: PlanQuestion, known: Sources): readonly Leg[] {
  const { legs, targets, durationMin, isRace } = question;
  const isMulti = legs.length > 1;
  return legs.map((leg, index) => {
    const startMin = Math.round(leg.startMin);
    const endMin = index === legs.length - 1 ? durationMin : Math.round(leg.endMin);
    const session = { type: leg.type, minutes: endMin - startMin, isMulti, isRace, known };
    return {
      ...leg,
      startMin,
      endMin,
      usual: usualOf(leg, { durationMin, carbGPerHr: targets.carbGPerHr, isMulti }),
      refills: question.refills === 'none' ? 'none' : refillsOf(session),
      usualVessels: usualVesselsOf(session),
    };
  });
}

/** What is known of the places with water on a course: all, some or none of them. */
function givenSources({ stops, stationsComplete, checkpoints }: PlanQuestion): Sources {
  const isListed = stops.some(({ kind }) => kind === 'aid');
  if (isListed && stationsComplete) return 'all';
  return isListed || checkpoints.length > 0 ? 'some' : 'none';
}

/** Lists tables of water that a race on foot has where nobody listed any: one about every 20 minutes. */
function assumedTables(
  legs: readonly Leg[],
  { isRace, refills, terrain, stops }: PlanQuestion,
  known: Sources,
): readonly Stop[] {
  if (!isRace || refills === 'none' || known !== 'none') return [];
  const water = toProduct(genericFood('water'));
  return legs
    .filter(({ type, startMin, endMin }) =>
      hasTables({ type, minutes: endMin - startMin, isMulti: legs.length > 1 }),
    )
    .flatMap(({ startMin, endMin }) =>
      Array.from({ length: Math.ceil((endMin - startMin) / TABLE_EVERY_MIN) - 1 }, (_, turn): Stop => {
        const atMin = startMin + TABLE_EVERY_MIN * (turn + 1);
        return {
          km: kmAt(terrain.stretches, atMin),
          atMin,
          name: null,
          kind: 'aid',
          offers: new Set(['water']),
          place: null,
          isOnFoot: stops[0]?.isOnFoot ?? true,
          assumed: true,
          // Nobody fills a bottle there, or stirs powder.
          hasWater: false,
          hasBag: false,
          cups: [water],
          foods: [],
        };
      }),
    );
}

const TABLE_EVERY_MIN = 20;

/** A bag lies at a place, so it can be opened at each pass. */
function withBagsOfPlaces(stops: readonly Stop[]): readonly Stop[] {
  const bags = new Set(stops.flatMap(({ place, hasBag }) => (place !== null && hasBag ? [place] : [])));
  return stops.map((stop) =>
    stop.place !== null && bags.has(stop.place) ? { ...stop, hasBag: true } : stop,
  );
}

function usualOf(
  { type, startMin, endMin }: PlanLeg,
  event: { readonly durationMin: number; readonly carbGPerHr: number; readonly isMulti: boolean },
): Usual {
  const { durationMin, carbGPerHr, isMulti } = event;
  const isWalk = type === 'hike' || type === 'walk';
  if (durationMin < FREE_BELOW_MIN || carbGPerHr < FREE_BELOW_G_PER_HR) {
    return isWalk ? { ...USUAL.hike, isFree: true } : USUAL.free;
  }
  const legMin = endMin - startMin;
  if (isMulti && legMin < FREE_LEG_BELOW_MIN) return USUAL.free;
  switch (type) {
    case 'swim':
    case 'open_water_swim':
      return USUAL.swim;
    case 'hike':
    case 'walk':
      return USUAL.hike;
    case 'run':
    case 'treadmill_run':
    case 'trail_run':
      if (isMulti) return USUAL.triathlonRun;
      if (durationMin > LONG_FROM_MIN) return USUAL.ultra;
      return durationMin <= SHORT_UP_TO_MIN && type !== 'trail_run' ? USUAL.shortRun : USUAL.longRun;
    default:
      if (isMulti) return legMin < BAR_FROM_MIN ? USUAL.shortRide : USUAL.triathlonRide;
      if (durationMin > LONG_FROM_MIN) return USUAL.ultra;
      return durationMin <= SHORT_UP_TO_MIN ? USUAL.shortRide : USUAL.longRide;
  }
}

// Bottles

function vesselsOf(groups: readonly VesselGroup[] | null): readonly Vessel[] | null {
  if (groups === null) return null;
  return groups
    .flatMap(({ kind, volumeMl, count }) => Array.from({ length: count }, () => ({ kind, volumeMl })))
    .map((vessel, index) => ({ ...vessel, number: index + 1 }));
}

// Stops

function toStop(stop: CourseStop, { products, limits, preferences }: PlanQuestion): Stop {
  const offered = [...stop.offers].sort().flatMap((offer) => {
    if (offer === 'drop_bag') return [];
    const generic = genericIdOf({ id: offer });
    const product = generic === null ? products.find(({ id }) => id === offer) : genericFood(generic);
    // Only what is known to break a diet is left out: nobody knows a station's brand of broth.
    if (product === undefined || isExcluded(product, limits) || !isLiked(product, preferences)) return [];
    return [toProduct(product)];
  });
  const isDrink = ({ form, fluidMl }: Product) => (form === 'ready' || form === 'powder') && fluidMl > 0;
  return {
    ...stop,
    assumed: false,
    hasWater: stop.offers.has('water'),
    hasBag: stop.offers.has('drop_bag'),
    cups: stop.kind === 'aid' ? offered.filter(isDrink) : [],
    foods:
      stop.kind === 'aid'
        ? offered.filter(
            ({ form, caffeineMg, carbG }) =>
              (form === 'gel' || form === 'chew' || form === 'solid') && caffeineMg === 0 && carbG > 0,
          )
        : [],
  };
}

function isExcluded(product: CatalogueProduct, limits: AthleteLimits): boolean {
  return (
    (limits.isVegan && product.vegan === false) ||
    (limits.isGlutenFree && product.glutenFree === false) ||
    (limits.isCaffeineFree && (product.caffeineMg ?? 0) > 0)
  );
}

// Products

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

/** Food that the catalogue lacks and people make at home. */
const HOMEMADE: ReadonlySet<string> = new Set<GenericFoodId>([
  'rice_cake',
  'salted_potato',
  'jam_sandwich',
  'cheese_roll',
]);
/** Real food that is swallowed while running. */
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
/** Foods that are salty enough to count as savoury, but sweet. */
const SWEET: ReadonlySet<string> = new Set<GenericFoodId>(['jam_sandwich', 'fig_bar']);
/** Everyday food that does not fit in a pocket. */
const NOT_PORTABLE: ReadonlySet<string> = new Set([
  'Apple (medium)',
  'Boiled Potato',
  'Honey',
  'Maple Syrup',
  'Orange (medium)',
  'Orange Juice',
  'Watermelon',
  'White Rice, cooked',
]);
const SAVOURY_FROM_MG = 150;
/** Food with this much protein per serving is meant for after the session. */
const PROTEIN_MAX_G = 10;

/** Lists what a plan may choose from: what the athlete owns, else the catalogue and food made at home. */
function homeOf({ products, limits, preferences }: PlanQuestion): readonly Product[] {
  const owns = preferences?.owns ?? null;
  const isOwned = owns !== null && owns.length > 0;
  const fitting = offeredBy(products, owns)
    .filter((product) => fitsDiet(product, limits) && isLiked(product, preferences) && isPortable(product))
    .filter((product) => isOwned || isKnown(product))
    .map(toProduct)
    .filter(({ purpose, form }) => isOwned || (purpose !== 'other' && form !== 'ready'));
  return isOwned ? fitting : withoutTwins(fitting);
}

function offeredBy(
  products: readonly CatalogueProduct[],
  owns: readonly string[] | null,
): readonly CatalogueProduct[] {
  const generic = [...GENERIC_FOODS.values()];
  if (owns === null) {
    const known = products.filter(({ brand, category }) => brand !== 'Generic' || category === 'real_food');
    return [...known, ...generic.filter(({ id }) => HOMEMADE.has(id))];
  }
  if (owns.length === 0) return generic.filter(({ id }) => id !== 'salt');
  return products.filter(({ id }) => owns.includes(id));
}

/** Returns whether an athlete neither avoids a product nor its format. */
function isLiked(product: CatalogueProduct, preferences: FuelPreferences | null): boolean {
  if (preferences === null) return true;
  const format = FORMATS[product.category];
  const { avoids, formats } = preferences;
  return !avoids.includes(product.id) && (formats === null || format === null || formats.includes(format));
}

function fitsDiet(product: CatalogueProduct, limits: AthleteLimits): boolean {
  return (
    (!limits.isVegan || product.vegan === true) &&
    (!limits.isGlutenFree || product.glutenFree === true) &&
    (!limits.isCaffeineFree || product.caffeineMg === 0)
  );
}

function isPortable({ brand, category, name }: CatalogueProduct): boolean {
  return category !== 'real_food' || brand !== 'Generic' || !NOT_PORTABLE.has(name);
}

/** Returns whether all figures of a product were read in a source, so that a plan may choose it. */
function isKnown(product: CatalogueProduct): boolean {
  const isRead = (field: 'carbG' | 'sodiumMg') =>
    product.basis !== 'label-recalled' && !product.recalledFields.includes(field) && product[field] !== null;
  const { category, caffeineMg, carbG, proteinG } = product;
  // Capsules and tablets weigh a gram or four, so their carbohydrate may be known less well.
  const isCarbKnown =
    category === 'electrolyte_capsule' ||
    (category === 'electrolyte_tablet' ? carbG !== null : isRead('carbG'));
  const isCaffeineKnown =
    caffeineMg !== null && !(caffeineMg > 0 && product.recalledFields.includes('caffeineMg'));
  return (
    isCarbKnown &&
    isRead('sodiumMg') &&
    isCaffeineKnown &&
    fluidMlOf(product) !== null &&
    (proteinG ?? 0) < PROTEIN_MAX_G
  );
}

/** Keeps one of the products with equal figures: the surest, then the lowest identifier. */
function withoutTwins(products: readonly Product[]): readonly Product[] {
  const kept = new Map<string, Product>();
  for (const product of products) {
    const { form, carbG, sodiumMg, fluidMl, caffeineMg, glucoseShare } = product;
    const key = [form, carbG, sodiumMg, fluidMl, caffeineMg, Math.round(carbG * glucoseShare)].join();
    const twin = kept.get(key);
    if (twin === undefined || rankOf(product) < rankOf(twin)) kept.set(key, product);
  }
  return [...kept.values()];
}

const rankOf = ({ isSure, id }: Product): string => `${isSure ? 0 : 1}${id}`;

const converted = new WeakMap<CatalogueProduct, Product>();

/** Returns a product with everything that a plan counts. An unknown figure counts as 0; the coverage names it. */
export function toProduct(product: CatalogueProduct): Product {
  const known = converted.get(product);
  if (known !== undefined) return known;
  const { id, category, confidence } = product;
  const form = formOfProduct(product);
  const isReal = category === 'real_food' && form !== 'ready';
  const carbG = form === 'capsule' ? 0 : (product.carbG ?? 0);
  const sodiumMg = product.sodiumMg ?? 0;
  const isSavoury = isReal && sodiumMg >= SAVOURY_FROM_MG && !SWEET.has(id);
  const made: Product = {
    ...product,
    form,
    carbG,
    sodiumMg,
    caffeineMg: product.caffeineMg ?? 0,
    fluidMl: fluidMlOf(product) ?? 0,
    glucoseShare: glucoseShareOf(product) ?? 1,
    piece: pieceOfProduct(product, carbG),
    isReal,
    isSavoury,
    isSoft:
      form === 'chew' ||
      category === 'waffle' ||
      SOFT.has(id) ||
      (isReal && genericIdOf(product) === null && !isSavoury),
    isHomemade: HOMEMADE.has(id),
    isSure: confidence === 'high' || genericIdOf(product) !== null,
  };
  converted.set(product, made);
  return made;
}

function formOfProduct(product: CatalogueProduct): ProductForm {
  const form = formOf(product);
  // A caffeine pill or shot without salt is taken at a dose's minute, like a caffeine chew or gel.
  if (product.purpose === 'caffeine' && (product.sodiumMg ?? 0) < SALT_FROM_MG) {
    if (form === 'capsule') return 'chew';
    if (form === 'drink' && (fluidMlOf(product) ?? SHOT_MAX_ML + 1) <= SHOT_MAX_ML) return 'gel';
  }
  if (form !== 'drink') return form;
  if (product.mixWaterMl === null) return 'ready';
  const { category, purpose } = product;
  const isSalt =
    category === 'electrolyte_tablet' || ((product.carbG ?? 0) <= SALT_CARB_MAX_G && purpose !== 'fuel');
  return isSalt ? 'tablet' : 'powder';
}

/** A drink up to this volume, a small can, is drunk at once. */
const SHOT_MAX_ML = 250;
/** Up to this much carbohydrate per serving, a drink is salt. */
const SALT_CARB_MAX_G = 5;

/** Returns the part of a serving that is eaten at once: half of what is too large, if the rest keeps. */
function pieceOfProduct(product: CatalogueProduct, carbG: number): number {
  return carbG > RULES.pieceMostG ? pieceOf(product) : 1;
}
