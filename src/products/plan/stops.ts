import type { SingleSportType } from '../../engine/types.ts';
import type { AidStation, Course, StationOffer } from '../../storage/course-columns.ts';
import { minuteAt } from './course-clock.ts';
import type { Terrain } from './terrain.ts';

/** A place on the way where something can be picked up. */
export interface Stop {
  /** Null at the end of a session of unknown length. */
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

/** Lists start, stations and end in the order in which they are passed, with the minute of each. */
export function stopsOf(
  { durationMin, distanceKm, course }: Session,
  { stretches }: Terrain,
): readonly Stop[] {
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
    .filter(({ atMin }) => atMin > 0);
  const endKm = course?.distanceKm ?? distanceKm;
  return [
    { km: 0, atMin: 0, name: null, kind: 'start', offers: HOME, isOnFoot: isOnFootAfter(stretches, 0) },
    ...stations,
    { km: endKm, atMin: durationMin, name: null, kind: 'end', offers: NOTHING, isOnFoot: false },
  ];
}

const ON_FOOT: ReadonlySet<SingleSportType> = new Set(['run', 'treadmill_run', 'trail_run', 'hike', 'walk']);

function isOnFootAfter(stretches: Terrain['stretches'], km: number): boolean {
  const next = stretches.find(({ toKm }) => toKm > km);
  return next !== undefined && ON_FOOT.has(next.type);
}
