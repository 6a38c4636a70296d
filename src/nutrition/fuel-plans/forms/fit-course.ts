import type { Course } from '@musette/basics/courses';
import {
  FIT_ALTITUDE_OFFSET_M,
  FIT_ALTITUDE_SCALE,
  FIT_DEGREES_PER_SEMICIRCLE,
  FIT_DISTANCE_CM_PER_M,
  FIT_FIELD,
  FIT_FILE_TYPE,
  FIT_MESSAGE,
} from '@musette/files/fit-profile';
import { cutText, FIT_TYPE, type FitData, type FitField, writeFit } from '@musette/files/fit-writer';
import type { Texts } from '@musette/languages/texts';
import { minuteAt } from '../course/clock.ts';
import type { FuelPlan } from '../fuel-plan.ts';
import { kmAt } from '../plan/model.ts';
import { deviceName, deviceRows } from './plan-calendar.ts';
import { medicalNotices, ratesOf, stationsOf, stopName, titleOf } from './plan-words.ts';

/** Seconds between 1970 and the epoch of FIT, 1989-12-31. */
const FIT_EPOCH_S = 631_065_600;

/** Writes a plan as a FIT course with a point at each action and station. The course must have positions. */
export function planFit(plan: FuelPlan, texts: Texts): Uint8Array<ArrayBuffer> {
  // FIT counts in UTC, which a device shows in its own zone.
  const { scheduledAt, effectiveAt } = plan.activity;
  const startS = Math.floor((scheduledAt ?? effectiveAt) / 1000) - FIT_EPOCH_S;
  return writeFit(courseMessages(plan, texts, { track: trackOf(plan.activity.course), startS }));
}

/** Assumptions about water, of which a device has one point. */
const OF_WATER: ReadonlySet<string> = new Set(['refills', 'cups', 'stations_incomplete', 'laps']);

/** Most bytes in the name of a course point. */
const POINT_NAME_BYTES = 32;
const TIMER_EVENT = 0;
const EVENT_START = 0;
const EVENT_STOP_ALL = 9;
const POINT_INFO = 53;
const POINT_FOOD = 4;
const POINT_AID_STATION = 28;

/** The track of a course, and its start, s since the epoch of FIT. */
interface Ride {
  readonly track: readonly Place[];
  readonly startS: number;
}

function courseMessages(plan: FuelPlan, texts: Texts, { track, startS }: Ride): readonly FitData[] {
  const endS = startS + plan.durationMin * 60;
  const { course: field } = FIT_FIELD;
  const sport = choice(field.sport, SPORTS[plan.activity.type] ?? 0);
  return [
    fileId(startS),
    {
      number: FIT_MESSAGE.course,
      fields: [text(field.name, cutText(titleOf(plan, texts), NAME_BYTES)), sport],
    },
    lap(plan, track, startS),
    timer(startS, EVENT_START),
    ...track.map((place) => record(plan, place, startS)),
    ...coursePoints(plan, texts, { track, startS }),
    timer(endS, EVENT_STOP_ALL),
  ];
}

function lap(plan: FuelPlan, track: readonly Place[], startS: number): FitData {
  const [first, last] = [track[0], track.at(-1)];
  const { lap: field } = FIT_FIELD;
  const ms = plan.durationMin * 60_000;
  const ends =
    first && last
      ? [
          semicircles(field.startPositionLat, first.lat),
          semicircles(field.startPositionLong, first.lon),
          semicircles(field.endPositionLat, last.lat),
          semicircles(field.endPositionLong, last.lon),
          long(field.totalDistance, centimetres(last.km)),
        ]
      : [];
  const times = [
    long(field.timestamp, startS),
    long(field.startTime, startS),
    long(field.totalElapsedTime, ms),
    long(field.totalTimerTime, ms),
  ];
  return { number: FIT_MESSAGE.lap, fields: [...times, ...ends] };
}

function timer(atS: number, eventType: number): FitData {
  const { event: field } = FIT_FIELD;
  const fields = [
    long(field.timestamp, atS),
    choice(field.event, TIMER_EVENT),
    choice(field.eventType, eventType),
  ];
  return { number: FIT_MESSAGE.event, fields };
}

function record({ plan: { request } }: FuelPlan, place: Place, startS: number): FitData {
  const { record: field } = FIT_FIELD;
  const { elevationM } = place;
  const altitude =
    elevationM === null ? null : Math.round((elevationM + FIT_ALTITUDE_OFFSET_M) * FIT_ALTITUDE_SCALE);
  const fields = [
    long(field.timestamp, startS + Math.round(minuteAt(request.stretches, place.km) * 60)),
    semicircles(field.positionLat, place.lat),
    semicircles(field.positionLong, place.lon),
    short(field.altitude, altitude),
    long(field.distance, centimetres(place.km)),
  ];
  return { number: FIT_MESSAGE.record, fields };
}

function centimetres(km: number): number {
  return Math.round(km * 1000 * FIT_DISTANCE_CM_PER_M);
}

/**
 * Lists any medical notice, the limit and the disclaimer at the start, then legs, what to do, and stations in
 * course order: within a minute by kilometre, because a station's minute is rounded.
 */
