/** Worked events from the design: inputs in shorthand, and every number as printed, to its last digit. */

import type { WarningCode } from '#core/engine/names.ts';
import { type EngineActivity, type EngineAthlete, UNKNOWN_ATHLETE } from '#core/engine/types.ts';
import { activity, HEALTHY } from './fixtures.ts';

type Level = number | null;

/** Returns a 178 cm man with body mass, age and fitness level. Nothing else is stated. */
export function man(bodyMassKg: number | null, ageYears: number, fitnessLevel: Level): EngineAthlete {
  return { ...UNKNOWN_ATHLETE, sex: 'male', heightCm: 178, bodyMassKg, ageYears, fitnessLevel };
}

/** Returns a 165 cm woman in the same way. */
export function woman(bodyMassKg: number | null, ageYears: number, fitnessLevel: Level): EngineAthlete {
  return { ...UNKNOWN_ATHLETE, sex: 'female', heightCm: 165, bodyMassKg, ageYears, fitnessLevel };
}

/** Returns an event with intensity level and heat. A pair for heat is weather in the sun, °C and %. */
export function event(
  type: EngineActivity['type'],
  durationMin: number,
  {
    level,
    heat,
    race,
    ...others
  }: { level: Level; heat: Level | readonly [number, number]; race?: boolean } & Partial<EngineActivity>,
): EngineActivity {
  const isLevel = typeof heat === 'number';
  return activity({
    type,
    durationMin,
    intensityLevel: level,
    thermalStressLevel: isLevel ? heat : null,
    weather:
      isLevel || heat === null ? null : { temperatureC: heat[0], humidityPercent: heat[1], shade: false },
    isRaceEvent: race ?? false,
    ...others,
  });
}

const flags = (changes: Partial<typeof HEALTHY>) => ({ health: { ...HEALTHY, ...changes } });

/**
 * One event with its printed figures. `max` ends with the first letter of its limit, `codes` lists its
 * warnings.
 */
export interface GoldenEvent {
  readonly name: string;
  readonly activity: EngineActivity;
  readonly athlete: EngineAthlete;
  readonly cautiousSessionsLeft: number;
  /** gapField, σ, M, S, carb, fluid, sodium, max, Δm %, end, bound. */
  readonly printed: string;
  /** Each code with the first letter of its severity, in any order. */
  readonly codes: readonly `${WarningCode} ${'d' | 'c' | 'i'}`[];
  readonly review: boolean;
}

function row(
  name: string,
  session: EngineActivity,
  athlete: EngineAthlete,
  printed: string,
  codes: GoldenEvent['codes'] = [],
  others: Partial<GoldenEvent> = {},
): GoldenEvent {
  return {
    name,
    activity: session,
    athlete,
    printed,
    codes,
    review: false,
    cautiousSessionsLeft: 0,
    ...others,
  };
}

const REVIEW = { review: true };
const INPUT = ['INPUT_NEEDED d'] as const;
const G12 = event('triathlon', 720, { level: 5, heat: 6, race: true });
const G19 = event('bike', 600, { level: 5, heat: 7, race: true });

/** Codes listed completely in every row: fluid, conditions and painkillers. */
export const LISTED_CODES: ReadonlySet<WarningCode> = new Set<WarningCode>([
  'EAH_RISK_LONG_SLOW',
  'EAH_PLAN_EXCEEDS_SAFE',
  'EAH_OVERDRINK_REPORTED',
  'INPUT_NEEDED',
  'DEHYDRATION_LARGE',
  'MEDICAL_FLUID',
  'MEDICAL_SODIUM',
  'DIABETES',
  'PREGNANCY',
  'YOUTH',
  'NSAID_RISK',
]);

