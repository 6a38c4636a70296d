import * as z from 'zod/mini';
import { described, documented } from '../http/openapi-metadata.ts';
import { between, text } from '../http/wire-fields.ts';
import {
  CLIMB_M_MAX,
  COURSE_POINTS_MAX,
  COURSE_STATIONS_MAX,
  DISTANCE_KM_MAX,
  DISTANCE_KM_MIN,
  STATION_NAME_CHARACTERS_MAX,
} from '../records/course.ts';
import { STATION_OFFERS } from '../storage/course-columns.ts';
import { COURSE_FORMATS } from './course.ts';

const point = documented(
  z.object({
    km: described(
      between(0, DISTANCE_KM_MAX),
      'From the start, along the course; never less than that of the point before.',
    ),
    elevation_m: described(z.optional(between(-500, 9000)), 'Left out if the file has none here.'),
    lat: described(z.optional(between(-90, 90)), 'Degrees north; left out together with `lon`.'),
    lon: described(z.optional(between(-180, 180)), 'Degrees east.'),
  }),
  { id: 'ParsedCoursePoint' },
);

const aidStation = documented(
  z.object({
    km: described(between(0, DISTANCE_KM_MAX), 'Where the course passes it first.'),
    name: described(
      z.optional(text(STATION_NAME_CHARACTERS_MAX, 1)),
      'As the file has it, cut at 100 characters; left out if it has none.',
    ),
    offers: described(
      z.array(z.enum(STATION_OFFERS)).check(z.minLength(1)),
      'By the words of the waypoint; `water` alone if it only says that it is an aid station.',
    ),
  }),
  { id: 'ParsedAidStation' },
);

export const ParsedCourse = documented(
  z.object({
    format: described(z.enum(COURSE_FORMATS), 'As its content says, whatever the media type.'),
    name: described(
      z.nullable(text(200, 1)),
      'One line of at most 200 characters; null if the file has none.',
    ),
    distance_km: described(between(DISTANCE_KM_MIN, DISTANCE_KM_MAX), 'The kilometre of the last point.'),
    elevation_gain_m: described(
      z.nullable(between(0, CLIMB_M_MAX)),
      'Of elevations averaged over 100 m, the rises of 3 m and more; without elevations what a FIT file states; else null. At most 30,000, as much as an activity takes.',
    ),
    points: described(
      z.array(point).check(z.minLength(2), z.maxLength(COURSE_POINTS_MAX)),
      'In the order of the course, start and end included.',
    ),
    aid_stations: described(
      z.array(aidStation).check(z.maxLength(COURSE_STATIONS_MAX)),
      'In the order of the course; empty if no waypoint is one.',
    ),
  }),
  { id: 'ParsedCourse' },
);

export type ParsedCourse = z.output<typeof ParsedCourse>;
