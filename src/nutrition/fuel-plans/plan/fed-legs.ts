import type { SingleSportType } from '#core/engine/types.ts';
import type { StationOffer, Vessel } from '#platform/storage/course-columns.ts';
import { CUP_ML, genericFood } from '../../catalogue/generic-foods.ts';
import { FILL_STEP_ML, glucoseShareOf } from '../portions.ts';
import type { PlanTargets } from '../targets.ts';
import { carrierOf, piecesCarried } from './carriers.ts';
import { FIRST_FOOD_MIN, LAST_FOOD_BEFORE_END_MIN } from './cost-table.ts';
import { CUPS_PER_STATION_MAX, cupStops, placeCups } from './cups.ts';
import { type Cups, type FedLeg, heldShare, slotsOf } from './leg-mix.ts';
import type { DoseToPlace } from './place-food.ts';
import { drinkableMl, type PlanLeg } from './plan-legs.ts';
import type { Mixable } from './pool.ts';
import type { Stop } from './stops.ts';

/** Time after a swim without intake, min. */
const AFTER_SWIM_MIN = 5;
/** Food starts sooner in a later leg, and ends later before a transition, min: together the usual gap. */
const FIRST_FOOD_OF_LEG_MIN = 15;
const LAST_FOOD_OF_LEG_MIN = 5;
/** Stations this close together serve a runner by the cup, min. */
const CUPS_WITHIN_MIN = 45;

const SWIMS: ReadonlySet<SingleSportType> = new Set(['swim', 'open_water_swim']);
const ON_FOOT: ReadonlySet<SingleSportType> = new Set(['run', 'trail_run', 'treadmill_run']);

/**
 * Lists the legs in which something is taken, each with its carrier and the fluid that it holds in steps of 50 ml, in all
 * never more than prescribed. A swim between other legs is none.
 */
export function fedLegsOf(
  legs: readonly PlanLeg[],
  targets: PlanTargets,
  stops: readonly Stop[],
  { vessels, drinks, doses = [] }: Provisions,
): readonly FedLeg[] {
  const strongestGPerL = Math.max(0, ...drinks.map(({ mostGPerL }) => mostGPerL));
  const isMulti = legs.length > 1;
  const durationMin = legs.at(-1)?.endMin ?? 0;
  let wantedMl = 0;
  let givenMl = 0;
  const fed = legs.flatMap((leg, legIndex) => {
    if (leg.forms.size === 0) return [];
    const before = legs[legIndex - 1];
    const lateMin = before !== undefined && SWIMS.has(before.type) ? AFTER_SWIM_MIN : 0;
    const startMin = Math.min(leg.startMin + lateMin, leg.endMin - 1);
    const own = { ...leg, startMin };
    const roomMl = (leg.maxFluidMlPerHr * (leg.endMin - startMin)) / 60;
    wantedMl += Math.min(drinkableMl(leg), roomMl);
    const fluidMl = Math.floor((wantedMl - givenMl) / FILL_STEP_ML + 1e-9) * FILL_STEP_ML;
    givenMl += fluidMl;
    const carrier = carrierOf(leg, { durationMin, carbGPerHr: targets.carbGPerHr, isMulti });
    const supply = supplyOf(own, fluidMl, stops, vessels);
    const { cups, stationDrink } = supply;
    const plannedMl = cups === null ? fluidMl : cups.count * cups.cupMl + cups.carriedMl;
    const mostGPerL = stationDrink?.mostGPerL ?? strongestGPerL;
    const held = heldShare({ leg: own, fluidMl: plannedMl, cups }, mostGPerL);
    const isFirst = leg.startMin === 0;
    const isLast = legIndex === legs.length - 1;
    return [
      {
        leg: own,
        legIndex,
        carrier,
        foodFromMin: startMin + (isFirst ? FIRST_FOOD_MIN : FIRST_FOOD_OF_LEG_MIN),
        foodUntilMin: leg.endMin - (isLast ? LAST_FOOD_BEFORE_END_MIN : LAST_FOOD_OF_LEG_MIN),
        ...pocketsOf(own, stops),
        doses: dosesIn(leg, doses),
        fluidMl: plannedMl,
        hasOneVessel: vessels?.reduce((sum, { count }) => sum + count, 0) === 1,
        ...supply,
        heldShare: held,
      },
    ];
  });
  return fed.length > 1 ? withRoom(fed, strongestGPerL) : fed;
}

/** An athlete's bottles, the drinks in them, and the doses of caffeine that food brings. */
interface Provisions {
  readonly vessels: readonly Vessel[] | null;
  readonly drinks: readonly Mixable[];
  readonly doses?: readonly DoseToPlace[];
}

/** Counts the doses of a leg that are pieces of food: gum is none. */
function dosesIn({ startMin, endMin }: PlanLeg, doses: readonly DoseToPlace[]): FedLeg['doses'] {
  const own = doses.filter(({ atMin, bite }) => atMin >= startMin && atMin < endMin && bite.carbG > 0);
  return { pieces: own.length, carbG: own.reduce((sum, { bite }) => sum + bite.carbG, 0) };
}

/** Carbohydrate of a usual piece, g. */
const USUAL_PIECE_G = 25;

