import type { Work } from '#platform/http/heavy-work.ts';
import type { CoursePoint } from '#platform/storage/course-columns.ts';
import { COURSE_POINTS_MAX } from '../records/course.ts';
import { POINT_US, POINTS_AT_ONCE } from './course.ts';

/** Leaves space for two points per section, and for the first and last point. */
const SECTIONS = (COURSE_POINTS_MAX - 2) / 2;

/**
 * Thins a course to at most 2,000 points in one pass: keeps start and end, and the lowest and highest point
 * of each of 999 sections of equal length. Every summit and valley keeps its place and height. Without
 * elevations, keeps the first and middle point of each section.
 */
export function* thin(points: readonly CoursePoint[]): Work<readonly CoursePoint[]> {
  const last = points.at(-1);
  const [first] = points;
  if (points.length <= COURSE_POINTS_MAX || !first || !last) return points;
  const sections = Array.from({ length: SECTIONS }, (): CoursePoint[] => []);
  for (const [place, point] of points.slice(1, -1).entries()) {
    if (place % POINTS_AT_ONCE === 0) yield POINTS_AT_ONCE * POINT_US;
    const index = Math.min(SECTIONS - 1, Math.floor((point.km / last.km) * SECTIONS));
    sections[index]?.push(point);
  }
  const kept: CoursePoint[] = [first];
  for (const section of sections) {
    kept.push(...extremes(section));
    yield section.length * POINT_US;
  }
  return [...kept, last];
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
  const kept = new Set(lowest === highest ? [first, middle] : [lowest, highest]);
  return section.filter((point) => kept.has(point));
}
