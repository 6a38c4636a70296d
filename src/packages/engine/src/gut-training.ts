/**
 * Plans how to build up to race carbohydrate, week by week (SCIENCE §14). The steps follow practice, not
 * trials.
 */

import { draftEvent, type EventDraft, legAt } from './draft-event.ts';
import { resolveBody } from './effort.ts';
import type { LearnedLatent, LearnedState } from './learned-state.ts';
import type { GutTrainingReason } from './names.ts';
import { clamp, interpolate } from './numbers.ts';
import { CARBOHYDRATE_LIMIT_BY_AGE, type Sport } from './tables.ts';
import { practisedGPerHr, startingTolerance } from './tolerance.ts';
import type { EngineActivity, EngineAthlete } from './types.ts';

/** One week: sessions of this many minutes at race effort and this rate, g/h. */
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
/** Lowest starting rate, g/h. */
const LEAST_START_G_PER_HR = 20;
/** Highest goal by age: 60 g/h at 15 years, 120 from 22 (no dose studies in youth). */
const GOAL = { adultGPerHr: 120, adultFromYears: 22, youthGPerHr: 60, youthYears: 15 } as const;
/** Weekly step, g/h; the careful one is for sensitive and older guts, and for untested ones from a rate on. */
const STEP_G_PER_HR = { usual: 10, careful: 5, untestedFromGPerHr: 60 } as const;
const CAREFUL_FROM_YEARS = 65;
/** A goal less than this above the start needs no training, g/h, and fewer weeks than this are too few. */
const LEAST_RISE_G_PER_HR = 5;
const LEAST_WEEKS = 2;
/** With too few weeks: up to seven daily sessions in the last week, which rise by two steps (Martinez 2025, cited). */
const LAST_WEEK = { upToWeeks: 2, fromDays: 7, sessions: 7, steps: 2, minutes: 60 } as const;
/** Sessions per week, and minutes in the first, last and other weeks. */
const SESSIONS = 2;
const MINUTES = { firstAndLast: 60, others: 90 } as const;
/** Minimum age for gut training, years. */
const YOUNGEST_YEARS = 16;

/**
 * Plans the weeks until a race. The last one holds the rate of the week before. Two weeks of daily feeding at
 * 90 g/h lowered symptoms (Costa 2017, Miall 2018: cited); steps and hours are choices.
 */
