/** Plans an event's sodium and its ceiling (SCIENCE §8). */

import { type Balance, fluidForPlasma, sodiumForPlasma } from './balance.ts';
import { CEILING_SHARE } from './fluid.ts';
import { clamp, interpolate, positive } from './numbers.ts';
import { AVERAGE_SWEAT_SODIUM_MG_PER_L, type SweatSodium } from './personal.ts';
import { needsFluidPhysician } from './risk.ts';
import {
  PLANNED_SODIUM_MG_PER_L,
  SALTIEST_DRINK_MEASURED,
  SALTIEST_DRINK_MG_PER_L,
  SODIUM_LIMIT,
  SODIUM_LIMIT_MEASURED,
} from './tables.ts';
import type { HealthFlags } from './types.ts';

/** Highest sodium rate until a physician sets it, mg/h. Engineering choice; diets of 1500–2300 mg a day. */
const MEDICAL_LIMIT_MG_PER_HR = { heartOrKidney: 150, hypertension: 300, diuretics: 500 } as const;

/** Returns the medical limit, mg/h, or null without a condition that limits sodium. */
export function medicalSodiumLimit(health: HealthFlags): number | null {
  if (needsFluidPhysician(health)) return MEDICAL_LIMIT_MG_PER_HR.heartOrKidney;
  if (health.hypertension) return MEDICAL_LIMIT_MG_PER_HR.hypertension;
  return health.diuretics ? MEDICAL_LIMIT_MG_PER_HR.diuretics : null;
}

export interface SodiumConditions {
  readonly sweatSodium: SweatSodium;
  /** Logarithm of the personal sweat multiplier. */
  readonly personalLn: number;
  readonly thermalLevel: number;
  readonly hours: number;
}

/**
 * Planned sodium per litre drunk, mg/L: practice by event hours, scaled with the athlete's salt and sweat (an athlete of
 * average salt at this session's usual sweat gets practice as it is). Exponents: engineering choice.
 */
export function plannedSodiumMgPerL({
  sweatSodium,
  personalLn,
  thermalLevel,
  hours,
}: SodiumConditions): number {
  return (
    interpolate(hours, PLANNED_SODIUM_MG_PER_L) *
    (sweatSodium.referenceMgPerL / AVERAGE_SWEAT_SODIUM_MG_PER_L) ** 0.75 *
    Math.exp(0.19 * personalLn) *
    (1 + 0.04 * positive(thermalLevel - 5))
  );
}

/** Saltiest drink that is planned, mg/L. */
export function saltiestDrinkMgPerL(sweatSodium: SweatSodium): number {
  return sweatSodium.isMeasured
    ? interpolate(sweatSodium.referenceMgPerL, SALTIEST_DRINK_MEASURED)
    : SALTIEST_DRINK_MG_PER_L;
}

/** Share in which a measured athlete's own losses count: from 3 h, fully from 4 h. Engineering choice. */
function measuredShare(sweatSodium: SweatSodium, hours: number): number {
  return sweatSodium.isMeasured ? clamp(hours - 3, 0, 1) : 0;
}

/**
 * Sodium that the fluid ceiling may count on, mg/L: what medical limits leave, none with heart failure or kidney
 * disease, else a little less than is planned. Salt only delays dilution (Montain 2006, cited).
 */
export function creditedSodiumMgPerL(
  balance: Balance,
  sweatSodium: SweatSodium,
  plannedMgPerL: number,
  health: HealthFlags,
): number {
  if (needsFluidPhysician(health)) return 0;
  const medical = medicalSodiumLimit(health);
  const measured =
    measuredShare(sweatSodium, balance.hours) *
    Math.min(0.65 * balance.sweatSodiumMgPerL, saltiestDrinkMgPerL(sweatSodium));
  const credited = 0.9 * Math.max(plannedMgPerL, measured);
  return medical === null ? credited : Math.min(medical / balance.sweatLPerHr, credited);
}

export type SodiumBound = 'loss' | 'drink_concentration' | 'safety_ceiling' | 'medical_limit';

