/** Grades a reported intake by its risk of diluting the blood (SCIENCE §10). */

import { lossesLPerHr } from './balance.ts';
import { shownLevel } from './environment.ts';
import type { HydrationFeel } from './learning-events.ts';
import type { EventPlan } from './plan.ts';
import { riskOfRate } from './risk.ts';
import { DRINKING_ALARM } from './warning-gates.ts';

/** The intake of one session, with its weighing and answer if there are any. */
export interface DrinkingReport {
  readonly fluidLPerHr: number;
  readonly massKg: number;
  /** Mass after less mass before, kg; null if not weighed. */
  readonly gainedKg: number | null;
  readonly feel: HydrationFeel | null;
}

/**
 * Grades a report. A weighed gain or loss decides if it is clear (EAH consensus 2015, Almond 2005: cited);
 * then the cohort rule; then the probability that this rate ended below 135 mmol/L, moved by the answer.
 */
export function gradeDrinking(plan: EventPlan, report: DrinkingReport): 'danger' | 'caution' | null {
  const gates = DRINKING_ALARM;
  const { hours, balance } = plan;
  const isOver = report.feel === 'over_hydrated';
  if (report.gainedKg !== null) {
    const gainPercent = (100 * report.gainedKg) / report.massKg;
    if (gainPercent >= gates.dangerGainPercent) return 'danger';
    if (gainPercent >= gates.dangerGainLongPercent && hours >= gates.longFromHours) return 'danger';
    if (report.gainedKg < 0) return null;
  }
  const losses = lossesLPerHr(balance);
  const isAboveLosses = report.fluidLPerHr > losses;
  const drunkMlPerKg = (1000 * report.fluidLPerHr * hours) / report.massKg;
  if (drunkMlPerKg >= gates.cohortMlPerKg && hours >= gates.cohortFromHours) {
    const isCool = shownLevel(plan.longest.environment.thermalLevel) <= gates.cohortHottestLevel;
    return isAboveLosses && isCool ? 'danger' : 'caution';
  }
  if (isOver && report.fluidLPerHr > gates.overLossesFactor * losses && hours >= gates.longFromHours) {
    return 'danger';
  }
  const risk = moveOdds(
    riskOfRate({
      balance,
      fluidLPerHr: report.fluidLPerHr,
      creditedSodiumMgPerL: plan.creditedSodiumMgPerL,
      urineLPerHr: plan.countedUrineLPerHr,
      sigma: plan.uncertainty.sigma,
      retention: plan.retention,
    }),
    oddsOf(report.feel),
  );
  if (risk >= gates.dangerRisk) return 'danger';
  return risk >= gates.cautionRisk || (isOver && isAboveLosses) ? 'caution' : null;
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
