import { UnreadableFile } from '#platform/files/text-reader.ts';
import type { Work } from '#platform/http/heavy-work.ts';
import type { CoursePoint } from '#platform/storage/course-columns.ts';
import { DISTANCE_KM_MAX, DISTANCE_KM_MIN } from '../records/course.ts';
import { POINT_US, POINTS_AT_ONCE, type RawPoint } from './course.ts';

/** Mean radius of the Earth (IUGG). */
const EARTH_RADIUS_KM = 6371.009;
const RADIANS_PER_DEGREE = Math.PI / 180;

/**
 * Returns the points with their distance from the start: the stated one if every point has it and it never
 * decreases, else measured along great circles from point to point. Refuses a course shorter than 100 m or
 * longer than 2,000 km.
 */
export function* measure(points: readonly RawPoint[]): Work<readonly CoursePoint[]> {
  if (points.length < 2) throw new UnreadableFile('The course has fewer than two points.');
  const measured = (yield* statedDistances(points)) ?? (yield* greatCircles(points));
  const km = measured.at(-1)?.km ?? 0;
  if (!(km >= DISTANCE_KM_MIN)) throw new UnreadableFile('The course is shorter than 100 m.');
  if (km > DISTANCE_KM_MAX) throw new UnreadableFile(`The course is longer than ${DISTANCE_KM_MAX} km.`);
  return measured;
}

function* statedDistances(points: readonly RawPoint[]): Work<CoursePoint[] | null> {
  let lastM = points[0]?.distanceM ?? 0;
  const startM = lastM;
  const measured: CoursePoint[] = [];
  for (const [index, { distanceM, lat, lon, elevationM }] of points.entries()) {
    if (index % POINTS_AT_ONCE === 0) yield POINTS_AT_ONCE * POINT_US;
    if (distanceM === null || distanceM < lastM) return null;
    lastM = distanceM;
    measured.push({ km: (distanceM - startM) / 1000, lat, lon, elevationM });
  }
  return lastM > startM ? measured : null;
}

function* greatCircles(points: readonly RawPoint[]): Work<CoursePoint[]> {
  let km = 0;
  let previous: RawPoint | null = null;
  const measured: CoursePoint[] = [];
  for (const [index, point] of points.entries()) {
    if (index % POINTS_AT_ONCE === 0) yield POINTS_AT_ONCE * POINT_US;
    if (point.lat === null || point.lon === null) continue;
    if (previous) km += distanceKm(previous, point);
    previous = point;
    measured.push({ km, lat: point.lat, lon: point.lon, elevationM: point.elevationM });
  }
  if (measured.length < 2) throw new UnreadableFile('The course has fewer than two points with a position.');
  return measured;
}

/** Returns the great-circle distance by the haversine formula; 0 if a position is missing. */
function distanceKm(
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
