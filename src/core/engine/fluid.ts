/** Plans an event's fluid: the largest of four wishes, within five limits (SCIENCE §8). */

import { type Balance, type Fuel, fluidForPlasma, lossesLPerHr } from './balance.ts';
import { clamp, interpolate, lowerTo, positive } from './numbers.ts';
import { needsFluidPhysician } from './risk.ts';
import { ALLOWED_LOSS, EATEN_G_PER_HR, LOSS_SHARE_LIMIT, REPLACED_SHARE } from './tables.ts';
import type { HealthFlags } from './types.ts';

/** The limit that decided an event's fluid. */
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
  /** Factor on the replaced share by how certain the sweat rate is. */
  readonly certaintyFactor: number;
  /** Sweat declared or learned. */
  readonly isSweatKnown: boolean;
  readonly maxSafeLPerHr: number;
  /** Rate that the gut takes at this effort, L/h. */
  readonly drinkableLPerHr: number;
  readonly isCautious: boolean;
  readonly health: HealthFlags;
}

/** A fluid plan with the terms that made it. */
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
  /** Keeps the plan from ending drier or saltier than it may, L/h; three limits give way to it. */
  readonly holdLPerHr: number;
  /** After dangerous drinking; null otherwise. */
  readonly cautiousLimitLPerHr: number | null;
  /** With diuretics; null otherwise. */
  readonly diureticsLimitLPerHr: number | null;
  readonly fluidLPerHr: number;
  readonly boundBy: FluidBound | null;
  /** The limit before a physician's placeholder renames it. */
  readonly limitedBy: FluidBound | null;
}

/** Four reasons to drink, L/h; the largest is wanted. */
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
/**
 * Allowed loss beyond the table's, share of body mass (Hoffman 2018: 1.9–5.0 % over 161 km, cited); sizes:
 * engineering choice.
 */
const LONG_EVENT_LOSS = { fromHours: 4, perHour: 0.003, highest: 0.03, addedWhenCautious: 0.005 } as const;
/** Replaced share of sweat: step per thermal level around level 5, and its ends. Engineering choice. */
const SHARE = { perThermalLevel: 0.02, atThermalLevel: 5, lowest: 0.1, highest: 0.8 } as const;
/** Least replaced share if sweat was declared or learned, reached over these hours. Engineering choice. */
const KNOWN_SWEAT_SHARE = { share: 0.5, fromHours: 1, fullHours: 2.5 } as const;
/** Factor on the replaced share by σ of ln sweat, 1 at a complete profile's .33. Engineering choice. */
const CERTAINTY = { atSigma: 0.33, slope: 1.2, lowest: 0.8, highest: 1.12 } as const;
/**
 * Hours up to which a session needs no fluid, and from which it gets all that is wished for. Engineering
 * choice.
 */
const SHORT_SESSION_HOURS = { from: 0.5, full: 1 } as const;
/** After dangerous drinking the plan stays at this share of sweat. Engineering choice. */
const CAUTIOUS_SWEAT_SHARE = 0.6;
/** Share of the plan that remains with diuretics until a physician sets it. Engineering choice. */
const DIURETICS_FACTOR = 0.9;
/**
 * Ends that a plan keeps away from, where gut, ceiling and losses let it: loss of mass, share of body mass, up to 6 h and
 * beyond, with a margin; plasma sodium, mmol/L. Engineering choice.
 */
const HOLD = {
  lossShare: [
    [6, 0.04],
    [6.5, 0.05],
  ],
  lossMargin: 0.0025,
  plasmaMmolPerL: 146.5,
} as const;
/**
 * Plasma sodium above which drinking more is wished for, mmol/L, at this share of the planned concentration.
 * Engineering choice.
 */
const PLASMA_WISH = { mmolPerL: 144, sodiumShare: 0.8 } as const;
/** Carbohydrate that a drink is wished to hold, g/L (12 % with gels beside it). Engineering choice. */
const CARRIED_G_PER_L = 120;
/**
 * Most that is drunk to carry carbohydrate, shares of the losses; less of sweat if it is known. Engineering
 * choice.
 */
const CARRIER_SHARE = { sweat: 0.6, otherLosses: 0.5, knownSweat: 0.7 } as const;

/**
 * Returns the loss of mass that a plan allows, share of body mass .02–.035; more in the cold, over hours and
 * when cautious.
 */
export function allowedLossShare(thermalLevel: number, hours: number, isCautious: boolean): number {
  const { fromHours, perHour, highest, addedWhenCautious } = LONG_EVENT_LOSS;
  const usual = Math.min(
    highest,
    interpolate(thermalLevel, ALLOWED_LOSS) + perHour * positive(hours - fromHours),
  );
  return isCautious ? usual + addedWhenCautious : usual;
}

/**
 * Returns the factor on the replaced share, .80–1.12: surer athletes may replace more. `sigma`: sd of ln
 * sweat. Engineering choice.
 */
export function certaintyFactor(sigma: number): number {
  const { atSigma, slope, lowest, highest } = CERTAINTY;
  return clamp(1 + slope * (atSigma - sigma), lowest, highest);
}

/**
 * Plans one event's fluid, L/h, 0 to .95 of the ceiling: wishes, limits, then what diuretics leave until a physician
 * decides. The wish's shape is practice between cited figures (ACSM 2007, Hoffman 2018), its points are choices.
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

/** Plans the fluid as for an athlete without heart failure, kidney disease or diuretics, L/h. */
export function fluidBeforeConditions(input: FluidInput): FluidPlan {
  const { balance, isCautious } = input;
  const { hours, sweatLPerHr } = balance;
  const allowedLoss = allowedLossShare(input.thermalLevel, hours, isCautious);
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

/** Returns the fluid below which the plan would end drier or saltier than it may, L/h. */
function holdOf({ balance, fuel, massKg, planningCarbGPerHr, plannedSodiumMgPerL }: FluidInput): number {
  const { hours } = balance;
  const lossShare = interpolate(hours, HOLD.lossShare) - HOLD.lossMargin;
  return Math.max(
    lossesLPerHr(balance) + fuel.gasLossKg / hours - planningCarbGPerHr / 1000 - (lossShare * massKg) / hours,
    fluidForPlasma(balance, HOLD.plasmaMmolPerL, PLASMA_WISH.sodiumShare * plannedSodiumMgPerL),
  );
}

/**
 * Returns the share of sweat to replace: by hours and heat, scaled by certainty; at least half if sweat is
 * known.
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
  const { balance } = input;
  const { hours } = balance;
  const losses = lossesLPerHr(balance);
  return {
    share: replacedShare * balance.sweatLPerHr,
    allowedLoss:
      losses +
      input.fuel.gasLossKg / hours -
      input.planningCarbGPerHr / 1000 -
      (allowedLoss * input.massKg) / hours,
    plasma: Math.min(
      fluidForPlasma(balance, PLASMA_WISH.mmolPerL, PLASMA_WISH.sodiumShare * input.plannedSodiumMgPerL),
      losses,
    ),
    carrier: carrierWish(input),
  };
}

/** Returns the limits of the wish, L/h, each by its own reason. */
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

/**
 * Returns the fluid that carries the carbohydrate beyond what is eaten, L/h, limited to most of the losses.
 */
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
