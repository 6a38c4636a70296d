/** Determines the start and the goal of gut training for a race (SCIENCE §14). */

import { resolveBody } from './body.ts';
import { draftEvent, type EventDraft, legAt } from './draft-event.ts';
import type { GutTrainingInput } from './gut-training.ts';
import type { LearnedLatent, LearnedState } from './learned-state.ts';
import { interpolate } from './numbers.ts';
import type { Sport } from './sport.ts';
import { CARBOHYDRATE_LIMIT_BY_AGE } from './tables.ts';
import { practisedGPerHr, startingTolerance } from './tolerance.ts';
import type { EngineActivity, EngineAthlete } from './types.ts';

/** Tolerance of a gut trained as far as studies show, g/h. */
const TRAINED_TOLERANCE_G_PER_HR = 120;

/** The starting point of gut training. */
export type GutStart = Pick<GutTrainingInput, 'practisedGPerHr' | 'isTested' | 'giHistory'>;

/** An athlete with their learned state. */
export interface KnownGut {
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
