/**
 * Represents warnings as values: a stable code, a severity and the numbers of the text, which
 * `src/core/languages` renders.
 */

import type { SingleSportType, UncertaintyField } from './names.ts';

export type WarningSeverity = 'info' | 'caution' | 'danger';

/** Every code with the parameters of its text. */
export interface WarningParameters {
  EAH_RISK_LONG_SLOW: {
    readonly maxMlPerHr: number;
    readonly inWater: boolean;
    readonly hidesMass: boolean;
    /** The condition that raised it, regardless of the risk. */
    readonly condition: 'low_sodium_before' | 'water_retaining_drug' | null;
  };
  INPUT_NEEDED: { readonly field: UncertaintyField; readonly hidesMass: boolean };
  EAH_PLAN_EXCEEDS_SAFE: { readonly reportedMlPerHr: number; readonly maxMlPerHr: number };
  EAH_OVERDRINK_REPORTED: { readonly maxMlPerHr: number };
  NSAID_RISK: None;
  HEAT_CAUTION: { readonly afterIllness: boolean };
  HEAT_BLACK_FLAG: None;
  HEAT_EXTREME: None;
  HEAT_UNACCLIMATISED: None;
  HEAT_HARD_EFFORT: None;
  /** True if bottles may freeze on one of the legs. */
  COLD_LOW_FLUID: { readonly freezing: boolean };
  COLD_IMMERSION: None;
  /** True if the plan's own projection exceeds its limits. */
  DEHYDRATION_LARGE: { readonly isOutside: boolean };
  SWEAT_EXCEEDS_GUT: { readonly sweatLPerHr: number };
  HEAT_FLUID_LOSS: { readonly hidesMass: boolean };
  DRINK_TO_THIRST: None;
  SODIUM_UNMEASURED: { readonly lossMgPerHr: number };
  /** The type is that of the leg in a multi-sport event. */
  CARB_ABOVE_TOLERANCE: {
    readonly wantedGPerHr: number;
    readonly toleranceGPerHr: number;
    readonly leg: SingleSportType | null;
  };
  CARB_HIGH_UNTRAINED: { readonly usualGPerHr: number; readonly limitGPerHr: number };
  CARB_CONCENTRATED: { readonly gramsPerLitre: number };
  GI_HISTORY: { readonly carbGPerHr: number };
  INTAKE_NOT_NEEDED: None;
  MOUTH_RINSE_OPTION: None;
  YOUTH: { readonly ageYears: number; readonly tooLong: boolean };
  OLDER_ADULT: None;
  PREGNANCY: { readonly strenuous: boolean };
  MEDICAL_SODIUM: { readonly limitMgPerHr: number };
  MEDICAL_FLUID: { readonly limitMgPerHr: number; readonly maxMlPerHr: number };
  DIABETES: None;
  EATING_DISORDER_REDS: { readonly nothingPlanned: boolean };
  VERY_LONG_EVENT: {
    readonly beyondTwelveHours: boolean;
    readonly massRule: boolean;
    readonly hidesMass: boolean;
  };
  ALTITUDE: { readonly altitudeM: number };
  MASS_MISSING: { readonly hidesMass: boolean };
  DATA_OUT_OF_RANGE: {
    readonly mass: boolean;
    readonly ageYears: number | null;
    readonly duration: boolean;
    readonly intensityMissing: boolean;
    readonly heatMissing: boolean;
  };
  CONFLICTING_INPUT: {
    readonly statedLevel: number | null;
    readonly weatherLevel: number | null;
    readonly effortAgainstLevel: number | null;
    readonly unsustainableLevel: number | null;
    readonly sweatRateMlPerHr: number | null;
    readonly impossibleEffort: boolean;
    readonly effortAboveFitness: boolean;
  };
}

type None = Readonly<Record<string, never>>;

/** Every warning code. Codes are stored and never removed. */
export type WarningCode = keyof WarningParameters;

/** The severities of each code. A stored warning keeps the severity it was raised with. */
export const WARNING_SEVERITIES = {
  EAH_RISK_LONG_SLOW: ['danger', 'caution'],
  INPUT_NEEDED: ['danger'],
  EAH_PLAN_EXCEEDS_SAFE: ['danger', 'caution'],
  EAH_OVERDRINK_REPORTED: ['danger'],
  NSAID_RISK: ['caution'],
  HEAT_CAUTION: ['caution', 'info'],
  HEAT_BLACK_FLAG: ['caution'],
  HEAT_EXTREME: ['danger'],
  HEAT_UNACCLIMATISED: ['caution'],
  HEAT_HARD_EFFORT: ['danger'],
  COLD_LOW_FLUID: ['info'],
  COLD_IMMERSION: ['caution'],
  DEHYDRATION_LARGE: ['danger', 'caution'],
  SWEAT_EXCEEDS_GUT: ['info'],
  HEAT_FLUID_LOSS: ['info'],
  DRINK_TO_THIRST: ['info'],
  SODIUM_UNMEASURED: ['info'],
  CARB_ABOVE_TOLERANCE: ['info'],
  CARB_HIGH_UNTRAINED: ['caution'],
  CARB_CONCENTRATED: ['info'],
  GI_HISTORY: ['caution'],
  INTAKE_NOT_NEEDED: ['info'],
  MOUTH_RINSE_OPTION: ['info'],
  YOUTH: ['danger', 'caution', 'info'],
  OLDER_ADULT: ['info'],
  PREGNANCY: ['caution'],
  MEDICAL_SODIUM: ['caution', 'info'],
  MEDICAL_FLUID: ['danger', 'caution'],
  DIABETES: ['danger', 'caution'],
  EATING_DISORDER_REDS: ['caution'],
  VERY_LONG_EVENT: ['info'],
  ALTITUDE: ['info'],
  MASS_MISSING: ['info'],
  DATA_OUT_OF_RANGE: ['info'],
  CONFLICTING_INPUT: ['caution'],
} as const satisfies { readonly [Code in WarningCode]: readonly WarningSeverity[] };

/** One warning, stored as is and rendered when read. */
export type Warning<Code extends WarningCode = WarningCode> = {
  readonly [Each in Code]: {
    readonly code: Each;
    readonly severity: WarningSeverity;
    readonly parameters: WarningParameters[Each];
  };
}[Code];

/** Parameters of a text without any. */
export const NOTHING: None = {};

/** Builds a warning whose severity and parameters fit its code. */
export function warning<Code extends WarningCode>(
  code: Code,
  severity: (typeof WARNING_SEVERITIES)[Code][number],
  parameters: WarningParameters[Code],
): Warning<Code> {
  return { code, severity, parameters };
}
