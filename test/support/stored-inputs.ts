import { RandomSource } from '@musette/basics/random-source';
import { ADULT_YEARS } from '@musette/engine/caffeine';
import { drawPerson, drawSession, InputSource } from '@musette/engine/laboratory';
import {
  type EnergyLevel,
  type GiComfort,
  type HydrationFeel,
  initialState,
  type LearnedState,
  learnFrom,
} from '@musette/engine/learn';
import { type PrescribeInput, prescribe } from '@musette/engine/prescribe';
import type { EngineActivity, EngineAthlete } from '@musette/engine/types';
import { caffeineInput } from '#nutrition/records/caffeine.ts';

const DAY_MS = 86_400_000;
const FIRST_DAY_MS = Date.UTC(2026, 0, 5, 7);
/** Sessions of one synthetic athlete. */
const SESSIONS = 40;

const GUT: readonly GiComfort[] = ['excellent', 'good', 'good', 'fair', 'poor'];
const ENERGY: readonly EnergyLevel[] = ['surplus', 'adequate', 'adequate', 'low', 'bonked'];
const FEELS: readonly HydrationFeel[] = [
  'well_hydrated',
  'well_hydrated',
  'slightly_dehydrated',
  'dehydrated',
  'over_hydrated',
];

/** The input of a calculation, and whether its athlete and session are as people state theirs. */
interface SeededInput {
  readonly input: PrescribeInput;
  readonly isUsual: boolean;
}

/**
 * Draws inputs of prescriptions: one after the other of a population whose athletes learn from feedback on a third of their
 * sessions, and of the whole range that the wire accepts. The same seed gives the same ones.
 */
export function* inputsOf(count: number, seed = 1): Generator<SeededInput> {
  const random = new RandomSource(seed);
  const extremes = new InputSource(new RandomSource(seed + 1));
  let usual = sessionsOfAthlete(random);
  for (let index = 0; index < count; index += 1) {
    if (index % 2 === 1) {
      yield { input: withMore(extremes, extremes.anything(0.1)), isUsual: false };
      continue;
    }
    let next = usual.next();
    if (next.done) {
      usual = sessionsOfAthlete(random);
      next = usual.next();
    }
    if (!next.done) yield { input: next.value, isUsual: true };
  }
}

/** Draws the sessions of one athlete, each with what was learned before it. */
function* sessionsOfAthlete(random: RandomSource): Generator<PrescribeInput> {
  const athlete = asStated(drawPerson(random).stated);
  let learned: LearnedState | null = null;
  for (let index = 0; index < SESSIONS; index += 1) {
    const activity = roundedSession(drawSession(random).stated);
    const input: PrescribeInput = { activity, athlete, learned };
    yield input;
    if (random.uniform() < 1 / 3) learned = learnedFrom(random, input, FIRST_DAY_MS + index * DAY_MS);
  }
}

function learnedFrom(random: RandomSource, input: PrescribeInput, atMs: number): LearnedState {
  const { activity, athlete, learned } = input;
  const { rates } = prescribe(input).rounded;
  const hours = activity.durationMin / 60;
  const isNoted = random.uniform() < 0.6;
  return learnFrom(athlete, learned ?? initialState(athlete), {
    kind: 'feedback',
    id: `fbk_${atMs}`,
    atMs,
    activity,
    prescribed: rates,
    giComfort: oneOf(random, GUT, 'good'),
    energyLevel: oneOf(random, ENERGY, 'adequate'),
    hydrationFeel: oneOf(random, FEELS, 'well_hydrated'),
    carbsGrams: isNoted ? Math.round(rates.carbGPerHr * hours * random.within(0.9, 0.2, 0.3, 1.5)) : null,
    fluidMl: isNoted ? Math.round(rates.fluidMlPerHr * hours * random.within(0.9, 0.2, 0.3, 1.5)) : null,
    bodyMassBeforeKg: null,
    bodyMassAfterKg: null,
    urineMl: null,
    urinated: null,
    clothingAfter: null,
    isDayOnly: false,
    source: 'scale',
  }).state;
}

function oneOf<Item>(random: RandomSource, items: readonly Item[], fallback: Item): Item {
  return items[Math.floor(random.uniform() * items.length)] ?? fallback;
}

/** Rounds a drawn profile as people state theirs. */
function asStated(drawn: EngineAthlete): EngineAthlete {
  const tenths = (value: number | null) => value && Math.round(value * 10) / 10;
  const tens = (value: number | null) => value && Math.round(value / 10) * 10;
  const whole = (value: number | null) => value && Math.round(value);
  return {
    ...drawn,
    bodyMassKg: tenths(drawn.bodyMassKg),
    heightCm: whole(drawn.heightCm),
    sweatRateMlPerHr: tens(drawn.sweatRateMlPerHr),
    sweatSodiumMgPerL: tens(drawn.sweatSodiumMgPerL),
    carbToleranceGPerHr: whole(drawn.carbToleranceGPerHr),
    usualCarbGPerHr: whole(drawn.usualCarbGPerHr),
  };
}

function roundedSession(drawn: EngineActivity): EngineActivity {
  const { weather, averagePowerW } = drawn;
  return {
    ...drawn,
    averagePowerW: averagePowerW && Math.round(averagePowerW),
    weather:
      weather && 'temperatureC' in weather
        ? {
            ...weather,
            temperatureC: Math.round(weather.temperatureC * 10) / 10,
            humidityPercent: Math.round(weather.humidityPercent),
          }
        : weather,
  };
}

/** Adds what the draw of the laboratory leaves out: steps, a forecast and caffeine. */
function withMore(source: InputSource, input: PrescribeInput): PrescribeInput {
  const { activity, athlete } = input;
  const withSteps = source.chance(0.2);
  const withForecast = source.chance(0.2);
  const wanted = source.chance(0.3);
  const half = activity.durationMin / 2;
  const next: EngineActivity = {
    ...activity,
    ...(withSteps && {
      steps: [
        { durationMin: half, measure: 'percentFtp', value: source.whole(40, 120) },
        { durationMin: half, measure: 'level', value: source.whole(1, 9) },
      ],
    }),
    ...(withForecast && {
      weather: [0, 60, 120].map((atMin) => ({
        atMin,
        temperatureC: source.whole(-20, 45),
        humidityPercent: source.whole(0, 100),
        shade: source.chance(0.3),
      })),
    }),
  };
  const request = {
    wanted,
    usualMgPerDay: source.orNull(0.5, () => source.whole(0, 600)),
    takenTodayMg: source.orNull(0.3, () => source.whole(0, 300)),
    takenMinBeforeStart: source.orNull(0.3, () => source.whole(0, 600)),
    sleepAtMin: source.orNull(0.3, () => source.whole(0, 2000)),
    avoid: source.chance(0.1),
    isDietFree: source.chance(0.1),
  };
  const adult = { ...athlete, ageYears: wanted ? (athlete.ageYears ?? ADULT_YEARS) : athlete.ageYears };
  return { ...input, activity: next, athlete: adult, caffeine: caffeineInput(request, next, adult) };
}
