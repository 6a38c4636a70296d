import type { SingleSportType } from '../../engine/types.ts';
import type { AidStation, Course, StationOffer } from '../../storage/course-columns.ts';
import { minuteAt } from './course-clock.ts';
import type { PlanLeg } from './plan-legs.ts';
import type { Terrain } from './terrain.ts';

/** A place on the way where something can be picked up. */
export interface Stop {
  /** Null at the end of a session of unknown length, and after a swim without a course. */
  readonly km: number | null;
  readonly atMin: number;
  readonly name: string | null;
  readonly kind: 'start' | 'aid' | 'end';
  readonly offers: ReadonlySet<StationOffer>;
  /** Whether the athlete runs or walks on from here and feels every bottle. */
  readonly isOnFoot: boolean;
}

interface Session {
  readonly durationMin: number;
  readonly distanceKm: number | null;
  readonly course: Course | null;
}

const NOTHING: ReadonlySet<StationOffer> = new Set();
/** At the start everything that the athlete has at home is at hand. */
const HOME: ReadonlySet<StationOffer> = new Set<StationOffer>(['water', 'drop_bag']);

/**
 * Lists start, stations and end in the order in which they are passed, with the minute of each. In an event that begins
 * with a swim nothing is carried or taken before its end, so that the start is there.
 */
export function stopsOf(
  { durationMin, distanceKm, course }: Session,
  { stretches }: Terrain,
  legs: readonly PlanLeg[],
): readonly Stop[] {
  const start = startOf(stretches, legs);
  const atOf = ({ km }: AidStation) => Math.min(durationMin, Math.round(minuteAt(stretches, km)));
  const stations = (course?.aidStations ?? [])
    .map(
      (station): Stop => ({
        km: station.km,
        atMin: atOf(station),
        name: station.name,
        kind: 'aid',
        offers: new Set(station.offers),
        isOnFoot: isOnFootAfter(stretches, station.km),
      }),
    )
    // One at the start itself has nothing that is not at hand there anyway.
    .filter(({ atMin }) => atMin > start.atMin);
  const endKm = course?.distanceKm ?? distanceKm;
  return [
    start,
    ...stations,
    { km: endKm, atMin: durationMin, name: null, kind: 'end', offers: NOTHING, isOnFoot: false },
  ];
}

const KM_DECIMALS = 1000;

function startOf(stretches: Terrain['stretches'], legs: readonly PlanLeg[]): Stop {
  const startMin = legs.find(({ forms }) => forms.size > 0)?.startMin ?? 0;
  const first = stretches.find(({ fromMin }) => fromMin >= startMin);
  const swumKm = first === undefined ? null : Math.round(first.fromKm * KM_DECIMALS) / KM_DECIMALS;
  const km = startMin > 0 ? swumKm : 0;
  const isOnFoot = isOnFootAfter(stretches, km ?? 0);
  return { km, atMin: Math.round(startMin), name: null, kind: 'start', offers: HOME, isOnFoot };
}

const ON_FOOT: ReadonlySet<SingleSportType> = new Set(['run', 'treadmill_run', 'trail_run', 'hike', 'walk']);

function isOnFootAfter(stretches: Terrain['stretches'], km: number): boolean {
  const next = stretches.find(({ toKm }) => toKm > km);
  return next !== undefined && ON_FOOT.has(next.type);
}
