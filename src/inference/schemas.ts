import * as z from 'zod';
import { activityType, durationMin, segment } from '../activities/fields.ts';
import { level, settable } from '../http/wire-fields.ts';

/** Any string at all, NUL and broken surrogate pairs included: it is read and never stored. */
const words = (max: number) => z.string().max(max);

const inferenceFields = {
  title: settable(words(2000)),
  description: settable(words(10_000)),
  tags: settable(z.array(words(100)).max(50)).describe(
    'Labels of yours: sport names of other platforms (`VirtualRide`, `trail_running`) are read as well as words.',
  ),
  locale: settable(words(100)).describe(
    'BCP 47, for example `de` or `pt-BR`. Decides where languages disagree: `rower` is a bicycle in Polish.',
  ),
};

const NOTHING_TOLD =
  'at least one of `title`, `description` and `tags` must not be empty; empty strings count as absent';

interface Told {
  readonly title?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
}

function tellsSomething({ title, description, tags }: Told): boolean {
  return [title, description, ...(tags ?? [])].some(
    (text) => text !== undefined && text !== null && text !== '',
  );
}

export const ActivityTypeInferenceInput = z
  .strictObject(inferenceFields)
  .refine(tellsSomething, { error: NOTHING_TOLD, params: { code: 'required' } })
  .meta({ id: 'ActivityTypeInferenceInput' });

export const BrickInferenceInput = z
  .strictObject({
    ...inferenceFields,
    duration_min: settable(durationMin).describe("The whole session's; legs are scaled to it."),
  })
  .refine(tellsSomething, { error: NOTHING_TOLD, params: { code: 'required' } })
  .meta({ id: 'BrickInferenceInput' });

const probability = z.number().min(0).max(1);

export const ActivityTypeInference = z
  .object({
    inferred_type: activityType,
    confidence: probability.describe(
      'How often a type told with this confidence is right; at most 0.2 where no word names a sport.',
    ),
    intensity_hint: z.enum([
      'recovery',
      'easy',
      'endurance',
      'tempo',
      'threshold',
      'vo2max',
      'sprint',
      'race',
      'unspecified',
    ]),
    intensity_level: level.nullable().describe('Average over the whole session, 1–9.'),
    is_race_event: z.boolean(),
    duration_min: durationMin.nullable().describe('As told, or estimated from the distance.'),
    is_multi_sport: z.boolean(),
    alternatives: z.array(z.object({ type: activityType, confidence: probability })),
    evidence: z.array(z.string()).describe('What was read, and what it was taken for.'),
  })
  .meta({ id: 'ActivityTypeInference' });

export const BrickInference = z
  .object({
    is_multi_sport: z.boolean(),
    inferred_type: activityType,
    confidence: probability,
    segments: z
      .array(
        z.object({
          type: segment.shape.type,
          duration_min: durationMin.nullable(),
          distance_km: z.number().positive().nullable(),
          intensity_level: level.nullable(),
        }),
      )
      .max(10)
      .describe(
        "Legs in order. Where every one has its `duration_min`, `type`, `duration_min` and `intensity_level` are an activity's `segments`, and `total_duration_min` its `duration_min`. Empty where the words name no legs.",
      ),
    total_duration_min: durationMin.nullable(),
  })
  .meta({ id: 'BrickInference' });
