import type { AidStation, Course, StationOffer, Vessel } from '@musette/basics/courses';
import { RandomSource } from '@musette/basics/random-source';
import { type CaffeineRequest, maxSafeCaffeineMg, UNKNOWN_CAFFEINE } from '@musette/engine/caffeine';
import { activity, athlete, drawPerson, drawSession } from '@musette/engine/laboratory';
import type { ActivityType, EngineActivity, EngineAthlete } from '@musette/engine/types';
import type { Product } from '#nutrition/catalogue/catalogue-copy.ts';
import { stopsOf } from '#nutrition/fuel-plans/course/stops.ts';
import { terrainOf } from '#nutrition/fuel-plans/course/terrain.ts';
import { type AthleteLimits, caffeineLimits, dosesToServe } from '#nutrition/fuel-plans/limits-of-athlete.ts';
import type { PlanQuestion } from '#nutrition/fuel-plans/plan/request.ts';
import type { Portion } from '#nutrition/fuel-plans/portions.ts';
import { FUEL_FORMATS, type FuelPreferences } from '#platform/storage/athlete-schema.ts';
import type { WorkoutSteps } from '#platform/storage/workout-columns.ts';
import { PRODUCTS, planInput } from './plan-sessions.ts';

/** A session whose plan is judged, as a partner would describe it. */
export interface FuelEvent {
  readonly name: string;
  readonly title: string;
  readonly language: string;
  readonly activity: EngineActivity;
  readonly athlete: EngineAthlete;
  readonly steps: WorkoutSteps | null;
  readonly course: Course | null;
  readonly vessels: readonly Vessel[] | null;
  readonly runVessels: readonly Vessel[] | null;
  readonly refills: 'assumed' | 'none' | null;
  readonly stationsComplete?: boolean;
  readonly checkpoints?: readonly { readonly km: number; readonly name: string | null }[];
  readonly preferences: FuelPreferences | null;
  readonly diet: Partial<AthleteLimits>;
  readonly caffeine: CaffeineRequest;
  /** Attached products; null for a suggestion. */
  readonly attached: readonly Portion[] | null;
}

const PLAIN = {
  title: 'Session',
  language: 'en',
  steps: null,
  course: null,
  vessels: null,
  runVessels: null,
  refills: null,
  preferences: null,
  diet: {},
  caffeine: UNKNOWN_CAFFEINE,
  attached: null,
} as const;

type Given = Partial<Omit<FuelEvent, 'activity' | 'athlete'>> & {
  readonly name: string;
  readonly activity: Partial<EngineActivity>;
  readonly athlete: Partial<EngineAthlete>;
};

const event = (given: Given): FuelEvent => ({
  ...PLAIN,
  ...given,
  activity: activity(given.activity),
  athlete: athlete(given.athlete),
});

/** Returns an event without a course, bottles or wishes. */
export function plainEvent(session: EngineActivity, person: EngineAthlete): FuelEvent {
  return { ...PLAIN, name: session.type, activity: session, athlete: person };
}

const stations = (
  kms: readonly number[],
  name: string,
  offers: readonly StationOffer[],
): readonly AidStation[] => kms.map((km, index) => ({ km, name: `${name}${index + 1}`, offers }));

const every = (km: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => km * (index + 1));

export function attachedPortion(brand: string, name: string, servings: number): Portion {
  const product = PRODUCTS.find((each) => each.brand === brand && each.name.startsWith(name));
  if (product === undefined) throw new Error(`the catalogue lacks ${brand} ${name}`);
  return { product, servings };
}

/** Returns the limits of the athlete of an event. */
export function limitsOfEvent(one: FuelEvent): AthleteLimits {
  const caffeineMaxMg = maxSafeCaffeineMg({
    activity: one.activity,
    athlete: one.athlete,
    request: one.caffeine,
  });
  return {
    isVegan: false,
    isGlutenFree: false,
    isCaffeineFree: false,
    ageYears: one.athlete.ageYears,
    caffeineMaxMg,
    carbToleranceGPerHr: one.athlete.carbToleranceGPerHr,
    ...one.diet,
  };
}

/** Returns what the planner is asked for an event. */
export function questionOf(one: FuelEvent, products: readonly Product[] = PRODUCTS): PlanQuestion {
  const { targets, legs } = planInput(one.activity, one.athlete);
  const terrain = terrainOf({ course: one.course, steps: one.steps }, legs, one.athlete);
  const { durationMin } = one.activity;
  const limits = limitsOfEvent(one);
  const doses = dosesToServe({ activity: one.activity, athlete: one.athlete, request: one.caffeine });
  return {
    legs,
    targets,
    limits,
    terrain,
    stops: stopsOf({ durationMin, distanceKm: null, course: one.course }, terrain, legs),
    durationMin,
    vessels: one.vessels,
    runVessels: one.runVessels,
    refills: one.refills,
    isRace: one.activity.isRaceEvent === true,
    stationsComplete: one.stationsComplete ?? true,
    checkpoints: one.checkpoints ?? [],
    preferences: one.preferences,
    products,
    doses,
    caffeineMaxMg: caffeineLimits(limits).sessionMg,
    attached: one.attached,
  };
}

// Drawn events

const SALTY: readonly StationOffer[] = ['water', 'broth', 'pretzels', 'salted_potato', 'cheese_roll', 'cola'];
const OFFERS: readonly (readonly StationOffer[])[] = [
  ['water'],
  ['water', 'sports_drink'],
  ['water', 'sports_drink', 'gel', 'banana'],
  ['water', 'cola', 'fruit', 'bar'],
  SALTY,
  ['water', 'drop_bag'],
];
const VESSELS: readonly (readonly Vessel[] | null)[] = [
  null,
  [{ kind: 'flask', volumeMl: 250, count: 2 }],
  [{ kind: 'flask', volumeMl: 500, count: 2 }],
  [{ kind: 'bottle', volumeMl: 750, count: 2 }],
  [{ kind: 'bottle', volumeMl: 500, count: 1 }],
  [{ kind: 'bladder', volumeMl: 1500, count: 1 }],
];
const KM_PER_HR: Partial<Record<ActivityType, number>> = {
  bike: 27,
  run: 11,
  trail_run: 7,
  hike: 3.5,
  ski: 15,
};
const OTHER_KM_PER_HR = 9;