function coursePoints(plan: FuelPlan, texts: Texts, { track, startS }: Ride): readonly FitData[] {
  const atStart = [
    ...medicalNotices(plan, texts),
    texts.plan.forms.deviceLimit({ rate: `${ratesOf(plan, texts).maximum}/h` }),
    texts.plan.forms.deviceGuidance(),
    ...(plan.view.assumptions.some(({ code }) => OF_WATER.has(code))
      ? [texts.plan.assumptions.device()]
      : []),
  ].map((name): CoursePoint => ({ atMin: 0, km: 0, type: POINT_INFO, name }));
  const { coursePoint: field } = FIT_FIELD;
  const passed = pointsAfterStart(plan, texts).toSorted((a, b) => a.atMin - b.atMin || a.km - b.km);
  return [...atStart, ...passed].map(({ atMin, km, type, name }, index) => {
    const place = placeAt(track, km);
    const fields = [
      short(field.messageIndex, index),
      long(field.timestamp, startS + atMin * 60),
      semicircles(field.positionLat, place.lat),
      semicircles(field.positionLong, place.lon),
      long(field.distance, centimetres(place.km)),
      choice(field.type, type),
      text(field.name, cutText(name, POINT_NAME_BYTES)),
    ];
    return { number: FIT_MESSAGE.coursePoint, fields };
  });
}

/** An announcement of a device at a place. */
interface CoursePoint {
  readonly atMin: number;
  readonly km: number;
  readonly type: number;
  readonly name: string;
}

/** Lists legs, actions, and stations without any action. What is taken before the start is not on the course. */
function pointsAfterStart(plan: FuelPlan, texts: Texts): readonly CoursePoint[] {
  const stations = stationsOf(plan);
  const rows = deviceRows(plan, texts).filter(({ atMin }) => atMin >= 0);
  const done = new Set(rows.filter(({ isStation }) => isStation).map(({ atMin }) => atMin));
  const points = rows.map((row): CoursePoint => {
    const { atMin, isStation, isHeading } = row;
    const station = isStation ? stations.find((stop) => Math.round(stop.atMin) === atMin) : undefined;
    return {
      atMin,
      km: station?.km ?? kmAt(plan.plan.request.stretches, atMin) ?? 0,
      type: isHeading ? POINT_INFO : isStation ? POINT_AID_STATION : POINT_FOOD,
      name: deviceName(row, POINT_NAME_BYTES),
    };
  });
  const passed = stations
    .filter(({ atMin }) => !done.has(Math.round(atMin)))
    .map(
      (stop): CoursePoint => ({
        atMin: stop.atMin,
        km: stop.km ?? 0,
        type: POINT_AID_STATION,
        name: stopName(stop, texts),
      }),
    );
  return [...points, ...passed];
}

/** Bytes of names that devices keep; longer ones are cut there, some in the middle of a character. */
const NAME_BYTES = 48;
/** Maker of files that come from no device. */
const MANUFACTURER_DEVELOPMENT = 255;

/** Values of `sport`; others are generic. */
const SPORTS: Partial<Record<FuelPlan['activity']['type'], number>> = {
  run: 1,
  trail_run: 1,
  treadmill_run: 1,
  bike: 2,
  indoor_bike: 2,
  swim: 5,
  open_water_swim: 5,
  row: 15,
  ski: 12,
  hike: 17,
  walk: 11,
  triathlon: 18,
};

const text = (field: number, value: string): FitField => ({ field, type: FIT_TYPE.text, value });
/** Makes a field of one of a list of values. */
const choice = (field: number, value: number): FitField => ({ field, type: FIT_TYPE.enum, value });
/** Makes a field of two bytes. */
const short = (field: number, value: number | null): FitField => ({
  field,
  type: FIT_TYPE.uint16,
  value,
});
/** Makes a field of four bytes. */
const long = (field: number, value: number): FitField => ({ field, type: FIT_TYPE.uint32, value });
/** Makes a field of a position's angle. */
const semicircles = (field: number, degrees: number): FitField => ({
  field,
  type: FIT_TYPE.sint32,
  value: Math.round(degrees / FIT_DEGREES_PER_SEMICIRCLE),
});

/** Returns the message that every FIT file begins with. */
function fileId(startS: number): FitData {
  const { fileId: field } = FIT_FIELD;
  const fields = [
    choice(field.type, FIT_FILE_TYPE.course),
    short(field.manufacturer, MANUFACTURER_DEVELOPMENT),
    short(field.product, 0),
    long(field.timeCreated, startS),
  ];
  return { number: FIT_MESSAGE.fileId, fields };
}

/** A place of a course with its position. */
interface Place {
  readonly km: number;
  readonly lat: number;
  readonly lon: number;
  readonly elevationM: number | null;
}

/** Lists the points of a course that have positions. */
function trackOf(course: Course | null): readonly Place[] {
  return (course?.points ?? []).flatMap(({ km, lat, lon, elevationM }) =>
    lat === null || lon === null ? [] : [{ km, lat, lon, elevationM }],
  );
}

/** Returns the position at a kilometre, interpolated between its neighbours; beyond the track, the nearest end. */
function placeAt(track: readonly Place[], km: number): Omit<Place, 'elevationM'> {
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
