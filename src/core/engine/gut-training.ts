/**
 * Plans how to build up to race carbohydrate, week by week (SCIENCE §14). The steps follow practice, not
 * trials.
 */

import { clamp } from './numbers.ts';
import type { EngineAthlete } from './types.ts';

/** Reasons why nothing is planned, in order of precedence. */
export const GUT_TRAINING_REASONS = [
  'eating_disorder',
  'pregnant',
  'under_16',
  'nothing_to_train',
  'too_late',
] as const;
/** A reason why no weeks are planned. */
export type GutTrainingReason = (typeof GUT_TRAINING_REASONS)[number];

/** One week: two sessions of this many minutes at race effort and this rate, g/h. */
export interface GutTrainingWeek {
  readonly week: number;
  readonly targetGPerHr: number;
  readonly sessions: number;
  readonly minutes: number;
  /** True if the rate of the previous week is held. */
  readonly hold: boolean;
}

/** A practice schedule. Without weeks, the reason says why. */
export interface GutTrainingPlan {
  readonly startGPerHr: number;
  readonly goalGPerHr: number;
  readonly reachesGPerHr: number;
  readonly weeksNeeded: number;
  readonly weeks: readonly GutTrainingWeek[];
  readonly reason: GutTrainingReason | null;
}

/** Input of a schedule. */
export interface GutTrainingInput {
  readonly athlete: Pick<EngineAthlete, 'ageYears' | 'health'>;
  /** Highest recorded rate tolerated well in the race's sport, else the starting tolerance, g/h. */
  readonly practisedGPerHr: number;
  /** Rate that the race would use with a tolerance of 120 g/h. */
  readonly wantedGPerHr: number;
  readonly daysToRace: number;
  readonly giHistory: boolean;
  /** True if a tolerance was declared or a rate practised. */
  readonly isTested: boolean;
}

/** Step of planned rates, g/h. */
const GRID_G_PER_HR = 5;
/** Lowest starting rate, g/h. Engineering choice. */
const LEAST_START_G_PER_HR = 20;
/** Highest goal by age: 60 g/h at 15 years, 120 from 22 (no dose studies in youth; engineering choice). */
const GOAL = { adultGPerHr: 120, adultFromYears: 22, youthGPerHr: 60, youthYears: 15 } as const;
/** Weekly step, g/h; the careful one is for sensitive, older and untested guts. Engineering choice. */
const STEP_G_PER_HR = { usual: 10, careful: 5 } as const;
const CAREFUL_FROM_YEARS = 65;
/**
 * A goal less than this above the start needs no training, g/h, and fewer weeks than this are too few.
 * Engineering choice.
 */
const LEAST_RISE_G_PER_HR = 5;
const LEAST_WEEKS = 2;
/** Sessions per week, and minutes in the first, last and other weeks. Engineering choice. */
const SESSIONS = 2;
const MINUTES = { firstAndLast: 60, others: 90 } as const;
/** Minimum age for gut training, years. Engineering choice. */
const YOUNGEST_YEARS = 16;

/**
 * Plans the weeks until a race. The last one holds the rate of the week before. Two weeks of daily feeding at
 * 90 g/h lowered symptoms (Costa 2017, Miall 2018: cited); steps and hours are engineering choices.
 */
export function planGutTraining(input: GutTrainingInput): GutTrainingPlan {
  const start = Math.max(LEAST_START_G_PER_HR, downToGrid(input.practisedGPerHr));
  const goal = Math.max(start, downToGrid(Math.min(input.wantedGPerHr, highestGoal(input.athlete.ageYears))));
  const step = stepOf(input);
  const needed = Math.max(LEAST_WEEKS, Math.ceil((goal - start) / step) + 1);
  const used = Math.min(Math.floor(input.daysToRace / 7), needed);
  const reason = reasonOf(input, { rise: goal - start, used });
  const weeks = reason === null ? weeksOf({ start, goal, step, used }) : [];
  return {
    startGPerHr: start,
    goalGPerHr: goal,
    reachesGPerHr: weeks.at(-1)?.targetGPerHr ?? start,
    weeksNeeded: needed,
    weeks,
    reason,
  };
}

function highestGoal(ageYears: number | null): number {
  const { adultGPerHr, adultFromYears, youthGPerHr, youthYears } = GOAL;
  if (ageYears === null || ageYears >= adultFromYears) return adultGPerHr;
  return clamp(
    youthGPerHr + ((ageYears - youthYears) * (adultGPerHr - youthGPerHr)) / (adultFromYears - youthYears),
    0,
    adultGPerHr,
  );
}

function stepOf({ athlete, giHistory, isTested }: GutTrainingInput): number {
  const isOlder = athlete.ageYears !== null && athlete.ageYears >= CAREFUL_FROM_YEARS;
  return giHistory || isOlder || !isTested ? STEP_G_PER_HR.careful : STEP_G_PER_HR.usual;
}

function reasonOf(
  { athlete }: GutTrainingInput,
  { rise, used }: { readonly rise: number; readonly used: number },
): GutTrainingReason | null {
  const { health, ageYears } = athlete;
  if (health.redsOrEatingDisorder) return 'eating_disorder';
  if (health.pregnant) return 'pregnant';
  if (ageYears !== null && ageYears < YOUNGEST_YEARS) return 'under_16';
  if (rise < LEAST_RISE_G_PER_HR) return 'nothing_to_train';
  return used < LEAST_WEEKS ? 'too_late' : null;
}

interface Steps {
  readonly start: number;
  readonly goal: number;
  readonly step: number;
  readonly used: number;
}

function weeksOf({ start, goal, step, used }: Steps): GutTrainingWeek[] {
  return Array.from({ length: used }, (_, index) => {
    const isLast = index === used - 1;
    const rises = isLast ? index : index + 1;
    return {
      week: index + 1,
      targetGPerHr: Math.min(goal, start + step * rises),
      sessions: SESSIONS,
      minutes: index === 0 || isLast ? MINUTES.firstAndLast : MINUTES.others,
      hold: isLast,
    };
  });
}

function downToGrid(gPerHr: number): number {
  return Math.floor(gPerHr / GRID_G_PER_HR + 1e-9) * GRID_G_PER_HR;
}
