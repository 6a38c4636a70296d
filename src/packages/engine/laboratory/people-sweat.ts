/**
 * Weighed sessions that people published themselves, copied by hand, without a name or a source that leads to one. Whoever
 * publishes a sweat test is often surprised by it, so these are no random sample. No constant was chosen from them, and they
 * decide nothing: they are only shown.
 */

import { weigh } from '../src/learning-session.ts';
import { planEvent } from '../src/plan.ts';
import { QUANTILE_80 } from '../src/projection.ts';
import { sweatSigma } from '../src/ranges.ts';
import { type EngineActivity, type EngineAthlete, UNKNOWN_ATHLETE, UNKNOWN_SESSION } from '../src/types.ts';

/** A session as it was published. What nobody stated is missing, as a partner leaves it. */
interface PublishedSession extends Partial<Omit<EngineActivity, 'type' | 'durationMin'>> {
  /** Sessions of one person have one number. */
  readonly person: number;
  /** A: mass, duration, weather and effort stated; B: one of them missing or assumed; C: two or more. */
  readonly given: 'A' | 'B' | 'C';
  readonly type: EngineActivity['type'];
  readonly durationMin: number;
  readonly sex?: EngineAthlete['sex'];
  readonly bodyMassKg?: number;
  readonly lossKg: number;
  readonly drinkL: number;
  readonly foodG?: number;
}

const PEOPLE: readonly PublishedSession[] = [
  {
    person: 1,
    given: 'A',
    type: 'run',
    durationMin: 60,
    distanceKm: 10.73,
    bodyMassKg: 70.08,
    lossKg: 1.588,
    drinkL: 0,
    weather: { temperatureC: 23.889, humidityPercent: 81, shade: true },
  },
  {
    person: 2,
    given: 'A',
    type: 'run',
    durationMin: 70,
    distanceKm: 16.09,
    sex: 'male',
    bodyMassKg: 70.715,
    lossKg: 2.132,
    drinkL: 1.183,
    weather: { temperatureC: 32.222, humidityPercent: 54, shade: false },
  },
  {
    person: 3,
    given: 'A',
    type: 'run',
    durationMin: 177.55,
    distanceKm: 30.9,
    elevationGainM: 427,
    sex: 'male',
    bodyMassKg: 64.6,
    lossKg: 1.9,
    drinkL: 1,
    foodG: 200,
    weather: { temperatureC: 21, humidityPercent: 85, shade: false },
  },
  {
    person: 4,
    given: 'A',
    type: 'run',
    durationMin: 50,
    distanceKm: 7.9,
    sex: 'male',
    bodyMassKg: 78.698,
    lossKg: 2.948,
    drinkL: 0,
    weather: { temperatureC: 31.111, humidityPercent: 40, shade: false },
  },
  {
    person: 5,
    given: 'C',
    type: 'run',
    durationMin: 60,
    lossKg: 1.814,
    drinkL: 0,
    weather: { temperatureC: 26.111, humidityPercent: 85, shade: false },
  },
  {
    person: 6,
    given: 'B',
    type: 'brick',
    durationMin: 214,
    bodyMassKg: 77.02,
    lossKg: 2.177,
    drinkL: 2.602,
    weather: { temperatureC: 30.556, humidityPercent: 50, shade: false },
    segments: [
      { type: 'bike', durationMin: 150, intensityLevel: null, distanceKm: 80.5 },
      { type: 'run', durationMin: 64, intensityLevel: null, distanceKm: 11.3 },
    ],
  },
  {
    person: 7,
    given: 'B',
    type: 'bike',
    durationMin: 120,
    intensityLevel: 5,
    lossKg: 0.65,
    drinkL: 0.7,
    weather: { temperatureC: 20, humidityPercent: 50, shade: false },
  },
  {
    person: 8,
    given: 'C',
    type: 'bike',
    durationMin: 47,
    intensityLevel: 8,
    sex: 'male',
    bodyMassKg: 94.801,
    lossKg: 1.588,
    drinkL: 0,
    thermalStressLevel: 6,
  },
  {
    person: 9,
    given: 'C',
    type: 'bike',
    durationMin: 120,
    intensityLevel: 4,
    sex: 'male',
    bodyMassKg: 102,
    lossKg: 0.45,
    drinkL: 1.301,
  },
  {
    person: 10,
    given: 'C',
    type: 'run',
    durationMin: 60,
    intensityLevel: 7,
    sex: 'male',
    lossKg: 2.061,
    drinkL: 0.207,
    weather: { temperatureC: 31.111, humidityPercent: 55, shade: false },
  },
  { person: 11, given: 'C', type: 'bike', durationMin: 60, sex: 'male', lossKg: 0.8, drinkL: 0 },
  {
    person: 12,
    given: 'C',
    type: 'indoor_bike',
    durationMin: 60,
    averagePowerW: 185,
    sex: 'male',
    bodyMassKg: 61.7,
    lossKg: 2.04,
    drinkL: 0,
    thermalStressLevel: 8,
  },
  {
    person: 13,
    given: 'C',
    type: 'indoor_bike',
    durationMin: 60,
    averagePowerW: 143,
    sex: 'male',
    bodyMassKg: 92.3,
    lossKg: 2.92,
    drinkL: 0,
    thermalStressLevel: 8,
  },
  {
    person: 14,
    given: 'B',
    type: 'run',
    durationMin: 240,
    distanceKm: 55.385,
    sex: 'male',
    lossKg: 6.6,
    drinkL: 0,
    weather: { temperatureC: 30, humidityPercent: 50, shade: false },
  },
  {
    person: 14,
    given: 'B',
    type: 'run',
    durationMin: 75,
    distanceKm: 17.308,
    sex: 'male',
    lossKg: 1.675,
    drinkL: 0,
    weather: { temperatureC: 20, humidityPercent: 50, shade: false },
  },
  {
    person: 14,
    given: 'B',
    type: 'run',
    durationMin: 240,
    distanceKm: 55.385,
    sex: 'male',
    lossKg: 5.44,
    drinkL: 0,
    weather: { temperatureC: 25, humidityPercent: 50, shade: false },
  },
  {
    person: 14,
    given: 'B',
    type: 'run',
    durationMin: 90,
    distanceKm: 20.769,
    sex: 'male',
    lossKg: 1.995,
    drinkL: 0,
    weather: { temperatureC: 20, humidityPercent: 50, shade: false },
  },
  {
    person: 14,
    given: 'B',
    type: 'run',
    durationMin: 135,
    distanceKm: 31.154,
    sex: 'male',
    lossKg: 3.307,
    drinkL: 0,
    weather: { temperatureC: 22.5, humidityPercent: 50, shade: false },
  },
  {
    person: 14,
    given: 'B',
    type: 'run',
    durationMin: 210,
    distanceKm: 48.462,
    sex: 'male',
    lossKg: 5.285,
    drinkL: 0,
    weather: { temperatureC: 25, humidityPercent: 50, shade: false },
  },
];

