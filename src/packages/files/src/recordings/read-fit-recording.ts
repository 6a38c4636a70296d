import type { Work } from '@musette/basics/work';
import { isPosition, plausibleElevation, RAW_POINTS_MAX } from '../courses/course.ts';
import {
  FIT_ALTITUDE_OFFSET_M,
  FIT_ALTITUDE_SCALE,
  FIT_DEGREES_PER_SEMICIRCLE,
  FIT_DISTANCE_CM_PER_M,
  FIT_FIELD,
  FIT_FILE_TYPE,
  FIT_MESSAGE,
} from '../fit-profile.ts';
import { type FitMessage, readFit } from '../fit-reader.ts';
import { fitSportNames } from '../workouts/fit-sports.ts';
import type { RawRecording, RecordedPoint, StatedLeg } from './recording.ts';

/** FIT counts seconds from 1989-12-31T00:00:00Z. */
const FIT_EPOCH_MS = 631_065_600_000;
/** Durations of sessions and laps are stored in milliseconds. */
const FIT_MS_PER_S = 1000;

const { session, record, fileId } = FIT_FIELD;
const WANTED: ReadonlySet<number> = new Set([
  FIT_MESSAGE.fileId,
  FIT_MESSAGE.session,
  FIT_MESSAGE.lap,
  FIT_MESSAGE.record,
]);

/** The sport of the minutes between two legs of a triathlon. */
const TRANSITION = 3;
/** Sub-sports under a roof: treadmill, spin, indoor cycling, rowing, skiing, walking, running and hand cycling, virtual rides. */
const INDOOR_SUB_SPORTS: ReadonlySet<number> = new Set([1, 5, 6, 14, 25, 27, 45, 58, 88]);

type Part = Omit<StatedLeg, 'points'> & { readonly sport: number | null; readonly endMs: number | null };

interface Reading {
  readonly sessions: Part[];
  readonly laps: Part[];
  readonly points: RecordedPoint[];
}

/** Reads a FIT activity: its sessions, or laps that change the sport, as legs. */
export function* readFitRecording(bytes: Uint8Array): Work<RawRecording> {
  const reading: Reading = { sessions: [], laps: [], points: [] };
  yield* readFit(bytes, WANTED, (message) => readMessage(reading, message));
  const { sessions, laps, points } = reading;
  const stated = sessions.length === 1 && sportsOf(laps) > 1 ? joinLaps(laps) : sessions;
  const parts = stated.length > 0 ? stated : joinLaps(laps);
  return { format: 'fit', legs: parts.length > 0 ? withPoints(parts, points) : [legOf(points)] };
}

function readMessage(reading: Reading, message: FitMessage): void {
  switch (message.number) {
    case FIT_MESSAGE.fileId:
      if (message.numberOf(fileId.type) !== FIT_FILE_TYPE.activity)
        message.refuse('the FIT file is no recording.');
      return;
    case FIT_MESSAGE.session:
      reading.sessions.push(partOf(message, session.totalAscent));
      return;
    case FIT_MESSAGE.lap:
      reading.laps.push(lapOf(message));
      return;
    default:
      addPoint(reading, message);
  }
}

function partOf(message: FitMessage, ascentField: number): Part {
  const sport = message.numberOf(session.sport);
  const subSport = message.numberOf(session.subSport);
  const startMs = timeOf(message.numberOf(session.startTime));
  const elapsedS = scaled(message.numberOf(session.totalElapsedTime), FIT_MS_PER_S);
  return {
    sport,
    sports: fitSportNames(sport, subSport),
    isIndoor: subSport === null ? null : INDOOR_SUB_SPORTS.has(subSport) || null,
    startMs,
    endMs: startMs === null || elapsedS === null ? null : startMs + elapsedS * 1000,
    elapsedS,
    movingS: scaled(
      message.numberOf(session.totalMovingTime) ?? message.numberOf(session.totalTimerTime),
      FIT_MS_PER_S,
    ),
    distanceM: scaled(message.numberOf(session.totalDistance), FIT_DISTANCE_CM_PER_M),
    gainM: message.numberOf(ascentField),
    powerW: message.numberOf(session.avgPower),
    heartRateBpm: message.numberOf(session.avgHeartRate),
    temperatureC: message.numberOf(session.avgTemperature),
  };
}

/** A lap has the fields of a session under its own numbers. */
function lapOf(message: FitMessage): Part {
  const { lap } = FIT_FIELD;
  const renumbered: FitMessage = {
    ...message,
    numberOf: (field) => {
      switch (field) {
        case session.sport:
          return message.numberOf(lap.sport);
        case session.subSport:
          return message.numberOf(lap.subSport);
        case session.avgPower:
          return message.numberOf(lap.avgPower);
        case session.avgHeartRate:
          return message.numberOf(lap.avgHeartRate);
        case session.totalMovingTime:
          return message.numberOf(lap.totalMovingTime);
        case session.avgTemperature:
          return message.numberOf(lap.avgTemperature);
        default:
          return message.numberOf(field);
      }
    },
  };
  return partOf(renumbered, lap.totalAscent);
}

