/** Describes the athlete in physical terms, with a stated default for every missing profile field. */

import { clamp } from './numbers.ts';
import { DEFAULTS } from './tables.ts';
import type { EngineAthlete, Sex } from './types.ts';

/** An athlete without missing values: stated, else defaults. */
export interface Body {
  readonly sex: Sex | null;
  readonly ageYears: number;
  readonly massKg: number;
  readonly heightCm: number;
  readonly fitnessLevel: number;
  readonly vo2maxMlPerKgMin: number;
  readonly vo2maxFrom: 'stated' | 'ftp' | 'fitness_level';
  /** Body surface area, m². */
  readonly surfaceAreaM2: number;
  /** Total body water, L. */
  readonly bodyWaterL: number;
}

/** FTP as a share of power at VO2max. Engineering choice; .75–.82 in the training literature. */
const FTP_SHARE_OF_MAXIMAL_POWER = 0.8;
/** Total body water as a share of body mass. Recalled. */
const BODY_WATER_SHARE = { male: 0.6, female: 0.52, unknown: 0.52 } as const;

/** VO2max by sex and age relative to a 30-year-old man (recalled decline near 1 % per year). */
function vo2maxFactor(sex: Sex | null, ageYears: number): number {
  const bySex = { male: 1, female: 0.87, unknown: 0.935 }[sex ?? 'unknown'];
  return bySex * Math.max(0.4, 1 - 0.008 * Math.max(0, ageYears - 30));
}

/** VO2max from functional threshold power: the ACSM cycling equation (recalled), within 20–90 ml/kg/min. */
function vo2maxFromFtp(ftpW: number | null, massKg: number): number | null {
  if (ftpW === null) return null;
  return clamp((10.8 * ftpW) / FTP_SHARE_OF_MAXIMAL_POWER / massKg + 7, 20, 90);
}

/** Fills in missing profile fields. Accepts every valid athlete. Surface area: DuBois & DuBois 1916. */
export function resolveBody(athlete: EngineAthlete): Body {
  const { sex } = athlete;
  const massKg = athlete.bodyMassKg ?? DEFAULTS.bodyMassKg;
  const ageYears = athlete.ageYears ?? DEFAULTS.ageYears;
  const heightCm = athlete.heightCm ?? DEFAULTS.heightCm[sex ?? 'unknown'];
  const factor = vo2maxFactor(sex, ageYears);
  const known = athlete.vo2maxMlPerKgMin ?? vo2maxFromFtp(athlete.ftpW, massKg);
  const fitnessLevel =
    athlete.fitnessLevel ?? (known === null ? DEFAULTS.fitnessLevel : clamp((known / factor - 38) / 4, 1, 9));
  return {
    sex,
    ageYears,
    massKg,
    heightCm,
    fitnessLevel,
    // Engineering choice: 42 ml/kg/min at level 1, 74 at level 9, for a 30-year-old man.
    vo2maxMlPerKgMin: known ?? (38 + 4 * fitnessLevel) * factor,
    vo2maxFrom: athlete.vo2maxMlPerKgMin !== null ? 'stated' : known !== null ? 'ftp' : 'fitness_level',
    surfaceAreaM2: 0.007184 * massKg ** 0.425 * heightCm ** 0.725,
    bodyWaterL: BODY_WATER_SHARE[sex ?? 'unknown'] * massKg,
  };
}
