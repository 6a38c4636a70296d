/**
 * Draws the hidden truth of a synthetic person, and the prescription after a full lab work-up of that person.
 */

import type { RandomSource } from '@musette/basics/random-source';
import { endSodiumMmolPerL, expectedSodium, massChangeKg } from '../src/balance.ts';
import type { LearnedState } from '../src/learned-state.ts';
import { initialState } from '../src/learning.ts';
import { resolveSweatSodium } from '../src/personal.ts';
import { type EventPlan, planEvent } from '../src/plan.ts';
import { finalFuel, MASS_SD_KG, plasmaSd } from '../src/projection.ts';
import { SPORTS } from '../src/tables.ts';
import { startingTolerance } from '../src/tolerance.ts';
import type { EngineActivity, EngineAthlete } from '../src/types.ts';
import type { Person, Session } from './population.ts';

/**
 * Spread of the truth around a complete profile, ln. Engineering choice, independent of the engine's own σ.
 */
const TRUTH_SD = {
  dryExchange: 0.2,
  vo2max: 0.08,
  effort: 0.07,
  sweat: { none: 0.25, self_report: 0.22, measured: 0.16, learned: 0.16 },
  day: 0.1,
  heat: 0.08,
  salt: { unknown: 0.3, known: 0.22, measured: 0.12 },
  tolerance: { unknown: 0.28, declared: 0.12 },
} as const;
/** Spread in sweat rate that lab testing leaves, ln sd. */
const LABORATORY_SWEAT_SD = 0.06;
/** Share of a sweat rate error that thirst corrects beyond 4 h. Every fifth person drinks by plan. */
const THIRST = { usual: 0.55, byPlan: 0.11, fromHours: 4, everyNth: 5 } as const;

/** An error of the whole model: a share of sweat rate, with a random or a fixed sign. */
export interface ModelBias {
  readonly share: number;
  readonly eitherSign: boolean;
  /** True if sweat does not vary from day to day either. */
  readonly isSameEveryDay?: boolean;
}

/** The true outcome of a synthetic person, unknown to the engine. */
export interface Truth {
  /** Plan after a full lab work-up. */
  readonly laboratory: EventPlan;
  readonly massChangePercent: number;
  readonly endSodiumMmolPerL: number;
}

/** Inputs of a hidden truth. */
interface TruthInput {
  readonly person: Person;
  readonly session: Session;
  readonly plan: EventPlan;
  readonly bias: ModelBias;
  readonly index: number;
}

/**
 * Draws a truth that fits the provided fields, lets the person follow `plan`, and calculates the lab's plan.
 */
export function drawTruth(random: RandomSource, input: TruthInput): Truth {
  const { person, session, plan, bias } = input;
  const ln = (sd: number): number => random.normal(0, sd);
  const deviations = {
    dry: ln(TRUTH_SD.dryExchange),
    vo2max: ln(TRUTH_SD.vo2max),
    effort: ln(TRUTH_SD.effort),
    sweat: ln(TRUTH_SD.sweat[plan.longest.personal.source]),
    day: ln(TRUTH_SD.day) + ln(TRUTH_SD.heat),
    salt: random.normal(),
    tolerance: random.normal(),
    sign: random.uniform() < 0.5 ? -1 : 1,
  };
  const athlete = completed(person, plan, deviations.vo2max);
  const activity = measuredActivity({ ...session.truth }, athlete, deviations.effort);
  const complete = planEvent({ activity, athlete, learned: null });
  const day = bias.isSameEveryDay === true ? 0 : deviations.day;
  const biasFactor = 1 + bias.share * (bias.eitherSign ? deviations.sign : 1);
  const trueSweat =
    complete.balance.sweatLPerHr *
    dryExchangeRatio(complete, Math.exp(deviations.dry)) *
    biasFactor *
    Math.exp(deviations.sweat + day);
  const saltSd = plan.sweatSodium.isMeasured
    ? TRUTH_SD.salt.measured
    : plan.sweatSodium.source === 'self_report'
      ? TRUTH_SD.salt.known
      : TRUTH_SD.salt.unknown;
  const declared = person.stated.carbToleranceGPerHr !== null;
  const toleranceFactor = Math.exp(
    deviations.tolerance * (declared ? TRUTH_SD.tolerance.declared : TRUTH_SD.tolerance.unknown),
  );
  const saltMgPerL = resolveSweatSodium(athlete, null).referenceMgPerL * Math.exp(saltSd * deviations.salt);
  const laboratory = planEvent({
    activity,
    athlete: { ...athlete, sweatSodiumMgPerL: Math.min(2500, Math.max(200, saltMgPerL)) },
    learned: laboratoryState(complete, athlete, trueSweat, toleranceFactor),
  });
  const end = endOfPlan(plan, laboratory, input.index);
  const massNoiseKg = ln(MASS_SD_KG * Math.sqrt(plan.hours / 4));
  return {
    laboratory,
    massChangePercent: end.massChangePercent + (100 * massNoiseKg) / laboratory.body.massKg,
    endSodiumMmolPerL: end.endSodiumMmolPerL + ln(plasmaSd(plan.hours)),
  };
}

