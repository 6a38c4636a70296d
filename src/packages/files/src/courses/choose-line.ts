import type { Work } from '@musette/basics/work';
import { UnreadableFile } from '../text-reader.ts';
import {
  type FilePoint,
  type NamedLine,
  POINT_US,
  POINTS_AT_ONCE,
  type RawCourse,
  type RawLine,
  type RawPoint,
  type RawSegment,
} from './course.ts';
import { distanceKm, lengthKm } from './measure.ts';

/** The course among the lines of a file. */
interface ChosenLine {
  readonly segments: readonly RawSegment[];
  /** Waypoints of the file, and course points of the chosen lines. */
  readonly points: readonly FilePoint[];
  readonly alternatives: readonly NamedLine[];
  readonly linesLeftOut: readonly NamedLine[];
}

/** Ends that lie nearer to each other are the same place, such as a square or a car park. Engineering choice. */
const SAME_PLACE_KM = 0.5;
/** The most lines that an answer names, and that a file has. */
const NAMED_LINES_MAX = 20;
const LINES_MAX = 1000;

/**
 * Chooses the course: the first line with positions, and those that go on where it ends. Others are alternatives. Segments of
 * a line that repeat an earlier one are laps if their times go on, else they are left out.
 */
export function* chooseLine(raw: RawCourse): Work<ChosenLine> {
  const leftOut: RawLine[] = [...raw.linesLeftOut];
  const lines: RawLine[] = [];
  for (const line of raw.lines) {
    const { laps, copies } = yield* withoutCopies(yield* withoutLostFixes(line));
    if (laps.segments.some(({ points }) => points.length > 0)) lines.push(laps);
    if (copies.segments.length > 0) leftOut.push(copies);
  }
  if (lines.length > LINES_MAX) {
    throw new UnreadableFile(`The file has more than ${LINES_MAX} tracks, routes or courses.`);
  }
  const { course, others } = joinLines(lines);
  return {
    segments: course?.segments ?? [],
    points: [...raw.points, ...(course?.points ?? [])],
    alternatives: course && others.length > 0 ? yield* named([course, ...others]) : [],
    linesLeftOut: yield* named(leftOut),
  };
}

/** Joins the first line and those that go on where it has come to. */
function joinLines(lines: readonly RawLine[]) {
  const [first, ...next] = lines;
  if (!first) return { course: null, others: [] };
  const segments = [...first.segments];
  const points = [...first.points];
  const others: RawLine[] = [];
  const start = firstPlace(first);
  let end = lastPlace(first);
  for (const line of next) {
    const isSequel = line.isRoute === first.isRoute && goesOn({ ...first, segments }, line, { start, end });
    if (!isSequel) {
      others.push(line);
      continue;
    }
    for (const segment of line.segments) segments.push(segment);
    for (const point of line.points) points.push(point);
    end = lastPlace(line) ?? end;
  }
  return { course: { ...first, segments, points }, others };
}

function* named(lines: readonly RawLine[]): Work<readonly NamedLine[]> {
  const list: NamedLine[] = [];
  for (const { name, segments } of lines.slice(0, NAMED_LINES_MAX)) {
    list.push({ name, distanceKm: yield* lengthKm(segments) });
  }
  return list;
}

/** Where a course starts and ends. */
interface Ends {
  readonly start: RawPoint | undefined;
  readonly end: RawPoint | undefined;
}

/**
 * Returns whether a line continues the course: it begins where the course ends, and the course does not end where it began. A
 * track without a name also does if its times follow, because some devices begin a new one at each pause.
 */
function goesOn(course: RawLine, next: RawLine, { start, end }: Ends): boolean {
  if (course.name === null && next.name === null && timesGoOn(course.segments, next.segments)) return true;
  const begin = firstPlace(next);
  if (!start || !end || !begin) return false;
  return distanceKm(start, end) > SAME_PLACE_KM && distanceKm(end, begin) <= SAME_PLACE_KM;
}

