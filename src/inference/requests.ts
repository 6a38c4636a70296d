import * as z from 'zod/mini';
import { described, documented } from '../http/openapi-metadata.ts';
import { settable } from '../http/wire-fields.ts';
import { durationMin } from '../records/activity-fields.ts';

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
