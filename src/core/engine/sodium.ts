/** Plans an event's sodium and its ceiling (SCIENCE §8). */

import { type Balance, fluidForPlasma, sodiumForPlasma } from './balance.ts';
import { CEILING_SHARE } from './fluid.ts';
import { clamp, interpolate, lowerTo, positive } from './numbers.ts';
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

/** Conditions that decide the planned concentration. */
export interface SodiumConditions {
  readonly sweatSodium: SweatSodium;
  /** Logarithm of the personal sweat multiplier. */
  readonly personalLn: number;
  readonly thermalLevel: number;
  readonly hours: number;
}

/**
 * Scaling of the planned concentration: exponents of salt and of own sweat, and the step per level of heat
 * above 5. Engineering choice.
 */
const PLANNED = {
  saltExponent: 0.75,
  sweatExponent: 0.19,
  perThermalLevel: 0.04,
  aboveThermalLevel: 5,
} as const;

/**
 * Returns the planned sodium per litre drunk, mg/L: practice by event hours (0 up to 1 h, 400 at 1.5 h, 620
 * from 8 h), scaled with the athlete's salt and sweat. An athlete of average salt at this session's usual
 * sweat gets practice as it is.
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

/** Returns the saltiest drink that is planned, mg/L: 1200, for measured athletes up to 1800. */
export function saltiestDrinkMgPerL(sweatSodium: SweatSodium): number {
  return sweatSodium.isMeasured
    ? interpolate(sweatSodium.referenceMgPerL, SALTIEST_DRINK_MEASURED)
    : SALTIEST_DRINK_MG_PER_L;
}

/**
 * Event hours from which a measured athlete's own losses begin to count; fully one hour later. Engineering
 * choice.
 */
const MEASURED_FROM_HOURS = 3;

function measuredShare(sweatSodium: SweatSodium, hours: number): number {
  return sweatSodium.isMeasured ? clamp(hours - MEASURED_FROM_HOURS, 0, 1) : 0;
}

/**
 * Shares of the planned sodium, and of a measured athlete's sweat sodium, that the ceiling may count on.
 * Engineering choice.
 */
const CREDITED_SHARE = { planned: 0.9, measuredSweat: 0.65 } as const;

/**
 * Returns the sodium that the fluid ceiling may count on, mg/L: what medical limits leave, none with heart
 * failure or kidney disease, else a little less than is planned. Salt only delays dilution (Montain 2006,
 * cited).
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
    Math.min(CREDITED_SHARE.measuredSweat * balance.sweatSodiumMgPerL, saltiestDrinkMgPerL(sweatSodium));
  const credited = CREDITED_SHARE.planned * Math.max(plannedMgPerL, measured);
  return medical === null ? credited : Math.min(medical / balance.sweatLPerHr, credited);
}

/** The limit that decided an event's sodium. */
export type SodiumBound = 'loss' | 'drink_concentration' | 'safety_ceiling' | 'medical_limit';

/** A sodium plan with the terms that made it. */
export interface SodiumPlan {
  readonly plannedMgPerL: number;
  readonly lossMgPerHr: number;
  /** 0–1: how far plasma sodium would rise anyway. */
  readonly saltyShare: number;
  /** Practice, halved as plasma sodium rises, mg/h. */
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
  /** Highest ceiling for an event of these hours, mg/h. */
  readonly highestMgPerHr: number;
  readonly maxSafeMgPerHr: number;
  readonly sodiumMgPerHr: number;
  readonly boundBy: SodiumBound | null;
}

/** Highest share of the sodium lost that is planned. Engineering choice. */
export const LOSS_SHARE = 0.8;
/** Share of a measured loss that long events give back. Engineering choice. */
const MEASURED_LOSS_SHARE = 0.5;
/**
 * Hours up to which a session needs no sodium for the plasma, and from which it needs all of it. Engineering
 * choice.
 */
const SHORT_SESSION_HOURS = { from: 1, full: 1.75 } as const;
/** Share of practice that is left out as plasma sodium rises. Engineering choice. */
const SALTY_TAKES_SHARE = 0.5;
/**
 * Plasma sodium, mmol/L: kept at least; practice halves between the next two; measured athletes up to the
 * last. Engineering choice.
 */
const PLASMA = { kept: 137, saltyFrom: 143.5, saltyTo: 148.5, measuredUpTo: 143 } as const;
/** Narrowest span of fluid over which practice halves, L/h: keeps the plan continuous. Engineering choice. */
const SALTY_SPAN_L_PER_HR = 0.25;
/** Sodium ceiling of an athlete without a medical limit: at least this, mg/h. Engineering choice. */
export const LEAST_CEILING_MG_PER_HR = 300;
/** Sodium ceiling as a factor on the loss. Engineering choice. */
export const CEILING_OVER_LOSS = 1.35;

/** Inputs of an event's sodium plan. */
export interface SodiumInput {
  readonly balance: Balance;
  readonly sweatSodium: SweatSodium;
  readonly plannedMgPerL: number;
  readonly fluidLPerHr: number;
  readonly health: HealthFlags;
}

/**
 * Plans one event's sodium, mg/h, 0 to .95 of its ceiling. It follows sweat and drink and never permits more
 * drinking. No trial shows that it improves performance; the doses follow practice (DGE 2020, ACSM 2007, ISSN
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
    saltyShare: wishes.saltyShare,
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

/** Returns practice, the need of the plasma and half of a measured loss, mg/h, and the largest of them. */
function sodiumWishes(
  { balance, sweatSodium, plannedMgPerL, fluidLPerHr }: SodiumInput,
  { loss, lossLimit }: { readonly loss: number; readonly lossLimit: number },
): Pick<
  SodiumPlan,
  | 'saltyShare'
  | 'practiceMgPerHr'
  | 'needMgPerHr'
  | 'shortSessionFactor'
  | 'measuredHalfMgPerHr'
  | 'wantedMgPerHr'
> {
  const { hours } = balance;
  const saltyFrom = fluidForPlasma(balance, PLASMA.saltyFrom, plannedMgPerL);
  const saltyTo = fluidForPlasma(balance, PLASMA.saltyTo, plannedMgPerL);
  const saltySpan = Math.max(saltyFrom - saltyTo, SALTY_SPAN_L_PER_HR);
  const saltyShare = clamp((saltyFrom - fluidLPerHr) / saltySpan, 0, 1);
  const practice = plannedMgPerL * fluidLPerHr * (1 - SALTY_TAKES_SHARE * saltyShare);
  const need = positive(sodiumForPlasma(balance, PLASMA.kept, fluidLPerHr));
  const { from, full } = SHORT_SESSION_HOURS;
  const shortSessionFactor = clamp((hours - from) / (full - from), 0, 1);
  const half =
    measuredShare(sweatSodium, hours) *
    Math.min(
      MEASURED_LOSS_SHARE * loss,
      positive(sodiumForPlasma(balance, PLASMA.measuredUpTo, fluidLPerHr)),
    );
  return {
    saltyShare,
    practiceMgPerHr: practice,
    needMgPerHr: need,
    shortSessionFactor,
    measuredHalfMgPerHr: half,
    wantedMgPerHr: Math.max(practice, shortSessionFactor * Math.min(need, lossLimit), half),
  };
}
