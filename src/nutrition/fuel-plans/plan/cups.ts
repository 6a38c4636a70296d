import type { Cups } from './leg-mix.ts';
import type { PlanLeg } from './plan-legs.ts';
import type { Stop } from './stops.ts';

/** Most cups at one station. Engineering choice. */
export const CUPS_PER_STATION_MAX = 2;
/** Cups this close together count for the same hour, min: an hour plus a step of the counting grid. */
const COUNTED_WITHIN_MIN = 70;

/** Lists the stations of a leg at which athletes drink from cups. */
export function cupStops(stops: readonly Stop[], leg: PlanLeg): readonly Stop[] {
  return stops.filter(
    ({ kind, atMin, offers }) =>
      kind === 'aid' && atMin > leg.startMin && atMin < leg.endMin && offers.has('water'),
  );
}

/** The stations at which the cups of a leg are drunk. */
interface CupPlaces {
  /** The station of each cup, in order. */
  readonly stations: readonly Stop[];
  /** Whether every hour has room for its cups next to what is sipped from flasks. */
  readonly isRoomy: boolean;
}

/** Places the cups of a leg: evenly if the hours have room for that, else at the earliest stations whose hours have room. */
export function placeCups(
  own: readonly Stop[],
  { count, cupMl, carriedMl }: Pick<Cups, 'count' | 'cupMl' | 'carriedMl'>,
  { startMin, endMin, maxFluidMlPerHr }: PlanLeg,
): CupPlaces {
  const sippedMlPerHr = (60 * carriedMl) / (endMin - startMin);
  const mostPerHr = Math.floor((maxFluidMlPerHr - sippedMlPerHr) / cupMl);
  const isWithin = (stations: readonly Stop[]) =>
    stations.every((stop) => cupsFrom(stations, stop) <= mostPerHr);
  const even = Array.from(
    { length: count },
    (_, cup) => own[Math.floor(((cup + 0.5) * own.length) / count)],
  ).filter((stop) => stop !== undefined);
  if (isWithin(even)) return { stations: even, isRoomy: true };
  let chosen: readonly Stop[] = [];
  for (let round = 0; round < CUPS_PER_STATION_MAX; round += 1) {
    for (const stop of own) {
      const more = [...chosen, stop].sort((one, other) => one.atMin - other.atMin);
      if (isWithin(more)) chosen = more;
      if (chosen.length === count) return { stations: chosen, isRoomy: true };
    }
  }
  return { stations: even, isRoomy: false };
}

/** Counts the cups from this station on for an hour. */
function cupsFrom(stations: readonly Stop[], { atMin }: Stop): number {
  return stations.filter((other) => other.atMin >= atMin && other.atMin < atMin + COUNTED_WITHIN_MIN).length;
}
