import { describe, expect, it } from 'vitest';
import type { LearnedState } from '../../src/engine/learning.ts';
import { type PrescribeResult, prescribe } from '../../src/engine/prescribe.ts';
import type { EngineActivity, EngineAthlete, HealthFlags } from '../../src/engine/types.ts';
import { knownSweat } from '../../src/science/simulate-athletes.ts';
import { activity, athlete, HEALTHY, UNKNOWN } from './fixtures.ts';

function run(
  what: Partial<EngineActivity>,
  who: EngineAthlete = athlete(),
  learned: LearnedState | null = null,
): PrescribeResult {
  return prescribe({ activity: activity(what), athlete: who, learned });
}

function codes(result: PrescribeResult): string[] {
  return result.safety.warnings.map(({ code }) => code);
}

const flag = (health: Partial<HealthFlags>, changes: Partial<EngineAthlete> = {}): EngineAthlete =>
  athlete({ ...changes, health: { ...HEALTHY, ...health } });

const weather = (temperatureC: number, humidityPercent = 50, shade = false) => ({
  weather: { temperatureC, humidityPercent, shade },
});

/** code, severity, what triggers it, what is just short of it. */
type Trigger = readonly [
  code: string,
  severity: string,
  fires: () => PrescribeResult,
  quiet: () => PrescribeResult,
];

const learnedWith = (changes: Partial<LearnedState>): LearnedState => ({ ...knownSweat(0, 0.2), ...changes });

