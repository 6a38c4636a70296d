/**
 * Plans caffeine for athletes who want it, and a safe maximum for everyone (SCIENCE §13). Caffeine is never
 * required and never planned unless requested.
 */

import { needsFluidPhysician } from './ceiling.ts';
import { clamp, interpolate, type Points } from './numbers.ts';
import type { EngineActivity, EngineAthlete } from './types.ts';

/** An athlete's or a request's caffeine habits and wishes. Null means not stated. */
export interface CaffeineRequest {
  readonly wanted: boolean;
  readonly usualMgPerDay: number | null;
  readonly takenTodayMg: number | null;
  /** Minutes before the start. Null counts as just before. */
  readonly takenMinBeforeStart: number | null;
  /** Minutes from the start. */
  readonly sleepAtMin: number | null;
  /** True for arrhythmia, anxiety, medication, or by choice. */
  readonly avoid: boolean;
  /** True if the diet is caffeine-free. */
  readonly isDietFree: boolean;
}

/** A request of which nothing is stated. */
export const UNKNOWN_CAFFEINE: CaffeineRequest = {
  wanted: false,
  usualMgPerDay: null,
  takenTodayMg: null,
  takenMinBeforeStart: null,
  sleepAtMin: null,
  avoid: false,
  isDietFree: false,
};

/** Reasons why no caffeine is planned, in order of precedence. */
export const CAFFEINE_REASONS = [
  'under_18',
  'age_unknown',
  'pregnant',
  'heart_or_kidney',
  'blood_pressure',
  'medicine',
  'eating_disorder',
  'avoid',
  'too_short',
  'easy_training',
  'too_close_to_sleep',
  'day_used_up',
] as const;
/** A reason why no caffeine is planned. */
export type CaffeineReason = (typeof CAFFEINE_REASONS)[number];

/** One dose, minutes from the start; negative before it. */
export interface CaffeineDose {
  readonly atMin: number;
  readonly mg: number;
}

/** A caffeine plan. Without doses, the reason says why. */
export interface CaffeinePlan {
  readonly totalMg: number;
  readonly doses: readonly CaffeineDose[];
  readonly maxSafeMg: number;
  readonly reason: CaffeineReason | null;
}

/** Input of a caffeine plan. */
export interface CaffeineInput {
  readonly activity: Pick<EngineActivity, 'durationMin' | 'intensityLevel' | 'isRaceEvent'>;
  readonly athlete: Pick<EngineAthlete, 'ageYears' | 'bodyMassKg' | 'health'>;
  readonly request: CaffeineRequest;
}

/** Minimum age for planned caffeine, years. Convention. */
export const ADULT_YEARS = 18;
/** Assumed body mass if unknown, kg, low because too much caffeine would harm. */
const CAUTIOUS_MASS_KG = 50;
/** Maximum per day, mg, usual and in pregnancy (EFSA 2015, recalled). */
const DAY_MG = { usual: 400, pregnant: 200 } as const;
/** Maximum single dose, mg (EFSA 2015, recalled). */
const ONCE_MG = 200;
/** Maximum per day, mg/kg (ISSN 2021: 3–6 help, 9 only harms, cited). */
const DAY_MG_PER_KG = { race: 6, training: 3 } as const;
/** Maximum amount in the body at any dose, mg/kg (AIS: plateau near 3, cited). */
const BODY_MG_PER_KG = { race: 3, training: 2 } as const;
/** Target total, mg/kg, higher in races beyond 6 h (ISSN 2021, cited). */
const WANTED_MG_PER_KG = { from: 3, perHour: 0.5, fromHours: 6, to: 6, training: 2 } as const;
const TRAINING_MG = 150;
/** Athletes who rarely take caffeine get half. */
const NAIVE = { belowMgPerDay: 50, share: 0.5 } as const;
/** Single dose, mg/kg, and the smallest useful one, mg. */
const DOSE_MG_PER_KG = 1.5;
const LEAST_DOSE_MG = 25;
/** Elimination half-life, h (EFSA 2015: 3–10 h, recalled). One value for everyone: see SCIENCE §11. */
const HALF_LIFE_HOURS = 5;
/** Hours below which no caffeine is planned, and from which the whole amount is wanted. */
const SHORT_HOURS = { from: 0.5, full: 1.25 } as const;
/** Hours and level below which training needs no caffeine. */
const EASY_TRAINING = { belowHours: 1.5, belowIntensityLevel: 7 } as const;
/**
 * The last dose takes effect before the end, and comes this long before sleep, min (6 h: recalled; training:
 * choice).
 */
