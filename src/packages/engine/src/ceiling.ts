/**
 * Sets the fluid ceiling of an event: the highest rate with a risk of symptomatic dilution below 1 in 20 and,
 * in short events, a risk of any dilution or excessive weight gain below 1 in 40 (SCIENCE §7).
 */

import { type Balance, type Fuel, fluidForPlasma, fluidForSodium, sweatForPlasma } from './balance.ts';
import type { FluidLimitKind } from './names.ts';
import {
  clamp,
  interpolate,
  lowerTo,
  type NamedLimit,
  normalCdf,
  normalQuantile,
  type Points,
  positive,
} from './numbers.ts';
import type { HealthFlags } from './types.ts';

/**
 * Probability that kidneys retain surplus water. Noakes 2005 (PNAS, cited): 30 % of those who gained
 * body mass ended below 135 mmol/L, an upper bound.
 */
export const USUAL_RETENTION = 0.3;
/** The same by age. */
const RETENTION_BY_AGE: Points = [
  [60, USUAL_RETENTION],
  [70, 0.4],
];
/** The same with a condition that retains water. */
const RETENTION_WITH_CONDITION = 0.5;
/**
 * The same in long events, by event hours: of ultra runners with low blood sodium only 24 % had gained mass
 * (Hoffman 2013, cited).
 */
const RETENTION_BY_HOURS: Points = [
  [6, 0.3],
  [12, 0.5],
];
/** Age from which thirst comes later, years. */
export const OLDER_ADULT_FROM_YEARS = 65;

/** Plasma sodium that counts as hyponatraemia, mmol/L (EAH consensus 2015, cited). */
const HYPONATRAEMIA_MMOL_PER_L = 135;

/**
 * Returns whether a condition or drug retains water: NSAID, diuretics, heart failure, kidney disease,
 * pregnancy, low blood sodium before, a water-retaining drug (EAH consensus 2015 names such drugs, recalled).
 */
export function holdsWater(health: HealthFlags): boolean {
  return (
    health.nsaidOnRaceDay ||
    health.diuretics ||
    health.heartFailure ||
    health.kidneyDisease ||
    health.pregnant ||
    health.lowSodiumBefore ||
    health.waterRetainingDrug
  );
}

/** Returns whether a physician must set the fluid rate: heart failure or kidney disease. */
export function needsFluidPhysician(health: HealthFlags): boolean {
  return health.heartFailure || health.kidneyDisease;
}

/** Probabilities that an athlete's kidneys retain surplus water. */
export interface Retention {
  /** By age and conditions. */
  readonly own: number;
  /** At least that of the event's hours. */
  readonly inEvent: number;
}

/** Returns how readily an athlete's kidneys retain surplus water. A condition takes precedence over age. */
export function retentionOf(health: HealthFlags, ageYears: number, hours: number): Retention {
  const own = holdsWater(health) ? RETENTION_WITH_CONDITION : interpolate(ageYears, RETENTION_BY_AGE);
  return { own, inEvent: Math.max(own, interpolate(hours, RETENTION_BY_HOURS)) };
}

const LN_4 = Math.log(4);
const LN_12 = Math.log(12);

/**
 * Returns the share of athletes who drink past thirst for the whole event: 1 to 4 h, 1/6 from 12 h (Winger
 * 2011, cited, found 42 % who do not drink by thirst, and 9 % who drink as much as they can).
 */
export function persistence(hours: number): number {
  if (hours <= 4) return 1;
  if (hours >= 12) return 1 / 6;
  return Math.exp((-Math.log(6) * (Math.log(hours) - LN_4)) / (LN_12 - LN_4));
}

/** Accepted probability of ending below 135 mmol/L, and of falling to 130 in a long event. */
const ACCEPTED_RISK = { dilution: 0.025, symptoms: 0.05 } as const;

/**
 * Returns the safety margin of the fluid ceiling in standard deviations of sweat: retention, drinking past
 * thirst and sweating less multiply to 2.5 %. At least 0.
 */
export function safetyZ({ own }: Retention, hours: number): number {
  return positive(-normalQuantile(ACCEPTED_RISK.dilution / (own * persistence(hours))));
}

