import * as z from 'zod/mini';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { settable, text } from '#platform/http/wire-fields.ts';
import { activityFields, activityType, batchedActivityFields, durationMin } from './activity-fields.ts';

/** Fits a course of 2,000 points. Any other body is a few kilobytes. */
export const ACTIVITY_BODY_LIMIT_BYTES = 256 * 1024;

/** Members of parsed files that an activity accepts but does not store. */
const unstoredFields = {
  format: described(
    settable(text(50)),
    'Accepted so that the answer of `POST /v1/workouts/parse` can be posted unchanged. Not stored.',
  ),
};

export const ActivityInput = documented(z.strictObject({ ...activityFields, ...unstoredFields }), {
  id: 'ActivityInput',
});

export const ActivityPatch = documented(
  z.strictObject({
    ...activityFields,
    ...unstoredFields,
    type: z.optional(activityType),
    duration_min: z.optional(durationMin),
  }),
  { id: 'ActivityPatch', description: 'An absent field stays unchanged. `null` clears it.' },
);

/** Members that identify an activity of any athlete in a batch. */
const activityName = {
  athlete_id: described(z.optional(text(100)), 'The athlete. Send either this or `athlete_external_id`.'),
  athlete_external_id: described(z.optional(text(255, 1)), "The athlete's own `external_id`."),
  external_id: described(text(255, 1), 'Identifies the activity within the athlete.'),
};

export const ActivityName = documented(z.strictObject(activityName), {
  id: 'ActivityName',
  description: 'Identifies an activity of any athlete.',
});

/** An activity as sent in a batch: its identifiers and the fields to set. */
export const ActivityItem = documented(
  z.extend(ActivityPatch, { ...activityName, course: batchedActivityFields.course }),
  {
    id: 'ActivityItem',
    description:
      'An activity to create or change. An absent field stays unchanged. `null` clears it. A course of the same length keeps its stored points.',
  },
);
