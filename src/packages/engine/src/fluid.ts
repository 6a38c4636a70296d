/** Plans an event's fluid: the largest of four targets, within five limits (SCIENCE §8). */

import { type Balance, bareSodium, type Fuel, fluidForPlasma, lossesLPerHr } from './balance.ts';
import { needsFluidPhysician } from './ceiling.ts';
import { clamp, interpolate, lowerTo, positive } from './numbers.ts';
import { ALLOWED_LOSS, EATEN_G_PER_HR, LOSS_SHARE_LIMIT, REPLACED_SHARE } from './tables.ts';
import type { HealthFlags } from './types.ts';

/** The limit that set an event's fluid. */
export type FluidBound =
  | 'gastric_ceiling'
  | 'safety_ceiling'
  | 'loss_share'
  | 'no_gain'
  | 'medical'
  | 'after_overdrinking';

/** Inputs of an event's fluid plan. Ranges replace its sweat rate. */
export interface FluidInput {
  readonly balance: Balance;
  readonly fuel: Fuel;
  readonly massKg: number;
  readonly thermalLevel: number;
  readonly planningCarbGPerHr: number;
  /** Carbohydrate that the drink should carry, g/h. */
  readonly carbGPerHr: number;
  /** Planned sodium concentration, mg/L. */
  readonly plannedSodiumMgPerL: number;
  /** Factor on the replaced share, by certainty of the sweat rate. */
  readonly certaintyFactor: number;
  /** True if the sweat rate was declared or learned. */
  readonly isSweatKnown: boolean;
  readonly maxSafeLPerHr: number;
  /** Rate that the gut absorbs at this effort, L/h. */
  readonly drinkableLPerHr: number;
  readonly isCautious: boolean;
  readonly health: HealthFlags;
}

/** A fluid plan with the terms behind it. */
export interface FluidPlan {
  readonly allowedLossShare: number;
  readonly replacedShare: number;
  readonly shortSessionFactor: number;
  /** The targets before the short-session factor, L/h. */
  readonly wishes: FluidWishes;
  readonly wantedBy: keyof FluidWishes;
  readonly wantedLPerHr: number;
  readonly lossShareLimitLPerHr: number;
  readonly drinkableLPerHr: number;
  readonly ceilingLimitLPerHr: number;
  readonly noGainLimitLPerHr: number;
  /**
   * Keeps the plan from ending more dehydrated or with higher plasma sodium than allowed, L/h. Three limits
   * yield to it.
   */
  readonly holdLPerHr: number;
  /** After dangerous drinking. Null otherwise. */
  readonly cautiousLimitLPerHr: number | null;
  /** With diuretics. Null otherwise. */
  readonly diureticsLimitLPerHr: number | null;
  readonly fluidLPerHr: number;
  readonly boundBy: FluidBound | null;
  /** The limit before a physician placeholder replaces it. */
  readonly limitedBy: FluidBound | null;
}

/** Four reasons to drink, L/h. The largest is the target. */
interface FluidWishes {
  /** Replaces a share of sweat. */
  readonly share: number;
  /** Ends with no more than the allowed loss of body mass, in long events of water. */
  readonly allowedLoss: number;
  /** Keeps plasma sodium from rising above 144 mmol/L. */
  readonly plasma: number;
  /** Carries the carbohydrate. */
  readonly carrier: number;
}

/** The plan stays below this share of its ceiling. */
export const CEILING_SHARE = 0.95;
/** Allowed loss on top of the table's in sessions after dangerous drinking, share of body mass. */
const CAUTIOUS_LOSS_SHARE = 0.005;
/** Event hours over which the allowed loss of mass becomes one of water. */
const WATER_LOSS_HOURS = { from: 4, over: 4 } as const;
/** Replaced share of sweat: step per thermal stress level around 5, and bounds. */
const SHARE = { perThermalLevel: 0.02, atThermalLevel: 5, lowest: 0.1, highest: 0.8 } as const;
/** Minimum replaced share of a declared or learned sweat rate, phased in over hours. */
const KNOWN_SWEAT_SHARE = { share: 0.5, fromHours: 1, fullHours: 2.5 } as const;
/** Factor on the replaced share by σ of ln sweat rate, 1 at .33, the value of a complete profile. */
const CERTAINTY = { atSigma: 0.33, slope: 1.2, lowest: 0.8, highest: 1.12 } as const;
/** Hours up to which a session needs no fluid, and from which it gets the full target. */
const SHORT_SESSION_HOURS = { from: 0.5, full: 1 } as const;
/** Share of sweat that caps the plan after dangerous drinking. */
const CAUTIOUS_SWEAT_SHARE = 0.6;
/** Share of the plan that remains with diuretics until a physician sets it. */
const DIURETICS_FACTOR = 0.9;
/**
 * End states that a plan avoids if gut, ceiling and losses allow it: loss of water as a share of body mass, up
 * to 6 h and beyond, with a margin; plasma sodium, mmol/L.
 */
