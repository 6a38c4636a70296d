/**
 * Folds the feedback and tests of one athlete: `learn(athlete, events)`. Equal histories give equal states.
 * An event counts once by its id, and events are ordered by session.
 */

import { matrix } from './beliefs.ts';
import { resolveBody } from './effort.ts';
import type {
  FeedbackEvent,
  LearnedLatent,
  LearnedParameter,
  LearnedState,
  LearningEvent,
  LearningStep,
  SweatBelief,
  SweatTestEvent,
} from './learned-state.ts';
import { BOUNDS, PRIOR_NEED_SD, PRIOR_TOLERANCE_SD } from './learning-gut.ts';
import {
  activityOfTest,
  LearningSession,
  urineEvidence,
  weigh,
  weighingOfFeedback,
  weighingOfTest,
} from './learning-session.ts';
import { initialSweat } from './learning-sweat.ts';
import type { IntakeSource } from './notes.ts';
import { clamp } from './numbers.ts';
import { spanOf, supersededWeighings } from './overlap.ts';
import { AVERAGE_SWEAT_SODIUM_MG_PER_L, personalSweat, resolveSweatSodium } from './personal.ts';
import { startingTolerance } from './tolerance.ts';
import type { EngineAthlete } from './types.ts';

export type {
  ClothingAfter,
  EnergyLevel,
  FeedbackEvent,
  GiComfort,
  HydrationFeel,
  LearnedChange,
  LearnedLatent,
  LearnedParameter,
  LearnedState,
  LearningEvent,
  LearningStep,
  MassSource,
  SweatTestEvent,
  SweatTestResult,
  Urinated,
} from './learned-state.ts';
export { sweatTestResult } from './learning-session.ts';
export { reachesBack, supersededWeighings } from './overlap.ts';

/**
 * Returns the state before any evidence: each quantity from the profile, with its spread. Prescriptions with
 * it equal those without a state.
 */
export function initialState(athlete: EngineAthlete): LearnedState {
  const body = resolveBody(athlete);
  const latent = (mean: number, sd: number): LearnedLatent => ({
    mean,
    variance: sd * sd,
    observations: 0,
    updatedAtMs: null,
  });
  const sodium = resolveSweatSodium(athlete, null);
  const tolerance = (sport: 'run' | 'bike'): LearnedLatent =>
    latent(
      clamp(startingTolerance(sport, athlete, body.fitnessLevel), ...BOUNDS.tolerance),
      PRIOR_TOLERANCE_SD,
    );
  return {
    sweat: initialSweat(athlete, body),
    runCarbToleranceGPerHr: tolerance('run'),
    bikeCarbToleranceGPerHr: tolerance('bike'),
    practisedCarbGPerHr: { foot: 0, bike: 0 },
    carbNeedLn: latent(0, PRIOR_NEED_SD),
    sweatSodiumLn: latent(
      clamp(Math.log(sodium.referenceMgPerL / AVERAGE_SWEAT_SODIUM_MG_PER_L), ...BOUNDS.sodiumLn),
      sodium.standardDeviation,
    ),
    cautiousSessionsLeft: 0,
    overdrinkAtMs: [],
    lastAlarm: null,
    giHistory: false,
    goodGutStreak: 0,
  };
}

/**
 * Folds a history into a state. Events are ordered by session time, then by id. Of several with the same id,
 * the last one counts. Recompute the state whenever the profile or any event changes.
 */
export function learn(athlete: EngineAthlete, events: readonly LearningEvent[]): LearnedState {
  let state = initialState(athlete);
  const ordered = inOrder(events);
  const superseded = supersededWeighings(() => athlete, ordered);
  for (const event of ordered) state = learnFrom(athlete, state, event, superseded.has(event)).state;
  return state;
}

/** Sorts events by session time, then by id. Of several with the same id, the last one counts. */
export function inOrder(events: readonly LearningEvent[]): LearningEvent[] {
  const byId = new Map(events.map((event) => [`${event.kind}:${event.id}`, event]));
  return [...byId.values()].sort(
    (left, right) => left.atMs - right.atMs || (left.id < right.id ? -1 : left.id > right.id ? 1 : 0),
  );
}

/**
 * Folds one event into a state, with its changes and the reasons. Pure: equal arguments give equal steps. The
 * state is rounded, so that folding from a stored state gives the same result as folding in memory.
 *
 * @param isSuperseded true if another event weighed the same hours and counts instead (`supersededWeighings`)
 */
