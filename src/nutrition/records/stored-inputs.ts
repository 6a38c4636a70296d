import type { PrescribeInput } from '#core/engine/prescribe.ts';
import {
  type EffortStep,
  type EngineActivity,
  type EngineAthlete,
  type HealthFlags,
  type Segment,
  STEP_MEASURES,
} from '#core/engine/types.ts';
import { asPacked, type Members, type Packed, packMembers, unpackMembers } from '#platform/storage/packed.ts';
import { packedState } from '#platform/storage/packed-state.ts';
import { packedEventWeather } from '#platform/storage/packed-weather.ts';
import { caffeineInput } from './caffeine.ts';

/** The number of the dictionary: the first byte of stored inputs. */
const DICTIONARY = 1;

type CaffeineRequest = NonNullable<PrescribeInput['caffeine']>['request'];

/**
 * Compresses the input of a calculation for storage: values in a fixed order, as JSON, deflated (RFC 1951)
 * with a preset dictionary. The order belongs to one engine version, which is stored with it. No other
 * version reads the input.
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

/**
 * Restores inputs stored by `storeInputs`. Throws if they are damaged or use another dictionary or order of
 * values.
 */
export async function restoreInputs(stored: Uint8Array): Promise<PrescribeInput> {
  const { inflateSync, strFromU8, INPUTS_DICTIONARY } = await import('./inputs-compression.ts');
  if (stored[0] !== DICTIONARY) throw new Error(`stored inputs need the unknown dictionary ${stored[0]}`);
  const text = strFromU8(inflateSync(stored.subarray(1), { dictionary: INPUTS_DICTIONARY }));
  return unpackInputs(JSON.parse(text));
}

/** Returns the values of an input in storage order. */
export function packInputs({ activity, athlete, learned, caffeine }: PrescribeInput): Packed {
  return [
    packActivity(activity),
    packAthlete(athlete),
    learned && packedState.pack(learned),
    // Caffeine settings change nothing unless caffeine is wanted.
    caffeine?.request.wanted ? packMembers(CAFFEINE, caffeine.request) : null,
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
    ...(request !== null && {
      caffeine: caffeineInput(unpackMembers<CaffeineRequest>(CAFFEINE, request), activity, athlete),
    }),
  };
}

type PackedSegment = readonly [type: Segment['type'], durationMin: number, intensityLevel: number | null];
type PackedStep = readonly [durationMin: number, measure: number, value: number];
type StoredActivity = Omit<EngineActivity, 'weather' | 'segments' | 'steps'> & {
  readonly weather: Packed | null;
  readonly segments: readonly PackedSegment[] | null;
  readonly steps: readonly PackedStep[] | null;
};

const ACTIVITY: Members<StoredActivity> = {
  type: 1,
  durationMin: 1,
  intensityLevel: 1,
  thermalStressLevel: 1,
  isRaceEvent: 1,
  weather: 1,
  averagePowerW: 1,
  distanceKm: 1,
  elevationGainM: 1,
  altitudeM: 1,
  segments: 1,
  steps: 1,
};

function packActivity({ weather, segments, steps, ...flat }: EngineActivity): Packed {
  return packMembers(ACTIVITY, {
    ...flat,
    weather: weather && packedEventWeather.pack(weather),
    segments:
      segments?.map(({ type, durationMin, intensityLevel }) => [type, durationMin, intensityLevel]) ?? null,
    steps:
      steps?.map(({ durationMin, measure, value }) => [durationMin, STEP_MEASURES.indexOf(measure), value]) ??
      null,
  });
}

function unpackActivity(packed: unknown): EngineActivity {
  const { weather, segments, steps, ...flat } = unpackMembers<StoredActivity>(ACTIVITY, packed);
  return {
    ...flat,
    weather: weather && packedEventWeather.unpack(weather),
    segments:
      segments?.map(([type, durationMin, intensityLevel]) => ({ type, durationMin, intensityLevel })) ?? null,
    steps: steps?.map(unpackStep) ?? null,
  };
}

function unpackStep([durationMin, number, value]: PackedStep): EffortStep {
  const measure = STEP_MEASURES[number];
  if (measure === undefined) throw new Error(`an unknown measure is stored: ${number}`);
  return { durationMin, measure, value };
}

type StoredAthlete = Omit<EngineAthlete, 'health'> & { readonly health: string };

const ATHLETE: Members<StoredAthlete> = {
  sex: 1,
  ageYears: 1,
  bodyMassKg: 1,
  heightCm: 1,
  fitnessLevel: 1,
  vo2maxMlPerKgMin: 1,
  ftpW: 1,
  sweatLevel: 1,
  saltinessLevel: 1,
  sweatRateMlPerHr: 1,
  sweatSodiumMgPerL: 1,
  carbToleranceGPerHr: 1,
  usualCarbGPerHr: 1,
  heatAcclimatized: 1,
  giHistory: 1,
  health: 1,
};

function packAthlete({ health, ...flat }: EngineAthlete): Packed {
  return packMembers(ATHLETE, { ...flat, health: packHealth(health) });
}

function unpackAthlete(packed: unknown): EngineAthlete {
  const { health, ...flat } = unpackMembers<StoredAthlete>(ATHLETE, packed);
  return { ...flat, health: unpackHealth(health) };
}

/** The position of each condition in stored health. */
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

/** Returns a text of ones and zeros. Empty for an athlete without conditions, the usual case. */
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

const CAFFEINE: Members<CaffeineRequest> = {
  wanted: 1,
  usualMgPerDay: 1,
  takenTodayMg: 1,
  takenMinBeforeStart: 1,
  sleepAtMin: 1,
  avoid: 1,
  isDietFree: 1,
};
