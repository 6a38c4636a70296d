import type { Work } from '@musette/basics/work';
import { genericFood } from '../../catalogue/generic-foods.ts';
import { isOnFoot } from '../course/legs.ts';
import { construct } from './construct.ts';
import type { Draft } from './draft.ts';
import type { Counted } from './ledger.ts';
import { isFixed, menuOfSupply, menusOf } from './menu.ts';
import {
  type Binding,
  CHANGES,
  type Change,
  type Help,
  isSwim,
  type Product,
  type Request,
  type Stop,
  sumOf,
  type Vessel,
} from './model.ts';
import type { Water } from './parts.ts';
import { toProduct } from './request.ts';
import { carriedIn } from './vessels.ts';

type Quantity = keyof Counted;

/** A request with one constraint less. */
interface Lift {
  readonly change: Change;
  readonly request: Request;
  /** Whether water has to be planned again. */
  readonly isWet: boolean;
  /** Whether there is other food to choose from. */
  readonly isFed: boolean;
  readonly volumeMl?: number;
}

/** What a lift brings. */
interface Gain extends Help {
  readonly volumeMl: number | null;
}

/** Why a quantity is missing, and what would help. */
export interface Reason {
  readonly binding: Binding;
  readonly help: Gain | null;
}

/** Plans the water of a request that differs from the plan's in one constraint. */
export type PlanWater = (request: Request) => Water;

/** A change is named from this share of what is missing; shares that differ by less are equal, percent. */
const NAMED_PERCENT = 25;
const EQUAL_PERCENT = 10;
/** More of a ceiling, to see whether it is what binds. */
const MORE = 1.5;
/** Time of a quick plan, and of one with other water, as the longest take, µs. */
const QUICK_US = 2500;
const WET_US = 4000;
/** As much as anybody would add. */
const PLENTY = 40;
const FLASK_ML = 500;
const BOTTLE_ML = 750;
/** Half of a piece, by quantity: less is missing for want of a smaller one. */
const HALF_A_PIECE: Counted = { carbG: 12.5, sodiumMg: 75, fluidMl: 75 };

const CEILINGS = { carbG: 'hourly_carb', sodiumMg: 'hourly_sodium', fluidMl: 'hourly_fluid' } as const;

/**
 * Finds what would have helped: the plan is made again with one constraint less, quickly, and the best lift is named. Only if
 * none helps, a ceiling is the reason.
 */
export function* reasonOf(
  draft: Draft,
  waters: { readonly water: Water; readonly planWater: PlanWater },
  quantity: Quantity,
  missing: number,
): Work<Reason> {
  // A plan does not add a piece for less than half of it.
  if (missing < HALF_A_PIECE[quantity]) return { binding: 'whole_pieces', help: null };
  const gains: Gain[] = [];
  for (const lift of liftsOf(draft.request, { isMixed: hasMix(draft), quantity, missing })) {
    yield lift.isWet ? QUICK_US + WET_US : QUICK_US;
    const water = lift.isWet ? waters.planWater(lift.request) : waters.water;
    // What goes beyond the target counts against it.
    const more = quickTotal(draft, lift, water, quantity) - draft.ledger.total[quantity];
    const amount = more > missing ? Math.max(0, 2 * missing - more) : more;
    const percent = Math.round((100 * amount) / missing);
    gains.push({ change: lift.change, amount: Math.round(amount), percent, volumeMl: lift.volumeMl ?? null });
    // Nothing brings more than all of it.
    if (percent >= 100) break;
  }
  const most = Math.max(0, ...gains.map(({ percent }) => percent));
  const best = gains.find(({ percent }) => percent >= most - EQUAL_PERCENT);
  if (best !== undefined && most >= NAMED_PERCENT) {
    return { binding: bindingOf(best.change, draft), help: best };
  }
  yield QUICK_US;
  const higher = withHigherCeiling(draft.request, quantity);
  const isWet = quantity === 'fluidMl';
  const water = isWet ? waters.planWater(higher) : waters.water;
  const lift: Lift = { change: 'more_of_it', request: higher, isWet, isFed: false };
  const more = quickTotal(draft, lift, water, quantity) - draft.ledger.total[quantity];
  if ((100 * more) / missing >= NAMED_PERCENT) return { binding: CEILINGS[quantity], help: null };
  if (quantity !== 'carbG') return { binding: 'spacing', help: null };
  yield QUICK_US;
  const stops = withBags(draft.request);
  const open: Lift = { ...lift, request: { ...draft.request, stops }, isWet: true };
  const carried =
    quickTotal(draft, open, waters.planWater(open.request), quantity) - draft.ledger.total[quantity];
  return { binding: (100 * carried) / missing >= NAMED_PERCENT ? 'pockets' : 'spacing', help: null };
}

