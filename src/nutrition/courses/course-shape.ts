import {
  COURSE_PLACES_MAX,
  COURSE_POINTS_MAX,
  COURSE_STATIONS_MAX,
  COURSE_WAYPOINTS_MAX,
  type CoursePoint,
  STATION_NAME_CHARACTERS_MAX,
  STATION_OFFERS,
  WAYPOINT_KINDS,
  type Waypoint,
} from '@musette/basics/courses';
import {
  COURSE_FORMATS,
  type ParsedCourse as FileCourse,
  type NamedLine,
} from '@musette/files/courses/course';
import * as z from 'zod/mini';
import { exactly } from '#platform/http/answer.ts';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { between, integerBetween, roundTo, text } from '#platform/http/wire-fields.ts';
import { CLIMB_M_MAX, DISTANCE_KM_MAX, DISTANCE_KM_MIN } from '../records/course.ts';

const point = documented(
  z.object({
    km: described(between(0, DISTANCE_KM_MAX), 'Distance from the start along the course. Never decreases.'),
    elevation_m: described(z.optional(between(-500, 9000)), 'Omitted if the file has none here.'),
    lat: described(z.optional(between(-90, 90)), 'Degrees north. Omitted together with `lon`.'),
    lon: described(z.optional(between(-180, 180)), 'Degrees east.'),
  }),
  { id: 'ParsedCoursePoint' },
);

const aidStation = documented(
  z.object({
    km: described(between(0, DISTANCE_KM_MAX), 'Where the course passes it.'),
    name: described(
      z.optional(text(STATION_NAME_CHARACTERS_MAX, 1)),
      'As in the file, cut at 100 characters. Omitted if there is none.',
    ),
    offers: described(
      z.array(z.enum(STATION_OFFERS)),
      'From the text of the point, without what it denies. Only `water` if it says no more than that it is an aid station. Empty if all is denied, or if it is not clear what is.',
    ),
    place: described(
      integerBetween(1, COURSE_PLACES_MAX),
      'Stops with the same number are passes of one place, such as on laps. A number is shared with `waypoints`.',
    ),
  }),
  { id: 'ParsedAidStation' },
);

const waypoint = documented(
  z.object({
    km: described(between(0, DISTANCE_KM_MAX), 'Where the course passes it.'),
    name: described(
      z.optional(text(STATION_NAME_CHARACTERS_MAX, 1)),
      'As in the file, cut at 100 characters. Omitted if there is none, or if a device made it up (`Waypoint 12`).',
    ),
    kind: described(
      z.enum(WAYPOINT_KINDS),
      'What it is. `unknown` and `checkpoint` may be aid stations that the file does not describe. `no_water` is a fountain or a station where water is denied.',
    ),
    place: described(integerBetween(1, COURSE_PLACES_MAX), 'Passes of one place have the same number.'),
  }),
  { id: 'ParsedWaypoint' },
);

const namedLine = documented(
  z.object({
    name: described(z.nullable(text(200, 1)), 'Null if it has none.'),
    distance_km: described(z.number().check(z.gte(0)), 'Its length.'),
  }),
  { id: 'ParsedLine' },
);

const count = z.int().check(z.gte(0));

export const ParsedCourse = documented(
  z.object({
    format: described(z.enum(COURSE_FORMATS), 'Detected from the content, regardless of the media type.'),
    name: described(
      z.nullable(text(200, 1)),
      'One line of at most 200 characters. Null if the file has none.',
    ),
    distance_km: described(between(DISTANCE_KM_MIN, DISTANCE_KM_MAX), 'Distance of the last point.'),
    elevation_gain_m: described(
      z.nullable(between(0, CLIMB_M_MAX)),
      'Sum of rises of 3 m or more, with elevations averaged over 100 m. Without elevations, the figure stated in a FIT file, otherwise null. At most 30,000, the limit of an activity.',
    ),
    points: described(
      z.array(point).check(z.minLength(2), z.maxLength(COURSE_POINTS_MAX)),
      'In course order, including start and end.',
    ),
    aid_stations: described(
      z.array(aidStation).check(z.maxLength(COURSE_STATIONS_MAX)),
      'In course order, one for each pass. Empty if no point is an aid station.',
    ),
    waypoints: described(
      z.array(waypoint).check(z.maxLength(COURSE_WAYPOINTS_MAX)),
      'The other points on the course, in its order, one for each pass. Where there are more than 100, turns are left out first, then points without a name.',
    ),
    stations_complete: described(
      z.boolean(),
      'True only if there is a station, every named point on the course was understood, none of them is a checkpoint, no number of a station is missing, and nothing was left out. If false, the course may have stations that are not in the list.',
    ),
    truncated: described(
      z.boolean(),
      'Whether the file ends before it is complete. What was in it was read.',
    ),
    alternatives: described(
      z.array(namedLine),
      'The tracks, routes or courses of a file with several, at most 20. The first one was read. Lines that go on where the first one ends are part of it. Empty if the file is one course.',
    ),
    left_out: described(
      documented(
        z.object({
          stations: described(z.clone(count), 'Stations beyond 60.'),
          waypoints: described(z.clone(count), 'Waypoints beyond 100, and points of the file beyond 1,500.'),
          lines: described(
            z.array(namedLine),
            'Segments that repeat another one, and parts of the file with positions that are no course.',
          ),
        }),
        { id: 'ParsedLeftOut' },
      ),
      'What the file has beyond this answer.',
    ),
  }),
  { id: 'ParsedCourse' },
);