export interface SodiumPlan {
  readonly plannedMgPerL: number;
  readonly lossMgPerHr: number;
  /** 0–1: how far plasma sodium would rise anyway. */
  readonly saltyShare: number;
  /** Practice, halved where the blood grows salty, mg/h. */
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
  readonly maxSafeMgPerHr: number;
  readonly sodiumMgPerHr: number;
  readonly boundBy: SodiumBound | null;
}

const LOSS_SHARE = 0.8;
/** Plasma sodium, mmol/L: kept at least; practice halves between the next two; measured athletes up to the last. Engineering choice. */
const PLASMA = { kept: 137, saltyFrom: 143.5, saltyTo: 148.5, measuredUpTo: 143 } as const;
/** Narrowest span of fluid over which practice halves, L/h: keeps the plan continuous. Engineering choice. */
const SALTY_SPAN_L_PER_HR = 0.25;
const LEAST_CEILING_MG_PER_HR = 300;
const CEILING_OVER_LOSS = 1.35;

export interface SodiumInput {
  readonly balance: Balance;
  readonly sweatSodium: SweatSodium;
  readonly plannedMgPerL: number;
  readonly fluidLPerHr: number;
  readonly health: HealthFlags;
}

/** Plans one event's sodium, mg/h; it follows sweat and drink and never permits more drinking. */
export function planSodium({
  balance,
  sweatSodium,
  plannedMgPerL,
  fluidLPerHr,
  health,
}: SodiumInput): SodiumPlan {
  const { hours } = balance;
  const loss = balance.sweatLPerHr * balance.sweatSodiumMgPerL;
  const saltyFrom = fluidForPlasma(balance, PLASMA.saltyFrom, plannedMgPerL);
  const saltyTo = fluidForPlasma(balance, PLASMA.saltyTo, plannedMgPerL);
  const saltyShare = clamp(
    (saltyFrom - fluidLPerHr) / Math.max(saltyFrom - saltyTo, SALTY_SPAN_L_PER_HR),
    0,
    1,
  );
  const practice = plannedMgPerL * fluidLPerHr * (1 - 0.5 * saltyShare);
  const need = positive(sodiumForPlasma(balance, PLASMA.kept, fluidLPerHr));
  const shortSessionFactor = clamp((hours - 1) / 0.75, 0, 1);
  const lossLimit = LOSS_SHARE * loss;
  const half =
    measuredShare(sweatSodium, hours) *
    Math.min(0.5 * loss, positive(sodiumForPlasma(balance, PLASMA.measuredUpTo, fluidLPerHr)));
  const wanted = Math.max(practice, shortSessionFactor * Math.min(need, lossLimit), half);

  const medical = medicalSodiumLimit(health);
  const highest = interpolate(hours, sweatSodium.isMeasured ? SODIUM_LIMIT_MEASURED : SODIUM_LIMIT);
  const byLoss = clamp(CEILING_OVER_LOSS * loss, LEAST_CEILING_MG_PER_HR, highest);
  const maxSafe = medical === null ? byLoss : Math.min(byLoss, medical);
  const drinkLimit = saltiestDrinkMgPerL(sweatSodium) * fluidLPerHr;
  const limits: readonly (readonly [SodiumBound, number])[] = [
    ['loss', lossLimit],
    ['drink_concentration', drinkLimit],
    [medical !== null && maxSafe === medical ? 'medical_limit' : 'safety_ceiling', CEILING_SHARE * maxSafe],
  ];
  let sodium = wanted;
  let boundBy: SodiumBound | null = null;
  for (const [name, limit] of limits) {
    if (limit < sodium) {
      sodium = limit;
      boundBy = name;
    }
  }
  return {
    plannedMgPerL,
    lossMgPerHr: loss,
    saltyShare,
    practiceMgPerHr: practice,
    needMgPerHr: need,
    shortSessionFactor,
    measuredHalfMgPerHr: half,
    wantedMgPerHr: wanted,
    lossLimitMgPerHr: lossLimit,
    drinkLimitMgPerHr: drinkLimit,
    medicalLimitMgPerHr: medical,
    maxSafeMgPerHr: maxSafe,
    sodiumMgPerHr: sodium,
    boundBy,
  };
}