/**
 * Draws events: people and sessions of the laboratory, with courses, bottles, stations (a third of them salty),
 * preferences, diets, caffeine and, for a fifth, attached products.
 */
export function seededEvents(seed: number, count: number): readonly FuelEvent[] {
  const random = new RandomSource(seed);
  const among = <Item>(list: readonly [Item, ...Item[]] | readonly Item[], fallback: Item): Item =>
    list[Math.floor(random.uniform() * list.length)] ?? fallback;
  const chance = (share: number) => random.uniform() < share;
  return Array.from({ length: count }, (_, index): FuelEvent => {
    const { stated: person } = drawPerson(random);
    const { stated: session } = drawSession(random);
    const hours = session.durationMin / 60;
    const distanceKm = Math.max(1, Math.round(hours * (KM_PER_HR[session.type] ?? OTHER_KM_PER_HR)));
    const everyMin = among([20, 30, 45, 60, 90, 180], 60);
    const count = Math.min(24, Math.floor(session.durationMin / everyMin));
    const kms = every(distanceKm / (count + 1), count);
    const offers = among(OFFERS, OFFERS[0] ?? []);
    const mixed = chance(0.3);
    const climbM = chance(0.4) ? Math.round(12 * distanceKm) : 0;
    const points = [0, 0.2, 0.35, 0.6, 0.7, 1].map((share, turn) => ({
      km: share * distanceKm,
      elevationM: 400 + (turn % 2 === 1 ? climbM / 3 : 0),
      lat: null,
      lon: null,
    }));
    const course: Course | null = chance(0.55)
      ? {
          distanceKm,
          elevationGainM: climbM,
          points: climbM > 0 ? points : null,
          aidStations: kms.map((km, turn) => ({
            km,
            name: `Station ${turn + 1}`,
            offers: mixed ? among(OFFERS, offers) : offers,
          })),
        }
      : null;
    const [isVegan, isGlutenFree, isCaffeineFree] = [chance(0.06), chance(0.06), chance(0.05)];
    const owned = PRODUCTS.filter(() => chance(0.05)).map(({ id }) => id);
    const formats = FUEL_FORMATS.filter(() => chance(0.6));
    const preferences: FuelPreferences | null = chance(0.3)
      ? {
          avoids: [],
          formats: chance(0.5) && formats.length > 0 ? formats : null,
          owns: chance(0.3) ? owned : chance(0.15) ? [] : null,
        }
      : null;
    const attached = chance(0.2)
      ? Array.from({ length: 1 + Math.floor(random.uniform() * 4) }, () => ({
          product: among(PRODUCTS, PRODUCTS[0] as Portion['product']),
          servings: Math.ceil(random.uniform() * Math.max(2, 1.5 * hours)),
        })).filter(({ product }, at, all) => all.findIndex((other) => other.product === product) === at)
      : null;
    return {
      ...PLAIN,
      name: `drawn ${index}`,
      activity: session,
      athlete: person,
      course,
      vessels: among(VESSELS, null),
      runVessels: chance(0.2) ? [{ kind: 'flask', volumeMl: 500, count: 1 }] : null,
      refills: chance(0.15) ? 'none' : null,
      preferences,
      diet: { isVegan, isGlutenFree, isCaffeineFree },
      caffeine: {
        ...UNKNOWN_CAFFEINE,
        wanted: chance(0.4),
        usualMgPerDay: among([null, 0, 200], null),
        isDietFree: isCaffeineFree,
      },
      attached,
    };
  });
}

const GRID_TYPES: readonly ActivityType[] = [
  'run',
  'trail_run',
  'bike',
  'hike',
  'ski',
  'triathlon',
  'indoor_bike',
];
const GRID_MIN = [30, 60, 90, 120, 180, 240, 300, 390, 480, 600, 720, 960, 1440, 1920, 2400];

/** Lays a grid over types, durations, people and stations: no event is more likely than another. */
export function gridEvents(): readonly FuelEvent[] {
  const people = [
    athlete({ sex: 'female', fitnessLevel: 3, sweatLevel: 3, carbToleranceGPerHr: 40 }),
    athlete({ fitnessLevel: 5, carbToleranceGPerHr: 60 }),
    athlete({
      fitnessLevel: 8,
      sweatLevel: 8,
      saltinessLevel: 8,
      carbToleranceGPerHr: 100,
      usualCarbGPerHr: 90,
    }),
    athlete({ sex: null, bodyMassKg: null, heightCm: null, sweatLevel: null, saltinessLevel: null }),
  ];
  const offered: readonly (readonly StationOffer[] | null)[] = [
    null,
    ['water'],
    ['water', 'sports_drink', 'banana'],
    SALTY,
    ['water', 'drop_bag'],
  ];
  return GRID_TYPES.flatMap((type) =>
    GRID_MIN.filter((durationMin) => type !== 'indoor_bike' || durationMin <= 240).flatMap((durationMin) =>
      people.flatMap((person) =>
        offered.map((offers): FuelEvent => {
          const distanceKm = Math.round((durationMin / 60) * (KM_PER_HR[type] ?? OTHER_KM_PER_HR)) + 1;
          const count = Math.min(30, Math.floor(durationMin / (durationMin > 600 ? 90 : 40)));
          const course =
            offers === null
              ? null
              : {
                  distanceKm,
                  elevationGainM: null,
                  points: null,
                  aidStations: stations(every(distanceKm / (count + 1), count), 'Station ', offers),
                };
          return {
            ...PLAIN,
            name: `${type} ${durationMin}`,
            activity: activity({ type, durationMin, isRaceEvent: offers !== null }),
            athlete: person,
            course,
          };
        }),
      ),
    ),
  );
}

