/**
 * Describes the athlete's body, with a stated default for every missing field, and resolves how hard it works:
 * fraction of VO2max and metabolic rate, from level, power or pace (SCIENCE §1).
 */

import { atLevel, clamp } from './numbers.ts';
import { DEFAULTS, FRACTION_OF_VO2MAX, SPORTS, type Sport } from './tables.ts';
import type { ActivityType, EngineActivity, EngineAthlete, Sex, SingleSportType } from './types.ts';

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

/** FTP as a share of power at VO2max: .75–.82 in the training literature. */
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
    // 42 ml/kg/min at level 1, 74 at level 9, for a 30-year-old man.
    vo2maxMlPerKgMin: known ?? (38 + 4 * fitnessLevel) * factor,
    vo2maxFrom: athlete.vo2maxMlPerKgMin !== null ? 'stated' : known !== null ? 'ftp' : 'fitness_level',
    surfaceAreaM2: 0.007184 * massKg ** 0.425 * heightCm ** 0.725,
    bodyWaterL: BODY_WATER_SHARE[sex ?? 'unknown'] * massKg,
  };
}

const RUNNING_TYPES: ReadonlySet<string> = new Set<SingleSportType>(['run', 'trail_run', 'treadmill_run']);
const WALKING_TYPES: ReadonlySet<string> = new Set<SingleSportType>(['hike', 'walk']);
const ROUGH_TYPES: ReadonlySet<string> = new Set<SingleSportType>(['trail_run', 'hike', 'walk']);

/** Factor on the energy cost for uneven ground. */
const ROUGH_TERRAIN_FACTOR = 1.1;
/** Resting share of the energy cost of moving, W/kg: 3.5 ml/kg/min. Recalled (ACSM). */
const RESTING_W_PER_KG = 1.2;
/**
 * Energy cost per metre, J/kg: running .2 ml/kg/m (ACSM, recalled); walking 2.5 instead of ACSM's 2.1, for brisk
 * and broken walking.
 */
const COST_J_PER_KG_M = { walking: 2.5, running: 4.1 } as const;
/**
 * Average race speeds between which runners alternate walking and running, m/s: 2.2 best
 * fits measured energy (Creer 2025, Costa 2014, Dumke 2006, Berger 2020: calibration), 2.6 slow marathons.
 */
const ALTERNATING_M_PER_S = { walking: 1.5, running: 2.4 } as const;
/** Speed at which a hiker's cost starts to become a runner's, and the span of the transition, m/s. */
const HIKING_M_PER_S = { from: 1.9, over: 0.7 } as const;
/** Movement economy: share of cost saved per fitness level above 5. */
const ECONOMY = { perLevel: 0.02, aboveLevel: 5, levels: 4 } as const;
/**
 * Energy cost per metre climbed and descended again, J/kg. The average of up and down grows with the square of
 * the grade (Minetti 2002, recalled), and courses concentrate their climb: 12 up to 34 m/km, 30 from 85.
 */
const CLIMB = { jPerKgM: 12, upToMPerKm: 34, steepestFactor: 2.5 } as const;

/** The information in one session's pace. */
export interface Pace {
  /** Over the whole time, rests included. */
  readonly speedMPerS: number;
  /** Share of time spent walking, 0–1. Null for hikes and walks. */
  readonly walkShare: number | null;
  /** Energy cost per metre climbed and descended again, J/kg. */
  readonly climbJPerKgM: number;
  readonly metabolicRateW: number;
}

/** Returns whether an activity type uses distance and climb. */
export function readsPace(type: ActivityType): type is SingleSportType {
  return RUNNING_TYPES.has(type) || WALKING_TYPES.has(type);
}

/** A distance on foot, above 0, with its climb and the weight carried. */
export interface Course {
  readonly type: SingleSportType;
  readonly hours: number;
  readonly distanceKm: number;
  readonly gainM: number;
  readonly packKg: number;
}

/** Returns whether an activity type is running. */
export function isRun(type: string): boolean {
  return RUNNING_TYPES.has(type);
}