/** Returns the margin of the symptom limit: retention and sweating less multiply to 5 %. */
export function symptomZ({ inEvent }: Retention): number {
  return -normalQuantile(ACCEPTED_RISK.symptoms / inEvent);
}

/** Share of athletes who do not drink by thirst (Winger 2011, cited). */
const DRINKS_PAST_THIRST = 0.42;

/** Returns the share of athletes who drink past thirst that the dilution warning assumes, .42–1. */
export function warnedPersistence(hours: number): number {
  return Math.max(DRINKS_PAST_THIRST, persistence(hours));
}

/** Inputs of the risk of diluted blood at one rate. */
interface DilutionRiskInput {
  readonly balance: Balance;
  readonly fluidLPerHr: number;
  /** Sodium concentration credited to the fluid, mg/L. */
  readonly creditedSodiumMgPerL: number;
  /** Assumed urine output, L/h. */
  readonly urineLPerHr: number;
  /** Standard deviation of ln sweat rate. */
  readonly sigma: number;
  /** Probability that the kidneys retain the water. */
  readonly retention: number;
}

/**
 * Returns the probability 0–1 of ending below 135 mmol/L at a drinking rate: the kidneys retain the water,
 * and the true sweat rate is so low.
 */
export function riskOfRate(input: DilutionRiskInput): number {
  const { balance, sigma } = input;
  const sweat = sweatForPlasma({ ...balance, urineLPerHr: input.urineLPerHr }, HYPONATRAEMIA_MMOL_PER_L, {
    fluidLPerHr: input.fluidLPerHr,
    sodiumMgPerL: input.creditedSodiumMgPerL,
  });
  if (sweat <= 0) return 0;
  return input.retention * normalCdf(Math.log(sweat / balance.sweatLPerHr) / sigma);
}

/**
 * Minimum urine output to rely on, L/h per kg, higher in water because of immersion. Recalled; its size
 * is a choice.
 */
const COUNTED_URINE_L_PER_HR_KG = { land: 0.0003, singleSwim: 0.001 } as const;
/** Allowed weight gain as a share of body mass, none from 8 h on (direction: Almond 2005, EAH 2015, cited). */
const ALLOWED_GAIN = { share: 0.01, fullUpToHours: 4, noneFromHours: 8 } as const;

/**
 * Returns the weight gain that the ceiling allows as a share of body mass, 0–.01. 0 for water-retaining
 * conditions.
 */
export function allowedGainShare(health: HealthFlags, hours: number): number {
  if (holdsWater(health)) return 0;
  const { share, fullUpToHours, noneFromHours } = ALLOWED_GAIN;
  return share * clamp((noneFromHours - hours) / (noneFromHours - fullUpToHours), 0, 1);
}

/** Returns the urine output assumed for ceiling and risk, L/h. 0 for water-retaining conditions. */
export function countedUrineLPerHr(health: HealthFlags, isSingleSwim: boolean, massKg: number): number {
  if (holdsWater(health)) return 0;
  return (isSingleSwim ? COUNTED_URINE_L_PER_HR_KG.singleSwim : COUNTED_URINE_L_PER_HR_KG.land) * massKg;
}

/** Sodium that the fluid ceiling may rely on. */
export interface CreditedSodium {
  /** Per litre drunk. */
  readonly mgPerL: number;
  /** Taken by a measured athlete however much is drunk, mg/h. 0 for others. */
  readonly ownMgPerHr: number;
}

/**
 * Beyond these hours the ceiling relies on less of the sweat that weather predicts, until a physician has confirmed
 * that it may rise as much as the prediction.
 */
const LONG_EVENT = { fromHours: 12, perHour: 0.01, lowest: 0.9 } as const;

/** Returns the share of the low sweat rates that the ceiling relies on by event hours, .9–1. */
export function longEventShare(hours: number): number {
  const { fromHours, perHour, lowest } = LONG_EVENT;
  return Math.max(lowest, 1 - perHour * positive(hours - fromHours));
}

/** Event hours from which the ceiling is a limit for planning, and the athlete's own weight protects. */
const PLANNING_FROM_HOURS = 8;

/** Returns what the ceiling of an event means, by its hours. */
export function fluidLimitKind(hours: number): FluidLimitKind {
  return hours < PLANNING_FROM_HOURS ? 'risk_limit' : 'planning_limit';
}

