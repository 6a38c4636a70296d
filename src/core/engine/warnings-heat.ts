/** Raises warnings about heat and cold. */

import { isIndoor, shownLevel } from './environment.ts';
import type { EventPlan, LegPlan } from './plan.ts';
import { NOTHING, type Warning, warning } from './warning-codes.ts';
import { COLD, HEAT } from './warning-gates.ts';
import { hardestLevel } from './warnings-carbohydrate.ts';

/** Returns the displayed thermal stress level of the warmest leg on land. Null if all legs are in water. */
export function hottestShownLevel(plan: EventPlan): number | null {
  let hottest: number | null = null;
  for (const leg of plan.legs) {
    if (leg.sport === 'swim') continue;
    hottest = Math.max(hottest ?? 0, shownLevel(leg.environment.thermalLevel));
  }
  return hottest;
}

/**
 * Collects the warnings about heat and cold. `isOutside` is true if the plan's own projection exceeds its
 * limits.
 */
export function heatAndColdWarnings(plan: EventPlan, isOutside: boolean): readonly Warning[] {
  const level = hottestShownLevel(plan);
  return [...(level === null ? [] : heatWarnings(plan, level)), ...coldWarnings(plan, isOutside)];
}

function heatWarnings(plan: EventPlan, level: number): readonly Warning[] {
  const { athlete } = plan.input;
  const warnings: Warning[] = [...heatLevelWarnings(plan, level)];
  if (level >= HEAT.caution && athlete.heatAcclimatized === false) {
    warnings.push(warning('HEAT_UNACCLIMATISED', 'caution', NOTHING));
  }
  if (
    level >= HEAT.blackFlag &&
    hardestLevel(plan) >= HEAT.hardIntensityLevel &&
    plan.hours > HEAT.hardFromHours
  ) {
    warnings.push(warning('HEAT_HARD_EFFORT', 'danger', NOTHING));
  }
  return warnings;
}

/**
 * Warns by level. An athlete with a history of heat illness is warned one level earlier, in addition to the
 * flags.
 */
function heatLevelWarnings(plan: EventPlan, level: number): readonly Warning[] {
  const { heatIllnessHistory } = plan.input.athlete.health;
  const warnings: Warning[] = [];
  if (level >= HEAT.extreme) warnings.push(warning('HEAT_EXTREME', 'danger', NOTHING));
  else if (level >= HEAT.blackFlag) warnings.push(warning('HEAT_BLACK_FLAG', 'caution', NOTHING));
  if (heatIllnessHistory && level >= HEAT.afterIllness) {
    warnings.push(warning('HEAT_CAUTION', 'caution', { afterIllness: true }));
  } else if (level === HEAT.caution) {
    const isEasy = plan.hours <= HEAT.easyUpToHours && hardestLevel(plan) <= HEAT.easyIntensityLevel;
    warnings.push(warning('HEAT_CAUTION', isEasy ? 'info' : 'caution', { afterIllness: false }));
  }
  return warnings;
}

function coldWarnings(plan: EventPlan, isOutside: boolean): readonly Warning[] {
  const warnings: Warning[] = [];
  const isColdOutside = (leg: LegPlan): boolean =>
    leg.sport !== 'swim' &&
    !isIndoor(leg.type) &&
    shownLevel(leg.environment.thermalLevel) <= COLD.lowFluidUpToLevel;
  const needsLittle =
    plan.balance.sweatLPerHr <= COLD.lowFluidUpToSweatLPerHr &&
    plan.fluid.limitedBy !== 'gastric_ceiling' &&
    !isOutside;
  const cold = plan.legs.filter(isColdOutside);
  if (needsLittle && cold.length > 0) {
    const freezing = cold.some(({ environment }) => environment.airTemperatureC <= COLD.freezingUpToC);
    warnings.push(warning('COLD_LOW_FLUID', 'info', { freezing }));
  }
  const isColdSwim = (leg: LegPlan): boolean =>
    leg.sport === 'swim' && leg.environment.thermalLevel < COLD.immersionBelowLevel;
  if (plan.legs.some(isColdSwim)) warnings.push(warning('COLD_IMMERSION', 'caution', NOTHING));
  return warnings;
}
