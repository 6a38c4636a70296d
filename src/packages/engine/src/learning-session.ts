/**
 * Updates the learned state with one session's answers and measurements, in bounded steps, with a record of
 * each.
 */

import { fuelOf } from './balance.ts';
import { type Posterior, updateFromMeasurement } from './beliefs.ts';
import { type DrinkingReport, gradeDrinking } from './drinking-alarm.ts';
import type {
  ClothingAfter,
  FeedbackEvent,
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
  driftToUnnoted,
  type FeltSession,
  learnAnswer,
  type SweatSession,
  sweatSessionOf,
} from './learning-sweat.ts';
import { isBelievable, learnWeighing, sweatErrorLPerHr, type UrineEvidence } from './learning-weighings.ts';
import type { Note } from './notes.ts';
import { clamp, DAY_MS, HOUR_MS } from './numbers.ts';
import {
  AVERAGE_SWEAT_SODIUM_MG_PER_L,
  personalSweat,
  type SWEAT_INDEX,
  sodiumFlowFactor,
} from './personal.ts';
import { type EventPlan, planEvent } from './plan.ts';
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

/** Returns the weighing that feedback reports. Null without both weights and the fluid between them. */
export function weighingOfFeedback(event: FeedbackEvent): Weighing | null {
  const { bodyMassBeforeKg, bodyMassAfterKg, fluidMl } = event;
  if (bodyMassBeforeKg === null || bodyMassAfterKg === null || fluidMl === null) return null;
  return {
    source: event.source,
    beforeKg: bodyMassBeforeKg,
    afterKg: bodyMassAfterKg,
    fluidMl,
    // Most carbohydrate is eaten with water. The scale only sees its own grams.
    foodG: event.carbsGrams ?? 0,
    urineMl: event.urineMl ?? 0,
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
  readonly urine: UrineEvidence;
  /** Null if nobody said. */
  readonly clothing: ClothingAfter | null;
  readonly isTest: boolean;
  readonly source: MassSource;
  /** True if another weighing of these hours counts instead. */
  readonly isSuperseded: boolean;
  readonly isDayOnly: boolean;
  /** End of the hours that it may have in common with others. */
  readonly spanUntilMs: number;
}

/** Returns what is known of the urine between two weigh-ins: a measured volume needs no answer. */
export function urineEvidence({
  urineMl,
  urinated,
}: Pick<SweatTestEvent, 'urineMl' | 'urinated'>): UrineEvidence {
  return urineMl !== null ? 'measured' : (urinated ?? 'unknown');
}

/** Applies the session of one event: weighing, perceived hydration, drinking, salt, gut and energy. */
export class LearningSession extends GutSession {
  /** Counts one session of limited drinking, and drops dangerous reports older than 30 days. */
  countSession(): void {
    this.next.cautiousSessionsLeft = Math.max(0, this.next.cautiousSessionsLeft - 1);
    this.next.overdrinkAtMs = this.next.overdrinkAtMs.filter((at) => this.atMs - at <= OVERDRINK_MEMORY_MS);
  }

  /**
   * Updates the sweat rate from a weighed session. Returns false if another weighing of its hours counts instead. One
   * that is too short or implausible changes nothing.
   */
  applyWeighing(result: SweatTestResult, session: WeighedSession): boolean {
    if (!result.usable) {
      this.remark('weighing_not_usable');
      return true;
    }
    const { hours } = this.plan;
    const before = this.next.sweat;
    const untilMs = this.atMs + hours * HOUR_MS;
    const usableUntilMs = Math.max(session.spanUntilMs, before.usableUntilMs ?? session.spanUntilMs);
    if (session.isSuperseded || this.isWeighedBefore(session)) {
      this.next.sweat = { ...before, usableUntilMs };
      this.remark('same_session');
      return false;
    }
    const isUnnoted = session.source === 'scale' && session.urine === 'unknown';
    const drifted = isUnnoted ? driftToUnnoted(before, this.atMs) : driftTo(before, this.atMs);
    this.next.sweat = {
      ...learnWeighing(drifted, this.sweatSession(session.massKg), {
        sweatLPerHr: result.sweatRateMlPerHr / 1000,
        urine: session.urine,
        clothing: session.clothing,
        fluidLPerHr: session.fluidMl / 1000 / hours,
        feel: session.feel,
        isTest: session.isTest,
        source: session.source,
      }),
      weighedUntilMs: session.isDayOnly
        ? before.weighedUntilMs
        : Math.max(untilMs, before.weighedUntilMs ?? untilMs),
      usableUntilMs,
    };
    if (isUnnoted) this.remark('urine_not_noted');
    this.accountForSweat(before, {
      code: session.source === 'wearable' ? 'wearable_read' : 'weighed',
      parameters: { sweatRateMlPerHr: Math.round(result.sweatRateMlPerHr) },
    });
    return true;
  }

  /** Returns whether an earlier weighing reaches into these hours. Of a session with a date only nobody knows them. */
  private isWeighedBefore({ isDayOnly }: WeighedSession): boolean {
    const { weighedUntilMs } = this.next.sweat;
    return !isDayOnly && weighedUntilMs !== null && this.atMs < weighedUntilMs;
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
