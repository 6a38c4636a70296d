/** Plans an event's fluid: the largest of four wishes, within five limits (SCIENCE §8). */

import { type Balance, type Fuel, fluidForPlasma, lossesLPerHr } from './balance.ts';
import { clamp, interpolate, positive } from './numbers.ts';
import { needsFluidPhysician } from './risk.ts';
import { ALLOWED_LOSS, EATEN_G_PER_HR, LOSS_SHARE_LIMIT, REPLACED_SHARE } from './tables.ts';
import type { HealthFlags } from './types.ts';

export type FluidBound =
  | 'gastric_ceiling'
  | 'safety_ceiling'
  | 'loss_share'
  | 'no_gain'
  | 'medical'
  | 'after_overdrinking';

/** Inputs of an event's fluid plan; ranges replace its sweat. */
export interface FluidInput {
  readonly balance: Balance;
  readonly fuel: Fuel;
  readonly massKg: number;
  readonly thermalLevel: number;
  readonly planningCarbGPerHr: number;
  /** Carbohydrate that the drink should carry, g/h. */
  readonly carbGPerHr: number;
  /** Planned sodium per litre, mg/L. */
  readonly plannedSodiumMgPerL: number;
  /** Factor on the replaced share by how sure sweat is. */
  readonly certaintyFactor: number;
  /** Sweat declared or learned. */
  readonly isSweatKnown: boolean;
  readonly maxSafeLPerHr: number;
  /** Rate that the gut takes at this effort, L/h. */
  readonly drinkableLPerHr: number;
  readonly isCautious: boolean;
  readonly health: HealthFlags;
  /** Whether the factors of heart, kidney and diuretics count. */
  readonly withMedicalFactors: boolean;
}

export interface FluidPlan {
  readonly allowedLossShare: number;
  readonly replacedShare: number;
  readonly shortSessionFactor: number;
  /** The wishes before the short-session factor, L/h. */
  readonly wishes: FluidWishes;
  readonly wantedBy: keyof FluidWishes;
  readonly wantedLPerHr: number;
  readonly lossShareLimitLPerHr: number;
  readonly drinkableLPerHr: number;
  readonly ceilingLimitLPerHr: number;
  readonly noGainLimitLPerHr: number;
  /** After dangerous drinking; null otherwise. */
  readonly cautiousLimitLPerHr: number | null;
  readonly medicalFactor: number;
  readonly fluidLPerHr: number;
  readonly boundBy: FluidBound | null;
}

export interface FluidWishes {
  /** A share of sweat. */
  readonly share: number;
  /** Ends with no more than the allowed loss of mass. */
  readonly allowedLoss: number;
  /** Keeps plasma sodium from rising above 144 mmol/L. */
  readonly plasma: number;
  /** Carries the carbohydrate. */
  readonly carrier: number;
}

/** The plan stays this far below its ceiling. Engineering choice. */
export const CEILING_SHARE = 0.95;
/** Highest allowed loss, share of body mass (Hoffman 2018: 1.9–5.0 % over 161 km, cited), and what a cautious session adds. Engineering choice. */
const ALLOWED_LOSS_LIMIT = 0.03;
const ALLOWED_LOSS_PER_HR = 0.003;
const CAUTIOUS_ALLOWED_LOSS = 0.005;
/** After dangerous drinking the plan stays at this share of sweat. Engineering choice. */
const CAUTIOUS_SWEAT_SHARE = 0.6;
/** Share of the plan that remains until a physician sets it. Engineering choice. */
const PHYSICIAN_FACTOR = 0.6;
const DIURETICS_FACTOR = 0.9;
/** Plasma sodium above which drinking more is wished for, mmol/L, at this share of the planned concentration. Engineering choice. */
const PLASMA_WISH = { mmolPerL: 144, sodiumShare: 0.8 } as const;
/** Carbohydrate that a drink is wished to hold, g/L (12 % with gels beside it). Engineering choice. */
const CARRIED_G_PER_L = 120;

export function allowedLossShare(thermalLevel: number, hours: number, isCautious: boolean): number {
  const usual = Math.min(
    ALLOWED_LOSS_LIMIT,
    interpolate(thermalLevel, ALLOWED_LOSS) + ALLOWED_LOSS_PER_HR * positive(hours - 4),
  );
  return isCautious ? usual + CAUTIOUS_ALLOWED_LOSS : usual;
}

/** Factor on the replaced share: surer athletes may replace more, .80–1.12 around σ .33. Engineering choice. */
export function certaintyFactor(sigma: number): number {
  return clamp(1 + 1.2 * (0.33 - sigma), 0.8, 1.12);
}

