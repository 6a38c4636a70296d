/**
 * Synthetic athletes with a hidden truth, to measure what the engine cannot know: how often a plan exceeds real
 * sweat, whether a missing field loosens a ceiling, and whether the confidence score is a probability.
 */

import type { FluidMethod } from '../engine/fluid.ts';
import type { LearnedLatent, LearnedState } from '../engine/learning.ts';
import { planEvent } from '../engine/plan.ts';
import { UNKNOWN_ATHLETE } from '../engine/prescribe.ts';
import type { EngineActivity, EngineAthlete, SingleSportType } from '../engine/types.ts';
import { RandomSource } from '../sandbox/random-source.ts';

/** The population that the simulations state: recreational to competitive endurance athletes. Engineering choice. */
const POPULATION = {
  femaleShare: 0.42,
  maleMassKg: { mean: 75, sd: 11, low: 50, high: 120 },
  femaleMassKg: { mean: 62, sd: 9, low: 40, high: 100 },
  ageYears: { mean: 39, sd: 12, low: 16, high: 80 },
  fitnessLevel: { mean: 5, sd: 1.7, low: 1, high: 9 },
  intensityLevel: { mean: 5, sd: 1.6, low: 1, high: 9 },
  thermalStressLevel: { mean: 5.2, sd: 1.7, low: 1, high: 9 },
  durationHours: { medianLn: Math.log(1.5), sdLn: 0.65, low: 0.4, high: 12 },
  raceShare: 0.15,
  sports: [
    ['run', 0.36],
    ['bike', 0.32],
    ['indoor_bike', 0.09],
    ['swim', 0.07],
    ['hike', 0.06],
    ['row', 0.04],
    ['ski', 0.03],
    ['lift', 0.03],
  ],
} as const;

/** An athlete whose body, fitness and habits are all stated; sweat, salt and gut are not. */
export function drawAthlete(random: RandomSource): EngineAthlete {
  const female = random.uniform() < POPULATION.femaleShare;
  const mass = female ? POPULATION.femaleMassKg : POPULATION.maleMassKg;
  const { ageYears, fitnessLevel } = POPULATION;
  return {
    ...UNKNOWN_ATHLETE,
    sex: female ? 'female' : 'male',
    ageYears: random.integer(ageYears.mean, ageYears.sd, ageYears.low, ageYears.high),
    bodyMassKg: random.within(mass.mean, mass.sd, mass.low, mass.high),
    heightCm: female ? random.within(166, 6.5, 150, 185) : random.within(179, 7, 160, 200),
    fitnessLevel: random.integer(fitnessLevel.mean, fitnessLevel.sd, fitnessLevel.low, fitnessLevel.high),
    heatAcclimatized: false,
  };
}

/** A session with both levels stated. */
export function drawActivity(random: RandomSource): EngineActivity {
  const { intensityLevel, thermalStressLevel, durationHours } = POPULATION;
  const sports: readonly (readonly [SingleSportType, number])[] = POPULATION.sports;
  const hours = Math.exp(random.normal(durationHours.medianLn, durationHours.sdLn));
  return {
    type: random.pick(sports, 'run'),
    durationMin: Math.round(60 * Math.max(durationHours.low, Math.min(durationHours.high, hours))),
    intensityLevel: random.integer(
      intensityLevel.mean,
      intensityLevel.sd,
      intensityLevel.low,
      intensityLevel.high,
    ),
    thermalStressLevel: random.integer(
      thermalStressLevel.mean,
      thermalStressLevel.sd,
      thermalStressLevel.low,
      thermalStressLevel.high,
    ),
    isRaceEvent: random.uniform() < POPULATION.raceShare,
    weather: null,
    averagePowerW: null,
    altitudeM: null,
    segments: null,
  };
}

export const NEVER: LearnedLatent = { mean: 0, variance: 1, observations: 0, updatedAtMs: null };

/** A state in which only the sweat multiplier is known, as after a body-mass test. */
export function knownSweat(ln: number, standardDeviation: number): LearnedState {
  const latent: LearnedLatent = {
    mean: ln,
    variance: standardDeviation ** 2,
    observations: 3,
    updatedAtMs: 0,
  };
  return {
    sweatLn: latent,
    swimSweatLn: latent,
    runCarbToleranceGPerHr: NEVER,
    bikeCarbToleranceGPerHr: NEVER,
    carbNeedLn: NEVER,
    sweatSodiumLn: NEVER,
    ceilingSweatLn: null,
    ceilingSwimSweatLn: null,
    massTests: 1,
    cautiousSessionsLeft: 0,
    overdrinkAtMs: [],
    lastIntakeAboveSafeMlPerHr: null,
    giHistory: false,
    goodGutStreak: 0,
  };
}

export interface FluidRisk {
  readonly athletes: number;
  /** Shares 0–1. */
  readonly fluidAboveSweat: number;
  readonly gainAboveHalfPercent: number;
  readonly ceilingAboveSweat: number;
  readonly lossAboveAllowed: number;
  /** Median of fluid over true sweat. */
  readonly medianReplaced: number;
}

