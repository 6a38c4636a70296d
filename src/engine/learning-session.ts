/** How one session's answers and measurements move the learned state: bounded, falling at once, rising slowly. */

import { startingTolerance } from './carbohydrate.ts';
import { cautionMarginLn } from './ceiling.ts';
import type { LearnedLatent, LearnedState } from './learned-state.ts';
import type { FeedbackEvent, LearnedChange, LearningStep, SweatTestResult } from './learning-events.ts';
import {
  type EnergyLevel,
  type GiComfort,
  type HydrationFeel,
  type Posterior,
  updateFromEnergy,
  updateFromGutComfort,
  updateFromHydrationFeel,
  updateFromMeasurement,
} from './learning-updates.ts';
import { clamp } from './numbers.ts';
import { type EventPlan, planEvent } from './plan.ts';
import { AVERAGE_SWEAT_SODIUM_MG_PER_L, sodiumFlowFactor } from './sodium.ts';
import { SCALE_ERROR_KG, TEST_DAY_SD } from './sweat-test.ts';
import type { EngineActivity, EngineAthlete } from './types.ts';

const DAY_MS = 86_400_000;
/** Variance added to a latent before each session, for season and fitness. Engineering choice. */
const DRIFT = {
  sweatLn: 0.02 ** 2,
  idleSweatLn: 0.04 ** 2,
  idleDays: 60,
  tolerance: 2 ** 2,
  needLn: 0.02 ** 2,
  sodiumLn: 0.01 ** 2,
};
export const BOUNDS = {
  sweatLn: [-0.9, 0.9],
  tolerance: [25, 130],
  needLn: [-0.35, 0.35],
  sodiumLn: [-0.8, 0.8],
} as const;
/** Largest step that one session may cause. Engineering choice. */
const LARGEST_STEP = { sweatLnByFeel: 0.15, sweatLnByTest: 0.4, tolerance: 10, needLn: 0.08 } as const;
/** An update on foot moves the bike's tolerance by half, and the reverse. Engineering choice. */
const TOLERANCE_SHARED = 0.5;
export const PRIOR_TOLERANCE_SD = 18;
export const PRIOR_NEED_SD = 0.2;
/** Without a weighed session the posterior never claims to be surer than this: runners misjudge their losses by half (O'Neal 2014). */
const SURENESS_LIMIT_BY_FEEL = 0.12;
/** The ceiling may rise this much in 30 days on feelings alone. Engineering choice, hyponatraemia side. */
const CEILING_RISE_LN_PER_DAY = Math.log(1.1) / 30;
const CAUTIOUS_SESSIONS = 5;
const OVERDRINK_MEMORY_MS = 30 * DAY_MS;
/** Warnings tell one report from several; more need not be remembered, so a state stays small whatever is sent. */
const OVERDRINK_REPORTS_KEPT = 10;
/** Mass gained that no scale error explains, kg. Engineering choice. */
export const GAIN_KG = 0.2;
/** Sessions shorter than this teach nothing about sweat (h); weighed ones need half an hour. */
const SHORTEST_FEEL_HOURS = 0.75;
/** Spread of laboratory sweat sodium, natural logarithm. Engineering choice from agreement limits of patches. */
const LABORATORY_SODIUM_SD = 0.15;

/** Where the intake of a session is known from: the athlete, or the prescription, or today's engine where none was made. */
export type IntakeSource = 'noted' | 'prescribed' | 'presumed';

const INTAKE_WORDS: Readonly<Record<IntakeSource, string>> = {
  noted: '',
  prescribed: ' (as prescribed)',
  presumed: ' (as it would have been prescribed)',
};

/** True for either degree of feeling dry. */
export function isDehydrated(feel: HydrationFeel | null): boolean {
  return feel === 'dehydrated' || feel === 'slightly_dehydrated';
}

type Writable<Shape> = { -readonly [Key in keyof Shape]: Shape[Key] };

