import * as z from 'zod/mini';
import { described, describedCopy, documented } from '#platform/http/openapi-metadata.ts';
import { between, level } from '#platform/http/wire-fields.ts';
import { activityType, durationMin, segment } from '../records/activity-fields.ts';
import { DISTANCE_KM_MAX, DISTANCE_KM_MIN } from '../records/course.ts';

const probability = between(0, 1);

export const ActivityTypeInference = documented(
  z.object({
    inferred_type: activityType,
    confidence: describedCopy(
      probability,
      'How often a type with this confidence is right, measured on titles written for that purpose. At most 0.2 if nothing names a sport, and at most 0.5 for words in a language that nothing else confirms.',
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
    duration_min: described(
      z.nullable(durationMin),
      'The total stated in the title, or an estimate from its distance or named race. Null if the title states none, or if the recorded time contradicts it.',
    ),
    is_multi_sport: z.boolean(),
    alternatives: z.array(z.object({ type: activityType, confidence: probability })),
    evidence: described(
      z.array(z.string()),
      'Each word or figure with its interpretation. Lines that begin with `recording:` come from the file.',
    ),
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
            distance_km: described(
              z.nullable(between(DISTANCE_KM_MIN, DISTANCE_KM_MAX)),
              'Null also if it is outside what an activity accepts.',
            ),
            intensity_level: z.nullable(level),
          }),
        )
        .check(z.maxLength(10)),
      "Legs in order. If each has a `duration_min`, then the legs can be posted unchanged as an activity's `segments`, and `total_duration_min` as its `duration_min`. A named triathlon distance gives the legs of its course. Empty if the text names neither.",
    ),
    total_duration_min: z.nullable(durationMin),
  }),
  { id: 'BrickInference' },
);
