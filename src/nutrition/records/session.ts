import type * as z from 'zod/mini';
import { MULTI_SPORT_TYPES, type Segment } from '#core/engine/types.ts';
import { type Failure, invalid } from '#platform/http/errors.ts';
import type { Camelized } from '#platform/http/wire-case.ts';
import { roundTo } from '#platform/http/wire-fields.ts';
import type { ActivityRow } from '#platform/storage/athlete-schema.ts';
import { optionalActivityFields } from './activity-fields.ts';
import type { ActivityInput, ActivityPatch } from './activity-input.ts';
import { toCaffeineOfActivity } from './caffeine.ts';
import { unknownColumns } from './columns-of-fields.ts';
import { toCourse } from './course.ts';
import { toEventWeather } from './hourly-weather.ts';
import { mapSet, presentFields } from './present-fields.ts';
import { toSteps } from './steps.ts';
import { unrolledSteps } from './unrolled-steps.ts';

export type ActivityFields = Camelized<z.output<typeof ActivityInput>>;
export type ActivityChanges = Camelized<z.output<typeof ActivityPatch>>;

/** Columns of an activity that a request sets. */
export type Session = Omit<ActivityRow, 'id' | 'athleteId' | 'revision' | 'createdAt' | 'updatedAt'>;

/** Tolerance for sums: segments are whole minutes, and tools round steps. */
const SUM_SLACK_MIN = 1;
/** Floating-point error in sums of decimal minutes. */
const ROUNDING_MIN = 1e-6;

const UNKNOWN_SESSION = unknownColumns(optionalActivityFields);

/** Returns the columns that these fields set. Absent members are omitted, `null` clears. */
export function toActivityColumns(changes: ActivityChanges) {
  const { scheduledAt, weather, segments, steps, course, caffeine, ...flat } = changes;
  return presentFields({
    ...flat,
    // The name of a parsed file is not stored.
    format: undefined,
    scheduledAt: mapSet(scheduledAt, Date.parse),
    weather: mapSet(weather, toEventWeather),
    segments: mapSet(segments, (all) => all.map(toSegment)),
    steps: mapSet(steps, toSteps),
    course: mapSet(course, toCourse),
    caffeine: mapSet(caffeine, toCaffeineOfActivity),
  });
}

/** Returns a session with every column set. Missing fields are null. */
export function newSession(fields: ActivityFields, nowMs: number): Session {
  const session = { ...UNKNOWN_SESSION, ...toActivityColumns(fields) };
  const { type, durationMin } = fields;
  return { ...session, type, durationMin, effectiveAt: session.scheduledAt ?? nowMs };
}

/** Rejects contradicting fields. Checks the whole session, so a PATCH cannot break the rules either. */
export function refuseSession(
  session: Pick<ActivityRow, 'type' | 'durationMin' | 'raceFormat' | 'segments' | 'steps'>,
  pointerPrefix = '',
): Failure | null {
  const { type, durationMin, raceFormat, segments, steps } = session;
  const isMultiSport = MULTI_SPORT_TYPES.some((multi) => multi === type);
  if (segments !== null && !isMultiSport) {
    const message = `is for ${MULTI_SPORT_TYPES.join(', ')} only`;
    return invalid({ pointer: `${pointerPrefix}/segments`, code: 'not_allowed', message });
  }
  if (raceFormat !== null && type !== 'triathlon') {
    const pointer = `${pointerPrefix}/race_format`;
    return invalid({ pointer, code: 'not_allowed', message: 'is for triathlon only' });
  }
  return (
    refuseSum(segments, durationMin, `${pointerPrefix}/segments`) ??
    refuseSum(steps && unrolledSteps(steps), durationMin, `${pointerPrefix}/steps`)
  );
}

function refuseSum(
  parts: readonly { readonly durationMin: number }[] | null,
  durationMin: number,
  pointer: string,
): Failure | null {
  if (parts === null) return null;
  const sumMin = parts.reduce((sum, part) => sum + part.durationMin, 0);
  if (Math.abs(sumMin - durationMin) <= SUM_SLACK_MIN + ROUNDING_MIN) return null;
  return invalid({
    pointer,
    code: 'sum_mismatch',
    message: `sums to ${roundTo(sumMin, 2)} min but duration_min is ${durationMin}; change both together`,
  });
}

function toSegment(segment: NonNullable<ActivityFields['segments']>[number]): Segment {
  return {
    type: segment.type,
    durationMin: segment.durationMin,
    intensityLevel: segment.intensityLevel ?? null,
    distanceKm: segment.distanceKm ?? null,
  };
}
