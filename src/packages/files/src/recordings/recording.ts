import type { CoursePoint } from '@musette/basics/courses';
import type { Work } from '@musette/basics/work';
import type { ActivityType } from '@musette/engine/types';
import { POINT_US, POINTS_AT_ONCE } from '../courses/course.ts';
import { distanceKm, elevationGainM } from '../courses/measure.ts';
import { UnreadableFile } from '../text-reader.ts';

export const RECORDING_FORMATS = ['fit', 'tcx', 'gpx'] as const;
type RecordingFormat = (typeof RECORDING_FORMATS)[number];

/** A moment of a recording as in its file. */
export interface RecordedPoint {
  readonly atMs: number;
  readonly lat: number | null;
  readonly lon: number | null;
  readonly elevationM: number | null;
  /** The distance from the start that the device counted. */
  readonly distanceM: number | null;
  readonly powerW: number | null;
  readonly heartRateBpm: number | null;
  readonly temperatureC: number | null;
}

/** What a file states of a leg. Null where it does not say. Its points fill the gaps. */
export interface StatedLeg {
  /** Names of the sport, most precise first. Empty if the file has none. */
  readonly sports: readonly string[];
  readonly isIndoor: boolean | null;
  readonly startMs: number | null;
  readonly elapsedS: number | null;
  readonly movingS: number | null;
  readonly distanceM: number | null;
  readonly gainM: number | null;
  readonly powerW: number | null;
  readonly heartRateBpm: number | null;
  readonly temperatureC: number | null;
  readonly points: readonly RecordedPoint[];
}

/** A recording as in its file, in one form for all formats. */
export interface RawRecording {
  readonly format: RecordingFormat;
  readonly legs: readonly StatedLeg[];
}

/** What was done in a leg: from what the file states, else from its points. */
export interface Leg {
  readonly type: ActivityType | null;
  readonly isIndoor: boolean | null;
  readonly startMs: number;
  readonly elapsedS: number;
  readonly movingS: number;
  readonly distanceM: number | null;
  readonly gainM: number | null;
  readonly powerW: number | null;
  readonly heartRateBpm: number | null;
  readonly temperatureC: number | null;
}

/** Slower than this is standing, m/s. A steep climb on foot is twice as fast. Engineering choice. */
const STANDING_M_PER_S = 0.15;

/** Sums a leg up. Null if it has neither times nor a stated start and duration. */
export function* sumUp(stated: StatedLeg, type: ActivityType | null): Work<Leg | null> {
  const { points } = stated;
  const [firstMs, lastMs] = [points[0]?.atMs ?? null, points.at(-1)?.atMs ?? null];
  const startMs = stated.startMs ?? firstMs;
  const recordedS = startMs === null || lastMs === null ? null : (lastMs - startMs) / 1000;
  const elapsedS = stated.elapsedS ?? recordedS;
  if (startMs === null || elapsedS === null || elapsedS <= 0) return null;
  const track = yield* measured(points);
  return {
    type,
    isIndoor: stated.isIndoor,
    startMs,
    elapsedS,
    movingS: Math.min(elapsedS, stated.movingS ?? track?.movingS ?? elapsedS),
    distanceM: stated.distanceM ?? track?.distanceM ?? null,
    gainM: stated.gainM ?? (track && (yield* elevationGainM(track.course))),
    powerW: stated.powerW ?? meanOf(points, ({ powerW }) => powerW),
    heartRateBpm: stated.heartRateBpm ?? meanOf(points, ({ heartRateBpm }) => heartRateBpm),
    temperatureC: stated.temperatureC ?? meanOf(points, ({ temperatureC }) => temperatureC),
  };
}

interface Track {
  readonly course: readonly CoursePoint[];
  readonly distanceM: number;
  readonly movingS: number;
}

/** Measures the way by the device's distances, else between positions. Null if there is none. */
function* measured(points: readonly RecordedPoint[]): Work<Track | null> {
  const hasDistances = points.every(({ distanceM }) => distanceM !== null);
  const placed = hasDistances ? points : points.filter(({ lat, lon }) => lat !== null && lon !== null);
  const course: CoursePoint[] = [];
  let [km, movingS] = [0, 0];
  let previous: RecordedPoint | null = null;
  for (const [index, point] of placed.entries()) {
    if (index % POINTS_AT_ONCE === 0) yield POINTS_AT_ONCE * POINT_US;
    if (previous) {
      const stepKm = hasDistances ? stepOf(previous, point) : distanceKm(previous, point);
      const stepS = (point.atMs - previous.atMs) / 1000;
      if (stepKm * 1000 > STANDING_M_PER_S * stepS) movingS += stepS;
      km += stepKm;
    }
    previous = point;
    course.push({ km, lat: point.lat, lon: point.lon, elevationM: point.elevationM });
  }
  return km === 0 ? null : { course, distanceM: km * 1000, movingS };
}

/** A device that starts its count again has not gone backwards. */
function stepOf(from: RecordedPoint, to: RecordedPoint): number {
  return Math.max(0, (to.distanceM ?? 0) - (from.distanceM ?? 0)) / 1000;
}

function meanOf(
  points: readonly RecordedPoint[],
  measureOf: (point: RecordedPoint) => number | null,
): number | null {
  let [sum, count] = [0, 0];
  for (const point of points) {
    const value = measureOf(point);
    if (value === null) continue;
    sum += value;
    count += 1;
  }
  return count === 0 ? null : sum / count;
}

/** Returns the mean over the legs that state it, each by its length. Null if none does. */
export function meanOverLegs(legs: readonly Leg[], measureOf: (leg: Leg) => number | null): number | null {
  let [sum, seconds] = [0, 0];
  for (const leg of legs) {
    const value = measureOf(leg);
    if (value === null) continue;
    sum += value * leg.elapsedS;
    seconds += leg.elapsedS;
  }
  return seconds === 0 ? null : sum / seconds;
}

/** Returns the sum over all legs. Null if none states it. */
export function sumOverLegs(legs: readonly Leg[], measureOf: (leg: Leg) => number | null): number | null {
  const values = legs.map(measureOf).filter((value) => value !== null);
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0);
}

/** Refuses a file without times: it is a course, which another route reads. */
export function refuseNoTimes(): never {
  throw new UnreadableFile(
    'The file has no times, so it is a course and not a recording. Send it to POST /v1/courses/parse.',
  );
}
