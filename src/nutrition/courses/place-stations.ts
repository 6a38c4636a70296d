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
  const kmPerDegreeEast = KM_PER_DEGREE * Math.cos((lat * Math.PI) / 180);
  const passings: Passing[] = [];
  let nearest = Number.POSITIVE_INFINITY;
  let from = points[0];
  for (const to of points) {
    const passing = from && from !== to ? passingOf({ lat, lon, kmPerDegreeEast }, from, to) : null;
    from = to;
    if (passing === null) continue;
    passings.push(passing);
    nearest = Math.min(nearest, passing.awayKm);
  }
  return nearest > AWAY_MAX_KM ? null : firstNear(passings, nearest + SAME_PLACE_KM);
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

/** A plane around a waypoint. */
interface Plane {
  readonly lat: number;
  readonly lon: number;
  readonly kmPerDegreeEast: number;
}

const FAR_KM = AWAY_MAX_KM + SAME_PLACE_KM;
/** A section too far away to measure. Most are, and a file has a million pairs of sections and waypoints. */
const FAR: Passing = { awayKm: Number.POSITIVE_INFINITY, km: 0 };

/** Returns the nearest place on a straight section of the course. Null for a section without coordinates. */
function passingOf({ lat, lon, kmPerDegreeEast }: Plane, from: CoursePoint, to: CoursePoint): Passing | null {
  if (from.lat === null || from.lon === null || to.lat === null || to.lon === null) return null;
  const y = (from.lat - lat) * KM_PER_DEGREE;
  const dy = (to.lat - from.lat) * KM_PER_DEGREE;
  if (isBeyond(y, y + dy)) return FAR;
  const x = (from.lon - lon) * kmPerDegreeEast;
  const dx = (to.lon - from.lon) * kmPerDegreeEast;
  if (isBeyond(x, x + dx)) return FAR;
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, -(x * dx + y * dy) / length));
  const [east, north] = [x + share * dx, y + share * dy];
  // Not Math.hypot, which takes several times as long.
  return { awayKm: Math.sqrt(east * east + north * north), km: from.km + share * (to.km - from.km) };
}

/** Returns whether both ends of a section lie too far to the same side. */
function isBeyond(from: number, to: number): boolean {
  return (from > FAR_KM && to > FAR_KM) || (from < -FAR_KM && to < -FAR_KM);
}
