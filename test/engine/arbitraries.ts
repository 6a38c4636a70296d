/** Random valid inputs over the full range of the wire contract. */

import fc from 'fast-check';
import {
  type ActivityType,
  type EffortStep,
  type EngineActivity,
  type EngineAthlete,
  type HealthFlags,
  MULTI_SPORT_TYPES,
  type Segment,
  SINGLE_SPORT_TYPES,
  type SingleSportType,
  STEP_MEASURES,
  type Weather,
  type WeatherHour,
} from '#core/engine/types.ts';

const level = fc.integer({ min: 1, max: 9 });
const orNull = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { nil: null });
const between = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true });

export const healthFlags: fc.Arbitrary<HealthFlags> = fc.record({
  pregnant: fc.boolean(),
  hypertension: fc.boolean(),
  kidneyDisease: fc.boolean(),
  heartFailure: fc.boolean(),
  diuretics: fc.boolean(),
  diabetesTreated: fc.boolean(),
  nsaidOnRaceDay: fc.boolean(),
  redsOrEatingDisorder: fc.boolean(),
  lowSodiumBefore: fc.boolean(),
  waterRetainingDrug: fc.boolean(),
  heatIllnessHistory: fc.boolean(),
});

const NO_FLAGS: HealthFlags = {
  pregnant: false,
  hypertension: false,
  kidneyDisease: false,
  heartFailure: false,
  diuretics: false,
  diabetesTreated: false,
  nsaidOnRaceDay: false,
  redsOrEatingDisorder: false,
  lowSodiumBefore: false,
  waterRetainingDrug: false,
  heatIllnessHistory: false,
};

/** Any athlete: every field present or missing, every condition. */
export const anyAthlete: fc.Arbitrary<EngineAthlete> = fc.record({
  sex: orNull(fc.constantFrom('female', 'male')),
  ageYears: orNull(fc.integer({ min: 5, max: 130 })),
  bodyMassKg: orNull(between(25, 200)),
  heightCm: orNull(between(100, 230)),
  fitnessLevel: orNull(level),
  vo2maxMlPerKgMin: orNull(between(20, 95)),
  ftpW: orNull(between(50, 600)),
  sweatLevel: orNull(level),
  saltinessLevel: orNull(level),
  sweatRateMlPerHr: orNull(between(100, 4000)),
  sweatSodiumMgPerL: orNull(between(200, 2500)),
  carbToleranceGPerHr: orNull(between(0, 150)),
  usualCarbGPerHr: orNull(between(0, 150)),
  heatAcclimatized: orNull(fc.boolean()),
  giHistory: orNull(fc.boolean()),
  health: healthFlags,
});

/** A healthy athlete with body, fitness and levels all stated, as in the golden rows. */
export const statedAthlete: fc.Arbitrary<EngineAthlete> = fc.record({
  sex: fc.constantFrom('female', 'male'),
  ageYears: fc.integer({ min: 16, max: 80 }),
  bodyMassKg: between(40, 120),
  heightCm: between(150, 200),
  fitnessLevel: level,
  vo2maxMlPerKgMin: fc.constant(null),
  ftpW: fc.constant(null),
  sweatLevel: level,
  saltinessLevel: level,
  sweatRateMlPerHr: fc.constant(null),
  sweatSodiumMgPerL: fc.constant(null),
  carbToleranceGPerHr: orNull(between(20, 130)),
  usualCarbGPerHr: fc.constant(null),
  heatAcclimatized: fc.boolean(),
  giHistory: fc.constant(null),
  health: fc.constant(NO_FLAGS),
});

const duration = fc.oneof(fc.integer({ min: 10, max: 600 }), fc.integer({ min: 1, max: 2880 }));

export const anyWeather: fc.Arbitrary<Weather> = fc.record({
  temperatureC: between(-40, 60),
  humidityPercent: between(0, 100),
  shade: fc.boolean(),
});

