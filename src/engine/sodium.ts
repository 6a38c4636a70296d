/** How much sodium to replace, and how much would be too much. */

import { UNCERTAINTY } from './confidence.ts';
import { clamp, interpolate } from './numbers.ts';
import { DEFAULTS, SODIUM_REPLACED_FRACTION } from './tables.ts';
import type { Sex } from './types.ts';

export interface SweatSodium {
  /** Concentration at a sweat rate of 1.2 L/h, mg/L. */
  readonly referenceMgPerL: number;
  /** Standard deviation of its logarithm. */
  readonly sigma: number;
  readonly source: 'measured' | 'learned' | 'self_report' | 'none';
}

export interface SodiumInput {
  readonly sweatSodium: SweatSodium;
  readonly sweatRateLPerHr: number;
  readonly fluidLPerHr: number;
  /** Sweat rate that the ceiling may assume, L/h: lower where inputs are missing. */
  readonly ceilingSweatRateLPerHr: number;
  /** Distance of the ceiling above the expected loss, natural logarithm. */
  readonly ceilingMarginLn: number;
  readonly hours: number;
  readonly eventHours: number;
  readonly thermalStressLevel: number;
  readonly massKg: number;
  readonly sex: Sex | null;
  /** Heart, kidney, blood pressure or diuretics: a clinician sets the limit, so the plan stays low. */
  readonly medicalLimit: boolean;
}

type SodiumBound =
  | 'drink_concentration'
  | 'safety_ceiling'
  | 'medical_limit'
  | 'short_session'
  | 'long_event_minimum';

export interface SodiumPlan {
  readonly concentrationMgPerL: number;
  readonly lossMgPerHr: number;
  readonly replacedFraction: number;
  /** What keeps plasma sodium at 137 mmol/L, mg/h. */
  readonly needMgPerHr: number;
  readonly maxSafeMgPerHr: number;
  readonly sodiumMgPerHr: number;
  readonly boundBy: SodiumBound | null;
}

/** Sweat sodium of an average athlete at 1.2 L/h, 40 mmol/L: 51.7 mmol/h over 1.28 L/h (Barnes 2019, J Sports Sci, n = 1303). */
export const AVERAGE_SWEAT_SODIUM_MG_PER_L = 920;
/** Logarithmic step per saltiness level, giving 495–1710 mg/L over levels 1–9, inside the usual 20–80 mmol/L. Engineering choice. */
const SODIUM_LN_PER_SALTINESS_LEVEL = 0.155;
/** Women's sweat is less salty (marathon, JISSN 2016: 33.9 against 44.0 mmol/L, forearm; damped). */
const FEMALE_FACTOR = 0.92;
/** Heat acclimatisation spares sodium (Buono 2007, J Appl Physiol; size engineering choice). */
const ACCLIMATIZED_FACTOR = 0.8;

const MG_PER_MMOL = 22.99;
/** Potassium that leaves with each litre of sweat, mmol. Recalled. */
const SWEAT_POTASSIUM_MMOL_PER_L = 5;
const PLASMA_START_MMOL_PER_L = 140;
const PLASMA_KEPT_MMOL_PER_L = 137;
/** The saltiest drink that people finish, mg/L (65 mmol/L). Engineering choice. */
const DRINK_CONCENTRATION_LIMIT_MG_PER_L = 1500;
const CEILING_LIMITS_MG_PER_HR = { lowest: 300, unmeasured: 1800, measured: 3000 } as const;
const CEILING_MARGIN = 0.95;
/**
 * The ceiling lies this far above the expected loss, natural logarithm: half a standard deviation of an unmeasured
 * athlete's sweat rate and sweat sodium each. The same for everyone, so that knowing less never permits more.
 */
export const SODIUM_CEILING_MARGIN_LN = 0.3;
/** Clinician-set diets allow 1500–2300 mg a day; the session's share stays under this, mg/h. Engineering choice. */
export const MEDICAL_LIMIT_MG_PER_HR = 500;
/** From 4 h on, a drink that replaces most sweat carries at least this, mg/L. Engineering choice: it only delays hyponatraemia (Montain 2006, BJSM 40:98). */
const LONG_EVENT_MINIMUM_MG_PER_L = 300;

/** Sweat sodium concentration at 1.2 L/h from measurement, or from what the athlete says and is. */
export function expectedSweatSodium(
  measuredMgPerL: number | null,
  saltinessLevel: number | null,
  learned: { readonly meanLn: number; readonly standardDeviation: number } | null,
  sex: Sex | null,
  heatAcclimatized: boolean,
): SweatSodium {
  if (learned !== null) {
    return {
      referenceMgPerL: AVERAGE_SWEAT_SODIUM_MG_PER_L * Math.exp(learned.meanLn),
      sigma: learned.standardDeviation,
      source: 'learned',
    };
  }
  if (measuredMgPerL !== null) {
    return { referenceMgPerL: measuredMgPerL, sigma: UNCERTAINTY.sweatSodium.measured, source: 'measured' };
  }
  const level = saltinessLevel ?? DEFAULTS.saltinessLevel;
  return {
    referenceMgPerL:
      AVERAGE_SWEAT_SODIUM_MG_PER_L *
      Math.exp(SODIUM_LN_PER_SALTINESS_LEVEL * (level - DEFAULTS.saltinessLevel)) *
      (sex === 'female' ? FEMALE_FACTOR : 1) *
      (heatAcclimatized ? ACCLIMATIZED_FACTOR : 1),
    sigma: saltinessLevel === null ? UNCERTAINTY.sweatSodium.none : UNCERTAINTY.sweatSodium.selfReport,
    source: saltinessLevel === null ? 'none' : 'self_report',
  };
}

