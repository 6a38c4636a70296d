/**
 * Sweeps every input for smallest steps that make an output jump, and for outputs that respond to levels in
 * the wrong direction.
 */

import { type PlanInput, planEvent } from '../src/plan.ts';
import { unlikelyTolerance } from '../src/tolerance.ts';
import {
  type EngineActivity,
  type EngineAthlete,
  UNKNOWN_ATHLETE,
  UNKNOWN_SESSION,
  type Weather,
} from '../src/types.ts';
import { isBetweenCourses } from './properties.ts';

/** The athlete of the worked rows: a 70 kg man with every level stated and nothing measured. */
export const USUAL_ATHLETE: EngineAthlete = {
  ...UNKNOWN_ATHLETE,
  sex: 'male',
  ageYears: 35,
  bodyMassKg: 70,
  heightCm: 177,
  fitnessLevel: 4,
  sweatLevel: 5,
  saltinessLevel: 5,
  heatAcclimatized: false,
};

/** A run of one hour at level 5 in mild weather. */
export const USUAL_ACTIVITY: EngineActivity = {
  ...UNKNOWN_SESSION,
  type: 'run',
  durationMin: 60,
  intensityLevel: 5,
  thermalStressLevel: 5,
};

interface Base {
  readonly name: string;
  readonly activity: Partial<EngineActivity>;
  readonly athlete: Partial<EngineAthlete>;
}

const MILD: Weather = { temperatureC: 22, humidityPercent: 60, shade: false };

const BASES: readonly Base[] = [
  { name: 'run', activity: { type: 'run', intensityLevel: 6 }, athlete: {} },
  {
    name: 'race run, woman, trained gut',
    activity: { type: 'run', intensityLevel: 7, isRaceEvent: true },
    athlete: { sex: 'female', bodyMassKg: 58, heightCm: 165, fitnessLevel: 6, carbToleranceGPerHr: 90 },
  },
  { name: 'ride', activity: { type: 'bike', intensityLevel: 5 }, athlete: {} },
  {
    name: 'race ride, tested',
    activity: { type: 'bike', intensityLevel: 7, isRaceEvent: true, thermalStressLevel: 7 },
    athlete: { fitnessLevel: 7, sweatRateMlPerHr: 1200, sweatSodiumMgPerL: 1400, carbToleranceGPerHr: 110 },
  },
  { name: 'trainer', activity: { type: 'indoor_bike', intensityLevel: 6 }, athlete: { fitnessLevel: 6 } },
  { name: 'swim', activity: { type: 'open_water_swim', intensityLevel: 5 }, athlete: {} },
  { name: 'hike', activity: { type: 'hike', intensityLevel: 3 }, athlete: { ageYears: 60 } },
  {
    name: 'triathlon',
    activity: { type: 'triathlon', intensityLevel: 7, isRaceEvent: true, thermalStressLevel: 6 },
    athlete: { fitnessLevel: 6 },
  },
  {
    name: 'nothing known',
    activity: { type: 'bike', intensityLevel: null, thermalStressLevel: null },
    athlete: UNKNOWN_ATHLETE,
  },
];
const DURATIONS_MIN = [45, 90, 150, 240, 420, 840] as const;

/** One input, its range and its smallest step. Null if a base does not use it. */
interface Sweep {
  readonly input: string;
  readonly from: number;
  readonly to: number;
  readonly step: number;
  readonly set: (base: PlanInput, value: number) => PlanInput | null;
}

function withActivity(input: PlanInput, changes: Partial<EngineActivity>): PlanInput {
  return { ...input, activity: { ...input.activity, ...changes } };
}

function withAthlete(input: PlanInput, changes: Partial<EngineAthlete>): PlanInput {
  return { ...input, athlete: { ...input.athlete, ...changes } };
}

const ON_FOOT: ReadonlySet<string> = new Set(['run', 'hike']);
const WITH_POWER: ReadonlySet<string> = new Set(['bike', 'indoor_bike']);

const SWEEPS: readonly Sweep[] = [
  {
    input: 'body mass, 0.1 kg',
    from: 25,
    to: 200,
    step: 0.1,
    set: (base, bodyMassKg) => withAthlete(base, { bodyMassKg }),
  },
  { input: 'age, year', from: 5, to: 130, step: 1, set: (base, ageYears) => withAthlete(base, { ageYears }) },
  {
    input: 'power, W',
    from: 1,
    to: 600,
    step: 1,
    set: (base, averagePowerW) =>
      WITH_POWER.has(base.activity.type) ? withActivity(base, { averagePowerW }) : null,
  },
  {
    input: 'distance, 0.1 km',
    from: 0.1,
    to: 120,
    step: 0.1,
    set: (base, distanceKm) => (ON_FOOT.has(base.activity.type) ? withActivity(base, { distanceKm }) : null),
  },
  {
    input: 'climb, 10 m',
    from: 0,
    to: 6000,
    step: 10,
    set: (base, elevationGainM) =>
      ON_FOOT.has(base.activity.type)
        ? withActivity(base, { distanceKm: base.activity.durationMin / 7, elevationGainM })
        : null,
  },
  {
    input: 'pack, 0.5 kg',
    from: 0,
    to: 60,
    step: 0.5,
    set: (base, packKg) =>
      ON_FOOT.has(base.activity.type)
        ? withActivity(base, { distanceKm: base.activity.durationMin / 10, packKg })
        : null,
  },
  {
    input: 'temperature, 0.1 °C',
    from: -40,
    to: 60,
    step: 0.1,
    set: (base, temperatureC) =>
      withActivity(base, { thermalStressLevel: null, weather: { ...MILD, temperatureC } }),
  },
  {
    input: 'humidity, 1 %',
    from: 0,
    to: 100,
    step: 1,
    set: (base, humidityPercent) =>
      withActivity(base, {
        thermalStressLevel: null,
        weather: { ...MILD, temperatureC: 30, humidityPercent },
      }),
  },
  {
    input: 'altitude, 1 m',
    from: -500,
    to: 9000,
    step: 1,
    set: (base, altitudeM) => withActivity(base, { altitudeM }),
  },
  {
    input: 'tolerance, 1 g/h',
    from: 0,
    to: 150,
    step: 1,
    set: (base, carbToleranceGPerHr) => withAthlete(base, { carbToleranceGPerHr }),
  },
  {
    input: 'usual carbohydrate, 1 g/h',
    from: 0,
    to: 150,
    step: 1,
    set: (base, usualCarbGPerHr) => withAthlete(base, { carbToleranceGPerHr: null, usualCarbGPerHr }),
  },
  {
    input: 'sweat rate, 10 ml/h',
    from: 100,
    to: 4000,
    step: 10,
    set: (base, sweatRateMlPerHr) => withAthlete(base, { sweatRateMlPerHr }),
  },
  {
    input: 'sweat sodium, 10 mg/L',
    from: 200,
    to: 2500,
    step: 10,
    set: (base, sweatSodiumMgPerL) => withAthlete(base, { sweatSodiumMgPerL }),
  },
];
const MINUTES = { from: 10, to: 1440 } as const;

