/** Grades what an athlete reports to have drunk: whether it may have diluted the blood (SCIENCE §10). */

import { lossesLPerHr } from './balance.ts';
import { allowedGainShare, riskOfRate } from './ceiling.ts';
import type { HydrationFeel } from './learned-state.ts';
import type { EventPlan } from './plan.ts';
import { steadyWaterMass } from './projection.ts';

/**
 * Alarm after a reported intake. Weight gain: EAH consensus 2015 and Almond 2005, cited. The rest
 * are choices.
 */
const DRINKING_ALARM = {
  dangerGainPercent: 2,
  dangerGainLongPercent: 1,
  longFromHours: 2,
  /** Cohort rule: 3 L in a marathon at 50 kg (Almond 2005, cited). */
  cohortMlPerKg: 60,
  cohortFromHours: 4,
  overLossesFactor: 1.15,
  dangerRisk: 0.15,
  cautionRisk: 0.03,
  /** A gain of water counts from these hours, and from the error of a scale, %. */
  waterFromHours: 4,
  scaleErrorPercent: 0.3,
  /** Odds factors on the risk after an answer. */
  oddsOver: 4,
  oddsWell: 0.35,
  oddsDry: 0.1,
} as const;

/** The intake of one session, with its weighing and answer, if any. */
export interface DrinkingReport {
  readonly fluidLPerHr: number;
  readonly massKg: number;
  /** Body mass after minus before, kg. Null if not weighed. */
  readonly gainedKg: number | null;
  /** Recorded, else prescribed. */
  readonly carbGPerHr: number;
  readonly feel: HydrationFeel | null;
}

/**
 * Grades a report. A clear weighed gain or a loss of water decides it (EAH consensus 2015, Almond 2005: cited):
 * mass falls by itself while fuel burns, so that losing less means a gain of water. Otherwise every condition
 * rises with the rate, so that drinking more is never graded lower, and no rate at or below that session's
 * ceiling is flagged.
 */
export function gradeDrinking(plan: EventPlan, report: DrinkingReport): 'danger' | 'caution' | null {
  const gates = DRINKING_ALARM;
  const { hours } = plan;
  if (report.gainedKg !== null) {
    const gainPercent = (100 * report.gainedKg) / report.massKg;
    if (gainPercent >= gates.dangerGainPercent) return 'danger';
    if (gainPercent >= gates.dangerGainLongPercent && hours >= gates.longFromHours) return 'danger';
    const waterPercent = gainPercent - steadyWaterMass(plan, report.carbGPerHr, report.massKg);
    if (waterPercent <= 0) return null;
    const allowedPercent = 100 * allowedGainShare(plan.input.athlete.health, hours);
    const hasGainedWater =
      hours >= gates.waterFromHours && waterPercent > Math.max(allowedPercent, gates.scaleErrorPercent);
    return gradeRate(plan, report) ?? (hasGainedWater ? 'caution' : null);
  }
  return gradeRate(plan, report);
}

function gradeRate(plan: EventPlan, report: DrinkingReport): 'danger' | 'caution' | null {
  const gates = DRINKING_ALARM;
  const { hours, balance } = plan;
  const isOver = report.feel === 'over_hydrated';
  const losses = lossesLPerHr(balance);
  const isAboveLosses = report.fluidLPerHr > losses;
  const isAboveCeiling = report.fluidLPerHr > plan.ceiling.maxLPerHr;
  const drunkMlPerKg = (1000 * report.fluidLPerHr * hours) / report.massKg;
  const isCohort = drunkMlPerKg >= gates.cohortMlPerKg && hours >= gates.cohortFromHours;
  const risk = riskAfterAnswer(plan, report);
  const isFarAboveLosses =
    report.fluidLPerHr > gates.overLossesFactor * losses && hours >= gates.longFromHours;
  if (
    (isCohort && isAboveLosses) ||
    (isOver && isFarAboveLosses) ||
    (risk >= gates.dangerRisk && isAboveCeiling)
  ) {
    return 'danger';
  }
  const isDoubtful = risk >= gates.cautionRisk || isCohort;
  return (isDoubtful && isAboveCeiling) || (isOver && isAboveLosses) ? 'caution' : null;
}

/** Returns the probability that the reported rate ended below 135 mmol/L, adjusted by the answer. */
function riskAfterAnswer(plan: EventPlan, { fluidLPerHr, feel }: DrinkingReport): number {
  const risk = riskOfRate({
    balance: plan.balance,
    fluidLPerHr,
    creditedSodiumMgPerL: plan.credited.mgPerL,
    urineLPerHr: plan.countedUrineLPerHr,
    sigma: plan.uncertainty.sigma,
    retention: plan.retention.inEvent,
  });
  return moveOdds(risk, oddsOf(feel));
}

function oddsOf(feel: HydrationFeel | null): number {
  switch (feel) {
    case 'over_hydrated':
      return DRINKING_ALARM.oddsOver;
    case 'well_hydrated':
      return DRINKING_ALARM.oddsWell;
    case 'slightly_dehydrated':
    case 'dehydrated':
      return DRINKING_ALARM.oddsDry;
    case null:
      return 1;
  }
}

function moveOdds(probability: number, factor: number): number {
  const odds = (factor * probability) / (1 - probability);
  return odds / (1 + odds);
}
