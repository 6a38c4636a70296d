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
}

/** A stored course. Points are null if none were provided or if a read leaves them out. */
export interface Course {
  /** Omitted if none was sent. */
  readonly name?: string;
  readonly distanceKm: number;
  readonly elevationGainM: number | null;
  readonly aidStations: readonly AidStation[] | null;
  readonly points: readonly CoursePoint[] | null;
}

/** Bottles of one kind and size. */
export interface Vessel {
  readonly kind: (typeof VESSEL_KINDS)[number];
  readonly volumeMl: number;
  readonly count: number;
}