/** Fills in missing profile fields with the person's own values. Provided values count as true. */
function completed({ truth, stated }: Person, plan: EventPlan, vo2maxLn: number): EngineAthlete {
  const athlete: EngineAthlete = {
    ...stated,
    sex: truth.sex,
    ageYears: truth.ageYears,
    bodyMassKg: truth.bodyMassKg,
    heightCm: truth.heightCm,
    fitnessLevel: truth.fitnessLevel,
    heatAcclimatized: stated.heatAcclimatized ?? truth.heatAcclimatized,
  };
  const { body } = planEvent({ activity: plan.input.activity, athlete, learned: null });
  return { ...athlete, vo2maxMlPerKgMin: body.vo2maxMlPerKgMin * Math.exp(vo2maxLn) };
}

/** Gives a ride or a row the power of its true effort, and a run its distance. Otherwise the level stays. */
function measuredActivity(
  activity: EngineActivity,
  athlete: EngineAthlete,
  effortLn: number,
): EngineActivity {
  const plan = planEvent({ activity, athlete, learned: null });
  const { sport, effort } = plan.longest;
  const trueW = effort.metabolicRateW * Math.exp(effortLn);
  if (plan.isMultiSport) return activity;
  if (sport === 'bike' || sport === 'indoorBike' || sport === 'row') {
    return { ...activity, averagePowerW: trueW * SPORTS[sport].mechanicalEfficiency };
  }
  if (activity.type === 'run' || activity.type === 'trail_run' || activity.type === 'treadmill_run') {
    return { ...activity, distanceKm: distanceOf(activity, athlete, trueW) };
  }
  return activity;
}

/** Finds the distance whose pace costs `metabolicRateW`, by bisection. */
function distanceOf(activity: EngineActivity, athlete: EngineAthlete, metabolicRateW: number): number {
  let low = 0.01;
  let high = activity.durationMin * 0.5;
  for (let step = 0; step < 40; step++) {
    const distanceKm = (low + high) / 2;
    const plan = planEvent({ activity: { ...activity, distanceKm }, athlete, learned: null });
    const isTooFar = plan.longest.effort.isImpossible || plan.metabolicRateW > metabolicRateW;
    if (isTooFar) high = distanceKm;
    else low = distanceKm;
  }
  return (low + high) / 2;
}

/** Returns the factor on sweat rate if dry heat exchange were `factor` times the engine's. 1 in water. */
function dryExchangeRatio(plan: EventPlan, factor: number): number {
  const { heat } = plan.longest.sweat;
  if (heat === null) return 1;
  const dry = Math.min(
    factor * heat.dryExchangeWPerM2K * (heat.skinTemperatureC - heat.effectiveTemperatureC),
    0.6 * heat.heatWPerM2,
  );
  return Math.max(0.2, (heat.heatWPerM2 - dry) / heat.requiredEvaporationWPerM2);
}

/** Builds the state after a full work-up: sweat rate known to 6 %, tolerance tested. */
function laboratoryState(
  complete: EventPlan,
  athlete: EngineAthlete,
  trueSweatLPerHr: number,
  toleranceFactor: number,
): LearnedState {
  const blank = initialState(athlete);
  const average = complete.balance.sweatLPerHr / complete.longest.personalMultiplier;
  const ln = Math.max(-0.9, Math.min(0.9, Math.log(trueSweatLPerHr / average)));
  const v = LABORATORY_SWEAT_SD ** 2;
  const belief = {
    mean: [ln, ln, ln, 0],
    covariance: [
      [v, 0, 0, 0],
      [0, v, 0, 0],
      [0, 0, v, 0],
      [0, 0, 0, 0.64],
    ],
  } as const;
  const tolerance = (sport: 'run' | 'bike') => ({
    mean: startingTolerance(sport, athlete, complete.body.fitnessLevel) * toleranceFactor,
    variance: 1e-6,
    observations: 3,
    updatedAtMs: 0,
  });
  return {
    ...blank,
    sweat: {
      ...blank.sweat,
      all: belief,
      weighed: belief,
      observations: 3,
      weighings: { foot: 1, bike: 1, swim: 1 },
    },
    runCarbToleranceGPerHr: tolerance('run'),
    bikeCarbToleranceGPerHr: tolerance('bike'),
  };
}

/**
 * Returns the true change in body mass and plasma sodium at the end of the stated plan, with later hours
 * corrected by thirst.
 */
function endOfPlan(plan: EventPlan, laboratory: EventPlan, index: number) {
  const { hours } = plan;
  const share = index % THIRST.everyNth === 0 ? THIRST.byPlan : THIRST.usual;
  const error = laboratory.balance.sweatLPerHr - plan.balance.sweatLPerHr;
  const laterShare = Math.max(0, hours - THIRST.fromHours) / hours;
  const fluidLPerHr = Math.max(0, plan.fluidLPerHr + share * error * laterShare);
  const fuel = finalFuel(laboratory);
  const balance = { ...laboratory.balance, metabolicWaterL: fuel.metabolicWaterL };
  return {
    massChangePercent:
      (100 * massChangeKg(balance, { fluidLPerHr, carbGPerHr: plan.carbGPerHr }, fuel.gasLossKg)) /
      laboratory.body.massKg,
    endSodiumMmolPerL: expectedSodium(endSodiumMmolPerL(balance, fluidLPerHr, plan.sodiumMgPerHr), hours),
  };
}
