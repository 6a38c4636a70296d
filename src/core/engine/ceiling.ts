/**
 * Sets the fluid ceiling of an event: the highest rate with a risk of symptomatic dilution below 1 in 20 and,
 * in short events, a risk of any dilution or excessive weight gain below 1 in 40 (SCIENCE §7).
 */

import { type Balance, type Fuel, fluidForPlasma } from './balance.ts';
import { clamp, lowerTo, type NamedLimit } from './numbers.ts';
import { HYPONATRAEMIA_MMOL_PER_L, holdsWater, type RetentionClass, safetyZ, symptomZ } from './risk.ts';
import type { HealthFlags } from './types.ts';

/**
 * Minimum urine output to rely on, L/h per kg, higher in water because of immersion. Recalled; size:
 * engineering choice.
 */
const COUNTED_URINE_L_PER_HR_KG = { land: 0.0003, singleSwim: 0.001 } as const;
/**
 * Allowed weight gain as a share of body mass, none from 8 h on (direction: Almond 2005, EAH 2015, cited;
 * size: engineering choice).
 */
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

/** Inputs of an event's ceiling. Ranges replace its sweat rate and σ. */
export interface CeilingInput {
  readonly balance: Balance;
  readonly fuel: Fuel;
  readonly planningCarbGPerHr: number;
  /** Sweat rate that the ceiling may rely on before caution, L/h. */
  readonly sweatLPerHr: number;
  readonly massKg: number;
  /** Standard deviation of ln sweat rate. */
  readonly sigma: number;
  readonly retention: RetentionClass;
  readonly health: HealthFlags;
  readonly isSingleSwim: boolean;
  /** Sodium concentration credited to the fluid, mg/L. */
  readonly creditedSodiumMgPerL: number;
  /** Maximum rate that the gut absorbs, L/h. */
  readonly gutLPerHr: number;
}

/** The limit that set a ceiling; `floor` if all limits are below a sip. */
export type CeilingBound = 'mass_gain' | 'plasma_sodium' | 'symptoms' | 'gut' | 'medical' | 'floor';

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

/** Lowest possible ceiling, L/h: a sip. */
export const CEILING_FLOOR_L_PER_HR = 0.05;
/**
 * With heart failure: litres per session, and the minimum rate that always remains, L/h. Engineering choice,
 * a placeholder until a physician sets it.
 */
const HEART_SESSION_L = 1.5;
const HEART_LEAST_L_PER_HR = 0.5;

/**
 * Sets the ceiling of an event, L/h, 0.05–1.3: the rate that the risk allows and, with heart failure, the
 * litres per session. The shape follows SCIENCE §7. Its risk terms are choices between cited figures that a
 * physician should sign off.
 */
export function planCeiling(input: CeilingInput): CeilingPlan {
  const ceiling = ceilingByRisk(input);
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
export function ceilingByRisk(input: CeilingInput): CeilingPlan {
  const { balance, fuel, health } = input;
  const { hours } = balance;
  const z = safetyZ(input.retention, hours);
  const sweatLPerHr = input.sweatLPerHr * Math.exp(-z * input.sigma);
  const urineLPerHr = countedUrineLPerHr(health, input.isSingleSwim, input.massKg);
  const allowedGainKg = allowedGainShare(health, hours) * input.massKg;
  const massLimit =
    sweatLPerHr + balance.breathLPerHr + urineLPerHr + fuelLossLPerHr(input) + allowedGainKg / hours;
  const lowBalance = { ...balance, sweatLPerHr, urineLPerHr, metabolicWaterL: fuel.metabolicWaterL };
  const plasmaLimit = fluidForPlasma(lowBalance, HYPONATRAEMIA_MMOL_PER_L, input.creditedSodiumMgPerL);
  const symptom = symptomLimit(input, urineLPerHr);
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

/** Rate at which oxidised and eaten fuel changes body mass over the whole event, L/h. */
function fuelLossLPerHr({ balance, fuel, planningCarbGPerHr }: CeilingInput): number {
  return fuel.gasLossKg / balance.hours - planningCarbGPerHr / 1000;
}

/** The limit against symptoms, with the terms behind it. */
export interface SymptomLimit {
  readonly z: number;
  /** Hours of drinking without checking weight or urine. */
  readonly windowHours: number;
  readonly lowSweatLPerHr: number;
  readonly limitLPerHr: number;
}

/** Plasma sodium below which symptoms usually begin, mmol/L (EAH consensus 2015, recalled). */
const SYMPTOMS_MMOL_PER_L = 130;
/** Longest time before someone notices weight, swelling or urine, h. Engineering choice. */
const UNCHECKED_HOURS = 12;
/**
 * Weight gain within those hours, share of body mass, less for water-retaining conditions. Engineering
 * choice.
 */
const UNCHECKED_GAIN = { usual: 0.03, holdsWater: 0.02 } as const;

/**
 * Limits drinking, L/h, so that over any 12 hours all but 1 in 20 stay above 130 mmol/L and gain at most 3 %
 * of body mass.
 */
function symptomLimit(input: CeilingInput, urineLPerHr: number): SymptomLimit {
  const { balance, fuel, retention, massKg } = input;
  const z = symptomZ(retention);
  const windowHours = Math.min(balance.hours, UNCHECKED_HOURS);
  const sweatLPerHr = input.sweatLPerHr * Math.exp(-z * input.sigma);
  const gain = retention === 'impaired' ? UNCHECKED_GAIN.holdsWater : UNCHECKED_GAIN.usual;
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
      fluidForPlasma(window, SYMPTOMS_MMOL_PER_L, input.creditedSodiumMgPerL),
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
