import type { PrescribeInput } from '../engine/prescribe.ts';
import {
  type EffortStep,
  type EngineActivity,
  type EngineAthlete,
  type EventWeather,
  type HealthFlags,
  type Segment,
  STEP_MEASURES,
  type Weather,
} from '../engine/types.ts';
import { asPacked, type Packed } from '../storage/packed.ts';
import { packedState } from '../storage/packed-state.ts';
import { caffeineInput } from './caffeine.ts';

/** The number of the dictionary: the first byte of stored inputs. */
const DICTIONARY = 1;

type CaffeineRequest = NonNullable<PrescribeInput['caffeine']>['request'];

/**
 * Compresses the input of a calculation for storage: values in a fixed order, as JSON, deflated (RFC 1951) with a preset
 * dictionary. The order belongs to one version of the engine, which is stored beside it: another version reads no input.
 */
export async function storeInputs(input: PrescribeInput): Promise<Uint8Array> {
  const { deflateSync, strToU8, INPUTS_DICTIONARY } = await import('./inputs-compression.ts');
  const text = strToU8(JSON.stringify(packInputs(input)));
  const deflated = deflateSync(text, { dictionary: INPUTS_DICTIONARY, level: 6 });
  const stored = new Uint8Array(deflated.length + 1);
  stored[0] = DICTIONARY;
  stored.set(deflated, 1);
  return stored;
}

/** Restores what `storeInputs` stored. Throws if it is damaged, or was made with another dictionary or order of values. */
export async function restoreInputs(stored: Uint8Array): Promise<PrescribeInput> {
  const { inflateSync, strFromU8, INPUTS_DICTIONARY } = await import('./inputs-compression.ts');
  if (stored[0] !== DICTIONARY) throw new Error(`stored inputs need the unknown dictionary ${stored[0]}`);
  const text = strFromU8(inflateSync(stored.subarray(1), { dictionary: INPUTS_DICTIONARY }));
  return unpackInputs(JSON.parse(text));
}

/** Returns the values of an input in their order. */
export function packInputs({ activity, athlete, learned, caffeine }: PrescribeInput): Packed {
  return [
    packActivity(activity),
    packAthlete(athlete),
    learned && packedState.pack(learned),
    // What was said about caffeine changes nothing unless it is wanted.
    caffeine?.request.wanted ? packCaffeine(caffeine.request) : null,
  ];
}

function unpackInputs(packed: unknown): PrescribeInput {
  const [packedActivity, packedAthlete, learned, request] = asPacked(packed, 4);
  const activity = unpackActivity(packedActivity);
  const athlete = unpackAthlete(packedAthlete);
  return {
    activity,
    athlete,
    learned: learned === null ? null : packedState.unpack(learned),
    ...(request !== null && { caffeine: caffeineInput(unpackCaffeine(request), activity, athlete) }),
  };
}

type PackedWeather = readonly [temperatureC: number, humidityPercent: number, shade: boolean];
type PackedHour = readonly [atMin: number, ...PackedWeather];
type PackedSegment = readonly [type: Segment['type'], durationMin: number, intensityLevel: number | null];
type PackedStep = readonly [durationMin: number, measure: number, value: number];
type PackedActivity = readonly [
  type: EngineActivity['type'],
  durationMin: number,
  intensityLevel: number | null,
  thermalStressLevel: number | null,
  isRaceEvent: boolean,
  weather: PackedWeather | readonly [readonly PackedHour[]] | null,
  averagePowerW: number | null,
  distanceKm: number | null,
  elevationGainM: number | null,
  altitudeM: number | null,
  segments: readonly PackedSegment[] | null,
  steps: readonly PackedStep[] | null,
];

function packActivity(activity: EngineActivity): PackedActivity {
  const { segments, steps } = activity;
  return [
    activity.type,
    activity.durationMin,
    activity.intensityLevel,
    activity.thermalStressLevel,
    activity.isRaceEvent,
    packEventWeather(activity.weather),
    activity.averagePowerW,
    activity.distanceKm,
    activity.elevationGainM,
    activity.altitudeM,
    segments?.map(({ type, durationMin, intensityLevel }) => [type, durationMin, intensityLevel]) ?? null,
    steps?.map(({ durationMin, measure, value }) => [durationMin, STEP_MEASURES.indexOf(measure), value]) ??
      null,
  ];
}

function unpackActivity(packed: unknown): EngineActivity {
  const [
    type,
    durationMin,
    intensityLevel,
    thermalStressLevel,
    isRaceEvent,
    weather,
    averagePowerW,
    distanceKm,
    elevationGainM,
    altitudeM,
    segments,
    steps,
  ] = asPacked<PackedActivity>(packed, 12);
  return {
    type,
    durationMin,
    intensityLevel,
    thermalStressLevel,
    isRaceEvent,
    weather: unpackEventWeather(weather),
    averagePowerW,
    distanceKm,
    elevationGainM,
    altitudeM,
    segments:
      segments?.map(([sport, minutes, level]) => ({
        type: sport,
        durationMin: minutes,
        intensityLevel: level,
      })) ?? null,
    steps: steps?.map(unpackStep) ?? null,
  };
}

function unpackStep([durationMin, number, value]: PackedStep): EffortStep {
  const measure = STEP_MEASURES[number];
  if (measure === undefined) throw new Error(`an unknown measure is stored: ${number}`);
  return { durationMin, measure, value };
}

function packEventWeather(weather: EventWeather | null): PackedActivity[5] {
  if (weather === null) return null;
  return isForecast(weather)
    ? [weather.map((hour) => [hour.atMin, ...packWeather(hour)])]
    : packWeather(weather);
}

