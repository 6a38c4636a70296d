/** How much to drink, and the personal rate above which drinking becomes the danger. */

import { LONG_EVENT_HOURS } from './ceiling.ts';
import { UNCERTAINTY } from './confidence.ts';
import { clamp } from './numbers.ts';
import { SPORTS, type Sport } from './tables.ts';

export interface FluidInput {
  readonly sport: Sport;
  readonly sweatRateLPerHr: number;
  /** Sweat rate that the athlete falls below only rarely, L/h: never above `sweatRateLPerHr`. */
  readonly cautiousSweatRateLPerHr: number;
  /** Standard deviation of the logarithm of the sweat rate, from what is not known. */
  readonly sigma: number;
  readonly thermalStressLevel: number;
  readonly drinkingFactor: number;
  /** The same for the ceiling: that of a cooler level where the level is not known. */
  readonly ceilingDrinkingFactor: number;
  /** Share of the gastric ceiling that this intensity leaves drinkable. */
  readonly drinkableShare: number;
  readonly method: FluidMethod;
  /** Of this leg. */
  readonly hours: number;
  readonly eventHours: number;
  readonly massKg: number;
  readonly altitudeM: number | null;
  /** True for the sessions after a report of drinking too much. */
  readonly afterOverdrinking: boolean;
}

/**
 * Ways to decide how much to drink. `twoRisks` is in use: the replaced share follows from how well the sweat rate is
 * known. `p1` replaces a fixed share; `strictRisk` lets no plan, not even one against heavy loss, pass the 2.5 %
 * risk of exceeding sweat. Both stay for comparison in tests and in the science report.
 */
export type FluidMethod = 'p1' | 'twoRisks' | 'strictRisk';

type FluidBound =
  | 'sweat_share'
  | 'gastric_ceiling'
  | 'safety_ceiling'
  | 'overdrinking_risk'
  | 'short_session'
  | 'after_overdrinking';

export interface FluidPlan {
  /** Body-mass loss that is accepted, fraction. */
  readonly allowedLossFraction: number;
  /** Drinking that keeps the loss within the allowed, L/h. */
  readonly requiredLPerHr: number;
  /** Share of sweat that can be drunk with a 2.5 % risk of exceeding it. */
  readonly riskShare: number;
  /** Share of sweat that is replaced where nothing forces more. */
  readonly replacedShare: number;
  readonly gastricCeilingLPerHr: number;
  /** Sweat rate that the athlete falls below only rarely, L/h. */
  readonly cautiousSweatRateLPerHr: number;
  readonly maxSafeLPerHr: number;
  readonly maxSafeBoundBy: 'sweat' | 'gastric_ceiling' | 'absolute';
  readonly fluidLPerHr: number;
  readonly boundBy: FluidBound | null;
  /** True where altitude added to the drink. */
  readonly altitudeAdded: boolean;
}

/** Never drink more than this share of predicted sweat: breath and fuel also weigh, so full replacement is already too much. Engineering choice. */
const SWEAT_SHARE_LIMIT = 0.8;
/** A plan stays this far below the ceiling. Engineering choice. */
const CEILING_MARGIN = 0.95;
/** Highest ceiling for anyone, L/h: what a stomach empties in the heat is 1.0–1.2 (Ryan 1989, MSSE 21:51). Engineering choice. */
const ABSOLUTE_CEILING_L_PER_HR = 1.3;
/** Respiratory water loss at altitude. Recalled direction, engineering-choice size. */
const ALTITUDE_FACTOR = 1.05;
export const ALTITUDE_FROM_M = 2000;
/** Fluid limit after a report of drinking too much, share of predicted sweat. Engineering choice. */
const AFTER_OVERDRINKING_SHARE = 0.6;

/**
 * Body-mass loss accepted before performance or heat strain suffer: 2 % in heat (ACSM 2007; NATA 2017), 2.5–3 % in
 * the cool (Cheuvront 2005: hypohydration hurts in temperate, not cold, air; sizes engineering choice), slowly
 * more beyond 4 h, never above 3 %.
 */
function allowedLossFraction(thermalStressLevel: number, eventHours: number): number {
  const base = thermalStressLevel <= 3 ? 0.03 : thermalStressLevel <= 5 ? 0.025 : 0.02;
  return Math.min(0.03, base + 0.005 * Math.max(0, eventHours - LONG_EVENT_HOURS));
}

/**
 * Fluid in L/h and its personal ceiling for one leg.
 * Promises `fluid ≤ maxSafe ≤ predicted sweat rate` for every valid input.
 */
