/**
 * Estimates the risk of diluted blood: from kidneys that keep water, drinking past thirst, and low sweat
 * (SCIENCE §7).
 */

import { type Balance, sweatForPlasma } from './balance.ts';
import { interpolate, normalCdf, type Points } from './numbers.ts';
import type { HealthFlags } from './types.ts';

/**
 * Probability that a kidney keeps surplus water. Noakes 2005 (PNAS, cited): 30 % of those who gained mass
 * ended below 135 mmol/L, an upper bound; with age and with drugs and diseases that hold water: engineering
 * choice.
 */
export const RETENTION = { usual: 0.3, older: 0.4, impaired: 0.5 } as const;
/** Age from which the kidneys are taken to clear water more slowly, years. Engineering choice. */
export const OLDER_ADULT_FROM_YEARS = 65;

/** Level of plasma sodium that counts as hyponatraemia, mmol/L (EAH consensus 2015, cited). */
export const HYPONATRAEMIA_MMOL_PER_L = 135;

/**
 * Returns whether a condition or drug keeps water: NSAID, diuretics, heart failure, kidney disease, low blood sodium before,
 * a drug that holds water (EAH consensus 2015 names such drugs, recalled).
 */
export function holdsWater(health: HealthFlags): boolean {
  return (
    health.nsaidOnRaceDay ||
    health.diuretics ||
    health.heartFailure ||
    health.kidneyDisease ||
    health.lowSodiumBefore ||
    health.waterRetainingDrug
  );
}

/** Returns whether a physician must set the fluid rate: heart failure or kidney disease. */
export function needsFluidPhysician(health: HealthFlags): boolean {
  return health.heartFailure || health.kidneyDisease;
}

/** A class of athletes by how readily their kidneys keep surplus water. */
export type RetentionClass = keyof typeof RETENTION;

/** Returns how readily an athlete's kidneys keep surplus water; a condition counts more than age. */
export function retentionClass(health: HealthFlags, ageYears: number): RetentionClass {
  if (holdsWater(health)) return 'impaired';
  return ageYears >= OLDER_ADULT_FROM_YEARS ? 'older' : 'usual';
}

const LN_4 = Math.log(4);
const LN_12 = Math.log(12);

/**
 * Returns the share of athletes who drink past thirst for the whole event: 1 to 4 h, 1/6 from 12 h. Engineering choice:
 * Winger 2011 (cited) found 42 % who do not drink by thirst, 9 % who drink as much as they can.
 */
export function persistence(hours: number): number {
  if (hours <= 4) return 1;
  if (hours >= 12) return 1 / 6;
  return Math.exp((-Math.log(6) * (Math.log(hours) - LN_4)) / (LN_12 - LN_4));
}

/**
 * Standard deviations below expected sweat at which the three probabilities multiply to .025, by event hours.
 */
const SAFETY_Z: Readonly<Record<RetentionClass, Points>> = {
  usual: zTable([1.383, 1.175, 0.989, 0.815, 0.649, 0.488, 0.328, 0.167, 0]),
  older: zTable([1.534, 1.341, 1.17, 1.012, 0.865, 0.724, 0.587, 0.453, 0.319]),
  impaired: zTable([1.645, 1.461, 1.3, 1.153, 1.016, 0.887, 0.763, 0.642, 0.524]),
};

function zTable(from4hTo12h: readonly number[]): Points {
  return from4hTo12h.map((z, index) => [index + 4, z] as const);
}

/** Returns the standard deviations of caution of the fluid ceiling, 0–1.645; fewer in long events. */
export function safetyZ(retention: RetentionClass, hours: number): number {
  return interpolate(hours, SAFETY_Z[retention]);
}

/**
 * Standard deviations below expected sweat at which the chance that the kidney keeps water, times that of less sweat, is .05.
 * Engineering choice.
 */
const SYMPTOM_Z: Readonly<Record<RetentionClass, number>> = { usual: 0.967, older: 1.15, impaired: 1.282 };

/** Returns the standard deviations of caution of the symptom limit, .967–1.282, the same at every duration. */
export function symptomZ(retention: RetentionClass): number {
  return SYMPTOM_Z[retention];
}

/** Share of athletes who do not drink by thirst (Winger 2011, cited). */
const DRINKS_PAST_THIRST = 0.42;

/** Returns the share of athletes who drink past thirst that the warning of dilution counts on, .42–1. */
export function warnedPersistence(hours: number): number {
  return Math.max(DRINKS_PAST_THIRST, persistence(hours));
}

/** Inputs of the risk of diluted blood at one rate. */
export interface DilutionRiskInput {
  readonly balance: Balance;
  readonly fluidLPerHr: number;
  /** Sodium that the fluid is credited with, mg/L. */
  readonly creditedSodiumMgPerL: number;
  /** Urine that is counted on, L/h. */
  readonly urineLPerHr: number;
  /** Standard deviation of ln sweat. */
  readonly sigma: number;
  readonly retention: RetentionClass;
}

/**
 * Probability that true sweat is so low that `fluidLPerHr` ends below 135 mmol/L if the kidney keeps the
 * water.
 */
function probabilityOfTooLittleSweat(input: DilutionRiskInput): number {
  const { balance, sigma } = input;
  const sweat = sweatForPlasma({ ...balance, urineLPerHr: input.urineLPerHr }, HYPONATRAEMIA_MMOL_PER_L, {
    fluidLPerHr: input.fluidLPerHr,
    sodiumMgPerL: input.creditedSodiumMgPerL,
  });
  if (sweat <= 0) return 0;
  return normalCdf(Math.log(sweat / balance.sweatLPerHr) / sigma);
}

/**
 * Returns the probability 0–1 of ending below 135 mmol/L at a rate that was drunk. Choices between cited
 * figures; see SCIENCE §11.
 */
export function riskOfRate(input: DilutionRiskInput): number {
  return RETENTION[input.retention] * probabilityOfTooLittleSweat(input);
}

/**
 * Returns the probability of `riskOfRate` for a planned rate: in long events only those who drink past thirst
 * reach it.
 */
export function riskOfPlan(input: DilutionRiskInput): number {
  return riskOfRate(input) * persistence(input.balance.hours);
}
