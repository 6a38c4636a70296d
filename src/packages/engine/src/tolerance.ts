/**
 * Resolves carbohydrate tolerance of the gut: declared, learned, or from sport, fitness and habit (SCIENCE
 * §5).
 */

import type { LearnedState } from './learned-state.ts';
import { clamp, interpolate, positive } from './numbers.ts';
import { EATEN_G_PER_HR, isRide, type Sport, TOLERANCE_FROM_USUAL_INTAKE } from './tables.ts';
import type { EngineAthlete } from './types.ts';

/** Carbohydrate tolerance of the gut in one leg. */
export interface Tolerance {
  /** Maximum rate in this session before the body size factor, g/h. */
  readonly limitGPerHr: number;
  /** The limit without the training allowance, g/h. */
  readonly valueGPerHr: number;
  readonly source: 'declared' | 'learned' | 'usual_intake' | 'none';
  /** True if declared, or learned above the starting value. */
  readonly isTrained: boolean;
  /** True if a history of gut trouble caps it at 60 g/h. */
  readonly isHeldByHistory: boolean;
  /** Standard deviation of its logarithm. */
  readonly standardDeviation: number;
}

/** Standard deviation of ln tolerance. */
export const TOLERANCE_SD = { none: 0.3, usualIntake: 0.25, declared: 0.15, learned: 0.12 } as const;
/** Lowest tolerance that feedback can teach, g/h. */
export const LEAST_TOLERANCE_G_PER_HR = 25;
/** Limit for a gut with a history of trouble, until two good or bad answers were learned from, g/h. */
const GI_HISTORY_LIMIT_G_PER_HR = 60;
const GI_HISTORY_ANSWERS = 2;
/** Limit with a GLP-1 drug, which slows the stomach, g/h. */
const GLP1_LIMIT_G_PER_HR = 60;
/** Allowance for gut training in ordinary sessions (direction: Costa 2017, cited). */
const TRAINING_ALLOWANCE = { share: 0.1, largestGPerHr: 10 } as const;
/** Standard deviations by which a learned tolerance above the start is reduced. */
const LEARNED_CAUTION_SD = 0.35;
/** Minimum usual intake that implies a tolerance, g/h. */
const TELLING_USUAL_INTAKE_G_PER_HR = 45;

/** Returns the tolerance of an athlete who declared nothing, g/h, by sport and fitness level. */
function unknownTolerance(sport: Sport, fitnessLevel: number): number {
  const fitter = clamp(fitnessLevel - 5, 0, 4);
  const lessFit = clamp(5 - fitnessLevel, 0, 2);
  switch (sport) {
    case 'bike':
    case 'indoorBike':
      return 70 + 5 * fitter - 3 * lessFit;
    case 'swim':
      return 40;
    case 'hike':
      return 60;
    case 'lift':
      return 30;
    default:
      return 60 + 4 * fitter;
  }
}

/** A declared tolerance below the first is a level or a typo, and counts as the second, g/h. */
export const UNLIKELY_TOLERANCE = { belowGPerHr: 12, countsAsGPerHr: LEAST_TOLERANCE_G_PER_HR } as const;

/** A declared tolerance that is probably not in grams per hour, and the one that counts until it is corrected. */
export interface UnlikelyTolerance {
  readonly statedGPerHr: number;
  readonly usedGPerHr: number;
}

/** Returns why a declared tolerance cannot be right. Null if it can, or if none is declared. */
export function unlikelyTolerance({
  carbToleranceGPerHr: statedGPerHr,
}: Pick<EngineAthlete, 'carbToleranceGPerHr'>): UnlikelyTolerance | null {
  const { belowGPerHr, countsAsGPerHr } = UNLIKELY_TOLERANCE;
  return statedGPerHr !== null && statedGPerHr < belowGPerHr
    ? { statedGPerHr, usedGPerHr: countsAsGPerHr }
    : null;
}

/** Returns the tolerance before any feedback, g/h. A usual intake is a lower bound and never lowers it. */
export function startingTolerance(
  sport: Sport,
  athlete: Pick<EngineAthlete, 'carbToleranceGPerHr' | 'usualCarbGPerHr'>,
  fitnessLevel: number,
): number {
  const unlikely = unlikelyTolerance(athlete);
  if (unlikely !== null) return unlikely.usedGPerHr;
  if (athlete.carbToleranceGPerHr !== null) return athlete.carbToleranceGPerHr;
  const unknown = unknownTolerance(sport, fitnessLevel);
  return showsTolerance(sport, athlete.usualCarbGPerHr)
    ? Math.max(unknown, interpolate(athlete.usualCarbGPerHr, TOLERANCE_FROM_USUAL_INTAKE))
    : unknown;
}

function showsTolerance(sport: Sport, usualGPerHr: number | null): usualGPerHr is number {
  return (
    usualGPerHr !== null &&
    usualGPerHr >= TELLING_USUAL_INTAKE_G_PER_HR &&
    sport !== 'swim' &&
    sport !== 'lift'
  );
}

/** Returns the learned tolerance for a sport. Null for swimming and lifting, which learn none. */
export function learnedToleranceOf(learned: LearnedState | null, sport: Sport) {
  if (learned === null || sport === 'swim' || sport === 'lift') return null;
  const latent = isRide(sport) ? learned.bikeCarbToleranceGPerHr : learned.runCarbToleranceGPerHr;
  return latent.observations > 0 ? latent : null;
}

