/**
 * Raises warnings about drinking too much and losing too much. If the plan's own projection exceeds its
 * limits, that comes first. Otherwise one rule chooses advice against dilution or advice about losses, never
 * both.
 */

import type { EventPlan } from './plan.ts';
import { type MedianEnd, medianEnd } from './projection.ts';
import { riskOfRate, warnedPersistence } from './risk.ts';
import { downToTens } from './rounding.ts';
import type { EngineAthlete } from './types.ts';
import { type Warning, warning } from './warning-codes.ts';
import { EAH_RISK, HEAT, LOSS, OUTSIDE } from './warning-gates.ts';
import { hottestShownLevel } from './warnings-heat.ts';

/** A projected end outside the limits of a plan: a field is missing, too dry or salty, or too dilute. */
type Outside = 'input_needed' | 'dry' | 'dilute';

/** The plan's own median end, and which limit it exceeds. Null if none. */
export interface OwnEnd {
  readonly end: MedianEnd;
  readonly outside: Outside | null;
}

/** Calculates the plan's own median end, and whether it exceeds the plan's limits. */
export function ownEndOf(plan: EventPlan): OwnEnd {
  const end = medianEnd(plan);
  return { end, outside: outsideOwnLimits(plan, end) };
}

/**
 * Returns which of its limits the plan's own median projection exceeds, or null. Up to 6 h a plan limited by
 * the gut may lose 5 % instead of 4, because more could not be drunk.
 */
function outsideOwnLimits(plan: EventPlan, { massPercent, plasmaMmolPerL }: MedianEnd): Outside | null {
  const mayLoseMore = plan.hours > OUTSIDE.longFromHours || plan.fluid.limitedBy === 'gastric_ceiling';
  const isTooLight = massPercent < -(mayLoseMore ? OUTSIDE.longLossPercent : OUTSIDE.lossPercent);
  const isTooSalty = plasmaMmolPerL > OUTSIDE.saltyAboveMmolPerL;
  const isTooDilute = plasmaMmolPerL < OUTSIDE.diluteBelowMmolPerL;
  if (!isTooLight && !isTooSalty && !isTooDilute) return null;
  if (plan.fluid.limitedBy === 'safety_ceiling' && plan.gapField !== null) return 'input_needed';
  return isTooDilute && !isTooLight ? 'dilute' : 'dry';
}

/** Returns whether texts for an athlete must not mention weight. */
export function hidesMass(athlete: EngineAthlete): boolean {
  return athlete.health.redsOrEatingDisorder;
}

/** Collects the warnings about drinking too much and about losses. */
export function fluidWarnings(plan: EventPlan, { end, outside }: OwnEnd): readonly Warning[] {
  const dilution = dilutionWarnings(plan, outside);
  if (outside === 'input_needed' || outside === 'dry') {
    return [...dilution.filter(staysBesideLosses), outsideWarning(plan, outside)];
  }
  return dilution.length > 0 ? dilution : lossWarnings(plan, -end.massPercent);
}

/**
 * Keeps a danger together with a loss, and the only warning against drinking for an athlete with a risk
 * condition.
 */
function staysBesideLosses(each: Warning): boolean {
  return (
    each.severity === 'danger' || (each.code === 'EAH_RISK_LONG_SLOW' && each.parameters.condition !== null)
  );
}

function outsideWarning(plan: EventPlan, outside: 'input_needed' | 'dry'): Warning {
  if (outside === 'input_needed' && plan.gapField !== null) {
    const { athlete } = plan.input;
    return warning('INPUT_NEEDED', 'danger', { field: plan.gapField, hidesMass: hidesMass(athlete) });
  }
  return warning('DEHYDRATION_LARGE', 'danger', { isOutside: true });
}

function dilutionWarnings(plan: EventPlan, outside: Outside | null): readonly Warning[] {
  const { learned } = plan.input;
  const maxMlPerHr = downToTens(plan.ceiling.maxLPerHr * 1000);
  const warnings: Warning[] = [...longEventWarning(plan, outside, maxMlPerHr)];
  const alarm = learned?.lastAlarm ?? null;
  if (alarm !== null) {
    warnings.push(
      warning('EAH_PLAN_EXCEEDS_SAFE', alarm.severity, {
        reportedMlPerHr: Math.round(alarm.rateMlPerHr / 10) * 10,
        maxMlPerHr,
      }),
    );
  }
  if (learned !== null && learned.overdrinkAtMs.length > 0) {
    warnings.push(warning('EAH_OVERDRINK_REPORTED', 'danger', { maxMlPerHr }));
  }
  return warnings;
}

/**
 * Warns of dilution in a long event: by the risk of drinking a lot, by a condition, or by the plan's own end.
 */
function longEventWarning(plan: EventPlan, outside: Outside | null, maxMlPerHr: number): readonly Warning[] {
  const { athlete } = plan.input;
  const condition = plan.hours >= EAH_RISK.fromHours ? conditionOf(athlete) : null;
  const risk = generousDrinkerRisk(plan);
  const isDanger = risk >= EAH_RISK.dangerFrom || outside === 'dilute';
  if (!isDanger && risk < EAH_RISK.cautionFrom && condition === null) return [];
  return [
    warning('EAH_RISK_LONG_SLOW', isDanger ? 'danger' : 'caution', {
      maxMlPerHr,
      inWater: !plan.isMultiSport && plan.longest.sport === 'swim',
      hidesMass: hidesMass(athlete),
      condition,
    }),
  ];
}

function conditionOf({ health }: EngineAthlete): 'low_sodium_before' | 'water_retaining_drug' | null {
  if (health.lowSodiumBefore) return 'low_sodium_before';
  return health.waterRetainingDrug ? 'water_retaining_drug' : null;
}

/**
 * Returns the probability 0–1 that an athlete like this one who drinks a lot ends below 135 mmol/L. 0 below 4
 * h and if nothing is planned.
 */
export function generousDrinkerRisk(plan: EventPlan): number {
  if (plan.hours < EAH_RISK.fromHours || plan.fluidLPerHr <= 0) return 0;
  return (
    warnedPersistence(plan.hours) *
    riskOfRate({
      balance: plan.balance,
      fluidLPerHr: EAH_RISK.drinkerLPerHr,
      creditedSodiumMgPerL: plan.creditedSodiumMgPerL,
      urineLPerHr: plan.countedUrineLPerHr,
      sigma: plan.uncertainty.sigma,
      retention: plan.retention,
    })
  );
}

/** Warns of large losses. Used only if nothing warns of drinking too much. */
function lossWarnings(plan: EventPlan, lossPercent: number): readonly Warning[] {
  const isGutBound = plan.fluidBoundBy === 'gastric_ceiling';
  const isLarge =
    plan.hours <= LOSS.upToHours &&
    lossPercent > LOSS.largePercent &&
    (isGutBound || plan.fluidBoundBy === 'loss_share');
  if (isLarge) return [warning('DEHYDRATION_LARGE', 'caution', { isOutside: false })];
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
