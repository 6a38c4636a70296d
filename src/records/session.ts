import type * as z from 'zod/mini';
import { MULTI_SPORT_TYPES, type Segment, type Weather } from '../engine/types.ts';
import { type Failure, invalid } from '../http/errors.ts';
import type { Camelized } from '../http/wire-case.ts';
import type { ActivityRow } from '../storage/athlete-schema.ts';
import type { ActivityInput, ActivityPatch } from './activity-input.ts';

export type ActivityFields = Camelized<z.output<typeof ActivityInput>>;
export type ActivityChanges = Camelized<z.output<typeof ActivityPatch>>;

/** Segments are whole minutes, so their sum may miss the whole by rounding. */
const SEGMENT_SUM_SLACK_MIN = 1;

/** The columns that these fields set; absent members are left out, `null` clears. */
export function toColumns(fields: ActivityChanges): Partial<ActivityRow> {
  const columns: Partial<ActivityRow> = {};
  if (fields.type !== undefined) columns.type = fields.type;
  if (fields.durationMin !== undefined) columns.durationMin = fields.durationMin;
  if (fields.name !== undefined) columns.name = fields.name;
  if (fields.externalId !== undefined) columns.externalId = fields.externalId;
  if (fields.intensityLevel !== undefined) columns.intensityLevel = fields.intensityLevel;
  if (fields.thermalStressLevel !== undefined) columns.thermalStressLevel = fields.thermalStressLevel;
  if (fields.isRaceEvent !== undefined) columns.isRaceEvent = fields.isRaceEvent;
  if (fields.averagePowerW !== undefined) columns.averagePowerW = fields.averagePowerW;
  if (fields.altitudeM !== undefined) columns.altitudeM = fields.altitudeM;
  if (fields.scheduledAt !== undefined) {
    columns.scheduledAt = fields.scheduledAt === null ? null : Date.parse(fields.scheduledAt);
  }
  if (fields.weather !== undefined) columns.weather = fields.weather && toWeather(fields.weather);
  if (fields.segments !== undefined) columns.segments = fields.segments?.map(toSegment) ?? null;
  return columns;
}

/** A session with every column set: what is not told is null. */
export function newSession(fields: ActivityFields, nowMs: number) {
  const scheduledAt = fields.scheduledAt ? Date.parse(fields.scheduledAt) : null;
  return {
    externalId: fields.externalId ?? null,
    type: fields.type,
    name: fields.name ?? null,
    durationMin: fields.durationMin,
    intensityLevel: fields.intensityLevel ?? null,
    thermalStressLevel: fields.thermalStressLevel ?? null,
    isRaceEvent: fields.isRaceEvent ?? null,
    scheduledAt,
    effectiveAt: scheduledAt ?? nowMs,
    weather: fields.weather ? toWeather(fields.weather) : null,
    averagePowerW: fields.averagePowerW ?? null,
    altitudeM: fields.altitudeM ?? null,
    segments: fields.segments ? fields.segments.map(toSegment) : null,
  };
}

/** The rules that bind an activity's fields to each other; checked on the whole, so a PATCH cannot break them. */
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
