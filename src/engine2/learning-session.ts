/** How one session's answers and measurements move the learned state: bounded steps, with an account of each. */

import { shownLevel } from './environment.ts';
import type { LearnedLatent, LearnedState } from './learned-state.ts';
import type {
  EnergyLevel,
  GiComfort,
  HydrationFeel,
  LearnedChange,
  LearnedParameter,
  LearningStep,
  SweatTestResult,
} from './learning-events.ts';
import {
  ANSWER_FROM_HOURS,
  driftTo,
  type FeltSession,
  learnAnswer,
  learnWeighing,
  type SweatSession,
  sweatSessionOf,
} from './learning-sweat.ts';
import {
  type Posterior,
  updateFromEnergy,
  updateFromGutComfort,
  updateFromMeasurement,
} from './learning-updates.ts';
import { clamp } from './numbers.ts';
import { type DrinkingReport, gradeDrinking } from './overdrinking.ts';
import {
  AVERAGE_SWEAT_SODIUM_MG_PER_L,
  personalSweat,
  type SWEAT_INDEX,
  sodiumFlowFactor,
} from './personal.ts';
import { type EventPlan, planEvent } from './plan.ts';
import { startingTolerance } from './tolerance.ts';
import type { EngineActivity, EngineAthlete, Note } from './types.ts';

const DAY_MS = 86_400_000;
/** Variance added before each session. Engineering choice. */
const DRIFT = { tolerance: 2 ** 2, needLn: 0.02 ** 2, sodiumLn: 0.01 ** 2 } as const;
export const BOUNDS = {
  tolerance: [25, 130],
  needLn: [-0.35, 0.35],
  sodiumLn: [-0.8, 0.8],
} as const;
/** Largest step that one session may cause. Engineering choice. */
const LARGEST_STEP = { tolerance: 10, needLn: 0.08 } as const;
/** An update on foot moves the bike's tolerance by half, and the reverse. Engineering choice. */
const TOLERANCE_SHARED = 0.5;
export const PRIOR_TOLERANCE_SD = 18;
export const PRIOR_NEED_SD = 0.2;
const CAUTIOUS_SESSIONS = 5;
const OVERDRINK_MEMORY_MS = 30 * DAY_MS;
/** A state stays small whatever is sent. */
const OVERDRINK_REPORTS_KEPT = 10;
/** Spread of laboratory sweat sodium, ln. Engineering choice from agreement limits of patches. */
const LABORATORY_SODIUM_SD = 0.15;
/** Gut answers count from this dose and duration on; a poor gut below the second dose points elsewhere. Engineering choice. */
const GUT = { fromGPerHr: 20, fromHours: 1, lowDoseGPerHr: 40, hotLevel: 7, hardLevel: 8 } as const;
/** Energy answers count from this duration and wanted rate on; eating less than the share explains a bonk. Engineering choice. */
const ENERGY = { fromHours: 1.25, fromGPerHr: 8, eatenShare: 0.8 } as const;

/** Where the intake of a session is known from. */
export type IntakeSource = 'noted' | 'prescribed' | 'presumed';

type Writable<Shape> = { -readonly [Key in keyof Shape]: Shape[Key] };
type ToleranceKey = 'bikeCarbToleranceGPerHr' | 'runCarbToleranceGPerHr';

/** The state while the session of one event is applied. */
export class LearningSession {
  readonly plan: EventPlan;
  private readonly next: Writable<LearnedState>;
  private readonly changes: LearnedChange[] = [];
  private readonly remarks: Note[] = [];
  private readonly athlete: EngineAthlete;
  private readonly atMs: number;

  constructor(
    athlete: EngineAthlete,
    state: LearnedState,
    session: { activity: EngineActivity; atMs: number },
  ) {
    this.plan = planEvent({ activity: session.activity, athlete, learned: state });
    this.next = { ...state };
    this.athlete = athlete;
    this.atMs = session.atMs;
  }

  step(): LearningStep {
    return { state: this.next, changes: this.changes, remarks: this.remarks };
  }

  remark(code: string): void {
    this.remarks.push({ code, parameters: {} });
  }

