/** Raises warnings about age and conditions, and determines whether a person must review the plan first. */

import { shownLevel } from './environment.ts';
import type { EventPlan } from './plan.ts';
import { needsFluidPhysician, OLDER_ADULT_FROM_YEARS } from './risk.ts';
import { downToTens } from './rounding.ts';
import { medicalSodiumLimit } from './sodium.ts';
import { NOTHING, type Warning, warning } from './warning-codes.ts';
import {
  AGE,
  CONFLICT,
  EAH_RISK,
  HEAT,
  MEDICAL_CAUTION_UP_TO_HOURS,
  NSAID_FROM_HOURS,
  OVERDRINK_REPORTS_FOR_REVIEW,
  PREGNANCY,
} from './warning-gates.ts';
import { hardestLevel } from './warnings-carbohydrate.ts';
import { hottestShownLevel } from './warnings-heat.ts';

/** Collects the warnings about age and conditions. */
export function healthWarnings(plan: EventPlan): readonly Warning[] {
  const { health, ageYears } = plan.input.athlete;
  const warnings: Warning[] = [...ageWarnings(plan, ageYears), ...medicalWarnings(plan)];
  if (health.pregnant) {
    const level = hottestShownLevel(plan) ?? 0;
    const strenuous = level >= PREGNANCY.heatLevel || hardestLevel(plan) >= HEAT.hardIntensityLevel;
    warnings.push(warning('PREGNANCY', 'caution', { strenuous }));
  }
  if (health.diabetesTreated) warnings.push(warning('DIABETES', severityByHours(plan), NOTHING));
  if (health.redsOrEatingDisorder) {
    const nothingPlanned = plan.carbGPerHr === 0;
    warnings.push(warning('EATING_DISORDER_REDS', 'caution', { nothingPlanned }));
  }
  if (health.nsaidOnRaceDay && plan.hours > NSAID_FROM_HOURS) {
    warnings.push(warning('NSAID_RISK', 'caution', NOTHING));
  }
  return warnings;
}

/** Returns caution for a short session, danger for a longer one. */
function severityByHours({ hours }: EventPlan): 'caution' | 'danger' {
  return hours <= MEDICAL_CAUTION_UP_TO_HOURS ? 'caution' : 'danger';
}

function ageWarnings(plan: EventPlan, ageYears: number | null): readonly Warning[] {
  if (ageYears === null) return [];
  if (ageYears >= OLDER_ADULT_FROM_YEARS) return [warning('OLDER_ADULT', 'info', NOTHING)];
  if (ageYears >= AGE.youthBelow) return [];
  const tooLong = isTooLongForAge(plan, ageYears);
  const isEasy =
    !plan.input.activity.isRaceEvent &&
    plan.hours <= AGE.easyUpToHours &&
    hardestLevel(plan) < AGE.easyBelowIntensityLevel &&
    ageYears >= AGE.reviewBelow;
  return [warning('YOUTH', tooLong ? 'danger' : isEasy ? 'info' : 'caution', { ageYears, tooLong })];
}

function isTooLongForAge({ hours }: EventPlan, ageYears: number): boolean {
  if (ageYears >= AGE.youthBelow) return false;
  return hours > (ageYears < AGE.childBelow ? AGE.childUpToHours : AGE.youthUpToHours);
}

function medicalWarnings(plan: EventPlan): readonly Warning[] {
  const { health } = plan.input.athlete;
  const limitMgPerHr = medicalSodiumLimit(health);
  if (limitMgPerHr === null) return [];
  if (needsFluidPhysician(health)) {
    const maxMlPerHr = downToTens(plan.ceiling.maxLPerHr * 1000);
    return [warning('MEDICAL_FLUID', severityByHours(plan), { limitMgPerHr, maxMlPerHr })];
  }
  const severity = health.diuretics || health.nsaidOnRaceDay ? 'caution' : 'info';
  return [warning('MEDICAL_SODIUM', severity, { limitMgPerHr })];
}

/** Returns whether a person must review the plan because of age, a condition or past reports. */
export function needsReviewOfAthlete(plan: EventPlan): boolean {
  const { athlete, learned } = plan.input;
  const { health, ageYears, sweatRateMlPerHr } = athlete;
  const { hours } = plan;
  const isAtRiskOfDilution = health.lowSodiumBefore || health.waterRetainingDrug;
  return (
    needsFluidPhysician(health) ||
    health.diuretics ||
    (health.hypertension && health.nsaidOnRaceDay) ||
    health.diabetesTreated ||
    (health.pregnant &&
      (shownLevel(plan.longest.environment.thermalLevel) >= PREGNANCY.heatLevel ||
        hours > PREGNANCY.reviewFromHours)) ||
    (isAtRiskOfDilution && hours >= EAH_RISK.fromHours) ||
    (health.heatIllnessHistory && (hottestShownLevel(plan) ?? 0) >= HEAT.afterIllness) ||
    (ageYears !== null && (ageYears < AGE.reviewBelow || isTooLongForAge(plan, ageYears))) ||
    (learned !== null && learned.overdrinkAtMs.length >= OVERDRINK_REPORTS_FOR_REVIEW) ||
    (sweatRateMlPerHr !== null && sweatRateMlPerHr > CONFLICT.sweatRateMlPerHr[1])
  );
}