/** Returns the metabolic rate of a course on foot. A pack costs as much to move as the body. */
export function paceOf({ type, hours, distanceKm, gainM, packKg }: Course, body: Body): Pace {
  const seconds = hours * 3600;
  const speedMPerS = (1000 * distanceKm) / seconds;
  const walkShare = isRun(type) ? walkShareOf(speedMPerS) : null;
  const flat = walkShare === null ? hikingCost(speedMPerS) : runningCost(speedMPerS, walkShare);
  const economy = 1 - ECONOMY.perLevel * clamp(body.fitnessLevel - ECONOMY.aboveLevel, 0, ECONOMY.levels);
  const terrain = ROUGH_TYPES.has(type) ? ROUGH_TERRAIN_FACTOR : 1;
  const climb = climbCost(gainM, distanceKm);
  const moving = speedMPerS * flat * economy * terrain;
  return {
    speedMPerS,
    walkShare,
    climbJPerKgM: climb,
    metabolicRateW:
      RESTING_W_PER_KG * body.massKg + (body.massKg + packKg) * (moving + (climb * gainM) / seconds),
  };
}

/** Returns the share of time that a runner with this average speed spends walking. */
function walkShareOf(speedMPerS: number): number {
  const { walking, running } = ALTERNATING_M_PER_S;
  return clamp((running - speedMPerS) / (running - walking), 0, 1);
}

/** Energy cost per metre of alternating walking and running, J/kg. */
function runningCost(speedMPerS: number, walkShare: number): number {
  const { walking, running } = COST_J_PER_KG_M;
  if (walkShare === 1) return walking;
  if (walkShare === 0) return running;
  const walkedW = walkShare * ALTERNATING_M_PER_S.walking * walking;
  const runW = (1 - walkShare) * ALTERNATING_M_PER_S.running * running;
  return (walkedW + runW) / speedMPerS;
}

/** Energy cost per metre of hiking, J/kg: that of walking up to running speed. */
function hikingCost(speedMPerS: number): number {
  const { walking, running } = COST_J_PER_KG_M;
  const { from, over } = HIKING_M_PER_S;
  return walking + (running - walking) * clamp((speedMPerS - from) / over, 0, 1);
}

function climbCost(gainM: number, distanceKm: number): number {
  const { jPerKgM, upToMPerKm, steepestFactor } = CLIMB;
  return jPerKgM * clamp(gainM / (upToMPerKm * distanceKm), 1, steepestFactor);
}

/** W of metabolic rate per ml/min of oxygen: 20.6 kJ/L at a respiratory exchange ratio near 0.9. Recalled. */
export const WATT_PER_OXYGEN_ML_PER_MIN = 0.343;
/**
 * Highest VO2max shown by a record-holder, ml/kg/min. Bounds the readings of a meter. Recalled, rounded down.
 */
const HUMAN_LIMIT_VO2MAX = 88;
/** Lowest metabolic rate of an upright person, W/kg (quiet standing). Recalled. */
const LEAST_METABOLIC_RATE_W_PER_KG = 1.5;
/** Minimum fraction of VO2max for a measured effort. */
const LEAST_FRACTION = 0.2;

/** Source of an effort: a stated level, a measurement, or the assumed level. */
type EffortSource = 'level' | 'power' | 'pace' | 'race_format' | 'default';

/** The effort of one leg: the fraction of VO2max used and its metabolic rate. */
export interface Effort {
  readonly intensityLevel: number;
  readonly isLevelStated: boolean;
  readonly source: EffortSource;
  readonly fractionOfVo2max: number;
  /** Fraction given by the level alone. */
  readonly levelFraction: number;
  readonly sustainableFraction: number;
  /** Metabolic rate at VO2max in this sport, W. */
  readonly maximalMetabolicRateW: number;
  readonly metabolicRateW: number;
  /** Metabolic rate given by the level alone, W. */
  readonly metabolicRateByLevelW: number;
  /** Null unless distance and time set the effort. */
  readonly pace: Pace | null;
  /** Standard deviation of ln metabolic rate if a course set it, else null. */
  readonly courseSd: number | null;
  /** True if the course is the likeliest for the hours, false if stated. */
  readonly isCourseLikely: boolean;
  /** True if the measurement exceeds what the best humans can sustain for this long. */
  readonly isImpossible: boolean;
}