const HOLD = {
  lossShare: [
    [6, 0.04],
    [6.5, 0.05],
  ],
  lossMargin: 0.0025,
  plasmaMmolPerL: 146.5,
} as const;
/** Plasma sodium above which the plan drinks more, mmol/L, at this share of the planned concentration. */
const PLASMA_WISH = { mmolPerL: 144, sodiumShare: 0.8 } as const;
/** Target carbohydrate concentration of a drink, g/L (12 % with gels alongside). */
const CARRIED_G_PER_L = 120;
/**
 * Maximum fluid to carry carbohydrate, as shares of the losses; a different share of sweat if its rate is known.
 */
const CARRIER_SHARE = { sweat: 0.6, otherLosses: 0.5, knownSweat: 0.7 } as const;

/**
 * Returns the loss that a plan allows as a share of body mass, .02–.035: of mass up to 4 h, of water from 8 h.
 * Higher in the cold and when cautious.
 */
export function allowedLossShare(thermalLevel: number, isCautious: boolean): number {
  return interpolate(thermalLevel, ALLOWED_LOSS) + (isCautious ? CAUTIOUS_LOSS_SHARE : 0);
}

/**
 * Returns the factor on the replaced share, .80–1.12: the more certain the sweat rate, the more is replaced.
 * `sigma`: sd of ln sweat rate.
 */
export function certaintyFactor(sigma: number): number {
  const { atSigma, slope, lowest, highest } = CERTAINTY;
  return clamp(1 + slope * (atSigma - sigma), lowest, highest);
}

/**
 * Plans one event's fluid, L/h, 0 to .95 of the ceiling: targets, limits, then the reduction for diuretics
 * until a physician decides. The shape of the target is practice between cited figures (ACSM 2007, Hoffman
 * 2018), its points are choices.
 */
export function planFluid(input: FluidInput): FluidPlan {
  const plan = fluidBeforeConditions(input);
  const diureticsLimit = input.health.diuretics
    ? Math.max(DIURETICS_FACTOR * plan.fluidLPerHr, plan.holdLPerHr)
    : null;
  const fluidLPerHr = Math.min(plan.fluidLPerHr, diureticsLimit ?? Number.POSITIVE_INFINITY);
  const isPlaceholder = needsFluidPhysician(input.health) && fluidLPerHr > 0;
  return {
    ...plan,
    diureticsLimitLPerHr: diureticsLimit,
    fluidLPerHr,
    boundBy: isPlaceholder ? 'medical' : plan.limitedBy,
  };
}

/** Plans the fluid as if the athlete had no heart failure, kidney disease or diuretics, L/h. */
export function fluidBeforeConditions(input: FluidInput): FluidPlan {
  const { balance, isCautious } = input;
  const { hours, sweatLPerHr } = balance;
  const allowedLoss = allowedLossShare(input.thermalLevel, isCautious);
  const replacedShare = replacedShareOf(input);
  const wishes = wishesOf(input, { allowedLoss, replacedShare });
  const wantedBy = largest(wishes);
  const { from, full } = SHORT_SESSION_HOURS;
  const shortSessionFactor = clamp((hours - from) / (full - from), 0, 1);
  const wanted = shortSessionFactor * wishes[wantedBy];
  const limits = limitsOf(input);
  const hold = holdOf(input);
  const limited = lowerTo<FluidBound>(wanted, [
    ['gastric_ceiling', limits.drinkableLPerHr],
    ['safety_ceiling', limits.ceilingLimitLPerHr],
    ['loss_share', Math.max(limits.lossShareLimitLPerHr, hold)],
    ['no_gain', limits.noGainLimitLPerHr],
  ]);
  const cautiousLimit = isCautious ? Math.max(CAUTIOUS_SWEAT_SHARE * sweatLPerHr, hold) : null;
  const held = lowerTo<FluidBound>(
    positive(limited.value),
    cautiousLimit === null ? [] : [['after_overdrinking', cautiousLimit]],
  );
  return {
    allowedLossShare: allowedLoss,
    replacedShare,
    shortSessionFactor,
    wishes,
    wantedBy,
    wantedLPerHr: wanted,
    lossShareLimitLPerHr: limits.lossShareLimitLPerHr,
    drinkableLPerHr: limits.drinkableLPerHr,
    ceilingLimitLPerHr: limits.ceilingLimitLPerHr,
    noGainLimitLPerHr: limits.noGainLimitLPerHr,
    holdLPerHr: hold,
    cautiousLimitLPerHr: cautiousLimit,
    diureticsLimitLPerHr: null,
    fluidLPerHr: held.value,
    boundBy: held.boundBy ?? limited.boundBy,
    limitedBy: held.boundBy ?? limited.boundBy,
  };
}