export function planGutTraining(input: GutTrainingInput): GutTrainingPlan {
  const start = Math.max(LEAST_START_G_PER_HR, downToGrid(input.practisedGPerHr));
  const goal = Math.max(start, downToGrid(Math.min(input.wantedGPerHr, highestGoal(input.athlete.ageYears))));
  const rates = risingRates(input, { start, goal });
  const needed = Math.max(LEAST_WEEKS, rates.length + 1);
  const used = Math.min(Math.floor(input.daysToRace / 7), needed);
  const reason = reasonOf(input, goal - start);
  const isLate = used < needed && used <= LAST_WEEK.upToWeeks;
  const weeks = reason !== null ? [] : isLate ? [lastWeekOf(rates, input.daysToRace)] : weeksOf(rates, used);
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

/** Returns the rates of successive weeks from above the start to the goal, g/h. */
function risingRates(
  { athlete, giHistory, isTested }: GutTrainingInput,
  { start, goal }: { readonly start: number; readonly goal: number },
): readonly number[] {
  const { usual, careful, untestedFromGPerHr } = STEP_G_PER_HR;
  const isOlder = athlete.ageYears !== null && athlete.ageYears >= CAREFUL_FROM_YEARS;
  const rates: number[] = [];
  let rate = start;
  while (rate < goal) {
    const isCareful = giHistory || isOlder || (!isTested && rate >= untestedFromGPerHr);
    rate = Math.min(goal, rate + (isCareful ? careful : usual));
    rates.push(rate);
  }
  return rates;
}

function reasonOf({ athlete, daysToRace }: GutTrainingInput, rise: number): GutTrainingReason | null {
  const { health, ageYears } = athlete;
  if (health.redsOrEatingDisorder) return 'eating_disorder';
  if (health.pregnant) return 'pregnant';
  if (health.glp1Drug) return 'glp1_drug';
  if (ageYears !== null && ageYears < YOUNGEST_YEARS) return 'under_16';
  if (rise < LEAST_RISE_G_PER_HR) return 'nothing_to_train';
  return daysToRace < LAST_WEEK.fromDays ? 'too_late' : null;
}

function weeksOf(rates: readonly number[], used: number): GutTrainingWeek[] {
  return Array.from({ length: used }, (_, index) => {
    const isLast = index === used - 1;
    const rate = rates[Math.min(isLast ? index - 1 : index, rates.length - 1)];
    return {
      week: index + 1,
      targetGPerHr: rate ?? 0,
      sessions: SESSIONS,
      minutes: index === 0 || isLast ? MINUTES.firstAndLast : MINUTES.others,
      hold: isLast,
    };
  });
}

/** Returns the last seven days before the race. Whatever is left before them stays as usual. */
function lastWeekOf(rates: readonly number[], daysToRace: number): GutTrainingWeek {
  const { sessions, steps, minutes } = LAST_WEEK;
  return {
    week: 1,
    targetGPerHr: rates[Math.min(steps, rates.length) - 1] ?? 0,
    sessions: Math.min(sessions, daysToRace - 1),
    minutes,
    hold: false,
  };
}

function downToGrid(gPerHr: number): number {
  return Math.floor(gPerHr / GRID_G_PER_HR + 1e-9) * GRID_G_PER_HR;
}

/** Tolerance of a gut trained as far as studies show, g/h. */
const TRAINED_TOLERANCE_G_PER_HR = 120;

/** The starting point of gut training. */
type GutStart = Pick<GutTrainingInput, 'practisedGPerHr' | 'isTested' | 'giHistory'>;

/** An athlete with their learned state. */
interface KnownGut {
  readonly athlete: EngineAthlete;
  readonly learned: LearnedState | null;
}

/** Returns the start for a race, in the sport of its longest leg, and the carbohydrate it would use, g/h. */
export function gutBeforeRace(
  activity: EngineActivity,
  gut: KnownGut,
): GutStart & Pick<GutTrainingInput, 'wantedGPerHr'> {
  const draft = draftEvent({ activity, ...trained(gut) });
  const { sport } = legAt(draft.drafts, draft.longestIndex);
  return { ...startIn(sport, gut), wantedGPerHr: wantedOf(draft) };
}

/** Returns the start for a race of unknown sport: the lower of running and cycling. */
export function gutBeforeAnyRace(gut: KnownGut): GutStart {
  const [run, bike] = [startIn('run', gut), startIn('bike', gut)];
  return bike.practisedGPerHr < run.practisedGPerHr ? bike : run;
}

function startIn(sport: Sport, { athlete, learned }: KnownGut): GutStart {
  const practised = practisedGPerHr(learned, sport);
  const start = startingTolerance(sport, athlete, resolveBody(athlete).fitnessLevel);
  return {
    practisedGPerHr: practised > 0 ? practised : start,
    isTested: practised > 0 || athlete.carbToleranceGPerHr !== null,
    giHistory: athlete.giHistory === true || learned?.giHistory === true,
  };
}

/** Returns the same athlete with a trained gut and no history of gut trouble. */
function trained({ athlete, learned }: KnownGut): KnownGut {
  const unlearned = (latent: LearnedLatent) => ({ ...latent, observations: 0 });
  return {
    athlete: { ...athlete, carbToleranceGPerHr: TRAINED_TOLERANCE_G_PER_HR, giHistory: null },
    learned: learned && {
      ...learned,
      giHistory: false,
      runCarbToleranceGPerHr: unlearned(learned.runCarbToleranceGPerHr),
      bikeCarbToleranceGPerHr: unlearned(learned.bikeCarbToleranceGPerHr),
    },
  };
}

/** Returns the smallest of the longest leg's target, its oxidation rate, and the limit for the age, g/h. */
function wantedOf({ drafts, longestIndex, body }: EventDraft): number {
  const { targetGPerHr, demandGPerHr } = legAt(drafts, longestIndex).carbohydrate;
  return Math.min(targetGPerHr, demandGPerHr, interpolate(body.ageYears, CARBOHYDRATE_LIMIT_BY_AGE));
}
