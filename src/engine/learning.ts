/**
 * What feedback and tests teach about one athlete, as a fold over history: `learn(athlete, events)`.
 * Equal histories give equal states; an event counts once by its id; the order is that of the sessions.
 */

import { startingTolerance } from './carbohydrate.ts';
import { resolveBody } from './effort.ts';
import type { LearnedLatent, LearnedState } from './learned-state.ts';
import type {
  FeedbackEvent,
  LearnedParameter,
  LearningEvent,
  LearningStep,
  SweatTestEvent,
} from './learning-events.ts';
import {
  BOUNDS,
  GAIN_KG,
  type IntakeSource,
  isDehydrated,
  LearningSession,
  PRIOR_NEED_SD,
  PRIOR_TOLERANCE_SD,
} from './learning-session.ts';
import { clamp } from './numbers.ts';
import { priorSweat } from './personal.ts';
import { AVERAGE_SWEAT_SODIUM_MG_PER_L, expectedSweatSodium } from './sodium.ts';
import { sweatTestResult, weigh } from './sweat-test.ts';
import type { EngineActivity, EngineAthlete } from './types.ts';

export type { LearnedLatent, LearnedState } from './learned-state.ts';
export type {
  FeedbackEvent,
  LearnedChange,
  LearnedParameter,
  LearningEvent,
  LearningStep,
  SweatTestEvent,
  SweatTestResult,
} from './learning-events.ts';
export type { EnergyLevel, GiComfort, HydrationFeel } from './learning-updates.ts';
export { sweatTestResult } from './sweat-test.ts';

/** The state before any evidence: what the profile says, each with its spread. */
export function initialState(athlete: EngineAthlete): LearnedState {
  const body = resolveBody(athlete);
  const latent = (mean: number, sd: number): LearnedLatent => ({
    mean,
    variance: sd * sd,
    observations: 0,
    updatedAtMs: null,
  });
  const land = priorSweat(athlete, body, false);
  const water = priorSweat(athlete, body, true);
  const sodium = expectedSweatSodium(
    athlete.sweatSodiumMgPerL,
    athlete.saltinessLevel,
    null,
    athlete.sex,
    athlete.heatAcclimatized === true,
  );
  const tolerance = (sport: 'run' | 'bike'): LearnedLatent =>
    latent(
      clamp(
        startingTolerance(sport, athlete.carbToleranceGPerHr, athlete.usualCarbGPerHr),
        ...BOUNDS.tolerance,
      ),
      PRIOR_TOLERANCE_SD,
    );
  return {
    sweatLn: latent(land.ln, land.standardDeviation),
    swimSweatLn: latent(water.ln, water.standardDeviation),
    runCarbToleranceGPerHr: tolerance('run'),
    bikeCarbToleranceGPerHr: tolerance('bike'),
    carbNeedLn: latent(0, PRIOR_NEED_SD),
    sweatSodiumLn: latent(
      clamp(Math.log(sodium.referenceMgPerL / AVERAGE_SWEAT_SODIUM_MG_PER_L), ...BOUNDS.sodiumLn),
      sodium.sigma,
    ),
    ceilingSweatLn: null,
    ceilingSwimSweatLn: null,
    massTests: 0,
    cautiousSessionsLeft: 0,
    overdrinkAtMs: [],
    lastIntakeAboveSafeMlPerHr: null,
    giHistory: false,
    goodGutStreak: 0,
  };
}

/**
 * The state after a history. Events are ordered by when the session took place (then by id); of several with one id
 * the last given counts. Recompute it whenever the profile or any event changes: there is no other truth.
 */
export function learn(athlete: EngineAthlete, events: readonly LearningEvent[]): LearnedState {
  let state = initialState(athlete);
  for (const event of inOrder(events)) state = learnFrom(athlete, state, event).state;
  return state;
}

/** Unique events in the order in which they are folded. */
export function inOrder(events: readonly LearningEvent[]): LearningEvent[] {
  const byId = new Map(events.map((event) => [`${event.kind}:${event.id}`, event]));
  return [...byId.values()].sort(
    (left, right) => left.atMs - right.atMs || (left.id < right.id ? -1 : left.id > right.id ? 1 : 0),
  );
}

/** One step of the fold, with what it moved and why. */
export function learnFrom(athlete: EngineAthlete, state: LearnedState, event: LearningEvent): LearningStep {
  return event.kind === 'sweat_test'
    ? learnFromTest(athlete, state, event)
    : learnFromFeedback(athlete, state, event);
}

