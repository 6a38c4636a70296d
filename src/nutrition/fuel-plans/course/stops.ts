import type { AidStation, Course, StationOffer } from '@musette/basics/courses';
import type { SingleSportType } from '@musette/engine/types';
import { minuteAt } from './clock.ts';
import { isOnFoot, type PlanLeg } from './legs.ts';
import type { Terrain } from './terrain.ts';

/** A place on the course where something can be picked up. */
export interface Stop {
  /** Null at the end of a session of unknown length, and at a transition without a course. */
  readonly km: number | null;
  readonly atMin: number;
  readonly name: string | null;
  /** The sport in which it is passed, where a stop of another sport has the same name. */
  readonly namesake?: SingleSportType;
  readonly kind: 'start' | 'transition' | 'aid' | 'end';
  readonly offers: ReadonlySet<StationOffer>;
  /** Stations with one number are one place: passes of one table, with one bag. Null if nobody said. */
  readonly place: number | null;
  /** Whether the athlete continues on foot, so carried weight matters. */
  readonly isOnFoot: boolean;
}

interface Session {
  readonly durationMin: number;
  readonly distanceKm: number | null;
  readonly course: Course | null;
}

const NOTHING: ReadonlySet<StationOffer> = new Set();
/** Offers at the start: everything the athlete has at home. */
const HOME: ReadonlySet<StationOffer> = new Set<StationOffer>(['water', 'drop_bag']);

/**
 * Lists start, transitions, stations and end in course order, with the minute of each. At a
 * transition, everything that the athlete left there is at hand. An event that begins with a swim has nothing at its
 * start: nothing is carried or taken before the first transition.
 */
export function stopsOf(
  { durationMin, distanceKm, course }: Session,
  { stretches }: Terrain,
  legs: readonly PlanLeg[],
): readonly Stop[] {
  const start = startOf(stretches, legs);
  const firstMin = legs.find(({ forms }) => forms.size > 0)?.startMin ?? 0;
  const atOf = ({ km }: AidStation) => Math.min(durationMin, Math.round(minuteAt(stretches, km)));
  const stations = (course?.aidStations ?? [])
    .map(
      (station): Stop => ({
        km: station.km,
        atMin: atOf(station),
        name: station.name,
        kind: 'aid',
        offers: new Set(station.offers),
        place: placeOf(station),
        isOnFoot: isOnFootAfter(stretches, legs, station.km, atOf(station)),
      }),
    )
    // A station at the start, or before anything is taken, adds nothing.
    .filter(({ atMin }) => atMin > firstMin);
  const named = stations.map((stop) => withSport(stop, stations, legs));
  const endKm = course?.distanceKm ?? distanceKm;
  return [
    start,
    ...[...transitionsOf(stretches, legs), ...named].sort((one, other) => one.atMin - other.atMin),
    { km: endKm, atMin: durationMin, name: null, kind: 'end', offers: NOTHING, place: null, isOnFoot: false },
  ];
}

const placeOf = ({ place }: AidStation & { readonly place?: number | null }): number | null => place ?? null;

/** Adds the sport to a station if one of another sport has the same name. */
function withSport(stop: Stop, stations: readonly Stop[], legs: readonly PlanLeg[]): Stop {
  const legAt = ({ atMin }: Stop) => legs.findLast(({ startMin }) => startMin <= atMin);
  const leg = legAt(stop);
  const isShared = stations.some(
    (other) => stop.name !== null && other.name === stop.name && legAt(other)?.type !== leg?.type,
  );
  return isShared && leg !== undefined ? { ...stop, namesake: leg.type } : stop;
}

function startOf(stretches: Terrain['stretches'], legs: readonly PlanLeg[]): Stop {
  const isFed = (legs[0]?.forms.size ?? 0) > 0 || legs.every(({ forms }) => forms.size === 0);
  return {
    km: 0,
    atMin: 0,
    name: null,
    kind: 'start',
    offers: isFed ? HOME : NOTHING,
    place: null,
    isOnFoot: isOnFootAfter(stretches, legs, 0, 0),
  };
}

/** Lists the transitions: T1, T2 and so on. */
function transitionsOf(stretches: Terrain['stretches'], legs: readonly PlanLeg[]): readonly Stop[] {
  return legs.slice(1).map(({ type, startMin }, index): Stop => {
    const first = stretches.find(({ fromMin }) => fromMin >= startMin);
    return {
      km: first === undefined ? null : Math.round(1000 * first.fromKm) / 1000,
      atMin: Math.round(startMin),
      name: `T${index + 1}`,
      kind: 'transition',
      offers: HOME,
      place: null,
      isOnFoot: isOnFoot({ type }),
    };
  });
}

function isOnFootAfter(
  stretches: Terrain['stretches'],
  legs: readonly PlanLeg[],
  km: number,
  atMin: number,
): boolean {
  const next = stretches.find(({ toKm }) => toKm > km) ?? legs.find(({ endMin }) => endMin > atMin);
  return next !== undefined && isOnFoot(next);
}
