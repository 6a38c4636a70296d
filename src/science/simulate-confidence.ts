/** Whether the confidence score is the probability that it claims to be, on synthetic athletes with a hidden truth. */

import type { LearnedLatent, LearnedState } from '../engine/learning.ts';
import { atLevel } from '../engine/numbers.ts';
import { type EventPlan, planEvent } from '../engine/plan.ts';
import { THERMAL } from '../engine/tables.ts';
import type { EngineActivity, EngineAthlete, Weather } from '../engine/types.ts';
import { RandomSource } from '../sandbox/random-source.ts';
import { drawActivity, drawAthlete, HIDDEN_SWEAT_SD, knownSweat, NEVER } from './simulate-athletes.ts';

export interface ReliabilityBin {
  readonly low: number;
  readonly athletes: number;
  readonly predicted: number;
  readonly observed: number;
  readonly observedCarb: number;
  readonly observedFluid: number;
  readonly observedSodium: number;
}

const WITHIN_LN = Math.log(1.3);
/** What stays unknown of the sweat multiplier after a laboratory work-up. */
const LABORATORY_SWEAT_SD = 0.06;

/** True where two prescriptions of one quantity agree within ±30 %, or both say nothing. */
function agrees(prescribed: number, laboratory: number): boolean {
  if (prescribed <= 0 || laboratory <= 0) return prescribed <= 0 && laboratory <= 0;
  return Math.abs(Math.log(prescribed / laboratory)) <= WITHIN_LN;
}

/**
 * Reliability of the confidence score: for random knowledge of random athletes, how often the prescription agrees
 * within ±30 % with what the engine gives from the hidden truth (true fields, true sweat on the day, true salt, gut,
 * need and effort). Sessions of 75 min and more, where all three quantities are prescribed.
 */
export function simulateReliability(athletes: number, seed: number): ReliabilityBin[] {
  const random = new RandomSource(seed);
  const bins = Array.from({ length: 10 }, () => ({ n: 0, predicted: 0, carb: 0, fluid: 0, sodium: 0 }));
  for (let index = 0; index < athletes; index++) {
    const hidden = drawHidden(random);
    const { prescribed, laboratory, score } = compareWithLaboratory(random, hidden);
    const bin = bins[Math.min(9, Math.floor(score * 10))];
    if (bin === undefined) continue;
    bin.n += 1;
    bin.predicted += score;
    if (agrees(prescribed.carbGPerHr, laboratory.carbGPerHr)) bin.carb += 1;
    if (agrees(prescribed.fluidLPerHr, laboratory.fluidLPerHr)) bin.fluid += 1;
    if (agrees(prescribed.sodiumMgPerHr, laboratory.sodiumMgPerHr)) bin.sodium += 1;
  }
  return bins
    .map((bin, index) => ({
      low: index / 10,
      athletes: bin.n,
      predicted: bin.predicted / bin.n,
      observed: (0.4 * bin.carb + 0.4 * bin.fluid + 0.2 * bin.sodium) / bin.n,
      observedCarb: bin.carb / bin.n,
      observedFluid: bin.fluid / bin.n,
      observedSodium: bin.sodium / bin.n,
    }))
    .filter((bin) => bin.athletes > 0);
}

/** An athlete and a session with everything that a laboratory would find. */
interface Hidden {
  readonly athlete: EngineAthlete;
  readonly activity: EngineActivity;
  readonly sweatLn: number;
  readonly sodiumLn: number;
  readonly toleranceGPerHr: number;
  readonly needLn: number;
}

function drawHidden(random: RandomSource): Hidden {
  const athlete = drawAthlete(random);
  let activity = drawActivity(random);
  while (activity.durationMin < 75) activity = drawActivity(random);
  const riding = activity.type === 'bike' || activity.type === 'indoor_bike';
  const swimming = activity.type === 'swim';
  const usual = swimming ? 40 : activity.type === 'lift' ? 30 : riding ? 75 : 60;
  return {
    athlete,
    activity,
    sweatLn: random.normal(0, HIDDEN_SWEAT_SD),
    sodiumLn: random.normal(0, 0.3),
    toleranceGPerHr: Math.min(130, usual * Math.exp(random.normal(0, 0.3))),
    needLn: random.normal(0, 0.2),
  };
}

interface Comparison {
  readonly prescribed: EventPlan;
  readonly laboratory: EventPlan;
  readonly score: number;
}

