import { isPosition, plausibleElevation, RAW_POINTS_MAX } from '../courses/course.ts';
import { readDecimal } from '../text-reader.ts';
import type { XmlElement, XmlVisitor } from '../xml-reader.ts';
import type { RawRecording, RecordedPoint, StatedLeg } from './recording.ts';

/** Reads the elements of one format. */
interface RecordingReader {
  readonly visitor: XmlVisitor;
  readonly recording: () => RawRecording;
}

/** A leg while its elements are read. */
interface OpenLeg {
  sports: string[];
  startMs: number | null;
  movingS: number | null;
  distanceM: number | null;
  readonly points: RecordedPoint[];
}

const TCX_ACTIVITY =
  /^TrainingCenterDatabase\/Activities\/(?:MultiSportSession\/(?:FirstSport|NextSport)\/)?Activity$/;
/** The sports of the schema by the names that platforms use. `Other` says nothing. */
const TCX_SPORTS: Readonly<Record<string, string>> = { Running: 'running', Biking: 'cycling' };
const TCX_POINT = /\/Activity\/Lap\/Track\/Trackpoint$/;
const TCX_LAP = /\/Activity\/Lap$/;
const GPX_POINT = 'gpx/trk/trkseg/trkpt';

/** Reads a TCX activity: each `Activity`, also those of a MultiSportSession, as a leg. */
export function tcxRecordingReader(): RecordingReader {
  const legs: OpenLeg[] = [];
  let texts = new Map<string, string>();
  const onClose = (element: XmlElement): void => {
    const { path, text } = element;
    const leg = legs.at(-1);
    if (!leg) return;
    if (TCX_POINT.test(path)) {
      addPoint(leg, element, {
        time: texts.get('Time'),
        lat: texts.get('LatitudeDegrees'),
        lon: texts.get('LongitudeDegrees'),
        elevation: texts.get('AltitudeMeters'),
        distance: texts.get('DistanceMeters'),
        power: texts.get('Watts'),
        heartRate: texts.get('Value'),
        temperature: undefined,
      });
    } else if (path.endsWith('/Activity/Lap/TotalTimeSeconds')) {
      leg.movingS = plus(leg.movingS, readDecimal(text));
    } else if (path.endsWith('/Activity/Lap/DistanceMeters')) {
      leg.distanceM = plus(leg.distanceM, readDecimal(text));
    } else if (text !== '') texts.set(path.slice(path.lastIndexOf('/') + 1), text);
  };
  return {
    visitor: {
      onOpen({ path, attributes }) {
        if (TCX_ACTIVITY.test(path)) legs.push(newLeg(TCX_SPORTS[attributes.Sport ?? '']));
        else if (TCX_POINT.test(path)) texts = new Map();
        else if (TCX_LAP.test(path)) {
          const leg = legs.at(-1);
          if (leg) leg.startMs ??= timeOf(attributes.StartTime);
        }
      },
      onClose,
    },
    recording: () => ({ format: 'tcx', legs: legs.map(statedOf) }),
  };
}

/** Reads a GPX track with times: the tracks of one sport are one leg. */
export function gpxRecordingReader(): RecordingReader {
  const legs: OpenLeg[] = [];
  let open = newLeg();
  let texts = new Map<string, string>();
  const closeTrack = () => {
    const last = legs.at(-1);
    if (last && last.sports[0] === open.sports[0]) for (const point of open.points) last.points.push(point);
    else legs.push(open);
  };
  return {
    visitor: {
      onOpen({ path }) {
        if (path === 'gpx/trk') open = newLeg();
        else if (path === GPX_POINT) texts = new Map();
      },
      onClose(element) {
        const { path, text } = element;
        if (path === 'gpx/trk/type') open.sports = text === '' ? [] : [STRAVA_TYPES[text] ?? text];
        else if (path === GPX_POINT) {
          addPoint(open, element, {
            time: texts.get('time'),
            lat: element.attributes.lat,
            lon: element.attributes.lon,
            elevation: texts.get('ele'),
            distance: undefined,
            power: texts.get('power') ?? texts.get('PowerInWatts'),
            heartRate: texts.get('hr'),
            temperature: texts.get('atemp'),
          });
        } else if (path === 'gpx/trk') closeTrack();
        else if (text !== '') texts.set(path.slice(path.lastIndexOf('/') + 1), text);
      },
    },
    recording: () => ({ format: 'gpx', legs: legs.map(statedOf) }),
  };
}

/** Strava writes numbers as types of tracks. */
const STRAVA_TYPES: Readonly<Record<string, string>> = {
  '1': 'Ride',
  '4': 'Hike',
  '9': 'Run',
  '10': 'Walk',
  '16': 'Swim',
};

function newLeg(sport?: string): OpenLeg {
  return { sports: sport ? [sport] : [], startMs: null, movingS: null, distanceM: null, points: [] };
}

function statedOf({ points, ...leg }: OpenLeg): StatedLeg {
  const inOrder = points.toSorted((one, other) => one.atMs - other.atMs);
  const last = inOrder.at(-1)?.atMs;
  const start = leg.startMs ?? inOrder[0]?.atMs;
  const recordedS = last === undefined || start === undefined ? 0 : (last - start) / 1000;
  return {
    ...leg,
    isIndoor: null,
    // A lap may last longer than its points, and pauses lie between laps.
    elapsedS: Math.max(recordedS, leg.movingS ?? 0) || null,
    gainM: null,
    powerW: null,
    heartRateBpm: null,
    temperatureC: null,
    points: inOrder,
  };
}

function addPoint(
  { points }: OpenLeg,
  element: XmlElement,
  texts: Readonly<
    Record<
      'time' | 'lat' | 'lon' | 'elevation' | 'distance' | 'power' | 'heartRate' | 'temperature',
      string | undefined
    >
  >,
): void {
  const atMs = timeOf(texts.time);
  if (atMs === null) return;
  if (points.length >= RAW_POINTS_MAX)
    element.refuse(`the recording has more than ${RAW_POINTS_MAX} points.`);
  const [lat, lon] = [readDecimal(texts.lat), readDecimal(texts.lon)];
  points.push({
    atMs,
    ...(isPosition(lat, lon) ? { lat, lon } : { lat: null, lon: null }),
    elevationM: plausibleElevation(readDecimal(texts.elevation)),
    distanceM: readDecimal(texts.distance),
    powerW: readDecimal(texts.power),
    heartRateBpm: readDecimal(texts.heartRate),
    temperatureC: readDecimal(texts.temperature),
  });
}

function timeOf(text: string | undefined): number | null {
  const ms = Date.parse(text ?? '');
  return Number.isNaN(ms) ? null : ms;
}

function plus(sum: number | null, value: number | null): number | null {
  return value === null ? sum : (sum ?? 0) + value;
}
