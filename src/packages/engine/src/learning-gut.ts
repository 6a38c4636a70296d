/** Holds the state while one session is applied, and updates it with answers about gut and energy. */

import { type Posterior, updateFromEnergy, updateFromGutComfort } from './beliefs.ts';
import type {
  EnergyLevel,
  GiComfort,
  LearnedChange,
  LearnedLatent,
  LearnedState,
  LearningStep,
} from './learned-state.ts';
import { type IntakeSource, type Note, type PlainNoteCode, plainNote } from './notes.ts';
import { clamp } from './numbers.ts';
import { type EventPlan, planEvent } from './plan.ts';
import { shownLevel } from './sweat.ts';
import { isRide } from './tables.ts';
import { LEAST_TOLERANCE_G_PER_HR, startingTolerance } from './tolerance.ts';
import type { EngineActivity, EngineAthlete } from './types.ts';

/** Variance added before each session. */
export const DRIFT = { tolerance: 2 ** 2, needLn: 0.02 ** 2, sodiumLn: 0.01 ** 2 } as const;
/** Bounds of learned quantities: tolerance g/h, ln need, ln sweat sodium over 920 mg/L. */
export const BOUNDS = {
  tolerance: [LEAST_TOLERANCE_G_PER_HR, 130],
  needLn: [-0.35, 0.35],
  sodiumLn: [-0.8, 0.8],
} as const;
/** Largest change from one session. */
const LARGEST_STEP = { tolerance: 10, needLn: 0.08 } as const;
/** An update on foot changes the bike's tolerance by half, and vice versa. */
const TOLERANCE_SHARED = 0.5;
/** Standard deviation of tolerance before any answer, g/h. */
export const PRIOR_TOLERANCE_SD = 18;
/** Standard deviation of ln need before any answer. */
export const PRIOR_NEED_SD = 0.2;
/** Gut answers count from this rate and duration. A poor gut below the second rate has other causes. */
const GUT = { fromGPerHr: 20, fromHours: 1, lowDoseGPerHr: 40, hotLevel: 7, hardLevel: 8 } as const;
/** Energy answers count from this duration and wanted rate. Eating less than the share explains a bonk. */
const ENERGY = { fromHours: 1.25, fromGPerHr: 8, eatenShare: 0.8 } as const;

/** Evidence from a good answer: tolerance is at least nearly the recorded rate, and little above it, g/h. */
const GOOD_ANSWER = { stepGPerHr: 10, belowDose: 6, aboveDose: { excellent: 12, good: 6 } } as const;

/**
 * Bounds the tolerance after a good answer at a rate, g/h: responds to high rates and does not extrapolate
 * from low ones.
 */
function shownByGoodAnswer(
  meanGPerHr: number,
  beforeGPerHr: number,
  answer: { readonly comfort: GiComfort; readonly carbGPerHr: number; readonly source: IntakeSource },
): number {
  const { comfort, carbGPerHr, source } = answer;
  const above = comfort === 'excellent' ? GOOD_ANSWER.aboveDose.excellent : GOOD_ANSWER.aboveDose.good;
  const highest = Math.max(beforeGPerHr, carbGPerHr + above);
  const lowest =
    source === 'noted'
      ? Math.min(beforeGPerHr + GOOD_ANSWER.stepGPerHr, carbGPerHr - GOOD_ANSWER.belowDose)
      : Number.NEGATIVE_INFINITY;
  return clamp(meanGPerHr, lowest, highest);
}

type Writable<Shape> = { -readonly [Key in keyof Shape]: Shape[Key] };
type ToleranceKey = 'bikeCarbToleranceGPerHr' | 'runCarbToleranceGPerHr';

/** Applies gut and energy answers in bounded steps, with a record of each. */
export class GutSession {
  readonly plan: EventPlan;
  protected readonly next: Writable<LearnedState>;
  protected readonly changes: LearnedChange[] = [];
  protected readonly remarks: Note[] = [];
  protected readonly athlete: EngineAthlete;
  protected readonly atMs: number;

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

  /** Returns the state after the session, with its changes and observations. */
  step(): LearningStep {
    return { state: this.next, changes: this.changes, remarks: this.remarks };
  }

  /** Records an observation that changed no number. */
  remark(code: PlainNoteCode): void {
    this.remarks.push(plainNote(code));
  }

