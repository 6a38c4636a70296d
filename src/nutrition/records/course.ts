import {
  COURSE_PLACES_MAX,
  COURSE_POINTS_MAX,
  COURSE_STATIONS_MAX,
  COURSE_WAYPOINTS_MAX,
  type Course,
  type CoursePoint,
  STATION_NAME_CHARACTERS_MAX,
  VESSEL_KINDS,
  WAYPOINT_KINDS,
} from '@musette/basics/courses';
import { GENERIC_FOOD_IDS } from '@musette/basics/products';
import { SESSION_FIELDS } from '@musette/engine/fields';
import * as z from 'zod/mini';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import type { Camelized } from '#platform/http/wire-case.ts';
import { between, integerBetween, settable, text } from '#platform/http/wire-fields.ts';

/** Length of a course, and distance of an activity. */
export const { min: DISTANCE_KM_MIN, max: DISTANCE_KM_MAX } = SESSION_FIELDS.distanceKm;
/** Climb of a course, and of an activity. */
export const CLIMB_M_MAX = SESSION_FIELDS.elevationGainM.max;
/** Distance that a point may lie beyond the stated end, because files round distances. Engineering choice. */
const END_SLACK_KM = 0.1;
/** Smallest rise that counts. Smaller ones are noise from barometers and maps. Engineering choice. */
const LEAST_RISE_M = 3;

const km = between(0, DISTANCE_KM_MAX);

const point = documented(
  z
    .strictObject({
      km: described(z.clone(km), 'Kilometres from the start.'),
      elevation_m: described(settable(between(-500, 9000)), 'Metres above sea level.'),
      lat: described(settable(between(-90, 90)), 'Degrees north, WGS 84; together with `lon`.'),
      lon: described(settable(between(-180, 180)), 'Degrees east, WGS 84; together with `lat`.'),
    })
    .check(
      z.refine((value) => ((value.lat ?? null) === null) === ((value.lon ?? null) === null), {
        error: 'needs `lat` and `lon` together',
        params: { code: 'required' },
      }),
    ),
  { id: 'CoursePoint' },
);

/** The most items that one station offers. */
const OFFERS_MAX = 20;

const offer = documented(
  z.union(
    [
      z.enum([...GENERIC_FOOD_IDS, 'drop_bag']),
      z.templateLiteral(['prd_', z.string().check(z.regex(/^[0-9a-z]{26}$/))]),
    ],
    { error: 'must be a generic food, `drop_bag` or a `product_id`' },
  ),
  { id: 'StationOffer', description: 'A generic food, `drop_bag` or a catalogue product.' },
);

const place = described(
  settable(integerBetween(1, COURSE_PLACES_MAX)),
  'Stops with the same number are passes of one place, such as on laps. Omitted if none was sent.',
);

const station = documented(
  z.strictObject({
    km: described(z.clone(km), 'Kilometres from the start.'),
    name: described(settable(text(STATION_NAME_CHARACTERS_MAX)), 'Shown in the plan.'),
    offers: described(
      z.array(offer).check(z.maxLength(OFFERS_MAX)),
      "Food and drink available here: generic foods (`GET /v1/generic-foods`) or catalogue products by `product_id`. `drop_bag` is the athlete's own bag left there.",
    ),
    place,
  }),
  { id: 'AidStation' },
);

const waypoint = documented(
  z.strictObject({
    km: described(z.clone(km), 'Kilometres from the start.'),
    name: described(settable(text(STATION_NAME_CHARACTERS_MAX)), 'As in the file.'),
    kind: described(
      z.enum(WAYPOINT_KINDS),
      'What it is. `checkpoint` and `unknown` may be aid stations that nobody described. `no_water` is a fountain or a station where water is denied.',
    ),
    place,
  }),
  { id: 'Waypoint' },
);

/** The most lines of a file that an answer of the parser names. */
const LINES_MAX = 20;

const line = documented(
  z.strictObject({
    name: described(settable(text(200)), 'Its name in the file.'),
    distance_km: described(z.number().check(z.gte(0)), 'Its length.'),
  }),
  { id: 'CourseLine' },
);

const count = z.int().check(z.gte(0));

const leftOut = documented(
  z.strictObject({
    stations: described(z.clone(count), 'Stations that the answer left out.'),
    waypoints: described(z.clone(count), 'Waypoints that the answer left out.'),
    lines: described(z.array(line).check(z.maxLength(LINES_MAX)), 'Lines that the answer left out.'),
  }),
  { id: 'CourseLeftOut' },
);

const outline = {
  name: described(settable(text(200, 1)), 'Name of the course, as in its file.'),
  distance_km: described(
    between(DISTANCE_KM_MIN, DISTANCE_KM_MAX),
    'Length. Also the distance of an activity without one.',
  ),
  elevation_gain_m: described(
    settable(between(0, CLIMB_M_MAX)),
    'Climb. If missing, calculated from the elevations of the points.',
  ),
  aid_stations: described(
    settable(z.array(station).check(z.maxLength(COURSE_STATIONS_MAX), mustAscend())),
    'Stations in course order.',
  ),
  stations_complete: described(
    settable(z.boolean()),
    'Whether the course has no stations but those listed. Omitted if none was sent, which counts as true. An empty list is never complete.',
  ),
  waypoints: described(
    settable(z.array(waypoint).check(z.maxLength(COURSE_WAYPOINTS_MAX), mustAscend())),
    'Other points in course order, such as checkpoints. Omitted if none were sent.',
  ),
};

