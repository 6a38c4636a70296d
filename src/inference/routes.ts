import type * as z from 'zod/mini';
import { ok } from '../http/answer.ts';
import { defineRoute } from '../http/route.ts';
import { ActivityTypeInference, BrickInference } from './answers.ts';
import { inferActivityType } from './infer-activity-type.ts';
import { inferBrick } from './infer-brick.ts';
import { loadLexicon } from './load-lexicon.ts';
import type { InferenceInput } from './read-text.ts';
import { ActivityTypeInferenceInput, BrickInferenceInput } from './requests.ts';

const tag = 'Inference';

export const inferenceRoutes = [
  defineRoute({
    method: 'POST',
    path: '/v1/inference/activity-type',
    operationId: 'inferActivityType',
    tag,
    summary: 'Infer the type of a session from its title',
    description:
      'Reads title, description and tags in English, German, French, Spanish, Italian, Dutch, Portuguese, Danish, Norwegian, Swedish, Polish, Japanese and Chinese by a lexicon and a grammar; nothing is stored. Any text is answered: where nothing names a sport the type is `other` with a confidence of at most 0.2.',
    bodyExample: { title: 'Langer Lauf 28 km im Taunus', locale: 'de' },
    responses: {
      200: {
        description: 'The likeliest type, and how sure that is.',
        schema: ActivityTypeInference,
        example: {
          inferred_type: 'run',
          confidence: 0.92,
          intensity_hint: 'endurance',
          intensity_level: 4,
          is_race_event: false,
          duration_min: 185,
          is_multi_sport: false,
          alternatives: [],
          evidence: ['run: "langer lauf" (title, de)', 'intensity endurance: "langer lauf"'],
        },
      },
    },
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
    tag,
    summary: 'Infer the legs of a multi-sport session from its title',
    description:
      'Reads titles such as "Koppel 3h Rad → 45\' Lauf" or "3x(20\' bike + 5\' run)" into legs. Segments that are complete can be posted as the `segments` of an activity.',
    bodyExample: { title: "Brick: 90' bike + 20' run" },
    responses: {
      200: {
        description: 'The legs, as far as the words tell them.',
        schema: BrickInference,
        example: {
          is_multi_sport: true,
          inferred_type: 'brick',
          confidence: 0.95,
          segments: [
            { type: 'bike', duration_min: 90, distance_km: null, intensity_level: null },
            { type: 'run', duration_min: 20, distance_km: null, intensity_level: null },
          ],
          total_duration_min: 110,
        },
      },
    },
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