const LAST_BEFORE_END_MIN = 40;
const BEFORE_SLEEP_MIN = { race: 360, training: 480 } as const;
/** The first dose by event hours, min: before the start of short sessions, after a third of long ones. */
const FIRST_MIN: Points = [
  [1.5, -45],
  [4, 84],
];
const FIRST_SHARE = { fromHours: 4, share: 0.35 } as const;
/** Races up to this long get one dose, h. */
const ONE_DOSE_UP_TO_HOURS = 2;
/** Doses closer together than this are merged, h. */
const LEAST_SPAN_HOURS = 0.75;
/** Doses and times are shown in steps of 5 mg and 5 min. */
const STEP = 5;
const DEFAULT_INTENSITY_LEVEL = 5;

/**
 * Plans caffeine: total and doses in mg, and the safe maximum for this session on top of today's intake.
 * Doses are 0 with a reason if none is planned. No dose exceeds 200 mg or comes after the last useful minute,
 * and the amount in the body never exceeds 3 mg/kg, or 2 in training.
 */
export function planCaffeine(input: CaffeineInput): CaffeinePlan {
  const maxSafeMg = maxSafeCaffeineMg(input);
  const window = windowOf(input);
  const reason = reasonOf(input);
  if (reason !== null) return { totalMg: 0, doses: [], maxSafeMg, reason };
  const wantedMg = wantedOf(input, maxSafeMg);
  const times = timesOf(input, window, wantedMg);
  const mg = wantedMg < LEAST_DOSE_MG ? 0 : doseOf(input, times, wantedMg);
  if (mg < LEAST_DOSE_MG) {
    const isShort = input.activity.durationMin / 60 < SHORT_HOURS.full && maxSafeMg >= LEAST_DOSE_MG;
    return { totalMg: 0, doses: [], maxSafeMg, reason: isShort ? 'too_short' : 'day_used_up' };
  }
  return {
    totalMg: mg * times.length,
    doses: times.map((atMin) => ({ atMin, mg })),
    maxSafeMg,
    reason: null,
  };
}

/** Returns the maximum caffeine for this athlete in this session, mg, whether it is wanted or not. */
export function maxSafeCaffeineMg({ activity, athlete, request }: CaffeineInput): number {
  const { health, ageYears } = athlete;
  const isForbidden =
    ageYears === null ||
    ageYears < ADULT_YEARS ||
    request.avoid ||
    request.isDietFree ||
    health.hypertension ||
    health.waterRetainingDrug ||
    health.redsOrEatingDisorder ||
    needsFluidPhysician(health);
  if (isForbidden) return 0;
  const perKg = activity.isRaceEvent ? DAY_MG_PER_KG.race : DAY_MG_PER_KG.training;
  const day = health.pregnant ? DAY_MG.pregnant : Math.min(DAY_MG.usual, perKg * massOf(athlete));
  return downToStep(Math.max(0, day - (request.takenTodayMg ?? 0)));
}

/** Returns the last minute from the start at which a dose is still useful; negative before it. */
export function lastCaffeineMin(input: CaffeineInput): number {
  return windowOf(input).lastMin;
}

function massOf({ bodyMassKg }: CaffeineInput['athlete']): number {
  return bodyMassKg ?? CAUTIOUS_MASS_KG;
}

function reasonOf({ activity, athlete, request }: CaffeineInput): CaffeineReason | null {
  const { ageYears, health } = athlete;
  const hours = activity.durationMin / 60;
  const isEasy =
    !activity.isRaceEvent &&
    hours < EASY_TRAINING.belowHours &&
    (activity.intensityLevel ?? DEFAULT_INTENSITY_LEVEL) < EASY_TRAINING.belowIntensityLevel;
  if (ageYears !== null && ageYears < ADULT_YEARS) return 'under_18';
  if (ageYears === null) return 'age_unknown';
  if (health.pregnant) return 'pregnant';
  if (needsFluidPhysician(health)) return 'heart_or_kidney';
  if (health.hypertension) return 'blood_pressure';
  if (health.waterRetainingDrug) return 'medicine';
  if (health.redsOrEatingDisorder) return 'eating_disorder';
  if (request.avoid || request.isDietFree) return 'avoid';
  if (hours < SHORT_HOURS.from) return 'too_short';
  if (isEasy) return 'easy_training';
  return lastBeforeSleepMin(activity, request) < 0 ? 'too_close_to_sleep' : null;
}

