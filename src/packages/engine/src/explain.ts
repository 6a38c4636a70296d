/**
 * Explains a finished calculation, per quantity and per leg, without calculating anything itself.
 */

import { needsFluidPhysician } from './ceiling.ts';
import {
  explainBalance,
  explainConfidence,
  explainFluid,
  explainMaxSafeFluid,
  explainMaxSafeSodium,
  explainSodium,
} from './explain-event.ts';
import {
  explainCarbohydrate,
  explainSweat,
  glucoseFructoseHint,
  ONE_SUGAR_UP_TO_G_PER_HR,
  step,
} from './explain-legs.ts';
import { type Note, note, plainNote } from './notes.ts';
import { type EventPlan, type LegPlan, planEvent } from './plan.ts';
import { type PrescribeInput, type PrescribeResult, resultOf } from './prescribe.ts';
import { downToTens, type ShownLeg, shownLegsOf } from './rounding.ts';
import { isRide } from './tables.ts';
import type { Explanation, LegExplanation, QuantityExplanation } from './types.ts';

/**
 * Explains the calculation of `prescribe` step by step: term, value, unit, source, and the deciding cap.
 */
export function explain(input: PrescribeInput): Explanation {
  return explainPlan(planEvent(input));
}

/** Calculates and explains from one plan. */
export function prescribeAndExplain(input: PrescribeInput): {
  readonly result: PrescribeResult;
  readonly explanation: Explanation;
} {
  const plan = planEvent(input);
  return { result: resultOf(plan), explanation: explainPlan(plan) };
}

/**
 * Explains every quantity and leg of a finished calculation step by step. Numbers have five significant digits;
 * `noteText` renders the notes.
 */
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
    legs: plan.isMultiSport ? explainLegs(plan) : null,
    advice: eventAdvice(plan),
  };
}

interface LegTerm {
  readonly term: string;
  readonly unit: string;
  readonly rate: (leg: LegPlan) => number;
}

/** Lists a rate of each leg, then their average by time. */
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

/** Explains each leg with its rates as shown: whole grams; fluid, ceiling and sodium rounded down to tens. */
function explainLegs(plan: EventPlan): readonly LegExplanation[] {
  return shownLegsOf(plan).flatMap((shown, index) => {
    const leg = plan.legs[index];
    return leg === undefined ? [] : [explainLeg(plan, { leg, shown }, index)];
  });
}

function explainLeg(
  plan: EventPlan,
  { leg, shown }: { readonly leg: LegPlan; readonly shown: ShownLeg },
  index: number,
): LegExplanation {
  const { sodium } = plan;
  return {
    ...shown,
    maxSafeFluidMlPerHr: downToTens(leg.maxSafeFluidLPerHr * 1000),
    sweatRate: explainSweat(plan, leg),
    carbohydrate: explainCarbohydrate(plan, leg),
    fluid: {
      steps: [
        step('gut_limit', leg.drinkableLPerHr, { unit: 'L/h', note: 'limit_gut' }),
        step('fluid', leg.fluidLPerHr, { unit: 'L/h', note: leg.isFed ? 'leg_fluid' : 'unfed_swim' }),
      ],
      boundBy: leg.changedBy === 'unfed_swim' ? 'unfed_swim' : plan.fluidBoundBy,
    },
    sodium: {
      steps: [
        step('sodium', leg.sodiumMgPerHr, {
          unit: 'mg/h',
          note: leg.isFed ? 'leg_sodium' : 'unfed_swim',
        }),
      ],
      boundBy: leg.changedBy === 'unfed_swim' ? 'unfed_swim' : sodium.boundBy,
    },
    advice: legAdvice(plan, leg, index),
  };
}

/** Event hours from which the first and later transitions leave time for a gel. */
const GEL_FROM_HOURS = { firstTransition: 3, transition: 1.5 } as const;
/** Race hours from which the athlete eats before the start. */
const FEED_BEFORE_START_FROM_HOURS = 1.5;

/** Lists the advice for one leg of a multi-sport event. */
function legAdvice(plan: EventPlan, leg: LegPlan, index: number): Note[] {
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
function eventAdvice(plan: EventPlan): Note[] {
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
