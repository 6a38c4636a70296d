import { glucoseShareOf } from '../portions.ts';
import type { PlanTargets } from '../targets.ts';
import type { Aim } from './aim.ts';
import type { Compromise } from './compromises.ts';
import { ON_TARGET, RHYTHM, SAME_IN_A_ROW_MAX } from './cost-table.ts';
import type { LaidOut } from './lay-out-mix.ts';
import { type FedLeg, isCarrying, isFreeOf, leastShare } from './leg-mix.ts';
import type { PlacedBite } from './place-food.ts';
import { saltProducts } from './salts.ts';

/** Tolerance of shares, for whole pieces and steps of 50 ml. */
const SHARE_TOLERANCE = 0.07;
/** Tolerance of gaps, min: moments lie on a grid. */
const GAP_TOLERANCE_MIN = 5;
/** Above this rate sources must bring glucose and fructose, g/h. */
const BOTH_SOURCES_ABOVE_G_PER_HR = 90;
/** The most glucose of the carbohydrate at such rates, glucose to fructose 2:1. */
const GLUCOSE_SHARE_MAX = 2 / 3;
const SUM_EPSILON = 1e-6;
/** Differences below this are not mentioned in any session, g. */
const A_THIRD_OF_A_GEL_G = 8;
/** Half of the smallest salt measure, mg: nothing gets closer. */
const HALF_A_MEASURE_MG = 75;
/** Differences below this are not mentioned: carbohydrate, g, and sodium, mg. */
const WORTH_A_WORD = { carbG: 15, sodiumMg: 100 } as const;

/** Names every rule that a plan does not keep, with its figures. */
export function compromisesOf(
  laid: LaidOut,
  aim: Aim,
  { isOwned }: { readonly isOwned: boolean },
): readonly Compromise[] {
  const { targets } = aim;
  const total = laid.marks.at(-1)?.cumulative ?? { carbG: 0, sodiumMg: 0 };
  const missing = { carbG: targets.carbG - total.carbG, sodiumMg: targets.sodiumMg - total.sodiumMg };
  return [
    ...missed(missing, targets, { isOwned, legs: aim.legs }),
    ...laid.drunk.flatMap((drunk, index) => shareMissed(drunk.carbG, aim.legs[index])),
    ...aim.legs.flatMap((fed, index) => rhythmMissed(fed, laid.drunk[index]?.carbG ?? 0, laid.bites)),
    ...sameFood(aim, laid.bites),
    ...nothingToChew(aim, laid),
    ...singleSource(laid, targets),
    ...laid.vesselNotes.flatMap((note) =>
      note.code === 'vessels_too_small' ? [{ ...note, code: 'cannot_carry' as const }] : [],
    ),
    ...tableSalt(laid, isOwned),
  ];
}

function missed(
  missing: { readonly carbG: number; readonly sodiumMg: number },
  targets: PlanTargets,
  { isOwned, legs }: { readonly isOwned: boolean; readonly legs: readonly FedLeg[] },
): readonly Compromise[] {
  const isCarbMissed =
    Math.abs(missing.carbG) > ON_TARGET * targets.carbG + SUM_EPSILON &&
    Math.abs(missing.carbG) > A_THIRD_OF_A_GEL_G;
  if (isOwned) {
    const carbG = isCarbMissed && missing.carbG >= WORTH_A_WORD.carbG ? Math.round(missing.carbG) : 0;
    const isSaltMissed = missing.sodiumMg > ON_TARGET * targets.sodiumMg;
    const sodiumMg =
      isSaltMissed && missing.sodiumMg >= WORTH_A_WORD.sodiumMg ? Math.round(missing.sodiumMg) : 0;
    if (carbG > 0 || sodiumMg > 0) return [{ code: 'owned_products_short', carbG, sodiumMg }];
  }
  const isCarbWorth = isCarbMissed && !isFreeOf(legs, Math.abs(missing.carbG));
  const lackingMg = Math.abs(missing.sodiumMg);
  const isSodiumWorth =
    lackingMg > ON_TARGET * targets.sodiumMg + SUM_EPSILON && lackingMg > HALF_A_MEASURE_MG;
  const percent = (missed: number, target: number) =>
    target > 0 ? Math.round((-1000 * missed) / target) / 10 : 0;
  return [
    ...(isCarbWorth
      ? [{ code: 'carbohydrate_missed' as const, percent: percent(missing.carbG, targets.carbG) }]
      : []),
    ...(isSodiumWorth && targets.sodiumMg > 0
      ? [{ code: 'sodium_missed' as const, percent: percent(missing.sodiumMg, targets.sodiumMg) }]
      : []),
  ];
}

