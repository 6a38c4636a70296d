import { SESSION_MAX_MIN } from '@musette/engine/fields';
import * as z from 'zod/mini';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { between, settable } from '#platform/http/wire-fields.ts';
import { durationMin } from '../records/activity-fields.ts';

/** Accepts any string, even with NUL or broken surrogate pairs, because it is never stored. */
const words = (max: number) => z.string().check(z.maxLength(max));

const recording = documented(
  z.strictObject({
    sport: described(
      settable(words(100)),
      "The platform's name for the sport, as in `GET /v1/activity-types`, in any case and with any separators. Other names are read as text.",
    ),
    distance_km: settable(between(0, 3000)),
    moving_time_min: settable(between(0, SESSION_MAX_MIN)),
    elevation_gain_m: settable(between(0, 30_000)),
    average_power_w: settable(between(0, 2500)),
    average_heart_rate_bpm: settable(between(20, 250)),
    is_indoor: settable(z.boolean()),
  }),
  { id: 'RecordingInput', description: "Figures from the platform's recording of the session." },
);

const inferenceFields = {
  title: settable(words(2000)),
  description: settable(words(10_000)),
  tags: described(
    settable(z.array(words(100)).check(z.maxLength(50))),
    'Your own labels. A sport named as in `GET /v1/activity-types` weighs more than three words. Other tags are read as text.',
  ),
  locale: described(
    settable(words(100)),
    'BCP 47 tag, such as `de` or `pt-BR`. Decides if languages disagree: `rower` is a bicycle in Polish.',
  ),
  recording: settable(recording),
};

const NOTHING_PROVIDED =
  'at least one of `title`, `description`, `tags` and the members of `recording` must not be empty; empty strings count as absent';

interface SessionWords {
  readonly recording?: z.output<typeof recording> | null | undefined;
  readonly title?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
}

function hasContent({ title, description, tags, recording: recorded }: SessionWords): boolean {
  return [title, description, ...(tags ?? []), ...Object.values(recorded ?? {})].some(
    (value) => value !== undefined && value !== null && value !== '',
  );
}

export const ActivityTypeInferenceInput = documented(
  z
    .strictObject(inferenceFields)
    .check(z.refine(hasContent, { error: NOTHING_PROVIDED, params: { code: 'required' } })),
  { id: 'ActivityTypeInferenceInput' },
);

export const BrickInferenceInput = documented(
  z
    .strictObject({
      ...inferenceFields,
      duration_min: described(settable(durationMin), 'Duration of the whole session. Legs are scaled to it.'),
    })
    .check(z.refine(hasContent, { error: NOTHING_PROVIDED, params: { code: 'required' } })),
  { id: 'BrickInferenceInput' },
);
