import type { Product as CatalogueProduct } from '../../catalogue/catalogue-copy.ts';
import type { Stretch } from '../course/clock.ts';
import type { PlanLeg } from '../course/legs.ts';
import type { Stop as CourseStop } from '../course/stops.ts';

export const HOUR_MIN = 60;
export const ML_PER_L = 1000;
/** Floating-point error of an amount. */
export const EPSILON = 1e-6;

/** How a product is taken: mixed, poured as it is, dissolved in a bottle, or put into the mouth. */
export type ProductForm = 'powder' | 'ready' | 'tablet' | 'gel' | 'chew' | 'solid' | 'capsule';

/** A product of the catalogue or an unbranded food, with figures per serving that a plan can count on. */
export interface Product extends CatalogueProduct {
  readonly form: ProductForm;
  readonly carbG: number;
  readonly sodiumMg: number;
  readonly caffeineMg: number;
  /** Water that a serving is mixed with, or the volume of a drink or an isotonic gel; 0 for other food. */
  readonly fluidMl: number;
  /** Share of the carbohydrate that is absorbed as glucose. */
  readonly glucoseShare: number;
  /** The smallest part of a serving that is eaten at once. */
  readonly piece: number;
  readonly isReal: boolean;
  readonly isSavoury: boolean;
  readonly isSoft: boolean;
  readonly isHomemade: boolean;
  /** Whether its figures were read on a label by more than one source. */
  readonly isSure: boolean;
  readonly purpose: 'fuel' | 'salt' | 'caffeine' | 'other';
  /** Whether it is mixed only as the label says. */
  readonly fixedStrength: boolean;
}

/** So much of a product. */
export interface Portion {
  readonly product: Product;
  readonly servings: number;
}

/** A portion that is eaten or drunk at once. */
export interface Intake extends Portion {
  /** Minutes from the start; negative before it. */
  readonly atMin: number;
  readonly leg: number;
  /** Index of the stop that hands it out; null if it is carried or lies in a bag. */
  readonly stop: number | null;
  /** Its contribution to fluid: a cup, or the water in an isotonic gel. */
  readonly fluidMl: number;
}

/** A drink of one strength. */
export interface Recipe {
  readonly product: Product;
  readonly servingsPerMl: number;
  /** A station pours it ready to drink; everything else is mixed or brought from home. */
  readonly from: 'home' | 'station';
}

/** A bottle filled at a stop and drunk evenly between two minutes of one leg. */
export interface Fill {
  readonly stop: number;
  readonly leg: number;
  readonly vessel: Vessel;
  /** Poured into it. */
  readonly filledMl: number;
  /** Drunk of it: where an hour has no room for all, a rest stays in the bottle. */
  readonly volumeMl: number;
  readonly fromMin: number;
  readonly toMin: number;
  /** Null for plain or salted water. */
  readonly recipe: Recipe | null;
  /** Tablets or pinches of salt in the whole bottle. */
  readonly tablet: Portion | null;
}

/** A single bottle, flask or bladder. */
export interface Vessel {
  readonly kind: 'bottle' | 'flask' | 'bladder';
  readonly volumeMl: number;
  /** From 1, in the order of the athlete's list; null for a bottle that people usually carry. */
  readonly number: number | null;
}

/** A minute at which something can be filled, taken or picked up. */
export interface Stop extends Omit<CourseStop, 'kind'> {
  readonly kind: CourseStop['kind'] | 'refill';
  /** Whether nobody listed it: a tap, a fountain or a shop that training and most races have. */
  readonly assumed: boolean;
  readonly hasWater: boolean;
  /** Whether own things lie here: at the start, in a transition or in a drop bag. */
  readonly hasBag: boolean;
  /** Drinks in cups. */
  readonly cups: readonly Product[];
  readonly foods: readonly Product[];
}

/** How a leg is usually fuelled. */
export interface Usual {
  /** Share of the carbohydrate in the drink. */
  readonly share: { readonly from: number; readonly to: number };
  /** Minutes of the leg for each piece of solid food; null if none is eaten. */
  readonly solidEveryMin: number | null;
  /** The part of the leg in which solids are eaten, from its start. */
  readonly solidUntil: number;
  /** Whether only soft solids are eaten, at a running pace. */
  readonly isSoftOnly: boolean;
  /** Whether everything that is eaten is real food. */
  readonly isRealFood: boolean;
  /** Whether share and rhythm do not matter, and one gel is enough. */
  readonly isFree: boolean;
}

