import { FILL_STEP_ML } from '../portions.ts';
import { type Carrier, LONG_FROM_MIN } from './carriers.ts';
import { COST, HALF_A_GEL_G, ON_TARGET, RHYTHM, STRENGTH, WATER_PER_GEL } from './cost-table.ts';
import type { PlanLeg } from './plan-legs.ts';
import type { Mixable } from './pool.ts';

/** A leg with intake, and the inputs for its mix. */
export interface FedLeg {
  readonly leg: PlanLeg;
  readonly legIndex: number;
  readonly carrier: Carrier;
  /** The first and the last minute at which something is eaten. */
  readonly foodFromMin: number;
  readonly foodUntilMin: number;
  /** Minutes at which pockets are full: the start of the leg, and each drop bag. */
  readonly packedMin: readonly number[];
  /** Food with caffeine doses, whatever else is chosen: pieces, and their carbohydrate, g. */
  readonly doses: { readonly pieces: number; readonly carbG: number };
  /** Pieces of food for which there is a pocket, or a station that hands them out. */
  readonly piecesMax: number;
  /** The fluid that is planned, in whole bottles' steps, ml. */
  readonly fluidMl: number;
  /** Whether all of it comes from a single bottle, which holds one drink at a time. */
  readonly hasOneVessel: boolean;
  /** Cups that stations of the leg hand out; null if bottles are filled there instead. */
  readonly cups: Cups | null;
  /** Sports drink with which flasks are filled at the stations of the leg; null if the athlete mixes their own. */
  readonly stationDrink: Mixable | null;
  /** Share of the carbohydrate that the fluid holds with the strongest drink that the athlete may have. */
  readonly heldShare: number;
}

/** Cups of a leg with drinks at stations, and the fluid left for bottles. */
export interface Cups {
  readonly count: number;
  readonly cupMl: number;
  /** Carbohydrate and sodium of a cup of sports drink; 0 if no station has any. */
  readonly carbG: number;
  readonly sodiumMg: number;
  /** Fluid in addition to the cups, ml. */
  readonly carriedMl: number;
}

/** Amounts of a leg: pieces of food, and the drink. */
export interface LegMix {
  /** Pieces of food without caffeine doses, and the solids among them. */
  readonly pieces: number;
  readonly solids: number;
  /** Drink with carbohydrate in bottles, ml, its strength, g/l, and plain water, ml. */
  readonly mixMl: number;
  readonly gPerL: number;
  readonly waterMl: number;
  /** Cups of sports drink at stations. */
  readonly sportCups: number;
  /** Carbohydrate that is missing, g; negative if there is too much. */
  readonly missingG: number;
  readonly cost: number;
}

/** Carbohydrate of the pieces and the drink of a mix. */
export interface Kinds {
  /** Carbohydrate of a gel or chew, and of a solid, g; 0 if there is none. */
  readonly pieceG: number;
  readonly solidG: number;
  /** Whether a solid is half of a pack, so that two of them are one. */
  readonly isSolidHalved: boolean;
  /** Strengths of the drink, g/l; null if there is none. */
  readonly drink: { readonly leastGPerL: number; readonly mostGPerL: number } | null;
}

const ML_PER_L = 1000;
/** Numbers of pieces that are tried around the one that fits the usual share. */
const TRIED_AROUND = 2;
/** A drink of less than this is not worth a bottle, ml. */
const LEAST_MIX_ML = 150;
/** Plain water below this share of the fluid is not worth a bottle. Engineering choice. */
const LEAST_WATER_SHARE = 0.2;
/** Beyond this length slots lie further apart, so that they all lie on the grid of the timeline, min. */
const SPACING_ON_GRID_MIN = 40;

