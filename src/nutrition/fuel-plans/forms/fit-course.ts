import type { Texts } from '#core/languages/texts.ts';
import {
  FIT_ALTITUDE_OFFSET_M,
  FIT_ALTITUDE_SCALE,
  FIT_DISTANCE_CM_PER_M,
  FIT_FIELD,
  FIT_FILE_TYPE,
  FIT_MESSAGE,
} from '#platform/files/fit-profile.ts';
import { cutText, type FitData } from '#platform/files/fit-writer.ts';
import type { FuelPlan } from '../fuel-plan.ts';
import { minuteAt } from '../plan/course-clock.ts';
import { type Place, placeAt } from './course-track.ts';
import { deviceName, deviceRows } from './device-rows.ts';
import {
  choice,
  deviceLimit,
  fileId,
  fitTitle,
  long,
  semicircles,
  short,
  sportOf,
  text,
} from './fit-fields.ts';
import { medicalNotices, stopName } from './plan-words.ts';

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

/** Lists the messages of a course: its track with times, and points at intakes and stations. */
export function courseMessages(plan: FuelPlan, texts: Texts, { track, startS }: Ride): readonly FitData[] {
  const endS = startS + plan.durationMin * 60;
  const { course: field } = FIT_FIELD;
  const sport = choice(field.sport, sportOf(plan));
  return [
    fileId(FIT_FILE_TYPE.course, startS),
    { number: FIT_MESSAGE.course, fields: [text(field.name, fitTitle(plan, texts)), sport] },
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

function record({ stretches }: FuelPlan, place: Place, startS: number): FitData {
  const { record: field } = FIT_FIELD;
  const { elevationM } = place;
  const altitude =
    elevationM === null ? null : Math.round((elevationM + FIT_ALTITUDE_OFFSET_M) * FIT_ALTITUDE_SCALE);
  const fields = [
    long(field.timestamp, startS + Math.round(minuteAt(stretches, place.km) * 60)),
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
    deviceLimit(plan, texts),
    texts.plan.forms.deviceGuidance(),
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

/** Lists legs, actions, and stations without any action. */
function pointsAfterStart(plan: FuelPlan, texts: Texts): readonly CoursePoint[] {
  const aid = plan.stations.filter(({ stop }) => stop.kind === 'aid');
  const rows = deviceRows(plan, texts);
  const done = new Set(rows.filter(({ isStation }) => isStation).map(({ atMin }) => atMin));
  const points = rows.map((row): CoursePoint => {
    const { atMin, isStation, isHeading } = row;
    const name = deviceName(row, POINT_NAME_BYTES);
    const station = isStation ? aid.find(({ stop }) => Math.round(stop.atMin) === atMin) : undefined;
    const km = station?.stop.km ?? kmAt(plan.stretches, atMin);
    return { atMin, km, type: isHeading ? POINT_INFO : isStation ? POINT_AID_STATION : POINT_FOOD, name };
  });
  const passed = aid
    .filter(({ stop }) => !done.has(Math.round(stop.atMin)))
    .map(
      (station): CoursePoint => ({
        atMin: station.stop.atMin,
        km: station.stop.km ?? 0,
        type: POINT_AID_STATION,
        name: stopName(station, texts),
      }),
    );
  return [...points, ...passed];
}

/** Returns the kilometre that is reached at a minute. */
function kmAt(stretches: FuelPlan['stretches'], atMin: number): number {
  const stretch = stretches.find(({ toMin }) => atMin <= toMin) ?? stretches.at(-1);
  if (stretch === undefined) return 0;
  const { fromKm, toKm, fromMin, toMin } = stretch;
  const share = toMin > fromMin ? Math.min(1, Math.max(0, (atMin - fromMin) / (toMin - fromMin))) : 1;
  return fromKm + share * (toKm - fromKm);
}
