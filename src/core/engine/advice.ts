/**
 * Gives advice in addition to the numbers: before the start, in transitions, at feeds. Every dose says which
 * total it counts towards.
 */

import { glucoseFructoseHint, ONE_SUGAR_UP_TO_G_PER_HR } from './explain-carbohydrate.ts';
import { type Note, note, plainNote } from './notes.ts';
import type { EventPlan, LegPlan } from './plan.ts';
import { needsFluidPhysician } from './risk.ts';
import { isRide } from './sport.ts';

/** Event hours from which the first and later transitions leave time for a gel. Engineering choice. */
const GEL_FROM_HOURS = { firstTransition: 3, transition: 1.5 } as const;
/** Race hours from which the athlete eats before the start. Engineering choice. */
const FEED_BEFORE_START_FROM_HOURS = 1.5;

/** Lists the advice for one leg of a multi-sport event. */
export function legAdvice(plan: EventPlan, leg: LegPlan, index: number): Note[] {
  const advice: Note[] = [];
  const hasNext = plan.legs[index + 1] !== undefined;
  if (leg.sport === 'swim') {
    advice.push(plainNote('advice_no_swim_feed'));
    if (hasNext) {
      const isLong = plan.hours > GEL_FROM_HOURS.firstTransition;
      advice.push(plainNote(isLong ? 'advice_first_transition_long' : 'advice_first_transition'));
    }
  }
  if (isRide(leg.sport) && leg.carbGPerHr > 0) {
    advice.push(plainNote('advice_early_ride'));
    if (hasNext) advice.push(plainNote('advice_last_solids'));
  }
  if (hasNext && leg.sport !== 'swim') {
    const isLong = plan.hours > GEL_FROM_HOURS.transition;
    advice.push(plainNote(isLong ? 'advice_transition_long' : 'advice_transition'));
  }
  if (index > 0 && (leg.sport === 'run' || leg.sport === 'treadmill') && leg.carbGPerHr > 0) {
    advice.push(plainNote('advice_run_liquids'));
  }
  return advice;
}

/** Lists the advice for the whole event. */
export function eventAdvice(plan: EventPlan): Note[] {
  const { activity, athlete } = plan.input;
  const { health } = athlete;
  const advice: Note[] = [];
  const most = plan.legs.reduce((highest, leg) => Math.max(highest, leg.carbGPerHr), 0);
  if (most > ONE_SUGAR_UP_TO_G_PER_HR) {
    advice.push(note('advice_sugars', { hint: glucoseFructoseHint(most) }));
  }
  const isSwim = !plan.isMultiSport && plan.longest.sport === 'swim';
  if (isSwim && (plan.fluidLPerHr > 0 || most > 0)) advice.push(plainNote('advice_swim_feeds'));
  if (activity.isRaceEvent) {
    // No dose outside the plan for athletes whose physician or diabetes team sets doses.
    const mayDose = !needsFluidPhysician(health) && !health.diabetesTreated;
    if (plan.hours >= FEED_BEFORE_START_FROM_HOURS && mayDose) advice.push(plainNote('advice_before_start'));
    advice.push(plainNote('advice_nothing_new'));
  }
  return advice;
}