/** Moves carbohydrate that does not fit into a short leg to the longest leg. */
function withRoom(fed: readonly FedLeg[], strongestGPerL: number): readonly FedLeg[] {
  const roomG = (one: FedLeg) =>
    slotsOf(one).most * USUAL_PIECE_G +
    heldShare(one, one.stationDrink?.mostGPerL ?? strongestGPerL) * one.leg.carbG;
  const longest = fed.reduce((most, one) =>
    one.leg.endMin - one.leg.startMin > most.leg.endMin - most.leg.startMin ? one : most,
  );
  const movedG = fed.reduce(
    (sum, one) => sum + (one === longest ? 0 : Math.max(0, one.leg.carbG - roomG(one))),
    0,
  );
  return fed.map((one) => {
    const carbG = one === longest ? one.leg.carbG + movedG : Math.min(one.leg.carbG, roomG(one));
    const moved = { ...one, leg: { ...one.leg, carbG } };
    const held = carbG > 0 ? (one.heldShare * one.leg.carbG) / carbG : 0;
    return { ...moved, heldShare: held };
  });
}

/** Returns when the pockets of a leg are filled, and for how many pieces there is a place or a station. */
function pocketsOf(leg: PlanLeg, stops: readonly Stop[]): Pick<FedLeg, 'packedMin' | 'piecesMax'> {
  const own = stops.filter(({ kind, atMin }) => kind === 'aid' && atMin > leg.startMin && atMin < leg.endMin);
  const bags = own.filter(({ offers }) => offers.has('drop_bag'));
  const handing = own.filter(({ offers }) => [...offers].some((offer) => !NO_FOOD.has(offer)));
  return {
    packedMin: [leg.startMin, ...bags.map(({ atMin }) => atMin)],
    piecesMax: piecesCarried(leg) * (1 + bags.length) + handing.length,
  };
}

/** Drinks that stations offer. */
const NO_FOOD: ReadonlySet<StationOffer> = new Set(['water', 'sports_drink', 'cola', 'broth', 'drop_bag']);

type Supply = Pick<FedLeg, 'cups' | 'stationDrink'>;

/**
 * Returns how a run with a station at least every 45 min is supplied: flasks are refilled at each if they last that
 * long, else cups are drunk. Others fill their bottles with their own drink.
 */
function supplyOf(
  leg: PlanLeg,
  fluidMl: number,
  stops: readonly Stop[],
  vessels: readonly Vessel[] | null,
): Supply {
  const own = cupStops(stops, leg);
  const times = [leg.startMin, ...own.map(({ atMin }) => atMin), leg.endMin];
  const gapMin = Math.max(...times.slice(1).map((atMin, index) => atMin - (times[index] ?? atMin)));
  const hasOwnBottles = own.filter(({ offers }) => offers.has('drop_bag')).length * 2 >= own.length;
  const isDense = ON_FOOT.has(leg.type) && own.length > 0 && gapMin <= CUPS_WITHIN_MIN;
  if (!isDense || hasOwnBottles) return { cups: null, stationDrink: null };
  const hasSport = own.filter(({ offers }) => offers.has('sports_drink')).length * 2 >= own.length;
  const capacityMl = vessels?.reduce((sum, vessel) => sum + vessel.volumeMl * vessel.count, 0) ?? 0;
  const betweenMl = (fluidMl * gapMin) / (leg.endMin - leg.startMin);
  const sport = hasSport ? { carbG: STATION_DRINK.carbG, sodiumMg: STATION_DRINK.sodiumMg } : NO_SPORT;
  const cupsOf = (count: number, carriedMl: number): Cups => ({
    count,
    cupMl: CUP_ML,
    ...sport,
    carriedMl: Math.floor(carriedMl / FILL_STEP_ML) * FILL_STEP_ML,
  });
  if (hasSport && capacityMl >= betweenMl + FILL_STEP_ML) {
    // A cup of water at each station, or at as many as the hours have room for: a flask then lasts until the next one.
    const most = Math.min(own.length, Math.floor(fluidMl / CUP_ML));
    const counts = Array.from({ length: most + 1 }, (_, fewer) => most - fewer);
    const supplies = counts.map((count) => cupsOf(count, fluidMl - count * CUP_ML));
    const cups = supplies.find((some) => placeCups(own, some, leg).isRoomy) ?? supplies[0] ?? null;
    return { cups, stationDrink: STATION_DRINK };
  }
  if (capacityMl >= betweenMl + FILL_STEP_ML) return { cups: null, stationDrink: null };
  const count = Math.min(own.length * CUPS_PER_STATION_MAX, Math.floor(fluidMl / CUP_ML));
  const restMl = vessels === null ? 0 : Math.min(fluidMl - count * CUP_ML, capacityMl);
  return { cups: cupsOf(count, restMl), stationDrink: null };
}

const NO_SPORT = { carbG: 0, sodiumMg: 0 };

/** Sports drink as stations hand it out, of one strength. */
const STATION_DRINK = stationDrink();

function stationDrink(): Mixable {
  const product = genericFood('sports_drink');
  const carbG = product.carbG ?? 0;
  const gPerL = (carbG * 1000) / CUP_ML;
  const glucoseG = carbG * (glucoseShareOf(product) ?? 1);
  return { product, carbG, glucoseG, sodiumMg: product.sodiumMg ?? 0, leastGPerL: gPerL, mostGPerL: gPerL };
}
