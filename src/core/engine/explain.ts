/**
 * Explains a finished calculation, per quantity and per leg, without calculating anything itself.
 */

import { eventAdvice, legAdvice } from './advice.ts';
import { explainCarbohydrate } from './explain-carbohydrate.ts';
import { explainMaxSafeFluid, explainMaxSafeSodium, explainSodium } from './explain-ceilings.ts';
import { explainBalance, explainConfidence, explainFluid } from './explain-event.ts';
import { step } from './explain-steps.ts';
import { explainSweat } from './explain-sweat.ts';
import { note } from './notes.ts';
import { type EventPlan, type LegPlan, planEvent } from './plan.ts';
import { type PrescribeInput, type PrescribeResult, resultOf } from './prescribe.ts';
import { outcomeOf } from './ranges.ts';
import { downToTens, type ShownLeg, shownLegsOf } from './rounding.ts';
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
  const outcome = outcomeOf(plan);
  return {
    sweatRate: isSingle
      ? explainSweat(plan, only)
      : overLegs(plan, { term: 'sweat_rate', unit: 'L/h', rate: (leg) => leg.sweatLPerHr }),
    carbohydrate: isSingle
      ? explainCarbohydrate(plan, only)
      : overLegs(plan, { term: 'carbohydrate', unit: 'g/h', rate: (leg) => leg.carbGPerHr }),
    balance: explainBalance(plan, outcome),
    fluid: explainFluid(plan, outcome),
    sodium: explainSodium(plan, outcome),
    maxSafeFluid: explainMaxSafeFluid(plan),
    maxSafeSodium: explainMaxSafeSodium(plan),
    confidence: explainConfidence(plan, outcome),
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
