import type * as z from 'zod/mini';
import { MULTI_SPORT_TYPES, type Segment, type Weather } from '../engine/types.ts';
import { type Failure, invalid } from '../http/errors.ts';
import type { Camelized } from '../http/wire-case.ts';
import type { ActivityRow } from '../storage/athlete-schema.ts';
import type { ActivityInput, ActivityPatch } from './activity-input.ts';
import { mapSet, presentFields } from './present-fields.ts';

export type ActivityFields = Camelized<z.output<typeof ActivityInput>>;
export type ActivityChanges = Camelized<z.output<typeof ActivityPatch>>;

/** Columns of an activity that its sender decides. */
export type Session = Omit<ActivityRow, 'id' | 'athleteId' | 'revision' | 'createdAt' | 'updatedAt'>;

/** Segments are whole minutes, so their sum may miss the whole by rounding. */
const SEGMENT_SUM_SLACK_MIN = 1;

const UNKNOWN_SESSION = {
  externalId: null,
  name: null,
  intensityLevel: null,
  thermalStressLevel: null,
  isRaceEvent: null,
  scheduledAt: null,
  weather: null,
  averagePowerW: null,
  altitudeM: null,
  segments: null,
} satisfies Partial<Session>;

/** Returns the columns that these fields set; absent members are left out, `null` clears. */
export function toActivityColumns({ scheduledAt, weather, segments, ...flat }: ActivityChanges) {
  return presentFields({
    ...flat,
    scheduledAt: mapSet(scheduledAt, Date.parse),
    weather: mapSet(weather, toWeather),
    segments: mapSet(segments, (all) => all.map(toSegment)),
  });
}

/** Returns a session with every column set: fields that are not provided are null. */
export function newSession(fields: ActivityFields, nowMs: number): Session {
  const session = { ...UNKNOWN_SESSION, ...toActivityColumns(fields) };
  const { type, durationMin } = fields;
  return { ...session, type, durationMin, effectiveAt: session.scheduledAt ?? nowMs };
}

/** Rejects fields that contradict each other. Checks the whole session, so a PATCH cannot break the rules either. */
export function refuseSession(
  session: Pick<ActivityRow, 'type' | 'durationMin' | 'segments'>,
  pointerPrefix = '',
): Failure | null {
  if (session.segments === null) return null;
  const pointer = `${pointerPrefix}/segments`;
  if (!MULTI_SPORT_TYPES.some((type) => type === session.type)) {
    return invalid({ pointer, code: 'not_allowed', message: `is for ${MULTI_SPORT_TYPES.join(', ')} only` });
  }
  const sumMin = session.segments.reduce((sum, segment) => sum + segment.durationMin, 0);
  if (Math.abs(sumMin - session.durationMin) <= SEGMENT_SUM_SLACK_MIN) return null;
  return invalid({
    pointer,
    code: 'sum_mismatch',
    message: `sums to ${sumMin} min but duration_min is ${session.durationMin}; change both together`,
  });
}

/** Maps weather from the wire; shade that is not provided is taken as absent. */
export function toWeather(weather: NonNullable<ActivityFields['weather']>): Weather {
  return {
    temperatureC: weather.temperatureC,
    humidityPercent: weather.humidityPercent,
    shade: weather.shade ?? false,
  };
}

function toSegment(segment: NonNullable<ActivityFields['segments']>[number]): Segment {
  return {
    type: segment.type,
    durationMin: segment.durationMin,
    intensityLevel: segment.intensityLevel ?? null,
  };
}