/** Bags so often that pockets never bind, min. */
const BAGS_EVERY_MIN = 120;

function withBags({ stops, fromMin, endMin }: Request): readonly Stop[] {
  const [first] = stops;
  if (first === undefined) return stops;
  const bags: Stop[] = [];
  for (let atMin = fromMin + BAGS_EVERY_MIN; atMin < endMin; atMin += BAGS_EVERY_MIN) {
    bags.push({ ...first, kind: 'aid', atMin, name: null, hasBag: true, cups: [], foods: [] });
  }
  return [...stops, ...bags].sort((one, other) => one.atMin - other.atMin);
}

/** Returns how much of a quantity a plan brings that is made at once and not improved. */
function quickTotal(draft: Draft, { request, isFed }: Lift, water: Water, quantity: Quantity): number {
  const isGiven = request.supply !== null;
  const [chosen = draft.menu] = isFed && !isGiven ? menusOf(request, water) : [];
  const menu = isGiven ? menuOfSupply(request) : chosen;
  const isHanded = water.stops.some(({ foods }) => foods.length > 0);
  return construct(request, water, menu, isGiven && isHanded ? 1 : 0).ledger.total[quantity];
}

function bindingOf(change: Change, { request }: Draft): Binding {
  switch (change) {
    case 'bottle':
    case 'flask_on_run':
    case 'refill':
      return 'capacity';
    case 'more_of_it':
      return 'supply';
    case 'drink_mix':
      return request.supply === null ? 'no_food' : 'supply';
    case 'another_food':
      return 'no_food';
    case 'salt':
      return 'no_salt';
    case 'bag':
      return 'pockets';
  }
}

function withHigherCeiling(request: Request, quantity: Quantity): Request {
  const { ceilings, totals } = request;
  return {
    ...request,
    ceilings: { ...ceilings, [quantity]: MORE * ceilings[quantity] },
    totals: quantity === 'carbG' ? totals : { ...totals, [quantity]: MORE * totals[quantity] },
  };
}

/**
 * Lists the changes that can bring a quantity, each as a request with one constraint less.
 *
 * @param gap.isMixed whether the plan has a drink mix
 */
export function liftsOf(
  request: Request,
  gap: { readonly isMixed: boolean; readonly quantity: Quantity; readonly missing: number },
): readonly Lift[] {
  const { isMixed, quantity, missing } = gap;
  const dry = { isWet: false, isFed: false };
  const wet = { isWet: true, isFed: false };
  const fed = { isWet: false, isFed: true };
  const isEaten = quantity === 'carbG';
  const isFluid = quantity === 'fluidMl';
  const lifts: readonly (Lift | null)[] = [
    isFluid ? null : withMore(request, { quantity, missing }, dry),
    isEaten ? { change: 'another_food', request: withFoods(request, OTHER_FOODS), ...fed } : null,
    isFluid || isMixed ? null : { change: 'drink_mix', request: withFoods(request, [SPORTS_DRINK]), ...fed },
    withBottle(request, wet),
    withFlaskOnRun(request, wet),
    withRefills(request, wet),
    quantity === 'sodiumMg' ? { change: 'salt', request: withFoods(request, [SALT]), ...fed } : null,
    isEaten ? withBag(request, dry) : null,
  ];
  return lifts
    .flatMap((lift) => lift ?? [])
    .toSorted((one, other) => CHANGES.indexOf(one.change) - CHANGES.indexOf(other.change));
}

