/** Raises warnings about carbohydrate: gut, concentration, short sessions. */

import type { EventPlan, LegPlan } from './plan.ts';
import { FRACTION_OF_VO2MAX } from './tables.ts';
import { NOTHING, type Warning, warning } from './warning-codes.ts';
import { CARB, MOUTH_RINSE } from './warning-gates.ts';

/** Margin below a level's fraction at which a measured effort counts as that level. Engineering choice. */
const LEVEL_MARGIN = 0.03;

/**
 * Returns the highest intensity level of any leg, 1–9. A measured effort counts as the level whose fraction
 * it reaches.
 */
export function hardestLevel(plan: EventPlan): number {
  let hardest = 0;
  for (const { effort } of plan.legs) {
    const isMeasured = effort.source === 'power' || effort.source === 'pace';
    const level = isMeasured
      ? 1 + FRACTION_OF_VO2MAX.findLastIndex((fraction) => fraction <= effort.fractionOfVo2max + LEVEL_MARGIN)
      : effort.intensityLevel;
    hardest = Math.max(hardest, level);
  }
  return hardest;
}

/** Collects the warnings about carbohydrate, in rule order. */
export function carbohydrateWarnings(plan: EventPlan): Warning[] {
  return [...gutWarnings(plan), ...concentrationWarnings(plan), ...shortSessionWarnings(plan)];
}

/** Warns of a tolerance that limits carbohydrate, and of a usual intake that was never tested. */
function gutWarnings(plan: EventPlan): Warning[] {
  const { athlete, learned } = plan.input;
  const warnings: Warning[] = [];
  const giHistory = athlete.giHistory === true || learned?.giHistory === true;
  const limited = fedLegs(plan).find(
    (leg) => wishOf(leg) > CARB.aboveToleranceFactor * leg.carbohydrate.toleranceLimitGPerHr,
  );
  // Gut training is not advised in pregnancy or after gut trouble.
  const mayTrain = !athlete.health.pregnant && !giHistory;
  if (limited !== undefined && plan.hours >= CARB.aboveToleranceFromHours && mayTrain) {
    warnings.push(
      warning('CARB_ABOVE_TOLERANCE', 'info', {
        wantedGPerHr: Math.round(wishOf(limited)),
        toleranceGPerHr: Math.round(limited.carbohydrate.toleranceLimitGPerHr),
        leg: plan.isMultiSport ? limited.type : null,
      }),
    );
  }
  const usual = athlete.usualCarbGPerHr;
  const isTested =
    athlete.carbToleranceGPerHr !== null || plan.longest.carbohydrate.tolerance.source === 'learned';
  if (usual !== null && usual > CARB.highUsualGPerHr && !isTested) {
    warnings.push(
      warning('CARB_HIGH_UNTRAINED', 'caution', {
        usualGPerHr: Math.round(usual),
        limitGPerHr: CARB.highUsualGPerHr,
      }),
    );
  }
  return warnings;
}

/**
 * Warns of carbohydrate too concentrated for a bottle, and of a rate that a sensitive gut should practise.
 */
function concentrationWarnings(plan: EventPlan): Warning[] {
  const { athlete, learned } = plan.input;
  const warnings: Warning[] = [];
  const { tolerance } = plan.longest.carbohydrate;
  const isTrained = tolerance.isTrained && tolerance.limitGPerHr >= CARB.trainedGutGPerHr;
  const gramsPerLitre = plan.fluidLPerHr > 0 ? plan.carbGPerHr / plan.fluidLPerHr : 0;
  if (
    plan.hours >= CARB.concentratedFromHours &&
    plan.carbGPerHr >= CARB.concentratedFromGPerHr &&
    gramsPerLitre > CARB.concentratedAboveGPerL &&
    !isTrained
  ) {
    warnings.push(warning('CARB_CONCENTRATED', 'info', { gramsPerLitre: Math.round(gramsPerLitre) }));
  }
  const most = fedLegs(plan).reduce((highest, leg) => Math.max(highest, leg.carbGPerHr), 0);
  const giHistory = athlete.giHistory === true || learned?.giHistory === true;
  if (giHistory && most > CARB.giHistoryAboveGPerHr) {
    warnings.push(warning('GI_HISTORY', 'caution', { carbGPerHr: Math.round(most) }));
  }
  return warnings;
}

/** Notes sessions that need nothing, and those for which mouth rinsing is enough. */
function shortSessionWarnings(plan: EventPlan): Warning[] {
  const { athlete, activity } = plan.input;
  const warnings: Warning[] = [];
  const isShort = plan.hours < CARB.notNeededBelowHours;
  if (plan.carbGPerHr === 0 && isShort && !athlete.health.redsOrEatingDisorder) {
    warnings.push(warning('INTAKE_NOT_NEEDED', 'info', NOTHING));
  }
  const { fromHours, upToHours, fromIntensityLevel } = MOUTH_RINSE;
  if (
    activity.isRaceEvent &&
    plan.hours >= fromHours &&
    plan.hours <= upToHours &&
    hardestLevel(plan) >= fromIntensityLevel
  ) {
    warnings.push(warning('MOUTH_RINSE_OPTION', 'info', NOTHING));
  }
  return warnings;
}

function fedLegs(plan: EventPlan): LegPlan[] {
  return plan.legs.filter((leg) => leg.isFed && leg.carbGPerHr > 0);
}

/** Carbohydrate that a trained gut could use in a leg, g/h. */
function wishOf({ carbohydrate }: LegPlan): number {
  return Math.min(carbohydrate.targetGPerHr, carbohydrate.demandGPerHr, carbohydrate.absoluteLimitGPerHr);
}