/** A published session next to the engine's range of its sweat rate, L/h. */
interface JudgedPerson extends Pick<PublishedSession, 'person' | 'given' | 'type' | 'durationMin'> {
  readonly measuredLPerHr: number;
  readonly lowLPerHr: number;
  readonly medianLPerHr: number;
  readonly highLPerHr: number;
  readonly isInside: boolean;
}

/** Compares each published session with the range that the engine gives it, without anything learned. */
export function judgePeople(): readonly JudgedPerson[] {
  return PEOPLE.map(({ person, given, sex, bodyMassKg, lossKg, drinkL, foodG, ...session }) => {
    const activity = { ...UNKNOWN_SESSION, ...session };
    const athlete = { ...UNKNOWN_ATHLETE, sex: sex ?? null, bodyMassKg: bodyMassKg ?? null };
    const plan = planEvent({ activity, athlete, learned: null });
    const beforeKg = plan.body.massKg;
    const weighing = {
      beforeKg,
      afterKg: beforeKg - lossKg,
      fluidMl: 1000 * drinkL,
      foodG: foodG ?? 0,
      urineMl: 0,
    };
    const measuredLPerHr = weigh(plan, { source: 'scale', ...weighing }, null).sweatRateMlPerHr / 1000;
    const spread = Math.exp(QUANTILE_80 * sweatSigma(plan));
    const medianLPerHr = plan.balance.sweatLPerHr;
    const [lowLPerHr, highLPerHr] = [medianLPerHr / spread, medianLPerHr * spread];
    const isInside = measuredLPerHr >= lowLPerHr && measuredLPerHr <= highLPerHr;
    const { type, durationMin } = session;
    return {
      person,
      given,
      type,
      durationMin,
      measuredLPerHr,
      lowLPerHr,
      medianLPerHr,
      highLPerHr,
      isInside,
    };
  });
}
