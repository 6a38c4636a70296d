/** Synthetic athletes who answer after every session, to measure how fast and how safely the engine learns. */

import { DAY_MS } from '../clock.ts';
import {
  type FeedbackEvent,
  type GiComfort,
  type HydrationFeel,
  initialState,
  type LearnedState,
  type LearningEvent,
  learnFrom,
  type SweatTestEvent,
} from '../engine/learning.ts';
import { type EventPlan, planEvent } from '../engine/plan.ts';
import type { EngineActivity, EngineAthlete, SingleSportType } from '../engine/types.ts';
import { RandomSource } from '../sandbox/random-source.ts';
import { drawAthlete, HIDDEN_SWEAT_SD } from './simulate-athletes.ts';

export interface LearningScenario {
  readonly label: string;
  /** Share of sessions that are weighed. */
  readonly testedShare: number;
  /** Systematic error of perceived body-mass loss, % of body mass. */
  readonly perceptionBias: number;
  /** True where the answers of one athlete are given to another. */
  readonly shuffled: boolean;
}

export const LEARNING_SCENARIOS: readonly LearningScenario[] = [
  { label: 'answers only', testedShare: 0, perceptionBias: 0, shuffled: false },
  { label: 'answers, 20 % of sessions weighed', testedShare: 0.2, perceptionBias: 0, shuffled: false },
  { label: 'every session weighed', testedShare: 1, perceptionBias: 0, shuffled: false },
  { label: 'answers, perception biased −.7 %', testedShare: 0, perceptionBias: -0.7, shuffled: false },
  { label: 'answers of somebody else', testedShare: 0, perceptionBias: 0, shuffled: true },
];

const SESSIONS = 20;
/** Numbers of feedbacks at which the errors are reported. */
export const REPORTED_AFTER = [0, 1, 2, 3, 5, 10, 20] as const;

export interface LearningOutcome {
  readonly scenario: LearningScenario;
  /** Mean relative error of the sweat multiplier after n sessions, n = 0–20. */
  readonly sweatError: readonly number[];
  /** Mean absolute error of carbohydrate tolerance, g/h. */
  readonly toleranceError: readonly number[];
  readonly ceilingAboveSweat: number;
  readonly fluidAboveSweat: number;
  readonly fairOrPoorGut: number;
}

interface Hidden {
  readonly athlete: EngineAthlete;
  readonly sweatLn: number;
  readonly toleranceGPerHr: number;
}

/** One scenario over `athletes` athletes of twenty weekly sessions each. */
export function simulateLearning(
  athletes: number,
  seed: number,
  scenario: LearningScenario,
): LearningOutcome {
  const random = new RandomSource(seed);
  const hidden = Array.from({ length: athletes }, (): Hidden => {
    return {
      athlete: drawAthlete(random),
      sweatLn: random.normal(0, HIDDEN_SWEAT_SD),
      toleranceGPerHr: Math.max(30, random.normal(65, 18)),
    };
  });
  const sweatError = new Array<number>(SESSIONS + 1).fill(0);
  const toleranceError = new Array<number>(SESSIONS + 1).fill(0);
  let ceilingAbove = 0;
  let fluidAbove = 0;
  let upset = 0;
  hidden.forEach((person, index) => {
    // The shuffled null: truth for the errors is one athlete's, the answers come from another's body.
    const answering = scenario.shuffled ? (hidden[(index + 1) % athletes] ?? person) : person;
    let state = initialState(person.athlete);
    const measure = (after: number): void => {
      sweatError[after] =
        (sweatError[after] ?? 0) + Math.abs(Math.exp(state.sweatLn.mean - person.sweatLn) - 1);
      const run = Math.abs(state.runCarbToleranceGPerHr.mean - person.toleranceGPerHr);
      const bike = Math.abs(state.bikeCarbToleranceGPerHr.mean - person.toleranceGPerHr);
      toleranceError[after] = (toleranceError[after] ?? 0) + (run + bike) / 2;
    };
    measure(0);
    for (let session = 1; session <= SESSIONS; session++) {
      const outcome = liveSession(random, scenario, person.athlete, answering, state, session);
      state = outcome.state;
      if (outcome.ceilingAbove) ceilingAbove += 1;
      if (outcome.fluidAbove) fluidAbove += 1;
      if (outcome.upset) upset += 1;
      measure(session);
    }
  });
  const sessions = athletes * SESSIONS;
  return {
    scenario,
    sweatError: sweatError.map((sum) => sum / athletes),
    toleranceError: toleranceError.map((sum) => sum / athletes),
    ceilingAboveSweat: ceilingAbove / sessions,
    fluidAboveSweat: fluidAbove / sessions,
    fairOrPoorGut: upset / sessions,
  };
}

interface SessionOutcome {
  readonly state: LearnedState;
  readonly ceilingAbove: boolean;
  readonly fluidAbove: boolean;
  readonly upset: boolean;
}

