import { COURSE_POINTS_MAX, type CoursePoint } from '@musette/basics/courses';
import type { Work } from '@musette/basics/work';
import { SESSION_FIELDS } from '@musette/engine/fields';
import { UnreadableFile } from '../text-reader.ts';
import { POINT_US, POINTS_AT_ONCE, type RawPoint, type RawSegment } from './course.ts';

/** Length of a course, as of an activity. */
const { min: DISTANCE_KM_MIN, max: DISTANCE_KM_MAX } = SESSION_FIELDS.distanceKm;
/** Mean radius of the Earth (IUGG). */
const EARTH_RADIUS_KM = 6371.009;
const RADIANS_PER_DEGREE = Math.PI / 180;

/** A measured course. */
export interface Measured {
  readonly points: readonly CoursePoint[];
  /** The time of each point, s since 1970. */
  readonly timesS: readonly (number | null)[];
  /** Returns the kilometre of a distance that the file states on one of its scales, m. */
  readonly kmOf: (distanceM: number, scale: number) => number;
}

/**
 * Returns the points with their distance from the start: the stated one if every point has it and it never
 * decreases, else measured along great circles from point to point. A segment with a scale of its own begins where the one
 * before it ends. Refuses a course shorter than 100 m or longer than 2,000 km.
 */
export function* measure(segments: readonly RawSegment[]): Work<Measured> {
  const measured = yield* measureAll(segments);
  const count = segments.reduce((sum, { points }) => sum + points.length, 0);
  if (count < 2) throw new UnreadableFile('The course has fewer than two points.');
  if (measured.points.length < 2) {
    throw new UnreadableFile('The course has fewer than two points with a position.');
  }
  const km = measured.points.at(-1)?.km ?? 0;
  if (!(km >= DISTANCE_KM_MIN)) throw new UnreadableFile('The course is shorter than 100 m.');
  if (km > DISTANCE_KM_MAX) throw new UnreadableFile(`The course is longer than ${DISTANCE_KM_MAX} km.`);
  return measured;
}

/** Returns the length of segments, km; 0 if there is nothing to measure. */
export function* lengthKm(segments: readonly RawSegment[]): Work<number> {
  return (yield* measureAll(segments)).points.at(-1)?.km ?? 0;
}

function* measureAll(segments: readonly RawSegment[]): Work<Measured> {
  return (yield* statedDistances(segments)) ?? (yield* greatCircles(segments));
}

function* statedDistances(segments: readonly RawSegment[]): Work<Measured | null> {
  const points: CoursePoint[] = [];
  const timesS: (number | null)[] = [];
  const scales = new Map<number, number>();
  let [lastM, shiftM] = [0, 0];
  let scale: number | null = null;
  for (const segment of segments) {
    if (segment.scale !== scale) {
      // The scale begins where the course has come to.
      const startM = segment.points[0]?.distanceM ?? 0;
      shiftM += scale === null ? -startM : lastM - startM;
      scale = segment.scale;
      lastM = startM;
      scales.set(scale, shiftM);
    }
    for (const [index, { distanceM, lat, lon, elevationM, timeS }] of segment.points.entries()) {
      if (index % POINTS_AT_ONCE === 0) yield costOf(segment);
      if (distanceM === null || distanceM < lastM) return null;
      lastM = distanceM;
      points.push({ km: (distanceM + shiftM) / 1000, lat, lon, elevationM });
      timesS.push(timeS);
    }
  }
  if ((points.at(-1)?.km ?? 0) <= 0) return null;
  return { points, timesS, kmOf: (distanceM, of) => (distanceM + (scales.get(of) ?? 0)) / 1000 };
}

function* greatCircles(segments: readonly RawSegment[]): Work<Measured> {
  let km = 0;
  let previous: RawPoint | null = null;
  const points: CoursePoint[] = [];
  const timesS: (number | null)[] = [];
  const scales = new Map<number, number>();
  for (const segment of segments) {
    for (const [index, point] of segment.points.entries()) {
      if (index % POINTS_AT_ONCE === 0) yield costOf(segment);
      if (point.lat === null || point.lon === null) continue;
      if (previous) km += distanceKm(previous, point);
      previous = point;
      if (!scales.has(segment.scale)) scales.set(segment.scale, 1000 * km - (point.distanceM ?? 0));
      points.push({ km, lat: point.lat, lon: point.lon, elevationM: point.elevationM });
      timesS.push(point.timeS);
    }
  }
  return { points, timesS, kmOf: (distanceM, of) => (distanceM + (scales.get(of) ?? 0)) / 1000 };
}

/** Returns the time of the points before the next pause. */
function costOf({ points }: RawSegment): number {
  return Math.min(POINTS_AT_ONCE, points.length) * POINT_US;
}

