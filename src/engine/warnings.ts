/**
 * Warnings of one calculation, as values. Advice against dilution and advice about losses come from one
 * choice, never both.
 */

import { isIndoor, shownLevel } from './environment.ts';
import type { EventPlan, LegPlan } from './plan.ts';
import { plannedRisk } from './ranges.ts';
import { needsFluidPhysician, OLDER_ADULT_FROM_YEARS } from './risk.ts';
import { medicalSodiumLimit } from './sodium.ts';
import type { EngineAthlete, Projection } from './types.ts';
import { NOTHING, type Warning, type WarningSeverity, warning } from './warning-codes.ts';
import {
  AGE,
  ALTITUDE_ABOVE_M,
  BEYOND_FIGURES_HOURS,
  COLD,
  CONFLICT,
  EAH_RISK,
  HEAT,
  LOSS,
  NSAID_FROM_HOURS,
  OVERDRINK_REPORTS_FOR_REVIEW,
  PREGNANCY_HEAT_LEVEL,
  THIRST_UP_TO_HOURS,
  UNMEASURED_SODIUM,
  VERY_LONG_HOURS,
} from './warning-gates.ts';
import { carbohydrateWarnings, hardestLevel } from './warnings-carbohydrate.ts';
import { conflictWarnings, outOfRangeWarnings } from './warnings-inputs.ts';

const SEVERITY_ORDER: Readonly<Record<WarningSeverity, number>> = { danger: 0, caution: 1, info: 2 };

/** Returns all warnings, the gravest first, then in the order of the rules. */
export function collectWarnings(plan: EventPlan, projection: Projection): Warning[] {
  const dilution = dilutionWarnings(plan);
  const losses = dilution.length > 0 ? [] : lossWarnings(plan, projection);
  const warnings: Warning[] = [
    ...dilution,
    ...heatAndCold(plan),
    ...losses,
    ...thirst(plan, losses),
    ...sodium(plan),
    ...carbohydrateWarnings(plan),
    ...health(plan),
    ...circumstances(plan),
    ...outOfRangeWarnings(plan),
    ...conflictWarnings(plan),
  ];
  return warnings.sort((left, right) => SEVERITY_ORDER[left.severity] - SEVERITY_ORDER[right.severity]);
}

/** Returns whether a person must look at the plan before the athlete follows it. */
export function needsHumanReview({ input, longest }: EventPlan): boolean {
  const { athlete, learned } = input;
  return (
    medicalSodiumLimit(athlete.health) !== null ||
    athlete.health.diabetesTreated ||
    (athlete.health.pregnant && shownLevel(longest.environment.thermalLevel) >= PREGNANCY_HEAT_LEVEL) ||
    (athlete.ageYears !== null && athlete.ageYears < AGE.reviewBelow) ||
    (learned !== null && learned.overdrinkAtMs.length >= OVERDRINK_REPORTS_FOR_REVIEW) ||
    (athlete.sweatRateMlPerHr !== null && athlete.sweatRateMlPerHr > CONFLICT.sweatRateMlPerHr[1])
  );
}

function hidesMass(athlete: EngineAthlete): boolean {
  return athlete.health.redsOrEatingDisorder;
}

/** Rounds down to the grid of the shown ceilings, ml/h. */
function shownMl(litres: number): number {
  return Math.floor(litres * 100 + 1e-9) * 10;
}

/** Thermal stress level of the warmest leg on land, as shown; null if all legs are in water. */
function hottestShownLevel(plan: EventPlan): number | null {
  let hottest: number | null = null;
  for (const leg of plan.legs) {
    if (leg.sport === 'swim') continue;
    hottest = Math.max(hottest ?? 0, shownLevel(leg.environment.thermalLevel));
  }
  return hottest;
}