/** The state while the session of one event is applied, with the account of what moved. */
export class LearningSession {
  readonly plan: EventPlan;
  private readonly next: Writable<LearnedState>;
  private readonly changes: LearnedChange[] = [];
  private readonly remarks: string[] = [];
  private readonly inWater: boolean;
  private readonly riding: boolean;
  private readonly atMs: number;
  private readonly athlete: EngineAthlete;

  constructor(athlete: EngineAthlete, state: LearnedState, activity: EngineActivity, atMs: number) {
    this.plan = planEvent({ activity, athlete, learned: state });
    this.next = { ...state };
    this.athlete = athlete;
    this.atMs = atMs;
    const longest = this.plan.legs.reduce((left, right) => (right.hours > left.hours ? right : left));
    this.inWater = longest.sport === 'swim';
    this.riding = longest.sport === 'bike' || longest.sport === 'indoorBike';
  }

  step(): LearningStep {
    return { state: this.next, changes: this.changes, remarks: this.remarks };
  }

  countSession(): void {
    this.next.cautiousSessionsLeft = Math.max(0, this.next.cautiousSessionsLeft - 1);
    this.next.overdrinkAtMs = this.next.overdrinkAtMs.filter((at) => this.atMs - at <= OVERDRINK_MEMORY_MS);
  }

  weighedWithoutFluid(): void {
    this.remarks.push('Two weights tell a sweat rate only together with what was drunk between them.');
  }

  contradiction(): void {
    const key = this.sweatKey();
    const latent = this.next[key];
    this.next[key] = {
      ...latent,
      variance: latent.variance * 1.2,
      observations: latent.observations + 1,
      updatedAtMs: this.atMs,
    };
    this.remarks.push('Feeling dehydrated and gaining mass contradict each other; only the doubt grew.');
  }

  applyWeighing(result: SweatTestResult): void {
    if (!result.usable) {
      this.remarks.push(
        'The weighed session was too short or its sweat rate not believable; it taught nothing.',
      );
      return;
    }
    const model = this.modelSweatLPerHr();
    const before = this.drifted(this.next[this.sweatKey()]);
    const noise = TEST_DAY_SD ** 2 + (SCALE_ERROR_KG / (this.plan.hours * model)) ** 2;
    const after = updateFromMeasurement(before, Math.log(result.sweatRateMlPerHr / 1000 / model), noise);
    this.next.massTests += 1;
    this.setSweat(
      before,
      after,
      LARGEST_STEP.sweatLnByTest,
      true,
      `a weighed session gave ${Math.round(result.sweatRateMlPerHr)} ml/h`,
    );
  }

  applyFeel(feel: HydrationFeel, fluidLPerHr: number, source: IntakeSource): void {
    const intakeKnown = source === 'noted';
    if (this.plan.hours < SHORTEST_FEEL_HOURS) {
      this.remarks.push('A session under 45 minutes says little about sweat; nothing moved.');
      return;
    }
    const kept = this.next[this.sweatKey()];
    const before = this.drifted(kept);
    const full = updateFromHydrationFeel(before, {
      feel,
      fluidLPerHr,
      fluidSdShare: intakeKnown ? 0 : 0.35,
      modelSweatLPerHr: this.modelSweatLPerHr(),
      hours: this.plan.hours,
      massKg: this.plan.body.massKg,
    });
    // Without a noted intake the step is halved: what was drunk is itself a guess.
    const after = intakeKnown ? full : halfway(before, full);
    const floor = this.next.massTests > 0 ? 0 : SURENESS_LIMIT_BY_FEEL ** 2;
    let variance = Math.max(floor, after.variance);
    // One more "dehydrated" must never lower fluid, so it must not add doubt either.
    if (isDehydrated(feel)) variance = Math.min(variance, Math.max(floor, kept.variance));
    this.setSweat(
      before,
      { mean: after.mean, variance },
      LARGEST_STEP.sweatLnByFeel,
      false,
      `you felt ${feel.replaceAll('_', ' ')} after drinking ${Math.round(fluidLPerHr * 1000)} ml/h${INTAKE_WORDS[source]}`,
    );
  }

