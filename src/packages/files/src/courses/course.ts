import type { AidStation, CoursePoint, SpokenOffer, Waypoint } from '@musette/basics/courses';

export const COURSE_FORMATS = ['gpx', 'tcx', 'fit'] as const;
type CourseFormat = (typeof COURSE_FORMATS)[number];

/** A waypoint, course point or named route point as in its file. */
export interface FilePoint {
  readonly name: string | null;
  /** Words of its type and symbol. */
  readonly symbol: string;
  readonly description: string;
  readonly lat: number | null;
  readonly lon: number | null;
  /** When the course passes it, s since 1970. Null in GPX, where the time is when it was drawn. */
  readonly timeS: number | null;
  /** The distance that its file states, on the scale of its line, m. */
  readonly distanceM: number | null;
  /** The scale of that distance. */
  readonly scale: number;
}

/** A point of the course as in the file. */
export interface RawPoint {
  readonly lat: number | null;
  readonly lon: number | null;
  readonly elevationM: number | null;
  /** The distance stated in the file. */
  readonly distanceM: number | null;
  /** S since 1970. */
  readonly timeS: number | null;
}

/** Points that belong together, and the scale of their stated distances: one for all that a device counted on. */
export interface RawSegment {
  readonly points: readonly RawPoint[];
  readonly scale: number;
}

/** A track, a route, a course or a recording. */
export interface RawLine {
  /** Its name, or what else identifies it among others. */
  readonly name: string | null;
  readonly segments: readonly RawSegment[];
  /** Course points of this line only. */
  readonly points: readonly FilePoint[];
  /** Routes continue no track. */
  readonly isRoute: boolean;
}

/** A course as in its file, in one form for all formats. */
export interface RawCourse {
  readonly format: CourseFormat;
  readonly name: string | null;
  readonly lines: readonly RawLine[];
  /** Waypoints of the whole file. */
  readonly points: readonly FilePoint[];
  /** Climb stated in the file. Null if there is none. */
  readonly statedGainM: number | null;
  /** Whether the file ends early. */
  readonly isTruncated: boolean;
  /** Points of the file beyond the limits, which were not read. */
  readonly pointsLeftOut: number;
  /** Lines with positions that are no course, and were not read. */
  readonly linesLeftOut: readonly RawLine[];
}

/** What a point of a course is. */
export type PointKind = 'station' | Waypoint['kind'];

/** A station whose file says what it offers. */
export type SpokenStation = Omit<AidStation, 'offers'> & { readonly offers: readonly SpokenOffer[] };

/** A line of a file, by name and length. */
export interface NamedLine {
  readonly name: string | null;
  readonly distanceKm: number;
}

/** A course in the form of an activity, with the format and name of its file. */
export interface ParsedCourse {
  readonly format: CourseFormat;
  readonly name: string | null;
  readonly distanceKm: number;
  readonly elevationGainM: number | null;
  readonly points: readonly CoursePoint[];
  readonly aidStations: readonly SpokenStation[];
  readonly waypoints: readonly Waypoint[];
  readonly stationsComplete: boolean;
  readonly isTruncated: boolean;
  /** The lines of a file that has several, the one that was read first. Empty if there is one. */
  readonly alternatives: readonly NamedLine[];
  /** What the file holds and the answer does not. */
  readonly leftOut: {
    readonly stations: number;
    readonly waypoints: number;
    readonly lines: readonly NamedLine[];
  };
}

/** Bounds memory: a point per metre over 200 km, or a point per second for two days. */
export const RAW_POINTS_MAX = 200_000;
/** Points between yields to other requests, and the time to measure or thin one (measured, rounded up). */
export const POINTS_AT_ONCE = 4000;
export const POINT_US = 0.5;
/** Bounds the memory for waypoints. A cue sheet of a brevet of 1,200 km has some 800. */
export const FILE_POINTS_MAX = 1500;

/** Bounds the time to look for offers, which are in the first sentences. */
const DESCRIPTION_CHARACTERS_MAX = 2000;

/** Joins the descriptions of a point as lines of plain text, up to the limit that is searched. */
export function plainDescription(texts: readonly (string | null | undefined)[]): string {
  const distinct = new Set(
    texts.flatMap((text) => (text ? [text.slice(0, 2 * DESCRIPTION_CHARACTERS_MAX)] : [])),
  );
  return [...distinct]
    .join('\n')
    .slice(0, 2 * DESCRIPTION_CHARACTERS_MAX)
    .replace(/<(br|p|li|div|tr|h\d)\b[^<>]{0,200}>/gi, '\n')
    .replace(/<[^<>]{0,200}>/g, ' ')
    .replace(/&(nbsp|amp|quot|lt|gt|#\d{1,5});/gi, ' ')
    .slice(0, DESCRIPTION_CHARACTERS_MAX);
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

/** Returns a time as seconds since 1970, or null if it is none. */
export function readTimeS(text: string | undefined): number | null {
  if (text === undefined || text.length > 40) return null;
  const ms = Date.parse(text);
  return Number.isFinite(ms) ? ms / 1000 : null;
}
