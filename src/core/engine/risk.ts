/**
 * Estimates the risk of diluted blood from water retention, drinking past thirst, and a low sweat rate
 * (SCIENCE §7).
 */

import { type Balance, sweatForPlasma } from './balance.ts';
import { interpolate, normalCdf, type Points } from './numbers.ts';
import type { HealthFlags } from './types.ts';

/**
 * Probability that kidneys retain surplus water. Noakes 2005 (PNAS, cited): 30 % of those who gained body
 * mass ended below 135 mmol/L, an upper bound. With age, and with water-retaining drugs and diseases:
 * engineering choice.
 */
export const RETENTION = { usual: 0.3, older: 0.4, impaired: 0.5 } as const;
/** Age from which kidneys are assumed to clear water more slowly, years. Engineering choice. */
export const OLDER_ADULT_FROM_YEARS = 65;

/** Plasma sodium that counts as hyponatraemia, mmol/L (EAH consensus 2015, cited). */
export const HYPONATRAEMIA_MMOL_PER_L = 135;

/**
 * Returns whether a condition or drug retains water: NSAID, diuretics, heart failure, kidney disease, low
 * blood sodium before, a water-retaining drug (EAH consensus 2015 names such drugs, recalled).
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

/** A class of athletes by how readily their kidneys retain surplus water. */
export type RetentionClass = keyof typeof RETENTION;

/** Returns how readily an athlete's kidneys retain surplus water. A condition takes precedence over age. */
export function retentionClass(health: HealthFlags, ageYears: number): RetentionClass {
  if (holdsWater(health)) return 'impaired';
  return ageYears >= OLDER_ADULT_FROM_YEARS ? 'older' : 'usual';
}

const LN_4 = Math.log(4);
const LN_12 = Math.log(12);

/**
 * Returns the share of athletes who drink past thirst for the whole event: 1 to 4 h, 1/6 from 12 h.
 * Engineering choice: Winger 2011 (cited) found 42 % who do not drink by thirst, and 9 % who drink as much as
 * they can.
 */
export function persistence(hours: number): number {
  if (hours <= 4) return 1;
  if (hours >= 12) return 1 / 6;
  return Math.exp((-Math.log(6) * (Math.log(hours) - LN_4)) / (LN_12 - LN_4));
}

/**
 * Standard deviations below expected sweat rate at which the three probabilities multiply to .025, by event
 * hours.
 */
const SAFETY_Z: Readonly<Record<RetentionClass, Points>> = {
  usual: zTable([1.383, 1.175, 0.989, 0.815, 0.649, 0.488, 0.328, 0.167, 0]),
  older: zTable([1.534, 1.341, 1.17, 1.012, 0.865, 0.724, 0.587, 0.453, 0.319]),
  impaired: zTable([1.645, 1.461, 1.3, 1.153, 1.016, 0.887, 0.763, 0.642, 0.524]),
};

function zTable(from4hTo12h: readonly number[]): Points {
  return from4hTo12h.map((z, index) => [index + 4, z] as const);
}

/** Returns the safety margin of the fluid ceiling in standard deviations, 0–1.645, smaller in long events. */
export function safetyZ(retention: RetentionClass, hours: number): number {
  return interpolate(hours, SAFETY_Z[retention]);
}

/**
 * Standard deviations below expected sweat rate at which the probabilities of water retention and of sweating
 * less multiply to .05. Engineering choice.
 */
const SYMPTOM_Z: Readonly<Record<RetentionClass, number>> = { usual: 0.967, older: 1.15, impaired: 1.282 };

/**
 * Returns the safety margin of the symptom limit in standard deviations, .967–1.282, equal at every duration.
 */
export function symptomZ(retention: RetentionClass): number {
  return SYMPTOM_Z[retention];
}

/** Share of athletes who do not drink by thirst (Winger 2011, cited). */
const DRINKS_PAST_THIRST = 0.42;

/** Returns the share of athletes who drink past thirst that the dilution warning assumes, .42–1. */
export function warnedPersistence(hours: number): number {
  return Math.max(DRINKS_PAST_THIRST, persistence(hours));
}

/** Inputs of the risk of diluted blood at one rate. */
export interface DilutionRiskInput {
  readonly balance: Balance;
  readonly fluidLPerHr: number;
  /** Sodium concentration credited to the fluid, mg/L. */
  readonly creditedSodiumMgPerL: number;
  /** Assumed urine output, L/h. */
  readonly urineLPerHr: number;
  /** Standard deviation of ln sweat rate. */
  readonly sigma: number;
  readonly retention: RetentionClass;
}

/**
 * Probability that the true sweat rate is so low that `fluidLPerHr` ends below 135 mmol/L if the kidneys
 * retain water.
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
 * Returns the probability 0–1 of ending below 135 mmol/L at an actual drinking rate. Choices between cited
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
