/** Random valid inputs over the full range of the wire contract. */

import fc from 'fast-check';
import {
  type EngineMembers,
  type Field,
  type Fields,
  PROFILE_FIELDS,
  SESSION_FIELDS,
} from '#core/engine/input-fields.ts';
import {
  type ActivityType,
  type EffortStep,
  type EngineActivity,
  type EngineAthlete,
  MULTI_SPORT_TYPES,
  RACE_FORMATS,
  type Segment,
  SINGLE_SPORT_TYPES,
  type SingleSportType,
  STEP_MEASURES,
  UNKNOWN_ATHLETE,
  UNKNOWN_SESSION,
  type Weather,
  type WeatherHour,
} from '#core/engine/types.ts';

const level = fc.integer({ min: 1, max: 9 });
const orNull = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { nil: null });
const between = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true });

/** Any values of declared fields, known or not. */
function membersOf<Declared extends Fields>(fields: Declared) {
  const members = Object.entries(fields).map(([name, field]) => [name, memberOf(field)]);
  return fc.record(Object.fromEntries(members)) as fc.Arbitrary<EngineMembers<Declared>>;
}

function memberOf(field: Field): fc.Arbitrary<unknown> {
  switch (field.kind) {
    case 'number':
      return orNull(between(field.min, field.max));
    case 'level':
      return orNull(level);
    case 'flag':
      return fc.constantFrom(true, false, field.unknown);
    case 'choice':
      return orNull(fc.constantFrom(...field.options.filter((option) => option !== 'unspecified')));
    case 'conditions':
      return fc.record(Object.fromEntries(field.names.map((name) => [name, fc.boolean()])));
  }
}

/** Any athlete: every field present or missing, every condition. */
export const anyAthlete: fc.Arbitrary<EngineAthlete> = fc
  .tuple(membersOf(PROFILE_FIELDS), orNull(fc.integer({ min: 5, max: 130 })), orNull(between(25, 200)))
  .map(([members, ageYears, formerMassKg]) => ({ ...members, ageYears, formerMassKg }));

/** The values of an object, none of which varies. */
function constantsOf<Members extends object>(members: Members) {
  const constants = Object.entries(members).map(([name, value]) => [name, fc.constant(value)]);
  return Object.fromEntries(constants) as { [Name in keyof Members]: fc.Arbitrary<Members[Name]> };
}

/** A healthy athlete with body, fitness and levels all stated, as in the golden rows. */
export const statedAthlete: fc.Arbitrary<EngineAthlete> = fc.record({
  ...constantsOf(UNKNOWN_ATHLETE),
  sex: fc.constantFrom('female', 'male'),
  ageYears: fc.integer({ min: 16, max: 80 }),
  bodyMassKg: between(40, 120),
  heightCm: between(150, 200),
  fitnessLevel: level,
  sweatLevel: level,
  saltinessLevel: level,
  carbToleranceGPerHr: orNull(between(20, 130)),
  heatAcclimatized: fc.boolean(),
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
        distanceKm: orNull(between(0.1, 2000)),
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
        distanceKm: leg.distanceKm,
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
    fc
      .tuple(
        membersOf(SESSION_FIELDS),
        fc.record({
          weather: orNull(
            fc.oneof({ arbitrary: anyWeather, weight: 3 }, { arbitrary: hourlyWeather, weight: 1 }),
          ),
          packKg: orNull(between(0, 60)),
          raceFormat: chosen === 'triathlon' ? orNull(fc.constantFrom(...RACE_FORMATS)) : fc.constant(null),
          segments: (MULTI_SPORT_TYPES as readonly string[]).includes(chosen)
            ? orNull(segments(durationMin))
            : fc.constant(null),
          steps: fc.option(steps(durationMin), { nil: null, freq: 4 }),
        }),
      )
      .map(([members, more]) => ({ ...members, ...more, type: chosen, durationMin })),
  );
}

/** Any activity, including multi-sport. */
export const anyActivity: fc.Arbitrary<EngineActivity> = activityOf(
  fc.constantFrom(...SINGLE_SPORT_TYPES, ...MULTI_SPORT_TYPES),
);

/** A single-sport activity with stated levels and nothing else measured. */
export const statedActivity: fc.Arbitrary<EngineActivity> = fc.record({
  ...constantsOf(UNKNOWN_SESSION),
  type: fc.constantFrom(...SINGLE_SPORT_TYPES),
  durationMin: fc.integer({ min: 10, max: 900 }),
  intensityLevel: level,
  thermalStressLevel: level,
  isRaceEvent: fc.boolean(),
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
      distanceKm: null,
    }));
    return { ...stated, type, segments: isLegged ? segments : null };
  });
