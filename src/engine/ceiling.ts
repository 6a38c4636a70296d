/**
 * The fluid ceiling of one event: the highest rate whose risk of diluting the blood or gaining mass stays at
 * 2.5 % (SCIENCE §7).
 */

import { type Balance, type Fuel, fluidForPlasma } from './balance.ts';
import type { UncertaintyField } from './names.ts';
import { clamp, lowerTo, type NamedLimit } from './numbers.ts';
import {
  HYPONATRAEMIA_MMOL_PER_L,
  holdsWater,
  needsFluidPhysician,
  type RetentionClass,
  safetyZ,
} from './risk.ts';
import type { HealthFlags } from './types.ts';
import type { Uncertainty } from './uncertainty.ts';

/** Sweat of a person at the low end of a missing field, relative to the default. Engineering choice. */
const LOW_SWEAT_FACTOR: Readonly<Record<UncertaintyField, number>> = {
  mass: 0.68,
  intensity: 0.62,
  heat: 0.62,
  fitness: 0.82,
  sex: 0.8,
  age: 0.72,
};
/** Body mass that the ceiling assumes if none is known, kg. Engineering choice. */
const CEILING_MASS_KG = 42;

/**
 * Effect of a missing field on the ceiling: the gravest gap alone counts, in place of its standard deviation.
 */
export interface Gap {
  readonly field: UncertaintyField | null;
  /** Factor on sweat, 0–1. */
  readonly sweatFactor: number;
  /** σ without the gap's own variance. */
  readonly sigma: number;
  readonly massKg: number;
}

/** Picks the gravest missing field, the one with the lowest low-sweat factor; of equal ones the earlier. */
export function resolveGap(uncertainty: Uncertainty, massKg: number): Gap {
  let field: UncertaintyField | null = null;
  for (const missing of uncertainty.missing) {
    if (field === null || LOW_SWEAT_FACTOR[missing] < LOW_SWEAT_FACTOR[field]) field = missing;
  }
  const ceilingMassKg = uncertainty.missing.includes('mass') ? CEILING_MASS_KG : massKg;
  if (field === null) return { field, sweatFactor: 1, sigma: uncertainty.sigma, massKg: ceilingMassKg };
  return {
    field,
    sweatFactor: LOW_SWEAT_FACTOR[field],
    sigma: Math.sqrt(uncertainty.sigma ** 2 - uncertainty[field] ** 2),
    massKg: ceilingMassKg,
  };
}

/**
 * Least urine that can be counted on, L/h per kg; more in water by immersion. Recalled; size: engineering
 * choice.
 */
const COUNTED_URINE_L_PER_HR_KG = { land: 0.0003, singleSwim: 0.001 } as const;
/**
 * Gain of mass that is allowed, share of body mass: none from 8 h on (direction: Almond 2005, EAH 2015,
 * cited; size: engineering choice).
 */
const ALLOWED_GAIN = { share: 0.01, fullUpToHours: 4, noneFromHours: 8 } as const;

/**
 * Returns the gain of mass that the ceiling allows, share of body mass 0–.01; 0 for conditions that hold
 * water.
 */
export function allowedGainShare(health: HealthFlags, hours: number): number {
  if (holdsWater(health)) return 0;
  const { share, fullUpToHours, noneFromHours } = ALLOWED_GAIN;
  return share * clamp((noneFromHours - hours) / (noneFromHours - fullUpToHours), 0, 1);
}

/** Returns the urine that ceiling and risk count on, L/h; 0 for conditions that hold water. */
export function countedUrineLPerHr(health: HealthFlags, isSingleSwim: boolean, massKg: number): number {
  if (holdsWater(health)) return 0;
  return (isSingleSwim ? COUNTED_URINE_L_PER_HR_KG.singleSwim : COUNTED_URINE_L_PER_HR_KG.land) * massKg;
}

/** Inputs of an event's ceiling; ranges replace its sweat, gap and gut. */
export interface CeilingInput {
  readonly balance: Balance;
  readonly fuel: Fuel;
  readonly planningCarbGPerHr: number;
  /** Sweat that the ceiling may count on before caution, L/h. */
  readonly sweatLPerHr: number;
  readonly massKg: number;
  readonly gap: Gap;
  readonly retention: RetentionClass;
  readonly health: HealthFlags;
  readonly isSingleSwim: boolean;
  /** Sodium that the fluid is credited with, mg/L. */
  readonly creditedSodiumMgPerL: number;
  /** Highest rate that the gut takes, L/h. */
  readonly gutLPerHr: number;
}

/** The limit that set a ceiling; `floor` if all of them lie below a sip. */
export type CeilingBound = 'mass_gain' | 'plasma_sodium' | 'gut' | 'medical' | 'floor';

