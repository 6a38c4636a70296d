import type * as z from 'zod/mini';
import { ACTIVITY_TYPES } from '../activities/activity-types.ts';
import type { ActivityType } from '../engine/types.ts';
import { ok } from '../http/answer.ts';
import { defineRoute } from '../http/route.ts';
import { inferActivityType } from './infer-activity-type.ts';
import { inferBrick } from './infer-brick.ts';
import { loadLexicon } from './load-lexicon.ts';
import { isVagueSport, namesOfTypes, platformSport } from './platform-sports.ts';
import type { InferenceInput } from './read-text.ts';
import type { Recording } from './recording.ts';
import { ActivityTypeInferenceInput, BrickInferenceInput } from './schemas.ts';

const TYPES_BY_NAME = namesOfTypes(ACTIVITY_TYPES);

export const inferenceRoutes = [
  defineRoute({
    method: 'POST',
    path: '/v1/inference/activity-type',
    operationId: 'inferActivityType',
    access: 'partner',
    scope: 'activities:read',
    body: ActivityTypeInferenceInput,
    errors: [],
    async handler(ctx, { body }) {
      const inferred = inferActivityType(toInput(body), await loadLexicon(ctx));
      return ok({
        inferred_type: inferred.inferredType,
        confidence: inferred.confidence,
        intensity_hint: inferred.intensityHint,
        intensity_level: inferred.intensityLevel,
        is_race_event: inferred.isRaceEvent,
        duration_min: inferred.durationMin,
        is_multi_sport: inferred.isMultiSport,
        alternatives: inferred.alternatives,
        evidence: inferred.evidence,
      });
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/v1/inference/activity-type/brick',
    operationId: 'inferBrick',
    access: 'partner',
    scope: 'activities:read',
    body: BrickInferenceInput,
    errors: [],
    async handler(ctx, { body }) {
      const input = { ...toInput(body), durationMin: body.duration_min ?? null };
      const inferred = inferBrick(input, await loadLexicon(ctx));
      return ok({
        is_multi_sport: inferred.isMultiSport,
        inferred_type: inferred.inferredType,
        confidence: inferred.confidence,
        segments: inferred.segments.map((leg) => ({
          type: leg.type,
          duration_min: leg.durationMin,
          distance_km: leg.distanceKm,
          intensity_level: leg.intensityLevel,
        })),
        total_duration_min: inferred.totalDurationMin,
      });
    },
  }),
];

function toInput({
  title,
  description,
  tags,
  locale,
  recording,
}: z.output<typeof ActivityTypeInferenceInput>): InferenceInput {
  return {
    title: title ?? null,
    description: description ?? null,
    tags: tags ?? [],
    locale: locale ?? null,
    recording: recording ? toRecording(recording) : null,
    tagTypes: typesOfTags(tags ?? []),
  };
}

function toRecording(
  recording: NonNullable<z.output<typeof ActivityTypeInferenceInput>['recording']>,
): Recording {
  const sport = recording.sport || null;
  return {
    sport,
    sportType: sport === null ? null : platformSport(sport, TYPES_BY_NAME),
    isVague: sport !== null && isVagueSport(sport),
    distanceKm: recording.distance_km ?? null,
    movingTimeMin: recording.moving_time_min ?? null,
    elevationGainM: recording.elevation_gain_m ?? null,
    averagePowerW: recording.average_power_w ?? null,
    averageHeartRateBpm: recording.average_heart_rate_bpm ?? null,
    isIndoor: recording.is_indoor ?? null,
  };
}

function typesOfTags(tags: readonly string[]): ReadonlyMap<string, ActivityType> {
  return new Map(
    tags.flatMap((tag) => {
      const type = isVagueSport(tag) ? null : platformSport(tag, TYPES_BY_NAME);
      return type === null ? [] : [[tag, type] as const];
    }),
  );
}
