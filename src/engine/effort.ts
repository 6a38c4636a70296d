/** Who the athlete is in physical terms, and how hard the body works: fraction of VO2max and metabolic rate. */

import { atLevel, clamp, type NineLevels } from './numbers.ts';
import { DEFAULTS, INTENSITY, type IntensityRow, SPORTS, type Sport } from './tables.ts';
import type { EngineAthlete, Sex } from './types.ts';

/** The athlete with every gap filled by a stated default. */
export interface Body {
  readonly sex: Sex | null;
  readonly ageYears: number;
  readonly massKg: number;
  readonly heightCm: number;
  readonly fitnessLevel: number;
  readonly vo2maxMlPerKgMin: number;
  /** Skin surface, m². */
  readonly surfaceAreaM2: number;
}

/** Measurements that replace a level where a laboratory or a power meter has them; null where not measured. */
export interface MeasuredEffort {
  readonly metabolicRateW: number | null;
  readonly fractionOfVo2max: number | null;
}

export interface Effort {
  readonly fractionOfVo2max: number;
  /** Fraction of VO2max that the level alone asks for, before the sustainability limit. */
  readonly levelFraction: number;
  readonly sustainableFraction: number;
  readonly metabolicRateW: number;
  /** What the level alone would give. */
  readonly metabolicRateFromLevelW: number;
  readonly metabolicRateFrom: 'level' | 'power' | 'measured';
  /** True where power asks for more than the best humans can hold for this long; the limit is used instead. */
  readonly powerImplausible: boolean;
}

/** W of metabolic rate per L/min of oxygen: 20.6 kJ/L at a respiratory exchange ratio near 0.9. Recalled. */
const WATT_PER_OXYGEN_L_PER_MIN = 343;
/** Functional threshold power as a share of the power at VO2max. Engineering choice, 0.75–0.82 in training literature. */
const FTP_SHARE_OF_MAXIMAL_AEROBIC_POWER = 0.8;
/** Highest VO2max that a record-holder has shown, ml/kg/min, bounding what a power meter may claim. Recalled, rounded down. */
const HUMAN_LIMIT_VO2MAX = 88;
/** Below this mechanical efficiency power says little about metabolic rate (running, skiing, walking). Engineering choice. */
const POWER_IS_TELLING_FROM_EFFICIENCY = 0.15;

/** Fills the gaps of a profile. Height by sex, VO2max from FTP or fitness, mass 65 kg; all valid input is admitted. */
export function resolveBody(athlete: EngineAthlete): Body {
  const massKg = athlete.bodyMassKg ?? DEFAULTS.bodyMassKg;
  const ageYears = athlete.ageYears ?? DEFAULTS.ageYears;
  const heightCm = athlete.heightCm ?? DEFAULTS.heightCm[athlete.sex ?? 'unknown'];
  const stated = athlete.vo2maxMlPerKgMin ?? vo2maxFromFtp(athlete.ftpW, massKg);
  const fitnessLevel =
    athlete.fitnessLevel ??
    (stated === null ? DEFAULTS.fitnessLevel : fitnessFromVo2max(stated, athlete.sex, ageYears));
  return {
    sex: athlete.sex,
    ageYears,
    massKg,
    heightCm,
    fitnessLevel,
    vo2maxMlPerKgMin: stated ?? expectedVo2max(fitnessLevel, athlete.sex, ageYears),
    surfaceAreaM2: duBoisSurfaceArea(massKg, heightCm),
  };
}

/** Skin surface in m² (DuBois & DuBois 1916, Arch Intern Med 17:863; recalled). */
function duBoisSurfaceArea(massKg: number, heightCm: number): number {
  return 0.007184 * massKg ** 0.425 * heightCm ** 0.725;
}

/**
 * VO2max in ml/kg/min of an athlete who knows only a fitness level 1–9.
 * Engineering choice, deliberately low: an underestimate predicts less sweat, the safe side for hyponatraemia.
 */
function expectedVo2max(fitnessLevel: number, sex: Sex | null, ageYears: number): number {
  return (36 + 3.6 * fitnessLevel) * sexAndAgeFactor(sex, ageYears);
}

function sexAndAgeFactor(sex: Sex | null, ageYears: number): number {
  const bySex = sex === 'male' ? 1 : sex === 'female' ? 0.86 : 0.93;
  // Floored at 0.4 so that the ages 100–130, which the wire admits, stay physical.
  return bySex * Math.max(0.4, 1 - 0.008 * Math.max(0, ageYears - 30));
}

function fitnessFromVo2max(vo2max: number, sex: Sex | null, ageYears: number): number {
  return clamp((vo2max / sexAndAgeFactor(sex, ageYears) - 36) / 3.6, 1, 9);
}