function dilutionWarnings(plan: EventPlan): Warning[] {
  const { athlete, learned } = plan.input;
  const warnings: Warning[] = [];
  const maxMlPerHr = shownMl(plan.ceiling.maxLPerHr);
  const drinkerLPerHr = Math.max(EAH_RISK.drinkerLeastLPerHr, EAH_RISK.drinkerFactor * plan.fluidLPerHr);
  if (plan.hours >= EAH_RISK.fromHours && plan.fluidLPerHr > 0) {
    const risk = plannedRisk(plan, drinkerLPerHr);
    if (risk >= EAH_RISK.cautionFrom) {
      warnings.push(
        warning('EAH_RISK_LONG_SLOW', risk >= EAH_RISK.dangerFrom ? 'danger' : 'caution', {
          maxMlPerHr,
          inWater: !plan.isMultiSport && plan.longest.sport === 'swim',
          hidesMass: hidesMass(athlete),
        }),
      );
    }
  }
  const alarm = learned?.lastAlarm ?? null;
  if (alarm !== null) {
    warnings.push(
      warning('EAH_PLAN_EXCEEDS_SAFE', alarm.severity, {
        reportedMlPerHr: Math.round(alarm.rateMlPerHr),
        maxMlPerHr,
      }),
    );
  }
  if (learned !== null && learned.overdrinkAtMs.length > 0) {
    warnings.push(warning('EAH_OVERDRINK_REPORTED', 'danger', { maxMlPerHr }));
  }
  return warnings;
}

/** Warns of large losses; only asked where nothing warns of drinking too much. */
function lossWarnings(plan: EventPlan, projection: Projection): Warning[] {
  const lossPercent = -(projection.bodyMassChangePercent?.value ?? 0);
  const isGutBound = plan.fluidBoundBy === 'gastric_ceiling';
  const isLarge =
    plan.hours <= LOSS.upToHours &&
    lossPercent > LOSS.largePercent &&
    (isGutBound || plan.fluidBoundBy === 'loss_share');
  if (isLarge) return [warning('DEHYDRATION_LARGE', 'caution', NOTHING)];
  const warnings: Warning[] = [];
  if (plan.hours >= LOSS.gutFromHours && isGutBound) {
    warnings.push(
      warning('SWEAT_EXCEEDS_GUT', 'info', {
        sweatLPerHr: Math.round(plan.balance.sweatLPerHr * 10) / 10,
      }),
    );
  }
  const level = hottestShownLevel(plan);
  if (
    level !== null &&
    level >= HEAT.caution &&
    plan.hours <= LOSS.upToHours &&
    lossPercent > LOSS.heatPercent
  ) {
    warnings.push(warning('HEAT_FLUID_LOSS', 'info', { hidesMass: hidesMass(plan.input.athlete) }));
  }
  return warnings;
}

function thirst(plan: EventPlan, losses: readonly Warning[]): Warning[] {
  const isLarge = losses.some(({ code }) => code === 'DEHYDRATION_LARGE');
  return plan.hours <= THIRST_UP_TO_HOURS && !needsFluidPhysician(plan.input.athlete.health) && !isLarge
    ? [warning('DRINK_TO_THIRST', 'info', NOTHING)]
    : [];
}

function heatAndCold(plan: EventPlan): Warning[] {
  const { athlete } = plan.input;
  const warnings: Warning[] = [];
  const level = hottestShownLevel(plan);
  if (level !== null && level >= HEAT.caution) {
    if (level >= HEAT.extreme) warnings.push(warning('HEAT_EXTREME', 'danger', NOTHING));
    else if (level >= HEAT.blackFlag) warnings.push(warning('HEAT_BLACK_FLAG', 'caution', NOTHING));
    else warnings.push(warning('HEAT_CAUTION', 'caution', NOTHING));
    if (athlete.heatAcclimatized === false) {
      warnings.push(warning('HEAT_UNACCLIMATISED', 'caution', NOTHING));
    }
    if (
      level >= HEAT.blackFlag &&
      hardestLevel(plan) >= HEAT.hardIntensityLevel &&
      plan.hours > HEAT.hardFromHours
    ) {
      warnings.push(warning('HEAT_HARD_EFFORT', 'danger', NOTHING));
    }
  }
  const isColdOutside = (leg: LegPlan): boolean =>
    leg.sport !== 'swim' &&
    !isIndoor(leg.type) &&
    shownLevel(leg.environment.thermalLevel) <= COLD.lowFluidUpToLevel;
  if (plan.legs.some(isColdOutside)) warnings.push(warning('COLD_LOW_FLUID', 'info', NOTHING));
  const isColdSwim = (leg: LegPlan): boolean =>
    leg.sport === 'swim' && leg.environment.thermalLevel < COLD.immersionBelowLevel;
  if (plan.legs.some(isColdSwim)) warnings.push(warning('COLD_IMMERSION', 'caution', NOTHING));
  return warnings;
}

