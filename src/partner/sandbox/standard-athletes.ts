import type { MassSource } from '@musette/engine/learn';
import type { RaceFormat, Segment, SingleSportType } from '@musette/engine/types';
import type { OwnProductFields } from '#nutrition/own-products/own-products.ts';
import type { AthleteFields } from '#nutrition/records/athlete-fields.ts';

/** A session that repeats every week. Days count from the day of the reset, 0 to 6. */
interface WeeklySession {
  readonly day: number;
  readonly type: SingleSportType;
  readonly durationMin: number;
  readonly intensityLevel: number;
  readonly name: string;
}

/**
 * A synthetic athlete: the profile that a partner would send, the training, and true values that only
 * feedback reveals.
 */
export interface StandardAthlete {
  readonly fields: AthleteFields & { readonly externalId: string };
  /** Products of their own, which they take to the race. */
  readonly ownProducts?: readonly OwnProductFields[];
  readonly week: readonly WeeklySession[];
  readonly race: {
    readonly inDays: number;
    readonly type: SingleSportType | 'triathlon';
    readonly durationMin: number;
    readonly intensityLevel: number;
    readonly name: string;
    readonly temperatureC: number;
    /** Distance of a race on foot. With the climb, it gives the effort from the pace. */
    readonly distanceKm?: number;
    readonly elevationGainM?: number;
    /** Weight of the gear that the race requires. */
    readonly packKg?: number;
    /** Course of a triathlon. */
    readonly raceFormat?: RaceFormat;
    /** Legs of a multi-sport race. Their minutes add up to its duration. */
    readonly segments?: readonly Segment[];
  };
  /** True sweat rate relative to the profile's prediction: the value that learning should find. */
  readonly trueSweatMultiplier: number;
  /** Carbohydrate that the athlete's gut really tolerates, g/h. */
  readonly trueGutGPerHr: number;
  /** Share of sessions with feedback, 0–1. */
  readonly feedbackShare: number;
  /** The instrument for weight loss after sessions. A sweat test is always weighed. */
  readonly massSource?: MassSource;
  /** Weeks before the reset with a sweat test. */
  readonly sweatTestWeeks: readonly number[];
}

const session = (
  day: number,
  type: SingleSportType,
  durationMin: number,
  intensityLevel: number,
  name: string,
): WeeklySession => ({ day, type, durationMin, intensityLevel, name });

/**
 * Eight synthetic athletes that together cover most cases of an integration: sports, tiers, sparse and full
 * profiles, a health condition with human review, diets, a sensitive gut, a salty sweater, a marathon by
 * pace, 100 miles on trails, a long-distance triathlon with its legs. Their email addresses are in a reserved
 * domain. All values are engineering choices.
 */