/** A ceiling with the terms that made it. */
export interface CeilingPlan {
  readonly safetyZ: number;
  readonly lowSweatLPerHr: number;
  readonly countedBreathLPerHr: number;
  readonly countedUrineLPerHr: number;
  readonly allowedGainKg: number;
  /** Highest rate without gaining more than is allowed, L/h. */
  readonly massLimitLPerHr: number;
  /** Highest rate that ends at 135 mmol/L, L/h. */
  readonly plasmaLimitLPerHr: number;
  readonly gutLPerHr: number;
  readonly maxLPerHr: number;
  readonly boundBy: CeilingBound;
}

/** Every ceiling is at least this, L/h: a sip. */
export const CEILING_FLOOR_L_PER_HR = 0.05;
/**
 * Litres per session, and the rate that always remains, L/h, with heart failure or kidney disease.
 * Engineering choice, a placeholder for a physician's.
 */
const PHYSICIAN_SESSION_L = 1.5;
const PHYSICIAN_LEAST_L_PER_HR = 0.1;

/**
 * Sets the ceiling of an event, L/h, 0.05–1.3: what the risk allows, and the litres of a session if a
 * physician must decide. The shape follows SCIENCE §7; its four risk terms are choices between cited figures
 * that a physician should sign.
 */
export function planCeiling(input: CeilingInput): CeilingPlan {
  const ceiling = ceilingByRisk(input);
  if (!needsFluidPhysician(input.health)) return ceiling;
  const session = physicianSessionLPerHr(input.balance.hours);
  return session < ceiling.maxLPerHr ? { ...ceiling, maxLPerHr: session, boundBy: 'medical' } : ceiling;
}

/** Returns the rate that the litres of a session allow until a physician decides, L/h. */
export function physicianSessionLPerHr(hours: number): number {
  return Math.max(PHYSICIAN_LEAST_L_PER_HR, PHYSICIAN_SESSION_L / hours);
}

/**
 * Sets the ceiling before the litres of a physician's session: the smallest of mass, plasma sodium and gut,
 * L/h.
 */
export function ceilingByRisk(input: CeilingInput): CeilingPlan {
  const { balance, fuel, gap, health } = input;
  const { hours } = balance;
  const z = safetyZ(input.retention, hours);
  const heatRatio = Math.sqrt(gap.sweatFactor);
  const low = {
    sweatLPerHr: input.sweatLPerHr * gap.sweatFactor * Math.exp(-z * gap.sigma),
    // In hot, humid air the breath can bring water in; a gap must not shrink that.
    breathLPerHr: balance.breathLPerHr * (balance.breathLPerHr > 0 ? heatRatio : 1),
    urineLPerHr: countedUrineLPerHr(health, input.isSingleSwim, gap.massKg),
  };
  const allowedGainKg = allowedGainShare(health, hours) * gap.massKg;
  const massRatio = gap.massKg / input.massKg;
  const massLimit =
    low.sweatLPerHr +
    low.breathLPerHr +
    low.urineLPerHr +
    (fuel.gasLossKg * massRatio - (input.planningCarbGPerHr * hours) / 1000 + allowedGainKg) / hours;
  const lowBalance = {
    ...balance,
    ...low,
    bodyWaterL: balance.bodyWaterL * massRatio,
    metabolicWaterL: fuel.metabolicWaterL * heatRatio,
  };
  const plasmaLimit = fluidForPlasma(lowBalance, HYPONATRAEMIA_MMOL_PER_L, input.creditedSodiumMgPerL);
  return {
    safetyZ: z,
    lowSweatLPerHr: low.sweatLPerHr,
    countedBreathLPerHr: low.breathLPerHr,
    countedUrineLPerHr: low.urineLPerHr,
    allowedGainKg,
    massLimitLPerHr: massLimit,
    plasmaLimitLPerHr: plasmaLimit,
    gutLPerHr: input.gutLPerHr,
    ...atLeastFloor(massLimit, [
      ['plasma_sodium', plasmaLimit],
      ['gut', input.gutLPerHr],
    ]),
  };
}

/** Picks the smallest limit, at least a sip. */
function atLeastFloor(
  massLimitLPerHr: number,
  others: readonly NamedLimit<CeilingBound>[],
): Pick<CeilingPlan, 'maxLPerHr' | 'boundBy'> {
  const { value, boundBy } = lowerTo(massLimitLPerHr, others);
  return value < CEILING_FLOOR_L_PER_HR
    ? { maxLPerHr: CEILING_FLOOR_L_PER_HR, boundBy: 'floor' }
    : { maxLPerHr: value, boundBy: boundBy ?? 'mass_gain' };
}