/** Between-athlete and day-to-day spread of the hidden truth. */
export const HIDDEN_SWEAT_SD = 0.3;
const DAY_TO_DAY_SD = 0.12;

/**
 * How often a plan exceeds the hidden sweat rate. `testSd` null: nothing is known of the athlete's sweat;
 * otherwise a test has told the multiplier with that standard deviation.
 */
export function simulateFluidRisk(
  athletes: number,
  seed: number,
  method: FluidMethod,
  testSd: number | null,
): FluidRisk {
  const random = new RandomSource(seed);
  let above = 0;
  let gain = 0;
  let ceilingAbove = 0;
  let lossAbove = 0;
  const replaced: number[] = [];
  for (let index = 0; index < athletes; index++) {
    const athlete = drawAthlete(random);
    const activity = drawActivity(random);
    const hiddenLn = random.normal(0, HIDDEN_SWEAT_SD);
    const dayLn = random.normal(0, DAY_TO_DAY_SD);
    const testLn = hiddenLn + random.normal(0, testSd ?? 0);
    const learned = testSd === null ? null : knownSweat(testLn, testSd);
    const plan = planEvent({ activity, athlete, learned }, null, method);
    const model = plan.sweatRateLPerHr / Math.exp(testSd === null ? 0 : testLn);
    const trueSweat = model * Math.exp(hiddenLn + dayLn);
    const massChange = ((plan.fluidLPerHr - trueSweat) * plan.hours) / plan.body.massKg;
    if (plan.fluidLPerHr > trueSweat) above += 1;
    if (massChange > 0.005) gain += 1;
    if (plan.maxSafeFluidLPerHr > trueSweat) ceilingAbove += 1;
    if (-massChange > (plan.legs[0]?.fluid.allowedLossFraction ?? 1)) lossAbove += 1;
    replaced.push(plan.fluidLPerHr / trueSweat);
  }
  replaced.sort((left, right) => left - right);
  return {
    athletes,
    fluidAboveSweat: above / athletes,
    gainAboveHalfPercent: gain / athletes,
    ceilingAboveSweat: ceilingAbove / athletes,
    lossAboveAllowed: lossAbove / athletes,
    medianReplaced: replaced[Math.floor(athletes / 2)] ?? 0,
  };
}

/** Fields whose absence could loosen the fluid ceiling. */
const GAP_FIELDS = [
  'bodyMassKg',
  'intensityLevel',
  'thermalStressLevel',
  'fitnessLevel',
  'sex',
  'ageYears',
] as const;
type GapField = (typeof GAP_FIELDS)[number];

/** Leaves one field of a fully stated request out. */
function withoutField(
  athlete: EngineAthlete,
  activity: EngineActivity,
  field: GapField,
): { athlete: EngineAthlete; activity: EngineActivity } {
  return field === 'intensityLevel' || field === 'thermalStressLevel'
    ? { athlete, activity: { ...activity, [field]: null } }
    : { athlete: { ...athlete, [field]: null }, activity };
}

export interface GapResult {
  readonly field: GapField;
  /** Share of athletes whose ceiling is higher without the field than with its true value. */
  readonly loosened: number;
  /** The same among athletes under 50 kg. */
  readonly loosenedUnder50Kg: number;
}

/** How often leaving a field out raises `max_safe_fluid` above that of the athlete's true value. */
export function simulateGaps(athletes: number, seed: number): GapResult[] {
  return GAP_FIELDS.map((field) => {
    const random = new RandomSource(seed);
    let loosened = 0;
    let light = 0;
    let lightLoosened = 0;
    for (let index = 0; index < athletes; index++) {
      const athlete = drawAthlete(random);
      const activity = drawActivity(random);
      const known = planEvent({ activity, athlete, learned: null });
      const unknown = planEvent({ ...withoutField(athlete, activity, field), learned: null });
      const isLooser = unknown.maxSafeFluidLPerHr > known.maxSafeFluidLPerHr * (1 + 1e-9);
      if (isLooser) loosened += 1;
      if ((athlete.bodyMassKg ?? 0) < 50) {
        light += 1;
        if (isLooser) lightLoosened += 1;
      }
    }
    return {
      field,
      loosened: loosened / athletes,
      loosenedUnder50Kg: light === 0 ? 0 : lightLoosened / light,
    };
  });
}

/** Median fluid of wholly unknown athletes over the population's sessions, ml/h: levels and body not given. */
export function medianUnknownFluid(sessions: number, seed: number, method: FluidMethod): number {
  const random = new RandomSource(seed);
  const fluids: number[] = [];
  for (let index = 0; index < sessions; index++) {
    const stated = drawAthlete(random);
    const activity = { ...drawActivity(random), intensityLevel: null, thermalStressLevel: null };
    const athlete: EngineAthlete = {
      ...stated,
      sex: null,
      ageYears: null,
      bodyMassKg: null,
      heightCm: null,
      fitnessLevel: null,
      heatAcclimatized: null,
    };
    fluids.push(planEvent({ activity, athlete, learned: null }, null, method).fluidLPerHr * 1000);
  }
  fluids.sort((left, right) => left - right);
  return fluids[Math.floor(sessions / 2)] ?? 0;
}