export function learnFrom(
  athlete: EngineAthlete,
  state: LearnedState,
  event: LearningEvent,
  isSuperseded = false,
): LearningStep {
  const step =
    event.kind === 'sweat_test'
      ? learnFromTest(athlete, state, event, isSuperseded)
      : learnFromFeedback(athlete, state, event, isSuperseded);
  return { ...step, state: roundState(step.state) };
}

function learnFromTest(
  athlete: EngineAthlete,
  state: LearnedState,
  test: SweatTestEvent,
  isSuperseded: boolean,
): LearningStep {
  const session = new LearningSession(athlete, state, { activity: activityOfTest(test), atMs: test.atMs });
  const result = weigh(session.plan, weighingOfTest(test), athlete.bodyMassKg);
  session.applyWeighing(result, {
    massKg: test.bodyMassBeforeKg,
    fluidMl: test.fluidMl,
    feel: null,
    urine: urineEvidence(test),
    clothing: test.clothingAfter ?? 'dry',
    isTest: true,
    source: test.source,
    isSuperseded,
    isDayOnly: false,
    spanUntilMs: spanOf(test).untilMs,
  });
  if (test.sweatSodiumMgPerL !== null) session.applySodium(test.sweatSodiumMgPerL, result);
  return session.step();
}

function learnFromFeedback(
  athlete: EngineAthlete,
  state: LearnedState,
  event: FeedbackEvent,
  isSuperseded: boolean,
): LearningStep {
  const session = new LearningSession(athlete, state, event);
  const { plan } = session;
  const prescribed = event.prescribed ?? {
    carbGPerHr: plan.carbGPerHr,
    sodiumMgPerHr: plan.sodiumMgPerHr,
    fluidMlPerHr: plan.fluidLPerHr * 1000,
  };
  const defaultSource: IntakeSource = event.prescribed === null ? 'presumed' : 'prescribed';
  const notedLPerHr = event.fluidMl === null ? null : event.fluidMl / 1000 / plan.hours;
  const prescribedLPerHr = prescribed.fluidMlPerHr / 1000;
  const carbGPerHr = event.carbsGrams === null ? prescribed.carbGPerHr : event.carbsGrams / plan.hours;
  const carbSource = event.carbsGrams === null ? defaultSource : 'noted';
  const { bodyMassBeforeKg: beforeKg, bodyMassAfterKg: afterKg } = event;
  const massKg = beforeKg ?? plan.body.massKg;

  session.countSession();
  const isWeighed = beforeKg !== null && afterKg !== null;
  if (isWeighed && event.fluidMl === null) session.remark('weighed_without_fluid');
  const weighing = weighingOfFeedback(event);
  const isAnsweredByScale =
    weighing !== null &&
    session.applyWeighing(weigh(plan, weighing, athlete.bodyMassKg), {
      massKg,
      fluidMl: weighing.fluidMl,
      feel: event.hydrationFeel,
      urine: urineEvidence(event),
      clothing: event.clothingAfter,
      isTest: false,
      source: event.source,
      isSuperseded,
      isDayOnly: event.isDayOnly,
      spanUntilMs: spanOf(event).untilMs,
    });
  if (!isAnsweredByScale && event.hydrationFeel !== null) {
    session.applyFeel({ feel: event.hydrationFeel, notedLPerHr, prescribedLPerHr }, massKg);
  }
  const isOnScale = isWeighed && event.source === 'scale';
  if (notedLPerHr !== null || isOnScale || event.hydrationFeel === 'over_hydrated') {
    session.noteDrinking({
      fluidLPerHr: notedLPerHr ?? prescribedLPerHr,
      massKg,
      gainedKg: isOnScale ? afterKg - beforeKg : null,
      carbGPerHr,
      feel: event.hydrationFeel,
    });
  }
  if (event.giComfort !== null) session.applyGut(event.giComfort, carbGPerHr, carbSource);
  if (event.energyLevel !== null) {
    session.applyEnergy(
      event.energyLevel,
      { carbGPerHr, prescribedGPerHr: prescribed.carbGPerHr, source: carbSource },
      event.giComfort,
    );
  }
  return session.step();
}

/** A learned quantity in familiar units. */
interface LearnedValue {
  readonly parameter: LearnedParameter;
  readonly mean: number;
  /** Null for a recorded dose, which is not an estimate. */
  readonly standardDeviation: number | null;
  readonly unit: string;
  readonly observations: number;
  readonly updatedAtMs: number | null;
}