/** A part of the session in one sport, in whole minutes, with its targets. */
export interface Leg extends PlanLeg {
  readonly usual: Usual;
  /** Where bottles that do not last may be filled although nobody listed it; `beside` is a tap indoors. */
  readonly refills: 'tap' | 'beside' | 'race' | 'boat' | 'checkpoints' | 'none';
  /** Bottles that people carry in such a leg if they named none. */
  readonly usualVessels: readonly Vessel[];
}

/** Amounts of everything that a plan counts. */
export interface Amounts {
  readonly carbG: number;
  readonly sodiumMg: number;
  readonly fluidMl: number;
  readonly caffeineMg: number;
}

/** Servings of own products by identifier: how many a plan may use, and how many it must. */
export type Supply = Readonly<Record<string, { readonly atMost: number; readonly mustUse: number }>>;

/** Everything that a plan depends on. */
export interface Request {
  /** Later than 0 for the rest of a session. */
  readonly fromMin: number;
  readonly endMin: number;
  readonly legs: readonly Leg[];
  /** Most of each in any 60 minutes. */
  readonly ceilings: Omit<Amounts, 'caffeineMg'>;
  /** Most sodium and fluid in all: the ceilings of the session, less what was taken. */
  readonly totals: Omit<Amounts, 'caffeineMg' | 'carbG'>;
  /** Start, transitions, stations and end, in order. */
  readonly stops: readonly Stop[];
  /** The course; empty without one. */
  readonly stretches: readonly Stretch[];
  /** Parts in which eating is harder than usual; ease is the share of the usual intake. */
  readonly hindrances: readonly { readonly fromMin: number; readonly toMin: number; readonly ease: number }[];
  /** The athlete's bottles and flasks; null if they named none. */
  readonly vessels: readonly Vessel[] | null;
  /** Those carried on the run of a triathlon; null for none. */
  readonly runVessels: readonly Vessel[] | null;
  /** Own products that diet and preferences allow. */
  readonly home: readonly Product[];
  /** Null: any of `home`, as many as needed. */
  readonly supply: Supply | null;
  /** Caffeine due at a minute, and the last one at which it is useful. */
  readonly doses: readonly { readonly atMin: number; readonly mg: number; readonly untilMin: number }[];
  readonly caffeineMaxMg: number;
  /** Points of a course that might have water, where the list of stations is not complete. */
  readonly checkpoints: readonly {
    readonly atMin: number;
    readonly km: number;
    readonly name: string | null;
  }[];
  /** The step in which bottles are filled at home, and a swimmer is fed. */
  readonly homeStepMl: number;
  /** Whether the athlete said that there is no water but what is listed, so that a refill helps nobody. */
  readonly isWaterLimited: boolean;
  /** Whether this is the rest of a session, in which no leg pays for an earlier one. */
  readonly isRest: boolean;
  /** Whether the athlete is nauseous or vomits: salt first, nothing to chew. */
  readonly isUpset: boolean;
  /** Taken in the hour before `fromMin`, for the ceilings. */
  readonly past: readonly (Amounts & { readonly atMin: number })[];
}

/** The constraints that can keep a quantity from its target. Part of the wire: add, never rename. */
export const BINDINGS = [
  'hourly_carb',
  'hourly_sodium',
  'hourly_fluid',
  'capacity',
  'spacing',
  'pockets',
  'supply',
  'no_food',
  'no_salt',
  'salty_food',
  'whole_pieces',
  'caffeine_limit',
  'product_removed',
  'stomach',
] as const;

export type Binding = (typeof BINDINGS)[number];

/** The subjects of notes. Part of the wire: add, never rename. */
export const NOTED_QUANTITIES = ['carb', 'sodium', 'fluid', 'caffeine', 'product'] as const;

/** Changes that an athlete can make, in the order in which equals are named. Part of the wire: add, never rename. */
export const CHANGES = [
  'more_of_it',
  'another_food',
  'drink_mix',
  'bottle',
  'flask_on_run',
  'refill',
  'salt',
  'bag',
] as const;

export type Change = (typeof CHANGES)[number];

/** The change that would have brought most of what is missing. */
export interface Help {
  readonly change: Change;
  /** What it brings, in g, mg or ml: at most what is missing. */
  readonly amount: number;
  /** The same as a whole percent of what is missing. */
  readonly percent: number;
}