/** Returns the great-circle distance by the haversine formula; 0 if a position is missing. */
export function distanceKm(
  from: { readonly lat: number | null; readonly lon: number | null },
  to: { readonly lat: number | null; readonly lon: number | null },
): number {
  if (from.lat === null || from.lon === null || to.lat === null || to.lon === null) return 0;
  const [phi, otherPhi] = [from.lat * RADIANS_PER_DEGREE, to.lat * RADIANS_PER_DEGREE];
  const half =
    Math.sin((otherPhi - phi) / 2) ** 2 +
    Math.cos(phi) * Math.cos(otherPhi) * Math.sin(((to.lon - from.lon) * RADIANS_PER_DEGREE) / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(half)));
}

/** Window for averaging elevations around each point, because maps and satellites err from point to point. */
const SMOOTHING_KM = 0.1;
/** Minimum rise that counts. The remaining noise rises and falls by less (engineering choice). */
const CLIMB_MIN_M = 3;

/**
 * Returns the climb of a course: the sum of rises of 3 m or more, with elevations averaged over 100 m. Null
 * if fewer than half of the points have an elevation.
 */
export function* elevationGainM(points: readonly CoursePoint[]): Work<number | null> {
  const known = points.filter(({ elevationM }) => elevationM !== null);
  if (known.length < 2 || known.length < points.length / 2) return null;
  const elevations = yield* smoothed(known);
  const [first = 0] = elevations;
  let gainM = 0;
  let lowest = first;
  let highest = first;
  for (const elevation of elevations) {
    if (elevation > highest) highest = elevation;
    if (highest - elevation < CLIMB_MIN_M && elevation >= lowest) continue;
    // The rise is over. It counts if it was high enough.
    if (highest - lowest >= CLIMB_MIN_M) gainM += highest - lowest;
    lowest = elevation;
    highest = elevation;
  }
  return highest - lowest >= CLIMB_MIN_M ? gainM + highest - lowest : gainM;
}

/** Averages each elevation with those within half a window before and after it. */
function* smoothed(points: readonly CoursePoint[]): Work<number[]> {
  let [from, to, sum] = [0, 0, 0];
  const means: number[] = [];
  for (const [index, { km }] of points.entries()) {
    if (index % POINTS_AT_ONCE === 0) yield POINTS_AT_ONCE * POINT_US;
    for (let next = points[to]; next && next.km <= km + SMOOTHING_KM / 2; next = points[to]) {
      sum += next.elevationM ?? 0;
      to += 1;
    }
    for (let old = points[from]; old && old.km < km - SMOOTHING_KM / 2; old = points[from]) {
      sum -= old.elevationM ?? 0;
      from += 1;
    }
    means.push(sum / (to - from));
  }
  return means;
}

/** Leaves space for two points per section, and for the first and last point. */
const SECTIONS = (COURSE_POINTS_MAX - 2) / 2;

/**
 * Thins a course to at most 2,000 points in one pass: keeps start and end, and the lowest and highest point
 * of each of 999 sections of equal length. Every summit and valley keeps its position and height. Without
 * elevations, keeps the first and middle point of each section.
 */
export function* thin(points: readonly CoursePoint[]): Work<readonly CoursePoint[]> {
  const last = points.at(-1);
  const [first] = points;
  if (points.length <= COURSE_POINTS_MAX || !first || !last) return points;
  const sections = Array.from({ length: SECTIONS }, (): CoursePoint[] => []);
  for (const [position, point] of points.slice(1, -1).entries()) {
    if (position % POINTS_AT_ONCE === 0) yield POINTS_AT_ONCE * POINT_US;
    const index = Math.min(SECTIONS - 1, Math.floor((point.km / last.km) * SECTIONS));
    sections[index]?.push(point);
  }
  const retained: CoursePoint[] = [first];
  for (const section of sections) {
    retained.push(...extremes(section));
    yield section.length * POINT_US;
  }
  return [...retained, last];
}

/** Returns the lowest and the highest point of a section, in course order. */
function extremes(section: readonly CoursePoint[]): readonly CoursePoint[] {
  const [first] = section;
  if (!first) return [];
  const middle = section[section.length >> 1] ?? first;
  let [lowest, highest] = [first, first];
  for (const point of section) {
    if ((point.elevationM ?? Number.POSITIVE_INFINITY) < (lowest.elevationM ?? Number.POSITIVE_INFINITY)) {
      lowest = point;
    }
    if ((point.elevationM ?? Number.NEGATIVE_INFINITY) > (highest.elevationM ?? Number.NEGATIVE_INFINITY)) {
      highest = point;
    }
  }
  const retained = new Set(lowest === highest ? [first, middle] : [lowest, highest]);
  return section.filter((point) => retained.has(point));
}