export type ParsedCourse = z.output<typeof ParsedCourse>;

/** Decimals: a metre along the course, a decimetre up, a decimetre on the map. */
const KM_DECIMALS = 3;

const ELEVATION_DECIMALS = 1;

const DEGREE_DECIMALS = 6;

/** Returns a course in the form of an activity's `course`, with the format and name of its file. */
export function courseToWire({
  format,
  name,
  distanceKm,
  elevationGainM,
  points,
  aidStations,
  waypoints,
  stationsComplete,
  isTruncated,
  alternatives,
  leftOut,
}: FileCourse): ParsedCourse {
  return {
    format,
    name,
    distance_km: roundTo(distanceKm, KM_DECIMALS),
    elevation_gain_m: elevationGainM === null ? null : Math.round(elevationGainM),
    points: points.map(pointToWire),
    aid_stations: aidStations.map((station) => ({
      ...passToWire(station),
      offers: [...station.offers],
    })),
    waypoints: waypoints.map((point) => ({ ...passToWire(point), kind: point.kind })),
    stations_complete: stationsComplete,
    truncated: isTruncated,
    alternatives: alternatives.map(lineToWire),
    left_out: {
      stations: leftOut.stations,
      waypoints: leftOut.waypoints,
      lines: leftOut.lines.map(lineToWire),
    },
  };
}

function passToWire({ km, name, place }: Pick<Waypoint, 'km' | 'name' | 'place'>) {
  return { km: roundTo(km, KM_DECIMALS), ...(name === null ? {} : { name }), place: place ?? 1 };
}

function lineToWire({ name, distanceKm }: NamedLine): z.output<typeof namedLine> {
  return { name, distance_km: roundTo(distanceKm, KM_DECIMALS) };
}

function pointToWire({ km, elevationM, lat, lon }: CoursePoint): ParsedCourse['points'][number] {
  return exactly({
    km: roundTo(km, KM_DECIMALS),
    ...(elevationM === null ? {} : { elevation_m: roundTo(elevationM, ELEVATION_DECIMALS) }),
    ...(lat === null || lon === null
      ? {}
      : { lat: roundTo(lat, DEGREE_DECIMALS), lon: roundTo(lon, DEGREE_DECIMALS) }),
  });
}

/** A GPX file and the course read from it. A test compares the two. */
export const courseFileExample = `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Route planner" xmlns="http://www.topografix.com/GPX/1/1">
  <wpt lat="47.0000" lon="8.0132"><name>Ravito 1: eau, bananes</name></wpt>
  <trk>
    <name>Lakeside out and up</name>
    <trkseg>
      <trkpt lat="47.0000" lon="8.0000"><ele>430</ele></trkpt>
      <trkpt lat="47.0000" lon="8.0132"><ele>436</ele></trkpt>
      <trkpt lat="47.0000" lon="8.0264"><ele>512</ele></trkpt>
    </trkseg>
  </trk>
</gpx>
`;

export const parsedCourseExample: ParsedCourse = {
  format: 'gpx',
  name: 'Lakeside out and up',
  distance_km: 2.002,
  elevation_gain_m: 82,
  points: [
    { km: 0, elevation_m: 430, lat: 47, lon: 8 },
    { km: 1.001, elevation_m: 436, lat: 47, lon: 8.0132 },
    { km: 2.002, elevation_m: 512, lat: 47, lon: 8.0264 },
  ],
  aid_stations: [{ km: 1.001, name: 'Ravito 1: eau, bananes', offers: ['water', 'fruit'], place: 1 }],
  waypoints: [],
  stations_complete: true,
  truncated: false,
  alternatives: [],
  left_out: { stations: 0, waypoints: 0, lines: [] },
};
