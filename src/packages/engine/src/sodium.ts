/** Plans an event's sodium and its ceiling (SCIENCE §8). */

import { type Balance, bareSodium, sodiumForPlasma } from './balance.ts';
import { type CreditedSodium, needsFluidPhysician } from './ceiling.ts';
import { CEILING_SHARE } from './fluid.ts';
import { clamp, interpolate, lowerTo, positive } from './numbers.ts';
import { AVERAGE_SWEAT_SODIUM_MG_PER_L, type SweatSodium } from './personal.ts';
import {
  PLANNED_SODIUM_MG_PER_L,
  SALTIEST_DRINK_MEASURED,
  SALTIEST_DRINK_MG_PER_L,
  SODIUM_LIMIT,
  SODIUM_LIMIT_MEASURED,
} from './tables.ts';
import type { HealthFlags } from './types.ts';

/** Maximum sodium rate until a physician sets it, mg/h, from diets of 1500–2300 mg per day. */
const MEDICAL_LIMIT_MG_PER_HR = { heartOrKidney: 150, hypertension: 300, diuretics: 500 } as const;

/** Returns the medical limit, mg/h. Null without a condition that limits sodium. */
export function medicalSodiumLimit(health: HealthFlags): number | null {
  if (needsFluidPhysician(health)) return MEDICAL_LIMIT_MG_PER_HR.heartOrKidney;
  if (health.hypertension) return MEDICAL_LIMIT_MG_PER_HR.hypertension;
  return health.diuretics ? MEDICAL_LIMIT_MG_PER_HR.diuretics : null;
}

/** Conditions that determine the planned concentration. */
interface SodiumConditions {
  readonly sweatSodium: SweatSodium;
  /** Natural logarithm of the personal sweat multiplier. */
  readonly personalLn: number;
  readonly thermalLevel: number;
  readonly hours: number;
}

/**
 * Scaling of the planned concentration: exponents of sweat sodium and personal sweat rate, and the step per
 * thermal stress level above 5.
 */
const PLANNED = {
  saltExponent: 0.75,
  sweatExponent: 0.19,
  perThermalLevel: 0.04,
  aboveThermalLevel: 5,
} as const;

/**
 * Returns the planned sodium concentration of fluid, mg/L: usual practice by event hours (0 up to 1 h, 400 at
 * 1.5 h, 620 from 8 h), scaled by the athlete's sweat sodium and sweat rate. An athlete with average sweat
 * sodium and the usual sweat rate for the session gets usual practice unchanged.
 */
export function plannedSodiumMgPerL({
  sweatSodium,
  personalLn,
  thermalLevel,
  hours,
}: SodiumConditions): number {
  return (
    interpolate(hours, PLANNED_SODIUM_MG_PER_L) *
    (sweatSodium.referenceMgPerL / AVERAGE_SWEAT_SODIUM_MG_PER_L) ** PLANNED.saltExponent *
    Math.exp(PLANNED.sweatExponent * personalLn) *
    (1 + PLANNED.perThermalLevel * positive(thermalLevel - PLANNED.aboveThermalLevel))
  );
}

/** Returns the highest planned sodium concentration, mg/L: 1200, or up to 1800 for measured athletes. */
export function saltiestDrinkMgPerL(sweatSodium: SweatSodium): number {
  return sweatSodium.isMeasured
    ? interpolate(sweatSodium.referenceMgPerL, SALTIEST_DRINK_MEASURED)
    : SALTIEST_DRINK_MG_PER_L;
}

/** Event hours from which a measured athlete's own losses start to count. They count fully one hour later. */
const MEASURED_FROM_HOURS = 3;

function measuredShare(sweatSodium: SweatSodium, hours: number): number {
  return sweatSodium.isMeasured ? clamp(hours - MEASURED_FROM_HOURS, 0, 1) : 0;
}

/** Share of planned sodium that the ceiling may rely on. */
const CREDITED_SHARE = 0.9;

/**
 * Returns the sodium that the fluid ceiling may rely on: within medical limits, none with heart failure or
 * kidney disease. Sodium only delays dilution (Montain 2006, cited).
 */
export function creditedSodium(
  balance: Balance,
  sweatSodium: SweatSodium,
  plannedMgPerL: number,
  health: HealthFlags,
): CreditedSodium {
  if (needsFluidPhysician(health)) return { mgPerL: 0, ownMgPerHr: 0 };
  const medical = medicalSodiumLimit(health) ?? Number.POSITIVE_INFINITY;
  const { sweatLPerHr, sweatSodiumMgPerL, hours } = balance;
  const own = Math.min(MEASURED_LOSS_SHARE * sweatLPerHr * sweatSodiumMgPerL, medical);
  return {
    mgPerL: Math.min(medical / sweatLPerHr, CREDITED_SHARE * plannedMgPerL),
    ownMgPerHr: measuredShare(sweatSodium, hours) * own,
  };
}

/** The limit that set an event's sodium. */
type SodiumBound = 'loss' | 'drink_concentration' | 'safety_ceiling' | 'medical_limit';