function timesGoOn(before: readonly RawSegment[], after: readonly RawSegment[]): boolean {
  const end = before.at(-1)?.points.at(-1)?.timeS ?? null;
  const begin = after[0]?.points[0]?.timeS ?? null;
  return end !== null && begin !== null && begin >= end;
}

function hasPlace({ lat, lon }: RawPoint): boolean {
  return lat !== null && lon !== null;
}

function firstPlace({ segments }: RawLine): RawPoint | undefined {
  for (const { points } of segments) {
    const found = points.find(hasPlace);
    if (found) return found;
  }
  return undefined;
}

function lastPlace({ segments }: RawLine): RawPoint | undefined {
  for (let index = segments.length - 1; index >= 0; index--) {
    const found = segments[index]?.points.findLast(hasPlace);
    if (found) return found;
  }
  return undefined;
}

/** Separates segments that repeat an earlier one without a later time. */
function* withoutCopies(line: RawLine): Work<{ readonly laps: RawLine; readonly copies: RawLine }> {
  if (line.segments.length < 2) return { laps: line, copies: { ...line, segments: [], points: [] } };
  const laps: RawSegment[] = [];
  const copies: RawSegment[] = [];
  const seen = new Set<string>();
  for (const segment of line.segments) {
    const key = yield* keyOf(segment);
    const isCopy = segment.points.length > 1 && seen.has(key) && !timesGoOn(laps, [segment]);
    seen.add(key);
    (isCopy ? copies : laps).push(segment);
  }
  return { laps: { ...line, segments: laps }, copies: { ...line, segments: copies, points: [] } };
}

/** Returns a text that is the same for segments with the same positions: their count and two sums of them. */
function* keyOf({ points }: RawSegment): Work<string> {
  let [sum, weighed] = [0, 0];
  for (const [index, { lat, lon }] of points.entries()) {
    if (index % POINTS_AT_ONCE === 0) yield Math.min(POINTS_AT_ONCE, points.length) * POINT_US;
    const place = (lat ?? 0) * 7 + (lon ?? 0);
    sum += place;
    weighed += place * ((index % 1009) + 1);
  }
  const [first] = points;
  return [points.length, first?.lat, first?.lon, sum.toFixed(5), weighed.toFixed(3)].join();
}

/** A point of 0, 0 that is farther than this from its neighbours is no place of the course. */
const LOST_FIX_KM = 10;

/** Removes the position of points at exactly 0, 0, which a device writes without a signal, if the course is elsewhere. */
function* withoutLostFixes(line: RawLine): Work<RawLine> {
  const isZero = ({ lat, lon }: RawPoint) => lat === 0 && lon === 0;
  const other = line.segments.flatMap(
    ({ points }) => points.find((point) => hasPlace(point) && !isZero(point)) ?? [],
  );
  if (other.length === 0 || !line.segments.some(({ points }) => points.some(isZero))) return line;
  const segments: RawSegment[] = [];
  for (const { points, scale } of line.segments) {
    yield points.length * POINT_US;
    let last: RawPoint | null = null;
    const following = followingPlaces(points, isZero);
    const held = points.map((point, index) => {
      if (!isZero(point)) {
        if (hasPlace(point)) last = point;
        return point;
      }
      const neighbour = last ?? following[index] ?? other[0];
      const isLost = neighbour !== undefined && distanceKm(point, neighbour) > LOST_FIX_KM;
      return isLost ? { ...point, lat: null, lon: null, elevationM: null } : point;
    });
    segments.push({ points: held, scale });
  }
  return { ...line, segments };
}

/** Returns the next place behind each point that is not 0, 0. */
function followingPlaces(
  points: readonly RawPoint[],
  isZero: (point: RawPoint) => boolean,
): readonly (RawPoint | null)[] {
  let next: RawPoint | null = null;
  const places: (RawPoint | null)[] = new Array(points.length).fill(null);
  for (let index = points.length - 1; index >= 0; index--) {
    const point = points[index];
    places[index] = next;
    if (point && hasPlace(point) && !isZero(point)) next = point;
  }
  return places;
}