  /** Remembers drinking above what was safe, and holds drinking back after too much. */
  noteDrinking(event: FeedbackEvent, fluidLPerHr: number, gainedKg: number | null): void {
    if (event.fluidMl !== null) {
      const above = this.plan.hours >= SHORTEST_FEEL_HOURS && fluidLPerHr > this.plan.maxSafeFluidLPerHr;
      this.next.lastIntakeAboveSafeMlPerHr = above ? fluidLPerHr * 1000 : null;
    }
    const aboveSweat =
      event.fluidMl !== null &&
      this.plan.hours >= 1 &&
      fluidLPerHr > this.plan.sweatRateLPerHr * (isDehydrated(event.hydrationFeel) ? 1.5 : 1);
    const gained = gainedKg !== null && gainedKg > GAIN_KG;
    if (event.hydrationFeel === 'over_hydrated' || aboveSweat || gained) {
      this.next.overdrinkAtMs = [...this.next.overdrinkAtMs, this.atMs].slice(-OVERDRINK_REPORTS_KEPT);
      this.next.cautiousSessionsLeft = CAUTIOUS_SESSIONS;
      this.remarks.push(`Too much was drunk; fluid is held back for the next ${CAUTIOUS_SESSIONS} sessions.`);
    }
  }

  applyGut(comfort: GiComfort, carbGPerHr: number, source: IntakeSource): void {
    if (carbGPerHr < 20 || this.plan.hours < 1 || this.inWater) return;
    this.next.goodGutStreak = comfort === 'excellent' || comfort === 'good' ? this.next.goodGutStreak + 1 : 0;
    if (comfort === 'poor' && carbGPerHr < 40) {
      this.next.giHistory = true;
      this.remarks.push(
        'A poor gut at a low dose points elsewhere than to the dose; tolerance stays, gut history is noted.',
      );
      return;
    }
    const key = this.riding ? 'bikeCarbToleranceGPerHr' : 'runCarbToleranceGPerHr';
    const otherKey = this.riding ? 'runCarbToleranceGPerHr' : 'bikeCarbToleranceGPerHr';
    const kept = comfort === 'poor' ? this.fallFrom(key) : this.next[key];
    const before: Posterior = {
      mean: kept.mean,
      variance: Math.min(kept.variance + DRIFT.tolerance, PRIOR_TOLERANCE_SD ** 2),
    };
    const hot = this.plan.thermal.level >= 7 || this.plan.intensity.level >= 8;
    const full = updateFromGutComfort(before, comfort, carbGPerHr, hot);
    const after = source === 'noted' ? full : halfway(before, full);
    const mean = clamp(limitStep(before.mean, after.mean, LARGEST_STEP.tolerance), ...BOUNDS.tolerance);
    // After "poor" the cautious quantile must not rise because we grew surer.
    const variance = comfort === 'poor' ? Math.max(after.variance, kept.variance) : after.variance;
    this.set(key, mean, variance, {
      parameter: this.riding ? 'bike_carb_tolerance' : 'run_carb_tolerance',
      before: kept.mean,
      after: mean,
      unit: 'g/h',
      reason: `your gut was ${comfort} at ${Math.round(carbGPerHr)} g/h${INTAKE_WORDS[source]}${hot ? ', in heat or hard effort' : ''}`,
    });
    this.moveOtherTolerance(otherKey, TOLERANCE_SHARED * (mean - kept.mean));
  }

