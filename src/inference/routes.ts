import type * as z from 'zod/mini';
import { ok } from '../http/answer.ts';
import { defineRoute } from '../http/route.ts';
import { inferActivityType } from './infer-activity-type.ts';
import { inferBrick } from './infer-brick.ts';
import { loadLexicon } from './load-lexicon.ts';
import type { InferenceInput } from './read-text.ts';
import { ActivityTypeInferenceInput, BrickInferenceInput } from './schemas.ts';

export const inferenceRoutes = [
  defineRoute({
    method: 'POST',
    path: '/v1/inference/activity-type',
    operationId: 'inferActivityType',
    access: 'partner',
    scope: 'activities:read',
    body: ActivityTypeInferenceInput,
    errors: [],
    async handler(_ctx, { body }) {
      const inferred = inferActivityType(toInput(body), await loadLexicon());
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
    async handler(_ctx, { body }) {
      const input = { ...toInput(body), durationMin: body.duration_min ?? null };
      const inferred = inferBrick(input, await loadLexicon());
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
}: z.output<typeof ActivityTypeInferenceInput>): InferenceInput {
  return { title: title ?? null, description: description ?? null, tags: tags ?? [], locale: locale ?? null };
}