  countSession(): void {
    this.next.cautiousSessionsLeft = Math.max(0, this.next.cautiousSessionsLeft - 1);
    this.next.overdrinkAtMs = this.next.overdrinkAtMs.filter((at) => this.atMs - at <= OVERDRINK_MEMORY_MS);
  }

  applyWeighing(
    result: SweatTestResult,
    session: { readonly massKg: number; readonly fluidMl: number; readonly feel: HydrationFeel | null },
  ): void {
    if (!result.usable) {
      this.remark('weighing_not_usable');
      return;
    }
    const before = this.next.sweat;
    this.next.sweat = learnWeighing(driftTo(before, this.atMs), this.sweatSession(session.massKg), {
      sweatLPerHr: result.sweatRateMlPerHr / 1000,
      fluidLPerHr: session.fluidMl / 1000 / this.plan.hours,
      feel: session.feel,
    });
    this.accountForSweat(before, {
      code: 'weighed',
      parameters: { sweatRateMlPerHr: Math.round(result.sweatRateMlPerHr) },
    });
  }

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

  /** Remembers drinking that may dilute the blood, and holds drinking back after a dangerous report. */
  noteDrinking(report: DrinkingReport): void {
    const severity = gradeDrinking(this.plan, report);
    this.next.lastAlarm = severity === null ? null : { severity, rateMlPerHr: 1000 * report.fluidLPerHr };
    if (severity !== 'danger') return;
    this.next.overdrinkAtMs = [...this.next.overdrinkAtMs, this.atMs].slice(-OVERDRINK_REPORTS_KEPT);
    this.next.cautiousSessionsLeft = CAUTIOUS_SESSIONS;
    this.remarks.push({ code: 'drank_too_much', parameters: { sessions: CAUTIOUS_SESSIONS } });
  }

  applyGut(comfort: GiComfort, carbGPerHr: number, source: IntakeSource): void {
    const { plan } = this;
    if (carbGPerHr < GUT.fromGPerHr || plan.hours < GUT.fromHours || plan.longest.sport === 'swim') return;
    const isGood = comfort === 'excellent' || comfort === 'good';
    this.next.goodGutStreak = isGood ? this.next.goodGutStreak + 1 : 0;
    if (comfort === 'poor' && carbGPerHr < GUT.lowDoseGPerHr) {
      this.next.giHistory = true;
      this.remark('poor_gut_at_low_dose');
      return;
    }
    const key = this.riding() ? 'bikeCarbToleranceGPerHr' : 'runCarbToleranceGPerHr';
    const kept = comfort === 'poor' ? this.fallFrom(key) : this.next[key];
    const before: Posterior = {
      mean: kept.mean,
      variance: Math.min(kept.variance + DRIFT.tolerance, PRIOR_TOLERANCE_SD ** 2),
    };
    const isHotOrHard =
      shownLevel(plan.longest.environment.thermalLevel) >= GUT.hotLevel ||
      plan.longest.effort.intensityLevel >= GUT.hardLevel;
    const after = this.damped(before, updateFromGutComfort(before, comfort, carbGPerHr, isHotOrHard), source);
    const mean = clamp(
      clamp(after.mean, before.mean - LARGEST_STEP.tolerance, before.mean + LARGEST_STEP.tolerance),
      ...BOUNDS.tolerance,
    );
    // After "poor" the cautious quantile must not rise because the belief grew surer.
    const variance = comfort === 'poor' ? Math.max(after.variance, kept.variance) : after.variance;
    this.set(
      key,
      { mean, variance },
      {
        parameter: this.riding() ? 'bike_carb_tolerance' : 'run_carb_tolerance',
        before: kept.mean,
        after: mean,
        unit: 'g/h',
        reason: {
          code: isHotOrHard ? 'gut_in_heat_or_hard_effort' : 'gut',
          parameters: { comfort, carbGPerHr: Math.round(carbGPerHr), intake: source },
        },
      },
    );
    this.moveOtherTolerance(TOLERANCE_SHARED * (mean - kept.mean));
  }