function liveSession(
  random: RandomSource,
  scenario: LearningScenario,
  athlete: EngineAthlete,
  body: Hidden,
  state: LearnedState,
  session: number,
): SessionOutcome {
  const activity = drawSession(random);
  const plan = planEvent({ activity, athlete, learned: state });
  const average = plan.sweatRateLPerHr / (plan.legs[0]?.sweat.personalMultiplier ?? 1);
  const sweat = average * Math.exp(body.sweatLn + random.normal(0, 0.12));
  const drunk = plan.fluidLPerHr * Math.exp(random.normal(0, 0.2));
  const eaten = plan.carbGPerHr * Math.exp(random.normal(0, 0.15));
  const giComfort = answerGut(random, eaten, body.toleranceGPerHr);
  const tested = random.uniform() < scenario.testedShare;
  const events: LearningEvent[] = tested ? [weighing(random, plan, activity, sweat, drunk, session)] : [];
  const feedback: FeedbackEvent = {
    kind: 'feedback',
    id: `feedback ${session}`,
    atMs: session * 7 * DAY_MS,
    activity,
    prescribed: null,
    giComfort,
    energyLevel: null,
    hydrationFeel: tested ? null : answerFeel(random, scenario, plan, sweat, drunk),
    carbsGrams: eaten * plan.hours,
    fluidMl: drunk * 1000 * plan.hours,
    bodyMassBeforeKg: null,
    bodyMassAfterKg: null,
    urineMl: null,
  };
  events.push(feedback);
  let next = state;
  for (const event of events) next = learnFrom(athlete, next, event).state;
  return {
    state: next,
    ceilingAbove: plan.maxSafeFluidLPerHr > sweat,
    fluidAbove: plan.fluidLPerHr > sweat,
    upset: giComfort === 'fair' || giComfort === 'poor',
  };
}

/** A land session of one to five hours, thermal level 3–8, intensity 3–7. */
function drawSession(random: RandomSource): EngineActivity {
  const sports: readonly (readonly [SingleSportType, number])[] = [
    ['run', 0.45],
    ['bike', 0.55],
  ];
  return {
    type: random.pick(sports, 'run'),
    durationMin: Math.round(60 + 240 * random.uniform()),
    intensityLevel: 3 + Math.floor(5 * random.uniform()),
    thermalStressLevel: 3 + Math.floor(6 * random.uniform()),
    isRaceEvent: random.uniform() < 0.15,
    weather: null,
    averagePowerW: null,
    altitudeM: null,
    segments: null,
  };
}

const FEELS = ['over_hydrated', 'well_hydrated', 'slightly_dehydrated', 'dehydrated'] as const;
const GUTS = ['excellent', 'good', 'fair', 'poor'] as const;

function answerFeel(
  random: RandomSource,
  scenario: LearningScenario,
  plan: EventPlan,
  sweat: number,
  drunk: number,
): HydrationFeel {
  if (random.uniform() < 0.1) return FEELS[Math.floor(4 * random.uniform())] ?? 'well_hydrated';
  const loss = (100 * (sweat - drunk) * plan.hours) / plan.body.massKg;
  const felt = loss + scenario.perceptionBias + random.normal(0, 1);
  return felt < -0.5 ? FEELS[0] : felt < 1.5 ? FEELS[1] : felt < 3 ? FEELS[2] : FEELS[3];
}

function answerGut(random: RandomSource, eaten: number, toleranceGPerHr: number): GiComfort {
  if (random.uniform() < 0.1) return GUTS[Math.floor(4 * random.uniform())] ?? 'good';
  const felt = (eaten - toleranceGPerHr) / 12 + random.normal(0, 0.7);
  return felt < -1 ? GUTS[0] : felt < 0 ? GUTS[1] : felt < 1 ? GUTS[2] : GUTS[3];
}

function weighing(
  random: RandomSource,
  plan: EventPlan,
  activity: EngineActivity,
  sweat: number,
  drunk: number,
  session: number,
): SweatTestEvent {
  const beforeKg = plan.body.massKg;
  const breathKg =
    plan.hours > 2 ? (0.1 * (plan.legs[0]?.effort.metabolicRateW ?? 900) * plan.hours) / 900 : 0;
  return {
    kind: 'sweat_test',
    id: `test ${session}`,
    atMs: session * 7 * DAY_MS - 1,
    type: activity.type === 'bike' ? 'bike' : 'run',
    durationMin: activity.durationMin,
    intensityLevel: activity.intensityLevel,
    thermalStressLevel: activity.thermalStressLevel,
    weather: null,
    bodyMassBeforeKg: beforeKg,
    bodyMassAfterKg: beforeKg - (sweat - drunk) * plan.hours - breathKg + random.normal(0, 0.07),
    fluidMl: drunk * 1000 * plan.hours,
    foodG: null,
    urineMl: null,
    sweatSodiumMgPerL: null,
  };
}