// biome-ignore-start format: one line for each event, so that they can be compared
export const GOLDEN_EVENTS: readonly GoldenEvent[] = [
  row(
    'G1',
    event('trail_run', 1560, { level: null, heat: [25, 45], race: true }),
    man(72, 42, 6),
    '– .3548 559.0 .5804 36.76 568.5 356.3 601.3 p −3.33 139.33 none',
  ),
  row(
    'G2',
    event('trail_run', 1560, { level: 4, heat: [25, 45], race: true }),
    man(72, 42, 6),
    '– .3548 559.0 .5804 36.76 568.5 356.3 601.3 p −3.33 139.33 none',
  ),
  row(
    'G3',
    event('trail_run', 1560, { level: null, heat: null, race: true }),
    man(72, 42, 6),
    'heat .3792 559.0 .5323 37.23 453.1 265.8 477.0 p −5.88 145.64 ceiling',
    INPUT,
    REVIEW,
  ),
  row(
    'G4',
    event('trail_run', 1560, { level: 4, heat: [25, 45], race: true }),
    man(null, 42, 6),
    'mass .4028 504.7 .5194 35.29 387.7 210.3 408.1 p −8.12 150.84 ceiling',
    INPUT,
    REVIEW,
  ),
  row(
    'G5',
    event('triathlon', 720, { level: null, heat: [24, 60], race: true }),
    woman(58, 38, 6),
    'intensity .3592 564.0 .5083 48.02 427.1 261.7 484.7 m −3.16 143.73 none',
  ),
  row(
    'G6',
    event('bike', 180, { level: null, heat: 5 }),
    man(75, 40, 5),
    'intensity .3997 834.6 .7022 70.00 458.3 242.9 591.7 m −1.45 141.65 none',
  ),
  row(
    'G7',
    event('bike', 300, { level: 7, heat: null, race: true }),
    man(70, 35, 4),
    'heat .3709 769.6 .6065 65.85 426.4 248.4 524.4 m −2.07 142.30 none',
  ),
  row(
    'G8',
    event('run', 255, { level: 6, heat: 5, race: true }),
    man(75, 40, null),
    'fitness .3764 868.1 .8916 60.00 559.7 320.8 669.0 m −2.67 143.17 none',
  ),
  row(
    'G9',
    event('run', 255, { level: 6, heat: 5, race: true }),
    { ...UNKNOWN_ATHLETE, bodyMassKg: 65, heightCm: 171, ageYears: 40, fitnessLevel: 5 },
    'sex .3640 778.6 .7908 57.89 499.7 277.2 673.2 m −2.70 143.76 none',
  ),
  row(
    'G10',
    event('trail_run', 572, { level: 6, heat: 8, race: true }),
    man(76.8, 33, 5),
    '– .3603 860.8 1.2640 46.40 920.0 537.3 1012.0 g −5.60 144.96 gut',
    ['DEHYDRATION_LARGE d'],
    REVIEW,
  ),
  row(
    'G11',
    event('run', 120, { level: 6, heat: [45, 60] }),
    man(80, 40, 5),
    '– .3548 1024.9 2.7254 42.93 920.0 330.2 1012.0 g −4.70 146.41 gut',
    ['DEHYDRATION_LARGE c'],
  ),
  row('G12', G12, man(75, 40, 6), '– .3646 824.0 .8020 52.44 723.4 466.4 794.9 s −3.07 141.03 none'),
  row('G13', G12, man(75, 66, 6), '– .3646 637.7 .5891 52.44 492.3 317.4 592.6 m −3.07 142.90 none'),
  row(
    'G14',
    G12,
    { ...man(75, 40, 6), ...flags({ nsaidOnRaceDay: true }) },
    '– .3646 824.0 .8020 52.44 656.9 422.8 691.4 s −4.13 143.56 ceiling',
    ['NSAID_RISK c'],
  ),
  row(
    'G15',
    event('triathlon', 900, { level: 5, heat: 6, race: true }),
    woman(60, 40, 4),
    '– .3646 372.2 .3319 32.98 271.5 158.7 367.7 m −2.99 144.61 none',
    ['EAH_RISK_LONG_SLOW c'],
  ),
  row(
    'G16',
    event('run', 600, { level: 5, heat: 5, race: true }),
    man(70, 40, 6),
    '– .3603 835.6 .8483 47.18 720.0 446.4 792.0 g −3.53 142.19 gut',
  ),
  row(
    'G17',
    event('trail_run', 1572, {
      level: null,
      heat: [27, 40],
      race: true,
      distanceKm: 161,
      elevationGainM: 5500,
    }),
    man(72, 42, 6),
    '– .3439 536.8 .5933 36.14 578.0 366.2 613.4 p −3.41 139.55 none',
  ),
  row(
    'G18',
    event('trail_run', 1200, {
      level: null,
      heat: [12, 60],
      race: true,
      distanceKm: 171,
      elevationGainM: 10000,
    }),
    { ...man(62, 33, 9), carbToleranceGPerHr: 90 },
    '– .3439 858.9 .7085 68.65 680.3 421.8 716.1 s −4.18 139.85 ceiling',
  ),
  row(
    'G19',
    G19,
    { ...man(80, 55, 5), ...flags({ kidneyDisease: true }) },
    '– .3603 689.3 .6794 70.00 498.3 142.5 524.5 p −3.26 142.27 medical',
    ['MEDICAL_FLUID d'],
    REVIEW,
  ),
  row(
    'G20',
    G19,
    { ...man(80, 55, 5), ...flags({ heartFailure: true }) },
    '– .3603 689.3 .6794 70.00 475.0 142.5 500.0 h −3.55 143.11 medical',
    ['MEDICAL_FLUID d'],
    REVIEW,
  ),
  row(
    'G21',
    G19,
    { ...man(80, 55, 5), ...flags({ diuretics: true }) },
    '– .3603 689.3 .6794 70.00 457.3 268.1 544.8 m −3.77 145.00 none',
    ['MEDICAL_SODIUM c'],
    REVIEW,
  ),
  row(
    'G22',
    event('run', 300, { level: 5, heat: 5, race: true }),
    { ...woman(60, 40, 5), ...flags({ lowSodiumBefore: true }) },
    '– .3603 611.4 .5982 56.74 375.6 192.0 404.0 m −2.56 144.18 none',
    ['EAH_RISK_LONG_SLOW c'],
    REVIEW,
  ),
  row(
    'G23',
    event('hike', 480, { level: null, heat: [18, 50], distanceKm: 30, elevationGainM: 1200 }),
    man(75, 40, 5),
    '– .3439 349.0 .2414 24.94 139.0 86.2 245.4 m −1.81 142.85 none',
    ['EAH_RISK_LONG_SLOW c'],
  ),
  row(
    'G24',
    event('run', 300, { level: null, heat: [16, 60], race: true, distanceKm: 42.2 }),
    woman(62, 40, 4),
    '– .3439 661.2 .5609 57.21 379.5 207.7 541.9 m −2.24 143.35 none',
  ),
  row(
    'G25',
    event('trail_run', 860, {
      level: null,
      heat: [28, 35],
      race: true,
      distanceKm: 161,
      elevationGainM: 5500,
    }),
    { ...man(60, 33, 9), carbToleranceGPerHr: 110 },
    '– .3439 925.9 1.0723 84.00 849.8 484.8 912.6 s −7.50 145.88 gut',
    ['DEHYDRATION_LARGE d'],
    REVIEW,
  ),
  row(
    'G26',
    event('run', 1440, { level: null, heat: [15, 60], race: true, distanceKm: 210 }),
    { ...man(65, 40, 8), carbToleranceGPerHr: 90 },
    '– .3439 686.9 .5586 69.47 554.8 339.6 584.1 p −3.02 138.92 ceiling',
  ),
  row(
    'G27',
    event('bike', 240, { level: null, heat: 6 }),
    { ...UNKNOWN_ATHLETE, sweatRateMlPerHr: 1000 },
    'intensity .3374 657.0 .7598 64.65 473.0 290.0 547.9 m −2.28 143.63 none',
  ),
  row(
    'G28',
    event('run', 600, { level: null, heat: null }),
    UNKNOWN_ATHLETE,
    'mass .4448 572.2 .5503 40.49 299.7 131.5 315.4 m −5.25 149.30 ceiling',
    INPUT,
    REVIEW,
  ),
  row(
    'G29',
    event('open_water_swim', 300, { level: 5, heat: null, race: true }),
    woman(60, 40, 5),
    'heat .5034 519.7 .3510 37.83 218.0 119.3 284.9 m −2.08 142.70 none',
    ['EAH_RISK_LONG_SLOW c'],
  ),
  row(
    'G30',
    event('run', 360, { level: 5, heat: 6 }),
    man(75, 40, 5),
    '– .3603 878.5 1.0170 57.00 664.8 365.8 876.2 m −3.86 144.32 after_overdrinking',
    [],
    { cautiousSessionsLeft: 3 },
  ),
  row(
    'G31',
    event('bike', 480, { level: 4, heat: 1 }),
    man(75, 40, 5),
    '– .3603 756.3 .4591 58.41 345.8 214.4 449.7 m −2.57 143.04 none',
  ),
  row(
    'G32',
    event('run', 480, { level: 6, heat: 7, race: true }),
    { ...man(75, 40, 5), ...flags({ diuretics: true }) },
    '– .3603 829.7 1.0787 51.00 736.0 404.7 805.7 p −4.85 145.14 ceiling',
    ['MEDICAL_SODIUM c'],
    REVIEW,
  ),
  row(
    'G33',
    event('trail_run', 900, { level: 5, heat: 6, race: true }),
    { ...UNKNOWN_ATHLETE, bodyMassKg: 58, fitnessLevel: 5 },
    'age .3644 502.0 .5458 34.14 404.5 223.5 425.8 m −5.51 148.06 ceiling',
    INPUT,
    REVIEW,
  ),
  row(
    'G34',
    event('run', 900, { level: 5, heat: 6, race: true }),
    { ...UNKNOWN_ATHLETE, sex: 'female', heightCm: 160, ageYears: 40, fitnessLevel: 5 },
    'mass .4121 501.7 .5543 35.73 320.0 129.9 336.8 m −7.15 153.72 ceiling',
    INPUT,
    REVIEW,
  ),
];
// biome-ignore-end format: see above