/**
 * Returns the fraction of VO2max sustainable for `eventHours` (0.01–48 h) at fitness level 1–9. Form:
 * Péronnet & Thibault 1989 (recalled). Slopes between Myles 1979 (58–60 % for 7 h,
 * cited), Kimber 2002 (recalled), PMID 19883385 (39 ± 4 % of the speed at VO2max for 24 h, cited) and Davies
 * & Thompson 1979 (cited).
 */
export function sustainableFraction(eventHours: number, fitnessLevel: number): number {
  const beyondLevel4 = fitnessLevel - 4;
  return Math.max(
    0.25,
    1 -
      (0.08 - 0.005 * beyondLevel4) * Math.log(Math.max(60 * eventHours, 7) / 7) -
      clamp(0.095 - 0.015 * beyondLevel4, 0.04, 0.12) * Math.log(Math.max(eventHours, 3) / 3) -
      0.1 * Math.log(Math.max(eventHours, 12) / 12),
  );
}

/**
 * Metabolic rate of a measured effort, W, before the plausibility check. Null without a usable measurement.
 */
export interface MeasuredEffort {
  readonly source: 'power' | 'pace' | 'race_format';
  readonly metabolicRateW: number;
  readonly pace: Pace | null;
}

/**
 * Sports whose mechanical power gives the metabolic rate: gross efficiency .21 (bike) and .18 (row),
 * recalled.
 */
const POWER_TYPES: ReadonlySet<string> = new Set<SingleSportType>(['bike', 'indoor_bike', 'row']);
/** Reads power or pace of a single-sport activity. */
export function measuredEffort(activity: EngineActivity, body: Body): MeasuredEffort | null {
  const { type, averagePowerW, distanceKm, durationMin } = activity;
  if (averagePowerW !== null && averagePowerW > 0 && POWER_TYPES.has(type)) {
    const efficiency = type === 'row' ? SPORTS.row.mechanicalEfficiency : SPORTS.bike.mechanicalEfficiency;
    return { source: 'power', metabolicRateW: averagePowerW / efficiency, pace: null };
  }
  if (distanceKm !== null && distanceKm > 0 && readsPace(type)) {
    const gainM = activity.elevationGainM ?? 0;
    const packKg = activity.packKg ?? 0;
    const pace = paceOf({ type, hours: durationMin / 60, distanceKm, gainM, packKg }, body);
    return { source: 'pace', metabolicRateW: pace.metabolicRateW, pace };
  }
  return null;
}

/** Inputs of one leg's effort. */
interface EffortInput {
  readonly sport: Sport;
  readonly intensityLevel: number | null;
  readonly measured: MeasuredEffort | null;
  /** Energy of the likeliest courses. Null unless nothing but the duration of a race is known. */
  readonly likely: LikelyEffort | null;
  readonly eventHours: number;
}

/** The energy that one leg needs on one course. */
export interface LegCourse {
  readonly weight: number;
  readonly metabolicRateW: number;
}

/** Energy of the likeliest courses of a race. */
export interface LikelyEffort {
  readonly courses: readonly LegCourse[];
  /** Standard deviation of ln metabolic rate. */
  readonly sd: number;
  /** True if fitness, which then moves the weights, is stated. */
  readonly isFitnessStated: boolean;
}

/** Standard deviation of ln metabolic rate by a stated course. */
export const COURSE_SD = 0.1;
/** Largest share of the human limit that a likely course needs. */
const LIKELY_SHARE_OF_LIMIT = 0.95;
/** Standard deviation, ln, of the effort that a likely course may need relative to a sustainable one. */
const LIKELY_FIT_SD = 0.35;

/**
 * Returns the effort of one leg. A level gives the fraction, limited by what is sustainable for the event. A
 * measurement or a course gives the metabolic rate, from which the fraction follows. A reading above what the
 * best humans reach is lowered by its excess, down to the rate of the level.
 */