  /** The other sport's tolerance follows; only a fall, or one already observed there, counts as evidence. */
  private moveOtherTolerance(
    key: 'bikeCarbToleranceGPerHr' | 'runCarbToleranceGPerHr',
    stepGPerHr: number,
  ): void {
    const other = stepGPerHr < 0 ? this.fallFrom(key) : this.next[key];
    const mean = clamp(other.mean + stepGPerHr, ...BOUNDS.tolerance);
    if (other.observations === 0 && stepGPerHr >= 0) {
      this.next[key] = { ...other, mean };
      return;
    }
    this.set(key, mean, other.variance, {
      parameter: this.riding ? 'run_carb_tolerance' : 'bike_carb_tolerance',
      before: other.mean,
      after: mean,
      unit: 'g/h',
      reason: 'moved half as far with the other sport',
    });
  }

  /**
   * Where a fall starts from. What good answers in the other sport promised was never planned with, so the first
   * bad one must not bring it into the plan.
   */
  private fallFrom(key: 'bikeCarbToleranceGPerHr' | 'runCarbToleranceGPerHr'): LearnedLatent {
    const latent = this.next[key];
    if (latent.observations > 0) return latent;
    const { carbToleranceGPerHr, usualCarbGPerHr } = this.athlete;
    const sport = key === 'bikeCarbToleranceGPerHr' ? 'bike' : 'run';
    const start = startingTolerance(sport, carbToleranceGPerHr, usualCarbGPerHr);
    return { ...latent, mean: Math.min(latent.mean, clamp(start, ...BOUNDS.tolerance)) };
  }

  applyEnergy(
    energy: EnergyLevel,
    carbGPerHr: number,
    source: IntakeSource,
    prescribedGPerHr: number,
    comfort: GiComfort | null,
  ): void {
    const longest = this.plan.legs.reduce((left, right) => (right.hours > left.hours ? right : left));
    const wanted = longest.carbohydrate.targetGPerHr / longest.carbohydrate.needFactor;
    if (this.plan.hours < 1.25 || wanted < 8) return;
    if (energy === 'bonked' && carbGPerHr < 0.8 * prescribedGPerHr) {
      this.remarks.push(
        'Less was eaten than planned, which explains the empty feeling; the plan itself stays.',
      );
      return;
    }
    const kept = this.next.carbNeedLn;
    const before: Posterior = {
      mean: kept.mean,
      variance: Math.min(kept.variance + DRIFT.needLn, PRIOR_NEED_SD ** 2),
    };
    const full = updateFromEnergy(before, energy, carbGPerHr, wanted);
    const after = source === 'noted' ? full : halfway(before, full);
    let mean = clamp(limitStep(before.mean, after.mean, LARGEST_STEP.needLn), ...BOUNDS.needLn);
    // After a poor gut carbohydrate never rises, whatever the energy felt like.
    if (comfort === 'poor') mean = Math.min(mean, kept.mean);
    this.set('carbNeedLn', mean, after.variance, {
      parameter: 'carb_need_multiplier',
      before: Math.exp(kept.mean),
      after: Math.exp(mean),
      unit: '×',
      reason: `your energy was ${energy} at ${Math.round(carbGPerHr)} g/h${INTAKE_WORDS[source]}`,
    });
  }

  applySodium(measuredMgPerL: number, result: SweatTestResult): void {
    const sweatLPerHr = result.usable ? result.sweatRateMlPerHr / 1000 : this.plan.sweatRateLPerHr;
    const kept = this.next.sweatSodiumLn;
    const before: Posterior = { mean: kept.mean, variance: kept.variance + DRIFT.sodiumLn };
    const observed = Math.log(measuredMgPerL / sodiumFlowFactor(sweatLPerHr) / AVERAGE_SWEAT_SODIUM_MG_PER_L);
    const after = updateFromMeasurement(before, observed, LABORATORY_SODIUM_SD ** 2);
    const mean = clamp(after.mean, ...BOUNDS.sodiumLn);
    this.set('sweatSodiumLn', mean, after.variance, {
      parameter: 'sweat_sodium',
      before: AVERAGE_SWEAT_SODIUM_MG_PER_L * Math.exp(kept.mean),
      after: AVERAGE_SWEAT_SODIUM_MG_PER_L * Math.exp(mean),
      unit: 'mg/L',
      reason: `your sweat was measured at ${Math.round(measuredMgPerL)} mg/L`,
    });
  }

