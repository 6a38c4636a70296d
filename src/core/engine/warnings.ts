/**
 * Collects the warnings of one calculation as values, and determines whether a person must review it first.
 */

import type { EventPlan } from './plan.ts';
import { needsFluidPhysician } from './risk.ts';
import { NOTHING, type Warning, type WarningSeverity, warning } from './warning-codes.ts';
import {
  ALTITUDE_ABOVE_M,
  BEYOND_FIGURES_HOURS,
  THIRST_UP_TO_HOURS,
  UNMEASURED_SODIUM,
  VERY_LONG_HOURS,
  WEIGHT_RULE_FROM_HOURS,
} from './warning-gates.ts';
import { carbohydrateWarnings } from './warnings-carbohydrate.ts';
import { fluidWarnings, hidesMass, type OwnEnd } from './warnings-fluid.ts';
import { healthWarnings, needsReviewOfAthlete } from './warnings-health.ts';
import { heatAndColdWarnings } from './warnings-heat.ts';
import { conflictWarnings, outOfRangeWarnings } from './warnings-inputs.ts';

const SEVERITY_ORDER: Readonly<Record<WarningSeverity, number>> = { danger: 0, caution: 1, info: 2 };

/**
 * Returns all warnings, most severe first, then in rule order. The one that says who must set fluid and
 * sodium precedes all others.
 */
export function collectWarnings(plan: EventPlan, ownEnd: OwnEnd): Warning[] {
  const fluid = fluidWarnings(plan, ownEnd);
  const health = healthWarnings(plan);
  const warnings: Warning[] = [
    ...fluid,
    ...heatAndColdWarnings(plan, ownEnd.outside !== null),
    ...thirstWarnings(plan, [...fluid, ...health]),
    ...sodiumWarnings(plan),
    ...carbohydrateWarnings(plan),
    ...health,
    ...circumstanceWarnings(plan),
    ...outOfRangeWarnings(plan),
    ...conflictWarnings(plan),
  ];
  return warnings.sort((left, right) => rankOf(left) - rankOf(right));
}

function rankOf({ code, severity }: Warning): number {
  return code === 'MEDICAL_FLUID' ? -1 : SEVERITY_ORDER[severity];
}

/** Returns whether a person must review the plan before the athlete follows it. */
export function needsHumanReview(plan: EventPlan, { outside }: OwnEnd): boolean {
  return outside !== null || needsReviewOfAthlete(plan);
}

/** Says that thirst is a sufficient guide, unless another text says otherwise. */
function thirstWarnings(plan: EventPlan, others: readonly Warning[]): readonly Warning[] {
  const speaksAgainst = others.some(
    ({ code }) => code === 'DEHYDRATION_LARGE' || code === 'INPUT_NEEDED' || code === 'OLDER_ADULT',
  );
  return plan.hours <= THIRST_UP_TO_HOURS && !needsFluidPhysician(plan.input.athlete.health) && !speaksAgainst
    ? [warning('DRINK_TO_THIRST', 'info', NOTHING)]
    : [];
}

function sodiumWarnings(plan: EventPlan): readonly Warning[] {
  const { lossMgPerHr } = plan.sodium;
  return plan.hours >= UNMEASURED_SODIUM.fromHours &&
    lossMgPerHr > UNMEASURED_SODIUM.lossAboveMgPerHr &&
    !plan.sweatSodium.isMeasured
    ? [warning('SODIUM_UNMEASURED', 'info', { lossMgPerHr: Math.round(lossMgPerHr / 100) * 100 })]
    : [];
}

function circumstanceWarnings(plan: EventPlan): readonly Warning[] {
  const { activity, athlete } = plan.input;
  const warnings: Warning[] = [];
  if (plan.hours > VERY_LONG_HOURS) {
    warnings.push(
      warning('VERY_LONG_EVENT', 'info', {
        beyondTwelveHours: plan.hours > BEYOND_FIGURES_HOURS,
        massRule: plan.hours >= WEIGHT_RULE_FROM_HOURS,
        hidesMass: hidesMass(athlete),
      }),
    );
  }
  if (activity.altitudeM !== null && activity.altitudeM > ALTITUDE_ABOVE_M) {
    warnings.push(warning('ALTITUDE', 'info', { altitudeM: Math.round(activity.altitudeM) }));
  }
  if (athlete.bodyMassKg === null) {
    warnings.push(warning('MASS_MISSING', 'info', { hidesMass: hidesMass(athlete) }));
  }
  return warnings;
}