/** Returns the fluid below which the plan would end short of water or with too high plasma sodium, L/h. */
function holdOf({ balance, fuel, massKg, plannedSodiumMgPerL }: FluidInput): number {
  const { hours } = balance;
  const lossShare = interpolate(hours, HOLD.lossShare) - HOLD.lossMargin;
  const plasma = bareSodium(HOLD.plasmaMmolPerL, hours);
  return Math.max(
    lossesLPerHr(balance) - (fuel.metabolicWaterL + lossShare * massKg) / hours,
    fluidForPlasma(balance, plasma, PLASMA_WISH.sodiumShare * plannedSodiumMgPerL),
  );
}

/**
 * Returns the share of sweat to replace, by hours and heat, scaled by certainty. At least half if the sweat
 * rate is known.
 */
function replacedShareOf({ balance, thermalLevel, certaintyFactor, isSweatKnown }: FluidInput): number {
  const { hours } = balance;
  const { perThermalLevel, atThermalLevel, lowest, highest } = SHARE;
  const byConditions = clamp(
    interpolate(hours, REPLACED_SHARE) + perThermalLevel * (thermalLevel - atThermalLevel),
    lowest,
    highest,
  );
  const { share, fromHours, fullHours } = KNOWN_SWEAT_SHARE;
  const known = isSweatKnown ? share * clamp((hours - fromHours) / (fullHours - fromHours), 0, 1) : 0;
  return Math.max(byConditions * certaintyFactor, known);
}

function wishesOf(
  input: FluidInput,
  { allowedLoss, replacedShare }: { readonly allowedLoss: number; readonly replacedShare: number },
): FluidWishes {
  const { balance, fuel } = input;
  const { hours } = balance;
  const losses = lossesLPerHr(balance);
  const byWater = clamp((hours - WATER_LOSS_HOURS.from) / WATER_LOSS_HOURS.over, 0, 1);
  const burnedKg = fuel.gasLossKg - (input.planningCarbGPerHr * hours) / 1000;
  const plasma = bareSodium(PLASMA_WISH.mmolPerL, hours);
  return {
    share: replacedShare * balance.sweatLPerHr,
    allowedLoss:
      losses +
      ((1 - byWater) * burnedKg - byWater * fuel.metabolicWaterL - allowedLoss * input.massKg) / hours,
    plasma: Math.min(
      fluidForPlasma(balance, plasma, PLASMA_WISH.sodiumShare * input.plannedSodiumMgPerL),
      losses,
    ),
    carrier: carrierWish(input),
  };
}

/** Returns the limits on the target, L/h, each for its own reason. */
function limitsOf(
  input: FluidInput,
): Pick<FluidPlan, 'drinkableLPerHr' | 'ceilingLimitLPerHr' | 'lossShareLimitLPerHr' | 'noGainLimitLPerHr'> {
  const { balance, fuel } = input;
  const { hours } = balance;
  const losses = lossesLPerHr(balance);
  const highestCarbGPerHr = Math.max(input.planningCarbGPerHr, input.carbGPerHr);
  return {
    drinkableLPerHr: input.drinkableLPerHr,
    ceilingLimitLPerHr: CEILING_SHARE * input.maxSafeLPerHr,
    lossShareLimitLPerHr: interpolate(hours, LOSS_SHARE_LIMIT) * losses,
    noGainLimitLPerHr: losses + fuel.gasLossKg / hours - highestCarbGPerHr / 1000,
  };
}

/** Returns the fluid needed to carry carbohydrate in excess of food, L/h, limited to most of the losses. */
function carrierWish({ balance, carbGPerHr, isSweatKnown }: FluidInput): number {
  const { hours, sweatLPerHr, breathLPerHr, urineLPerHr } = balance;
  const carried = (carbGPerHr - interpolate(hours, EATEN_G_PER_HR)) / CARRIED_G_PER_L;
  const mostOfLosses =
    CARRIER_SHARE.sweat * sweatLPerHr + CARRIER_SHARE.otherLosses * (breathLPerHr + urineLPerHr);
  const wish = Math.min(carried, mostOfLosses);
  return isSweatKnown ? Math.min(wish, CARRIER_SHARE.knownSweat * sweatLPerHr) : wish;
}

function largest(wishes: FluidWishes): keyof FluidWishes {
  let name: keyof FluidWishes = 'share';
  if (wishes.allowedLoss > wishes[name]) name = 'allowedLoss';
  if (wishes.plasma > wishes[name]) name = 'plasma';
  if (wishes.carrier > wishes[name]) name = 'carrier';
  return name;
}
