import { CARB } from '@musette/engine/types';

/**
 * What a plan costs, in points: one point is what a careful friend would remark on. What must hold is not here: it is a
 * constraint, checked before anything is added. Every figure is an engineering choice for a dietitian to review.
 */
export const COST = {
  /** For each percent that a total misses its target by more than what is free. */
  carbPercent: 1,
  /** For each percent below half of the carbohydrate, in addition: food comes before salt. */
  carbBelowHalfPercent: 1,
  sodiumLowPercent: 0.2,
  /** Salt comes before carbohydrate for an upset stomach. */
  sodiumLowUpsetPercent: 2,
  /** Sodium cannot be taken out again. */
  sodiumHighPercent: 0.3,
  fluidPercent: 0.4,
  free: { carb: 3, sodium: 8, fluid: 5 },
  /** For each percent within what is free: nearer is better, if it costs nothing else. */
  nearPercent: { carb: 0.03, other: 0.01 },
  /** Below this target, sodium is counted as if it were the target, mg: some milligrams do not matter. */
  smallSodiumMg: 300,
  /** A plan that its own warning calls concentrated, and each percent beyond, up to this much in all. */
  concentrated: 2,
  concentratedPercent: 0.5,
  concentratedMost: 4,
  /** Uneven carbohydrate: the squared relative deviation of an hour. */
  unevenHour: 0.8,
  /** A leg off its share of carbohydrate, for each percent beyond the free ones: the run must not pay for the ride. */
  legPercent: 0.1,
  legFree: 10,
  /** So many times that, for what a later leg of a replan has too much because an earlier one had too little. */
  legPayingTimes: 6,
  /** Hand to pocket, open, swallow: every action is a chance to forget. Less at a stop that is made anyway. */
  moment: 0.12,
  momentAtStop: 0.04,
  /** A second food in the same moment. */
  secondBite: 0.03,
  /** Salt belongs in the mix. */
  capsule: 0.1,
  tablet: 0.15,
  /** Drinking at a station: riders have to stop. */
  cupStopOnFoot: 0.05,
  cupStopOnRide: 0.3,
  /** Half a cup of something other than water, and another kind of drink at the same stop. */
  otherHalfCup: 0.015,
  otherKind: 0.03,
  /** Cola in the first half; broth in a short event, and each half cup beyond two. */
  earlyCola: 0.2,
  earlyBroth: 0.5,
  muchBroth: 0.3,
  /** A stop to fill bottles after the start, and a bag of powder poured there, for each 250 ml; less from a drop bag. */
  fillStop: 0.3,
  /** Filling a small flask next to cups; and one that is sipped for hours between cups. */
  smallRefill: 0.1,
  sipped: 0.5,
  /** Bottles filled wherever a tenth of the fluid would be missed: own drinks end before the next bag. */
  neverMissed: 0.4,
  bagOnTheWay: 0.04,
  bagFromDropBag: 0.02,
  /** Each minute without food beyond the free ones; a share of it while the bottles bring carbohydrate. */
  gapMinute: 0.03,
  gapFreeMin: 45,
  gapShareWithDrink: 0.25,
  /** The same food for the fourth and fifth time in a row; later ones cost twice that. */
  sameInARow: 0.8,
  /** Each time beyond ten that the same food comes up. */
  dozens: 0.06,
  solidMissing: 0.4,
  /** Two hours of a long event without something real or savoury. */
  realMissing: 0.8,
  /** Another product to carry, another brand, an unsure label, something made at home, a bar left open. */
  product: 0.12,
  /** A pack of many pieces for a single one. */
  singlePiece: 0.4,
  brand: 0.18,
  unsure: 0.05,
  homemade: 0.25,
  halfLeft: 0.4,
  /** Chewing a given product where it is not usual: on a run, or late in a leg. */
  chewedElsewhere: 1,
  /** Eating where it is steep or hard. */
  hard: 0.3,
  /** The drink's share of the carbohydrate outside its usual range, for each percent. */
  sharePercent: 0.02,
  /** A mix that may only be mixed as its label says. */
  fixedStrength: 0.6,
  /** Nothing to eat at all. */
  nothing: 0.5,
  /** Each serving of a product that is wanted and not used. */
  unused: 4,
} as const;

/** Limits that no plan exceeds. */
export const RULES = {
  /** Food begins after this many minutes, ends before the end, and after a transition waits. */
  firstMin: 20,
  lastBeforeEndMin: 15,
  afterTransitionMin: 5,
  /** Food waits for a stop that is this near. */
  nearStopMin: 5,
  /** Two moments of food are this far apart; food within the same time is at most this much. */
  spacingMin: 15,
  within15G: 32,
  /** A piece that is chosen, rather than attached, has at most and at least this much carbohydrate. */
  pieceMostG: 30,
  pieceLeastG: 8,
  /** Carbohydrate of an hour may exceed its rate by one piece, because it can begin with one and end with another. */
  hourlyExtraG: 30,
  /** Strength of a mix, g/l. */
  strength: { least: 30, most: 80, usual: 60 },
  recipes: 2,
  /** Less missing salt is not planned for, mg; less carbohydrate neither, g. */
  leastSaltMg: 100,
  leastCarbG: 5,
  capsulesAtOnce: 2,
  capsuleEveryMin: 60,
  /** Saltier water is not drunk, mg/ml. */
  saltMgPerMl: 0.8,
  /** Cups are counted in halves; a rider has less time for them. */
  halfCupMl: 75,
  halfCupsOnFoot: 4,
  halfCupsOnRide: 3,
  /** An assumed refill comes this long before the last bottle is empty. */
  refillAheadMin: 20,
  /** Nobody stops for a bottle this close to the end. */
  lastFillBeforeEndMin: 20,
  doseWithinMin: 10,
} as const;

/** Tolerance for a plan of whole servings relative to the prescribed concentration. */
const NEAR_PRESCRIBED = 1.05;

/** Returns the carbohydrate per litre from which everything together is concentrated: no less than is prescribed, g/l. */
export function concentratedFromGPerL(targets: { readonly carbG: number; readonly fluidMl: number }): number {
  const prescribedGPerL = targets.fluidMl > 0 ? (1000 * targets.carbG) / targets.fluidMl : 0;
  return Math.max(CARB.concentratedAboveGPerL, prescribedGPerL * NEAR_PRESCRIBED);
}

/** How much worse than the fourth are the sixth and the seventh time in a row. */
const BORED = 2;
const TIRED = 6;

/** Returns what the same food costs when it comes for this many times in a row. */
export function costInARow(times: number): number {
  if (times <= 3) return 0;
  return COST.sameInARow * (times > 6 ? TIRED : times > 5 ? BORED : 1);
}

/** Sessions longer than this need real food. */
export const LONG_MIN = 360;

/** Food and assumed refills are planned for minutes on this grid. */
export const GRID_MIN = 5;

/** Returns the minute on the grid that is nearest. */
export function onGrid(minute: number): number {
  return GRID_MIN * Math.round(minute / GRID_MIN);
}