/** Inputs of an event's ceiling. Ranges replace its sweat rate and σ. */
export interface CeilingInput {
  readonly balance: Balance;
  readonly fuel: Fuel;
  readonly planningCarbGPerHr: number;
  /** Sweat rate that the ceiling may rely on before caution, L/h. */
  readonly sweatLPerHr: number;
  readonly massKg: number;
  /** Share of the low sweat rates that the limits rely on: below 1 in long events whose weather is stated. */
  readonly longEventShare: number;
  /** Standard deviation of ln sweat rate. */
  readonly sigma: number;
  readonly retention: Retention;
  readonly health: HealthFlags;
  readonly isSingleSwim: boolean;
  /** Sodium credited to the fluid. */
  readonly credited: CreditedSodium;
  /** Maximum rate that the gut absorbs, L/h. */
  readonly gutLPerHr: number;
}

/** The limit that set a ceiling; `floor` if all limits are below a sip. */
type CeilingBound = 'mass_gain' | 'plasma_sodium' | 'symptoms' | 'gut' | 'medical' | 'floor';

/** A ceiling with the terms behind it. */
export interface CeilingPlan {
  readonly safetyZ: number;
  readonly lowSweatLPerHr: number;
  readonly countedBreathLPerHr: number;
  readonly countedUrineLPerHr: number;
  readonly allowedGainKg: number;
  /** Maximum rate without exceeding the allowed weight gain, L/h. */
  readonly massLimitLPerHr: number;
  /** Maximum rate that ends at 135 mmol/L, L/h. */
  readonly plasmaLimitLPerHr: number;
  readonly symptom: SymptomLimit;
  readonly gutLPerHr: number;
  readonly maxLPerHr: number;
  readonly boundBy: CeilingBound;
}

/** Longest time before someone notices weight, swelling or urine, h. */
const UNCHECKED_HOURS = 12;
/** Lowest possible ceiling, L/h: a sip. */
const CEILING_FLOOR_L_PER_HR = 0.05;
/**
 * With heart failure: litres per session, and the minimum rate that always remains, L/h, as a
 * placeholder until a physician sets it.
 */
const HEART_SESSION_L = 1.5;
const HEART_LEAST_L_PER_HR = 0.5;

/**
 * Sets the ceiling of an event, L/h, 0.05–1.3: the rate that the risk allows and, with heart failure, the
 * litres per session. The shape follows SCIENCE §7. Its risk terms are choices between cited figures that a
 * physician should sign off.
 */
export function planCeiling(input: CeilingInput, uncheckedHours = UNCHECKED_HOURS): CeilingPlan {
  const ceiling = ceilingByRisk(input, uncheckedHours);
  if (!input.health.heartFailure) return ceiling;
  const session = heartSessionLPerHr(input.balance.hours);
  return session < ceiling.maxLPerHr ? { ...ceiling, maxLPerHr: session, boundBy: 'medical' } : ceiling;
}

/** Returns the rate allowed by the litres per session with heart failure until a physician decides, L/h. */
export function heartSessionLPerHr(hours: number): number {
  return Math.max(HEART_LEAST_L_PER_HR, HEART_SESSION_L / hours);
}

/**
 * Sets the ceiling before the litres per session: the smallest of weight gain, plasma sodium, symptoms and
 * gut, L/h.
 */
export function ceilingByRisk(input: CeilingInput, uncheckedHours = UNCHECKED_HOURS): CeilingPlan {
  const { balance, fuel, health } = input;
  const { hours } = balance;
  const z = safetyZ(input.retention, hours);
  const sweatLPerHr = input.longEventShare * input.sweatLPerHr * Math.exp(-z * input.sigma);
  const urineLPerHr = countedUrineLPerHr(health, input.isSingleSwim, input.massKg);
  const allowedGainKg = allowedGainShare(health, hours) * input.massKg;
  const massLimit =
    sweatLPerHr + balance.breathLPerHr + urineLPerHr + fuelLossLPerHr(input) + allowedGainKg / hours;
  const lowBalance = { ...balance, sweatLPerHr, urineLPerHr, metabolicWaterL: fuel.metabolicWaterL };
  const plasmaLimit = creditedLimit(lowBalance, HYPONATRAEMIA_MMOL_PER_L, input.credited);
  const symptom = symptomLimit(input, urineLPerHr, uncheckedHours);
  const { maxLPerHr, boundBy } = atLeastFloor(massLimit, [
    ['plasma_sodium', plasmaLimit],
    ['symptoms', symptom.limitLPerHr],
    ['gut', input.gutLPerHr],
  ]);
  return {
    safetyZ: z,
    lowSweatLPerHr: sweatLPerHr,
    countedBreathLPerHr: balance.breathLPerHr,
    countedUrineLPerHr: urineLPerHr,
    allowedGainKg,
    massLimitLPerHr: massLimit,
    plasmaLimitLPerHr: plasmaLimit,
    symptom,
    gutLPerHr: input.gutLPerHr,
    maxLPerHr,
    boundBy,
  };
}