/** Plans one event's fluid, L/h, never above .95 of the ceiling. */
export function planFluid(input: FluidInput): FluidPlan {
  const { balance, thermalLevel, health } = input;
  const { hours, sweatLPerHr } = balance;
  const losses = lossesLPerHr(balance);
  const gasLPerHr = input.fuel.gasLossKg / hours;
  const allowedLoss = allowedLossShare(thermalLevel, hours, input.isCautious);
  const shareByConditions = clamp(interpolate(hours, REPLACED_SHARE) + 0.02 * (thermalLevel - 5), 0.1, 0.8);
  const knownShare = input.isSweatKnown ? 0.5 * clamp((hours - 1) / 1.5, 0, 1) : 0;
  const replacedShare = Math.max(shareByConditions * input.certaintyFactor, knownShare);
  const wishes: FluidWishes = {
    share: replacedShare * sweatLPerHr,
    allowedLoss: losses + gasLPerHr - input.planningCarbGPerHr / 1000 - (allowedLoss * input.massKg) / hours,
    plasma: Math.min(
      fluidForPlasma(balance, PLASMA_WISH.mmolPerL, PLASMA_WISH.sodiumShare * input.plannedSodiumMgPerL),
      losses,
    ),
    carrier: carrierWish(input),
  };
  const wantedBy = largest(wishes);
  const shortSessionFactor = clamp((hours - 0.5) / 0.5, 0, 1);
  const wanted = shortSessionFactor * wishes[wantedBy];

  const limits: readonly (readonly [FluidBound, number])[] = [
    ['gastric_ceiling', input.drinkableLPerHr],
    ['safety_ceiling', CEILING_SHARE * input.maxSafeLPerHr],
    ['loss_share', interpolate(hours, LOSS_SHARE_LIMIT) * losses],
    ['no_gain', losses + gasLPerHr - Math.max(input.planningCarbGPerHr, input.carbGPerHr) / 1000],
  ];
  let fluid = wanted;
  let boundBy: FluidBound | null = null;
  for (const [name, limit] of limits) {
    if (limit < fluid) {
      fluid = limit;
      boundBy = name;
    }
  }
  fluid = positive(fluid);
  const cautiousLimit = input.isCautious ? CAUTIOUS_SWEAT_SHARE * sweatLPerHr : null;
  if (cautiousLimit !== null && cautiousLimit < fluid) {
    fluid = cautiousLimit;
    boundBy = 'after_overdrinking';
  }
  let medicalFactor = 1;
  if (input.withMedicalFactors) {
    if (needsFluidPhysician(health)) {
      medicalFactor *= PHYSICIAN_FACTOR;
      if (fluid > 0) boundBy = 'medical';
    }
    if (health.diuretics) medicalFactor *= DIURETICS_FACTOR;
  }
  return {
    allowedLossShare: allowedLoss,
    replacedShare,
    shortSessionFactor,
    wishes,
    wantedBy,
    wantedLPerHr: wanted,
    lossShareLimitLPerHr: interpolate(hours, LOSS_SHARE_LIMIT) * losses,
    drinkableLPerHr: input.drinkableLPerHr,
    ceilingLimitLPerHr: CEILING_SHARE * input.maxSafeLPerHr,
    noGainLimitLPerHr: losses + gasLPerHr - Math.max(input.planningCarbGPerHr, input.carbGPerHr) / 1000,
    cautiousLimitLPerHr: cautiousLimit,
    medicalFactor,
    fluidLPerHr: fluid * medicalFactor,
    boundBy,
  };
}

/** Fluid that carries the carbohydrate, beyond what is eaten, but not more than most of the losses. */
function carrierWish({ balance, carbGPerHr, isSweatKnown }: FluidInput): number {
  const { hours, sweatLPerHr, breathLPerHr, urineLPerHr } = balance;
  const carried = (carbGPerHr - interpolate(hours, EATEN_G_PER_HR)) / CARRIED_G_PER_L;
  const mostOfLosses = 0.6 * sweatLPerHr + 0.5 * (breathLPerHr + urineLPerHr);
  const wish = Math.min(carried, mostOfLosses);
  return isSweatKnown ? Math.min(wish, 0.7 * sweatLPerHr) : wish;
}

function largest(wishes: FluidWishes): keyof FluidWishes {
  let name: keyof FluidWishes = 'share';
  if (wishes.allowedLoss > wishes[name]) name = 'allowedLoss';
  if (wishes.plasma > wishes[name]) name = 'plasma';
  if (wishes.carrier > wishes[name]) name = 'carrier';
  return name;
}
