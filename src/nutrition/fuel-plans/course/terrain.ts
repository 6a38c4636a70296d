import type { Course } from '@musette/basics/courses';
import { fractionOfStep, resolveBody } from '@musette/engine/fields';
import type { EngineAthlete, SingleSportType } from '@musette/engine/types';
import { SPORT_OF_TYPE } from '@musette/engine/types';
import type { WorkoutSteps } from '#platform/storage/workout-columns.ts';
import { unrolledSteps } from '../../records/unrolled-steps.ts';
import { type Stretch, stretchesOf } from './clock.ts';
import type { PlanLeg } from './legs.ts';

/** A part of the session in which eating is harder than usual. */
interface Hindrance {
  readonly fromMin: number;
  readonly toMin: number;
  /** Share of the usual intake, 0–1. */
  readonly ease: number;
}

/** The course and the hard parts of a session. */
export interface Terrain {
  /** Empty without a course. */
  readonly stretches: readonly Stretch[];
  readonly hindrances: readonly Hindrance[];
}

export const NO_TERRAIN: Terrain = { stretches: [], hindrances: [] };

/** Gradients from which eating is hard, and the share of the usual intake there. Engineering choices. */
const STEEP_ON_FOOT = 0.08;
const STEEP_RIDE = 0.06;
const EASE_UPHILL = 0.5;
/** Share of the usual intake on a descent, where a rider needs both hands. */
const EASE_DESCENT = 0.4;
/** Share of VO2max from which breathing leaves no time to eat: threshold work. Engineering choice. */
const HARD_FRACTION = 0.8;
const EASE_HARD = 0.3;
/** Assumed mass of a rider, kg: the engine's default. */
const UNKNOWN_MASS_KG = 65;

interface Session {
  readonly course: Course | null;
  readonly steps: WorkoutSteps | null;
}

/** Reads the course and the steps of a session: when each stretch is passed, and where eating is hard. */
export function terrainOf(
  { course, steps }: Session,
  legs: readonly PlanLeg[],
  athlete: EngineAthlete,
): Terrain {
  const stretches = course ? stretchesOf(course, legs, athlete.bodyMassKg ?? UNKNOWN_MASS_KG) : [];
  const steep = stretches.flatMap(({ fromMin, toMin, gradient, type }) => {
    const ease = easeOfGradient(type, gradient);
    return ease < 1 ? [{ fromMin, toMin, ease }] : [];
  });
  return { stretches, hindrances: [...steep, ...(steps ? hardSteps(steps, legs, athlete) : [])] };
}

function easeOfGradient(type: SingleSportType, gradient: number): number {
  switch (type) {
    case 'run':
    case 'trail_run':
    case 'hike':
    case 'walk':
      return gradient >= STEEP_ON_FOOT ? EASE_UPHILL : 1;
    case 'bike':
      if (gradient >= STEEP_RIDE) return EASE_UPHILL;
      return gradient <= -STEEP_RIDE ? EASE_DESCENT : 1;
    default:
      return 1;
  }
}

function hardSteps(
  steps: WorkoutSteps,
  legs: readonly PlanLeg[],
  athlete: EngineAthlete,
): readonly Hindrance[] {
  const body = resolveBody(athlete);
  let fromMin = 0;
  return unrolledSteps(steps).flatMap((step) => {
    const toMin = fromMin + step.durationMin;
    const leg = legs.find(({ endMin }) => fromMin < endMin) ?? legs[0];
    const sport = SPORT_OF_TYPE[leg?.type ?? 'other'];
    const fraction = fractionOfStep({ body, sport, ftpW: athlete.ftpW }, step) ?? 0;
    const hard = fraction >= HARD_FRACTION ? [{ fromMin, toMin, ease: EASE_HARD }] : [];
    fromMin = toMin;
    return hard;
  });
}
