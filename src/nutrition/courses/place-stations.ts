import type { Work } from '#platform/http/heavy-work.ts';
import type { CoursePoint } from '#platform/storage/course-columns.ts';
import { COURSE_STATIONS_MAX } from '../records/course.ts';
import { POINT_US, type SpokenStation, type Waypoint } from './course.ts';
import { offersOf } from './offers.ts';

/** Waypoints farther away, such as a hotel, are not on the course. */
const AWAY_MAX_KM = 0.5;
/**
 * Two passes of a waypoint within this distance count as equally near: recordings of one road differ by as
 * much.
 */
const SAME_PLACE_KM = 0.025;
const KM_PER_DEGREE = 111.195;
/** Time per character to look for offers in a waypoint (measured, rounded up). */
const WORD_CHARACTER_US = 0.5;

/**
 * Returns the aid stations among the waypoints, in course order, at most 60. Each is placed at the kilometre
 * stated in the file, else where the course first passes closest to it, within 500 m.
 */
export function* placeStations(
  waypoints: readonly Waypoint[],
  points: readonly CoursePoint[],
): Work<readonly SpokenStation[]> {
  const endKm = points.at(-1)?.km ?? 0;
  const stations: SpokenStation[] = [];
  for (const waypoint of waypoints) {
    yield waypoint.words.length * WORD_CHARACTER_US;
    const offers = offersOf(waypoint.words);
    if (offers === null) continue;
    const km = waypoint.km ?? nearestKm(waypoint, points);
    yield points.length * POINT_US;
    if (km !== null && km >= 0 && km <= endKm) stations.push({ km, name: waypoint.name, offers });
  }
  return stations.sort((a, b) => a.km - b.km).slice(0, COURSE_STATIONS_MAX);
}

function nearestKm({ lat, lon }: Waypoint, points: readonly CoursePoint[]): number | null {
  if (lat === null || lon === null) return null;
  const passings = points.slice(1).flatMap((to, index) => {
    const from = points[index];
    const passing = from ? passingOf(lat, lon, from, to) : null;
    return passing ? [passing] : [];
  });
  const nearest = passings.reduce((least, { awayKm }) => Math.min(least, awayKm), Number.POSITIVE_INFINITY);
  if (nearest > AWAY_MAX_KM) return null;
  return firstNear(passings, nearest + SAME_PLACE_KM);
}

interface Passing {
  readonly awayKm: number;
  readonly km: number;
}

/** Returns the kilometre of the nearest place in the first run of passes that are near enough. */
function firstNear(passings: readonly Passing[], awayMaxKm: number): number | null {
  let best: Passing | null = null;
  for (const passing of passings) {
    if (passing.awayKm > awayMaxKm) {
      if (best) break;
    } else if (!best || passing.awayKm < best.awayKm) best = passing;
  }
  return best?.km ?? null;
}

/** Returns the nearest place on a straight section of the course, on a plane around the waypoint. */
function passingOf(lat: number, lon: number, from: CoursePoint, to: CoursePoint): Passing | null {
  if (from.lat === null || from.lon === null || to.lat === null || to.lon === null) return null;
  const kmPerDegreeEast = KM_PER_DEGREE * Math.cos((lat * Math.PI) / 180);
  const [x, y] = [(from.lon - lon) * kmPerDegreeEast, (from.lat - lat) * KM_PER_DEGREE];
  const [dx, dy] = [(to.lon - from.lon) * kmPerDegreeEast, (to.lat - from.lat) * KM_PER_DEGREE];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, -(x * dx + y * dy) / length));
  return {
    awayKm: Math.hypot(x + share * dx, y + share * dy),
    km: from.km + share * (to.km - from.km),
  };
}