/** Accepted so that a parsed file can be posted unchanged. */
const sentOutline = {
  ...outline,
  truncated: described(settable(z.boolean()), 'Accepted from `POST /v1/courses/parse`. Not stored.'),
  alternatives: described(
    settable(z.array(line).check(z.maxLength(LINES_MAX))),
    'Accepted from `POST /v1/courses/parse`. Not stored.',
  ),
  left_out: described(settable(leftOut), 'Accepted from `POST /v1/courses/parse`. Not stored.'),
  format: described(
    settable(text(50)),
    'Accepted so that the answer of `POST /v1/courses/parse` can be posted unchanged. Not stored.',
  ),
};

/** A course without points, as in batches. */
export const courseOutline = documented(z.strictObject(sentOutline).check(endsWithin()), {
  id: 'CourseOutline',
  description: 'A course without points.',
});

/** A course on the wire. */
export const course = documented(
  z
    .strictObject({
      ...sentOutline,
      points: described(
        settable(z.array(point).check(z.maxLength(COURSE_POINTS_MAX), mustAscend())),
        'The track in course order. Shown for a single activity, null in lists.',
      ),
    })
    .check(endsWithin()),
  { id: 'Course' },
);

function mustAscend() {
  return z.refine<readonly { readonly km: number }[]>(
    (list) => list.every((item, index) => index === 0 || item.km >= (list[index - 1]?.km ?? 0)),
    { error: 'must be in the order of `km`', params: { code: 'invalid_order' } },
  );
}

interface WireCourse {
  readonly distance_km: number;
  readonly points?: readonly { readonly km: number }[] | null | undefined;
  readonly aid_stations?: readonly { readonly km: number }[] | null | undefined;
  readonly waypoints?: readonly { readonly km: number }[] | null | undefined;
}

function endsWithin() {
  return z.refine<WireCourse>(
    ({ distance_km, points, aid_stations, waypoints }) =>
      [points?.at(-1), aid_stations?.at(-1), waypoints?.at(-1)].every(
        (last) => last === undefined || last.km <= distance_km + END_SLACK_KM,
      ),
    { error: 'has a point or station beyond `distance_km`', params: { code: 'too_big' } },
  );
}

type CourseFields = Camelized<z.output<typeof course>>;

/** Adds the stored points to a course sent without points, if it has the same length. */
export function withStoredPoints(sent: Course, stored: Course | null): Course {
  if (sent.points !== null || !stored?.points || sent.distanceKm !== stored.distanceKm) return sent;
  return { ...sent, points: stored.points, elevationGainM: sent.elevationGainM ?? stored.elevationGainM };
}

/** Maps a course from the wire. A missing climb is calculated from the points. */
export function toCourse({
  name,
  distanceKm,
  elevationGainM,
  aidStations,
  stationsComplete,
  waypoints,
  points,
}: CourseFields): Course {
  const track = points?.map((at) => ({
    km: at.km,
    elevationM: at.elevationM ?? null,
    lat: at.lat ?? null,
    lon: at.lon ?? null,
  }));
  return {
    ...(name === undefined || name === null ? {} : { name }),
    distanceKm,
    elevationGainM: elevationGainM ?? (track ? climbOf(track) : null),
    aidStations:
      aidStations?.map(({ km: atKm, name: named, offers, place: at }) => ({
        km: atKm,
        name: named ?? null,
        offers,
        ...placeOf(at),
      })) ?? null,
    ...(typeof stationsComplete === 'boolean' ? { stationsComplete } : {}),
    ...(waypoints && waypoints.length > 0
      ? {
          waypoints: waypoints.map(({ km: atKm, name: named, kind, place: at }) => ({
            km: atKm,
            name: named ?? null,
            kind,
            ...placeOf(at),
          })),
        }
      : {}),
    points: track ?? null,
  };
}

function placeOf(sent: number | null | undefined) {
  return typeof sent === 'number' ? { place: sent } : {};
}

/** Sums the rises of a track that exceed the noise in its elevations. Null if there are no elevations. */
function climbOf(points: readonly CoursePoint[]): number | null {
  const elevations = points.flatMap(({ elevationM }) => (elevationM === null ? [] : [elevationM]));
  const [first] = elevations;
  if (first === undefined) return null;
  let climbM = 0;
  let lowM = first;
  for (const elevationM of elevations) {
    if (elevationM - lowM >= LEAST_RISE_M) {
      climbM += elevationM - lowM;
      lowM = elevationM;
    } else if (elevationM < lowM) lowM = elevationM;
  }
  return Math.round(climbM);
}

/** The most kinds of bottles per person. Bounds the work of filling them. */
const KINDS_MAX = 8;

const vessel = documented(
  z.strictObject({
    kind: described(z.enum(VESSEL_KINDS), 'A bottle in a cage, a soft flask, or a bladder with a hose.'),
    volume_ml: described(integerBetween(100, 5000), 'Volume of each.'),
    count: described(integerBetween(1, 10), 'How many of this kind and size.'),
  }),
  { id: 'Vessel' },
);

/** Bottles, flasks and bladders on the wire: an athlete's usual ones, or those of one activity. */
export const vesselList = z.array(vessel).check(z.minLength(1), z.maxLength(KINDS_MAX));
