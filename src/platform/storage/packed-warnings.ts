import type { WarningCode } from '#core/engine/names.ts';
import type { DriverField } from '#core/engine/types.ts';
import type { WarningSeverity } from '#core/engine/warning-rules.ts';
import { isWarningCode, type Warning, type WarningParameters } from '#core/engine/warnings.ts';
import { asPacked, type Packing } from './packed.ts';

/**
 * The parameters of each code in storage order. A stored warning refers to its code by its position in this table, so codes
 * and parameters are only added at the end and never moved.
 */
const PARAMETERS = {
  EAH_RISK_LONG_SLOW: { maxMlPerHr: 1, inWater: 1, hidesMass: 1, condition: 1 },
  INPUT_NEEDED: { field: 1, hidesMass: 1 },
  EAH_PLAN_EXCEEDS_SAFE: { reportedMlPerHr: 1, maxMlPerHr: 1 },
  EAH_OVERDRINK_REPORTED: { maxMlPerHr: 1 },
  NSAID_RISK: {},
  HEAT_CAUTION: { afterIllness: 1 },
  HEAT_BLACK_FLAG: {},
  HEAT_EXTREME: {},
  HEAT_UNACCLIMATISED: {},
  HEAT_HARD_EFFORT: {},
  COLD_LOW_FLUID: { freezing: 1 },
  COLD_IMMERSION: {},
  DEHYDRATION_LARGE: { isOutside: 1 },
  SWEAT_EXCEEDS_GUT: { sweatLPerHr: 1 },
  HEAT_FLUID_LOSS: { hidesMass: 1 },
  DRINK_TO_THIRST: {},
  SODIUM_UNMEASURED: { lossMgPerHr: 1 },
  CARB_ABOVE_TOLERANCE: { wantedGPerHr: 1, toleranceGPerHr: 1, leg: 1 },
  CARB_HIGH_UNTRAINED: { usualGPerHr: 1, limitGPerHr: 1 },
  CARB_CONCENTRATED: { gramsPerLitre: 1 },
  GI_HISTORY: { carbGPerHr: 1 },
  INTAKE_NOT_NEEDED: {},
  MOUTH_RINSE_OPTION: {},
  YOUTH: { ageYears: 1, tooLong: 1 },
  OLDER_ADULT: {},
  PREGNANCY: { strenuous: 1 },
  MEDICAL_SODIUM: { limitMgPerHr: 1 },
  MEDICAL_FLUID: { limitMgPerHr: 1, maxMlPerHr: 1 },
  DIABETES: {},
  EATING_DISORDER_REDS: { nothingPlanned: 1 },
  VERY_LONG_EVENT: { beyondTwelveHours: 1, massRule: 1, hidesMass: 1 },
  ALTITUDE: { altitudeM: 1 },
  MASS_MISSING: { hidesMass: 1 },
  DATA_OUT_OF_RANGE: { mass: 1, ageYears: 1, duration: 1, intensityMissing: 1, heatMissing: 1 },
  CONFLICTING_INPUT: {
    statedLevel: 1,
    weatherLevel: 1,
    effortAgainstLevel: 1,
    unsustainableLevel: 1,
    sweatRateMlPerHr: 1,
    impossibleEffort: 1,
    effortAboveFitness: 1,
  },
} as const satisfies { readonly [Code in WarningCode]: Readonly<Record<keyof WarningParameters[Code], 1>> };

const CODES = Object.keys(PARAMETERS);
const NAMES: Readonly<Record<WarningCode, object>> = PARAMETERS;
const SEVERITIES: readonly WarningSeverity[] = ['danger', 'caution', 'info'];

type PackedWarning = readonly [code: number, severity: number, ...parameters: unknown[]];

/** Warnings as lists: code number, severity and parameters. */
export const packedWarnings: Packing<readonly Warning[]> = {
  pack: (warnings) =>
    warnings.map(({ code, severity, parameters }): PackedWarning => {
      const values: Readonly<Record<string, unknown>> = parameters;
      const names = Object.keys(NAMES[code]);
      return [CODES.indexOf(code), SEVERITIES.indexOf(severity), ...names.map((name) => values[name])];
    }),
  unpack: (packed) => asPacked(packed).map((each) => unpackWarning(asPacked<PackedWarning>(each))),
};

function unpackWarning([number, severityNumber, ...values]: PackedWarning): Warning {
  const code = CODES[number];
  const severity = SEVERITIES[severityNumber];
  if (!isWarningCode(code) || severity === undefined)
    throw new Error(`an unknown warning is stored: ${number}`);
  const names = Object.keys(NAMES[code]);
  return asWarning({
    code,
    severity,
    parameters: Object.fromEntries(names.map((name, index) => [name, values[index]])),
  });
}

/** Combines a code with its stored parameters into a warning. Throws if they differ from those in the table. */
function asWarning(unpacked: {
  readonly code: WarningCode;
  readonly severity: WarningSeverity;
  readonly parameters: Readonly<Record<string, unknown>>;
}): Warning {
  if (Object.values(unpacked.parameters).includes(undefined)) {
    throw new Error(`a stored warning lacks parameters: ${unpacked.code}`);
  }
  return unpacked as Warning;
}

/** Fields that a calculation may miss, in storage order. Only add at the end, never move. */
const FIELDS = {
  bodyMassKg: 1,
  sex: 1,
  ageYears: 1,
  fitnessLevel: 1,
  sweatLevel: 1,
  sweatRateMlPerHr: 1,
  saltinessLevel: 1,
  sweatSodiumMgPerL: 1,
  carbToleranceGPerHr: 1,
  usualCarbGPerHr: 1,
  intensityLevel: 1,
  averagePowerW: 1,
  distanceKm: 1,
  thermalStressLevel: 1,
  weather: 1,
} as const satisfies Readonly<Record<DriverField, 1>>;

const FIELD_NAMES = Object.keys(FIELDS).filter((name): name is DriverField => name in FIELDS);

/** The missing fields of a calculation, by number. */
export const packedFields: Packing<readonly DriverField[]> = {
  pack: (fields) => fields.map((field) => FIELD_NAMES.indexOf(field)),
  unpack: (packed) =>
    asPacked<readonly number[]>(packed).map((number) => {
      const field = FIELD_NAMES[number];
      if (field === undefined) throw new Error(`an unknown field is stored: ${number}`);
      return field;
    }),
};