const OTHER_FOODS: readonly Product[] = [toProduct(genericFood('gel')), toProduct(genericFood('bar'))];
const SPORTS_DRINK = toProduct(genericFood('sports_drink_powder'));
const SALT = toProduct(genericFood('salt_capsule'));

const hasMix = ({ menu }: Draft): boolean => menu.mixes.some((mix) => !isFixed(mix) || mix.carbG > 0);

/** Adds so much of all given products as would bring what is missing, in halves. */
function withMore(
  request: Request,
  { quantity, missing }: { readonly quantity: Quantity; readonly missing: number },
  dry: Wet,
): Lift | null {
  const { supply, home } = request;
  if (supply === null) return null;
  const figure = new Map(home.map((product) => [product.id, product[quantity]]));
  const entries = Object.entries(supply);
  const given = sumOf(entries, ([id, { atMost }]) => atMost * (figure.get(id) ?? 0));
  if (given <= 0) return null;
  const times = 1 + missing / given;
  const more = entries.map(([id, { atMost, mustUse }]) => {
    const servings = (figure.get(id) ?? 0) > 0 ? Math.ceil(2 * times * atMost) / 2 : atMost;
    return [id, { atMost: servings, mustUse: mustUse > 0 ? servings : 0 }] as const;
  });
  return { change: 'more_of_it', request: { ...request, supply: Object.fromEntries(more) }, ...dry };
}

function withFoods(request: Request, products: readonly Product[]): Request {
  const others = products.filter(({ id }) => request.home.every((one) => one.id !== id));
  const home = [...request.home, ...others].sort((one, other) => (one.id < other.id ? -1 : 1));
  if (request.supply === null) return { ...request, home };
  const added = others.map(({ id }) => [id, { atMost: PLENTY, mustUse: 0 }] as const);
  return { ...request, home, supply: { ...request.supply, ...Object.fromEntries(added) } };
}

type Wet = Pick<Lift, 'isWet' | 'isFed'>;

function withBottle(request: Request, wet: Wet): Lift | null {
  const leg = request.legs.find((one) => !isSwim(one) && !(request.legs.length > 1 && isOnFoot(one)));
  if (leg === undefined) return null;
  const carried = carriedIn(leg, request);
  const usualMl = isOnFoot(leg) || leg.type === 'ski' ? FLASK_ML : BOTTLE_ML;
  const volumeMl = Math.max(usualMl, ...carried.map((vessel) => vessel.volumeMl));
  const added: Vessel = { kind: 'bottle', volumeMl, number: carried.length + 1 };
  return { change: 'bottle', request: { ...request, vessels: [...carried, added] }, volumeMl, ...wet };
}

function withFlaskOnRun(request: Request, wet: Wet): Lift | null {
  if (request.legs.length < 2 || !request.legs.some(isOnFoot)) return null;
  const carried = request.runVessels ?? [];
  const added: Vessel = { kind: 'flask', volumeMl: FLASK_ML, number: carried.length + 1 };
  return {
    change: 'flask_on_run',
    request: { ...request, runVessels: [...carried, added] },
    volumeMl: FLASK_ML,
    ...wet,
  };
}

function withRefills(request: Request, wet: Wet): Lift | null {
  const isOpen = (leg: Request['legs'][number]) =>
    leg.refills === 'none' && carriedIn(leg, request).length > 0;
  if (request.isWaterLimited || !request.legs.some(isOpen)) return null;
  const legs = request.legs.map((leg) => (isOpen(leg) ? { ...leg, refills: 'tap' as const } : leg));
  return { change: 'refill', request: { ...request, legs }, ...wet };
}

/** Puts a bag at the station that is nearest to the middle. */
function withBag(request: Request, dry: Wet): Lift | null {
  const middle = (request.fromMin + request.endMin) / 2;
  const stations = request.stops.filter(({ kind, hasBag }) => kind === 'aid' && !hasBag);
  const [nearest] = stations.toSorted(
    (one, other) => Math.abs(one.atMin - middle) - Math.abs(other.atMin - middle),
  );
  if (nearest === undefined) return null;
  const stops = request.stops.map((stop): Stop => (stop === nearest ? { ...stop, hasBag: true } : stop));
  return { change: 'bag', request: { ...request, stops }, ...dry, isWet: true };
}