  private sweatKey(): 'swimSweatLn' | 'sweatLn' {
    return this.inWater ? 'swimSweatLn' : 'sweatLn';
  }

  /** Sweat rate of an average person in this session, L/h. */
  private modelSweatLPerHr(): number {
    let sum = 0;
    for (const leg of this.plan.legs) {
      sum += (leg.sweat.sweatRateLPerHr / leg.sweat.personalMultiplier) * leg.hours;
    }
    return sum / this.plan.hours;
  }

  private drifted(latent: LearnedLatent): Posterior {
    const idleMs = latent.updatedAtMs === null ? 0 : this.atMs - latent.updatedAtMs;
    const idle = idleMs > DRIFT.idleDays * DAY_MS ? DRIFT.idleSweatLn : 0;
    return { mean: latent.mean, variance: Math.min(latent.variance + DRIFT.sweatLn + idle, 0.3 ** 2) };
  }

  private setSweat(
    before: Posterior,
    after: Posterior,
    largestStep: number,
    byMass: boolean,
    reason: string,
  ): void {
    const key = this.sweatKey();
    const ceilingKey = this.inWater ? 'ceilingSwimSweatLn' : 'ceilingSweatLn';
    const kept = this.next[key];
    const mean = clamp(limitStep(before.mean, after.mean, largestStep), ...BOUNDS.sweatLn);
    this.next[ceilingKey] = risingSlowly(
      kept,
      this.next[ceilingKey],
      mean,
      after.variance,
      this.atMs,
      byMass,
    );
    this.set(key, mean, after.variance, {
      parameter: this.inWater ? 'swim_sweat_rate_multiplier' : 'sweat_rate_multiplier',
      before: Math.exp(kept.mean),
      after: Math.exp(mean),
      unit: '×',
      reason,
    });
  }

  private set(
    key:
      | 'sweatLn'
      | 'swimSweatLn'
      | 'runCarbToleranceGPerHr'
      | 'bikeCarbToleranceGPerHr'
      | 'carbNeedLn'
      | 'sweatSodiumLn',
    mean: number,
    variance: number,
    change: LearnedChange,
  ): void {
    this.next[key] = {
      mean,
      variance,
      observations: this.next[key].observations + 1,
      updatedAtMs: this.atMs,
    };
    this.changes.push(change);
  }
}

/**
 * The multiplier that the fluid ceiling may use. It falls at once; on feelings alone the ceiling, margin included,
 * rises at most 10 % in 30 days; a weighed session lifts it at once.
 */
function risingSlowly(
  kept: LearnedLatent,
  keptCeilingLn: number | null,
  meanLn: number,
  variance: number,
  atMs: number,
  byMass: boolean,
): number {
  if (byMass) return meanLn;
  const margin = cautionMarginLn(Math.sqrt(variance), 1);
  const keptCautiousLn =
    Math.min(kept.mean, keptCeilingLn ?? kept.mean) - cautionMarginLn(Math.sqrt(kept.variance), 1);
  const days = kept.updatedAtMs === null ? 0 : Math.max(0, atMs - kept.updatedAtMs) / DAY_MS;
  return Math.min(meanLn, keptCautiousLn + CEILING_RISE_LN_PER_DAY * days + margin);
}

function limitStep(before: number, after: number, largest: number): number {
  return clamp(after, before - largest, before + largest);
}

function halfway(before: Posterior, after: Posterior): Posterior {
  return { mean: (before.mean + after.mean) / 2, variance: (before.variance + after.variance) / 2 };
}
