import type { Stop } from './model.ts';

/** Stations whose median distance in time is the step of a lap. */
const STEPS_OF = 6;

/** Returns the stations of the last lap: from one to the next at its place. Empty if no place comes again. */
export function lastLapOf(stops: readonly Stop[]): readonly Stop[] {
  const stations = stops.filter(({ kind }) => kind === 'aid');
  const last = stations.at(-1);
  if (last === undefined || last.place === null) return [];
  const before = stations.slice(0, -1).findLastIndex(({ place }) => place === last.place);
  return before < 0 ? [] : stations.slice(before + 1);
}

/** Repeats the last lap with what it offered, at its usual step, until the session ends. */
export function repeatedLaps(stops: readonly Stop[], endMin: number): readonly Stop[] {
  const lap = lastLapOf(stops);
  const minutes = stops.filter(({ kind }) => kind === 'aid').map(({ atMin }) => atMin);
  const recent = minutes.slice(-STEPS_OF);
  const steps = recent.slice(1).map((minute, index) => minute - (recent[index] ?? minute));
  const step = steps.toSorted((one, other) => one - other)[Math.floor(steps.length / 2)] ?? 0;
  const repeated: Stop[] = [];
  if (step <= 0) return [];
  for (let at = (minutes.at(-1) ?? 0) + step, turn = 0; at < endMin; at += step, turn += 1) {
    const stop = lap[turn % lap.length];
    if (stop === undefined) return [];
    repeated.push({ ...stop, km: null, atMin: Math.round(at), assumed: true });
  }
  return repeated;
}
