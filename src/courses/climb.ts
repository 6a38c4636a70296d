import type { CoursePoint } from '../storage/course-columns.ts';

/** Elevations are averaged over this much of the course around each point: maps and satellites err from point to point. */
const SMOOTHING_KM = 0.1;
/** A rise counts once it is this high: the remaining noise rises and falls by less (engineering choice). */
const CLIMB_MIN_M = 3;

/**
 * Returns the climb of a course: of elevations averaged over 100 m, the rises of 3 m and more. Null if fewer than half of
 * the points have an elevation.
 */
export function elevationGainM(points: readonly CoursePoint[]): number | null {
  const known = points.filter(({ elevationM }) => elevationM !== null);
  if (known.length < 2 || known.length < points.length / 2) return null;
  const [first = 0, ...others] = smoothed(known);
  let gainM = 0;
  let lowest = first;
  let highest = first;
  for (const elevation of others) {
    if (elevation > highest) highest = elevation;
    if (highest - elevation < CLIMB_MIN_M && elevation >= lowest) continue;
    // The rise is over: it counts if it was high enough.
    if (highest - lowest >= CLIMB_MIN_M) gainM += highest - lowest;
    lowest = elevation;
    highest = elevation;
  }
  return highest - lowest >= CLIMB_MIN_M ? gainM + highest - lowest : gainM;
}

/** Averages each elevation with those within half of the window before and after it. */
function smoothed(points: readonly CoursePoint[]): number[] {
  let [from, to, sum] = [0, 0, 0];
  return points.map(({ km }) => {
    for (let next = points[to]; next && next.km <= km + SMOOTHING_KM / 2; next = points[to]) {
      sum += next.elevationM ?? 0;
      to += 1;
    }
    for (let old = points[from]; old && old.km < km - SMOOTHING_KM / 2; old = points[from]) {
      sum -= old.elevationM ?? 0;
      from += 1;
    }
    return sum / (to - from);
  });
}