const TRIGGERS: readonly Trigger[] = [
  ['EAH_RISK_LONG_SLOW', 'danger', () => run({ durationMin: 241 }), () => run({ durationMin: 240 })],
  [
    'EAH_PLAN_EXCEEDS_SAFE',
    'danger',
    () => run({}, athlete(), learnedWith({ lastIntakeAboveSafeMlPerHr: 1400 })),
    () => run({}, athlete(), learnedWith({})),
  ],
  [
    'EAH_OVERDRINK_REPORTED',
    'danger',
    () => run({}, athlete(), learnedWith({ overdrinkAtMs: [0] })),
    () => run({}, athlete(), learnedWith({})),
  ],
  [
    'NSAID_RISK',
    'caution',
    () => run({ durationMin: 200 }, flag({ nsaidOnRaceDay: true })),
    () => run({ durationMin: 180 }, flag({ nsaidOnRaceDay: true })),
  ],
  ['HEAT_CAUTION', 'caution', () => run({ thermalStressLevel: 7 }), () => run({ thermalStressLevel: 6 })],
  ['HEAT_EXTREME', 'danger', () => run({ thermalStressLevel: 8 }), () => run({ thermalStressLevel: 7 })],
  [
    'HEAT_UNACCLIMATISED',
    'caution',
    () => run({ thermalStressLevel: 6 }),
    () => run({ thermalStressLevel: 6 }, athlete({ heatAcclimatized: null })),
  ],
  [
    'HEAT_HARD_EFFORT',
    'danger',
    () => run({ thermalStressLevel: 8, intensityLevel: 7 }),
    () => run({ thermalStressLevel: 8, intensityLevel: 6 }),
  ],
  ['COLD_LOW_FLUID', 'info', () => run({ thermalStressLevel: 2 }), () => run({ thermalStressLevel: 3 })],
  [
    'COLD_IMMERSION',
    'caution',
    () => run({ type: 'open_water_swim', thermalStressLevel: 1 }),
    () => run({ type: 'open_water_swim', thermalStressLevel: 2 }),
  ],
  [
    'DEHYDRATION_OVER_3PCT',
    'caution',
    () => run({ durationMin: 720, intensityLevel: 4, isRaceEvent: true }),
    () => run({ durationMin: 90 }),
  ],
  [
    'SWEAT_EXCEEDS_GUT',
    'caution',
    () => run({ intensityLevel: 8, thermalStressLevel: 8 }, athlete({ bodyMassKg: 90 })),
    () => run({}),
  ],
  [
    'CARB_ABOVE_TOLERANCE',
    'caution',
    () => run({ durationMin: 210, intensityLevel: 7, isRaceEvent: true }),
    () => run({ durationMin: 90 }),
  ],
  [
    'CARB_HIGH_UNTRAINED',
    'danger',
    () => run({ durationMin: 180 }, athlete({ usualCarbGPerHr: 110 })),
    () => run({ durationMin: 180 }, athlete({ usualCarbGPerHr: 110, carbToleranceGPerHr: 110 })),
  ],
  [
    'CARB_CONCENTRATED',
    'caution',
    () => run({ type: 'bike', durationMin: 240, intensityLevel: 6, thermalStressLevel: 2 }),
    () => run({ durationMin: 60, thermalStressLevel: 8 }),
  ],
  [
    'GI_HISTORY',
    'caution',
    () => run({ type: 'bike', durationMin: 240, isRaceEvent: true }, athlete({ giHistory: true })),
    () => run({ durationMin: 90 }, athlete({ giHistory: true })),
  ],
  ['INTAKE_NOT_NEEDED', 'info', () => run({ durationMin: 40 }), () => run({ durationMin: 60 })],
  [
    'MOUTH_RINSE_OPTION',
    'info',
    () => run({ durationMin: 60, intensityLevel: 8, isRaceEvent: true }),
    () => run({ durationMin: 60, intensityLevel: 8 }),
  ],
  ['DRINK_TO_THIRST', 'info', () => run({ durationMin: 60 }), () => run({ durationMin: 120 })],
  ['PROFILE_MISSING_SWEAT_LEVEL', 'info', () => run({}), () => run({}, athlete({ sweatRateMlPerHr: 900 }))],
  ['PROFILE_MISSING_BIRTH_YEAR', 'info', () => run({}, athlete({ ageYears: null })), () => run({})],
  ['MASS_MISSING', 'caution', () => run({}, athlete({ bodyMassKg: null })), () => run({})],
  ['YOUTH', 'caution', () => run({}, athlete({ ageYears: 17 })), () => run({}, athlete({ ageYears: 18 }))],
  ['OLDER_ADULT', 'info', () => run({}, athlete({ ageYears: 65 })), () => run({}, athlete({ ageYears: 64 }))],
  ['PREGNANCY', 'caution', () => run({}, flag({ pregnant: true })), () => run({})],
  ['MEDICAL_SODIUM', 'danger', () => run({}, flag({ hypertension: true })), () => run({})],
  ['DIABETES', 'danger', () => run({}, flag({ diabetesTreated: true })), () => run({})],
  ['EATING_DISORDER_REDS', 'caution', () => run({}, flag({ redsOrEatingDisorder: true })), () => run({})],
  [
    'SODIUM_CAP_BOUND',
    'caution',
    () =>
      run(
        { type: 'bike', durationMin: 360, intensityLevel: 7, thermalStressLevel: 9 },
        athlete({ bodyMassKg: 110, fitnessLevel: 8, sweatLevel: 9, saltinessLevel: 9 }),
      ),
    () => run({ durationMin: 90 }),
  ],
  [
    'SODIUM_UNMEASURED',
    'info',
    () => run({ intensityLevel: 8, thermalStressLevel: 8 }),
    () => run({ intensityLevel: 8, thermalStressLevel: 8 }, athlete({ saltinessLevel: 5 })),
  ],
  ['VERY_LONG_EVENT', 'caution', () => run({ durationMin: 361 }), () => run({ durationMin: 360 })],
  ['ALTITUDE', 'info', () => run({ altitudeM: 2001 }), () => run({ altitudeM: 2000 })],
  [
    'DATA_OUT_OF_RANGE',
    'caution',
    () => run({}, athlete({ bodyMassKg: 131 })),
    () => run({}, athlete({ bodyMassKg: 130 })),
  ],
  [
    'CONFLICTING_INPUT',
    'caution',
    () => run({ intensityLevel: 8, durationMin: 181 }),
    () => run({ intensityLevel: 8, durationMin: 180 }),
  ],
];

describe('each warning fires at its trigger and not short of it', () => {
  it.each(TRIGGERS)('%s (%s)', (code, severity, fires, quiet) => {
    const warning = fires().safety.warnings.find((entry) => entry.code === code);
    expect(warning?.severity).toBe(severity);
    expect(warning?.message.length).toBeGreaterThan(40);
    expect(codes(quiet())).not.toContain(code);
  });

  it('the gravest come first', () => {
    const order = { danger: 0, caution: 1, info: 2 };
    const severities = run({ durationMin: 400, thermalStressLevel: 9 }, UNKNOWN).safety.warnings.map(
      ({ severity }) => order[severity],
    );
    expect(severities).toEqual([...severities].sort((left, right) => left - right));
    expect(new Set(severities).size).toBe(3);
  });
});