const segments = (durationMin: number): fc.Arbitrary<readonly Segment[]> =>
  fc
    .array(
      fc.record({
        type: fc.constantFrom(...SINGLE_SPORT_TYPES),
        share: fc.integer({ min: 1, max: 20 }),
        intensityLevel: orNull(level),
      }),
      {
        minLength: 2,
        maxLength: 10,
      },
    )
    .map((legs) => {
      const sum = legs.reduce((total, leg) => total + leg.share, 0);
      return legs.map((leg) => ({
        type: leg.type,
        durationMin: Math.max(1, (durationMin * leg.share) / sum),
        intensityLevel: leg.intensityLevel,
      }));
    });

/** Steps of a session with equal minutes and any measure. */
const steps = (durationMin: number): fc.Arbitrary<readonly EffortStep[]> =>
  fc
    .array(fc.record({ measure: fc.constantFrom(...STEP_MEASURES), value: between(0, 500) }), {
      minLength: 1,
      maxLength: 20,
    })
    .map((all) => all.map((step) => ({ ...step, durationMin: durationMin / all.length })));

/** An hourly forecast. */
const hourlyWeather: fc.Arbitrary<readonly WeatherHour[]> = fc
  .array(anyWeather, { minLength: 1, maxLength: 6 })
  .map((hours) => hours.map((weather, index) => ({ ...weather, atMin: 60 * index })));

function activityOf(type: fc.Arbitrary<ActivityType>): fc.Arbitrary<EngineActivity> {
  return fc.tuple(type, duration).chain(([chosen, durationMin]) =>
    fc.record({
      type: fc.constant(chosen),
      durationMin: fc.constant(durationMin),
      intensityLevel: orNull(level),
      thermalStressLevel: orNull(level),
      isRaceEvent: fc.boolean(),
      weather: orNull(
        fc.oneof({ arbitrary: anyWeather, weight: 3 }, { arbitrary: hourlyWeather, weight: 1 }),
      ),
      averagePowerW: orNull(between(0, 2000)),
      distanceKm: orNull(between(0.1, 2000)),
      elevationGainM: orNull(between(0, 30_000)),
      altitudeM: orNull(between(-500, 9000)),
      segments: (MULTI_SPORT_TYPES as readonly string[]).includes(chosen)
        ? orNull(segments(durationMin))
        : fc.constant(null),
      steps: fc.option(steps(durationMin), { nil: null, freq: 4 }),
    }),
  );
}

/** Any activity, including multi-sport. */
export const anyActivity: fc.Arbitrary<EngineActivity> = activityOf(
  fc.constantFrom(...SINGLE_SPORT_TYPES, ...MULTI_SPORT_TYPES),
);

/** A single-sport activity with stated levels and nothing else measured. */
export const statedActivity: fc.Arbitrary<EngineActivity> = fc.record({
  type: fc.constantFrom(...SINGLE_SPORT_TYPES),
  durationMin: fc.integer({ min: 10, max: 900 }),
  intensityLevel: level,
  thermalStressLevel: level,
  isRaceEvent: fc.boolean(),
  weather: fc.constant(null),
  averagePowerW: fc.constant(null),
  distanceKm: fc.constant(null),
  elevationGainM: fc.constant(null),
  altitudeM: fc.constant(null),
  segments: fc.constant(null),
  steps: fc.constant(null),
});

/** Legs in race order of each sport. */
const RACE_LEGS = {
  triathlon: ['open_water_swim', 'bike', 'run'],
  duathlon: ['run', 'bike', 'run'],
  brick: ['bike', 'run'],
} as const satisfies Partial<Record<ActivityType, readonly SingleSportType[]>>;

/** A triathlon, duathlon or brick as people enter it, with or without legs. */
export const multiSportActivity: fc.Arbitrary<EngineActivity> = fc
  .tuple(
    statedActivity,
    fc.constantFrom('triathlon', 'duathlon', 'brick'),
    fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 3, maxLength: 3 }),
    fc.boolean(),
  )
  .map(([stated, type, shares, isLegged]) => {
    const legs = RACE_LEGS[type];
    const sum = legs.reduce((total, _, index) => total + (shares[index] ?? 1), 0);
    const durationOf = (index: number) => (stated.durationMin * (shares[index] ?? 1)) / sum;
    const segments = legs.map((leg, index) => ({
      type: leg,
      durationMin: durationOf(index),
      intensityLevel: null,
    }));
    return { ...stated, type, segments: isLegged ? segments : null };
  });
