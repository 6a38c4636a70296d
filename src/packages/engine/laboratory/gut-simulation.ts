/**
 * Simulates learning from gut answers: how often the learned tolerance exceeds the true one, and the
 * resulting race rate.
 */

import { RandomSource } from '@musette/basics/random-source';
import { type GiComfort, initialState, learnFrom } from '../src/learning.ts';
import { DAY_MS } from '../src/numbers.ts';
import { planEvent } from '../src/plan.ts';
import {
  learnedToleranceOf,
  practisedGPerHr,
  resolveTolerance,
  startingTolerance,
} from '../src/tolerance.ts';
import { type EngineAthlete, UNKNOWN_ATHLETE } from '../src/types.ts';
import { drawPerson } from './population.ts';
import { USUAL_ACTIVITY } from './sweeps.ts';

/** Ways of answering "how was your gut?". */
export const GUT_STYLES = ['honest', 'mostly "good" by habit', 'always "excellent"'] as const;
/** A way of answering. */
type GutStyle = (typeof GUT_STYLES)[number];

/** Results of a style after twenty sessions. */
interface GutOutcome {
  readonly style: GutStyle;
  /** Share whose learned tolerance exceeds 110 % of the true one. */
  readonly tooHigh: number;
  /** Races above the start and more than 10 g/h above practice. */
  readonly racesTooHigh: number;
}

const SESSIONS = 20;
const TRUTH_SD = 0.28;
const DOSE_SD = 0.1;
const STEP_G_PER_HR = 12;
const FELT_SD = 0.7;
const HABIT = 0.7;

/** Simulates twenty practice sessions on foot and on the bike with recorded intake. */
export function simulateGut(athletes: number, seed: number, style: GutStyle): GutOutcome {
  const random = new RandomSource(seed);
  let tooHigh = 0;
  let racesTooHigh = 0;
  for (let index = 0; index < athletes; index++) {
    const { truth } = drawPerson(random);
    const athlete: EngineAthlete = {
      ...UNKNOWN_ATHLETE,
      sex: truth.sex,
      ageYears: truth.ageYears,
      bodyMassKg: truth.bodyMassKg,
      fitnessLevel: truth.fitnessLevel,
      carbToleranceGPerHr: random.uniform() < 0.25 ? truth.carbToleranceGPerHr : null,
    };
    const type = random.uniform() < 0.5 ? 'run' : 'bike';
    const start = startingTolerance(type, athlete, truth.fitnessLevel ?? 4);
    const trueGPerHr = start * Math.exp(random.normal(0, TRUTH_SD));
    let state = initialState(athlete);
    for (let session = 0; session < SESSIONS; session++) {
      const activity = {
        ...USUAL_ACTIVITY,
        type,
        durationMin: 150,
        intensityLevel: 6,
        thermalStressLevel: 5,
      } as const;
      const plan = planEvent({ activity, athlete, learned: state });
      const dose = plan.carbGPerHr * Math.exp(random.normal(0, DOSE_SD));
      state = learnFrom(athlete, state, {
        kind: 'feedback',
        id: `gut ${session}`,
        atMs: session * 3 * DAY_MS,
        activity,
        prescribed: null,
        giComfort: answer(random, style, (dose - trueGPerHr) / STEP_G_PER_HR),
        energyLevel: null,
        hydrationFeel: null,
        carbsGrams: dose * plan.hours,
        fluidMl: null,
        bodyMassBeforeKg: null,
        bodyMassAfterKg: null,
        source: 'scale',
        urineMl: null,
        urinated: null,
        clothingAfter: null,
        isDayOnly: false,
      }).state;
    }
    const learned = learnedToleranceOf(state, type);
    if (learned !== null && learned.mean > 1.1 * trueGPerHr) tooHigh += 1;
    const race = resolveTolerance(type, {
      athlete,
      learned: state,
      fitnessLevel: truth.fitnessLevel ?? 4,
      isRaceEvent: true,
    });
    if (race.limitGPerHr > Math.max(start, practisedGPerHr(state, type) + 10) + 1e-9) racesTooHigh += 1;
  }
  return { style, tooHigh: tooHigh / athletes, racesTooHigh };
}

function answer(random: RandomSource, style: GutStyle, steps: number): GiComfort {
  const habit = random.uniform();
  const felt = steps + random.normal(0, FELT_SD);
  if (style === 'always "excellent"') return 'excellent';
  if (style === 'mostly "good" by habit' && habit < HABIT) return 'good';
  if (felt < -1) return 'excellent';
  if (felt < 0) return 'good';
  return felt < 1 ? 'fair' : 'poor';
}
