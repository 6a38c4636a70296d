/** Tells how a finished calculation came to its numbers, per quantity and per leg. Calculates nothing of its own. */

import {
  explainBalance,
  explainConfidence,
  explainFluid,
  explainMaxSafeFluid,
  explainMaxSafeSodium,
  explainSodium,
} from './explain-event.ts';
import { explainCarbohydrate, explainSweat, glucoseFructoseHint } from './explain-leg.ts';
import { step } from './explain-steps.ts';
import { type Note, note } from './notes.ts';
import type { EventPlan, LegPlan } from './plan.ts';
import type { Explanation, LegExplanation, QuantityExplanation } from './types.ts';

export function explainPlan(plan: EventPlan): Explanation {
  const [only] = plan.legs;
  const isSingle = !plan.isMultiSport && only !== undefined;
  return {
    sweatRate: isSingle
      ? explainSweat(plan, only)
      : overLegs(plan, { term: 'sweat_rate', unit: 'L/h', rate: (leg) => leg.sweatLPerHr }),
    carbohydrate: isSingle
      ? explainCarbohydrate(plan, only)
      : overLegs(plan, { term: 'carbohydrate', unit: 'g/h', rate: (leg) => leg.carbGPerHr }),
    balance: explainBalance(plan),
    fluid: explainFluid(plan),
    sodium: explainSodium(plan),
    maxSafeFluid: explainMaxSafeFluid(plan),
    maxSafeSodium: explainMaxSafeSodium(plan),
    confidence: explainConfidence(plan),
    legs: plan.isMultiSport ? plan.legs.map((leg, index) => explainLeg(plan, leg, index)) : null,
    advice: eventAdvice(plan),
  };
}

interface LegTerm {
  readonly term: string;
  readonly unit: string;
  readonly rate: (leg: LegPlan) => number;
}

/** One step for each leg, then their average by time. */
function overLegs(plan: EventPlan, { term, unit, rate }: LegTerm): QuantityExplanation {
  const steps = plan.legs.map((leg, index) =>
    step(`${term}_leg_${index + 1}`, rate(leg), {
      unit,
      note: note('leg', {
        type: leg.type,
        minutes: Math.round(leg.hours * 60),
        ofMinutes: Math.round(plan.hours * 60),
      }),
    }),
  );
  const average = plan.legs.reduce((sum, leg) => sum + rate(leg) * leg.hours, 0) / plan.hours;
  return { steps: [...steps, step(term, average, { unit, note: 'average_over_legs' })], boundBy: null };
}

function explainLeg(plan: EventPlan, leg: LegPlan, index: number): LegExplanation {
  const { sodium } = plan;
  return {
    type: leg.type,
    durationMin: Math.round(leg.hours * 600) / 10,
    rates: {
      carbGPerHr: leg.carbGPerHr,
      sodiumMgPerHr: leg.sodiumMgPerHr,
      fluidMlPerHr: leg.fluidLPerHr * 1000,
    },
    maxSafeFluidMlPerHr: leg.maxSafeFluidLPerHr * 1000,
    sweatRate: explainSweat(plan, leg),
    carbohydrate: explainCarbohydrate(plan, leg),
    fluid: {
      steps: [
        step('gut_limit', leg.drinkableLPerHr, { unit: 'L/h', note: 'limit_gut' }),
        step('fluid', leg.fluidLPerHr, { unit: 'L/h', note: leg.isFed ? 'place_in_event' : 'unfed_swim' }),
      ],
      boundBy: leg.changedBy === 'unfed_swim' ? 'unfed_swim' : plan.fluidBoundBy,
    },
    sodium: {
      steps: [
        step('sodium', leg.sodiumMgPerHr, {
          unit: 'mg/h',
          note: leg.isFed ? 'place_in_event' : 'unfed_swim',
        }),
      ],
      boundBy: leg.changedBy === 'unfed_swim' ? 'unfed_swim' : sodium.boundBy,
    },
    advice: legAdvice(plan, leg, index),
  };
}

function legAdvice(plan: EventPlan, leg: LegPlan, index: number): Note[] {
  const advice: Note[] = [];
  const next = plan.legs[index + 1];
  const isRide = leg.sport === 'bike' || leg.sport === 'indoorBike';
  if (leg.sport === 'swim') {
    advice.push(note(leg.isFed ? 'advice_swim_feeds' : 'advice_no_swim_feed'));
    if (next !== undefined) {
      advice.push(note(plan.hours > 3 ? 'advice_first_transition_long' : 'advice_first_transition'));
    }
  }
  if (isRide && leg.carbGPerHr > 0) {
    advice.push(note('advice_early_ride'));
    if (next !== undefined) advice.push(note('advice_last_solids'));
  }
  if (next !== undefined && leg.sport !== 'swim') {
    advice.push(note(plan.hours > 1.5 ? 'advice_transition_long' : 'advice_transition'));
  }
  if (index > 0 && (leg.sport === 'run' || leg.sport === 'treadmill') && leg.carbGPerHr > 0) {
    advice.push(note('advice_run_liquids'));
  }
  return advice;
}

/** Carbohydrate from which one kind of sugar is not enough, g/h (Jeukendrup 2014, cited). */
const ONE_SUGAR_UP_TO_G_PER_HR = 60;
const FEED_BEFORE_START_FROM_HOURS = 1.5;

function eventAdvice(plan: EventPlan): Note[] {
  const advice: Note[] = [];
  const most = plan.legs.reduce((highest, leg) => Math.max(highest, leg.carbGPerHr), 0);
  if (most > ONE_SUGAR_UP_TO_G_PER_HR) {
    advice.push(note('advice_sugars', { hint: glucoseFructoseHint(most) }));
  }
  if (plan.input.activity.isRaceEvent) {
    if (plan.hours >= FEED_BEFORE_START_FROM_HOURS) advice.push(note('advice_before_start'));
    advice.push(note('advice_nothing_new'));
  }
  return advice;
}