/** Returns the cheapest mix of a leg for these kinds of food and drink. */
export function legMix(fed: FedLeg, kinds: Kinds): LegMix {
  const { leg, carrier, doses } = fed;
  const slots = Math.max(0, slotsOf(fed).most - doses.pieces);
  const most = kinds.pieceG === 0 && kinds.solidG === 0 ? 0 : slots;
  const meanG = Math.max(kinds.pieceG, 1);
  const share = wantedShare(fed, kinds);
  const ideal = Math.round((leg.carbG * (1 - share) - doses.carbG) / meanG);
  const from = carrier.isFree && leg.carbG === 0 ? 0 : Math.max(0, Math.min(most, ideal - TRIED_AROUND));
  const to = Math.min(most, ideal + TRIED_AROUND);
  let best: LegMix | null = null;
  for (let pieces = from; pieces <= to; pieces += 1) {
    const mix = mixWith(fed, kinds, pieces);
    if (best === null || mix.cost < best.cost) best = mix;
  }
  return best ?? mixWith(fed, kinds, 0);
}

/** If little is needed, one gel is enough for this time, min. Engineering choice. */
const FREE_PIECE_EVERY_MIN = 75;

/** Returns the fewest and most pieces of a leg, by the rhythm. */
export function slotsOf(fed: Pick<FedLeg, 'carrier' | 'foodFromMin' | 'foodUntilMin' | 'piecesMax'>): {
  readonly most: number;
} {
  const { carrier, foodFromMin, foodUntilMin, piecesMax } = fed;
  const usableMin = foodUntilMin - foodFromMin;
  if (usableMin < 0) return { most: 0 };
  const most = Math.min(piecesMax, Math.floor(usableMin / RHYTHM.least) + 1);
  const few = Math.max(1, Math.floor(usableMin / FREE_PIECE_EVERY_MIN));
  return { most: carrier.isFree && !carrier.isRealFood ? Math.min(few, most) : most };
}

/** Returns the share of the drink from which the search starts: near the middle, or what the fluid holds. */
function wantedShare(fed: FedLeg, { drink }: Kinds): number {
  const { from, to } = fed.carrier.share;
  const middle = fed.carrier.isFree ? 1 : (from + to) / 2;
  const own = fed.stationDrink ?? drink;
  return own === null && fed.cups === null ? 0 : Math.min(middle, heldShare(fed, own?.mostGPerL ?? 0));
}

/** Returns the share of a leg's carbohydrate that its fluid holds in drinks of at most this strength. */
export function heldShare(
  { leg, fluidMl, cups }: Pick<FedLeg, 'leg' | 'fluidMl' | 'cups'>,
  mostGPerL: number,
): number {
  if (leg.carbG === 0) return 0;
  const carriedMl = cups === null ? fluidMl : cups.carriedMl;
  const cupsG = cups === null ? 0 : cups.count * cups.carbG;
  return (cupsG + (carriedMl * mostGPerL) / ML_PER_L) / leg.carbG;
}

/** Returns the least share of the drink in a leg: the usual share, as far as its fluid holds it. */
export function leastShare({ carrier, heldShare: held }: FedLeg): number {
  return Math.min(carrier.share.from, held);
}

/** Returns how many of these pieces are solid. */
function solidsAmong(
  { leg, carrier }: Pick<FedLeg, 'leg' | 'carrier'>,
  pieces: number,
  isHalved: boolean,
): number {
  if (carrier.solidEveryMin === null) return 0;
  const part = carrier.solidUntil * (leg.endMin - leg.startMin);
  const wanted = Math.max(1, Math.floor(part / carrier.solidEveryMin));
  // Never two solids in a row, but for the halves of one.
  const most = Math.max(1, Math.round((carrier.solidUntil * pieces) / 2));
  if (!isHalved) return Math.min(wanted, most, pieces);
  const early = Math.floor(carrier.solidUntil * pieces);
  return Math.min(2 * Math.ceil(Math.min(wanted, most) / 2), Math.max(1, early));
}

