/**
 * Updates the learned state with one session's answers and measurements, in bounded steps, with a record of
 * each.
 */

import type { LearnedState } from './learned-state.ts';
import type { HydrationFeel, LearnedParameter, SweatTestResult } from './learning-events.ts';
import { BOUNDS, DRIFT, GutSession } from './learning-gut.ts';
import {
  ANSWER_FROM_HOURS,
  driftTo,
  type FeltSession,
  learnAnswer,
  learnWeighing,
  type SweatSession,
  sweatSessionOf,
} from './learning-sweat.ts';
import { type Posterior, updateFromMeasurement } from './learning-updates.ts';
import type { Note } from './notes.ts';
import { clamp } from './numbers.ts';
import { type DrinkingReport, gradeDrinking } from './overdrinking.ts';
import {
  AVERAGE_SWEAT_SODIUM_MG_PER_L,
  personalSweat,
  type SWEAT_INDEX,
  sodiumFlowFactor,
} from './personal.ts';
import { sweatWithoutUrineNoted } from './weighed-sweat.ts';

const DAY_MS = 86_400_000;
/** Sessions for which drinking remains limited after a dangerous report. Engineering choice. */
const CAUTIOUS_SESSIONS = 5;
/** Dangerous reports count for this long, 30 days inclusive. Engineering choice. */
const OVERDRINK_MEMORY_MS = 30 * DAY_MS;
/** Bounds the size of a state. */
const OVERDRINK_REPORTS_KEPT = 10;
/**
 * SD (log scale) of lab sweat-sodium values. Engineering choice, based on published limits of agreement for
 * sweat patches.
 */
const LABORATORY_SODIUM_SD = 0.15;

/** A weighed session, used together with its result. */
export interface WeighedSession {
  readonly massKg: number;
  readonly fluidMl: number;
  readonly feel: HydrationFeel | null;
  readonly isUrineNoted: boolean;
  readonly isTest: boolean;
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
    const before = this.next.sweat;
    const sweatLPerHr = result.sweatRateMlPerHr / 1000;
    this.next.sweat = learnWeighing(driftTo(before, this.atMs), this.sweatSession(session.massKg), {
      sweatLPerHr,
      countedSweatLPerHr: session.isUrineNoted ? sweatLPerHr : sweatWithoutUrineNoted(sweatLPerHr, hours),
      fluidLPerHr: session.fluidMl / 1000 / hours,
      feel: session.feel,
      isTest: session.isTest,
    });
    if (!session.isUrineNoted) this.remark('urine_not_noted');
    this.accountForSweat(before, {
      code: 'weighed',
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
    const kept = this.next.sweatSodiumLn;
    const before: Posterior = { mean: kept.mean, variance: kept.variance + DRIFT.sodiumLn };
    const observed = Math.log(measuredMgPerL / sodiumFlowFactor(sweatLPerHr) / AVERAGE_SWEAT_SODIUM_MG_PER_L);
    const after = updateFromMeasurement(before, observed, LABORATORY_SODIUM_SD ** 2);
    const mean = clamp(after.mean, ...BOUNDS.sodiumLn);
    this.set(
      'sweatSodiumLn',
      { mean, variance: after.variance },
      {
        parameter: 'sweat_sodium',
        before: AVERAGE_SWEAT_SODIUM_MG_PER_L * Math.exp(kept.mean),
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
