/**
 * Updates the learned state with one session's answers and measurements, in bounded steps, with a record of
 * each.
 */

import { fuelOf, lossesLPerHr } from './balance.ts';
import { type Posterior, updateFromMeasurement } from './beliefs.ts';
import { allowedGainShare, riskOfRate } from './ceiling.ts';
import type {
  HydrationFeel,
  LearnedParameter,
  LearnedState,
  MassSource,
  SweatTestEvent,
  SweatTestResult,
} from './learned-state.ts';
import { BOUNDS, DRIFT, GutSession } from './learning-gut.ts';
import {
  ANSWER_FROM_HOURS,
  driftTo,
  type FeltSession,
  isBelievable,
  learnAnswer,
  learnWeighing,
  type SweatSession,
  sweatErrorLPerHr,
  sweatSessionOf,
  sweatWithoutUrineNoted,
} from './learning-sweat.ts';
import type { Note } from './notes.ts';
import { clamp, DAY_MS } from './numbers.ts';
import {
  AVERAGE_SWEAT_SODIUM_MG_PER_L,
  personalSweat,
  type SWEAT_INDEX,
  sodiumFlowFactor,
} from './personal.ts';
import { type EventPlan, planEvent } from './plan.ts';
import { steadyWaterMass } from './projection.ts';
import { type EngineActivity, type EngineAthlete, UNKNOWN_SESSION } from './types.ts';

/** Intake, losses and body masses of one weighed session: kg, ml, g. */
interface Weighing {
  readonly source: MassSource;
  readonly beforeKg: number;
  readonly afterKg: number;
  readonly fluidMl: number;
  readonly foodG: number;
  readonly urineMl: number;
}

/** Returns a sweat test as an activity. */
export function activityOfTest(test: SweatTestEvent): EngineActivity {
  return {
    ...UNKNOWN_SESSION,
    type: test.type,
    durationMin: test.durationMin,
    intensityLevel: test.intensityLevel,
    thermalStressLevel: test.thermalStressLevel,
    weather: test.weather,
  };
}

/** Returns the weighing of a sweat test. Missing food and urine count as none. */
export function weighingOfTest(test: SweatTestEvent): Weighing {
  return {
    source: test.source,
    beforeKg: test.bodyMassBeforeKg,
    afterKg: test.bodyMassAfterKg,
    fluidMl: test.fluidMl,
    foodG: test.foodG ?? 0,
    urineMl: test.urineMl ?? 0,
  };
}

/** Returns the sweat rate of an athlete's sweat test, ml/h, and whether it is usable. */
export function sweatTestResult(athlete: EngineAthlete, test: SweatTestEvent): SweatTestResult {
  const plan = planEvent({ activity: activityOfTest(test), athlete, learned: null });
  return weigh(plan, weighingOfTest(test), athlete.bodyMassKg);
}

/** A weight this many times that of the record, or this part of it, is in pounds or another person's. Engineering choice. */
const OTHER_UNIT_FROM = 1.6;

/**
 * Returns the sweat rate of a weighed session: (body mass lost + drunk + eaten − urine − gas exchange −
 * breath) per hour (NATA 2017, recalled).
 *
 * @param recordKg the athlete's weight; null if it is missing
 */
export function weigh(
  plan: EventPlan,
  { source, beforeKg, afterKg, fluidMl, foodG, urineMl }: Weighing,
  recordKg: number | null,
): SweatTestResult {
  const { hours } = plan;
  const fuel = fuelOf({
    massKg: beforeKg,
    metabolicRateW: plan.metabolicRateW,
    fractionOfVo2max: plan.fractionOfVo2max,
    hours,
    intakeGPerHr: foodG / hours,
  });
  const lostL = beforeKg - afterKg + (fluidMl + foodG - urineMl) / 1000;
  const sweatLPerHr = (lostL - fuel.gasLossKg) / hours - plan.balance.breathLPerHr;
  const isOfRecord =
    recordKg === null || Math.max(beforeKg / recordKg, recordKg / beforeKg) < OTHER_UNIT_FROM;
  return {
    sweatRateMlPerHr: 1000 * sweatLPerHr,
    standardErrorMlPerHr: 1000 * sweatErrorLPerHr(source, Math.max(0, sweatLPerHr), hours),
    usable: isBelievable(sweatLPerHr, hours) && isOfRecord,
  };
}

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
interface DrinkingReport {
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

/** Sessions for which drinking remains limited after a dangerous report. */
const CAUTIOUS_SESSIONS = 5;
/** Dangerous reports count for this long, 30 days inclusive. */
const OVERDRINK_MEMORY_MS = 30 * DAY_MS;
/** Bounds the size of a state. */
const OVERDRINK_REPORTS_KEPT = 10;
/**
 * SD (log scale) of lab sweat-sodium values, based on published limits of agreement for
 * sweat patches.
 */
const LABORATORY_SODIUM_SD = 0.15;

/** A weighed session, used together with its result. */
interface WeighedSession {
  readonly massKg: number;
  readonly fluidMl: number;
  readonly feel: HydrationFeel | null;
  readonly isUrineNoted: boolean;
  readonly isTest: boolean;
  readonly source: MassSource;
}

/** Applies the session of one event: weighing, perceived hydration, drinking, salt, gut and energy. */
export class LearningSession extends GutSession {
  /** Counts one session of limited drinking, and drops dangerous reports older than 30 days. */
  countSession(): void {
    this.next.cautiousSessionsLeft = Math.max(0, this.next.cautiousSessionsLeft - 1);
    this.next.overdrinkAtMs = this.next.overdrinkAtMs.filter((at) => this.atMs - at <= OVERDRINK_MEMORY_MS);
  }

