import type { PlanLeg } from './plan-legs.ts';

/** Usual fuelling of an event: the drink's share, and the food with it. */
export interface Carrier {
  /** Share of the carbohydrate in the drink. */
  readonly share: { readonly from: number; readonly to: number };
  /** Minutes of the leg for each piece of solid food; null if none is eaten. */
  readonly solidEveryMin: number | null;
  /** The part of the leg in which solids are eaten, from its start. */
  readonly solidUntil: number;
  /** Whether only soft solids are eaten, at a running pace. */
  readonly isSoftOnly: boolean;
  /** Whether bars are the usual solid, and fruit is enough variety in a long event. */
  readonly isBarUsual: boolean;
  /** Whether everything that is eaten is real food. */
  readonly isRealFood: boolean;
  /** Whether food follows a rhythm; swimmers eat where there is a boat. */
  readonly isPaced: boolean;
  /** Whether share and rhythm do not matter, and one gel is enough. */
  readonly isFree: boolean;
}

const USUAL = {
  solidEveryMin: null,
  solidUntil: 1,
  isSoftOnly: false,
  isBarUsual: false,
  isRealFood: false,
  isPaced: true,
  isFree: false,
};

/** Usual fuelling by event. Shares follow usual practice; where sources differ, engineering choice. */
export const CARRIERS = {
  free: { ...USUAL, share: { from: 0, to: 1 }, isFree: true },
  swim: { ...USUAL, share: { from: 0, to: 1 }, isPaced: false },
  shortRun: { ...USUAL, share: { from: 0, to: 0.5 } },
  longRun: { ...USUAL, share: { from: 0.3, to: 0.6 }, solidEveryMin: 60, solidUntil: 0.5, isSoftOnly: true },
  shortRide: { ...USUAL, share: { from: 0.5, to: 0.8 } },
  longRide: { ...USUAL, share: { from: 0.4, to: 0.7 }, solidEveryMin: 60, solidUntil: 0.6 },
  shortTriathlonRide: { ...USUAL, share: { from: 0.5, to: 0.8 } },
  triathlonRide: {
    ...USUAL,
    share: { from: 0.5, to: 0.8 },
    solidEveryMin: 75,
    solidUntil: 0.5,
    isBarUsual: true,
  },
  triathlonRun: { ...USUAL, share: { from: 0, to: 0.3 } },
  ultra: { ...USUAL, share: { from: 0.3, to: 0.6 }, solidEveryMin: 80 },
  hike: { ...USUAL, share: { from: 0, to: 0.3 }, solidEveryMin: 120, isRealFood: true },
} as const satisfies Record<string, Carrier>;

/** Pieces of food carried at a time. Engineering choices. */
const PIECES_CARRIED = { belt: 10, vest: 20, jersey: 18 } as const;

/**
 * Returns how many pieces of food fit on a belt, in a vest or in three pockets for a leg of this length.
 * Unbounded with a backpack, a boat or a table at hand.
 */
export function piecesCarried({ type, startMin, endMin }: PlanLeg): number {
  if (type === 'bike') return PIECES_CARRIED.jersey;
  if (type === 'trail_run') return PIECES_CARRIED.vest;
  if (type !== 'run') return Number.POSITIVE_INFINITY;
  return endMin - startMin > LONG_FROM_MIN ? PIECES_CARRIED.vest : PIECES_CARRIED.belt;
}

/** Shorter sessions, or those with less carbohydrate per hour, need no rhythm. */
export const FREE_BELOW_MIN = 75;
export const FREE_BELOW_G_PER_HR = 20;
/** A leg shorter than this has room for one gel at most. */
const FREE_LEG_BELOW_MIN = 50;
/** Limits of short, long and very long sessions, min. */
const SHORT_UP_TO_MIN = 180;
export const LONG_FROM_MIN = 360;
/** Shortest triathlon ride for a bar, min. */
const BAR_FROM_MIN = 120;

/** Features of an event that decide how it is fuelled. */
export interface EventKind {
  readonly durationMin: number;
  readonly carbGPerHr: number;
  readonly isMulti: boolean;
}

/** Returns how a leg is fuelled. */
export function carrierOf(leg: PlanLeg, event: EventKind): Carrier {
  const { durationMin, carbGPerHr, isMulti } = event;
  if (durationMin < FREE_BELOW_MIN || carbGPerHr < FREE_BELOW_G_PER_HR) {
    return leg.type === 'hike' || leg.type === 'walk' ? { ...CARRIERS.hike, isFree: true } : CARRIERS.free;
  }
  const legMin = leg.endMin - leg.startMin;
  if (isMulti && legMin < FREE_LEG_BELOW_MIN) return CARRIERS.free;
  switch (leg.type) {
    case 'swim':
    case 'open_water_swim':
      return CARRIERS.swim;
    case 'hike':
    case 'walk':
      return CARRIERS.hike;
    case 'run':
    case 'treadmill_run':
    case 'trail_run':
      if (isMulti) return CARRIERS.triathlonRun;
      if (durationMin > LONG_FROM_MIN) return CARRIERS.ultra;
      return durationMin <= SHORT_UP_TO_MIN && leg.type !== 'trail_run'
        ? CARRIERS.shortRun
        : CARRIERS.longRun;
    default:
      if (isMulti) return legMin < BAR_FROM_MIN ? CARRIERS.shortTriathlonRide : CARRIERS.triathlonRide;
      if (durationMin > LONG_FROM_MIN) return CARRIERS.ultra;
      return durationMin <= SHORT_UP_TO_MIN ? CARRIERS.shortRide : CARRIERS.longRide;
  }
}
