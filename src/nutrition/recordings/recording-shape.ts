import type { Recording } from '@musette/files/recordings/read-recording';
import { type Leg, meanOverLegs, RECORDING_FORMATS, sumOverLegs } from '@musette/files/recordings/recording';
import * as z from 'zod/mini';
import { exactly } from '#platform/http/answer.ts';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { isoInstant, readable, roundTo } from '#platform/http/wire-fields.ts';
import { activityType } from '../records/activity-fields.ts';
import { actual } from '../records/actual.ts';

const members = actual.shape;

/** What a recording tells: the rest of `actual` is the athlete's to say. */
const done = {
  started_at: described(z.string(), 'The start, in UTC.'),
  duration_min: described(z.number(), 'From the first to the last moment, breaks included.'),
  distance_km: described(z.optional(readable(members.distance_km)), 'Omitted if the file has none.'),
  elevation_gain_m: z.optional(readable(members.elevation_gain_m)),
  average_power_w: z.optional(readable(members.average_power_w)),
  average_heart_rate_bpm: z.optional(readable(members.average_heart_rate_bpm)),
  is_indoor: described(z.optional(z.literal(true)), 'Only where the file says so.'),
};
const movingMin = described(
  z.number(),
  'Minutes in motion: as the device counted them, else those in which the position moved.',
);

const leg = documented(
  z.object({
    sport: described(z.nullable(activityType), 'Null if we do not know the file’s name for it.'),
    ...done,
    moving_min: movingMin,
  }),
  { id: 'RecordedLeg' },
);

export const ParsedRecording = documented(
  z.object({
    format: described(z.enum(RECORDING_FORMATS), 'Detected from the content, regardless of the media type.'),
    sport: described(
      z.nullable(activityType),
      'The sport of all legs, or the type of several sports in their order. Null if there is none.',
    ),
    actual: described(
      documented(z.object(done), { id: 'RecordedSession' }),
      'What was done. Post it unchanged as `actual` of the feedback.',
    ),
    moving_min: movingMin,
    device_temperature_c: described(
      z.nullable(z.number()),
      'The mean that the device measured. On a wrist or in the sun it is not the weather, so `actual` has none.',
    ),
    legs: described(
      z.array(leg),
      'The legs of several sports, or of several recordings in one file, in order. Empty if there is one.',
    ),
  }),
  { id: 'ParsedRecording' },
);

export type ParsedRecording = z.output<typeof ParsedRecording>;

/** Returns what a recording tells, in the form of a feedback's `actual`. */
export function recordingToWire({ format, sport, legs }: Recording): ParsedRecording {
  const [first] = legs;
  const last = legs.at(-1) ?? first;
  const whole: Leg = {
    ...first,
    elapsedS: (last.startMs - first.startMs) / 1000 + last.elapsedS,
    movingS: legs.reduce((sum, { movingS }) => sum + movingS, 0),
    distanceM: sumOverLegs(legs, ({ distanceM }) => distanceM),
    gainM: sumOverLegs(legs, ({ gainM }) => gainM),
    powerW: meanOverLegs(legs, ({ powerW }) => powerW),
    heartRateBpm: meanOverLegs(legs, ({ heartRateBpm }) => heartRateBpm),
    isIndoor: legs.every(({ isIndoor }) => isIndoor === true) || null,
  };
  const temperatureC = meanOverLegs(legs, (each) => each.temperatureC);
  return exactly({
    format,
    sport,
    actual: doneToWire(whole),
    moving_min: minutes(whole.movingS),
    device_temperature_c: temperatureC === null ? null : roundTo(temperatureC, 1),
    legs: legs.length === 1 ? [] : legs.map(legToWire),
  });
}

function legToWire(each: Leg): ParsedRecording['legs'][number] {
  return exactly({ sport: each.type, ...doneToWire(each), moving_min: minutes(each.movingS) });
}

function doneToWire({ startMs, elapsedS, ...stated }: Leg): ParsedRecording['actual'] {
  const within = (value: number | null, schema: z.ZodMiniType) =>
    value !== null && schema.safeParse(value).success ? value : undefined;
  const rounded = (value: number | null, decimals: number) =>
    value === null ? null : roundTo(value, decimals);
  const told = {
    distance_km: within(
      rounded(stated.distanceM === null ? null : stated.distanceM / 1000, 3),
      members.distance_km,
    ),
    elevation_gain_m: within(rounded(stated.gainM, 0), members.elevation_gain_m),
    average_power_w: within(rounded(stated.powerW, 0), members.average_power_w),
    average_heart_rate_bpm: within(rounded(stated.heartRateBpm, 0), members.average_heart_rate_bpm),
    is_indoor: stated.isIndoor === true ? (true as const) : undefined,
  };
  const present = Object.entries(told).filter(([, value]) => value !== undefined);
  return exactly({
    started_at: isoInstant(startMs),
    duration_min: minutes(elapsedS),
    ...Object.fromEntries(present),
  });
}

/** Returns whole minutes, at least the one that a session has. */
function minutes(seconds: number): number {
  return Math.max(1, Math.round(seconds / 60));
}

/** A recording and what is read from it. A test compares the two. */
export const recordingFileExample = `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="A watch" xmlns="http://www.topografix.com/GPX/1/1">
  <trk>
    <type>running</type>
    <trkseg>
      <trkpt lat="47.0000" lon="8.0000"><ele>430</ele><time>2026-06-20T07:00:00Z</time></trkpt>
      <trkpt lat="47.0000" lon="8.0132"><ele>436</ele><time>2026-06-20T07:06:00Z</time></trkpt>
      <trkpt lat="47.0000" lon="8.0264"><ele>512</ele><time>2026-06-20T07:14:00Z</time></trkpt>
    </trkseg>
  </trk>
</gpx>
`;

export const parsedRecordingExample: ParsedRecording = {
  format: 'gpx',
  sport: 'run',
  actual: {
    started_at: '2026-06-20T07:00:00.000Z',
    duration_min: 14,
    distance_km: 2.002,
    elevation_gain_m: 82,
  },
  moving_min: 14,
  device_temperature_c: null,
  legs: [],
};