export const STANDARD_ATHLETES: readonly StandardAthlete[] = [
  {
    fields: {
      externalId: 'sandbox-marathon',
      name: 'Marathon Runner',
      email: 'marathon@sandbox.example',
      timeZone: 'Europe/Berlin',
      sex: 'female',
      birthYear: 1991,
      bodyMassKg: 58,
      heightCm: 168,
      fitnessLevel: 6,
      sweatLevel: 6,
      carbToleranceGPerHr: 75,
      vessels: [{ kind: 'flask', volumeMl: 250, count: 2 }],
      tier: 'full',
    },
    week: [
      session(1, 'run', 50, 4, 'Easy run'),
      session(3, 'run', 70, 7, 'Tempo intervals'),
      session(5, 'run', 45, 3, 'Recovery jog'),
      session(6, 'run', 130, 5, 'Long run'),
    ],
    race: {
      inDays: 9,
      type: 'run',
      durationMin: 210,
      intensityLevel: 7,
      name: 'City marathon by pace',
      temperatureC: 16,
      distanceKm: 42.2,
      elevationGainM: 120,
    },
    trueSweatMultiplier: 1.25,
    trueGutGPerHr: 70,
    feedbackShare: 0.6,
    sweatTestWeeks: [4],
  },
  {
    fields: {
      externalId: 'sandbox-triathlon',
      name: 'Long-distance Triathlete',
      email: 'triathlon@sandbox.example',
      timeZone: 'America/Los_Angeles',
      sex: 'male',
      birthYear: 1985,
      bodyMassKg: 74,
      heightCm: 182,
      fitnessLevel: 8,
      vo2maxMlPerKgMin: 62,
      ftpW: 290,
      sweatRateMlPerHr: 1300,
      sweatSodiumMgPerL: 1050,
      carbToleranceGPerHr: 95,
      heatAcclimatized: true,
      vessels: [{ kind: 'bottle', volumeMl: 750, count: 3 }],
      runVessels: [{ kind: 'flask', volumeMl: 250, count: 1 }],
      tier: 'full',
    },
    week: [
      session(0, 'swim', 60, 5, 'Endurance swim'),
      session(2, 'bike', 95, 6, 'Threshold ride'),
      session(3, 'run', 60, 5, 'Steady run'),
      session(5, 'bike', 240, 5, 'Long ride'),
      session(6, 'run', 100, 5, 'Long run'),
    ],
    race: {
      inDays: 12,
      type: 'triathlon',
      durationMin: 660,
      intensityLevel: 6,
      name: 'Long-distance triathlon',
      temperatureC: 25,
      raceFormat: 'ironman',
      segments: [
        { type: 'open_water_swim', durationMin: 70, intensityLevel: 6, distanceKm: null },
        { type: 'bike', durationMin: 345, intensityLevel: 6, distanceKm: null },
        { type: 'run', durationMin: 245, intensityLevel: 5, distanceKm: null },
      ],
    },
    trueSweatMultiplier: 1.05,
    trueGutGPerHr: 95,
    feedbackShare: 0.8,
    sweatTestWeeks: [6, 3],
  },
  {
    fields: {
      externalId: 'sandbox-gran-fondo',
      name: 'Weekend Cyclist',
      email: 'gran-fondo@sandbox.example',
      timeZone: 'Asia/Tokyo',
      sex: 'male',
      birthYear: 1976,
      bodyMassKg: 86,
      heightCm: 179,
      fitnessLevel: 5,
      ftpW: 235,
      sweatLevel: 7,
      health: { hypertension: true },
      vessels: [{ kind: 'bottle', volumeMl: 750, count: 2 }],
      tier: 'full',
    },
    ownProducts: [
      {
        name: 'Kitchen mix',
        externalId: 'kitchen-mix',
        format: 'drink',
        recipe: {
          waterMl: 750,
          parts: [
            { component: 'maltodextrin', grams: 32 },
            { component: 'fructose', grams: 24 },
            { component: 'table_salt', grams: 0.8 },
          ],
        },
      },
      {
        name: 'Rice cake, jam',
        externalId: 'rice-cake',
        format: 'bar',
        servingG: 60,
        carbG: 28,
        sodiumMg: 90,
        caffeineMg: 0,
        glucoseFructoseRatio: '3:1',
      },
    ],
    week: [
      session(2, 'indoor_bike', 60, 6, 'Evening turbo'),
      session(4, 'indoor_bike', 45, 4, 'Spin'),
      session(6, 'bike', 180, 5, 'Group ride'),
    ],
    race: {
      inDays: 10,
      type: 'bike',
      durationMin: 330,
      intensityLevel: 6,
      name: 'Gran fondo',
      temperatureC: 27,
    },
    trueSweatMultiplier: 1.15,
    trueGutGPerHr: 60,
    feedbackShare: 0.5,
    massSource: 'wearable',
    sweatTestWeeks: [],
  },
  {
    fields: {
      externalId: 'sandbox-ultra',
      name: 'Trail Ultra Runner',
      email: 'ultra@sandbox.example',
      sex: 'female',
      birthYear: 1988,
      bodyMassKg: 54,
      heightCm: 163,
      fitnessLevel: 7,
      saltinessLevel: 8,
      carbToleranceGPerHr: 60,
      giHistory: true,
      diet: { vegan: true },
      vessels: [{ kind: 'flask', volumeMl: 500, count: 2 }],
      tier: 'full',
    },
    week: [
      session(1, 'trail_run', 75, 5, 'Hills'),
      session(3, 'run', 60, 4, 'Easy run'),
      session(5, 'trail_run', 180, 4, 'Long trail run'),
      session(6, 'hike', 150, 3, 'Hike'),
    ],
    race: {
      inDays: 11,
      type: 'trail_run',
      durationMin: 1320,
      intensityLevel: 4,
      name: '100-mile trail ultra',
      temperatureC: 20,
      distanceKm: 161,
      elevationGainM: 4500,
      packKg: 3,
    },
    trueSweatMultiplier: 0.9,
    trueGutGPerHr: 45,
    feedbackShare: 0.7,
    sweatTestWeeks: [5],
  },
  {
    fields: {
      externalId: 'sandbox-first-half',
      name: 'First Half Marathon',
      email: 'first-half@sandbox.example',
      sex: 'male',
      birthYear: 1999,
      vessels: [{ kind: 'flask', volumeMl: 250, count: 1 }],
      tier: 'teaser',
    },
    week: [
      session(1, 'run', 35, 4, 'Run'),
      session(3, 'run', 40, 5, 'Run'),
      session(6, 'run', 75, 4, 'Long run'),
    ],
    race: {
      inDays: 8,
      type: 'run',
      durationMin: 125,
      intensityLevel: 7,
      name: 'Half marathon',
      temperatureC: 18,
    },
    trueSweatMultiplier: 1,
    trueGutGPerHr: 50,
    feedbackShare: 0.3,
    sweatTestWeeks: [],
  },
  {
    fields: {
      externalId: 'sandbox-rower',
      name: 'Club Rower',
      email: 'rower@sandbox.example',
      sex: 'female',
      birthYear: 1994,
      bodyMassKg: 71,
      heightCm: 181,
      fitnessLevel: 7,
      diet: { glutenFree: true, caffeineFree: true },
      vessels: [{ kind: 'bottle', volumeMl: 750, count: 1 }],
      tier: 'full',
    },
    week: [
      session(0, 'row', 75, 5, 'Steady state'),
      session(2, 'row', 60, 7, 'Pieces'),
      session(4, 'lift', 50, 5, 'Weights'),
      session(6, 'row', 100, 5, 'Long row'),
    ],
    race: {
      inDays: 13,
      type: 'row',
      durationMin: 95,
      intensityLevel: 8,
      name: 'Head race',
      temperatureC: 12,
    },
    trueSweatMultiplier: 1.1,
    trueGutGPerHr: 65,
    feedbackShare: 0.4,
    sweatTestWeeks: [],
  },
  {
    fields: {
      externalId: 'sandbox-masters-ski',
      name: 'Masters Skier',
      email: 'masters-ski@sandbox.example',
      sex: 'male',
      birthYear: 1956,
      bodyMassKg: 77,
      heightCm: 176,
      fitnessLevel: 5,
      health: { diuretics: true },
      vessels: [{ kind: 'flask', volumeMl: 500, count: 1 }],
      tier: 'full',
    },
    week: [
      session(2, 'ski', 80, 4, 'Classic technique'),
      session(4, 'walk', 60, 2, 'Walk'),
      session(6, 'ski', 140, 4, 'Long ski'),
    ],
    race: {
      inDays: 9,
      type: 'ski',
      durationMin: 240,
      intensityLevel: 6,
      name: 'Ski marathon',
      temperatureC: -4,
    },
    trueSweatMultiplier: 0.85,
    trueGutGPerHr: 50,
    feedbackShare: 0.5,
    sweatTestWeeks: [],
  },
  {
    fields: { externalId: 'sandbox-unknown', name: 'Nobody Told Us', tier: 'full' },
    week: [session(3, 'bike', 60, 5, 'Ride'), session(6, 'run', 45, 5, 'Run')],
    race: {
      inDays: 8,
      type: 'bike',
      durationMin: 150,
      intensityLevel: 6,
      name: 'Sportive',
      temperatureC: 21,
    },
    trueSweatMultiplier: 1,
    trueGutGPerHr: 60,
    feedbackShare: 0,
    sweatTestWeeks: [],
  },
];
