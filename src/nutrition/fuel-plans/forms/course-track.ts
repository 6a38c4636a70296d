import type { Course } from '#platform/storage/course-columns.ts';

/** A place of a course with its position. */
export interface Place {
  readonly km: number;
  readonly lat: number;
  readonly lon: number;
  readonly elevationM: number | null;
}

/** Lists the places of a course that have positions; null if there are fewer than two. */
export function courseTrack(course: Course | null): readonly Place[] | null {
  const places = (course?.points ?? []).flatMap(({ km, lat, lon, elevationM }) =>
    lat === null || lon === null ? [] : [{ km, lat, lon, elevationM }],
  );
  return places.length < 2 ? null : places;
}

/** Returns the position at a kilometre, interpolated between its neighbours; beyond the track, the nearest end. */
export function placeAt(track: readonly Place[], km: number): Omit<Place, 'elevationM'> {
  const next = Math.max(
    1,
    track.findIndex((place) => place.km >= km),
  );
  const [from, to] = [track[next - 1], track[next]];
  const last = track.at(-1);
  if (from === undefined || to === undefined || last === undefined) throw new Error('a track has two places');
  if (km >= last.km) return { km: last.km, lat: last.lat, lon: last.lon };
  const share = to.km > from.km ? Math.min(1, Math.max(0, (km - from.km) / (to.km - from.km))) : 0;
  return {
    km: from.km + share * (to.km - from.km),
    lat: from.lat + share * (to.lat - from.lat),
    lon: from.lon + share * shortestTurn(to.lon - from.lon),
  };
}

/** Returns the shortest difference of longitudes, also across the date line. */
function shortestTurn(degrees: number): number {
  return ((((degrees + 180) % 360) + 360) % 360) - 180;
}
