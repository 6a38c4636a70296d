import { exactly } from '../http/answer.ts';
import { roundTo } from '../http/wire-fields.ts';
import type { CoursePoint } from '../storage/course-columns.ts';
import type { ParsedCourse as ShownCourse } from './answers.ts';
import type { ParsedCourse } from './course.ts';

/** Decimals: a metre along the course, a decimetre up, a decimetre on the map. */
const KM_DECIMALS = 3;
const ELEVATION_DECIMALS = 1;
const DEGREE_DECIMALS = 6;

/** Returns a course in the form that an activity's `course` takes, with the format and name of its file. */
export function courseToWire({
  format,
  name,
  distanceKm,
  elevationGainM,
  points,
  aidStations,
}: ParsedCourse): ShownCourse {
  return {
    format,
    name,
    distance_km: roundTo(distanceKm, KM_DECIMALS),
    elevation_gain_m: elevationGainM === null ? null : Math.round(elevationGainM),
    points: points.map(pointToWire),
    aid_stations: aidStations.map((station) => ({
      km: roundTo(station.km, KM_DECIMALS),
      ...(station.name === null ? {} : { name: station.name }),
      offers: [...station.offers],
    })),
  };
}

function pointToWire({ km, elevationM, lat, lon }: CoursePoint): ShownCourse['points'][number] {
  return exactly({
    km: roundTo(km, KM_DECIMALS),
    ...(elevationM === null ? {} : { elevation_m: roundTo(elevationM, ELEVATION_DECIMALS) }),
    ...(lat === null || lon === null
      ? {}
      : { lat: roundTo(lat, DEGREE_DECIMALS), lon: roundTo(lon, DEGREE_DECIMALS) }),
  });
}
