import type { GenericFoodId } from './products.ts';

/** The offers of an aid station that we recognise in a course file. */
export const STATION_OFFERS = [
  'water',
  'sports_drink',
  'gel',
  'bar',
  'fruit',
  'cola',
  'broth',
  'drop_bag',
] as const;

export type SpokenOffer = (typeof STATION_OFFERS)[number];

/** A food without a brand, a product of the catalogue, or the athlete's own bag. */
export type StationOffer = GenericFoodId | 'drop_bag' | `prd_${string}`;

export const VESSEL_KINDS = ['bottle', 'flask', 'bladder'] as const;

/** Whether a plan may fill bottles at taps that nobody listed. */
export const REFILLS = ['assumed', 'none'] as const;

/** Points of a course: one every 80 m on a 160 km ride. Keeps a row below 200 KB. */
export const COURSE_POINTS_MAX = 2000;
export const COURSE_STATIONS_MAX = 60;
export const COURSE_WAYPOINTS_MAX = 100;
/** The highest number of a place of a course. */
export const COURSE_PLACES_MAX = 10_000;
export const STATION_NAME_CHARACTERS_MAX = 100;

export interface CoursePoint {
  readonly km: number;
  readonly elevationM: number | null;
  readonly lat: number | null;
  readonly lon: number | null;
}

export interface AidStation {
  readonly km: number;
  readonly name: string | null;
  readonly offers: readonly StationOffer[];
  /** Stations with the same number are passes of one place. Null or absent if nobody says. */
  readonly place?: number | null;
}

/** What a point of a course may be that is no station. */
export const WAYPOINT_KINDS = [
  ...([
    'checkpoint',
    'first_aid',
    'turn',
    'alert',
    'summit',
    'toilet',
    'no_water',
    'start',
    'finish',
  ] as const),
  ...(['place', 'unknown'] as const),
] as const;

/** A point of a course that is no station, or of which nobody knows whether it is one. */
export interface Waypoint {
  readonly km: number;
  readonly name: string | null;
  readonly kind: (typeof WAYPOINT_KINDS)[number];
  readonly place?: number | null;
}

/** A stored course. Points are null if none were provided or if a read leaves them out. */
export interface Course {
  /** Omitted if none was sent. */
  readonly name?: string;
  readonly distanceKm: number;
  readonly elevationGainM: number | null;
  readonly aidStations: readonly AidStation[] | null;
  /** Whether there are no stations but those listed. Absent counts as true. */
  readonly stationsComplete?: boolean;
  /** Absent if there are none. */
  readonly waypoints?: readonly Waypoint[];
  readonly points: readonly CoursePoint[] | null;
}

/** Bottles of one kind and size. */
export interface Vessel {
  readonly kind: (typeof VESSEL_KINDS)[number];
  readonly volumeMl: number;
  readonly count: number;
}
