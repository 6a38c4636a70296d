import type { Work } from '#platform/http/heavy-work.ts';
import type { CoursePoint } from '#platform/storage/course-columns.ts';
import { POINT_US, POINTS_AT_ONCE } from './course.ts';

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