describe('inputs that contradict each other are named', () => {
  it.each<[string, Partial<EngineActivity>, EngineAthlete, RegExp]>([
    [
      'heat level and weather',
      { thermalStressLevel: 2, ...weather(34, 60) },
      athlete(),
      /weather looks like level 9/,
    ],
    [
      'power and intensity',
      { type: 'bike', intensityLevel: 2, averagePowerW: 330 },
      athlete(),
      /average power/,
    ],
    [
      'power nobody holds',
      { type: 'bike', durationMin: 180, averagePowerW: 900 },
      athlete(),
      /more than anyone/,
    ],
    ['a measured sweat rate too high', {}, athlete({ sweatRateMlPerHr: 3500 }), /3500 ml/],
    ['a measured sweat rate too low', {}, athlete({ sweatRateMlPerHr: 150 }), /150 ml/],
  ])('%s', (_name, what, who, text) => {
    const warning = run(what, who).safety.warnings.find(({ code }) => code === 'CONFLICTING_INPUT');
    expect(warning?.message).toMatch(text);
  });

  it('an impossible power does not buy a higher ceiling', () => {
    const ride = { type: 'bike', durationMin: 180 } as const;
    const honest = run(ride);
    const impossible = run({ ...ride, averagePowerW: 1500 });
    expect(impossible.safety.maxSafeFluidMlPerHr).toBeLessThanOrEqual(honest.safety.maxSafeFluidMlPerHr);
  });
});

describe('a person must look first', () => {
  it.each<[string, PrescribeResult, boolean]>([
    ['hypertension', run({}, flag({ hypertension: true })), true],
    ['kidney disease', run({}, flag({ kidneyDisease: true })), true],
    ['heart failure', run({}, flag({ heartFailure: true })), true],
    ['diuretics', run({}, flag({ diuretics: true })), true],
    ['treated diabetes', run({}, flag({ diabetesTreated: true })), true],
    ['pregnancy in heat', run({ thermalStressLevel: 7 }, flag({ pregnant: true })), true],
    ['pregnancy in mild air', run({}, flag({ pregnant: true })), false],
    ['a child of twelve', run({}, athlete({ ageYears: 12 })), true],
    ['a youth of thirteen', run({}, athlete({ ageYears: 13 })), false],
    ['a sweat rate of 3.1 L/h', run({}, athlete({ sweatRateMlPerHr: 3100 })), true],
    ['two reports of overdrinking', run({}, athlete(), learnedWith({ overdrinkAtMs: [0, 1] })), true],
    ['an ordinary athlete', run({}), false],
  ])('%s', (_name, result, review) => {
    expect(result.safety.requiresHumanReview).toBe(review);
  });
});

describe('conditions hold numbers down', () => {
  const long = {
    type: 'bike',
    durationMin: 300,
    intensityLevel: 6,
    thermalStressLevel: 8,
    isRaceEvent: true,
  } as const;
  const trained = { carbToleranceGPerHr: 110, bodyMassKg: 85, saltinessLevel: 8 };

  it('sodium stays at or under 500 mg an hour with a heart or kidney condition', () => {
    expect(run(long, athlete(trained)).rates.sodiumMgPerHr).toBeGreaterThan(500);
    const limited = run(long, flag({ heartFailure: true }, trained));
    expect(limited.rates.sodiumMgPerHr).toBeLessThanOrEqual(500);
    expect(limited.safety.maxSafeSodiumMgPerHr).toBeLessThanOrEqual(500);
  });

  it('carbohydrate stays at or under 60 g below 16 years and 75 g in pregnancy', () => {
    expect(run(long, athlete(trained)).rates.carbGPerHr).toBeGreaterThan(90);
    expect(run(long, athlete({ ...trained, ageYears: 15 })).rates.carbGPerHr).toBeLessThanOrEqual(60);
    expect(run(long, flag({ pregnant: true }, trained)).rates.carbGPerHr).toBeLessThanOrEqual(75);
  });

  it('a child is taken to sweat less than an adult of the same size', () => {
    const adult = run(long, athlete({ bodyMassKg: 40, ageYears: 20 }));
    const child = run(long, athlete({ bodyMassKg: 40, ageYears: 10 }));
    expect(child.diagnostics.sweatRateLPerHr).toBeLessThan(0.75 * adult.diagnostics.sweatRateLPerHr);
    expect(child.safety.maxSafeFluidMlPerHr).toBeLessThan(adult.safety.maxSafeFluidMlPerHr);
  });

  it('an eating disorder gets no sentence about weight or body mass', () => {
    const who = flag({ redsOrEatingDisorder: true }, { bodyMassKg: null });
    for (const what of [long, { durationMin: 60 }, { durationMin: 800 }]) {
      for (const { message } of run(what, who).safety.warnings) {
        expect(message).not.toMatch(/weight|weigh|body mass|kilogram| kg\b/i);
      }
    }
  });
});