function shareMissed(carbG: number, fed: FedLeg | undefined): readonly Compromise[] {
  if (fed === undefined || fed.carrier.isFree || fed.leg.carbG === 0) return [];
  const { from, to } = fed.carrier.share;
  const share = carbG / fed.leg.carbG;
  const least = leastShare(fed);
  if (share >= least - SHARE_TOLERANCE && share <= to + SHARE_TOLERANCE) return [];
  const percent = (part: number) => Math.round(100 * part);
  return [{ code: 'drink_share', percent: percent(share), from: percent(from), to: percent(to) }];
}

/** Judges the longest time without food where no drink carries. */
function rhythmMissed(fed: FedLeg, drunkG: number, bites: readonly PlacedBite[]): readonly Compromise[] {
  const { leg, carrier } = fed;
  if (carrier.isFree || !carrier.isPaced || leg.carbG === 0 || isCarrying(fed, drunkG / leg.carbG)) return [];
  const own = bites.filter(({ legIndex, bite }) => legIndex === fed.legIndex && bite.carbG > 0);
  const times = own.map(({ atMin }) => atMin);
  const gapMin = Math.max(0, ...times.slice(1).map((atMin, index) => atMin - (times[index] ?? atMin)));
  return gapMin > RHYTHM.most + GAP_TOLERANCE_MIN ? [{ code: 'rhythm', gapMin }] : [];
}

function sameFood({ legs }: Aim, bites: readonly PlacedBite[]): readonly Compromise[] {
  if (legs.every(({ carrier }) => carrier.isFree)) return [];
  let run = 0;
  let most = 0;
  let before: PlacedBite | undefined;
  for (const placed of bites) {
    run = before?.bite.product === placed.bite.product ? run + 1 : 1;
    most = Math.max(most, run);
    before = placed;
  }
  return most > SAME_IN_A_ROW_MAX ? [{ code: 'same_food', count: most }] : [];
}

function nothingToChew({ legs, isLong }: Aim, { bites }: LaidOut): readonly Compromise[] {
  const wanting = legs.some(({ carrier }) => carrier.solidEveryMin !== null && !carrier.isFree);
  if (!wanting) return [];
  if (!bites.some(({ bite }) => bite.kind === 'solid')) return [{ code: 'nothing_solid' }];
  return isLong && !bites.some(({ bite }) => bite.isReal || bite.isSavoury)
    ? [{ code: 'nothing_savoury' }]
    : [];
}

function singleSource({ portions }: LaidOut, targets: PlanTargets): readonly Compromise[] {
  if (targets.carbGPerHr <= BOTH_SOURCES_ABOVE_G_PER_HR) return [];
  let glucoseG = 0;
  let carbG = 0;
  for (const { product, servings } of portions) {
    carbG += (product.carbG ?? 0) * servings;
    glucoseG += (product.carbG ?? 0) * servings * (glucoseShareOf(product) ?? 1);
  }
  const isEnough = glucoseG <= GLUCOSE_SHARE_MAX * carbG + 1;
  return isEnough ? [] : [{ code: 'single_source', gPerHr: Math.round(targets.carbGPerHr) }];
}

function tableSalt({ mix }: LaidOut, isOwned: boolean): readonly Compromise[] {
  if (!isOwned || mix.salts.pinches === 0) return [];
  const mg = saltProducts(mix.salts).reduce((sum, { sodiumMg }) => sum + (sodiumMg ?? 0), 0);
  return [{ code: 'table_salt', mg: Math.round(mg * mix.salts.pinches) }];
}