export function planFluid(input: FluidInput): FluidPlan {
  const sweat = input.sweatRateLPerHr;
  const gastricCeiling = SPORTS[input.sport].gastricCeilingLPerHr * input.drinkingFactor;
  const cautiousSweat = input.cautiousSweatRateLPerHr;
  const drinkable = 1.1 * SPORTS[input.sport].gastricCeilingLPerHr * input.ceilingDrinkingFactor;
  const maxSafe = Math.min(cautiousSweat, drinkable, ABSOLUTE_CEILING_L_PER_HR);

  const allowedLoss = input.afterOverdrinking
    ? 0.03
    : allowedLossFraction(input.thermalStressLevel, input.eventHours);
  const required = Math.max(0, sweat - (allowedLoss * input.massKg) / input.eventHours);
  const riskShare = overdrinkingQuantile(input.sigma);
  const usualShare = usualReplacedShare(input.thermalStressLevel, input.eventHours);
  const replacedShare = input.method === 'twoRisks' ? shareByRisk(usualShare, riskShare) : usualShare;

  const altitudeAdded = input.altitudeM !== null && input.altitudeM > ALTITUDE_FROM_M;
  const wanted = Math.max(required, replacedShare * sweat);
  const riskLimit = input.method === 'strictRisk' ? sweat * riskShare : Number.POSITIVE_INFINITY;
  const drinkableNow = gastricCeiling * input.drinkableShare;
  let fluid = Math.min(wanted, SWEAT_SHARE_LIMIT * sweat, drinkableNow, CEILING_MARGIN * maxSafe, riskLimit);
  if (input.eventHours < 0.5) fluid = Math.min(fluid, 0.2 * sweat);
  if (altitudeAdded) {
    fluid = Math.min(fluid * ALTITUDE_FACTOR, CEILING_MARGIN * maxSafe, SWEAT_SHARE_LIMIT * sweat);
  }
  if (input.afterOverdrinking) fluid = Math.min(fluid, AFTER_OVERDRINKING_SHARE * sweat);

  return {
    allowedLossFraction: allowedLoss,
    requiredLPerHr: required,
    riskShare,
    replacedShare,
    gastricCeilingLPerHr: gastricCeiling,
    cautiousSweatRateLPerHr: cautiousSweat,
    maxSafeLPerHr: maxSafe,
    maxSafeBoundBy:
      maxSafe === cautiousSweat ? 'sweat' : maxSafe === drinkable ? 'gastric_ceiling' : 'absolute',
    fluidLPerHr: fluid,
    boundBy: boundBy(input, fluid, wanted, drinkableNow, maxSafe, riskLimit),
    altitudeAdded,
  };
}

/** What P1's usual shares were chosen for: an athlete of whose sweat nothing is known. */
const REFERENCE_RISK_SHARE = overdrinkingQuantile(UNCERTAINTY.sweatMultiplier.none);

/**
 * The usual share scaled by what the risk of overdrinking allows against an unknown athlete: a measured athlete is
 * trusted with more, one with missing fields with less; an unknown one gets the usual share. Where the scaled share
 * passes the 2.5 % risk, only the usual share is kept. Engineering choice over `strictRisk`, which loses published
 * rows of long hot events for little: see the science report.
 */
function shareByRisk(usualShare: number, riskShare: number): number {
  const scaled = usualShare * (riskShare / REFERENCE_RISK_SHARE);
  return Math.min(scaled, Math.max(riskShare, usualShare));
}

/** The 2.5 % quantile of true over predicted sweat: who drinks this share drinks too much in one session of forty. */
function overdrinkingQuantile(sigma: number): number {
  return Math.exp(-1.96 * Math.sqrt(sigma ** 2 + UNCERTAINTY.dayToDay ** 2));
}

/** Share of sweat replaced when body-mass loss does not demand more: 20–50 % by duration, more in heat. Engineering choice. */
function usualReplacedShare(thermalStressLevel: number, eventHours: number): number {
  const byDuration = clamp(0.2 + (0.3 * (eventHours - 0.5)) / 1.5, 0.2, 0.5);
  const byHeat = (thermalStressLevel > 5 ? 0.04 : 0.02) * (thermalStressLevel - 5);
  return clamp(byDuration + byHeat, 0.15, 0.7);
}

function boundBy(
  input: FluidInput,
  fluid: number,
  wanted: number,
  drinkableNow: number,
  maxSafe: number,
  riskLimit: number,
): FluidBound | null {
  if (fluid >= wanted) return null;
  if (fluid === riskLimit) return 'overdrinking_risk';
  if (fluid === CEILING_MARGIN * maxSafe) return 'safety_ceiling';
  if (fluid === SWEAT_SHARE_LIMIT * input.sweatRateLPerHr) return 'sweat_share';
  if (input.afterOverdrinking && fluid === AFTER_OVERDRINKING_SHARE * input.sweatRateLPerHr) {
    return 'after_overdrinking';
  }
  if (input.eventHours < 0.5) return 'short_session';
  return fluid <= drinkableNow * ALTITUDE_FACTOR ? 'gastric_ceiling' : null;
}