function unpackEventWeather(packed: PackedActivity[5]): EventWeather | null {
  if (packed === null) return null;
  if (packed.length === 1)
    return packed[0].map(([atMin, ...weather]) => ({ atMin, ...unpackWeather(weather) }));
  return unpackWeather(packed);
}

function isForecast(weather: EventWeather): weather is Extract<EventWeather, readonly unknown[]> {
  return Array.isArray(weather);
}

function packWeather({ temperatureC, humidityPercent, shade }: Weather): PackedWeather {
  return [temperatureC, humidityPercent, shade];
}

function unpackWeather([temperatureC, humidityPercent, shade]: PackedWeather): Weather {
  return { temperatureC, humidityPercent, shade };
}

type PackedAthlete = readonly [
  sex: EngineAthlete['sex'],
  ageYears: number | null,
  bodyMassKg: number | null,
  heightCm: number | null,
  fitnessLevel: number | null,
  vo2maxMlPerKgMin: number | null,
  ftpW: number | null,
  sweatLevel: number | null,
  saltinessLevel: number | null,
  sweatRateMlPerHr: number | null,
  sweatSodiumMgPerL: number | null,
  carbToleranceGPerHr: number | null,
  usualCarbGPerHr: number | null,
  heatAcclimatized: boolean | null,
  giHistory: boolean | null,
  health: string,
];

function packAthlete(athlete: EngineAthlete): PackedAthlete {
  return [
    athlete.sex,
    athlete.ageYears,
    athlete.bodyMassKg,
    athlete.heightCm,
    athlete.fitnessLevel,
    athlete.vo2maxMlPerKgMin,
    athlete.ftpW,
    athlete.sweatLevel,
    athlete.saltinessLevel,
    athlete.sweatRateMlPerHr,
    athlete.sweatSodiumMgPerL,
    athlete.carbToleranceGPerHr,
    athlete.usualCarbGPerHr,
    athlete.heatAcclimatized,
    athlete.giHistory,
    packHealth(athlete.health),
  ];
}

function unpackAthlete(packed: unknown): EngineAthlete {
  const [
    sex,
    ageYears,
    bodyMassKg,
    heightCm,
    fitnessLevel,
    vo2maxMlPerKgMin,
    ftpW,
    sweatLevel,
    saltinessLevel,
    sweatRateMlPerHr,
    sweatSodiumMgPerL,
    carbToleranceGPerHr,
    usualCarbGPerHr,
    heatAcclimatized,
    giHistory,
    health,
  ] = asPacked<PackedAthlete>(packed, 16);
  return {
    sex,
    ageYears,
    bodyMassKg,
    heightCm,
    fitnessLevel,
    vo2maxMlPerKgMin,
    ftpW,
    sweatLevel,
    saltinessLevel,
    sweatRateMlPerHr,
    sweatSodiumMgPerL,
    carbToleranceGPerHr,
    usualCarbGPerHr,
    heatAcclimatized,
    giHistory,
    health: unpackHealth(health),
  };
}

/** The digit of each condition in stored health. */
const CONDITIONS = {
  pregnant: 0,
  hypertension: 1,
  kidneyDisease: 2,
  heartFailure: 3,
  diuretics: 4,
  diabetesTreated: 5,
  nsaidOnRaceDay: 6,
  redsOrEatingDisorder: 7,
  lowSodiumBefore: 8,
  waterRetainingDrug: 9,
  heatIllnessHistory: 10,
} as const satisfies Readonly<Record<keyof HealthFlags, number>>;

/** Returns a text of ones and zeros; empty for an athlete without conditions, as nearly all are. */
function packHealth(health: HealthFlags): string {
  const digits = Object.keys(CONDITIONS).map((name) => (Reflect.get(health, name) === true ? '1' : '0'));
  return digits.join('').replace(/0+$/, '');
}

function unpackHealth(digits: string): HealthFlags {
  const has = (name: keyof HealthFlags) => digits[CONDITIONS[name]] === '1';
  return {
    pregnant: has('pregnant'),
    hypertension: has('hypertension'),
    kidneyDisease: has('kidneyDisease'),
    heartFailure: has('heartFailure'),
    diuretics: has('diuretics'),
    diabetesTreated: has('diabetesTreated'),
    nsaidOnRaceDay: has('nsaidOnRaceDay'),
    redsOrEatingDisorder: has('redsOrEatingDisorder'),
    lowSodiumBefore: has('lowSodiumBefore'),
    waterRetainingDrug: has('waterRetainingDrug'),
    heatIllnessHistory: has('heatIllnessHistory'),
  };
}

type PackedCaffeine = readonly [
  wanted: boolean,
  usualMgPerDay: number | null,
  takenTodayMg: number | null,
  takenMinBeforeStart: number | null,
  sleepAtMin: number | null,
  avoid: boolean,
  isDietFree: boolean,
];

function packCaffeine(request: CaffeineRequest): PackedCaffeine {
  return [
    request.wanted,
    request.usualMgPerDay,
    request.takenTodayMg,
    request.takenMinBeforeStart,
    request.sleepAtMin,
    request.avoid,
    request.isDietFree,
  ];
}

function unpackCaffeine(packed: unknown): CaffeineRequest {
  const [wanted, usualMgPerDay, takenTodayMg, takenMinBeforeStart, sleepAtMin, avoid, isDietFree] =
    asPacked<PackedCaffeine>(packed, 7);
  return { wanted, usualMgPerDay, takenTodayMg, takenMinBeforeStart, sleepAtMin, avoid, isDietFree };
}