/** Minutes from the start between which doses are taken. */
interface Window {
  readonly firstMin: number;
  readonly lastMin: number;
}

function windowOf({ activity, request }: CaffeineInput): Window {
  const { durationMin } = activity;
  const lastMin = Math.min(durationMin - LAST_BEFORE_END_MIN, lastBeforeSleepMin(activity, request));
  const firstMin =
    durationMin / 60 >= FIRST_SHARE.fromHours
      ? FIRST_SHARE.share * durationMin
      : interpolate(durationMin / 60, FIRST_MIN);
  return { firstMin: Math.min(firstMin, lastMin), lastMin };
}

/** Returns the last minute from the start at which a dose costs no sleep. Infinite if no sleep is planned. */
function lastBeforeSleepMin(
  { isRaceEvent }: CaffeineInput['activity'],
  { sleepAtMin }: CaffeineRequest,
): number {
  if (sleepAtMin === null) return Number.POSITIVE_INFINITY;
  return sleepAtMin - (isRaceEvent ? BEFORE_SLEEP_MIN.race : BEFORE_SLEEP_MIN.training);
}

function wantedOf({ activity, athlete, request }: CaffeineInput, maxSafeMg: number): number {
  const { from, perHour, fromHours, to, training } = WANTED_MG_PER_KG;
  const perKg = activity.isRaceEvent
    ? clamp(from + perHour * (activity.durationMin / 60 - fromHours), from, to)
    : training;
  const { usualMgPerDay } = request;
  const share = usualMgPerDay !== null && usualMgPerDay < NAIVE.belowMgPerDay ? NAIVE.share : 1;
  const most = activity.isRaceEvent ? maxSafeMg : Math.min(maxSafeMg, TRAINING_MG);
  const length = clamp(
    (activity.durationMin / 60 - SHORT_HOURS.from) / (SHORT_HOURS.full - SHORT_HOURS.from),
    0,
    1,
  );
  return length * Math.min(perKg * share * massOf(athlete), most);
}

/** Returns the minutes of the doses: one in training and short races, else evenly from first to last. */
function timesOf({ activity, athlete }: CaffeineInput, window: Window, wantedMg: number): readonly number[] {
  const { firstMin, lastMin } = window;
  const isOne =
    !activity.isRaceEvent ||
    activity.durationMin / 60 <= ONE_DOSE_UP_TO_HOURS ||
    (lastMin - firstMin) / 60 < LEAST_SPAN_HOURS;
  const each = Math.min(DOSE_MG_PER_KG * massOf(athlete), ONCE_MG);
  const count = isOne ? 1 : Math.max(1, Math.ceil(wantedMg / each - 1e-9));
  return Array.from({ length: count }, (_, index) =>
    downToStep(count === 1 ? firstMin : firstMin + ((lastMin - firstMin) * index) / (count - 1)),
  );
}

/** Returns the mg of each dose, so that the amount in the body never exceeds its limit. */
function doseOf(
  { activity, athlete, request }: CaffeineInput,
  times: readonly number[],
  wantedMg: number,
): number {
  const perKg = activity.isRaceEvent ? BODY_MG_PER_KG.race : BODY_MG_PER_KG.training;
  const limitMg = perKg * massOf(athlete);
  const takenMg = request.takenTodayMg ?? 0;
  const takenMin = request.takenMinBeforeStart ?? 0;
  const byBody = times.map((atMin) => {
    const left = takenMg * leftAfter(Math.max(0, takenMin + atMin));
    const doses = times
      .filter((other) => other <= atMin)
      .reduce((sum, other) => sum + leftAfter(atMin - other), 0);
    return (limitMg - left) / doses;
  });
  return downToStep(Math.max(0, Math.min(wantedMg / times.length, ONCE_MG, ...byBody)));
}

/** Share of a dose left in the body after these minutes. */
function leftAfter(minutes: number): number {
  return 2 ** (-minutes / 60 / HALF_LIFE_HOURS);
}

/** Rounds down to steps of 5. The tolerance keeps 70 − 1e-13 at 70. */
function downToStep(value: number): number {
  return Math.floor(value / STEP + 1e-9) * STEP;
}