// Written events

/** 25 events, from five kilometres to a day, each with a difficulty of its own. */
export const WRITTEN_EVENTS: readonly FuelEvent[] = [
  event({
    name: '01-5km',
    language: 'en',
    title: 'Parkrun PB',
    activity: {
      type: 'run',
      durationMin: 23,
      intensityLevel: 9,
      thermalStressLevel: 4,
      isRaceEvent: true,
      distanceKm: 5,
    },
    athlete: {
      ageYears: 37,
      sex: 'female',
      bodyMassKg: 58,
      heightCm: 168,
      fitnessLevel: 6,
      sweatLevel: 5,
      carbToleranceGPerHr: 60,
      saltinessLevel: null,
    },
  }),
  event({
    name: '02-10km',
    language: 'de',
    title: 'Stadtlauf 10 km',
    activity: {
      type: 'run',
      durationMin: 46,
      intensityLevel: 8,
      thermalStressLevel: 5,
      isRaceEvent: true,
      distanceKm: 10,
    },
    athlete: {
      ageYears: 42,
      sex: 'male',
      bodyMassKg: 74,
      heightCm: 181,
      fitnessLevel: 6,
      sweatLevel: 6,
      carbToleranceGPerHr: 80,
      usualCarbGPerHr: 70,
      saltinessLevel: null,
    },
    course: {
      distanceKm: 10,
      elevationGainM: null,
      points: null,
      aidStations: stations([5], 'Verpflegung ', ['water']),
    },
  }),
  event({
    name: '03-half-cups',
    language: 'it',
    title: 'Mezza di Verona',
    activity: {
      type: 'run',
      durationMin: 105,
      intensityLevel: 7,
      thermalStressLevel: 4,
      isRaceEvent: true,
      distanceKm: 21.1,
    },
    athlete: {
      ageYears: 37,
      sex: 'female',
      bodyMassKg: 58,
      heightCm: 168,
      fitnessLevel: 6,
      sweatLevel: 5,
      carbToleranceGPerHr: 60,
      saltinessLevel: null,
    },
    course: {
      distanceKm: 21.1,
      elevationGainM: null,
      points: null,
      aidStations: stations([5, 10, 15], 'Ristoro ', ['water', 'sports_drink']),
    },
  }),
  event({
    name: '04-marathon-240',
    language: 'ja',
    title: '東京マラソン',
    activity: {
      type: 'run',
      durationMin: 160,
      intensityLevel: 8,
      thermalStressLevel: null,
      isRaceEvent: true,
      distanceKm: 42.195,
      weather: { temperatureC: 11, humidityPercent: 50, shade: false },
    },
    athlete: {
      ageYears: 32,
      sex: 'male',
      bodyMassKg: 62,
      heightCm: 176,
      fitnessLevel: 9,
      sweatLevel: 6,
      carbToleranceGPerHr: 100,
      usualCarbGPerHr: 90,
      saltinessLevel: null,
    },
    course: {
      distanceKm: 42.195,
      elevationGainM: null,
      points: null,
      aidStations: stations([5, 10, 15, 20, 25, 30, 35, 40], '給水 ', ['water', 'drop_bag']),
    },
    vessels: [{ kind: 'flask', volumeMl: 300, count: 1 }],
    caffeine: { ...UNKNOWN_CAFFEINE, wanted: true, usualMgPerDay: 200 },
  }),
  event({
    name: '05-marathon-345',
    language: 'en',
    title: 'London Marathon',
    activity: {
      type: 'run',
      durationMin: 225,
      intensityLevel: 6,
      thermalStressLevel: null,
      isRaceEvent: true,
      distanceKm: 42.195,
      weather: { temperatureC: 14, humidityPercent: 60, shade: false },
    },
    athlete: {
      ageYears: 37,
      sex: 'female',
      bodyMassKg: 58,
      heightCm: 168,
      fitnessLevel: 6,
      sweatLevel: 5,
      carbToleranceGPerHr: 60,
      saltinessLevel: null,
    },
    course: {
      distanceKm: 42.195,
      elevationGainM: null,
      points: null,
      aidStations: stations([5, 10, 15, 20, 25, 30, 35, 40], 'Drinks station ', ['water', 'sports_drink']),
    },
    vessels: [{ kind: 'flask', volumeMl: 250, count: 2 }],
    caffeine: { ...UNKNOWN_CAFFEINE, wanted: true, usualMgPerDay: 150 },
  }),
  event({
    name: '06-marathon-530',
    language: 'de',
    title: 'Berlin-Marathon',
    activity: {
      type: 'run',
      durationMin: 330,
      intensityLevel: 4,
      thermalStressLevel: null,
      isRaceEvent: true,
      distanceKm: 42.195,
      weather: { temperatureC: 20, humidityPercent: 60, shade: false },
    },
    athlete: {
      ageYears: 49,
      sex: 'male',
      bodyMassKg: 88,
      heightCm: 178,
      fitnessLevel: 3,
      sweatLevel: 7,
      carbToleranceGPerHr: 40,
      saltinessLevel: null,
    },
    course: {
      distanceKm: 42.195,
      elevationGainM: null,
      points: null,
      aidStations: stations([5, 10, 15, 20, 25, 30, 35, 40], 'Verpflegung ', [
        'water',
        'sports_drink',
        'banana',
      ]),
    },
    vessels: [{ kind: 'flask', volumeMl: 500, count: 1 }],
  }),
  event({
    name: '07-trail-50k',
    language: 'fr',
    title: 'Trail des Aiguilles',
    activity: {
      type: 'trail_run',
      durationMin: 390,
      intensityLevel: 5,
      thermalStressLevel: 5,
      isRaceEvent: true,
      distanceKm: 50,
      elevationGainM: 2400,
    },
    athlete: {
      ageYears: 37,
      sex: 'female',
      bodyMassKg: 58,
      heightCm: 168,
      fitnessLevel: 6,
      sweatLevel: 5,
      carbToleranceGPerHr: 60,
      saltinessLevel: null,
    },
    course: {
      distanceKm: 50,
      elevationGainM: 2400,
      points: [
        { km: 0, elevationM: 400, lat: 46.5, lon: 8.5 },
        { km: 10, elevationM: 1200, lat: 46.56, lon: 8.66 },
        { km: 17.5, elevationM: 400, lat: 46.605, lon: 8.78 },
        { km: 30, elevationM: 1200, lat: 46.68, lon: 8.98 },
        { km: 35, elevationM: 400, lat: 46.71, lon: 9.06 },
        { km: 50, elevationM: 1200, lat: 46.8, lon: 9.3 },
      ],
      aidStations: stations([14, 27, 39], 'Ravito ', ['water', 'fruit', 'cola', 'broth', 'bar']),
    },
    vessels: [{ kind: 'flask', volumeMl: 500, count: 2 }],
    diet: { isGlutenFree: true },
  }),
  event({
    name: '08-100miles',
    language: 'en',
    title: 'Western Hundred',
    activity: {
      type: 'trail_run',
      durationMin: 1560,
      intensityLevel: 4,
      thermalStressLevel: null,
      isRaceEvent: true,
      distanceKm: 161,
      elevationGainM: 5500,
      weather: [
        { atMin: 0, temperatureC: 12, humidityPercent: 50, shade: false },
        { atMin: 240, temperatureC: 30, humidityPercent: 30, shade: false },
        { atMin: 840, temperatureC: 16, humidityPercent: 50, shade: true },
        { atMin: 1260, temperatureC: 24, humidityPercent: 40, shade: false },
      ],
    },
    athlete: {
      ageYears: 42,
      sex: 'male',
      bodyMassKg: 74,
      heightCm: 181,
      fitnessLevel: 6,
      sweatLevel: 6,
      carbToleranceGPerHr: 70,
      usualCarbGPerHr: 70,
      saltinessLevel: null,
    },
    course: {
      distanceKm: 161,
      elevationGainM: 5500,
      points: [
        { km: 0, elevationM: 400, lat: 46.5, lon: 8.5 },
        { km: 32.2, elevationM: 2233.333333333333, lat: 46.56, lon: 8.66 },
        { km: 56.35, elevationM: 400, lat: 46.605, lon: 8.78 },
        { km: 96.6, elevationM: 2233.333333333333, lat: 46.68, lon: 8.98 },
        { km: 112.7, elevationM: 400, lat: 46.71, lon: 9.06 },
        { km: 161, elevationM: 2233.333333333333, lat: 46.8, lon: 9.3 },
      ],
      aidStations: [
        { km: 13, name: 'Lyon', offers: ['water', 'broth', 'fruit', 'cola', 'pretzels'] },
        { km: 25, name: 'Red Star', offers: ['water', 'broth', 'fruit', 'cola', 'pretzels'] },
        { km: 39, name: 'Duncan', offers: ['water', 'broth', 'fruit', 'cola', 'pretzels'] },
        {
          km: 50,
          name: 'Robinson',
          offers: ['water', 'broth', 'fruit', 'cola', 'pretzels', 'salted_potato', 'drop_bag'],
        },
        { km: 62, name: 'Dusty', offers: ['water', 'broth', 'fruit', 'cola', 'pretzels'] },
        { km: 77, name: 'Last Chance', offers: ['water', 'broth', 'fruit', 'cola', 'pretzels'] },
        { km: 90, name: 'Michigan', offers: ['water', 'broth', 'fruit', 'cola', 'pretzels'] },
        {
          km: 100,
          name: 'Foresthill',
          offers: ['water', 'broth', 'fruit', 'cola', 'pretzels', 'salted_potato', 'drop_bag'],
        },
        { km: 112, name: 'Cal 2', offers: ['water', 'broth', 'fruit', 'cola', 'pretzels'] },
        {
          km: 126,
          name: 'Rucky',
          offers: ['water', 'broth', 'fruit', 'cola', 'pretzels', 'salted_potato', 'drop_bag'],
        },
        { km: 138, name: 'Auburn Lake', offers: ['water', 'broth', 'fruit', 'cola', 'pretzels'] },
        { km: 150, name: 'Pointed Rocks', offers: ['water', 'broth', 'fruit', 'cola', 'pretzels'] },
      ],
    },
    vessels: [{ kind: 'flask', volumeMl: 500, count: 2 }],
    caffeine: { ...UNKNOWN_CAFFEINE, wanted: true, usualMgPerDay: 250 },
  }),
  event({
    name: '09-24h-loop',
    language: 'de',
    title: '24-h-Lauf',
    activity: {
      type: 'run',
      durationMin: 1440,
      intensityLevel: 3,
      thermalStressLevel: null,
      isRaceEvent: true,
      distanceKm: 180,
      weather: { temperatureC: 18, humidityPercent: 60, shade: false },
    },
    athlete: {
      ageYears: 42,
      sex: 'male',
      bodyMassKg: 74,
      heightCm: 181,
      fitnessLevel: 6,
      sweatLevel: 6,
      carbToleranceGPerHr: 60,
      usualCarbGPerHr: 70,
      saltinessLevel: null,
    },
    course: {
      distanceKm: 180,
      elevationGainM: null,
      points: null,
      aidStations: stations(every(3, 59), 'Runde ', [
        'water',
        'broth',
        'fruit',
        'cola',
        'salted_potato',
        'pretzels',
        'jam_sandwich',
      ]),
    },
    vessels: [{ kind: 'flask', volumeMl: 250, count: 1 }],
  }),
  event({
    name: '10-180km-alone',
    language: 'es',
    title: 'Solo 180',
    activity: {
      type: 'bike',
      durationMin: 390,
      intensityLevel: 5,
      thermalStressLevel: null,
      isRaceEvent: false,
      distanceKm: 180,
      elevationGainM: 1800,
      weather: { temperatureC: 19, humidityPercent: 55, shade: false },
    },
    athlete: {
      ageYears: 42,
      sex: 'male',
      bodyMassKg: 74,
      heightCm: 181,
      fitnessLevel: 6,
      sweatLevel: 6,
      carbToleranceGPerHr: 80,
      usualCarbGPerHr: 70,
      saltinessLevel: null,
    },
    course: {
      distanceKm: 180,
      elevationGainM: 1800,
      points: [
        { km: 0, elevationM: 400, lat: 46.5, lon: 8.5 },
        { km: 36, elevationM: 1000, lat: 46.56, lon: 8.66 },
        { km: 63, elevationM: 400, lat: 46.605, lon: 8.78 },
        { km: 108, elevationM: 1000, lat: 46.68, lon: 8.98 },
        { km: 126, elevationM: 400, lat: 46.71, lon: 9.06 },
        { km: 180, elevationM: 1000, lat: 46.8, lon: 9.3 },
      ],
      aidStations: [{ km: 92, name: 'Gasolinera', offers: ['water', 'cola', 'bar'] }],
    },
    vessels: [{ kind: 'bottle', volumeMl: 750, count: 2 }],
  }),
  event({
    name: '11-fondo-heat',
    language: 'it',
    title: 'Granfondo Etna',
    activity: {
      type: 'bike',
      durationMin: 300,
      intensityLevel: 6,
      thermalStressLevel: null,
      isRaceEvent: true,
      distanceKm: 130,
      elevationGainM: 2600,
      weather: { temperatureC: 34, humidityPercent: 50, shade: false },
    },
    athlete: {
      ageYears: 42,
      sex: 'male',
      bodyMassKg: 74,
      heightCm: 181,
      fitnessLevel: 6,
      sweatLevel: 8,
      carbToleranceGPerHr: 90,
      usualCarbGPerHr: 80,
      saltinessLevel: null,
    },
    course: {
      distanceKm: 130,
      elevationGainM: 2600,
      points: [
        { km: 0, elevationM: 400, lat: 46.5, lon: 8.5 },
        { km: 26, elevationM: 1266.6666666666665, lat: 46.56, lon: 8.66 },
        { km: 45.5, elevationM: 400, lat: 46.605, lon: 8.78 },
        { km: 78, elevationM: 1266.6666666666665, lat: 46.68, lon: 8.98 },
        { km: 91, elevationM: 400, lat: 46.71, lon: 9.06 },
        { km: 130, elevationM: 1266.6666666666665, lat: 46.8, lon: 9.3 },
      ],
      aidStations: stations([35, 70, 105], 'Ristoro ', ['water', 'sports_drink', 'fruit', 'cola']),
    },
    vessels: [{ kind: 'bottle', volumeMl: 750, count: 2 }],
    caffeine: { ...UNKNOWN_CAFFEINE, wanted: true, usualMgPerDay: 200 },
  }),
  event({
    name: '12-70.3',
    language: 'en',
    title: '70.3 Nice',
    activity: {
      type: 'triathlon',
      durationMin: 320,
      intensityLevel: 6,
      thermalStressLevel: null,
      isRaceEvent: true,
      distanceKm: 113,
      weather: { temperatureC: 24, humidityPercent: 60, shade: false },
      segments: [
        { type: 'open_water_swim', durationMin: 38, intensityLevel: null, distanceKm: null },
        { type: 'bike', durationMin: 172, intensityLevel: null, distanceKm: null },
        { type: 'run', durationMin: 110, intensityLevel: null, distanceKm: null },
      ],
    },
    athlete: {
      ageYears: 42,
      sex: 'male',
      bodyMassKg: 74,
      heightCm: 181,
      fitnessLevel: 6,
      sweatLevel: 6,
      carbToleranceGPerHr: 90,
      usualCarbGPerHr: 70,
      saltinessLevel: null,
    },
    course: {
      distanceKm: 113,
      elevationGainM: null,
      points: null,
      aidStations: [
        { km: 42, name: 'Bike 1', offers: ['water', 'sports_drink', 'gel'] },
        { km: 72, name: 'Bike 2', offers: ['water', 'sports_drink', 'gel'] },
        { km: 94, name: 'Run 1', offers: ['water', 'sports_drink', 'cola', 'gel', 'fruit'] },
        { km: 97, name: 'Run 2', offers: ['water', 'sports_drink', 'cola', 'gel', 'fruit'] },
        { km: 100, name: 'Run 3', offers: ['water', 'sports_drink', 'cola', 'gel', 'fruit'] },
        { km: 103, name: 'Run 4', offers: ['water', 'sports_drink', 'cola', 'gel', 'fruit'] },
        { km: 106, name: 'Run 5', offers: ['water', 'sports_drink', 'cola', 'gel', 'fruit'] },
        { km: 109, name: 'Run 6', offers: ['water', 'sports_drink', 'cola', 'gel', 'fruit'] },
        { km: 112, name: 'Run 7', offers: ['water', 'sports_drink', 'cola', 'gel', 'fruit'] },
      ],
    },
    vessels: [{ kind: 'bottle', volumeMl: 750, count: 2 }],
    caffeine: { ...UNKNOWN_CAFFEINE, wanted: true, usualMgPerDay: 200 },
  }),
  event({
    name: '13-ironman',
    language: 'fr',
    title: 'Ironman Vichy',
    activity: {
      type: 'triathlon',
      durationMin: 680,
      intensityLevel: 5,
      thermalStressLevel: null,
      isRaceEvent: true,
      distanceKm: 226,
      weather: { temperatureC: 26, humidityPercent: 55, shade: false },
    },
    athlete: {
      ageYears: 42,
      sex: 'male',
      bodyMassKg: 74,
      heightCm: 181,
      fitnessLevel: 6,
      sweatLevel: 6,
      carbToleranceGPerHr: 90,
      usualCarbGPerHr: 80,
      saltinessLevel: null,
    },
    course: {
      distanceKm: 226,
      elevationGainM: null,
      points: null,
      aidStations: [
        { km: 35, name: 'Vélo 1', offers: ['water', 'sports_drink', 'gel', 'bar', 'fruit'] },
        { km: 65, name: 'Vélo 2', offers: ['water', 'sports_drink', 'gel', 'bar', 'fruit'] },
        { km: 94, name: 'Special needs vélo', offers: ['drop_bag', 'water'] },
        { km: 125, name: 'Vélo 1', offers: ['water', 'sports_drink', 'gel', 'bar', 'fruit'] },
        { km: 155, name: 'Vélo 2', offers: ['water', 'sports_drink', 'gel', 'bar', 'fruit'] },
        { km: 187, name: 'CAP 1', offers: ['water', 'sports_drink', 'cola', 'gel', 'fruit'] },
        { km: 190, name: 'CAP 2', offers: ['water', 'sports_drink', 'cola', 'gel', 'fruit'] },
        { km: 193, name: 'CAP 3', offers: ['water', 'sports_drink', 'cola', 'gel', 'fruit'] },
        { km: 197, name: 'CAP 4', offers: ['water', 'sports_drink', 'cola', 'gel', 'fruit'] },
        { km: 204, name: 'Special needs CAP', offers: ['drop_bag', 'water'] },
        { km: 210, name: 'CAP 1', offers: ['water', 'sports_drink', 'cola', 'gel', 'fruit'] },
        { km: 217, name: 'CAP 2', offers: ['water', 'sports_drink', 'cola', 'gel', 'fruit'] },
        { km: 222, name: 'CAP 3', offers: ['water', 'sports_drink', 'cola', 'gel', 'fruit'] },
      ],
    },
    vessels: [{ kind: 'bottle', volumeMl: 750, count: 3 }],
    caffeine: { ...UNKNOWN_CAFFEINE, wanted: true, usualMgPerDay: 250 },
  }),
  event({
    name: '14-sprint-tri',
    language: 'de',
    title: 'Sprint-Tri',
    activity: {
      type: 'triathlon',
      durationMin: 78,
      intensityLevel: 8,
      thermalStressLevel: 5,
      isRaceEvent: true,
    },
    athlete: {
      ageYears: 37,
      sex: 'female',
      bodyMassKg: 58,
      heightCm: 168,
      fitnessLevel: 6,
      sweatLevel: 5,
      carbToleranceGPerHr: 60,
      saltinessLevel: null,
    },
    vessels: [{ kind: 'bottle', volumeMl: 500, count: 1 }],
  }),
  event({
    name: '15-indoor-90',
    language: 'en',
    title: '5x6 VO2',
    activity: {
      type: 'indoor_bike',
      durationMin: 90,
      intensityLevel: null,
      thermalStressLevel: 6,
      isRaceEvent: false,
    },
    athlete: {
      ageYears: 42,
      sex: 'male',
      bodyMassKg: 74,
      heightCm: 181,
      fitnessLevel: 6,
      sweatLevel: 6,
      carbToleranceGPerHr: 80,
      usualCarbGPerHr: 70,
      saltinessLevel: null,
    },
    steps: [
      { durationMin: 15, intensity: { level: 3 }, name: null },
      {
        repeat: 5,
        steps: [
          { durationMin: 6, intensity: { level: 8 }, name: null },
          { durationMin: 4, intensity: { level: 2 }, name: null },
        ],
      },
      { durationMin: 25, intensity: { level: 3 }, name: null },
    ],
    vessels: [{ kind: 'bottle', volumeMl: 750, count: 2 }],
  }),
  event({
    name: '16-gravel-300',
    language: 'en',
    title: 'Dusk till dawn 300',
    activity: {
      type: 'bike',
      durationMin: 960,
      intensityLevel: 4,
      thermalStressLevel: null,
      isRaceEvent: true,
      distanceKm: 300,
      elevationGainM: 3000,
      weather: [
        { atMin: 0, temperatureC: 18, humidityPercent: 50, shade: false },
        { atMin: 180, temperatureC: 8, humidityPercent: 80, shade: true },
        { atMin: 660, temperatureC: 15, humidityPercent: 60, shade: false },
      ],
    },
    athlete: {
      ageYears: 37,
      sex: 'female',
      bodyMassKg: 58,
      heightCm: 168,
      fitnessLevel: 6,
      sweatLevel: 5,
      carbToleranceGPerHr: 70,
      saltinessLevel: null,
    },
    course: {
      distanceKm: 300,
      elevationGainM: 3000,
      points: [
        { km: 0, elevationM: 400, lat: 46.5, lon: 8.5 },
        { km: 60, elevationM: 1400, lat: 46.56, lon: 8.66 },
        { km: 105, elevationM: 400, lat: 46.605, lon: 8.78 },
        { km: 180, elevationM: 1400, lat: 46.68, lon: 8.98 },
        { km: 210, elevationM: 400, lat: 46.71, lon: 9.06 },
        { km: 300, elevationM: 1400, lat: 46.8, lon: 9.3 },
      ],
      aidStations: [
        { km: 85, name: 'Tankstelle', offers: ['water', 'cola', 'bar'] },
        { km: 170, name: 'Village hall', offers: ['water', 'jam_sandwich', 'broth', 'drop_bag'] },
        { km: 240, name: 'Bakery', offers: ['water', 'cheese_roll', 'cola'] },
      ],
    },
    vessels: [
      { kind: 'bottle', volumeMl: 750, count: 2 },
      { kind: 'bladder', volumeMl: 1500, count: 1 },
    ],
    caffeine: { ...UNKNOWN_CAFFEINE, wanted: true, usualMgPerDay: 300 },
  }),
  event({
    name: '17-hike-family',
    language: 'de',
    title: 'Familienwanderung',
    activity: {
      type: 'hike',
      durationMin: 480,
      intensityLevel: 3,
      thermalStressLevel: null,
      isRaceEvent: false,
      distanceKm: 18,
      elevationGainM: 1000,
      weather: { temperatureC: 18, humidityPercent: 50, shade: false },
    },
    athlete: {
      ageYears: 47,
      sex: 'female',
      bodyMassKg: 66,
      heightCm: 170,
      fitnessLevel: 4,
      sweatLevel: null,
      saltinessLevel: null,
      carbToleranceGPerHr: null,
    },
    course: {
      distanceKm: 18,
      elevationGainM: 1000,
      points: [
        { km: 0, elevationM: 400, lat: 46.5, lon: 8.5 },
        { km: 3.6, elevationM: 733.3333333333333, lat: 46.56, lon: 8.66 },
        { km: 6.3, elevationM: 400, lat: 46.605, lon: 8.78 },
        { km: 10.8, elevationM: 733.3333333333333, lat: 46.68, lon: 8.98 },
        { km: 12.6, elevationM: 400, lat: 46.71, lon: 9.06 },
        { km: 18, elevationM: 733.3333333333333, lat: 46.8, lon: 9.3 },
      ],
      aidStations: [{ km: 9, name: 'Hütte', offers: ['water', 'cheese_roll'] }],
    },
    vessels: [{ kind: 'bottle', volumeMl: 1000, count: 2 }],
  }),
  event({
    name: '18-swim-10k',
    language: 'en',
    title: '10 km lake swim',
    activity: {
      type: 'open_water_swim',
      durationMin: 190,
      intensityLevel: 6,
      thermalStressLevel: 4,
      isRaceEvent: true,
      distanceKm: 10,
    },
    athlete: {
      ageYears: 37,
      sex: 'female',
      bodyMassKg: 58,
      heightCm: 168,
      fitnessLevel: 6,
      sweatLevel: 5,
      carbToleranceGPerHr: 70,
      saltinessLevel: null,
    },
    course: {
      distanceKm: 10,
      elevationGainM: null,
      points: null,
      aidStations: stations([2, 4, 6, 8], 'Feed boat ', ['drop_bag', 'water']),
    },
    vessels: [{ kind: 'bottle', volumeMl: 500, count: 2 }],
  }),
  event({
    name: '19-ski-50k',
    language: 'de',
    title: 'Volkslauf 50 km klassisch',
    activity: {
      type: 'ski',
      durationMin: 210,
      intensityLevel: 7,
      thermalStressLevel: null,
      isRaceEvent: true,
      distanceKm: 50,
      weather: { temperatureC: -8, humidityPercent: 70, shade: false },
    },
    athlete: {
      ageYears: 42,
      sex: 'male',
      bodyMassKg: 74,
      heightCm: 181,
      fitnessLevel: 6,
      sweatLevel: 6,
      carbToleranceGPerHr: 80,
      usualCarbGPerHr: 70,
      saltinessLevel: null,
    },
    course: {
      distanceKm: 50,
      elevationGainM: null,
      points: null,
      aidStations: stations([10, 20, 30, 40], 'Labstation ', ['water', 'sports_drink', 'banana', 'broth']),
    },
    vessels: [{ kind: 'flask', volumeMl: 500, count: 1 }],
  }),
  event({
    name: '20-vegan-gf',
    language: 'fr',
    title: 'Cyclo vegan',
    activity: {
      type: 'bike',
      durationMin: 270,
      intensityLevel: 6,
      thermalStressLevel: 5,
      isRaceEvent: false,
    },
    athlete: {
      ageYears: 37,
      sex: 'female',
      bodyMassKg: 58,
      heightCm: 168,
      fitnessLevel: 6,
      sweatLevel: 5,
      carbToleranceGPerHr: 60,
      saltinessLevel: null,
    },
    vessels: [{ kind: 'bottle', volumeMl: 750, count: 2 }],
    diet: { isVegan: true, isGlutenFree: true },
  }),
  event({
    name: '21-savoury',
    language: 'en',
    title: 'Savoury 80 km',
    activity: {
      type: 'trail_run',
      durationMin: 720,
      intensityLevel: 4,
      thermalStressLevel: 5,
      isRaceEvent: true,
      distanceKm: 80,
      elevationGainM: 3200,
    },
    athlete: {
      ageYears: 42,
      sex: 'male',
      bodyMassKg: 74,
      heightCm: 181,
      fitnessLevel: 6,
      sweatLevel: 6,
      carbToleranceGPerHr: 80,
      usualCarbGPerHr: 70,
      saltinessLevel: null,
    },
    course: {
      distanceKm: 80,
      elevationGainM: 3200,
      points: [
        { km: 0, elevationM: 400, lat: 46.5, lon: 8.5 },
        { km: 16, elevationM: 1466.6666666666667, lat: 46.56, lon: 8.66 },
        { km: 28, elevationM: 400, lat: 46.605, lon: 8.78 },
        { km: 48, elevationM: 1466.6666666666667, lat: 46.68, lon: 8.98 },
        { km: 56, elevationM: 400, lat: 46.71, lon: 9.06 },
        { km: 80, elevationM: 1466.6666666666667, lat: 46.8, lon: 9.3 },
      ],
      aidStations: stations([16, 32, 48, 64], 'Hut ', [
        'water',
        'broth',
        'salted_potato',
        'pretzels',
        'cheese_roll',
        'fruit',
      ]),
    },
    vessels: [{ kind: 'flask', volumeMl: 500, count: 2 }],
    preferences: { avoids: [], formats: ['drink', 'real_food'], owns: null },
  }),
  event({
    name: '22-no-caffeine',
    language: 'es',
    title: 'Quebrantahuesos',
    activity: {
      type: 'bike',
      durationMin: 420,
      intensityLevel: 5,
      thermalStressLevel: null,
      isRaceEvent: true,
      distanceKm: 200,
      elevationGainM: 3500,
      weather: { temperatureC: 24, humidityPercent: 50, shade: false },
    },
    athlete: {
      ageYears: 42,
      sex: 'male',
      bodyMassKg: 74,
      heightCm: 181,
      fitnessLevel: 6,
      sweatLevel: 6,
      carbToleranceGPerHr: 80,
      usualCarbGPerHr: 70,
      saltinessLevel: null,
    },
    course: {
      distanceKm: 200,
      elevationGainM: 3500,
      points: [
        { km: 0, elevationM: 400, lat: 46.5, lon: 8.5 },
        { km: 40, elevationM: 1566.6666666666667, lat: 46.56, lon: 8.66 },
        { km: 70, elevationM: 400, lat: 46.605, lon: 8.78 },
        { km: 120, elevationM: 1566.6666666666667, lat: 46.68, lon: 8.98 },
        { km: 140, elevationM: 400, lat: 46.71, lon: 9.06 },
        { km: 200, elevationM: 1566.6666666666667, lat: 46.8, lon: 9.3 },
      ],
      aidStations: stations([50, 100, 150], 'Avituallamiento ', ['water', 'cola', 'fruit', 'jam_sandwich']),
    },
    vessels: [{ kind: 'bottle', volumeMl: 750, count: 2 }],
    diet: { isCaffeineFree: true },
    caffeine: { ...UNKNOWN_CAFFEINE, avoid: true, isDietFree: true },
  }),
  event({
    name: '23-budget',
    language: 'en',
    title: 'Supermarket century',
    activity: {
      type: 'bike',
      durationMin: 360,
      intensityLevel: 4,
      thermalStressLevel: 5,
      isRaceEvent: false,
    },
    athlete: {
      ageYears: 49,
      sex: 'male',
      bodyMassKg: 88,
      heightCm: 178,
      fitnessLevel: 3,
      sweatLevel: 7,
      carbToleranceGPerHr: 60,
      saltinessLevel: null,
    },
    vessels: [{ kind: 'bottle', volumeMl: 750, count: 2 }],
    preferences: { avoids: [], formats: null, owns: [] },
  }),
  event({
    name: '24-attached',
    language: 'en',
    title: 'Attached products ride',
    activity: {
      type: 'bike',
      durationMin: 240,
      intensityLevel: 6,
      thermalStressLevel: 6,
      isRaceEvent: true,
      distanceKm: 120,
      elevationGainM: 1200,
    },
    athlete: {
      ageYears: 42,
      sex: 'male',
      bodyMassKg: 74,
      heightCm: 181,
      fitnessLevel: 6,
      sweatLevel: 6,
      carbToleranceGPerHr: 80,
      usualCarbGPerHr: 70,
      saltinessLevel: null,
    },
    course: {
      distanceKm: 120,
      elevationGainM: 1200,
      points: [
        { km: 0, elevationM: 400, lat: 46.5, lon: 8.5 },
        { km: 24, elevationM: 800, lat: 46.56, lon: 8.66 },
        { km: 42, elevationM: 400, lat: 46.605, lon: 8.78 },
        { km: 72, elevationM: 800, lat: 46.68, lon: 8.98 },
        { km: 84, elevationM: 400, lat: 46.71, lon: 9.06 },
        { km: 120, elevationM: 800, lat: 46.8, lon: 9.3 },
      ],
      aidStations: stations([60], 'Fontaine ', ['water']),
    },
    vessels: [{ kind: 'bottle', volumeMl: 750, count: 2 }],
    attached: [
      attachedPortion('Maurten', 'Drink Mix 160', 4),
      attachedPortion('Maurten', 'Gel 100', 5),
      attachedPortion('SaltStick', 'Caps', 4),
    ],
  }),
  event({
    name: '25-hot-slow-small',
    language: 'en',
    title: 'First marathon, small and slow',
    activity: {
      type: 'run',
      durationMin: 375,
      intensityLevel: 3,
      thermalStressLevel: null,
      isRaceEvent: true,
      distanceKm: 42.195,
      weather: { temperatureC: 24, humidityPercent: 60, shade: false },
    },
    athlete: {
      ageYears: 42,
      sex: 'female',
      bodyMassKg: 48,
      heightCm: 155,
      fitnessLevel: 2,
      sweatLevel: 2,
      carbToleranceGPerHr: 30,
      saltinessLevel: null,
    },
    course: {
      distanceKm: 42.195,
      elevationGainM: null,
      points: null,
      aidStations: stations([5, 10, 15, 20, 25, 30, 35, 40], 'Aid ', ['water', 'sports_drink']),
    },
  }),
];

/** Returns the written event whose name begins with this. */
export function writtenEvent(name: string): FuelEvent {
  const event = WRITTEN_EVENTS.find((each) => each.name.startsWith(name));
  if (event === undefined) throw new Error(`${name} is no written event`);
  return event;
}
