import type { ActivityType, SingleSportType } from '@musette/engine/types';
import { familyOf, toSingleSport } from '../sports.ts';
import type { WorkoutLeg } from './workout.ts';

/** A sport of a multi-sport workout with its time. */
interface TimedSession {
  readonly type: ActivityType;
  readonly isTransition: boolean;
  readonly durationS: number;
}

/** An activity has at most this many segments. */
const LEGS_MAX = 10;
const SHORTEST_LEG_S = 1;

/**
 * Returns the type of a workout of several sports with its legs, in order. A transition belongs to the leg after
 * it, and consecutive sessions of one sport are one leg. More than ten legs become one for each sport. A
 * workout of one sport has none.
 */
export function legsOf(
  sessions: readonly TimedSession[],
  stated: ActivityType,
): { readonly type: ActivityType; readonly legs: readonly WorkoutLeg[] } {
  const legs = joined(sessions);
  const [first] = legs;
  if (first === undefined) return { type: stated, legs: [] };
  if (legs.length === 1) return { type: first.type, legs: [] };
  const type = MULTI_SPORT_BY_ORDER[legs.map((leg) => familyOf(leg.type)).join('-')] ?? 'brick';
  // A sport without steps has no time to tell.
  if (legs.some(({ durationS }) => durationS < SHORTEST_LEG_S)) return { type, legs: [] };
  return { type, legs: legs.length > LEGS_MAX ? bySport(legs) : legs };
}

const MULTI_SPORT_BY_ORDER: Readonly<Record<string, ActivityType>> = {
  'swim-bike-run': 'triathlon',
  'run-bike-run': 'duathlon',
};

function joined(sessions: readonly TimedSession[]): WorkoutLeg[] {
  const legs: WorkoutLeg[] = [];
  let transitionS = 0;
  for (const { type, isTransition, durationS } of sessions) {
    const before = legs.at(-1);
    const sport: SingleSportType = toSingleSport(type);
    if (isTransition) transitionS += durationS;
    else if (before?.type === sport) {
      legs[legs.length - 1] = { type: sport, durationS: before.durationS + transitionS + durationS };
      transitionS = 0;
    } else {
      legs.push({ type: sport, durationS: transitionS + durationS });
      transitionS = 0;
    }
  }
  const last = legs.at(-1);
  if (last !== undefined) legs[legs.length - 1] = { ...last, durationS: last.durationS + transitionS };
  return legs;
}

function bySport(legs: readonly WorkoutLeg[]): WorkoutLeg[] {
  return [...new Set(legs.map(({ type }) => type))].map((type) => ({
    type,
    durationS: legs.reduce((sum, leg) => (leg.type === type ? sum + leg.durationS : sum), 0),
  }));
}