interface Outputs {
  readonly carb: number;
  readonly fluid: number;
  readonly sodium: number;
  readonly maxFluid: number;
  readonly maxSodium: number;
  readonly isDoubted: boolean;
}

/** Smallest absolute change that counts as a jump: g/h, ml/h, mg/h. */
const JUMP: Omit<Outputs, 'isDoubted'> = { carb: 4, fluid: 40, sodium: 60, maxFluid: 40, maxSodium: 60 };
const JUMP_SHARE = 0.15;

/** A place where one smallest step changes an output too much. */
interface Jump {
  readonly base: string;
  readonly durationMin: number;
  readonly input: string;
  readonly at: number;
  readonly output: string;
  readonly from: number;
  readonly to: number;
}

function outputsOf(input: PlanInput): Outputs {
  const plan = planEvent(input);
  return {
    carb: plan.carbGPerHr,
    fluid: plan.fluidLPerHr * 1000,
    sodium: plan.sodiumMgPerHr,
    maxFluid: plan.ceiling.maxLPerHr * 1000,
    maxSodium: plan.sodium.maxSafeMgPerHr,
    isDoubted: plan.doubtedMass !== null || unlikelyTolerance(input.athlete) !== null,
  };
}

function baseInput(base: Base, durationMin: number): PlanInput {
  return {
    activity: { ...USUAL_ACTIVITY, ...base.activity, durationMin },
    athlete: { ...USUAL_ATHLETE, ...base.athlete },
    learned: null,
  };
}

/**
 * Finds every place where the smallest step of an input changes an output by more than 15 % and more than its
 * minimum jump.
 */
export function findJumps(): Jump[] {
  const jumps: Jump[] = [];
  for (const base of BASES) {
    const atMinute = (minutes: number): Outputs => outputsOf(baseInput(base, minutes));
    let before = atMinute(MINUTES.from);
    for (let minutes = MINUTES.from + 1; minutes <= MINUTES.to; minutes++) {
      const after = atMinute(minutes);
      // Between two likely courses of a triathlon a minute moves up to 17 % (SCIENCE §11).
      const changesCourse = base.activity.type === 'triathlon' && isBetweenCourses(minutes / 60);
      if (!changesCourse)
        jumps.push(
          ...compare(before, after, { base: base.name, durationMin: minutes, input: 'minute', at: minutes }),
        );
      before = after;
    }
    for (const durationMin of DURATIONS_MIN) {
      const start = baseInput(base, durationMin);
      for (const sweep of SWEEPS) jumps.push(...sweepOf(base, start, sweep));
    }
  }
  return jumps;
}

function sweepOf(base: Base, start: PlanInput, sweep: Sweep): Jump[] {
  const jumps: Jump[] = [];
  let before: Outputs | null = null;
  const steps = Math.round((sweep.to - sweep.from) / sweep.step);
  for (let index = 0; index <= steps; index++) {
    const value = sweep.from + index * sweep.step;
    const input = sweep.set(start, value);
    if (input === null) return [];
    const after = outputsOf(input);
    if (before !== null) {
      const place = {
        base: base.name,
        durationMin: start.activity.durationMin,
        input: sweep.input,
        at: value,
      };
      jumps.push(...compare(before, after, place));
    }
    before = after;
  }
  return jumps;
}

function compare(
  before: Outputs,
  after: Outputs,
  place: Pick<Jump, 'base' | 'durationMin' | 'input' | 'at'>,
): Jump[] {
  const jumps: Jump[] = [];
  for (const output of ['carb', 'fluid', 'sodium', 'maxFluid', 'maxSodium'] as const) {
    const [from, to] = [before[output], after[output]];
    const change = Math.abs(to - from);
    // Less than 10 g/h is none, by design.
    const isStart = output === 'carb' && (from === 0) !== (to === 0);
    const isDoubted = before.isDoubted !== after.isDoubted;
    if (!isStart && !isDoubted && change > JUMP[output] && change > JUMP_SHARE * Math.max(from, to)) {
      jumps.push({ ...place, output, from, to });
    }
  }
  return jumps;
}
