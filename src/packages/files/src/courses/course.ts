import type { AidStation, CoursePoint, SpokenOffer } from '@musette/basics/courses';

export const COURSE_FORMATS = ['gpx', 'tcx', 'fit'] as const;
type CourseFormat = (typeof COURSE_FORMATS)[number];

/** A waypoint or course point of a file. Not all of these are aid stations. */
export interface Waypoint {
  readonly name: string | null;
  /** All text about it in the file: name, description, symbol, kind. */
  readonly words: string;
  readonly lat: number | null;
  readonly lon: number | null;
  /** The distance stated in the file. Null if only the position is known. */
  readonly km: number | null;
}

/** A point of the course as in the file. */
export interface RawPoint {
  readonly lat: number | null;
  readonly lon: number | null;
  readonly elevationM: number | null;
  /** The distance from the start stated in the file. */
  readonly distanceM: number | null;
}

/** A course as in its file, in one form for all formats. */
export interface RawCourse {
  readonly format: CourseFormat;
  readonly name: string | null;
  readonly points: readonly RawPoint[];
  readonly waypoints: readonly Waypoint[];
  /** Climb stated in the file. Null if there is none. */
  readonly statedGainM: number | null;
}

/** A station whose waypoint says what it offers. */
export type SpokenStation = Omit<AidStation, 'offers'> & { readonly offers: readonly SpokenOffer[] };

/** A course in the form of an activity, with the format and name of its file. */
export interface ParsedCourse {
  readonly format: CourseFormat;
  readonly name: string | null;
  readonly distanceKm: number;
  readonly elevationGainM: number | null;
  readonly points: readonly CoursePoint[];
  readonly aidStations: readonly SpokenStation[];
}

/** Bounds memory: a point per metre over 200 km, or a point per second for two days. */
export const RAW_POINTS_MAX = 200_000;
/** Points between yields to other requests, and the time to measure or thin one (measured, rounded up). */
export const POINTS_AT_ONCE = 4000;
export const POINT_US = 0.5;
/** Bounds the time to place waypoints. Events have a few dozen. */
export const WAYPOINTS_MAX = 500;

/** Bounds the time to look for offers, which are in the first sentences. */
const WORDS_CHARACTERS_MAX = 5000;

/** Joins the texts about a waypoint, up to the limit that is searched. */
export function waypointWords(texts: readonly string[]): string {
  return texts.join('\n').slice(0, WORDS_CHARACTERS_MAX);
}

/** Elevations outside this range, from the Dead Sea to Everest, are device errors. */
const ELEVATION_MIN_M = -500;
const ELEVATION_MAX_M = 9000;

/** Returns an elevation, or null if it is impossible. */
export function plausibleElevation(elevationM: number | null): number | null {
  return elevationM !== null && elevationM >= ELEVATION_MIN_M && elevationM <= ELEVATION_MAX_M
    ? elevationM
    : null;
}

export function isPosition(lat: number | null, lon: number | null): boolean {
  return lat !== null && lon !== null && Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
}