function sportsOf(laps: readonly Part[]): number {
  return new Set(laps.flatMap(({ sport }) => (sport === null || sport === TRANSITION ? [] : [sport]))).size;
}

/** Joins neighbouring laps of one sport. */
function joinLaps(laps: readonly Part[]): readonly Part[] {
  const joined: Part[] = [];
  for (const lap of laps) {
    const last = joined.at(-1);
    if (last && last.sport === lap.sport) joined[joined.length - 1] = joinParts(last, lap);
    else joined.push(lap);
  }
  return joined;
}

function joinParts(first: Part, second: Part): Part {
  const total = (one: number | null, other: number | null) =>
    one === null && other === null ? null : (one ?? 0) + (other ?? 0);
  const mean = (one: number | null, other: number | null) => {
    const [ofFirst, ofSecond] = [
      one === null ? 0 : (first.elapsedS ?? 0),
      other === null ? 0 : (second.elapsedS ?? 0),
    ];
    const seconds = ofFirst + ofSecond;
    return seconds === 0 ? null : ((one ?? 0) * ofFirst + (other ?? 0) * ofSecond) / seconds;
  };
  const endMs = second.endMs ?? first.endMs;
  return {
    sport: first.sport,
    sports: first.sports,
    isIndoor: first.isIndoor,
    startMs: first.startMs,
    endMs,
    elapsedS:
      first.startMs !== null && endMs !== null
        ? (endMs - first.startMs) / 1000
        : total(first.elapsedS, second.elapsedS),
    movingS: total(first.movingS, second.movingS),
    distanceM: total(first.distanceM, second.distanceM),
    gainM: total(first.gainM, second.gainM),
    powerW: mean(first.powerW, second.powerW),
    heartRateBpm: mean(first.heartRateBpm, second.heartRateBpm),
    temperatureC: mean(first.temperatureC, second.temperatureC),
  };
}

/** Gives each part the points of its time. What a single part does not cover is its own too. */
function withPoints(parts: readonly Part[], points: readonly RecordedPoint[]): readonly StatedLeg[] {
  const legs = parts.filter(({ sport }) => sport !== TRANSITION);
  const [only] = legs;
  if (only && legs.length === 1) return [{ ...only, points }];
  return legs.map((part) => ({
    ...part,
    points: points.filter(
      ({ atMs }) =>
        part.startMs !== null && part.endMs !== null && atMs >= part.startMs && atMs <= part.endMs,
    ),
  }));
}

/** A recording that a device could not finish has points and nothing else. */
function legOf(points: readonly RecordedPoint[]): StatedLeg {
  return {
    sports: [],
    isIndoor: null,
    startMs: null,
    elapsedS: null,
    movingS: null,
    distanceM: null,
    gainM: null,
    powerW: null,
    heartRateBpm: null,
    temperatureC: null,
    points,
  };
}

function addPoint({ points }: Reading, message: FitMessage): void {
  const atMs = timeOf(message.numberOf(record.timestamp));
  if (atMs === null) return;
  if (points.length >= RAW_POINTS_MAX)
    message.refuse(`the recording has more than ${RAW_POINTS_MAX} points.`);
  const altitude = message.numberOf(record.enhancedAltitude) ?? message.numberOf(record.altitude);
  const lat = scaled(message.numberOf(record.positionLat), 1 / FIT_DEGREES_PER_SEMICIRCLE);
  const lon = scaled(message.numberOf(record.positionLong), 1 / FIT_DEGREES_PER_SEMICIRCLE);
  points.push({
    atMs,
    ...(isPosition(lat, lon) ? { lat, lon } : { lat: null, lon: null }),
    elevationM: plausibleElevation(
      altitude === null ? null : altitude / FIT_ALTITUDE_SCALE - FIT_ALTITUDE_OFFSET_M,
    ),
    distanceM: scaled(message.numberOf(record.distance), FIT_DISTANCE_CM_PER_M),
    powerW: message.numberOf(record.power),
    heartRateBpm: message.numberOf(record.heartRate),
    temperatureC: message.numberOf(record.temperature),
  });
}

function timeOf(seconds: number | null): number | null {
  return seconds === null ? null : FIT_EPOCH_MS + seconds * 1000;
}

function scaled(value: number | null, scale: number): number | null {
  return value === null ? null : value / scale;
}
