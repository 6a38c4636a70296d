import type { Mark } from './schedule.ts';

const HOUR_MIN = 60;

/** Returns the most fluid that any hour of a plan holds, ml: each mark's is sipped evenly until the next one. */
export function mostFluidInAnHourMl(marks: readonly Mark[], durationMin: number): number {
  const drunkBefore = (minute: number) =>
    marks.reduce((sum, { atMin, fluidMl }, index) => {
      const untilMin = Math.max(atMin + 1, marks[index + 1]?.atMin ?? durationMin);
      return sum + fluidMl * Math.min(1, Math.max(0, (minute - atMin) / (untilMin - atMin)));
    }, 0);
  const edges = marks.flatMap(({ atMin }) => [atMin, Math.max(0, atMin - HOUR_MIN)]);
  return edges.reduce(
    (most, minute) => Math.max(most, drunkBefore(minute + HOUR_MIN) - drunkBefore(minute)),
    0,
  );
}

/** Returns the most sodium that any hour of a plan holds, mg: each mark's is taken at once. */
export function mostSodiumInAnHourMg(marks: readonly Mark[]): number {
  const hours = marks.map((first) =>
    marks
      .filter(({ atMin }) => atMin >= first.atMin && atMin < first.atMin + HOUR_MIN)
      .reduce((sum, { sodiumMg }) => sum + sodiumMg, 0),
  );
  return Math.max(0, ...hours);
}