/** Says how far a plan is from a target, and which constraint keeps it there. At most one for each quantity or product. */
export interface Note {
  /** Null for `product_removed` and `stomach`. */
  readonly quantity: (typeof NOTED_QUANTITIES)[number] | null;
  /** Whole percent, negative for too little; null without a quantity. */
  readonly percentOff: number | null;
  readonly binding: Binding;
  /** The figures of its sentence. */
  readonly parameters: NoteParameters;
  /** Null or missing where no change of the athlete's would bring a quarter of what is missing. */
  readonly help?: Help | null;
}

/** Figures of a note: only those that its sentence names. */
export interface NoteParameters {
  /** The volume of the bottle or flask that would help, ml. */
  readonly volumeMl?: number;
  /** Fluid that another bottle would have to hold. */
  readonly missingMl?: number;
  /** The ceiling that binds, per hour. */
  readonly maxPerHr?: number;
  /** Carbohydrate that is missing, g. */
  readonly missingG?: number;
  /** Sodium that is missing, mg. */
  readonly missingMg?: number;
  /** Caffeine to bring from elsewhere, and its minute. */
  readonly mg?: number;
  readonly atMin?: number;
  /** After drinking too much: what was drunk, and what is still safe until the end. */
  readonly takenMl?: number;
  readonly leftMl?: number;
  /** 1 for what the plan would lack without the water that it assumes. */
  readonly isWithoutAssumed?: number;
  /** For an upset stomach: 1 from some hours on, when it can be a sign of diluted blood. */
  readonly isLong?: number;
  /** The attached product that has no moment, with the servings that are left. */
  readonly productId?: string;
  readonly servings?: number;
}

/** What a plan takes for granted. Part of the wire: add, never rename. */
export const ASSUMED = ['refills', 'cups', 'vessels', 'stations_incomplete', 'laps', 'bottles_left'] as const;

/** Something that nobody stated, which the plan uses. At most one of each code. */
export interface Assumption {
  readonly code: (typeof ASSUMED)[number];
  /** Indexes of the stops that it is about. */
  readonly stations: readonly number[];
  readonly parameters: Readonly<Record<string, number | string>>;
  /** Fluid of the plan without it, ml. */
  readonly fluidMlWithout: number;
}

/** The physical plan of a session. Everything that is shown or counted is computed from its fills and intakes. */
export interface Plan {
  readonly request: Request;
  /** The athlete's own products that it uses, with exact servings: attaching these gives this plan again. */
  readonly supply: Supply;
  /** The stops of the request and assumed refills, in order. */
  readonly stops: readonly Stop[];
  readonly fills: readonly Fill[];
  readonly intakes: readonly Intake[];
  readonly notes: readonly Note[];
  readonly assumptions: readonly Assumption[];
}

/** Returns whether the athlete swims, who eats and drinks only at feeding stops. */
export function isSwim({ type }: Pick<PlanLeg, 'type'>): boolean {
  return type === 'swim' || type === 'open_water_swim';
}

/** Returns the index of the leg at a minute. */
export function legAt(legs: readonly PlanLeg[], minute: number): number {
  for (let index = legs.length - 1; index > 0; index -= 1) {
    const leg = legs[index];
    if (leg !== undefined && leg.startMin <= minute) return index;
  }
  return 0;
}

/** Adds up a figure of a list. */
export function sumOf<Item>(list: readonly Item[], figure: (item: Item) => number): number {
  let total = 0;
  for (const item of list) total += figure(item);
  return total;
}

/** Whole hundreds of metres. */
const STEPS_PER_KM = 10;

/** Returns the kilometre that is reached at a minute, in steps of 100 m; null without a course. */
export function kmAt(stretches: readonly Stretch[], atMin: number): number | null {
  const stretch = stretches.find(({ toMin }) => atMin <= toMin) ?? stretches.at(-1);
  if (stretch === undefined) return null;
  const { fromKm, toKm, fromMin, toMin } = stretch;
  const share = toMin > fromMin ? Math.min(1, Math.max(0, (atMin - fromMin) / (toMin - fromMin))) : 1;
  return Math.round((fromKm + share * (toKm - fromKm)) * STEPS_PER_KM) / STEPS_PER_KM;
}
