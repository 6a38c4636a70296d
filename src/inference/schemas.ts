import * as z from 'zod/mini';
import { activityType, durationMin, segment } from '../activities/fields.ts';
import { described, describedCopy, documented } from '../http/documentation.ts';
import { between, level, settable } from '../http/wire-fields.ts';

/** Any string at all, NUL and broken surrogate pairs included: it is read and never stored. */
const words = (max: number) => z.string().check(z.maxLength(max));

const inferenceFields = {
  title: settable(words(2000)),
  description: settable(words(10_000)),
  tags: described(
    settable(z.array(words(100)).check(z.maxLength(50))),
    'Labels of yours: sport names of other platforms (`VirtualRide`, `trail_running`) are read as well as words.',
  ),
  locale: described(
    settable(words(100)),
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

export const ActivityTypeInferenceInput = documented(
  z
    .strictObject(inferenceFields)
    .check(z.refine(tellsSomething, { error: NOTHING_TOLD, params: { code: 'required' } })),
  { id: 'ActivityTypeInferenceInput' },
);

export const BrickInferenceInput = documented(
  z
    .strictObject({
      ...inferenceFields,
      duration_min: described(settable(durationMin), "The whole session's; legs are scaled to it."),
    })
    .check(z.refine(tellsSomething, { error: NOTHING_TOLD, params: { code: 'required' } })),
  { id: 'BrickInferenceInput' },
);

const probability = between(0, 1);

export const ActivityTypeInference = documented(
  z.object({
    inferred_type: activityType,
    confidence: describedCopy(
      probability,
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
    intensity_level: described(z.nullable(level), 'Average over the whole session, 1–9.'),
    is_race_event: z.boolean(),
    duration_min: described(z.nullable(durationMin), 'As told, or estimated from the distance.'),
    is_multi_sport: z.boolean(),
    alternatives: z.array(z.object({ type: activityType, confidence: probability })),
    evidence: described(z.array(z.string()), 'What was read, and what it was taken for.'),
  }),
  { id: 'ActivityTypeInference' },
);

export const BrickInference = documented(
  z.object({
    is_multi_sport: z.boolean(),
    inferred_type: activityType,
    confidence: probability,
    segments: described(
      z
        .array(
          z.object({
            type: segment.shape.type,
            duration_min: z.nullable(durationMin),
            distance_km: z.nullable(z.number().check(z.positive())),
            intensity_level: z.nullable(level),
          }),
        )
        .check(z.maxLength(10)),
      "Legs in order. Where every one has its `duration_min`, `type`, `duration_min` and `intensity_level` are an activity's `segments`, and `total_duration_min` its `duration_min`. A named triathlon distance has its course's legs. Empty where the words name neither.",
    ),
    total_duration_min: z.nullable(durationMin),
  }),
  { id: 'BrickInference' },
);