  /** Updates the sweat rate from a weighed session. One that is too short or implausible changes nothing. */
  applyWeighing(result: SweatTestResult, session: WeighedSession): void {
    if (!result.usable) {
      this.remark('weighing_not_usable');
      return;
    }
    const { hours } = this.plan;
    const isUrineCounted = session.isUrineNoted || session.source === 'wearable';
    const before = this.next.sweat;
    const sweatLPerHr = result.sweatRateMlPerHr / 1000;
    this.next.sweat = learnWeighing(driftTo(before, this.atMs), this.sweatSession(session.massKg), {
      sweatLPerHr,
      countedSweatLPerHr: isUrineCounted ? sweatLPerHr : sweatWithoutUrineNoted(sweatLPerHr, hours),
      fluidLPerHr: session.fluidMl / 1000 / hours,
      feel: session.feel,
      isTest: session.isTest,
      source: session.source,
    });
    if (!isUrineCounted) this.remark('urine_not_noted');
    this.accountForSweat(before, {
      code: session.source === 'wearable' ? 'wearable_read' : 'weighed',
      parameters: { sweatRateMlPerHr: Math.round(result.sweatRateMlPerHr) },
    });
  }

  /** Updates the sweat rate from an answer. Sessions under 45 minutes change nothing. */
  applyFeel(felt: FeltSession, massKg: number): void {
    if (this.plan.hours < ANSWER_FROM_HOURS) {
      this.remark('session_too_short_for_feeling');
      return;
    }
    const before = this.next.sweat;
    const learned = learnAnswer(driftTo(before, this.atMs), this.sweatSession(massKg), felt);
    this.next.sweat = learned.sweat;
    if (!learned.moved) {
      this.remark('intake_not_noted');
      return;
    }
    this.accountForSweat(before, {
      code: felt.notedLPerHr === null ? 'felt_as_prescribed' : 'felt',
      parameters: {
        feel: felt.feel,
        fluidMlPerHr: Math.round(1000 * (felt.notedLPerHr ?? felt.prescribedLPerHr)),
      },
    });
  }

  /** Records drinking that may dilute the blood, and limits drinking after a dangerous report. */
  noteDrinking(report: DrinkingReport): void {
    const severity = gradeDrinking(this.plan, report);
    this.next.lastAlarm = severity === null ? null : { severity, rateMlPerHr: 1000 * report.fluidLPerHr };
    if (severity !== 'danger') return;
    this.next.overdrinkAtMs = [...this.next.overdrinkAtMs, this.atMs].slice(-OVERDRINK_REPORTS_KEPT);
    this.next.cautiousSessionsLeft = CAUTIOUS_SESSIONS;
    this.remarks.push({ code: 'drank_too_much', parameters: { sessions: CAUTIOUS_SESSIONS } });
  }

  /** Updates sweat sodium concentration from a lab value, mg/L, interpreted at the session's sweat rate. */
  applySodium(measuredMgPerL: number, result: SweatTestResult): void {
    const sweatLPerHr = result.usable ? result.sweatRateMlPerHr / 1000 : this.plan.balance.sweatLPerHr;
    const stored = this.next.sweatSodiumLn;
    const before: Posterior = { mean: stored.mean, variance: stored.variance + DRIFT.sodiumLn };
    const observed = Math.log(measuredMgPerL / sodiumFlowFactor(sweatLPerHr) / AVERAGE_SWEAT_SODIUM_MG_PER_L);
    const after = updateFromMeasurement(before, observed, LABORATORY_SODIUM_SD ** 2);
    const mean = clamp(after.mean, ...BOUNDS.sodiumLn);
    this.set(
      'sweatSodiumLn',
      { mean, variance: after.variance },
      {
        parameter: 'sweat_sodium',
        before: AVERAGE_SWEAT_SODIUM_MG_PER_L * Math.exp(stored.mean),
        after: AVERAGE_SWEAT_SODIUM_MG_PER_L * Math.exp(mean),
        unit: 'mg/L',
        reason: { code: 'sweat_sodium_measured', parameters: { sodiumMgPerL: Math.round(measuredMgPerL) } },
      },
    );
  }

  private sweatSession(massKg: number): SweatSession {
    return sweatSessionOf(this.plan, massKg);
  }

  /** Lists every change in sweat multipliers and answer bias. */
  private accountForSweat(before: LearnedState['sweat'], reason: Note): void {
    const names: Readonly<Record<keyof typeof SWEAT_INDEX, LearnedParameter>> = {
      foot: 'sweat_rate_multiplier',
      bike: 'bike_sweat_rate_multiplier',
      swim: 'swim_sweat_rate_multiplier',
    };
    const multiplier = (sweat: LearnedState['sweat'], sport: keyof typeof SWEAT_INDEX): number =>
      Math.exp(personalSweat(this.athlete, this.plan.body, { ...this.next, sweat }, sport).ln);
    for (const sport of ['foot', 'bike', 'swim'] as const) {
      const [from, to] = [multiplier(before, sport), multiplier(this.next.sweat, sport)];
      if (from === to) continue;
      this.changes.push({ parameter: names[sport], before: from, after: to, unit: '×', reason });
    }
    const [biasBefore, biasAfter] = [before.all.mean[3], this.next.sweat.all.mean[3]];
    if (biasBefore === biasAfter) return;
    this.changes.push({
      parameter: 'answer_bias_percent',
      before: biasBefore,
      after: biasAfter,
      unit: '%',
      reason,
    });
  }
}