export function resolveEffort(body: Body, input: EffortInput): Effort {
  const { sport, measured, likely, eventHours } = input;
  const intensityLevel = input.intensityLevel ?? DEFAULTS.intensityLevel;
  const maximalW =
    body.vo2maxMlPerKgMin * SPORTS[sport].usableVo2maxShare * body.massKg * WATT_PER_OXYGEN_ML_PER_MIN;
  const levelFraction = atLevel(FRACTION_OF_VO2MAX, intensityLevel);
  const sustainable = sustainableFraction(eventHours, body.fitnessLevel);
  const fractionByLevel = Math.min(levelFraction, sustainable);
  const byLevelW = fractionByLevel * maximalW;
  const common = {
    intensityLevel,
    isLevelStated: input.intensityLevel !== null,
    levelFraction,
    sustainableFraction: sustainable,
    maximalMetabolicRateW: maximalW,
    metabolicRateByLevelW: byLevelW,
    pace: null,
    courseSd: null,
    isCourseLikely: false,
    isImpossible: false,
  };
  const fromLevel = input.intensityLevel === null ? 'default' : 'level';
  const humanLimitW =
    sustainableFraction(eventHours, 9) * HUMAN_LIMIT_VO2MAX * WATT_PER_OXYGEN_ML_PER_MIN * body.massKg;
  if (likely !== null) {
    const rateW = likelyRateW(likely, {
      byLevelW,
      sustainableW: sustainable * maximalW,
      limitW: LIKELY_SHARE_OF_LIMIT * humanLimitW,
    });
    return {
      ...common,
      source: 'race_format',
      fractionOfVo2max: clamp(rateW / maximalW, LEAST_FRACTION, sustainable),
      metabolicRateW: rateW,
      courseSd: likely.sd,
      isCourseLikely: true,
    };
  }
  if (measured === null) {
    return { ...common, source: fromLevel, fractionOfVo2max: fractionByLevel, metabolicRateW: byLevelW };
  }
  const measuredW = Math.max(measured.metabolicRateW, LEAST_METABOLIC_RATE_W_PER_KG * body.massKg);
  if (measuredW > humanLimitW) {
    const believedW = Math.max(byLevelW, 2 * humanLimitW - measuredW);
    return {
      ...common,
      source: fromLevel,
      // Declines continuously from the limit to the rate of the level.
      fractionOfVo2max: clamp(believedW / maximalW, fractionByLevel, sustainable),
      metabolicRateW: believedW,
      isImpossible: true,
    };
  }
  return {
    ...common,
    source: measured.source,
    fractionOfVo2max: clamp(measuredW / maximalW, LEAST_FRACTION, sustainable),
    metabolicRateW: measuredW,
    pace: measured.pace,
    courseSd: measured.source === 'race_format' ? COURSE_SD : null,
  };
}

/**
 * Weight of the less likely of two courses from which stated fitness decides fully between them. Where one of
 * them has just become possible, fitness alone would exchange them within a minute.
 */
const FITNESS_DECIDES_FROM = 0.42;

/**
 * Returns the mean rate of the likely courses, W. Stated fitness moves the weights towards courses that it
 * sustains, without changing their sum; the level counts for the rest.
 */
function likelyRateW(
  { courses, isFitnessStated }: LikelyEffort,
  {
    byLevelW,
    sustainableW,
    limitW,
  }: { readonly byLevelW: number; readonly sustainableW: number; readonly limitW: number },
): number {
  let sum = 0;
  let fitted = 0;
  let least = Number.POSITIVE_INFINITY;
  let byHoursW = 0;
  let byFitnessW = 0;
  for (const { weight, metabolicRateW } of courses) {
    const distance = Math.log(metabolicRateW / sustainableW) / LIKELY_FIT_SD;
    const fit = weight * Math.exp(-0.5 * distance * distance);
    const rateW = Math.min(metabolicRateW, limitW);
    sum += weight;
    fitted += fit;
    least = Math.min(least, weight);
    byHoursW += weight * rateW;
    byFitnessW += fit * rateW;
  }
  const isOpen = isFitnessStated && courses.length > 1;
  const share = isOpen ? clamp(least / sum / FITNESS_DECIDES_FROM, 0, 1) : 0;
  return (1 - share) * byHoursW + (share * sum * byFitnessW) / fitted + (1 - sum) * byLevelW;
}