/** Sweat is saltier at higher flow: factor on the concentration at 1.2 L/h (Holmes 2016; exponent engineering choice). */
export function sodiumFlowFactor(sweatRateLPerHr: number): number {
  return clamp((sweatRateLPerHr / 1.2) ** 0.25, 0.75, 1.25);
}

/**
 * Sodium in mg/h and its ceiling for one leg. Follows sweat and drink; it never licenses more
 * drinking, since salty drinks only delay hyponatraemia (Montain 2006, BJSM 40:98). Benefit for performance is
 * unproven (1 of 5 studies, McCubbin & Costa 2018): this follows practice and safety modelling.
 */
export function planSodium(input: SodiumInput): SodiumPlan {
  const { sweatRateLPerHr, fluidLPerHr, eventHours, thermalStressLevel } = input;
  const concentration = input.sweatSodium.referenceMgPerL * sodiumFlowFactor(sweatRateLPerHr);
  const loss = sweatRateLPerHr * concentration;
  const fraction =
    interpolate(eventHours, SODIUM_REPLACED_FRACTION) +
    (thermalStressLevel > 5 ? 0.03 * (thermalStressLevel - 5) : 0);
  const need = plasmaSodiumNeed(input, concentration);
  const maxSafe = clamp(
    input.ceilingSweatRateLPerHr * concentration * Math.exp(input.ceilingMarginLn),
    CEILING_LIMITS_MG_PER_HR.lowest,
    // Learned sweat sodium moves by laboratory values only, so it counts as measured.
    input.sweatSodium.source === 'measured' || input.sweatSodium.source === 'learned'
      ? CEILING_LIMITS_MG_PER_HR.measured
      : CEILING_LIMITS_MG_PER_HR.unmeasured,
  );

  const wanted = Math.max(fraction * loss, Math.min(need, loss));
  const drinkLimit = DRINK_CONCENTRATION_LIMIT_MG_PER_L * fluidLPerHr;
  let sodium = Math.min(wanted, drinkLimit, CEILING_MARGIN * maxSafe);
  let bound: SodiumBound | null =
    sodium >= wanted ? null : sodium === drinkLimit ? 'drink_concentration' : 'safety_ceiling';
  if (eventHours < 1.25 && thermalStressLevel < 8) {
    sodium = 0;
    bound = 'short_session';
  }
  const minimum = LONG_EVENT_MINIMUM_MG_PER_L * fluidLPerHr;
  if (eventHours >= 4 && fluidLPerHr > 0.6 * sweatRateLPerHr && sodium < minimum) {
    sodium = Math.min(minimum, CEILING_MARGIN * maxSafe);
    bound = 'long_event_minimum';
  }
  if (input.medicalLimit && sodium > MEDICAL_LIMIT_MG_PER_HR) {
    sodium = MEDICAL_LIMIT_MG_PER_HR;
    bound = 'medical_limit';
  }
  return {
    concentrationMgPerL: concentration,
    lossMgPerHr: loss,
    replacedFraction: fraction,
    needMgPerHr: need,
    maxSafeMgPerHr: input.medicalLimit ? Math.min(maxSafe, MEDICAL_LIMIT_MG_PER_HR) : maxSafe,
    sodiumMgPerHr: sodium,
    boundBy: bound,
  };
}

/** Sodium in mg/h that keeps plasma at 137 mmol/L at the end (Nguyen & Kurtz 2004, recalled; method as in Montain 2006). */
function plasmaSodiumNeed(input: SodiumInput, concentrationMgPerL: number): number {
  const bodyWaterL = (input.sex === 'male' ? 0.6 : 0.52) * input.massKg;
  const startMmol = ((PLASMA_START_MMOL_PER_L + 23.8) / 1.03) * bodyWaterL;
  const lostMmol =
    input.sweatRateLPerHr * input.hours * (concentrationMgPerL / MG_PER_MMOL + SWEAT_POTASSIUM_MMOL_PER_L);
  const endWaterL = bodyWaterL - (input.sweatRateLPerHr - input.fluidLPerHr) * input.hours;
  const keptMmol = ((PLASMA_KEPT_MMOL_PER_L + 23.8) / 1.03) * endWaterL;
  return Math.max(0, ((keptMmol - (startMmol - lostMmol)) * MG_PER_MMOL) / input.hours);
}
