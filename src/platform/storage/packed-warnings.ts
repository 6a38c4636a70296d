import type { WarningCode } from '#core/engine/names.ts';
import type { DriverField } from '#core/engine/types.ts';
import { isOfKind, type ParameterKind } from '#core/engine/warning-rules.ts';
import { isWarningCode, isWarningSeverity, WARNINGS, type Warning } from '#core/engine/warnings.ts';
import { asPacked, type Packing } from './packed.ts';

type StoredWarning = readonly [
  code: string,
  parameters?: Readonly<Record<string, unknown>>,
  severity?: string,
];

/**
 * Warnings as lists of code, parameters by name, and severity where the code has several. A parameter that is false or
 * null is omitted, and so are no parameters at the end.
 */
export const packedWarnings: Packing<readonly Warning[]> = {
  pack: (warnings) =>
    warnings.map(({ code, severity, parameters }): StoredWarning => {
      const stated = Object.entries(parameters).filter(([, value]) => value !== false && value !== null);
      if (WARNINGS[code].severities.length > 1) return [code, Object.fromEntries(stated), severity];
      return stated.length === 0 ? [code] : [code, Object.fromEntries(stated)];
    }),
  unpack: (packed) => asPacked(packed).map((each) => unpackWarning(asPacked<StoredWarning>(each))),
};

function unpackWarning([code, stated = {}, stored]: StoredWarning): Warning {
  if (!isWarningCode(code)) throw new Error(`an unknown warning is stored: ${code}`);
  const [only, ...others] = WARNINGS[code].severities;
  const severity = others.length === 0 ? only : stored;
  if (severity === undefined || !isWarningSeverity(severity)) {
    throw new Error(`a stored warning has no severity: ${code} ${stored}`);
  }
  return { code, severity, parameters: restoreParameters(code, stated) } as Warning;
}

/** Restores the parameters of a code. Throws if one is missing or of another kind than in the table. */
function restoreParameters(code: WarningCode, stated: Readonly<Record<string, unknown>>) {
  const kinds = Object.entries<ParameterKind>(WARNINGS[code].parameters);
  const restored = kinds.map(([name, kind]): [string, unknown] => {
    const value = stated[name] ?? (kind === 'flag' ? false : null);
    if (!isOfKind(kind, value)) throw new Error(`a stored warning lacks a parameter: ${code}, ${name}`);
    return [name, value];
  });
  return Object.fromEntries(restored);
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
  raceFormat: 1,
} as const satisfies Readonly<Record<DriverField, 1>>;

const FIELD_NAMES = Object.keys(FIELDS).filter((name): name is DriverField => name in FIELDS);

/** The missing fields of a calculation, by number. */
export const packedMissingFields: Packing<readonly DriverField[]> = {
  pack: (fields) => fields.map((field) => FIELD_NAMES.indexOf(field)),
  unpack: (packed) =>
    asPacked<readonly number[]>(packed).map((number) => {
      const field = FIELD_NAMES[number];
      if (field === undefined) throw new Error(`an unknown field is stored: ${number}`);
      return field;
    }),
};