/** Maximum of a race's learned tolerance above the practised rate, g/h. */
export const RACE_ABOVE_PRACTISED_G_PER_HR = 10;

/** Returns the highest recorded rate tolerated well in a sport, g/h. 0 if none. */
export function practisedGPerHr(learned: LearnedState | null, sport: Sport): number {
  if (learned === null) return 0;
  return isRide(sport) ? learned.practisedCarbGPerHr.bike : learned.practisedCarbGPerHr.foot;
}

/** Inputs of a leg's tolerance. */
interface ToleranceInput {
  readonly athlete: EngineAthlete;
  readonly learned: LearnedState | null;
  readonly fitnessLevel: number;
  readonly isRaceEvent: boolean;
}

/**
 * Resolves the tolerance of one leg, in this order: start or learned, race limit near practice, gut history,
 * allowance.
 */
export function resolveTolerance(sport: Sport, input: ToleranceInput): Tolerance {
  const { athlete, learned, isRaceEvent } = input;
  const start = startingTolerance(sport, athlete, input.fitnessLevel);
  const latent = learnedToleranceOf(learned, sport);
  const declared = athlete.carbToleranceGPerHr !== null;
  let value = start;
  if (latent !== null) {
    value = Math.max(
      Math.min(latent.mean, start),
      latent.mean - LEARNED_CAUTION_SD * Math.sqrt(latent.variance),
    );
  }
  if (isRaceEvent && latent !== null) {
    value = Math.min(value, Math.max(start, practisedGPerHr(learned, sport) + RACE_ABOVE_PRACTISED_G_PER_HR));
  }
  const giHistory = athlete.giHistory === true || learned?.giHistory === true;
  // The latest answer must be a good one, so that a poor one never lifts the limit.
  const isTroubled = (latent?.observations ?? 0) < GI_HISTORY_ANSWERS || learned?.goodGutStreak === 0;
  const isHeldByHistory = giHistory && isTroubled && value > GI_HISTORY_LIMIT_G_PER_HR;
  if (isHeldByHistory) value = GI_HISTORY_LIMIT_G_PER_HR;
  if (athlete.health.glp1Drug) value = Math.min(value, GLP1_LIMIT_G_PER_HR);
  const isTrained = declared || value > start;
  const isGutCareful = athlete.health.pregnant || athlete.health.glp1Drug || giHistory;
  const mayTrain = declared && latent === null && !isRaceEvent && !isGutCareful;
  const allowance = mayTrain
    ? Math.min(TRAINING_ALLOWANCE.share * value, TRAINING_ALLOWANCE.largestGPerHr)
    : 0;
  const source =
    latent !== null
      ? 'learned'
      : declared
        ? 'declared'
        : athlete.usualCarbGPerHr !== null
          ? 'usual_intake'
          : 'none';
  return {
    limitGPerHr: value + allowance,
    valueGPerHr: value,
    source,
    isTrained,
    isHeldByHistory,
    standardDeviation: {
      learned: TOLERANCE_SD.learned,
      declared: TOLERANCE_SD.declared,
      usual_intake: TOLERANCE_SD.usualIntake,
      none: TOLERANCE_SD.none,
    }[source],
  };
}

/** The limit that a drinking rate sets on carbohydrate. */
export interface CarrierPlan {
  readonly wantedGPerHr: number;
  /** Maximum concentration of total intake, g per litre drunk. */
  readonly gramsPerLitre: number;
  readonly eatenGPerHr: number;
  readonly limitGPerHr: number;
  /** Factor on the carbohydrate of every leg, 0–1. */
  readonly scale: number;
}

/** Inputs of the limit: g/h, L/h, h, and the gut that must absorb both. */
interface CarrierInput {
  readonly wantedGPerHr: number;
  readonly fluidLPerHr: number;
  readonly hours: number;
  readonly tolerance: Tolerance;
}

/** Maximum concentration, g/L, for an untrained gut and one trained from 80 to 120 g/h. */
const CARRIED_G_PER_L = { usual: 140, trainedExtra: 90, from: 80, to: 120 } as const;

/**
 * Limits carbohydrate to what the fluid can carry in addition to food, because a more concentrated drink is
 * poorly absorbed.
 */
export function planCarrier({ wantedGPerHr, fluidLPerHr, hours, tolerance }: CarrierInput): CarrierPlan {
  const { usual, trainedExtra, from, to } = CARRIED_G_PER_L;
  const trained = tolerance.isTrained ? clamp((tolerance.limitGPerHr - from) / (to - from), 0, 1) : 0;
  const gramsPerLitre = usual + trainedExtra * trained;
  const eatenGPerHr = interpolate(hours, EATEN_G_PER_HR);
  const limitGPerHr = gramsPerLitre * positive(fluidLPerHr) + eatenGPerHr;
  return {
    wantedGPerHr,
    gramsPerLitre,
    eatenGPerHr,
    limitGPerHr,
    scale: wantedGPerHr > limitGPerHr ? limitGPerHr / wantedGPerHr : 1,
  };
}