/** VO2max from functional threshold power through the ACSM cycling equation, 10.8·W/kg + 7 (recalled). */
function vo2maxFromFtp(ftpW: number | null, massKg: number): number | null {
  if (ftpW === null) return null;
  return clamp((10.8 * ftpW) / FTP_SHARE_OF_MAXIMAL_AEROBIC_POWER / massKg + 7, 20, 90);
}

/**
 * Fraction of VO2max that can be held for `eventHours`: falls with the logarithm of time beyond 7 min
 * (form: Péronnet & Thibault 1989, J Appl Physiol 67:453, recalled; slope by fitness: engineering choice).
 */
function sustainableFraction(eventHours: number, fitnessLevel: number): number {
  const slope = 0.085 - 0.005 * (fitnessLevel - 4);
  return 1 - slope * Math.log(Math.max(eventHours * 60, 7) / 7);
}

/**
 * Intensity level of a ride of which only power is known: by share of FTP where there is one, otherwise
 * by the oxygen cost of that power. Null where power cannot tell (no power, or a sport without a stable efficiency).
 */
export function intensityLevelFromPower(
  averagePowerW: number | null,
  sport: Sport,
  athlete: EngineAthlete,
  body: Body,
): number | null {
  if (averagePowerW === null || averagePowerW === 0 || !powerIsTelling(sport)) return null;
  if (athlete.ftpW !== null)
    return firstLevel((row) => averagePowerW <= row.upToFractionOfFtp * ftp(athlete));
  const constants = SPORTS[sport];
  const oxygenCostMlPerKgMin =
    ((averagePowerW / constants.mechanicalEfficiency / WATT_PER_OXYGEN_L_PER_MIN) * 1000) / body.massKg;
  const fraction = oxygenCostMlPerKgMin / (body.vo2maxMlPerKgMin * constants.usableVo2maxShare);
  return firstLevel((row) => fraction <= row.fractionOfVo2max + 0.03);
}

function ftp(athlete: EngineAthlete): number {
  return athlete.ftpW ?? 0;
}

function firstLevel(fits: (row: IntensityRow) => boolean): number {
  const table: NineLevels<IntensityRow> = INTENSITY;
  const index = table.findIndex(fits);
  return index < 0 ? 9 : index + 1;
}

/** True for sports whose power meter tells metabolic rate: cycling and rowing. */
export function powerIsTelling(sport: Sport): boolean {
  return SPORTS[sport].mechanicalEfficiency >= POWER_IS_TELLING_FROM_EFFICIENCY;
}

/**
 * How hard the body works over one leg. `eventHours` is the whole event: nobody holds level 8 for ten hours,
 * so the level's fraction is clipped to what is sustainable. A measured fraction is used as given; a measured
 * metabolic rate or power replaces the metabolic rate only (W; power ÷ gross efficiency .18–.21, recalled).
 */
export function resolveEffort(
  sport: Sport,
  intensityLevel: number,
  eventHours: number,
  body: Body,
  averagePowerW: number | null,
  measured: MeasuredEffort | null,
): Effort {
  const constants = SPORTS[sport];
  const levelFraction = atLevel(INTENSITY, intensityLevel).fractionOfVo2max;
  const sustainable = sustainableFraction(eventHours, body.fitnessLevel);
  const fractionOfVo2max = measured?.fractionOfVo2max ?? Math.min(levelFraction, sustainable);
  const fromLevel =
    (fractionOfVo2max * body.vo2maxMlPerKgMin * constants.usableVo2maxShare * body.massKg) / 1000;
  const metabolicRateFromLevelW = fromLevel * WATT_PER_OXYGEN_L_PER_MIN;

  let metabolicRateW = metabolicRateFromLevelW;
  let metabolicRateFrom: Effort['metabolicRateFrom'] = 'level';
  let powerImplausible = false;
  const measuredRateW = measured?.metabolicRateW ?? null;
  if (measuredRateW !== null) {
    metabolicRateW = measuredRateW;
    metabolicRateFrom = 'measured';
  } else if (averagePowerW !== null && averagePowerW > 0 && powerIsTelling(sport)) {
    const humanLimitW =
      (sustainableFraction(eventHours, 9) * HUMAN_LIMIT_VO2MAX * body.massKg * WATT_PER_OXYGEN_L_PER_MIN) /
      1000;
    const fromPowerW = averagePowerW / constants.mechanicalEfficiency;
    powerImplausible = fromPowerW > humanLimitW;
    // An impossible reading must not buy a higher ceiling: the level's own estimate is used instead.
    metabolicRateW = powerImplausible ? Math.min(metabolicRateFromLevelW, humanLimitW) : fromPowerW;
    metabolicRateFrom = powerImplausible ? 'level' : 'power';
  }
  return {
    fractionOfVo2max,
    levelFraction,
    sustainableFraction: sustainable,
    metabolicRateW,
    metabolicRateFromLevelW,
    metabolicRateFrom,
    powerImplausible,
  };
}