/**
 * Drinking rate, L/h, that ends at a plasma sodium: with the sodium credited per litre or, if that allows more,
 * with the rate that a measured athlete takes however much is drunk.
 */
function creditedLimit(balance: Balance, plasmaMmolPerL: number, credited: CreditedSodium): number {
  const byLitre = fluidForPlasma(balance, plasmaMmolPerL, credited.mgPerL);
  if (credited.ownMgPerHr === 0) return byLitre;
  const byHour =
    fluidForPlasma(balance, plasmaMmolPerL, 0) + fluidForSodium(plasmaMmolPerL, credited.ownMgPerHr);
  return Math.max(byLitre, byHour);
}

/** Rate at which oxidised and eaten fuel changes body mass over the whole event, L/h. */
function fuelLossLPerHr({ balance, fuel, planningCarbGPerHr }: CeilingInput): number {
  return fuel.gasLossKg / balance.hours - planningCarbGPerHr / 1000;
}

/** The limit against symptoms, with the terms behind it. */
interface SymptomLimit {
  readonly z: number;
  /** Hours of drinking without checking weight or urine. */
  readonly windowHours: number;
  readonly lowSweatLPerHr: number;
  readonly limitLPerHr: number;
}

/** Plasma sodium below which symptoms usually begin, mmol/L (EAH consensus 2015, recalled). */
export const SYMPTOMS_MMOL_PER_L = 130;
/** Weight gain within those hours, share of body mass, less for water-retaining conditions. */
const UNCHECKED_GAIN = { usual: 0.03, holdsWater: 0.02 } as const;

/**
 * Limits drinking, L/h, so that over any `uncheckedHours` all but 1 in 20 stay above 130 mmol/L and gain at most 3 %
 * of body mass.
 */
function symptomLimit(input: CeilingInput, urineLPerHr: number, uncheckedHours: number): SymptomLimit {
  const { balance, fuel, massKg } = input;
  const z = symptomZ(input.retention);
  const windowHours = Math.min(balance.hours, uncheckedHours);
  const sweatLPerHr = input.longEventShare * input.sweatLPerHr * Math.exp(-z * input.sigma);
  const gain = holdsWater(input.health) ? UNCHECKED_GAIN.holdsWater : UNCHECKED_GAIN.usual;
  const window = {
    ...balance,
    hours: windowHours,
    sweatLPerHr,
    urineLPerHr,
    metabolicWaterL: (fuel.metabolicWaterL * windowHours) / balance.hours,
  };
  return {
    z,
    windowHours,
    lowSweatLPerHr: sweatLPerHr,
    limitLPerHr: Math.min(
      creditedLimit(window, SYMPTOMS_MMOL_PER_L, input.credited),
      sweatLPerHr +
        balance.breathLPerHr +
        urineLPerHr +
        fuelLossLPerHr(input) +
        (gain * massKg) / windowHours,
    ),
  };
}

/** Picks the smallest limit, but at least a sip. */
function atLeastFloor(
  massLimitLPerHr: number,
  others: readonly NamedLimit<CeilingBound>[],
): Pick<CeilingPlan, 'maxLPerHr' | 'boundBy'> {
  const { value, boundBy } = lowerTo(massLimitLPerHr, others);
  return value < CEILING_FLOOR_L_PER_HR
    ? { maxLPerHr: CEILING_FLOOR_L_PER_HR, boundBy: 'floor' }
    : { maxLPerHr: value, boundBy: boundBy ?? 'mass_gain' };
}