/** Lists the learned quantities in familiar units. Multipliers have the spread at their mean. */
export function learnedValues(athlete: EngineAthlete, state: LearnedState): LearnedValue[] {
  const body = resolveBody(athlete);
  const { sweat } = state;
  const sweatMultiplier = (parameter: LearnedParameter, sport: 'foot' | 'bike' | 'swim'): LearnedValue => {
    const personal = personalSweat(athlete, body, state, sport);
    const mean = Math.exp(personal.ln);
    return {
      parameter,
      mean,
      standardDeviation: mean * personal.standardDeviation,
      unit: '×',
      observations: sweat.weighings[sport] + sweat.answers[sport],
      updatedAtMs: sweat.updatedAtMs,
    };
  };
  const multiplier = (
    parameter: LearnedParameter,
    latent: LearnedLatent,
    scale: { readonly of: number; readonly unit: string },
  ): LearnedValue => {
    const mean = scale.of * Math.exp(latent.mean);
    return {
      parameter,
      mean,
      standardDeviation: mean * Math.sqrt(latent.variance),
      unit: scale.unit,
      observations: latent.observations,
      updatedAtMs: latent.updatedAtMs,
    };
  };
  const tolerance = (parameter: LearnedParameter, latent: LearnedLatent): LearnedValue => ({
    parameter,
    mean: latent.mean,
    standardDeviation: Math.sqrt(latent.variance),
    unit: 'g/h',
    observations: latent.observations,
    updatedAtMs: latent.updatedAtMs,
  });
  const practised = (
    parameter: LearnedParameter,
    mean: number,
    { observations, updatedAtMs }: LearnedLatent,
  ): LearnedValue => ({ parameter, mean, standardDeviation: null, unit: 'g/h', observations, updatedAtMs });
  return [
    sweatMultiplier('sweat_rate_multiplier', 'foot'),
    sweatMultiplier('bike_sweat_rate_multiplier', 'bike'),
    sweatMultiplier('swim_sweat_rate_multiplier', 'swim'),
    {
      parameter: 'answer_bias_percent',
      mean: sweat.all.mean[3],
      standardDeviation: Math.sqrt(sweat.all.covariance[3][3]),
      unit: '%',
      observations: sweat.observations,
      updatedAtMs: sweat.updatedAtMs,
    },
    tolerance('run_carb_tolerance', state.runCarbToleranceGPerHr),
    tolerance('bike_carb_tolerance', state.bikeCarbToleranceGPerHr),
    practised('practised_run_carb', state.practisedCarbGPerHr.foot, state.runCarbToleranceGPerHr),
    practised('practised_bike_carb', state.practisedCarbGPerHr.bike, state.bikeCarbToleranceGPerHr),
    multiplier('carb_need_multiplier', state.carbNeedLn, { of: 1, unit: '×' }),
    multiplier('sweat_sodium', state.sweatSodiumLn, { of: AVERAGE_SWEAT_SODIUM_MG_PER_L, unit: 'mg/L' }),
  ];
}

/** Significant digits of learned values: far finer than their certainty. */
const DIGITS = 6;

/**
 * Returns a state with every estimate rounded to six significant digits and exactly symmetric covariances.
 */
export function roundState(state: LearnedState): LearnedState {
  const { sweat, practisedCarbGPerHr: practised, lastAlarm } = state;
  const [foot, bike, swim] = sweat.priorMean;
  return {
    ...state,
    sweat: {
      ...sweat,
      all: roundBelief(sweat.all),
      weighed: roundBelief(sweat.weighed),
      priorMean: [round(foot), round(bike), round(swim)],
    },
    runCarbToleranceGPerHr: roundLatent(state.runCarbToleranceGPerHr),
    bikeCarbToleranceGPerHr: roundLatent(state.bikeCarbToleranceGPerHr),
    practisedCarbGPerHr: { foot: round(practised.foot), bike: round(practised.bike) },
    carbNeedLn: roundLatent(state.carbNeedLn),
    sweatSodiumLn: roundLatent(state.sweatSodiumLn),
    lastAlarm: lastAlarm && { ...lastAlarm, rateMlPerHr: round(lastAlarm.rateMlPerHr) },
  };
}

function roundBelief({ mean, covariance }: SweatBelief): SweatBelief {
  const [foot, bike, swim, bias] = mean;
  return {
    mean: [round(foot), round(bike), round(swim), round(bias)],
    covariance: matrix((row, column) =>
      round(row < column ? covariance[row][column] : covariance[column][row]),
    ),
  };
}

function roundLatent(latent: LearnedLatent): LearnedLatent {
  return { ...latent, mean: round(latent.mean), variance: round(latent.variance) };
}

function round(value: number): number {
  return Number(value.toPrecision(DIGITS));
}