function sodium(plan: EventPlan): Warning[] {
  const { lossMgPerHr } = plan.sodium;
  return plan.hours >= UNMEASURED_SODIUM.fromHours &&
    lossMgPerHr > UNMEASURED_SODIUM.lossAboveMgPerHr &&
    !plan.sweatSodium.isMeasured
    ? [warning('SODIUM_UNMEASURED', 'info', { lossMgPerHr: Math.round(lossMgPerHr / 100) * 100 })]
    : [];
}

function health(plan: EventPlan): Warning[] {
  const { athlete } = plan.input;
  const { health: flags, ageYears } = athlete;
  const warnings: Warning[] = [];
  if (ageYears !== null && ageYears < AGE.youthBelow) {
    warnings.push(warning('YOUTH', 'caution', { ageYears }));
  }
  if (ageYears !== null && ageYears >= OLDER_ADULT_FROM_YEARS) {
    warnings.push(warning('OLDER_ADULT', 'info', NOTHING));
  }
  if (flags.pregnant) {
    const level = hottestShownLevel(plan) ?? 0;
    const strenuous = level >= PREGNANCY_HEAT_LEVEL || hardestLevel(plan) >= HEAT.hardIntensityLevel;
    warnings.push(warning('PREGNANCY', 'caution', { strenuous }));
  }
  const limitMgPerHr = medicalSodiumLimit(flags);
  if (limitMgPerHr !== null && needsFluidPhysician(flags)) {
    warnings.push(
      warning('MEDICAL_FLUID', 'danger', { limitMgPerHr, maxMlPerHr: shownMl(plan.ceiling.maxLPerHr) }),
    );
  } else if (limitMgPerHr !== null) {
    warnings.push(warning('MEDICAL_SODIUM', 'caution', { limitMgPerHr }));
  }
  if (flags.diabetesTreated) warnings.push(warning('DIABETES', 'danger', NOTHING));
  if (flags.redsOrEatingDisorder) {
    const nothingPlanned = plan.carbGPerHr === 0;
    warnings.push(warning('EATING_DISORDER_REDS', 'caution', { nothingPlanned }));
  }
  if (flags.nsaidOnRaceDay && plan.hours > NSAID_FROM_HOURS) {
    warnings.push(warning('NSAID_RISK', 'caution', NOTHING));
  }
  return warnings;
}

function circumstances(plan: EventPlan): Warning[] {
  const { activity, athlete } = plan.input;
  const warnings: Warning[] = [];
  if (plan.hours > VERY_LONG_HOURS) {
    const beyondTwelveHours = plan.hours > BEYOND_FIGURES_HOURS;
    warnings.push(warning('VERY_LONG_EVENT', 'info', { beyondTwelveHours }));
  }
  if (activity.altitudeM !== null && activity.altitudeM > ALTITUDE_ABOVE_M) {
    warnings.push(warning('ALTITUDE', 'info', { altitudeM: Math.round(activity.altitudeM) }));
  }
  if (athlete.bodyMassKg === null) {
    warnings.push(warning('MASS_MISSING', 'info', { hidesMass: hidesMass(athlete) }));
  }
  return warnings;
}
