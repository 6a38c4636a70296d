/** Warnings about carbohydrate: gut, concentration, short sessions. */

import type { EventPlan, LegPlan } from './plan.ts';
import { FRACTION_OF_VO2MAX } from './tables.ts';
import { NOTHING, type Warning, warning } from './warning-codes.ts';
import { CARB, MOUTH_RINSE } from './warning-gates.ts';

/** Highest intensity level of any leg; a measured effort counts as the level whose fraction it reaches. */
export function hardestLevel(plan: EventPlan): number {
  let hardest = 0;
  for (const { effort } of plan.legs) {
    const isMeasured = effort.source === 'power' || effort.source === 'pace';
    const level = isMeasured
      ? 1 + FRACTION_OF_VO2MAX.findLastIndex((fraction) => fraction <= effort.fractionOfVo2max + 0.03)
      : effort.intensityLevel;
    hardest = Math.max(hardest, level);
  }
  return hardest;
}

export function carbohydrateWarnings(plan: EventPlan): Warning[] {
  const { athlete, activity, learned } = plan.input;
  const warnings: Warning[] = [];
  const fed = plan.legs.filter((leg) => leg.isFed && leg.carbGPerHr > 0);
  const limited = fed.find(
    (leg) => wishOf(leg) > CARB.aboveToleranceFactor * leg.carbohydrate.toleranceLimitGPerHr,
  );
  // Gut training is not advised in pregnancy.
  if (limited !== undefined && plan.hours >= CARB.aboveToleranceFromHours && !athlete.health.pregnant) {
    warnings.push(
      warning('CARB_ABOVE_TOLERANCE', 'info', {
        wantedGPerHr: Math.round(wishOf(limited)),
        toleranceGPerHr: Math.round(limited.carbohydrate.toleranceLimitGPerHr),
      }),
    );
  }
  const { tolerance } = plan.longest.carbohydrate;
  const usual = athlete.usualCarbGPerHr;
  const isTested = athlete.carbToleranceGPerHr !== null || tolerance.source === 'learned';
  if (usual !== null && usual > CARB.highUsualGPerHr && !isTested) {
    warnings.push(
      warning('CARB_HIGH_UNTRAINED', 'caution', {
        usualGPerHr: Math.round(usual),
        limitGPerHr: CARB.highUsualGPerHr,
      }),
    );
  }
  const gramsPerLitre = plan.fluidLPerHr > 0 ? plan.carbGPerHr / plan.fluidLPerHr : 0;
  const isTrained = tolerance.isTrained && tolerance.limitGPerHr >= CARB.trainedGutGPerHr;
  if (
    plan.hours >= CARB.concentratedFromHours &&
    plan.carbGPerHr >= CARB.concentratedFromGPerHr &&
    gramsPerLitre > CARB.concentratedAboveGPerL &&
    !isTrained
  ) {
    warnings.push(warning('CARB_CONCENTRATED', 'info', { gramsPerLitre: Math.round(gramsPerLitre) }));
  }
  const most = fed.reduce((highest, leg) => Math.max(highest, leg.carbGPerHr), 0);
  const giHistory = athlete.giHistory === true || learned?.giHistory === true;
  if (giHistory && most > CARB.giHistoryAboveGPerHr) {
    warnings.push(warning('GI_HISTORY', 'caution', { carbGPerHr: Math.round(most) }));
  }
  if (
    plan.carbGPerHr === 0 &&
    plan.hours < CARB.notNeededBelowHours &&
    !athlete.health.redsOrEatingDisorder
  ) {
    warnings.push(warning('INTAKE_NOT_NEEDED', 'info', NOTHING));
  }
  if (
    activity.isRaceEvent &&
    plan.hours >= MOUTH_RINSE.fromHours &&
    plan.hours <= MOUTH_RINSE.upToHours &&
    hardestLevel(plan) >= MOUTH_RINSE.fromIntensityLevel
  ) {
    warnings.push(warning('MOUTH_RINSE_OPTION', 'info', NOTHING));
  }
  return warnings;
}

/** Carbohydrate that a trained gut could use in a leg, g/h. */
function wishOf({ carbohydrate }: LegPlan): number {
  return Math.min(carbohydrate.targetGPerHr, carbohydrate.demandGPerHr, carbohydrate.absoluteLimitGPerHr);
}