/** Prescribes from a random part of the truth, and again from all of it. */
function compareWithLaboratory(random: RandomSource, hidden: Hidden): Comparison {
  const { athlete, activity } = hidden;
  const known = (probability: number): boolean => random.uniform() < probability;
  const level = (ln: number, perLevel: number, spread: number, probability: number): number | null =>
    known(probability) ? random.integer(5 + ln / perLevel, spread, 1, 9) : null;
  // A careful profile knows nearly everything, a careless one little.
  const care = random.uniform();
  const tested = known(care * 0.6);
  const testSd = 0.1;
  const learnedSweat: LearnedLatent = tested
    ? {
        mean: hidden.sweatLn + random.normal(0, testSd),
        variance: testSd ** 2,
        observations: 3,
        updatedAtMs: 0,
      }
    : NEVER;
  const gutLearned = known(care * 0.6);
  const gut: LearnedLatent = gutLearned
    ? {
        mean: hidden.toleranceGPerHr * Math.exp(random.normal(0, 0.12)),
        variance: (0.12 * hidden.toleranceGPerHr) ** 2,
        observations: 6,
        updatedAtMs: 0,
      }
    : NEVER;
  const need: LearnedLatent = gutLearned
    ? { mean: hidden.needLn + random.normal(0, 0.1), variance: 0.01, observations: 6, updatedAtMs: 0 }
    : NEVER;
  const learned: LearnedState = {
    ...knownSweat(0, 1),
    sweatLn: learnedSweat,
    swimSweatLn: learnedSweat,
    runCarbToleranceGPerHr: gut,
    bikeCarbToleranceGPerHr: gut,
    carbNeedLn: need,
  };
  const partly: EngineAthlete = {
    ...athlete,
    sex: known(0.5 + care) ? athlete.sex : null,
    ageYears: known(0.4 + care) ? athlete.ageYears : null,
    bodyMassKg: known(0.6 + care) ? athlete.bodyMassKg : null,
    heightCm: known(0.4 + care) ? athlete.heightCm : null,
    fitnessLevel: known(0.2 + care) ? athlete.fitnessLevel : null,
    // A self-report carries what takes the prior from .30 to .25 (sweat) and .22 (salt): squared correlation and noise.
    sweatLevel: level(0.305 * hidden.sweatLn, 0.1, 1.38, care),
    saltinessLevel: level(0.462 * hidden.sodiumLn, 0.155, 0.97, care),
    sweatSodiumMgPerL: known(care * 0.3) ? 920 * Math.exp(hidden.sodiumLn + random.normal(0, 0.12)) : null,
    carbToleranceGPerHr: known(care) ? hidden.toleranceGPerHr * Math.exp(random.normal(0, 0.2)) : null,
  };
  const measured = known(care * 0.5);
  const truth = laboratoryPlan(random, hidden, measured);
  const riding = activity.type === 'bike' || activity.type === 'indoor_bike';
  const plan = planEvent({
    activity: {
      ...activity,
      intensityLevel: known(0.3 + care) ? activity.intensityLevel : null,
      thermalStressLevel: measured || known(0.3 + care) ? activity.thermalStressLevel : null,
      weather: measured ? weatherOf(activity) : null,
      averagePowerW: measured && riding ? truth.powerW : null,
    },
    athlete: partly,
    learned,
  });
  return { prescribed: plan, laboratory: truth.plan, score: plan.confidence.score };
}

/** Air as usual for the session's level. */
function weatherOf(activity: EngineActivity): Weather {
  const row = atLevel(THERMAL, activity.thermalStressLevel ?? 5);
  return { temperatureC: row.operativeTemperatureC, humidityPercent: row.humidityPercent, shade: false };
}

/**
 * What the engine gives from the truth: the day's effort and sweat, measured salt, known gut and need. `measured`:
 * weather and power are on record, so that less of the truth is hidden from the prescription.
 */
function laboratoryPlan(
  random: RandomSource,
  hidden: Hidden,
  measured: boolean,
): { plan: EventPlan; powerW: number } {
  const { athlete } = hidden;
  const activity = measured ? { ...hidden.activity, weather: weatherOf(hidden.activity) } : hidden.activity;
  const exact = (mean: number, sd: number): LearnedLatent => ({
    mean,
    variance: sd ** 2,
    observations: 30,
    updatedAtMs: 0,
  });
  // What levels do not say of air and fitness acts on sweat; the day adds its own.
  const hiddenLn = random.normal(0, Math.hypot(0.12, measured ? 0.06 : 0.1, 0.05));
  const truth: EngineAthlete = {
    ...athlete,
    sweatSodiumMgPerL: 920 * (athlete.sex === 'female' ? 0.92 : 1) * Math.exp(hidden.sodiumLn),
    carbToleranceGPerHr: hidden.toleranceGPerHr,
  };
  const learned: LearnedState = {
    ...knownSweat(hidden.sweatLn + hiddenLn, LABORATORY_SWEAT_SD),
    runCarbToleranceGPerHr: exact(hidden.toleranceGPerHr, 0.1),
    bikeCarbToleranceGPerHr: exact(hidden.toleranceGPerHr, 0.1),
    carbNeedLn: exact(hidden.needLn + random.normal(0, 0.1), 0.01),
  };
  const byLevel = planEvent({ activity, athlete: truth, learned }).legs[0]?.effort.metabolicRateW ?? 800;
  const metabolicRateW = byLevel * Math.exp(random.normal(0, Math.hypot(0.08, 0.05)));
  const plan = planEvent(
    { activity, athlete: truth, learned },
    {
      metabolicRateW,
      fractionOfVo2max: null,
      airTemperatureC: null,
      humidityPercent: null,
      eventHours: null,
    },
  );
  return { plan, powerW: metabolicRateW * 0.21 * Math.exp(random.normal(0, 0.04)) };
}