function learnFromTest(athlete: EngineAthlete, state: LearnedState, test: SweatTestEvent): LearningStep {
  const activity: EngineActivity = {
    type: test.type,
    durationMin: test.durationMin,
    intensityLevel: test.intensityLevel,
    thermalStressLevel: test.thermalStressLevel,
    isRaceEvent: false,
    weather: test.weather,
    averagePowerW: null,
    altitudeM: null,
    segments: null,
  };
  const session = new LearningSession(athlete, state, activity, test.atMs);
  const result = sweatTestResult(test, session.plan.legs[0]?.effort.metabolicRateW);
  session.applyWeighing(result);
  if (test.sweatSodiumMgPerL !== null) session.applySodium(test.sweatSodiumMgPerL, result);
  return session.step();
}

function learnFromFeedback(athlete: EngineAthlete, state: LearnedState, event: FeedbackEvent): LearningStep {
  const session = new LearningSession(athlete, state, event.activity, event.atMs);
  const { plan } = session;
  const prescribed = event.prescribed ?? {
    carbGPerHr: plan.carbGPerHr,
    sodiumMgPerHr: plan.sodiumMgPerHr,
    fluidMlPerHr: plan.fluidLPerHr * 1000,
  };
  const unnoted: IntakeSource = event.prescribed === null ? 'presumed' : 'prescribed';
  const fluidLPerHr = (event.fluidMl === null ? prescribed.fluidMlPerHr : event.fluidMl / plan.hours) / 1000;
  const carbGPerHr = event.carbsGrams === null ? prescribed.carbGPerHr : event.carbsGrams / plan.hours;

  session.countSession();
  const gainedKg =
    event.bodyMassBeforeKg === null || event.bodyMassAfterKg === null
      ? null
      : event.bodyMassAfterKg - event.bodyMassBeforeKg;
  if (gainedKg !== null && event.fluidMl === null) session.weighedWithoutFluid();
  if (gainedKg !== null && gainedKg > GAIN_KG && isDehydrated(event.hydrationFeel)) {
    session.contradiction();
  } else if (event.bodyMassBeforeKg !== null && event.bodyMassAfterKg !== null && event.fluidMl !== null) {
    session.applyWeighing(
      weigh({
        beforeKg: event.bodyMassBeforeKg,
        afterKg: event.bodyMassAfterKg,
        fluidMl: event.fluidMl,
        // Most carbohydrate is eaten with water; its own grams are what the scale sees.
        foodG: event.carbsGrams ?? 0,
        urineMl: event.urineMl ?? 0,
        hours: plan.hours,
        metabolicRateW: plan.legs[0]?.effort.metabolicRateW ?? 900,
      }),
    );
  } else if (event.hydrationFeel !== null) {
    session.applyFeel(event.hydrationFeel, fluidLPerHr, event.fluidMl === null ? unnoted : 'noted');
  }
  session.noteDrinking(event, fluidLPerHr, gainedKg);
  if (event.giComfort !== null) {
    session.applyGut(event.giComfort, carbGPerHr, event.carbsGrams === null ? unnoted : 'noted');
  }
  if (event.energyLevel !== null) {
    session.applyEnergy(
      event.energyLevel,
      carbGPerHr,
      event.carbsGrams === null ? unnoted : 'noted',
      prescribed.carbGPerHr,
      event.giComfort,
    );
  }
  return session.step();
}

export interface LearnedValue {
  readonly parameter: LearnedParameter;
  readonly mean: number;
  readonly standardDeviation: number;
  readonly unit: string;
  readonly observations: number;
  readonly updatedAtMs: number | null;
}

/** The learned quantities in the units that a person reads; multipliers with the spread at their mean. */
export function learnedValues(state: LearnedState): LearnedValue[] {
  const multiplier = (
    parameter: LearnedParameter,
    latent: LearnedLatent,
    scale: number,
    unit: string,
  ): LearnedValue => {
    const mean = scale * Math.exp(latent.mean);
    return {
      parameter,
      mean,
      standardDeviation: mean * Math.sqrt(latent.variance),
      unit,
      observations: latent.observations,
      updatedAtMs: latent.updatedAtMs,
    };
  };
  const plain = (parameter: LearnedParameter, latent: LearnedLatent): LearnedValue => ({
    parameter,
    mean: latent.mean,
    standardDeviation: Math.sqrt(latent.variance),
    unit: 'g/h',
    observations: latent.observations,
    updatedAtMs: latent.updatedAtMs,
  });
  return [
    multiplier('sweat_rate_multiplier', state.sweatLn, 1, '×'),
    multiplier('swim_sweat_rate_multiplier', state.swimSweatLn, 1, '×'),
    plain('run_carb_tolerance', state.runCarbToleranceGPerHr),
    plain('bike_carb_tolerance', state.bikeCarbToleranceGPerHr),
    multiplier('carb_need_multiplier', state.carbNeedLn, 1, '×'),
    multiplier('sweat_sodium', state.sweatSodiumLn, AVERAGE_SWEAT_SODIUM_MG_PER_L, 'mg/L'),
  ];
}
