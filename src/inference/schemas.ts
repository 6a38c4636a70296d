import * as z from 'zod/mini';
import { durationMin } from '../activities/fields.ts';
import { described, documented } from '../http/described.ts';
import { between, settable } from '../http/wire-fields.ts';

/** Any string at all, NUL and broken surrogate pairs included: it is read and never stored. */
const words = (max: number) => z.string().check(z.maxLength(max));

const recording = documented(
  z.strictObject({
    sport: described(
      settable(words(100)),
      "The platform's own name of the sport, for example `VirtualRide`, `running/trail` or `LAP_SWIMMING`: as `GET /v1/activity-types` lists them, in any case and with any separators; other names are read as words. Decides the type, except where the words tell legs of several sports. Names that platforms use for any sport (`Workout`, `Other`, `generic`, `Race`) come after figures and words.",
    ),
    distance_km: described(settable(between(0, 3000)), 'With the moving time, the speed weighs in.'),
    moving_time_min: described(
      settable(between(0, 2880)),
      'Not the answer of `duration_min`, which only a title gives; a title that differs from it by more than twice gives none.',
    ),
    elevation_gain_m: described(settable(between(0, 30_000)), 'With the distance, the climb weighs in.'),
    average_power_w: described(settable(between(0, 2500)), 'Power is measured on most rides and few runs.'),
    average_heart_rate_bpm: described(
      settable(between(20, 250)),
      'Weighs little, and nothing without another figure.',
    ),
    is_indoor: described(
      settable(z.boolean()),
      'Makes a run one on a treadmill and a ride one on a trainer.',
    ),
  }),
  {
    id: 'RecordingInput',
    description:
      "What the platform's file says of the session. A leg of a multi-sport race that was recorded on its own is that leg.",
  },
);

const inferenceFields = {
  title: settable(words(2000)),
  description: settable(words(10_000)),
  tags: described(
    settable(z.array(words(100)).check(z.maxLength(50))),
    'Labels of yours. A sport as `GET /v1/activity-types` names it (`VirtualRide`, `running/trail`) weighs more than three words of the title; other tags are read as words.',
  ),
  locale: described(
    settable(words(100)),
    'BCP 47, for example `de` or `pt-BR`. Decides where languages disagree: `rower` is a bicycle in Polish.',
  ),
  recording: settable(recording),
};

const NOTHING_TOLD =
  'at least one of `title`, `description`, `tags` and the members of `recording` must not be empty; empty strings count as absent';

interface Told {
  readonly recording?: z.output<typeof recording> | null | undefined;
  readonly title?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
}

function tellsSomething({ title, description, tags, recording: recorded }: Told): boolean {
  return [title, description, ...(tags ?? []), ...Object.values(recorded ?? {})].some(
    (value) => value !== undefined && value !== null && value !== '',
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
