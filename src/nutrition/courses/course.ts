import type { AidStation, CoursePoint, SpokenOffer } from '#platform/storage/course-columns.ts';

export const COURSE_FORMATS = ['gpx', 'tcx', 'fit'] as const;
export type CourseFormat = (typeof COURSE_FORMATS)[number];

/** A place that a file marks, not all of which are aid stations. */
export interface Waypoint {
  readonly name: string | null;
  /** Everything that the file says about it: name, description, symbol, kind. */
  readonly words: string;
  readonly lat: number | null;
  readonly lon: number | null;
  /** The distance that the file states; null if only the position says where it is. */
  readonly km: number | null;
}

/** A point of the course as the file has it. */
export interface RawPoint {
  readonly lat: number | null;
  readonly lon: number | null;
  readonly elevationM: number | null;
  /** The distance from the start that the file states. */
  readonly distanceM: number | null;
}

/** A course as its file has it, in one form for all formats. */
export interface RawCourse {
  readonly format: CourseFormat;
  readonly name: string | null;
  readonly points: readonly RawPoint[];
  readonly waypoints: readonly Waypoint[];
  /** Climb that the file states; null if it states none. */
  readonly statedGainM: number | null;
}

/** A station whose waypoint says what it offers. */
export type SpokenStation = Omit<AidStation, 'offers'> & { readonly offers: readonly SpokenOffer[] };

/** A course as an activity takes it, with the format and the name of its file. */
export interface ParsedCourse {
  readonly format: CourseFormat;
  readonly name: string | null;
  readonly distanceKm: number;
  readonly elevationGainM: number | null;
  readonly points: readonly CoursePoint[];
  readonly aidStations: readonly SpokenStation[];
}

/** Bounds memory: a point a metre over 200 km, or a point a second for two days. */
export const RAW_POINTS_MAX = 200_000;
/** Points after which other requests have their turn, and the time to measure or thin one (measured, rounded up). */
export const POINTS_AT_ONCE = 4000;
export const POINT_US = 0.5;
/** Bounds the time to place waypoints; events have some dozen. */
export const WAYPOINTS_MAX = 500;

/** Bounds the time to look for offers; what a station offers is in its first sentences. */
const WORDS_CHARACTERS_MAX = 5000;

/** Joins what a file says about a waypoint, as far as it is looked at. */
export function waypointWords(texts: readonly string[]): string {
  return texts.join('\n').slice(0, WORDS_CHARACTERS_MAX);
}

/** Elevations outside are errors of the device: from the Dead Sea to Everest. */
const ELEVATION_MIN_M = -500;
const ELEVATION_MAX_M = 9000;

/** Returns an elevation, or null if it cannot be one. */
export function plausibleElevation(elevationM: number | null): number | null {
  return elevationM !== null && elevationM >= ELEVATION_MIN_M && elevationM <= ELEVATION_MAX_M
    ? elevationM
    : null;
}

export function isPosition(lat: number | null, lon: number | null): boolean {
  return lat !== null && lon !== null && Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
}