function mixWith(fed: FedLeg, kinds: Kinds, pieces: number): LegMix {
  const { leg, carrier, doses } = fed;
  const solids = kinds.solidG === 0 ? 0 : solidsAmong(fed, pieces, kinds.isSolidHalved);
  const eatenG = doses.carbG + solids * kinds.solidG + (pieces - solids) * kinds.pieceG;
  const gels = doses.pieces + pieces - solids;
  const drunk = drinkFor(fed, fed.stationDrink ?? kinds.drink, leg.carbG - eatenG, gels);
  const hours = (leg.endMin - leg.startMin) / 60;
  const share = leg.carbG > 0 ? drunk.carbG / leg.carbG : 0;
  const outside = carrier.isFree ? 0 : Math.max(0, leastShare(fed) - share, share - carrier.share.to);
  const { mixMl, gPerL, waterMl, sportCups } = drunk;
  const missingG = leg.carbG - eatenG - drunk.carbG;
  const missedShare = leg.carbG > 0 ? Math.abs(missingG) / leg.carbG : 0;
  const missed = isFreeOf([fed], missingG) ? missedShare : missedShare / ON_TARGET;
  const cost =
    COST.legMissed * missed ** 2 +
    COST.shareMissed * outside +
    (COST.piecePerHr * pieces) / hours +
    ((COST.dryGel * gels) / hours) * drunk.dryShare +
    COST.strength * drunk.strengthSteps +
    (fed.hasOneVessel && mixMl > 0 && waterMl > 0 ? COST.twoDrinks : 0) +
    gapCost(fed, doses.pieces + pieces, share);
  return { pieces, solids, mixMl, gPerL, waterMl, sportCups, missingG, cost };
}

/** Returns whether this much carbohydrate, g, does not matter: these legs have one gel or none, whole. */
export function isFreeOf(legs: readonly Pick<FedLeg, 'carrier'>[], missingG: number): boolean {
  return Math.abs(missingG) <= HALF_A_GEL_G && legs.every(({ carrier }) => carrier.isFree);
}

/** Returns the longest time between two pieces, min. */
export function longestGapMin({ leg, foodFromMin, foodUntilMin }: FedLeg, pieces: number): number {
  if (pieces < 2) return (leg.endMin - leg.startMin) / (pieces + 1);
  return (foodUntilMin - foodFromMin) / (pieces - 1);
}

/** Share from which a drink bridges the time between pieces, as far as the fluid holds it. */
const CARRYING_SHARE = 0.3;
/** Whole pieces may leave the drink this far below that share. */
const CARRYING_TOLERANCE = 0.05;

/** Returns whether a drink with this share of the carbohydrate bridges the time between pieces. */
export function isCarrying(fed: FedLeg, share: number): boolean {
  const { from } = fed.carrier.share;
  return share > 0 && from >= CARRYING_SHARE
    ? share >= Math.min(CARRYING_SHARE, leastShare(fed)) - CARRYING_TOLERANCE
    : share >= CARRYING_SHARE;
}

function gapCost(fed: FedLeg, pieces: number, share: number): number {
  const { leg, carrier } = fed;
  if (carrier.isFree || !carrier.isPaced) return 0;
  const perHr = (60 * leg.carbG) / (leg.endMin - leg.startMin);
  const isLong = leg.endMin - leg.startMin > LONG_FROM_MIN;
  const most = perHr >= RHYTHM.highFromGPerHr ? RHYTHM.mostAtHighRates : RHYTHM.most;
  const beyond = longestGapMin(fed, pieces) - (isLong ? Math.min(most, SPACING_ON_GRID_MIN) : most);
  if (beyond <= 0) return 0;
  return ((isCarrying(fed, share) ? COST.longGap : COST.emptyGap) * beyond) / 60;
}

/** The drinks of a leg. */
export interface Drunk {
  readonly mixMl: number;
  readonly gPerL: number;
  readonly waterMl: number;
  readonly sportCups: number;
  readonly carbG: number;
  /** Share of the water that gels lack, 0–1. */
  readonly dryShare: number;
  /** Distance from the usual strength, in steps of 20 g/l. */
  readonly strengthSteps: number;
}