/** A sodium plan with the terms behind it. */
export interface SodiumPlan {
  readonly plannedMgPerL: number;
  readonly lossMgPerHr: number;
  /** Usual practice, mg/h. */
  readonly practiceMgPerHr: number;
  /** Keeps plasma sodium at 137 mmol/L, mg/h. */
  readonly needMgPerHr: number;
  readonly shortSessionFactor: number;
  /** Half of a measured athlete's loss, mg/h. */
  readonly measuredHalfMgPerHr: number;
  readonly wantedMgPerHr: number;
  readonly lossLimitMgPerHr: number;
  readonly drinkLimitMgPerHr: number;
  readonly medicalLimitMgPerHr: number | null;
  /** Maximum ceiling for an event of this length, mg/h. */
  readonly highestMgPerHr: number;
  readonly maxSafeMgPerHr: number;
  readonly sodiumMgPerHr: number;
  readonly boundBy: SodiumBound | null;
}

/** Maximum share of the sodium loss that is planned. */
export const LOSS_SHARE = 0.8;
/** Share of a measured loss that long events replace. */
const MEASURED_LOSS_SHARE = 0.5;
/** Hours up to which a session needs no sodium for plasma, and from which the full need applies. */
const SHORT_SESSION_HOURS = { from: 1, full: 1.75 } as const;
/** Plasma sodium to expect, mmol/L: the minimum to keep, and the maximum for measured athletes. */
const PLASMA = { least: 137, measuredUpTo: 143 } as const;
/** Minimum sodium ceiling of an athlete without a medical limit, mg/h. */
export const LEAST_CEILING_MG_PER_HR = 300;
/** Sodium ceiling as a factor on the loss. */
export const CEILING_OVER_LOSS = 1.35;

/** Inputs of an event's sodium plan. */
interface SodiumInput {
  readonly balance: Balance;
  readonly sweatSodium: SweatSodium;
  readonly plannedMgPerL: number;
  readonly fluidLPerHr: number;
  readonly health: HealthFlags;
}

/**
 * Plans one event's sodium, mg/h, 0 to .95 of its ceiling. It follows sweat and fluid and never permits more
 * drinking. No trial shows that it improves performance. The doses follow practice (DGE 2020, ACSM 2007, ISSN
 * 2019), points are choices.
 */
export function planSodium(input: SodiumInput): SodiumPlan {
  const { balance, sweatSodium, fluidLPerHr } = input;
  const loss = balance.sweatLPerHr * balance.sweatSodiumMgPerL;
  const lossLimit = LOSS_SHARE * loss;
  const wishes = sodiumWishes(input, { loss, lossLimit });
  const medical = medicalSodiumLimit(input.health);
  const highest = interpolate(balance.hours, sweatSodium.isMeasured ? SODIUM_LIMIT_MEASURED : SODIUM_LIMIT);
  const byLoss = clamp(CEILING_OVER_LOSS * loss, LEAST_CEILING_MG_PER_HR, highest);
  const maxSafe = medical === null ? byLoss : Math.min(byLoss, medical);
  const drinkLimit = saltiestDrinkMgPerL(sweatSodium) * fluidLPerHr;
  const { value, boundBy } = lowerTo<SodiumBound>(wishes.wantedMgPerHr, [
    ['loss', lossLimit],
    ['drink_concentration', drinkLimit],
    [medical !== null && maxSafe === medical ? 'medical_limit' : 'safety_ceiling', CEILING_SHARE * maxSafe],
  ]);
  return {
    plannedMgPerL: input.plannedMgPerL,
    lossMgPerHr: loss,
    practiceMgPerHr: wishes.practiceMgPerHr,
    needMgPerHr: wishes.needMgPerHr,
    shortSessionFactor: wishes.shortSessionFactor,
    measuredHalfMgPerHr: wishes.measuredHalfMgPerHr,
    wantedMgPerHr: wishes.wantedMgPerHr,
    lossLimitMgPerHr: lossLimit,
    drinkLimitMgPerHr: drinkLimit,
    medicalLimitMgPerHr: medical,
    highestMgPerHr: highest,
    maxSafeMgPerHr: maxSafe,
    sodiumMgPerHr: value,
    boundBy,
  };
}

/** Returns usual practice, the plasma need and half of a measured loss, mg/h, and the largest of them. */
function sodiumWishes(
  { balance, sweatSodium, plannedMgPerL, fluidLPerHr }: SodiumInput,
  { loss, lossLimit }: { readonly loss: number; readonly lossLimit: number },
): Pick<
  SodiumPlan,
  'practiceMgPerHr' | 'needMgPerHr' | 'shortSessionFactor' | 'measuredHalfMgPerHr' | 'wantedMgPerHr'
> {
  const { hours } = balance;
  const practice = plannedMgPerL * fluidLPerHr;
  const need = positive(sodiumForPlasma(balance, bareSodium(PLASMA.least, hours), fluidLPerHr));
  const { from, full } = SHORT_SESSION_HOURS;
  const shortSessionFactor = clamp((hours - from) / (full - from), 0, 1);
  const half =
    measuredShare(sweatSodium, hours) *
    Math.min(
      MEASURED_LOSS_SHARE * loss,
      positive(sodiumForPlasma(balance, bareSodium(PLASMA.measuredUpTo, hours), fluidLPerHr)),
    );
  return {
    practiceMgPerHr: practice,
    needMgPerHr: need,
    shortSessionFactor,
    measuredHalfMgPerHr: half,
    wantedMgPerHr: Math.max(practice, shortSessionFactor * Math.min(need, lossLimit), half),
  };
}