  applyEnergy(
    energy: EnergyLevel,
    eaten: { readonly carbGPerHr: number; readonly prescribedGPerHr: number; readonly source: IntakeSource },
    comfort: GiComfort | null,
  ): void {
    const { targetGPerHr, demandGPerHr, needFactor } = this.plan.longest.carbohydrate;
    const wanted = Math.min(targetGPerHr / needFactor, demandGPerHr);
    if (this.plan.hours < ENERGY.fromHours || wanted < ENERGY.fromGPerHr) return;
    if (energy === 'bonked' && eaten.carbGPerHr < ENERGY.eatenShare * eaten.prescribedGPerHr) {
      this.remark('ate_less_than_planned');
      return;
    }
    const kept = this.next.carbNeedLn;
    const before: Posterior = {
      mean: kept.mean,
      variance: Math.min(kept.variance + DRIFT.needLn, PRIOR_NEED_SD ** 2),
    };
    const full = updateFromEnergy(before, energy, eaten.carbGPerHr, wanted);
    const after = this.damped(before, full, eaten.source);
    let mean = clamp(
      clamp(after.mean, before.mean - LARGEST_STEP.needLn, before.mean + LARGEST_STEP.needLn),
      ...BOUNDS.needLn,
    );
    // After a poor gut carbohydrate never rises, whatever the energy felt like.
    if (comfort === 'poor') mean = Math.min(mean, kept.mean);
    this.set(
      'carbNeedLn',
      { mean, variance: after.variance },
      {
        parameter: 'carb_need_multiplier',
        before: Math.exp(kept.mean),
        after: Math.exp(mean),
        unit: '×',
        reason: {
          code: 'energy',
          parameters: { energy, carbGPerHr: Math.round(eaten.carbGPerHr), intake: eaten.source },
        },
      },
    );
  }

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

  private riding(): boolean {
    const { sport } = this.plan.longest;
    return sport === 'bike' || sport === 'indoorBike';
  }

  private sweatSession(massKg: number): SweatSession {
    return sweatSessionOf(this.plan, massKg);
  }

  /** Without a noted intake the step is halved: what was eaten is itself a guess. */
  private damped(before: Posterior, full: Posterior, source: IntakeSource): Posterior {
    if (source === 'noted') return full;
    return {
      mean: (before.mean + full.mean) / 2,
      variance: (before.variance + full.variance) / 2,
    };
  }

  /** Lists every sweat multiplier and the answer bias that moved. */
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

  /** The other sport's tolerance follows; only a fall, or one already observed there, counts as evidence. */
  private moveOtherTolerance(stepGPerHr: number): void {
    const key: ToleranceKey = this.riding() ? 'runCarbToleranceGPerHr' : 'bikeCarbToleranceGPerHr';
    const other = stepGPerHr < 0 ? this.fallFrom(key) : this.next[key];
    const mean = clamp(other.mean + stepGPerHr, ...BOUNDS.tolerance);
    if (other.observations === 0 && stepGPerHr >= 0) {
      this.next[key] = { ...other, mean };
      return;
    }
    this.set(
      key,
      { mean, variance: other.variance },
      {
        parameter: this.riding() ? 'run_carb_tolerance' : 'bike_carb_tolerance',
        before: other.mean,
        after: mean,
        unit: 'g/h',
        reason: { code: 'moved_with_other_sport', parameters: {} },
      },
    );
  }

  /**
   * Start of a fall. What good answers in the other sport promised was never planned with, so the first bad one must
   * not bring it into the plan.
   */
  private fallFrom(key: ToleranceKey): LearnedLatent {
    const latent = this.next[key];
    if (latent.observations > 0) return latent;
    const sport = key === 'bikeCarbToleranceGPerHr' ? 'bike' : 'run';
    const start = startingTolerance(sport, this.athlete, this.plan.body.fitnessLevel);
    return { ...latent, mean: Math.min(latent.mean, clamp(start, ...BOUNDS.tolerance)) };
  }

  private set(
    key: ToleranceKey | 'carbNeedLn' | 'sweatSodiumLn',
    posterior: Posterior,
    change: LearnedChange,
  ): void {
    this.next[key] = {
      ...posterior,
      observations: this.next[key].observations + 1,
      updatedAtMs: this.atMs,
    };
    this.changes.push(change);
  }
}
