import type { EngineActivity, EngineAthlete } from '#core/engine/types.ts';
import type { AidStation, Course, StationOffer, Vessel } from '#platform/storage/course-columns.ts';

/** An event with a name, as an athlete would describe it. */
export interface NamedEvent {
  readonly name: string;
  readonly activity: Partial<EngineActivity>;
  readonly athlete: Partial<EngineAthlete>;
  readonly course?: Course;
  readonly vessels?: readonly Vessel[];
}

function stations(kms: readonly number[], offers: readonly StationOffer[]): readonly AidStation[] {
  return kms.map((km, index) => ({ km, name: `Station ${index + 1}`, offers }));
}

function course(distanceKm: number, elevationGainM: number, aidStations: readonly AidStation[]): Course {
  const points = [0, 0.2, 0.35, 0.6, 0.7, 1].map((share, index) => ({
    km: Math.round(share * distanceKm * 1000) / 1000,
    elevationM: 400 + (index % 2 === 1 ? elevationGainM / 3 : 0),
    lat: 46.5 + 0.3 * share,
    lon: 8.5 + 0.8 * share,
  }));
  return { distanceKm, elevationGainM, aidStations, points };
}

const FLAT = (distanceKm: number, aidStations: readonly AidStation[]): Course => ({
  distanceKm,
  elevationGainM: null,
  points: null,
  aidStations,
});

const BOTTLES = (volumeMl: number, count: number): readonly Vessel[] => [{ kind: 'bottle', volumeMl, count }];
const FLASKS = (volumeMl: number, count: number): readonly Vessel[] => [{ kind: 'flask', volumeMl, count }];

const EVERY_5_KM = [5, 10, 15, 20, 25, 30, 35, 40];
const race = { isRaceEvent: true } as const;

/** The events for which a plan is looked at, from ten kilometres to a day. */
export const NAMED_EVENTS: readonly NamedEvent[] = [
  {
    name: '10-km race',
    activity: { type: 'run', durationMin: 48, intensityLevel: 8, distanceKm: 10, ...race },
    athlete: {},
  },
  {
    name: 'Half marathon 1:45',
    activity: { type: 'run', durationMin: 105, intensityLevel: 7, distanceKm: 21.1, ...race },
    athlete: { carbToleranceGPerHr: 60 },
    course: FLAT(21.1, stations([5, 10, 15], ['water', 'sports_drink'])),
  },
  {
    name: 'Marathon 3:45 with two flasks',
    activity: { type: 'run', durationMin: 225, intensityLevel: 6, distanceKm: 42.195, ...race },
    athlete: { carbToleranceGPerHr: 60 },
    course: FLAT(42.195, stations(EVERY_5_KM, ['water', 'sports_drink'])),
    vessels: FLASKS(250, 2),
  },
  {
    name: 'Marathon 2:40 with own bottles',
    activity: { type: 'run', durationMin: 160, intensityLevel: 8, distanceKm: 42.195, ...race },
    athlete: { fitnessLevel: 8, carbToleranceGPerHr: 90, usualCarbGPerHr: 80 },
    course: FLAT(42.195, stations(EVERY_5_KM, ['water', 'drop_bag'])),
    vessels: FLASKS(300, 1),
  },
  {
    name: '50-km trail 6:30',
    activity: { type: 'trail_run', durationMin: 390, intensityLevel: 5, elevationGainM: 2400, ...race },
    athlete: { carbToleranceGPerHr: 60 },
    course: course(50, 2400, stations([14, 27, 39], ['water', 'fruit', 'cola', 'broth', 'bar'])),
    vessels: FLASKS(500, 2),
  },
  {
    name: '100 miles in 26 h with crew',
    activity: { type: 'trail_run', durationMin: 1560, intensityLevel: 4, elevationGainM: 6000, ...race },
    athlete: { carbToleranceGPerHr: 70 },
    course: course(
      161,
      6000,
      stations([18, 36, 54, 72, 90, 108, 126, 144], ['water', 'drop_bag', 'broth', 'fruit', 'cola']),
    ),
    vessels: FLASKS(500, 3),
  },
  {
    name: '180-km ride with five stations',
    activity: {
      type: 'bike',
      durationMin: 375,
      intensityLevel: 5,
      elevationGainM: 2200,
      thermalStressLevel: 6,
    },
    athlete: { carbToleranceGPerHr: 80 },
    course: course(180, 2200, stations([30, 60, 90, 120, 150], ['water', 'fruit', 'bar'])),
    vessels: BOTTLES(750, 2),
  },
  {
    name: 'Gran fondo 4 h',
    activity: { type: 'bike', durationMin: 240, intensityLevel: 6, thermalStressLevel: 6, ...race },
    athlete: { carbToleranceGPerHr: 90 },
    vessels: BOTTLES(750, 2),
  },
  {
    name: 'Intervals indoors 2 h',
    activity: { type: 'indoor_bike', durationMin: 120, intensityLevel: 6, thermalStressLevel: 6 },
    athlete: {},
    vessels: BOTTLES(750, 2),
  },
  {
    name: '70.3',
    activity: { type: 'triathlon', durationMin: 320, intensityLevel: 6, ...race },
    athlete: { carbToleranceGPerHr: 80 },
    vessels: BOTTLES(750, 2),
  },
  {
    name: 'Ironman with special needs',
    activity: { type: 'triathlon', durationMin: 680, intensityLevel: 5, thermalStressLevel: 6, ...race },
    athlete: { carbToleranceGPerHr: 80 },
    course: FLAT(226, [
      ...stations([35, 65], ['water', 'sports_drink', 'gel', 'bar', 'fruit']),
      { km: 94, name: 'Special needs bike', offers: ['drop_bag', 'water'] },
      ...stations([125, 155], ['water', 'sports_drink', 'gel', 'bar', 'fruit']),
      ...stations([190, 197], ['water', 'sports_drink', 'cola', 'gel', 'fruit']),
      { km: 204, name: 'Special needs run', offers: ['drop_bag', 'water'] },
      ...stations([210, 217, 222], ['water', 'sports_drink', 'cola', 'gel', 'fruit']),
    ]),
    vessels: BOTTLES(750, 3),
  },
  {
    name: 'Hut-to-hut hike 8 h',
    activity: { type: 'hike', durationMin: 480, intensityLevel: 3, elevationGainM: 1400 },
    athlete: {},
    course: course(22, 1400, stations([9, 16], ['water'])),
    vessels: [{ kind: 'bladder', volumeMl: 2000, count: 1 }],
  },
];