/** Splits the fluid of a leg into drink and water, so that the drink has this much carbohydrate if possible. */
export function drinkFor(fed: FedLeg, drink: Kinds['drink'], wantedG: number, gels: number): Drunk {
  const { fluidMl, cups } = fed;
  // Nobody mixes powder for a mouthful before a short session.
  const isMouthful = fluidMl < LEAST_MIX_ML && fed.carrier.isFree && fed.leg.startMin === 0;
  if (cups === null) return bottled(fluidMl, isMouthful ? null : drink, wantedG, fed.hasOneVessel ? 0 : gels);
  if (fed.stationDrink !== null) return cupsAndFlasks(fed.stationDrink, cups, wantedG);
  const sportCups =
    cups.carbG === 0 ? 0 : Math.min(cups.count, Math.max(0, Math.round(wantedG / cups.carbG)));
  const restG = wantedG - sportCups * cups.carbG;
  const waterCupsMl = (cups.count - sportCups) * cups.cupMl;
  const dryGels = Math.max(0, gels - waterCupsMl / WATER_PER_GEL.least);
  const isEnough = sportCups > 0 && restG < cups.carbG / 2;
  const carried = bottled(
    cups.carriedMl,
    isEnough ? null : drink,
    isEnough ? 0 : restG,
    isEnough ? 0 : dryGels,
  );
  return {
    ...carried,
    sportCups,
    carbG: carried.carbG + sportCups * cups.carbG,
    // A cup of sports drink washes a gel down where there is no other.
    dryShare: cups.carbG > 0 ? carried.dryShare / 2 : carried.dryShare,
  };
}

/** Fills flasks with the stations' sports drink, plus cups of water, or of sports drink if that is not enough. */
function cupsAndFlasks(drink: Mixable, cups: Cups, wantedG: number): Drunk {
  const carried = bottled(cups.carriedMl, drink, wantedG, 0);
  const sportCups = Math.min(cups.count, Math.max(0, Math.round((wantedG - carried.carbG) / cups.carbG)));
  return { ...carried, sportCups, carbG: carried.carbG + sportCups * cups.carbG };
}

function bottled(fluidMl: number, drink: Kinds['drink'], wantedG: number, gels: number): Drunk {
  const none = {
    mixMl: 0,
    gPerL: 0,
    waterMl: fluidMl,
    sportCups: 0,
    carbG: 0,
    dryShare: 0,
    strengthSteps: 0,
  };
  if (drink === null || wantedG <= 0) return none;
  const least = drink.leastGPerL;
  if ((wantedG * ML_PER_L) / least < LEAST_MIX_ML) return none;
  const usual = Math.min(drink.mostGPerL, Math.max(least, STRENGTH.usual));
  const waterMl = inSteps(gels * WATER_PER_GEL.least);
  const atUsualMl = stepsFor((wantedG * ML_PER_L) / usual);
  const atMostMl = stepsFor((wantedG * ML_PER_L) / drink.mostGPerL);
  const besideWaterMl = fluidMl - waterMl;
  let mixMl = Math.min(fluidMl, Math.max(atMostMl, Math.min(atUsualMl, besideWaterMl)));
  // One recipe in every bottle is easier than an extra bottle of water.
  if (gels === 0 && (wantedG * ML_PER_L) / fluidMl >= least) mixMl = fluidMl;
  // It is also easier than a mouthful of water at each stop.
  if (fluidMl - mixMl < LEAST_WATER_SHARE * fluidMl && (wantedG * ML_PER_L) / fluidMl >= least)
    mixMl = fluidMl;
  if (mixMl < LEAST_MIX_ML) mixMl = Math.min(fluidMl, LEAST_MIX_ML);
  const gPerL = Math.min(drink.mostGPerL, (wantedG * ML_PER_L) / mixMl);
  if (mixMl <= 0 || gPerL < least - 1e-9) return none;
  const leftMl = fluidMl - mixMl;
  return {
    mixMl,
    gPerL,
    waterMl: leftMl,
    sportCups: 0,
    carbG: (gPerL * mixMl) / ML_PER_L,
    dryShare: waterMl > 0 ? Math.max(0, 1 - leftMl / waterMl) : 0,
    strengthSteps: Math.abs(gPerL - STRENGTH.usual) / 20,
  };
}

function inSteps(volumeMl: number): number {
  return Math.floor(volumeMl / FILL_STEP_ML + 1e-9) * FILL_STEP_ML;
}

function stepsFor(volumeMl: number): number {
  return Math.ceil(volumeMl / FILL_STEP_ML - 1e-9) * FILL_STEP_ML;
}
