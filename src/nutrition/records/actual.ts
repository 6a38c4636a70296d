import type { ActivityType, Segment, SingleSportType } from '@musette/engine/types';
import * as z from 'zod/mini';
import { described, describedCopy, documented } from '#platform/http/openapi-metadata.ts';
import { type Camelized, toWire } from '#platform/http/wire-case.ts';
import { integerBetween, isoInstant, settable, storedInstant } from '#platform/http/wire-fields.ts';
import { effectiveMs, inZone } from '#platform/local-time.ts';
import type { ActivityRow, ActualSession } from '#platform/storage/athlete-schema.ts';
import { activityFields, durationMin } from './activity-fields.ts';
import type { TeachingSession } from './engine-input.ts';
import { eventWeather, toEventWeather } from './hourly-weather.ts';

const { intensity_level, average_power_w, distance_km, elevation_gain_m, weather } = activityFields;

/** The lowest and highest mean of a session that a heart has, beats a minute. Outside, a sensor is broken. */
const HEART_RATE_MIN_BPM = 30;
const HEART_RATE_MAX_BPM = 230;

/** What was really done, where it may differ from the plan. Every member is optional. */
export const actual = documented(
  z.strictObject({
    started_at: described(settable(storedInstant()), 'When the session began, with its time zone.'),
    duration_min: described(settable(durationMin), 'From the start to the end, breaks included.'),
    distance_km,
    elevation_gain_m,
    intensity_level,
    average_power_w,
    average_heart_rate_bpm: described(
      settable(integerBetween(HEART_RATE_MIN_BPM, HEART_RATE_MAX_BPM)),
      'Average heart rate. Stored and shown.',
    ),
    weather,
    is_indoor: described(settable(z.boolean()), 'True if it took place under a roof.'),
  }),
  {
    id: 'ActualSession',
    description: 'What was really done. A member that is missing was as planned.',
  },
);

type SentActual = Camelized<z.output<typeof actual>>;

/** Returns what a request reports in the form in which it is stored. Null if it reports nothing. */
export function toActual(sent: SentActual | null | undefined): ActualSession | null {
  if (!sent) return null;
  const stated = {
    startedAt: sent.startedAt ? isoInstant(Date.parse(sent.startedAt)) : null,
    durationMin: sent.durationMin,
    distanceKm: sent.distanceKm,
    elevationGainM: sent.elevationGainM,
    intensityLevel: sent.intensityLevel,
    averagePowerW: sent.averagePowerW,
    averageHeartRateBpm: sent.averageHeartRateBpm,
    weather: sent.weather ? toEventWeather(sent.weather) : null,
    isIndoor: sent.isIndoor,
  };
  const present = Object.entries(stated).filter(([, value]) => value !== null && value !== undefined);
  return present.length === 0 ? null : Object.fromEntries(present);
}

/** Returns when a session took place on its local clock: its reported start, else that of its schedule. */
export function doneAtOf(
  { effectiveAt, timeZone }: Pick<ActivityRow, 'effectiveAt' | 'timeZone'>,
  done: ActualSession | null,
): number {
  if (!done?.startedAt) return effectiveAt;
  return effectiveMs(inZone({ atMs: Date.parse(done.startedAt), localMs: null }, timeZone));
}

/** Sports with a roof over them, by the same sport in the open. */
const INDOOR: Readonly<Partial<Record<ActivityType, SingleSportType>>> = {
  run: 'treadmill_run',
  trail_run: 'treadmill_run',
  bike: 'indoor_bike',
};
const OUTDOOR: Readonly<Partial<Record<ActivityType, SingleSportType>>> = {
  treadmill_run: 'run',
  indoor_bike: 'bike',
};

/**
 * Returns a session as it was done. A member that was not reported is as planned, per hour: half of the time is half of the
 * way. A reported effort replaces a planned one of another measure, and a session of another length has no planned steps.
 */
export function asDone<Session extends TeachingSession>(
  planned: Session,
  done: ActualSession | null,
): Session {
  if (done === null) return planned;
  const share = (done.durationMin ?? planned.durationMin) / planned.durationMin;
  const plannedKm = planned.distanceKm ?? planned.course?.distanceKm ?? null;
  const plannedGainM = planned.elevationGainM ?? planned.course?.elevationGainM ?? null;
  const reportsEffort = done.intensityLevel !== undefined || done.averagePowerW !== undefined;
  const keepsPace = done.distanceKm !== undefined || !reportsEffort;
  const ofShare = (amount: number | null) => (amount === null ? null : amount * share);
  return {
    ...planned,
    type: typeDone(planned, done),
    durationMin: done.durationMin ?? planned.durationMin,
    distanceKm: keepsPace ? (done.distanceKm ?? ofShare(plannedKm)) : null,
    elevationGainM: done.elevationGainM ?? (keepsPace ? ofShare(plannedGainM) : null),
    course: null,
    intensityLevel: done.intensityLevel ?? (done.averagePowerW === undefined ? planned.intensityLevel : null),
    averagePowerW:
      done.averagePowerW ?? (reportsEffort || done.distanceKm !== undefined ? null : planned.averagePowerW),
    weather: done.weather ?? planned.weather,
    segments: planned.segments && segmentsDone(planned.segments, done, share),
    steps: share === 1 && !reportsEffort ? planned.steps : null,
  };
}

function typeDone({ type }: TeachingSession, { isIndoor }: ActualSession): TeachingSession['type'] {
  if (isIndoor === undefined) return type;
  return (isIndoor ? INDOOR : OUTDOOR)[type] ?? type;
}

/** Legs of a session of another length keep their shares of it. The last has what rounding leaves. */
function segmentsDone(
  segments: readonly Segment[],
  { durationMin: totalMin, distanceKm, intensityLevel }: ActualSession,
  share: number,
): readonly Segment[] {
  let leftMin = totalMin ?? segments.reduce((sum, segment) => sum + segment.durationMin, 0);
  return segments.map((segment, index) => {
    const isLast = index === segments.length - 1;
    const durationMin = isLast ? leftMin : Math.min(leftMin, Math.round(segment.durationMin * share));
    leftMin -= durationMin;
    return {
      ...segment,
      durationMin,
      intensityLevel: intensityLevel ?? segment.intensityLevel,
      distanceKm:
        distanceKm === undefined && intensityLevel === undefined && segment.distanceKm
          ? segment.distanceKm * share
          : null,
    };
  });
}

/** What was really done, in an answer: only what was reported. */
export const shownActual = documented(
  z.object(
    allReported({
      ...actual.shape,
      started_at: settable(described(z.string(), 'When the session began, in UTC.')),
      weather: settable(describedCopy(eventWeather, 'The weather there was.')),
    }),
  ),
  { id: 'ReportedSession', description: 'What was really done. A member that is missing was as planned.' },
);

/** Makes members optional in an answer, and never null. */
function allReported<Shape extends Record<string, z.ZodMiniOptional<z.ZodMiniNullable>>>(shape: Shape) {
  const entries = Object.entries(shape).map(([name, { def }]) => [
    name,
    z.optional(def.innerType.def.innerType),
  ]);
  return Object.fromEntries(entries) as {
    [Name in keyof Shape]: z.ZodMiniOptional<Shape[Name]['def']['innerType']['def']['innerType']>;
  };
}

/** Returns what was done for an answer. Null if nothing was reported. */
export function actualToWire(done: ActualSession | null): z.output<typeof shownActual> | null {
  return toWire(done);
}
