/**
 * Finds weighings of the same hours, of which only one counts: a test, then a scale before a wearable, then the
 * earlier one. So the state depends on what was weighed, not on the order in which it was reported.
 */

import type { LearnedState, LearningEvent } from './learned-state.ts';
import { activityOfTest, weigh, weighingOfFeedback, weighingOfTest } from './learning-session.ts';
import { legsOf } from './multisport.ts';
import { DAY_MS, HOUR_MS } from './numbers.ts';
import { sweatSportOf } from './personal.ts';
import { planEvent } from './plan.ts';
import { SPORT_OF_TYPE } from './tables.ts';
import type { EngineAthlete, SingleSportType } from './types.ts';

/** The hours of an event, half-open, milliseconds since 1970. Of a session with a date only: its day. */
interface Span {
  readonly fromMs: number;
  readonly untilMs: number;
}

function isDayOnly(event: LearningEvent): boolean {
  return event.kind === 'feedback' && event.isDayOnly;
}

/** Returns the hours that an event may have in common with others. */
export function spanOf(event: LearningEvent): Span {
  if (isDayOnly(event)) {
    const fromMs = Math.floor(event.atMs / DAY_MS) * DAY_MS;
    return { fromMs, untilMs: fromMs + DAY_MS };
  }
  const { durationMin } = event.kind === 'feedback' ? event.activity : event;
  return { fromMs: event.atMs, untilMs: event.atMs + (durationMin / 60) * HOUR_MS };
}

/**
 * Returns whether an event may share hours with a weighing before a state, so that only the events before it, too, tell
 * which of them counts.
 */
export function reachesBack(event: LearningEvent, state: LearnedState | null): boolean {
  const untilMs = state?.sweat.usableUntilMs ?? null;
  return untilMs !== null && spanOf(event).fromMs < untilMs;
}

/**
 * Returns the weighings that do not count, because a better one weighed some of their hours.
 *
 * @param athleteOn the athlete on the day of an event
 */
export function supersededWeighings(
  athleteOn: (event: LearningEvent) => EngineAthlete,
  events: readonly LearningEvent[],
): ReadonlySet<LearningEvent> {
  const superseded = new Set<LearningEvent>();
  const counted: LearningEvent[] = [];
  const usable = overlapping(events).filter((event) => isUsable(athleteOn(event), event));
  for (const event of usable.sort(byPrecedence)) {
    if (counted.some((other) => doOverlap(event, other))) superseded.add(event);
    else counted.push(event);
  }
  return superseded;
}

function isWeighed(event: LearningEvent): boolean {
  return event.kind === 'sweat_test' || weighingOfFeedback(event) !== null;
}

/** Returns the weighings that share hours with another one: few or none. */
function overlapping(events: readonly LearningEvent[]): LearningEvent[] {
  const weighed = events
    .filter(isWeighed)
    .map((event) => ({ event, ...spanOf(event) }))
    .sort((left, right) => left.fromMs - right.fromMs);
  const found = new Set<LearningEvent>();
  weighed.forEach(({ event, untilMs }, index) => {
    for (const next of weighed.slice(index + 1)) {
      if (next.fromMs >= untilMs) break;
      if (!doOverlap(event, next.event)) continue;
      found.add(event);
      found.add(next.event);
    }
  });
  return [...found];
}

/** Of a session with a date only nobody knows the hours, so it is taken for a test of that day and sport. */
function doOverlap(one: LearningEvent, other: LearningEvent): boolean {
  const [a, b] = [spanOf(one), spanOf(other)];
  if (a.fromMs >= b.untilMs || b.fromMs >= a.untilMs) return false;
  if (isDayOnly(one)) return isTestOfSport(other, one);
  return isDayOnly(other) ? isTestOfSport(one, other) : true;
}

function isTestOfSport(test: LearningEvent, session: LearningEvent): boolean {
  if (test.kind !== 'sweat_test' || session.kind !== 'feedback') return false;
  const sportOf = (type: SingleSportType) => sweatSportOf(SPORT_OF_TYPE[type]);
  return legsOf(session.activity).some(({ type }) => sportOf(type) === sportOf(test.type));
}

function isUsable(athlete: EngineAthlete, event: LearningEvent): boolean {
  const isTest = event.kind === 'sweat_test';
  const weighing = isTest ? weighingOfTest(event) : weighingOfFeedback(event);
  if (weighing === null) return false;
  const plan = planEvent({
    activity: isTest ? activityOfTest(event) : event.activity,
    athlete,
    learned: null,
  });
  return weigh(plan, weighing, athlete.bodyMassKg).usable;
}

function byPrecedence(left: LearningEvent, right: LearningEvent): number {
  const rank = (event: LearningEvent): number =>
    (event.kind === 'sweat_test' ? 0 : 2) + (event.source === 'scale' ? 0 : 1);
  return (
    rank(left) - rank(right) ||
    left.atMs - right.atMs ||
    (left.id < right.id ? -1 : left.id > right.id ? 1 : 0)
  );
}