  /**
   * Updates carbohydrate tolerance from a gut answer at a rate, g/h, by at most 10 g/h, and the other sport
   * by half as much.
   */
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
    const stored = comfort === 'poor' ? this.fallFrom(key) : this.next[key];
    const before: Posterior = {
      mean: stored.mean,
      variance: Math.min(stored.variance + DRIFT.tolerance, PRIOR_TOLERANCE_SD ** 2),
    };
    const isHotOrHard =
      shownLevel(plan.longest.environment.thermalLevel) >= GUT.hotLevel ||
      plan.longest.effort.intensityLevel >= GUT.hardLevel;
    const after = this.damped(
      before,
      updateFromGutComfort(before, comfort, { carbGPerHr, isHotOrHard }),
      source,
    );
    const shown = isGood
      ? shownByGoodAnswer(after.mean, before.mean, { comfort, carbGPerHr, source })
      : after.mean;
    const mean = clamp(
      clamp(shown, before.mean - LARGEST_STEP.tolerance, before.mean + LARGEST_STEP.tolerance),
      ...BOUNDS.tolerance,
    );
    // After "poor" the cautious quantile must not rise just because the belief became more certain.
    const variance = comfort === 'poor' ? Math.max(after.variance, stored.variance) : after.variance;
    this.set(
      key,
      { mean, variance },
      {
        parameter: this.riding() ? 'bike_carb_tolerance' : 'run_carb_tolerance',
        before: stored.mean,
        after: mean,
        unit: 'g/h',
        reason: {
          code: isHotOrHard ? 'gut_in_heat_or_hard_effort' : 'gut',
          parameters: { comfort, carbGPerHr: Math.round(carbGPerHr), intake: source },
        },
      },
    );
    this.moveOtherTolerance(TOLERANCE_SHARED * (mean - stored.mean));
    if (isGood && source === 'noted') this.notePractised(carbGPerHr, comfort);
  }

  /** Records the highest recorded rate tolerated well. */
  private notePractised(carbGPerHr: number, comfort: GiComfort): void {
    const sport = this.riding() ? 'bike' : 'foot';
    const before = this.next.practisedCarbGPerHr[sport];
    if (carbGPerHr <= before) return;
    this.next.practisedCarbGPerHr = { ...this.next.practisedCarbGPerHr, [sport]: carbGPerHr };
    this.changes.push({
      parameter: this.riding() ? 'practised_bike_carb' : 'practised_run_carb',
      before,
      after: carbGPerHr,
      unit: 'g/h',
      reason: {
        code: 'practised',
        parameters: { comfort, carbGPerHr: Math.round(carbGPerHr), intake: 'noted' },
      },
    });
  }

  /**
   * Updates the carbohydrate need from an energy answer, by at most 8 %. Never raises it after a poor gut.
   */
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
    const stored = this.next.carbNeedLn;
    const before: Posterior = {
      mean: stored.mean,
      variance: Math.min(stored.variance + DRIFT.needLn, PRIOR_NEED_SD ** 2),
    };
    const full = updateFromEnergy(before, energy, {
      carbGPerHr: eaten.carbGPerHr,
      wantedGPerHr: wanted,
    });
    const after = this.damped(before, full, eaten.source);
    let mean = clamp(
      clamp(after.mean, before.mean - LARGEST_STEP.needLn, before.mean + LARGEST_STEP.needLn),
      ...BOUNDS.needLn,
    );
    // After a poor gut carbohydrate never rises, however the energy felt.
    if (comfort === 'poor') mean = Math.min(mean, stored.mean);
    this.set(
      'carbNeedLn',
      { mean, variance: after.variance },
      {
        parameter: 'carb_need_multiplier',
        before: Math.exp(stored.mean),
        after: Math.exp(mean),
        unit: '×',
        reason: {
          code: 'energy',
          parameters: { energy, carbGPerHr: Math.round(eaten.carbGPerHr), intake: eaten.source },
        },
      },
    );
  }

  private riding(): boolean {
    return isRide(this.plan.longest.sport);
  }

  /** Halves the step without a recorded intake, because the intake is itself a guess. */
  protected damped(before: Posterior, full: Posterior, source: IntakeSource): Posterior {
    if (source === 'noted') return full;
    return {
      mean: (before.mean + full.mean) / 2,
      variance: (before.variance + full.variance) / 2,
    };
  }

  /**
   * Updates the other sport's tolerance. Only a decrease, or one already observed there, counts as evidence.
   */
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
   * Starting point of a decrease. A rise from good answers in the other sport was never used in a plan, so
   * the first bad answer must not introduce it.
   */
  private fallFrom(key: ToleranceKey): LearnedLatent {
    const latent = this.next[key];
    if (latent.observations > 0) return latent;
    const sport = key === 'bikeCarbToleranceGPerHr' ? 'bike' : 'run';
    const start = startingTolerance(sport, this.athlete, this.plan.body.fitnessLevel);
    return { ...latent, mean: Math.min(latent.mean, clamp(start, ...BOUNDS.tolerance)) };
  }

  protected set(
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
